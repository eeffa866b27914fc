"""Sockets: terminals, consoles and displays over a WebSocket.

A terminal sends touches and gets an answer to each, in any order, by its key; in between it is sent whole states. What it
sends twice is done once. A connection that does not read is cut: it costs nobody else anything, and when it comes back it
is told everything.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from houseway.floor.clerk import all_on_disk
from houseway.floor.touching import MOST_BETS, Touch, Touched
from houseway.premises.premises import Premises
from houseway.web.asking import premises_of
from houseway.web.direct_socket import direct_socket
from houseway.web.live import same_origin
from houseway.web.pacing import Bucket
from houseway.web.rapid import documents
from houseway.web.rapid.who import may_listen, may_play
from houseway.web.turnstile import metered, turn_of

router = APIRouter()

UNREAD = 512  # answers that may wait for a reader before the line is cut
PATIENCE = 10.0  # seconds a send may take
GONE, TOO_SLOW, NOT_YOURS = 4001, 4013, 1008

_written = msgspec.json.Encoder().encode


class _Frame(msgspec.Struct):
    """What a terminal sends: ``{"key": "…-12", "spin": 418, "bets": [["straight:17", 500]]}``."""

    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-z]{8,32}-[0-9]{1,10}\Z")]
    spin: int
    bets: Annotated[tuple[tuple[str, int], ...], msgspec.Meta(min_length=1, max_length=MOST_BETS)]


_read = msgspec.json.Decoder(_Frame).decode


def _no(fault: str, because: str) -> str:
    return _written({"ok": False, "because": because, "code": fault, "fault": fault}).decode()


NEWEST = "?"  # whoever has heard nothing for a while asks for the newest state

MISREAD = _no("misread", "this is not a touch: a key, a spin and bets, each with whole cents")
TOO_FAST = _no("busy", "too fast; wait a moment")


class Connection:
    """One connection: answers in order, the newest state, and a limit on how much may lie unread."""

    def __init__(self, socket: WebSocket, newest: Callable[[], dict[str, Any]], beat: float = 0.0) -> None:
        self.socket, self.newest, self.beat = socket, newest, beat
        self.direct = direct_socket(socket)
        self.answers: deque[str] = deque()  # where there is no direct way
        self.stale = True  # a new state is to be sent
        self.cut = False
        self._wake = asyncio.Event()
        self._wake.set()

    def answer(self, key: str | None, answer: str) -> None:
        """Says what became of a touch; ``answer`` is a document already."""
        text = f'{{"t":"answer","key":{_written(key).decode()},{answer[1:]}'
        if self.direct is not None:
            self.cut = not self.direct.say(text)
        else:
            self.answers.append(text)
            self.cut = len(self.answers) > UNREAD
        if self.cut or self.answers:
            self._wake.set()

    def changed(self, _: str = "") -> None:
        self.stale = True
        self._wake.set()

    async def speak(self) -> None:
        while not self.cut:
            if self.beat:
                try:
                    await asyncio.wait_for(self._wake.wait(), self.beat)
                except TimeoutError:
                    self.stale = True
            else:
                await self._wake.wait()
            self._wake.clear()
            news = ""
            if self.stale:
                async with turn_of(self.socket):
                    self.stale = False
                    news = _written({**self.newest(), "now": time.time()}).decode()
                await all_on_disk(premises_of(self.socket).ledger)
            async with asyncio.timeout(PATIENCE):
                while self.answers:
                    await self.socket.send_text(self.answers.popleft())
                if news:
                    await self.socket.send_text(news)


@router.websocket("/ws/rapid/{name}/{station}")
async def terminal(socket: WebSocket, name: str, station: str) -> None:
    """A terminal. ``{"key": "…-12", "spin": 418, "bets": [["straight:17", 500]]}`` is a touch."""
    premises = premises_of(socket)
    if not same_origin(socket):
        await socket.close(NOT_YOURS)
        return
    if name not in premises.house.tables:
        await socket.accept()
        await socket.close(GONE, "no such table")
        return
    table = premises.house.tables[name]
    if station not in table.state.stations or not may_play(premises, socket, name, station):
        await socket.close(NOT_YOURS)
        return
    await socket.accept()
    line = Connection(socket, lambda: documents.terminal(premises, premises.house.tables[name], station))
    pace = socket.app.state.buckets.of_terminal(name, station)

    def heard(text: str) -> None:
        _heard(premises, name, station, text, line, pace)

    async def hear() -> None:
        if line.direct is not None:
            line.direct.heard = heard
        while True:
            heard(await socket.receive_text())

    await _connected(premises, socket, name, station, line, hear())


@router.websocket("/ws/rapid/{name}")
async def watcher(socket: WebSocket, name: str, page: str = "display") -> None:
    """The console or the display: they are told, and say nothing here."""
    premises = premises_of(socket)
    pages = {"console": documents.console, "display": documents.display}
    if not same_origin(socket) or page not in pages or not may_listen(premises, socket, name, page):
        await socket.close(NOT_YOURS)
        return
    if name not in premises.house.tables:
        await socket.accept()
        await socket.close(GONE, "no such table")
        return
    await socket.accept()
    doc, beat = pages[page], 0.5 if page == "console" else 0.0
    line = Connection(socket, lambda: doc(premises, premises.house.tables[name]), beat)

    async def hear() -> None:
        while True:
            await socket.receive_text()
            line.changed()

    await _connected(premises, socket, name, "", line, hear())


def _heard(premises: Premises, name: str, station: str, text: str, line: Connection, pace: Bucket) -> None:
    """One frame of a terminal: a touch that is understood goes to the table, anything else is answered at once."""
    if text == NEWEST:
        line.changed()
        return
    arrived = time.monotonic()  # read from its line this moment, and whether that was in time is decided by it
    try:
        frame = _read(text)
    except msgspec.ValidationError:
        line.answer(_key_of(text), MISREAD)
        return
    except (msgspec.DecodeError, RecursionError):
        line.answer(None, MISREAD)
        return
    if not pace.allows():
        line.answer(frame.key, TOO_FAST)
        return

    clock = documents.clock_of(premises, name)

    def heard(result: Touched) -> None:
        text = result.text
        if not result.accepted and clock.closed_at is not None and arrived >= clock.closed_at and clock.closes is None:
            text = f'{text[:-1]},"late":{arrived - clock.closed_at:.2f}}}'
        line.answer(frame.key, text)

    clock.touch(Touch(station, frame.key, frame.spin, frame.bets, text, arrived), heard)


def _key_of(text: str) -> str | None:
    """The key of something that is no touch, for whoever waits for an answer to it."""
    try:
        doc = json.loads(text)
    except (ValueError, RecursionError):
        return None
    key = doc.get("key") if isinstance(doc, dict) else None
    return key if isinstance(key, str) else None


async def _connected(
    premises: Premises, socket: WebSocket, name: str, station: str, line: Connection, hear: Any
) -> None:
    """Speaks and hears until either ends; then everything is let go of."""
    house = premises.house
    house.watch(name, line.changed)
    premises.connections += 1
    if station:
        premises.presence.opened(name, station)
        house.tell(name, on_record=False)
    speaking = asyncio.create_task(metered(socket.scope, line.speak()))
    hearing = asyncio.create_task(metered(socket.scope, hear))
    try:
        await asyncio.wait({speaking, hearing}, return_when=asyncio.FIRST_COMPLETED)
        if not hearing.done():  # too slow to read, or the house gave the table up
            await asyncio.wait_for(socket.close(TOO_SLOW), 1)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        pass
    finally:
        house.unwatch(name, line.changed)
        premises.connections -= 1
        if station:
            premises.presence.closed(name, station)
        for task in (speaking, hearing):
            task.cancel()
        await asyncio.gather(speaking, hearing, return_exceptions=True)
