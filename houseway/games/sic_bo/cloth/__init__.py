"""The Sic-Bo glass, drawn from a view: 50 segments in rows, the winning ones lit, and the dice as they lie."""

from __future__ import annotations

from houseway.draw.boxes import Rect, clause_link
from houseway.draw.dice import dice_svg, dice_table_svg, die, row_of_dice
from houseway.draw.fields import Field, beside, field, stacked
from houseway.draw.palette import colour
from houseway.draw.svg import group, tag, text
from houseway.draw.touch import NOTHING, waiting
from houseway.games.sic_bo.cloth.headline import dice_of, headline, summary
from houseway.games.sic_bo.cloth.pays import pays
from houseway.games.sic_bo.glass import Segment, glass
from houseway.games.sic_bo.settle import winning
from houseway.games.sic_bo.terms import Terms
from houseway.money import show
from houseway.play.chips_seen import able, chips_seen
from houseway.play.cloth import side, taken
from houseway.play.felt import Felt
from houseway.play.view import View

__all__ = ["dealer", "names", "pays", "phone", "player", "result", "small", "summary"]

IVORY, QUIET = colour("cloth-ink"), colour("cloth-ink-2")

KINDS = {
    "small": "Small and big", "big": "Small and big", "double": "Two alike", "triple": "Three alike",
    "any_triple": "Three alike", "total": "Totals", "domino": "Two faces", "single": "One face",
}  # fmt: skip


def player(view: View) -> str:
    """The player's side, 932 by 584."""
    parts = [_head(view, 24, 52, 908, 74), _glass(view, wide(Rect(24, 112, 884, 460)), "p"), waiting()]
    return side(view, "player", 932, 584, *parts)


