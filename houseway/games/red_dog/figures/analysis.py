"""What Red Dog is worth.

The script is run once for every class of round: three ranks, and a raise or none. That gives a table of 2 × 13³ results
with no rule in it that the script does not have. Weighing the table by the cards in a shoe (with what earlier cards took
out) gives every figure exactly, for any number of decks and any remaining shoe, and the best raise for each spread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from houseway.figures import kept
from houseway.games.red_dog.carry import begin as new_table
from houseway.games.red_dog.figures.drill import question
from houseway.games.red_dog.round import play
from houseway.games.red_dog.terms import Terms
from houseway.kit.cards import CARDS, Card
from houseway.kit.shoe import Shoe, ShortShoe
from houseway.law.moving import moving
from houseway.money import Odds
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.drill import Question
from houseway.play.driver import drive
from houseway.play.events import Called, Dealt, Laid
from houseway.play.prompts import ClosedWindow, Draw, Prompt, ReadSign, TakeWagers
from houseway.play.script import Step
from houseway.play.shoeful import ready
from houseway.play.states import Window
from houseway.play.wagers import SetUp, Sign, Wager
from houseway.values import once_for_each

MOVES = ("dealing.decks", "spread_pays", "three_alike")

RANKS = range(2, 15)
UNIT = 100  # cents; any stake would do, the odds are in whole units
SPREADS = range(1, 12)

# Hands that show every way a round can go, for laying books side by side.
HANDS = {
    "a spread that wins": "7S 4H 5D",
    "a spread that loses": "7S 4H KD",
    "consecutive": "8S 9H",
    "a pair": "6S 6H 9D",
    "three alike": "6S 6H 6D",
}


def spread_of(first: int, second: int) -> int:
    """−1 for a pair, 0 for consecutive cards, else how many ranks lie between."""
    return abs(first - second) - 1


@dataclass(frozen=True)
class Table:
    """Every class of round and its net result in units, with and without a raise."""

    terms: Terms
    nets: dict[tuple[int, int, int, bool], Fraction]

    @classmethod
    def compiled(cls, terms: Terms) -> Table:
        return cls(terms, {cell: _play(terms, *cell) for cell in _cells()})

    @classmethod
    def of(cls, terms: Terms) -> Table:
        """The same from what every class of round is paid by, which no odds and no number of decks changes; compiled where
        odds do not come out even."""
        pays = _pays(terms)
        if any(UNIT % odds.ratio.denominator for odds in pays.values()):
            return cls.compiled(terms)
        by = _paid_by(terms)
        nets = [Fraction(times) if name == "" else times * pays[name].ratio for name, times in by["results"]]
        cells = {cell: nets[ord(letter) - ord("a")] for cell, letter in zip(_cells(), by["cells"], strict=True)}
        return cls(terms, cells)


def _pays(terms: Terms) -> dict[str, Odds]:
    """Every pair of odds in the book, by name."""
    return {"three": terms.three_alike.value, **{str(spread): odds for spread, odds in terms.spread_pays.value.items()}}


def _paid_by(terms: Terms) -> dict[str, Any]:
    """For every class of round how many units of which odds it brings; without a name, units lost or none. The script is run with
    odds that tell themselves apart, and what it pays says which they were. As it was kept, a letter to a cell; else found."""
    named = list(_pays(terms))
    marks = dict(zip(named, _MARKS, strict=True))

    def marked() -> Terms:
        by_spread = {spread: Odds(marks[str(spread)]) for spread in terms.spread_pays.value}
        return replace(
            terms,
            three_alike=replace(terms.three_alike, value=Odds(marks["three"])),
            spread_pays=replace(terms.spread_pays, value=by_spread),
        )

    def find() -> dict[str, Any]:
        results = [_told_apart(net, marks) for net in Table.compiled(marked()).nets.values()]
        known = sorted(set(results))
        return {"results": known, "cells": "".join(chr(ord("a") + known.index(one)) for one in results)}

    on = moving(marked())
    on["dealing"] = {name: value for name, value in on["dealing"].items() if name != "decks"}
    words = "running the script of Red Dog over every class of round, kept for the next time"
    found: dict[str, Any] = kept.kept(kept.Question("red_dog", "paid by", on, words), find)
    return found


_MARKS = (
    101,
    103,
    107,
    109,
    113,
    127,
    131,
    137,
    139,
    149,
    151,
    157,
)  # primes: a payment is a unit or two of one of them


def _told_apart(net: Fraction, marks: Mapping[str, int]) -> tuple[str, int]:
    if net <= 0:
        return "", int(net)
    (name,) = (name for name, mark in marks.items() if net % mark == 0)
    return name, int(net) // marks[name]


def _cells() -> Iterator[tuple[int, int, int, bool]]:
    for first in RANKS:
        for second in RANKS:
            for third in RANKS:
                yield first, second, third, False
                if spread_of(first, second) > 0:
                    yield first, second, third, True


def _play(terms: Terms, first: int, second: int, third: int, raises: bool) -> Fraction:
    """Runs the script on three cards and gives the player's net result."""
    ranks = iter((first, second, third))
    wager = Wager("P1", 1, "original", UNIT)

    def answer(prompt: Prompt) -> Any:
        if isinstance(prompt, Draw):
            rank = next(ranks)
            return next(card for card in CARDS if card.rank == rank and prompt.shoe.has(card))
        if isinstance(prompt, TakeWagers):
            if prompt.backing is None:
                return ClosedWindow((wager,))
            return ClosedWindow((Wager("P1", 1, "raise", UNIT),) if raises else ())
        if isinstance(prompt, ReadSign):
            return prompt.some(lambda below: 0)
        return prompt.usually()

    carry = ready(new_table(terms, SetUp(sign=Sign())))
    return Fraction(drive(play(terms, carry), answer)[1].net, UNIT)


