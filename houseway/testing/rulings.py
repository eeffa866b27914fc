"""Rulings, every one at every state, and in any order: evenings at a table of every book at which supervisors void, exclude,
invalidate and correct.

Whatever is ruled, in the round being played, after it or long after: the ledger is sound, nobody is stuck, what each
player holds is what they brought and the sum of every round as it was last judged, and each round's notation replays to it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from houseway.floor.entries import write_event
from houseway.floor.last_judged import recorded
from houseway.floor.people import player
from houseway.floor.rerunning import as_recorded
from houseway.floor.story import Rehearsal, lines
from houseway.floor.table import Order, Table
from houseway.forms import canonical, write
from houseway.games import chapters_of
from houseway.law.rulebook import Edition
from houseway.ledger import audit
from houseway.play.driver import ruling_of
from houseway.play.events import Settled
from houseway.testing.conformance import NOON, SUPERVISOR, open_table, replayed_as_recorded, some_order

BROUGHT = 10**9  # cents, by each of the two players


def rulings_are_obeyed(edition: Edition[Any], rounds: int = 10, seed: int = 0) -> int:
    """Plays the evening; how many rulings and corrections were accepted."""
    if chapters_of(edition).terminals is not None:
        return 0  # at terminals a spin is recalculated, or void for a fault
    rng = random.Random(f"{edition.book} {seed}")
    table = open_table(edition, "shoe")
    orders = accepted = 0
    while table.state.round <= rounds and orders < 1500:
        orders += 1
        if table.state.status.is_closed:
            table.do(Order(SUPERVISOR, "reopen", at=NOON))
        if not rng.randrange(5):
            accepted += _some_ruling(table, rng)
            adds_up(table)
        assert table.prompt is not None, "a table always asks for something"
        some_order(table, table.prompt, rng)
    table.ledger.settle_down()
    again = Table.load(table.ledger, "T")
    assert canonical(write(again.state)) == canonical(write(table.state))
    _ends_well(table)
    return accepted


def _ends_well(table: Table) -> None:
    """The evening is over: everything adds up, the audit is sound, and each round replays to what is recorded."""
    adds_up(table)
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
            act, details = "correct", {**details, **some_correction(table, number, rng), "asked_by": "M"}
        case _:
            act, details = "void wagers", {**details, "player": rng.choice(("P1", "P2")), "ground": "a device"}
    return table.do(Order(SUPERVISOR, act, details, at=NOON)).accepted


def some_correction(table: Table, number: int, rng: random.Random) -> dict[str, Any]:
    """One answer of a round put right to another that its prompt admits, or struck out."""
    if number == table.state.round and table.state.script == "play":
        tape, progress = list(table.state.tape), table.progress
    else:
        kept = [body for body in recorded(table, number) if body["round"] == number]
        if not kept:
            return {"answer": 0, "value": None}
        tape, progress = list(kept[0]["tape"]), as_recorded(table.ledger, kept[0])
    places = [at for at, doc in enumerate(tape) if ruling_of(doc) is None]
    asked = list(zip(places, progress.answers, strict=False))
    for _ in range(TRIES):
        at, (prompt, _) = asked[rng.randrange(len(asked))]
        if not rng.randrange(6):
            return {"answer": at, "struck": True}
        value = prompt.write(prompt.some(rng.randrange))
        if value != tape[at]:
            return {"answer": at, "value": value}
    return {"answer": 0, "value": None}


TRIES = 20  # for an answer that is another one


def adds_up(table: Table) -> None:
    """An independent fold: what each player brought, and every line of every round as it stands now."""
    lines = [step for step in table.progress.steps if isinstance(step, Settled)]
    # A round that a correction has gone back into is on record and on the table: it counts once, as it stands now.
    over = [body for body in recorded(table, 1) if body["round"] < table.state.round]
    for name in ("P1", "P2"):
        won = sum(line.net for line in lines if line.wager.player == name)
        for body in over:
            won += sum(
                line["back"] - line["wager"]["cents"] for line in body["lines"] if line["wager"]["player"] == name
            )
        held = table.position().get(name, (0, 0))[0]
        has = held + sum(table.ledger.balance(f"{account}:{name}") for account in ("player", "owed", "withheld"))
        assert has == BROUGHT + won, (name, has - BROUGHT - won, table.state.round)
    held = sum(held for held, _ in table.position().values())
    assert table.ledger.balance(table.till.held) == held, "what is held is what lies on the table"


# As if it had not been made


def as_if_not_made(edition: Edition[Any], rounds: int = 4, seed: int = 0) -> int:
    """A ruling after the round against another round: where everybody plays on the same cards or the same spin, one player's
    wagers are declared void, and the round is told anew without a word of that player. The other has the same by both, to the
    cent and to the clause. Gives how many rounds were held against each other."""
    table, rng, held = open_table(edition, "shoe"), random.Random(f"{edition.book} as if {seed}"), 0
    while table.state.round <= rounds:
        step(table, rng)
    for body in recorded(table, 1):
        told = lines(body["notation"])
        mixed = {line["wager"]["player"] for line in body["lines"]} == {"P1", "P2"}
        if not mixed:
            continue
        details = {"player": "P1", "ground": "a device", "round": body["round"]}
        assert table.do(Order(SUPERVISOR, "void wagers", details, at=NOON)).accepted
        now = next(one for one in recorded(table, 1) if one["round"] == body["round"])["lines"]
        assert all(line["back"] == line["wager"]["cents"] for line in now if line["wager"]["player"] == "P1")
        rehearsal = Rehearsal(told[0])
        for line in _without_p1(told[1:]):
            rehearsal.line(line)
        alone = [write_event(line) for line in rehearsal.finish().lines]
        rehearsal.ledger.close()
        assert sorted(map(canonical, alone)) == sorted(
            canonical(line) for line in now if line["wager"]["player"] == "P2"
        ), body["notation"]
        held += 1
    table.ledger.close()
    return held


def _without_p1(story: list[str]) -> Iterator[str]:
    """A round in notation without the first player."""
    for line in story:
        wagers = [word for word in line.split() if WAGER.match(word)]
        if wagers and all(word.startswith("P1") for word in wagers):
            continue
        if not line.startswith("P1 "):
            yield " ".join(word for word in line.split() if not (WAGER.match(word) and word.startswith("P1")))


WAGER = re.compile(r"P\d+(@\d+)?:\d")


# Every act at every state

ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("void wagers", {"player": "P1", "ground": "a device"}),
    ("void wagers", {"player": "P2", "ground": "a device"}),
    ("invalidate", {"ground": "fraud"}),
    ("exclude", {"player": "P1", "ground": "a device"}),
    ("freeze", {"why": "a quarrel"}),
    ("correct", {"asked_by": "M"}),
    ("exclude", {"player": "P2", "ground": "a device"}),
    ("hold winnings", {"player": "P1", "cents": 1, "ground": "a device"}),
    ("replace cards", {}),
    ("close", {}),
)
LATER = 4  # steps into the round after the one that is ruled on


def moments_of(edition: Edition[Any]) -> int:
    """How many states the first round of this edition's evening has: before it, at each step, and when it is over."""
    table, rng = evening(edition)
    count = 0
    while table.state.round == 1:
        step(table, rng)
        count += 1
        assert count < STUCK, "the first round comes to its end"
    table.ledger.close()
    return count + 1


