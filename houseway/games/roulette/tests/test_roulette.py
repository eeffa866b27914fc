"""What worked cases cannot say of American Roulette: calls on every number, the whole marker, chips that leave."""

import re
from fractions import Fraction

import pytest

from houseway import games
from houseway.floor.story import Rehearsal
from houseway.games.roulette.spots import SECTIONS, pieces, positions
from houseway.kit.spots import layout
from houseway.kit.wheel import SINGLE_ZERO
from houseway.lab.agree import agree
from houseway.lab.exact import NoSlip, slip_odds, study, wager_odds
from houseway.play.decision import Refused
from houseway.play.wagers import Limits, SetUp, Sign

BOOK = "act-1992-american-roulette"
TERMS = games.book(BOOK)[0].as_commenced().terms
NO_LIMITS = Sign()


def brings(name: str, number: int, sign: Sign = NO_LIMITS) -> Fraction:
    """What a called wager of one piece is worth when a number comes, in pieces; the odds are the script's own table."""
    found = pieces(TERMS, name, 1, sign)
    total = Fraction(0)
    for spot, count in found[1]:
        odds = TERMS.why[layout()[spot].kind][0]
        total += count * (Fraction(odds.wins, odds.on) if number in layout()[spot].numbers else -1)
    return total


# called wager, then the numbers it hits with what each brings in pieces: as the project's register reckoned them.
CALLS = {
    "tier": {12: (5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36)},
    "orphelins": {31: (1, 17), 13: (6, 9, 14, 20, 31, 34)},
    "voisins": {15: (0, 2, 3), 9: (4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35)},
    "zero_game": {32: (26,), 14: (0, 3, 12, 15, 32, 35)},
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_on_every_number(name):
    made_of = pieces(TERMS, name, 1, Sign())[1]
    lost = -sum(count for _, count in made_of)
    hit = {number: net for net, numbers in CALLS[name].items() for number in numbers}
    assert {number: brings(name, number) for number in range(37)} == {n: hit.get(n, lost) for n in range(37)}


def test_three_sections_share_the_wheel_in_whole_arcs():
    covered = {
        name: {n for spot, _ in getattr(TERMS.racetrack, name).value.items() for n in layout()[spot].numbers}
        for name in SECTIONS
    }
    assert [len(covered[name]) for name in ("tier", "orphelins", "voisins")] == [12, 8, 17]
    assert covered["tier"] | covered["orphelins"] | covered["voisins"] == set(range(37))
    ring = [int(label) for label in SINGLE_ZERO.pockets]
    for name, arcs in (("tier", 1), ("orphelins", 2), ("voisins", 1), ("zero_game", 1)):
        begins = [n for n, number in enumerate(ring) if number in covered[name] and ring[n - 1] not in covered[name]]
        assert len(begins) == arcs, name


@pytest.mark.parametrize("number", range(37))
def test_neighbours_of_every_number(number):
    assert {n: brings(f"neighbours:{number}", n) for n in range(37)} == {
        n: 31 if str(n) in SINGLE_ZERO.neighbours(str(number), 2) else -5 for n in range(37)
    }


# numbers, positions by kind, units and winnings with one maximum for all, and with maxima of 1, 2, 3, 4 and 6.
MARKER = [
    ((0,), (1, 3, 2, 1, 0), 7, 116, 17, 235),
    ((1, 3), (1, 3, 2, 2, 1), 9, 129, 27, 297),
    ((2,), (1, 4, 3, 3, 1), 12, 165, 36, 396),
    ((*range(4, 34, 3), *range(6, 36, 3)), (1, 3, 1, 2, 2), 9, 123, 30, 294),
    (tuple(range(5, 33, 3)), (1, 4, 1, 4, 2), 12, 156, 40, 392),
    ((34, 36), (1, 2, 1, 1, 1), 6, 93, 18, 198),
    ((35,), (1, 3, 1, 2, 1), 8, 118, 24, 264),
]
KINDS = ("straight", "split", "street", "corner", "six_line")


def test_the_marker_stands_for_every_number_once():
    assert sorted(number for numbers, *_ in MARKER for number in numbers) == list(range(37))


@pytest.mark.parametrize(("numbers", "by_kind", "units", "won", "rising_units", "rising_won"), MARKER)
def test_the_maximum_marker(numbers, by_kind, units, won, rising_units, rising_won):
    signs = [
        (Sign(kinds={kind: Limits(1, 1) for kind in KINDS}), units, won),
        (
            Sign(kinds={kind: Limits(1, most) for kind, most in zip(KINDS, (1, 2, 3, 4, 6), strict=True)}),
            rising_units,
            rising_won,
        ),
    ]
    for number in numbers:
        held = [spot.kind for spot in positions(number)]
        assert tuple(held.count(kind) for kind in KINDS) == by_kind
        for sign, cost, pays in signs:
            placed = pieces(TERMS, f"maximum:{number}", 0, sign)[1]
            assert sum(amount for _, amount in placed) == cost
            assert brings(f"maximum:{number}", number, sign) == pays


def test_every_wager_costs_the_same():
    odds = wager_odds(study(BOOK))
    assert len(odds) == 157 and {one.distribution.house_edge for one in odds} == {Fraction(1, 37)}


def test_a_slip_may_call_the_racetrack():
    slip = slip_odds(study(BOOK), "tier:5, 17:10, neighbours:0:1")
    assert slip.mean_stake == 45 and slip.distribution.expectation == Fraction(-45, 37)
    assert slip.distribution.chance_of(above=0) == Fraction(12 + 1, 37), "tier's twelve and 17; zero's neighbours lose"


@pytest.mark.parametrize(
    ("slip", "why"),
    [
        ("1/5:10", "5.6"),
        ("corner:34/35/37/38:5", "5.5(d)(i)"),
        ("neighbours:40:5", "5.3(e)"),
        ("17:0", "amount"),
    ],
)
def test_a_slip_that_cannot_be(slip, why):
    with pytest.raises(NoSlip, match=re.escape(why)):
        slip_odds(study(BOOK), slip)


def test_whoever_leaves_takes_the_money_along():
    told = Rehearsal(BOOK)
    told.tell("sign 1 to 500\ncolour P1 blue 2 x 50\nP1 sits at 1\n17 P1:10 | spin 4")
    before = told.table.ledger.balance("player:P1")
    held = told.table.ledger.balance(told.table.purse("P1"))
    told.tell("P1 leaves")
    assert held == 9_000 and told.table.ledger.balance("player:P1") == before + held
    assert told.table.purse("P1") == "player:P1"


@pytest.mark.parametrize(
    ("changes", "straight", "red"),
    [
        ({"zeros.second": "yes"}, Fraction(-1, 19), Fraction(-1, 19)),
        ({"zeros.halves": "yes"}, Fraction(-1, 37), Fraction(-1, 74)),
        ({"zeros.second": "yes", "zeros.halves": "yes"}, Fraction(-1, 19), Fraction(-1, 38)),
    ],
    ids=str,
)
def test_other_zeros_can_be_studied(changes, straight, red):
    of = study(BOOK, changes)
    odds = of.odds()
    assert (odds["straight:17"].expectation, odds["red"].expectation) == (straight, red)
    assert agree(of, rounds=40).endings >= 37
    if "zeros.second" in changes:
        assert len(odds) == 161 and odds["five:0/00/1/2/3"].expectation == Fraction(-3, 38)
        assert odds["split:0/00"].expectation == Fraction(-1, 19)
        assert slip_odds(of, "00:10").expectation == Fraction(-10, 19)
        with pytest.raises(NoSlip, match="street:0/2/3 is not a wager of this layout"):
            slip_odds(of, "voisins:9")


def test_no_table_opens_with_two_zeros():
    """Our cloths are drawn with one."""
    terms = study(BOOK, {"zeros.second": "yes"}).edition.terms
    refused = games.game("roulette").judge_set_up(terms, SetUp())
    assert isinstance(refused, Refused) and "double zero" in refused.because and refused.by.clauses