@dataclass(frozen=True)
class Weighed:
    """The table weighed by a shoe."""

    table: Table
    ranks: tuple[int, ...]  # how many of each rank from 2 to ace

    @classmethod
    def by(cls, table: Table, shoe: Shoe) -> Weighed:
        counts = [0] * 13
        for card in CARDS:
            counts[card.rank - 2] += shoe.count(card)
        return cls(table, tuple(counts))

    @cached_property
    def total(self) -> int:
        cards = sum(self.ranks)
        if cards < 3:
            raise ShortShoe(f"a shoe of {cards} cards cannot deal a round")
        return cards * (cards - 1) * (cards - 2)

    def weight(self, first: int, second: int, third: int) -> int:
        """In how many ways three cards of these ranks come in this order."""
        counts = list(self.ranks)
        ways = 1
        for rank in (first, second, third):
            ways *= counts[rank - 2]
            counts[rank - 2] -= 1
        return ways

    @cached_property
    def openings(self) -> dict[int, int]:
        """Ways of each spread, of a pair (−1) and of no spread (0)."""
        ways: dict[int, int] = {}
        for first in RANKS:
            for second in RANKS:
                spread = spread_of(first, second)
                ways[spread] = ways.get(spread, 0) + sum(self.weight(first, second, third) for third in RANKS)
        return ways

    def results(self, spread: int, raises: bool) -> dict[Fraction, int]:
        """Net results after one opening, each with its ways."""
        ways: dict[Fraction, int] = {}
        for first in RANKS:
            for second in RANKS:
                if spread_of(first, second) != spread:
                    continue
                for third in RANKS:
                    net = self.table.nets[first, second, third, raises]
                    ways[net] = ways.get(net, 0) + self.weight(first, second, third)
        return {net: count for net, count in ways.items() if count}

    def value(self, spread: int, raises: bool = False) -> Fraction:
        """What a hand with this opening is worth, per unit of the original."""
        results = self.results(spread, raises)
        ways = sum(results.values())
        return sum((net * count for net, count in results.items()), Fraction(0)) / ways if ways else Fraction(0)

    def raise_value(self, spread: int) -> Fraction:
        """What the raise alone adds, per unit raised."""
        return self.value(spread, True) - self.value(spread, False)

    @cached_property
    def best(self) -> frozenset[int]:
        """The spreads on which a raise is worth making."""
        return frozenset(spread for spread in SPREADS if self.openings.get(spread) and self.raise_value(spread) > 0)

    def odds(self, raise_on: frozenset[int], strategy: str) -> WagerOdds:
        pairs: list[tuple[Fraction, Fraction]] = []
        staked = Fraction(0)
        for spread, ways in self.openings.items():
            raised = spread in raise_on
            staked += Fraction(ways, self.total) * (2 if raised else 1)
            pairs.extend((net, Fraction(count, self.total)) for net, count in self.results(spread, raised).items())
        return WagerOdds("original", Distribution.of(pairs), strategy, staked)

    def raise_odds(self, spread: int) -> WagerOdds:
        """The raise by itself, once this spread has been called."""
        ways = self.openings[spread]
        pairs = [
            (net - plain, Fraction(self.weight(first, second, third), ways))
            for first in RANKS
            for second in RANKS
            if spread_of(first, second) == spread
            for third in RANKS
            for net, plain in [
                (self.table.nets[first, second, third, True], self.table.nets[first, second, third, False])
            ]
        ]
        return WagerOdds("raise", Distribution.of(pairs), given=f"a spread of {spread}")


