"""Draws: questions that luck answers. A card from the shoe, a wheel, dice, numbered balls, a stack of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any, ClassVar

from houseway.forms import Doc
from houseway.forms import read as read_form
from houseway.kit.cards import CARDS, CUT, UNSEEN, Card, CutCard, Unseen
from houseway.kit.dice import Throw, is_throw, throws
from houseway.kit.shoe import Shoe
from houseway.kit.tiles import TILES, Tile
from houseway.kit.wheel import Wheel
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts.base import Pick, Prompt
from houseway.values import value

BURN = "burn card"  # the place of a card that is burned


@value
class Draw(Prompt):
    """The next card from the shoe."""

    place: str  # "first card"
    shoe: Shoe
    box: str = ""  # "right"
    up: bool = True
    next_card: Card | Unseen | None = None  # already out of the shoe, by an earlier error
    cut_card: int | None = 0  # cards behind the cutting card, 0 where nobody has said; None: it is out
    mishaps: tuple[Mishap, ...] = ()

    by_luck: ClassVar[bool] = True

    @property
    def due_at(self) -> str:
        return self.place

    @property
    def is_burn(self) -> bool:
        return self.place == BURN

    @property
    def shoe_in_hand(self) -> Shoe | None:
        return self.shoe

    @property
    def title(self) -> str:
        if not self.up:
            return "Burn a card, face down" if self.is_burn else f"Deal the {self.place}, face down"
        return (
            f"Deal the {self.place} to the {self.box} box, then key it"
            if self.box
            else f"Deal the {self.place}, then key it"
        )

    def _judge(self, answer: Any) -> Decision:
        if isinstance(answer, Card):
            if isinstance(self.next_card, Card) and answer is not self.next_card:
                return Refused(self.by, f"the {self.next_card.words} is already out and is the next card")
            if not self.shoe.has(answer):
                return Refused(self.by, f"no {answer.words} is left in the shoe")
            return Accepted(self.by)
        if isinstance(answer, CutCard):
            return (
                Accepted(self.by)
                if self.cut_card is not None
                else Refused(self.by, "the cutting card has come out already")
            )
        if isinstance(answer, Unseen) and not self.up:
            if self.shoe.size < 1:
                return Refused(self.by, "the shoe is empty")
            return Accepted(self.by)
        return Refused(self.by, f"{answer} is not a card for the {self.place}")

    def _write(self, answer: Any) -> Doc:
        return str(answer)

    def _read(self, doc: Doc) -> Card | CutCard | Unseen:
        text = read_form(str, doc, "card").strip().upper()
        if text == CUT.text:
            return CUT
        return UNSEEN if text == UNSEEN.text else read_form(Card, text, "card")

    @property
    def sure(self) -> Card | Irregularity | None:
        """What must come: the card already out, or word that no card is left. None: luck decides."""
        if isinstance(self.next_card, Card):
            return self.next_card
        if self.shoe.left <= self.shoe.unseen:
            return Irregularity(next(mishap.kind for mishap in self.mishaps if mishap.kind == "short"))
        return None

    def some(self, pick: Pick) -> Card | Irregularity:
        sure = self.sure
        return self.shoe.at(pick(self.shoe.left)) if sure is None else sure

    def weights(self) -> dict[Card | Irregularity, int]:
        """Each card that is left. The cutting card is no card: where it comes is measured, not left to chance."""
        sure = self.sure
        if sure is not None:
            return {sure: 1}
        return {card: left for card, left in zip(CARDS, self.shoe.counts, strict=True) if left}

    def by_rank(self) -> dict[Card | Irregularity, int]:
        """The same for games where suits never matter: one card stands for its rank."""
        sure = self.sure
        return dict(self.shoe.by_rank()) if sure is None else {sure: 1}


@value
class Reveal(Draw):
    """A card that came face down from a real shoe is turned, and the dealer keys what it is."""

    @property
    def title(self) -> str:
        return f"Key the {self.place} as it is turned"


@value
class Spin(Prompt):
    """Where the ball, or the indicator, comes to rest."""

    what: str  # "ball"
    wheel: Wheel
    mishaps: tuple[Mishap, ...] = ()

    by_luck: ClassVar[bool] = True

    @property
    def title(self) -> str:
        return f"Spin, then enter where the {self.what} rests"

    def _judge(self, answer: Any) -> Decision:
        if answer in self.wheel.weights:
            return Accepted(self.by)
        return Refused(self.by, f"{answer!r} is not on the wheel")

    def _read(self, doc: Doc) -> str:
        return str(doc) if type(doc) is int else str(read_form(str, doc, "result"))

    def some(self, pick: Pick) -> str:
        return self.wheel.pockets[pick(len(self.wheel.pockets))]

    def weights(self) -> dict[str, int]:
        return self.wheel.weights


@value
class Roll(Prompt):
    """What the dice show."""

    dice: int
    mishaps: tuple[Mishap, ...] = ()

    by_luck: ClassVar[bool] = True

    @property
    def title(self) -> str:
        return "Uncover the dice, then enter what they show"

    def _judge(self, answer: Any) -> Decision:
        if is_throw(answer, self.dice):
            return Accepted(self.by)
        return Refused(self.by, f"{self.dice} faces from 1 to 6 are wanted, not {answer!r}")

    def _read(self, doc: Doc) -> Throw:
        faces: Throw = read_form(tuple[int, ...], doc, "dice")
        return tuple(sorted(faces))

    def some(self, pick: Pick) -> Throw:
        return tuple(sorted(1 + pick(6) for _ in range(self.dice)))

    def weights(self) -> dict[Throw, int]:
        return throws(self.dice)


@value
class Ball(Prompt):
    """The next number from a device that holds each of them once."""

    place: str  # "ball 7 of 20"
    numbers: int  # 1 to so many
    out: tuple[int, ...] = ()  # no longer in the device
    ignored: tuple[int, ...] = ()  # back in the device, and not counted if they come again
    mishaps: tuple[Mishap, ...] = ()

    by_luck: ClassVar[bool] = True

    @property
    def due_at(self) -> str:
        return self.place

    @property
    def title(self) -> str:
        return f"Draw {self.place}, then enter its number"

    def _judge(self, answer: Any) -> Decision:
        if type(answer) is not int or not 1 <= answer <= self.numbers:
            return Refused(self.by, f"the device holds the numbers 1 to {self.numbers}, not {answer!r}")
        if answer in self.out:
            return Refused(self.by, f"{answer} has been drawn already")
        return Accepted(self.by)

    def _read(self, doc: Doc) -> int:
        return int(read_form(int, doc, "ball"))

    @property
    def left(self) -> list[int]:
        """What may come."""
        return [number for number in range(1, self.numbers + 1) if number not in self.out]

    def some(self, pick: Pick) -> int:
        left = self.left
        return left[pick(len(left))]

    def weights(self) -> dict[int, int]:
        return dict.fromkeys(self.left, 1)


@value
class Stack(Prompt):
    """How the shuffled tiles lie in their stacks: every tile once, or nothing where nobody has seen a face."""

    what: str
    mishaps: tuple[Mishap, ...] = ()

    by_luck: ClassVar[bool] = True
    orders: ClassVar[int] = factorial(len(TILES))

    @property
    def title(self) -> str:
        return self.what

    def _judge(self, answer: Any) -> Decision:
        if answer == () or (isinstance(answer, tuple) and sorted(answer, key=lambda tile: tile.index) == list(TILES)):
            return Accepted(self.by)
        return Refused(self.by, f"the set is {len(TILES)} tiles, each once")

    def _read(self, doc: Doc) -> tuple[Tile, ...]:
        lying: tuple[Tile, ...] = read_form(tuple[Tile, ...], doc, "tiles")
        return lying

    def usually(self) -> tuple[Tile, ...]:
        """With real tiles nothing is keyed: they lie face down."""
        return ()

    def some(self, pick: Pick) -> tuple[Tile, ...]:
        lying = list(TILES)
        for last in range(len(lying) - 1, 0, -1):
            other = pick(last + 1)
            lying[last], lying[other] = lying[other], lying[last]
        return tuple(lying)

    def chances(self) -> Iterator[tuple[tuple[Tile, ...], Fraction]]:
        """Every order, one by one: nobody can wait for them all, and a study names the few that matter to it."""
        each = Fraction(1, self.orders)
        return ((lying, each) for lying in permutations(TILES))
