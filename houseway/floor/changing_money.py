"""Changing money at a table: cash for chips, and chips that players bring and take away.

A wager is made of chips. Cash that comes to the table is changed at once: it goes into the box, and chips of the same value go to
the player. Chips bought elsewhere become the player's here when the dealer has seen them, and nobody's again when they are taken
away. Whoever has an account with the house plays from that: their cash and chips become credit here, and credit becomes chips.
All of this is where the house has a cage; in a house of play credit there is nothing to change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor import hand_pays, terminals
from houseway.floor.cage.places import OUTSIDE, OUTSTANDING, chips_out, drop, hand
from houseway.forms import read
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.ledger import Transfer
from houseway.money import LARGEST, Cents, show
from houseway.play.decision import Accepted, Decision, Refused

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

LONGEST = 40  # characters of a player's name


def change_cash(table: Table, draft: Draft, order: Order) -> Decision:
    """The dealer takes cash into the box and gives chips for it."""
    rule, asked = table.general.oral, _asked(table, order)
    if isinstance(asked, Refused):
        return asked
    player, cents = asked
    by = rule.by + table.general.chips.by
    if "cash" not in rule.value.accepts:
        return Refused(by, "no cash is taken at this table; chips are bought at the cage")
    if (out := terminals.barred(table, player)) is not None:
        return out
    purse = table.pocket(player)
    draft.note("changed", into_chips(table, purse, cents), player=player, cents=cents, tender="cash", **_signed(order))
    return Accepted(by, f"{player} has {show(table.ledger.balance(purse) + cents)}")


def into_chips(table: Table, purse: str, cents: Cents) -> tuple[Transfer, ...]:
    """A player's cash into the box, and chips for it from the float."""
    name = table.state.table
    return Transfer(OUTSIDE, drop(name), cents, "drop"), Transfer(f"float:{name}", purse, cents, "change")


def show_chips(table: Table, draft: Draft, order: Order) -> Decision:
    """A player brings chips of the house that were bought elsewhere."""
    asked = _asked(table, order)
    if isinstance(asked, Refused):
        return asked
    player, cents = asked
    if (out := terminals.barred(table, player)) is not None:
        return out
    purse = table.pocket(player)
    others = chips_out(table.ledger) - (table.ledger.balance(purse) if purse == hand(player) else 0)
    if cents > others:
        because = f"only {show(max(0, others))} of the house's chips are with others; these are not all its own"
        return Refused(table.general.chips.by, because)
    moves = _through_the_float(table, OUTSTANDING, purse, cents)
    draft.note("changed", moves, player=player, cents=cents, tender="chips")
    return Accepted(table.general.chips.by, f"{player} has {show(table.ledger.balance(purse) + cents)}")


def take_chips(table: Table, draft: Draft, order: Order) -> Decision:
    """A player takes chips away from the table: all of them, where no amount is named."""
    player = _player(order)
    holds = table.ledger.balance(table.pocket(player))
    asked = _asked(table, order, holds)
    if isinstance(asked, Refused):
        return asked
    cents = asked[1]
    if (unsigned := hand_pays.unsigned(table, player)) is not None:
        return unsigned
    if cents > holds:
        return Refused(table.general.chips.by, f"{player} has {show(holds)} here")
    moves = _through_the_float(table, table.pocket(player), OUTSTANDING, cents)
    draft.note("changed", moves, player=player, cents=-cents, tender="chips")
    return Accepted(table.general.chips.by)


def _through_the_float(table: Table, source: str, target: str, cents: Cents) -> tuple[Transfer, ...]:
    """Chips in the hand stay in the hand; chips that become credit, or the other way, lie in the float after or before."""
    if "hand:" in (source[:5], target[:5]):
        return (Transfer(source, target, cents, "chips"),)
    bank = f"float:{table.state.table}"
    return Transfer(source, bank, cents, "change"), Transfer(bank, target, cents, "change")


def _player(order: Order) -> str:
    return str(read(str, order.details.get("player"), "player")).strip()


def _asked(table: Table, order: Order, usual: Cents = 0) -> tuple[str, Cents] | Refused:
    """Whose money, and how much; refused where nothing is changed at all."""
    rules, player = table.chapters.terminals, _player(order)
    if not table.takes_cash:
        return Refused(NO_CLAUSE, "this house plays for credit; nothing is changed at its tables", "no_cage")
    if rules is not None:
        return Refused(rules.accounts.tender.by, "at a terminal it is credited to the account: buy in")
    if not player or len(player) > LONGEST:
        return Refused(table.general.chips.by, f"say whose it is, in at most {LONGEST} characters")
    cents: Cents = read(int, order.details.get("cents", usual), "cents")
    least = table.state.sign.smallest_chip
    if not 0 < cents <= LARGEST or cents % least:
        return Refused(table.general.chips.by, f"the chips of this table go by {show(least)}", "amount")
    return player, cents


def _signed(order: Order) -> dict[str, str]:
    """Who took it in, where another signed."""
    asked_by = read(str, order.details.get("asked_by", ""), "asked_by")
    return {"asked_by": asked_by} if asked_by else {}


def with_cash(table: Table, order: Order, player: str, cents: Cents) -> tuple[Basis, tuple[Transfer, ...]]:
    """What changes cash into the chips of a wager that is laid with it, where the house has a cage."""
    told, purse = order.details.get("medium", order.details.get("with")), table.purse(player)
    if told != "cash" or not table.takes_cash or table.till.chips:  # a tournament's chips are not for sale
        return NO_CLAUSE, ()
    return table.general.oral.by, into_chips(table, purse, cents)


ACTS = {"change cash": change_cash, "show chips": show_chips, "take chips": take_chips}