@once_for_each
def table_of(terms: Terms) -> Table:
    """The compiled table of some terms, made once."""
    return Table.of(terms)


def shoe_of(terms: Terms) -> Shoe:
    return Shoe.of(terms.dealing.decks.value.count)


def weighed(terms: Terms, shoe: Shoe | None = None) -> Weighed:
    return Weighed.by(table_of(terms), shoe or shoe_of(terms))


# What the lab asks of every game


def wagers(terms: Terms, shoe: Shoe | None = None) -> list[WagerOdds]:
    """Every wager of the game and what it is worth; the first is the best play."""
    shoe_odds = weighed(terms, shoe)
    listed = [
        shoe_odds.odds(shoe_odds.best, f"best: {in_words(shoe_odds.best)}"),
        shoe_odds.odds(frozenset(), "never raise"),
        shoe_odds.odds(frozenset(SPREADS), "always raise"),
    ]
    listed.extend(shoe_odds.raise_odds(spread) for spread in SPREADS if shoe_odds.openings.get(spread))
    return listed


def in_words(raise_on: frozenset[int]) -> str:
    """A policy as a sentence: "raise from spread 7"."""
    spreads = sorted(raise_on)
    if not spreads:
        return "never raise"
    if spreads == list(range(spreads[0], 12)):
        return f"raise from spread {spreads[0]}" if spreads[0] > 1 else "always raise"
    return "raise on spreads " + ", ".join(str(spread) for spread in spreads)


def decisions(terms: Terms, shoe: Shoe | None = None) -> list[dict[str, Any]]:
    """The raise, spread by spread: what each choice is worth and what the wrong one costs."""
    shoe_odds = weighed(terms, shoe)
    rows = []
    for spread in SPREADS:
        if not shoe_odds.openings.get(spread):
            continue
        value = shoe_odds.raise_value(spread)
        rows.append(
            {
                "decision": f"spread {spread}",
                "chance": Fraction(shoe_odds.openings[spread], shoe_odds.total),
                "pays": str(terms.spread_pays.value[spread]),
                "options": {"raise": shoe_odds.value(spread, True), "no raise": shoe_odds.value(spread, False)},
                "best": "raise" if value > 0 else "no raise",
                "cost": abs(value),
            }
        )
    return rows


def drill(terms: Terms, shoe: Shoe | None, pick: Callable[[int], int]) -> Question:
    """A hand for the trainer."""
    return question(terms, weighed(terms, shoe), terms.dealing.decks.value.count, pick)


def policies(terms: Terms) -> dict[str, Callable[[Prompt, list[Step]], Any]]:
    """The ways of playing, by the name their odds have: what a player answers, seeing what was told so far."""
    best = weighed(terms).best
    listed = {f"best: {in_words(best)}": best, "never raise": frozenset[int](), "always raise": frozenset(SPREADS)}
    return {name: partial(answered, raise_on) for name, raise_on in listed.items()}


