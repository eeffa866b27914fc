"""One round of Blackjack, in the order the rules tell it.

Over/Under 13 adds a wager settled on the first two cards; Triple Play adds dealer hands: the wagers on a box are *lines*,
one for each time the dealer completes the first card, and ordinary Blackjack has a single line.
"""

from __future__ import annotations

from dataclasses import replace

from houseway.games.blackjack.carry import Carry
from houseway.games.blackjack.dealer import dealer_turn, peeked
from houseway.games.blackjack.hand import ACE, Hand, is_blackjack, place_of
from houseway.games.blackjack.insurance import even_money, insurance
from houseway.games.blackjack.settle import interim, over_under
from houseway.games.blackjack.shoe import Shoe
from houseway.games.blackjack.terms import Terms
from houseway.games.blackjack.turn import Turn
from houseway.games.blackjack.wagering import Wagering
from houseway.kit.cards import Card
from houseway.play.cards import ShuffledFirst
from houseway.play.layout import Layout
from houseway.play.script import Round, Script
from houseway.play.wagers import Limits, Sign, Wager


def prepare(terms: Terms, carry: Carry) -> Script[None]:
    """Shuffle, cut and burn."""
    yield from Shoe(terms, carry.shoe).prepare()


def play(terms: Terms, carry: Carry) -> Round:
    cards = Shoe(terms, carry.shoe)
    sign: Sign = yield terms.read_sign
    if terms.over_under is not None:
        # the side wager has limits of its own where the sign states them, never the table's
        sign = replace(sign, kinds={"over": Limits(), "under": Limits(), **sign.kinds})
    layout, wagering = Layout(terms.general, terms.places, sign, carry.advised), Wagering(terms, carry, sign)

    # Wagers, the call, and one card to each box from the dealer's left, one to the dealer, a second to each box.
    while cards.opening:
        before_first_card = terms.dealing.mishaps_in_window
        wagers = yield from layout.take(
            "wagers", terms.window, terms.spots, before_first_card, cards.mend, cards, wagering.wager, wagering.whole,
            as_they_stand=wagering.from_the_dealer,
        )  # fmt: skip
        yield terms.bets_closed
        if cards.notes.new_dealer and terms.dealing.burn_new_dealer.value:
            yield from cards.burn(terms.dealing.burn_new_dealer.by)
        hands = _by_box(terms, wagers)
        try:
            for hand in hands:
                hand.cards.append((yield from cards.lay(hand.place, terms.first_cards.by, terms.mishaps_first)))
            up = yield from cards.lay("dealer hand 1", terms.dealer_card.by, terms.mishaps_first)
            for hand in hands:
                hand.cards.append((yield from cards.lay(hand.place, terms.second_cards.by, terms.mishaps_first)))
                hand.blackjack = is_blackjack(hand.cards)
        except ShuffledFirst:
            yield from layout.lift("wagers", wagers, terms.dealing.cut_first.by)
        else:
            cards.opening = False
    hole: Card | None = None
    if terms.dealer.peeks:
        hole = yield from cards.deal_down("dealer hand 1", terms.dealer.hole_card.by)

    if terms.over_under is not None:
        yield from over_under(terms.over_under, hands, layout)
    insured: tuple[Wager, ...] = ()
    if up.rank == ACE:
        yield from even_money(terms, hands, layout, cards)
        insured = yield from insurance(terms, hands, layout, cards)
    for hand in hands:
        if hand.blackjack:
            yield from interim(terms, hand, up, layout)
    turn = Turn(terms, cards, layout, sign, up)
    if hole is not None:
        yield from turn.before_the_look(hands)
    if hole is None or not (yield from peeked(terms, hands, up, hole, insured, layout)):
        played: list[Hand] = []
        for hand in hands:
            played += yield from turn.box(hand)
        stood = ""
        for number, place, line in terms.dealer_hands:
            stood = yield from dealer_turn(terms, number, place, line, played, up, hole, insured, cards, layout, stood)
    yield from cards.pick_up(terms.pick_up.by, terms.mishaps_after)
    return layout.finish()


def _by_box(terms: Terms, wagers: tuple[Wager, ...]) -> list[Hand]:
    """A hand for each box with wagers, from the dealer's left, and what lies on each line of it."""
    lines = terms.lines.value
    hands: dict[int, Hand] = {}
    for wager in wagers:
        box, line = wager.area, wager.spot
        if line not in lines:
            continue
        hand = hands.get(box)
        if hand is None:
            hands[box] = Hand(box, 1, place_of(box, 1), [], {line: [wager]})
        else:
            hand.wagers.setdefault(line, []).append(wager)
    return [hands[box] for box in sorted(hands)] if len(hands) > 1 else [*hands.values()]
