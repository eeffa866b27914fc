"""The API: orders and their answers, every kind of no with its clause, and what the house keeps to itself."""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl

import httpx
import pytest
from websockets.sync.client import connect

from houseway.floor.house import PLAY_CREDIT
from houseway.floor.pace import Pace
from houseway.ledger import LedgerBroken, open_ledger
from houseway.ledger.opening import UnsafeStore
from houseway.premises import identity
from houseway.premises.premises import Premises
from houseway.premises.settings import first_floor
from houseway.web.api_page import chapters
from houseway.web.pacing import Bucket
from houseway.web.rapid import sockets
from tests.waiting import END, until
from tests.web.served import Served, start

VIC, ACT, MA = "vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog"


def problem(reply: httpx.Response, status: int, kind: str) -> dict[str, Any]:
    assert (reply.status_code, reply.json()["type"]) == (status, f"/problems/{kind}"), reply.text
    assert reply.headers["content-type"].startswith("application/problem+json")
    doc: dict[str, Any] = reply.json()
    assert doc["title"] and doc["detail"] and doc["code"] and doc["status"] == status
    return doc


def numbers(doc: dict[str, Any]) -> list[str]:
    return [clause["number"] for clause in doc["clauses"]]


# Orders


def test_a_wager_is_taken_and_cites_its_clause(house: Served) -> None:
    house.open_table("RD-9", VIC)
    anna = house.someone("Anna")
    anna.must("RD-9", "sit", area=4)
    doc = anna.must("RD-9", "place", spot="original", cents=2500, area=4)
    assert doc["accepted"] and doc["credit"] == PLAY_CREDIT - 2500
    assert {key: doc["clauses"][0][key] for key in ("book", "number")} == {"book": VIC, "number": "6.1"}
    assert doc["clauses"][0]["words"]
    table = anna.client.get("/api/tables/RD-9").json()
    assert table["wagers"] == [{"player": "Anna", "area": 4, "spot": "original", "cents": 2500}]
    assert table["number"] == doc["number"]


def test_the_same_key_is_the_same_order(house: Served) -> None:
    house.open_table("RD-9", VIC)
    anna = house.someone("Anna")
    first = anna.do("RD-9", "place", key="one-key-0001", spot="original", cents=2500, area=4)
    again = anna.do("RD-9", "place", key="one-key-0001", spot="original", cents=2500, area=4)
    assert first.status_code == again.status_code == 200
    assert again.json()["again"] and again.json()["clauses"] == first.json()["clauses"]
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 2500
    problem(anna.do("RD-9", "place", key="one-key-0001", spot="original", cents=5000, area=4), 422, "key")
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 2500


def test_a_below_minimum_wager_is_taken_with_a_word_of_advice(house: Served) -> None:
    house.open_table("RD-9", VIC, minimum=1000)
    doc = house.someone().must("RD-9", "place", spot="original", cents=500, area=1)
    assert doc["advice"] == "The minimum here is $10." and doc["clauses"][0]["number"] == "6.2"


REFUSALS = [
    # what, details, status, kind, code, a clause that must be cited
    ("nothing", dict(cents=0), 409, "refused", "chips:amount", "5.1"),
    ("less than nothing", dict(cents=-500), 409, "refused", "chips:amount", "5.1"),
    ("half a cent", dict(cents=10.5), 422, "misread", "misread", None),
    ("words for money", dict(cents="much"), 422, "misread", "misread", None),
    ("more than the credit", dict(cents=PLAY_CREDIT + 100), 409, "funds", "funds", None),
    ("an area that is not there", dict(cents=500, area=8), 409, "refused", "places.areas", "2.1.1"),
    ("a second area", dict(cents=500, area=2), 409, "refused", "places.areas_each", "5.8"),
    ("a full area", dict(cents=500, area=5), 409, "refused", "places.sharing", "5.7"),
    ("a raise before the spread", dict(cents=500, spot="raise"), 409, "refused", "second_wager:too_early", "5.4"),
    ("a spot of another game", dict(cents=500, spot="split:16/17"), 409, "refused", "lock", "5.6"),
]


