"""Headline: the one fact a Blackjack table is about right now."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from houseway.games.blackjack.cloth.hands import box_of, dealer_hands, hand_number
from houseway.play.felt import Felt
from houseway.play.headline import Headline
from houseway.play.states import State, Window
from houseway.play.view import View


def headline(view: View) -> Headline:
    felt, terms = view.felt, view.terms
    if view.state is State.PREPARING:
        return Headline("Shuffle", "and cut", ("A round begins when", "the shoe is ready"), view.by)
    if view.window == Window.INSURANCE:
        most = "½" if terms.insurance.most.value == Fraction(1, 2) else str(terms.insurance.most.value)
        words = (f"Up to {most} of the wager,", "until the dealer goes on")
        return Headline("Insurance", f"pays {terms.insurance.pays.value}", words, terms.insurance.pays.by)
    if view.window:
        return Headline("Place your bets", "", ("Wagers stay open until", "the dealer’s call"), view.by)
    if view.decides and view.due:
        return _deciding(view)
    if view.state is State.DECIDING:
        return Headline("Decide", "", ("Each player on the box", "decides alone"), view.by)
    if view.status.is_frozen:
        return Headline("Frozen", "", ("Everything keeps", "its place"), view.by)
    last = felt.fact("dealer")
    if last and view.state is State.SETTLED:
        return Headline(
            summary(felt), "", ("Wagers are paid", "and taken"), felt.lines[-1].by if felt.lines else view.by
        )
    return Headline("No more bets", "", ("The cards are", "being dealt"), terms.no_more_bets.by)


def _deciding(view: View) -> Headline:
    box, _, hand = view.due.removeprefix("box ").partition(" hand ")
    lying = box_of(view, int(box))
    here = next(each for each in lying.hands if each.number == int(hand))
    second = here.total if len(lying.hands) == 1 else f"hand {hand}: {here.total}"
    who = "You decide" if view.decides == view.viewer else f"{view.decides} decides"
    return Headline(f"Box {box}", second, (who,), view.by)


def summary(felt: Felt) -> str:
    """A round that is over, in the few words of a list: "Dealer 20", "Dealer busts"."""
    hands = [total for _, cards, total in dealer_hands(felt) if len(cards) > 1]
    if not hands:
        return "Dealer drew none" if felt.lines else "No cards"
    if len(hands) > 1:
        return "Dealer " + ", ".join(total.removeprefix("Soft ").replace("Blackjack", "BJ") for total in hands)
    total = hands[0].removeprefix("Soft ")
    return "Dealer blackjack" if total == "Blackjack" else "Dealer busts" if "Bust" in total else f"Dealer {total}"


def brief(felt: Felt, player: str) -> Felt:
    """The player's first hand, for a line of a list."""
    own = [line.wager for line in felt.lines if line.wager.player == player and hand_number(line.wager.spot) == 1]
    place = f"box {own[0].area} hand 1" if own else ""
    return replace(felt, boxes=tuple(replace(box, cards=box.cards[:4]) for box in felt.boxes if box.place == place))
