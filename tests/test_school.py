"""School: answers count once, what was wrong comes again, codes are nobody else's; and the verb that trains at a terminal."""

from __future__ import annotations

import io
import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pypdf
import pytest

from houseway.cli import main
from houseway.ledger import open_ledger
from houseway.school import Answered, NoSuchLearner, NotALearner, School, class_view, progress_of
from houseway.school.boxes import BOXES, WAITS, Card, due
from houseway.teaching import drills_of, edition_of
from houseway.teaching.exams import exam

NOW = datetime(2026, 11, 17, 20)
DAY = timedelta(days=1)
DOG, WHEEL = "vic-1997-red-dog", "act-1992-american-roulette"
ONE = Answered("k-1", DOG, "payouts", "5 to 1", 7, "$25", True, 4000)


@pytest.fixture
def school() -> School:
    return School(open_ledger("sqlite:///:memory:"), lambda: NOW)


def test_a_topic_moves_one_box_on_and_back_to_the_first() -> None:
    card = Card(DOG, "payouts", "5 to 1")
    for box in range(2, BOXES + 1):
        card = card.answered(True, NOW, 1000)
        assert (card.box, card.due) == (box, NOW + WAITS[box - 1] * DAY)
    assert card.answered(True, NOW, 1000).box == BOXES and not card.weak
    wrong = card.answered(False, NOW, None)
    assert (wrong.box, wrong.due, wrong.weak, wrong.asked, wrong.timed) == (1, NOW, True, BOXES, BOXES - 1)


def test_what_is_due_comes_with_the_lowest_box_first_and_never_twice_running() -> None:
    cards = [Card(DOG, "payouts", name, box, NOW - DAY) for name, box in (("a", 3), ("b", 1), ("c", 2))]
    assert due([*cards, Card(DOG, "payouts", "later", 1, NOW + DAY)], NOW, last="b") == ["c", "a", "b"]


def test_an_answer_counts_once_and_leaves_with_the_learner(school: School) -> None:
    learner, code = school.enrol("M. Okafor", "casino supervisor:L. Brandt", "Evening 2")
    assert school.answered(learner, ONE) and not school.answered(learner, ONE)
    assert school.answered(learner, replace(ONE, key="k-2", topic="4 to 1", right=False, millis=10**9))
    found = progress_of(school, learner)
    assert (found.asked, found.right, [card.topic for card in found.weak]) == (2, 1, ["4 to 1"])
    assert school.come_in("m okafor", code) == learner and [one.learner for one in class_view(school)] == [learner]
    school.withdraw("M. Okafor", "casino supervisor:L. Brandt")
    with pytest.raises(NoSuchLearner):
        school.answered(learner, replace(ONE, key="k-3"))
    again, _ = school.enrol("M. Okafor", "casino supervisor:L. Brandt")
    assert progress_of(school, again).asked == 0, "what left is not there for whoever takes the name"


def test_a_code_is_one_learners_and_the_last_one_given(school: School) -> None:
    learner, code = school.enrol("Amy", "learner:Amy")
    school.enrol("Ben", "learner:Ben")
    assert code not in str(learner), "only its hash is kept"
    for name, said in (("Ben", code), ("Amy", ""), ("Amy", "x"), ("Nobody", code)):
        with pytest.raises(NotALearner, match="do not belong together"):
            school.come_in(name, said)
    other = school.new_code("Amy", "pit boss:P. Hale")
    assert school.come_in("Amy", other).name == learner.name
    with pytest.raises(NotALearner):
        school.come_in("Amy", code)


@pytest.mark.parametrize("name", ["", "A", "1st", "A" * 32, "Amy\u202e", "Amy; drop", "<b>"])
def test_a_name_that_cannot_be_one_is_refused(school: School, name: str) -> None:
    with pytest.raises(NotALearner, match=r"such as M\. Okafor"):
        school.enrol(name, "terminal")
    assert school.learners() == []


def test_a_name_is_taken_once_however_it_is_written(school: School) -> None:
    school.enrol("M. Okafor", "terminal")
    with pytest.raises(NotALearner, match="already"):
        school.enrol("m  okafor", "terminal")


