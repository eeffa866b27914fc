"""Stud in the lab: exact figures against enumeration, the script, simulation and published values; the jackpot's money."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import Any

import pytest

from houseway import games
from houseway.games.stud.figures import exact
from houseway.games.stud.figures.analysis import Figures, Given, break_even, solved
from houseway.kit.cards import CARDS, card
from houseway.kit.ranking import strength_at
from houseway.lab.agree import agree, held, trials
from houseway.lab.exact import decisions, study, wager_odds
from houseway.lab.simulate import simulate
from houseway.play.driver import drive
from houseway.play.prompts import ChooseEach, Draw

VIC, ACT = "vic-1999-caribbean-stud", "act-1992-canberra-poker"


pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def odds() -> list[Any]:
    return wager_odds(study(VIC))


def test_every_deal_is_counted(odds: list[Any]) -> None:
    assert exact.DEALS == 19_933_230_517_200
    counted = solved(Figures.of(study(VIC).edition.terms)).counted
    assert len(counted.hands) == 134_459
    assert counted.alike.sum() == 2_598_960
    best = odds[0]
    assert best.expectation == Fraction(-1_036_344_990_372, 19_933_230_517_200)
    assert (best.expectation * exact.DEALS).denominator == 1


def test_both_books_play_alike(odds: list[Any]) -> None:
    assert wager_odds(study(ACT))[0].outcomes.chances == odds[0].outcomes.chances


def test_published_figures() -> None:
    """The usual pay table ends with 100 to 1 for a royal flush: an edge of 5.224 % of the ante and 2.555 % of all that is
    staked are published for it, and that the dealer plays 56.3 % of hands. These books pay 250 to 1, which is worth a little."""
    usual = wager_odds(study(VIC, {"settling.bet_pays.royal flush": "100 to 1"}))[0]
    assert round(float(usual.house_edge), 5) == 0.05224
    assert round(float(usual.edge_on_all), 5) == 0.02555
    ours = solved(Figures.of(study(VIC).edition.terms))
    assert round(float(ours.dealer_plays()), 4) == 0.5632


def test_published_meter() -> None:
    """For prizes of 50, 75 and 100 on flush, full house and four of a kind the published meter that breaks even at a dollar is
    $263,205."""
    terms = study(VIC, {"prizes.flush": "50", "prizes.full house": "75", "prizes.four of a kind": "100"}).edition.terms
    found = break_even(terms, 100)
    assert found is not None
    assert found // 100 == 263_205


@pytest.mark.parametrize(
    ("hand", "up", "qualifies"),
    [
        ("AS KD QH 9C 3S", "9D", "A K"),
        ("AS KS QS 9S 3D", "KH", "A K"),
        ("7C 7D 4S 3H 2C", "AD", "A K"),
        ("KS JS 8S 4S 2S", "6S", "Q T"),  # a flush in the up card's suit
        ("9C 9D 9S 9H 2C", "4C", "A K Q J 9"),
    ],
)
def test_positions_against_enumeration(hand: str, up: str, qualifies: str) -> None:
    """Every hand the dealer can have behind the up card, ranked one by one."""
    play = solved(Figures.of(study(VIC, {"qualifies": qualifies}).edition.terms))
    own, shown = sorted(card(text).index for text in hand.split()), card(up).index
    at, place = _position(play.counted, own, shown)
    mine, lowest = strength_at(*own), play.figures.lowest_qualifying
    rest = [n for n in range(52) if n not in own and n != shown]
    none = weaker = equal = 0
    for four in combinations(rest, 4):
        theirs = strength_at(shown, *four)
        none += theirs < lowest
        weaker += lowest <= theirs < mine
        equal += lowest <= theirs == mine
    found = play.counted
    assert (found.unqualified[at, place], found.weaker[at, place], found.equal[at, place]) == (none, weaker, equal)


def _position(counted: Any, own: list[int], up: int) -> tuple[int, int]:
    """Where a position stands, with its suits called as they are there."""
    masks = [sum(1 << (n >> 2) for n in own if n & 3 == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: (-masks[suit], suit))
    called = {suit: n for n, suit in enumerate(order)}
    hand = sorted((n & ~3) | called[n & 3] for n in own)
    at = int((counted.hands == hand).all(axis=1).nonzero()[0][0])
    return at, int((counted.ups[at] == ((up & ~3) | called[up & 3])).nonzero()[0][0])


def test_positions_through_the_script() -> None:
    """A few hundred of the dealer's hands behind one up card, dealt by the script: the same wins, losses and standoffs."""
    terms = study(VIC).edition.terms
    game = games.game("stud")
    carry = game.ready(game.begin(terms, game_set_up()))
    own = [card(text) for text in ["AS", "KD", "QH", "9C", "3S"]]
    rng = random.Random(5)
    rest = [c for c in CARDS if c not in own and str(c) != "9D"]
    for _ in range(200):
        theirs = [*rng.sample(rest, 4), card("9D")]
        deal = iter([c for pair in zip(own, theirs, strict=True) for c in pair])
        from houseway.games.stud.figures import analysis

        def answer(prompt: Any, deal: Any = deal) -> Any:
            if isinstance(prompt, Draw):
                return next(deal)
            return {"P1": "bet"} if isinstance(prompt, ChooseEach) else analysis.answer(terms, prompt)

        _, settlement = drive(game.play(terms, carry), answer)
        mine, dealer = strength_at(*(c.index for c in own)), strength_at(*(c.index for c in theirs))
        plays = dealer >= terms.settling.lowest_qualifying
        expected = 1 if not plays else 3 if mine > dealer else -3 if mine < dealer else 0
        assert analysis.net(settlement, "ante") == expected


