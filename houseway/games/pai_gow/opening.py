"""Opening: the hands are shown and matched one after another from the Chung, and what each comes to is settled."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.games.pai_gow.covering import without_bank
from houseway.games.pai_gow.cuts import from_chung
from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import (
    BonusAwarded,
    CommissionTaken,
    Corrected,
    HandShown,
    Matched,
)
from houseway.games.pai_gow.hands import Setting, kinds
from houseway.games.pai_gow.irregular import misdeal
from houseway.games.pai_gow.matching import bonus, match, tie_odds
from houseway.games.pai_gow.paying import pay
from houseway.games.pai_gow.prompts import CLOSED, AlterSetting, CheckSetting, OpenTiles
from houseway.law.clause import Basis
from houseway.money import Odds
from houseway.play.events import Decided, WentWrong
from houseway.play.irregular import Irregularity
from houseway.play.layout import LOSES, VOID
from houseway.play.prompts import Option
from houseway.play.script import Script, call, choose
from houseway.play.states import Asked, RoundResult
from houseway.play.wagers import Wager

RESULTS = {"player": RoundResult.WIN, "banker": RoundResult.LOSE, "standoff": RoundResult.STAND_OFF}
SHOW_OR_NOT = (Option("no", "Nobody asks"), Option("show", "A player asks to see the House's hand"))


class Misdealt(Exception):
    """It comes out when a hand is opened that the tiles were delivered incorrectly."""


def show_bank(deal: Deal) -> Script[None]:
    """The bank's hand, first of all; where every wager was conceded or void by then, it may stay closed."""
    playing = deal.terms.playing
    shown = {"house": playing.house_shown, "bank": playing.player_tiles, "co-bank": playing.co_tiles}[deal.method]
    yield from _check(deal, deal.chung)
    yield from _show(deal, "bank", deal.chung, playing.bank_first.by + shown.by)


def bonus_only(deal: Deal) -> Script[None]:
    """With nothing but Bonus wagers on the table the House's hand stays closed unless a player asks to see it."""
    extra = deal.terms.bonanza
    assert extra is not None
    answer = yield from choose(
        extra.undisclosed.by, "dealer", "Does a player ask to see the House's hand?", SHOW_OR_NOT, "no", Asked.LOOK
    )
    if answer == "show":
        yield from _show(deal, "bank", deal.chung, extra.undisclosed.by)


def _check(deal: Deal, area: int) -> Script[None]:
    """A hand set by request is checked by the game supervisor before it counts."""
    if area in deal.by_request():
        yield CheckSetting(deal.terms.houseway.asked.by, area=area)


def _show(deal: Deal, place: str, area: int, by: Basis) -> Script[None]:
    """A hand opened. Real tiles are keyed as they lie; a hand the Houseway should have set is held against it."""
    houseway = deal.terms.houseway
    by_houseway = area in deal.by_houseway
    if area not in deal.settings:
        seen = tuple(kind for setting in deal.settings.values() for kind in kinds(setting.tiles))
        needless = not deal.layout.still_on(deal.wagers)
        text = yield OpenTiles(by, place, seen, by_houseway, (misdeal(deal),), needless)
        if isinstance(text, Irregularity):
            wrong = misdeal(deal)
            yield WentWrong(wrong.by, wrong.kind, wrong.label)
            raise Misdealt
        if text == CLOSED:
            return
        tiles = OpenTiles.tiles_of(text)
        if by_houseway:
            found = houseway.way.set(tiles)
            lies = Setting.parse(text) if "/" in text else found.setting
            deal.by_houseway[area], deal.settings[area] = found.rule, found.setting
            if lies.strengths != found.setting.strengths:
                yield from _wrongly_set(deal, area, lies)
        else:
            deal.settings[area] = Setting.parse(text)
    setting = deal.settings[area]
    rule = deal.by_houseway.get(area, "")
    why = by + houseway.applies.by + houseway.line(rule) if rule else by
    yield HandShown(why, place, area, str(setting), setting.high_is, setting.low_is, rule)


def _wrongly_set(deal: Deal, area: int, lies: Setting) -> Script[None]:
    """Noticed in time, a hand wrongly set is put right, unless its player has touched the tiles."""
    by = deal.terms.wrong.houseway.by
    if area in deal.touched:
        deal.settings[area] = lies
        deal.by_houseway[area] = ""
        by = by + deal.terms.houseway.touched.by
    else:
        yield AlterSetting(by, area=area)
    yield Corrected(by, area, area not in deal.touched)


