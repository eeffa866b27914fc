"""Training in the browser: answers are judged and kept, slips cannot be made up, teachers see a class and set exams."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable
from datetime import timedelta

import httpx
import pypdf
import sqlalchemy as sa
from playwright.sync_api import Browser, expect

from houseway.premises.settings import Cluster, House, Rapid, Settings
from houseway.school import Sittings
from houseway.school.sittings import exam_table
from houseway.teaching import edition_of, question
from houseway.teaching.exams import exam
from houseway.teaching.questions import Form
from tests.waiting import END
from tests.web.served import Served
from tests.web.test_api import problem

WHEEL = "act-1992-american-roulette"
PAYOUTS = f"/train/{WHEEL}/payouts"


def _slip(page: str) -> str:
    found = re.search(r'name="slip" value="([^"]+)"', page)
    assert found is not None
    return html.unescape(found[1])


def _asks(client: httpx.Client, number: int, answer: str | None = None) -> tuple[str, dict[str, str]]:
    """The page of a question and the form that answers it: right, unless another answer is given."""
    page = client.get(PAYOUTS, params={"deal": number})
    assert page.status_code == 200
    right = question(edition_of(WHEEL), "payouts", number).parts[0].right[0]
    told = f"{int(right) / 100:.2f}" if answer is None else answer
    return page.text, {"slip": _slip(page.text), "part-1": told}


def _enrolled(house: Served, name: str) -> tuple[httpx.Client, str]:
    client = house.client()
    answer = client.post("/train/learner", data={"act": "enrol", "name": name})
    assert answer.status_code == 200
    code = re.search(r'class="code">([^<]+)<', answer.text)
    assert code is not None
    return client, html.unescape(code[1])


def test_answers_are_kept_for_whoever_learns_and_count_once(house: Served) -> None:
    amy, code = _enrolled(house, "Amy")
    _, form = _asks(amy, 3)
    first = amy.post(PAYOUTS, data=form).text
    assert "Right." in first and "Kept for Amy." in first and "§" in first
    assert "Counted before, and not again." in amy.post(PAYOUTS, data=form).text
    page, form = _asks(amy, 4, "999999.99")
    assert "999999.99" not in page and "Not right." in amy.post(PAYOUTS, data=form).text
    progress = amy.get("/train/progress").text
    topic = question(edition_of(WHEEL), "payouts", 4).topic
    assert "1 of 2" in progress and html.escape(topic) in progress
    again = house.client()
    assert again.post("/train/learner", data={"act": "come in", "name": "Amy", "code": "x"}).status_code == 422
    assert again.post("/train/learner", data={"act": "come in", "name": "amy", "code": code}).status_code == 303
    assert "1 of 2" in again.get("/train/progress").text
    assert "1 of 2" in again.get(f"/train/{WHEEL}").text, "and at the drill itself"


def test_who_learns_nowhere_is_judged_and_not_kept(house: Served) -> None:
    client = house.client()
    _, form = _asks(client, 3)
    assert "Not kept: nobody is learning here." in client.post(PAYOUTS, data=form).text
    amy, _ = _enrolled(house, "Amy")
    assert "put to somebody else" in amy.post(PAYOUTS, data=form).text, "a slip is for whom it was put to"
    assert "Nothing has been asked yet" in amy.get("/train/progress").text


def test_what_is_no_answer_and_what_is_made_up_are_refused(house: Served) -> None:
    amy, _ = _enrolled(house, "Amy")
    _, form = _asks(amy, 3, "a lot")
    answer = amy.post(PAYOUTS, data=form)
    assert answer.status_code == 422 and _slip(answer.text) == form["slip"], "the same question, and the clock runs on"
    body, _, mark = form["slip"].partition(".")
    for slip in ("", "x.y", f"{body[:-2]}AA.{mark}", amy.cookies["houseway_learner"]):
        problem(amy.post(PAYOUTS, data={**form, "slip": slip}), 422, "misread")
    problem(amy.post(f"/train/{WHEEL}/calls", data=form), 422, "misread")
    assert amy.post("/train/learner", data={"act": "enrol", "name": "<b>"}).status_code == 422
    for path in ("/train/no-such", f"/train/{WHEEL}/bingo", f"/train/{WHEEL}/decisions"):
        problem(amy.get(path), 404, "unknown")
    assert "Nothing has been asked yet" in amy.get("/train/progress").text


def test_a_teacher_sees_a_class_gives_codes_and_sets_exams(house: Served) -> None:
    boss, dealer = house.staff("casino supervisor", "L. Brandt").client, house.staff("dealer").client
    assert house.client().get("/train/class").status_code == 303
    for path in ("/train/class", "/train/exam", f"/train/exam.pdf?book={WHEEL}&seed=7"):
        problem(dealer.get(path), 403, "forbidden")
    taken = boss.post("/train/class", data={"act": "enrol", "name": "Ben", "class": "Evening 2"}).text
    code = re.search(r'class="code">([^<]+)<', taken)
    assert code is not None
    ben = house.client()
    assert (
        ben.post("/train/learner", data={"act": "come in", "name": "Ben", "code": html.unescape(code[1])}).status_code
        == 303
    )
    assert "Kept for Ben." in ben.post(PAYOUTS, data=_asks(ben, 3)[1]).text
    shown = boss.get("/train/class", params={"name": "Evening 2"}).text
    assert "Ben" in shown and "1 of 1" in shown
    boss.post("/train/class", data={"act": "new code", "name": "Ben"})
    assert "Nobody is learning here" in ben.get("/train").text, "the code before serves no more"
    asked = {"book": [WHEEL, "act-1992-keno"], "seed": "7", "questions": "4"}
    paper = boss.get("/train/exam.pdf", params=asked)
    assert paper.headers["content-type"] == "application/pdf"
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(paper.content)).pages)
    assert "Key" in text and "seed 7" in text
    same = exam([WHEEL, "act-1992-keno"], 7, 4, at=house.premises.house.clock())
    assert boss.get("/train/exam.json", params=asked).json()["questions"] == same.document()["questions"]
    for wrong in ({"seed": "x"}, {"questions": "0"}, {"questions": "101"}):
        problem(boss.get("/train/exam.json", params={**asked, **wrong}), 422, "misread")
    problem(boss.get("/train/exam.json", params={**asked, "book": "no-such"}), 404, "unknown")
    boss.post("/train/class", data={"act": "withdraw", "name": "Ben"})
    assert "Nobody learns here yet" in boss.get("/train/class").text


def test_in_a_staffed_house_supervisors_take_learners_in(opening: Callable[..., Served]) -> None:
    client = opening(settings=Settings(House(), Rapid(tables=1, terminals=1), Cluster())).client()
    answer = client.post("/train/learner", data={"act": "enrol", "name": "Amy"})
    assert answer.status_code == 422 and "supervisor takes learners in" in answer.text
    page = client.get(PAYOUTS, params={"deal": 3})
    assert page.status_code == 200 and "Answer" in page.text


# Exams that are sat


class Wall:
    """The school's clock, moved by hand."""

    def __init__(self, house: Served) -> None:
        self.now = house.premises.house.clock()
        house.premises.school.clock = lambda: self.now

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)