@pytest.fixture
def busy(house: Served) -> Served:
    """A table where Anna has area 1 and Bert alone may use area 5."""
    house.open_table("RD-9", VIC)
    house.someone("Bert").must("RD-9", "place", spot="original", cents=500, area=5)
    return house


@pytest.mark.parametrize(
    ("details", "status", "kind", "code", "clause"), [case[1:] for case in REFUSALS], ids=[c[0] for c in REFUSALS]
)
def test_a_wager_that_cannot_be(
    busy: Served, details: dict[str, Any], status: int, kind: str, code: str, clause: str | None
) -> None:
    anna = busy.someone("Anna")
    if details.get("area") == 2:
        anna.must("RD-9", "place", spot="original", cents=500, area=1)
    held = busy.premises.house.credit("Anna")
    doc = problem(anna.do("RD-9", "place", **{"spot": "original", "area": 1, **details}), status, kind)
    assert doc["code"] == code and (clause is None or clause in numbers(doc))
    assert busy.premises.house.credit("Anna") == held, "nothing may have been charged"


def test_a_late_chip_bounces_and_says_how_late(house: Served) -> None:
    house.open_table("RD-9", VIC)
    anna, dealer = house.someone("Anna"), house.staff()
    anna.must("RD-9", "place", spot="original", cents=500, area=1)
    dealer.must("RD-9", "answer")
    doc = problem(anna.do("RD-9", "place", spot="original", cents=2500, area=1), 409, "late")
    assert re.match(r"Late by \d+\.\d second", doc["title"]) and "5.6" in numbers(doc)
    assert doc["detail"] == "Your $25 came back: betting had closed. Nothing was charged."
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 500


def test_an_order_for_an_earlier_moment_is_stale(house: Served) -> None:
    house.open_table("RD-9", VIC)
    dealer = house.staff()
    before = house.premises.house.tables["RD-9"].state.prompt
    dealer.must("RD-9", "answer")
    problem(dealer.do("RD-9", "answer", prompt=before, value="7S"), 409, "stale")


def test_a_raise_above_the_original_and_one_on_a_pair(house: Served) -> None:
    house.open_table("RD-9", VIC)
    anna, dealer = house.someone("Anna"), house.staff()
    anna.must("RD-9", "place", spot="original", cents=500, area=1)
    for value in (None, "7S", "4H"):
        dealer.must("RD-9", "answer", **({} if value is None else {"value": value}))
    assert "5.4" in numbers(problem(anna.do("RD-9", "place", spot="raise", cents=600), 409, "refused"))
    for value in (None, "5D", True):
        dealer.must("RD-9", "answer", **({} if value is None else {"value": value}))
    anna.must("RD-9", "place", spot="original", cents=500, area=1)
    for value in (None, "9S", "9H"):
        dealer.must("RD-9", "answer", **({} if value is None else {"value": value}))
    assert "5.4" in numbers(problem(anna.do("RD-9", "place", spot="raise", cents=500), 409, "refused"))


def test_cards_are_keyed_only_where_there_is_a_shoe(house: Served) -> None:
    house.open_table("RD-9", VIC)
    house.open_table("RD-8", VIC, cards_from="rng")
    dealer = house.staff()
    for table in ("RD-9", "RD-8"):
        dealer.must(table, "answer")
    refused = problem(dealer.do("RD-8", "answer", value="7S"), 409, "refused")
    assert "generator" in refused["detail"]
    key = "draw-a-card-0001"
    first = dealer.do("RD-8", "answer", key=key).json()
    again = dealer.do("RD-8", "answer", key=key).json()
    assert first["accepted"] and again["again"], "a draw sent twice is one draw"
    dealer.must("RD-9", "answer", value="7S")


