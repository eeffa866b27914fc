"""The roulette cloth, drawn from a view: layout, racetrack and wheel for players, the layout turned for the dealer.

Every place that can be touched comes from the catalogue of spots; the racetrack's come from the book's own sections.
"""

from __future__ import annotations

from html import escape

from houseway.draw.boxes import Rect, clause_link
from houseway.draw.layout import Grid, layout
from houseway.draw.palette import colour
from houseway.draw.racetrack import Track, racetrack
from houseway.draw.svg import group, picture, tag, text
from houseway.draw.touch import waiting
from houseway.draw.wheel import roulette_table_svg, wheel
from houseway.games.roulette.cloth.called import on_the_track
from houseway.games.roulette.cloth.headline import headline, number_of, summary
from houseway.games.roulette.cloth.pays import pays
from houseway.games.roulette.terms import Terms
from houseway.kit import spots
from houseway.kit.wheel import SINGLE_ZERO
from houseway.kit.wheel import colour as colour_of
from houseway.money import show
from houseway.play.chips_seen import able, chips_seen
from houseway.play.cloth import side, taken
from houseway.play.felt import Felt
from houseway.play.view import View

__all__ = ["dealer", "look", "names", "pays", "phone", "player", "result", "small", "summary"]

IVORY, QUIET = colour("cloth-ink"), colour("cloth-ink-2")

SPOTS = tuple(spots.layout().values())
POCKETS = tuple((label, colour_of(int(label))) for label in SINGLE_ZERO.pockets)


def player(view: View) -> str:
    """The player's side, 932 by 584. Of a closed table the layout is left, in outline."""
    parts = [_layout(view, Grid(24, 14, 60, 62, 68, 66, 44, 44), "p"), _said(view, 24, 354, 646)]
    if not view.status.is_closed:
        parts.append(_track(view, Track(Rect(24, 378, 622, 194)), "p"))
        parts.append(wheel(POCKETS, 790, 446, 124, _ball(view), id="p-wheel"))
        parts.append(waiting())
    return side(view, "player", 932, 584, *parts)


def dealer(view: View) -> str:
    """The dealer's side, 644 by 300: the same layout from across the table."""
    grid = Grid(22, 84, 40, 43, 44, 46, 31, 31, seam=18, way="turned")
    parts = [_said(view, 24, 44, 540, small=True), _layout(view, grid, "d")]
    if not view.status.is_closed:
        parts.append(wheel(POCKETS, 596, 44, 38, _ball(view), id="d-wheel"))
    return side(view, "dealer", 644, 300, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 wide: the layout hangs down, the track below it with the wheel inside."""
    grid = Grid(12, 56, 52, 52, 46, 88, 50, 52, seam=28, way="down")
    top = grid.y + grid.length + 20
    parts = [_said(view, 14, 38, 378, small=True), _layout(view, grid, "m")]
    if view.status.is_closed:
        return side(view, "phone", 390, top, *parts)
    track = Track(Rect(12, top, 366, 664), ring=54, ends=(11, 12), way="down")
    parts.append(_track(view, track, "m", Rect(90, top + 300, 210, 288)))
    parts.append(wheel(POCKETS, 195, top + 184, 98, _ball(view), id="m-wheel"))
    parts.append(waiting())
    return picture(390, top + 676, *parts, label=view.label, role="group", id="cloth-phone", class_="cloth")


def small(view: View) -> str:
    """The table on the floor plan."""
    places, label = taken(view, "seats")
    return roulette_table_svg(places, view.status.is_closed, label)


def result(felt: Felt) -> str:
    """A number on its pocket's colour, for a row of the last ones."""
    number = number_of(felt)
    if not number:
        return ""
    fill = colour_of(int(number))
    return picture(
        34, 34,
        tag("rect", x=1, y=1, width=32, height=32, rx=5, fill=colour(f"pocket-{fill}"), stroke=colour("cloth-line")),
        text(17, 22.5, number, 15, 650, "#FFFFFF", "middle"),
        label=felt.fact("outcome"), sized=True, class_="mark",
    )  # fmt: skip


def names(terms: Terms) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every wager by name, in groups: the spots by kind, then what is called."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for spot in SPOTS:
        groups.setdefault(spots.group_of(spot), []).append((spot.name, spot.words))
    neighbours, sections = on_the_track(terms)
    groups["Racetrack"] = [(each.name, each.words) for each in (*sections, *neighbours.values())]
    groups["Maximum marker"] = [(f"maximum:{n}", f"the most on {n} and its combinations") for n in range(37)]
    return list(groups.items())


def look(number: str) -> str:
    """The colour of a number's key."""
    return colour_of(int(number))


def _layout(view: View, grid: Grid, prefix: str) -> str:
    return layout(
        grid, SPOTS, chips_seen(view), lit(view), able(view), prefix, _pays(view), outline=view.status.is_closed
    )  # fmt: skip


def _track(view: View, track: Track, prefix: str, sections: Rect | None = None) -> str:
    return racetrack(
        track, POCKETS, *on_the_track(view.terms), _lit_pocket(view), able(view), prefix, sections
    )  # fmt: skip


# What is lit


def lit(view: View) -> tuple[str, ...]:
    """The number that has come."""
    number = number_of(view.felt)
    return (f"straight:{number}",) if number else ()


def _lit_pocket(view: View) -> tuple[str, ...]:
    number = number_of(view.felt)
    return (number,) if number else ()


def _ball(view: View) -> str:
    """The ball lies where it came to rest, until the wheel is spun again."""
    return number_of(view.felt) or (number_of(view.last) if view.window or view.viewer == "dealer" else "")


def _pays(view: View) -> dict[str, str]:
    return {kind: str(odds) for kind, (odds, _, _) in view.terms.why.items()}


def _said(view: View, x: float, y: float, right: float, small: bool = False) -> str:
    if view.status.is_closed:
        limits = view.sign.limits
        top = f" to {show(limits.maximum)}" if limits.maximum is not None else ""
        return text(x, y, f"Closed. {show(limits.minimum)}{top}", 21, 650, colour("ink-2"))
    now = headline(view)
    numbers = [clause.number for clause in now.by.clauses]
    words = now.head[:1].upper() + now.head[1:]
    line = tag(
        "text",
        tag("tspan", escape(words), font_size=21 if small else 27, font_weight=650, font_stretch="104%", fill=IVORY),
        tag("tspan", escape(now.second), dx=12, font_size=13.5 if small else 15, font_weight=500, fill=QUIET),
        x=x,
        y=y,
    )
    mark = clause_link(right, y, now.by.clauses[0].book, numbers, 13, "end", most=1) if numbers else ""
    return group(line, mark, id="said" if not small else None)
