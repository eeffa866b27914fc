"""The copy of the rules: the book of a table as it stands, for whoever asks.

Clause by clause it names the gazette's own place, instrument and number, with our words beside it; the gazette governs. That a
copy was asked for and given is on record, with the law it is a copy of and a digest of its words, so that a later print of it
says whether it is still the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from houseway import games
from houseway.floor.law import Law
from houseway.forms import read
from houseway.law.clause import NO_CLAUSE
from houseway.law.moments import moment_words
from houseway.law.rulebook import ALWAYS
from houseway.law.standing import standing
from houseway.play.decision import Accepted, Decision

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


@dataclass(frozen=True)
class ClauseCopied:
    """One clause: where the gazette has it, and what it says in our words."""

    instrument: str
    number: str
    chapter: str
    title: str
    words: str
    fate: str = ""  # where it holds no more, by which notice


@dataclass(frozen=True)
class RulesCopy:
    book: str
    title: str
    instrument: str
    moment: datetime
    clauses: tuple[ClauseCopied, ...]

    @property
    def law_of(self) -> str:
        return "an undated copy" if self.moment == ALWAYS else moment_words(self.moment)

    @property
    def instruments(self) -> list[str]:
        return list(dict.fromkeys(clause.instrument for clause in self.clauses))

    @property
    def digest(self) -> str:
        """Of every word of it."""
        told = "\n".join(f"{one.instrument}|{one.number}|{one.title}|{one.words}|{one.fate}" for one in self.clauses)
        return hashlib.sha256(told.encode()).hexdigest()


def rules_copy(book: str, moment: datetime | str) -> RulesCopy:
    """The rules of a book, with its variant if it names one, as they stand at a moment."""
    rulebook, _ = games.book(book)
    moment = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return RulesCopy(
        book, f"{rulebook.title}, {rulebook.jurisdiction}", rulebook.instrument, moment, tuple(_clauses(book, moment))
    )


def _clauses(book: str, moment: datetime) -> Iterator[ClauseCopied]:
    rulebook, variant = games.book(book)
    for one in standing(rulebook, moment, variant):
        fate = one.fate.words if one.fate is not None else ""
        chapter = f"{one.chapter.number} {one.chapter.title}"
        yield ClauseCopied(one.of.citation, one.words.number, chapter, one.words.title, one.words.text, fate)


def copy_of(law: Law) -> RulesCopy:
    return rules_copy(law.book, law.moment)


def ask(table: Table, draft: Draft, order: Order) -> Decision:
    """Somebody asks for a copy of the rules, and is given it."""
    law, rule = table.state.law, table.general.rules_copy
    assert law is not None
    who = order.who.name
    if order.who.role != "player":
        who = read(str, order.details.get("player", who), "player")
    copy = copy_of(law)
    draft.note(
        "rules-given", player=who, book=law.book, moment=law.moment, clauses=len(copy.clauses), text=copy.digest
    )  # fmt: skip
    return Accepted(NO_CLAUSE if rule is None else rule.by, "your copy of the rules lies with the papers of this table")


ACTS = {"ask for rules": ask}
