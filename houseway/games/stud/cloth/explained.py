"""Explained: what the two hands were, whether the dealer's qualified, and which is higher."""

from __future__ import annotations

from houseway.games.stud.terms import ANTE, BET
from houseway.kit.cards import RANK_WORDS
from houseway.play.states import Outcome
from houseway.play.surfaces import Said
from houseway.play.view import View


def explains(view: View) -> list[Said]:
    felt, rules = view.felt, view.terms.settling
    lines = [line for line in felt.lines if line.wager.player == view.viewer]
    dealer = felt.fact("dealer")
    if not lines or not dealer:
        return []
    bet = next((line for line in lines if line.wager.spot == BET), None)
    ante = next((line for line in lines if line.wager.spot == ANTE), None)
    if bet is None and ante is not None and ante.outcome == Outcome.LOST:
        return [("You folded, and the ante is given up", ante.by)]
    if not_qualified(view):
        ranks = " and ".join(RANK_WORDS[rank] for rank in rules.qualifies.value)
        short = dealer.partition(":")[0]
        return [
            (f"The dealer does not qualify: {short}, and it takes {ranks} or higher", rules.qualifies.by),
            ("The ante is paid, and the bet goes back", rules.antes_paid.by),
        ]
    own = next((felt.fact(f"box {area}") for area in view.own_areas if felt.fact(f"box {area}")), "")
    decided = ante or bet
    if not own or decided is None:
        return []
    verdict = {Outcome.WON: "is higher", Outcome.LOST: "is lower"}.get(Outcome(decided.outcome), "is equal")
    by = {"is higher": rules.higher.by, "is lower": rules.lower.by, "is equal": rules.equal.by}[verdict]
    return [(f"Yours {verdict}: {own}, against the dealer’s {dealer}", by)]


def not_qualified(view: View) -> bool:
    """Whether the dealer's hand was called none."""
    said = view.terms.settling.no_hand.value.lower()
    return any(call.lower() == said for call, _, _ in view.felt.calls)