def game_set_up() -> Any:
    from houseway.play.wagers import SetUp

    return SetUp()


def test_kernel_and_script_are_the_same_game() -> None:
    """Every deal of ten cards, five to each and any of the dealer's face up, by each way of playing: the conformance suite runs
    them all (``figures_agree``). Here, that it is so many; and random deals."""
    listed = list(trials(study(ACT), 0, random.Random(1)))
    assert [len(trial.kit or ()) for trial in listed] == 4 * [comb(10, 5) * 5]
    assert agree(study(ACT), 40, endings=False).rounds == 4 * 40


PAIR, FLUSH = "AS AC 7D 9S JS", "2S 5S 7S 9S JS"  # both beat the dealer's ace and king


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("settling.ante_pays", PAIR),
        ("settling.bet_pays.flush", FLUSH),
        ("settling.bet_pays.one pair or less", PAIR),
    ],
)
def test_figures_that_are_turned_move_the_result(name: str, hand: str, odds: list[Any]) -> None:
    """A hand that is paid by the figure, by each way of playing: kernel and script bring the same, and more than before."""
    plain, turned = study(VIC), study(VIC, {name: "6 to 1"})
    assert wager_odds(turned)[0].expectation > odds[0].expectation
    deal = tuple(chain(*zip(map(card, hand.split()), map(card, ("KD", "9D", "8C", "2H", "AH")), strict=True)))
    for both in zip(*(trials(of, 0, random.Random(1)) for of in (plain, turned)), strict=True):
        brought = []
        for trial in both:
            assert trial.whole is not None
            one = replace(trial, begin=trial.whole, kit=((Fraction(1), deal),))
            held(one)
            brought.append(one.nets(next(one.endings()).result)["ante"])
        assert brought[0] < brought[1], both[1].about
    assert agree(turned, 20, endings=False).rounds == 4 * 20


def test_simulation_meets_the_exact_value() -> None:
    report = simulate(study(VIC), 2_000_000, seed=3)
    for tally in report.tallies:
        if tally.exact is not None:
            assert tally.z is not None
            assert abs(tally.z) < 4, tally.strategy


def test_the_rule_in_words_costs_next_to_nothing(odds: list[Any]) -> None:
    best, rule, ace_king, always = odds[:4]
    assert 0 < best.expectation - rule.expectation < Fraction(1, 100_000)
    assert rule.expectation > ace_king.expectation > always.expectation


def test_decisions_cover_every_deal(odds: list[Any]) -> None:
    rows = decisions(study(VIC))
    assert sum(row["chance"] for row in rows) == 1
    assert [row["best"] for row in rows] == ["bet", "bet", "bet", "fold", "bet", "fold", "fold", "fold"]


def test_a_jackpot_wager_at_its_break_even_meter() -> None:
    terms = study(VIC).edition.terms
    even = break_even(terms, 100)
    assert even is not None
    at = wager_odds(study(VIC, given={"meter": f"{even / 100:.2f}"}))
    below = wager_odds(study(VIC, given={"meter": f"{(even - 100) / 100:.2f}"}))
    assert at[4].expectation >= 0 > below[4].expectation


def test_a_jackpot_never_changes_how_a_hand_is_played_in_these_books() -> None:
    """Every hand that wins a prize is bet anyway."""
    for book in (VIC, ACT):
        assert "changes nothing" in wager_odds(study(book, given={"meter": "5000000"}))[5].notes[0]


def test_a_prize_for_a_low_hand_would_change_it() -> None:
    """If ace-king hands won something beside, more of them would be bet."""
    play = solved(Figures.of(study(VIC).edition.terms))
    prizes = tuple(Fraction(1) if 1113 <= n < 1277 else Fraction(0) for n in range(7462))
    assert play.best(prizes).sum() > play.best().sum()


def test_what_a_study_supposes_is_checked() -> None:
    with pytest.raises(ValueError, match="do not depend"):
        study(VIC, given={"rake": "1"})
    with pytest.raises(ValueError, match="cost something"):
        Given.of(study(VIC).edition.terms, {"price": "0"})
    with pytest.raises(ValueError, match="full deck"):
        wager_odds(study(VIC, shoe="-7S"))
