"""Card checks: cards that come to a table, and cards whose gaming is over.

A table that deals real cards keeps in mind whether anybody has checked them: its scripts ask for the check before the first
shuffle (``play/card_checks.py``). When it closes, the cards are checked again where the book asks for it, and it does not open
again before that is on record; then they are brought to the table anew. A generator has no cards to look at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from houseway.floor import rounds
from houseway.floor.acts import ActsOf
from houseway.floor.seats import NO_CARDS
from houseway.forms import read
from houseway.law.clause import Provision
from houseway.play.card_checks import CardChecks
from houseway.play.dealing import DECK, Dealing
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.deck import FreshDeck
from houseway.play.events import CardsBrought
from houseway.play.irregular import Irregularity
from houseway.play.remembering import changed, remembered

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

C = TypeVar("C")
DECK_WRONG = "deck-wrong"  # the deck in play is not whole


def unchecked(dealing: Dealing | FreshDeck | None, carry: C) -> C:
    """What a new table remembers of cards that nobody has checked yet, where the book asks that somebody does."""
    shoe = remembered(carry).shoe
    if shoe is None or dealing is None or dealing.checked is None or not dealing.checked.value.at_opening:
        return carry
    return changed(carry, shoe=shoe.noting(unchecked=True))


def rule_of(table: Table) -> Provision[CardChecks] | None:
    """What the book asks of the cards at this table, if there are any to look at."""
    dealing = table.dealing
    return None if dealing is None or table.state.cards_from != "shoe" else dealing.checked


def due_after_gaming(table: Table) -> bool:
    rule = rule_of(table)
    return rule is not None and rule.value.at_closing


def brought(table: Table, dealing: Dealing | FreshDeck, again: bool = False) -> CardsBrought:
    """Cards come to the table: in place of others, or again for the next gaming."""
    rule = rule_of(table)
    to_check = rule is not None and (not again or rule.value.at_opening)
    by = dealing.replace_cards.by if rule is None else rule.by if again else dealing.replace_cards.by + rule.by
    return CardsBrought(by, to_check)


def check(table: Table, draft: Draft, order: Order, dealing: Dealing | FreshDeck) -> Decision:
    """Cards whose gaming is over are checked; what was counted goes on record."""
    rule = rule_of(table)
    if rule is None or not rule.value.at_closing:
        return Refused(dealing.shuffle.by, "this book asks for no check of the cards when gaming is over")
    if not table.state.cards_unchecked:
        due = "the cards were checked" if table.state.status.is_closed else "the cards are checked when gaming is over"
        return Refused(rule.by, due)
    shoe = remembered(table.carry()).shoe
    whole = dealing.decks.value.count * DECK if shoe is None else shoe.notes.cards
    count = read(int | None, order.details.get("count"), "count")
    found = whole if count is None else count
    draft.note("cards-checked", clause=rule.by.clauses[0].number, counted=found, whole=whole)
    return Accepted(rule.by, "" if found == whole else f"{found} cards of {whole}: others come before the next gaming")


def count(table: Table, draft: Draft, order: Order, dealing: Dealing | FreshDeck) -> Decision:
    """A supervisor has the dealer count the cards, at any time. A deck that is not whole has the remedy of the moment, or other
    cards come in its place before the next is dealt."""
    if not isinstance(dealing, FreshDeck):
        return Refused(dealing.shuffle.by, "this book has no count of the cards in the midst of the game")
    rule, prompt, whole = dealing.count_cards, table.prompt, dealing.decks.value.count * DECK
    found = read(int, order.details.get("count", whole), "count")
    if found < 0:
        return Refused(rule.by, "there are not fewer cards than none")
    draft.note("recorded", clause=rule.by.clauses[0].number, words=f"{found} cards were counted")
    if found == whole:
        return Accepted(rule.by)
    if prompt is not None and any(mishap.kind == DECK_WRONG for mishap in prompt.may_go_wrong):
        return table.answer(draft, Irregularity(DECK_WRONG))
    draft.tell(brought(table, dealing))
    rounds.begin_again(table, draft)
    return Accepted(rule.by + dealing.replace_cards.by, f"{found} cards of {whole}: others are brought")


OF_CARDS = ActsOf[Dealing | FreshDeck](
    lambda book: book.dealing, lambda general, act: NO_CARDS, {"check cards": check, "count cards": count}
)
