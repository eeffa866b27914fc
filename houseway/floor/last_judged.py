"""Last judged: the rounds of a table as they stand on record, with everything that was judged of them afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from houseway.floor.law import law_doc
from houseway.floor.rerunning import on_record, round_of
from houseway.forms import Doc
from houseway.ledger import Ledger, Stored
from houseway.play.remembering import other_cards_left
from houseway.play.script import Game

if TYPE_CHECKING:
    from houseway.floor.table import Table

PAGE, EVERY = 50, 10**9  # entries read at a time
NEAR = 20  # rounds from the first time that a round was over to the last, at most


def recorded(table: Table, since: int) -> list[dict[str, Doc]]:
    """The rounds on record from one number on, oldest first, each as it was last judged."""
    overs = dict[int, Stored]()
    for over in _overs(table.ledger, table.state.table):  # the last one of a round that was gone back into
        if over.body["round"] < since:
            break
        overs.setdefault(over.body["round"], over)
    found = _as_last_judged(table, overs, _judgements(table))
    return [found[number] for number in sorted(found)]


def newest_first(table: Table) -> Iterator[dict[str, Doc]]:
    """The rounds on record, newest first, each as it was last judged; no more of them are read than are asked for."""
    judged, seen = _judgements(table), set[int]()
    for over in _overs(table.ledger, table.state.table):
        number = over.body["round"]
        if number not in seen:
            yield _as_last_judged(table, {number: over}, judged)[number]
        seen.add(number)


def _judgements(table: Table) -> list[Stored]:
    """What was judged again afterwards, oldest first; rulings on past rounds were once kept as decisions."""
    ledger, name = table.ledger, table.state.table
    return [*judgements(ledger, name), *reversed(ledger.newest(name, "decided", EVERY))]


def _as_last_judged(table: Table, overs: dict[int, Stored], judged: Iterable[Stored]) -> dict[int, dict[str, Doc]]:
    """Rounds by their number, with everything that was judged of them since they were over, and with what they remember of others
    since."""
    found = {number: round_of(table, over) for number, over in overs.items()}
    for entry in judged:
        if entry.kind != "decided":
            for number in since(entry, overs):
                memory = entry.body.get("remembered")
                if memory is not None and number > entry.body["round"]:
                    carry = with_memory(table.game, memory, found[number]["carry"])
                    found[number] = {**found[number], "carry": carry}
            for doc in entry.body["rounds"]:
                if doc["round"] in since(entry, overs):
                    found[doc["round"]] = {"law": found[doc["round"]]["law"], **doc}
            continue
        doc = found.get(entry.body.get("round", 0))
        if doc is not None and "ruling" in entry.body and entry.body["ruling"] not in doc["tape"]:
            tape = [*doc["tape"], entry.body["ruling"]]
            found[doc["round"]] = {**doc, "tape": tape, "lines": entry.body["events"]}
    return found


def since(judged: Stored, overs: dict[int, Stored]) -> list[int]:
    """The rounds that were over when something was judged again: one that was gone back into since has it in its tape."""
    return [number for number, over in overs.items() if over.number < judged.number]


def with_memory(game: Game[Any, Any], memory: dict[str, Doc], carry: Doc) -> Doc:
    """What a later round remembers, as an earlier one has left it since it was judged again."""
    was, now, later = (game.read_carry(doc) for doc in (memory["was"], memory["now"], carry))
    return game.write_carry((game.remembers_again or other_cards_left)(was, now, later))


def entries_of(ledger: Ledger, name: str, number: int, waits: bool = True) -> Iterator[Stored]:
    """What went on record while a round was played, from the end of the one before it; without waiting, as far as it is on
    disk."""
    ended = over_entry(ledger, name, number - 1, waits)
    before = ended.number if ended is not None else 0
    overs = ledger.following(name, "round-over", NEAR, before, waits)
    until = next((over.number for over in overs if over.body["round"] == number), None)
    yield from ledger.entries(name, before, until) if waits else ledger.written(name, before, until)


def over_entry(ledger: Ledger, name: str, number: int, waits: bool = True) -> Stored | None:
    """The last time that a round was over. Rounds follow each other, so it is found by halving what may hold it; one that was
    gone back into is over again soon after."""
    newest = ledger.newest(name, "round-over", NEAR, waits=waits)
    found = next((entry for entry in newest if entry.body["round"] == number), None)
    if found is not None or number < 1 or number > max((entry.body["round"] for entry in newest), default=0):
        return found
    low, high = 0, newest[-1].number  # rounds before it are over up to low, and not all of them up to high
    while high - low > 1:
        middle = (low + high) // 2
        after = ledger.following(name, "round-over", 1, middle, waits)
        if after and after[0].body["round"] < number:
            low = min(after[0].number, high - 1)
        else:
            high = middle
    near = ledger.following(name, "round-over", NEAR, max(0, low - 1), waits)
    return next((entry for entry in reversed(near) if entry.body["round"] == number), None)


def _overs(ledger: Ledger, name: str) -> Iterator[Stored]:
    before: int | None = None
    while entries := ledger.newest(name, "round-over", PAGE, before):
        yield from entries
        before = entries[-1].number


def judgements(ledger: Ledger, name: str) -> list[Stored]:
    """The entries by which rounds of a table were judged again or recalculated, oldest first."""
    entries = [entry for kind in ("recalculated", "judged-again") for entry in ledger.newest(name, kind, EVERY)]
    return sorted(entries, key=lambda entry: entry.number)


def as_it_stands(ledger: Ledger, over: Stored) -> dict[str, Doc]:
    """A round that is over as it was last judged, for somebody who has only the ledger."""
    later = [entry for entry in judgements(ledger, over.stream) if entry.number > over.number]
    judged = {doc["round"]: doc for entry in later for doc in entry.body["rounds"]}
    return {**on_record(ledger, over), **judged.get(over.body["round"], {})}


def played_last(table: Table, player: str) -> int | None:
    """The newest settled round in which a player had a wager."""
    for entry in table.ledger.newest(table.state.table, "round-over", table.state.round):
        if any(line["wager"]["player"] == player for line in entry.body["lines"]):
            return int(entry.body["round"])
    return None


def over_of(table: Table, number: int) -> Stored:
    """The entry by which a settled round was over, the last one if it was gone back into."""
    found = over_entry(table.ledger, table.state.table, number)
    if found is None:
        raise LookupError(f"there is no settled round {number} at {table.name}")
    return found


def as_played(table: Table) -> dict[str, Doc]:
    """The round being played, as one on record would be."""
    state = table.state
    return {"law": law_doc(state.law), "carry": state.carry, "tape": list(state.tape), "round": state.round}
