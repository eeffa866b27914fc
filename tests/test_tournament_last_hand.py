"""The last hand of a tournament, held against plain search, against the exact figures of a round, and against its own claims."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from houseway import lab
from houseway.complaint import BadInput
from houseway.lab.exact import analysis
from houseway.lab.last_hand import Laid, LastHand, Position, joint_of, last_choices, shares
from tests.terminal import typed

BACCARAT, BLACKJACK = "act-1992-baccarat", "act-1992-blackjack"


def _searched(hand: LastHand, line: tuple[Laid, ...] = ()) -> tuple[Fraction, ...]:
    """By plain search in fractions: whoever is next does what is best for themselves; of equal ones the first."""
    if len(line) == len(hand.choices):
        return hand.exactly(line)
    best: tuple[Fraction, ...] | None = None
    for laid in hand.choices[len(line)]:
        found = _searched(hand, (*line, laid))
        if best is None or found[len(line)] > best[len(line)]:
            best = found
    assert best is not None
    return best


@pytest.mark.parametrize(
    "position",
    [
        Position((480_000, 500_000), step=10_000),
        Position((500_000, 480_000), step=10_000, may_pass=True),
        Position((60_000, 50_000, 45_000), minimum=10_000, step=20_000),
        Position((60_000, 50_000, 45_000), 2, 10_000, step=20_000, laid=(Laid(30_000, "tie"),)),
        Position((30_000, 20_000, 25_000, 500), 2, 10_000, 20_000, 10_000),
    ],
)
def test_open_wagers_are_what_plain_search_finds(position: Position) -> None:
    hand = LastHand(joint_of(lab.study(BACCARAT)), position)
    found = hand.open()
    assert found.chances == _searched(hand) and sum(found.chances) == position.advance
    best = found.worth[0]
    assert abs(best[1] - float(found.chances[found.player])) < 1e-9 and best[0] == found.best


def test_who_wagers_last_and_is_ahead_does_what_the_other_does() -> None:
    """A leader who sees the other's wager is not passed at Baccarat: the oldest rule of tournament play. In secret, yes."""
    hand = LastHand(joint_of(lab.study(BACCARAT)), Position((480_000, 500_000)))
    assert hand.open().chances == (0, 1)
    secret = hand.secret()
    assert Fraction(32, 100) < secret.chance < Fraction(33, 100)
    _sure_of(hand)


@pytest.mark.long
@pytest.mark.parametrize("book", [BACCARAT, BLACKJACK])
def test_a_mixture_is_sure_of_its_chance_whatever_the_other_lays(book: str) -> None:
    _sure_of(LastHand(joint_of(lab.study(book)), Position((52_000, 48_000), minimum=4_000, maximum=48_000, step=4_000)))


def _sure_of(hand: LastHand) -> None:
    found = hand.secret()
    assert sum(share for _, share in found.first) == 1 == sum(share for _, share in found.second)
    for other in hand.choices[1]:
        assert sum(share * hand.exactly((laid, other))[0] for laid, share in found.first) >= found.chance
    for other in hand.choices[0]:
        assert sum(share * hand.exactly((other, laid))[0] for laid, share in found.second) <= found.chance


def test_a_hand_of_blackjack_for_one_is_nearly_the_exact_round() -> None:
    """Without the cards put back, and with pairs split again, a round is worth what the book's own figures say."""
    hand = joint_of(lab.study(BLACKJACK))
    law = hand.chances([hand.way("wager", 100, 10_000)])
    assert sum(law.values()) == 1
    mean = sum(nets[0] * chance for nets, chance in law.items())
    exact = analysis("blackjack").wagers(lab.study(BLACKJACK).edition.terms)[0].expectation
    assert abs(mean - exact) < Fraction(4, 1000)
    two = hand.chances([hand.way("wager", 100, 10_000), hand.way("wager", 100, 100)])
    for nets, chance in law.items():
        assert sum(share for both, share in two.items() if both[0] == nets[0]) == chance, (
            "one player of two is one player"
        )