# At the terminal


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """A command, the lines typed at it, and what it left, printed and complained of."""
    monkeypatch.setenv("HOUSEWAY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")

    def runs(command: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main(["train", *shlex.split(command)])
        printed = capsys.readouterr()
        return int(left.value.code or 0), printed.out, printed.err

    return runs


def _keys(run: Run, count: int) -> list[str]:
    """The right answers of a lesson, as a document tells them."""
    document = json.loads(run(f"{WHEEL} payouts --json --seed 3 --questions {count}")[1])
    return [part["right"][0] for put in document["questions"] for part in put["parts"]]


def test_a_lesson_is_judged_kept_and_shown_as_progress(run: Run) -> None:
    right = _keys(run, 3)
    typed = "\n".join([right[0], "never", "?", right[1], "999999.99"]) + "\n"
    code, out, err = run(f"{WHEEL} payouts --seed 3 --questions 3", typed)
    assert (code, err) == (0, "") and "2 of 3 right" in out and out.count("Not right") == 1 and "§ 6.1" in out
    assert "an amount of dollars" in out, "what an answer looks like is told when asked"
    document = json.loads(run("--progress --json")[1])
    assert document["schema"] == "houseway.progress/1" and (document["asked"], document["right"]) == (3, 2)
    [skill] = document["skills"]
    assert (skill["book"], skill["drill"], len(skill["weak"])) == (WHEEL, "payouts", 1)
    assert skill["weak"][0] in run("--progress")[1]
    assert run(f"{WHEEL} payouts --seed 3", "q\n")[0] == 0 and json.loads(run("--progress --json")[1])["asked"] == 3


def test_a_class_beside_each_other(run: Run) -> None:
    for name, class_name in (("Amy", "Evening 2"), ("Ben", "Evening 2"), ("Cleo", "")):
        assert run(f"--enrol {name}" + (f" --class '{class_name}'" if class_name else ""))[0] == 0
    right = _keys(run, 1)
    assert run(f"{WHEEL} payouts --seed 3 --questions 1 --as Amy", f"{right[0]}\n")[0] == 0
    rows = run("--class 'Evening 2'")[1].splitlines()
    assert [line.split()[0] for line in rows[1:]] == ["Amy", "Ben"] and "100%" in rows[1]
    found = json.loads(run("--class all --json")[1])["learners"]
    assert [(one["learner"], one["asked"]) for one in found] == [("Amy", 1), ("Ben", 0), ("Cleo", 0)]
    assert run("--withdraw Amy")[0] == 0
    assert "nobody learns here as 'Amy'" in run(f"{WHEEL} --as Amy")[2]


@pytest.mark.long
def test_an_exam_is_the_same_by_its_seed_and_prints_with_its_key(run: Run, tmp_path: Path) -> None:
    books = f"{WHEEL},act-1992-keno"
    for ending in ("pdf", "html", "json"):
        code, _, err = run(f"{books} --exam {tmp_path}/exam.{ending} --seed 7 --questions 6")
        assert code == 0 and "6 questions and their key, seed 7" in err
    document = json.loads((tmp_path / "exam.json").read_text(encoding="utf-8"))
    assert document["questions"] == exam(books.split(","), 7, 6).document()["questions"]
    assert document["questions"] != exam(books.split(","), 8, 6).document()["questions"]
    assert {put["book"] for put in document["questions"]} == set(books.split(","))
    pages = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "exam.pdf").pages]
    key = next(n for n, text in enumerate(pages) if text.startswith("Key"))
    asked, keyed = (" ".join(" ".join(part).split()) for part in (pages[:key], pages[key:]))
    for put in document["questions"]:
        for part in put["parts"]:
            assert " ".join(part["asks"].split()) in asked
            assert " ".join(part["key"].split())[:40] in keyed
        for line in put["why"]:
            assert " ".join(line["words"].split())[:40] in keyed
    page = (tmp_path / "exam.html").read_text(encoding="utf-8")
    assert "<script" not in page and page.index('class="paper"') < page.index('class="key"')
    assert "!" not in "".join(line for put in document["questions"] for line in put["told"]), "words, and no notation"


@pytest.mark.parametrize(
    ("command", "because"),
    [
        ("no-such-book", "no rulebook is called 'no-such-book'"),
        (f"{DOG} bingo", "no drill is called 'bingo'"),
        (f"{DOG} pictures", "has no drill 'pictures'"),
        ("vic-1999-blackjack-notice-24", "is played over another book"),
        (f"{DOG} --questions 0", "1 to 1000, not 0"),
        (f"{DOG} payouts --seed eleven", "a seed is a whole number"),
        (f"{DOG} --exam exam.doc", ".pdf, .html or .json"),
        (f"{DOG} --exam - --questions 101", "1 to 100 questions"),
        (f"{DOG} --as Nobody", "nobody learns here as 'Nobody'"),
        ("--class Evening", "there is no class 'Evening'"),
        ("--withdraw Nobody", "nobody learns here"),
        (f"{DOG} --database sqlite:///nowhere/at/all.db", "nowhere/at/all.db"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    run: Run, command: str, because: str, capsys: pytest.CaptureFixture[str]
) -> None:
    drills_of(edition_of(DOG, datetime.now()))  # a slow machine is told what it waits for, before that
    capsys.readouterr()
    code, out, err = run(command)
    assert code == 2 and because in err and err.count("\n") == 1 and out == ""
