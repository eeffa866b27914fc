"""Cloths: finds what a game brings to draw itself with. A game without a cloth gets plain words and buttons."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from typing import Any

from markupsafe import Markup

from houseway import games
from houseway.law.clause import Basis
from houseway.money import show
from houseway.play.events import Settled
from houseway.play.felt import Felt
from houseway.play.states import result_words
from houseway.play.surfaces import Cloth, Said
from houseway.play.view import View
from houseway.values import value

NO_CLOTH = Cloth()


def _of(game: str) -> Cloth:
    """A game's cloth, with nothing on it where it has none."""
    return games.cloth(game) or NO_CLOTH


def picture(game: str, side: str, view: View) -> str:
    """A side of the cloth as SVG ("player", "dealer", "phone", "small"), or nothing."""
    draw = _of(game).side(side)
    return draw(view) if draw is not None else ""


def still(game: str, side: str, view: View, name: str) -> Markup:
    """A side of the cloth as a picture: nothing on it answers a finger, and no name on it is one that the page beside it has."""
    drawn = picture(game, side, view).replace('role="button"', 'role="img"').replace('class="laying"', "")
    drawn = re.sub(r' tabindex="-?\d"', "", drawn)
    return Markup(drawn.replace(' id="', f' id="{name}-').replace("url(#", f"url(#{name}-"))


def summary(game: str, felt: Felt) -> str:
    """A round in a few words: "Spread 2"."""
    tell = _of(game).summary
    return tell(felt) if tell is not None else result_words(felt.fact("outcome")).capitalize()


def names(game: str, terms: object, spots: Iterable[str] = ()) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every wager of a game by name, in groups: the spot and how it is read. Without a list of its own, the spots as they are."""
    tell = _of(game).names
    return tell(terms) if tell is not None else [("Wagers", [(spot, spot) for spot in spots])]


def result(game: str, felt: Felt) -> str:
    """A round's result as a small mark, for a row of the last ones; empty where a game has none."""
    draw = _of(game).result
    return draw(felt) if draw is not None else ""


def brief(game: str, felt: Felt, player: str) -> Felt:
    """As much of a round's cards as a line of a player's list has room for; a game with many hands picks the player's."""
    tell = _of(game).brief
    return tell(felt, player) if tell is not None else felt


def explains(game: str, view: View) -> list[Said]:
    """How what the viewer had down came out, and why, before any figure."""
    tell = _of(game).explains
    return tell(view) if tell is not None else []


def payment(game: str, view: View, line: Settled) -> str:
    """How a payment adds up: "$25 at 1 to 1 is $25, less 5 %, $1.25"; by itself, the stake at its odds."""
    tell = _of(game).payment
    words = tell(view, line) if tell is not None else ""
    return words or (f"{show(line.live)} at {line.at}" if line.at and line.live else "")


@value
class Chart:
    """Something printed beside a cloth: what ranks above what."""

    title: str
    drawn: Markup
    foot: str
    by: Basis


def look(game: str, result: str) -> str:
    """The colour of a result's key on the dealer's pad; none where a game gives none."""
    tell = _of(game).look
    return tell(result) if tell is not None else ""


def chart(game: str, view: View) -> Chart | None:
    tell = _of(game).chart
    if tell is None:
        return None
    title, drawn, foot, by = tell(view)
    return Chart(title, Markup(drawn), foot, by)


def kind(game: str) -> str:
    """The kind of cloth a game is laid on: "cards", "wheels", "tiles"."""
    return games.game(game).cloth


@cache
def page(game: str, name: str) -> dict[str, Any]:
    """A file of a game's ``page`` folder; empty if there is none."""
    path = games.folder(game) / "page" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
