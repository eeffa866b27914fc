"""Drawers: the cash and chips that pass over the keno counter, where the house has a cage.

What a writer takes and gives stands in the draft already, as money between the treasury and the game. Beside it the customer's
cash goes into the writer's own drawer or comes out of it; chips likewise; a cheque is drawn on the house's bank.
"""

from __future__ import annotations

from houseway.floor.cage.places import BANK, OUTSIDE, OUTSTANDING, chips_out, drawer, rack
from houseway.floor.keno.desk import CAGE, Draft, Keno, Order
from houseway.law.clause import NO_CLAUSE
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Decision, Refused

AT_THE_BANK = ("bonus", "promotion", "release unclaimed", "use unclaimed")  # moves that no customer stands for


def take_and_give(keno: Keno, draft: Draft, order: Order, decision: Decision) -> Decision:
    """The same decision, with what passes over the counter in the draft; or why it cannot pass."""
    if isinstance(decision, Refused) or order.who.role in ("player", "house") or order.act in AT_THE_BANK:
        return decision
    cheque, counter = _over_the_counter(draft)
    if not cheque and not counter:
        return decision
    place = keno.drawer(order.who.name, order.terminal)
    if place is None:
        return decision
    moves = [Transfer(BANK, OUTSIDE, cheque, "cheque")] if cheque else []
    if counter:
        if isinstance(place, Refused):
            return place
        passed = _passed(keno, order, place, counter)
        if isinstance(passed, Refused):
            return passed
        moves.append(passed)
    kind, body, before = draft.entries[-1]
    draft.entries[-1] = (kind, {**body, "drawer": place} if counter else body, (*before, *moves))
    return decision


def _over_the_counter(draft: Draft) -> tuple[Cents, Cents]:
    """What is paid by cheque; and what a customer pays, less what they are paid."""
    cheque = counter = 0
    for move in (move for _, _, moves in draft.entries for move in moves):
        if move.target == CAGE and move.memo == "cheque":
            cheque += move.cents
        else:
            counter += move.cents * ((move.source == CAGE) - (move.target == CAGE))
    return cheque, counter


def _passed(keno: Keno, order: Order, place: str, cents: Cents) -> Transfer | Refused:
    """Cash into the drawer or out of it, or chips where the customer pays with them."""
    if cents > 0 and order.details.get("tender") == "chips":
        out = chips_out(keno.ledger)
        if cents > out:
            because = f"only {show(out)} of the house's chips are out; these are not all its own"
            return Refused(keno.terms.desk.tender.by, because, "forged")
        return Transfer(OUTSTANDING, rack(place), cents, "chips in")
    if cents > 0:
        return Transfer(OUTSIDE, drawer(place), cents, "cash in")
    if -cents > (holds := keno.ledger.balance(drawer(place))):
        because = f"{show(-cents)} is to be paid and the drawer at {place} has {show(holds)}; the cage brings more"
        return Refused(NO_CLAUSE, because, "cash")
    return Transfer(drawer(place), OUTSIDE, -cents, "cash out")
