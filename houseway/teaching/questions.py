"""Questions: what is asked, what would be right, and why.

A question has one part or several, and is answered right when each is. An answer is a text: an amount of dollars, one of the
options by its letter or its value, or the letters of several things in their order. What cannot be an answer at all is refused
with a word about it, and counts as nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Any

from houseway.complaint import Complaint
from houseway.law.clause import Basis
from houseway.money import NotMoney, cents, plain, show
from houseway.play.view import View


class NotAnAnswer(Complaint, ValueError):
    """A text that cannot be an answer to this question; nothing was counted."""


class Form(enum.Enum):
    """How a part is answered."""

    AMOUNT = "amount"
    CHOICE = "choice"
    ORDER = "order"


@dataclass(frozen=True)
class Part:
    asks: str
    form: Form
    right: tuple[str, ...]  # every answer that is right, in its plain form: "1250", an option's value, "c a b"
    options: tuple[tuple[str, str], ...] = ()  # value and label, in the order they are offered

    @property
    def lettered(self) -> tuple[tuple[str, str, str], ...]:
        """Letter, value and label of every option."""
        return tuple((ascii_lowercase[n], value, label) for n, (value, label) in enumerate(self.options))

    def read(self, text: str) -> str:
        """An answer in its plain form."""
        text = text.strip()
        if not text:
            raise NotAnAnswer(f"an answer is wanted: {self.wants}")
        if self.form is Form.AMOUNT:
            try:
                return str(cents(text))
            except NotMoney as wrong:
                raise NotAnAnswer(str(wrong)) from None
        if self.form is Form.CHOICE:
            for letter, value, _ in self.lettered:
                if text.lower() in (letter, value.lower()):
                    return value
            raise NotAnAnswer(f"{text[:40]!r} is none of the choices: {self.wants}")
        letters = [letter for letter, _, _ in self.lettered]
        said = [letter for letter in text.lower() if not (letter.isspace() or letter in ",;.-")]
        if sorted(said) != letters:
            raise NotAnAnswer(f"{text[:40]!r} is no order of them: {self.wants}")
        return " ".join(said)

    @property
    def wants(self) -> str:
        """What an answer looks like."""
        if self.form is Form.AMOUNT:
            return "an amount of dollars, such as 25 or 12.50"
        letters = [letter for letter, _, _ in self.lettered]
        if self.form is Form.CHOICE:
            return f"one of {', '.join(letters)}"
        return f"the letters {' '.join(letters)}, each once, in their order"

    def words(self, answer: str) -> str:
        """An answer in its plain form as people read it."""
        if self.form is Form.AMOUNT:
            return show(int(answer))
        if self.form is Form.CHOICE:
            return dict(self.options)[answer]
        labels = {letter: label for letter, _, label in self.lettered}
        return "; ".join(f"{n}. {labels[letter]}" for n, letter in enumerate(answer.split(), 1))

    @property
    def key(self) -> str:
        """The right answer as a key prints it: with its letter, where there are letters."""
        if self.form is Form.ORDER:
            return f"{self.right[0]}: {self.words(self.right[0])}"
        marks = {value: letter for letter, value, _ in self.lettered}
        return " or ".join(
            f"{marks[one]}: {self.words(one)}" if one in marks else self.words(one) for one in self.right
        )


@dataclass(frozen=True)
class Question:
    book: str  # with its variant
    edition: str  # the digest of the law it was asked by
    drill: str
    number: int  # it is asked again by the same number
    topic: str  # what it practises: "5 to 1 on original"
    told: tuple[str, ...]  # what has happened, in words
    parts: tuple[Part, ...]
    by: Basis  # what the answer rests on
    why: tuple[tuple[str, Basis], ...]
    par: int  # seconds that somebody who knows it needs
    cards: tuple[tuple[str, tuple[str, ...]], ...] = ()  # whose, and which
    tiles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rules: tuple[tuple[str, Basis], ...] = ()  # in force, and moving the answer
    worth: Mapping[str, float] = field(default_factory=dict)  # of a decision: what each choice is worth
    note: str = ""
    view: View | None = field(default=None, compare=False, repr=False)  # the table, where there is one to draw

    def read(self, given: Sequence[str]) -> tuple[str, ...]:
        """Answers in their plain form, one to a part."""
        if len(given) != len(self.parts):
            raise NotAnAnswer(f"{len(self.parts)} answers are wanted here, not {len(given)}")
        return tuple(part.read(text) for part, text in zip(self.parts, given, strict=True))

    def judge(self, given: Sequence[str]) -> Verdict:
        """What comes of answers; a text that cannot be one is refused."""
        answers = self.read(given)
        right = tuple(answer in part.right for part, answer in zip(self.parts, answers, strict=True))
        return Verdict(self, answers, right)

    def document(self, key: bool = True) -> dict[str, Any]:
        """The question as one document; the key where it is wanted."""
        parts = [
            {
                "asks": part.asks,
                "form": part.form.value,
                "wants": part.wants,
                "options": [
                    {"letter": letter, "value": value, "label": label} for letter, value, label in part.lettered
                ],
                **({"right": [_plain(part, one) for one in part.right], "key": part.key} if key else {}),
            }
            for part in self.parts
        ]
        found: dict[str, Any] = {
            "book": self.book, "edition": self.edition, "drill": self.drill, "number": self.number, "topic": self.topic,
            "told": list(self.told), "parts": parts, "par_seconds": self.par,
        }  # fmt: skip
        if self.cards or self.tiles:
            found["shown"] = [{"whose": whose, "lies": list(lies)} for whose, lies in (*self.cards, *self.tiles)]
        if key:
            found["clauses"] = [clause.number for clause in self.by.clauses]
            found["readings"] = list(self.by.readings)
            found["why"] = [{"words": words, "clauses": [c.number for c in by.clauses]} for words, by in self.why]
            if self.worth:
                found["worth"] = dict(self.worth)
        return found


def _plain(part: Part, right: str) -> str:
    return plain(int(right)) if part.form is Form.AMOUNT else right


@dataclass(frozen=True)
class Verdict:
    """What came of an answer."""

    question: Question
    answers: tuple[str, ...]
    parts: tuple[bool, ...]

    @property
    def right(self) -> bool:
        return all(self.parts)

    @property
    def cost(self) -> float:
        """What a choice gave away, per unit of the wager, where the question is about that."""
        worth = self.question.worth
        return max(worth.values()) - worth[self.answers[0]] if worth else 0.0

    @property
    def given(self) -> tuple[str, ...]:
        """The answers as people read them."""
        return tuple(part.words(one) for part, one in zip(self.question.parts, self.answers, strict=True))

    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = {"right": self.right, "given": list(self.given)}
        return {**found, "cost": self.cost} if self.question.worth else found