def test_a_card_that_is_no_longer_in_the_shoe(house: Served) -> None:
    house.open_table("RD-9", MA)  # one deck
    dealer = house.staff()
    dealer.must("RD-9", "answer")
    dealer.must("RD-9", "answer", value="7S")
    doc = problem(dealer.do("RD-9", "answer", value="7S"), 409, "refused")
    assert doc["detail"] == "No seven of spades is left in the shoe."


# Who may


def test_everybody_keeps_to_their_role(house: Served) -> None:
    house.open_table("RD-9", VIC)
    problem(house.client().post("/api/tables/RD-9/orders", json={"key": "nobody-0001", "act": "sit"}), 401, "nobody")
    problem(house.someone().do("RD-9", "freeze"), 403, "forbidden")
    problem(house.staff("dealer").do("RD-9", "limits", minimum=100), 403, "forbidden")
    problem(house.staff("inspector", "I. Chan").do("RD-9", "answer"), 403, "forbidden")
    problem(house.someone().do("RD-7000", "sit", area=1), 404, "unknown")
    problem(house.someone().do("RD-9", "dance"), 422, "misread")


def test_a_correction_needs_somebody_else_to_sign(house: Served) -> None:
    house.open_table("RD-9", VIC)
    dealer = house.staff()
    dealer.must("RD-9", "answer")
    dealer.must("RD-9", "answer", value="7S")
    tape = house.premises.house.tables["RD-9"].state.tape
    order = {"act": "correct", "as": "staff", "details": {"answer": tape.index("7S"), "value": "8S"}}

    def ask(key: str, **signature: Any) -> httpx.Response:
        return dealer.client.post("/api/tables/RD-9/orders", json={"key": key, **order, **signature})

    problem(ask("correct-0001"), 403, "forbidden")
    problem(ask("correct-0002", signed_by={"name": "M. Okafor", "role": "game supervisor"}), 403, "forbidden")
    done = ask("correct-0003", signed_by={"name": "L. Brandt", "role": "game supervisor"})
    assert done.status_code == 200, done.text
    assert [event["words"] for event in done.json()["taken_back"]] == ["First card, seven of spades"]
    assert house.premises.house.tables["RD-9"].state.tape[tape.index("7S")] == "8S"


def test_nobody_brings_in_a_second_person_by_writing_a_name(house: Served) -> None:
    """Massachusetts 5(b): dealer and casino supervisor confirm a wager with cash. Who asked is who was at the device, whatever an
    order says; so one supervisor is one person, for a spoken wager and for a correction."""
    house.open_table("RD-8", "ma-red-dog")
    boss, dealer = house.staff("casino supervisor", "L. Brandt"), house.staff()
    house.someone("Anna")
    said = {"player": "Anna", "cents": 1000, "with": "cash", "area": 1}
    alone = problem(boss.do("RD-8", "say", **said, asked_by="M. Okafor"), 409, "refused")
    assert [clause["number"] for clause in alone["clauses"]] == ["5(b)"]
    signed = {
        "act": "say",
        "as": "staff",
        "details": said,
        "signed_by": {"name": "L. Brandt", "role": "casino supervisor"},
    }
    assert dealer.client.post("/api/tables/RD-8/orders", json={"key": "say-it-1", **signed}).status_code == 200
    dealer.must("RD-8", "answer")
    dealer.must("RD-8", "answer", value="7S")
    tape = house.premises.house.tables["RD-8"].state.tape
    wrong = boss.do("RD-8", "correct", answer=tape.index("7S"), value="8S", asked_by="M. Okafor")
    assert "cannot sign it" in problem(wrong, 409, "refused")["detail"]


