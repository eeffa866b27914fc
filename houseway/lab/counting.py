"""Counting: what a shoe remembers. The value at any composition, effects of removal, and what a counting system earns.

A **composition** is what is left of a shoe; the value of a wager there is exact, but for the round of blackjack, which is in
double precision and said to be (``exactly`` waits for the fractions). An **effect of removal** is what taking one card of a rank
out does to a wager.

A **counting system** is tags by rank, sizes of wagers by true count, and for blackjack an index table: from which true count a
hand is played otherwise, and from which insurance is taken. What it earns is found by going through shoes to a stated
penetration: blackjack is dealt and played by the compiled seats of the environments; where nobody decides, or where best play
follows from what is left (Baccarat, Red Dog, side wagers), compositions are drawn at random depths and valued exactly.
"""

from __future__ import annotations

import math
import random
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway import games
from houseway.complaint import BadInput
from houseway.kit.cards import CARDS, RANKS
from houseway.kit.shoe import Shoe
from houseway.lab.exact import Study, analysis
from houseway.lab.modules import figures
from houseway.lab.strategies import best_file
from houseway.odds.distribution import WagerOdds

SEATS = 2048
LEAST = 0.01  # units; a round on which nothing is wagered is watched for so much
DEPTHS = 400  # compositions that are valued
TAGGED = ("A", *RANKS[:-1])  # ace, 2 … 10, J, Q, K, as the seats count them


def shoe_of(of: Study) -> Shoe:
    """What the study deals from: its own shoe, or a full one."""
    dealing = games.chapters_of(of.edition).dealing
    if dealing is None:
        raise BadInput(f"{of.book.title} deals no cards from a shoe")
    return of.shoe if of.shoe is not None else Shoe.of(dealing.decks.value.count)


def value_at(of: Study, shoe: Shoe, wager: str = "", exactly: bool = False) -> WagerOdds:
    """A wager as it is best played from exactly these cards."""
    ways = analysis(of.book.game)
    listed = None if exactly or ways.live is None else ways.live(of.edition.terms, shoe)
    if listed is None:
        listed = ways.wagers(of.edition.terms, shoe)
    named = [one for one in listed if one.wager == (wager or listed[0].wager)]
    if not named:
        raise BadInput(
            f"{of.book.title} has no {wager!r}; it has: {'; '.join(dict.fromkeys(one.wager for one in listed))}"
        )
    return max(named, key=lambda one: one.expectation)


@dataclass(frozen=True)
class Removal:
    """What one card less of each rank does to a wager."""

    wager: str
    value: Fraction
    effects: Mapping[str, Fraction]  # by rank
    double: bool  # in double precision

    def __repr__(self) -> str:
        told = ", ".join(f"{rank} {float(effect):+.4%}" for rank, effect in self.effects.items())
        return f"{self.wager}: {told}"


def removal(of: Study, wager: str = "", exactly: bool = False) -> Removal:
    """The effect of removing one card of each rank from the shoe.

    >>> from houseway.lab import study
    >>> found = removal(study("act-1992-baccarat"), "banker")
    >>> f"{float(found.effects['4']):+.4%} {float(found.effects['5']):+.4%}"
    '+0.0116% -0.0083%'
    """
    shoe = shoe_of(of)
    whole = value_at(of, shoe, wager, exactly)
    effects: dict[str, Fraction] = {}
    known: dict[str, Fraction] = {}
    for rank in TAGGED:
        card = next((card for card in CARDS if RANKS[card.rank - 2] == rank and shoe.count(card)), None)
        if card is None:
            continue
        alike = "T" if of.book.game in ("blackjack", "baccarat") and rank in "TJQK" else rank
        if alike not in known:  # ten, jack, queen and king count the same there
            known[alike] = (
                value_at(of, shoe.without(card).settled(), whole.wager, exactly).expectation - whole.expectation
            )
        effects[rank] = known[alike]
    double = not exactly and analysis(of.book.game).live is not None and whole.distribution is None
    return Removal(whole.wager, whole.expectation, effects, double)


# Systems


@dataclass(frozen=True)
class Index:
    """A hand that is played otherwise from a true count on."""

    hand: str  # "16", "soft 18", "8 8", as a chart's row is called
    up: int  # an ace as 1
    play: str  # a letter of a chart
    at: float
    above: bool = True  # from there on; else up to there


