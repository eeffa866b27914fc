"""The Houseway: how the dealer sets four tiles, as the ordered procedure of Appendix 2.

Its lists (pairs that are never split, what splits the others, the printed exceptions) are data of the book, told there in a
small notation; ``HouseWay`` makes tables of them once. ``set`` then goes down the lines of the appendix. Each line may drop
some of the three ways to divide the tiles; the line after which one strength is left is the line that decided, except that a
printed exception is named whenever it applies, even if a later line finishes its work. Where the text can be read in more
than one way the readings are switches of the book (``Switches``).

In that notation ``H8`` is that kind, a bare ``8`` any tile of that count (never Gee Jun, unless a reading has it stand for a
six), and a bar separates alternatives: ``H10 L10 11 7|8``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from houseway.games.pai_gow.hands import STRENGTH, Setting, kinds
from houseway.games.pai_gow.hands import points as made_of
from houseway.kit.tiles import KINDS, TILES, Kind, Tile
from houseway.values import value

Hand: TypeAlias = tuple[int, int]  # two kinds by index
Four: TypeAlias = tuple[int, int, int, int]  # four kinds by index, in order of rank


@dataclass(frozen=True)
class Switches:
    """Passages of Appendix 2 that can be read in more than one way."""

    gee_jun_splits: bool = False  # a lone Gee Jun counts as a six in the lists that split Teen and Day
    gee_jun_excepted: bool = False  # and in the exception of the two tens with any six
    teen_day_apart: bool = True  # never Teen and Day in one hand, even where that would bring the hands closer
    teen_leads: bool = (
        True  # where both hands have a name, Teen is on the high one; else Teen takes the later of the names
    )
    two_best_apart: bool = False  # the two best tiles are parted before the lines about the high tile are reached
    rest_apart: bool = True  # where no line decides a placement, the two best tiles are parted


@value
class Dropped:
    """A way to set the tiles that was not taken, and the line that spoke against it."""

    setting: Setting
    rule: str
    why: str


@value
class Set:
    """Four tiles set by the Houseway."""

    setting: Setting
    rule: str  # the line of Appendix 2: "4.1", "5.4-X6", "3-split"
    why: str
    dropped: tuple[Dropped, ...]


class _Division:
    """One way to divide four tiles: the kinds of its two hands, the higher first."""

    __slots__ = ("high", "low", "strengths", "values")

    def __init__(self, one: Hand, other: Hand) -> None:
        first, second = STRENGTH[one[0]][one[1]], STRENGTH[other[0]][other[1]]
        if (first, -_best(one)) < (second, -_best(other)):
            one, other, first, second = other, one, second, first
        self.high, self.low, self.strengths = _ordered(one), _ordered(other), (first, second)
        self.values = _POINTS[one[0]][one[1]], _POINTS[other[0]][other[1]]


# A hand as it is set, the line that did it and why; and each other way with the line that dropped it and why.
_Made: TypeAlias = tuple[_Division, str, str, tuple[tuple[_Division, str, str], ...]]
# By hand and what the lists of a way say of it: the switches that were asked, with their answers, and what that came to.
_DECIDED: dict[tuple[Four, tuple[object, ...]], list[tuple[tuple[tuple[str, bool], ...], _Made]]] = {}

_POINTS = tuple(tuple(made_of(one, other) for other in KINDS) for one in KINDS)
_SINGLE = tuple(kind.single_rank for kind in KINDS)
_TEEN, _DAY = 1, 2
_NAMED_WITH = {9: "Wong", 8: "Gong", 7: "High Nine"}
_COUNT = tuple(0 if kind.wild else kind.count for kind in KINDS)  # a lone Gee Jun completes no named hand


def _ordered(hand: Hand) -> Hand:
    """The better tile first."""
    one, other = hand
    return hand if _SINGLE[one] <= _SINGLE[other] else (other, one)


def _best(hand: Hand) -> int:
    return min(_SINGLE[hand[0]], _SINGLE[hand[1]])


def _companion(hand: Hand) -> int:
    """9, 8 or 7 where the hand is a Wong, Gong or High Nine; else 0."""
    one, other = hand
    if one in (_TEEN, _DAY) and _COUNT[other] in _NAMED_WITH:
        return _COUNT[other]
    if other in (_TEEN, _DAY) and _COUNT[one] in _NAMED_WITH:
        return _COUNT[one]
    return 0


def matching(word: str, gee_jun_is_six: bool = False) -> list[int]:
    """The kinds a word of the book's notation stands for."""
    found: list[int] = []
    for part in word.split("|"):
        exact = [kind.index for kind in KINDS if kind.code == part and not part.isdigit()]
        found += exact or [kind.index for kind in KINDS if str(kind.count) == part and not kind.wild]
        if part == "6" and gee_jun_is_six:
            found.append(0)
        assert found, f"{word!r} names no tile"
    return found


