"""Pays: what the stud games pay for a bet by its hand, an ante, and the jackpot."""

from __future__ import annotations

from houseway.games.stud.terms import Terms
from houseway.money import show
from houseway.play.jackpot import Prize
from houseway.play.surfaces import Paid, PayTable


def pays(terms: Terms) -> PayTable:
    settling = terms.settling
    ante: list[Paid] = [
        ("Your hand is higher", str(settling.ante_pays.value), settling.higher.by + settling.ante_pays.by),
        ("The dealer does not qualify", f"{settling.ante_pays.value}, the bet is returned", settling.antes_paid.by),
        ("Hands are equal", "returned", settling.equal.by),
    ]
    bets = settling.bet_pays
    told: PayTable = [
        ("The ante", ante),
        ("The bet, by your hand", [(hand.capitalize(), str(odds), bets.by) for hand, odds in bets.value.items()]),
    ]
    prizes = terms.jackpot.prizes
    rows = [(hand[:1].upper() + hand[1:], _prize(prize), prizes.by) for hand, prize in prizes.value.items()]
    whatever = ", whatever the dealer holds" if settling.jackpot_any_dealer is not None else ""
    return [*told, (f"The jackpot{whatever}", rows)]


def _prize(prize: Prize) -> str:
    if not prize.percent:
        return show(prize.least)
    share = "the whole meter" if prize.percent == 100 else f"{prize.percent} % of the meter"
    return f"{share}, at least {show(prize.least)}" if prize.least else share