@dataclass(frozen=True)
class System:
    """Tags, wagers by true count, and an index table."""

    name: str
    tags: tuple[int, ...]  # of ace, 2, … king
    bets: tuple[tuple[float, float], ...]  # from a true count on, so many units; below the first, the smallest
    insurance: float = math.inf
    indexes: tuple[Index, ...] = ()

    @property
    def balanced(self) -> bool:
        return sum(self.tags) == 0

    def count(self, left: Any, full: Any) -> Any:
        """The true count, tags a deck, from cards not seen and the full shoe; arrays of many at once."""
        import numpy as np

        gone = np.asarray(full) - np.asarray(left)
        return gone @ np.array(self.tags) / (np.asarray(left).sum(-1) / 52)

    def correlation(self, of: Removal) -> float:
        """How well the tags follow the effects of removal: the betting correlation."""
        effects = [float(of.effects[rank]) for rank in TAGGED if rank in of.effects]
        tags = [tag for rank, tag in zip(TAGGED, self.tags, strict=True) if rank in of.effects]
        mean_e, mean_t = sum(effects) / len(effects), sum(tags) / len(tags)
        above = sum((e - mean_e) * (t - mean_t) for e, t in zip(effects, tags, strict=True))
        below = math.sqrt(sum((e - mean_e) ** 2 for e in effects) * sum((t - mean_t) ** 2 for t in tags))
        return above / below if below else 0.0


