"""Library: reads the books of a game, and refuses one that is incomplete or contradicts itself.

A game's ``books/`` folder holds, per gazette, one ``.toml`` (provisions, policies, procedure, physical) and one
``.md`` (the clauses in our own words), and one ``readings.md``. An amendment or overlay is a further ``.toml`` that
names the book it changes and the hour it commences. Further folders of one's own may hold notices, drafts and readings
beside those of the house (``houseway.games`` says where). A book loads only if every clause told in its words is accounted
for, every provision the game asks for is given or declared silent, every reading cited is written down, and no two
amendments set one thing at one moment. What is wrong is said with the file and with what to do. A draft that could not be
published as it is takes no book with it: it is set aside by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.complaint import Complaint
from houseway.forms import Misread, read_toml
from houseway.law.building import BadValue, Several, clause_kinds, readings_of
from houseway.law.clause import Kind, name_notice
from houseway.law.provision_names import flatten, worked_out
from houseway.law.reading import Reading, readings
from houseway.law.repealing import unknown_to
from houseway.law.rulebook import Instrument, Rulebook
from houseway.law.shape import misshapen
from houseway.law.words import words

_SECTIONS = {
    "book", "amendment", "provisions", "policies", "offers", "silent", "procedure", "physical", "repeals", "replaces",
}  # fmt: skip
_BOOK = {
    "id", "title", "jurisdiction", "short", "instrument", "in_force", "undated", "authority", "words", "note", "missing",
    "over", "amends", "game", "general",
}  # fmt: skip
_AMENDMENT = {"of", "id", "instrument", "commences", "expires", "variant", "words", "repeals", "draft"}


AS_THE_HOUSE_DOES = "as the house does"


class BadBook(Complaint):
    """A book that does not load: which file, what is wrong and what to do."""

    def __init__(self, where: object, why: str = "") -> None:
        super().__init__(f"{where}: {why}" if why else f"{where}")
        self.said: tuple[tuple[str, str], ...] = ((str(where), why) if why else ("", str(where)),)  # file and fault

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(f"{where}: {why}" if where else why for where, why in self.said)

    @property
    def words(self) -> str:
        """All of it in a row, for people who are not to know where the files lie."""
        return "; ".join(f"{Path(where).name}: {why}" if where else why for where, why in self.said)

    @classmethod
    def of(cls, faults: Iterable[BadBook]) -> BadBook:
        """Everything that is wrong with a book, a line for each thing."""
        said = tuple(dict.fromkeys(one for fault in faults for one in fault.said))
        found = cls("\n".join(f"{where}: {why}" if where else why for where, why in said))
        found.said = said
        return found


@dataclass(frozen=True)
class Shelf:
    """The books of one game."""

    game: str
    terms: type[Any]
    folder: Path
    further: tuple[Path, ...] = ()  # files of one's own, from other folders
    house: Path | None = None  # what the house does where a book asks for that, with its readings beside it

    def load(self) -> dict[str, Rulebook[Any]]:
        """Every book of the game by id; the first thing wrong is raised as ``BadBook``."""
        books, faults = self.read()
        for fault in faults.values():
            raise fault
        return books

    def read(self) -> tuple[dict[str, Rulebook[Any]], dict[str, BadBook]]:
        """The books that load, and by the id or else the file of what does not, what is wrong with it. A notice that does not
        load takes its book with it: to go on without it would be to play by other rules than those in force."""
        faults: dict[str, BadBook] = {}
        try:
            told = self._readings()
        except BadBook as wrong:
            return {}, {self.game: wrong}
        bases: dict[str, tuple[Path, dict[str, Any]]] = {}
        amendments: dict[str, list[Instrument]] = {}
        for path in (*sorted(self.folder.glob("*.toml")), *self.further):
            of = path.name
            try:
                doc = read_toml(path, BadBook)
                if isinstance(doc.get("amendment"), dict):
                    of = _blamed(path, doc["amendment"])
                if wrong_shapes := misshapen(doc):
                    raise BadBook.of(BadBook(path, why) for why in wrong_shapes)
                if isinstance(doc.get("book"), dict):
                    of = _want(path, doc["book"], "id")
                    if of in bases:
                        raise BadBook(path, f"the book {of!r} is already told in {bases[of][0].name}")
                    bases[of] = (path, doc)
                elif isinstance(doc.get("amendment"), dict):
                    part = self._amendment(path, doc)
                    amendments.setdefault(_want(path, doc["amendment"], "of"), []).append(part)
                else:
                    raise BadBook(path, "start the file with [book] or with [amendment]")
            except BadBook as wrong:
                faults.setdefault(of, wrong)
        for id, parts in amendments.items():
            if id not in bases:
                faults.setdefault(parts[0].source, BadBook(parts[0].path, f"it amends {id!r}, and no book has that id"))
        books: dict[str, Rulebook[Any]] = {}
        for id in sorted(bases, key=lambda id: "over" in bases[id][1]["book"]):  # what lies over another comes after it
            parts = amendments.get(id, [])
            published = [part for part in parts if not part.draft]
            try:
                if id not in faults:
                    books[id] = self._book(*bases[id], published, told, books)
            except BadBook as wrong:
                faults[id] = wrong
            if id in books:
                books[id] = self._with_drafts(books, bases[id], parts, told, faults)
        return {id: books[id] for id in bases if id in books}, faults

    def _with_drafts(
        self,
        books: Mapping[str, Rulebook[Any]],
        base: tuple[Path, dict[str, Any]],
        parts: list[Instrument],
        told: dict[str, Reading],
        faults: dict[str, BadBook],
    ) -> Rulebook[Any]:
        """A book with the drafts that could be published as they are. One that could not has only itself to blame, and one that
        has been published is a draft no more."""
        book = books[base[1]["book"]["id"]]
        published = [part for part in parts if not part.draft]
        good: list[Instrument] = []
        for draft in parts:
            if not draft.draft or any(part.id == draft.id for part in published):
                continue
            try:
                self._book(*base, [*published, replace(draft, draft=False)], told, books)
                good.append(draft)
            except BadBook as wrong:
                faults[f"{book.id}+{draft.id}"] = wrong
        return replace(book, amendments=_in_order([*published, *good]), _editions={}) if good else book

    def _readings(self) -> dict[str, Reading]:
        told: dict[str, Reading] = {}
        for folder in dict.fromkeys([self.folder, *(path.parent for path in self.further)]):
            path = folder / "readings.md"
            try:
                told = (readings(path) if path.exists() else {}) | told
            except ValueError as wrong:
                raise BadBook("readings", str(wrong)) from None
        return told

    def _book(
        self,
        path: Path,
        doc: dict[str, Any],
        amendments: list[Instrument],
        told: dict[str, Reading],
        others: Mapping[str, Rulebook[Any]],
    ) -> Rulebook[Any]:
        about = doc["book"]
        if unknown := set(about) - _BOOK:
            raise BadBook(path, f"[book] has {', '.join(sorted(unknown))}; known are {', '.join(sorted(_BOOK))}")
        if ("in_force" in about) == ("undated" in about):
            raise BadBook(path, "say in [book] either in_force, with the hour, or undated = true")
        commences = _moment(path, about.get("in_force"), "in_force")
        if "general" in about:
            doc, told = self._as_the_house_does(path, doc, told)
        base = self._part(path, doc, about["id"], _want(path, about, "instrument"), commences, None, "", ())
        over: dict[str, Rulebook[Any]] = {}
        for id in about.get("over", ()):
            if id not in others or not about.get("missing"):
                raise BadBook(path, f"it is to lie over {id!r}; name a book of this game, and say what is missing")
            over[id] = others[id]
        book: Rulebook[Any] = Rulebook(
            id=about["id"],
            game=self.game,
            title=_want(path, about, "title"),
            jurisdiction=_want(path, about, "jurisdiction"),
            short=_want(path, about, "short"),
            instrument=about["instrument"],
            commences=commences,
            authority=about.get("authority", "casino supervisor"),
            note=about.get("note", ""),
            terms=self.terms,
            base=base,
            amendments=_in_order(amendments),
            readings=told,
            missing=about.get("missing", ""),
            over=over,
            since=_moment(path, about.get("amends"), "amends"),
        )
        self._check(path, book, told)
        return book

    def _as_the_house_does(
        self, path: Path, doc: dict[str, Any], told: dict[str, Reading]
    ) -> tuple[dict[str, Any], dict[str, Reading]]:
        """A book with the policies of the house for what it leaves open in the general chapters."""
        if doc["book"]["general"] != AS_THE_HOUSE_DOES or self.house is None:
            raise BadBook(path, f'general in [book] can only be "{AS_THE_HOUSE_DOES}"')
        house, given = read_toml(self.house, BadBook), {*doc.get("silent", {})}
        for section in ("provisions", "policies"):
            given |= {f"general.{name}" for name in doc.get(section, {}).get("general", {})}
        reading = readings(self.house.with_suffix(".md"))
        rest = {
            name: {**leaf, "reading": [*reading]}
            for name, leaf in house["policies"].items()
            if f"general.{name}" not in given
        }
        silent = {f"general.{name}": why for name, why in house["silent"].items() if f"general.{name}" not in given}
        policies = doc.get("policies", {})
        both = {**policies, "general": {**rest, **policies.get("general", {})}}
        return {**doc, "policies": both, "silent": {**silent, **doc.get("silent", {})}}, {**reading, **told}

    def _amendment(self, path: Path, doc: dict[str, Any]) -> Instrument:
        about = doc["amendment"]
        if unknown := set(about) - _AMENDMENT:
            raise BadBook(
                path, f"[amendment] has {', '.join(sorted(unknown))}; known are {', '.join(sorted(_AMENDMENT))}"
            )
        if "variant" not in about and "commences" not in about:
            raise BadBook(path, "an amendment needs the hour it commences, or the variant it describes")
        commences, expires = (_moment(path, about.get(name), name) for name in ("commences", "expires"))
        if commences is not None and expires is not None and expires <= commences:
            raise BadBook(path, f"it expires at {expires}, and commences only at {commences}")
        if not isinstance(about.get("draft", False), bool):
            raise BadBook(path, "draft is true or false")
        if commences is not None:
            name_notice(_want(path, about, "id"), _want(path, about, "instrument"))
        return self._part(
            path,
            doc,
            _want(path, about, "id"),
            _want(path, about, "instrument"),
            commences,
            expires,
            about.get("variant", ""),
            tuple(about.get("repeals", ())),
            about.get("draft", False),
        )

    def _part(
        self,
        path: Path,
        doc: dict[str, Any],
        id: str,
        citation: str,
        commences: datetime | None,
        expires: datetime | None,
        variant: str,
        repeals: tuple[str, ...],
        draft: bool = False,
    ) -> Instrument:
        if unknown := set(doc) - _SECTIONS:
            raise BadBook(path, f"[{sorted(unknown)[0]}] is no section; known are {', '.join(sorted(_SECTIONS))}")
        about = doc.get("book") or doc["amendment"]
        told = path.with_name(about.get("words", path.stem + ".md"))
        try:
            text = words(told)
        except OSError:
            raise BadBook(path, f"its words are to stand in {told.name}, and there is no such file") from None
        except ValueError as wrong:
            raise BadBook(path, str(wrong)) from None
        return Instrument(
            id=id,
            citation=citation,
            commences=commences,
            expires=expires,
            variant=variant,
            provisions=doc.get("provisions", {}),
            policies=doc.get("policies", {}),
            offers=doc.get("offers", {}),
            silent=doc.get("silent", {}),
            procedure=doc.get("procedure", {}),
            physical=doc.get("physical", {}),
            repeals=repeals,
            words=text,
            path=path,
            draft=draft,
            repealed_by=doc.get("repeals", {}),
            replaces=doc.get("replaces", {}),
        )

    def _check(self, path: Path, book: Rulebook[Any], told: Mapping[str, Reading]) -> None:
        """Refuses a book with everything that is wrong with it."""
        parts = (book.base, *book.amendments)
        faults = [BadBook(part.path, str(wrong)) for part in parts for wrong in self._account(part, told)]
        if any(wrong for part in parts for wrong in self._misnamed(part)):  # what else there is, is found without them
            base, *amendments = map(self._readable, parts)
            book = replace(book, base=base, amendments=tuple(amendments), _editions={})
        faults.extend(self._conflicts(book))
        faults.extend(self._gaps(path, book))
        if faults:
            raise BadBook.of(faults)

    def _gaps(self, path: Path, book: Rulebook[Any]) -> Iterator[BadBook]:
        for variant in book.over if book.missing else ("", *book.variants):
            for moment in book.changes(variant):
                if moment < book.begins(variant):
                    continue
                layers = book.in_force(moment, variant)
                for place, layer in enumerate(layers):
                    yield from (BadBook(layer.path, why) for _, why in unknown_to(layers[: place + 1]))
                try:
                    edition = book.at(moment, variant=variant)
                    yield from self._not_worked_out(layers, edition.terms)
                except Misread as wrong:
                    for each in wrong.each if isinstance(wrong, Several) else (wrong,):
                        yield BadBook(each.source if isinstance(each, BadValue) else path, str(each))

    def _not_worked_out(self, layers: list[Instrument], terms: Any) -> Iterator[BadBook]:
        """What is said so that nothing can be made of it, such as a list in a notation of the game. The last that speaks of it
        is to blame."""
        for where, wrong in worked_out(terms):
            speaking = [part for part in layers if where.partition(".")[0] in (*part.provisions, *part.policies)]
            yield BadBook((speaking or layers)[-1].path, f"{where}: {wrong}")

    def _misnamed(self, part: Instrument) -> Iterator[Misread]:
        """What a file sets that no provision of the game is, or in words that are none."""
        for tree in (part.provisions, part.policies):
            yield from (wrong for _, wrong in _pieces(self.terms, tree, part.source) if wrong is not None)

    def _readable(self, part: Instrument) -> Instrument:
        """What of a file names provisions of the game."""
        provisions, policies = (_known(self.terms, tree, part.source) for tree in (part.provisions, part.policies))
        return replace(part, provisions=provisions, policies=policies)

    def _conflicts(self, book: Rulebook[Any]) -> Iterator[BadBook]:
        """Two notices may begin at one hour, but not say two things of one thing; and each has a name of its own."""
        told: dict[str, Instrument] = {}
        for part in book.amendments:
            if told.setdefault(part.id, part) is not part:
                yield BadBook(part.path, f"the notice {part.id!r} is already told in {told[part.id].source}")
        seen: dict[tuple[datetime | None, str], dict[str, str]] = {}
        for part in book.amendments:
            said = seen.setdefault((part.commences, part.id if part.draft else part.variant), {})
            own = [
                what
                for tree in (part.provisions, part.policies)
                for name, leaf in flatten(self.terms, tree, part.source)
                for what in _set_by(name, leaf)
            ]
            for what in own:  # a whole table and an entry of it are one thing
                other = next(
                    (told for told in said if f"{told}.".startswith(f"{what}.") or f"{what}.".startswith(f"{told}.")),
                    "",
                )
                if other:
                    yield BadBook(part.path, f"{what} is also set by {said[other]} at the same moment; merge the two")
            said.update(dict.fromkeys(own, part.source))

    def _account(self, part: Instrument, told: Mapping[str, Reading]) -> Iterator[Misread]:
        """Every clause that is not accounted for, and everything cited that is not there."""
        yield from self._misnamed(part)
        readable = self._readable(part)
        try:
            kinds = clause_kinds(self.terms, readable)
        except Misread as wrong:
            yield wrong
            kinds = clause_kinds(self.terms, replace(readable, physical={}))
            kinds |= dict.fromkeys(part.physical, Kind.PHYSICAL)
        for number in kinds:
            if number not in part.words:
                yield Misread(part.source, f"clause {number} is cited, but the words tell no such clause")
        spoken = {*kinds, *part.repeals, *_cited(part.provisions), *_cited(part.policies)}
        for clause in part.words:
            if clause.number not in spoken:
                yield Misread(
                    part.source,
                    f"clause {clause.number} ({clause.title}) is not accounted for: cite it in a provision, "
                    f"or list it under [{Kind.PROCEDURE.value}] or [{Kind.PHYSICAL.value}]",
                )
        for policy, tree in ((False, readable.provisions), (True, readable.policies)):
            for name, leaf in flatten(self.terms, tree, part.source):
                cited = readings_of(leaf)
                for id in cited:
                    if id not in told:
                        yield Misread(part.source, f"{name} rests on reading {id}, which readings.md does not tell")
                if policy and not cited:
                    yield Misread(
                        part.source, f"{name} is a policy; name the reading that says why the house may choose"
                    )
                if not policy and not leaf.get("clauses"):
                    yield Misread(
                        part.source, f"{name} cites no clause; if the text is silent it belongs in [policies]"
                    )


def _pieces(terms: Any, tree: Mapping[str, Any], source: str) -> Iterator[tuple[dict[str, Any], Misread | None]]:
    """A tree taken apart, provision by provision, with what is wrong with the name or the form of each."""
    for name, item in tree.items():
        nested = isinstance(item, Mapping) and item and all(isinstance(each, Mapping) for each in item.values())
        for piece in [{name: {key: each}} for key, each in item.items()] if nested else [{name: item}]:
            try:
                list(flatten(terms, piece, source))
            except Misread as wrong:
                yield piece, wrong
            except (AttributeError, TypeError, ValueError):
                yield (
                    piece,
                    Misread(source, f"{name} is not a provision: write {name} = {{ clauses = […], value = … }}"),
                )
            else:
                yield piece, None


def _known(terms: Any, tree: Mapping[str, Any], source: str) -> dict[str, Any]:
    """What of a tree names provisions of the game."""
    found: dict[str, Any] = {}
    for piece, wrong in _pieces(terms, tree, source):
        if wrong is None:
            for name, item in piece.items():
                both = isinstance(found.get(name), dict) and isinstance(item, Mapping)
                found[name] = {**found[name], **item} if both else item
    return found


def _cited(tree: Any) -> Iterator[str]:
    """The clauses that a tree cites anywhere, under names that are known or not."""
    if isinstance(tree, Mapping):
        clauses = tree.get("clauses", ())
        yield from (number for number in clauses if isinstance(number, str)) if isinstance(clauses, list) else ()
        for item in tree.values():
            yield from _cited(item)


def _set_by(name: str, leaf: Mapping[str, Any]) -> Iterator[str]:
    """What a provision of a notice sets: the entries of a table that it names, or the whole of it."""
    if "value" in leaf or not leaf.get("keep"):
        value = leaf.get("value")
        yield from [name] if leaf.get("whole") or not isinstance(value, Mapping) else _each(name, value)


def _each(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """The entries that a written table speaks of, one by one: ``4-11`` is eight of them."""
    for key, item in table.items():
        first, dash, last = str(key).partition("-")
        many = dash and first.isdigit() and last.isdigit()
        for each in map(str, range(int(first), int(last) + 1)) if many else (str(key),):
            yield from _each(f"{name}.{each}", item) if isinstance(item, Mapping) else (f"{name}.{each}",)


def _in_order(amendments: Iterable[Instrument]) -> tuple[Instrument, ...]:
    """Notices as they are laid on: by the hour they commence."""
    return tuple(sorted(amendments, key=lambda part: (part.commences or datetime.min, part.id)))


def _blamed(path: Path, about: Mapping[str, Any]) -> str:
    """What does not load because of an amendment: the book that it is of, or a draft alone."""
    of = _want(path, about, "of")
    return f"{of}+{about.get('id', path.stem)}" if about.get("draft") is True else of


def _want(path: Path, about: Mapping[str, Any], name: str) -> str:
    value = about.get(name)
    if not isinstance(value, str) or not value:
        raise BadBook(path, f"{name!r} is missing from the first section")
    return value


def _moment(path: Path, value: Any, name: str) -> datetime | None:
    if value is None:
        return None
    if not isinstance(value, datetime):
        raise BadBook(path, f"{name} must say the hour, such as 1999-11-08T04:00:00, not {value!r}")
    if value.tzinfo is not None:
        raise BadBook(path, f"{name} is an hour of the venue, without an offset, not {value.isoformat()}")
    return value
