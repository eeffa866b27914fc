"""Drafting: a notice in the making. Provisions are changed by name in values of their own kind, clauses are told in own words,
and clauses of the book are replaced or repealed.

``changed`` makes one draft out of another and refuses what cannot be written down at all: a name that no provision bears, a
value of another kind. Whether the draft as a whole could be law is ``faults``: everything that is wrong with it at once, each
thing with its place, a gap, a conflict with another notice, a clause that nobody knows, an hour that has passed, a repeal of
what something rests on.
"""

from __future__ import annotations

import re
import tomllib
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.complaint import BadInput
from houseway.forms import Misread, read, write
from houseway.law.changes import provision_at, spelled
from houseway.law.clause import Kind
from houseway.law.library import BadBook, Shelf
from houseway.law.moments import moment, moment_words
from houseway.law.notices import Papers, value_text
from houseway.law.provision_names import names, near
from houseway.law.provisions import sort_of
from houseway.law.rulebook import Edition, Rulebook
from houseway.law.shape import LEAF
from houseway.law.studying import UnknownProvision
from houseway.law.words import Chapter, ClauseWords

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9.()-]{0,20}")


class BadDraft(BadInput):
    """Something that cannot be written into a draft: what, and what would do."""


@dataclass(frozen=True)
class Fault:
    """One thing that keeps a draft from being law, and where: ``provisions.decks``, ``clause 2``, ``amendment.commences``."""

    place: str
    file: str
    why: str


@dataclass(frozen=True)
class Wanted:
    """What somebody wants changed in a draft."""

    instrument: str = ""
    commences: str = ""
    expires: str = ""  # "never" takes the hour away
    set: Mapping[str, str] = field(default_factory=dict)  # by name, an entry of a table too: "spread_pays.1"
    unset: tuple[str, ...] = ()
    by: str = ""  # the clause that says so; without one, a clause is told for it
    clauses: tuple[ClauseWords, ...] = ()
    kind: str = ""  # what those clauses ask of the house, where no provision rests on them: procedure or physical
    drop: tuple[str, ...] = ()  # clauses of the draft
    repeal: Mapping[str, str] = field(default_factory=dict)  # clauses of the book, and the own clause that says so
    replace: Mapping[str, str] = field(default_factory=dict)
    keep: tuple[str, ...] = ()  # clauses of the book that are neither repealed nor replaced after all
    silence: Mapping[str, str] = field(default_factory=dict)  # provisions that nothing is to provide any more, and why


def begin(book: Rulebook[Any], id: str, wanted: Wanted, folder: Path) -> Papers:
    """A draft that changes nothing yet."""
    if not ID.fullmatch(id):
        raise BadDraft(f"a notice is named in small letters, digits and hyphens, such as notice-7, not {id!r}")
    if not wanted.instrument or not wanted.commences:
        raise BadDraft("a draft says its instrument, such as 'Notice 7 of 2027', and the hour it commences")
    path = folder / f"{id}.toml"
    if path.exists():
        raise BadDraft(f"{path}: there is such a file already")
    about = {"of": book.id, "id": id, "instrument": "", "commences": datetime.min, "draft": True}
    return Papers(path, {"amendment": about}, (Chapter("1", "What changes", ()),))


def changed(book: Rulebook[Any], papers: Papers, wanted: Wanted) -> Papers:
    """A draft with what somebody wants in it."""
    if papers.about.get("draft") is not True:
        raise BadDraft(f"{papers.id} is no draft any more; a further notice may amend it")
    doc = {section: dict(table) for section, table in papers.doc.items()}
    doc["amendment"] |= _first_section(wanted)
    if wanted.expires == "never":
        doc["amendment"].pop("expires", None)
    made = _Desk(book, replace(papers, doc=doc))
    for clause in wanted.clauses:
        made.tell(clause, wanted.kind)
    for name, text in wanted.set.items():
        made.set(name, text, wanted.by)
    for name in wanted.unset:
        made.unset(name)
    for name, why in wanted.silence.items():
        made.silence(name, why)
    for section, asked in (("repeals", wanted.repeal), ("replaces", wanted.replace)):
        for number, by in asked.items():
            made.end(section, number, by)
    for number in wanted.keep:
        made.keep(number)
    for number in wanted.drop:
        made.drop(number)
    return made.papers


def _first_section(wanted: Wanted) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if wanted.instrument:
        found["instrument"] = " ".join(wanted.instrument.split())
    for name, text in (("commences", wanted.commences), ("expires", wanted.expires)):
        if text and text != "never":
            found[name] = moment(text)
    return found


