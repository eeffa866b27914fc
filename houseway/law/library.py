"""Library: reads the books of a game, and refuses one that is incomplete or contradicts itself.

A game's ``books/`` folder holds, per gazette, one ``.toml`` (provisions, policies, procedure, physical) and one
``.md`` (the clauses in our own words), and one ``readings.md``. An amendment or overlay is a further ``.toml`` that
names the book it changes and the hour it commences. A book loads only if every clause told in its words is accounted
for, every provision the game asks for is given or declared silent, every reading cited is written down, and no two
amendments set one thing at one moment. What is wrong is said with the file and with what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.complaint import Complaint
from houseway.forms import Misread, read_toml
from houseway.law.clause import Kind
from houseway.law.reading import Reading, readings
from houseway.law.rulebook import Instrument, Rulebook, clause_kinds, flatten, readings_of
from houseway.law.words import words

_SECTIONS = {"book", "amendment", "provisions", "policies", "offers", "silent", "procedure", "physical"}
_BOOK = {
    "id", "title", "jurisdiction", "short", "instrument", "in_force", "undated", "authority", "words", "note", "missing",
    "over",
}  # fmt: skip
_AMENDMENT = {"of", "id", "instrument", "commences", "expires", "variant", "words", "repeals"}


class BadBook(Complaint):
    """A book that does not load: which file, what is wrong and what to do."""

    def __init__(self, where: object, why: str = "") -> None:
        super().__init__(f"{where}: {why}" if why else f"{where}")


@dataclass(frozen=True)
class Shelf:
    """The books of one game."""

    game: str
    terms: type[Any]
    folder: Path

    def load(self) -> dict[str, Rulebook[Any]]:
        """Every book of the game by id; the first thing wrong is raised as ``BadBook``."""
        told = self._readings()
        bases: dict[str, tuple[Path, dict[str, Any]]] = {}
        amendments: dict[str, list[Instrument]] = {}
        for path in sorted(self.folder.glob("*.toml")):
            doc = read_toml(path, BadBook)
            if "book" in doc:
                id = _want(path, doc["book"], "id")
                if id in bases:
                    raise BadBook(path, f"the book {id!r} is already told in {bases[id][0].name}")
                bases[id] = (path, doc)
            elif "amendment" in doc:
                part = self._amendment(path, doc)
                amendments.setdefault(_want(path, doc["amendment"], "of"), []).append(part)
            else:
                raise BadBook(path, "start the file with [book] or with [amendment]")
        for id in amendments:
            if id not in bases:
                raise BadBook(amendments[id][0].source, f"it amends {id!r}, and no book has that id")
        books: dict[str, Rulebook[Any]] = {}
        for id in sorted(bases, key=lambda id: "over" in bases[id][1]["book"]):  # what lies over another comes after it
            books[id] = self._book(*bases[id], amendments.get(id, []), told, books)
        return {id: books[id] for id in bases}

    def _readings(self) -> dict[str, Reading]:
        path = self.folder / "readings.md"
        try:
            return readings(path) if path.exists() else {}
        except ValueError as wrong:
            raise BadBook("readings", str(wrong)) from None

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
        base = self._part(path, doc, about["id"], _want(path, about, "instrument"), commences, None, "", ())
        over: dict[str, Rulebook[Any]] = {}
        for id in about.get("over", ()):
            if id not in others or not about.get("missing"):
                raise BadBook(path, f"it is to lie over {id!r}; name a book of this game, and say what is missing")
            over[id] = others[id]
        order = sorted(amendments, key=lambda part: (part.commences or datetime.min, part.id))
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
            amendments=tuple(order),
            readings=told,
            missing=about.get("missing", ""),
            over=over,
        )
        self._check(path, book, told)
        return book

    def _amendment(self, path: Path, doc: dict[str, Any]) -> Instrument:
        about = doc["amendment"]
        if unknown := set(about) - _AMENDMENT:
            raise BadBook(
                path, f"[amendment] has {', '.join(sorted(unknown))}; known are {', '.join(sorted(_AMENDMENT))}"
            )
        if "variant" not in about and "commences" not in about:
            raise BadBook(path, "an amendment needs the hour it commences, or the variant it describes")
        return self._part(
            path,
            doc,
            _want(path, about, "id"),
            _want(path, about, "instrument"),
            _moment(path, about.get("commences"), "commences"),
            _moment(path, about.get("expires"), "expires"),
            about.get("variant", ""),
            tuple(about.get("repeals", ())),
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
            source=path.name,
        )

    def _check(self, path: Path, book: Rulebook[Any], told: Mapping[str, Reading]) -> None:
        for part in (book.base, *book.amendments):
            try:
                self._account(part, told)
            except Misread as wrong:
                raise BadBook(path.with_name(part.source), str(wrong)) from None
        seen: dict[tuple[datetime | None, str, str], str] = {}
        for part in book.amendments:
            for tree in (part.provisions, part.policies):
                for name, _ in flatten(self.terms, tree, part.source):
                    key = (part.commences, part.variant, name)
                    if key in seen:
                        raise BadBook(
                            part.source, f"{name} is also set by {seen[key]} at the same moment; merge the two"
                        )
                    seen[key] = part.source
        moments = [book.commences, *(part.commences for part in book.amendments)]
        for moment in dict.fromkeys([*moments, None]):
            for variant in book.over if book.missing else ("", *book.variants):
                try:
                    book.at(moment, variant=variant)
                except Misread as wrong:
                    raise BadBook(path, str(wrong)) from None

    def _account(self, part: Instrument, told: Mapping[str, Reading]) -> None:
        kinds = clause_kinds(self.terms, part)
        for number in kinds:
            if number not in part.words:
                raise Misread(part.source, f"clause {number} is cited, but the words tell no such clause")
        for clause in part.words:
            if clause.number not in kinds and clause.number not in part.repeals:
                raise Misread(
                    part.source,
                    f"clause {clause.number} ({clause.title}) is not accounted for: cite it in a provision, "
                    f"or list it under [{Kind.PROCEDURE.value}] or [{Kind.PHYSICAL.value}]",
                )
        for policy, tree in ((False, part.provisions), (True, part.policies)):
            for name, leaf in flatten(self.terms, tree, part.source):
                cited = readings_of(leaf)
                for id in cited:
                    if id not in told:
                        raise Misread(part.source, f"{name} rests on reading {id}, which readings.md does not tell")
                if policy and not cited:
                    raise Misread(
                        part.source, f"{name} is a policy; name the reading that says why the house may choose"
                    )
                if not policy and not leaf.get("clauses"):
                    raise Misread(
                        part.source, f"{name} cites no clause; if the text is silent it belongs in [policies]"
                    )


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
    return value