def _every(pattern: str, gee_jun_is_six: bool = False) -> Iterator[tuple[int, ...]]:
    """The sets of kinds a pattern stands for, each in order of rank; two like words mean two different kinds."""
    for chosen in product(*(matching(word, gee_jun_is_six) for word in pattern.split())):
        if len(set(chosen)) == len(chosen):
            yield tuple(sorted(chosen))


@dataclass
class HouseWay:
    never_split: Sequence[str]
    splits: Mapping[str, str]  # by the pair's kinds: "T D" to "9 8|7|6|5|4, 8 8|7|6|5|4"
    closeness: Mapping[str, str]  # X1 to X7: "H10 L10 11 7|8: 0/8 0/9"
    high_tile_high: Mapping[str, str]  # "H8 L8 9 H10: H8 low"
    high_tile_low: Mapping[str, str]
    switches: Switches = Switches()
    _set: dict[Four, _Made] = field(default_factory=dict)

    def __post_init__(self) -> None:
        like_six = self.switches.gee_jun_splits
        self._kept = {index for code in self.never_split for index in matching(code)}
        self._split: dict[int, set[tuple[int, ...]]] = {}
        for codes, listed in self.splits.items():
            for pair in codes.split():
                for index in matching(pair):
                    six = like_six and index in (_TEEN, _DAY)
                    ways = {way for pattern in listed.split(",") for way in _every(pattern, six)}
                    self._split[index] = {way for way in ways if index not in way}
        self._close: dict[tuple[int, ...], tuple[str, tuple[tuple[int, int], ...]]] = {}
        for name, text in self.closeness.items():
            pattern, _, plays = text.partition(":")
            values = tuple((int(high), int(low)) for low, _, high in (play.partition("/") for play in plays.split()))
            for four in _every(pattern, self.switches.gee_jun_excepted and "H10 L10 6" in pattern):
                self._close[four] = (f"5.4-{name}", values)
        self._placed: dict[tuple[int, ...], tuple[str, int, str]] = {}
        for line, listed_by in (("5.5", self.high_tile_high), ("5.6", self.high_tile_low)):
            for name, text in listed_by.items():
                pattern, _, placing = text.partition(":")
                tile, side = placing.split()
                for four in _every(pattern):
                    self._placed[four] = (f"{line}-{name}", matching(tile)[0], side)

    def set(self, tiles: Sequence[Tile]) -> Set:
        """The one setting of these four tiles, the line that decided, and why the others were not taken."""
        chosen, rule, why, dropped = self.decide(four_of(kinds(tiles)))
        others = tuple(Dropped(_with_tiles(one, tiles), line, because) for one, line, because in dropped)
        return Set(_with_tiles(chosen, tiles), rule, why, others)

    def decide(self, four: Four) -> _Made:
        """The same by kinds alone, remembered: 35,960 hands are 3,620 by kind."""
        known = self._set.get(four)
        if known is None:
            known = self._set[four] = self._as_others_do(four)
        return known

    def _as_others_do(self, four: Four) -> _Made:
        """One hand, decided once for every way whose lists say the same of it and whose switches answer alike what it asks."""
        alike = _DECIDED.setdefault((four, self._listed(four)), [])
        for asked, made in alike:
            if all(getattr(self.switches, name) is answer for name, answer in asked):
                return made
        decision = _Decision(self, four)
        made = decision.made()
        alike.append((tuple(decision.asked.items()), made))
        return made

    def _listed(self, four: Four) -> tuple[object, ...]:
        """All that the lists of this way say of a hand."""
        a, b, c, d = four
        pair = a if a == b else b if b == c else c if c == d else -1
        if pair < 0:
            return self._close.get(four), self._placed.get(four)
        others = tuple(kind for kind in four if kind != pair)
        return pair in self._kept, others in self._split.get(pair, ())