def test_a_wager_is_corrected_by_the_sheet_and_the_record_tells_was_and_is(house: Served) -> None:
    house.open_table("RD-9", VIC)
    anna, dealer = house.someone("Anna"), house.staff()
    anna.must("RD-9", "place", spot="original", area=1, cents=1000)
    for value in ("", "3S", "8H", "", "5D"):
        dealer.must("RD-9", "answer", **({"value": value} if value else {}))
    table = house.premises.house.tables["RD-9"]
    sheet = dealer.client.get(
        "/table/RD-9/dealer/correction", params={"answer": 1, "round": 1, "wager": 0, "cents": 2000}
    )
    assert sheet.status_code == 200 and "Sign the correction" in sheet.text and "$20" in sheet.text, sheet.text
    wagers = {"wagers": [["Anna", 1, "original", 2000]]}
    order = {"act": "correct", "as": "staff", "details": {"answer": 1, "round": 1, "value": wagers}}
    signed = {"key": "correct-a-wager-1", "signed_by": {"name": "L. Brandt", "role": "game supervisor"}}
    done = dealer.client.post("/api/tables/RD-9/orders", json={**order, **signed})
    assert done.status_code == 200, done.text
    dealer.must("RD-9", "answer", value=True)
    assert table.state.round == 2
    record = dealer.client.get("/record/RD-9/1").text
    assert "signed by L. Brandt" in record and "<h3>Was</h3>" in record and "original Anna@1:20" in record
    # and once more, after the round was paid and the next one is open
    order["details"]["value"] = {"wagers": [["Anna", 1, "original", 500]]}
    anna.must("RD-9", "place", spot="original", area=1, cents=1000)
    signed["key"] = "correct-a-wager-2"
    done = dealer.client.post("/api/tables/RD-9/orders", json={**order, **signed})
    assert done.status_code == 200, done.text
    record = dealer.client.get("/record/RD-9/1").text
    assert "Judged again" in record and "original Anna@1:5 " in record and record.count("signed by L. Brandt") >= 2


def test_the_sheet_asks_what_nobody_was_asked_then_and_the_order_brings_the_answer(house: Served) -> None:
    """A pair that was none, found a round later: a spread is announced, and the third card was never keyed."""
    house.open_table("RD-10", VIC)
    anna, dealer = house.someone("Anna"), house.staff()
    anna.must("RD-10", "place", spot="original", area=1, cents=1000)
    for value in ("", "7S", "6H"):  # no spread
        dealer.must("RD-10", "answer", **({"value": value} if value else {}))
    dealer.must("RD-10", "answer", value=True)
    anna.must("RD-10", "place", spot="original", area=1, cents=1000)
    table = house.premises.house.tables["RD-10"]
    at = table.ledger.newest("RD-10", "round-over", 1)[0].body["tape"].index("6H")
    asked = {"answer": at, "round": 1}
    sheet = dealer.client.get("/table/RD-10/dealer/correction", params={**asked, "value": "4H"})
    assert sheet.status_code == 200 and "Deal the third card" in sheet.text, sheet.text
    assert "Sign the correction" not in sheet.text, "nobody signs what has no end yet"
    more = dict(parse_qsl(html.unescape(re.findall(r'data-preview="([^"]+)"', sheet.text)[-1])))
    wrong = dealer.client.get("/table/RD-10/dealer/correction", params={**more, "brought": "ZZ"})
    assert "Deal the third card" in wrong.text and "Sign the correction" not in wrong.text, wrong.text
    shown = dealer.client.get("/table/RD-10/dealer/correction", params={**more, "brought": "5D"})
    assert "Sign the correction" in shown.text and "Nobody was offered the raise then" in shown.text, shown.text
    details = json.loads(html.unescape(re.findall(r"data-details='([^']+)'", shown.text)[0]))
    order = {"act": "correct", "as": "staff", "signed_by": {"name": "L. Brandt", "role": "game supervisor"}}
    bare = {"details": {**asked, "value": "4H"}, "key": "without-an-answer"}
    refused = problem(dealer.client.post("/api/tables/RD-10/orders", json={**order, **bare}), 409, "refused")
    assert "Deal the third card" in refused["detail"] and refused["code"].endswith("answers")
    brings = {"details": {**details, "value": "4H"}, "key": "with-its-answer"}
    done = dealer.client.post("/api/tables/RD-10/orders", json={**order, **brings})
    assert done.status_code == 200, done.text
    assert "Judged again" in dealer.client.get("/record/RD-10/1").text


