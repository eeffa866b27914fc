"""Places: the playing areas, the bank's box and the hands of a viewer, drawn."""

from __future__ import annotations

from functools import lru_cache

from houseway.draw.boxes import Rect, box, clause_link, disc
from houseway.draw.chips import laying, stack
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, tag, text, title
from houseway.draw.tiles import RATIO, tile_at
from houseway.games.pai_gow.cloth.standing import SPOTS, Area, named_hand
from houseway.games.pai_gow.hands import Setting, settings
from houseway.kit.tiles import Tile
from houseway.law.clause import Basis
from houseway.money import show, show_net

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")


def cited(by: Basis, x: float, y: float, anchor: str = "start", most: int = 2, size: float = 13) -> str:
    if not by.clauses:
        return ""
    return clause_link(x, y, by.clauses[0].book, [clause.number for clause in by.clauses], size, anchor, most)


def row_of_tiles(
    tiles: tuple[Tile, ...] | None, hand: Setting | None, x: float, y: float, width: float, id: str
) -> str:
    """Four tiles beside each other: face down, one's own, or open with the high hand first and a gap before the low."""
    if hand is None and tiles is None:
        return ""
    gap = width * 0.34
    lying = hand.tiles if hand is not None else (tiles or (None,) * 4)
    parts = []
    for n, tile in enumerate(lying):
        across = x + n * (width + gap) + (gap * 0.9 if n > 1 and hand is not None else 0)
        label = f"{tile.kind.name} {tile.kind.tag}" if tile is not None else "a tile face down"
        parts.append(tile_at(tile.pips if tile is not None else None, across, y, width, label, id=f"{id}-{n}"))
    return group(*parts)


def tiles_width(width: float) -> float:
    return 4 * width + 3 * width * 0.34


def touch(area: Area, prefix: str, spot: str) -> dict[str, Attr]:
    attributes: dict[str, Attr] = {
        "id": f"{prefix}-area-{area.number}",
        "data_area": area.number,
        "aria_label": area.words,
        "class_": "area yours" if area.yours else "area",
        "role": "button" if area.able else "img",
    }
    if area.able:
        attributes.update(tabindex=0, data_spot=spot)
    return attributes


@lru_cache(maxsize=2048)
def on_the_bow(area: Area, rect: Rect, spots: tuple[str, ...], viewer: str, window: bool) -> str:
    """An area as players see it: its tiles, the wagers and who is there."""
    parts = [title(area.words), box(rect, yours=area.yours)]
    tile = min(18.0, (rect.width - 28) / 5.4)
    left = rect.middle - tiles_width(tile) / 2 - (tile * 0.15 if area.hand else 0)
    parts.append(row_of_tiles(area.tiles, area.hand, left, rect.y + 12, tile, f"a{area.number}"))
    if area.people:
        parts.append(_people(area, rect, viewer, window))
    elif area.tiles is None:
        who = area.seated[0] if area.seated else ""
        mine = who == viewer and bool(who)
        words = "OFF" if area.state == "OFF" else "your seat" if mine else who or "open"
        parts.append(
            text(
                rect.middle,
                rect.y + 62,
                words,
                15,
                500 if words != "OFF" else 700,
                QUIET,
                "middle",
                room=rect.width - 10,
            )
        )
        if mine and window:
            parts.append(laying(rect.middle, rect.y + 92, 15))
    parts.append(disc(rect.middle, rect.bottom, str(area.number), filled=area.yours))
    drawn = tag("g", *parts, **touch(area, "p", spots[0] if spots else "wager"))
    if window and len(spots) > 1 and area.yours and not area.bank:
        drawn += side_spots(area, rect, spots, viewer)
    return drawn


def _people(area: Area, rect: Rect, viewer: str, window: bool) -> str:
    parts = []
    count = len(area.people)
    step = min(26.0, 44.0 / max(1, count - 1)) if count > 1 else 0
    top = rect.y + (80 if count == 1 else 70)
    for n, who in enumerate(area.people):
        y = top + n * step
        r = 15.0 if count == 1 else 9.0
        if who.down and not (who.settled and who.net < 0):
            parts.append(stack(who.regular or who.cents, rect.x + 8 + r, y, r, id=f"w-{area.number}-{who.player}"))
        you = who.player == viewer
        name = "You" if you else who.player
        x, room = rect.x + 2 * r + 16, rect.width - 2 * r - 22
        if you and window:
            parts.append(laying(rect.x + 8 + r, y, r))
        settled = who.settled
        amount = show_net(who.net) if settled else show(who.regular or who.cents)
        parts.append(
            text(x, y + (-2 if count == 1 else 4), amount, 15 if count == 1 else 12.5, 650, IVORY, width=94, room=room)
        )
        if count == 1:
            state = "bank" if area.bank else area.state
            below = state if settled and state else f"{name}, {state}" if state else name
            if who.beside and not settled and not state:
                below = " ".join(f"{SPOTS[spot]} {show(cents)}" for spot, cents in who.beside)
            parts.append(
                text(x, y + 16, below, 12.5, 650 if you else 450, IVORY if you else QUIET, width=92, room=room)
            )
    return group(*parts)


