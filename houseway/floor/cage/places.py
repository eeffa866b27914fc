"""Places: where the house's cash and chips lie, as accounts of the ledger, and chips by denomination."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from houseway.forms import Doc, Misread, read
from houseway.ledger import Ledger
from houseway.money import LARGEST, Cents, show

TREASURY = "cage"  # everything in service was issued from it, so it stands below nothing
OUTSIDE = "outside"  # customers' own cash
BANK = "bank"  # the house's account at a bank
VAULT = "vault"  # cash in the cage's own keeping
OUTSTANDING = "outstanding"  # chips that somebody holds and no name stands by
MAIN = "CAGE"  # the rack from which windows, fills and floats are given

CASH = ("outside", "bank", "vault", "drawer:", "drop:", "variance:drawer:", "variance:drop:", "variance:vault")
IN_HANDS = ("rack:", "transit:", "hand:", "outstanding", "variance:float:")  # chips one can touch, away from the tables

Chips: TypeAlias = dict[int, int]  # how many of each denomination, which is in cents


def drawer(place: str) -> str:
    """Cash in the keeping of whoever has a window or a terminal."""
    return f"drawer:{place}"


def rack(place: str) -> str:
    """Chips there, or in the cage itself."""
    return f"rack:{place}"


def drop(table: str) -> str:
    """Cash in the box of a table."""
    return f"drop:{table}"


def transit(slip: int) -> str:
    """Chips on their way between the cage and a table."""
    return f"transit:{slip}"


def voucher(number: int) -> str:
    """What a voucher of the cage is worth."""
    return f"voucher:{number}"


def hand(name: str) -> str:
    """Chips in somebody's hand, by the name they are known by at a table."""
    return f"hand:{name}"


def account(name: str) -> str:
    """Credit of somebody who has an account with the house."""
    return f"player:{name}"


def variance(account: str) -> str:
    """By how much counts of an account came out otherwise than the books, all together."""
    return f"variance:{account}"


def is_cash(account: str) -> bool:
    """Whether an account is one of cash; every other is one of chips, credit and other promises."""
    return account.startswith(CASH)


# Amounts


def amount(doc: Doc, where: str) -> Cents:
    """An amount that somebody counted: nothing or more, in whole cents."""
    cents: Cents = read(int, doc, where)
    if not 0 <= cents <= LARGEST:
        raise Misread(where, f"{cents} is not an amount of whole cents that anybody counts")
    return cents


def worth(chips: Mapping[int, int]) -> Cents:
    """What chips come to."""
    return sum(cents * count for cents, count in chips.items())


def read_chips(doc: Doc, where: str, denominations: Iterable[int]) -> Chips:
    """Chips as somebody counted them out: how many of each denomination the house has."""
    found: Chips = read(dict[int, int], doc, where)
    known = tuple(denominations)
    for cents, count in found.items():
        if cents not in known:
            raise Misread(where, f"this house has no chips of {show(cents)}; it has {', '.join(map(show, known))}")
        if not 0 <= count <= 10**7:
            raise Misread(where, f"{count} is not a number of chips")
    if worth(found) > LARGEST:
        raise Misread(where, "more than any house has")
    return {cents: count for cents, count in sorted(found.items()) if count}


def added(one: Mapping[int, int], other: Mapping[int, int], sign: int = 1) -> Chips:
    """The chips of two places together; those of the second taken away where the sign is minus one."""
    both = {cents: one.get(cents, 0) + sign * other.get(cents, 0) for cents in sorted(one.keys() | other.keys())}
    return {cents: count for cents, count in both.items() if count}


def lacking(there: Mapping[int, int], wanted: Mapping[int, int]) -> str:
    """Which chips a rack has too few of, in words; "" if it has enough."""
    for cents, count in wanted.items():
        if count > there.get(cents, 0):
            return f"{there.get(cents, 0)} chips of {show(cents)} are there, and {count} are wanted"
    return ""


def in_words(chips: Mapping[int, int]) -> str:
    """``20 × $5, 4 × $25``"""
    return ", ".join(f"{count} × {show(cents)}" for cents, count in chips.items()) or "no chips"


def made_of(cents: Cents, denominations: Iterable[int], there: Mapping[int, int] | None = None) -> Chips | None:
    """An amount in the fewest chips of these denominations, as far as they are there; None if it cannot be made so."""
    found: Chips = {}
    for each in sorted(denominations, reverse=True):
        count = cents // each if there is None else min(cents // each, there.get(each, 0))
        if count:
            found[each], cents = count, cents - each * count
    return dict(sorted(found.items())) if not cents else None


def chips_out(ledger: Ledger) -> Cents:
    """Every chip that lies in somebody's hand, whether a name stands by it or not."""
    return ledger.balance(OUTSTANDING) + ledger.held_by("hand:")
