"""Settlement: small steps from cards to odds, one for each clause."""

from __future__ import annotations

from houseway.games.blackjack.hand import ACE, Hand, count, is_blackjack, points
from houseway.games.blackjack.terms import HoldsBack, OverUnder, Terms
from houseway.kit.cards import Card
from houseway.law.clause import Basis
from houseway.money import Odds
from houseway.play.events import Noted, NothingToDecide
from houseway.play.layout import LOSES, VOID, Layout, Result
from houseway.play.script import Script


def over_under(rule: OverUnder, hands: list[Hand], layout: Layout) -> Script[None]:
    """The side wager goes by the first two cards, aces as one, before anything else."""
    for hand in hands:
        score = sum(points(card) for card in hand.cards)
        thirteen = rule.thirteen.value
        for wager in layout.undecided:
            if wager.area != hand.box or wager.spot not in ("over", "under"):
                continue
            won = score > thirteen if wager.spot == "over" else score < thirteen
            clause = getattr(rule, wager.spot if won else f"{wager.spot}_lost")
            by = clause.by + rule.pays.by + rule.values.by
            yield from layout.settle((wager,), rule.pays.value if won else LOSES, by=by)


def waits(terms: Terms, up: Card) -> bool:
    """Whether a player's blackjack must wait for the dealer's second card."""
    if up.rank < 10:
        return False
    return up.rank in (10, ACE) or terms.settling.holds_back.value is HoldsBack.TEN_VALUED


def interim(terms: Terms, hand: Hand, up: Card, layout: Layout) -> Script[None]:
    """A blackjack that the dealer cannot match is paid at once; over an ace or a ten it waits for the dealer's second card."""
    if not hand.all_wagers():  # paid even money
        return
    rule = terms.settling.at_once
    by = rule.by + terms.blackjack.by
    if 10 <= up.rank < ACE:  # which of the ten cards hold it back is read, not written
        by = by + terms.settling.holds_back.by
    yield no_choice(terms, hand)
    if waits(terms, up):
        yield Noted(by, f"The blackjack on box {hand.box} waits for the dealer's second card")
        return
    yield from layout.settle(hand.all_wagers(), rule.value, by=by)
    hand.wagers.clear()


def no_choice(terms: Terms, hand: Hand) -> NothingToDecide:
    """A blackjack takes no card and is not doubled."""
    rules = terms.hands
    drawn, doubled = rules.no_draw.by, rules.no_double_blackjack.by
    closed = {"hit": drawn, "stand": drawn, "double": doubled}
    note = f"Blackjack on box {hand.box}: no card and no double"
    return NothingToDecide(doubled + drawn, note, tuple(hand.players), closed)


def decided(terms: Terms, hand: Hand, dealer: list[Card], theirs: int) -> tuple[Odds | Result, Basis]:
    """A hand against the dealer's and its count: the odds it is paid, or that it loses or is void, and why."""
    rules = terms.settling
    if hand.blackjack:
        if is_blackjack(dealer):
            return VOID, rules.both_blackjack.by
        return rules.blackjack.value, rules.blackjack.by
    if is_blackjack(dealer):
        return LOSES, rules.to_blackjack.by
    if theirs > 21:
        return rules.win.value, rules.dealer_over
    own, _ = count(hand.cards)
    if own > theirs:
        return rules.win.value, rules.over_dealer
    if own == theirs:
        return VOID, rules.equal.by
    return LOSES, rules.lower.by
