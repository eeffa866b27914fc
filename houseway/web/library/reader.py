"""Reader: one book opened at one chapter, with one clause laid out beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from houseway import games
from houseway.law.changes import provision_at
from houseway.law.clause import Basis, Kind
from houseway.law.moments import moment_words
from houseway.law.reading import Reading
from houseway.law.rulebook import Instrument, Rulebook
from houseway.law.standing import Provided, Standing, edition_at, instruments_at, standing, to_come, will_change
from houseway.law.words import Chapter, ClauseWords
from houseway.web.library.worked import Showing

WAYS = {
    "refusal": "a refusal",
    "prompt": "a prompt",
    "decision": "an accepted act",
    "Called": "a call",
    "Dealt": "a card dealt",
    "Settled": "a settlement",
    "Opened": "a window opened",
    "Laid": "wagers laid",
    "Advised": "advice to a player",
    "Discarded": "a card discarded",
    "Burned": "a burn",
    "BurnShown": "a burned card shown",
    "KeptAsNext": "a card kept as next",
    "Shuffled": "a shuffle",
    "ToldOfSeat": "a word about an idle seat",
    "CardsBrought": "cards brought to a table",
    "ShuffleDue": "a shuffle due",
    "CutMade": "a cut",
    "CutCardPlaced": "the cutting card placed",
    "CutCardSeen": "the cutting card seen",
    "WentWrong": "an irregularity",
    "Swapped": "cards put right",
    "Marked": "a marker",
    "Decided": "an outcome",
    "PickedUp": "cards picked up",
    "Noted": "a note",
    "Ruled": "a ruling",
    "Chosen": "a player's choice",
    "ShoeReady": "the shoe made ready",
    "DealerChanged": "a change of dealer",
    "PlayerLeft": "a player leaving",
    "SignRead": "the sign read",
}


@dataclass(frozen=True)
class Told:
    """A clause with its kind, as the page lists it."""

    clause: ClauseWords
    kind: str
    of: Instrument
    chapter: Chapter
    provides: tuple[Provided, ...]
    cases: int
    readings: tuple[str, ...]
    choice: str  # what the house chose, where the text leaves it open
    fate: str  # where it holds no more: by which notice
    notice: str  # the citation, where it is a notice's and not the book's own

    @property
    def places(self) -> int:
        return len(self.provides)

    @property
    def amended(self) -> list[str]:
        """The notices that changed what it provides."""
        return list(dict.fromkeys(notice.citation for one in self.provides for notice, _ in one.amended_by))


class Reader:
    def __init__(
        self,
        book: Rulebook[Any],
        variant: str,
        moment: datetime,
        asked: str,
        shown: Mapping[str, Showing] | None,
        cited: Counter[tuple[str, str]],
        chapter: str,
        clause: str,
        of: str,
        reading: str,
        search: str,
    ) -> None:
        self.book, self.variant, self.moment, self.asked, self._cited = book, variant, moment, asked, cited
        self.edition = edition_at(book, moment, variant)
        self.shown, self.counting = shown or {}, shown is None
        self.search = search.strip()
        self.clauses = [self._told(one) for one in standing(book, moment, variant)]
        self.chosen = self._named(clause, of)
        self.reading = book.readings.get(reading)
        self.chapters = [
            (part, one, sum(told.chapter is one for told in self.clauses))
            for part in instruments_at(book, moment, variant)
            for one in part.words.chapters
        ]
        here = [one for part, one, _ in self.chapters if one.number == chapter and of in ("", part.id)]
        first = self.chosen.chapter if self.chosen else self.chapters[0][1]
        self.chapter = here[0] if here else first
        self.listed = self._found() if self.search else [t for t in self.clauses if t.chapter is self.chapter]
        if self.chosen is None and self.listed and self.reading is None:
            self.chosen = next((told for told in self.listed if told.kind == "enforced"), self.listed[0])

    def _told(self, one: Standing) -> Told:
        readings = tuple(dict.fromkeys(id for provided in one.provides for id in provided.readings))
        choices = [str(provided.value) for provided in one.provides if provided.value is not None]
        shown = self.shown.get(one.words.number)
        return Told(
            clause=one.words,
            kind=one.kind.value,
            of=one.of,
            chapter=one.chapter,
            provides=one.provides,
            cases=len(shown.cases) if shown else 0,
            readings=readings,
            choice=choices[0] if choices and one.kind is Kind.POLICY else "",
            fate=one.fate.words if one.fate else "",
            notice="" if one.of is self.book.base else one.of.citation,
        )

    def _named(self, number: str, of: str) -> Told | None:
        """A clause by its number, and by its instrument where that is named; the book's own comes first."""
        named = [told for told in self.clauses if told.clause.number == number and of in ("", told.of.id)]
        return named[0] if named else None

    def _found(self) -> list[Told]:
        wanted = self.search.removeprefix("§").strip().casefold()
        return [
            told
            for told in self.clauses
            if told.clause.number.casefold().startswith(wanted)
            or wanted in told.clause.title.casefold()
            or wanted in told.clause.text.casefold()
        ]

    # Where the page leads

    @property
    def sets_hands(self) -> bool:
        """Whether the book has a way of the house to set hands by."""
        return self.edition is not None and games.chapters_of(self.edition).way_of_setting is not None

    @property
    def id(self) -> str:
        return f"{self.book.id}+{self.variant}" if self.variant else self.book.id

    def link(self, of: Instrument | None = None, **query: str) -> str:
        """Another place in this book, on the same day."""
        if of is not None and of is not self.book.base:
            query["of"] = of.id
        if self.asked:
            query["at"] = self.asked
        return f"/books/{self.id}" + (f"?{urlencode(query)}" if query else "")

    @property
    def day(self) -> str:
        return f"{self.moment:%Y-%m-%dT%H:%M}"

    # The book on that day

    @property
    def instruments(self) -> list[str]:
        """What the book is on that day: since when it holds, and every notice with its date and hour."""
        begins = self.book.commences
        lines = [f"In force from {moment_words(begins)}" if begins else "The copy is undated"]
        for part in self.book.in_force(self.moment, self.variant):
            if part is not self.book.base and part.commences is not None and part.id != self.variant:
                until = f" to {moment_words(part.expires)}" if part.expires else ""
                lines.append(f"Amended by {part.citation}, from {moment_words(part.commences)}{until}")
        return lines

    @property
    def to_come(self) -> list[tuple[Instrument, str, list[str]]]:
        """The notices that are published and do not hold yet: from when, and what they change."""
        coming = to_come(self.book, self.moment, self.variant)
        return [
            (part, moment_words(part.commences), will_change(self.book, part, self.variant))
            for part in coming
            if part.commences
        ]

    @property
    def offers(self) -> list[tuple[str, str, Basis]]:
        """Wagers that a notice allows or ends without telling how they are played."""
        names = dict.fromkeys(name for part in (self.book.base, *self.book.amendments) for name in part.offers)
        said = [(name, *self.book.offers(name, self.moment)) for name in names]
        return [(name, "offered" if offered else "not offered", by) for name, offered, by in said]

    @property
    def kinds(self) -> list[tuple[str, int]]:
        counts = Counter(told.kind for told in self.clauses)
        return [
            (kind.value, counts.get(kind.value, 0))
            for kind in (Kind.ENFORCED, Kind.PROCEDURE, Kind.PHYSICAL, Kind.POLICY)
        ]

    # The chosen clause

    @property
    def provisions(self) -> list[tuple[str, str, str, list[str]]]:
        """What the clause provides, by name: the value, and where notices have changed it, what it is then and by which."""
        if self.chosen is None:
            return []
        return [
            (
                spelled(one.name),
                "; ".join(filter(None, (written(one.value), one.who))),
                written(one.now) if one.amended_by else "",
                [f"{notice.citation}, § {number}" for notice, number in one.amended_by],
            )
            for one in self.chosen.provides
        ]

    @property
    def ways(self) -> list[str]:
        shown = self.shown.get(self.chosen.clause.number) if self.chosen else None
        return sorted(WAYS.get(way, way) for way in shown.ways) if shown else []

    @property
    def cases(self) -> list[str]:
        shown = self.shown.get(self.chosen.clause.number) if self.chosen else None
        return shown.cases if shown else []

    @property
    def cited(self) -> int:
        return self._cited[self.chosen.of.id, self.chosen.clause.number] if self.chosen else 0

    @property
    def readings(self) -> list[Reading]:
        if self.reading is not None:
            return [self.reading]
        return [self.book.readings[id] for id in (self.chosen.readings if self.chosen else ())]

    @property
    def elsewhere(self) -> list[tuple[str, str, list[str]]]:
        """Where other books of the game provide the same: short name, id and clauses."""
        if self.chosen is None:
            return []
        names = [one.name for one in self.chosen.provides]
        found = []
        for other in games.shelf(self.book.game).values():
            if other.id == self.book.id or other.missing:
                continue
            numbers: dict[str, None] = {}
            for name in names:
                provision = provision_at(other.as_commenced().terms, name)
                if provision is not None:
                    numbers.update(dict.fromkeys(clause.number for clause in provision.by.clauses))
            found.append((other.short, other.id, list(numbers)))
        return found


def spelled(name: str) -> str:
    """A provision's name as words: ``general.above_maximum`` is "Above maximum"."""
    return name.rpartition(".")[2].replace("_", " ").capitalize()


def written(value: Any) -> str:
    if value is None:
        return "as told"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {written(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " or ".join(written(item) for item in value)
    return str(value)