def test_a_page_of_another_site_can_neither_act_nor_listen(house: Served) -> None:
    anna = house.someone("Anna")
    doc = {"key": "elsewhere-001", "act": "sit", "details": {"area": 1}}
    far = anna.client.post("/api/tables/RD-1/orders", json=doc, headers={"Origin": "http://elsewhere.example"})
    problem(far, 403, "elsewhere")
    address = house.base.replace("http", "ws") + "/ws/RD-1?page=player"
    with (
        pytest.raises(Exception, match=r"403|1008|rejected"),
        connect(address, origin="http://elsewhere.example", open_timeout=END) as socket,
    ):
        socket.recv(timeout=END)


def test_only_the_names_of_the_house_are_answered(opening: Callable[..., Served]) -> None:
    house = opening(hosts=["127.0.0.1"])
    assert house.client().get("/healthz").status_code == 200
    assert house.client().get("/healthz", headers={"Host": "elsewhere.example"}).status_code == 400


# Names


def test_a_play_name_is_taken_once_and_changed_once(house: Served) -> None:
    anna = house.someone("Anna")
    assert anna.client.get("/api/tables/RD-1").status_code == 200
    other = house.client()
    problem(other.post("/api/players", json={"name": "Anna"}), 422, "misread")
    for wanted in ("x", "lower", "Has space", "Cut", "<b>Bold</b>", "A" * 40):
        problem(other.post("/api/players", json={"name": wanted}), 422, "misread")
    made_up = other.post("/api/players", json={}).json()["name"]
    assert other.post("/api/players", json={"name": "Berta"}).json() == {"name": "Berta", "credit": PLAY_CREDIT}
    problem(other.post("/api/players", json={"name": "Clara"}), 409, "refused")
    assert made_up != "Berta"


def test_names_never_run_out(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "BIRDS", ("Wren",))
    names = [house.premises.identity.newcomer().name for _ in range(40)]
    assert len(set(names)) == 40 and all(name.startswith("Wren") for name in names)


def test_a_forged_cookie_is_nobody(house: Served) -> None:
    anna = house.someone("Anna")
    cookie = anna.client.cookies["houseway_player"]
    body, _, mark = cookie.partition(".")
    forged = house.client(cookies={"houseway_player": f"{body[:-2]}xx.{mark}"})
    problem(forged.post("/api/tables/RD-1/orders", json={"key": "forged-0001", "act": "sit"}), 401, "nobody")


# Books, tables, documents


def test_what_can_be_read(house: Served) -> None:
    client = house.client()
    assert client.get("/healthz").json() == {"open": True, "tables": len(first_floor().tables)}
    books = [doc["book"] for doc in client.get("/api/tables").json()]
    assert books == [plan.book for plan in first_floor().tables]
    assert VIC in {book["id"] for book in client.get("/api/books").json()}
    book = client.get(f"/api/books/{VIC}").json()
    assert next(c for c in book["clauses"] if c["number"] == "5.4")["kind"] == "enforced" and "R-21" in book["readings"]
    problem(client.get("/api/books/vic-1987-red-dog"), 404, "unknown")
    problem(client.get(f"/api/books/{VIC}", params={"at": "1990-01-01T00:00:00"}), 404, "unknown")
    problem(client.get("/nowhere"), 404, "unknown")
    problem(client.post("/api/players", content="{", headers={"Content-Type": "application/json"}), 400, "garbled")


