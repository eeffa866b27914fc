"""Blackjack hands to practise on: dealt from the shoe, with what every choice is worth for these very cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from houseway.games.blackjack.figures.analysis import choices
from houseway.games.blackjack.figures.rules import shoe_of
from houseway.games.blackjack.hand import count, points
from houseway.games.blackjack.terms import HoleCard, Surrender, Terms
from houseway.kit.cards import CARDS, Card
from houseway.kit.shoe import Shoe
from houseway.law.clause import Basis
from houseway.odds.drill import Question

LABELS = {
    "stand": "Stand",
    "hit": "Draw a card",
    "double": "Double for one card",
    "split": "Split",
    "surrender": "Give it up for half",
    "wait": "Wait for the dealer's card",
    "even money": "Take even money",
    "insure": "Insure for half",
    "no insurance": "No insurance",
}


def question(terms: Terms, shoe: Shoe | None, pick: Callable[[int], int]) -> Question:
    """A hand of two cards, now and then of three, against an upcard; against an ace now and then the insurance."""
    full = shoe if shoe is not None else shoe_of(terms)
    while True:
        cards = [card for card in CARDS for _ in range(full.count(card))]
        drawn = [cards.pop(pick(len(cards))) for _ in range(4)]
        up, hand = drawn[0], drawn[1:3]
        if pick(4) == 0 and count(hand)[0] < 17:
            hand.append(drawn[3])
        total, soft = count(hand)
        if total < 21 or (total == 21 and len(hand) == 2 and points(up) == 1):
            return _asked(terms, full, hand, up, total, soft, insuring=points(up) == 1 and pick(2) == 0)


def _asked(terms: Terms, shoe: Shoe, hand: list[Card], up: Card, total: int, soft: bool, insuring: bool) -> Question:
    found = choices(terms, [points(card) for card in hand], points(up), shoe)
    worth, by = dict(found["options"]), terms.hands.turn.by
    words = f"{'Soft ' if soft and total < 21 else ''}{total} against {'an ace' if points(up) == 1 else points(up)}"
    if "even money" in worth:
        by, words = terms.settling.even_money.by, "Blackjack against an ace"
    elif insuring:
        share = terms.insurance.most.value
        worth = {"insure": float(found["insurance"] * share), "no insurance": 0.0}
        by, words = terms.insurance.pays.by, f"{words}: the insurance"
    return Question(
        words,
        tuple((name, LABELS[name]) for name in worth),
        worth,
        by,
        (("Dealer", (str(up),)), ("You", tuple(str(card) for card in hand))),
        _rules(terms),
        "The best play of these very cards from a full shoe, with the best play after.",
        topic=words if len(hand) > 2 or points(hand[0]) != points(hand[1]) else f"pair of {_named(hand[0])}, {words}",
        why=tuple(_why(terms, shoe, hand, up, worth)),
    )


def _named(card: Card) -> str:
    return "aces" if points(card) == 1 else f"{points(card)}s"


def _why(terms: Terms, shoe: Shoe, hand: list[Card], up: Card, worth: dict[str, float]) -> Iterator[str]:
    """What the choices come to, from their exact values and the cards that are left."""
    total, soft = count(hand)
    if "insure" in worth:
        pays, each = terms.insurance.pays.value.ratio, worth["insure"] / float(terms.insurance.most.value)
        has, even = (each + 1) / float(pays + 1), float(1 / (pays + 1))
        yield f"The dealer has blackjack in {has:.2%} of all cases"
        yield f"At {terms.insurance.pays.value} an insurance needs {even:.2%} to come out even"
        return
    if (
        "stand" in worth and total < terms.dealer.draws_to.value
    ):  # no hand of the dealer ends there: it wins or it loses
        yield f"Standing on {total} wins only if the dealer goes over 21, in {(worth['stand'] + 1) / 2:.2%} of all cases"
    if "hit" in worth:
        left = [(card, shoe.count(card) - (*hand, up).count(card)) for card in CARDS]
        over = sum(ways for card, ways in left if count([*hand, card])[0] > 21)
        share = over / sum(ways for _, ways in left)
        if over:
            yield f"The next card takes {'soft ' if soft else ''}{total} over 21 in {share:.2%} of all cases"
    ranked = sorted(worth, key=lambda name: -worth[name])
    if len(ranked) > 1:
        first, second = (f"{LABELS[name].lower()} {worth[name]:+.4f}".replace("-", "−") for name in ranked[:2])
        yield f"Worth of the wager, with the best play after: {first}, {second}"


def _rules(terms: Terms) -> tuple[tuple[str, Basis], ...]:
    """The rules in force that move the answer, in a few words each."""
    hands, dealer, settling = terms.hands, terms.dealer, terms.settling
    stands = "all 17s" if dealer.stands_on_soft.value <= 17 else "hard 17"
    peeks = dealer.hole_card.value is HoleCard.PEEKS
    return (
        (f"{terms.dealing.decks.value.count} decks", terms.dealing.decks.by),
        ("Hole card, and a look under aces and tens" if peeks else "No hole card", dealer.hole_card.by),
        (f"Dealer draws to {dealer.draws_to.value}, stands on {stands}", dealer.draws_to.by),
        (f"Blackjack pays {settling.blackjack.value}", settling.blackjack.by),
        (f"Double on {hands.double_on.value.value.replace('any two', 'any first two')}", hands.double_on.by),
        (f"{'Also' if hands.double_after_split.value else 'Not'} after a split", hands.double_after_split.by),
        (f"Split to {hands.split.value} hands" if hands.split.value > 1 else "No pair is split", hands.split.by),
        ("Split aces get one card" if hands.split_aces.value else "Split aces play on", hands.split_aces.by),
        *(() if not hands.resplit_aces.value else (("Aces may be split again", hands.resplit_aces.by),)),
        *(
            ()
            if hands.surrender.value is Surrender.NONE
            else ((f"A first hand may be given up {hands.surrender.value.value}", hands.surrender.by),)
        ),
        (f"Below {hands.must_draw.value} a card must be drawn", hands.must_draw.by),
        (f"Insurance pays {terms.insurance.pays.value}", terms.insurance.pays.by),
    )
