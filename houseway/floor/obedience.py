"""Obedience: what becomes of the worked cases if a provision were another.

A value that no case would miss is cited and not obeyed. So each provision that has a value is changed in turn, as another gazette
might have it or by silence, and the cases that cite its clauses are told again by that law: one of them
must come out otherwise. Which change and which case is kept, so that the next look begins with them. What the changed house
cannot tell at all is no answer: a value that breaks the program proves nothing of the rule.
"""

from __future__ import annotations

import enum
import typing
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from houseway import games
from houseway.forms import digest, hints_of, write
from houseway.law.clause import Kind, Provision
from houseway.law.provision_names import names, provision_kind
from houseway.law.ranges import fixed_at
from houseway.law.rulebook import Edition, Rulebook
from houseway.money import Odds

if TYPE_CHECKING:  # a table to play at is made ready only where a case is played
    from houseway.floor.scenario import Case


class Change(NamedTuple):
    """One provision as another gazette might have it."""

    name: str  # "general.limits"
    number: int  # which of the values it might have instead


class Otherwise(NamedTuple):
    """A change, and a case that comes out otherwise by it."""

    name: str
    number: int
    case: str


UNTOLD = Otherwise("", 0, "")  # no other value lets the house tell a story at all; what is done has to be stated then

MOST_CASES = 16  # told again for one change, before the next is tried
MOST_CHANGES = 6  # tried for one provision


