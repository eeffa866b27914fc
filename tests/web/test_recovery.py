"""The server is killed at every step of a round and started again: same prompt, same money, nothing acknowledged is lost.

The round is played once undisturbed; what everybody saw after each step is what must be seen in a round that is killed at
every step. Twice: right after the house has answered, and while the order is on its way. In the second case nobody knows
whether it arrived, so the client sends it again under its own key.
"""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.ledger import audit, open_ledger
from tests.faults.relief import Relief
from tests.web.process import Running

TABLE = "RD-9"
QUICK = ("--speed", "0.001")
LIMITS = {"sign": {"limits": {"minimum": 500, "maximum": 50_000}}}

# Who does what: a shoe made ready, and a whole round of Red Dog with a raise.
STEPS: list[tuple[str, str, dict[str, Any]]] = [
    ("boss", "answer", dict(value=True)),  # the cards are checked
    ("boss", "answer", dict(value=True)),  # shuffled
    ("boss", "answer", dict(value="casino supervisor")),  # who cuts
    ("boss", "answer", dict(value=78)),
    ("boss", "answer", dict(value=104)),  # the cutting card
    ("boss", "answer", dict(value="X")),  # burned
    ("Anna", "sit", dict(area=4)),
    ("Anna", "place", dict(spot="original", cents=2500, area=4)),
    ("Ben", "place", dict(spot="original", cents=1000, area=2)),
    ("dealer", "answer", {}),  # no more bets
    ("dealer", "answer", dict(value="5H")),
    ("dealer", "answer", dict(value="9D")),
    ("Anna", "place", dict(spot="raise", cents=2500, area=4)),
    ("dealer", "answer", {}),
    ("dealer", "answer", dict(value="7C")),
    ("dealer", "answer", dict(value=True)),  # picked up
]

Seen = dict[str, Any]


class Evening:
    """The people at one table, and what each of them sees."""

    def __init__(self, running: Running) -> None:
        self.running = running
        boss = running.comes("/api/staff", name="L. Brandt", role="casino supervisor")
        doc = {"name": TABLE, "book": "vic-1997-red-dog", "dealt_by": "dealer", "cards_from": "shoe", "set_up": LIMITS}
        assert boss.client.post("/api/tables", json=doc).status_code == 201
        self.dealer = running.comes("/api/staff", name="M. Okafor", role="dealer")
        self.people = {
            "boss": boss,
            "dealer": self.dealer,
            "Anna": running.comes("/api/players", name="Anna"),
            "Ben": running.comes("/api/players", name="Ben"),
        }

    def table(self) -> Seen:
        doc: Seen = self.dealer.client.get(f"/api/tables/{TABLE}").json()
        return doc

    def give(self, step: int, key: str) -> httpx.Response:
        who, act, details = STEPS[step]
        return self.people[who].do(TABLE, act, key, **details)

    def done(self, step: int, key: str) -> Seen:
        reply = self.give(step, key)
        assert reply.status_code == 200, reply.text
        return self.seen(reply.json())

    def seen(self, reply: Seen) -> Seen:
        """Everything that must be the same: the answer, the prompt, the table, and the money."""
        told = {name: reply[name] for name in ("prompt", "number", "clauses")}
        table = self.table()
        felt = {
            name: table[name] for name in ("round", "number", "state", "wagers", "settled", "boxes", "seats", "calls")
        }
        credit = {name: self.people[name].client.post("/api/players", json={}).json() for name in ("Anna", "Ben")}
        return {"told": told, "felt": felt, "credit": credit}


def keys() -> list[str]:
    return [uuid.uuid4().hex for _ in STEPS]


@contextmanager
def sound(running: Running) -> Iterator[Evening]:
    """An evening whose record is sound when it is over."""
    try:
        yield Evening(running.start())
    finally:
        running.kill()
        with closing(open_ledger(f"sqlite:///{running.database}")) as ledger:
            assert audit(ledger).sound


@pytest.fixture
def evening(tmp_path: Path, relief: Relief) -> Iterator[Evening]:
    """In a house that an operator started."""
    with sound(Running(str(tmp_path / "house.db"), QUICK, relief=relief)) as evening:
        yield evening


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, relief: Relief) -> list[Seen]:
    """What is seen after each step of a round that nothing disturbs."""
    database = str(tmp_path_factory.mktemp("quiet") / "house.db")
    with sound(Running(database, QUICK, relief=relief, relieved=True)) as quiet:
        return [quiet.done(step, key) for step, key in enumerate(keys())]


def test_killed_after_every_answer(evening: Evening, expected: list[Seen]) -> None:
    for step, key in enumerate(keys()):
        assert evening.done(step, key) == expected[step]
        evening.running.back()
        assert evening.done(step, key) == expected[step], "the same key gives the same answer after the restart"
    assert expected[-1]["credit"]["Anna"]["credit"] == 100_000 + 2 * 5_000


def test_killed_while_every_order_is_on_its_way(evening: Evening, expected: list[Seen]) -> None:
    killed_on_the_way(evening, expected, random.Random(1997))


def killed_on_the_way(disturbed: Evening, expected: list[Seen], chance: random.Random) -> None:
    for step, key in enumerate(keys()):
        on_its_way(disturbed, step, key, chance.uniform(0, 0.02))
        disturbed.running.start()
        assert disturbed.done(step, key) == expected[step], "sent again under its key, it is done exactly once"


def on_its_way(disturbed: Evening, step: int, key: str, seconds: float) -> None:
    """Sends an order and kills the house so many seconds later, whatever has become of it."""
    answers: list[httpx.Response] = []

    def send() -> None:
        try:
            answers.append(disturbed.give(step, key))
        except httpx.TransportError:
            pass

    sender = threading.Thread(target=send)
    sender.start()
    time.sleep(seconds)
    disturbed.running.kill()
    sender.join()
