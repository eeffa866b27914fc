"""Covering: who holds the bank in a round, whether it covers what was wagered, and who calls for each area."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import CallerKnown, ChungPlaced, Covered
from houseway.games.pai_gow.seating import callers
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.decision import Refused
from houseway.play.layout import VOID
from houseway.play.prompts import Option
from houseway.play.script import Script, choose
from houseway.play.wagers import Wager


def place_chung(deal: Deal) -> Script[None]:
    """The Chung lies at the area of whoever holds the bank."""
    rule = deal.terms.bank
    by = rule.chung.by + (rule.house_chung.by if deal.method == "house" else deal.terms.playing.player_tiles.by)
    if deal.method == "co-bank":
        by = by + rule.co.by
    yield ChungPlaced(by, deal.chung, deal.method, deal.banker)


def cover(deal: Deal) -> Script[None]:
    """A player's bank must cover what was declared; where it does not, the round is played another way."""
    if deal.method == "house":
        return
    rule = deal.terms.bank
    while deal.method != "house":
        declared = deal.declared(deal.sign, deal.wagers)
        staked = sum(wager.cents for wager in deal.in_bank)
        needed = declared if deal.method == "bank" else -(-declared // 2)
        by = rule.cover.by if deal.method == "bank" else rule.half.by + rule.matched.by
        yield Covered(by + rule.stake.by, staked, declared, staked >= needed)
        if staked >= needed:
            return
        yield from _another_way(deal, by, staked)


def _another_way(deal: Deal, by: Basis, staked: Cents) -> Script[None]:
    rule = deal.terms.bank
    declared = deal.declared(deal.house_limits, deal.wagers)
    short = Refused(rule.half.by, "the bank does not hold half of the wagers")
    co = Option(
        "co-bank", "Bank half with the House", closed=short if 2 * staked < declared else None, by=rule.co_bank.by
    )
    way = "house"
    if deal.method == "bank":
        way = yield from choose(
            by, f"player {deal.banker}", "The bank does not cover the wagers. How is the round played?",
            (Option("house", "The House holds the bank"), co), "house",
        )  # fmt: skip
    deal.method = way
    deal.sign = deal.house_limits  # the House has a part in it, and its maximum holds
    deal.layout.under(deal.sign, deal.as_they_stand)
    if way == "house":
        yield from deal.layout.settle(deal.in_bank, VOID, by)
        deal.in_bank, deal.banker = (), ""
        deal.chung = rule.house_chung.value
        on_one = tuple(wager for wager in deal.wagers if wager.area == deal.chung)
        yield from deal.layout.settle(on_one, VOID, rule.house_chung.by)
        deal.wagers = tuple(wager for wager in deal.wagers if wager.area != deal.chung)
    yield from place_chung(deal)


def without_bank(deal: Deal, wagers: Sequence[Wager]) -> Script[None]:
    """The bank's stake is void and what is left of it does not cover: what lay against it goes back as well."""
    yield from deal.layout.settle(wagers, VOID, deal.terms.general.void_wagers.by + deal.terms.bank.cover.by)


def _calling(deal: Deal) -> list[Wager]:
    """The wagers that give a right to set the tiles."""
    wagers = [wager for wager in deal.wagers if wager.area != deal.chung]
    on = {
        area: dict.fromkeys(wager.player for wager in wagers if wager.area == area) for area in {w.area for w in wagers}
    }
    may = {area: deal.layout.may_call(players) for area, players in on.items()}
    return [wager for wager in wagers if wager.player in may[wager.area]]


def name_callers(deal: Deal) -> Script[None]:
    """Who sets the tiles of each area, known before they are dealt. A wager that was declared void gives no right to call while
    another lies on the area, nor one of an excluded player; where that is ruled later, whoever calls instead is told then."""
    playing, extra = deal.terms.playing, deal.terms.bonanza
    before, deal.calls = deal.calls, callers(_calling(deal), deal.sign, deal.banker)
    for area in sorted(area for area, player in deal.calls.items() if before.get(area) != player):
        on_area = [wager for wager in deal.wagers if wager.area == area]
        shared = len({wager.player for wager in on_area}) > 1
        by = playing.controller.by + playing.known_before.by
        if shared:
            by = by + playing.caller.by
            equal = len({wager.cents for wager in on_area}) == 1
            by = by + (playing.nearest_calls.by if equal else playing.highest_calls.by)
        if extra is not None:
            by = by + extra.order.by
        if not deal.calls[area]:
            by = playing.one_area.by + playing.unattended.by
        yield CallerKnown(by, area, deal.calls[area])
