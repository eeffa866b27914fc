"""Surface: what a game's analysis and its kernel may bring. docs/analysis.md tells each; only ``wagers`` is needed.

``terms`` is the game's own, ``shoe`` what is left of one, ``given`` what a study supposes beside the rules, and is passed
only where it supposes something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from houseway.kit.shoe import Shoe
from houseway.odds.distribution import WagerOdds
from houseway.odds.drill import Question
from houseway.odds.joint import Joint
from houseway.odds.one_draw import OneDraw
from houseway.play.script import Round

Row = dict[str, Any]  # a decision, or a part of a sheet, as a table shows it


class Wagers(Protocol):
    def __call__(self, terms: Any, shoe: Shoe | None = None, /, *given: Mapping[str, str]) -> list[WagerOdds]: ...


class Decisions(Protocol):
    def __call__(self, terms: Any, shoe: Shoe | None = None, /, *given: Mapping[str, str]) -> Iterable[Row]: ...


class Choices(Protocol):
    def __call__(
        self, terms: Any, cards: Sequence[int], up: int, shoe: Shoe | None = None, seen: Sequence[int] = (), /
    ) -> Row: ...


@dataclass(frozen=True)
class Analysis:
    wagers: Wagers
    UNIT: int = 100  # cents of the one unit that figures are per
    GIVEN: tuple[str, ...] = ()
    METHOD: str = ""
    MOVES: tuple[str, ...] = ()
    HANDS: Mapping[str, str] = field(default_factory=dict)
    live: Callable[[Any, Shoe | None], list[WagerOdds] | None] | None = None
    old_play: Callable[[Any, Any], list[WagerOdds]] | None = None
    par: Callable[[Any, list[WagerOdds]], dict[str, Any]] | None = None
    slip: Callable[[Any, str], WagerOdds] | None = None
    begin: Callable[[Any], Callable[[], Round]] | None = None
    table_of: Callable[[Any], OneDraw] | None = None
    decisions: Decisions | None = None
    chart: Callable[[Any, Shoe | None, str, str], Any] | None = None
    choices: Choices | None = None
    drill: Callable[[Any, Shoe | None, Callable[[int], int]], Question] | None = None
    last_hand: Callable[[Any, Shoe | None], Joint] | None = None


@dataclass(frozen=True)
class FastForm:
    """What a game's kernel brings to whoever simulates."""

    kernels: Callable[[Any, Shoe | None], list[Any]]
    day: Callable[[Any, int, int], Any] | None = None  # so many games of a day, from a seed
