"""Own strategies of Pai Gow: how each of the 3,620 kinds of hand is set, against a bank that keeps to the Houseway."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.complaint import BadInput
from houseway.games.pai_gow.figures.analysis import UNIT, Worth, worth
from houseway.games.pai_gow.hands import ALL_HANDS, GONG, called, kinds
from houseway.games.pai_gow.houseway import four_of, tiles_of
from houseway.games.pai_gow.prompts import SET, SetTiles
from houseway.games.pai_gow.terms import Terms
from houseway.odds.distribution import WagerOdds
from houseway.odds.own_play import Choose, Cost, Situation, decided
from houseway.play.prompts import ClosedWindow, Prompt, TakeWagers
from houseway.play.script import Step
from houseway.play.wagers import Wager

FACTS = {
    "tiles": "the four tiles, by their codes",
    "houseway": "which way the Houseway sets them",
    "high": "by way, how strong the high hand is, a higher number beating a lower one",
    "low": "by way, how strong the low hand is",
    "words": "by way, what the two hands are called",
    "gong": "by way, whether the low hand is a Gong or better",
}
OPTIONS = {
    "1": "the first of the three ways to divide four tiles", "2": "the second", "3": "the third",
}  # fmt: skip
KEYS = {"set": '"houseway", "highest high hand", "highest low hand", "nearest to each other" or "best"'}


def read(terms: Terms, shoe: None, doc: Mapping[str, Any]) -> Choose:
    rules: dict[str, Callable[[Situation, str], Any]] = {
        "houseway": lambda asked, way: way == asked.houseway,
        "highest high hand": lambda asked, way: (asked.high[way], asked.low[way]),
        "highest low hand": lambda asked, way: (asked.low[way], asked.high[way]),
        "nearest to each other": lambda asked, way: (asked.low[way] - asked.high[way], asked.low[way]),
    }
    text = str(doc.get("set", ""))
    if text == "best":
        of = worth(terms)
        best = of.best(of.hands.played)
        return lambda asked: str(best[asked.hand] + 1)
    if text not in rules:
        raise BadInput(f"set takes {KEYS['set']}; not {text!r}")
    rule = rules[text]
    return lambda asked: max(asked.options, key=lambda way: rule(asked, way))


def _situation(of: Worth, hand: int) -> Situation:
    held = tiles_of(of.hands.fours[hand])
    strengths = of.hands.strengths[hand]
    ways = ("1", "2", "3")
    divided = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
    words = {}
    for way, (one, other) in zip(ways, divided, strict=True):
        hands = [(held[one[0]], held[one[1]]), (held[other[0]], held[other[1]])]
        words[way] = " and ".join(called(kinds(pair)) for pair in hands)
    codes = tuple(tile.kind.code for tile in held)
    facts = {
        "tiles": codes, "houseway": ways[of.hands.chosen[hand]], "hand": hand, "words": words,
        "high": {way: strengths[n][0] for n, way in enumerate(ways)},
        "low": {way: strengths[n][1] for n, way in enumerate(ways)},
        "gong": {way: strengths[n][1] >= GONG for n, way in enumerate(ways)},
    }  # fmt: skip
    return Situation(" ".join(codes), ways, facts)


def made(terms: Terms, shoe: None, choose: Choose) -> list[int]:
    """For each kind of hand which of its three ways it is set."""
    of = worth(terms)
    return [int(decided(choose, _situation(of, hand))) - 1 for hand in range(len(of.hands.fours))]


def odds(terms: Terms, shoe: None, ways: list[int], name: str) -> list[WagerOdds]:
    of = worth(terms)
    listed = [
        WagerOdds("wager", of.regular(ways.__getitem__, of.hands.played), name),
        WagerOdds("bank", of.regular(ways.__getitem__, of.hands.banked), name),
    ]
    if terms.bonanza is not None:
        listed.append(WagerOdds("tie", of.tie(ways.__getitem__), name))
    return listed


def costs(terms: Terms, shoe: None, ways: list[int]) -> Iterator[Cost]:
    """By line of the Houseway, what the hands give away that are set otherwise than to their best."""
    of = worth(terms)
    best = of.best(of.hands.played)
    rows: dict[tuple[str, str, str], tuple[int, Fraction]] = {}
    for hand, (rule, weight) in enumerate(zip(of.hands.rules, of.hands.weights, strict=True)):
        own, top = (of.value(hand, way, of.hands.played) for way in (ways[hand], best[hand]))
        as_houseway = ways[hand] == of.hands.chosen[hand]
        wanted = best[hand] == of.hands.chosen[hand]
        key = f"hands of line {rule}", "houseway" if as_houseway else "otherwise", "houseway" if wanted else "otherwise"
        many, lost = rows.get(key, (0, Fraction(0)))
        rows[key] = many + weight, lost + weight * (top - own)
    for (name, chosen, wanted_), (many, lost) in rows.items():
        yield Cost(name, Fraction(many, ALL_HANDS), chosen, wanted_, lost / many)


def best_file(terms: Terms, shoe: None) -> str:
    """The best play, to begin from."""
    return 'set = "best"'


def answers(terms: Terms, shoe: None, ways: list[int]) -> Callable[[Prompt, list[Step]], Any]:
    from houseway.games.pai_gow.figures.trials import AREA, as_set

    of = worth(terms)
    number = {four: n for n, four in enumerate(of.hands.fours)}
    bets = ClosedWindow(tuple(Wager("P1", AREA, spot, UNIT) for spot in terms.spots))

    def answered(prompt: Prompt, steps: list[Step]) -> Any:
        if isinstance(prompt, TakeWagers):
            return bets
        if isinstance(prompt, SetTiles):
            hand = number[four_of(kinds(prompt.held["P1"]))]
            return {"P1": f"{SET} {as_set(of, hand, ways[hand])}"}
        return prompt.usually()

    return answered