def dealer(view: View) -> str:
    """The dealer's side, 644 by 400: the same glass from across the table."""
    parts = [_head(view, 20, 42, 624, 50), _glass(view, wide(Rect(16, 74, 612, 316), turned=True), "d")]
    return side(view, "dealer", 644, 400, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 wide: shorter rows and more of them."""
    parts = [_head(view, 14, 40, 376, 50), _glass(view, narrow(Rect(12, 88, 366, 970)), "m"), waiting()]
    return side(view, "phone", 390, 1072, *parts)


def small(view: View) -> str:
    """The table on the floor plan."""
    places, label = taken(view, "seats")
    return dice_table_svg(places, view.status.is_closed, label)


def result(felt: Felt) -> str:
    """The dice of a game, for a row of the last ones."""
    dice = dice_of(felt)
    return dice_svg(dice, 22, 2) if dice else ""


def names(terms: Terms) -> list[tuple[str, list[tuple[str, str]]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for segment in glass().values():
        groups.setdefault(KINDS[segment.kind], []).append((segment.name, segment.words))
    return list(groups.items())


# Where each segment lies


def _of(kind: str) -> list[Segment]:
    return [segment for segment in glass().values() if segment.kind == kind]


def wide(area: Rect, turned: bool = False) -> dict[str, Rect]:
    """The glass across a table: small and big at the ends, then totals, two faces, one face."""
    unit = (area.height - 18) / 100
    heights = [37 * unit, 19 * unit, 24 * unit, 20 * unit]
    rows, y = [], area.y
    for tall in heights:
        rows.append(Rect(area.x, y, area.width, tall))
        y += tall + 6
    small, middle, big = beside(rows[0], (13, 74, 13))
    upper, lower = stacked(middle, 2)
    places = {"small": small, "big": big}
    places |= _row(upper, _of("double")) | _row(lower, [*_of("triple")[:3], *_of("any_triple"), *_of("triple")[3:]])
    for row, kind in zip(rows[1:], ("total", "domino", "single"), strict=True):
        places |= _row(row, _of(kind))
    if not turned:
        return places
    right, foot = 2 * area.x + area.width, 2 * area.y + area.height
    return {name: Rect(right - r.x - r.width, foot - r.y - r.height, r.width, r.height) for name, r in places.items()}


def narrow(area: Rect) -> dict[str, Rect]:
    """The glass down a phone."""
    groups = [
        [[*_of("small"), *_of("big")]],
        [_of("double")[:3], _of("double")[3:]],
        [_of("triple")[:3], _of("triple")[3:]],
        [_of("any_triple")],
        [_of("total")[:7], _of("total")[7:]],
        [_of("domino")[:5], _of("domino")[5:10], _of("domino")[10:]],
        [_of("single")[:3], _of("single")[3:]],
    ]
    rows = [row for each in groups for row in each]
    return {
        name: rect
        for place, row in zip(stacked(area, len(rows), 6), rows, strict=True)
        for name, rect in _row(place, row).items()
    }


def _row(area: Rect, segments: list[Segment]) -> dict[str, Rect]:
    weights = [1.35 if segment.kind == "any_triple" and len(segments) > 1 else 1.0 for segment in segments]
    return {segment.name: rect for segment, rect in zip(segments, beside(area, weights), strict=True)}


# What is printed


def _glass(view: View, places: dict[str, Rect], prefix: str) -> str:
    touched, stakes = able(view), chips_seen(view)
    dice = dice_of(view.felt)
    lit = winning(view.terms, dice) if dice else {}
    parts = []
    for n, (name, segment) in enumerate(glass().items()):
        rect = places[name]
        drawn = field(
            rect, _field(segment, view.terms, rect), stakes.get(name, NOTHING), name in lit, touched, prefix, n == 0,
            view.status.is_closed, 15 if rect.height >= 80 else 13 if rect.height > 60 else 11,
        )  # fmt: skip
        parts.append(drawn)
    return tag("g", *parts, role="group", aria_label="The glass", data_roving=prefix)


def _field(segment: Segment, terms: Terms, rect: Rect) -> Field:
    pays = _pays(segment, terms)
    match segment.kind:
        case "small" | "big":
            low, high = getattr(terms.catalogue, segment.kind).value
            return Field(segment.name, segment.words, pays, segment.kind.capitalize(), f"{low} to {high}", size=24)
        case "any_triple":
            return Field(segment.name, segment.words, pays, "Any triple", size=15)
        case "total":
            return Field(segment.name, segment.words, pays, str(segment.numbers[0]), size=24)
        case "domino":
            return _with_dice(segment, pays, segment.numbers, rect)
        case _:
            count = {"double": 2, "triple": 3, "single": 1}[segment.kind]
            return _with_dice(segment, pays, segment.numbers * count, rect)


def _with_dice(segment: Segment, pays: str, faces: tuple[int, ...], rect: Rect) -> Field:
    """Dice beside each other, or one above the other where a field is narrow."""
    room = rect.height - 26
    down = len(faces) == 2 and rect.width < room * 1.4
    if down:
        side = min(26.0, (room - 8) / 2, rect.width - 12)
        parts = [die(face, -side / 2, (n - 1) * (side + 3) + 1.5, side) for n, face in enumerate(faces)]
        return Field(segment.name, segment.words, pays, icon=group(*parts), tall=2 * side + 3)
    side = min(30.0, room - 8, (rect.width - 12 - 3 * (len(faces) - 1)) / len(faces))
    whole = len(faces) * (side + 3) - 3
    parts = [die(face, n * (side + 3) - whole / 2, -side / 2, side) for n, face in enumerate(faces)]
    return Field(segment.name, segment.words, pays, icon=group(*parts), tall=side)


def _pays(segment: Segment, terms: Terms) -> str:
    pays = getattr(terms.pays, segment.kind).value
    if segment.kind == "total":
        return str(pays[segment.numbers[0]])
    if segment.kind == "single":  # by how many dice show it
        return ", ".join(str(pays[count]).removesuffix(" to 1") for count in sorted(pays)) + " to 1"
    return str(pays)


# What is said


def _head(view: View, x: float, y: float, right: float, side: float) -> str:
    """What is said, and the dice once the cover is off."""
    if view.status.is_closed:
        limits = view.sign.limits
        top = f" to {show(limits.maximum)}" if limits.maximum is not None else ""
        return text(x, y, f"Closed. {show(limits.minimum)}{top}", 21, 650, colour("ink-2"))
    now = headline(view)
    dice = dice_of(view.felt) or (dice_of(view.last) if view.window else ())
    drawn = ""
    if dice:
        drawn = row_of_dice(dice, right - 3 * (side + 10) + 10, y - side * 0.62, side, 10, id="dice")
    numbers = [clause.number for clause in now.by.clauses]
    mark = clause_link(x, y + 44, now.by.clauses[0].book, numbers, 13, most=2) if numbers else ""
    room = right - x - (3 * (side + 10) + 14 if dice else 0)
    head = 34 if side > 60 else 21
    return group(
        text(x, y, now.head, head, 650, IVORY, width=104, room=room),
        text(x, y + 22, now.second, 15, 500, QUIET, room=room),
        mark if side > 60 else "",
        drawn,
        id="said" if side > 60 else None,
    )
