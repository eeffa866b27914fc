"""Building: the terms of an edition, from what its files give, layer over layer.

A ``Leaf`` is a provision as one file gives it, over what the files before it gave. Everything that is wrong is gathered, each
with the file that has it, before anything is refused.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.forms import Misread, read
from houseway.law.clause import Basis, Clause, Kind, Provision
from houseway.law.provision_names import flatten, kinds_of
from houseway.law.ranges import in_range
from houseway.law.repealing import Fate, replaced_in
from houseway.law.roles import NOBODY_NAMED, PARTS, Authority, Role

if TYPE_CHECKING:
    from houseway.law.rulebook import Instrument


def readings_of(leaf: Mapping[str, Any]) -> tuple[str, ...]:
    one = leaf.get("reading")
    return (one,) if isinstance(one, str) else tuple(one or ())


def _several(said: Role | list[Role]) -> tuple[Role, ...]:
    """One name, or a list of them."""
    return tuple(said) if isinstance(said, list) else (said,)


@dataclass(frozen=True)
class Leaf:
    """A provision as one file gives it, over what the files before it gave.

    An amendment that keeps what stood there adds its clauses to it. Of a table it changes the entries that it names, and the
    others go on; with ``whole`` it is the whole table."""

    by: Instrument
    policy: bool
    doc: Mapping[str, Any]
    below: Leaf | None = None
    chosen: bool = False  # the house's own choice of a policy, in place of the book's

    @property
    def basis(self) -> Basis:
        clauses = tuple(Clause(self.by.id, number) for number in self.doc.get("clauses", ()))
        own = Basis(clauses, readings_of(self.doc))
        return self.below.basis + own if self.below is not None and self.goes_on else own

    @property
    def goes_on(self) -> bool:
        """Whether something of what stood there before still holds."""
        table = isinstance(self.doc.get("value"), Mapping) and not self.doc.get("whole") and not self.chosen
        return bool(self.doc.get("keep")) or (table and self.below is not None)

    @property
    def source(self) -> Path | str:
        """Who is to blame for the value."""
        return "the house's choice" if self.chosen else self.by.path

    @property
    def who(self) -> Authority:
        """Who has a part in it: as the file says, and as before where it says nothing of that part."""
        own = {part: _several(self.doc[part]) for part in PARTS if part in self.doc}
        before = self.below.who if self.below is not None else NOBODY_NAMED
        return replace(before, **own) if own else before

    def value(self, kind: Any, name: str) -> Any:
        try:
            if self.below is not None and self.doc.get("keep") and "value" not in self.doc:
                return self.below.value(kind, name)
            if kind is type(None) and "value" in self.doc:
                raise Misread(name, "this provision only names its clauses; it takes no value")
            if kind is not type(None) and "value" not in self.doc:
                raise Misread(name, "a value is missing")
            own = read(kind, self.doc.get("value"), name)
        except Misread as wrong:
            raise wrong if isinstance(wrong, BadValue) else BadValue(self.source, str(wrong)) from None
        if self.below is not None and self.goes_on and typing.get_origin(kind) is dict:
            return _laid_over(self.below.value(kind, name), own)
        return own


class Several(Misread):
    """Everything that keeps an edition from being resolved."""

    def __init__(self, each: typing.Iterable[Misread]) -> None:
        self.each = tuple(each)
        super().__init__("", "; ".join(map(str, self.each)))


class BadValue(Misread):
    """A value that cannot be read, and the file that gives it."""

    def __init__(self, source: Path | str, why: str) -> None:
        super().__init__("", why)
        self.source = source


def _laid_over(table: Any, entries: Any) -> Any:
    """A table with some of its entries changed; a table in it likewise."""
    both = isinstance(table, Mapping) and isinstance(entries, Mapping)
    return {**table, **{key: _laid_over(table.get(key), item) for key, item in entries.items()}} if both else entries


def build(
    terms: Any,
    group: str,
    leaves: Mapping[str, Leaf],
    silent: Mapping[str, str],
    book: str,
    wrong: list[Misread],
    gone: Mapping[Clause, Fate],
) -> Any:
    """The terms of an edition; every gap and every value that cannot be read is added to what is wrong."""
    kinds, before = kinds_of(terms), len(wrong)
    values: dict[str, Any] = {}
    for item in fields(terms):
        name = group + item.name
        leaf, inner = kinds[item.name]
        if leaf is None:
            assert inner is not None
            given = any(known.startswith(name + ".") for known in leaves)
            if not given and inner[1] and name in silent:
                values[item.name] = None
            elif not given and inner[1]:
                why = f"gap: nothing provides the group {name!r}; list it under [silent] with the reason"
                wrong.append(Misread(book, why))
            else:
                values[item.name] = build(inner[0], name + ".", leaves, silent, book, wrong, gone)
        elif name in leaves:
            try:
                values[item.name] = _provision(leaf[0], name, leaves[name], gone)
                in_range(terms, item.name, values[item.name].value, name)
            except Misread as misread:
                own = isinstance(misread, BadValue)
                wrong.append(misread if own else BadValue(leaves[name].source, str(misread)))
        elif leaf[1] and name in silent:
            values[item.name] = None
        else:
            where = "provide it, or list it under [silent] with the reason"
            if name in silent:
                why = f"gap: {name} is declared silent, and no table can do without it; provide it"
                wrong.append(BadValue(silent[name], why))
                continue
            if not leaf[1]:
                where = "add it to [provisions] or, with a reading, to [policies]"
            wrong.append(Misread(book, f"gap: nothing provides {name!r}; {where}"))
    return terms(**values) if len(wrong) == before else None


def _provision(kind: Any, name: str, leaf: Leaf, gone: Mapping[Clause, Fate]) -> Provision[Any]:
    by, value = replaced_in(leaf.basis, gone), leaf.value(kind, name)
    if ended := next((clause for clause in by.clauses if clause in gone), None):
        notice = gone[ended].notice
        why = f"clause {ended.number} is repealed, and {name} rests on it still; provide it anew, or declare it silent"
        raise BadValue(notice.path, why)
    return Provision(value, by.of(name), leaf.policy, leaf.who)


def clause_kinds(terms: Any, part: Instrument) -> dict[str, Kind]:
    """What each clause of a file asks of us; a clause claimed in two ways is a conflict."""
    kinds: dict[str, Kind] = {}
    for tree, kind in ((part.policies, Kind.POLICY), (part.provisions, Kind.ENFORCED)):
        for _, leaf in flatten(terms, tree, part.source):
            for number in leaf.get("clauses", ()):
                kinds[number] = kind
    for leaf in part.offers.values():
        for number in leaf.get("clauses", ()):
            kinds[number] = Kind.ENFORCED
    for number in (*part.repealed_by.values(), *part.replaces.values()):  # it ends another, or stands in its place
        if number not in part.physical:
            kinds.setdefault(number, Kind.ENFORCED)
    for number in part.procedure:  # people do it, though a provision of ours may prompt for it
        kinds[number] = Kind.PROCEDURE
    for number in part.physical:
        if number in kinds:
            raise Misread(part.source, f"clause {number} is {kinds[number].value} and physical at once")
        kinds[number] = Kind.PHYSICAL
    return kinds