def rule_at(edition: Edition[Any], act: str, details: dict[str, Any], moment: int) -> bool:
    """One act of a supervisor at one state of the first round, or, beyond its last, when the next one is under way. Then the
    evening goes on for a round. Whatever was decided: the books balance, nobody is stuck, what everybody has is what the
    rounds come to, and each round replays to what is recorded. Gives whether the act was accepted."""
    table, rng = evening(edition)
    for _ in range(moment):
        step(table, rng)
    if moment % 2:  # also with chips lying in an open window
        lay_some(table, rng)
    number = 1 if table.state.round > 1 else table.state.round
    if act == "correct":
        details = {**details, **some_correction(table, number, rng)}
    if act in ("void wagers", "invalidate", "correct"):
        details = {**details, "round": number}
    accepted = table.do(Order(SUPERVISOR, act, details, at=NOON)).accepted
    adds_up(table)
    until, steps = table.state.round + 1, 0
    while table.state.round < until:
        step(table, rng)
        steps += 1
        assert steps < STUCK, f"stuck after {act} at state {moment}: {table.prompt}"
    table.ledger.settle_down()
    _ends_well(table)
    return accepted


def lay_some(table: Table, rng: random.Random) -> None:
    """Chips in the open window, if one is open."""
    for wager in table.window.some(rng.randrange).wagers if table.window is not None else ():
        place = {"spot": wager.spot, "area": wager.area, "cents": wager.cents}
        table.do(Order(player(wager.player), "place", place, at=NOON))


STUCK = 400  # steps; no round of any game comes near


def evening(edition: Edition[Any]) -> tuple[Table, random.Random]:
    """A table, and the course its evening takes, always the same: the first at which both players wager in the first round."""
    if edition.digest not in _courses:
        _courses[edition.digest] = _course(edition)
    return open_table(edition, "shoe"), random.Random(f"{edition.book} ruled {_courses[edition.digest]}")


_courses: dict[str, int] = {}


def _course(edition: Edition[Any]) -> int:
    for seed in range(100):
        table, rng = open_table(edition, "shoe"), random.Random(f"{edition.book} ruled {seed}")
        while table.state.round == 1:
            step(table, rng)
        players = {line["wager"]["player"] for line in table.ledger.newest("T", "round-over", 1)[0].body["lines"]}
        table.ledger.close()
        if {"P1", "P2"} <= players:
            return seed
    raise AssertionError(f"nobody wagers in the first round of {edition.book}")


def step(table: Table, rng: random.Random) -> None:
    if table.state.status.is_closed and not table.do(Order(SUPERVISOR, "reopen", at=NOON)).accepted:
        for act in ("check cards", "reopen"):  # some books have them checked when gaming ends
            reply = table.do(Order(SUPERVISOR, act, at=NOON))
            assert reply.accepted, reply.decision
    if table.state.status.is_frozen:
        table.do(Order(SUPERVISOR, "release", at=NOON))
    assert table.prompt is not None, "a table always asks for something"
    some_order(table, table.prompt, rng)
