"""Reader: one book opened at one chapter, with one clause laid out beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from houseway import games
from houseway.law.clause import Kind, Provision
from houseway.law.reading import Reading
from houseway.law.rulebook import Edition, Rulebook
from houseway.law.words import ClauseWords
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
    chapter: str
    places: int
    cases: int
    readings: tuple[str, ...]
    choice: str  # what the house chose, where the text leaves it open


class Reader:
    def __init__(
        self,
        book: Rulebook[Any],
        edition: Edition[Any] | None,
        on: date,
        shown: Mapping[str, Showing] | None,
        cited: Counter[tuple[str, str]],
        chapter: str,
        clause: str,
        reading: str,
        search: str,
    ) -> None:
        self.book, self.edition, self.on, self._cited = book, edition, on, cited
        self.shown, self.counting = shown or {}, shown is None
        self.search = search.strip()
        kinds = {words.number: kind for words, kind, _ in book.clauses()}
        chapters = [one for part in (book.base, *book.amendments) for one in part.words.chapters]
        self.clauses = [self._told(words, kinds[words.number], one.number) for one in chapters for words in one.clauses]
        self.by_number = {told.clause.number: told for told in self.clauses}
        self.chosen = self.by_number.get(clause)
        self.reading = book.readings.get(reading)
        here = chapter or (self.chosen.chapter if self.chosen else chapters[0].number)
        self.chapters = [
            (one.number, one.title, sum(told.chapter == one.number for told in self.clauses)) for one in chapters
        ]
        self.chapter = next((one for one in chapters if one.number == here), chapters[0])
        self.listed = self._found() if self.search else [t for t in self.clauses if t.chapter == self.chapter.number]
        if self.chosen is None and self.listed and self.reading is None:
            self.chosen = next((told for told in self.listed if told.kind == "enforced"), self.listed[0])

    def _told(self, words: ClauseWords, kind: Kind, chapter: str) -> Told:
        citing = self.book.provisions_citing(words.number)
        readings = tuple(dict.fromkeys(id for _, _, found in citing for id in found))
        choice = next((str(value) for _, value, _ in citing if value is not None), "") if kind is Kind.POLICY else ""
        shown = self.shown.get(words.number)
        return Told(words, kind.value, chapter, len(citing), len(shown.cases) if shown else 0, readings, choice)

    def _found(self) -> list[Told]:
        wanted = self.search.removeprefix("§").strip().casefold()
        return [
            told
            for told in self.clauses
            if told.clause.number.casefold().startswith(wanted)
            or wanted in told.clause.title.casefold()
            or wanted in told.clause.text.casefold()
        ]

    @property
    def kinds(self) -> list[tuple[str, int]]:
        counts = Counter(told.kind for told in self.clauses)
        return [
            (kind.value, counts.get(kind.value, 0))
            for kind in (Kind.ENFORCED, Kind.PROCEDURE, Kind.PHYSICAL, Kind.POLICY)
        ]

    # The chosen clause

    @property
    def provisions(self) -> list[tuple[str, str]]:
        """What the clause provides, by name, with the value."""
        if self.chosen is None:
            return []
        citing = self.book.provisions_citing(self.chosen.clause.number)
        return [(spelled(name), written(value)) for name, value, _ in citing]

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
        if self.chosen is None:
            return 0
        return sum(
            count
            for (_, number), count in self._cited.items()
            if number == self.chosen.clause.number and _ == self.book.id
        )

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
        names = [name for name, _, _ in self.book.provisions_citing(self.chosen.clause.number)]
        found = []
        for other in games.shelf(self.book.game).values():
            if other.id == self.book.id or other.missing:
                continue
            numbers: dict[str, None] = {}
            for name in names:
                provision = _at(other.as_commenced().terms, name)
                if provision is not None:
                    numbers.update(dict.fromkeys(clause.number for clause in provision.by.clauses))
            found.append((other.short, other.id, list(numbers)))
        return found


def _at(terms: Any, name: str) -> Provision[Any] | None:
    for step in name.split("."):
        terms = getattr(terms, step, None)
    return terms if isinstance(terms, Provision) else None


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
