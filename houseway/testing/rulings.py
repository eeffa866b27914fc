"""Rulings, every one at every state, and in any order: evenings at a table of every book at which supervisors void, exclude,
invalidate and correct.

Whatever is ruled, in the round being played, after it or long after: the ledger is sound, nobody is stuck, what each
player holds is what they brought and the sum of every round as it was last judged, and each round's notation replays to it.
"""

from __future__ import annotations

import random
from typing import Any

from houseway.floor.last_judged import recorded
from houseway.floor.people import player
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
        if table.state.status.is_closed:
            table.do(Order(_SUPERVISOR, "reopen", at=_NOON))
        if not rng.randrange(5):
            accepted += _some_ruling(table, rng)
            _adds_up(table)
        assert table.prompt is not None, "a table always asks for something"
        _some_order(table, table.prompt, rng)
    table.ledger.settle_down()
    again = Table.load(table.ledger, "T")
    assert canonical(write(again.state)) == canonical(write(table.state))
    _ends_well(table)
    return accepted


def _ends_well(table: Table) -> None:
    """The evening is over: everything adds up, the audit is sound, and each round replays to what is recorded."""
    _adds_up(table)
    result = audit(table.ledger)
    assert result.sound, result.findings
    for body in recorded(table, 1):
        replayed_as_recorded(body, in_order=False)
    table.ledger.close()


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
        # a round that a correction has gone back into is on record and on the table: it counts once, as it stands now
        for body in (body for body in recorded(table, 1) if body["round"] < table.state.round):
            won += sum(
                line["back"] - line["wager"]["cents"] for line in body["lines"] if line["wager"]["player"] == name
            )
        held = table.position().get(name, (0, 0))[0]
        has = table.ledger.balance(f"player:{name}") + table.ledger.balance(f"owed:{name}") + held
        assert has == BROUGHT + won, (name, has - BROUGHT - won, table.state.round)
    held = sum(held for held, _ in table.position().values())
    assert table.ledger.balance(table.till.held) == held, "what is held is what lies on the table"


# Every act at every state

ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("void wagers", {"player": "P1", "ground": "a device"}),
    ("void wagers", {"player": "P2", "ground": "a device"}),
    ("invalidate", {"ground": "fraud"}),
    ("exclude", {"player": "P1", "ground": "a device"}),
    ("freeze", {"why": "a quarrel"}),
    ("correct", {"asked_by": "M"}),
)
LATER = 4  # steps into the round after the one that is ruled on


def moments_of(edition: Edition[Any]) -> int:
    """How many states the first round of this edition's evening has: before it, at each step, and when it is over."""
    table, rng = _evening(edition)
    count = 0
    while table.state.round == 1:
        _step(table, rng)
        count += 1
        assert count < STUCK, "the first round comes to its end"
    table.ledger.close()
    return count + 1


def rule_at(edition: Edition[Any], act: str, details: dict[str, Any], moment: int) -> bool:
    """One act of a supervisor at one state of the first round, or, beyond its last, when the next one is under way. Then the
    evening goes on for a round. Whatever was decided: the books balance, nobody is stuck, what everybody has is what the
    rounds come to, and each round replays to what is recorded. Gives whether the act was accepted."""
    table, rng = _evening(edition)
    for _ in range(moment):
        _step(table, rng)
    if moment % 2 and table.window is not None:  # also with chips lying in an open window
        for wager in table.window.some(rng.randrange).wagers:
            place = {"spot": wager.spot, "area": wager.area, "cents": wager.cents}
            table.do(Order(player(wager.player), "place", place, at=_NOON))
    number = 1 if table.state.round > 1 else table.state.round
    if act == "correct":
        details = {**details, **_some_correction(table, number, rng)}
    if act in ("void wagers", "invalidate", "correct"):
        details = {**details, "round": number}
    accepted = table.do(Order(_SUPERVISOR, act, details, at=_NOON)).accepted
    _adds_up(table)
    until, steps = table.state.round + 1, 0
    while table.state.round < until:
        _step(table, rng)
        steps += 1
        assert steps < STUCK, f"stuck after {act} at state {moment}: {table.prompt}"
    table.ledger.settle_down()
    _ends_well(table)
    return accepted


STUCK = 400  # steps; no round of any game comes near


def _evening(edition: Edition[Any]) -> tuple[Table, random.Random]:
    """A table, and the course its evening takes, always the same: the first at which both players wager in the first round."""
    if edition.digest not in _courses:
        _courses[edition.digest] = _course(edition)
    return _open_table(edition), random.Random(f"{edition.book} ruled {_courses[edition.digest]}")


_courses: dict[str, int] = {}


def _course(edition: Edition[Any]) -> int:
    for seed in range(100):
        table, rng = _open_table(edition), random.Random(f"{edition.book} ruled {seed}")
        while table.state.round == 1:
            _step(table, rng)
        players = {line["wager"]["player"] for line in table.ledger.newest("T", "round-over", 1)[0].body["lines"]}
        table.ledger.close()
        if {"P1", "P2"} <= players:
            return seed
    raise AssertionError(f"nobody wagers in the first round of {edition.book}")


def _step(table: Table, rng: random.Random) -> None:
    if table.state.status.is_closed:
        table.do(Order(_SUPERVISOR, "reopen", at=_NOON))
    if table.state.status.is_frozen:
        table.do(Order(_SUPERVISOR, "release", at=_NOON))
    assert table.prompt is not None, "a table always asks for something"
    _some_order(table, table.prompt, rng)
