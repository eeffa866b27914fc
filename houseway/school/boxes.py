"""Boxes: what is asked again, and when, by the scheme of Sebastian Leitner's boxes.

What is practised is a *topic*: one spread, one payout, one irregularity. Each lies in one of five boxes. A right answer moves it
one box on, a wrong one back to the first, and each box has a time to wait before its topics are due again. What is due is asked
first, the lowest box before the others; a topic that was just asked waits for another to come between.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

WAITS = (0, 1, 3, 7, 21)  # days that a topic waits in each box
BOXES = len(WAITS)
RECENT = 8  # answers of which it is remembered whether they were right
WEAK = 2  # boxes of which a topic that was ever wrong is a weak one


@dataclass(frozen=True)
class Card:
    """One topic of one learner."""

    book: str
    drill: str
    topic: str
    box: int = 1
    due: datetime = datetime.min
    asked: int = 0
    right: int = 0
    millis: int = 0  # taken in all, by the answers that were timed
    timed: int = 0  # how many those were
    recent: str = ""  # "+" and "-", the newest last

    def answered(self, right: bool, at: datetime, millis: int | None) -> Card:
        """The card after one more answer."""
        box = min(self.box + 1, BOXES) if right else 1
        return replace(
            self,
            box=box,
            due=at + timedelta(days=WAITS[box - 1]),
            asked=self.asked + 1,
            right=self.right + right,
            millis=self.millis + (millis or 0),
            timed=self.timed + (millis is not None),
            recent=(self.recent + ("+" if right else "-"))[-RECENT:],
        )

    @property
    def weak(self) -> bool:
        """Asked, answered wrong not long ago, and not yet in a higher box."""
        return self.box <= WEAK and "-" in self.recent

    @property
    def seconds(self) -> float | None:
        """What an answer took in the mean, where any was timed."""
        return self.millis / 1000 / self.timed if self.timed else None


def due(cards: Iterable[Card], now: datetime, last: str = "") -> list[str]:
    """The topics that are due, those in most need first; the one asked last stands at the end."""
    waiting = sorted(
        (card for card in cards if card.due <= now), key=lambda card: (card.topic == last, card.box, card.due)
    )
    return [card.topic for card in waiting]
