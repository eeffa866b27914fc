"""Irregularities peculiar to Red Dog: the first two cards on each other's boxes, and the third card seen too early.

What can happen to any card of any shoe is mended in ``play.cards``.
"""

from __future__ import annotations

from houseway.games.red_dog.terms import Terms, ThirdSeen
from houseway.play.cards import Cards
from houseway.play.events import Discarded, Misplaced, Swapped
from houseway.play.irregular import Irregularity
from houseway.play.layout import Layout
from houseway.play.prompts import Option
from houseway.play.script import Script, choose_each

PLAY_OR_VOID = (Option("play", "Play the round out"), Option("void", "Void: original and raise back"))


class Mending:
    """The remedies of one round."""

    def __init__(self, terms: Terms, cards: Cards, layout: Layout) -> None:
        self.terms, self.cards, self.layout = terms, cards, layout

    def mend(self, answer: Irregularity) -> Script[None]:
        if answer.kind == "wrong-boxes":
            yield from self._own_boxes()
        else:
            yield from self.cards.mend(answer)

    def _own_boxes(self) -> Script[None]:
        """A card is recorded where the book wants it; these two lay otherwise until a supervisor put them right."""
        rule = self.terms.wrong_boxes
        assert rule is not None
        yield Misplaced(rule.by, "first card", "second card")
        yield Swapped(rule.by, "first card", "second card")

    def mend_in_raise(self, answer: Irregularity) -> Script[None]:
        if answer.kind == "seen" and self.terms.third_seen.value is ThirdSeen.PLAYERS_MAY_VOID:
            yield from self._play_or_void(answer)
        else:
            yield from self.mend(answer)

    def _play_or_void(self, answer: Irregularity) -> Script[None]:
        """The card is out of the game; whoever does not want to go on takes original and raise back."""
        by = self.terms.third_seen.by
        assert answer.card is not None
        yield self.cards.tell(Discarded(by, answer.card, "seen before raises were closed"))
        wagers = (*self.layout.undecided, *self.layout.open)
        players = tuple(dict.fromkeys(wager.player for wager in wagers))
        choices = yield from choose_each(by, players, "Play the round out, or void it?", PLAY_OR_VOID)
        for player in players:
            if choices[player] == "void":
                yield from self.layout.give_back(player, by, wagers)
