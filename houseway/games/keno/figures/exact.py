"""Exact: what a ticket, or everything sold for a game, brings over all 3,535,316,142,212,174,320 draws.

Numbers that lie in exactly the same ways behave alike, so a draw matters only through how many of each such group it
takes. Groups are few where ways share their numbers; each division of the twenty balls among them is one case with an
exact weight. Limits of a way and of the game, pro-rating and shared jackpots apply as the rules have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod

from houseway.complaint import Complaint
from houseway.games.keno.entry import Way
from houseway.games.keno.prizes import feed, guaranteed, prize, pro_rate, shares
from houseway.games.keno.terms import Terms
from houseway.money import Cents
from houseway.odds.distribution import Distribution

MOST = 400_000  # divisions of the draw that are gone through


class TooMany(Complaint, ValueError):
    """These ways divide the eighty numbers into too many groups to go through every draw."""


def chance(terms: Terms, spots: int, matched: int) -> Fraction:
    """How likely so many of so many numbers are drawn."""
    held, drawn = terms.draws.device.value, terms.draws.drawn.value
    return Fraction(comb(spots, matched) * comb(held - spots, drawn - matched), comb(held, drawn))


def cases(terms: Terms, ways: Sequence[tuple[int, Way]]) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Every way a draw can fall on these ways: its chance, and how many numbers of each way are matched."""
    held, drawn = terms.draws.device.value, terms.draws.drawn.value
    members: dict[tuple[int, ...], int] = {}
    for number in range(1, held + 1):
        inside = tuple(n for n, (_, way) in enumerate(ways) if number in way.numbers)
        if inside:
            members[inside] = members.get(inside, 0) + 1
    sizes, kinds = list(members.values()), list(members)
    if prod(size + 1 for size in sizes) > MOST:
        raise TooMany(f"{len(sizes)} groups of numbers; only the expectation before pro-rating is exact for so many")
    outside, total = held - sum(sizes), comb(held, drawn)
    for taken in product(*(range(size + 1) for size in sizes)):
        rest = drawn - sum(taken)
        if not 0 <= rest <= outside:
            continue
        matched = [0] * len(ways)
        for kind, count in zip(kinds, taken, strict=True):
            for n in kind:
                matched[n] += count
        weight = prod(comb(size, count) for size, count in zip(sizes, taken, strict=True)) * comb(outside, rest)
        yield Fraction(weight, total), tuple(matched)


def paid(terms: Terms, ways: Sequence[tuple[int, Way]], matched: Sequence[int], pools: dict[int, Cents]) -> list[Cents]:
    """What each way is paid when so many of its numbers are drawn, with everything sold for the game given."""
    found = [
        prize(terms, special, way.spots, hits, way.cents) for (special, way), hits in zip(ways, matched, strict=True)
    ]
    majors: dict[Cents, int] = {}
    full: dict[int, list[int]] = {}
    for n, won in enumerate(found):
        if won.jackpot:
            full.setdefault(ways[n][1].spots, []).append(n)
        elif won.is_major(terms):
            majors[won.cents] = majors.get(won.cents, 0) + 1
    cut, major = pro_rate(terms, majors), terms.prizes.major.value * 100
    result = [cut.paid(won.cents, major) for won in found]
    for spots, winners in full.items():
        for n, share in zip(winners, shares(pools[spots], [ways[n][1].cents for n in winners]), strict=True):
            result[n] = share
    return result


def with_feed(terms: Terms, ways: Sequence[tuple[int, Way]], pools: dict[int, Cents] | None = None) -> dict[int, Cents]:
    """The jackpots as they stand at this game's draw."""
    pools = dict(pools or guaranteed(terms))
    for spots in pools:
        staked = sum(way.cents for special, way in ways if special == 0 and way.spots == spots)
        pools[spots] += feed(terms, staked)
    return pools


def book(terms: Terms, ways: Sequence[tuple[int, Way]], pools: dict[int, Cents] | None = None) -> Distribution:
    """What everything sold for a game pays in all, in cents: each sum with its exact chance."""
    standing = with_feed(terms, ways, pools)
    sums: dict[Fraction, Fraction] = {}
    for weight, matched in cases(terms, ways):
        total = Fraction(sum(paid(terms, ways, matched, standing)))
        sums[total] = sums.get(total, Fraction(0)) + weight
    return Distribution.of(sums.items())


def expectation(terms: Terms, ways: Sequence[tuple[int, Way]], pools: dict[int, Cents] | None = None) -> Fraction:
    """What these ways pay on average before any pro-rating and with a jackpot to themselves: way by way, for any number
    of them."""
    standing = with_feed(terms, ways, pools)
    total = Fraction(0)
    for special, way in ways:
        for matched in range(way.spots + 1):
            won = prize(terms, special, way.spots, matched, way.cents)
            total += chance(terms, way.spots, matched) * (standing[way.spots] if won.jackpot else won.cents)
    return total
