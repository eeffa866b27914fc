"""Driver: the only loops that advance a script.

``drive`` runs a script with an answerer, as fast as it goes. ``run`` runs a game's script over a recorded tape and stops
where the tape ends: what came before is the past, the prompt it stands at is the present. Rulings stand in the tape
among the answers, because a supervisor may step in at any moment of any game. One that declares wagers void, wherever it
stands, reaches the script with the wagers themselves: the round runs again as if they had not been made, and whatever
rests on them (a bank, a share, a prize, what lies on) comes out otherwise by the rules of the game. What people did before it
they have done: only what is asked after it is asked of others, where the wagers say who decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from typing import Any, Generic, TypeVar

from houseway.forms import Doc, Misread
from houseway.play.decision import Refused
from houseway.play.events import Event, Laid, Lifted, Ruled, Settled, SettlementUndone, Staked
from houseway.play.general import General
from houseway.play.irregular import Exclude, Invalidate, Ruling, VoidWagers
from houseway.play.prompts import ClosedWindow, Prompt
from houseway.play.script import Answerer, Script, Settlement, Step
from houseway.play.states import Outcome
from houseway.play.wagers import Wager

T = TypeVar("T")


class Inadmissible(ValueError):
    """A recorded answer that the prompt it meets does not admit."""

    def __init__(self, at: int, prompt: Prompt, refused: Refused) -> None:
        super().__init__(f"answer {at}: {refused.because} ({refused.by})")
        self.at, self.prompt, self.refused = at, prompt, refused


def drive(script: Script[T], answer: Answerer) -> tuple[list[Step], T]:
    """Runs a script to its end; every prompt is put to ``answer``. Gives every step as it was told, and the result."""
    steps: list[Step] = []
    send, asks, told = script.send, Prompt.kinds, steps.append
    try:
        step = send(None)
        while True:
            told(step)
            if type(step) in asks:
                step = send(answer(step))  # type: ignore[arg-type]
            else:
                step = send(None)
    except StopIteration as end:
        return steps, end.value


def standing(steps: list[Step]) -> list[Step]:
    """The steps of a script that was driven, without lines that were undone later."""
    found: list[Step] = []
    for step in steps:
        if isinstance(step, SettlementUndone):
            found = _without(found, step)
        found.append(step)
    return found


@dataclass
class Progress(Generic[T]):
    """How far a tape brings a script."""

    steps: list[Step] = field(default_factory=list)
    prompt: Prompt | None = None  # the question it stands at; None when the round is over
    result: T | None = None
    answers: list[tuple[Prompt, Any]] = field(default_factory=list)
    rulings: list[tuple[int, Ruling]] = field(default_factory=list)  # and how many answers had been given before each

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
            return Invalidate(doc["ground"], doc.get("who", ""))
        if doc["ruling"] == "void wagers":
            return VoidWagers(doc["player"], doc["ground"], doc.get("who", ""))
        if doc["ruling"] == "exclude":
            return Exclude(doc["player"], doc["ground"], doc.get("who", ""))
        raise Misread("ruling", f"{doc['ruling']!r} is no ruling")
    return None


def ruling_doc(ruling: Ruling) -> dict[str, Doc]:
    """A ruling as the tape holds it."""
    if isinstance(ruling, Invalidate):
        doc: dict[str, Doc] = {"ruling": "invalidate", "ground": ruling.ground}
    else:
        what = "exclude" if isinstance(ruling, Exclude) else "void wagers"
        doc = {"ruling": what, "player": ruling.player, "ground": ruling.ground}
    return {**doc, "who": ruling.who} if ruling.who else doc


def run(script: Script[T], tape: Iterable[Doc], general: General, strict: bool = True) -> Progress[T]:
    """Runs a script over recorded answers and stops at the first prompt without one."""
    progress: Progress[T] = Progress()
    tape = list(tape)
    void = tuple(dict.fromkeys(doc["player"] for doc in tape if _voids(doc)))
    ruled, out = set[str](), set[str]()
    of_players = bool(void) or any(_excludes(doc) for doc in tape)
    tell = progress.steps.append
    left: Iterator[Doc] = iter(tape)
    at = 0
    reply: Any = None
    try:
        while True:
            if of_players and at < len(tape):  # it is ruled before the next question is answered
                for doc in takewhile(_of_player, tape[at:]):
                    (out if _excludes(doc) else ruled).add(doc["player"])
            step = script.send(reply)
            reply = None
            tell(step)
            if not isinstance(step, Prompt):
                if isinstance(step, SettlementUndone):
                    progress.steps[:] = _without(progress.steps, step)
                continue
            while True:
                try:
                    doc = next(left)
                except StopIteration:
                    progress.prompt = step
                    return progress
                ruling = ruling_of(doc)
                if ruling is None:
                    break
                at += 1
                progress.rulings.append((len(progress.answers), ruling))
                if isinstance(ruling, Invalidate):
                    progress.result = _invalidate(progress, general, ruling)  # type: ignore[assignment]
                    _after_the_end(progress, left, general)
                    return progress
                if isinstance(ruling, VoidWagers):
                    tell(_void_told(general, ruling))
            if step.added and not step.is_answer(doc):  # the record is older than the question
                progress.steps.pop()
                left, reply = chain((doc,), left), step.before_it_was_asked()
                continue
            reply = step.read(doc)
            decision = step.judge(reply)
            if strict and isinstance(decision, Refused):
                raise Inadmissible(at, step, decision)
            progress.answers.append((step, reply))
            at += 1
            if of_players and isinstance(reply, ClosedWindow):
                reply = replace(reply, void=void, ruled=ruled, out=out)
    except StopIteration as end:
        progress.result = end.value
    _after_the_end(progress, left, general)
    return progress


def _after_the_end(progress: Progress[Any], tape: Iterator[Doc], general: General) -> None:
    """What was ruled once the last payment was made."""
    for doc in tape:
        ruling = ruling_of(doc)
        if ruling is None:
            raise Misread("tape", "the round is over, and an answer is left")
        progress.rulings.append((len(progress.answers), ruling))
        if isinstance(ruling, Invalidate):
            progress.result = _invalidate(progress, general, ruling)
        elif isinstance(ruling, VoidWagers):
            progress.steps.append(_void_told(general, ruling))


def _without(steps: list[Step], undone: SettlementUndone) -> list[Step]:
    """Lines that do not stand any more are no part of the run: what was told of them is taken back."""
    keys = {wager.key for wager in undone.wagers}
    return [step for step in steps if not (isinstance(step, Settled) and step.wager.key in keys)]


def _voids(doc: Doc) -> bool:
    return isinstance(doc, dict) and doc.get("ruling") == "void wagers"


def _excludes(doc: Doc) -> bool:
    return isinstance(doc, dict) and doc.get("ruling") == "exclude"


def _of_player(doc: Doc) -> bool:
    return _voids(doc) or _excludes(doc)


def _void_told(general: General, ruling: VoidWagers) -> Ruled:
    return Ruled(general.void_wagers.by, "void wagers", f"{ruling.player}'s wagers are void: {ruling.ground}")


def _invalidate(progress: Progress[Any], general: General, ruling: Invalidate) -> Settlement:
    """Every wager of the round goes back, whatever had been paid or taken."""
    ground = general.disorder if ruling.ground == "disorder" else general.fraud
    wagers = [wager for wager in stakes(progress.steps, progress.answers) if wager.cents]  # a prize had no stake
    progress.steps[:] = [step for step in progress.steps if not (isinstance(step, Event) and step.of_the_outcome)]
    progress.steps.append(Ruled(ground.by, "invalidate", f"The outcome is invalidated: {ruling.ground}"))
    lines = tuple(
        Settled(ground.by + general.refund.by, wager, Outcome.VOID, wager.cents, 0, wager.cents) for wager in wagers
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