def _put_up(house: Served, **more: str) -> tuple[httpx.Client, str]:
    """A teacher who has put an exam up, and its address."""
    boss = house.staff("casino supervisor", "L. Brandt").client
    asked = {"act": "put up", "book": [WHEEL, "act-1992-keno"], "seed": "7", "questions": "3", "minutes": "10", **more}
    assert boss.post("/train/exam", data=asked).status_code == 303
    found = re.search(r'href="/train/exam/([0-9a-f]{8})"', boss.get("/train/exam").text)
    assert found is not None
    return boss, found[1]


def _right(house: Served, id: str, number: int) -> dict[str, str]:
    """The form that answers a question of an exam right."""
    sittings = Sittings(house.premises.school)
    one = sittings.exam(id).asked[number - 1]
    put = question(edition_of(one.book, sittings.exam(id).law_at), one.drill, one.number)
    told = {}
    for n, part in enumerate(put.parts, 1):
        value = part.right[0]
        letters = {answer: letter for letter, answer, _ in part.lettered}
        if part.form is Form.AMOUNT:
            told[f"part-{n}"] = f"{int(value) / 100:.2f}"
        else:
            told[f"part-{n}"] = letters.get(value, value)
    assert put.judge(list(told.values())).right
    return told


def test_an_exam_is_sat_question_by_question_and_its_result_has_the_key(house: Served) -> None:
    wall = Wall(house)
    boss, id = _put_up(house)
    amy, _ = _enrolled(house, "Amy")
    assert "1 exam waits for you" in amy.get("/train").text
    cover = amy.get(f"/train/exams/{id}").text
    assert "Begin" in cover and amy.get(f"/train/exams/{id}/1").status_code == 303, "nothing is seen before it is begun"
    assert amy.post(f"/train/exams/{id}", data={"act": "begin"}).status_code == 303
    assert amy.get(f"/train/exams/{id}").headers["location"] == f"/train/exams/{id}/1"
    page = amy.get(f"/train/exams/{id}/1")
    assert 'data-left="600"' in page.text and page.headers["refresh"] == f"601; url=/train/exams/{id}"
    assert "Right is" not in page.text
    assert amy.post(f"/train/exams/{id}/1", data=_right(house, id, 1)).headers["location"] == f"/train/exams/{id}/2"
    assert amy.post(f"/train/exams/{id}/2", data={"part-1": "¿"}).status_code == 422, "what is no answer is said so"
    wall.passes(minutes=2)
    assert amy.post(f"/train/exams/{id}/3", data=_right(house, id, 3)).headers["location"] == f"/train/exams/{id}/2"
    assert "2 of 3 answered" in amy.get(f"/train/exams/{id}/2").text
    assert "Nothing has been asked yet" in amy.get("/train/progress").text, (
        "nothing tells what was right before it is over"
    )
    assert "1 question has no answer" in amy.get(f"/train/exams/{id}/all").text
    amy.post(f"/train/exams/{id}", data={"act": "hand in"})
    result = amy.get(f"/train/exams/{id}").text
    assert (
        "2 of 3" in result
        and "No answer." in result
        and "Right is:" in result
        and "2.0 of 10" in result
        and "§" in result
    )
    problem(amy.post(f"/train/exams/{id}/2", data=_right(house, id, 2)), 409, "late")
    assert "2 of 2" in amy.get("/train/progress").text, "what was answered is among the others now"
    assert "2 of 3" in boss.get("/train/class").text, "the class shows it"
    shown = boss.get(f"/train/exam/{id}").text
    assert "Amy" in shown and "2 of 3" in shown
    assert "They said" in boss.get(f"/train/exam/{id}/Amy").text