def test_the_api_page_is_drawn_from_the_description_and_runs_nothing_of_its_own(house: Served) -> None:
    client = house.client()
    answer = client.get("/api")
    assert "unsafe" not in answer.headers["content-security-policy"]
    page, described = answer.text, client.get("/openapi.json").json()
    assert "https://" not in page and page.count("<script") == 1, "the one of every page"
    assert {"orders", "tables", "books"} <= {tag["name"] for tag in described["tags"]}
    shown = {operation for _, _, operations in chapters(described) for operation in operations}
    told = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert {(one.method, one.path) for one in shown} == told, "every operation has its place"
    for one in shown:
        assert f'id="{one.anchor}"' in page and one.summary in html.unescape(page)
    order = next(one for one in shown if one.path == "/api/tables/{name}/orders")
    assert json.loads(order.example)["act"] == "sit" and "$HOUSE/api/tables/{name}/orders" in order.curl
    assert {field.name: field.kind for field in order.fields}["prompt"] == "integer or null"
    for path, asked in (("/odds/judge.json", ["a", "b"]), ("/odds/{book}/what-if.json", ["book"])):
        operation = described["paths"][path]["get"]
        assert operation["tags"] == ["lab"] and "409" in operation["responses"]
        assert [one["name"] for one in operation["parameters"] if one["required"]] == asked


def test_a_set_up_the_book_does_not_allow(house: Served) -> None:
    boss = house.staff("casino supervisor", "L. Brandt")

    def opens(**changes: Any) -> httpx.Response:
        doc = {"name": "RD-9", "book": VIC, "set_up": {}, **changes}
        return boss.client.post("/api/tables", json=doc)

    assert "3.1" in numbers(problem(opens(set_up={"decks": 6}), 409, "refused"))
    assert "2.1.1" in numbers(problem(opens(set_up={"sign": {"areas": 8}}), 409, "refused"))
    problem(opens(book="vic-1987"), 404, "unknown")
    problem(opens(set_up={"sign": {"colour": "red"}}), 422, "misread")
    problem(opens(name="RD-1"), 409, "refused")
    problem(house.staff().client.post("/api/tables", json={"name": "RD-9", "book": VIC}), 403, "forbidden")


def test_a_supervisor_raises_the_minimum_only_after_its_sign(house: Served) -> None:
    boss = house.staff("casino supervisor", "L. Brandt")
    assert numbers(problem(boss.do("RD-1", "limits", minimum=1000), 409, "refused")) == ["6.4"]
    boss.must("RD-1", "post minimum", cents=1000)
    assert "20 are required" in problem(boss.do("RD-1", "limits", minimum=1000), 409, "refused")["detail"]
    page = house.client().get("/table/RD-1").text
    assert "Minimum becomes $10" in page


# Secrets


def test_what_lies_face_down_stays_face_down(house: Served) -> None:
    house.open_table("RD-9", MA, cards_from="rng")
    dealer, anna = house.staff(), house.someone("Anna")
    table = house.premises.house.tables["RD-9"]
    dealer.must("RD-9", "relieve", dealer="M. Okafor")  # a new dealer burns a card
    anna.must("RD-9", "place", spot="original", cents=500, area=1)
    while table.state.round == 1:
        prompt = table.prompt
        value = prompt.usually() if prompt is not None and type(prompt).__name__ == "Confirm" else None
        dealer.must("RD-9", "answer", **({} if value is None else {"value": value}))
    seen = anna.client.get("/api/tables/RD-9/rounds/1").json()
    assert "tape" not in seen and "carry" not in seen
    burned = [step for step in seen["steps"] if step["event"] == "Burned"]
    assert [step["words"] for step in burned] == ["Burned, face down"]
    assert " X" in seen["notation"] or "| X" in seen["notation"]
    assert "tape" in dealer.client.get("/api/tables/RD-9/rounds/1").json()
    page = anna.client.get("/record/RD-9/1", headers={"Accept": "text/html"}).text
    assert "Burned, face down" in page and "&#34;tape&#34;" not in page
    moment = seen["law"]["moment"]
    assert f'data-at="{moment}"' in page and f"&amp;at={moment}" in page  # its clauses are shown as they stood then
    clause = anna.client.get("/clauses/ma-red-dog", params={"clauses": "6(c)", "at": moment})
    assert clause.status_code == 200 and "6(c)" in clause.text


