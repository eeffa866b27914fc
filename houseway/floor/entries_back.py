"""Entries back: jackpot wagers that a round without a result left in, and that go back with no round to tell it.

Whoever takes one back before the next deal is missed by that round's script. Where no round follows (the table is closed), or it
begins without the player, the table itself tells it, and the reserve bears it like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.floor.settling import reserve_account
from houseway.ledger import Transfer
from houseway.play.jackpot import EntryReturned
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Table


def entries_back(table: Table, draft: Draft, wagers: Iterable[Wager]) -> None:
    rules = table.chapters.jackpot
    for wager in wagers:
        jackpot = table.sign.jackpot
        if rules is None or rules.returned is None or jackpot is None:
            return
        meter, reserve = jackpot.split(wager.cents)
        moved = meter + reserve
        moves = (Transfer(reserve_account(jackpot.name), table.till.bank, moved, "prize"),) if moved else ()
        draft.tell(EntryReturned(rules.returned.by, wager.player, jackpot.name, meter, reserve), moves)