def side_spots(area: Area, rect: Rect, spots: tuple[str, ...], viewer: str, prefix: str = "p") -> str:
    """Bonus and Tie, each a place of its own below the viewer's area."""
    parts = []
    width = (rect.width - 6) / (len(spots) - 1)
    down = {spot: cents for who in area.people if who.player == viewer for spot, cents in who.beside}
    for n, spot in enumerate(spot for spot in spots if spot not in ("wager", "bank")):
        place = Rect(rect.x + n * (width + 6), rect.bottom + 15, width, 44)
        words = f"{SPOTS[spot]}, area {area.number}"
        words += f", {show(down[spot])}" if spot in down else ""
        inside = box(place, yours=True, r=8)
        inside += text(place.middle, place.y + 19, SPOTS[spot], 13, 600, IVORY, "middle", 92, place.width - 6)
        figure = show(down[spot]) if spot in down else "–"
        inside += text(place.middle, place.y + 36, figure, 13, 500, QUIET, "middle", 92, place.width - 6)
        parts.append(
            tag("g", title(words), inside, id=f"{prefix}-{spot}-{area.number}", class_="area", role="button", tabindex=0,
                data_area=area.number, data_spot=spot, aria_label=words)
        )  # fmt: skip
    return group(*parts)


@lru_cache(maxsize=1024)
def in_a_row(area: Area, rect: Rect, prefix: str) -> str:
    """An area in one cell, for the dealer and for a phone: who, how much, and how far the hand is."""
    parts = [title(area.words), box(rect, yours=area.yours, r=8)]
    pad = 8
    parts.append(text(rect.x + pad, rect.y + 18, str(area.number), 13, 650, IVORY))
    settled = any(who.settled for who in area.people)
    lying = sum(who.net for who in area.people) if settled else sum(who.cents for who in area.people)
    if area.people:
        count = len(area.people)
        names = area.people[0].player if count == 1 else f"{count} players"
        room = rect.width - 2 * pad
        if prefix == "d":
            parts.append(text(rect.x + rect.width - pad, rect.y + 18, names, 11.5, 450, QUIET, "end", 86, room - 14))
        parts.append(
            text(
                rect.x + pad,
                rect.y + 42,
                show_net(lying) if settled else show(lying),
                16,
                650,
                IVORY,
                width=92,
                room=room,
            )
        )
        state = "bank" if area.bank else area.state
        parts.append(text(rect.x + pad, rect.y + 60, state, 12, 500, QUIET, width=90, room=room))
    else:
        words = "OFF" if area.state == "OFF" else "seated" if area.seated else "open"
        parts.append(text(rect.x + pad, rect.y + 42, words, 13, 450, QUIET, width=90, room=rect.width - 2 * pad))
    return tag("g", *parts, **touch(area, prefix, "wager"))


# The viewer's own hands


def arranged(
    tiles: tuple[Tile, ...], first: Setting, by: tuple[Basis, Basis], high: Rect, low: Rect, width: float, prefix: str
) -> str:
    """Every way the viewer's tiles can be set, one of them shown ``first``: as they were dealt, or as they lie. A tap on a tile
    of each hand swaps them."""
    ways = settings(tiles)
    parts = []
    for way in ways:
        now = sorted(map(str, way.high)) in (sorted(map(str, first.high)), sorted(map(str, first.low)))
        parts.append(
            group(
                _hand(way.high, "High", high, width, f"{prefix}h", by[0], True),
                _hand(way.low, "Low", low, width, f"{prefix}l", by[1], True),
                class_="way",
                data_value=str(way),
                hidden=not now,
            )
        )
    return group(
        *parts, class_="arranged", id=f"{prefix}-arranged", data_keep=True, data_hand=" ".join(map(str, tiles))
    )


def shown_hand(setting: Setting, by: tuple[Basis, Basis], high: Rect, low: Rect, width: float, prefix: str) -> str:
    """Hands that are set."""
    return group(
        _hand(setting.high, "High", high, width, f"{prefix}h", by[0], False),
        _hand(setting.low, "Low", low, width, f"{prefix}l", by[1], False),
        id=f"{prefix}-set",
    )


def _hand(
    tiles: tuple[Tile, Tile], name: str, rect: Rect, width: float, prefix: str, by: Basis, movable: bool
) -> str:  # fmt: skip
    parts = [box(rect)]
    pad = (rect.height - width * RATIO) / 2
    for n, tile in enumerate(tiles):
        label = f"{tile.kind.name} {tile.kind.tag}, {name.lower()} hand"
        more: dict[str, Attr] = {"id": None if movable else f"{prefix}-{n}"}
        if movable:
            more.update(class_="tile", data_tile=str(tile), role="button", tabindex=0)
        parts.append(tile_at(tile.pips, rect.x + pad + n * (width + 10), rect.y + pad, width, label, **more))
    x = rect.x + pad + 2 * (width + 10) + 8
    room = rect.x + rect.width - x - 6
    wide = rect.height > 180
    parts.append(text(x, rect.y + (34 if wide else 24), name, 21 if wide else 16, 650, IVORY, room=room))
    words = named_hand(tiles)
    points = words.split(" ")[0] if words[0].isdigit() else ""
    top = rect.y + (100 if wide else 52)
    if points:
        parts.append(text(x, top, points, 27 if wide else 22, 650, IVORY))
        parts.append(
            text(x, top + 24, "points" if points != "1" else "point", 16 if wide else 13, 500, IVORY, room=room)
        )
    else:
        said = words.split(" ") if wide else [words]
        for n, word in enumerate(said):
            parts.append(
                text(x, top + n * 22, word.capitalize() if n == 0 else word, 18 if wide else 14, 650, IVORY, room=room)
            )
    if wide:
        parts.append(text(x, rect.y + 56, "hand", 15, 450, QUIET))
        parts.append(cited(by, x, rect.bottom - 22, most=1))
    return group(*parts)
