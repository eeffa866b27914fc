"""Outcomes that are kept: the exact law of a round takes minutes to find, and the rules of our books seldom change.

``kept.json`` has the law of every book and way of playing, with the rules and the shoe it holds for. One is taken from there
only where rules and shoe are the very same. That its mean is the expectation that ``exact.py`` finds by another method is a
test, in double precision, and a proof, as a fraction. ``python -m houseway.games.blackjack.kept`` finds all of them anew: first
the variances, from pairs of hands, then every outcome, which must have those variances. It takes a quarter of an hour
or so on two quiet cores, keeps what is done in ``var/blackjack``, and goes on from there when it was stopped.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from houseway.games.blackjack.analysis import BY_CARDS, BY_TOTALS, INSURED, Chart, Solved, ranks_of, shoe_of
from houseway.games.blackjack.terms import Terms
from houseway.odds.values import Distribution

FILE = Path(__file__).with_name("kept.json")
WORK = Path("var/blackjack")  # what is done of a law, piece by piece
BOOKS = ("act-1992-blackjack", "act-1992-blackjack+triple-play")  # Over/Under 13 leaves the wager's rules as they are


@cache
def _all() -> list[dict[str, Any]]:
    laws: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["laws"]
    return laws


def holds_for(of: Solved, played: str, terms: Terms) -> dict[str, Any]:
    """What a law depends on, in plain words."""
    insurance = [str(part) for part in insured(terms)] if played == INSURED else None
    return {"played": played, "rules": of.rules.plain, "shoe": list(of.ranks), "insurance": insurance}


def insured(terms: Terms) -> tuple[Fraction, Fraction]:
    """What insuring every ace to the most brings if the dealer has a blackjack, and what if not."""
    most = terms.insurance.most.value
    return most * terms.insurance.pays.value.ratio, -most


@dataclass(frozen=True)
class Kept:
    """What is kept of one way of playing: what a round is worth and stakes on the average, the variance, and every outcome."""

    mean: Fraction
    outcomes: Distribution | None
    variance: Fraction
    staked: Fraction


def kept(of: Solved, played: str, terms: Terms) -> Kept | None:
    """What is kept of a way of playing, if anything."""
    wanted = holds_for(of, played, terms)
    for law in _all():
        if all(law[name] == what for name, what in wanted.items()):
            chances = {Fraction(net): Fraction(chance) for net, chance in law["outcomes"].items()}
            mean, variance, staked = (Fraction(law[name]) for name in ("mean", "variance", "staked"))
            return Kept(mean, Distribution(chances) if chances else None, variance, staked)
    return None


def mean(of: Solved, played: str) -> Fraction | None:
    """What a way of playing that insures nothing is worth, if its law is kept."""
    wanted = {"played": played, "rules": of.rules.plain, "shoe": list(of.ranks)}
    return next((Fraction(law["mean"]) for law in _all() if all(law[name] == wanted[name] for name in wanted)), None)


def charts(of: Solved) -> dict[str, Chart]:
    return {BY_TOTALS: of.by_totals, BY_CARDS: of.by_cards, INSURED: of.by_totals}


def main() -> None:
    """Finds every law again and writes it down as it is found."""
    from houseway import games
    from houseway.games.blackjack import outcomes

    WORK.mkdir(parents=True, exist_ok=True)
    laws: list[dict[str, Any]] = []
    found: list[tuple[Chart, tuple[Fraction, Fraction] | None]] = []

    def written(said: str, law: dict[str, Any]) -> None:
        FILE.write_text(json.dumps({"laws": laws}, indent=1) + "\n", encoding="utf-8")
        print(f"{said}: {law['played']}, {len(law['outcomes']) or 'no'} outcomes", flush=True)

    for name in BOOKS:
        book, variant = games.book(name)
        terms = book.as_commenced(variant=variant).terms
        of = Solved.of(terms, ranks_of(shoe_of(terms)))
        for played, chart in charts(of).items():
            sure = insured(terms) if played == INSURED else None
            mean, variance = outcomes.variance(chart, sure, WORK)
            stake = outcomes.staked(chart) + (Fraction(of.ranks[0], of.size) * -sure[1] if sure is not None else 0)
            figures = {"mean": str(mean), "variance": str(variance), "staked": str(stake)}
            laws.append({**holds_for(of, played, terms), **figures, "outcomes": {}})
            found.append((chart, sure))
            written(f"{name}, variance", laws[-1])
    for law, (chart, sure) in reversed(list(zip(laws, found, strict=True))):
        every = outcomes.outcomes(chart, sure, WORK)
        assert (str(every.expectation), str(every.variance)) == (law["mean"], law["variance"]), law["played"]
        law["outcomes"] = {str(net): str(chance) for net, chance in every.chances.items()}
        written("every outcome", law)


if __name__ == "__main__":
    main()
