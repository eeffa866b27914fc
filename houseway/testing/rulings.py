"""Rulings in any order: an evening at a table of every book at which supervisors void, invalidate and correct at random.

Whatever is ruled, in the round being played, after it or long after: the ledger is sound, nobody is stuck, what each
player holds is what they brought and the sum of every round as it was last judged, and each round's notation replays to it.
"""

from __future__ import annotations

import random
from typing import Any

from houseway.floor.judged_again import recorded
from houseway.floor.table import Order, Table
from houseway.forms import canonical, write
from houseway.games import chapters_of
from houseway.law.rulebook import Edition
from houseway.ledger import audit
from houseway.play.events import Settled
from houseway.testing.conformance import _NOON, _SUPERVISOR, _open_table, _some_order, replayed_as_recorded

BROUGHT = 10**9  # cents, by each of the two players


def rulings_are_obeyed(edition: Edition[Any], rounds: int = 10, seed: int = 0) -> int:
    """Plays the evening; how many rulings and corrections were accepted."""
    if chapters_of(edition).terminals is not None:
        return 0  # at terminals a spin is recalculated, or void for a fault
    rng = random.Random(f"{edition.book} {seed}")
    table = _open_table(edition)
    orders = accepted = 0
    while table.state.round <= rounds and orders < 1500:
        orders += 1
        if table.state.status == "closed":
            table.do(Order(_SUPERVISOR, "reopen", at=_NOON))
        if not rng.randrange(5):
            accepted += _some_ruling(table, rng)
            _adds_up(table)
        assert table.prompt is not None, "a table always asks for something"
        _some_order(table, table.prompt, rng)
    table.ledger.settle_down()
    again = Table.load(table.ledger, "T")
    assert canonical(write(again.state)) == canonical(write(table.state))
    _adds_up(table)
    result = audit(table.ledger)
    assert result.sound, result.findings
    for body in recorded(table, 1):
        replayed_as_recorded(body, in_order=False)
    table.ledger.close()
    return accepted


def _some_ruling(table: Table, rng: random.Random) -> bool:
    number = rng.randint(max(1, table.state.round - 4), table.state.round)
    details: dict[str, Any] = {"round": number}
    match rng.randrange(5):
        case 0:
            act, details = "invalidate", {**details, "ground": rng.choice(("disorder", "fraud"))}
        case 1:
            act, details = "correct", {**details, **_some_correction(table, number, rng), "asked_by": "M"}
        case _:
            act, details = "void wagers", {**details, "player": rng.choice(("P1", "P2")), "ground": "a device"}
    return table.do(Order(_SUPERVISOR, act, details, at=_NOON)).accepted


def _some_correction(table: Table, number: int, rng: random.Random) -> dict[str, Any]:
    """One answer of a round, put right to another that its prompt admits."""
    current = number == table.state.round
    tape = list(table.state.tape) if current else list(next(iter(recorded(table, number)), {"tape": []})["tape"])
    at = rng.randrange(len(tape)) if tape else 0
    prompts = [prompt for prompt, _ in table.progress.answers] if current else []
    if at < len(prompts):
        return {"answer": at, "value": prompts[at].write(prompts[at].some(rng.randrange))}
    return {"answer": at, "value": rng.choice(tape) if tape else None}


def _adds_up(table: Table) -> None:
    """An independent fold: what each player brought, and every line of every round as it stands now."""
    lines = [step for step in table.progress.steps if isinstance(step, Settled)]
    for name in ("P1", "P2"):
        won = sum(line.net for line in lines if line.wager.player == name)
        for body in recorded(table, 1):
            won += sum(
                line["back"] - line["wager"]["cents"] for line in body["lines"] if line["wager"]["player"] == name
            )
        held = table.position().get(name, (0, 0))[0]
        has = table.ledger.balance(f"player:{name}") + table.ledger.balance(f"owed:{name}") + held
        assert has == BROUGHT + won, (name, has - BROUGHT - won, table.state.round)
    held = sum(held for held, _ in table.position().values())
    assert table.ledger.balance("held:T") == held, "what is held is what lies on the table"
