"""Two editions against each other, as a page: found while one waits, on paper, and for staff with the rounds of the house."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pypdf

from tests.own_books import own_books
from tests.waiting import until
from tests.web.served import Served

WHEEL = "act-1992-money-wheel"


def test_a_draft_is_judged_on_a_page(tmp_path: Path, opening: Callable[..., Served]) -> None:
    folder = tmp_path / "books"
    folder.mkdir()
    with own_books(folder) as own:
        own.notice(
            "flags", "2027-03-01T06:00:00", '[provisions.pays]\nflag = { BY, value = "50 to 1" }', of=WHEEL, draft=True
        )
        house = opening()
        anna, boss = house.someone().client, house.staff("casino supervisor", "L. Brandt").client
        asked = {"a": WHEEL, "b": f"{WHEEL}+flags"}
        until(lambda: 'id="summary"' in anna.get("/odds/judge", params=asked).text, "the judgement")
        page = anna.get("/odds/judge", params=asked).text
        doc = anna.get("/odds/judge.json", params=asked).json()
        assert [value["now"] for value in doc["values"]] == ["50 to 1"] and "50 to 1" in page
        assert [one["wager"] for one in doc["effects"]["wagers"] if one["moves"]] == ["Flag"]
        paper = anna.get("/odds/judge.pdf", params=asked)
        printed = "".join(sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(paper.content)).pages)
        for side in ("before", "after"):
            assert doc[side]["edition"] in page and doc[side]["edition"] in printed.replace("\n", "")
        assert anna.get("/odds/judge.json", params={**asked, "rounds": True}).status_code == 401
        assert boss.get("/odds/judge.json", params={**asked, "rounds": True}).json()["ledger"]["looked_at"] == 0
        for wrong in (str(folder), str(folder / "flags.toml"), "nothing", f"{WHEEL}@never"):
            said = anna.get("/odds/judge.json", params={"a": WHEEL, "b": wrong})
            assert said.status_code in (404, 422) and said.headers["content-type"].startswith(
                "application/problem+json"
            )
