"""Cards: the fifty-two, each made once, and two things that travel with them.

A card is written rank then suit, ``7S`` or ``TD``. Its ``rank`` runs from 2 to 14, ace high, as most books have it;
where an ace counts low, or a picture ten, that is a rule of the game and stands there. ``CUT`` is the cutting card,
which is not a card of the game, and ``UNSEEN`` a card that left the shoe face down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from houseway.complaint import BadInput

RANKS = "23456789TJQKA"
SUITS = "SHDC"

RANK_WORDS = dict(
    zip(
        RANKS,
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        strict=True,
    )
)
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    rank: int  # 2 to 14
    suit: str  # S H D C
    index: int  # 0 to 51, its place in a shoe's count

    _by_text: ClassVar[dict[str, Card]] = {}

    @classmethod
    def parse(cls, text: str) -> Card:
        try:
            return cls._by_text[text.strip().upper().replace("10", "T")]
        except KeyError:
            raise BadInput(f"{text!r} is not a card; write rank and suit, such as 7S or TD") from None

    def __str__(self) -> str:
        return RANKS[self.rank - 2] + self.suit

    __repr__ = __str__

    def __hash__(self) -> int:
        return self.index

    @property
    def words(self) -> str:
        """The card as it is read aloud: "seven of spades"."""
        return f"{RANK_WORDS[RANKS[self.rank - 2]]} of {SUIT_WORDS[self.suit]}"

    def _repr_svg_(self) -> str:
        from houseway.draw.cards import card_svg

        return card_svg(str(self))


CARDS: tuple[Card, ...] = tuple(
    Card(rank, suit, 4 * (rank - 2) + n) for rank in range(2, 15) for n, suit in enumerate(SUITS)
)
Card._by_text.update({str(each): each for each in CARDS})


def card(text: str) -> Card:
    """A card from its two letters: ``7S``."""
    return Card.parse(text)


class _Token:
    """A thing that is only itself and has one written form."""

    text: ClassVar[str]
    words: ClassVar[str]

    @classmethod
    def parse(cls, text: str) -> _Token:
        if text.strip().upper() != cls.text:
            raise BadInput(f"{text!r} is not {cls.words}")
        return CUT if cls is CutCard else UNSEEN

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.text)


class CutCard(_Token):
    text = "CUT"
    words = "the cutting card"


class Unseen(_Token):
    text = "X"
    words = "a card face down"


CUT = CutCard()
UNSEEN = Unseen()
