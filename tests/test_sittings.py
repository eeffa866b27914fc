"""Sittings: the house's clock ends an exam; late answers are kept and do not count; an exam is for whom it was set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from houseway.ledger import open_ledger
from houseway.school import ExamIsOver, Learner, NoSuchExam, NoSuchLearner, NotALearner, Put, School, SetExam, Sittings
from houseway.school.sittings import OWN

NOON = datetime(2026, 11, 18, 12)
BOSS = "casino supervisor:L. Brandt"
ASKED = tuple(Put("vic-1997-red-dog", "payouts", number, "abc") for number in (5, 6, 7))
EXAM = SetExam("Exam: Red Dog", BOSS, NOON, 7, (), ASKED, minutes=10)


class Desk:
    """A school whose clock is the test's."""

    def __init__(self) -> None:
        self.now = NOON
        self.school = School(open_ledger("sqlite:///:memory:"), lambda: self.now)
        self.sittings = Sittings(self.school)

    def learner(self, name: str, class_name: str = "") -> Learner:
        return self.school.enrol(name, BOSS, class_name)[0]

    def after(self, **time: float) -> None:
        self.now = NOON + timedelta(**time)


@pytest.fixture
def desk() -> Iterator[Desk]:
    yield Desk()


def test_answers_count_until_the_time_is_over_and_not_a_moment_longer(desk: Desk) -> None:
    amy, exam = desk.learner("Amy"), desk.sittings.set(EXAM)
    desk.sittings.begin(exam.id, amy)
    desk.after(minutes=9)
    assert desk.sittings.begin(exam.id, amy).ends == NOON + timedelta(minutes=10), "to begin again gives no more time"
    assert not desk.sittings.answer(exam, amy, 1, "$5", False).late
    desk.after(minutes=9, seconds=59.999)
    assert not desk.sittings.answer(exam, amy, 1, "$10", True).late, "another answer in time takes its place"
    desk.after(minutes=10)
    assert desk.sittings.answer(exam, amy, 1, "$99", False).late and desk.sittings.answer(exam, amy, 2, "$7", True).late
    sat = desk.sittings.sitting(exam, amy)
    assert sat is not None and sat.over(desk.now)
    assert (sat.right, sat.answered, sat.late) == (1, 1, 1)
    assert (sat.marks[1].given, sat.marks[2].given, sat.marks[2].counts) == ("$10", "$7", False)
    desk.sittings.hand_in(exam, amy)
    after = desk.sittings.sitting(exam, amy)
    assert after is not None and after.handed_in is None, "what is over is not handed in"


def test_a_paper_that_was_handed_in_takes_no_more(desk: Desk) -> None:
    amy, exam = desk.learner("Amy"), desk.sittings.set(EXAM)
    with pytest.raises(ExamIsOver, match="not begun"):
        desk.sittings.answer(exam, amy, 1, "$5", True)
    desk.sittings.begin(exam.id, amy)
    desk.sittings.answer(exam, amy, 3, "$5", True)
    desk.after(minutes=3)
    desk.sittings.hand_in(exam, amy)
    with pytest.raises(ExamIsOver, match="handed in"):
        desk.sittings.answer(exam, amy, 1, "$5", True)
    with pytest.raises(NoSuchExam, match="no question 4"):
        desk.sittings.answer(exam, amy, 4, "$5", True)
    sat = desk.sittings.sitting(exam, amy)
    assert sat is not None and (sat.right, sat.took) == (1, timedelta(minutes=3))
    assert sat.document()["handed_in"] == "2026-11-18T12:03:00.000" and sat.open_question() == 1


def test_an_exam_is_for_a_class_for_everybody_or_ones_own(desk: Desk) -> None:
    amy, ben = desk.learner("Amy", "Evening 2"), desk.learner("Ben")
    evening = desk.sittings.set(replace(EXAM, class_name="Evening 2"))
    for_all = desk.sittings.set(EXAM)
    own = desk.sittings.set(replace(EXAM, whose=ben.plain, by="learner:Ben"))
    assert [one.id for one in desk.sittings.waiting_for(amy)] == [evening.id, for_all.id]
    assert [one.id for one in desk.sittings.waiting_for(ben)] == [for_all.id, own.id]
    assert {one.id for one in desk.sittings.exams()} == {evening.id, for_all.id}
    for exam, learner in ((evening, ben), (own, amy)):
        with pytest.raises(NoSuchExam):
            desk.sittings.begin(exam.id, learner)
    desk.sittings.begin(for_all.id, amy)
    desk.sittings.close(for_all.id, BOSS)
    with pytest.raises(ExamIsOver, match="closed"):
        desk.sittings.begin(for_all.id, ben)
    desk.sittings.answer(for_all, amy, 1, "$5", True)
    assert [one.id for one in desk.sittings.waiting_for(amy)] == [evening.id, for_all.id], "who has begun goes on"
    desk.after(minutes=10)
    assert [one.id for one in desk.sittings.waiting_for(amy)] == [evening.id]
    assert [one.right for one in desk.sittings.sat(for_all)] == [1]
    desk.sittings.take_away(for_all.id, BOSS)
    assert desk.sittings.sat_by(amy) == []
    kinds = [entry.kind for entry in desk.school.ledger.entries("desk:school")]
    assert kinds.count("exam set") == 2 and kinds[-2:] == ["exam closed", "exam taken away"], (
        "one's own is nobody else's"
    )


def test_who_leaves_takes_along_what_they_sat(desk: Desk) -> None:
    amy, exam = desk.learner("Amy"), desk.sittings.set(EXAM)
    own = desk.sittings.set(replace(EXAM, whose=amy.plain))
    desk.sittings.begin(exam.id, amy)
    desk.sittings.answer(exam, amy, 1, "$5", True)
    desk.school.withdraw("Amy", BOSS)
    assert desk.sittings.sat(exam) == []
    with pytest.raises(NoSuchExam):
        desk.sittings.exam(own.id)
    with pytest.raises(NoSuchLearner):
        desk.sittings.begin(exam.id, amy)


def test_ones_own_exams_push_out_the_oldest(desk: Desk) -> None:
    amy, ids = desk.learner("Amy"), []
    for n in range(OWN + 2):
        desk.after(seconds=n)
        ids.append(desk.sittings.set(replace(EXAM, whose=amy.plain)).id)
    assert [one.id for one in desk.sittings.waiting_for(amy)] == ids[2:]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"minutes": 0}, "1 to 240 minutes"),
        ({"minutes": 241}, "1 to 240"),
        ({"class_name": "<b>"}, "such as Evening 2"),
    ],
)
def test_what_is_no_exam_is_not_put_up(desk: Desk, change: dict[str, int | str], said: str) -> None:
    with pytest.raises(NotALearner, match=said):
        desk.sittings.set(replace(EXAM, **change))  # type: ignore[arg-type]
    assert desk.sittings.exams() == []
