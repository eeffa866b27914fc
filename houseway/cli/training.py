"""Training at the terminal: drills that keep progress, what somebody is weak in, a class beside each other, and exams on paper.

Answers are read line by line, from a terminal or not. The clock is handed in; how long an answer took is recorded and shown
beside the drill's par, and nothing hangs on it.
"""

from __future__ import annotations

import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway import games
from houseway.cli.options import BadUsage, database_there
from houseway.cli.printing import bold, dim, json_text, note, print_json, red, table
from houseway.floor.house import venue_time
from houseway.school import Answered, Learner, NoSuchLearner, Progress, School, class_view, progress_of
from houseway.school.boxes import due
from houseway.school.own import own_school
from houseway.teaching import NotAnAnswer, Question, books, drills_of, edition_of, practising
from houseway.teaching.exam_paper import html, pdf, shown
from houseway.teaching.exams import USUAL, exam, seed_of

ME = "me"  # who learns at a terminal, where nobody says otherwise
LESSON = 10  # questions
MOST = 1000
EVERYBODY = "all"
PRINTED = "-"


@dataclass(frozen=True)
class Asked:
    """What the command line asks for."""

    book: str = ""
    drill: str = ""
    learner: str = ""
    questions: int | None = None
    seed: str = ""
    exam: Path | None = None
    drills: str = ""
    database: str = ""
    at: datetime | None = None
    json: bool = False


class Leave(Exception):
    """The learner has had enough."""


def _count(asked: Asked, usual: int) -> int:
    count = usual if asked.questions is None else asked.questions
    if not 1 <= count <= MOST:
        raise BadUsage(f"--questions: 1 to {MOST}, not {count}")
    return count


def _school(asked: Asked) -> School:
    return own_school(venue_time, database_there(asked.database) if asked.database else "")


def _learner(school: School, asked: Asked) -> Learner:
    """Who is learning; at one's own terminal nobody has to be enrolled first."""
    name = asked.learner or ME
    try:
        return school.learner(name)
    except NoSuchLearner:
        if asked.learner or asked.database:
            hint = f"houseway train --enrol {name!r}" + (f" --database {asked.database}" if asked.database else "")
            raise NoSuchLearner(f"nobody learns here as {name!r}; {hint} takes somebody in") from None
        return school.enrol(ME, "terminal", with_code=False)[0]


# Lists


def listing(asked: Asked) -> None:
    """Every book with its drills, or those of one book."""
    at = asked.at or venue_time()
    named = [asked.book] if asked.book else list(books())
    found = [(book, drills_of(edition_of(book, at))) for book in named]
    if asked.json:
        documents = [
            {
                "book": book,
                "title": games.book(book)[0].title,
                "drills": [
                    {"name": one.name, "title": one.title, "about": one.about, "par_seconds": one.par, "for": one.whose}
                    for one in drills
                ],
            }
            for book, drills in found
        ]
        print_json({"schema": "houseway.drills/1", "books": documents})
        return
    if not asked.book:
        table(("book", "drills"), [(book, " ".join(one.name for one in drills)) for book, drills in found])
        return
    book, drills = found[0]
    print(bold(games.book(book)[0].title))
    table(
        ("drill", "for", "par", "what is asked"),
        [(one.name, one.whose, f"{one.par} s", f"{one.title}. {one.about}") for one in drills],
        right=(2,),
    )


def progress(asked: Asked) -> None:
    """What a learner has done, and what is weak."""
    school = _school(asked)
    found = progress_of(school, _learner(school, asked))
    if asked.json:
        print_json(found.document())
        return
    print(bold(found.learner.name) + dim(f"   {found.asked} answers, {found.right} right"))
    if not found.skills:
        print("Nothing has been asked yet: houseway train BOOK")
        return
    now = school.clock()
    rows = [
        (
            skill.book, skill.drill, str(skill.asked), f"{skill.share:.0%}", _seconds(skill.seconds), str(skill.due(now)),
            " ".join(map(str, skill.boxes)), "; ".join(card.topic for card in skill.weak[:3]),
        )
        for skill in found.skills
    ]  # fmt: skip
    table(("book", "drill", "asked", "right", "mean", "due", "boxes 1-5", "weak"), rows, right=(2, 3, 4, 5))


