"""Coverage: which clauses the house honours, and which worked cases show it.

Every worked case of a book is played at a table; what its decisions, events and prompts cite is collected by clause. An
enforced clause that nothing cites is either not honoured or not shown, and the tests do not pass until it is.

Cited is not obeyed. A clause whose provision has a value is obeyed if some case comes out otherwise once that value is another
(``obedience``); a clause that only says what is done is obeyed if some case states what was done by it, and does not merely
cite it (``story.stated``).

Playing all cases takes half a minute, so what they show is kept in the folder of each game, ``shown.json``, written by
``python -m houseway.testing.vocabulary``; the suite fails where it is not what is found. It serves for as long as books and
cases are those it was found for.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from houseway import games
from houseway.figures import kept
from houseway.floor import obedience
from houseway.floor.obedience import UNTOLD, Otherwise, valued, valueless
from houseway.floor.story.stated import PAPER
from houseway.law.clause import Kind
from houseway.law.rulebook import Rulebook

if TYPE_CHECKING:  # a table to play at is made ready only where a case is played
    from houseway.floor.scenario import Case, Verdict

SHIPPED = "shown.json"
DONE = "done"  # a case states what a provision without a value says is done


@dataclass
class Shown:
    """Where a clause was cited while the worked cases ran."""

    number: str
    title: str
    kind: Kind
    ways: set[str] = field(default_factory=set)  # "refusal", "prompt", "Settled", …
    cases: list[str] = field(default_factory=list)
    stated: dict[str, str] = field(
        default_factory=dict
    )  # what a case says must come of it, "refused", and the first case
    valued: bool = False  # a provision that rests on it could be otherwise
    otherwise: Otherwise | None = None  # the change that a case notices

    @property
    def missing(self) -> bool:
        return self.kind is Kind.ENFORCED and not self.cases

    @property
    def obeyed(self) -> bool:
        """Whether some case would not hold if the house did not do what the clause says."""
        if not self.valued or self.otherwise == UNTOLD:
            return bool(self.stated)
        return self.otherwise is not None or DONE in self.stated

    @property
    def shown_by(self) -> dict[str, str]:
        """How it is shown to be obeyed, and by which case."""
        changed = {} if self.otherwise in (None, UNTOLD) else {f"{self.otherwise.name} changed": self.otherwise.case}
        return {**changed, **self.stated}

    @property
    def disobeyed(self) -> bool:
        return self.kind is Kind.ENFORCED and not self.obeyed


_played: dict[tuple[str, str], Verdict] = {}


def verdict(case: Case) -> Verdict:
    """What came of a case; it is played once to a process."""
    key = case.file, case.id
    if key not in _played:
        from houseway.floor.scenario import run_case

        _played[key] = run_case(case)
    return _played[key]


# By clause: the ways it was cited, the cases, what of it is stated by which case, and the change that a case notices.
Known: TypeAlias = dict[str, tuple[list[str], list[str], dict[str, str], list[Any] | None]]


_covered: dict[str, tuple[Rulebook[Any], dict[str, Shown]]] = {}


def coverage(book: str) -> dict[str, Shown]:
    """Every clause of a book, with the cases that exercise it; found once for a book as it was read."""
    rulebook, _ = games.book(book)
    known = _covered.get(rulebook.id)
    if known is None or known[0] is not rulebook:  # a notice was published since, and it is another book
        known = _covered[rulebook.id] = rulebook, _coverage(rulebook)
    return known[1]


def _coverage(rulebook: Rulebook[Any]) -> dict[str, Shown]:
    known = shipped(rulebook.game).get(rulebook.id)
    if known is None:  # books or cases of one's own: kept by their text and the program's
        on = {"book": rulebook.id, "text": kept.text_of("floor", f"games/{rulebook.game}")}
        words = f"playing the worked cases of {rulebook.title}, kept for the next time"
        known = kept.kept(kept.Question(rulebook.game, "coverage", on, words), lambda: as_known(rulebook.id))
    shown, could_be_otherwise = {}, valued(rulebook)
    for clause, kind, _ in rulebook.clauses():
        # a notice of one's own may tell a clause that no case was kept for
        ways, cases, stated, otherwise = known.get(clause.number, ([], [], {}, None))
        shown[clause.number] = Shown(
            clause.number, clause.title, kind, set(ways), list(cases), dict(stated), clause.number in could_be_otherwise,
            None if otherwise is None else Otherwise(*otherwise),
        )  # fmt: skip
    return shown


@cache
def shipped(game: str) -> dict[str, Known]:
    """What comes with the house, by book; nothing if it was found for other books or other cases."""
    path = games.folder(game) / SHIPPED
    doc = json.loads(path.read_bytes()) if path.exists() else {}
    return doc["books"] if doc.get("text") == _text(game) else {}


def ship(game: str) -> None:
    """Writes what the cases of a game show, for ``shipped``."""
    path = games.folder(game) / SHIPPED
    before = json.loads(path.read_bytes())["books"] if path.exists() else {}
    books = {id: as_known(id, before.get(id)) for id, rulebook in games.library().items() if rulebook.game == game}
    doc = {"text": _text(game), "books": books}
    path.write_text(json.dumps(doc, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def _text(game: str) -> str:
    """One number for the books and cases of a game."""
    text = hashlib.sha256()
    for path in sorted(path for part in ("books", "scenarios") for path in (games.folder(game) / part).rglob("*.*")):
        text.update(path.name.encode() + path.read_bytes())
    return text.hexdigest()


def as_known(book: str, before: Mapping[str, Sequence[Any]] | None = None) -> Known:
    """What the cases of a book show, beginning with what was known before. That nothing was found is believed only where the
    clause is obeyed all the same."""
    shown = found(book)
    rulebook, _ = games.book(book)
    kept = {
        number: Otherwise(*known[3]) if known[3] else None
        for number, known in (before or {}).items()
        if len(known) > 3
        and number in shown
        and (known[3] or (DONE in shown[number].stated and known[1] == shown[number].cases))
    }
    played = {case.id: case for case in _cases(rulebook.game, rulebook.id)}
    noticed = obedience.noticed(
        rulebook, {number: [played[id] for id in one.cases] for number, one in shown.items()}, kept
    )
    for number, otherwise in noticed.items():
        shown[number].otherwise = otherwise
    return {number: as_written(one) for number, one in shown.items() if one.cases}


def as_written(shown: Shown) -> tuple[list[str], list[str], dict[str, str], list[Any] | None]:
    changed = None if shown.otherwise is None else list(shown.otherwise)
    return sorted(shown.ways), shown.cases, dict(sorted(shown.stated.items())), changed


def found(book: str) -> dict[str, Shown]:
    """The same, by playing every case."""
    rulebook, _ = games.book(book)
    could_be_otherwise = valued(rulebook)
    without_value = valueless(rulebook)
    own = {part.id for part in (rulebook.base, *rulebook.amendments)}
    shown = {
        clause.number: Shown(clause.number, clause.title, kind, valued=clause.number in could_be_otherwise)
        for clause, kind, _ in rulebook.clauses()
    }
    for case in _cases(rulebook.game, rulebook.id):
        told = verdict(case).told
        for clause, hows in told.stated.items():
            if clause.book not in own or clause.number not in shown:
                continue
            done = {DONE} if told.rested.get(clause, set()) & {*without_value.get(clause.number, ()), PAPER} else set()
            for how in sorted(hows | done):
                shown[clause.number].stated.setdefault(how, case.id)
        for by, ways in told.cited.items():
            for clause in by.clauses:
                entry = shown.get(clause.number)
                if entry is not None:
                    entry.ways |= ways
                    if case.id not in entry.cases:
                        entry.cases.append(case.id)
    return shown


def tell(book: str) -> None:
    """Prints how the clauses of a book are shown, for a house that asked."""
    print(json.dumps({number: (sorted(shown.ways), shown.cases) for number, shown in coverage(book).items()}))


def _cases(game: str, book: str) -> Iterable[Case]:
    from houseway.floor.scenario import every_case

    return (case for case in every_case(game) if case.book.partition("+")[0] == book)


if __name__ == "__main__":
    tell(sys.argv[1])
