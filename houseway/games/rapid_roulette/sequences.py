"""Sequence bets: Double, Treble and Quad name one number for each of two, three or four spins.

A wager on one lies on ``double:17/5`` in the period of its first spin. If it is not decided by that spin it runs on, and
from then on it is called ``double:17/5#418``, by the spin it began with: nothing can be added to it or taken off, and the
same numbers may be wagered on anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from houseway.games.rapid_roulette.terms import SequenceReading, Sequences
from houseway.kit.spots import Spot, layout
from houseway.money import Odds
from houseway.play.layout import LOSES, Result
from houseway.play.wagers import Wager
from houseway.values import value

LENGTHS = {"double": 2, "treble": 3, "quad": 4}


@value
class Running:
    """A sequence wager between two of its spins."""

    wager: Wager  # on "double:17/5#418"
    numbers: tuple[int, ...]
    came: tuple[int, ...]  # the numbers of its spins so far

    @property
    def kind(self) -> str:
        return self.wager.spot.partition(":")[0]

    @property
    def next_number(self) -> int:
        return self.numbers[len(self.came)]

    def under(self, player: str) -> Running:
        """The same under another name."""
        return replace(self, wager=replace(self.wager, player=player))


@lru_cache(maxsize=65536)
def numbers_of(spot: str) -> tuple[int, ...] | None:
    """The numbers a sequence bet names, in order; None for anything that is no sequence bet."""
    kind, _, rest = spot.partition(":")
    if kind not in LENGTHS:
        return None
    parts = rest.split("/")
    if len(parts) != LENGTHS[kind] or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        return None
    numbers = tuple(int(part) for part in parts)
    plain = all(str(number) == part for number, part in zip(numbers, parts, strict=True))
    return numbers if plain and max(numbers) <= 36 else None


class Bets(Mapping[str, Spot]):
    """Every bet of the game by name. The 157 of one spin are listed, and an example of each sequence; all two million
    sequences are known."""

    _examples = ("double:0/36", "treble:1/2/3", "quad:4/4/4/4")

    def __getitem__(self, name: str) -> Spot:
        spot = layout().get(name)
        if spot is not None:
            return spot
        numbers = numbers_of(name)
        if numbers is None:
            raise KeyError(name)
        return Spot(name, name.partition(":")[0], numbers, 0, 0)

    def __contains__(self, name: object) -> bool:
        return name in layout() or (isinstance(name, str) and numbers_of(name) is not None)

    def __iter__(self) -> Iterator[str]:
        yield from layout()
        yield from self._examples

    def __len__(self) -> int:
        return len(layout()) + len(self._examples)


BETS = Bets()


def outcome(
    odds: tuple[Odds, ...], reading: SequenceReading, numbers: tuple[int, ...], came: tuple[int, ...]
) -> Odds | Result | None:
    """What a sequence comes to after the spins so far; None while it runs."""
    hits = [named == number for named, number in zip(numbers, came, strict=False)]
    run = hits.index(False) if False in hits else len(hits)
    if run == 0:
        return LOSES
    last = len(came) == len(numbers)
    if reading is SequenceReading.RUN:
        return odds[run - 1] if last or run < len(hits) else None
    if not last:
        return None
    return LOSES if any(hits[run:]) else odds[run - 1]


def odds_of(sequences: Sequences, kind: str) -> tuple[Odds, ...]:
    found: tuple[Odds, ...] = getattr(sequences, kind).value
    return found


def tagged(wager: Wager, spin: int) -> Wager:
    """The wager under the name it runs by."""
    if "#" in wager.spot:
        return wager
    return Wager(wager.player, wager.area, f"{wager.spot}#{spin}", wager.cents)
