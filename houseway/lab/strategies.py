"""Strategies of somebody's own: from a small file, or any function of a situation; valued, costed and simulated.

A file says how a game is played in words that the game documents (``houseway strategy BOOK --as-file`` prints one to begin
from). A function is given a ``Situation`` and returns what it chooses. The game's ``figures/strategies.py`` asks it about
everything there is to decide, and values what comes of it as it values the best play.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.complaint import BadInput, Complaint
from houseway.forms import digest
from houseway.lab.modules import figures
from houseway.odds.distribution import WagerOdds
from houseway.odds.own_play import Choose, Cost, OwnPlay
from houseway.play.surfaces import surface_of

if TYPE_CHECKING:
    from houseway.lab.exact import Study

MOST_LINES = 100_000  # characters of a file


class NoStrategies(Complaint, LookupError):
    """Nothing is decided in this game, or nobody has written down how it is asked."""


@dataclass(frozen=True)
class Strategy:
    """How somebody plays: what a file says, or a function.

    >>> raises = Strategy("from six", {"raise": "from spread 6"})
    >>> raises
    Strategy('from six')
    """

    name: str
    doc: Mapping[str, Any] = field(default_factory=dict)
    choose: Choose | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"Strategy({self.name!r})"

    @cached_property
    def key(self) -> str:
        """Tells strategies apart."""
        return digest(["strategy", self.name, _plain(self.doc), id(self.choose) if self.choose is not None else 0])

    @property
    def travels(self) -> bool:
        """Whether another process can make it again."""
        return self.choose is None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def strategy(source: Strategy | Choose | Mapping[str, Any] | str | Path, name: str = "") -> Strategy:
    """A strategy from a file (.toml, or .py with a function ``choose``), from what such a file says, or from a function.

    >>> strategy({"raise": "never"}, "cautious")
    Strategy('cautious')
    >>> strategy(lambda asked: "raise" if asked.spread > 8 else "no raise", "bold")
    Strategy('bold')
    """
    if isinstance(source, Strategy):
        return source
    if isinstance(source, Mapping):
        return Strategy(name or str(source.get("name", "own")), {k: v for k, v in source.items() if k != "name"})
    if callable(source):
        return Strategy(name or getattr(source, "__name__", "own").replace("_", " "), choose=source)
    return _from_file(Path(source), name)


def looks_like_a_file(text: str) -> bool:
    """Whether somebody names a file, and not a way of playing that the game knows."""
    return bool(re.search(r"\.(toml|py)$", text))


def _from_file(path: Path, name: str) -> Strategy:
    if path.suffix not in (".toml", ".py"):
        raise BadInput(f"{path}: a strategy is a file that ends in .toml or .py")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as wrong:
        raise BadInput(f"{path}: {getattr(wrong, 'strerror', None) or 'it cannot be read'}") from None
    if len(text) > MOST_LINES:
        raise BadInput(f"{path}: {len(text):,} characters are more than a strategy has; at most {MOST_LINES:,}")
    if path.suffix == ".py":
        _function(text, str(path))
        return Strategy(name or path.stem.replace("_", " "), {"python": text})
    try:
        doc = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise BadInput(f"{path}: {wrong}") from None
    return Strategy(name or str(doc.pop("name", path.stem.replace("_", " "))), doc)


def _function(text: str, where: str = "strategy") -> Choose:
    """The function of a Python file. It is somebody's own program, run as any other that they run."""
    space: dict[str, Any] = {"__name__": "strategy"}
    try:
        exec(compile(text, where, "exec"), space)
    except Exception as wrong:
        raise BadInput(f"{where}: {type(wrong).__name__}: {wrong}") from None
    choose = space.get("choose")
    if not callable(choose):
        raise BadInput(f"{where}: it has no function choose(situation)")
    found: Callable[[Any], str | None] = choose
    return found


def own_play(game: str) -> OwnPlay:
    """What a game knows of strategies."""
    module = figures(game, "strategies")
    if module is None:
        raise NoStrategies(
            f"{game.replace('_', ' ')}: players decide nothing that a strategy could say; see houseway odds"
        )
    return surface_of(OwnPlay, module)


@dataclass(frozen=True)
class Made:
    """A strategy as a game has made it its own."""

    of: Study
    strategy: Strategy
    play: OwnPlay
    made: Any

    def odds(self) -> list[WagerOdds]:
        """What it is worth."""
        return self.play.odds(self.of.edition.terms, self.of.shoe, self.made, self.strategy.name)

    def costs(self) -> list[Cost]:
        """What it gives away, decision by decision, the dearest first."""
        found = self.play.costs(self.of.edition.terms, self.of.shoe, self.made)
        return sorted(found, key=lambda one: (-float(one.total), -float(one.chance)))

    def kernels(self) -> list[Any]:
        """It as the simulator plays it."""
        module: Any = figures(self.of.book.game, "kernel")
        found: list[Any] = module.own_kernels(self.of.edition.terms, self.of.shoe, self.made, self.strategy.name)
        return found

    def answers(self) -> Callable[..., Any]:
        """What it answers the script, prompt by prompt."""
        return self.play.answers(self.of.edition.terms, self.of.shoe, self.made)


_MADE: dict[tuple[str, str, str], Made] = {}


def made_for(of: Study, own: Strategy) -> Made:
    """A strategy put to the game of a study; refused where it does not cover something that can come."""
    key = (of.edition.digest, str(of.shoe), own.key)
    if key not in _MADE:
        play = own_play(of.book.game)
        terms, shoe = of.edition.terms, of.shoe
        _known_keys(own, play, of)
        choose = own.choose
        if choose is None:
            choose = _function(own.doc["python"], own.name) if "python" in own.doc else play.read(terms, shoe, own.doc)
        try:
            made = play.made(terms, shoe, choose)
        except Complaint:
            raise
        except Exception as wrong:
            if own.choose is None and "python" not in own.doc:
                raise
            raise BadInput(f"the strategy {own.name!r} failed: {type(wrong).__name__}: {wrong}") from wrong
        if len(_MADE) > 32:
            _MADE.clear()
        _MADE[key] = Made(of, own, play, made)
    return _MADE[key]


def _known_keys(own: Strategy, play: OwnPlay, of: Study) -> None:
    known = {*play.KEYS, "game", "python"}
    if strange := [name for name in own.doc if name not in known]:
        listed = "; ".join(f"{name}: {words}" for name, words in play.KEYS.items())
        raise BadInput(f"a strategy of {of.book.title} says nothing of {strange[0]!r}; it may say {listed}")
    game = str(own.doc.get("game", of.book.game)).replace(" ", "_").replace("-", "_").lower()
    if game != of.book.game:
        raise BadInput(f"the strategy {own.name!r} is for {game.replace('_', ' ')}, not for {of.book.title}")


def best_file(of: Study) -> str:
    """The best play as a file, to begin from."""
    play = own_play(of.book.game)
    game = of.book.game.replace("_", " ")
    return f'name = "mine"\ngame = "{game}"\n' + play.best_file(of.edition.terms, of.shoe) + "\n"
