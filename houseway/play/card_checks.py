"""Card checks: cards looked over before a table uses them.

Where a book asks for it, cards that have come to a table are gone through step by step before they are shuffled for the first
time, and cards that are not whole are exchanged there and then. ``CardChecks`` is what a book asks for; the floor keeps in mind
which cards nobody has checked yet, and has them checked again when gaming is over (``floor/card_checks.py``).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, ClassVar

from houseway.forms import Doc
from houseway.law.clause import Provision
from houseway.play.events import Noted
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Confirm
from houseway.play.script import Script, put_right
from houseway.values import value

NOT_WHOLE = "not-whole"


class CardCheck(enum.Enum):
    """One step of looking cards over."""

    INSPECTED = "gone through by the dealer"
    VERIFIED = "verified by a supervisor"
    SHOWN = "spread face up for the first player"
    WASHED = "washed and stacked"


@value
class CardChecks:
    """What is done with cards before they are used."""

    before: tuple[CardCheck, ...]
    at_opening: bool = True  # false: only with new cards that come in place of others
    at_closing: bool = False  # once more when gaming is over


_STEPS: dict[CardCheck, tuple[str, str]] = {  # who does it, and the step as an instruction
    CardCheck.INSPECTED: ("dealer", "Check the cards before they are used: {cards} of them"),
    CardCheck.VERIFIED: ("supervisor", "Verify the cards that the dealer has checked"),
    CardCheck.SHOWN: (
        "dealer",
        "Spread the cards face up, by deck, suit and sequence, for the first player to look at",
    ),
    CardCheck.WASHED: ("dealer", "Turn the cards face down, wash and stack them"),
}


@value
class CheckCards(Confirm):
    """A step of the check. Its answer says what it is an answer to, so that no other step's is taken for it."""

    added: ClassVar[bool] = True

    def is_answer(self, doc: Doc) -> bool:
        return isinstance(doc, Mapping) and ("checked" in doc or doc.get("irregularity") == NOT_WHOLE)

    def _write(self, answer: Any) -> Doc:
        return {"checked": answer}

    def _read(self, doc: Doc) -> bool:
        return super()._read(doc.get("checked") if isinstance(doc, Mapping) else doc)


def check_cards(rule: Provision[CardChecks], cards: int) -> Script[None]:
    """Every step in turn; where cards turn out not to be whole, others take their place and are gone through from the start."""
    mishaps = (Mishap(NOT_WHOLE, "Cards are missing, marked or too many", rule.by),)

    def exchange(answer: Irregularity) -> Script[None]:
        yield Noted(rule.by, "Other cards are brought in their place, and checked from the start")

    left = list(rule.value.before)
    while left:
        who, words = _STEPS[left[0]]
        answer = yield CheckCards(rule.by, words.format(cards=cards), who, mishaps)
        if isinstance(answer, Irregularity):
            yield from put_right(answer, mishaps, exchange)
            left = list(rule.value.before)
            continue
        yield Noted(rule.by, f"The cards are {left.pop(0).value}")
