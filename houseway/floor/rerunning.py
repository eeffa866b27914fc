"""Rerunning: a round on record, run again by the law that it was played by.

The record says which edition that was. It is found again by its digest, the tape is run by it, and what it settles must be
what was paid then. Where it is not, nobody builds on it: the difference is said, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from houseway import games
from houseway.floor.entries import read_event
from houseway.floor.law import LostLaw, edition_of, law_doc, read_law, recorded_law
from houseway.forms import Doc, Misread
from houseway.games import chapters_of
from houseway.law.keeping import NotTheEdition
from houseway.law.rulebook import Edition
from houseway.ledger import Ledger, Stored
from houseway.play.driver import Inadmissible, Progress, run
from houseway.play.events import Settled
from houseway.play.script import HasGeneral

if TYPE_CHECKING:
    from houseway.floor.table import Table

CANNOT = (
    LostLaw,
    NotTheEdition,
    Inadmissible,
    Misread,
    AssertionError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
)


class NotAsRecorded(ValueError):
    """A round that does not come out again as it is on record."""


def round_of(table: Table, entry: Stored) -> dict[str, Doc]:
    """A round as it went on record, with the law it was played by."""
    state = table.state
    law = recorded_law(table.ledger, entry.body, state.book, entry.at, state.policies)
    return {**entry.body, "law": law_doc(law)}


def on_record(ledger: Ledger, entry: Stored) -> dict[str, Doc]:
    """The same for somebody who has only the ledger: the table need not run any more."""
    opened = ledger.newest(entry.stream, "opened", 1)[0].body["state"]
    law = recorded_law(ledger, entry.body, opened["book"], entry.at, opened["policies"])
    return {**entry.body, "law": law_doc(law)}


def differing_rounds(ledger: Ledger) -> Iterator[tuple[str, int, str]]:
    """Every round run again by its own law: table, number and reason of each that does not come out as recorded."""
    for stream in ledger.streams():
        if stream in ("cage", "floor") or stream.startswith("desk:"):
            continue
        for entry in ledger.newest(stream, "round-over", 10**9):
            try:
                as_recorded(ledger, on_record(ledger, entry))
            except CANNOT as wrong:  # also that its law is not to be found
                yield stream, entry.body["round"], str(wrong)


def edition_of_round(ledger: Ledger, body: Mapping[str, Doc]) -> Edition[HasGeneral]:
    return edition_of(ledger, read_law(body["law"]))


def run_again(
    ledger: Ledger, body: Mapping[str, Doc], tape: Iterable[Doc] | None = None, carry: object = None
) -> Progress[object]:
    """A round by its own law, from its own tape and with what the table remembered, or from others for a correction."""
    edition = edition_of_round(ledger, body)
    game = games.game(edition.game)
    if carry is None:
        carry = game.read_carry(body["carry"])
    return run(game.play(edition.terms, carry), body["tape"] if tape is None else tape, chapters_of(edition).general)


def as_recorded(ledger: Ledger, body: Mapping[str, Doc]) -> Progress[object]:
    """A round run again, which settles as it did then; anything else is ``NotAsRecorded``."""
    number = body.get("round")
    try:
        progress = run_again(ledger, body)
    except CANNOT as wrong:
        raise NotAsRecorded(f"round {number} cannot be run again: {wrong}") from wrong
    differs = difference(progress, body["lines"])
    if differs:
        raise NotAsRecorded(f"round {number} does not settle as recorded: {differs}")
    return progress


def difference(progress: Progress[object], recorded: Iterable[Doc]) -> str:
    """How the settlement of a run differs from the recorded one; nothing if it does not."""
    paid = [_facts(event) for event in map(read_event, recorded) if isinstance(event, Settled) and _counts(event)]
    found = [_facts(step) for step in progress.steps if isinstance(step, Settled) and _counts(step)]
    for number, (was, now) in enumerate(zip(paid, found, strict=False), 1):
        if was != now:
            return f"line {number} was {was[0]} {was[1]}, back {was[-2]} cents; it is {now[1]}, back {now[-2]} cents"
    return "" if len(paid) == len(found) else f"{len(paid)} lines were settled, and {len(found)} are"


def _counts(line: Settled) -> bool:
    """Not where nothing lay and nothing was paid: the first records told of prizes of an invalidated round so."""
    return bool(line.wager.cents or line.back)


def _facts(line: Settled) -> tuple[object, ...]:
    """What a settlement comes to, whatever it cites."""
    wager = line.wager
    return (
        f"{wager.player} {wager.spot}",
        line.outcome,
        wager.area,
        wager.cents,
        line.live,
        line.won,
        line.back,
        line.at,
    )