@pytest.mark.long
@pytest.mark.parametrize(
    "cards, up", [((10, 6), 10), ((10, 2), 4), ((5, 6), 9), ((1, 7), 3), ((8, 8), 6), ((4, 5, 3), 7)]
)
def test_what_a_choice_is_worth_is_the_exact_worth_where_money_is_what_counts(cards: tuple[int, ...], up: int) -> None:
    hand = joint_of(lab.study(BLACKJACK))
    weigh = analysis("blackjack").choices
    assert weigh is not None
    once = lab.study(BLACKJACK, {"hands.split": "2"})  # a pair is split once here
    exact = weigh(once.edition.terms, cards, up)["options"]
    found = hand.choices(cards, up, 3, lambda dealer, net: net)  # type: ignore[attr-defined]
    assert set(found) == set(exact)
    for name, worth in found.items():
        assert abs(float(worth) - float(exact[name])) < 0.02, (name, float(worth), float(exact[name]))


def test_with_the_place_at_stake_the_same_hand_is_played_otherwise() -> None:
    """Sixteen against a ten: with money one draws or gives up; who must win this hand by a double doubles."""
    of = lab.study(BLACKJACK)
    behind = Position((100_000, 100_000 - 30_000), laid=(Laid(1_000, "wager"), Laid(20_000, "wager")))
    found = last_choices(of, behind, (5, 4), 10, (20,))
    assert max(found, key=lambda name: found[name]) == "double" and found["stand" if "stand" in found else "hit"] == 0
    safe = Position((50_000, 100_000), laid=(Laid(40_000, "wager"), Laid(20_000, "wager")))
    assert last_choices(of, safe, (10, 6), 10, ("bust",))["stand"] == 1


def test_places_are_shared_by_equals() -> None:
    for ends, places in product(([5, 5, 3], [3, 3, 3], [9, 4, 4]), (1, 2)):
        assert sum(shares(ends, places)) == places
    assert shares([5, 5, 3], 1) == [Fraction(1, 2), Fraction(1, 2), 0]


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: Position((100,)), "two to 6 players"),
    (lambda: Position((100, 0)), "without chips"),
    (lambda: Position((100, 100), 2), "cannot go on"),
    (lambda: Position((100, 100), laid=(Laid(200, "tie"),)), "more than the"),
    (lambda: LastHand(joint_of(lab.study(BACCARAT)), Position((10**6,) * 4)), "too many"),
    (lambda: joint_of(lab.study("ma-red-dog")), "not worked out for Red Dog"),
    (lambda: last_choices(lab.study(BACCARAT), Position((10, 10)), (2, 2), 3, (19,)), "nobody decides"),
]


@pytest.mark.parametrize("ask, words", REFUSED)
def test_what_cannot_be_asked_is_refused(ask: Callable[[], object], words: str) -> None:
    with pytest.raises((BadInput, LookupError), match=words):
        ask()


@pytest.mark.long
def test_the_command_line() -> None:
    said = typed("strategy", BACCARAT, "--last-hand", "5000 4800").stdout
    assert "best $10 on banker" in said and "54.1403%" in said and "no advice" in said
    secret = typed("strategy", BACCARAT, "--last-hand", "4800 5000", "--secret", "--step", "100", "--json")
    doc = json.loads(secret.stdout)
    assert doc["schema"] == "houseway.last-hand/1" and sum(map(Fraction, doc["chances"])) == 1
    played = ("--laid", "200, 450", "--hand", "8 8", "--up", "6", "--others", "bust")
    assert "best split" in typed("strategy", BLACKJACK, "--last-hand", "5000 4800", *played).stdout
    for words in (
        ("--last-hand", "5x 3"),
        ("--secret",),
        ("--last-hand", "5 5", "--laid", "3 red"),
        ("--last-hand", "9"),
    ):
        no = typed("strategy", BACCARAT, *words)
        assert no.returncode == 2 and len(no.stderr.splitlines()) == 1, no