class _Desk:
    """A draft while it is written on."""

    def __init__(self, book: Rulebook[Any], papers: Papers) -> None:
        self.book, self.papers, self.doc = book, papers, papers.doc
        self.kinds = {name: kind for name, kind, _ in names(book.terms)}

    def set(self, asked: str, text: str, by: str) -> None:
        name, key, kind = provision(self.kinds, asked)
        was = self._edition and provision_at(self._edition.terms, name)
        value = read_value(kind, key, text, asked, was.value if was else None)
        group, leaf = self._leaf(name)
        old = group.get(leaf, {})
        words = _as_words(asked)
        now = f"{words}: {self._stood(name, key)} becomes {spelled(write(_entry(value, key)))}."
        own = [by] if by else list(old.get("clauses", ()))
        said = [number for number in own if (self._words(number) or "").startswith(f"{words}: ")]  # by the house itself
        if not by and (said or not own or key):
            number = said[0] if said else self._next()
            self.tell(ClauseWords(number, words, now), "")
            own = own if said else [*own, number]
        if key:
            before = old.get("value")
            value = _merged(before, value) if isinstance(before, Mapping) else value
        given = {"value": value} if kind is not type(None) else {}
        whole = {"whole": True} if kind is not type(None) and not key and isinstance(value, Mapping) else {}
        group[leaf] = {"clauses": own, **given, **whole}
        self.doc.get("silent", {}).pop(name, None)

    def unset(self, asked: str) -> None:
        name, _, _ = provision(self.kinds, asked)
        group, leaf = self._leaf(name)
        if leaf not in group and name not in self.doc.get("silent", {}):
            raise BadDraft(f"{self.papers.id} does not change {name}")
        told = group.pop(leaf, {}).get("clauses", ())
        self.doc.get("silent", {}).pop(name, None)
        self.doc["provisions"] = _without_empty(self.doc["provisions"])
        for number in told:
            if (self._words(number) or "").startswith(_as_words(name)):  # told by the house itself
                self.drop(number)

    def silence(self, asked: str, why: str) -> None:
        name, _, _ = provision(self.kinds, asked)
        group, leaf = self._leaf(name)
        group.pop(leaf, None)
        self.doc["provisions"] = _without_empty(self.doc["provisions"])
        self.doc.setdefault("silent", {})[name] = why

    def tell(self, clause: ClauseWords, kind: str) -> None:
        number, text = clause.number, " ".join(clause.text.split())
        if not NUMBER.fullmatch(number) or not text or not clause.title.strip():
            raise BadDraft(
                f"a clause has a number, a title and words, such as '2 Odds: A spread of one pays 6 to 1.', not {number!r}"
            )
        if kind not in ("", Kind.PROCEDURE.value, Kind.PHYSICAL.value):
            raise BadDraft(f"a clause that no provision rests on is procedure or physical, not {kind!r}")
        for section in (Kind.PROCEDURE.value, Kind.PHYSICAL.value):
            self.doc.get(section, {}).pop(number, None)
        if kind:
            self.doc.setdefault(kind, {})[number] = clause.title.strip()
        told = ClauseWords(number, " ".join(clause.title.split()), text)
        chapters, known = [], False
        for chapter in self.papers.chapters:
            clauses = tuple(told if one.number == number else one for one in chapter.clauses)
            known = known or told in clauses
            chapters.append(replace(chapter, clauses=clauses))
        if not known:
            chapters[-1] = replace(chapters[-1], clauses=(*chapters[-1].clauses, told))
        self.papers = replace(self.papers, chapters=tuple(chapters))

    def drop(self, number: str) -> None:
        if self._words(number) is None:
            raise BadDraft(f"{self.papers.id} tells no clause {number}")
        chapters = tuple(
            replace(chapter, clauses=tuple(one for one in chapter.clauses if one.number != number))
            for chapter in self.papers.chapters
        )
        self.papers = replace(self.papers, chapters=chapters)
        for section in (Kind.PROCEDURE.value, Kind.PHYSICAL.value):
            self.doc.get(section, {}).pop(number, None)
        for section in ("repeals", "replaces"):
            ended = self.doc.get(section, {})
            self.doc[section] = {what: by for what, by in ended.items() if by != number}

    def end(self, section: str, number: str, by: str) -> None:
        """A clause of the book is repealed, or replaced by one of the draft."""
        if section == "replaces" and not by:
            raise BadDraft(f"say which clause of the draft stands in place of {number}")
        self._keep(number)
        if not by:
            by = self._next()
            self.tell(ClauseWords(by, f"Clause {number} repealed", _no_more(number)), "")
        self.doc.setdefault(section, {})[number] = by

    def keep(self, number: str) -> None:
        """A clause of the book is neither repealed nor replaced after all."""
        if not self._keep(number):
            raise BadDraft(f"{self.papers.id} neither repeals nor replaces clause {number}")

    def _keep(self, number: str) -> bool:
        ended = [by for section in ("repeals", "replaces") if (by := self.doc.get(section, {}).pop(number, None))]
        for own in ended:
            if self._words(own) == _no_more(number):  # told by the house itself
                self.drop(own)
        return bool(ended)

    def _words(self, number: str) -> str | None:
        told = (one for chapter in self.papers.chapters for one in chapter.clauses)
        return next((one.text for one in told if one.number == number), None)

    def _next(self) -> str:
        """The next number that no clause of the draft has."""
        return next(str(number) for number in range(1, 10_000) if self._words(str(number)) is None)

    def _leaf(self, name: str) -> tuple[dict[str, Any], str]:
        *groups, leaf = name.split(".")
        at = self.doc["provisions"] = dict(self.doc.get("provisions", {}))
        for group in groups:
            at[group] = dict(at.get(group, {}))
            at = at[group]
        return at, leaf

    @property
    def _edition(self) -> Edition[Any] | None:
        return edition_before(self.book, self.doc["amendment"].get("commences"))

    def _stood(self, name: str, key: str) -> str:
        edition = self._edition
        found = provision_at(edition.terms, name) if edition is not None else None
        return spelled(write(_entry(write(found.value), key)) if found is not None else None)


