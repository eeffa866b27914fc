"""Withholding: winnings of a player with a forbidden device, kept back until the matter is looked into.

What is kept back is at most what the player has won at the table by the rounds as they were last judged. It has an owner, a
ground, somebody who kept it, and an end by a decision on record. Where a round is judged again and less was won than is kept
back, the rest is its owner's at once; and of what was forfeited already, what was not won after all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.floor.last_judged import newest_first
from houseway.floor.owing import owed_account
from houseway.forms import read
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import Event, Settled

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


def hold_winnings(table: Table, draft: Draft, order: Order) -> Decision:
    """Winnings of a player with a forbidden device are kept back until the matter is looked into."""
    rule = table.general.hold_winnings
    player = read(str, order.details.get("player"), "player")
    if rule is None:
        return Refused(table.general.exclude.by, "this book gives no power to hold winnings")
    cents, ground = read(int, order.details.get("cents"), "cents"), _ground(order)
    if table.till.chips:
        return Refused(rule.by, "what is won here are chips of a tournament, and no money")
    if cents <= 0:
        return Refused(rule.by, "say how much is kept back")
    if not ground:
        return Refused(rule.by, "say on what ground it is kept back")
    kept = table.state.withheld.get(player, 0) + table.state.forfeited.get(player, 0)
    may = _won(table, player, cents + kept) - kept
    if cents > may:
        return Refused(rule.by, f"{player} has won {show(max(0, may))} here that is not kept back; no more can be")
    if cents > table.ledger.balance(table.pocket(player)):
        return Refused(rule.by, f"{player} does not hold that much")
    move = Transfer(table.pocket(player), f"withheld:{player}", cents, "withhold")
    draft.note("held-winnings", (move,), player=player, cents=cents, ground=ground)
    return Accepted(rule.by)


def _ground(order: Order) -> str:
    ground: str = read(str, order.details.get("ground", ""), "ground")
    return ground.strip()


def _won(table: Table, player: str, enough: Cents) -> Cents:
    """What a player has won at this table, by the rounds as they were last judged: as far back as it takes to find enough."""
    now = [step for step in table.progress.steps if isinstance(step, Settled)]
    won = sum(line.won for line in now if line.wager.player == player)
    for body in newest_first(table):
        if won >= enough or body["round"] < table.state.same_chips_since:
            break
        won += sum(line["won"] for line in body["lines"] if line["wager"]["player"] == player)
    return won


def end_withholding(table: Table, draft: Draft, order: Order) -> Decision:
    """The matter has been looked into: what was kept back goes back to its owner, or is forfeited to the house."""
    rule = table.general.hold_winnings
    player, ground = read(str, order.details.get("player"), "player"), _ground(order)
    if rule is None:
        return Refused(table.general.exclude.by, "this book gives no power to hold winnings")
    held = table.state.withheld.get(player, 0)
    if not held:
        return Refused(rule.by, f"nothing of {player}'s is kept back at this table")
    if not ground:
        return Refused(rule.by, "say what the investigation found")
    to = table.pocket(player) if order.act == "release winnings" else f"float:{table.state.table}"
    memo = "release" if order.act == "release winnings" else "forfeit"
    move = Transfer(f"withheld:{player}", to, held, memo)
    draft.note("withholding-over", (move,), player=player, cents=held, ground=ground, forfeited=memo == "forfeit")
    return Accepted(rule.by)


def no_more_than_won(table: Table, draft: Draft) -> None:
    """A round was judged again: what is kept back, or forfeited, above what was won goes back, first to what its owner is charged
    for it."""
    for player in {**draft.state.withheld, **draft.state.forfeited}:
        held, lost = draft.state.withheld.get(player, 0), draft.state.forfeited.get(player, 0)
        fewer = _lines_won(draft.taken_back, player) - _lines_won(draft.events, player)
        if fewer <= 0:
            continue
        above = held + lost - max(0, _won(table, player, held + lost + fewer) - fewer)
        if above <= 0:
            continue
        owed, still_kept = owed_account(player), min(above, held)
        charged = sum(move.cents for _, _, moves in draft.entries for move in moves if move.source == owed)
        moves = list[Transfer]()
        for source, cents in ((f"withheld:{player}", still_kept), (f"float:{table.state.table}", above - still_kept)):
            first = min(cents, charged)
            charged -= first
            parts = ((owed, first), (table.pocket(player), cents - first))
            moves += [Transfer(source, account, part, "release") for account, part in parts if part]
        draft.note("withholding-less", tuple(moves), player=player, cents=above, forfeited=above - still_kept)


def _lines_won(events: Iterable[Event], player: str) -> Cents:
    return sum(event.won for event in events if isinstance(event, Settled) and event.wager.player == player)


ACTS = {
    "hold winnings": hold_winnings,
    "release winnings": end_withholding,
    "forfeit winnings": end_withholding,
}
