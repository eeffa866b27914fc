"""A hand set by the house's own way, as a page: tap four tiles, and read which line decided and why the others did not.

The rules let the House check its settings by computer, and players may ask for this one at the table; it is no advice."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from houseway import games
from houseway.draw.tiles import tile_svg
from houseway.floor.views import citation
from houseway.kit.tiles import KINDS, NotTiles, Tile, tiles
from houseway.lab.exact import NoSlip, checked, has_house_way
from houseway.web import pages
from houseway.web.lab.dated import study_asked
from houseway.web.problems import Problem

router = APIRouter(include_in_schema=False)


@router.get("/houseway/{id}", response_class=HTMLResponse)
def hand(id: str, request: Request, hand: str = "", at: str = "") -> HTMLResponse:
    of = study_asked(id, request, at)
    if not has_house_way(of):
        raise Problem("unknown", f"{of.book.title} has no house way to set a hand by.")
    found, refused, by = None, "", None
    words = hand.replace("/", " ").split()[:8]
    if words and (len(words) >= 4 or not _readable(words)):
        try:
            found = checked(of, " ".join(words))
        except NoSlip as wrong:
            refused, by = str(wrong).removeprefix("hand: ").partition(" (§")[0], getattr(wrong.__cause__, "by", None)
    return pages.page(
        request,
        "lab/hand.html",
        book=of.book,
        edition=of.edition,
        citation=citation(of.book),
        words=words,
        held=[tile_picture(tile, 44) for tile in tiles(" ".join(words))] if _readable(words) else [],
        keys=_keys(words, at),
        found=found,
        refused=refused,
        by=by,
        drawn=tile_picture,
        rests_on=games.chapters_of(of.edition).way_of_setting,
        of=of,
        at=at,
    )


def _readable(words: list[str]) -> bool:
    try:
        tiles(" ".join(words))
    except NotTiles:
        return False
    return True


def _keys(words: list[str], at: str) -> list[tuple[str, str, Markup, str]]:
    """Every kind of tile: its code, its name, how it looks, and where a tap on it leads; nowhere if both are taken."""
    keys = []
    for kind in KINDS:
        full = words.count(kind.code) >= 2 or len(words) >= 4
        href = "" if full else "?" + urlencode({"hand": " ".join([*words, kind.code]), **({"at": at} if at else {})})
        keys.append((kind.code, f"{kind.name}, {kind.tag}", tile_picture(Tile.parse(kind.code), 30), href))
    return keys


def tile_picture(tile: Tile, width: float = 40) -> Markup:
    return Markup(tile_svg(tile.pips, width, f"{tile.kind.name}, {tile.kind.tag}"))
