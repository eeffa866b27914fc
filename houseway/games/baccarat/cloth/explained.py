"""Explained: how a coup came out, and how a payment on Banker adds up."""

from __future__ import annotations

from houseway.games.baccarat.settle import commission_on
from houseway.money import show
from houseway.play.events import Settled
from houseway.play.states import RoundResult
from houseway.play.surfaces import Said
from houseway.play.view import View


def explains(view: View) -> list[Said]:
    felt = view.felt
    came, counts = felt.fact("outcome"), (felt.fact("player"), felt.fact("banker"))
    if not felt.lines or not all(counts):
        return []
    by = felt.lines[0].by
    if came == RoundResult.TIE:
        return [(f"Player and Banker both have {counts[0]}: a tie, and wagers on both sides go back", by)]
    return [(f"Player has {counts[0]}, Banker {counts[1]}: {came} is nearer to nine", by)]


def payment(view: View, line: Settled) -> str:
    taken = commission_on(view.terms, view.sign, line)
    if not taken:
        return ""
    share = f"{float(view.terms.commission.value * 100):g} %"
    return (
        f"{show(line.live)} at {view.terms.banker.pays.value} is {show(line.won + taken)}, less {share}, {show(taken)}"
    )
