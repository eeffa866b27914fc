"""Headline: the one fact a stud table is about right now."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.stud.cloth.explained import not_qualified
from houseway.play.felt import Felt
from houseway.play.headline import Headline
from houseway.play.states import State
from houseway.play.view import View


def headline(view: View) -> Headline:
    felt, terms = view.felt, view.terms
    if view.state is State.PREPARING:
        return Headline("Shuffle", "", ("Every round begins with", "a fresh shuffle"), view.by)
    if view.window:
        return Headline("Place an ante", "", ("and a jackpot wager,", "until the dealer’s call"), view.by)
    if view.status.is_frozen:
        return Headline("Frozen", "", ("Everything keeps", "its place"), view.by)
    if view.state is State.DECIDING:
        return Headline("Bet or fold", "", ("A bet is exactly", "twice the ante"), terms.deciding)
    if view.state is State.SETTLED and not_qualified(view):
        return Headline("Dealer", "does not qualify", ("Antes are paid,", "bets go back"), terms.settling.antes_paid.by)
    if view.state is State.SETTLED:
        return Headline(
            summary(felt), "", ("Wagers are paid", "and taken"), felt.lines[-1].by if felt.lines else view.by
        )
    if felt.fact("dealer"):
        return Headline(
            "The dealer shows", "", ("Hands are compared", "from the right"), terms.settling.from_the_right.by
        )
    return Headline("No more bets", "", ("The cards are", "being dealt"), terms.deal.no_more_bets.by)


def summary(felt: Felt) -> str:
    """A round that is over, in the few words of a list: "Dealer does not qualify", "Dealer: pair of twos"."""
    if not felt.lines:
        return "No cards"
    if any(said.lower() == "no hand" for said, _, _ in felt.calls):
        return "Dealer does not qualify"
    hand = felt.fact("dealer").partition(":")[0].partition(",")[0]
    return f"Dealer {hand}" if hand else "No result"


def brief(felt: Felt, player: str) -> Felt:
    """The player's own five cards, for a line of a list."""
    own = [line.wager.area for line in felt.lines if line.wager.player == player]
    place = f"box {own[0]}" if own else ""
    return replace(felt, boxes=tuple(box for box in felt.boxes if box.place == place))
