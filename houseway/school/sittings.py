"""Sittings: exams that are sat, under a time that the house keeps.

An exam is set for a class, for everybody, or by a learner for themselves. It is a row of questions, each known by what it is of
and by the digest of how it was put; the school itself reads none of them. Whoever begins has so many minutes by the house's own
clock. An answer may be given anew until then or until the paper is handed in; one that comes later is kept, marked late, and does
not count. Who sat what goes with the learner when they leave.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from houseway.complaint import Complaint
from houseway.school.learners import Learner, NoSuchLearner, NotALearner, School, judge_class, learner_table, tables

LEAST, LONGEST = 1, 240  # minutes
MOST = 500  # exams that a school keeps
OWN = 20  # that a learner set for themselves; beyond, the oldest goes
GIVEN = 400  # letters of an answer that are kept

exam_table = sa.Table(
    "school_exam",
    tables,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("plain", sa.Text, nullable=False, index=True),  # whose own it is; "" where it was set for others
    sa.Column("class_name", sa.Text, nullable=False),  # "": everybody
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("set_by", sa.Text, nullable=False),
    sa.Column("set_at", sa.Text, nullable=False),
    sa.Column("law_at", sa.Text, nullable=False),
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("drills", sa.Text, nullable=False),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("minutes", sa.Integer, nullable=False),
    sa.Column("closed", sa.Text, nullable=False),
)
sitting_table = sa.Table(
    "school_sitting",
    tables,
    sa.Column("exam", sa.Text, primary_key=True),
    sa.Column("plain", sa.Text, primary_key=True),
    sa.Column("begun", sa.Text, nullable=False),
    sa.Column("ends", sa.Text, nullable=False),
    sa.Column("handed_in", sa.Text, nullable=False),
)
mark_table = sa.Table(
    "school_mark",
    tables,
    sa.Column("exam", sa.Text, primary_key=True),
    sa.Column("plain", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("given", sa.Text, nullable=False),
    sa.Column("is_right", sa.Integer, nullable=False),
    sa.Column("late", sa.Integer, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
)


class NoSuchExam(Complaint, LookupError):
    """No exam of that name, or none that this learner may sit."""


class ExamIsOver(Complaint, ValueError):
    """What can no longer be done with an exam."""


@dataclass(frozen=True)
class Put:
    """A question of an exam."""

    book: str
    drill: str
    number: int
    digest: str  # of the question with its key, as it was when the exam was set


@dataclass(frozen=True)
class SetExam:
    """An exam as it was set."""

    title: str
    by: str
    law_at: datetime  # the law it asks by
    seed: int
    drills: tuple[str, ...]
    asked: tuple[Put, ...]
    minutes: int
    class_name: str = ""
    whose: str = ""  # the learner, without what two ways of writing a name differ in, who set it for themselves
    id: str = ""
    at: str = ""
    closed: str = ""

    @property
    def books(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(put.book for put in self.asked))

    def is_for(self, learner: Learner) -> bool:
        return self.whose == learner.plain if self.whose else self.class_name in ("", learner.class_name)


@dataclass(frozen=True)
class Mark:
    """An answer that was given in an exam."""

    given: str
    right: bool
    late: bool
    at: str

    @property
    def counts(self) -> bool:
        return self.right and not self.late


@dataclass(frozen=True)
class Sitting:
    """Somebody at an exam, or after it."""

    exam: SetExam
    plain: str
    begun: datetime
    ends: datetime
    handed_in: datetime | None
    marks: Mapping[int, Mark] = field(default_factory=dict)  # by the number of the question, from 1

    def left(self, now: datetime) -> float:
        """Seconds until the time is over."""
        return max(0.0, (self.ends - now).total_seconds())

    def over(self, now: datetime) -> bool:
        return self.handed_in is not None or now >= self.ends

    @property
    def right(self) -> int:
        return sum(mark.counts for mark in self.marks.values())

    @property
    def answered(self) -> int:
        """In time."""
        return sum(not mark.late for mark in self.marks.values())

    @property
    def late(self) -> int:
        return sum(mark.late for mark in self.marks.values())

    @property
    def took(self) -> timedelta:
        """How long it lasted, of those that are over."""
        return (self.handed_in or self.ends) - self.begun

    def open_question(self) -> int | None:
        """The first that nobody has answered."""
        return next((n for n in range(1, len(self.exam.asked) + 1) if n not in self.marks), None)

    def document(self) -> dict[str, Any]:
        return {
            "exam": self.exam.id, "title": self.exam.title, "seed": self.exam.seed, "minutes": self.exam.minutes,
            "begun": _written(self.begun), "ends": _written(self.ends),
            "handed_in": None if self.handed_in is None else _written(self.handed_in),
            "questions": len(self.exam.asked), "answered": self.answered, "right": self.right, "late": self.late,
        }  # fmt: skip


class Sittings:
    """The exams of a school."""

    def __init__(self, school: School) -> None:
        self.ledger, self.clock, self.school = school.ledger, school.clock, school

    def set(self, exam: SetExam) -> SetExam:
        """Puts an exam up; those whom it is for may begin from now on."""
        if not LEAST <= exam.minutes <= LONGEST:
            raise NotALearner(f"an exam lasts {LEAST} to {LONGEST} minutes, not {exam.minutes}")
        judge_class(exam.class_name)
        id, at = secrets.token_hex(4), self.clock()
        row = dict(
            id=id, plain=exam.whose, class_name=exam.class_name, title=exam.title, set_by=exam.by, set_at=_written(at),
            law_at=_written(exam.law_at), seed=exam.seed, drills=json.dumps(exam.drills), minutes=exam.minutes, closed="",
            asked=json.dumps([[put.book, put.drill, put.number, put.digest] for put in exam.asked]),
        )  # fmt: skip
        with self.ledger.changing() as connection:
            own = sa.select(exam_table.c.id).where(exam_table.c.plain == exam.whose).order_by(exam_table.c.set_at)
            known = list(connection.execute(own))
            if exam.whose:
                for old in known[: max(0, len(known) + 1 - OWN)]:
                    _gone(connection, old.id)
            elif len(known) >= MOST:
                raise NotALearner(f"the school keeps {MOST} exams; take one away first")
            connection.execute(sa.insert(exam_table), row)
        if not exam.whose:
            self.school.told("exam set", exam.by, exam=id, title=exam.title, class_name=exam.class_name)
        return self.exam(id)

    def exam(self, id: str) -> SetExam:
        with self.ledger.reading() as connection:
            row = connection.execute(sa.select(exam_table).where(exam_table.c.id == id[:40])).first()
        if row is None:
            raise NoSuchExam(f"there is no exam {id[:40]!r}")
        return _exam(row)

    def exams(self) -> list[SetExam]:
        """All that were set for others, the newest first."""
        query = sa.select(exam_table).where(exam_table.c.plain == "").order_by(exam_table.c.set_at.desc())
        with self.ledger.reading() as connection:
            return [_exam(row) for row in connection.execute(query)]

    def waiting_for(self, learner: Learner) -> list[SetExam]:
        """What a learner may begin, or has begun and not finished."""
        now, sat = self.clock(), {one.exam.id: one for one in self.sat_by(learner)}
        query = sa.select(exam_table).order_by(exam_table.c.set_at)
        with self.ledger.reading() as connection:
            found = [_exam(row) for row in connection.execute(query)]
        return [
            one
            for one in found
            if one.is_for(learner) and (not sat[one.id].over(now) if one.id in sat else not one.closed)
        ]

    def close(self, id: str, by: str) -> None:
        """Nobody begins it any more; who has begun goes on."""
        exam = self.exam(id)
        with self.ledger.changing() as connection:
            change = sa.update(exam_table).where(exam_table.c.id == id, exam_table.c.closed == "")
            connection.execute(change.values(closed=_written(self.clock())))
        self.school.told("exam closed", by, exam=id, title=exam.title)

    def take_away(self, id: str, by: str) -> None:
        """The exam, and what everybody answered in it."""
        exam = self.exam(id)
        with self.ledger.changing() as connection:
            _gone(connection, id)
        self.school.told("exam taken away", by, exam=id, title=exam.title)

    # Sitting one

    def begin(self, id: str, learner: Learner) -> Sitting:
        """The time runs from here; who has begun before is where they were."""
        exam, now = self.exam(id), self.clock()
        if not exam.is_for(learner):
            raise NoSuchExam(f"there is no exam {id[:40]!r} for {learner.name}")
        row = dict(
            exam=id, plain=learner.plain, begun=_written(now), ends=_written(now + timedelta(minutes=exam.minutes)),
            handed_in="",
        )  # fmt: skip
        with self.ledger.changing() as connection:
            if (
                connection.execute(sa.select(learner_table).where(learner_table.c.plain == learner.plain)).first()
                is None
            ):
                raise NoSuchLearner(f"nobody learns here as {learner.name!r} any more")
            if (
                connection.execute(sa.select(sitting_table).where(_at(sitting_table, id, learner.plain))).first()
                is None
            ):
                if exam.closed:
                    raise ExamIsOver("the exam was closed, and nobody begins it any more")
                connection.execute(sa.insert(sitting_table), row)
        found = self.sitting(exam, learner)
        assert found is not None
        return found

    def sitting(self, exam: SetExam, learner: Learner) -> Sitting | None:
        return next(iter(self._sat(exam.id, learner.plain)), None)

    def sat_by(self, learner: Learner) -> list[Sitting]:
        """Everything a learner has sat or is sitting."""
        return self._sat(plain=learner.plain)

    def sat(self, exam: SetExam) -> list[Sitting]:
        """Everybody who has sat an exam or is sitting it."""
        return self._sat(exam.id)

    def _sat(self, id: str = "", plain: str = "") -> list[Sitting]:
        def chosen(table: sa.Table) -> Any:
            wanted = [sa.true(), *([table.c.exam == id] if id else []), *([table.c.plain == plain] if plain else [])]
            return sa.select(table).where(*wanted)

        with self.ledger.reading() as connection:
            rows = list(connection.execute(chosen(sitting_table).order_by(sitting_table.c.begun)))
            marks: dict[tuple[str, str], dict[int, Mark]] = {}
            for row in connection.execute(chosen(mark_table)):
                mark = Mark(row.given, bool(row.is_right), bool(row.late), row.at)
                marks.setdefault((row.exam, row.plain), {})[row.number] = mark
            named = {row.exam for row in rows}
            exams = {row.id: _exam(row) for row in connection.execute(sa.select(exam_table)) if row.id in named}
        return [
            Sitting(
                exams[row.exam], row.plain, datetime.fromisoformat(row.begun), datetime.fromisoformat(row.ends),
                datetime.fromisoformat(row.handed_in) if row.handed_in else None, marks.get((row.exam, row.plain), {}),
            )
            for row in rows if row.exam in exams
        ]  # fmt: skip

    def answer(self, exam: SetExam, learner: Learner, number: int, given: str, right: bool) -> Mark:
        """Puts an answer in the place of the one before. What comes after the time is kept as late, where there was none."""
        if not 1 <= number <= len(exam.asked):
            raise NoSuchExam(f"the exam has no question {number}")
        with self.ledger.changing() as connection:
            row = connection.execute(sa.select(sitting_table).where(_at(sitting_table, exam.id, learner.plain))).first()
            if row is None:
                raise ExamIsOver("the exam was not begun")
            if row.handed_in:
                raise ExamIsOver("the paper was handed in, and takes no more answers")
            now = self.clock()
            late = now >= datetime.fromisoformat(row.ends)
            mine = _at(mark_table, exam.id, learner.plain) & (mark_table.c.number == number)
            before = connection.execute(sa.select(mark_table).where(mine)).first()
            values: dict[str, Any] = dict(given=given[:GIVEN], is_right=int(right), late=int(late), at=_written(now))
            if before is None:
                head = dict(exam=exam.id, plain=learner.plain, number=number)
                connection.execute(sa.insert(mark_table), {**head, **values})
            elif not late:
                connection.execute(sa.update(mark_table).where(mine).values(**values))
        return Mark(given, right, late, _written(now))

    def hand_in(self, exam: SetExam, learner: Learner) -> None:
        """The paper is finished before its time. After it, it is finished anyway."""
        now = self.clock()
        with self.ledger.changing() as connection:
            mine = _at(sitting_table, exam.id, learner.plain)
            row = connection.execute(sa.select(sitting_table).where(mine)).first()
            if row is None:
                raise ExamIsOver("the exam was not begun")
            if not row.handed_in and now < datetime.fromisoformat(row.ends):
                connection.execute(sa.update(sitting_table).where(mine).values(handed_in=_written(now)))


def _gone(connection: sa.Connection, id: str) -> None:
    for table, column in (
        (exam_table, exam_table.c.id),
        (sitting_table, sitting_table.c.exam),
        (mark_table, mark_table.c.exam),
    ):
        connection.execute(sa.delete(table).where(column == id))


def _at(table: sa.Table, exam: str, plain: str) -> Any:
    return (table.c.exam == exam) & (table.c.plain == plain)


def _written(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")


def _exam(row: Any) -> SetExam:
    asked = tuple(Put(*one) for one in json.loads(row.asked))
    return SetExam(
        row.title, row.set_by, datetime.fromisoformat(row.law_at), row.seed, tuple(json.loads(row.drills)), asked, row.minutes,
        row.class_name, row.plain, row.id, row.set_at, row.closed,
    )  # fmt: skip
