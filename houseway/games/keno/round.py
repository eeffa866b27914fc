"""One game of Keno with single entries, in the order the rules tell it: entries, closing, the draw, prizes.

The whole game for a handful of players. A keno computer sells tickets for many games and evaluates millions of ways; it
runs the same draw and the same arithmetic, and tests hold the one against the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any

from houseway.games.keno.carry import Carry, JackpotFed, JackpotWon, ProRated
from houseway.games.keno.drawing import draw
from houseway.games.keno.entry import Way, is_jackpot, judge_amount, judge_numbers, mask, read_spot, spot_of
from houseway.games.keno.prizes import Prize, basis, feed, prize, pro_rate, shares
from houseway.games.keno.terms import Terms
from houseway.law.clause import Basis
from houseway.money import Cents
from houseway.play.decision import Refused
from houseway.play.events import Decided
from houseway.play.layout import VOID, Layout
from houseway.play.script import Round, Script, read_sign
from houseway.play.wagers import ChipSums, Wager


class Spots(Mapping[str, Any]):
    """The ways that may be marked: more than can be listed. Going through them gives one of every column."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def __contains__(self, spot: object) -> bool:
        return isinstance(spot, str) and read_spot(spot) is not None

    def __getitem__(self, spot: str) -> Any:
        return read_spot(spot)

    def __iter__(self) -> Iterator[str]:
        for special in (0, 1, 2):
            for spots in self._terms.schedule(special)[1]:
                yield spot_of(range(special + 1, special + 1 + spots), special)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general)
    layout = Layout(terms.general, None, sign, frozenset())

    def judge_each(lying: ChipSums, wager: Wager) -> Refused | None:
        return judge_way(terms, wager, lying.of.get(wager.key, 0) + wager.cents)

    by = terms.desk.eligible.by + terms.desk.receipt.by
    wagers = yield from layout.take("wagers", by, Spots(terms), judge_each=judge_each)
    pools = yield from _fed(terms, carry, wagers)
    drawn = yield from draw(terms, carry.device)
    yield Decided(drawn.by, " ".join(str(number) for number in sorted(drawn.numbers)))
    yield from _pay(terms, layout, wagers, pools, mask(drawn.numbers))
    return layout.finish()


def judge_way(terms: Terms, wager: Wager, total: Cents) -> Refused | None:
    """Why a single entry is no entry."""
    special, numbers = read_spot(wager.spot) or (0, ())
    way = Way(tuple(sorted(numbers)), total)
    refused = judge_numbers(terms, numbers, special) or judge_amount(terms, way, 1, special)
    if refused is None and total > terms.prices.most.value:
        return Refused(terms.prices.most.by, "more than a receipt ticket may cost")
    return refused


def _fed(terms: Terms, carry: Carry, wagers: tuple[Wager, ...]) -> Script[dict[int, Cents]]:
    """What this game's own entries add to each pool is in it at the draw."""
    pools = dict(carry.pools)
    for spots in pools:
        staked = sum(w.cents for w in wagers if is_jackpot(terms, *_kind(w)) and _kind(w)[1] == spots)
        added = feed(terms, staked)
        if added:
            pools[spots] += added
            yield JackpotFed(terms.jackpots.feed.by, spots, added)
    return pools


def _kind(wager: Wager) -> tuple[int, int]:
    special, numbers = read_spot(wager.spot) or (0, ())
    return special, len(numbers)


def _pay(terms: Terms, layout: Layout, wagers: tuple[Wager, ...], pools: dict[int, Cents], drawn: int) -> Script[None]:
    found: list[tuple[Wager, Prize, Basis, str]] = []
    full: dict[int, list[Wager]] = {}
    majors: dict[Cents, int] = {}
    yield from layout.settle(
        (wager for wager in wagers if wager.player in layout.void), VOID, terms.general.void_wagers.by
    )
    for wager in layout.not_void(wagers):
        special, numbers = read_spot(wager.spot) or (0, ())
        matched = (mask(numbers) & drawn).bit_count()
        won = prize(terms, special, len(numbers), matched, wager.cents)
        found.append((wager, won, basis(terms, special, len(numbers), matched, won), f"{matched} of {len(numbers)}"))
        if won.jackpot:
            full.setdefault(len(numbers), []).append(wager)
        elif won.is_major(terms):
            majors[won.cents] = majors.get(won.cents, 0) + 1
    cut, major = pro_rate(terms, majors), terms.prizes.major.value * 100
    why = terms.prizes.aggregate.by + terms.prizes.floor.by + terms.prizes.proportion.by
    if cut.floor:
        yield ProRated(why, cut.ratio)
    jackpots: dict[Wager, Cents] = {}
    for spots, winners in full.items():
        jackpots.update(zip(winners, shares(pools[spots], (w.cents for w in winners)), strict=True))
        yield JackpotWon(terms.jackpots.guaranteed.by + terms.jackpots.shared.by, spots, pools[spots])
    for wager, won, by, caught in found:
        if won.jackpot:
            yield from layout.award(wager, jackpots[wager], by, "jackpot")
        else:
            paid = cut.paid(won.cents, major)
            yield from layout.award(wager, paid, by + why if paid != won.cents else by, caught)


def some_numbers(spots: int, matched: int, drawn: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers of which exactly so many are among those drawn, for studies."""
    missed = (number for number in count(1) if number not in drawn)
    return tuple(sorted((*drawn[:matched], *islice(missed, spots - matched))))
