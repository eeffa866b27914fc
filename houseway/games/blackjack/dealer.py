"""The dealer's hand: drawn only as far as it can still matter, once for every line."""

from __future__ import annotations

from houseway.games.blackjack.hand import Hand, count, is_blackjack, points
from houseway.games.blackjack.settle import decided
from houseway.games.blackjack.shoe import Shoe
from houseway.games.blackjack.terms import Terms
from houseway.kit.cards import Card
from houseway.law.clause import NO_CLAUSE
from houseway.play.events import Noted, Turned
from houseway.play.layout import LOSES, VOID, Layout
from houseway.play.script import Script
from houseway.play.wagers import Wager


def dealer_turn(
    terms: Terms,
    number: int,
    place: str,
    line: str,
    hands: list[Hand],
    up: Card,
    hole: Card | None,
    insured: tuple[Wager, ...],
    cards: Shoe,
    layout: Layout,
    stood: str = "",
) -> Script[str]:
    """Completes one dealer hand and settles the wagers that ride on it. Gives its place if it stands on a total; ``stood`` is the
    hand before it, if that did: a card drawn to it all the same comes to light when this one is dealt."""
    rules, cards.hand = terms.dealer, None
    later = terms.mishaps_later
    first = (*later, terms.overdrawn(stood)) if stood else later
    riding: list[Hand] = []
    draws = False  # whether a further card can matter
    for hand in hands:
        if layout.any_on(hand.wagers.get(line, ())):
            riding.append(hand)
            draws = draws or not (hand.blackjack or hand.given_up)
    insurances: tuple[Wager, ...] = ()
    if insured:
        insurances = layout.still_on(wager for wager in insured if terms.insurance_spots[wager.spot] == line)
    own = NO_CLAUSE if terms.triple is None else terms.triple.settled[number - 1]
    if number > 1 and terms.triple is not None:
        yield Noted(terms.triple.moves[number - 1], f"The first card moves to hand {number}")
    if not _matters(layout, riding, line, insurances):
        yield Noted(rules.no_idle_card.by, f"Nothing is left to decide on {place}: no card is drawn")
        yield from layout.settle(
            (*(w for hand in riding for w in hand.wagers[line]), *insurances), VOID, rules.no_idle_card.by
        )
        return ""

    if hole is not None:
        yield Turned(rules.hole_card.by, place, hole)
        drawn = [up, hole]
    else:
        drawn = [up, (yield from cards.lay(place, rules.draws_to.by, first))]
    if insurances:
        yield from _insurance(terms, insurances, drawn[1], layout)
    total, soft = count(drawn)
    if draws:
        while total < rules.stands_on_soft.value if soft else total <= rules.draws_to.value:
            if layout.ruled and not _matters(layout, riding, line):
                yield Noted(rules.no_idle_card.by, "No further card can change the outcome")
                break
            drawn.append((yield from cards.lay(place, rules.draws_to.by, later)))
            total, soft = count(drawn)
    else:
        yield Noted(rules.no_idle_card.by, "No further card can change the outcome")
    yield terms.dealer_called[total]
    for hand in riding:
        if hand.given_up and not is_blackjack(drawn):
            yield from layout.halve(hand.wagers[line], terms.hands.surrender.by)
            continue
        result, by = decided(terms, hand, drawn, total)
        yield from layout.settle(hand.wagers[line], result, by if terms.triple is None else by + own)
    return place if draws and total <= 21 else ""


def _matters(layout: Layout, riding: list[Hand], line: str, insured: tuple[Wager, ...] = ()) -> bool:
    """Whether a card decides anything: a wager that was declared void by now is none."""
    if not layout.ruled:
        return bool(riding or insured)
    wagers = [*(wager for hand in riding for wager in hand.wagers[line]), *insured]
    return any(wager.player not in layout.ruled for wager in wagers)


def _insurance(terms: Terms, insured: tuple[Wager, ...], second: Card, layout: Layout) -> Script[None]:
    """Insurance is decided by the dealer's second card alone."""
    if points(second) == 10:
        yield from layout.settle(insured, terms.insurance.pays.value, by=terms.insurance.pays.by)
    else:
        yield from layout.settle(insured, LOSES, by=terms.insurance.lost.by)


def peeked(
    terms: Terms,
    hands: list[Hand],
    up: Card,
    hole: Card,
    insured: tuple[Wager, ...],
    layout: Layout,
) -> Script[bool]:
    """In the game with a hole card, the dealer looks under an ace or a ten and a blackjack ends the round."""
    if points(up) not in (1, 10):
        return False
    yield from _insurance(terms, insured, hole, layout)
    if not is_blackjack([up, hole]):
        return False
    yield Turned(terms.dealer.hole_card.by, "dealer hand 1", hole)
    for hand in hands:
        result, by = decided(terms, hand, [up, hole], 21)
        yield from layout.settle(hand.all_wagers(), result, by=by)
    return True
