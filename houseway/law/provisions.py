"""Provisions: what a book provides, listed: every value by name, with its kind, what it may be, and the words it rests on.

This is what ``--set`` and the controls of a study take. A table is listed entry by entry, since each can be set by itself.
"""

from __future__ import annotations

import enum
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Any

from houseway.forms import hints_of, write
from houseway.law.changes import spelled
from houseway.law.clause import NO_CLAUSE, Basis, Provision
from houseway.law.provision_names import group_kind, provision_kind
from houseway.law.ranges import MOST, fixed_at, limits_of
from houseway.law.rulebook import Edition, Rulebook
from houseway.money import Odds

NUMBER, ODDS, SHARE, CHOICE, WORDS, LIST, TEXT = "whole number", "odds", "share", "choice", "words", "list", "text"
SEVERAL = "several values"  # which only a notice can set
NOTHING = "nothing"  # a provision that only names its clauses
_PLAIN: dict[Any, str] = {type(None): NOTHING, int: NUMBER, Fraction: SHARE, Odds: ODDS, str: WORDS}

MOST_DECKS = 100


@dataclass(frozen=True)
class Provided:
    """One value that a book provides, or one entry of a table."""

    name: str  # as --set takes it: "spread_pays.1"
    kind: str
    value: str  # as --set takes it
    low: str = ""
    high: str = ""  # nothing where there is no end that anybody would meet
    options: tuple[str, ...] = ()
    words: str = ""  # the heading of the clause it rests on
    by: Basis = NO_CLAUSE
    policy: bool = False  # the text leaves it to the house

    @property
    def range(self) -> str:
        """What it may be, in words."""
        if self.options:
            return " | ".join(self.options)
        if self.low:
            return f"{self.low} to {self.high}" if self.high else f"from {self.low}"
        return {ODDS: "such as 5 to 1", LIST: "words, a comma or a blank between them"}.get(self.kind, "")

    @property
    def document(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind,
            "value": self.value,
            "low": self.low or None,
            "high": self.high or None,
            "options": list(self.options),
            "words": self.words,
            "clauses": [clause.number for clause in self.by.clauses],
            "readings": list(self.by.readings),
            "policy": self.policy,
        }


def sort_of(kind: Any) -> tuple[str, tuple[str, ...]]:
    """What sort of value a kind is, for ``--set``, for the controls of a study and for the form of a draft alike; and what it may
    be, where that is a choice."""
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return CHOICE, tuple(str(one.value) for one in kind)
    if kind is bool:
        return CHOICE, ("yes", "no")
    if kind in _PLAIN:
        return _PLAIN[kind], ()
    if typing.get_origin(kind) is tuple:
        return LIST, ()
    return SEVERAL if is_dataclass(kind) and not hasattr(kind, "parse") else TEXT, ()


def provided(book: Rulebook[Any], edition: Edition[Any]) -> list[Provided]:
    """Everything an edition provides that has a value; what it is silent on has none."""
    return list(_group(book, type(edition.terms), edition.terms, ""))


def _group(book: Rulebook[Any], kind: Any, terms: Any, group: str) -> Iterator[Provided]:
    hints = hints_of(kind)
    for item in fields(kind):
        found = getattr(terms, item.name)
        leaf = provision_kind(hints[item.name])
        if found is None:
            continue
        if leaf is None:
            inner = group_kind(hints[item.name])
            assert inner is not None
            yield from _group(book, inner[0], found, f"{group}{item.name}.")
        elif leaf[0] is not type(None):
            first = next((words for clause in found.by.clauses if (words := book.words_of(clause))), None)
            heading = first.title if first is not None else ""
            yield from _entries(f"{group}{item.name}", leaf[0], found.value, found, heading, kind, item.name)


def _entries(
    name: str, kind: Any, value: Any, provision: Provision[Any], heading: str, group: Any, own: str
) -> Iterator[Provided]:
    if typing.get_origin(kind) is dict and isinstance(value, Mapping):
        for key, item in value.items():
            inner = typing.get_args(kind)[1]
            yield from _entries(f"{name}.{write(key)}", inner, item, provision, heading, group, own)
        return
    about: dict[str, Any] = {"words": heading, "by": provision.by, "policy": provision.policy}
    sort, options = sort_of(kind)
    if isinstance(getattr(value, "count", None), int):  # so many decks
        yield Provided(name, NUMBER, str(value.count), "1", str(MOST_DECKS), **about)
    elif sort == CHOICE:
        yield Provided(name, sort, spelled(write(value)), options=options, **about)
    elif sort in (NUMBER, SHARE):
        low, high = limits_of(group, own, sort == SHARE)
        yield Provided(name, sort, str(value), str(low), "" if high >= MOST else str(high), **about)
    elif sort == ODDS:
        yield Provided(name, sort, str(value), options=(str(value),) if fixed_at(group, own) else (), **about)
    elif sort == LIST:
        yield Provided(name, sort, _listed(write(value)), **about)
    elif sort == SEVERAL:
        yield Provided(name, sort, spelled(write(value)), **about)
    else:
        plain = write(value)
        yield Provided(name, sort, "" if plain is None else str(plain), **about)


def _listed(items: list[Any]) -> str:
    """A list as --set takes it: a comma after each, where one of them has a blank in it."""
    text = ", ".join(map(str, items))
    return f"{text}," if len(items) == 1 and " " in text else text
