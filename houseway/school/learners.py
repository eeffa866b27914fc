"""Learners: people who learn, under a name or a nickname and a code, and every answer they gave.

They are no players and have no money. Who was enrolled, by whom, and who left stands in the stream ``desk:school``; answers lie
in tables beside the ledger, in the same database and as durable as the rest, so that they can be taken away with the learner. The
house keeps only the hash of a code. At a terminal without a house the same school lies in a file of one's own.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.floor.people import plain_name
from houseway.ledger import Ledger, Post
from houseway.school.boxes import Card

STREAM = "desk:school"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9 .'-]{1,30}")
CLASS = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .'-]{0,30}")
LONGEST = 3600_000  # milliseconds; an answer that took longer was not being thought about
MOST = 2000  # learners of one house

tables = sa.MetaData()
learner_table = sa.Table(
    "learner",
    tables,
    sa.Column("plain", sa.Text, primary_key=True),  # the name without what two ways of writing it differ in
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("code", sa.Text, nullable=False),  # its hash; "" where nobody asks for one
    sa.Column("class_name", sa.Text, nullable=False),
    sa.Column("since", sa.Text, nullable=False),
)
answer_table = sa.Table(
    "learner_answer",
    tables,
    sa.Column("key", sa.Text, primary_key=True),  # of the question as it was put: it is answered once
    sa.Column("plain", sa.Text, nullable=False, index=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("book", sa.Text, nullable=False),
    sa.Column("drill", sa.Text, nullable=False),
    sa.Column("topic", sa.Text, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("given", sa.Text, nullable=False),
    sa.Column("is_right", sa.Integer, nullable=False),
    sa.Column("millis", sa.Integer, nullable=True),
)
card_table = sa.Table(
    "learner_card",
    tables,
    sa.Column("plain", sa.Text, primary_key=True),
    sa.Column("book", sa.Text, primary_key=True),
    sa.Column("drill", sa.Text, primary_key=True),
    sa.Column("topic", sa.Text, primary_key=True),
    sa.Column("box", sa.Integer, nullable=False),
    sa.Column("due", sa.Text, nullable=False),
    sa.Column("asked", sa.Integer, nullable=False),
    sa.Column("answered_right", sa.Integer, nullable=False),
    sa.Column("millis", sa.BigInteger, nullable=False),
    sa.Column("timed", sa.Integer, nullable=False),
    sa.Column("recent", sa.Text, nullable=False),
)


class NotALearner(Complaint, ValueError):
    """A name or a class that cannot be taken, or a code that is not theirs."""


class NoSuchLearner(Complaint, LookupError):
    """Nobody learns here under that name."""


@dataclass(frozen=True)
class Learner:
    name: str
    class_name: str
    since: str
    coded: str = ""  # the hash of their code, by which a page knows that it is still the same one

    @property
    def plain(self) -> str:
        return plain_name(self.name)


@dataclass(frozen=True)
class Answered:
    """An answer that was given, and what came of it."""

    key: str
    book: str
    drill: str
    topic: str
    number: int
    given: str
    right: bool
    millis: int | None  # None where nobody looked at the clock
    at: str = ""


class School:
    def __init__(self, ledger: Ledger, clock: Callable[[], datetime]) -> None:
        self.ledger, self.clock = ledger, clock
        ledger.keep(tables)

    # Who learns

    def enrol(self, name: str, by: str, class_name: str = "", with_code: bool = True) -> tuple[Learner, str]:
        """Somebody is taken in, under a name that nobody has; the code is told once and kept nowhere."""
        name, class_name = " ".join(name.split()), " ".join(class_name.split())
        if not NAME.fullmatch(name):
            raise NotALearner(
                "a learner is called by 2 to 31 letters, figures, blanks, dots or dashes, such as M. Okafor"
            )
        judge_class(class_name)
        code = secrets.token_urlsafe(9) if with_code else ""
        found = Learner(name, class_name, self._now(), _hashed(code))
        row = dict(plain=found.plain, name=name, code=found.coded, class_name=class_name, since=found.since)
        with self.ledger.changing() as connection:
            if connection.execute(sa.select(learner_table).where(_is(learner_table, found.plain))).first() is not None:
                raise NotALearner(f"somebody learns here as {name} already")
            if connection.execute(sa.select(sa.func.count()).select_from(learner_table)).scalar_one() >= MOST:
                raise NotALearner(f"the school has {MOST} learners, and no room for more")
            connection.execute(sa.insert(learner_table), row)
        self.told("enrolled", by, name=name, class_name=class_name)
        return found, code

    def learner(self, name: str) -> Learner:
        """A learner by name, however it is written."""
        with self.ledger.reading() as connection:
            row = connection.execute(sa.select(learner_table).where(_is(learner_table, plain_name(name)))).first()
        if row is None:
            raise NoSuchLearner(f"nobody learns here as {name[:40]!r}")
        return _learner(row)

    def come_in(self, name: str, code: str) -> Learner:
        """Whoever knows a learner's code; the same word for a name that is not there and a code that is not theirs."""
        try:
            found = self.learner(name)
        except NoSuchLearner:
            found = None
        if found is None or not found.coded or not hmac.compare_digest(found.coded, _hashed(code.strip())):
            raise NotALearner("name and code do not belong together")
        return found

    def learners(self, class_name: str | None = None) -> list[Learner]:
        """Everybody, or one class; by name."""
        query = sa.select(learner_table)
        if class_name is not None:
            query = query.where(learner_table.c.class_name == class_name)
        with self.ledger.reading() as connection:
            return sorted((_learner(row) for row in connection.execute(query)), key=lambda one: one.plain)

    def classes(self) -> list[str]:
        return sorted({one.class_name for one in self.learners()} - {""})

    def put_in_class(self, name: str, class_name: str, by: str) -> None:
        found, class_name = self.learner(name), " ".join(class_name.split())
        judge_class(class_name)
        with self.ledger.changing() as connection:
            change = sa.update(learner_table).where(_is(learner_table, found.plain)).values(class_name=class_name)
            connection.execute(change)
        self.told("class changed", by, name=found.name, class_name=class_name)

    def new_code(self, name: str, by: str) -> str:
        """Another code; the one before serves no more."""
        found, code = self.learner(name), secrets.token_urlsafe(9)
        with self.ledger.changing() as connection:
            change = sa.update(learner_table).where(_is(learner_table, found.plain)).values(code=_hashed(code))
            connection.execute(change)
        self.told("code given", by, name=found.name)
        return code

    def withdraw(self, name: str, by: str) -> None:
        """Somebody leaves, and takes along every answer they gave."""
        found = self.learner(name)
        with self.ledger.changing() as connection:
            for table in tables.sorted_tables:
                connection.execute(sa.delete(table).where(_is(table, found.plain)))
        self.told("withdrawn", by, name=found.name)

    # What they answered

    def answered(self, learner: Learner, one: Answered) -> bool:
        """Puts an answer on record and moves its topic; False where that question was answered before."""
        at = self.clock()
        millis = None if one.millis is None else max(0, min(one.millis, LONGEST))
        with self.ledger.changing() as connection:
            if (
                connection.execute(sa.select(answer_table.c.key).where(answer_table.c.key == one.key)).first()
                is not None
            ):
                return False
            if connection.execute(sa.select(learner_table).where(_is(learner_table, learner.plain))).first() is None:
                raise NoSuchLearner(f"nobody learns here as {learner.name!r} any more")
            row: dict[str, Any] = dict(
                key=one.key, plain=learner.plain, at=_written(at), book=one.book, drill=one.drill, topic=one.topic,
                number=one.number, given=one.given[:400], is_right=int(one.right), millis=millis,
            )  # fmt: skip
            connection.execute(sa.insert(answer_table), row)
            mine = (
                _is(card_table, learner.plain)
                & (card_table.c.book == one.book)
                & (card_table.c.drill == one.drill)
                & (card_table.c.topic == one.topic)
            )
            known = connection.execute(sa.select(card_table).where(mine)).first()
            card = _card(known) if known is not None else Card(one.book, one.drill, one.topic)
            values = _values(card.answered(one.right, at, millis))
            if known is None:
                head = dict(plain=learner.plain, book=one.book, drill=one.drill, topic=one.topic)
                connection.execute(sa.insert(card_table), {**head, **values})
            else:
                connection.execute(sa.update(card_table).where(mine).values(**values))
        return True

    def cards(self, learner: Learner, book: str = "", drill: str = "") -> list[Card]:
        """Every topic a learner was asked about."""
        query = sa.select(card_table).where(_is(card_table, learner.plain))
        if book:
            query = query.where(card_table.c.book == book)
        if drill:
            query = query.where(card_table.c.drill == drill)
        with self.ledger.reading() as connection:
            found = [_card(row) for row in connection.execute(query)]
        return sorted(found, key=lambda card: (card.book, card.drill, card.topic))

    def newest(self, learner: Learner, most: int = 20) -> list[Answered]:
        """The answers given last, the newest first."""
        query = (
            sa.select(answer_table)
            .where(_is(answer_table, learner.plain))
            .order_by(answer_table.c.at.desc())
            .limit(most)
        )
        with self.ledger.reading() as connection:
            return [
                Answered(
                    row.key,
                    row.book,
                    row.drill,
                    row.topic,
                    row.number,
                    row.given,
                    bool(row.is_right),
                    row.millis,
                    row.at,
                )
                for row in connection.execute(query)
            ]

    def _now(self) -> str:
        return _written(self.clock())

    def told(self, kind: str, by: str, **body: str) -> None:
        """Puts on record what was done at the school."""
        self.ledger.post([Post(STREAM, kind, self._now(), by, dict(body))]).result()


def judge_class(class_name: str) -> None:
    """Whether a class may be called so."""
    if class_name and not CLASS.fullmatch(class_name):
        raise NotALearner(
            "a class is called by letters, figures, blanks, dots or dashes, 31 at most, such as Evening 2"
        )


def _is(table: sa.Table, plain: str) -> Any:
    return table.c.plain == plain


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest() if code else ""


def _written(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")


def _learner(row: Any) -> Learner:
    return Learner(row.name, row.class_name, row.since, row.code)


def _card(row: Any) -> Card:
    return Card(
        row.book, row.drill, row.topic, row.box, datetime.fromisoformat(row.due), row.asked, row.answered_right, row.millis,
        row.timed, row.recent,
    )  # fmt: skip


def _values(card: Card) -> dict[str, Any]:
    return dict(
        box=card.box, due=_written(card.due), asked=card.asked, answered_right=card.right, millis=card.millis,
        timed=card.timed, recent=card.recent,
    )  # fmt: skip
