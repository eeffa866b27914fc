"""Studies as pages: they count as the terminal does, stop and go on, outlive the house, and refuse in a sentence."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from houseway.lab import studies
from houseway.premises import study_desk
from houseway.premises.study_desk import State, StudyDesk
from tests.waiting import END, until
from tests.web.served import Served
from tests.web.test_api import problem

pytestmark = pytest.mark.real  # the house starts a process that plays

WHEEL = 'book = "act-1992-money-wheel"\nname = "wheels"\nrounds = 9_000_000\nseed = 5\n'
FILE = WHEEL + '[sweep]\n"pays.one" = ["1 to 1", "2 to 1"]\n'
LONG = FILE.replace("9_000_000", "9e9")


def _handed_in(client: httpx.Client, file: str = FILE) -> str:
    answer = client.post("/odds/studies", data={"file": file})
    assert answer.status_code == 303, html.unescape(answer.text)
    return answer.headers["location"]


def _desk(house: Served) -> StudyDesk:
    found: StudyDesk = house.app.state.studies
    return found


def _is(house: Served, to: str, *states: State) -> None:
    until(lambda: _desk(house).look(to.rpartition("/")[2]).state in states, f"a study to be {states}")


def test_a_study_that_is_handed_in_counts_as_the_terminal_does(house: Served, tmp_path: Path) -> None:
    client = house.client()
    to = _handed_in(client)
    _is(house, to, State.DONE)
    page = html.unescape(client.get(to).text)
    assert "Done." in page and "6 of 6 batches" in page and "data-going" not in page
    (tmp_path / "wheels.toml").write_text(FILE, encoding="utf-8")
    same = studies.run(studies.plan(tmp_path / "wheels.toml"))
    assert client.get(f"{to}.json").json() == json.loads(json.dumps(same.document()))
    for row in same.table(every=True)[1]:
        assert all(cell in page for cell in row)
    assert client.get(f"{to}.toml").text == FILE
    assert "wheels" in client.get("/odds/studies").text, "a browser remembers what it handed in"
    assert "wheels" not in house.client().get("/odds/studies").text
    assert "wheels" in house.staff("dealer").client.get("/odds/studies").text


def test_a_study_stops_goes_on_elsewhere_and_after_the_house_was_closed(
    opening: Callable[..., Served], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_desk, "TURN", 0.05)
    house = opening()
    client = house.client()
    to = _handed_in(client, LONG)
    until(lambda: _desk(house).look(to.rpartition("/")[2]).done > 0, "something to be counted")
    assert "left" in client.get(to).text and "Stop" in client.get(to).text
    client.post(to, data={"act": "stop"})
    until(lambda: not _desk(house)._turns, "nobody to play")
    assert "Stopped" in client.get(to).text and "Go on" in client.get(to).text
    counted = client.get(f"{to}.counted.json").json()
    (tmp_path / "wheels.toml").write_text(LONG, encoding="utf-8")
    studies.counted_beside(tmp_path / "wheels.toml").write_text(json.dumps(counted), encoding="utf-8")
    plan = studies.plan(tmp_path / "wheels.toml")
    assert not studies.run(plan, studies.counted_beside(tmp_path / "wheels.toml"), executor=studies.Awhile(0)).whole
    before = _desk(house).look(to.rpartition("/")[2]).done
    client.post(to, data={"act": "go on"})
    until(lambda: _desk(house).look(to.rpartition("/")[2]).done > before, "it to go on where it was")
    _desk(house).close()
    again = StudyDesk(_desk(house)._folder, house.premises.house.clock)
    found = again.look(to.rpartition("/")[2])
    assert found.state is State.STOPPED and found.done >= before, "a house that was closed has stopped it"
    again.close()
    client.post(to, data={"act": "take away"})
    problem(client.get(to), 404, "unknown")


def test_a_study_whose_process_is_killed_says_so_and_loses_nothing(house: Served) -> None:
    client = house.client()
    to = _handed_in(client, LONG)
    until(lambda: _desk(house).look(to.rpartition("/")[2]).done > 0, "something to be counted")
    process = _desk(house).room._process
    assert process is not None
    process.kill()
    _is(house, to, State.STOPPED)
    done = _desk(house).look(to.rpartition("/")[2]).done
    assert "is gone" in client.get(to).text and client.get(f"{to}.counted.json").json()["counted"]
    client.post(to, data={"act": "go on"})
    until(lambda: _desk(house).look(to.rpartition("/")[2]).done > done, "another process to go on where it was")


REFUSED = [
    ("", "names its book"),
    ("book = 7 = 8", "Study.toml"),
    ('book = "no-such"', "no-such"),
    ('book = "act-1992-sic-bo"\ncolour = 1', "no 'colour'"),
    ('book = "act-1992-sic-bo"\nedition = "abcdef"', "this study is of abcdef"),
    ('book = "act-1992-sic-bo"\nseed = "many"', "seed is a whole number"),
    ('book = "act-1992-sic-bo"\nrounds = 3e10', "a terminal takes more"),
    ('book = "act-1992-sic-bo"\nstrategy = "/etc/passwd"', "names no file"),
    ('book = "act-1992-sic-bo"\n[set]\n"pays.total.4" = "nothing"', "pays.total.4"),
    (WHEEL + "[sweep]\ndecks = " + str(list(range(61))), "60 settings"),
    ("#" * 20_001, "letters at most"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "said"), REFUSED)
def test_what_cannot_be_run_is_refused_in_a_sentence(house: Served, file: str, said: str) -> None:
    answer = house.client().post("/odds/studies", data={"file": file})
    assert answer.status_code == 422 and said in html.unescape(answer.text)
    assert _desk(house).listed() == []


def test_of_one_address_only_a_few_wait(house: Served) -> None:
    client = house.client()
    taken = [_handed_in(client, LONG) for _ in range(study_desk.OF_ONE_ADDRESS)]
    problem(client.post("/odds/studies", data={"file": LONG}), 429, "busy")
    client.post(taken[0], data={"act": "stop"})
    taken[0] = _handed_in(client, FILE)
    _is(house, taken[0], State.DONE)  # each has its turn: a short one need not wait for long ones
    problem(client.post(taken[1], data={"act": "dance"}), 422, "misread")
    for one in ("/odds/studies/0123456789abcdef", "/odds/studies/x.json", "/odds/studies/..%2Fhouse.toml"):
        assert client.get(one).status_code == 404
    for one in taken:
        client.post(one, data={"act": "take away"})
    assert len(_desk(house).listed()) == 1, "the one that was stopped"


def test_a_file_is_chosen_and_its_progress_comes_by_itself(house: Served, chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(FILE, encoding="utf-8")
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(1000 * END)
    page = context.new_page()
    page.goto(house.base + "/odds/studies?book=vic-1997-red-dog")
    expect(page.get_by_label("The study's file")).to_have_value(re.compile('book = "vic-1997-red-dog"'))
    page.get_by_label("Choose a file").set_input_files(tmp_path / "mine.toml")
    expect(page.get_by_label("The study's file")).to_have_value(FILE)
    page.get_by_role("button", name="Run it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("wheels")
    expect(page.get_by_text("Done.")).to_be_visible(timeout=1000 * END)
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "6")
    context.close()
