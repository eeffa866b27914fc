"""Porter: who holds a line to the house, how many from one place, and for how long without saying anything whole.

A line on which a request has begun and does not come to its end is hung up after ten seconds, and so is one whose other end reads
nothing of what it asked for. One address holds so many lines and no more, and once it has had so many opens only a few a second,
proxies of our own excepted: whoever knocks and runs away costs no more than the opening of a door. And when the house itself
has no more room for lines, one on which nobody asks for anything makes way for the next. So the house keeps descriptors for its
own files, and nobody is kept out by those who only stand in the door.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import resource
import socket
import sys
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from houseway.web.direct_socket import DirectSocket

log = logging.getLogger("houseway")

REFILL = 20.0  # seconds in which an address may open as many lines as it may hold
WHOLE = 10.0  # seconds for a request to be said
UNREAD = 30.0  # seconds in which whoever asked reads something of the answer
RESERVE = 96  # descriptors for files, databases and what starts up
BEAT = 1.0
TIDY = 20.0  # seconds from one look for what nobody needs any more to the next
TCP_CLOSE, TCP_CLOSE_WAIT = 7, 8  # states of a connection, as Linux numbers them
_LINE = "houseway.line"


@dataclass(eq=False)
class Line:
    """One connection."""

    transport: asyncio.Transport
    address: str
    begun: float | None  # when something was first heard of a request that is not there yet
    serving: int = 0  # requests that are being answered, or a socket that is open
    unsent: int = 0  # bytes at the last look
    unread: float = 0.0  # since when they are the same
    gone: bool = False  # nobody is at the other end any more
    waits: set[asyncio.Future[None]] = field(default_factory=set)  # for the turn of what was asked for on it


class Gone(Exception):
    """Whoever waited for their turn has hung up."""


def _hung_up(transport: asyncio.Transport) -> bool:
    """Whether the other end has hung up, as the system knows it: of a line with more on it than was asked for first nothing is
    read while its turn is waited for, and so not that it ended."""
    if sys.platform != "linux":
        return False
    try:
        with socket.socket(fileno=os.dup(transport.get_extra_info("socket").fileno())) as line:
            return line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] in (TCP_CLOSE, TCP_CLOSE_WAIT)
    except OSError:
        return False


class Porter:
    def __init__(self, of_one_address: int = 1000, proxies: Collection[str] = ()) -> None:
        self.of_one_address, self.proxies = of_one_address, frozenset(proxies)
        self.most = max(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVE)
        self.lines: dict[Line, None] = {}
        self.refused = 0
        self._by_address: Counter[str] = Counter()
        self._opened: dict[
            str, tuple[float, float]
        ] = {}  # by address: how many lines were opened lately, and when the last
        self._told = -60.0

    def let_in(self, transport: asyncio.Transport) -> Line | None:
        """A new line, if there is room for it."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        full = address not in self.proxies and self._is_full(address)
        if full or (len(self.lines) >= self.most and not self._make_room()):
            self.refused += 1
            if time.monotonic() - self._told >= 60:
                self._told = time.monotonic()
                log.warning("lines are refused", extra={"facts": {"address": address, "lines": len(self.lines)}})
            return None
        line = Line(transport, address, time.monotonic())
        self.lines[line] = None
        self._by_address[address] += 1
        return line

    def _is_full(self, address: str) -> bool:
        """Whether an address holds as many lines as it may, or opens them faster than anybody needs."""
        now, most = time.monotonic(), self.of_one_address
        opened, last = self._opened.get(address, (0.0, now))
        opened = max(0.0, opened - (now - last) * most / REFILL)
        full = self._by_address[address] >= most or opened >= most
        self._opened[address] = (opened if full else opened + 1, now)
        return full

    def _make_room(self) -> bool:
        """Hangs up the oldest line on which nobody is being answered."""
        for line in self.lines:
            if not line.serving:
                line.transport.abort()
                self.left(line)
                return True
        return False

    def left(self, line: Line | None) -> None:
        if line is not None and line in self.lines:
            line.gone = True
            for waits in line.waits:
                if not waits.done():
                    waits.set_exception(Gone())
            del self.lines[line]
            self._by_address[line.address] -= 1
            if not self._by_address[line.address]:
                del self._by_address[line.address]

    def look(self, now: float) -> None:
        self._opened = {one: lately for one, lately in self._opened.items() if now - lately[1] < REFILL}
        for line in list(self.lines):
            unsent = line.transport.get_write_buffer_size()
            if unsent != line.unsent or not unsent:
                line.unsent, line.unread = unsent, now
            silent = not line.serving and line.begun is not None and now - line.begun > WHOLE
            if silent or now - line.unread > UNREAD or (line.waits and _hung_up(line.transport)):
                line.transport.abort()

    async def watch(self) -> None:
        tidied = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            self.look(now)
            if now - tidied > TIDY:
                gc.collect()  # what belonged to lines that are gone holds each other; the collector itself would come once a day
                tidied = time.monotonic()


class Doorstep(asyncio.Protocol):
    """A new line until something is said on it: nothing is made ready for whoever says nothing."""

    def __init__(
        self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any], **more: Any
    ) -> None:
        self.config, self.server_state, self.app_state, self.more = config, server_state, app_state, more

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        self.line = porter_of(self.config).let_in(transport)
        if self.line is None:
            transport.abort()
        self.server_state.connections.add(self)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        self.server_state.connections.discard(self)
        inside = Http(self.config, self.server_state, {**self.app_state, _LINE: self.line}, **self.more)
        inside.line = self.line
        self.transport.set_protocol(inside)
        inside.connection_made(self.transport)
        inside.data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.server_state.connections.discard(self)
        porter_of(self.config).left(self.line)

    def shutdown(self) -> None:
        """The house closes."""
        self.transport.close()


class Http(H11Protocol):
    """uvicorn's own, seen by the porter."""

    line: Line | None = None

    def data_received(self, data: bytes) -> None:
        if self.line is not None and not self.line.serving and self.line.begun is None:
            self.line.begun = time.monotonic()
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        porter_of(self.config).left(self.line)
        super().connection_lost(exc)


class Socket(DirectSocket):
    """A line that became a WebSocket is the same line."""

    def connection_lost(self, exc: Exception | None) -> None:
        porter_of(self.config).left(self.app_state.get(_LINE))
        super().connection_lost(exc)


def porter_of(config: Any) -> Porter:
    """The porter of the application that a server serves."""
    found: Porter = config.app.state.porter
    return found


def line_of(scope: Scope) -> Line | None:
    """The line that something was asked for on; None where nobody counts lines."""
    found: Line | None = scope.get("state", {}).get(_LINE)
    return found


class AtTheDoor:
    """A request that has been said whole is not waited for any more."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        line = line_of(scope)
        if line is None:
            await self.app(scope, receive, send)
            return
        line.serving, line.begun = line.serving + 1, None
        try:
            await self.app(scope, receive, send)
        finally:
            line.serving -= 1
