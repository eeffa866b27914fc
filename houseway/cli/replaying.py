"""Replaying: a round again, step by step, from one line of notation or from the record."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.cli.options import BadUsage, database_url
from houseway.cli.printing import bold, dim, print_json, red
from houseway.floor.last_judged import as_it_stands
from houseway.floor.law import Law, read_law
from houseway.floor.rerunning import CANNOT, difference, run_again
from houseway.money import show_net
from houseway.play.driver import Progress
from houseway.play.events import Settled
from houseway.replay import Refusal, Step, notation, step_of


def replay(line: str, database: Path | None, round: int | None, at: datetime | None, json: bool) -> bool:
    """Prints a round; True if it came out otherwise than the record says."""
    shown: list[Step] = []
    refusals: list[Refusal] = []
    nets: dict[str, int] = {}
    differs: str | None = None
    if database is not None and at is not None:
        raise BadUsage(
            "--at: a round on record is run by the law that it was played by; houseway judge asks about another"
        )
    if database is not None:
        line, law, progress, differs = _from_record(database, line, round)
        shown = [step for event in progress.events if (step := step_of(event)) is not None]
        for event in progress.events:
            if isinstance(event, Settled):
                nets[event.wager.player] = nets.get(event.wager.player, 0) + event.net
        asks = progress.prompt.title if progress.prompt is not None else ""
        book, moment, notices, digest = law.book, law.moment, law.notices, law.digest
    else:
        again = notation(line, at)
        book, digest, notices, asks = again.book, again.edition, again.amended_by, again.asks
        shown, refusals, nets = list(again.steps), list(again.refusals), dict(again.net)
        moment = at.isoformat() if at else ""
    if not json:
        print(bold(line))
        when = f"as on {moment.replace('T', ' ')[:16]}" if moment else "as on today"
        print(dim(f"edition {digest[:12]}, {when}" + (f", amended by {', '.join(notices)}" if notices else "")))
    if json:
        print_json(
            {
                "schema": "houseway.replay/1",
                "notation": line,
                "steps": [{"words": one.words, "basis": one.basis, "event": one.event} for one in shown],
                "refusals": [
                    {"line": one.line, "code": one.code, "because": one.because, "basis": one.clause}
                    for one in refusals
                ],
                "net": nets,
                "asks": asks,
                "law": {"book": book, "at": moment or None, "amended_by": list(notices), "edition": digest},
                "agrees_with_record": None if differs is None else not differs,
            }
        )
        return bool(differs)
    for step in shown:
        print(f"  {step.words}  {dim(step.basis)}")
    for one in refusals:
        print(red(f"  refused: {one.line}: {one.because}") + f"  {dim(f'{one.clause} [{one.code}]')}")
    for player, net in nets.items():
        print(bold(f"{player}: {show_net(net)}"))
    if not nets:
        print(f"Standing at: {asks}")
    if differs is not None:
        print("It came out as recorded." if not differs else red(f"It did not come out as recorded: {differs}."))
    return bool(differs)


def _from_record(database: Path, table: str, round: int | None) -> tuple[str, Law, Progress[Any], str]:
    """A round on record, run again by the law that it was played by; and how it differs from what was settled then."""
    from houseway.ledger import open_ledger

    if not database.exists():
        raise BadUsage(f"there is no database {database}")
    ledger = open_ledger(database_url(str(database)))
    try:
        for entry in ledger.newest(table, "round-over", 10**6):
            if round is None or entry.body["round"] == round:
                body = as_it_stands(ledger, entry)
                try:
                    progress = run_again(ledger, body)
                except CANNOT as wrong:
                    raise BadUsage(f"round {entry.body['round']} of {table} cannot be run again: {wrong}") from None
                return (
                    body["notation"],
                    read_law(body["law"]),
                    progress,
                    difference(progress, body["lines"]),
                )
    finally:
        ledger.close()
    raise BadUsage(f"{database} has no {'round' if round is None else f'round {round}'} of table {table!r}")