def _no_more(number: str) -> str:
    """What the house says of a clause that is repealed in no other words."""
    return f"Clause {number} holds no more."


def edition_before(book: Rulebook[Any], hour: datetime | None) -> Edition[Any] | None:
    """The law that a draft changes: what is published for its hour; None where nothing is."""
    try:
        return book.at(hour) if hour is not None else book.as_commenced()
    except ValueError:
        return None


# Values in text


def provision(kinds: Mapping[str, Any], asked: str) -> tuple[str, str, Any]:
    """The provision that a name means, the entry of its table where one is named, and the kind of its value."""
    for full, kind in kinds.items():
        for known in (full, full.rpartition(".")[2]):
            only = known == full or sum(name.rpartition(".")[2] == known for name in kinds) == 1
            if only and (asked == known or asked.startswith(known + ".")):
                key = asked[len(known) + 1 :]
                if key and typing.get_origin(kind) is not dict:
                    raise BadDraft(f"{known} is one value, not a table; write {known}")
                return full, key, kind
    raise UnknownProvision(f"no provision is called {asked!r}; {near(asked, kinds)}")


def read_value(kind: Any, key: str, text: str, name: str, was: Any = None) -> Any:
    """A value of a kind out of text, as a file would say it; of an entry, a table with that entry alone."""
    if kind is type(None):
        return None
    steps = key.split(".") if key else []
    for candidate in _candidates(text):
        doc: Any = candidate
        for step in reversed(steps):
            doc = {step: doc}
        try:
            value = read(kind, doc, name)
        except Misread as wrong:
            last = wrong
            continue
        if isinstance(was, Mapping) and key and not _has(was, value):
            raise BadDraft(f"{name}: {key} is not in the table; it has {', '.join(map(str, was))}")
        return doc
    raise BadDraft(str(last))


def _has(table: Any, entries: Any) -> bool:
    return not isinstance(entries, Mapping) or all(
        key in table and _has(table[key], item) for key, item in entries.items()
    )


def _candidates(text: str) -> Iterator[Any]:
    """What text may stand for: as a file says a value, as a person types a list, or itself."""
    text = text.strip()
    plain = {"yes": True, "no": False}.get(text)
    if plain is not None:
        yield plain
    try:
        yield tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        pass
    if "\n" not in text:
        for left, right in (("[", "]"), ("{", "}")):
            try:
                yield tomllib.loads(f"value = {left}{text}{right}")["value"]
            except (tomllib.TOMLDecodeError, ValueError, RecursionError):
                pass
        yield [part.strip() for part in text.split(",")]
    yield text


@dataclass(frozen=True)
class Control:
    """How a form asks for one value of a kind."""

    name: str  # with the entry, of a table: "spread_pays.1"
    kind: str  # as ``provisions`` lists them; a list, several values and text are asked for as a file would say them
    now: str  # as it stands
    options: tuple[str, ...] = ()


def controls(edition: Edition[Any], name: str) -> list[Control]:
    """What a form asks for to change a provision: one control, or one to an entry of a table."""
    kind = {full: one for full, one, _ in names(type(edition.terms))}[name]
    found = provision_at(edition.terms, name)
    value = None if found is None else write(found.value)
    return list(_controls(name, kind, value))


