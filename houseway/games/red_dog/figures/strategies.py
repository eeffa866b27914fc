"""Own strategies of Red Dog: a raise or none, for every spread."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from houseway.complaint import BadInput
from houseway.games.red_dog.figures.analysis import SPREADS, answered, in_words, weighed
from houseway.games.red_dog.terms import Terms
from houseway.kit.shoe import Shoe
from houseway.odds.distribution import WagerOdds
from houseway.odds.own_play import Choose, Cost, Situation, decided
from houseway.play.prompts import Prompt
from houseway.play.script import Step

FACTS = {"spread": "how many ranks lie between the two cards, 1 to 11", "pays": "what it pays, such as 5 to 1"}
OPTIONS = {"raise": "a second wager, equal to the first", "no raise": "nothing more"}
KEYS = {"raise": '"from spread 6", "on 6 8 9", "always" or "never"'}


def read(terms: Terms, shoe: Shoe | None, doc: Mapping[str, Any]) -> Choose:
    text = str(doc.get("raise", "")).strip().lower()
    spreads: set[int] | None = {"always": set(SPREADS), "never": set[int]()}.get(text)
    if found := re.fullmatch(r"from (?:spread )?(\d{1,2})", text):
        spreads = {int(found[1]), *range(int(found[1]), 12)}
    elif re.fullmatch(r"on (?:spreads? )?\d{1,2}(?:[ ,]+\d{1,2})*", text):
        spreads = {int(number) for number in re.findall(r"\d+", text)}
    if spreads is None or not spreads <= set(SPREADS):
        raise BadInput(f"raise takes {KEYS['raise']}, with spreads from 1 to 11; not {doc.get('raise', '')!r}")
    return lambda asked: "raise" if asked.spread in spreads else "no raise"


def situations(terms: Terms, shoe: Shoe | None) -> Iterator[Situation]:
    of = weighed(terms, shoe)
    for spread in SPREADS:
        if of.openings.get(spread):
            facts = {"spread": spread, "pays": str(terms.spread_pays.value[spread])}
            yield Situation(f"a spread of {spread}", tuple(OPTIONS), facts)


def made(terms: Terms, shoe: Shoe | None, choose: Choose) -> frozenset[int]:
    """The spreads that are raised on."""
    return frozenset(asked.spread for asked in situations(terms, shoe) if decided(choose, asked) == "raise")


def odds(terms: Terms, shoe: Shoe | None, raise_on: frozenset[int], name: str) -> list[WagerOdds]:
    return [weighed(terms, shoe).odds(raise_on, name or in_words(raise_on))]


def costs(terms: Terms, shoe: Shoe | None, raise_on: frozenset[int]) -> Iterator[Cost]:
    of = weighed(terms, shoe)
    for asked in situations(terms, shoe):
        chosen = "raise" if asked.spread in raise_on else "no raise"
        gain = of.raise_value(asked.spread)
        best = "raise" if gain > 0 else "no raise"
        share = Fraction(of.openings[asked.spread], of.total)
        yield Cost(asked.words, share, chosen, best, Fraction(0) if chosen == best else abs(gain))


def best_file(terms: Terms, shoe: Shoe | None) -> str:
    """The best play, to begin from."""
    best = sorted(weighed(terms, shoe).best)
    said = in_words(frozenset(best)).removeprefix("raise ")
    return f'raise = "{ {"never raise": "never", "always raise": "always"}.get(in_words(frozenset(best)), said) }"'


def answers(terms: Terms, shoe: Shoe | None, raise_on: frozenset[int]) -> Callable[[Prompt, list[Step]], Any]:
    return partial(answered, raise_on)