def test_an_answer_after_the_time_does_not_count_and_says_so(house: Served) -> None:
    wall = Wall(house)
    boss, id = _put_up(house)
    amy, _ = _enrolled(house, "Amy")
    amy.post(f"/train/exams/{id}", data={"act": "begin"})
    amy.post(f"/train/exams/{id}/1", data=_right(house, id, 1))
    wall.passes(minutes=10)
    late = amy.post(f"/train/exams/{id}/2", data=_right(house, id, 2), follow_redirects=True).text
    assert "came after the time was over, and does not count" in late and "1 of 3" in late and "Late, at" in late
    assert amy.get(f"/train/exams/{id}/3").status_code == 303, "no question is shown any more"
    assert "1 late" in boss.get("/train/class").text and "1 of 3" in boss.get(f"/train/exam/{id}").text
    assert "1 of 1" in amy.get("/train/progress").text, "the late one is not among the others"


def test_an_exam_is_sat_by_whom_it_was_set_for(house: Served) -> None:
    boss, id = _put_up(house, **{"class": "Evening 2"})
    amy, _ = _enrolled(house, "Amy")
    problem(amy.get(f"/train/exams/{id}"), 404, "unknown")
    problem(amy.post(f"/train/exams/{id}", data={"act": "begin"}), 404, "unknown")
    problem(house.client().get(f"/train/exams/{id}"), 401, "nobody")
    boss.post("/train/class", data={"act": "class", "name": "Amy", "class": "Evening 2"})
    assert amy.post(f"/train/exams/{id}", data={"act": "begin"}).status_code == 303
    problem(amy.post(f"/train/exams/{id}", data={"act": "peek"}), 422, "misread")
    problem(amy.get(f"/train/exams/{id}/4"), 404, "unknown")
    problem(amy.get(f"/train/exams/{id}/x"), 422, "misread")
    for path in (f"/train/exam/{id}", f"/train/exam/{id}/Amy"):
        problem(house.staff("dealer").client.get(path), 403, "forbidden")
        problem(amy.get(path), 401, "nobody")
    problem(boss.get("/train/exam/nothing"), 404, "unknown")
    problem(boss.get(f"/train/exam/{id}/Ben"), 404, "unknown")
    boss.post("/train/exam", data={"act": "take away", "exam": id})
    problem(amy.get(f"/train/exams/{id}/1"), 404, "unknown")


