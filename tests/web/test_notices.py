"""Notices, warnings and moments over the API: what a client says of the time counts for nothing, closing minds whoever plays, a
player hears of a right before it is lost, and chips are taken back in the moment that the clause gives for it and in no other."""

from __future__ import annotations

from datetime import datetime, timedelta

import httpx

from houseway.play.prompts import TakeWagers
from tests.web.served import Served, Someone

VIC, ACT, STUD = "vic-1997-red-dog", "act-1992-red-dog", "vic-1999-caribbean-stud"


def refused(reply: httpx.Response, clause: str, words: str) -> None:
    assert reply.status_code == 409, reply.text
    doc = reply.json()
    assert words in doc["detail"].lower() and clause in [cited["number"] for cited in doc["clauses"]], doc


def plays(dealer: Someone, table: str, *cards: str) -> list[dict[str, object]]:
    """Calls, deals these cards, and confirms until the next round is open; what happened then."""
    dealer.must(table, "answer")
    for card in cards:
        dealer.must(table, "answer", value=card)
    while True:
        doc = dealer.must(table, "answer", value=True)
        if doc["prompt"]["kind"] == "TakeWagers":
            return list(doc["events"])


def test_a_sign_stands_since_the_house_saw_it(house: Served) -> None:
    """What the client sends as "since", and as the moment of its order, is ignored."""
    house.open_table("RD-9", VIC)
    boss, anna = house.staff("casino supervisor", "L. Brandt"), house.someone("Anna")
    anna.must("RD-9", "sit", area=1)
    long_ago = (datetime.now() - timedelta(hours=2)).isoformat(timespec="seconds")
    for act, said in (("post minimum", {"cents": 1000}), ("post closing", {"at": long_ago})):
        boss.must("RD-9", act, **said, since=long_ago, posted=long_ago, when=long_ago, moment=long_ago)
    for act, said, clause in (("limits", {"minimum": 1000}, "6.4"), ("close", {}, "10.7")):
        refused(boss.do("RD-9", act, **said, since=long_ago), clause, "the sign has stood 0 minutes; 20 are required")
    with_time = {"key": "k", "act": "limits", "details": {"minimum": 1000}, "as": "staff", "at": long_ago}
    assert boss.client.post("/api/tables/RD-9/orders", json=with_time).status_code in (409, 422)
    (sign,) = [p for p in boss.client.get("/api/papers").json() if p["sort"] == "notice of a new minimum"]
    assert sign["at"] > long_ago
    assert anna.client.get("/api/tables/RD-9").json()["sign"]["limits"]["minimum"] == 500


def test_closing_minds_a_player_who_does_not_sit(house: Served) -> None:
    house.open_table("RD-9", VIC)
    boss, dealer, anna = house.staff("casino supervisor", "L. Brandt"), house.staff(), house.someone("Anna")
    anna.must("RD-9", "place", spot="original", cents=1000, area=3)
    plays(dealer, "RD-9", "3S", "4H")
    assert anna.client.get("/api/tables/RD-9").json()["seats"] == []
    refused(boss.do("RD-9", "close"), "10.7", "closing with players present needs a sign for 20 minutes first")
    refused(boss.do("RD-9", "close", players_present=False), "10.7", "needs a sign for 20 minutes first")
    anna.must("RD-9", "leave")
    boss.must("RD-9", "close")


def test_a_lower_minimum_needs_its_notice_where_the_book_says_so(house: Served) -> None:
    for name, book, role, without in (("RD-8", ACT, "operator", 409), ("RD-9", VIC, "casino supervisor", 200)):
        house.open_table(name, book, minimum=1000)
        assert house.staff(role, "C. Reed").do(name, "limits", minimum=500).status_code == without
    boss = house.staff("operator", "C. Reed")
    refused(boss.do("RD-8", "limits", minimum=500), "4.2", "a lower minimum needs notice to the players first")
    boss.must("RD-8", "post minimum", cents=500)
    boss.must("RD-8", "limits", minimum=500)


