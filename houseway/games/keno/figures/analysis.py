"""What Keno is worth: every column of every schedule, whole tickets, the book of a game, and when a jackpot is even."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from houseway.complaint import BadInput
from houseway.games.keno.entry import NotWays, Way, is_jackpot, judge_amount, judge_numbers, read_spot, ways_of
from houseway.games.keno.figures.exact import TooMany, book, chance, expectation
from houseway.games.keno.prizes import guaranteed, prize
from houseway.games.keno.terms import Terms
from houseway.money import NotMoney, cents, show
from houseway.odds.distribution import Distribution, WagerOdds

MOVES = (
    "schedules",
    "jackpots.guaranteed",
    "jackpots.feed",
    "draws.device",
    "draws.drawn",
    "prices.minimum",
    "prices.jackpot",
)

UNIT = 100
HANDS: dict[str, str] = {}
SCHEDULES = ("standard", "special_1", "special_2", "special_3")


def stake(terms: Terms, special: int, spots: int) -> int:
    """The least that an entry of this column costs, in cents: what its odds are found for."""
    return terms.prices.jackpot.value if is_jackpot(terms, special, spots) else terms.prices.minimum.value


def nets(terms: Terms, special: int, spots: int) -> tuple[Fraction, ...]:
    """What each count of matches brings, net and per unit staked; a full jackpot match brings the guaranteed sum."""
    staked, least = stake(terms, special, spots), guaranteed(terms)
    found = []
    for matched in range(spots + 1):
        won = prize(terms, special, spots, matched, staked)
        found.append(Fraction(least[spots] if won.jackpot else won.cents, staked) - 1)
    return tuple(found)


def columns(terms: Terms) -> list[tuple[int, int]]:
    """Every schedule and count of numbers there is; a special column that is the standard one is not repeated."""
    listed: list[tuple[int, int]] = []
    for special in range(4):
        own = (
            terms.schedules.standard,
            terms.schedules.special_1,
            terms.schedules.special_2,
            terms.schedules.special_3,
        )
        listed.extend((special, spots) for spots in own[special].value)
    return listed


def wagers(terms: Terms, shoe: None = None) -> list[WagerOdds]:
    found = []
    for special, spots in columns(terms):
        brings = nets(terms, special, spots)
        spread = Distribution.of((net, chance(terms, spots, matched)) for matched, net in enumerate(brings))
        name = f"{SCHEDULES[special]}:{spots}"
        if not is_jackpot(terms, special, spots):
            found.append(WagerOdds(name, spread))
            continue
        even = break_even(terms, spots)
        notes = (
            "with the jackpot at its guaranteed minimum",
            f"break-even pool {show(ceil(even))} for a single winner at {show(stake(terms, special, spots))}",
        )
        found.append(WagerOdds(name, spread, notes=notes))
        fed = spread.expectation + terms.jackpots.feed.value
        given = "the part of each wager that feeds the jackpot counted as returned"
        found.append(WagerOdds(f"jackpot:{spots}", None, given=given, value=fed))
    return found


def break_even(terms: Terms, spots: int) -> Fraction:
    """The pool, in cents, at which an entry at the least price loses nothing on average, if nobody else wins it."""
    staked = stake(terms, 0, spots)
    below = sum((prize(terms, 0, spots, m, staked).cents * chance(terms, spots, m) for m in range(spots)), Fraction(0))
    return (staked - below) / chance(terms, spots, spots)


# A ticket, or everything sold for a game


def slip(terms: Terms, text: str) -> WagerOdds:
    """``1-2-3-4:1, special-1:5-6:2`` or ``groups 1 2 / 3 4 ways 1/4:0.50``: ways and amounts, all sold for one game; or,
    with ``300 games:`` before them, for each of so many games."""
    games, colon, rest = text.partition(" games:")
    if not colon:
        return _one_game(terms, text)
    if not games.strip().isdigit() or not 1 <= int(games) <= 100_000:
        raise BadInput(f"slip: {games.strip()!r} is not a count of games, such as 300 games: 1-2-3-4:1")
    return _many_games(_one_game(terms, rest), int(games))


def _many_games(one: WagerOdds, games: int) -> WagerOdds:
    """The book of a day: what the same ways bring in so many games, each drawn by itself, jackpots begun anew each time."""
    notes = [*one.notes, f"{games} games"]
    if one.distribution is not None:
        notes.append(f"variance {games * one.distribution.variance}")
    return WagerOdds(
        "slip",
        None,
        mean_stake=one.mean_stake * games,
        given=one.given,
        notes=tuple(notes),
        value=one.expectation * games,
    )


def _one_game(terms: Terms, text: str) -> WagerOdds:
    ways: list[tuple[int, Way]] = []
    for part in text.split(","):
        name, colon, amount = part.strip().rpartition(":")
        if not colon:
            raise BadInput(f"slip: {part.strip()!r} is not a way and an amount, such as 3-17-24:2")
        try:
            each = cents(amount.strip())
        except NotMoney as wrong:
            raise BadInput(f"slip: {wrong}") from None
        ways.extend(_ways(name.strip(), each))
    for special, way in ways:
        refused = judge_numbers(terms, way.numbers, special) or judge_amount(terms, way, len(ways), special)
        if refused is not None:
            raise BadInput(f"slip: {refused.because} ({refused.by})")
    staked = Fraction(sum(way.cents for _, way in ways), 100)
    notes = (f"{len(ways)} ways, {show(int(staked * 100))} a game",)
    try:
        spread = book(terms, ways)
    except TooMany as many:
        value = expectation(terms, ways) / 100 - staked
        return WagerOdds("slip", None, mean_stake=staked, value=value, given="no pro-rating", notes=(*notes, str(many)))
    dollars = Distribution.of((paid / 100 - staked, share) for paid, share in spread.chances.items())
    return WagerOdds("slip", dollars, mean_stake=staked, given="all pro-rating within the slip", notes=notes)


def _ways(name: str, each: int) -> list[tuple[int, Way]]:
    if name.startswith("groups "):
        groups, ways, asked = name.removeprefix("groups ").partition(" ways ")
        if not ways:
            raise BadInput("slip: say which ways, as in groups 1 2 / 3 4 ways 1/4:1")
        try:
            split = [[int(number) for number in group.split()] for group in groups.split("/")]
            return [(0, way) for way in ways_of(split, asked, each)]
        except NotWays as wrong:
            raise BadInput(f"slip: {wrong}") from None
    found = read_spot(name)
    if found is None:
        raise BadInput(f"slip: {name!r} is not a way, such as 3-17-24 or special-1:3-17-24")
    return [(found[0], Way(tuple(sorted(found[1])), each))]


# The sheet


def par(terms: Terms, odds: list[WagerOdds]) -> dict[str, Any]:
    rows = []
    points = []
    for one in odds:
        if one.distribution is None:
            continue
        spread = one.distribution
        schedule, _, spots = one.wager.partition(":")
        pays = spread.chance_of(above=-1)
        rows.append(
            (
                schedule.replace("_", " "), spots, f"{float(1 + spread.expectation) * 100:.3f}", f"{float(pays) * 100:.3f}",
                f"{spread.deviation:.2f}", "jackpot at its minimum" if one.notes else "",
            )
        )  # fmt: skip
        if schedule == "standard":
            points.append((spots, 1 + spread.expectation, "hollow" if one.notes else "filled"))
    four = next(one for one in odds if one.wager == "standard:4")
    evens = ", ".join(f"{show(ceil(break_even(terms, spots)))} for {spots} numbers" for spots in guaranteed(terms))
    return {
        "headline": (
            (f"{float(1 + four.expectation) * 100:.3f}%", "Returned on four numbers"),
            (str(four.expectation), "Expectation of a dollar on four numbers"),
        ),
        "columns": ("Schedule", "Numbers", "Returned %", "Pays %", "Deviation", ""),
        "rows": tuple(rows),
        "charts": (
            {
                "title": "Returned by the standard schedule",
                "subtitle": "Part of each dollar, by numbers chosen; hollow: the jackpot at its guaranteed minimum",
                "kind": "rows",
                "points": tuple(points),
                "foot": f"A jackpot is even at {evens}, for a single winner.",
            },
        ),
        "method": "Exact: the hypergeometric chance of every match, by the schedule as the rules evaluate it.",
        "clauses": tuple(clause.number for clause in terms.schedules.standard.by.clauses),
    }