def test_somebody_sets_an_exam_for_themselves(house: Served) -> None:
    amy, _ = _enrolled(house, "Amy")
    form = {"book": WHEEL, "questions": "2", "minutes": ""}
    to = amy.post("/train/exams", data=form).headers["location"]
    assert "Begin" in amy.get(to).text and "your own" in amy.get("/train/exams").text
    ben, _ = _enrolled(house, "Ben")
    problem(ben.get(to), 404, "unknown")
    for wrong in (
        {"questions": "0"},
        {"questions": "x"},
        {"questions": "101"},
        {"minutes": "soon"},
        {"minutes": "999"},
    ):
        assert amy.post("/train/exams", data={**form, **wrong}).status_code == 422
    problem(amy.post("/train/exams", data={**form, "book": "no-such"}), 404, "unknown")
    problem(house.client().post("/train/exams", data=form), 401, "nobody")
    boss, _ = _put_up(house)
    for wrong in ({"seed": "x"}, {"questions": "0"}, {"minutes": "0"}, {"class": "<b>"}, {"act": "dance"}):
        asked = {"act": "put up", "book": WHEEL, "seed": "7", "questions": "3", "minutes": "10", **wrong}
        assert boss.post("/train/exam", data=asked).status_code == 422


def test_a_question_that_a_changed_house_asks_otherwise_counts_for_nobody(house: Served) -> None:
    _, id = _put_up(house)
    amy, _ = _enrolled(house, "Amy")
    amy.post(f"/train/exams/{id}", data={"act": "begin"})
    with house.premises.ledger.changing() as connection:
        asked = json.loads(connection.execute(sa.select(exam_table.c.asked)).scalar_one())
        asked[0][3] = "0" * 16
        connection.execute(sa.update(exam_table).values(asked=json.dumps(asked)))
    assert "asks this otherwise" in amy.get(f"/train/exams/{id}/1").text
    problem(amy.post(f"/train/exams/{id}/1", data={"part-1": "1"}), 422, "misread")
    amy.post(f"/train/exams/{id}", data={"act": "hand in"})
    assert "how it was asked is no longer known" in amy.get(f"/train/exams/{id}").text


def test_the_time_runs_down_on_the_page_and_the_result_comes_by_itself(house: Served, chromium: Browser) -> None:
    """The page's clock and the school's are the test's own."""
    wall = Wall(house)
    _, id = _put_up(house, minutes="2")
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(1000 * END)
    page = context.new_page()
    page.clock.install()
    page.goto(house.base + "/train/learner")
    page.get_by_label("A name or nickname").fill("Amy")
    page.get_by_role("button", name="Keep my progress").click()
    page.goto(f"{house.base}/train/exams/{id}")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 1 of 3")
    expect(page.locator("[data-left]")).to_have_text("2:00")
    page.clock.run_for(61_000)
    expect(page.locator("[data-left]")).to_have_text("0:59")
    expect(page.locator("#time-told")).to_have_text("One minute left.")
    wall.passes(minutes=2)
    page.clock.run_for(60_000)
    expect(page.get_by_text("0 of 3")).to_be_visible()
    context.close()
