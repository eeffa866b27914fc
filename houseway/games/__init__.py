"""Games: one folder per game. Nothing is registered; a folder with a ``GAME`` in it is a game of the house."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from houseway.complaint import Complaint
from houseway.law.library import Shelf
from houseway.law.rulebook import Rulebook
from houseway.play.script import Game

_HERE = Path(__file__).parent


class NoSuchBook(Complaint, LookupError):
    """No rulebook has that id."""


@cache
def names() -> tuple[str, ...]:
    """The games of the house, by folder."""
    return tuple(sorted(path.parent.name for path in _HERE.glob("*/__init__.py")))


@cache
def game(name: str) -> Game[Any, Any]:
    found: Game[Any, Any] = import_module(f"houseway.games.{name}").GAME
    return found


def folder(name: str) -> Path:
    return _HERE / name


@cache
def shelf(name: str) -> dict[str, Rulebook[Any]]:
    """The books of one game; a book that is incomplete is refused here."""
    return Shelf(name, game(name).terms, _HERE / name / "books").load()


@cache
def library() -> dict[str, Rulebook[Any]]:
    """Every book of the house by id."""
    return {id: book for name in names() for id, book in shelf(name).items()}


@cache
def _found(id: str) -> Rulebook[Any] | None:
    """A book by its id; only the shelf whose files name it is opened."""
    for name in names():
        for path in (_HERE / name / "books").glob("*.toml"):
            if f'id = "{id}"' in path.read_text(encoding="utf-8") and id in shelf(name):
                return shelf(name)[id]
    return None


def book(id: str) -> tuple[Rulebook[Any], str]:
    """The rulebook of an id, and the variant named with a plus: ``act-1992-blackjack+triple-play``."""
    base, _, variant = id.partition("+")
    found = _found(base)
    if found is None:
        import difflib

        close = difflib.get_close_matches(base, library(), n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(close)}?" if close else f"known are {', '.join(library())}"
        raise NoSuchBook(f"no rulebook is called {id!r}; {hint}")
    if variant and variant not in found.variants:
        known = ", ".join(f"{base}+{name}" for name in found.variants) or "it has none"
        raise NoSuchBook(f"{base} has no variant {variant!r}; {known}")
    return found, variant
