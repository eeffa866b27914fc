"""Tapes: answers for whole rounds, drawn by a chooser from outside.

``Tape`` answers every prompt with something it admits and, now and then, with something gone wrong. The chooser is a
seeded generator or Hypothesis, so a failure shrinks to a short tape and prints as one line of notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from houseway.forms import Doc
from houseway.play.irregular import Irregularity
from houseway.play.prompts import ClosedWindow, Draw, Pick, Prompt, TakeWagers

MOST_MISHAPS = 3


@dataclass
class Tape:
    pick: Pick
    mishaps: bool = True
    docs: list[Doc] = field(default_factory=list)
    prompts: list[Prompt] = field(default_factory=list)
    gone_wrong: int = 0

    def __call__(self, prompt: Prompt) -> Any:
        answer = self._answer(prompt)
        assert prompt.admits(answer), f"{prompt!r} does not admit its own {answer!r}"
        self.prompts.append(prompt)
        self.docs.append(prompt.write(answer))
        assert prompt.read(self.docs[-1]) == answer, f"{answer!r} is not read back as it was written"
        return answer

    def _answer(self, prompt: Prompt) -> Any:
        wrong = self._mishap(prompt)
        if isinstance(prompt, TakeWagers):
            book = prompt.some(self.pick)
            if wrong is None:
                return book
            laid = book.wagers if not prompt.laid else prompt.laid
            return ClosedWindow(laid, wrong)
        return prompt.some(self.pick) if wrong is None else wrong

    def _mishap(self, prompt: Prompt) -> Irregularity | None:
        if not self.mishaps or not prompt.may_go_wrong or self.gone_wrong >= MOST_MISHAPS or self.pick(8):
            return None
        mishap = prompt.may_go_wrong[self.pick(len(prompt.may_go_wrong))]
        card = None
        shoe = prompt.shoe_in_hand
        if mishap.card == "must":
            if shoe is None or shoe.size < 1:
                return None
            drawn = Draw(prompt.by, "", shoe).some(self.pick)
            if isinstance(drawn, Irregularity):
                return None
            card = drawn
        area = mishap.areas[self.pick(len(mishap.areas))] if mishap.areas else 0
        found = Irregularity(mishap.kind, card, area)
        admitted = prompt.admits(ClosedWindow(prompt.laid, found) if isinstance(prompt, TakeWagers) else found)
        if not admitted:
            return None
        self.gone_wrong += 1
        return found
