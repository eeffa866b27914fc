"""Training in the browser: answers are judged and kept, slips cannot be made up, teachers see a class and set exams."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Callable

import httpx
import pypdf

from houseway.premises.settings import Cluster, House, Rapid, Settings
from houseway.teaching import edition_of, question
from houseway.teaching.exams import exam
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
