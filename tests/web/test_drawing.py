"""The drawings: well formed, named for people who listen, and laid out as the law and the room have it."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from houseway.draw import cards, chips, marks, palette, plots, sign, svg
from houseway.floor.story import Rehearsal
from houseway.floor.views import view_of
from houseway.games.red_dog import cloth
from houseway.kit.cards import CARDS, UNSEEN
from houseway.play.felt import Box, Felt
from houseway.play.states import Status
from houseway.play.view import View

VIC, ACT, MA = "vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog"
RAISES_OPEN = """
sign 5 to 500 share 3
seats P1@5 P2@1 Anna@4
original P1@5:100 P2@1:25 Anna@4:25
7S 4H
raise P1:100
"""


def read(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def tags(tree: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return tree.findall(f".//{{http://www.w3.org/2000/svg}}{name}")


def table(book: str, story: str) -> Rehearsal:
    told = Rehearsal(book)
    told.tell(story)
    return told


def view(book: str, viewer: str = "Anna", story: str = RAISES_OPEN, **changes: object) -> View:
    return replace(view_of(table(book, story).table, viewer), **changes)


@pytest.mark.parametrize("rank", "23456789T")
def test_a_card_has_as_many_pips_as_its_rank(rank: str) -> None:
    suits = tags(read(cards.card_svg(f"{rank}H")), "path")
    assert len(suits) == (10 if rank == "T" else int(rank)) + 2  # the pips, and one beside each index


def test_every_card_is_drawn_and_can_be_heard() -> None:
    for card in CARDS:
        picture = read(card._repr_svg_())
        rank, suit = cards.card_words(str(card)).split(" of ")
        assert (
            picture.attrib["role"] == "img" and rank in picture.attrib["aria-label"] and suit == card.words.split()[-1]
        )
    five_by_seven = tags(read(cards.card_svg("7S")), "rect")[0].attrib
    assert float(five_by_seven["height"]) / float(five_by_seven["width"]) == pytest.approx(7 / 5)


def test_a_card_face_down_says_nothing() -> None:
    felt = Felt(boxes=(Box("first card", "right", (None,)),))
    assert "face down" in felt._repr_svg_() and "of spades" not in felt._repr_svg_()


def test_chips_are_counted_and_stacks_are_low() -> None:
    assert chips.counted(13_500) == [10_000, 2_500, 1_000]
    assert chips.counted(750) == [500, 250]
    assert sum(chips.counted(77_700)) == 77_700
    assert len(tags(read(svg.picture(99, 99, chips.stack(777_700, 9, 9), label="a stack")), "text")) == chips.DRAWN
    assert chips.tray(500, 50_000) == [500, 1_000, 2_500, 10_000]
    assert chips.tray(1_000, 100_000)[0] == 1_000


def test_figures_are_drawn_in_but_never_cut() -> None:
    assert "+$12,345" in svg.text(0, 0, "+$12,345", 15, room=20) and "textLength" in svg.text(
        0, 0, "+$12,345", 15, room=20
    )
    assert "Goldcr" not in svg.text(0, 0, "Goldcrest", 15, room=20) and "…" in svg.text(0, 0, "Goldcrest", 15, room=20)
    assert "<b>" not in svg.text(0, 0, "<b>") and 'a="&quot;"' in svg.tag("g", a='"')


def test_the_palette_is_one_list() -> None:
    sheet = palette.css()
    for name, value in palette.COLOURS.items():
        assert f"--{name}:{value};" in sheet
    used = {colour for colour, _ in marks.STATES.values()}
    assert used <= set(palette.COLOURS)


def test_charts_and_signs_are_well_formed() -> None:
    points = [plots.Point("1", -0.54), plots.Point("7", 0.08, "filled")]
    assert len(tags(read(plots.lollipop_svg(points, "Value by spread")), "circle")) == 2
    assert "45.74%" in plots.bars_svg([plots.Point("−1", 0.4574), plots.Point("0", 0.2116, "hollow")], "Results")
    assert read(sign.sign_svg([("Minimum", "$5"), ("Maximum", "$500")], "6.1")).attrib["aria-label"] == (
        "Sign: minimum $5, maximum $500"
    )


# The cloth


def place_of(picture: str, name: str) -> float:
    """How far right something lies."""
    found = re.search(rf'<g transform="translate\(([\d.]+) [\d.]+\)" id="[pdm]-{name}"', picture)
    assert found is not None, name
    return float(found.group(1))


@pytest.mark.parametrize(("book", "first_at_players"), [(VIC, "left"), (ACT, "right"), (MA, "right")])
def test_cards_lie_where_the_book_puts_them_seen_from_either_side(book: str, first_at_players: str) -> None:
    story = RAISES_OPEN if book != MA else RAISES_OPEN.replace(" share 3", "")
    players, dealers = cloth.player(view(book, story=story)), cloth.dealer(view(book, "dealer", story))
    left = place_of(players, "first-card") < place_of(players, "second-card")
    assert left == (first_at_players == "left")
    assert left != (place_of(dealers, "first-card") < place_of(dealers, "second-card")), "the sides mirror each other"


@pytest.mark.parametrize("areas", [7, 9])
@pytest.mark.parametrize("side", ["player", "dealer", "phone"])
def test_every_area_is_there_in_order_and_mirrored(areas: int, side: str) -> None:
    seen = view(VIC, "Anna" if side != "dealer" else "dealer", RAISES_OPEN.replace("share 3", f"share 3 areas {areas}"))
    picture = read(getattr(cloth, side)(seen))
    boxes = [node for node in tags(picture, "g") if "data-area" in node.attrib]
    assert [int(box.attrib["data-area"]) for box in boxes] == list(range(1, areas + 1)), "to the ear always by number"
    across = [float(tags(box, "rect")[0].attrib["x"]) for box in boxes]
    assert across == sorted(across, reverse=side != "dealer"), "area 1 is at the dealer's left"
    assert all(box.attrib["aria-label"].startswith("Area") for box in boxes)
    live = {box.attrib["role"] for box in boxes}
    assert live == ({"img"} if side == "dealer" else {"button"})


def test_what_the_cloth_says_at_each_moment() -> None:
    moments = {
        "sign 5 to 500": "Place your bets",
        "sign 5 to 500\noriginal P1:25\n7S": "No more bets",
        "sign 5 to 500\noriginal P1:25\n7S 4H": "Spread 2",
        "sign 5 to 500\noriginal P1:25\n7S 7H": "Pair of sevens",
        "sign 5 to 500\noriginal P1:25\n7S 8H": "No spread",
        "sign 5 to 500\noriginal P1:25\n7S 7H\n7D": "Three of a kind",
        "new shoe": "Shuffle",
    }
    for story, words in moments.items():
        assert words in cloth.player(view(VIC, "", story)), story


def test_one_lamp() -> None:
    """At most the spread is lit for a player, and the box due next for the dealer; the marks only borrow the hue."""
    lit = [
        node
        for node in tags(read(cloth.player(view(VIC))), "rect")
        if node.attrib.get("fill") == palette.colour("lamp")
    ]
    assert len(lit) == 1
    due = cloth.dealer(view(VIC, "dealer", RAISES_OPEN + "raises closed"))
    boxes = [node for node in tags(read(due), "rect") if node.attrib.get("stroke") == palette.colour("lamp")]
    assert len(boxes) == 1 and "card here" in due


def test_states_change_the_cloth() -> None:
    frozen = cloth.player(view(VIC, status=Status.FROZEN))
    assert 'role="button"' not in frozen and "Everything keeps" in frozen
    closed = cloth.player(view(VIC, status=Status.CLOSED))
    assert "stroke-dasharray" in closed and "Maximum" in closed and 'role="button"' not in closed
    void = cloth.player(view(VIC, "", "sign 5 to 500\noriginal P1:25\n7S 8H"))
    assert "returned" in void and "won" not in void


def test_names_on_the_cloth_cannot_become_markup() -> None:
    seen = view(VIC, "", RAISES_OPEN)
    seats = tuple((name.replace("P1", "<script>"), area) for name, area in seen.seats)
    assert "<script>" not in cloth.player(replace(seen, seats=seats))
    assert str(UNSEEN) == "X"
