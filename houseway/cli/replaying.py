"""Replaying: a round again, step by step, from one line of notation or from the record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houseway.cli.app import BadUsage, database_url
from houseway.cli.printing import bold, dim, print_json, red
from houseway.floor.story import Rehearsal, lines
from houseway.floor.table import Reply, write_event
from houseway.money import show_net
from houseway.play.decision import Refused
from houseway.play.felt import redacted


def replay(line: str, database: Path | None, round: int | None, json: bool) -> bool:
    """Prints a round; True if it came out otherwise than the record says."""
    recorded: dict[str, Any] | None = None
    if database is not None:
        line, recorded = _from_record(database, line, round)
    book, *story = lines(line) or [""]
    rehearsal = Rehearsal(book)
    shown: list[dict[str, Any]] = []

    def watch(act: str, reply: Reply) -> None:
        for event in reply.events:
            visible = redacted(event, "staff")
            if visible is not None:
                shown.append({"words": visible.words, "basis": str(visible.by), "event": write_event(visible)})

    rehearsal.watch = watch
    if not json:
        print(bold(line))
    for part in story:
        rehearsal.line(part)
    told = rehearsal.finish()
    nets: dict[str, int] = {}
    for settled in told.lines:
        nets[settled.wager.player] = nets.get(settled.wager.player, 0) + settled.net
    differs = _differs(told, recorded)
    if json:
        print_json(
            {
                "schema": "houseway.replay/1",
                "notation": line,
                "steps": shown,
                "refusals": [
                    {"line": said, "because": refused.because, "basis": str(refused.by)}
                    for said, refused in told.refusals
                ],
                "net": nets,
                "asks": rehearsal.fact("asks"),
                "agrees_with_record": None if recorded is None else not differs,
            }
        )
        return differs
    for step in shown:
        print(f"  {step['words']}  {dim(step['basis'])}")
    for said, refused in told.refusals:
        _print_refusal(said, refused)
    for player, net in nets.items():
        print(bold(f"{player}: {show_net(net)}"))
    if not nets:
        print(f"Standing at: {rehearsal.fact('asks')}")
    if recorded is not None:
        print("It came out as recorded." if not differs else red("It did not come out as recorded."))
    return differs


def _print_refusal(said: str, refused: Refused) -> None:
    print(red(f"  refused: {said}: {refused.because}") + f"  {dim(str(refused.by))}")


def _from_record(database: Path, table: str, round: int | None) -> tuple[str, dict[str, Any]]:
    from houseway.ledger import open_ledger

    if not database.exists():
        raise BadUsage(f"there is no database {database}")
    ledger = open_ledger(database_url(str(database)))
    try:
        for entry in ledger.newest(table, "round-over", 10**6):
            if round is None or entry.body["round"] == round:
                return entry.body["notation"], entry.body
    finally:
        ledger.close()
    raise BadUsage(f"{database} has no {'round' if round is None else f'round {round}'} of table {table!r}")


def _differs(told: Any, recorded: dict[str, Any] | None) -> bool:
    if recorded is None:
        return False
    return bool([write_event(line) for line in told.lines] != recorded["lines"])