def of_a_class(asked: Asked, class_name: str) -> None:
    """A class beside each other: who has done what, and who is weak where."""
    school = _school(asked)
    name = None if class_name == EVERYBODY else class_name
    if name is not None and name not in school.classes():
        known = ", ".join(school.classes()) or "no class yet"
        raise BadUsage(f"there is no class {class_name!r}; there is {known}, and {EVERYBODY!r} is everybody")
    found = class_view(school, name)
    if asked.json:
        print_json({"schema": "houseway.class/1", "class": class_name, "learners": [one.document() for one in found]})
        return
    rows = [(one.learner.name, one.learner.class_name or "-", str(one.asked), _share(one), _weak(one)) for one in found]
    table(("learner", "class", "asked", "right", "weak"), rows, right=(2, 3))


def enrol(asked: Asked, name: str, class_name: str) -> None:
    """Takes somebody in; at a house with a code, which is told once."""
    school = _school(asked)
    learner, code = school.enrol(name, "terminal", class_name, with_code=bool(asked.database))
    if asked.json:
        print_json({"schema": "houseway.learner/1", "name": learner.name, "class": learner.class_name, "code": code})
        return
    print(f"{learner.name} learns here" + (f", in class {learner.class_name}" if learner.class_name else "") + ".")
    if code:
        print(f"Code: {bold(code)}   It is told once; another can be given on the class page.")


def withdraw(asked: Asked, name: str) -> None:
    """Takes somebody out, with every answer they gave."""
    school = _school(asked)
    learner = school.learner(name)
    school.withdraw(learner.name, "terminal")
    print(f"{learner.name} learns here no more, and every answer is gone.")


def _share(one: Progress) -> str:
    return f"{one.right / one.asked:.0%}" if one.asked else "-"


def _weak(one: Progress) -> str:
    return "; ".join(f"{card.topic} ({card.book}, {card.right} of {card.asked})" for card in one.weak[:3]) or "-"


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.1f} s"


# Exams


def paper(asked: Asked) -> None:
    """An exam with its key: as a PDF, as HTML, or as a document."""
    assert asked.exam is not None
    seed = seed_of(asked.seed) if asked.seed else secrets.randbelow(10**6)
    printed = str(asked.exam) == PRINTED
    if not printed and asked.exam.suffix not in (".pdf", ".html", ".json"):
        raise BadUsage(f"{asked.exam}: an exam is written as .pdf, .html or .json, and {PRINTED!r} prints it as JSON")
    at = asked.at or venue_time()
    wanted = [name.strip() for name in asked.drills.split(",") if name.strip()]
    found = exam([one for one in asked.book.split(",") if one], seed, _count(asked, USUAL), wanted, at)
    if printed:
        print_json(found.document())
        return
    if asked.exam.suffix == ".pdf":
        written = pdf(found)
    else:
        written = (html(found) if asked.exam.suffix == ".html" else json_text(found.document())).encode()
    try:
        asked.exam.write_bytes(written)
    except OSError as wrong:
        raise BadUsage(f"{asked.exam}: {wrong.strerror or wrong}") from None
    note(f"houseway: {len(found.questions)} questions and their key, seed {seed}: {asked.exam}")


# Lessons


def document(asked: Asked) -> None:
    """Questions with their keys, and nobody is asked."""
    seed = seed_of(asked.seed) if asked.seed else secrets.randbelow(10**6)
    edition = edition_of(asked.book, asked.at or venue_time())
    numbers = random.Random(f"lesson {seed}")
    found = [
        practising.question(edition, asked.drill, numbers.randrange(practising.LARGEST))
        for _ in range(_count(asked, LESSON))
    ]
    print_json({"schema": "houseway.questions/1", "seed": seed, "questions": [one.document() for one in found]})


