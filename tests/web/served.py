"""A house served for a test: on a free port, over a database of its own, with the people who come to it."""

from __future__ import annotations

import socket
import threading
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx
import uvicorn

from houseway.floor.authority import right_one
from houseway.floor.pace import Pace
from houseway.floor.people import Person
from houseway.play.prompts import Confirm, Draw
from houseway.premises.premises import Premises
from houseway.web.app import create_app
from houseway.web.serving import config
from tests.waiting import END, until

# The house's dealer is quick with its hands and leaves people all the time there is: windows close because everybody is ready,
# and a result lies until the test picks up. However slow the machine, nothing passes before it has been seen.
QUICK = Pace(wagers=3600, raises=3600, card=0.05, step=0.01, result=3600, decision=3600)


@dataclass
class Served:
    """A house at an address."""

    base: str
    premises: Premises
    app: Any
    server: uvicorn.Server
    thread: threading.Thread
    stops: list[str] = field(default_factory=list)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(END)
        assert not self.thread.is_alive(), "the house does not close"

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.base, timeout=END, verify=False, **options)

    def someone(self, name: str | None = None) -> Someone:
        """A player with a play name."""
        client = self.client()
        given = client.post("/api/players", json={} if name is None else {"name": name})
        assert given.status_code == 201, given.text
        return Someone(client, given.json()["name"])

    def staff(self, role: str = "dealer", name: str = "M. Okafor") -> Someone:
        client = self.client()
        assert client.post("/api/staff", json={"name": name, "role": role}).status_code == 201
        return Someone(client, name, "staff")

    def pick_up(self, table: str) -> None:
        """Settles and clears a table that the house deals, once its result lies there."""
        boss, at = self.staff("casino supervisor", "L. Brandt"), self.premises.house.tables[table]
        until(lambda: isinstance(at.prompt, Confirm), "a result to lie there")
        while isinstance(at.prompt, Confirm):
            boss.must(table, "answer", value=True)

    def open_table(self, name: str, book: str, dealt_by: str = "dealer", cards_from: str = "shoe", **sign: Any) -> None:
        """A table with its shoe made ready, waiting for wagers."""
        limits = {"minimum": sign.pop("minimum", 500), "maximum": sign.pop("maximum", 50_000)}
        boss = self.staff("casino supervisor", "L. Brandt")
        sign.setdefault("most_won", 5_000_000)  # some books want it on the notice
        doc = {"name": name, "book": book, "dealt_by": dealt_by, "cards_from": cards_from}
        opened = boss.client.post("/api/tables", json={**doc, "set_up": {"sign": {"limits": limits, **sign}}})
        assert opened.status_code == 201, opened.text
        table = self.premises.house.tables[name]
        while dealt_by == "dealer" and table.state.script == "prepare":
            prompt = table.prompt
            assert prompt is not None
            if isinstance(prompt, Draw):
                details = {"value": "AS" if prompt.up else "X"} if cards_from == "shoe" else {}
            else:
                details = {"value": prompt.write(prompt.usually())}
            self.whoever_answers(name, details).must(name, "answer", **details)

    def whoever_answers(self, name: str, details: dict[str, Any]) -> Someone:
        """A supervisor who may give this answer at this table."""
        usual = Person("L. Brandt", "casino supervisor")
        found = right_one(self.premises.house.tables[name], usual, "answer", details)
        return self.staff(found.role, usual.name if found is usual else "G. Soup")


@dataclass
class Someone:
    client: httpx.Client
    name: str
    capacity: str = "player"

    def do(self, table: str, act: str, /, key: str = "", prompt: int | None = None, **details: Any) -> httpx.Response:
        doc: dict[str, Any] = {"key": key or uuid.uuid4().hex, "act": act, "details": details, "as": self.capacity}
        if prompt is not None:
            doc["prompt"] = prompt
        return self.client.post(f"/api/tables/{table}/orders", json=doc)

    def must(self, table: str, act: str, /, **details: Any) -> dict[str, Any]:
        reply = self.do(table, act, **details)
        assert reply.status_code == 200, reply.text
        doc: dict[str, Any] = reply.json()
        return doc


def start(database: str, pace: Pace = QUICK, **options: Any) -> Served:
    app = create_app(database, pace, **options)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    served = Served(base, app.state.premises, app, server, thread)
    app.state.on_stop = lambda: served.stops.append("stopped")
    thread.start()
    until(lambda: server.started or not thread.is_alive(), "the house to open")
    assert server.started, "the house did not open"
    return served
