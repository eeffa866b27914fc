"""Irregularities: what can go wrong with the tiles of a round, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import HandVoid, TilesMixed
from houseway.games.pai_gow.setting import touch
from houseway.law.clause import Basis
from houseway.play.events import Chosen, Decided, Noted, WentWrong
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.layout import VOID
from houseway.play.prompts import Confirm, Option
from houseway.play.script import Script, choose
from houseway.play.states import RoundResult

VOID_OR_PLAY = (Option("play", "Play the hand"), Option("void", "Call the hand void"))


class Reshuffled(Exception):
    """The tiles are mixed again and the deal begins anew; the wagers stay."""


def befell(answer: Irregularity, mishaps: tuple[Mishap, ...]) -> Script[Mishap]:
    """What went wrong, told; the deal begins anew where the tiles are to be mixed again."""
    mishap = next(item for item in mishaps if item.kind == answer.kind)
    yield WentWrong(mishap.by, mishap.kind, mishap.label)
    if answer.kind == "reshuffle":
        raise Reshuffled
    return mishap


def mishaps_dealt(deal: Deal) -> tuple[Mishap, ...]:
    """What may go wrong until the tiles lie before their players."""
    wrong = deal.terms.wrong
    players = tuple(area for area in deal.calls if area not in deal.out)
    own = (
        () if deal.method != "bank" else (Mishap("own-exposed", "The banker exposed own tiles", wrong.own_exposed.by),)
    )
    bank = wrong.house_exposed if deal.method == "house" else wrong.bank_exposed
    on_players = () if not players else (
        Mishap("exposed", "The dealer exposed two or more of a player's tiles", wrong.exposed.by, areas=players),
        Mishap("exposed-one", "The dealer exposed one tile", wrong.exposed.by, areas=players),
    )  # fmt: skip
    return (
        *on_players,
        Mishap("bank-exposed", "The dealer exposed tiles of the bank", bank.by),
        *own,
        Mishap("misdeal", "The tiles were delivered incorrectly", wrong.misdeal.by),
        _reshuffle(deal),
    )


def _reshuffle(deal: Deal) -> Mishap:
    label = "The game supervisor has the tiles shuffled again"
    return Mishap("reshuffle", label, deal.terms.wrong.reshuffle.by, directed=True)


def mishaps_set(deal: Deal) -> tuple[Mishap, ...]:
    """What may go wrong once the hands are set."""
    asked = tuple(a for a in sorted(deal.by_houseway) if deal.calls.get(a) and a not in deal.out)
    touched = (Mishap("touched", "A player touched tiles after asking for the Houseway",
                      deal.terms.houseway.touched.by, areas=asked),) if asked else ()  # fmt: skip
    return (*touched, _reshuffle(deal))


def without_mishap(deal: Deal, by: Basis, act: str, mishaps: tuple[Mishap, ...]) -> Script[bool]:
    """A step people perform, with what may go wrong in it; False where the round is void."""
    while True:
        answer = yield Confirm(by, act, "dealer", mishaps)
        if not isinstance(answer, Irregularity):
            return True
        mishap = yield from befell(answer, mishaps)
        if not (yield from mend(deal, answer, mishap)):
            return False
        mishaps = still_possible(mishaps, mishap, answer.area)


def mend(deal: Deal, answer: Irregularity, mishap: Mishap) -> Script[bool]:
    """The remedy the book prescribes; False where the round is void."""
    wrong = deal.terms.wrong
    match answer.kind:
        case "misdeal":
            yield from _void_round(deal, wrong.misdeal.by)
            return False
        case "exposed":
            yield from _may_void(deal, answer.area, mishap.by)
        case "bank-exposed" if deal.method != "house":
            choice = yield from choose(
                mishap.by, f"player {deal.banker}", "Two tiles were exposed. Play?", VOID_OR_PLAY
            )
            yield Chosen(mishap.by, deal.banker, choice)
            if choice == "void":
                yield from _void_round(deal, mishap.by)
                return False
        case "touched":
            yield from touch(deal, answer.area, "")
        case _:
            yield Noted(mishap.by, "The hand is played")
    return True


def _may_void(deal: Deal, area: int, by: Basis) -> Script[None]:
    """Before looking at the other tiles, a player whose tiles the dealer exposed may call the hand void."""
    on_area = [wager for wager in deal.wagers if wager.area == area]
    player = deal.calls[area] or on_area[0].player
    choice = yield from choose(by, f"player {player}", "Two of your tiles were exposed. Play the hand?", VOID_OR_PLAY)
    yield Chosen(by, player, choice)
    if choice == "void":
        deal.out.add(area)
        yield HandVoid(by, area)
        yield from deal.layout.settle(on_area, VOID, by)


def _void_round(deal: Deal, by: Basis) -> Script[None]:
    yield Decided(by, RoundResult.VOID)
    yield from deal.layout.settle((*deal.wagers, *deal.in_bank), VOID, by)
    yield TilesMixed(by, "The dealer", "shuffle")


def still_possible(mishaps: tuple[Mishap, ...], befell: Mishap, area: int) -> tuple[Mishap, ...]:
    """What may yet go wrong: the same at another area, and nothing twice."""
    left = tuple(other for other in befell.areas if other != area)
    return tuple(
        replace(item, areas=left) if item is befell else item for item in mishaps if item is not befell or left
    )