def system(source: Path | str | Mapping[str, Any]) -> System:
    """A counting system from its file (docs/counting.md), or from what such a file says.

    >>> system({"tags": {"2 3 4 5 6": 1, "T J Q K A": -1}}).tags
    (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1)
    """
    if isinstance(source, Mapping):
        doc, where = dict(source), "a counting system"
    else:
        where = str(source)
        try:
            doc = tomllib.loads(Path(source).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as wrong:
            raise BadInput(f"{where}: {getattr(wrong, 'strerror', None) or wrong}") from None
    unknown = sorted(set(doc) - {"name", "tags", "bets", "insurance", "index"})
    if unknown or not isinstance(doc.get("tags"), Mapping):
        wrong_name = f"it has no {unknown[0]!r}" if unknown else "it has no [tags]"
        raise BadInput(f"{where}: {wrong_name}; a system has name, tags, bets, insurance and index")
    tags = dict.fromkeys(TAGGED, 0)
    for ranks, tag in doc["tags"].items():
        for rank in str(ranks).replace("10", "T").split():
            if rank not in tags or not isinstance(tag, int) or abs(tag) > 100:
                raise BadInput(f"{where}: tags are whole numbers for ranks A 2 … 10 J Q K, not {rank} = {tag!r}")
            tags[rank] = tag
    try:
        bets = tuple(sorted((float(at), float(units)) for at, units in doc.get("bets", {}).items()))
        insurance = float(doc.get("insurance", math.inf))
        indexes = tuple(_index(one) for one in doc.get("index", ()))
    except (ValueError, TypeError, KeyError, AttributeError) as wrong:
        raise BadInput(
            f"{where}: {wrong}; bets are '2' = 4, an index is {{hand = '16', up = '10', play = 'S', from = 0}}"
        ) from None
    if any(not 0 <= units <= 100 for _, units in bets):
        raise BadInput(f"{where}: a wager is from 0 to 100 units")
    return System(str(doc.get("name", "own")), tuple(tags.values()), bets or ((0.0, 1.0),), insurance, indexes)


def _index(doc: Mapping[str, Any]) -> Index:
    play, above = str(doc["play"]), "from" in doc
    if not re.fullmatch(r"[SHDPR][shdp]?", play):
        raise ValueError(f"{play!r} is no play of a chart")
    return Index(
        str(doc["hand"]),
        1 if str(doc["up"]) == "A" else int(doc["up"]),
        play,
        float(doc["from" if above else "upto"]),
        above,
    )


# What it earns


@dataclass(frozen=True)
class Bucket:
    """Rounds that began at one true count, rounded down."""

    count: int
    share: float
    advantage: float  # per unit
    error: float


@dataclass(frozen=True)
class Earned:
    """What a system earns at a penetration."""

    title: str
    system: System
    penetration: float
    rounds: int
    units: float  # a round, in the mean
    error: float  # standard error of that
    wagered: float  # a round, in the mean, before doubles and splits
    deviation: float  # of a round
    buckets: tuple[Bucket, ...]
    method: str

    def __repr__(self) -> str:
        return f"{self.title}, {self.system.name}: {self.units:+.5f} ± {self.error:.5f} units a round"

    def document(self) -> dict[str, Any]:
        return {
            "schema": "houseway.count/1", "title": self.title, "system": self.system.name, "penetration": self.penetration,
            "rounds": self.rounds, "units_a_round": self.units, "standard_error": self.error, "wagered_a_round": self.wagered,
            "deviation": self.deviation, "method": self.method,
            "counts": [{"true_count": one.count, "share": one.share, "advantage": one.advantage, "standard_error": one.error}
                       for one in self.buckets],
        }  # fmt: skip


def earns(
    of: Study, by: System, penetration: float = 0.75, rounds: int = 1_000_000, seed: int = 1, wager: str = ""
) -> Earned:
    """What a counting system earns: played through shoes in blackjack, else from compositions valued exactly."""
    if not 0 < penetration < 1:
        raise BadInput(f"a penetration is a share of the shoe between 0 and 1, not {penetration:g}")
    if not by.balanced:
        raise BadInput(f"the tags of {by.name!r} do not sum to nothing; a true count needs tags that do")
    headline = analysis(of.book.game).wagers(of.edition.terms, of.shoe)[0].wager if wager else ""
    if of.book.game == "blackjack" and wager in ("", headline):
        return _Played(of, by, penetration, seed).run(rounds)
    if by.indexes or by.insurance < math.inf:
        raise BadInput("an index table is for the round of blackjack; this wager has no hand to play")
    return _valued(of, by, penetration, min(rounds, DEPTHS), seed, wager)


def _valued(of: Study, by: System, penetration: float, depths: int, seed: int, wager: str) -> Earned:
    """Compositions at random depths of well shuffled shoes, each valued exactly as it is best played there."""
    shoe, drawn = shoe_of(of), random.Random(seed)
    cards = [card for card in CARDS for _ in range(shoe.count(card))]
    full = [sum(shoe.count(card) for card in CARDS if RANKS[card.rank - 2] == rank) for rank in TAGGED]
    rows: list[tuple[float, float, float]] = []
    for _ in range(depths):
        gone = drawn.randrange(int(len(cards) * penetration) + 1)
        left, ranks = shoe, list(full)
        for card in drawn.sample(cards, gone):
            left = left.without(card)
            ranks[TAGGED.index(RANKS[card.rank - 2])] -= 1
        one = value_at(of, left.settled(), wager)
        count = float(by.count(ranks, full))
        rows.append((count, _units(by, count), float(one.expectation)))
        wager = one.wager
    return _told(of, by, penetration, rows, f"{depths:,} compositions of {wager}, each valued exactly")


def _units(by: System, count: float) -> float:
    return next((units for at, units in reversed(by.bets) if count >= at), by.bets[0][1])


def _told(of: Study, by: System, penetration: float, rows: list[tuple[float, float, float]], method: str) -> Earned:
    count, nets = len(rows), [units * worth for _, units, worth in rows]
    mean = sum(nets) / count
    spread = math.sqrt(sum((net - mean) ** 2 for net in nets) / max(1, count - 1))
    found: dict[int, list[float]] = {}
    for at, _, worth in rows:
        found.setdefault(math.floor(at), []).append(worth)
    buckets = []
    for at, worths in sorted(found.items()):
        middle = sum(worths) / len(worths)
        error = math.sqrt(sum((worth - middle) ** 2 for worth in worths) / max(1, len(worths) - 1) / len(worths))
        buckets.append(Bucket(at, len(worths) / count, middle, error))
    wagered = sum(units for _, units, _ in rows) / count
    return Earned(
        of.title, by, penetration, count, mean, spread / math.sqrt(count), wagered, spread, tuple(buckets), method
    )


class _Played:
    """Blackjack through its shoes, many seats side by side: the chart by totals, turned by the index table."""

    def __init__(self, of: Study, by: System, penetration: float, seed: int) -> None:
        import numpy as np

        if of.shoe is not None:
            raise BadInput("a count goes through whole shoes; leave --shoe out")
        module: Any = figures(of.book.game, "episodes")
        self.of, self.by, self.penetration, self.seed = of, by, penetration, seed
        self.sizes = tuple(dict.fromkeys(max(LEAST, units) for _, units in by.bets))
        self.seating = module.Seats(of.edition.terms, self.sizes, penetration)
        self.places = {name: n for n, name in enumerate(self.seating.actions)}
        self.full = np.array(
            [sum(shoe_of(of).count(card) for card in CARDS if RANKS[card.rank - 2] == rank) for rank in TAGGED]
        )
        self.first, self.then = self._chart()

    def _chart(self) -> tuple[Any, Any]:
        """What is done first, and where that is closed, by row and upcard; rows are totals, 32 + soft totals, 64 + pairs."""
        import numpy as np

        doc = tomllib.loads(best_file(self.of))["chart"]
        ups = [1 if up == "A" else int(up) for up in doc.pop("up").split()]
        first = np.full((80, 11), self.places["hit"], np.int64)
        then = first.copy()
        for row, letters in doc.items():
            for up, play in zip(ups, letters.split(), strict=True):
                first[_row(row), up], then[_row(row), up] = self._plays(play)
        for total in range(20, 22):
            first[[total, 32 + total]] = then[[total, 32 + total]] = self.places["stand"]
        return first, then

    def _plays(self, play: str) -> tuple[int, int]:
        names = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
        after = play[1:].upper() or ("H" if play in "DR" else play)
        return self.places[names[play[0]]], self.places[names[after]]

    def run(self, rounds: int) -> Earned:
        import numpy as np

        from houseway.figures.episodes import SAME_STEP, Told

        seats = min(SEATS, max(1, rounds // 50))
        table, (opened, steps) = self.seating.table("shoe"), self.seating.batch
        state = self.seating.state(seats, self.seed)
        last = Told.of(seats, 0, self.seating.encodings["shoe"].width)
        opened(state, table, np.ones(seats, np.bool_), last.seen)
        bet, real, net, began = np.ones(seats), np.zeros(seats), np.zeros(seats), np.zeros(seats, np.int64)
        sums, squares, counts = np.zeros(81), np.zeros(81), np.zeros(81, np.int64)
        total = square = wagered = 0.0
        done, under_way = 0, np.zeros(seats, np.bool_)
        froms, units = np.array([at for at, _ in self.by.bets]), np.array([size for _, size in self.by.bets])
        size_at = np.array([self.sizes.index(max(LEAST, size)) for size in units])
        wager = self.places[f"wager {self.sizes[0]:g}"]
        while done < rounds:
            seen = last.seen
            count = self.by.count(seen[:, 16:29], self.full)
            act = self._act(seen, state.mask, count)
            asked = seen[:, 0] > 0
            if asked.any():  # for the size of a wager: the round before is over
                over = asked & under_way
                done += int(over.sum())
                unit, at = net[over] / bet[over], began[over]
                np.add.at(sums, at, unit)
                np.add.at(squares, at, unit**2)
                np.add.at(counts, at, 1)
                paid = unit * real[over]
                total, square, wagered = total + paid.sum(), square + (paid**2).sum(), wagered + real[over].sum()
                step = np.maximum(np.searchsorted(froms, count[asked], "right") - 1, 0)
                bet[asked], real[asked], net[asked] = np.maximum(LEAST, units[step]), units[step], 0.0
                began[asked] = np.clip(np.floor(count[asked]), -40, 40).astype(np.int64) + 40
                act[asked] = wager + size_at[step]
                under_way |= asked
            steps(state, table, act, SAME_STEP, last)
            net += last.rewards
            assert not last.refused.any(), "the chart chooses only what is open"
        mean = float(total) / done
        deviation = math.sqrt(max(0.0, float(square) / done - mean**2))
        buckets = tuple(
            Bucket(int(at) - 40, int(counts[at]) / done, float(sums[at] / counts[at]),
                   math.sqrt(max(0.0, squares[at] / counts[at] - (sums[at] / counts[at]) ** 2) / counts[at]))
            for at in np.flatnonzero(counts)
        )  # fmt: skip
        method = f"{done:,} rounds through shoes, seed {self.seed}"
        error, staked = deviation / math.sqrt(done), float(wagered) / done
        return Earned(self.of.title, self.by, self.penetration, done, mean, error, staked, deviation, buckets, method)

    def _act(self, seen: Any, mask: Any, count: Any) -> Any:
        """What the chart and the index table say at every seat."""
        import numpy as np

        total, soft, pair, up = (seen[:, n].astype(np.int64) for n in (7, 8, 9, 12))
        seats = np.arange(len(seen))
        rows = np.clip(total + 32 * (soft > 0), 0, 63)
        card = np.where((soft > 0) & (pair > 0), 1, np.clip(total // 2, 1, 10))
        paired = (pair > 0) & mask[:, self.places["split"]]
        rows = np.where(paired, 64 + card, rows)
        first, then = self.first[rows, up].copy(), self.then[rows, up].copy()
        for index in self.by.indexes:
            here = (
                (rows == _row(index.hand))
                & (up == index.up)
                & ((count >= index.at) if index.above else (count <= index.at))
            )
            if here.any():
                first[here], then[here] = self._plays(index.play)
        act = np.where(mask[seats, first], first, then)
        take, decline, go_on = self.places["take"], self.places["decline"], self.places["go on"]
        insures = count >= self.by.insurance
        act = np.where(mask[:, decline], np.where(insures & (seen[:, 3] == 0) & mask[:, take], take, decline), act)
        act = np.where(mask[:, go_on], go_on, act)
        return np.ascontiguousarray(act, np.int64)


def _row(name: str) -> int:
    """The row of a chart as a number."""
    words = name.replace("A", "1").replace("T", "10").split()
    if len(words) == 2 and words[0] == words[1] and words[0].isdecimal() and 1 <= int(words[0]) <= 10:
        return 64 + int(words[0])
    if words[0] == "soft" and len(words) == 2 and words[1].isdecimal() and int(words[1]) < 32:
        return 32 + int(words[1])
    if len(words) == 1 and words[0].isdecimal() and int(words[0]) < 32:
        return int(words[0])
    raise BadInput(f"{name!r} is no row of a chart, such as '16', 'soft 18' or '8 8'")
