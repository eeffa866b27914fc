"""Prompt: what every question to the world has.

A prompt can be judged, shown as buttons, enumerated, sampled and fuzzed without running the script that asked it:
``judge`` says yes or no with a reason, ``write`` and ``read`` give an answer its plain form, ``some`` picks an admitted
answer with a chooser from outside. Who may answer is named by ``asks``; where luck answers (``by_luck``), ``chances`` lists
what may come with its exact chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from houseway.forms import Doc
from houseway.forms import read as read_form
from houseway.forms import write as write_form
from houseway.kit.cards import Card
from houseway.kit.shoe import Shoe
from houseway.law.clause import Basis
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Irregularity, Mishap
from houseway.values import value

Pick: TypeAlias = Callable[[int], int]  # a number below n, from outside


@value
class OutOfTurn:
    """What a player does while somebody else is asked, where a rule has room for it."""

    player: str
    value: str

    def __str__(self) -> str:
        return f"{self.player} {self.value}"


@value
class Prompt:
    """A question to the world, with the answers it admits."""

    by: Basis

    # Whether luck answers, and nobody decides: then ``weights`` and ``chances`` say what may come.
    by_luck: ClassVar[bool] = False

    # Fields that hold functions a game lends its question; the same question asked again is lent new ones.
    lent: ClassVar[tuple[str, ...]] = ()

    # Whether it was added to a script that had been played without it: an earlier record has no answer to it, and goes on
    # with what was done before it was asked.
    added: ClassVar[bool] = False

    kinds: ClassVar[set[type[Any]]] = (
        set()
    )  # every kind of prompt there is, so that whoever drives a script knows one at once

    def __init_subclass__(cls) -> None:
        Prompt.kinds.add(cls)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._asked() == other._asked()

    def __hash__(self) -> int:
        return hash(self._asked())

    def _asked(self) -> tuple[Any, ...]:
        return tuple(getattr(self, one.name) for one in fields(self) if one.name not in self.lent)

    @property
    def asks(self) -> str:
        """Who answers: "dealer", "house", "supervisor", or "player P1"."""
        return "dealer"

    @property
    def funds_by(self) -> Basis:
        """By which rule whoever answers must have what the answer puts on the table."""
        return self.by

    @property
    def may_go_wrong(self) -> tuple[Mishap, ...]:
        return getattr(self, "mishaps", ())

    @property
    def due_at(self) -> str:
        """The place on the cloth that it is about: where the next card goes, or whose decision it is; "" for none."""
        return ""

    @property
    def shoe_in_hand(self) -> Shoe | None:
        """The cards that a mishap may concern meanwhile."""
        return None

    @property
    def title(self) -> str:
        """The next step, as an instruction."""
        raise TypeError

    def judge(self, answer: Any) -> Decision:
        if isinstance(answer, Irregularity):
            return self._judge_mishap(answer)
        return self._judge(answer)

    def admits(self, answer: Any) -> bool:
        return isinstance(self.judge(answer), Accepted)

    def write(self, answer: Any) -> Doc:
        if isinstance(answer, Irregularity):
            doc = {"irregularity": answer.kind, **({"card": str(answer.card)} if answer.card else {})}
            return {**doc, "area": answer.area} if answer.area else doc
        return self._write(answer)

    def read(self, doc: Doc) -> Any:
        if isinstance(doc, Mapping) and "irregularity" in doc:
            card = read_form(Card, doc["card"], "card") if "card" in doc else None
            area = read_form(int, doc["area"], "area") if "area" in doc else 0
            return Irregularity(read_form(str, doc["irregularity"], "irregularity"), card, area)
        return self._read(doc)

    def some(self, pick: Pick) -> Any:
        """An admitted answer, chosen by ``pick``; the fair one where chance decides."""
        raise TypeError

    def weights(self) -> Mapping[Any, int]:
        """Every answer luck may give, and in how many equally likely ways it comes."""
        raise TypeError

    def chances(self) -> Iterable[tuple[Any, Fraction]]:
        """Every answer luck may give, with its exact chance; they sum to one."""
        weights = self.weights()
        total = sum(weights.values())
        return [(answer, Fraction(ways, total)) for answer, ways in weights.items()]

    def is_answer(self, doc: Doc) -> bool:
        """Whether a recorded answer is one to this question, where an earlier record may have none."""
        return True

    def out_of_turn(self, player: str, value: str) -> OutOfTurn | None:
        """A player's own act while somebody else is asked; None where there is no room for one."""
        return None

    def room_for(self, player: str) -> tuple[str, str, str, Basis] | None:
        """What such an act is, for the player's page: the sentence that tells of it, the word for it, its label and its
        clause; None where there is none."""
        return None

    def arranged_by(self, player: str) -> bool:
        """Whether the player sets something on the cloth, which the answer then says."""
        return False

    def usually(self) -> Any | None:
        """What is answered when nobody has anything particular to say; None where somebody must."""
        return None

    def before_it_was_asked(self) -> Any:
        """What a record goes on with that is older than the question."""
        return self.usually()

    def told_by_dealing(self, card: Card) -> Any | None:
        """The answer that is given where this card is dealt without another word; None where that says nothing."""
        return None

    def seen_by(self, viewer: str) -> Prompt:
        """The question as the person asked may know it, where it holds what others may not see."""
        return self

    def _judge(self, answer: Any) -> Decision:
        raise TypeError

    def _write(self, answer: Any) -> Doc:
        return write_form(answer)

    def _read(self, doc: Doc) -> Any:
        raise TypeError

    def _judge_mishap(self, answer: Irregularity) -> Decision:
        for mishap in self.may_go_wrong:
            if mishap.kind == answer.kind:
                if mishap.card == "must" and answer.card is None:
                    return Refused(mishap.by, f"say which card: {mishap.label.lower()}")
                if mishap.card == "no" and answer.card is not None:
                    return Refused(mishap.by, f"no card is named here: {mishap.label.lower()}")
                shoe = self.shoe_in_hand
                if answer.card is not None and shoe is not None and not shoe.has(answer.card):
                    return Refused(mishap.by, f"no {answer.card.words} is left in the shoe")
                if answer.area not in (mishap.areas or (0,)):
                    where = ", ".join(str(area) for area in mishap.areas) or "none"
                    return Refused(mishap.by, f"say at which area: {mishap.label.lower()}; it can be {where}")
                return Accepted(mishap.by)
        return Refused(self.by, f"{answer.kind!r} is not an irregularity of this moment")
