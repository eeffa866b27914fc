"""Headline: the one fact a Baccarat table is about right now."""

from __future__ import annotations

from houseway.play.felt import Felt
from houseway.play.headline import Headline
from houseway.play.states import RoundResult, State, result_words
from houseway.play.view import View


def headline(view: View) -> Headline:
    felt, terms = view.felt, view.terms
    came = felt.fact("outcome")
    if came:
        return _decided(view, came)
    if view.state is State.PREPARING:
        return Headline("Shuffle", "and cut", ("The first card says how", "many are burned"), terms.burn_by_value.by)
    if view.status.is_frozen:
        return Headline("Frozen", "", ("Everything keeps", "its place"), view.by)
    if view.window:
        return Headline("Place your bets", "", ("Player, Banker or Tie,", "until the call"), view.by)
    if view.decides and view.due:
        side = view.due.partition("'")[0].capitalize()
        who = "You open" if view.decides == view.viewer else f"{view.decides} opens"
        return Headline(side, view.due.partition("'s ")[2], (who, "the cards"), view.by)
    if not felt.wagers and not felt.calls:
        return Headline("No wagers", "on this coup", ("It begins with a card", "everybody has seen"), terms.free_hand)
    return Headline("No more bets", "", ("The cards are", "being dealt"), terms.no_more_bets.by)


def _decided(view: View, came: str) -> Headline:
    felt = view.felt
    by = felt.lines[0].by if felt.lines else view.by
    if came == RoundResult.VOID:
        return Headline("Void", "", ("No result, stakes", "are returned"), by)
    high, low = sorted((felt.fact("player"), felt.fact("banker")), reverse=True)
    if came == RoundResult.TIE:
        return Headline("Égalité", f"both {high}", ("Tie bets win, the", "others are void"), by)
    natural = felt.box(f"{came}'s third card") is None and int(high) >= view.terms.tableau.natural.value
    return Headline(
        result_words(came).capitalize(), f"wins, {high} to {low}", ("with a natural",) if natural else (), by
    )


def summary(felt: Felt) -> str:
    """A coup that is over, in the few words of a list: "Banker 8 to 6", "Tie 7"."""
    came = felt.fact("outcome")
    if came == RoundResult.VOID:
        return "Void"
    if came == RoundResult.TIE:
        return f"Tie {felt.fact('player')}"
    counts = sorted((felt.fact("player"), felt.fact("banker")), reverse=True)
    return f"{result_words(came).capitalize()} {counts[0]} to {counts[1]}" if came else "No cards"
