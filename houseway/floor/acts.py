"""Acts: what can be done at a table. The acts of a chapter come with it.

Most acts are done at any table. A chapter of a book brings its own, and may do one of the others its own way: at terminals a
player leaves by being paid out. Every act of a chapter is given the chapter, so it need not ask whether there is one; at a
table whose book has no such chapter the act is refused, in the words of the module that would do it. All of this is settled
once for each edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from houseway.play.chapters import Chapters
from houseway.play.decision import Decision, Refused
from houseway.play.general import General

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

R = TypeVar("R")

Act: TypeAlias = "Callable[[Table, Draft, Order], Decision]"
ActOf: TypeAlias = "Callable[[Table, Draft, Order, R], Decision]"


class Brings(Protocol):
    """A chapter's acts, whatever the chapter is."""

    def absent(self) -> dict[str, Act]: ...

    def present(self, chapters: Chapters) -> dict[str, Act]: ...


@dataclass(frozen=True)
class ActsOf(Generic[R]):
    chapter: Callable[[Chapters], R | None]
    without: Callable[[General, str], Refused]  # what is said to an act where the book has no such chapter
    acts: Mapping[str, ActOf[R]]

    def absent(self) -> dict[str, Act]:
        return {name: self._refusing(name) for name in self.acts}

    def present(self, chapters: Chapters) -> dict[str, Act]:
        rules = self.chapter(chapters)
        return {} if rules is None else {name: _given(act, rules) for name, act in self.acts.items()}

    def _refusing(self, name: str) -> Act:
        return lambda table, draft, order: self.without(table.general, name)


def _given(act: ActOf[R], rules: R) -> Act:
    return lambda table, draft, order: act(table, draft, order, rules)


def acts_by(chapters: Chapters, core: Mapping[str, Act], brought: Iterable[Brings]) -> dict[str, Act]:
    """Every act by its name, as a table of a book with these chapters does it."""
    brought = tuple(brought)
    found: dict[str, Act] = {}
    for one in brought:
        found = one.absent() | found  # the first to speak of an act says why there is none
    found |= core
    for one in brought:
        found |= one.present(chapters)
    return found
