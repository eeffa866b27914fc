"""Stud hands to practise on: five cards, the dealer's up card, and whether to bet."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.games.stud.terms import Terms
from houseway.kit.cards import CARDS
from houseway.kit.ranking import LOWEST, Kind, words
from houseway.odds.drill import Question

if TYPE_CHECKING:
    from houseway.games.stud.figures.analysis import Solved

LOW_PAIR = LOWEST[Kind.PAIR] + 880  # pairs of twos to fives


def question(terms: Terms, play: Solved, pick: Callable[[int], int]) -> Question:
    """Mostly ace-king hands, on which the decision turns; sometimes a low pair or a hand just below."""
    strength, counted = play.counted.strength, play.counted
    lowest = play.figures.lowest_qualifying
    low, high = ((lowest, LOWEST[Kind.PAIR]), (LOWEST[Kind.PAIR], LOW_PAIR), (lowest - 110, lowest))[
        (0, 0, 0, 1, 2)[pick(5)]
    ]
    first, last = int((strength < low).sum()), int((strength < high).sum())
    at = first + pick(last - first)
    place = pick(counted.ups.shape[1])
    hand, up = [CARDS[n] for n in counted.hands[at]], CARDS[counted.ups[at, place]]
    bet = Fraction(int(play.bet_worth[at, place]), play.exact.BEHIND * play.scale)
    return Question(
        f"{words(int(strength[at])).capitalize()}, against the {up.words}",
        (("bet", "Bet twice the ante"), ("fold", "Fold")),
        {"bet": bet, "fold": Fraction(-1)},
        terms.deal.bet.by + terms.deal.fold.by,
        (("Your hand", tuple(str(card) for card in reversed(hand))), ("The dealer shows", (str(up),))),
        (("The dealer plays from ace and king", terms.settling.qualifies.by),
         ("A bet pays by the hand, even money for a pair or less", terms.settling.bet_pays.by)),
        "Per ante, over all 163,185 hands the dealer may have.",
        topic=words(int(strength[at])).partition(":")[0].partition(",")[0],
        why=("Folding gives the ante up, whatever the dealer has: −1",
             f"Betting brings {float(bet):+.4f} of the ante over all that the dealer may have".replace("-", "−")),
    )  # fmt: skip
