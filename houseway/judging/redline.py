"""Redline: two editions clause by clause, words and values.

Values are held entry by entry, each with the clauses it rests on at either side. Clauses that both sides have are passed over. Of
the others, those that carry the same provisions stand for each other, and their words are marked like a lawyer's redline: what
goes, what comes, what stays. A clause of a notice stands beside the clause whose value it changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from houseway.forms import write
from houseway.judging.sides import Side
from houseway.law.changes import entries, provision_at, spelled
from houseway.law.clause import Basis, Clause
from houseway.law.provision_names import names
from houseway.law.repealing import Fate, fates
from houseway.law.rulebook import Instrument
from houseway.law.words import ClauseWords

ALIKE = 0.4  # below this share of common words, one text stands for the other as a whole

STAYS, GOES, COMES = "stays", "goes", "comes"


@dataclass(frozen=True)
class ValueChange:
    """One value, or one entry of a table, that is another on the other side."""

    name: str
    was: str
    now: str
    was_by: Basis
    now_by: Basis

    @property
    def document(self) -> dict[str, Any]:
        return {
            "provision": self.name,
            "was": self.was,
            "now": self.now,
            "clauses_before": _cited(self.was_by),
            "clauses_after": _cited(self.now_by),
        }


@dataclass(frozen=True)
class Told:
    """A clause, and the instrument that has it."""

    instrument: Instrument
    words: ClauseWords

    @property
    def clause(self) -> Clause:
        return Clause(self.instrument.id, self.words.number)

    @property
    def document(self) -> dict[str, Any]:
        return {
            "instrument": self.instrument.citation,
            "number": self.words.number,
            "title": self.words.title,
            "words": self.words.text,
        }


@dataclass(frozen=True)
class ClauseChange:
    """A clause of one side beside what stands for it on the other; None where nothing does."""

    before: Told | None
    after: Told | None
    provisions: tuple[str, ...]  # that it carries
    stands: bool = False  # the clause before holds in all its words, and the one after says otherwise in part

    @property
    def what(self) -> str:
        if self.before is None:
            return "added"
        if self.after is None:
            return "removed"
        return "amended" if self.stands else "changed"

    @property
    def marked(self) -> tuple[tuple[str, str], ...]:
        """The words in pieces, each with whether it stays, goes or comes."""
        if self.stands and self.before is not None and self.after is not None:
            words = (" ".join(told.words.text.split()) for told in (self.before, self.after))
            return tuple(zip((STAYS, COMES), words, strict=True))
        return marked(self.before.words.text if self.before else "", self.after.words.text if self.after else "")

    @property
    def document(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "before": self.before.document if self.before else None,
            "after": self.after.document if self.after else None,
            "provisions": list(self.provisions),
            "redline": [{"what": what, "words": words} for what, words in self.marked],
        }


@dataclass(frozen=True)
class Redline:
    values: tuple[ValueChange, ...]
    clauses: tuple[ClauseChange, ...]


def redline(before: Side, after: Side) -> Redline:
    return Redline(tuple(_values(before, after)), tuple(_clauses(before, after)))


# Values


def _values(before: Side, after: Side) -> Iterator[ValueChange]:
    for name, _, _ in names(after.book.terms):
        old, new = (provision_at(side.edition.terms, name) for side in (before, after))
        if old is None and new is None:
            continue
        if old is None or new is None:
            one = old or new
            assert one is not None
            told = _said(write(one.value)) if one.value is not None else "provided"
            yield ValueChange(
                name,
                "silent" if old is None else told,
                "silent" if new is None else told,
                Basis(()) if old is None else old.by,
                Basis(()) if new is None else new.by,
            )
            continue
        was, now = write(old.value), write(new.value)
        if was != now:
            for entry, there, here in entries(was, now):
                yield ValueChange(f"{name}{entry}", _said(there), _said(here), old.by, new.by)


def _said(value: Any) -> str:
    return spelled(value) or "none"


def _cited(by: Basis) -> list[str]:
    return [*(clause.number for clause in by.clauses), *by.readings]


# Clauses


def _clauses(before: Side, after: Side) -> Iterator[ClauseChange]:
    old, new = _in_force(before), _in_force(after)
    there, here = _carried(before), _carried(after)
    only_old = [key for key in old if key not in new]
    only_new = [key for key in new if key not in old]
    moved = {name for name in there if there[name] != here.get(name)}
    # A clause that stays in the text though a notice gives its value otherwise stands beside that notice's clause.
    overtaken = [key for key in old if key in new and _carries(there, key) & moved and only_new]
    pairs = _paired([*only_old, *overtaken], only_new, there, here, _fates(after))
    for key in old:
        if key in pairs:
            other = pairs[key]
            both = _carries(there, key) & _carries(here, other)
            yield ClauseChange(old[key], new[other], tuple(sorted(both)), stands=key in new)
        elif key not in new:
            yield ClauseChange(old[key], None, tuple(sorted(_carries(there, key))))
    taken = set(pairs.values())
    for key in only_new:
        if key not in taken:
            yield ClauseChange(None, new[key], tuple(sorted(_carries(here, key))))


def _in_force(side: Side) -> dict[tuple[str, str, str], Told]:
    """Every clause that holds, by its instrument, its number and its words."""
    gone = _fates(side)
    return {
        (part.id, words.number, words.text): Told(part, words)
        for part in side.book.in_force(side.moment, side.variant)
        for words in part.words
        if Clause(part.id, words.number) not in gone
    }


def _fates(side: Side) -> dict[Clause, Fate]:
    """The clauses that hold no more on this side, and what says so."""
    return fates(side.book.in_force(side.moment, side.variant))


def _carried(side: Side) -> dict[str, frozenset[Clause]]:
    """By provision: the clauses that it rests on."""
    found = {}
    for name, _, _ in names(side.book.terms):
        provision = provision_at(side.edition.terms, name)
        if provision is not None:
            found[name] = frozenset(provision.by.clauses)
    return found


def _carries(carried: dict[str, frozenset[Clause]], key: tuple[str, str, str]) -> set[str]:
    clause = Clause(key[0], key[1])
    return {name for name, by in carried.items() if clause in by}


def _paired(
    old: list[tuple[str, str, str]],
    new: list[tuple[str, str, str]],
    there: dict[str, frozenset[Clause]],
    here: dict[str, frozenset[Clause]],
    gone: dict[Clause, Fate],
) -> dict[tuple[str, str, str], tuple[str, str, str]]:
    """Clauses that stand for each other: of one instrument and number, one in place of the other by what a notice says, or with
    most in common in what they carry and say."""
    same = {key[:2]: key for key in new}
    pairs = {key: same[key[:2]] for key in old if key[:2] in same}
    for key in old:  # what a notice says it repeals or replaces, and by which clause of its own
        fate = gone.get(Clause(*key[:2]))
        if fate is not None and fate.by is not None:
            by = same.get((fate.by.book, fate.by.number))
            if by is not None and by not in pairs.values():
                pairs[key] = by
    left_old = [(key, _carries(there, key)) for key in old if key not in pairs]
    left_new = [(key, _carries(here, key)) for key in new if key not in set(pairs.values())]
    likeness = sorted(
        (
            (-len(mine & theirs) / len(mine | theirs) - 2 * _alike(key[2], other[2]), n, m)
            for n, (key, mine) in enumerate(left_old)
            for m, (other, theirs) in enumerate(left_new)
            if mine & theirs
        ),
    )
    taken: set[int] = set()
    used: set[int] = set()
    for _, n, m in likeness:
        if n not in taken and m not in used:
            taken.add(n)
            used.add(m)
            pairs[left_old[n][0]] = left_new[m][0]
    return pairs


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()


def marked(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """Two texts as one, piece by piece: what stays, what goes, what comes.

    >>> marked("A spread of one pays 5 to 1.", "A spread of one pays 6 to 1.")
    (('stays', 'A spread of one pays'), ('goes', '5'), ('comes', '6'), ('stays', 'to 1.'))
    """
    old, new = re.findall(r"\S+", before), re.findall(r"\S+", after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if not old or not new or matcher.ratio() < ALIKE:
        whole = ((GOES, " ".join(old)), (COMES, " ".join(new)))
        return tuple(piece for piece in whole if piece[1])
    pieces: list[tuple[str, str]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pieces.append((STAYS, " ".join(old[a:b])))
            continue
        pieces += [piece for piece in ((GOES, " ".join(old[a:b])), (COMES, " ".join(new[c:d]))) if piece[1]]
    return tuple(pieces)