def _controls(name: str, kind: Any, value: Any) -> Iterator[Control]:
    origin = typing.get_origin(kind)
    if origin is dict and isinstance(value, Mapping):
        for key, item in value.items():
            yield from _controls(f"{name}.{key}", typing.get_args(kind)[1], item)
    else:
        sort, options = sort_of(kind)
        yield Control(name, sort, spelled(value) if isinstance(value, (str, int)) else as_file(value), options)


def entries_of(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """A value as a draft writes it, entry by entry of a table, as a form shows it."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from entries_of(f"{name}.{key}", item)
    elif value is not None:
        yield name, spelled(value) if isinstance(value, (str, int)) else as_file(value)


def as_file(value: Any) -> str:
    """A value as a file would say it."""
    return "" if value is None else value_text(value)


def _entry(value: Any, key: str) -> Any:
    for step in key.split(".") if key else ():
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _merged(table: Mapping[str, Any], entries: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(table)
    for key, item in entries.items():
        old = both.get(key)
        both[key] = _merged(old, item) if isinstance(old, Mapping) and isinstance(item, Mapping) else item
    return both


def _without_empty(tree: Mapping[str, Any]) -> dict[str, Any]:
    kept = {
        key: _without_empty(item) if isinstance(item, Mapping) and "clauses" not in item else item
        for key, item in tree.items()
    }
    return {key: item for key, item in kept.items() if item != {}}


def _as_words(name: str) -> str:
    return name.removeprefix("general.").replace("_", " ").replace(".", " ").capitalize()


# Whether it could be law


def faults(shelf: Shelf, papers: Papers, now: datetime) -> list[Fault]:
    """Everything that keeps a draft from being published as it stands, in one list."""
    others = tuple(path for path in shelf.further if path.resolve() != papers.path.resolve())
    books, wrong = replace(shelf, further=(*others, papers.path)).read()
    found = list(_placed(papers, wrong.get(f"{papers.of}+{papers.id}")))
    if papers.of not in books:
        found.extend(_placed(papers, wrong.get(papers.of)))
    commences, expires = papers.about.get("commences"), papers.about.get("expires")
    if isinstance(commences, datetime) and commences.tzinfo is None and commences <= now:
        why = f"it commences on {moment_words(commences)}, which has passed; it is {moment_words(now)}"
        found.append(Fault("amendment.commences", papers.path.name, why))
    if isinstance(expires, datetime) and expires.tzinfo is None and expires <= now:
        found.append(
            Fault("amendment.expires", papers.path.name, f"it expires on {moment_words(expires)}, which has passed")
        )
    silent_on_all = not any(
        papers.doc.get(part) for part in ("provisions", "policies", "offers", "silent", "repeals", "replaces")
    )
    if silent_on_all and not any(chapter.clauses for chapter in papers.chapters):
        found.append(Fault("", papers.path.name, "it changes nothing and tells no clause"))
    return found


def _placed(papers: Papers, wrong: BadBook | None) -> Iterator[Fault]:
    for where, why in () if wrong is None else wrong.said:
        yield Fault(place_of(papers, why), Path(where).name if where else "", why)


def place_of(papers: Papers, why: str) -> str:
    """The place in a draft that a complaint speaks of."""
    if re.match(r"it (?:repeals|replaces)|(?:both )?(?:repeals|replaces) clause", why):
        number = re.search(r"clause (\S+?),? ", why + " ")
        return (
            f"replaces.{number[1]}"
            if number and number[1] in papers.doc.get("replaces", {})
            else f"repeals.{number[1] if number else ''}"
        )
    repealed = re.match(r"clause (\S+) is repealed", why)
    if repealed:
        return f"repeals.{repealed[1]}"
    spoken = set(re.findall(r"[\w.]+", why))
    given = sorted((*_names(papers.doc.get("provisions", {})), *papers.doc.get("silent", {})), key=len, reverse=True)
    for name in given:
        if any(word.strip(".") == name or word.startswith(name + ".") for word in spoken):
            return f"provisions.{name}"
    clause = re.search(r"clause ([^\s,:]+)", why)
    if clause:
        return f"clause {clause[1]}"
    return next(
        (
            f"amendment.{name}"
            for name in ("commences", "expires", "instrument", "id")
            if re.search(rf"\b{name}\b", why)
        ),
        "",
    )


def _names(tree: Mapping[str, Any], group: str = "") -> Iterable[str]:
    for name, item in tree.items():
        if isinstance(item, Mapping) and not LEAF & set(item):
            yield from _names(item, f"{group}{name}.")
        else:
            yield group + name


def changes_of(papers: Papers) -> dict[str, Mapping[str, Any]]:
    """The provisions that a draft changes, by name, as it writes them."""
    found = {}
    for name in _names(papers.doc.get("provisions", {})):
        at: Any = papers.doc["provisions"]
        for step in name.split("."):
            at = at[step]
        found[name] = at
    return found