def open_hands(deal: Deal) -> Script[tuple[int, ...]]:
    """Each hand in turn from the Chung: losers are collected as they are opened, then winners are paid in the same order."""
    opening, collecting, paying, staying = deal.terms.matching(deal.method)
    order = [area for area in from_chung(deal.chung, set(deal.calls)) if area not in deal.out]
    winners: list[tuple[Wager, Basis]] = []
    extra: list[tuple[Wager, Odds, Basis]] = []
    lost = deal.conceded
    on_bank = deal.layout.still_on(wager for wager in deal.wagers if wager.area == deal.chung)
    if on_bank:  # a banker's Bonus; the bank's own wager is the regular one beside it
        extra += yield from _bonuses(deal, on_bank, deal.settings[deal.chung], True)
    for area in order:
        yield from _check(deal, area)
        yield from _show(deal, f"area {area}", area, opening)
        setting = deal.settings[area]
        there = deal.layout.still_on(wager for wager in deal.wagers if wager.area == area)
        bank = deal.settings.get(deal.chung)
        if any(wager.spot != "bonus" for wager in there):
            assert bank is not None
            found = match(deal.terms, setting, bank)
            sides = {True: "player", False: "banker"}
            yield Matched(found.by, area, sides[found.high], sides[found.low], found.result)
            regular = [wager for wager in there if wager.spot == "wager"]
            said = {"player": "won", "banker": "lost", "standoff": "stood_off"}[found.result]
            yield call(getattr(deal.terms.playing, said), f"area {area} {found.result}")
            yield Decided(found.by, RESULTS[found.result])
            if not deal.bank_stands:
                yield from without_bank(deal, regular)
                regular = []
            for wager in regular:
                if found.result == "banker":
                    lost += deal.layout.live(wager)
                    yield from deal.layout.settle((wager,), LOSES, found.by + collecting)
                elif found.result == "player":
                    winners.append((wager, found.by + paying))
                else:
                    deal.standing.append(wager)
                    yield from deal.layout.settle((wager,), VOID, found.by + staying)
            ties = [wager for wager in there if wager.spot == "tie"]
            if ties:
                extra += yield from _ties(deal, ties, setting, found.result)
        for wager in [wager for wager in there if wager.spot == "bonus"]:
            regular_too = any(w.player == wager.player and w.spot == "wager" for w in there)
            extra += yield from _bonuses(deal, (wager,), setting, regular_too)
    commission = yield from pay(deal, winners, lost)
    for wager, odds, by in extra:
        yield from deal.layout.settle((wager,), odds, by)
    stays = tuple(dict.fromkeys(wager.area for wager in deal.standing))
    yield CommissionTaken(deal.terms.settling.rate, commission, tuple(order), stays)
    return tuple(order)


def _ties(deal: Deal, ties: Sequence[Wager], setting: Setting, result: str) -> Script[list[tuple[Wager, Odds, Basis]]]:
    extra = deal.terms.bonanza
    assert extra is not None
    beside = extra.co_bank_ties.by if deal.method == "co-bank" else Basis(())
    if result == "standoff":
        odds, by = tie_odds(deal.terms, setting)
        return [(wager, odds, by + extra.pay_later.by + beside) for wager in ties]
    yield from deal.layout.settle(ties, LOSES, extra.tie_wins.by + extra.collect.by + beside)
    return []


def _bonuses(
    deal: Deal, wagers: Sequence[Wager], setting: Setting, regular: bool
) -> Script[list[tuple[Wager, Odds, Basis]]]:
    """Bonus wagers on open tiles: losers are collected, and what the winners are paid later is given back."""
    extra = deal.terms.bonanza
    assert extra is not None
    won: list[tuple[Wager, Odds, Basis]] = []
    for wager in wagers:
        award = bonus(deal.terms, setting.tiles, setting, regular)
        by = award.by + extra.bonus.by
        if award.odds is None:
            yield from deal.layout.settle((wager,), LOSES, by + extra.collect.by)
            continue
        if deal.method != "house":
            by = by + extra.house_pays_bonus.by
        if wager.area == deal.chung:
            by = by + extra.bank_may_bonus.by
        yield BonusAwarded(by, wager.area, wager.player, award.name)
        won.append((wager, award.odds, by + extra.pay_later.by))
    return won
