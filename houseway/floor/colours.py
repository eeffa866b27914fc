"""Colour chips at a table: bought, played and redeemed there and nowhere else.

The money they stand for leaves the player's purse for an account of that player at that table, and wagers are held from
it; so nothing bought at one table can be laid at another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from houseway.floor import entrants, rounds, terminals
from houseway.floor.acts import ActsOf
from houseway.floor.people import Person
from houseway.forms import Doc, read
from houseway.ledger import Transfer
from houseway.money import Cents
from houseway.play import colours
from houseway.play.colours import ColourChips, ColourIssued, ColourRedeemed, Colours
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.general import General

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

USUAL_COUNT = 40  # a stack of twenty, twice


def chips_of(table: Table, player: str) -> ColourChips | None:
    """The colour a player has at this table now."""
    return colours.of_player(table.remembered().colours, player)


def purse(table: Table, player: str) -> str:
    """The account a player's wagers at this table come from."""
    if chips_of(table, player) is None:
        return entrants.purse(table, player)
    return table.till.colour(player)


def value_of(table: Table, player: str, chips: int) -> Cents | Refused:
    """What so many of a player's colour chips are worth at this table; chips of another table are worth nothing here."""
    own, rules = chips_of(table, player), table.chapters.colours
    if own is not None:
        return chips * own.cents
    if rules is None:
        return _no_colours(table.general)
    return Refused(
        rules.only_here.by, f"{player} has no colour chips of {table.state.table}; those of another table stay there"
    )


def judge(table: Table, player: str, cents: Cents) -> Refused | None:
    """Whether a wager of this amount can be made of the chips the player has."""
    rules = table.chapters.colours
    if rules is None:
        return None
    own = chips_of(table, player)
    if own is None:
        if table.state.sign.colours_required and rules.required is not None:
            return Refused(rules.required.by, "this table asks for colour chips")
        return None
    if cents % own.cents:
        return Refused(rules.one_value.by, f"a wager is made of whole chips of {own.cents} cents")
    return None


def _no_colours(general: General) -> Refused:
    return Refused(general.chips.by, "this game has no colour chips")


def issue(table: Table, draft: Draft, order: Order, rules: Colours) -> Decision:
    player = _who(order.who, order.details)
    colour, cents = read(str, order.details.get("colour"), "colour"), read(int, order.details.get("cents"), "cents")
    count = read(int, order.details.get("chips", USUAL_COUNT), "chips")
    refused = colours.judge_issue(rules, table.remembered().colours, player, colour, cents)
    refused = refused or terminals.barred(table, player) or entrants.admit(table, draft, player)
    if refused is not None:
        return refused
    if count < 1:
        return Refused(rules.one_value.by, "at least one chip is bought")
    move = Transfer(entrants.purse(table, player), table.till.colour(player), cents * count, "colour chips")
    draft.tell(ColourIssued(rules.one_value.by, player, colour, cents), (move,))
    rounds.begin_again(table, draft)
    return Accepted(rules.one_value.by)


def redeem(table: Table, draft: Draft, order: Order, rules: Colours) -> Decision:
    """Colour chips go back for money, at their own table; what comes from elsewhere is not taken."""
    player = _who(order.who, order.details)
    at = read(str, order.details.get("at", table.state.table), "at")
    issued_by = read(str, order.details.get("issued_by", table.state.table), "issued_by")
    if at != table.state.table or issued_by != table.state.table:
        by = rules.only_here.by + rules.redeemed_here.by
        return Refused(by, "colour chips are used and redeemed at the table that issued them")
    if chips_of(table, player) is None:
        return Refused(rules.redeemed_here.by, f"{player} has no colour chips here")
    if table.position().get(player, (0, 0))[0]:
        return Refused(rules.redeemed_here.by, "chips still lie on the layout")
    hand_back(table, draft, player, rules)
    rounds.begin_again(table, draft)
    return Accepted(rules.redeemed_here.by)


def hand_back(table: Table, draft: Draft, player: str, rules: Colours) -> None:
    """A player's colour chips become money again."""
    draft.tell(ColourRedeemed(rules.redeemed_here.by, player), back(table, player))


def back(table: Table, player: str) -> tuple[Transfer, ...]:
    """The transfer that turns a player's colour chips into money again."""
    account = table.till.colour(player)
    held = table.ledger.balance(account)
    return (Transfer(account, entrants.purse(table, player), held, "redeem"),) if held else ()


def _who(who: Person, details: Mapping[str, Doc]) -> str:
    return who.name if who.role == "player" else str(read(str, details.get("player"), "player"))


ACTS = ActsOf(lambda book: book.colours, lambda general, act: _no_colours(general), {"colour": issue, "redeem": redeem})
