"""Rulebook, Amendment, Edition: a book, the notices that change it, and what they come to at one hour.

A rulebook keeps its provisions as the data it was read from. ``at(moment)`` lays the amendments in force over the
base in order of commencement, applies the house's choices of policy, and builds the game's own ``Terms``. There is no
moment by default: whoever asks says for when. Silence is not zero: a name that no file provides, and that the book does
not declare silent, is a gap and the book is refused.

A copy without a date has held at every moment, as far as it tells; notices that change it still have their hours. A
draft is never in force by itself: like a variant it is chosen by name.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from houseway.complaint import Complaint
from houseway.forms import Misread, canonical, digest, hints_of, read, write
from houseway.law.clause import NO_CLAUSE, Basis, Clause, Kind, Provision
from houseway.law.moments import moment_words
from houseway.law.ranges import in_range
from houseway.law.reading import Reading
from houseway.law.repealing import Fate, fates, replaced_in
from houseway.law.roles import NOBODY_NAMED, PARTS, Authority, Role
from houseway.law.shape import LEAF
from houseway.law.words import ClauseWords, Words
from houseway.values import derived

T = TypeVar("T")

Tree = dict[str, Any]  # provisions by dotted group, as a book file tells them

ALWAYS = datetime.min  # since when an undated copy holds


class NotInForce(Complaint, ValueError):
    """The book says nothing about that moment."""


class UnknownProvision(Complaint, ValueError):
    """A name that no provision of the book bears, or a value it cannot take."""


@dataclass(frozen=True)
class Instrument:
    """One base or amending instrument: what it provides, and what else it accounts for."""

    id: str
    citation: str  # "Victoria Gazette S 20 of 1997, Part XVII"
    commences: datetime | None
    expires: datetime | None
    variant: str
    provisions: Tree
    policies: Tree
    offers: dict[str, Any]  # wagers offered or withdrawn, where that is all an instrument says of them
    silent: dict[str, str]
    procedure: dict[str, str]
    physical: dict[str, str]
    repeals: tuple[str, ...]
    words: Words
    path: Path
    draft: bool = False  # not published: it is in force for nobody who does not name it
    repealed_by: Mapping[str, str] = field(
        default_factory=dict
    )  # clauses told before, and the own clause that ends them
    replaces: Mapping[str, str] = field(default_factory=dict)  # likewise, and the own clause that stands instead

    @property
    def source(self) -> str:
        return self.path.name

    def holds(self, moment: datetime, chosen: str) -> bool:
        """Whether an amendment is laid on at a moment, where a variant or a draft was chosen by name."""
        if (self.variant or self.draft) and chosen not in (self.variant or self.id, self.id):
            return False
        return (self.commences or ALWAYS) <= moment and (self.expires is None or moment < self.expires)


@dataclass(frozen=True)
class Edition(Generic[T]):
    """A rulebook at one moment, amendments and policies applied."""

    book: str  # with its variant: "act-1992-blackjack+triple-play"
    in_force: datetime | None
    digest: str  # of the resolved terms; stamped on every recorded round
    terms: T
    amended_by: tuple[str, ...] = ()
    studied: tuple[tuple[str, str], ...] = ()  # provisions changed for a study; such an edition opens no table
    notices: tuple[str, ...] = ()  # the citations of what amends it
    game: str = ""

    @cached_property
    def document(self) -> str:
        """What the digest is the digest of: one text, from which the terms can be read again."""
        return canonical([self.book, write(self.terms)])

    @cached_property
    def named(self) -> Mapping[str, Authority]:
        """Who has a part in what, by provision, where the book names anybody."""
        found = ((name, provision_at(self.terms, name)) for name, _, _ in names(type(self.terms)))
        return {name: one.who for name, one in found if one is not None and one.who != NOBODY_NAMED}

    def basis_of(self, name: str) -> Basis:
        """What a provision rests on; nothing where the book is silent on it."""
        found = provision_at(self.terms, name)
        return NO_CLAUSE if found is None else found.by

    def study(self, changes: Mapping[str, str]) -> Edition[T]:
        """The same edition with some provisions set to other values, for a study."""
        terms = self.terms
        for name, text in changes.items():
            terms = _changed(terms, name, text)
        studied = tuple({**dict(self.studied), **changes}.items())
        return replace(self, terms=terms, studied=studied, digest=digest([self.book, write(terms), list(studied)]))


@dataclass(frozen=True)
class Rulebook(Generic[T]):
    id: str
    game: str
    title: str
    jurisdiction: str
    short: str  # "VIC", for small labels
    instrument: str
    commences: datetime | None  # None: the copy is undated
    authority: str  # who the text says decides: "casino supervisor"
    note: str
    terms: type[T]
    base: Instrument
    amendments: tuple[Instrument, ...]
    readings: dict[str, Reading]
    missing: str = ""  # what we do not hold; such a book loads but opens no table by itself
    over: Mapping[str, Rulebook[T]] = field(default_factory=dict)  # books that may be chosen as the base it lies over
    _editions: dict[Any, Edition[T]] = field(default_factory=dict, compare=False, repr=False)

    since: datetime | None = None  # of a notice: since when there are rules for it to amend

    @property
    def variants(self) -> tuple[str, ...]:
        named = (part.variant or part.id for part in self.amendments if part.variant or part.draft)
        return (*dict.fromkeys(named), *self.over)

    def is_draft(self, variant: str) -> bool:
        """Whether what was chosen by name has not been published."""
        return any(part.draft and variant in (part.id, part.variant) for part in self.amendments if variant)

    def begins(self, variant: str = "") -> datetime:
        """When the book, laid out so, began to hold; of an undated copy, as early as can be said."""
        below = self.over.get(variant)
        dates = [self.commences or ALWAYS, below.begins() if below is not None else ALWAYS]
        own = [part for part in self.amendments if variant and variant in (part.variant, part.id)]
        if own:
            dates.append(min(part.commences or ALWAYS for part in own))
        return max(dates)

    def changes(self, variant: str = "") -> list[datetime]:
        """The moments at which something begins or ends, in order."""
        below = self.over.get(variant)
        found = {self.begins(variant), *(below.changes() if below is not None else ())}
        for part in self.amendments:
            if not (part.variant or part.draft) or variant in (part.variant, part.id):
                found |= {hour for hour in (part.commences, part.expires) if hour is not None}
        return sorted(found)

    def span(self, moment: datetime, variant: str = "") -> tuple[datetime, datetime | None]:
        """From when to when nothing changes around a moment; None: nothing that is published changes it again."""
        hours = self.changes(variant)
        before, after = [hour for hour in hours if hour <= moment], [hour for hour in hours if hour > moment]
        return (before[-1] if before else ALWAYS), (after[0] if after else None)

    def at(self, moment: datetime, policies: Mapping[str, Any] | None = None, variant: str = "") -> Edition[T]:
        """The edition in force at a moment, in the venue's own time."""
        if self.missing and variant not in self.over:
            choose = f"; a base may be chosen: {self.id}+{next(iter(self.over))}" if self.over else ""
            raise NotInForce(f"{self.id} opens no game: {self.missing}{choose}")
        if variant and variant not in self.variants:
            known = f"its variants are {', '.join(self.variants)}" if self.variants else "it has no variants"
            raise UnknownProvision(f"{self.id} has no variant {variant!r}; {known}")
        layers = self.in_force(moment, variant)
        chosen = tuple(sorted((policies or {}).items()))
        laid = tuple(part.id for part in layers)
        key = (laid, canonical([[name, write(value)] for name, value in chosen]) if chosen else "", variant)
        if key not in self._editions:
            self._editions[key] = self._resolve(layers, dict(chosen), variant)
        return self._editions[key]

    def as_commenced(self, policies: Mapping[str, Any] | None = None, variant: str = "") -> Edition[T]:
        """The book as it was when it began to hold, before any later notice; what a worked case without a date means."""
        return self.at(self.begins(variant), policies, variant)

    def in_force(self, moment: datetime, variant: str = "") -> list[Instrument]:
        """The base and the amendments that apply at a moment, in the order they are laid on."""
        begins = self.begins(variant)
        if moment < (self.since or begins):
            if self.since is not None:
                since = f"{self.since.day} {self.since:%B %Y}"
                raise NotInForce(f"{self.id} amends rules of {since}; on {moment_words(moment)} they did not exist")
            which = f"{self.id}+{variant}" if variant else self.id
            raise NotInForce(f"{which} commences on {moment_words(begins)}; it says nothing of {moment_words(moment)}")
        below = self.over.get(variant)
        layers = [*(below.in_force(moment) if below is not None else ()), self.base]
        return layers + [part for part in self.amendments if part.holds(moment, variant)]

    def _resolve(self, layers: list[Instrument], policies: dict[str, Any], variant: str) -> Edition[T]:
        leaves: dict[str, Leaf] = {}
        silent: dict[str, str] = {}
        for layer in layers:
            for policy, tree in ((False, layer.provisions), (True, layer.policies)):
                for name, leaf in flatten(self.terms, tree, layer.source):
                    leaves[name] = Leaf(layer, policy, leaf, leaves.get(name))
                    for spoken in (name, name.rpartition(".")[0]):
                        silent.pop(spoken, None)
            for name in layer.silent:
                leaves.pop(name, None)
                silent[name] = str(layer.path)
        for name, value in policies.items():
            if name not in leaves or not leaves[name].policy:
                known = sorted(key for key, leaf in leaves.items() if leaf.policy)
                raise UnknownProvision(f"{self.id} has no policy {name!r}; its policies are {', '.join(known)}")
            leaves[name] = replace(leaves[name], doc={**leaves[name].doc, "value": value}, chosen=True)
        wrong: list[Misread] = []
        gone = fates(layers)
        terms = _build(self.terms, "", leaves, silent, self.id, wrong, gone)
        if wrong:
            raise wrong[0] if len(wrong) == 1 else Several(wrong)
        id = f"{self.id}+{variant}" if variant else self.id
        return Edition(
            book=id,
            in_force=max((part.commences for part in layers if part.commences), default=None),
            digest=digest([id, write(terms)]),
            terms=terms,
            amended_by=tuple(part.id for part in layers[1:]),
            notices=tuple(part.citation for part in layers[1:]),
            game=self.game,
        )

    def offers(self, name: str, moment: datetime) -> tuple[bool, Basis]:
        """Whether a wager is offered at a moment, by every instrument that speaks of it. This can be asked even of a book
        whose base text is not held."""
        spoken = [part for part in (self.base, *self.amendments) if name in part.offers]
        if not spoken:
            known = sorted({offer for part in (self.base, *self.amendments) for offer in part.offers})
            raise UnknownProvision(
                f"{self.id} says nothing of {name!r}; it speaks of {', '.join(known) or 'no such thing'}"
            )
        by = Basis(())
        for part in spoken:
            clauses = tuple(Clause(part.id, number) for number in part.offers[name].get("clauses", ()))
            by = by + Basis(clauses, readings_of(part.offers[name]))
        standing = [part for part in self.in_force(moment) if name in part.offers]
        return bool(standing[-1].offers[name]["value"]) if standing else False, by.of(f"offers.{name}")

    # What the clauses say and what becomes of each.

    def clauses(self) -> Iterator[tuple[ClauseWords, Kind, Instrument]]:
        for part in (self.base, *self.amendments):
            kinds = clause_kinds(self.terms, part)
            for clause in part.words:
                yield clause, kinds[clause.number], part

    def kind(self, number: str) -> Kind:
        for clause, kind, _ in self.clauses():
            if clause.number == number:
                return kind
        raise KeyError(number)

    def words_of(self, clause: Clause) -> ClauseWords | None:
        for below in self.over.values():
            if clause.book == below.id:
                return below.words_of(clause)
        for part in (self.base, *self.amendments):
            if part.id == clause.book and clause.number in part.words:
                return part.words[clause.number]
        return None

    def provisions_citing(self, number: str, of: Instrument | None = None) -> list[tuple[str, Any, tuple[str, ...]]]:
        """The provisions that rest on a clause, of one instrument or of any: name, value as written, readings."""
        found = []
        for part in (self.base, *self.amendments) if of is None else (of,):
            for tree in (part.provisions, part.policies):
                for name, leaf in flatten(self.terms, tree, part.source):
                    if number in leaf.get("clauses", ()):
                        found.append((name, leaf.get("value"), readings_of(leaf)))
        return found


