"""Explained: each of the viewer's two hands against the bank's, and how a payment less commission adds up."""

from __future__ import annotations

from houseway.games.pai_gow.hands import Setting, called, kinds, strength
from houseway.games.pai_gow.matching import close_call
from houseway.kit.tiles import Tile
from houseway.law.clause import Basis
from houseway.money import show
from houseway.play.events import Settled
from houseway.play.states import Outcome
from houseway.play.surfaces import Said
from houseway.play.view import View


def explains(view: View) -> list[Said]:
    felt = view.felt
    shown = felt.fact("hand bank")
    told: list[Said] = []
    for area in view.own_areas if shown else ():
        own = felt.fact(f"hand {area}")
        if not own or not felt.fact(f"result {area}"):
            continue
        mine, bank = Setting.parse(own), Setting.parse(shown)
        for name, hand, other in (("High", mine.high, bank.high), ("Low", mine.low, bank.low)):
            won = felt.fact(f"{name.lower()} won {area}") == "player"
            told.append(_hand(view, name, hand, other, won))
        result = felt.fact(f"result {area}")
        if result == "standoff":
            told.append(("One of each: the wager stays where it lies", view.terms.settling.stand_off.by))
    return told


def _hand(view: View, name: str, own: tuple[Tile, Tile], bank: tuple[Tile, Tile], won: bool) -> Said:
    mine, theirs = strength(kinds(own)), strength(kinds(bank))
    by: Basis = close_call(view.terms, kinds(own), kinds(bank), mine, theirs)
    words = f"{name}: yours {called(kinds(own))}, the bank’s {called(kinds(bank))}"
    verdict = "won" if won else "a copy, which goes to the bank" if mine == theirs else "lost"
    return f"{words}: {verdict}", by


def payment(view: View, line: Settled) -> str:
    """Of a win the house keeps a share: the payment is what the odds give, less that."""
    if line.outcome != Outcome.WON or "less" not in line.at or not line.live:
        return ""
    odds, _, share = line.at.partition(", less ")
    return f"{show(line.live)} at {odds} is {show(line.live)}, less {share}, {show(line.live - line.won)}"
