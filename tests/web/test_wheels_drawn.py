"""The cloths of wheels and dice: every place comes from a catalogue, can be heard, and lies where it should."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from houseway.draw.boxes import Rect
from houseway.draw.layout import Grid, layout
from houseway.draw.palette import colour
from houseway.draw.racetrack import Track
from houseway.draw.svg import picture
from houseway.draw.touch import Stake, stakes_by_spot
from houseway.draw.wheel import wheel
from houseway.floor.story import Rehearsal
from houseway.floor.views import view_of
from houseway.games.roulette import cloth
from houseway.kit import spots
from houseway.kit.wheel import SINGLE_ZERO
from houseway.play.states import Status
from houseway.play.view import View
from houseway.play.wagers import Wager

BOOK = "act-1992-american-roulette"
SPOTS = tuple(spots.layout().values())
LAID = "sign 1 to 500\nstraight:17 P1:25 P2:10\nsplit:17/20 P1:5\nblack P1:100\n"


def view(story: str = LAID, viewer: str = "P1") -> View:
    told = Rehearsal(BOOK)
    told.tell(story)
    return view_of(told.table, viewer)


def places(drawing: str) -> dict[str, ElementTree.Element]:
    tree = ElementTree.fromstring(drawing)
    found = [node for node in tree.iter() if "data-spot" in node.attrib]
    return {node.attrib["data-spot"]: node for node in found}


def box(node: ElementTree.Element) -> Rect:
    rect = node.find("{http://www.w3.org/2000/svg}rect")
    assert rect is not None
    return Rect(*(float(rect.attrib[name]) for name in ("x", "y", "width", "height")))


@pytest.mark.parametrize("side", ["player", "phone"])
def test_every_spot_of_the_catalogue_can_be_touched_and_heard(side: str) -> None:
    found = places(getattr(cloth, side)(view()))
    single = {name for name in found if not re.match("neighbours|tier|orphelins|voisins|zero_game", name)}
    assert single == set(spots.layout()) and len(single) == 157
    assert len(found) - len(single) == 37 + 4, "neighbours of every pocket, and the four sections"
    assert all(node.attrib["role"] == "button" and node.attrib["aria-label"] for node in found.values())
    first = [name for name, node in found.items() if node.attrib["tabindex"] == "0"]
    assert len(first) == 2, "Tab stops once at the layout and once at the racetrack; arrows go on from there"
    assert found["straight:17"].attrib["aria-label"] == "17 black, your 25 dollars, others 10"
    assert found["split:17/20"].attrib["aria-label"] == "Split 17 20, your 5 dollars"
    assert found["voisins"].attrib["data-pieces"].split()[0] == "street:0/2/3=2"


@pytest.mark.parametrize("grid", [Grid(0, 0), Grid(9, 9, way="turned"), Grid(0, 0, seam=28, way="down")])
def test_seams_and_crossings_lie_between_the_numbers_they_cover(grid: Grid) -> None:
    cells = {spot.numbers[0]: grid.area(spot) for spot in SPOTS if spot.kind == "straight"}
    for spot in SPOTS:
        if spot.kind not in ("split", "corner") or spot.name == "corner:0/1/2/3":
            continue  # the first four have their chip at the outer end of zero's line
        area = grid.area(spot)
        x, y = area.x + area.width / 2, area.y + area.height / 2
        touched = {
            number
            for number, cell in cells.items()
            if cell.x - 1 <= x <= cell.x + cell.width + 1 and cell.y - 1 <= y <= cell.bottom + 1
        }
        assert touched == set(spot.numbers), spot.name
        assert min(area.width, area.height) >= grid.seam


def overlapping(areas: list[tuple[str, Rect]]) -> Iterator[tuple[str, str]]:
    for n, (one, a) in enumerate(areas):
        for other, b in areas[n + 1 :]:
            across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
            down = min(a.bottom, b.bottom) - max(a.y, b.y)
            if across > 0.01 and down > 0.01:
                yield one, other


@pytest.mark.parametrize("way", ["along", "turned", "down"])
def test_no_two_places_of_one_height_overlap(way: str) -> None:
    grid = Grid(0, 0, way=way)  # type: ignore[arg-type]
    for height in (0, 1, 2):
        level = [(spot.name, grid.area(spot)) for spot in SPOTS if grid.paints(spot) == height]
        assert list(overlapping(level)) == []


def test_the_dealer_sees_the_layout_from_across_the_table() -> None:
    ours = places(picture(9, 9, layout(Grid(0, 0), SPOTS), label="x"))
    theirs = places(picture(9, 9, layout(Grid(0, 0, way="turned"), SPOTS), label="x"))
    assert box(ours["straight:1"]).x < box(ours["straight:34"]).x
    assert box(theirs["straight:1"]).x > box(theirs["straight:34"]).x
    assert (
        box(ours["straight:3"]).y < box(ours["straight:1"]).y
        and box(theirs["straight:3"]).y > box(theirs["straight:1"]).y
    )
    assert box(places(cloth.dealer(view(viewer="dealer")))["red"]).y < box(
        places(cloth.dealer(view(viewer="dealer")))["straight:2"]
    ).y  # fmt: skip


def test_the_racetrack_runs_round_in_the_order_of_the_wheel() -> None:
    track = Track(Rect(0, 0, 622, 194))
    spans = track.spans(37)
    assert len(spans) == 37 and spans[0][0] == "left"
    for (one, _, end), (other, begin, _) in zip(spans, [*spans[1:], spans[0]], strict=True):
        assert track.point(one, end, 0) == pytest.approx(track.point(other, begin, 0)), (
            "each begins where the last ended"
        )
    found = places(cloth.player(view()))
    for label in SINGLE_ZERO.pockets:
        around = found[f"neighbours:{label}"].attrib["data-numbers"].split()
        assert tuple(around) == SINGLE_ZERO.neighbours(label, 2)


def test_the_ball_rests_in_the_result_and_stays_there() -> None:
    spun = view(LAID + "spin 17")
    drawing = cloth.player(spun)
    assert "Wheel, the ball rests in 17 black" in drawing and "17 black" in drawing
    assert drawing.count('class="lit"') == 2, "the number on the layout and on the track, and nothing else"
    assert "odd, 1 to 18, second dozen" in drawing
    taken = places(drawing)
    assert taken["straight:17"].attrib["aria-label"] == "17 black, winning, your 25 dollars, others 10, won 875"
    assert "no ball in it" in cloth.player(view(LAID))
    pockets = cloth.POCKETS
    assert wheel(pockets, 0, 0, 100, "0").count("<circle") == wheel(pockets, 0, 0, 100).count("<circle") + 2


def test_chips_lie_by_spot_and_by_whose_they_are() -> None:
    found = stakes_by_spot(
        (Wager("A", 0, "red", 500), Wager("A", 0, "red", 500), Wager("B", 0, "red", 300)), "A", {"A": "blue"}
    )
    assert found == {"red": Stake(1000, 300, "blue", "")}
    assert stakes_by_spot((Wager("B", 0, "red", 300),), "A", {"B": "pink"})["red"].others_fill == "pink"


def test_a_frozen_or_closed_table_answers_no_tap() -> None:
    from dataclasses import replace

    for status in (Status.FROZEN, Status.CLOSED):
        shut = places(cloth.player(replace(view(), status=status)))
        assert {node.attrib["role"] for node in shut.values()} == {"img"}
    closed = cloth.player(replace(view(), status=Status.CLOSED))
    assert "pocket" not in closed and colour("pocket-red") not in closed and "Closed. $1 to $500" in closed