def answered(raise_on: frozenset[int], prompt: Prompt, steps: list[Step]) -> ClosedWindow:
    assert isinstance(prompt, TakeWagers)
    if prompt.backing is None:
        return ClosedWindow((Wager("P1", 1, "original", UNIT),))
    called = next(step for step in reversed(steps) if isinstance(step, Called) and step.meaning.startswith("spread "))
    return ClosedWindow((Wager("P1", 1, "raise", UNIT),) if int(called.meaning.split()[1]) in raise_on else ())


def looked_up(terms: Terms, steps: list[Step]) -> Fraction:
    """The table's result for a round that was played."""
    first, second, *third = [
        step.card.rank for step in steps if isinstance(step, Dealt) and isinstance(step.card, Card)
    ]
    raised = any(isinstance(step, Laid) and step.window == Window.RAISE for step in steps)
    return table_of(terms).nets[first, second, third[0] if third else 2, raised]


def par(terms: Terms, odds: list[WagerOdds]) -> dict[str, Any]:
    """Red Dog's own sheet: the hand spread by spread, and what a round brings."""
    of = weighed(terms)
    best = odds[0]

    def share(ways: int) -> str:
        return f"{ways / of.total * 100:.3f}"

    def worth(value: Fraction) -> str:
        return f"{float(value):+.4f}".replace("-", "−")

    rows: list[tuple[str, ...]] = []
    for spread in SPREADS:
        results = of.results(spread, False)
        wins = Fraction(sum(ways for net, ways in results.items() if net > 0), sum(results.values()))
        play = "raise" if spread in of.best else "–"
        rows.append(
            (
                str(spread), share(of.openings[spread]), str(terms.spread_pays.value[spread]),
                f"{float(wins) * 100:.3f}", worth(of.value(spread)), play,
            )
        )  # fmt: skip
    pair = of.results(-1, False)
    alike = Fraction(sum(ways for net, ways in pair.items() if net > 0), sum(pair.values()))
    rows.append(
        (
            "Pair", share(of.openings[-1]), str(terms.three_alike.value), f"{float(alike) * 100:.3f}",
            worth(of.value(-1)), "not allowed",
        )
    )  # fmt: skip
    rows.append(("No spread", share(of.openings[0]), "void", "–", "0.0000", "not allowed"))
    values = [(str(s), of.value(s), "filled" if s in of.best else "hollow") for s in SPREADS]
    brings = [
        (f"{float(net):+.0f}".replace("-", "−") if net else "0", chance, "hollow" if net == 0 else "plain")
        for net, chance in best.outcomes.chances.items()
    ]
    decks = terms.dealing.decks.value.count
    return {
        "headline": (
            (f"{float(best.house_edge) * 100:.4f}%", "Edge on the original"),
            (f"{float(best.edge_on_all) * 100:.4f}%", "Edge on all staked"),
            (f"{best.outcomes.deviation:.4f}", "Standard deviation"),
            (f"{float(best.mean_stake):.4f}", "Mean stake"),
        ),
        "columns": ("Spread", "Chance %", "Pays", "Wins %", "Value per unit", "Best play"),
        "rows": tuple(rows),
        "charts": (
            {
                "title": "Value of one unit, by spread",
                "subtitle": f"{in_words(of.best).capitalize()}: the filled points",
                "kind": "lollipop",
                "points": (*values, ("Pair", of.value(-1), "filled")),
                "foot": "Spread announced",
            },
            {
                "title": "What one round brings",
                "subtitle": "Chance of each net result; voids are hollow",
                "kind": "bars",
                "points": tuple(brings),
                "foot": f"Net result for one unit staked, {in_words(of.best)}",
            },
        ),
        "method": (
            f"Exact, by enumeration of every three-card ending of the script. Fresh shoe of {decks * 52} cards, "
            "raise equal to the original where its value is positive."
        ),
        "clauses": tuple(clause.number for clause in (terms.second_wager.by + terms.spread_pays.by).clauses),
    }


def old_play(before: Terms, after: Terms) -> list[WagerOdds]:
    """What the second terms bring who raises as was best under the first."""
    raise_on = weighed(before).best
    return [weighed(after).odds(raise_on, in_words(raise_on))]
