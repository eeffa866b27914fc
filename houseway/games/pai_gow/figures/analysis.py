"""What Pai Gow is worth, as fractions over every deal of two hands.

Both sides by the Houseway; each of a player's hands set to its best against a bank that keeps to the Houseway, and how much
every line of the Houseway gives away there; the bank's side of it; Bonus and Tie. The sums are in ``exact``; nothing here is
rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from houseway.figures import kept
from houseway.games.pai_gow.figures.drill import question
from houseway.games.pai_gow.hands import ALL_HANDS, ANSWERS, GONG, Setting
from houseway.games.pai_gow.houseway import HouseWay, Switches, tiles_of
from houseway.games.pai_gow.matching import bonus
from houseway.games.pai_gow.terms import Terms
from houseway.law.moving import moving
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.drill import Question

if TYPE_CHECKING:
    from houseway.games.pai_gow.figures.exact import Hands

MOVES = (
    "settling.commission", "bonanza.bonus_pays", "bonanza.tie_pays", "bonanza.gong_tie_pays",
    "houseway.gee_jun_splits", "houseway.gee_jun_excepted", "houseway.teen_day_apart", "houseway.teen_leads",
    "houseway.two_best_apart", "houseway.rest_apart",
)  # fmt: skip

HANDS: dict[str, str] = {}  # nothing to lay side by side: one book has the game
METHOD = (
    "Exact: every hand by kind, 3,620 of them with weights, against every hand of the other 28 tiles. "
    "The bank sets by the Houseway."
)
DEALS = ALL_HANDS * ANSWERS
BEST = "best: each hand as it is worth most against the Houseway"
HOUSEWAY = "houseway"
BANK_BEST = "best: against one player who sets by the Houseway"
BANK_HOUSEWAY = "houseway: against one player who does the same"
TIE_BEST = "best: each hand set for the Tie alone"
UNIT = 10_000  # cents; a commission of any usual rate comes out even


@dataclass(frozen=True)
class Worth:
    """One way of the Houseway, and the commission, and what they come to."""

    terms: Terms
    hands: Hands

    @cached_property
    def commission(self) -> Fraction:
        return self.terms.settling.commission.value

    def value(self, hand: int, way: int, table: tuple[list[list[int]], list[list[int]]]) -> Fraction:
        """What a unit is worth on a hand set one way, winnings less commission."""
        wins, losses = table
        return (wins[hand][way] * (1 - self.commission) - losses[hand][way]) / ANSWERS

    def best(self, table: tuple[list[list[int]], list[list[int]]]) -> list[int]:
        """For each hand the way to set it that is worth most; the Houseway's own where others are worth the same."""
        wins, losses = table
        numerator, denominator = (1 - self.commission).numerator, (1 - self.commission).denominator
        ways = []
        for n, own in enumerate(self.hands.chosen):
            worth = [wins[n][m] * numerator - losses[n][m] * denominator for m in range(3)]
            ways.append(own if worth[own] == max(worth) else worth.index(max(worth)))
        return ways

    def regular(self, ways: Callable[[int], int], table: tuple[list[list[int]], list[list[int]]]) -> Distribution:
        wins, losses = table
        won = sum(weight * wins[n][ways(n)] for n, weight in enumerate(self.hands.weights))
        lost = sum(weight * losses[n][ways(n)] for n, weight in enumerate(self.hands.weights))
        return Distribution.of(
            [
                (1 - self.commission, Fraction(won, DEALS)),
                (Fraction(-1), Fraction(lost, DEALS)),
                (Fraction(0), Fraction(DEALS - won - lost, DEALS)),
            ]
        )

    # Tie and Bonus

    @cached_property
    def tie_odds(self) -> tuple[Fraction, Fraction]:
        """What a tie pays, and what it pays with a gong or better in the low hand."""
        extra = self.terms.bonanza
        assert extra is not None
        return extra.tie_pays.value.ratio, extra.gong_tie_pays.value.ratio

    def tie_pays(self, hand: int, way: int) -> Fraction:
        return self.tie_odds[self.hands.strengths[hand][way][1] >= GONG]

    def ties(self, hand: int, way: int) -> int:
        wins, losses = self.hands.played
        return ANSWERS - wins[hand][way] - losses[hand][way]

    @cached_property
    def best_ties(self) -> list[int]:
        """For each hand the way to set it that is worth most to a wager on a tie, as ``best`` has it for the other wager."""
        common = lcm(*(odds.denominator for odds in self.tie_odds))
        brings = [int((1 + odds) * common) for odds in self.tie_odds]
        ways = []
        for n, (own, strengths) in enumerate(zip(self.hands.chosen, self.hands.strengths, strict=True)):
            worth = [brings[strengths[way][1] >= GONG] * self.ties(n, way) for way in range(3)]
            ways.append(own if worth[own] == max(worth) else worth.index(max(worth)))
        return ways

    def tie(self, ways: Callable[[int], int]) -> Distribution:
        counts = [0, 0]  # without and with a gong
        for n, weight in enumerate(self.hands.weights):
            way = ways(n)
            counts[self.hands.strengths[n][way][1] >= GONG] += weight * self.ties(n, way)
        pairs = [(odds, Fraction(count, DEALS)) for odds, count in zip(self.tie_odds, counts, strict=True)]
        return Distribution.of([*pairs, (Fraction(-1), 1 - Fraction(sum(counts), DEALS))])

    def bonus(self) -> Distribution:
        """Tiles set as the award asks, or beside a regular wager."""
        extra = self.terms.bonanza
        assert extra is not None
        pays = extra.bonus_pays.value
        return Distribution.of(
            (pays[name].ratio if name else Fraction(-1), Fraction(count, ALL_HANDS))
            for name, count in _awarded(self).items()
        )


