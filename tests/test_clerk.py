"""One clerk: no answer is told before what it rests on is on disk. Accepted, refused or the same again, at every door.

The ledger's disk is held back by the test. While it is, nobody may hear anything; once it goes on, everybody does.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from websockets.sync.client import connect

from houseway.floor.clerk import Reply
from houseway.floor.house import House
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.keno.host import Host, KenoPace
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.periods import Periods
from houseway.floor.table import Order
from houseway.floor.touching import Touch, Touched
from houseway.ledger import Ledger, open_ledger
from houseway.play.wagers import Limits, SetUp, Sign
from tests.waiting import END
from tests.web.served import Served, start

NOON = datetime(2026, 11, 16, 12)
BOSS = Person("L. Brandt", "casino supervisor")
WRITER = Person("W. Writer", "dealer")
T = TypeVar("T")


class Disk:
    """The disk under a ledger, which the test stops and lets go on."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.goes_on = ledger, threading.Event()
        self.goes_on.set()
        ledger.guard = self._wait

    def _wait(self, connection: object, streams: set[str]) -> None:
        assert self.goes_on.wait(END), "somebody waits for the disk who ought not to"

    def stop(self) -> None:
        self.ledger.settle_down()
        self.goes_on.clear()

    def go_on(self) -> None:
        self.goes_on.set()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    ledger = open_ledger(f"sqlite:///{tmp_path / 'floor.db'}")
    found = Disk(ledger)
    yield found
    found.go_on()
    ledger.close()


async def only_then(disk: Disk, *asked: Awaitable[T]) -> list[T]:
    """What was asked is answered once the disk goes on, and not before."""
    tasks = [asyncio.ensure_future(one) for one in asked]
    heard, _ = await asyncio.wait(tasks, timeout=0.1)
    assert not heard, [task.result() for task in heard]
    assert not disk.ledger.idle
    disk.go_on()
    return list(await asyncio.gather(*tasks))


def told(reply: Reply) -> tuple[bool, bool, str, tuple[str, ...]]:
    return reply.accepted, reply.again, reply.fault, tuple(clause.number for clause in reply.decision.by.clauses)


# The house's own orders


def sit(area: int, key: str = "", who: str = "Anna") -> Order:
    return Order(player(who), "sit", {"area": area}, key, at=NOON)


@pytest.mark.parametrize("rests", ["itself", "what came before"])
def test_an_order_at_a_table(disk: Disk, rests: str) -> None:
    house = House(disk.ledger, lambda: NOON)
    assert house.open_table("MW-1", "act-1992-money-wheel", SetUp(sign=Sign(Limits(500, 5000))), "dealer")

    async def evening() -> None:
        first = await house.do("MW-1", sit(1, "key-1"))
        assert told(first)[:3] == (True, False, "")
        disk.stop()
        if rests == "itself":
            (reply,) = await only_then(disk, house.do("MW-1", sit(2, "key-2")))
            assert told(reply)[:3] == (True, False, "")
            return
        orders = {
            "new": sit(3, "key-3", "Ben"),
            "again": sit(1, "key-1"),
            "reused": sit(5, "key-1"),
            "misread": Order(player("Anna"), "sit", {"area": "x"}, at=NOON),
            "refused": sit(99),
            "nobody may": Order(player("Anna"), "freeze", at=NOON),
            "funds": Order(player("Nobody"), "place", {"spot": "$1", "cents": 500}, at=NOON),
        }
        replies = await only_then(disk, *(house.do("MW-1", order) for order in orders.values()))
        heard = dict(zip(orders, replies, strict=True))
        assert heard["again"].again and told(heard["again"])[3] == told(first)[3], "the same answer, clauses and all"
        assert [name for name, reply in heard.items() if reply.accepted] == ["new", "again"]
        faults = {name: reply.fault for name, reply in heard.items()}
        assert (faults["reused"], faults["misread"], faults["funds"], faults["refused"]) == (
            "key",
            "misread",
            "funds",
            "",
        )
        (after,) = await asyncio.gather(house.do("MW-1", sit(99)))  # nothing is on its way: a no is told at once
        assert not after.accepted

    asyncio.run(evening())


# Terminals


