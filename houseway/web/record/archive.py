"""Archive: what the ledger keeps of a table, found again. Rounds, rulings on them, corrections and disputes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from markupsafe import Markup

from houseway.floor.entries import read_event
from houseway.floor.last_judged import NEAR, judgements, over_entry
from houseway.floor.rerunning import round_of
from houseway.floor.table import Table
from houseway.floor.views import asks_player, state_in_round, view_of
from houseway.floor.was_and_is import in_words
from houseway.forms import Doc
from houseway.kit.cards import UNSEEN, Card
from houseway.ledger import Ledger, Stored
from houseway.play.driver import Progress
from houseway.play.events import Event, Settled
from houseway.play.felt import felt, redacted
from houseway.play.notation import write_round
from houseway.play.prompts import Draw, Prompt, TakeWagers
from houseway.play.remembering import changed, remembered
from houseway.play.script import Step
from houseway.play.states import Status
from houseway.premises.recent import Past
from houseway.web import cloths
from houseway.web.wording import event_doc

FAR = 100_000  # rulings, corrections and complaints of a table that are looked through
SCANNED = 2000  # rounds that are looked through for those of one player


@dataclass(frozen=True)
class Papers:
    """A dispute: who complained of what and when, and what was decided."""

    number: int
    round: int
    words: str
    by: str
    at: datetime
    decision: str = ""
    decided_by: str = ""
    decided_at: datetime | None = None


class Archive:
    def __init__(self, ledger: Ledger, table: Table) -> None:
        self.ledger, self.table, self.name = ledger, table, table.state.table

    @property
    def book(self) -> str:
        return self.table.book.id

    @property
    def electronic(self) -> bool:
        """Whether wagers are made at terminals, where a spin is recalculated instead."""
        return self.table.chapters.terminals is not None

    @cached_property
    def _judged(self) -> dict[int, list[tuple[Stored, dict[str, Any]]]]:
        """Rounds that were judged again or recalculated, by what each came to, oldest first."""
        found: dict[int, list[tuple[Stored, dict[str, Any]]]] = {}
        for entry in judgements(self.ledger, self.name):
            for doc in entry.body["rounds"]:
                found.setdefault(doc["round"], []).append((entry, doc))
        return found

    def _past(self, entry: Stored) -> Past:
        number, body = entry.body["round"], round_of(self.table, entry)
        for judged, doc in self._judged.get(number, ()):
            if judged.number > entry.number:  # one that was gone back into since has it in its tape
                body |= doc
        return Past(number, datetime.fromisoformat(entry.at), body, self.table)

    def rounds(self, count: int, before: int | None = None, player: str = "", since: int = 0) -> list[Past]:
        """The newest rounds first, those after an entry of the record; of a round that was corrected, the version that stands."""
        found: dict[int, Past] = {}
        start = self._over(before) if before is not None else None
        far, until = SCANNED if player else count + NEAR, start.number if start is not None else None
        for entry in self.ledger.newest(self.name, "round-over", far, until):
            if entry.number <= since:
                break
            past = self._past(entry)
            if past.round in found or (before is not None and past.round >= before):
                continue
            if player and past.net_of(player) is None:
                continue
            found[past.round] = past
            if len(found) == count:
                break
        return list(found.values())

    def past(self, number: int) -> Past | None:
        entry = self._over(number)
        return self._past(entry) if entry is not None else None

    def _over(self, number: int) -> Stored | None:
        return over_entry(self.ledger, self.name, number)

    def rulings(self, number: int) -> list[tuple[Stored, list[Event]]]:
        """What was decided about a round after it was paid."""
        entries = self.ledger.newest(self.name, "decided", FAR)
        return [(e, [read_event(doc) for doc in e.body["events"]]) for e in entries if e.body.get("round") == number]

    def corrections(self, number: int) -> list[tuple[Stored, list[Event], list[Event]]]:
        return [
            (
                entry,
                [read_event(doc) for doc in entry.body["taken_back"]],
                [read_event(doc) for doc in entry.body["events"]],
            )
            for entry in reversed(self.ledger.newest(self.name, "corrected", FAR))
            if entry.body["round"] == number
        ]

    def put_right(self, entry: Stored, staff: bool) -> str:
        """What was keyed, and what it was corrected to; a card that lay face down is named to staff alone."""
        body = entry.body
        if "was" not in body or "value" not in body or (body.get("face_down") and not staff):
            return ""
        return f" It was {in_words(body['was'])}, and is {in_words(body['value'])}."

    def judgements(self, number: int) -> list[tuple[Stored, list[Settled], list[Settled]]]:
        """How a round was judged again after it was settled: each time as its lines were, and as they are."""
        told: list[tuple[Stored, list[Settled], list[Settled]]] = []
        over, was = self._over(number), list[Any]()
        for entry, doc in self._judged.get(number, ()):
            if over is not None and (not told or told[-1][0].number < over.number < entry.number):
                was = over.body["lines"]
            told.append((entry, _settled(was), _settled(doc["lines"])))
            was = doc["lines"]
        return told

    def disputes(self) -> list[Papers]:
        decided = {e.body["dispute"]: e for e in self.ledger.newest(self.name, "decided", FAR) if "dispute" in e.body}
        papers = []
        for entry in self.ledger.newest(self.name, "complained", FAR):
            body = entry.body
            one = Papers(
                body["dispute"],
                body["round"],
                body["words"],
                entry.by.partition(":")[2],
                datetime.fromisoformat(entry.at),
            )
            answer = decided.get(one.number)
            if answer is not None:
                one = replace(
                    one,
                    decision=answer.body["decision"],
                    decided_by=answer.by.partition(":")[2],
                    decided_at=datetime.fromisoformat(answer.at),
                )
            papers.append(one)
        return papers

    def summary(self, past: Past) -> str:
        return cloths.summary(self.table.game.name, past.felt)


def _settled(lines: list[Any]) -> list[Settled]:
    return [event for event in map(read_event, lines) if isinstance(event, Settled)]


class Replay:
    """A round on record, stopped at one of its steps."""

    def __init__(self, archive: Archive, past: Past, staff: bool, step: int | None) -> None:
        self.archive, self.past, self.staff = archive, past, staff
        self.table = archive.table
        self.progress: Progress[Any] = past.progress
        events = self.progress.events
        self.events = events if staff else [seen for event in events if (seen := redacted(event, "")) is not None]
        self.at = len(self.events) if step is None else max(1, min(step, len(self.events)))
        self.corrections, self.judgements = archive.corrections(past.round), archive.judgements(past.round)
        self.rulings = archive.rulings(past.round)

    @property
    def cloth(self) -> Markup:
        """The table as it lay after this step, and as it stood: what was asked next is what it is about."""
        steps, asked = self._so_far()
        state, by = state_in_round(self.table, steps, asked)
        view = replace(
            view_of(self.table), status=Status.OPEN, state=state, round=self.past.round, felt=felt(self.events[: self.at]),
            chips=(), window=asked.window if isinstance(asked, TakeWagers) else "", seats=(), prompt=None,
            due="" if asked is None else asked.due_at, decides=asked.player if asks_player(asked) else "",
            by=self.events[self.at - 1].by if self.events else by,
        )  # fmt: skip
        return Markup(cloths.picture(self.table.game.name, "player", view))

    def _so_far(self) -> tuple[list[Step], Prompt | None]:
        """The round up to this step, and what was asked before anything else happened, if anything was."""
        steps, told = self.progress.steps, 0
        for place, step in enumerate(steps):
            told += self._is_told(step)
            if told == self.at:
                asked = next(
                    (each for each in steps[place + 1 :] if isinstance(each, Prompt) or self._is_told(each)), None
                )
                return steps[: place + 1], asked if isinstance(asked, Prompt) else None
        return steps, None

    def _is_told(self, step: Step) -> bool:
        return isinstance(step, Event) and (self.staff or redacted(step, "") is not None)

    @property
    def notation(self) -> str:
        """The round in one line; for the public, cards that left face down are not named."""
        if self.staff:
            return str(self.past.body["notation"])
        answers = [
            (prompt, UNSEEN if isinstance(prompt, Draw) and not prompt.up and isinstance(answer, Card) else answer)
            for prompt, answer in self.progress.answers
        ]
        carry = _without_secrets(self.table, self.past.body["carry"])
        return write_round(self.table.state.book, carry, replace(self.progress, answers=answers))

    @property
    def lines(self) -> list[Settled]:
        return self.past.lines

    def document(self) -> dict[str, Any]:
        doc = {
            "schema": "houseway.round/1",
            "table": self.archive.name,
            "round": self.past.round,
            "at": self.past.at.isoformat(),
            "book": self.table.state.book,
            "edition": self.past.body["edition"],
            "law": self.past.body["law"],
            "differs": self.past.differs,
            "notation": self.notation,
            "steps": [event_doc(event, "") for event in self.events],
            "lines": self.past.body["lines"],
            "judged_again": bool(self.past.body.get("judged_again") or self.past.body.get("recalculated")),
        }
        if self.staff:
            doc.update(carry=self.past.body["carry"], tape=self.past.body["tape"])
        return doc


def _without_secrets(table: Table, doc: Doc) -> object:
    carry: object = table.game.read_carry(doc)
    shoe = remembered(carry).shoe
    if shoe is None or not any(isinstance(card, Card) for card in shoe.next_cards):
        return carry
    return changed(carry, shoe=replace(shoe, next_cards=tuple(UNSEEN for _ in shoe.next_cards)))