_AWARDED: dict[str, int] = {}


def _awarded(of: Worth) -> dict[str, int]:
    """How many hands each award of the bonus has; which one it is no odds decide, so it is counted once."""
    if not _AWARDED:
        for four, weight in zip(of.hands.fours, of.hands.weights, strict=True):
            held = tiles_of(four)
            name = bonus(of.terms, held, Setting.of((held[0], held[1]), (held[2], held[3])), True).name
            _AWARDED[name] = _AWARDED.get(name, 0) + weight
    return _AWARDED


_KEPT: list[tuple[HouseWay, Hands]] = []


def _hands(way: HouseWay) -> Hands:
    """The hands of one Houseway, kept for the next question about it."""
    from houseway.games.pai_gow.figures.exact import Hands

    kept.tell_of_compiling()
    for known, hands in _KEPT:
        if known is way:
            return hands
    _KEPT.append((way, Hands.of(way, _counted())))
    del _KEPT[:-4]
    return _KEPT[-1][1]


def _counted() -> Hands | None:
    """Hands of another way whose counts stand by themselves, to begin from."""
    return next((hands.like or hands for _, hands in _KEPT), None)


def worth(terms: Terms) -> Worth:
    return Worth(terms, _hands(terms.houseway.way))


def wagers(terms: Terms, shoe: None = None) -> list[WagerOdds]:
    of = worth(terms)
    chosen = of.hands.chosen.__getitem__
    best, best_bank = of.best(of.hands.played), of.best(of.hands.banked)
    listed = [
        WagerOdds("wager", of.regular(best.__getitem__, of.hands.played), BEST),
        WagerOdds("wager", of.regular(chosen, of.hands.played), HOUSEWAY),
        WagerOdds("bank", of.regular(best_bank.__getitem__, of.hands.banked), BANK_BEST),
        WagerOdds("bank", of.regular(chosen, of.hands.banked), BANK_HOUSEWAY),
    ]
    if terms.bonanza is not None:
        listed += [
            WagerOdds("tie", of.tie(of.best_ties.__getitem__), TIE_BEST),
            WagerOdds("tie", of.tie(chosen), HOUSEWAY),
            WagerOdds("bonus", of.bonus()),
        ]
    return listed


# Line by line


@dataclass(frozen=True)
class HousewayLine:
    """A line of the Houseway: how many hands it sets, and what it gives away in them."""

    rule: str
    hands: int
    otherwise: int  # hands that are worth more set otherwise
    own: Fraction  # what a unit is worth in these hands, set by the Houseway
    best: Fraction  # and set to its best

    @property
    def share(self) -> Fraction:
        return Fraction(self.hands, ALL_HANDS)

    @property
    def gives_away(self) -> Fraction:
        """Of every unit wagered, in all hands together."""
        return self.share * (self.best - self.own)


def lines(terms: Terms) -> list[HousewayLine]:
    """Every line of the Houseway, as it was kept or else as it is found."""

    def find() -> list[tuple[Any, ...]]:
        return [(line.rule, line.hands, line.otherwise, line.own, line.best) for line in found_lines(terms)]

    words = "counting every deal of Pai Gow, kept for the next time"
    return [HousewayLine(*row) for row in kept.kept(kept.Question("pai_gow", "lines", moving(terms), words), find)]


def found_lines(terms: Terms) -> list[HousewayLine]:
    of = worth(terms)
    best = of.best(of.hands.played)
    sums: dict[str, list[Any]] = {}
    for n, (rule, weight, own) in enumerate(zip(of.hands.rules, of.hands.weights, of.hands.chosen, strict=True)):
        line = sums.setdefault(rule, [0, 0, Fraction(0), Fraction(0)])
        line[0] += weight
        line[1] += weight if best[n] != own else 0
        line[2] += weight * of.value(n, own, of.hands.played)
        line[3] += weight * of.value(n, best[n], of.hands.played)
    return [
        HousewayLine(rule, hands, otherwise, own / hands, top / hands)
        for rule, (hands, otherwise, own, top) in sorted(sums.items(), key=lambda item: _place(item[0]))
    ]


def _place(rule: str) -> tuple[float, str]:
    head, _, tail = rule.partition("-")
    return float(head), tail


