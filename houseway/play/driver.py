"""Driver: the only loops that advance a script.

``drive`` runs a script with an answerer, as fast as it goes. ``run`` runs a game's script over a recorded tape and stops
where the tape ends: what came before is the past, the prompt it stands at is the present. Rulings stand in the tape
among the answers, because a supervisor may step in at any moment of any game; the driver applies them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from houseway.forms import Doc, Misread
from houseway.law.clause import Basis
from houseway.play.decision import Refused
from houseway.play.events import Event, Laid, Lifted, Ruled, Settled, Staked
from houseway.play.general import General
from houseway.play.irregular import Invalidate, Ruling, VoidWagers
from houseway.play.prompts import Prompt, TakeWagers
from houseway.play.script import Answerer, Script, Settlement, Step
from houseway.play.wagers import Wager

T = TypeVar("T")


class Inadmissible(ValueError):
    """A recorded answer that the prompt it meets does not admit."""

    def __init__(self, at: int, prompt: Prompt, refused: Refused) -> None:
        super().__init__(f"answer {at}: {refused.because} ({refused.by})")
        self.at, self.prompt, self.refused = at, prompt, refused


def drive(script: Script[T], answer: Answerer) -> tuple[list[Step], T]:
    """Runs a script to its end; every prompt is put to ``answer``."""
    steps: list[Step] = []
    tell, send, asks = steps.append, script.send, _ASKS
    reply: Any = None
    try:
        while True:
            step = send(reply)
            tell(step)
            reply = answer(step) if asks[type(step)] else None  # type: ignore[arg-type]
    except StopIteration as end:
        return steps, end.value


class _Asks(dict[type[Any], bool]):
    """Whether a kind of step is a question: looked at once for each kind, for a round has dozens of steps."""

    def __missing__(self, kind: type[Any]) -> bool:
        self[kind] = issubclass(kind, Prompt)
        return self[kind]


_ASKS = _Asks()


@dataclass
class Progress(Generic[T]):
    """How far a tape brings a script."""

    steps: list[Step] = field(default_factory=list)
    prompt: Prompt | None = None  # the question it stands at; None when the round is over
    result: T | None = None
    answers: list[tuple[Prompt, Any]] = field(default_factory=list)

    @property
    def events(self) -> list[Event]:
        return [step for step in self.steps if isinstance(step, Event)]

    @property
    def over(self) -> bool:
        return self.prompt is None


def ruling_of(doc: Doc) -> Ruling | None:
    """The ruling a tape entry stands for, if it is one."""
    if isinstance(doc, dict) and "ruling" in doc:
        if doc["ruling"] == "invalidate":
            return Invalidate(doc["ground"])
        if doc["ruling"] == "void wagers":
            return VoidWagers(doc["player"], doc["ground"])
        raise Misread("ruling", f"{doc['ruling']!r} is no ruling")
    return None


def ruling_doc(ruling: Ruling) -> Doc:
    if isinstance(ruling, Invalidate):
        return {"ruling": "invalidate", "ground": ruling.ground}
    return {"ruling": "void wagers", "player": ruling.player, "ground": ruling.ground}


def run(script: Script[T], tape: Iterable[Doc], general: General, strict: bool = True) -> Progress[T]:
    """Runs a script over recorded answers and stops at the first prompt without one."""
    progress: Progress[T] = Progress()
    voided: dict[str, Basis] = {}
    tell = progress.steps.append
    tape = iter(tape)
    at = 0
    reply: Any = None
    try:
        while True:
            step = script.send(reply)
            reply = None
            if not isinstance(step, Prompt):
                tell(_with_rulings(step, voided))
                continue
            tell(step)
            while True:
                try:
                    doc = next(tape)
                except StopIteration:
                    progress.prompt = step
                    return progress
                ruling = ruling_of(doc)
                if ruling is None:
                    break
                at += 1
                if isinstance(ruling, Invalidate):
                    progress.result = _invalidate(progress, general, ruling)  # type: ignore[assignment]
                    return progress
                voided[ruling.player] = general.void_wagers.by
                tell(
                    Ruled(general.void_wagers.by, "void wagers", f"{ruling.player}'s wagers are void: {ruling.ground}")
                )
            reply = step.read(doc)
            decision = step.judge(reply)
            if strict and isinstance(decision, Refused):
                raise Inadmissible(at, step, decision)
            progress.answers.append((step, reply))
            at += 1
    except StopIteration as end:
        progress.result = end.value
        for doc in tape:  # a ruling after the last payment
            ruling = ruling_of(doc)
            if isinstance(ruling, Invalidate):
                progress.result = _invalidate(progress, general, ruling)  # type: ignore[assignment]
            elif isinstance(ruling, VoidWagers):
                voided[ruling.player] = general.void_wagers.by
                tell(
                    Ruled(general.void_wagers.by, "void wagers", f"{ruling.player}'s wagers are void: {ruling.ground}")
                )
                progress.steps[:] = [_with_rulings(step, voided) for step in progress.steps]
            else:
                raise Misread("tape", "the round is over, and an answer is left") from None
        if isinstance(progress.result, Settlement) and voided:
            progress.result = Settlement(tuple(_with_rulings(line, voided) for line in progress.result.lines))  # type: ignore[assignment, misc]
        return progress


def _with_rulings(step: Step, voided: dict[str, Basis]) -> Step:
    if isinstance(step, Settled) and step.wager.player in voided:
        return Settled(voided[step.wager.player], step.wager, "void", step.wager.cents, 0, step.wager.cents)
    return step


def _invalidate(progress: Progress[Any], general: General, ruling: Invalidate) -> Settlement:
    """Every wager of the round goes back, whatever had been paid or taken."""
    ground = general.disorder if ruling.ground == "disorder" else general.fraud
    wagers = stakes(progress.steps, progress.answers)
    progress.steps[:] = [step for step in progress.steps if not isinstance(step, Settled)]
    progress.steps.append(Ruled(ground.by, "invalidate", f"The outcome is invalidated: {ruling.ground}"))
    lines = tuple(
        Settled(ground.by + general.refund.by, wager, "void", wager.cents, 0, wager.cents) for wager in wagers
    )
    progress.steps.extend(lines)
    progress.prompt = None
    return Settlement(lines)


def stakes(steps: Iterable[Step], answers: Iterable[tuple[Prompt, Any]] = ()) -> list[Wager]:
    """Every wager a round has put on the table so far, by the events that laid it."""
    wagers: dict[tuple[str, int, str], Wager] = {}
    for step in steps:
        if isinstance(step, Laid):
            wagers.update({wager.key: wager for wager in step.wagers})
        elif isinstance(step, Staked):
            wagers[step.wager.key] = step.wager
        elif isinstance(step, Lifted):
            for wager in step.wagers:
                wagers.pop(wager.key, None)
        elif isinstance(step, Settled):
            wagers.setdefault(step.wager.key, step.wager)
    return list(wagers.values())


def open_window(progress: Progress[Any]) -> TakeWagers | None:
    return progress.prompt if isinstance(progress.prompt, TakeWagers) else None
