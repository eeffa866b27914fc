"""Changes of the sign, every one at every state and every three of them in every order: none of them ever locks a table.

Whatever is changed while whatever lies there: the table goes on for a round, or the round can be invalidated, or everybody takes
back what lies in an open window and leaves; the books balance, and nothing is a mistake of the house's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from houseway.floor.people import player
from houseway.floor.table import Order, Table
from houseway.law.rulebook import Edition
from houseway.ledger import audit
from houseway.play.general import Lock
from houseway.testing.conformance import NOON, SUPERVISOR
from houseway.testing.rulings import BROUGHT, STUCK, adds_up, evening, lay_some, step

Change = tuple[tuple[str, dict[str, Any]], ...]  # acts, one after the other

CHANGES: dict[str, Change] = {
    "a higher minimum": (("post minimum", {"cents": 2_500}), ("limits", {"minimum": 2_500})),
    "a lower minimum": (("post minimum", {"cents": 100}), ("limits", {"minimum": 100})),
    "a lower maximum": (("limits", {"maximum": 3_000}),),
    "no maximum": (("limits", {"maximum": None}),),
    "another unit": (("limits", {"unit": 700}),),
    "one player to an area": (("share", {"players": 1}),),
    "three players to an area": (("share", {"players": 3}),),
    "a marker": (("marker", {"player": "P1", "area": 1, "maximum": 9_000_000}),),
    "no marker": (("marker", {"player": "P1", "area": 1, "maximum": 0}),),
    "a differential": (("differential", {"cents": 1_000}),),
    "another dealer": (("relieve", {"dealer": "M"}),),
    "new cards": (("replace cards", {}),),
}
AFTERWARDS = ("goes on", "is invalidated", "is left")


def change_at(edition: Edition[Any], names: Sequence[str], moment: int, then: str) -> int:
    """Changes, one after the other, at one state of the first round, or of the one after it; then the table ``goes on``, ``is
    invalidated``, or ``is left`` by everybody. Gives how many of their acts were accepted."""
    table, rng = evening(edition)
    for _ in range(moment):
        step(table, rng)
    lay_some(table, rng)
    accepted, at = 0, NOON
    for name in names:
        for act, details in CHANGES[name]:
            at += timedelta(minutes=30)  # as long as any sign must have stood
            accepted += table.do(Order(SUPERVISOR, act, details, at=at)).accepted
        adds_up(table)
    _AFTERWARDS[then](table, rng, f"{', '.join(names)} at state {moment} of {edition.book}")
    adds_up(table)
    result = audit(table.ledger)
    assert result.sound, result.findings
    table.ledger.close()
    return accepted


def _goes_on(table: Table, rng: random.Random, told: str) -> None:
    until, steps = table.state.round + 1, 0
    while table.state.round < until:
        step(table, rng)
        steps += 1
        assert steps < STUCK, f"stuck after {told}: {table.prompt}"


def _is_invalidated(table: Table, rng: random.Random, told: str) -> None:
    had = table.state.round
    if table.state.script != "play" or (had == 1 and not table.position()):
        return  # there is nothing to invalidate yet
    reply = table.do(Order(SUPERVISOR, "invalidate", {"ground": "disorder", "round": had}, at=NOON))
    assert reply.accepted, f"{told}: {reply.decision}"
    _goes_on(table, rng, told)


def _is_left(table: Table, rng: random.Random, told: str) -> None:
    """Where an open window holds chips and no rule locks them, they can be taken back, and then everybody may leave."""
    if table.window is None or table.general.lock.value is Lock.CONFIRMED or table.window.raising is not None:
        return
    held = {wager.player for wager in table.state.chips}
    for name in sorted(held):
        for wager in reversed([one for one in table.state.chips if one.player == name]):
            where = {"spot": wager.spot, **({"area": wager.area} if wager.area else {})}
            if all(one.key != wager.key for one in table.state.chips):
                continue
            reply = table.do(Order(player(name), "withdraw", where, at=NOON))
            if not reply.accepted:  # another wager of the player's rests on it: all of them together
                reply = table.do(Order(player(name), "withdraw", {}, at=NOON))
            assert reply.accepted, f"{told}: {name} cannot take back {wager}: {reply.decision}"
    assert not table.state.chips, told
    for name in ("P1", "P2"):
        reply = table.do(Order(player(name), "leave", at=NOON))
        assert reply.accepted, f"{told}: {name} cannot leave: {reply.decision}"
    if table.state.round == 1:
        assert all(table.ledger.balance(f"player:{name}") == BROUGHT for name in ("P1", "P2"))


_AFTERWARDS = {"goes on": _goes_on, "is invalidated": _is_invalidated, "is left": _is_left}
assert set(_AFTERWARDS) == set(AFTERWARDS)
