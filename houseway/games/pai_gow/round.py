"""The play: one round of Pai Gow, in the order the rules tell it."""

from __future__ import annotations

from houseway.games.pai_gow.carry import Carry
from houseway.games.pai_gow.covering import cover, name_callers, place_chung
from houseway.games.pai_gow.cuts import from_chung
from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import (
    EVERY_AREA,
    HandsSet,
    TilesDealt,
    TilesGathered,
    TilesMixed,
    TilesRetrieved,
    UnusedShown,
)
from houseway.games.pai_gow.irregular import (
    befell,
    mend,
    mishaps_dealt,
    mishaps_set,
    still_possible,
    void_round,
    without_mishap,
)
from houseway.games.pai_gow.opening import Misdealt, bonus_only, open_hands, show_bank
from houseway.games.pai_gow.prompts import SET, TO_SET, TakeChung
from houseway.games.pai_gow.seating import Wagering
from houseway.games.pai_gow.setting import set_by_bank, set_by_players
from houseway.games.pai_gow.terms import Terms
from houseway.games.pai_gow.touching import touch
from houseway.games.pai_gow.woodpile import Reshuffled, cut, prepare, reshuffle
from houseway.play.events import Noted
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.layout import VOID, Layout
from houseway.play.prompts import OutOfTurn, Stack
from houseway.play.script import Round, Script, Settlement, call, confirm, read_sign
from houseway.play.wagers import Wager

__all__ = ["play", "prepare"]


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general, terms.places)
    wagering = Wagering(terms, carry, sign)
    layout = Layout(terms.general, terms.places, wagering.limits, carry.advised)
    layout.lay_open("wagers", wagering.may_stay(carry.lying))
    deal = Deal(terms, carry, layout, wagering.house_limits, wagering.from_the_dealer)
    yield from place_chung(deal)
    laid = yield from layout.take(
        "wagers",
        wagering.basis(),
        wagering.spots,
        mishaps=(reshuffle(terms),),
        mend=lambda answer: _mixed_again(terms),
        judge_each=wagering.judge,
        judge_closing=wagering.whole,
        as_they_stand=wagering.from_the_dealer,
    )
    yield call(terms.no_more_bets, by=terms.no_more_bets_player.by if deal.banker else terms.no_more_bets.by)
    return (yield from _played(deal, laid))


def _mixed_again(terms: Terms) -> Script[None]:
    yield TilesMixed(terms.wrong.reshuffle.by, "The dealer", "shuffle")


def _played(deal: Deal, laid: tuple[Wager, ...]) -> Script[Settlement]:
    deal.in_bank = tuple(wager for wager in laid if wager.spot == "bank")
    deal.wagers = tuple(wager for wager in laid if wager.spot != "bank")
    if not deal.wagers:
        yield from deal.layout.settle(deal.in_bank, VOID, deal.terms.wagers.by)
        yield Noted(deal.terms.wagers.by, "No wager lies on the table; no tiles are dealt")
        return (yield from _gathered(deal, ()))
    yield from cover(deal)
    yield from name_callers(deal)
    while True:
        try:
            alive = yield from _dealt(deal)
            break
        except Reshuffled:
            yield from _mixed_again(deal.terms)
            deal.begin_anew()
    if not alive:
        return (yield from _gathered(deal, (), void=True))
    still = deal.layout.still_on(deal.wagers)
    try:
        if still and all(wager.spot == "bonus" for wager in still) and deal.method == "house":
            yield from bonus_only(deal)
        else:
            yield from show_bank(deal)
        order = yield from open_hands(deal)
    except Misdealt:
        yield from void_round(deal, deal.terms.wrong.misdeal.by)
        return (yield from _gathered(deal, (), void=True))
    yield from _unused(deal)
    return (yield from _gathered(deal, order))


def _dealt(deal: Deal) -> Script[bool]:
    """Until every hand is set; False where the round is void."""
    found = yield from cut(deal.terms, deal.chung, deal.banker, deal.shaker)
    playing = deal.terms.playing
    stacked = yield Stack(deal.terms.tiles.full_set.by + playing.deliver.by, "Deliver the tiles, four to every area")
    dealt = found.delivery.dealt(stacked, found.first) if stacked else dict.fromkeys(EVERY_AREA, ())
    in_play = [*deal.calls, deal.chung]
    for area in from_chung(found.first, EVERY_AREA):
        deal.tiles[area] = dealt[area]
        if area in in_play:
            yield TilesDealt(playing.deliver.by, area, dealt[area], deal.who(area))
    unused = tuple(area for area in EVERY_AREA if area not in in_play)
    yield TilesRetrieved(playing.retrieve.by + playing.unseen.by, unused)
    where = {"house": playing.house_tiles, "bank": playing.player_tiles, "co-bank": playing.co_tiles}[deal.method]
    if not (yield from without_mishap(deal, where.by, "The tiles lie before their players", mishaps_dealt(deal))):
        return False
    if not (yield from set_by_players(deal)) or not (yield from set_by_bank(deal)):
        return False
    return (yield from _chung_taken(deal))


def _chung_taken(deal: Deal) -> Script[bool]:
    """The hands are set. Until the Chung is taken off the bank's tiles, who asked for the Houseway may still touch them."""
    by, houseway = deal.terms.playing.locked.by, deal.terms.houseway
    mishaps = mishaps_set(deal)
    while True:
        asked = {deal.who(area): area for area in deal.by_request()}
        held = {player: deal.tiles[area] for player, area in asked.items()}
        act = "Take the Chung off the bank's tiles"
        co_banker = deal.banker if deal.method == "co-bank" else ""
        co_bank = deal.terms.playing.co_last.by
        answer = yield TakeChung(by, act, "dealer", mishaps, None, asked, held, houseway.touched.by, co_banker, co_bank)
        if isinstance(answer, OutOfTurn):
            yield from touch(deal, asked[answer.player], answer.value.removeprefix(SET).strip())
            continue
        if not isinstance(answer, Irregularity):
            everybody = tuple(dict.fromkeys(wager.player for wager in (*deal.in_bank, *deal.wagers)))
            yield HandsSet(by, "The Chung is taken off: all hands are set", everybody, dict.fromkeys(TO_SET, by))
            return True
        mishap = yield from befell(deal.terms, answer, mishaps)
        if not (yield from mend(deal, answer, mishap)):
            return False
        mishaps = still_possible(mishaps, mishap, answer.area)


def _unused(deal: Deal) -> Script[None]:
    rule = deal.terms.playing.unused
    for area in EVERY_AREA:
        if area not in deal.calls and area != deal.chung and deal.tiles.get(area):
            yield UnusedShown(rule.by, area, deal.tiles[area])


def _gathered(deal: Deal, order: tuple[int, ...], void: bool = False) -> Script[Settlement]:
    late = (Mishap("houseway-wrong", "A Houseway is said to have been set wrongly", deal.terms.wrong.houseway.by),)
    by = deal.terms.settling.stand_off.by + deal.terms.playing.unused.by
    yield from confirm(by, "Gather the tiles", mishaps=late, mend=lambda answer: _too_late(deal, answer))
    controlled = {player: area for area, player in deal.calls.items() if player}
    if deal.banker:
        controlled[deal.banker] = deal.chung
    yield TilesGathered(by, controlled, deal.method, deal.every_area, void)
    yield deal.layout.stay(deal.standing, deal.terms.settling.house_stays.by)
    return deal.layout.finish()


def _too_late(deal: Deal, answer: Irregularity) -> Script[None]:
    yield Noted(
        deal.terms.wrong.houseway.by, "The bank's tiles have been moved to the right: no setting is altered now"
    )
