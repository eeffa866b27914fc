"""Paying: winners in order, each less commission, and then the bank's own end."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.games.pai_gow import bank as banking
from houseway.games.pai_gow.covering import without_bank
from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import Paid
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.layout import VOID
from houseway.play.script import Script
from houseway.play.wagers import Wager


def pay(deal: Deal, winners: Sequence[tuple[Wager, Basis]], lost: Cents) -> Script[Cents]:
    """Winners in order, each less commission; then the bank's own end. Gives the commission in all."""
    rules, chip = deal.terms.settling, deal.sign.smallest_chip
    left, from_bank, total, won = lost, 0, 0, 0
    for wager, by in winners:
        live = deal.layout.live(wager)
        commission = rules.taken(live, chip)
        why = by + rules.pays.by + rules.rate
        if commission * rules.commission.value.denominator != live * rules.commission.value.numerator:
            why = why + rules.commission_chips.by
        from_losing = min(left, live) if deal.method != "house" else 0
        if live:
            shown = f"{rules.pays.value}, less {_percent(rules.commission.value)}"
            yield from deal.layout.award(wager, 2 * live - commission, why, shown)
            short = live - from_losing if deal.method != "house" else 0
            yield Paid(why, wager.area, wager.player, live - commission, commission, from_losing, short)
            left, from_bank = left - from_losing, from_bank + short
        else:
            yield from deal.layout.settle((wager,), VOID, why)
        total, won = total + commission, won + live
    if not deal.bank_stands:
        yield from without_bank(deal, deal.in_bank)
    elif deal.method != "house":
        total += yield from _end_bank(deal, lost, won, lost - left, from_bank)
    return total


def _end_bank(deal: Deal, lost: Cents, won: Cents, from_losing: Cents, from_bank: Cents) -> Script[Cents]:
    stakes = deal.layout.not_void(deal.in_bank)
    staked = sum(wager.cents for wager in stakes)
    share = banking.settled(deal.terms, deal.method, staked, lost, won, from_losing, from_bank, deal.sign.smallest_chip)
    yield share.told
    by = share.told.by + deal.terms.settling.pays.by
    if len(stakes) > 1:
        by = by + deal.terms.bank.shared.by
    if stakes:
        for line in banking.lines(by, stakes, share.back, deal.sign.smallest_chip):
            yield deal.layout.closed(line)
    yield from deal.layout.settle(deal.layout.still_on(deal.in_bank), VOID, by)
    return share.commission


def _percent(rate: object) -> str:
    from fractions import Fraction

    assert isinstance(rate, Fraction)
    return f"{float(rate * 100):g} %"
