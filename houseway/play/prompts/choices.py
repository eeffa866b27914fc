"""Choices: questions that people answer. A decision, several at once, a step performed, a measure, a logged procedure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from houseway.forms import Doc
from houseway.forms import read as read_form
from houseway.kit.shoe import Shoe
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Mishap
from houseway.play.prompts.base import Pick, Prompt
from houseway.play.wagers import Wager
from houseway.values import field, value


@value
class Option:
    value: str
    label: str
    stake: Wager | None = None  # what choosing it puts on the table
    closed: Refused | None = None  # why it cannot be chosen now, and by which clause
    by: Basis | None = None  # the clause behind it, where it has its own
    on_cloth: bool = False  # the cloth has a place for it, or says what exactly is chosen


@value
class Choose(Prompt):
    """One of a few ways on, chosen by one person."""

    who: str  # "supervisor", "dealer", "player P1"
    question: str
    options: tuple[Option, ...]
    usual: str = ""
    mishaps: tuple[Mishap, ...] = ()
    place: str = ""  # where on the cloth, if it is about one place: "box 3 hand 1"
    asked: str = ""  # which question it is, where somebody beside the script looks for it (``play/states.py``)

    @property
    def due_at(self) -> str:
        return self.place

    @property
    def asks(self) -> str:
        return self.who

    @property
    def player(self) -> str:
        """The player who is asked; nobody, if it is for staff."""
        return self.who.removeprefix("player ") if self.who.startswith("player ") else ""

    def usually(self) -> str | None:
        return self.usual or None

    @property
    def title(self) -> str:
        return self.question

    def _judge(self, answer: Any) -> Decision:
        for option in self.options:
            if answer == option.value:
                return option.closed or Accepted(option.by or self.by)
        for option in self.options:
            if option.by is not None and str(answer).split(" ")[0] == option.value:
                return Refused(option.by, f"{answer!r} is not open; {option.label.lower()}")
        return Refused(self.by, f"{answer!r} is not one of {', '.join(option.value for option in self.options)}")

    @property
    def open(self) -> tuple[Option, ...]:
        """The options that can be chosen."""
        return tuple(option for option in self.options if option.closed is None)

    def _read(self, doc: Doc) -> str:
        text: str = read_form(str, doc, "choice")
        return text

    def some(self, pick: Pick) -> str:
        return self.open[pick(len(self.open))].value


@value
class ChooseEach(Prompt):
    """Several players decide at once; the table collects, the answer is one mapping."""

    question: str
    players: tuple[str, ...]
    options: tuple[Option, ...]
    usual: str = ""  # what it is for players who say nothing; "" where everybody must speak
    stakes: dict[str, Wager] = field(default_factory=dict)  # what each player's last option would put on the table
    short: Option | None = None  # what it is for a player whose money does not cover that stake, where the book says so
    mishaps: tuple[Mishap, ...] = ()
    not_waited_for: tuple[str, ...] = ()  # players whose word nothing depends on any more: silent, they have the usual

    def chosen(self, choices: Mapping[str, str]) -> dict[str, str] | None:
        """What all of them have chosen, or None while somebody is waited for."""
        if any(player not in choices for player in self.players if player not in self.not_waited_for):
            return None
        return {player: choices.get(player, self.usual) for player in self.players}

    @property
    def asks(self) -> str:
        return "players"

    @property
    def title(self) -> str:
        return self.question

    def judge_one(self, player: str, value: Any) -> Decision:
        if player not in self.players:
            return Refused(self.by, f"{player} has nothing to decide here")
        for option in self.options:
            if value == option.value:
                return Accepted(option.by or self.by)
        if self.short is not None and value == self.short.value:
            return Accepted(self.short.by or self.by)
        return Refused(self.by, f"{value!r} is not one of {', '.join(option.value for option in self.options)}")

    def closed_to(self, player: str, value: str) -> Refused | None:
        """Why an option is not open to one of the players."""
        return None

    def judge_change(self, player: str, before: str, value: Any) -> Refused | None:
        """Whether a player who has chosen may choose otherwise while the others still decide."""
        return None

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, Mapping):
            return Refused(self.by, "one choice per player is wanted here")
        for player in self.players:
            if player not in answer:
                return Refused(self.by, f"{player} has not chosen yet")
        for player, choice in answer.items():
            decision = self.judge_one(player, choice)
            if isinstance(decision, Refused):
                return decision
        return Accepted(self.by)

    def usually(self) -> dict[str, str] | None:
        return dict.fromkeys(self.players, self.usual) if self.usual else None

    def _read(self, doc: Doc) -> dict[str, str]:
        choices: dict[str, str] = read_form(dict[str, str], doc, "choices")
        return choices

    def some(self, pick: Pick) -> dict[str, str]:
        return {player: self.options[pick(len(self.options))].value for player in self.players}


@value
class Confirm(Prompt):
    """A step people perform; the answer only says that it is done."""

    act: str
    who: str = "dealer"
    mishaps: tuple[Mishap, ...] = ()
    shoe: Shoe | None = None

    ends: ClassVar[bool] = True  # whether it may be the last step of a round, where nothing is at stake any more

    @property
    def shoe_in_hand(self) -> Shoe | None:
        return self.shoe

    @property
    def asks(self) -> str:
        return self.who

    @property
    def title(self) -> str:
        return self.act

    def _judge(self, answer: Any) -> Decision:
        return (
            Accepted(self.by) if answer is True else Refused(self.by, f"say only that it is done: {self.act.lower()}")
        )

    def _read(self, doc: Doc) -> bool:
        return bool(read_form(bool, doc, "done"))

    def some(self, pick: Pick) -> bool:
        return True

    def usually(self) -> bool:
        return True


@value
class Number(Prompt):
    """A measured place or count between bounds."""

    what: str
    low: int
    high: int
    because: str  # what a number outside the bounds is told
    usual: int
    who: str = "dealer"
    gaps: tuple[tuple[int, int], ...] = ()  # stretches inside the bounds that are not allowed
    aims: tuple[tuple[int, int], ...] = ()  # stretches inside the bounds that the book aims at, where it only aims
    mishaps: tuple[Mishap, ...] = ()
    asked: str = ""  # which question it is, where somebody beside the script looks for it (``play/states.py``)

    @property
    def asks(self) -> str:
        return self.who

    @property
    def title(self) -> str:
        return self.what

    def _judge(self, answer: Any) -> Decision:
        if type(answer) is not int:
            return Refused(self.by, f"{answer!r} is not a whole number")
        if not self.low <= answer <= self.high or any(low <= answer <= high for low, high in self.gaps):
            return Refused(self.by, self.because)
        return Accepted(self.by)

    def _read(self, doc: Doc) -> int:
        return int(read_form(int, doc, "number"))

    def usually(self) -> int:
        return self.usual

    def some(self, pick: Pick) -> int:
        stretches = self.aims or ((self.low, self.high),)
        while True:
            low, high = stretches[pick(len(stretches))]
            number = low + pick(high - low + 1)
            if self.admits(number):
                return number


@value
class Steps(Prompt):
    """A procedure logged step by step, judged as a whole."""

    act: str
    known: tuple[str, ...]
    rule: Callable[[tuple[str, ...]], str]  # why these steps will not do; "" if they will
    usual: tuple[str, ...]
    who: str = "dealer"
    mishaps: tuple[Mishap, ...] = ()
    instead: Option | None = None  # one word logged in place of all steps, by a clause of its own

    lent: ClassVar = ("rule",)

    @property
    def asks(self) -> str:
        return self.who

    @property
    def title(self) -> str:
        return self.act

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, tuple) or not answer:
            return Refused(self.by, f"the steps are wanted, from {', '.join(self.known)}")
        if self.instead is not None and answer == (self.instead.value,):
            return Accepted(self.instead.by or self.by)
        for step in answer:
            if step not in self.known:
                return Refused(self.by, f"{step!r} is not a step; known are {', '.join(self.known)}")
        wrong = self.rule(answer)
        return Refused(self.by, wrong) if wrong else Accepted(self.by)

    def _read(self, doc: Doc) -> tuple[str, ...]:
        steps: tuple[str, ...] = read_form(tuple[str, ...], doc, "steps")
        return steps

    def some(self, pick: Pick) -> tuple[str, ...]:
        return self.usual

    def usually(self) -> tuple[str, ...]:
        return self.usual


def stake_of(prompt: Prompt, player: str, answer: Any) -> Cents:
    """What a player's answer puts on the table, to be checked against funds before it is taken."""
    if isinstance(prompt, (Choose, ChooseEach)):
        for option in prompt.options:
            if option.value == answer and option.stake is not None:
                return option.stake.cents
    if isinstance(prompt, ChooseEach) and answer == prompt.options[-1].value and player in prompt.stakes:
        return prompt.stakes[player].cents
    return 0
