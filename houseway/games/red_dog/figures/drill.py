"""Red Dog hands to practise on: two cards with a spread between them, and the raise."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.games.red_dog.terms import Terms
from houseway.kit.cards import CARDS
from houseway.odds.drill import Question

if TYPE_CHECKING:
    from houseway.games.red_dog.figures.analysis import Weighed


def question(terms: Terms, odds: Weighed, decks: int, pick: Callable[[int], int]) -> Question:
    """Two cards of a shoe that leave a spread; a raise of the whole original, or none."""
    cards = CARDS * decks
    while True:
        first, second = cards[pick(len(cards))], cards[pick(len(cards))]
        spread = abs(first.rank - second.rank) - 1
        if spread > 0 and odds.openings.get(spread):
            break
    pays, alone = terms.spread_pays.value[spread].ratio, odds.value(spread, True) - odds.value(spread, False)
    between = (alone + 1) / (pays + 1)  # a raise wins its odds or is lost
    return Question(
        f"Spread {spread}, which pays {terms.spread_pays.value[spread]}",
        (("raise", "Raise by the original"), ("no raise", "No raise")),
        {"raise": odds.value(spread, True), "no raise": odds.value(spread, False)},
        terms.second_wager.by,
        (("First and second card", (str(first), str(second))),),
        ((f"{decks} deck{'s' if decks > 1 else ''}", terms.dealing.decks.by),
         (f"Three alike pay {terms.three_alike.value}", terms.three_alike.by)),
        "Per unit of the original, from a full shoe.",
        topic=f"spread {spread}",
        why=(f"The third card falls between in {float(between):.2%} of all cases",
             f"At {terms.spread_pays.value[spread]} a raise needs {float(1 / (pays + 1)):.2%} to come out even",
             f"So a unit raised is worth {float(alone):+.4f} by itself".replace("-", "−")),
    )  # fmt: skip