def four_of(of: Sequence[Kind]) -> Four:
    a, b, c, d = sorted(kind.index for kind in of)
    return a, b, c, d


def _with_tiles(division: _Division, tiles: Sequence[Tile]) -> Setting:
    """The division in these very tiles, the better tile of each hand first."""
    left: dict[int, list[Tile]] = {}
    for tile in tiles:
        left.setdefault(tile.kind.index, []).append(tile)
    (a, b), (c, d) = division.high, division.low
    return Setting((left[a].pop(0), left[b].pop(0)), (left[c].pop(0), left[d].pop(0)))


class _Decision:
    """One hand on its way down the lines of the appendix."""

    def __init__(self, way: HouseWay, four: Four) -> None:
        a, b, c, d = four
        self.way, self.four = way, four
        divided = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        self.left: list[_Division] = [_Division(*hands) for hands in dict.fromkeys(divided)]
        self.dropped: list[tuple[_Division, str, str]] = []
        self.rule = self.why = ""
        self.excepted = ""  # a printed exception has spoken: its label stays
        self._teen_and_day = _TEEN in four and _DAY in four
        self.asked: dict[str, bool] = {}  # the switches that this hand met, and how they stood

    def _reads(self, switch: str) -> bool:
        """How a doubtful passage is read, where a hand comes to it."""
        self.asked[switch] = getattr(self.way.switches, switch)
        return self.asked[switch]

    def made(self) -> _Made:
        self._decide()
        return self.left[0], self.excepted or self.rule, self.why, tuple(self.dropped)

    def _keep(self, rule: str, why: str, wanted: Callable[[_Division], bool], against: str = "") -> bool:
        """Drops what a line speaks against, if it leaves anything; True once a single strength is left. ``against`` says why
        a way was dropped where that is not said by why the others stay."""
        kept = [one for one in self.left if wanted(one)]
        if kept and len(kept) < len(self.left):
            self.dropped += [(one, rule, against or why) for one in self.left if one not in kept]
            self.left = kept
        return self._decided(rule, why)

    def _decided(self, rule: str, why: str) -> bool:
        if any(one.strengths != self.left[0].strengths for one in self.left[1:]):
            return False
        self.rule, self.why = rule, self.why or why
        return True

    def _decide(self) -> None:
        a, b, c, d = self.four
        pairs = [one for one, other in ((a, b), (b, c), (c, d)) if one == other]
        if len(pairs) == 2:
            self._keep("1", "two pairs are played as two hands", lambda one: one.high[0] == one.high[1])
        elif pairs:
            self._pair(pairs[0])
        elif not self._named_hand():
            self._points()

    def _pair(self, pair: int) -> None:
        """Lines 2 and 3: pairs kept, and pairs split with certain tiles."""
        name = KINDS[pair].name

        def together(one: _Division) -> bool:
            return one.high[0] == one.high[1] == pair

        if pair in self.way._kept:
            self._keep("2", f"a pair of {name} is never split", together)
            return
        others = tuple(kind for kind in self.four if kind != pair)
        if others in self.way._split.get(pair, ()):  # a pair that no list names is kept
            with_them = " and ".join(KINDS[kind].code for kind in others)
            self._keep("3-split", f"{name} are split with {with_them}", lambda one: not together(one))
        else:
            self._keep("3-keep", f"the list that splits {name} does not name the other two tiles", together)

    def _named_hand(self) -> bool:
        """Lines 4.1 to 5.3: a Wong, Gong or High Nine on the high hand. False where none can be made."""
        if not any(_companion(one.high) for one in self.left):
            return False
        if self._keep("4.1", "a Wong, Gong or High Nine is played", lambda one: _companion(one.high) > 0):
            return True
        counts = {_companion(one.high) for one in self.left}
        lead = {one.high[0] if one.high[0] in (_TEEN, _DAY) else one.high[1] for one in self.left}
        rest = {_COUNT[kind] for kind in self.four if kind not in lead} - counts
        if 9 in counts and len(counts) > 1 and rest == {11}:
            self._keep("5.1", "with 11 as the fourth tile a Wong is played", lambda one: _companion(one.high) == 9)
        elif counts == {8, 7} and rest == {4}:
            self._keep("5.3", "with a four as the fourth tile a Gong is played", lambda one: _companion(one.high) == 8)
        if self.rule:
            return True
        lowest = min(_companion(one.high) for one in self.left)
        if self._keep(
            "4.2", "High Nine comes before Gong, and Gong before Wong", lambda one: _companion(one.high) == lowest
        ):
            return True
        if self._teen_and_day:
            if not self._reads("teen_leads") and self._two_names():
                return True
            if self._keep("4.3", "Teen is played on the high hand", lambda one: _TEEN in one.high):
                return True
        self._keep("5.2", "the better of two like tiles is left for the low hand", self._spares_the_better)
        return True

    def _two_names(self) -> bool:
        """Read otherwise, 4.2 chooses Teen's own hand where Day makes one too."""
        if not all(_companion(one.low) for one in self.left):
            return False
        latest = min(_companion(one.high if _TEEN in one.high else one.low) for one in self.left)
        return self._keep(
            "4.2",
            "Teen's own hand is the High Nine before the Gong, and the Gong before the Wong",
            lambda one: _companion(one.high if _TEEN in one.high else one.low) == latest,
        )

    def _spares_the_better(self, one: _Division) -> bool:
        """Teen or Day takes the lower of two eights or two sevens."""
        company = next(kind for kind in one.high if kind not in (_TEEN, _DAY))
        return company == max(kind for kind in self.four if _COUNT[kind] == _COUNT[company])

    def _points(self) -> None:
        """Lines 5.2 and 5.4 to 5.6: hands that are worth their points."""
        if (
            self._teen_and_day
            and self._reads("teen_day_apart")
            and self._keep(
                "5.2", "Teen and Day do not go into one hand", lambda one: (_TEEN in one.high) != (_DAY in one.high)
            )
        ):
            return
        named = self.way._close.get(self.four)
        if named is not None:
            rule, values = named
            self.excepted = rule
            self.why = "the printed exception gives the values of both hands"
            if self._keep(rule, self.why, lambda one: one.values in values):
                return
        elif self._closest():
            return
        self._placement()

    def _closest(self) -> bool:
        """5.4: hands close together, unless they can be set higher."""
        better = [
            one
            for one in self.left
            if not any(
                other.values != one.values and other.values[0] >= one.values[0] and other.values[1] >= one.values[1]
                for other in self.left
            )
        ]
        if self._keep(
            "5.4",
            "both hands together cannot be set higher",
            lambda one: one in better,
            "another setting is higher on one hand and no lower on the other",
        ):
            return True
        gap = min(one.values[0] - one.values[1] for one in self.left)
        return self._keep(
            "5.4",
            "these hands lie closest together",
            lambda one: one.values[0] - one.values[1] == gap,
            "other hands lie closer together",
        )

    def _placement(self) -> None:
        """5.5 and 5.6: the same points made in two ways; where the high tile goes."""
        best, second = sorted(self.four, key=lambda kind: _SINGLE[kind])[:2]

        def apart(one: _Division) -> bool:
            return (best in one.high) != (second in one.high)

        named = self.way._placed.get(self.four)
        if named is not None:
            rule, tile, side = named
            self.excepted = rule
            self.why = f"the printed exception puts {KINDS[tile].code} on the {side} hand"
            if self._keep(rule, self.why, lambda one: (tile in one.high) == (side == "high")):
                return
        if self._reads("two_best_apart") and self._keep("5.2", "two high tiles do not go into one hand", apart):
            return
        on_high = self.left[0].values[0] >= 8
        line, where = ("5.5", "high") if on_high else ("5.6", "low")
        if self._keep(line, f"the high tile goes on the {where} hand", lambda one: (best in one.high) == on_high):
            return
        parted = self._reads("rest_apart")
        self._keep(
            "5.2-residual", "no line places the tiles; the two best are parted", lambda one: apart(one) == parted
        )


def every_four() -> Iterator[tuple[Four, int]]:
    """Every hand by kinds, and in how many ways four tiles make it: 3,620 kinds of hand, 35,960 hands."""
    for four in combinations_with_replacement(range(len(KINDS)), 4):
        counts = [four.count(kind) for kind in set(four)]
        if max(counts) <= 2:
            weight = 1
            for count in counts:
                weight *= 2 if count == 1 else 1
            yield four, weight


def tiles_of(four: Four) -> tuple[Tile, ...]:
    """One hand of these kinds."""
    return tuple(TILES[2 * kind + (n > 0 and four[n - 1] == kind)] for n, kind in enumerate(four))