def rapid(disk: Disk) -> tuple[House, Periods]:
    house = House(disk.ledger, lambda: NOON)
    sign = Sign(Limits(100, 5000, 100), areas=2)
    assert house.open_table("RR-1", "vic-2000-rapid-roulette", SetUp(sign=sign), "dealer", "shoe")
    table = house.tables["RR-1"]
    assert table.do(Order(HOUSE, "buy in", {"station": "ATS-1", "cents": 10_000, "player": "pia"}, at=NOON)).accepted
    return house, Periods(house, "RR-1", Pace())


def touch(clock: Periods, number: int, spot: str = "red") -> asyncio.Future[Touched]:
    heard = asyncio.get_running_loop().create_future()
    clock.touch(Touch("ATS-1", f"abcdefgh-{number:08d}", 1, ((spot, 100),)), heard.set_result)
    return heard


def test_a_touch(disk: Disk) -> None:
    house, clock = rapid(disk)

    async def evening() -> None:
        await clock.begin()
        await touch(clock, 1)
        disk.stop()
        (taken,) = await only_then(disk, touch(clock, 2))
        assert taken.accepted
        # What is refused or known rests on what another door has put on record meanwhile.
        for number, spot, accepted, again in ((1, "red", True, True), (1, "black", False, False)):
            disk.stop()
            house.tables["RR-1"].do(Order(HOUSE, "spun", at=NOON))
            (heard,) = await only_then(disk, touch(clock, number, spot))
            assert (heard.accepted, heard.again) == (accepted, again)
        disk.stop()
        house.tables["RR-1"].do(Order(HOUSE, "spun", at=NOON))
        late = asyncio.get_running_loop().create_future()
        clock.touch(Touch("ATS-1", "abcdefgh-00000009", 77, (("red", 100),)), late.set_result)
        (refused,) = await only_then(disk, late)
        assert not refused.accepted and "spin 77" in refused.answer["because"]

    asyncio.run(evening())


# Keno


def test_an_order_at_the_keno_desk(disk: Disk) -> None:
    host = Host(Keno(disk.ledger), lambda: NOON, KenoPace())

    def sell(key: str, numbers: Any = (1, 2)) -> Awaitable[Reply]:
        return host.do(KenoOrder(WRITER, "sell", {"numbers": list(numbers), "cents": 100}, key, NOON))

    async def evening() -> None:
        assert (await host.do(KenoOrder(BOSS, "open day", at=NOON))).accepted
        first = await sell("key-1")
        assert first.accepted and first.decision.by.clauses
        disk.stop()
        (sold,) = await only_then(disk, sell("key-2"))
        assert sold.accepted
        disk.stop()
        asked = {
            "new": sell("key-3"),
            "again": sell("key-1"),
            "reused": sell("key-1", (1, 3)),
            "misread": host.do(KenoOrder(WRITER, "sell", {"numbers": "all", "cents": 100}, "", NOON)),
            "refused": sell("", (3, 3)),
            "nobody may": host.do(KenoOrder(player("Heron"), "draw", at=NOON)),
        }
        heard = dict(zip(asked, await only_then(disk, *asked.values()), strict=True))
        again = heard["again"]
        assert again.again and again.paper == first.paper
        assert told(again)[3] == told(first)[3], "the same answer, clauses and all"
        assert [name for name, reply in heard.items() if reply.accepted] == ["new", "again"]
        assert [heard[name].fault for name in ("reused", "misread", "refused")] == ["key", "misread", ""]

    asyncio.run(evening())


def test_the_board_shows_no_number_that_is_not_on_disk(disk: Disk) -> None:
    """A second is as long as a ball takes here: the draw is made, its time has come, and it is not on disk yet."""
    now = [NOON]
    host = Host(Keno(disk.ledger), lambda: now[0], KenoPace(sales=60, ball=1))

    async def evening() -> None:
        for act in ("open day", "close game"):
            assert (await host.do(KenoOrder(BOSS, act, at=now[0]))).accepted
        assert host.board()["state"] == "Closed"  # what the jackpots stand at is counted by now
        disk.stop()
        drawing = asyncio.ensure_future(host.do(KenoOrder(BOSS, "draw", at=now[0])))
        await asyncio.wait([drawing], timeout=0.1)
        now[0] += timedelta(seconds=5)
        assert host.keno.game(1).numbers and not drawing.done()  # type: ignore[union-attr]
        assert host.board()["balls"] == [] and host.board()["state"] == "Closed"
        disk.go_on()
        assert (await drawing).accepted
        assert host.board()["balls"] == list(host.keno.game(1).numbers[:5])  # type: ignore[union-attr]

    asyncio.run(evening())