def test_who_sits_idle_is_told_a_round_before_the_seat_may_be_asked_for(house: Served) -> None:
    house.open_table("RD-9", VIC, areas=7)
    boss, dealer = house.staff("casino supervisor", "L. Brandt"), house.staff()
    idle, *others = [house.someone(name) for name in ("Ann", "Ben", "Cay", "Dov", "Eve", "Fay", "Gus")]
    for area, each in enumerate((idle, *others), 1):
        each.must("RD-9", "sit", area=area)
    told = []
    for _ in range(3):
        refused(boss.do("RD-9", "vacate", player="Ann"), "10.8", "3 are needed")
        for area, each in enumerate(others, 2):
            each.must("RD-9", "place", spot="original", cents=1000, area=area)
        told.append([event["words"] for event in plays(dealer, "RD-9", "3S", "4H") if event["event"] == "ToldOfSeat"])
    words = "Ann is told: after another round without a wager the seat may be asked for"
    assert told == [[], [words], []]
    assert [paper["says"] for paper in idle.client.get("/api/papers").json() if paper["sort"] == "advice"] == [[words]]
    boss.must("RD-9", "vacate", player="Ann")


def test_chips_are_taken_back_after_the_call_until_the_first_card(house: Served) -> None:
    house.open_table("RD-9", VIC)
    dealer, anna, ben = house.staff(), house.someone("Anna"), house.someone("Ben")
    for area, each in enumerate((anna, ben), 1):
        each.must("RD-9", "place", spot="original", cents=1000, area=area)
    dealer.must("RD-9", "answer")
    refused(anna.do("RD-9", "place", spot="original", cents=1000, area=1), "5.6", "betting had closed")
    anna.must("RD-9", "withdraw", spot="original", cents=1000, area=1)
    dealer.must("RD-9", "answer", value="3S")
    refused(ben.do("RD-9", "withdraw", spot="original", cents=1000, area=2), "5.6", "locked until they are settled")
    assert [wager["player"] for wager in ben.client.get("/api/tables/RD-9").json()["wagers"]] == ["Ben"]


def test_who_cannot_bet_exactly_is_warned_and_then_loses_the_ante(house: Served) -> None:
    """Anna's chips lie at another table, so that she cannot bet twice her ante: the first time she gets it back and is told."""
    house.open_table("CS-9", STUD)
    house.open_table("RD-9", VIC)
    dealer, anna = house.staff(), house.someone("Anna")
    anna.must("RD-9", "place", spot="original", cents=40_000, area=1)
    came: list[tuple[int, bool]] = []
    for _ in range(2):
        _until_wagers(house, dealer, "CS-9")
        has = anna.must("CS-9", "place", spot="ante", cents=30_000, area=1)["credit"]
        dealer.must("CS-9", "answer")
        for card in ("8S", "2H", "8C", "2D", "4H", "7C", "4D", "9S", "KC", "JD"):
            dealer.must("CS-9", "answer", value=card)
        dealer.must("CS-9", "answer", value=True)
        events = [event["event"] for event in anna.must("CS-9", "choose", value="bet")["events"]]
        events += _until_wagers(house, dealer, "CS-9")
        back = anna.client.get("/api/tables/CS-9").json()["you"]["credit"] - has
        came.append((back, "WarnedOfBet" in events))
    assert came == [(30_000, True), (0, False)]


def _until_wagers(house: Served, dealer: Someone, name: str) -> list[str]:
    """The dealer does what is usual until wagers are open; what happens by it."""
    table, happened = house.premises.house.tables[name], list[str]()
    while (prompt := table.prompt) is not None and not isinstance(prompt, TakeWagers):
        done = dealer.must(name, "answer", value=prompt.write(prompt.usually()))
        happened += [event["event"] for event in done["events"]]
    return happened