def lesson(asked: Asked, tick: Callable[[], float] = time.monotonic) -> None:
    """Asks, judges and keeps, one question after another."""
    edition = edition_of(asked.book, asked.at or venue_time())
    names = [practising.drill(edition, asked.drill).name] if asked.drill else [one.name for one in drills_of(edition)]
    count, seed = _count(asked, LESSON), seed_of(asked.seed) if asked.seed else None
    school = _school(asked)
    learner = _learner(school, asked)
    titles = {one.name: one.title for one in drills_of(edition)}
    print(bold(games.book(asked.book)[0].title) + dim(f"   {learner.name}; q leaves, ? says what an answer looks like"))
    right, given, taken = 0, 0, list[float]()
    try:
        for put in _questions(school, learner, edition, names, count, seed):
            began = tick()
            print(f"\n{bold(titles[put.drill])}  {dim(f'par {put.par} s, number {put.number}')}")
            answers = _answers(put)
            seconds = tick() - began
            verdict = put.judge(answers)
            school.answered(
                learner,
                Answered(
                    secrets.token_hex(16), put.book, put.drill, put.topic, put.number, "; ".join(verdict.given), verdict.right,
                    round(1000 * seconds),
                ),
            )  # fmt: skip
            given, right = given + 1, right + verdict.right
            taken.append(seconds)
            _told(put, verdict.right, verdict.cost, seconds)
    except Leave:
        print()
    if given:
        print(
            bold(f"{right} of {given} right")
            + dim(f", {sum(taken) / given:.1f} s in the mean. houseway train --progress")
        )


def _questions(
    school: School, learner: Learner, edition: Any, names: list[str], count: int, seed: int | None
) -> Iterator[Question]:
    """With a seed always the same; without one, what is due first."""
    if seed is not None:
        numbers = random.Random(f"lesson {seed}")
        for n in range(count):
            yield practising.question(edition, names[n % len(names)], numbers.randrange(practising.LARGEST))
        return
    last = ""
    for n in range(count):
        name = names[n % len(names)]
        wanted = due(school.cards(learner, edition.book, name), school.clock(), last)
        put = practising.about(edition, name, wanted, iter(lambda: secrets.randbelow(practising.LARGEST), None))
        last = put.topic
        yield put


def _answers(put: Question) -> list[str]:
    for line in (*shown(put), *put.told):
        print(f"  {line}")
    answers = []
    for part in put.parts:
        print(f"  {bold(part.asks)}")
        for letter, _, label in part.lettered:
            print(f"    {letter}  {label}")
        while True:
            text = _line()
            if text == "?":
                print(f"  {part.wants}")
                continue
            try:
                part.read(text)
            except NotAnAnswer as wrong:
                print(red(f"  {wrong}"))
                continue
            answers.append(text)
            break
    return answers


def _line() -> str:
    if sys.stdin.isatty():
        print("  > ", end="", flush=True)
    text = sys.stdin.readline()
    if not text or text.strip().lower() in ("q", "quit"):
        raise Leave
    return text.strip()


def _told(put: Question, right: bool, cost: float, seconds: float) -> None:
    """What came of it, with the clauses."""
    timed = dim(f"  {seconds:.1f} s, par {put.par} s")
    if right:
        print(bold("  Right.") + timed)
    else:
        print(bold(f"  Not right: {'; '.join(part.key for part in put.parts)}") + timed)
        if put.worth:
            print(f"  It gives away {cost:.4f} of the wager.")
    for words, by in put.why:
        print(f"    {words}  {dim(str(by))}")
    if put.worth:
        for value, label in put.parts[0].options:
            print(f"    {label}: {put.worth[value]:+.4f}".replace("-", "−"))
    if not put.why:
        print(f"    {dim(str(put.by))}")
