"""Settling: how what happens on the felt becomes transfers.

A *position* says, for each player, how much of theirs is held on the table and how much the house has won from them in
the running script. Whatever an order changes (a chip placed, a hand settled, a card corrected, a game invalidated), the
money that moves is the difference between two positions. So there is one way for money to move, and it balances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from houseway.floor.tills import Till
from houseway.ledger.postings import Transfer
from houseway.money import Cents
from houseway.play.driver import stakes
from houseway.play.events import Event, LeftLying, Ruled, Settled, SettlementUndone
from houseway.play.jackpot import PRIZE, Awarded, Entered, EntryReturned
from houseway.play.script import Step
from houseway.play.states import Outcome
from houseway.play.wagers import Wager


class Position(dict[str, tuple[Cents, Cents]]):
    """By player: held on the table, won by the house. Beside them, what the script put into each jackpot's accounts."""

    pots: dict[str, Cents]

    def __init__(
        self, players: Mapping[str, tuple[Cents, Cents]] | None = None, pots: dict[str, Cents] | None = None
    ) -> None:
        super().__init__(players or {})
        self.pots = pots or {}


def position(steps: Iterable[Step], chips: Iterable[Wager] = ()) -> Position:
    """What each player has on the table and what the house owes or is owed, after these steps and with these chips."""
    steps = list(steps)
    held: dict[str, Cents] = {}
    house: dict[str, Cents] = {}
    settled = {step.wager.key: step for step in steps if isinstance(step, Settled)}
    for wager in stakes(steps):
        line = settled.get(wager.key)
        if line is None:
            held[wager.player] = held.get(wager.player, 0) + wager.cents
        else:
            # A line tells the wager as it was found on the felt, which may be more than an account had put there.
            house[wager.player] = house.get(wager.player, 0) - line.net
    for wager in chips:
        held[wager.player] = held.get(wager.player, 0) + wager.cents
    players = {player: (held.get(player, 0), house.get(player, 0)) for player in sorted(held.keys() | house.keys())}
    return Position(players, pots(steps))


def pots(steps: list[Step]) -> dict[str, Cents]:
    """What a round has put into jackpots' accounts, or taken out of them."""
    found: dict[str, Cents] = {}
    for _, jackpot, meter, reserve in pot_changes(steps):
        for account, cents in ((meter_account(jackpot), meter), (reserve_account(jackpot), reserve)):
            found[account] = found.get(account, 0) + cents
    return {account: cents for account, cents in found.items() if cents}


def pot_changes(steps: list[Step]) -> Iterable[tuple[int, str, Cents, Cents]]:
    """The steps that move jackpots' money, by their place: which jackpot, and what goes to its meter and its reserve.

    A meter falls by prizes, and by what a ruling undoes: a wager that is void, or whose round is invalid, was never made. What
    the round itself gives back stays on the meter, and the reserve bears the return. A prize whose payment does not stand comes
    off nothing. What a prize is above its part of the meter, and what the meter begins from again, the reserve pays."""
    lines = [step for step in steps if isinstance(step, Settled)]
    back = {(s.wager.player, s.wager.spot) for s in lines if s.outcome in (Outcome.VOID, Outcome.RETURNED)}
    back -= {(w.player, w.spot) for step in steps if isinstance(step, LeftLying) for w in step.wagers}
    paid = {s.wager.player for s in lines if s.wager.spot == PRIZE and s.outcome == Outcome.WON}
    invalid = any(isinstance(step, Ruled) and step.ruling == "invalidate" for step in steps)
    for at, step in enumerate(steps):
        match step:
            case Entered() if (step.player, "jackpot") not in back:
                yield at, step.jackpot, step.meter, step.reserve
            case Entered() if invalid:
                yield at, step.jackpot, -step.meter_before, -step.reserve_before
            case Entered():
                yield at, step.jackpot, step.meter, -step.meter - step.meter_before - step.reserve_before
            case EntryReturned() if step.undone:
                yield at, step.jackpot, -step.meter, -step.reserve
            case EntryReturned():
                yield at, step.jackpot, 0, -step.meter - step.reserve
            case Awarded() if step.player in paid:
                off = step.off_meter
                yield at, step.jackpot, step.refill - off, off - step.prize - step.refill