def test_an_answer_of_the_first_keno_desks_is_still_its_paper(disk: Disk) -> None:
    keno = Keno(disk.ledger)
    order = KenoOrder(WRITER, "sell", {"numbers": [1], "cents": 100}, "old-key", NOON)
    from houseway.forms import digest, write

    fingerprint = digest(["keno", order.who.name, order.act, write(dict(order.details))])
    disk.ledger.post([], "old-key", fingerprint, {"ticket": 1, "code": "1-x"}).result()
    reply = keno.do(order)
    assert reply.again and reply.accepted and reply.paper == {"ticket": 1, "code": "1-x"}


# Over the network


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    house = start(f"sqlite:///{tmp_path / 'house.db'}")
    yield house
    house.close()


def answered(disk: Disk, ask: Callable[[], T]) -> T:
    """Asked from outside: answered once the disk goes on, and not before."""
    heard: list[T] = []
    asking = threading.Thread(target=lambda: heard.append(ask()))
    asking.start()
    asking.join(0.4)
    assert not heard, heard
    disk.go_on()
    asking.join(END)
    (answer,) = heard
    return answer


def test_the_doors_of_a_server(served: Served) -> None:
    """An order over HTTP, one at the keno desk, and a touch over its line: no is waited for like yes."""
    boss, anna = served.staff("casino supervisor", "L. Brandt"), served.someone("Anna")
    house, ledger, loop = served.premises.house, served.premises.ledger, served.premises.loop
    assert loop is not None
    anna.must("RR-2", "note in", station="ATS-1", cents=5000)
    disk = Disk(ledger)

    def busy() -> None:
        """Something is on its way to the disk that a no might rest on."""
        disk.stop()
        ledger.post(())

    def keno(**details: Any) -> httpx.Response:
        doc = {"key": "keno-key-0001", "act": "sell", "details": details, "as": "player"}
        return anna.client.post("/api/keno/orders", json=doc)

    try:
        for address in ("/api/tables/RD-1", "/table/RD-1", "/api/keno", "/"):
            busy()
            assert answered(disk, lambda address=address: anna.client.get(address)).status_code == 200  # type: ignore[misc]
        for quiet in ("/healthz", "/metrics"):
            busy()
            loop.call_soon_threadsafe(
                house.tell, "RD-1"
            )  # who watches a table is told of what is on disk, and holds nobody up
            assert anna.client.get(quiet).status_code == 200
            disk.go_on()
        busy()
        assert answered(disk, lambda: anna.do("RD-1", "sit", area=99)).status_code == 409
        busy()
        assert answered(disk, lambda: keno(numbers=[3, 3], cents=100)).status_code == 409
        disk.go_on()
        boss.must("RR-2", "open wagering")
        spin = house.tables["RR-2"].state.round
        cookie = "; ".join(f"{name}={value}" for name, value in anna.client.cookies.items())
        address = served.base.replace("http", "ws") + "/ws/rapid/RR-2/ATS-1"
        with connect(address, additional_headers={"Cookie": cookie}, origin=served.base) as line:  # type: ignore[arg-type]

            def touched(number: int, spot: str) -> dict[str, Any]:
                key = f"abcdefgh-{number:08d}"
                line.send(json.dumps({"key": key, "spin": spin, "bets": [[spot, 500]]}))
                while True:
                    doc: dict[str, Any] = json.loads(line.recv(timeout=END))
                    if doc["t"] == "answer":
                        return doc

            disk.stop()
            assert answered(disk, lambda: touched(1, "red"))["ok"]
            busy()
            assert answered(disk, lambda: touched(1, "red"))["again"]
            busy()
            assert not answered(disk, lambda: touched(1, "black"))["ok"]
    finally:
        disk.go_on()
