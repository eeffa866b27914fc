"""What worked cases cannot say of Sic-Bo: every edge exactly, table against script, simulation, and the glass."""

from datetime import datetime
from fractions import Fraction
from itertools import product

import pytest

from houseway import games
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.sources import generate
from houseway.floor.table import Order, Table
from houseway.games.sic_bo.figures.analysis import begin
from houseway.games.sic_bo.glass import glass, named
from houseway.games.sic_bo.round import WinningAreas
from houseway.games.sic_bo.settle import winning
from houseway.kit.dice import throws
from houseway.lab.agree import agree
from houseway.lab.exact import NoSlip, slip_odds, study, wager_odds
from houseway.lab.simulate import simulate
from houseway.ledger import Post, Transfer, notepad
from houseway.odds.one_draw import settled
from houseway.play.decision import Refused
from houseway.play.driver import drive
from houseway.play.prompts import ClosedWindow, Confirm, ReadSign, Roll, TakeWagers
from houseway.play.wagers import SetUp, Sign, Wager

BOOK = "act-1992-sic-bo"
TERMS = games.book(BOOK)[0].as_commenced().terms

# kind or segment, how many there are, winning throws of 216, edge: as the project's register reckoned them beforehand.
REGISTER = """
small       1   105         1/36
big         1   105         1/36
triple      6   1           35/216
double      6   16          1/9
any_triple  1   6           1/9
total:4     1   3           1/8
total:5     1   6           1/9
total:6     1   10          13/108
total:7     1   15          7/72
total:8     1   21          1/8
total:9     1   25          2/27
total:10    1   27          1/8
total:11    1   27          1/8
total:12    1   25          2/27
total:13    1   21          1/8
total:14    1   15          7/72
total:15    1   10          13/108
total:16    1   6           1/9
total:17    1   3           1/8
domino      15  30          1/36
single      6   91          1/27
"""
ROWS = [line.split() for line in REGISTER.split("\n") if line]


@pytest.mark.parametrize(("name", "count", "ways", "edge"), ROWS)
def test_the_edge_is_the_registers(name, count, ways, edge):
    alike = [one for one in wager_odds(study(BOOK)) if one.wager == name or one.wager.partition(":")[0] == name]
    assert len(alike) == int(count)
    for one in alike:
        assert one.distribution.chance_of(above=0) == Fraction(int(ways), 216)
        assert one.distribution.house_edge == Fraction(edge)


def test_the_rows_are_all_fifty():
    assert sum(int(count) for _, count, _, _ in ROWS) == len(glass()) == 50


def test_a_single_by_the_dice_that_show_it():
    single = next(one for one in wager_odds(study(BOOK)) if one.wager == "single:4")
    assert single.distribution.chances == {
        Fraction(-1): Fraction(125, 216),
        Fraction(1): Fraction(75, 216),
        Fraction(2): Fraction(15, 216),
        Fraction(12): Fraction(1, 216),
    }


def test_which_die_is_which_does_not_matter():
    assert sum(throws(3).values()) == 216
    for dice in product(range(1, 7), repeat=3):
        assert winning(TERMS, dice) == winning(TERMS, tuple(sorted(dice)))


def test_the_areas_that_light_are_those_that_are_paid():
    everywhere = [Wager("P1", 0, spot, 100) for spot in glass()]
    for dice in throws(3):

        def answer(prompt, dice=dice):
            if isinstance(prompt, TakeWagers):
                return ClosedWindow(tuple(everywhere))
            return Sign() if isinstance(prompt, ReadSign) else dice if isinstance(prompt, Roll) else prompt.usually()

        steps, settlement = drive(begin(TERMS)(), answer)
        lit = next(step.spots for step in steps if isinstance(step, WinningAreas))
        paid = [line.wager.spot for line in settlement.lines if line.outcome == "won"]
        assert set(lit) == set(paid)
        first_paid = next(n for n, line in enumerate(settlement.lines) if line.outcome == "won")
        assert all(line.outcome == "won" for line in settlement.lines[first_paid:]), "losers first, then winners"


def test_the_table_is_the_script():
    found = agree(study(BOOK))
    assert found.endings >= 1900 and not found.endings % 56


@pytest.mark.long
def test_a_changed_provision_moves_table_and_script_alike():
    plain = {one.wager: one.distribution.chances for one in wager_odds(study(BOOK))}
    for change, moved in (
        ({"pays.total.9": "8 to 1"}, "total:9"),
        ({"pays.single.2": "3 to 1"}, "single:6"),
        ({"pays.triple": "150 to 1"}, "triple:1"),
        ({"pays.domino": "5 to 1"}, "domino:2/6"),
    ):
        of = study(BOOK, change)
        agree(of, rounds=200)
        assert {one.wager: one.distribution.chances for one in wager_odds(of)}[moved] != plain[moved]


def test_simulation_finds_the_exact_values():
    for tally in simulate(study(BOOK), 20_000_000, seed=20261115).tallies:
        assert tally.rounds == 20_000_000
        assert abs(tally.z) < 4, tally.wager


def test_a_slip_of_several_wagers():
    slip = slip_odds(study(BOOK), "small:10, total:9:5, 1/4:2, any triple:1")
    assert slip.mean_stake == 18
    stakes = {"small": 1000, "total:9": 500, "domino:1/4": 200, "any_triple": 100}
    wagers = [Wager("P1", 0, spot, cents) for spot, cents in stakes.items()]
    worth = sum(settled(begin(TERMS), wagers, dice, Sign()).net * ways for dice, ways in throws(3).items())
    assert slip.distribution.expectation == Fraction(worth, 216 * 100)
    with pytest.raises(NoSlip):
        slip_odds(study(BOOK), "total:18:5")


def test_segments_by_the_names_people_use():
    assert named("Any triple") == named("any-triple") == "any_triple"
    assert named("domino:4/1") == named("4/1") == "domino:1/4"
    assert named("total:18") == "total:18"  # none of ours; it is refused by that name


NOON = datetime(2026, 11, 15, 12, 0)
DEALER = Person("D", "dealer")


def table(cards_from="shoe"):
    ledger = notepad()
    ledger.post([Post("cage", "buy-in", "", "P1", {}, (Transfer("cage", "player:P1", 10**6, "buy-in"),))])
    opened = Table.open(ledger, "T", BOOK, SetUp(), HOUSE, NOON, cards_from)
    assert isinstance(opened, Table)
    return opened


def do(at, who, act, **details):
    return at.do(Order(who, act, details, at=NOON)).decision


def test_no_wager_before_every_winner_is_paid():
    at = table()
    do(at, player("P1"), "place", spot="small", cents=1000)
    for value in ({}, {"value": 3}, {"value": [1, 2, 4]}):
        do(at, DEALER, "answer", **value)
    assert isinstance(at.prompt, Confirm)
    decision = do(at, player("P1"), "place", spot="small", cents=1000)
    assert isinstance(decision, Refused)
    assert {"4.6", "6.6"} <= {clause.number for clause in decision.by.clauses}
    do(at, DEALER, "answer", value=True)
    assert not isinstance(do(at, player("P1"), "place", spot="small", cents=1000), Refused)


def test_nobody_keys_dice_that_the_generator_throws():
    at = table(cards_from="rng")
    do(at, DEALER, "answer")
    do(at, DEALER, "answer", value=3)
    assert isinstance(at.prompt, Roll)
    assert at.prompt.admits(generate(at.prompt))
    assert isinstance(do(at, DEALER, "answer", value=[6, 6, 6]), Refused)
    assert not isinstance(do(at, DEALER, "answer"), Refused)
    assert isinstance(at.prompt, Confirm)
