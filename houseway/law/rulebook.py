"""Rulebook, Amendment, Edition: a book, the notices that change it, and what they come to at one hour.

A rulebook keeps its provisions as the data it was read from. ``at(moment)`` lays the amendments in force over the
base in order of commencement, applies the house's choices of policy, and builds the game's own ``Terms``. There is no
moment by default: whoever asks says for when. Silence is not zero: a name that no file provides, and that the book does
not declare silent, is a gap and the book is refused.

A copy without a date has held at every moment, as far as it tells; notices that change it still have their hours. A
draft is never in force by itself: like a variant it is chosen by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from houseway.complaint import Complaint
from houseway.forms import Misread, canonical, digest, write
from houseway.law.building import Leaf, Several, build, clause_kinds, readings_of
from houseway.law.clause import NO_CLAUSE, Basis, Clause, Kind
from houseway.law.moments import moment_words
from houseway.law.provision_names import Tree, flatten, names, provision_at
from houseway.law.reading import Reading
from houseway.law.repealing import fates
from houseway.law.roles import NOBODY_NAMED, Authority
from houseway.law.studying import UnknownProvision, changed
from houseway.law.words import ClauseWords, Words

T = TypeVar("T")

ALWAYS = datetime.min  # since when an undated copy holds


class NotInForce(Complaint, ValueError):
    """The book says nothing about that moment."""


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
            terms = changed(terms, name, text)
        studied = tuple({**dict(self.studied), **changes}.items())
        return replace(self, terms=terms, studied=studied, digest=digest([self.book, write(terms), list(studied)]))


Resting: TypeAlias = dict[str, list[tuple[str, Any, tuple[str, ...]]]]  # provisions by clause


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
    _resting: dict[str, tuple[Instrument, Resting]] = field(default_factory=dict, compare=False, repr=False)

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
        terms = build(self.terms, "", leaves, silent, self.id, wrong, gone)
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
        parts = (self.base, *self.amendments) if of is None else (of,)
        return [one for part in parts for one in self._rests_on(part).get(number, ())]

    def _rests_on(self, part: Instrument) -> Resting:
        """What an instrument provides, by the clauses it rests on; looked through once."""
        known = self._resting.get(part.id)
        if known is not None and known[0] is part:
            return known[1]
        found: Resting = {}
        for tree in (part.provisions, part.policies):
            for name, leaf in flatten(self.terms, tree, part.source):
                for number in dict.fromkeys(leaf.get("clauses", ())):
                    found.setdefault(number, []).append((name, leaf.get("value"), readings_of(leaf)))
        self._resting[part.id] = part, found
        return found