def test_no_page_of_a_table_shows_odds(house: Served) -> None:
    anna, dealer = house.someone(), house.staff()
    for client, path in ((anna.client, "/table/RD-1"), (dealer.client, "/table/RD-4/dealer")):
        page = client.get(path).text
        assert "PAR" not in page and "2.7509" not in page and "Best play" not in page
    sheet = anna.client.get(f"/odds/{VIC}").text
    assert "Not shown at tables" in sheet and "−30,721 / 1,116,765" in sheet


# Live


def test_a_page_is_sent_what_changed_and_no_more(house: Served) -> None:
    house.open_table("RD-9", VIC)
    anna, bert = house.someone("Anna"), house.someone("Bert")
    cookie = f"houseway_player={anna.client.cookies['houseway_player']}"
    address = house.base.replace("http", "ws") + "/ws/RD-9?page=player"
    with connect(address, additional_headers={"Cookie": cookie}, open_timeout=END) as socket:
        whole = json.loads(socket.recv(timeout=END))
        assert set(whole["parts"]) == {"state", "place", "sign", "credit", "tournament", "calls", "rounds"}
        bert.must("RD-9", "place", spot="original", cents=500, area=2)
        news = json.loads(socket.recv(timeout=END))
        assert set(news["parts"]) == {"place"} and news["number"] > whole["number"]
        assert "Bert" in news["parts"]["place"]


def test_the_stream_for_scripts(house: Served) -> None:
    with house.client().stream("GET", "/events?table=RD-1") as stream:
        lines = stream.iter_lines()
        first = [next(lines) for _ in range(3)]
    assert first[1] == "event: table" and json.loads(first[2].removeprefix("data: "))["table"] == "RD-1"


# Standing up again


def test_the_house_opens_again_where_it_stood(opening: Callable[..., Served]) -> None:
    house = opening()
    house.open_table("RD-9", VIC)
    anna, dealer = house.someone("Anna"), house.staff()
    anna.must("RD-9", "sit", area=3)
    anna.must("RD-9", "place", spot="original", cents=2500, area=3)
    dealer.must("RD-9", "answer")
    dealer.must("RD-9", "answer", value="7S")
    before = anna.client.get("/api/tables/RD-9").json()
    page = anna.client.get("/table/RD-9").text
    house.close()
    house = opening()
    anna.client.base_url = house.base
    assert anna.client.get("/api/tables/RD-9").json() == before, "the same cookie, the same seat, the same prompt"
    again = anna.client.get("/table/RD-9").text
    assert again.count("First card, seven of spades") == page.count("First card, seven of spades") > 0
    assert house.premises.house.credit("Anna") == PLAY_CREDIT - 2500


