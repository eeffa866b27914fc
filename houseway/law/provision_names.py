"""Provision names: what a game's terms ask a book for, by dotted name, and the kind of value of each.

Terms are dataclasses of provisions and of groups of them; everything here is read from their types, so that a book, a draft and
a study all go by one list.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias

from houseway.forms import Misread, hints_of
from houseway.law.clause import Provision
from houseway.law.roles import PARTS
from houseway.law.shape import LEAF
from houseway.values import derived

Tree = dict[str, Any]  # provisions by dotted group, as a book file tells them


def provision_kind(hint: Any) -> tuple[Any, bool] | None:
    """The value kind of a ``Provision[...]`` hint and whether the book may be silent; None for anything else."""
    if typing.get_origin(hint) is Provision:
        return typing.get_args(hint)[0], False
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        for option in typing.get_args(hint):
            if typing.get_origin(option) is Provision:
                return typing.get_args(option)[0], True
    return None


def group_kind(hint: Any) -> tuple[Any, bool] | None:
    """The dataclass of a group of provisions, and whether a book may have none of it."""
    if is_dataclass(hint):
        return hint, False
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        for option in typing.get_args(hint):
            if is_dataclass(option):
                return option, True
    return None


def provision_at(terms: Any, name: str) -> Provision[Any] | None:
    """A provision of some terms by its dotted name; None where the book is silent on it."""
    for step in name.split("."):
        terms = getattr(terms, step, None)
    return terms if isinstance(terms, Provision) else None


Kinds: TypeAlias = tuple[tuple[Any, bool] | None, tuple[Any, bool] | None]


@cache
def kinds_of(terms: Any) -> Mapping[str, Kinds]:
    """By field of a Terms dataclass, what it is as a provision and what as a group of them."""
    return {name: (provision_kind(hint), group_kind(hint)) for name, hint in hints_of(terms).items()}


def names(terms: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Every provision a Terms dataclass asks for: dotted name, kind of value, may be silent."""
    return _listed(terms)


@cache
def _listed(terms: type) -> tuple[tuple[str, Any, bool], ...]:
    return tuple(_names(terms, ""))


def _names(terms: Any, group: str) -> Iterator[tuple[str, Any, bool]]:
    kinds = kinds_of(terms)
    for item in fields(terms):
        leaf, inner = kinds[item.name]
        if leaf is not None:
            yield group + item.name, leaf[0], leaf[1]
        elif inner is not None:
            yield from _names(inner[0], f"{group}{item.name}.")
        else:
            raise TypeError(f"{terms.__name__}.{item.name} is neither a Provision nor a group of them")


def flatten(terms: Any, tree: Tree, source: str, group: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The provisions of a file by dotted name, each checked to be one that the game knows."""
    kinds = kinds_of(terms)
    for name, item in tree.items():
        if name not in kinds:
            raise Misread(source, f"no provision is called {group + name!r}; {near(name, kinds)}")
        leaf, inner = kinds[name]
        if leaf is None and inner is not None:
            yield from flatten(inner[0], item, source, f"{group}{name}.")
            continue
        unknown = set(item) - LEAF
        if unknown:
            known = "clauses, value, reading, keep or whole, nor one of " + ", ".join(PARTS)
            raise Misread(source, f"{group + name}: {', '.join(sorted(unknown))} is not {known}")
        yield group + name, item


def worked_out(terms: Any, group: str = "") -> Iterator[tuple[str, Exception]]:
    """Whatever terms make of themselves, made: the name of each that cannot be, and why."""
    for name, made in vars(type(terms)).items():
        if isinstance(made, (cached_property, derived)):
            try:
                getattr(terms, name)
            except (ValueError, LookupError, AssertionError) as wrong:
                yield group + name, wrong
    for item in fields(terms):
        inner = getattr(terms, item.name)
        if is_dataclass(inner) and not isinstance(inner, Provision):
            yield from worked_out(inner, f"{group}{item.name}.")


def near(name: str, known: typing.Iterable[str]) -> str:
    import difflib

    options = list(known)
    short = {option.rsplit(".", 1)[-1]: option for option in options}
    close = [short.get(match, match) for match in difflib.get_close_matches(name, [*options, *short], n=4, cutoff=0.5)]
    return (
        f"did you mean {' or '.join(dict.fromkeys(close))}?" if close else f"houseway compare lists all {len(options)}"
    )
