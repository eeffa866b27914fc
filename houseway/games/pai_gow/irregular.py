"""Irregularities: what can go wrong with the tiles of a round, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from houseway.games.pai_gow.covering import name_callers
from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.events import HandVoid, TilesMixed
from houseway.games.pai_gow.terms import Terms
from houseway.games.pai_gow.touching import touch
from houseway.games.pai_gow.woodpile import reshuffle, shuffled_again, signals, take_out
from houseway.law.clause import Basis
from houseway.play.events import Chosen, Decided, Noted, WentWrong
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.layout import VOID
from houseway.play.prompts import Confirm, Option, Prompt
from houseway.play.script import Script, choose
from houseway.play.states import Outcome, RoundResult

AT_LEAST = {"exposed": 2, "exposed-one": 1}  # so many tiles of a player were seen, as the dealer says
VOID_OR_PLAY = (Option("play", "Play the hand"), Option("void", "Call the hand void"))


def befell(terms: Terms, answer: Irregularity, mishaps: tuple[Mishap, ...]) -> Script[Mishap]:
    """What went wrong, told; the deal begins anew where the tiles are to be mixed again."""
    yield from shuffled_again(terms, answer)
    mishap = next(item for item in mishaps if item.kind == answer.kind)
    yield WentWrong(mishap.by, mishap.kind, mishap.label)
    return mishap


def mishaps_dealt(deal: Deal) -> tuple[Mishap, ...]:
    """What may go wrong until the tiles lie before their players."""
    wrong = deal.terms.wrong
    players = tuple(area for area in deal.calls if area not in deal.out)
    on_players = () if not players else (
        Mishap("exposed", "The dealer exposed two or more of a player's tiles", wrong.exposed.by, areas=players),
        Mishap("exposed-one", "The dealer exposed one tile", wrong.exposed.by, areas=players),
    )  # fmt: skip
    return (
        *on_players,
        _bank_exposed(deal),
        *_own_exposed(deal),
        *_while_held(deal),
    )


def mishaps_before_bank(deal: Deal, areas: tuple[int, ...]) -> tuple[Mishap, ...]:
    """What may go wrong while players set and nobody has looked at the bank's tiles yet: the dealer may expose them; who has
    asked for the Houseway may touch the tiles while others are still setting theirs."""
    return (_bank_exposed(deal), _touched(deal, areas), *_own_exposed(deal), *_while_held(deal))


def mishaps_set(deal: Deal) -> tuple[Mishap, ...]:
    """What may go wrong once the players' hands are set, and until the first is opened. A banker who has set the own hands has
    seen all of those tiles; until then, and whenever the House has a part in the bank, the dealer may still expose them."""
    asked = tuple(deal.by_request())
    touched = (_touched(deal, asked),) if asked else ()
    exposed = () if deal.method == "bank" and deal.bank_is_set else (_bank_exposed(deal),)
    return (*touched, *exposed, *_own_exposed(deal), *_while_held(deal))


def _while_held(deal: Deal) -> tuple[Mishap, ...]:
    """What may come out as long as players hold their tiles, whoever sets."""
    all_in_play = deal.method == "house" and deal.every_area and not deal.carry.off
    told = (signals(deal.terms),) if all_in_play else ()
    return (*told, misdeal(deal), reshuffle(deal.terms))


def _touched(deal: Deal, areas: tuple[int, ...]) -> Mishap:
    label = "A player touched tiles after asking for the Houseway"
    return Mishap("touched", label, deal.terms.houseway.touched.by, areas=areas)


def _bank_exposed(deal: Deal) -> Mishap:
    wrong = deal.terms.wrong
    by = wrong.house_exposed.by if deal.method == "house" else wrong.bank_exposed.by
    return Mishap("bank-exposed", "The dealer exposed tiles of the bank", by)


def _own_exposed(deal: Deal) -> tuple[Mishap, ...]:
    if deal.method != "bank":
        return ()
    return (Mishap("own-exposed", "The banker exposed own tiles", deal.terms.wrong.own_exposed.by),)


def misdeal(deal: Deal) -> Mishap:
    return Mishap("misdeal", "The tiles were delivered incorrectly", deal.terms.wrong.misdeal.by)


def without_mishap(deal: Deal, by: Basis, act: str, mishaps: tuple[Mishap, ...]) -> Script[bool]:
    """A step people perform, with what may go wrong in it; False where the round is void."""
    done = yield from answered(deal, lambda possible: Confirm(by, act, "dealer", possible), mishaps)
    return done is not None


def answered(deal: Deal, ask: Callable[[tuple[Mishap, ...]], Prompt], mishaps: tuple[Mishap, ...]) -> Script[Any]:
    """What is answered while something may still go wrong; None where the round is void."""
    while True:
        answer = yield ask(mishaps)
        if not isinstance(answer, Irregularity):
            return answer
        mishap = yield from befell(deal.terms, answer, mishaps)
        if not (yield from mend(deal, answer, mishap)):
            return None
        mishaps = still_possible(mishaps, mishap, answer.area)


def mend(deal: Deal, answer: Irregularity, mishap: Mishap) -> Script[bool]:
    """The remedy the book prescribes; False where the round is void."""
    wrong = deal.terms.wrong
    match answer.kind:
        case "misdeal":
            yield from void_round(deal, wrong.misdeal.by)
            return False
        case "exposed" | "exposed-one" if AT_LEAST[answer.kind] >= wrong.exposed.value:
            yield from _may_void(deal, answer.area, mishap.by)
        case "bank-exposed" if deal.method != "house":
            banker = deal.sets_bank
            choice = yield from choose(mishap.by, f"player {banker}", "Two tiles were exposed. Play?", VOID_OR_PLAY)
            yield Chosen(mishap.by, banker, choice)
            if choice == "void":
                yield from void_round(deal, mishap.by)
                return False
        case "touched":
            yield from touch(deal, answer.area, "")
        case "signals":
            yield from take_out(deal.terms)
        case _:
            yield Noted(mishap.by, "The hand is played")
    return True


def _may_void(deal: Deal, area: int, by: Basis) -> Script[None]:
    """Before looking at the other tiles, a player whose tiles the dealer exposed may call the hand void."""
    if deal.layout.ruled or deal.layout.out:
        yield from name_callers(deal)
    on_area = [wager for wager in deal.wagers if wager.area == area]
    player = deal.calls[area] or on_area[0].player
    choice = yield from choose(by, f"player {player}", "Two of your tiles were exposed. Play the hand?", VOID_OR_PLAY)
    yield Chosen(by, player, choice)
    if choice == "void":
        deal.out.add(area)
        yield HandVoid(by, area)
        yield from deal.layout.settle(on_area, VOID, by)


def void_round(deal: Deal, by: Basis) -> Script[None]:
    """The hand is void, for those too who conceded it or whose wagers were collected from it."""
    yield Decided(by, RoundResult.VOID)
    yield from deal.layout.undo(by, outcomes=(Outcome.WON, Outcome.LOST))
    yield from deal.layout.settle(deal.layout.undecided, VOID, by)
    deal.standing.clear()
    yield TilesMixed(by, "The dealer", "shuffle")


def still_possible(mishaps: tuple[Mishap, ...], befell: Mishap, area: int) -> tuple[Mishap, ...]:
    """What may yet go wrong: the same at another area, and nothing twice."""
    left = tuple(other for other in befell.areas if other != area)
    return tuple(
        replace(item, areas=left) if item is befell else item for item in mishaps if item is not befell or left
    )
