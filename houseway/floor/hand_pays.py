"""Hand pays: a win above an amount is handed over with a slip that two people sign.

The round pays it like any other; from then on it is due to be signed for, and until it is its player takes no chips away from the
table. The amount is the house's own, arranged with its cage; without a cage there are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor.people import same_name
from houseway.forms import read
from houseway.law.clause import NO_CLAUSE
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import Settled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from houseway.floor.table import Draft, Order, Table


def key(round: int, player: str) -> str:
    return f"{round} {player}"


def note_wins(table: Table, draft: Draft, round: int, lines: Iterable[Settled]) -> None:
    """Every player whose winnings of a round are above the amount has a slip to be signed."""
    above = table.hand_pay()
    if above is None or table.till.chips:
        return
    won: dict[str, Cents] = {}
    for line in lines:
        won[line.wager.player] = won.get(line.wager.player, 0) + line.won
    for player, cents in won.items():
        if cents > above:
            draft.note("hand-pay", round=round, player=player, cents=cents)


def sign(table: Table, draft: Draft, order: Order) -> Decision:
    """Somebody who supervises signs for a win beside whoever pays it, another person."""
    player, round = read(str, order.details.get("player"), "player"), read(int, order.details.get("round"), "round")
    cents = table.state.hand_pays.get(key(round, player))
    if cents is None:
        return Refused(NO_CLAUSE, f"no win of {player} in round {round} waits to be signed for", "unknown")
    paid_by = read(str, order.details.get("asked_by", ""), "asked_by")
    if not paid_by or same_name(paid_by, order.who.name):
        return Refused(
            NO_CLAUSE, f"{show(cents)} is signed for by two people: one pays it, another signs", "two_people"
        )
    withdrawn = read(str, order.details.get("withdrawn", ""), "withdrawn").strip()  # why it is not paid after all
    draft.note(
        "hand-pay-signed",
        round=round,
        player=player,
        cents=cents,
        paid_by=paid_by,
        signed_by=order.who.name,
        **({"withdrawn": withdrawn} if withdrawn else {}),
    )
    return Accepted(NO_CLAUSE)


def due(table: Table) -> list[tuple[int, str, Cents]]:
    """Wins that two people are still to sign for: round, player, amount."""
    found = [(at.partition(" "), cents) for at, cents in table.state.hand_pays.items()]
    return [(int(round), player, cents) for (round, _, player), cents in found]


def unsigned(table: Table, player: str) -> Refused | None:
    """Why a player takes no chips away yet."""
    for round, who, cents in due(table):
        if who == player:
            because = f"{player} won {show(cents)} in round {round}; two people sign for it first"
            return Refused(NO_CLAUSE, because, "hand_pay")
    return None


ACTS = {"sign hand pay": sign}