def test_a_broken_ledger_stops_the_house(opening: Callable[..., Served], monkeypatch: pytest.MonkeyPatch) -> None:
    house = opening(Pace())
    anna = house.someone("Anna")

    def fails(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(house.premises.ledger, "_flush", fails)
    problem(anna.do("RD-1", "sit", area=1), 503, "stopped")
    problem(anna.do("RD-1", "sit", area=2), 503, "stopped")
    assert house.client().get("/healthz").status_code == 503
    assert house.stops == ["stopped"]
    with pytest.raises(LedgerBroken):
        house.premises.ledger.post(())


def test_a_broken_ledger_is_noticed_before_anybody_orders(
    opening: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opening(Pace())

    def fails(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(house.premises.ledger, "_flush", fails)
    # A name is given with credit, which is written: nobody is told of it.
    problem(house.client().post("/api/players", json={"name": "Heron"}), 503, "stopped")
    assert house.client().get("/healthz").status_code == 503


def test_a_file_that_was_taken_away_is_missed(tmp_path: Path) -> None:
    house = start(f"sqlite:///{tmp_path / 'house.db'}")
    try:
        assert house.client().get("/healthz").status_code == 200
        for file in tmp_path.glob("house.db*"):
            file.unlink()
        until(lambda: house.client().get("/healthz").status_code == 503, "the house to miss its file")
        assert "removed or replaced" in house.premises.ledger.stopped_by
        problem(house.client().post("/api/players", json={"name": "Heron"}), 503, "stopped")
    finally:
        house.close()


def test_one_file_is_one_house(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    house = start(url)
    try:
        with pytest.raises(UnsafeStore, match=f"another house has it open, process {os.getpid()}"):
            Premises(url, Pace())
        house.someone("Heron")
        reading = open_ledger(url)  # who only reads or copies is not kept out
        assert reading.head("desk:cage")[0] or reading.streams()
        reading.close()
        assert house.client().get("/healthz").status_code == 200
    finally:
        house.close()
    again = Premises(url, Pace())
    again.ledger.close()
    again.notices.close()


# What no order is


NO_ORDERS = (
    (rb'{"name": "A\u0000B", "role": "dealer"}', "NUL or half a character"),
    (rb'{"name": "A\ud800B", "role": "dealer"}', "NUL or half a character"),
    (rb'{"na\udfffme": 1}', "NUL or half a character"),
    (rb'{"name": "A\u202eB", "role": "dealer"}', "signs that nobody sees"),
    ('{"name": "A\u2066B", "role": "dealer"}'.encode(), "signs that nobody sees"),
    (rb'{"name": "A\u0007B", "role": "dealer"}', "signs that nobody sees"),
    ('{"name": "A\uffffB", "role": "dealer"}'.encode(), "signs that nobody sees"),
    (b"[" * 500 + b"]" * 500, "nested deeper"),
    (b'{"a":' * 50_000, "larger than any order"),
    (b'{"a":' * 15_000 + b"1" + b"}" * 15_000, "nested deeper"),
)


def test_what_nothing_can_be_kept_under_is_not_understood(house: Served) -> None:
    with httpx.Client(base_url=house.base, timeout=END) as client:
        for path in ("/api/staff", "/api/players", "/api/tables/RD-1/orders"):
            for body, told in NO_ORDERS:
                reply = client.post(path, content=body, headers={"content-type": "application/json"})
                assert told in problem(reply, 422, "misread")["detail"]


def test_a_pair_of_halves_is_a_character(house: Served) -> None:
    with httpx.Client(base_url=house.base, timeout=END) as client:
        sent = rb'{"name": "\ud83c\udccf", "role": "dealer"}'
        doc = client.post("/api/staff", content=sent, headers={"content-type": "application/json"}).json()
        assert "badge" in doc["detail"]


def test_bytes_are_counted_as_they_come(house: Served) -> None:
    with httpx.Client(base_url=house.base, timeout=END) as client:
        parts = (b" " * 20_000 for _ in range(10_000))  # 200 MB, and no header says so
        made = house.premises.ledger.heads().get("cage")  # where a newcomer's credit would be; tables go on meanwhile
        try:
            reply = client.post("/api/players", content=parts, headers={"content-type": "application/json"})
            assert "larger than any order" in problem(reply, 422, "misread")["detail"]
        except httpx.TransportError:
            assert next(parts, None) is not None  # the house answered and hung up while we were still sending
        assert house.premises.ledger.heads().get("cage") == made


def test_an_address_with_a_nul_is_no_address(house: Served) -> None:
    with httpx.Client(base_url=house.base, timeout=END) as client:
        for path in ("/record/RD-1?player=a%00b", "/table/%00", "/api/tables/R%00D/rounds"):
            problem(client.get(path, headers={"accept": "application/json"}), 422, "misread")


@pytest.mark.parametrize("text", ['{"key": 5, garbage', '{"key": 5, "spin": ' + "[" * 20_000, '[1, {"key": "a"}'])
def test_a_broken_frame_breaks_no_line(text: str) -> None:
    said: list[tuple[str | None, str]] = []

    class Line:
        def answer(self, key: str | None, answer: str) -> None:
            said.append((key, answer))

    sockets._heard(cast(Any, None), "RR-1", "ATS-1", text, cast(Any, Line()), Bucket(10, 30))
    assert said == [(None, sockets.MISREAD)]
