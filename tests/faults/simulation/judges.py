"""Judges: a supervisor at the tables of cards, who voids, invalidates, corrects, excludes and readmits, of this round or of one
before it, while everything goes wrong; and what everybody must have then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.floor.house import PLAY_CREDIT
from houseway.floor.last_judged import recorded
from houseway.play.events import Settled
from houseway.testing.conformance import replayed_as_recorded
from houseway.testing.rulings import some_correction
from tests.faults.simulation.people import GUESTS, SECOND, Clerk
from tests.faults.simulation.standing import BOSS

if TYPE_CHECKING:
    from houseway.floor.table import Table
    from houseway.ledger import Ledger

BEFORE = 4  # how many rounds back something is still ruled on


async def judge(clerk: Clerk, name: str) -> None:
    evening, rng = clerk.evening, clerk.rng
    while True:
        await clerk.wait(1, 6)
        standing = evening.standing
        if standing is None or evening.over:
            continue
        table, guest = standing.house.tables[name], rng.choice(GUESTS[name])
        number = rng.randint(max(1, table.state.round - BEFORE), table.state.round)
        match rng.randrange(8):
            case 0:
                act, details = "invalidate", {"ground": rng.choice(("disorder", "fraud")), "round": number}
            case 1 | 2:
                act, details = "correct", {**some_correction(table, number, rng), "round": number}
                alone = await clerk.ask(name, BOSS, act, **details, asked_by=BOSS.name)
                assert alone is None or not alone.accepted, "somebody corrected a round alone"
                details["asked_by"] = SECOND.name
            case 3:
                act, details = "exclude", {"player": guest, "ground": "a device"}
            case 4:
                act, details = "readmit", {"player": guest}
            case _:
                act, details = "void wagers", {"player": guest, "ground": "a device", "round": number}
        reply = await clerk.ask(name, BOSS, act, **details)
        evening.result.ruled += reply is not None and reply.accepted


def compare(ledger: Ledger, table: Table, one_law: bool) -> None:
    """Everybody has what they brought and what every round came to as it was last judged; and where one law held, each round
    replays to that from its notation."""
    over: list[dict[str, Any]] = [body for body in recorded(table, 1) if body["round"] < table.state.round]
    now = [step for step in table.progress.steps if isinstance(step, Settled)]
    for name in GUESTS[table.name]:
        won = sum(line.net for line in now if line.wager.player == name)
        for body in over:
            won += sum(
                line["back"] - line["wager"]["cents"] for line in body["lines"] if line["wager"]["player"] == name
            )
        lies = table.position().get(name, (0, 0))[0]
        has = lies + sum(ledger.balance(f"{account}:{name}") for account in ("player", "owed", "withheld"))
        assert has == PLAY_CREDIT + won, f"{name} has {has - PLAY_CREDIT - won} more than the rounds came to"
    for body in over if one_law else ():
        replayed_as_recorded(body, in_order=False)
