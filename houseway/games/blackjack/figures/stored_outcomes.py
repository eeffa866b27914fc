"""Outcomes that are stored: the exact distribution of a round takes minutes to find, and the rules of our books seldom change.

``stored_outcomes.json`` has one for every book and way of playing, with the rules and the shoe it holds for. It is taken from
there only where rules and shoe are the very same. That its mean is the expectation that ``exact.py`` finds by another method is
a test, in double precision, and a proof, as a fraction. ``python -m houseway.games.blackjack.figures.stored_outcomes`` finds all
of them anew: first the variances, from pairs of hands, then every outcome, which must have those variances. It takes a quarter
of an hour or so on two quiet cores, keeps what is done in ``var/blackjack``, and goes on from there when it was stopped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from houseway.games.blackjack.figures.rules import BY_CARDS, BY_TOTALS, INSURED, ranks_of, shoe_of
from houseway.games.blackjack.figures.solving import Solved
from houseway.games.blackjack.figures.ways import Chart
from houseway.games.blackjack.terms import Terms
from houseway.odds.distribution import Distribution

FILE = Path(__file__).with_name("stored_outcomes.json")
WORK = Path("var/blackjack")  # what is done of a distribution, piece by piece
BOOKS = ("act-1992-blackjack", "act-1992-blackjack+triple-play")  # Over/Under 13 leaves the wager's rules as they are


@cache
def _all() -> list[dict[str, Any]]:
    distributions: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["distributions"]
    return distributions


def holds_for(of: Solved, played: str, terms: Terms) -> dict[str, Any]:
    """What a distribution depends on, in plain words."""
    insurance = [str(part) for part in insured(terms)] if played == INSURED else None
    return {"played": played, "rules": of.rules.plain, "shoe": list(of.ranks), "insurance": insurance}


def insured(terms: Terms) -> tuple[Fraction, Fraction]:
    """What insuring every ace to the most brings if the dealer has a blackjack, and what if not."""
    most = terms.insurance.most.value
    return most * terms.insurance.pays.value.ratio, -most


@dataclass(frozen=True)
class Stored:
    """What is stored of one way of playing: what a round is worth and stakes on the average, the variance, and every outcome."""

    mean: Fraction
    outcomes: Distribution | None
    variance: Fraction
    staked: Fraction


def stored(of: Solved, played: str, terms: Terms) -> Stored | None:
    """What is stored of a way of playing, if anything."""
    wanted = holds_for(of, played, terms)
    for one in _all():
        if all(one[name] == what for name, what in wanted.items()):
            chances = {Fraction(net): Fraction(chance) for net, chance in one["outcomes"].items()}
            mean, variance, staked = (Fraction(one[name]) for name in ("mean", "variance", "staked"))
            return Stored(mean, Distribution(chances) if chances else None, variance, staked)
    return None


def mean(of: Solved, played: str) -> Fraction | None:
    """What a way of playing that insures nothing is worth, if its distribution is stored."""
    wanted = {"played": played, "rules": of.rules.plain, "shoe": list(of.ranks)}
    return next((Fraction(one["mean"]) for one in _all() if all(one[name] == wanted[name] for name in wanted)), None)


def charts(of: Solved) -> dict[str, Chart]:
    return {BY_TOTALS: of.by_totals, BY_CARDS: of.by_cards, INSURED: of.by_totals}


def main() -> None:
    """Finds every distribution again and writes it down as it is found."""
    from houseway import games
    from houseway.games.blackjack.figures import outcomes

    WORK.mkdir(parents=True, exist_ok=True)
    distributions: list[dict[str, Any]] = []
    found: list[tuple[Chart, tuple[Fraction, Fraction] | None]] = []

    def written(said: str, one: dict[str, Any]) -> None:
        FILE.write_text(json.dumps({"distributions": distributions}, indent=1) + "\n", encoding="utf-8")
        print(f"{said}: {one['played']}, {len(one['outcomes']) or 'no'} outcomes", flush=True)

    for name in BOOKS:
        book, variant = games.book(name)
        terms = book.as_commenced(variant=variant).terms
        of = Solved.of(terms, ranks_of(shoe_of(terms)))
        for played, chart in charts(of).items():
            sure = insured(terms) if played == INSURED else None
            mean, variance = outcomes.variance(chart, sure, WORK)
            stake = outcomes.staked(chart) + (Fraction(of.ranks[0], of.size) * -sure[1] if sure is not None else 0)
            figures = {"mean": str(mean), "variance": str(variance), "staked": str(stake)}
            distributions.append({**holds_for(of, played, terms), **figures, "outcomes": {}})
            found.append((chart, sure))
            written(f"{name}, variance", distributions[-1])
    for one, (chart, sure) in reversed(list(zip(distributions, found, strict=True))):
        every = outcomes.outcomes(chart, sure, WORK)
        assert (str(every.expectation), str(every.variance)) == (one["mean"], one["variance"]), one["played"]
        one["outcomes"] = {str(net): str(chance) for net, chance in every.chances.items()}
        written("every outcome", one)


if __name__ == "__main__":
    main()
