"""Explained: how a round of Red Dog came out, in a sentence."""

from __future__ import annotations

from houseway.kit.cards import RANK_WORDS, RANKS, Card
from houseway.play.states import RoundResult
from houseway.play.surfaces import Said
from houseway.play.view import View


def explains(view: View) -> list[Said]:
    felt, lines = view.felt, view.felt.lines
    first, second, third = (felt.box(f"{name} card") for name in ("first", "second", "third"))
    if not lines or first is None or second is None or first.card is None or second.card is None:
        return []
    low, high = sorted((first.card, second.card), key=lambda card: card.rank)
    by = lines[0].by
    if third is None or third.card is None:
        return [(f"Nothing lies between {_word(low)} and {_word(high)}: no third card, and stakes go back", by)]
    outcome = felt.fact("outcome")
    if low.rank == high.rank:
        alike = outcome == RoundResult.THREE_ALIKE
        return [
            (
                f"The third card {'makes three alike' if alike else f'is a {_word(third.card)}: a pair alone is void'}",
                by,
            )
        ]
    falls = "falls between" if outcome == RoundResult.WIN else "does not fall between"
    return [(f"The {_word(third.card)} {falls} {_word(low)} and {_word(high)}", by)]


def _word(card: Card) -> str:
    return RANK_WORDS[RANKS[card.rank - 2]]