def drill(terms: Terms, shoe: None, pick: Callable[[int], int]) -> Question:
    return question(worth(terms), pick)


def decisions(terms: Terms, shoe: None = None) -> Iterator[dict[str, Any]]:
    """What every line of the Houseway is worth against a bank that keeps to it, beside the best setting of its hands."""
    for line in lines(terms):
        yield {
            "decision": f"line {line.rule}",
            "pays": f"{line.otherwise:,} of {line.hands:,}",
            "best": "houseway" if line.own == line.best else "otherwise in some",
            "chance": line.share,
            "options": {"houseway": line.own, "best": line.best},
            "cost": line.best - line.own,
        }


@dataclass(frozen=True)
class Reading:
    """A doubtful passage read the other way."""

    name: str
    hands: int  # set otherwise than as we read it
    houseway: Fraction  # the house's edge with both sides by the Houseway
    best: Fraction  # and against the best setting


def readings(terms: Terms) -> list[Reading]:
    """How much each switch of the Houseway changes."""
    base = terms.houseway.way
    found = [_read("as we read it", terms, base, base)]
    for name in Switches.__dataclass_fields__:
        flipped = replace(base.switches, **{name: not getattr(base.switches, name)})
        way = replace(base, switches=flipped, _set={})
        found.append(_read(f"{name} = {str(getattr(flipped, name)).lower()}", terms, way, base))
    return found


def _read(name: str, terms: Terms, way: HouseWay, base: HouseWay) -> Reading:
    from houseway.games.pai_gow.figures.exact import Hands

    of = Worth(terms, _hands(way) if way is base else Hands.of(way, _hands(base)))
    best = of.best(of.hands.played)
    changed = sum(
        weight
        for four, weight in zip(of.hands.fours, of.hands.weights, strict=True)
        if way.decide(four)[0].strengths != base.decide(four)[0].strengths
    )
    houseway = of.regular(of.hands.chosen.__getitem__, of.hands.played).house_edge
    return Reading(name, changed, houseway, of.regular(best.__getitem__, of.hands.played).house_edge)


def par(terms: Terms, odds: list[WagerOdds]) -> dict[str, Any]:
    """The sheet: who keeps what, and the Houseway line by line."""
    by_name = {(one.wager, one.strategy): one for one in odds}
    best, own = by_name["wager", BEST], by_name["wager", HOUSEWAY]
    listed = lines(terms)

    def percent(value: Fraction, digits: int = 4) -> str:
        return f"{float(value) * 100:.{digits}f}%".replace("-", "−")

    rows = tuple(
        (
            f"line {line.rule}", f"{line.hands:,}", percent(line.share, 3), f"{float(line.own):+.4f}".replace("-", "−"),
            f"{line.otherwise:,}", percent(line.gives_away),
        )
        for line in listed
    )  # fmt: skip
    giving = sorted((line for line in listed if line.gives_away), key=lambda line: -line.gives_away)
    headline = [
        (percent(best.house_edge), "Edge, hands set to their best"),
        (percent(own.house_edge), "Edge, set by the Houseway"),
        (percent(by_name["bank", BANK_HOUSEWAY].expectation), "A player's bank, by the Houseway"),
        (f"{own.outcomes.deviation:.4f}", "Standard deviation"),
    ]
    return {
        "headline": tuple(headline),
        "columns": ("Appendix 2", "Hands", "Share", "Worth", "Better otherwise", "Gives away"),
        "rows": rows,
        "charts": (
            {
                "title": "What each line of the Houseway gives away",
                "subtitle": "Of every unit wagered, against a bank that sets by the Houseway",
                "kind": "rows",
                "points": tuple((f"line {line.rule}", line.gives_away, "plain") for line in giving[:12]),
            },
            {
                "title": "What one wager brings",
                "subtitle": "Chance of each net result, set by the Houseway; stand-offs are hollow",
                "kind": "bars",
                "points": tuple(
                    (f"{float(net):+.2f}".replace("-", "−") if net else "0", chance, "hollow" if net == 0 else "plain")
                    for net, chance in own.outcomes.chances.items()
                ),
            },
        ),
        "method": METHOD,
        "clauses": tuple(clause.number for clause in (terms.houseway.applies.by + terms.settling.match.by).clauses),
    }


def old_play(before: Terms, after: Terms) -> list[WagerOdds]:
    """What the second terms bring who sets every hand as was best under the first."""
    was, now = worth(before), worth(after)
    kept_ways = was.best(was.hands.played)
    banked = was.best(was.hands.banked)
    words = "set as was best before"
    listed = [
        WagerOdds("wager", now.regular(kept_ways.__getitem__, now.hands.played), words),
        WagerOdds("bank", now.regular(banked.__getitem__, now.hands.banked), words),
    ]
    if before.bonanza is not None and after.bonanza is not None:
        listed.append(WagerOdds("tie", now.tie(was.best_ties.__getitem__), words))
    return listed