METER = "jackpot:"


def meter_account(jackpot: str) -> str:
    return f"{METER}{jackpot}"


def reserve_account(jackpot: str) -> str:
    return f"reserve:{jackpot}"


def transfers(
    till: Till,
    before: Position,
    after: Position,
    holds: Callable[[str], Cents],
    purse: Callable[[str], str],
    correcting: bool = False,
    ruling: bool = False,
) -> tuple[Transfer, ...]:
    """The money that takes every player from one position to another. ``holds`` tells what an account holds, ``purse``
    which account a player plays from; what a correction takes from a player who has spent it is owed to the house. By a
    ``ruling`` a meter is put right like by a correction: no prize has come off it."""
    moves: list[Transfer] = []
    for player in sorted(before.keys() | after.keys()):
        held = after.get(player, (0, 0))[0] - before.get(player, (0, 0))[0]
        house = after.get(player, (0, 0))[1] - before.get(player, (0, 0))[1]
        moves.extend(_of_player(till, player, purse(player), held, house, holds, "correct" if correcting else ""))
    bank = till.bank
    for account, change in _pots_between(before.pots, after.pots, holds):
        if change > 0:
            moves.append(Transfer(bank, account, change, "correct" if correcting or ruling else "feed"))
        else:
            moves.append(Transfer(account, bank, -change, "correct" if correcting or ruling else "prize"))
    return tuple(moves)


def _pots_between(
    before: Mapping[str, Cents], after: Mapping[str, Cents], holds: Callable[[str], Cents]
) -> list[tuple[str, Cents]]:
    """What each jackpot's account gets, or gives. A meter gives no more than it shows, which somebody may have lowered by hand
    since; the rest is its reserve's."""
    found = {account: after.get(account, 0) - before.get(account, 0) for account in before.keys() | after.keys()}
    for account in [account for account in found if account.startswith(METER)]:
        short = min(0, holds(account) + found[account])
        reserve = reserve_account(account.removeprefix(METER))
        found[account] -= short
        found[reserve] = found.get(reserve, 0) + short
    return [(account, change) for account, change in sorted(found.items()) if change]


def _of_player(
    till: Till, player: str, purse: str, held: Cents, house: Cents, holds: Callable[[str], Cents], memo: str
) -> Iterable[Transfer]:
    on_table, bank = till.held, till.bank
    freed = max(0, -held)
    taken = min(freed, max(0, house))
    if taken:
        yield Transfer(on_table, bank, taken, memo or "take")
    if freed - taken:
        yield Transfer(on_table, purse, freed - taken, memo or "release")
    if house < 0:
        owed = till.owed(player, purse)
        makes_up = (
            min(-house, max(0, -holds(owed))) if memo else 0
        )  # what is put right makes up for what could not be taken
        if makes_up:
            yield Transfer(bank, owed, makes_up, memo)
        if -house - makes_up:
            yield Transfer(bank, purse, -house - makes_up, memo or "pay")
    wanted = max(0, held)
    due = max(0, house) - taken
    if wanted:
        yield Transfer(purse, on_table, wanted, memo or "hold")
    if due:  # only a correction takes more than lies on the table
        purse_holds = max(0, holds(purse) + (freed - taken) - wanted)
        if min(due, purse_holds):
            yield Transfer(purse, bank, min(due, purse_holds), memo or "correct")
        if due > purse_holds:
            yield Transfer(till.owed(player, purse), bank, due - purse_holds, "correct")


def moved_on(before: list[Step], after: list[Step]) -> tuple[list[Step], list[Event]]:
    """What a further answer has added to a run, and what of the run before it does not stand any more."""
    told = sum(isinstance(step, SettlementUndone) for step in before)
    undone = [step for step in after if isinstance(step, SettlementUndone)][told:]
    keys = {wager.key for step in undone for wager in step.wagers}
    taken_back: list[Event] = [step for step in before if isinstance(step, Settled) and step.wager.key in keys]
    return after[len(before) - len(taken_back) :], taken_back