def others(value: Any, kind: Any) -> Iterator[Any]:
    """Values of the same kind that are not this one, the likeliest to be noticed first."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, enum.Enum):
        yield from (one for one in type(value) if one is not value)
    elif isinstance(value, int):
        yield from (
            other for other in dict.fromkeys((value + 1, max(value - 1, 0), 2 * value + 5, 0)) if other != value
        )
    elif isinstance(value, Fraction):
        yield from (other for other in (value / 2, (value + 1) / 2) if other != value)
    elif isinstance(value, Odds):
        yield Odds(value.wins + value.on, value.on)
    elif isinstance(value, str):
        known = typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ("OTHERWISE",)
        yield from (word for word in known if word != value)
        if type(None) in typing.get_args(kind):
            yield None
    elif isinstance(value, Mapping):
        yield from _other_tables(value, kind)
    elif isinstance(value, tuple):
        yield from _other_lists(value, kind)
    elif is_dataclass(value) or isinstance(value, msgspec.Struct):
        whole: Any = value
        kind_of: Any = type(value)
        hints = hints_of(kind_of)
        for item in fields(whole):
            for other in others(getattr(whole, item.name), hints[item.name]):
                yield replace(whole, **{item.name: other})


def _other_tables(table: Mapping[Any, Any], kind: Any) -> Iterator[Any]:
    inner = typing.get_args(kind)[1] if typing.get_args(kind) else Any
    changed = {key: next(others(item, inner), item) for key, item in table.items()}
    if changed != table:
        yield changed
    if table:
        yield {}


def _other_lists(listed: tuple[Any, ...], kind: Any) -> Iterator[Any]:
    inner = (typing.get_args(kind) or (Any,))[0]
    changed = tuple(next(others(item, inner), item) for item in listed)
    far = tuple(2 * item + 5 if type(item) is int else item for item in listed)
    for other in dict.fromkeys((changed, listed[:-1], listed[::-1], listed[1:], far)):
        if other != listed:
            yield other


def changes_to(terms: Any, name: str) -> Iterator[Any]:
    """The terms with one provision changed in every way that is tried."""
    yield from _changed(terms, name.split("."))


def _changed(terms: Any, path: list[str]) -> Iterator[Any]:
    head, *rest = path
    held = getattr(terms, head, None)
    if held is None:
        return
    group: Any = type(terms)
    hint = hints_of(group)[head]
    if rest:
        for inner in _changed(held, rest):
            yield replace(terms, **{head: inner})
        return
    leaf = provision_kind(hint)
    assert leaf is not None and isinstance(held, Provision)
    if fixed_at(group, head) is not None:  # no book can have another
        return
    elsewhere = [value for value in _elsewhere(head) if type(value) is type(held.value) and value != held.value]
    for other in (*others(held.value, leaf[0]), *elsewhere):
        yield replace(terms, **{head: replace(held, value=other)})
    if leaf[1]:  # a book may be silent on it
        yield replace(terms, **{head: None})


@cache
def _elsewhere(own: str) -> tuple[Any, ...]:
    """The values that provisions of this name have in the books of the house."""
    found: list[Any] = []
    for rulebook in games.library().values():
        if rulebook.missing:
            continue
        terms = rulebook.as_commenced().terms
        for name, _, _ in names(rulebook.terms):
            held = terms
            for part in name.split(".") if name.rpartition(".")[2] == own else ():
                held = getattr(held, part, None)
            if isinstance(held, Provision) and held.value not in found:
                found.append(held.value)
    return tuple(found)


@contextmanager
def law_changed(rulebook: Rulebook[Any], change: Change) -> Iterator[dict[str, Edition[Any] | None]]:
    """Within, the book provides otherwise, whoever asks it and for whatever moment. What it comes to is told by the digest of
    what it was; None where there is no such change."""
    real = Rulebook.at
    _elsewhere(change.name.rpartition(".")[2])  # what the books say is asked while they say it
    made: dict[str, Edition[Any] | None] = {}

    def at(
        self: Rulebook[Any], moment: datetime, policies: Mapping[str, Any] | None = None, variant: str = ""
    ) -> Edition[Any]:
        edition = real(self, moment, policies, variant)
        if self.id != rulebook.id:
            return edition
        if edition.digest not in made:
            other = next(
                (terms for n, terms in enumerate(changes_to(edition.terms, change.name)) if n == change.number), None
            )
            changed = None if other is None else digest([edition.book, write(other)])
            made[edition.digest] = None if changed is None else replace(edition, terms=other, digest=changed)
        return made[edition.digest] or edition

    Rulebook.at = at  # type: ignore[method-assign]
    try:
        yield made
    finally:
        Rulebook.at = real  # type: ignore[method-assign]


def valued(rulebook: Rulebook[Any]) -> dict[str, list[str]]:
    """By clause, the provisions resting on it that have a value, and so could be otherwise."""
    return {number: provisions for number, (provisions, _) in _resting(rulebook).items() if provisions}


def valueless(rulebook: Rulebook[Any]) -> dict[str, set[str]]:
    """By clause, the provisions resting on it that only say what is done."""
    return {number: set(provisions) for number, (_, provisions) in _resting(rulebook).items() if provisions}


def _resting(rulebook: Rulebook[Any]) -> dict[str, tuple[list[str], list[str]]]:
    """By enforced clause, the provisions that rest on it: with a value, and without."""
    kinds = {name: kind for name, kind, _ in names(rulebook.terms)}
    found: dict[str, tuple[list[str], list[str]]] = {}
    for clause, kind, _ in rulebook.clauses():
        for name, _, _ in rulebook.provisions_citing(clause.number) if kind is Kind.ENFORCED else ():
            provisions = found.setdefault(clause.number, ([], []))[kinds[name] is type(None)]
            if name not in provisions:
                provisions.append(name)
    return found


def noticed(
    rulebook: Rulebook[Any], cases: Mapping[str, Sequence[Case]], before: Mapping[str, Otherwise | None]
) -> dict[str, Otherwise]:
    """By clause, a change of a provision that rests on it, and a case citing it that comes out otherwise by that change. What
    was known before is looked at first; None there means that nothing was found among these cases."""
    found: dict[str, Otherwise] = {}
    told: dict[tuple[Change, str], bool | None] = {}
    for number, provisions in valued(rulebook).items():
        own = {case.id: case for case in cases.get(number, ())}
        if number in before:
            known = before[number]
            if known is None:
                continue
            if known == UNTOLD or (known.name in provisions and known.case in own and _still(rulebook, known, own)):
                found[number] = known
                continue
        soonest = sorted(own.values(), key=lambda case: (not _names(case, number), len(case.story)))[:MOST_CASES]
        for change in (Change(name, n) for n in range(MOST_CHANGES) for name in provisions):
            for case in soonest:
                if (change, case.id) not in told:
                    told[change, case.id] = otherwise(rulebook, change, case)
                if told[change, case.id] is not False:  # noticed; or it cannot be told, and the others cannot either
                    break
            else:
                continue
            if told[change, case.id]:
                found[number] = Otherwise(*change, case.id)
                break
        if number not in found and soonest and not any(told.get((Change(name, n), case.id)) is False for name in provisions
                                           for n in range(MOST_CHANGES) for case in soonest):  # fmt: skip
            found[number] = UNTOLD
    return found


def _still(rulebook: Rulebook[Any], known: Otherwise, cases: Mapping[str, Case]) -> bool:
    """Whether what was found before is still so: the house has changed since."""
    return otherwise(rulebook, Change(known.name, known.number), cases[known.case]) is True


def _names(case: Case, number: str) -> bool:
    """Whether a case says that it is about a clause."""
    marks = [line.partition("=>")[2].replace(",", " ").split() for line in case.story.splitlines()]
    return number in case.expect.get("clauses", ()) or any(number in mark for mark in marks)


def otherwise(rulebook: Rulebook[Any], change: Change, case: Case) -> bool | None:
    """Whether a case comes out otherwise where the book provides otherwise; None if there is no such change, or if the house
    cannot tell a story by it."""
    from houseway.floor import scenario

    with law_changed(rulebook, change) as made:
        verdict = scenario.run_case(case)
    if verdict.mistake or not made or all(edition is None for edition in made.values()):
        return None
    return not verdict.holds
