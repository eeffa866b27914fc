"""Keno's own figures: the columns against outside numbers, the exact book against every draw of a small device, the
kernel and a simulated day against the exact values, and the script against all of them."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway import games
from houseway.games.keno.carry import Carry, begin, move
from houseway.games.keno.drawing import Device
from houseway.games.keno.entry import Entry, NotWays, Way, judge, mask, price, spot_of, unmask, ways_of
from houseway.games.keno.figures.analysis import break_even, columns, slip, wagers
from houseway.games.keno.figures.exact import TooMany, book, chance, expectation, paid, with_feed
from houseway.lab.agree import agree
from houseway.lab.exact import document, slip_odds, study
from houseway.lab.sheet import par_sheet
from houseway.lab.simulate import simulate
from houseway.law.clause import Provision
from houseway.play.decision import Accepted
from houseway.play.wagers import SetUp

BOOK = "act-1992-keno"
TERMS = games.library()[BOOK].as_commenced().terms

# What the register found for the columns by other means, in per cent returned.
REGISTER = {"standard:6": "52.77", "standard:8": "53.31", "jackpot:6": "72.77", "jackpot:8": "73.31",
            "special_1:6": "72.91", "special_1:8": "72.79"}  # fmt: skip


def test_returns_are_the_registers():
    found = {one.wager: f"{float(1 + one.expectation) * 100:.2f}" for one in wagers(TERMS)}
    assert {name: found[name] for name in REGISTER} == REGISTER
    returns = [1 + one.expectation for one in wagers(TERMS) if one.wager not in ("standard:6", "standard:8")]
    assert Fraction(7215, 10_000) <= min(returns)
    assert max(returns) == Fraction(3, 4)


def test_chances_are_the_published_ones():
    """Odds printed on keno tickets everywhere: all ten of ten, and five of five."""
    assert round(1 / chance(TERMS, 10, 10)) == 8_911_711
    assert round(float(1 / chance(TERMS, 5, 5)), 2) == 1550.57
    for spots in range(1, 16):
        assert sum(chance(TERMS, spots, m) for m in range(spots + 1)) == 1


def test_the_table_is_the_script():
    """Every column and match played by the script, every draw of small devices, and random draws."""
    found = agree(study(BOOK), rounds=200)
    matches = sum(spots + 1 for _, spots in columns(TERMS))
    orders = sum((spots + 3) * (spots + 2) for _, spots in columns(TERMS))
    assert found.endings == matches + orders
    assert found.rounds == 200


def small(held, drawn):
    """The same rules with a small device, so that every draw can be gone through."""
    draws = replace(
        TERMS.draws, device=Provision(held, TERMS.draws.device.by), drawn=Provision(drawn, TERMS.draws.drawn.by)
    )
    return replace(TERMS, draws=draws)


def test_the_exact_book_is_every_draw_of_a_small_device():
    """Groups of like numbers against all 5,005 draws of six from fifteen, with pro-rating and a shared jackpot."""
    terms = small(15, 6)
    ways = [
        (0, Way((1, 2, 3, 4, 5, 6), 200)),
        (0, Way((1, 2, 3, 4, 5, 6), 400)),
        (0, Way((1, 2, 3, 4, 5), 10_000)),
        (0, Way((2, 3, 4, 5, 7), 5_000)),
        (1, Way((7, 8, 9), 300)),
        (2, Way((9, 10, 11), 100)),
    ]
    standing, sums, total = with_feed(terms, ways), {}, 0
    for draw in combinations(range(1, 16), 6):
        matched = [len(set(way.numbers) & set(draw)) for _, way in ways]
        won = Fraction(sum(paid(terms, ways, matched, standing)))
        sums[won] = sums.get(won, 0) + 1
        total += 1
    assert book(terms, ways).chances == {won: Fraction(count, total) for won, count in sorted(sums.items())}


def test_pro_rating_takes_from_the_book_only_what_the_limit_takes():
    ways = [(0, Way(tuple(range(1, 16)), 100)), (0, Way(tuple(range(1, 16)), 100))]
    whole, cut = expectation(TERMS, ways), book(TERMS, ways).expectation
    assert whole > cut
    # Only a match of 13, 14 or 15 of 15 brings two prizes that together pass 50,000.
    over = sum(chance(TERMS, 15, m) * (2 * dollars - 50_000) * 100 for m, dollars in ((14, 30_000), (15, 50_000)))
    assert whole - cut == over


def test_too_many_groups_have_an_expectation_all_the_same():
    ways = [(0, Way(tuple(range(n, n + 10)), 100)) for n in range(1, 40)]
    with pytest.raises(TooMany):
        book(TERMS, ways)
    assert expectation(TERMS, ways) == 39 * 100 * (
        1 + next(o for o in wagers(TERMS) if o.wager == "standard:10").expectation
    )
    text = ", ".join(f"{spot_of(way.numbers)}:1" for _, way in ways)
    assert slip(TERMS, text).distribution is None


def test_break_even():
    """At the break-even pool an entry is worth exactly nothing."""
    for spots in (6, 8):
        pool = break_even(TERMS, spots)
        least = TERMS.jackpots.guaranteed.value[spots] * 100
        gain = (pool - least) * chance(TERMS, spots, spots) / 200
        value = next(one for one in wagers(TERMS) if one.wager == f"standard:{spots}").expectation
        assert value + gain == 0
    ways = [comb(6, m) * comb(74, 20 - m) for m in range(7)]  # of six numbers, by hand
    assert break_even(TERMS, 6) == Fraction(200 * sum(ways) - 200 * ways[3] - 800 * ways[4] - 10_000 * ways[5], ways[6])


def test_a_slip_is_a_ticket():
    of = study(BOOK)
    one = slip_odds(of, "groups 1 2 / 3 4 / 5 6 / 7 8 ways 6/4:0.50")
    assert one.mean_stake == 3
    assert one.expectation / 3 == next(o for o in wagers(TERMS) if o.wager == "standard:4").expectation
    for bad in ("1-2:0.50", "1-1:1", "81:1", "nothing", "groups 1 2 / 3 4:1", "1-2-3-4-5-6:1", "no games: 1:1"):
        with pytest.raises(ValueError, match="slip"):
            slip_odds(of, bad)
    many = slip_odds(of, "300 games: 1-2-3-4:1, 5-6:2")
    one = slip_odds(of, "1-2-3-4:1, 5-6:2")
    assert many.expectation == 300 * one.expectation
    assert many.notes[-1] == f"variance {300 * one.outcomes.variance}"
    doc = document(of, "1-2-3-4:1")
    assert doc["slip"]["expectation"] == "-21452/79079"
    assert {row["wager"] for row in doc["wagers"]} >= {"standard:1", "special_1:6", "special_2:3"}


def test_the_sheet_and_a_turned_knob():
    assert par_sheet(study(BOOK)).headline[0][0] == "72.873%"
    turned = study(BOOK, {"schedules.standard.4.4": "120"})
    changed = next(one for one in wagers(turned.edition.terms) if one.wager == "standard:4")
    assert changed.expectation - Fraction(-21452, 79079) == 8 * chance(TERMS, 4, 4)


def test_simulation_finds_the_exact_values():
    """By the exact law: of prizes that come once in 200,000 draws the rounds themselves do not tell how far they may stray."""
    report = simulate(study(BOOK), 300_000, seed=20261115)
    for tally in report.tallies:
        assert tally.rounds == 300_000
        assert tally.exact is not None, tally.wager
        assert tally.astray < 4.5, tally


@pytest.mark.long
def test_a_simulated_day_returns_what_its_custom_should():
    """Three thousand games: the return within four standard errors of the exact one, feed and pro-rating apart."""
    from houseway.games.keno.figures.kernel import day, expected_return

    run = day(TERMS, 1500, seed=5)
    returned = [won / taken for won, taken in zip(run.scheduled, run.taken, strict=True) if taken]
    mean = sum(run.scheduled) / sum(run.taken)
    spread = (sum((one - mean) ** 2 for one in returned) / len(returned)) ** 0.5 / len(returned) ** 0.5
    pools = sum(run.pools[spots][-1] for spots in run.pools)
    assert pools >= 2_200_000
    low = float(expected_return(TERMS))
    assert low - 4 * spread < mean < low + 0.2 * 0.5 + 4 * spread  # a fifth of jackpot wagers comes back beside it


def test_a_day_is_drawn_and_told():
    """The same seed is the same day; its picture is SVG; a game without such a day says so."""
    import xml.etree.ElementTree as xml

    from houseway.lab.keno_day import NoCourse, course

    one, again = (course(study(BOOK), 40, seed=9) for _ in range(2))
    assert one.document() == again.document()
    assert one.document()["taken"] == sum(one.run.taken) > 0
    assert xml.fromstring(one.picture()).tag.endswith("svg")
    with pytest.raises(NoCourse):
        course(study("act-1992-sic-bo"), 1, seed=1)


# Entries and prices


@pytest.mark.parametrize(
    "ways, cents, games, special, total",
    [
        (1, 100, 1, 0, 100),
        (1, 100, 50, 0, 4900),
        (1, 200, 100, 0, 19_600),
        (4, 50, 1, 0, 200),
        (19, 40, 1, 0, None),
        (19, 50, 1, 0, 950),
        (20, 20, 1, 0, 400),
        (20, 25, 1, 0, None),
        (50, 10, 1, 0, 500),
        (50, 100, 1, 0, 5000),
        (50, 150, 1, 0, None),
        (50, 200, 1, 0, 10_000),
        (3, 100, 1, 0, 300),
        (3, 90, 1, 0, None),
    ],
)
def test_prices(ways, cents, games, special, total):
    listed = tuple(Way((n, n + 1, n + 2), cents) for n in range(1, ways + 1))
    entry = Entry(listed, games, special, "way" if ways > 1 else "standard")
    decision = judge(TERMS, entry)
    assert isinstance(decision, Accepted) == (total is not None), decision
    if total is not None:
        assert price(TERMS, entry) == total


def test_ways_over_groups():
    made = ways_of([[1, 2], [3, 4], [5, 6], [7, 8]], "6/4 4/6$2 1/8", 100)
    assert [way.spots for way in made] == [4] * 6 + [6] * 4 + [8]
    assert {way.cents for way in made if way.spots == 6} == {200}
    with pytest.raises(NotWays, match="more than"):  # and at once, though the groups could be combined in 2^80 ways
        ways_of([[n] for n in range(1, 81)], "5/15", 10)
    with pytest.raises(NotWays, match="make 0 ways"):
        ways_of([[n, n + 1] for n in range(1, 80, 2)], "1/15", 10)
    assert unmask(mask((1, 64, 65, 80))) == (1, 64, 65, 80)


def test_a_device_remembers_what_its_next_draw_needs():
    from houseway.games.keno.drawing import BallsReplaced, BallVoid, DeviceMended
    from houseway.play.events import WentWrong

    by = TERMS.draws.broken.by
    carry: Carry = begin(TERMS, SetUp())
    carry = move(move(carry, BallVoid(by, 7)), WentWrong(by, "stoppage", ""))
    assert carry.device == Device((7,), False, True)
    assert move(carry, DeviceMended(by, "")).device == Device((7,)), "the ball is still broken"
    carry = move(carry, BallsReplaced(by, (7,)))
    assert carry.device == Device((), False, True), "and the device still stands still"
    assert move(carry, DeviceMended(by, "")).device == Device()
