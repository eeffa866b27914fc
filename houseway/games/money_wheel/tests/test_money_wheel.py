"""What worked cases cannot say of the Money Wheel: its edges exactly, table against script, simulation, and the rim."""

from collections import Counter
from datetime import datetime
from fractions import Fraction

import pytest

from houseway import games
from houseway.floor.people import HOUSE, Person
from houseway.floor.sources import generate
from houseway.floor.table import Order, Table
from houseway.games.money_wheel.rim import rim
from houseway.lab.agree import agree
from houseway.lab.exact import NoSlip, slip_odds, study, wager_odds
from houseway.lab.simulate import simulate
from houseway.ledger import notepad
from houseway.play.decision import Refused
from houseway.play.prompts import Spin
from houseway.play.wagers import SetUp

BOOK = "act-1992-money-wheel"
TERMS = games.book(BOOK)[0].as_commenced().terms

# symbol, stops of 52, odds to one: as the gazette has them. Every edge comes to one in thirteen.
GAZETTE = """
$1        24  1
$3        12  3
$5        8   5
$11       4   11
$23       2   23
Canberra  1   47
Flag      1   47
"""
ROWS = [line.split() for line in GAZETTE.split("\n") if line]


@pytest.mark.parametrize(("symbol", "stops", "pays"), ROWS)
def test_the_edge_is_one_in_thirteen(symbol, stops, pays):
    one = next(one for one in wager_odds(study(BOOK)) if one.wager == symbol)
    wins = Fraction(int(stops), 52)
    assert one.distribution.chances == {Fraction(-1): 1 - wins, Fraction(pays): wins}
    assert one.distribution.expectation == Fraction(-1, 13)


def test_the_rim_holds_every_stop_and_no_two_alike_touch():
    stops = TERMS.rim.pockets
    assert Counter(stops) == {symbol: int(count) for symbol, count, _ in ROWS}
    assert all(stops[at] != stops[at - 1] for at in range(52))
    assert {stops.index("Flag"), stops.index("Canberra")} == {0, 26}, "the rare ones face each other"


def test_any_numbers_of_stops_make_a_rim():
    for counts in ({"a": 1}, {"a": 3, "b": 3}, {"a": 5, "b": 1}):
        assert Counter(rim(counts).pockets) == counts


def test_the_table_is_the_script():
    found = agree(study(BOOK))
    assert found.endings >= 1900 and not found.endings % 7


def test_a_changed_provision_moves_table_and_script_alike():
    plain = {one.wager: one.distribution.chances for one in wager_odds(study(BOOK))}
    for change, moved in (({"pays.flag": "50 to 1"}, "Flag"), ({"segments.canberra": "2"}, "$1")):
        of = study(BOOK, change)
        agree(of, rounds=200)
        assert {one.wager: one.distribution.chances for one in wager_odds(of)}[moved] != plain[moved]


def test_simulation_finds_the_exact_values():
    for tally in simulate(study(BOOK), 20_000_000, seed=20261115).tallies:
        assert tally.rounds == 20_000_000
        assert abs(tally.z) < 4, tally.wager


def test_a_slip_of_several_symbols():
    slip = slip_odds(study(BOOK), "$5:10, flag:1, $1:4")
    assert slip.mean_stake == 15
    assert slip.distribution.expectation == Fraction(-15, 13)
    assert slip.distribution.chances[Fraction(45)] == Fraction(8, 52)
    with pytest.raises(NoSlip):
        slip_odds(study(BOOK), "$7:5")


def test_nobody_keys_a_stop_that_the_generator_finds():
    opened = Table.open(notepad(), "T", BOOK, SetUp(), HOUSE, datetime(2026, 11, 15, 12, 0))
    assert isinstance(opened, Table)

    def answer(**details):
        return opened.do(Order(Person("D", "dealer"), "answer", details)).decision

    answer()
    assert isinstance(opened.prompt, Spin)
    assert opened.prompt.admits(generate(opened.prompt))
    assert isinstance(answer(value="Flag"), Refused)
    assert not isinstance(answer(), Refused)
    assert not isinstance(opened.prompt, Spin)
