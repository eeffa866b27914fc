"""Own strategies of stud: bet or fold, for every hand against every card the dealer shows.

A strategy sees ranks, the kind of its hand, the up card's rank and how many of its cards have the up card's suit. Positions
that are alike in this are asked about once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.complaint import BadInput
from houseway.games.stud.figures.analysis import Figures, answer, solved, tape
from houseway.games.stud.terms import Terms
from houseway.kit.cards import CARDS, RANKS
from houseway.kit.ranking import HANDS, LOWEST, Kind, strength
from houseway.kit.shoe import Shoe
from houseway.odds.distribution import WagerOdds
from houseway.odds.own_play import Choose, Cost, Situation, decided
from houseway.play.prompts import ChooseEach, Prompt
from houseway.play.script import Step

FACTS = {
    "kind": "what the hand is: " + ", ".join(f'"{kind.name.lower().replace("_", " ")}"' for kind in Kind),
    "ranks": "the ranks of the five cards from the highest, what makes the hand first, 2 to 14 for an ace",
    "up": "the rank of the dealer's card, 2 to 14",
    "held": "whether one of the five has that rank",
    "suited": "how many of the five have that card's suit",
}
OPTIONS = {"bet": "the second wager", "fold": "the ante is given up"}
KEYS = {
    "bet": 'a list of lines such as "pair or better", "A K or better", "A K Q against a card held", "A K J against A K", '
    '"A K against Q or lower and a card held", "A K Q against a card below the fourth"; or "always" or "never"'
}
_NAMES = {kind.name.lower().replace("_", " "): kind for kind in Kind if kind is not Kind.HIGH_CARD}


def read(terms: Terms, shoe: Shoe | None, doc: Mapping[str, Any]) -> Choose:
    said = doc.get("bet")
    lines = [said] if isinstance(said, str) else said
    if not isinstance(lines, list) or not lines:
        raise BadInput(f"bet takes {KEYS['bet']}")
    tests = [_line(str(line)) for line in lines]
    return lambda asked: "bet" if any(test(asked) for test in tests) else "fold"


def _line(text: str) -> Callable[[Situation], bool]:
    """One line: a hand, and perhaps the cards it is bet against."""
    hand, against, ups = " ".join(text.split()).partition(" against ")
    holds = _hand(hand, text)
    shows = _ups(ups, text) if against else lambda asked: True
    return lambda asked: holds(asked) and shows(asked)


def _hand(words: str, line: str) -> Callable[[Situation], bool]:
    lower = words.lower()
    if lower in ("always", "anything", "never"):
        return lambda asked: lower != "never"
    better = lower.endswith(" or better")
    name = lower.removesuffix(" or better").removeprefix("a ").removesuffix("s")
    kind = next((kind for known, kind in _NAMES.items() if known.removesuffix("s") == name), None)
    if kind is not None:
        return lambda asked: (
            asked.number >= LOWEST[kind] if better else asked.kind == kind.name.lower().replace("_", " ")
        )
    ranks = tuple(_rank(word, line) for word in words.removesuffix(" or better").split())
    if not 1 <= len(ranks) <= 5 or list(ranks) != sorted(set(ranks), reverse=True):
        raise BadInput(f"{line!r}: a hand is {', '.join(_NAMES)}, or high cards from the highest such as A K Q")

    def holds(asked: Situation) -> bool:
        own = tuple(asked.ranks[: len(ranks)])
        if asked.kind != "high card":
            return better
        return own >= ranks if better else own == ranks

    return holds


def _ups(words: str, line: str) -> Callable[[Situation], bool]:
    if " and " in words:
        tests = [_ups(part, line) for part in words.split(" and ")]
        return lambda asked: all(test(asked) for test in tests)
    lower = words.lower().strip()
    if lower == "a card below the fourth":
        return lambda asked: not asked.held and asked.up < asked.ranks[3]
    if lower in ("a card held", "a card you hold"):
        return lambda asked: bool(asked.held)
    if lower in ("a card not held", "a card you do not hold"):
        return lambda asked: not asked.held
    if found := re.fullmatch(r"(\S+) or (lower|higher)", lower):
        rank = _rank(found[1].upper(), line)
        return (lambda asked: asked.up <= rank) if found[2] == "lower" else (lambda asked: asked.up >= rank)
    ranks = {_rank(word, line) for word in words.replace(",", " ").replace(" or ", " ").split()}
    return lambda asked: asked.up in ranks


def _rank(word: str, line: str) -> int:
    word = word.upper().replace("10", "T")
    if word not in RANKS or len(word) != 1:
        raise BadInput(f"{line!r}: {word!r} is no rank; write 2 to 9, T, J, Q, K or A")
    return RANKS.index(word) + 2


# Every situation


@lru_cache(maxsize=2)
def _positions(figures: Figures) -> tuple[list[Situation], Any]:
    """The situations that can be told apart, and which of them each position is."""
    np, of = solved(figures).np, solved(figures).counted
    up_rank, up_suit = of.ups >> 2, of.ups & 3
    suited = sum((of.hands[:, n, None] & 3) == up_suit for n in range(5))
    keys = (of.strength[:, None].astype(np.int64) * 13 + up_rank) * 6 + suited
    found, where = np.unique(keys, return_inverse=True)
    return [_situation(int(key)) for key in found], where.reshape(keys.shape)


def _situation(key: int) -> Situation:
    suited, rest = key % 6, key // 6
    up, number = rest % 13 + 2, rest // 13
    kind, held = HANDS[number]
    ranks = tuple(rank + 2 for rank in held)
    named = kind.name.lower().replace("_", " ")
    shown = " ".join(RANKS[rank - 2] for rank in ranks)
    facts = {"kind": named, "ranks": ranks, "up": up, "held": up in ranks, "suited": suited, "number": number}
    return Situation(f"{named} {shown} against {RANKS[up - 2]}", tuple(OPTIONS), facts)


@dataclass(frozen=True)
class Own:
    """A strategy: by hand and card shown, whether it is bet; and the function itself."""

    bets: Any
    choose: Choose


def made(terms: Terms, shoe: Shoe | None, choose: Choose) -> Own:
    np = solved(Figures.of(terms)).np
    asked, where = _positions(Figures.of(terms))
    bets = np.array([decided(choose, one) == "bet" for one in asked])
    return Own(bets[where], choose)


def odds(terms: Terms, shoe: Shoe | None, own: Own, name: str) -> list[WagerOdds]:
    return [solved(Figures.of(terms)).odds(own.bets, name)]


def costs(terms: Terms, shoe: Shoe | None, own: Own) -> Iterator[Cost]:
    """By kind of hand and card shown, what betting or folding against the best of each position gives away."""
    play, bets = solved(Figures.of(terms)), own.bets
    np, counted = play.np, play.counted
    best, weight = play.best(), counted.alike[:, None]
    lost = np.abs(play.bet_worth - play.fold_worth)
    asked, where = _positions(Figures.of(terms))
    groups: dict[tuple[str, str, str], list[int]] = {}
    labels = [_group(one) for one in asked]
    names = list(dict.fromkeys(labels))
    of_group = np.array([names.index(label) for label in labels])[where]
    for chosen in (True, False):
        for wanted in (True, False):
            here = (bets == chosen) & (best == wanted)
            many = np.bincount(of_group[here], np.broadcast_to(weight, here.shape)[here], len(names))
            gone = np.zeros(len(names), object)
            if chosen != wanted:
                for n in np.unique(of_group[here]):
                    at = here & (of_group == n)
                    gone[n] = int((lost * at).sum(axis=1).astype(object) @ counted.alike.astype(object))
            for n, name in enumerate(names):
                if many[n]:
                    words = "bet" if chosen else "fold", "bet" if wanted else "fold"
                    groups[(name, *words)] = [int(many[n]), int(gone[n])]
    total = play.exact.DEALS // play.exact.BEHIND
    for (name, chosen_, best_), (many_, lost_) in groups.items():
        each = Fraction(lost_, many_ * play.exact.BEHIND * play.scale)
        yield Cost(name, Fraction(many_, total), chosen_, best_, each)


def _group(asked: Situation) -> str:
    if asked.kind != "high card":
        return "a pair or better"
    high = [RANKS[rank - 2] for rank in asked.ranks]
    if high[:2] != ["A", "K"]:
        return "less than ace-king"
    return f"{' '.join(high[:3])} against {RANKS[asked.up - 2]}"


def best_file(terms: Terms, shoe: Shoe | None) -> str:
    """The rule in words, to begin from."""
    lines = (
        "pair or better", "A K against Q or lower and a card held", "A K Q against A K", "A K J against A K",
        "A K Q against a card below the fourth",
    )  # fmt: skip
    return "\n".join(["bet = [", *(f'  "{line}",' for line in lines), "]"])


def answers(terms: Terms, shoe: Shoe | None, own: Own) -> Callable[[Prompt, list[Step]], Any]:
    def answered(prompt: Prompt, steps: list[Step]) -> Any:
        if not isinstance(prompt, ChooseEach):
            return answer(terms, prompt)
        *held, up = tape(steps)[:6]
        suited = sum(card & 3 == up & 3 for card in held)
        return {
            "P1": decided(
                own.choose, _situation((strength([CARDS[card] for card in held]) * 13 + (up >> 2)) * 6 + suited)
            )
        }

    return answered
