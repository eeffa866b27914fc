"""Last judged: the rounds of a table as they stand on record, with everything that was judged of them afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from houseway.floor.law import law_doc
from houseway.floor.rerunning import on_record, round_of
from houseway.forms import Doc
from houseway.ledger import Ledger, Stored

if TYPE_CHECKING:
    from houseway.floor.table import Table

PAGE, EVERY = 50, 10**9  # entries read at a time


def recorded(table: Table, since: int) -> list[dict[str, Doc]]:
    """The rounds on record from one number on, oldest first, each as it was last judged."""
    ledger, name = table.ledger, table.state.table
    far = 2 * max(1, table.state.round - since) + 16  # a round that was gone back into is over twice
    entries = [entry for entry in ledger.newest(name, "round-over", far) if entry.body["round"] >= since]
    found = {entry.body["round"]: round_of(table, entry) for entry in reversed(entries)}
    found = _as_last_judged(found, _judgements(table, far))
    return [found[number] for number in sorted(found) if number >= since]


def newest_first(table: Table) -> Iterator[dict[str, Doc]]:
    """The rounds on record, newest first, each as it was last judged; no more of them are read than are asked for."""
    judged, seen, before = _judgements(table, EVERY), set[int](), None
    while entries := table.ledger.newest(table.state.table, "round-over", PAGE, before):
        fresh = {entry.body["round"]: entry for entry in reversed(entries) if entry.body["round"] not in seen}
        seen |= set(fresh)
        page = _as_last_judged({number: round_of(table, entry) for number, entry in fresh.items()}, judged)
        yield from (page[number] for number in sorted(page, reverse=True))
        before = entries[-1].number


def _judgements(table: Table, far: int) -> list[Stored]:
    """What was judged again afterwards, oldest first; rulings on past rounds were once kept as decisions."""
    ledger, name = table.ledger, table.state.table
    return [*judgements(ledger, name, far), *reversed(ledger.newest(name, "decided", far))]


def _as_last_judged(found: dict[int, dict[str, Doc]], judged: Iterable[Stored]) -> dict[int, dict[str, Doc]]:
    """Rounds by their number, with everything that was judged of them afterwards."""
    for entry in judged:
        if entry.kind != "decided":
            for doc in entry.body["rounds"]:
                if doc["round"] in found:
                    found[doc["round"]] = {"law": found[doc["round"]]["law"], **doc}
            continue
        doc = found.get(entry.body.get("round", 0))
        if doc is not None and "ruling" in entry.body and entry.body["ruling"] not in doc["tape"]:
            tape = [*doc["tape"], entry.body["ruling"]]
            found[doc["round"]] = {**doc, "tape": tape, "lines": entry.body["events"]}
    return found


def judgements(ledger: Ledger, name: str, far: int) -> list[Stored]:
    """The entries by which rounds of a table were judged again or recalculated, oldest first."""
    entries = [entry for kind in ("recalculated", "judged-again") for entry in ledger.newest(name, kind, far)]
    return sorted(entries, key=lambda entry: entry.number)


def as_it_stands(ledger: Ledger, over: Stored) -> dict[str, Doc]:
    """A round that is over as it was last judged, for somebody who has only the ledger."""
    judged = {doc["round"]: doc for entry in judgements(ledger, over.stream, EVERY) for doc in entry.body["rounds"]}
    return {**on_record(ledger, over), **judged.get(over.body["round"], {})}


def played_last(table: Table, player: str) -> int | None:
    """The newest settled round in which a player had a wager."""
    for entry in table.ledger.newest(table.state.table, "round-over", table.state.round):
        if any(line["wager"]["player"] == player for line in entry.body["lines"]):
            return int(entry.body["round"])
    return None


def over_of(table: Table, number: int) -> Stored:
    """The entry by which a settled round was over, the last one if it was gone back into."""
    before: int | None = None
    while entries := table.ledger.newest(table.state.table, "round-over", PAGE, before):
        for entry in entries:
            if entry.body["round"] == number:
                return entry
        before = entries[-1].number
    raise LookupError(f"there is no settled round {number} at {table.name}")


def as_played(table: Table) -> dict[str, Doc]:
    """The round being played, as one on record would be."""
    state = table.state
    return {"law": law_doc(state.law), "carry": state.carry, "tape": list(state.tape), "round": state.round}
