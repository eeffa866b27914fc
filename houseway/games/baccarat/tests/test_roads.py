"""Roads: a shoe drawn by hand, and what must hold for every shoe."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games.baccarat.roads import CYCLES, ROWS, Roads, compared, coups

RECORDS = st.lists(st.sampled_from(["P8", "B9", "T6", "P1", "B7"]), max_size=90).map("".join)


def test_a_shoe_drawn_by_hand():
    """Banker twice, Player with a tie on it, Banker once, Player three times."""
    roads = Roads.of("B8B7P9T6B6P5P6P9")
    assert [(m.column, m.row, m.kind, m.ties) for m in roads.big_road] == [
        (0, 0, "banker", 0), (0, 1, "banker", 0), (1, 0, "player", 1), (2, 0, "banker", 0),
        (3, 0, "player", 0), (3, 1, "player", 0), (3, 2, "player", 0),
    ]  # fmt: skip
    assert [(m.column, m.row) for m in roads.bead_plate] == [(0, n) for n in range(6)] + [(1, 0), (1, 1)]
    # Columns are 2, 1, 1, 3 long. Big eye: column 2 begins (2 against 1), column 3 begins (1 against 1), then its second coup
    # meets a column of one, and its third a column that ended two above.
    assert [m.kind for m in roads.derived("big eye")] == ["unlike", "alike", "unlike", "alike"]
    assert [m.kind for m in roads.derived("small")] == ["unlike", "unlike", "alike"]
    assert [m.kind for m in roads.derived("cockroach")] == ["alike", "unlike"]
    assert roads.totals == {"player": 4, "banker": 3, "tie": 1}


def test_where_the_derived_roads_begin():
    """The second coup of the second, third and fourth column, or the first of the column after."""
    assert compared([1, 2], 1) == ["unlike"]
    assert compared([1, 1, 1], 1) == ["alike"]
    assert compared([1, 1], 1) == []
    assert compared([1, 1, 2], 2) == ["unlike"]
    assert compared([1, 1, 1, 2], 3) == ["unlike"]
    assert compared([1, 1, 1, 1], 2) == ["alike"]


def test_a_long_run_turns_to_the_right_and_the_next_column_stands_beside_its_head():
    long = Roads.of("B8" * 9 + "P9" * 7)
    assert [(m.column, m.row) for m in long.big_road] == [
        *((0, row) for row in range(6)), (1, 5), (2, 5), (3, 5),
        *((1, row) for row in range(5)), (2, 4), (3, 4),
    ]  # fmt: skip


def test_ties_before_any_winner():
    assert [(m.kind, m.ties) for m in Roads.of("T5T6").big_road] == [("tie", 2)]
    assert [(m.kind, m.ties) for m in Roads.of("T5T6P7").big_road] == [("player", 2)]


@pytest.mark.parametrize("wrong", ["B", "X8", "B8P", "Bx"])
def test_what_is_no_record(wrong):
    with pytest.raises(ValueError, match="coup"):
        coups(wrong)


@pytest.mark.long
@given(RECORDS)
def test_every_road_of_every_shoe(record):
    roads = Roads.of(record)
    winners = [coup.came for coup in roads.shown if coup.came != "tie"]
    assert len(roads.bead_plate) == len(roads.shown)
    assert sum(roads.totals.values()) == len(roads.shown)
    marks = roads.big_road
    assert [m.kind for m in marks if m.kind != "tie"] == winners
    assert sum(m.ties for m in marks) == roads.totals["tie"]
    for drawn in (roads.bead_plate, marks, *(roads.derived(name) for name in CYCLES)):
        cells = [(m.column, m.row) for m in drawn]
        assert len(set(cells)) == len(cells), "two marks in one cell"
        assert all(0 <= row < ROWS for _, row in cells)
    for one, two in pairwise(marks):
        if one.logical == two.logical:  # a run goes down or to the right, one cell at a time
            assert (two.column - one.column, two.row - one.row) in ((0, 1), (1, 0))
        else:
            assert two.row == 0
            assert two.logical == one.logical + 1
            assert two.column >= two.logical


@pytest.mark.long
@given(RECORDS)
def test_ties_change_no_derived_road(record):
    plain = "".join(record[n : n + 2] for n in range(0, len(record), 2) if record[n] != "T")
    for name in CYCLES:
        assert [m.kind for m in Roads.of(record).derived(name)] == [m.kind for m in Roads.of(plain).derived(name)]


@given(RECORDS)
def test_sides_exchanged_change_no_derived_road(record):
    other = record.translate(str.maketrans("BP", "PB"))
    for name in CYCLES:
        assert Roads.of(record).derived(name) == Roads.of(other).derived(name)


@given(st.lists(st.integers(1, 12), max_size=20), st.integers(1, 3))
def test_one_sign_for_every_coup_after_the_first_comparison(lengths, back):
    """By the cells themselves: alike when the cell that many columns back and the one above it are both filled or both
    empty; at the head of a column, when the two columns before would have gone on as one did."""
    signs = compared(lengths, back)
    filled = {(column, row) for column, length in enumerate(lengths) for row in range(length)}
    expected = []
    for column, length in enumerate(lengths):
        for row in range(length):
            if row and column >= back:
                here, above = (column - back, row) in filled, (column - back, row - 1) in filled
                expected.append("alike" if here == above else "unlike")
            elif not row and column > back:
                # had the last column gone on instead, its next cell would have said the opposite
                gone_on = lengths[column - 1]
                here = (column - 1 - back, gone_on) in filled
                above = (column - 1 - back, gone_on - 1) in filled
                expected.append("unlike" if here == above else "alike")
    assert signs == expected
