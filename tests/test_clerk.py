"""One clerk: no answer is told before what it rests on is on disk. Accepted, refused or the same again, at every door.

The ledger's disk is held back by the test. While it is, nobody may hear anything; once it goes on, everybody does.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from websockets.sync.client import connect

from houseway import games
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
from houseway.floor.tournament.office import Office
from houseway.ledger import Ledger, open_ledger
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.desks import Desks
from houseway.premises.notices import NotPublished
from houseway.premises.premises import Premises
from houseway.premises.settings import load, of_text
from tests.own_books import RED_DOG, own_books
from tests.waiting import END, until_then
from tests.web.served import Served, start

NOON = datetime(2026, 11, 16, 12)
HOUR = datetime(2027, 1, 1, 4)
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
    """What was asked is answered once the disk goes on, and not before: something is on its way to the disk, and nobody who
    had a tenth of a second more is told."""
    tasks = [asyncio.ensure_future(one) for one in asked]
    await until_then(lambda: not disk.ledger.idle or any(task.done() for task in tasks), "something to write")
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


# Desks beside the tables: the cage and its neighbours, and tournaments


def test_an_order_at_another_desk(disk: Disk) -> None:
    """Accepted or not, nobody hears of it before what it rests on is on disk."""
    house = House(disk.ledger, lambda: NOON)
    desks = Desks(disk.ledger, house, lambda: NOON, of_text("[cage]\n"))
    office = Office(house)

    async def evening() -> None:
        disk.stop()
        note = Order(BOSS, "note", {"text": "a lamp is broken", "kind": "equipment"}, at=NOON)
        told = [desks.do(desks.log, note), desks.do(desks.cage, Order(player("Anna"), "place float", at=NOON))]
        disk.ledger.post(())
        for reply in await only_then(disk, *told):
            assert reply.accepted or reply.decision.because  # type: ignore[union-attr]
        disk.stop()
        disk.ledger.post(())
        ((_, refused),) = await only_then(disk, office.open(Order(player("Anna"), "draft", at=NOON)))
        assert not refused.accepted

    asyncio.run(evening())


# The house itself: at the hour of a change, when it is given other settings, when it publishes law


SIX = 'spread_pays = { BY, value = { 1 = "6 to 1" } }'


def test_a_table_that_changed_over_is_told_of_once_that_is_on_disk(disk: Disk, tmp_path: Path) -> None:
    now, heard = [NOON], list[str]()
    house = House(disk.ledger, lambda: now[0])

    async def hour() -> None:
        disk.stop()
        changing = asyncio.ensure_future(house.change_over())
        await asyncio.wait([changing], timeout=0.1)
        assert not changing.done() and not heard
        disk.go_on()
        await changing
        assert heard == ["RD-1"]

    with own_books(tmp_path) as own:
        own.notice("n1", HOUR.isoformat(), SIX)
        assert house.open_table("RD-1", RED_DOG, SetUp(sign=Sign(Limits(500, 5000))), "dealer")
        house.watch("RD-1", heard.append)
        now[0] = HOUR
        asyncio.run(hour())


def test_settings_are_applied_and_law_is_published_once_that_is_on_disk(tmp_path: Path) -> None:
    file, books = tmp_path / "floor.toml", tmp_path / "books"
    file.write_text('[[table]]\nname = "RD-1"\nbook = "vic-1997-red-dog"\nsign = { limits = "5 to 500" }\n')
    books.mkdir()

    async def evening() -> None:
        premises = Premises(f"sqlite:///{tmp_path / 'floor.db'}", Pace(), lambda: NOON, load(file))
        disk, other = Disk(premises.ledger), Person("M. Okafor", "game supervisor")
        disk.stop()
        assert await only_then(disk, premises.changes.apply(load(file), BOSS)) == [[]]
        disk.stop()
        boss = Person("L. Brandt", "casino supervisor", "B-7")
        (life,) = await only_then(disk, premises.notices.propose(premises, boss, RED_DOG, "n1"))
        assert life.state(NOON) == "waits for a second person"
        before = games.book(RED_DOG)[0].at(HOUR).digest
        with pytest.raises(NotPublished, match="somebody else seconds it"):  # another account on the same badge
            await premises.notices.second(premises, Person("Lena", "inspector", "B-7"), "n1")
        disk.stop()
        seconding = asyncio.ensure_future(premises.notices.second(premises, other, "n1"))
        await until_then(lambda: not disk.ledger.idle or seconding.done(), "something to write")
        await asyncio.wait([seconding], timeout=0.1)
        assert not seconding.done() and games.book(RED_DOG)[0].at(HOUR).digest == before
        disk.go_on()
        assert (await seconding).state(NOON) == "to come" and games.book(RED_DOG)[0].at(HOUR).digest != before
        disk.stop()
        await only_then(disk, premises.notices.withdraw(premises, BOSS, "n1", "a slip"))
        await premises.stop()

    with own_books(books) as own:
        own.notice("n1", HOUR.isoformat(), SIX, draft=True)
        asyncio.run(evening())


# Over the network


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = start(f"sqlite:///{tmp_path_factory.mktemp('served') / 'house.db'}")
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


class Line:
    """Somebody who only listens, and what was heard so far."""

    def __init__(self, served: Served, cookie: str, address: str) -> None:
        self.heard: queue.Queue[str | bytes] = queue.Queue()
        self.address, self._open = address, ExitStack()
        self.close = self._open.close
        said: Iterable[str | bytes]
        if address.startswith("/events"):
            client = self._open.enter_context(served.client())
            said = self._open.enter_context(client.stream("GET", address)).iter_lines()
        else:
            base, headers = served.base.replace("http", "ws"), {"Cookie": cookie}
            said = self._open.enter_context(connect(base + address, additional_headers=headers, origin=served.base))  # type: ignore[arg-type]
        threading.Thread(target=self._listen, args=(said,), daemon=True).start()

    def _listen(self, said: Iterable[str | bytes]) -> None:
        with suppress(httpx.HTTPError, httpx.StreamError, OSError):
            for each in said:
                self.heard.put(each)

    def drain(self) -> None:
        with suppress(queue.Empty):
            while True:
                self.heard.get(timeout=0.2)


def test_whoever_watches_hears_what_is_on_disk(served: Served) -> None:
    """Lines of pages, terminals, consoles and displays, the keno board, and the stream of events for scripts."""
    premises, boss = served.premises, served.staff("casino supervisor", "L. Brandt")
    cookie = "; ".join(f"{name}={value}" for name, value in boss.client.cookies.items())
    watched = ("/ws/RD-1", "/ws/RD-1?page=dealer", "/ws/floor?page=lobby", "/ws/RD-1?page=pit", "/ws/rapid/RR-2")
    lines = [
        Line(served, cookie, address)
        for address in (*watched, "/ws/rapid/RR-2?page=console", "/keno/ws", "/events?table=RD-1")
    ]
    for line in lines:
        line.heard.get(timeout=END)
    disk = Disk(premises.ledger)
    loop = premises.loop
    assert loop is not None
    try:
        disk.stop()
        premises.ledger.post(())
        for line in lines:
            line.drain()  # what was said before
        for tell in (
            *(lambda name=name: premises.house.tell(name) for name in ("RD-1", "RR-2")),  # type: ignore[misc]
            premises.keno.tell,
        ):
            loop.call_soon_threadsafe(tell)
        threading.Event().wait(0.4)
        assert {line.address: line.heard.qsize() for line in lines if line.heard.qsize()} == {}
        disk.go_on()
        for line in lines:
            line.heard.get(timeout=END)
    finally:
        disk.go_on()
        for line in lines:
            line.close()
        loop.call_soon_threadsafe(
            premises.house.tell, "RD-1"
        )  # a thread that still listens hears this, and then the end