def readings_of(leaf: Mapping[str, Any]) -> tuple[str, ...]:
    one = leaf.get("reading")
    return (one,) if isinstance(one, str) else tuple(one or ())


def _several(said: Role | list[Role]) -> tuple[Role, ...]:
    """One name, or a list of them."""
    return tuple(said) if isinstance(said, list) else (said,)


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


def _build(
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
                values[item.name] = _build(inner[0], name + ".", leaves, silent, book, wrong, gone)
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


def _changed(terms: Any, name: str, text: str) -> Any:
    """Terms with one provision set from text: ``decks=6``, ``spread_pays.2=3 to 1``."""
    matches = []
    for full, kind, _ in names(type(terms)):
        short = full.rsplit(".", 1)[-1]
        for known in (full, short):
            if name == known or name.startswith(known + "."):
                matches.append((full, kind, name[len(known) + 1 :]))
                break
    exact = [match for match in matches if match[0] == name or name.startswith(match[0] + ".")]
    matches = exact or matches
    if len(matches) != 1:
        every = [full for full, _, _ in names(type(terms))]
        hint = f"it could be {' or '.join(m[0] for m in matches)}" if matches else near(name, every)
        raise UnknownProvision(f"no provision is called {name!r}; {hint}")
    full, kind, key = matches[0]
    return _with(terms, full.split("."), kind, key, text, name)


def _tabled(table: Any, kind: Any, key: str, text: str, name: str) -> Any:
    """A table with one item changed; the key of a table of tables goes on after a dot: ``4.3``."""
    head = name.removesuffix(f".{key}").rpartition(".")[2]
    if typing.get_origin(kind) is tuple and _is_whole(key) and 1 <= int(key) <= len(table):
        place = int(key) - 1
        args = typing.get_args(kind)
        item_kind = args[0] if args[-1] is ... else args[place]
        return (*table[:place], read(item_kind, _literal(item_kind, text), name), *table[place + 1 :])
    if typing.get_origin(kind) is not dict:
        raise Misread(name, f"{head} is one value, not a table; write {head}={text}")
    key_kind, item_kind = typing.get_args(kind)
    first, _, rest = key.partition(".") if typing.get_origin(item_kind) is dict else (key, "", "")
    item = read(key_kind, int(first) if key_kind is int and _is_whole(first) else first, name)
    if item not in table:
        raise Misread(name, f"{first} is not in the table; it has {', '.join(str(k) for k in table)}")
    if rest:
        return {**table, item: _tabled(table[item], item_kind, rest, text, name)}
    return {**table, item: read(item_kind, _literal(item_kind, text), name)}


def _with(terms: Any, path: list[str], kind: Any, key: str, text: str, name: str) -> Any:
    head, *rest = path
    if terms is None:
        raise UnknownProvision(f"this book is silent on {name!r}; there is nothing to change")
    if rest:
        return replace(terms, **{head: _with(getattr(terms, head), rest, kind, key, text, name)})
    provision = getattr(terms, head)
    if provision is None:
        raise UnknownProvision(f"this book is silent on {name!r}; there is nothing to change")
    try:
        if key:
            value: Any = _tabled(provision.value, kind, key, text, name)
        else:
            value = read(kind, _literal(kind, text), name)
        in_range(type(terms), head, value, name)
    except Misread as wrong:
        raise UnknownProvision(str(wrong)) from None
    return replace(terms, **{head: replace(provision, value=value)})


def _literal(kind: Any, text: str) -> Any:
    """Text from a person as the file would have it: ``yes`` for true, ``4%`` for 1/25, ``A K`` for a list of two."""
    if kind is int and _is_whole(text.removeprefix("-")):
        return int(text)
    if kind is bool and text in _SAID:
        return _SAID[text]
    if kind is Fraction and text.endswith("%") and re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text[:-1].strip()):
        return str(Fraction(text[:-1].strip()) / 100)
    if typing.get_origin(kind) is tuple:
        inner = typing.get_args(kind)[0]
        parts = text.split(",") if "," in text else text.split()
        return [_literal(inner, part.strip()) for part in parts if part.strip()]
    return text


_SAID = {"true": True, "yes": True, "false": False, "no": False}


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def near(name: str, known: typing.Iterable[str]) -> str:
    import difflib

    options = list(known)
    short = {option.rsplit(".", 1)[-1]: option for option in options}
    close = [short.get(match, match) for match in difflib.get_close_matches(name, [*options, *short], n=4, cutoff=0.5)]
    return (
        f"did you mean {' or '.join(dict.fromkeys(close))}?" if close else f"houseway compare lists all {len(options)}"
    )
