"""Turnstile: how much of the house's attention those have who look at it.

Touches and pages are served by one loop. What a page costs, it costs everybody; so those whom the house does not know come
through here, one to a turn of the loop, and after each the loop is for others for longer than it took. However many stand here,
a touch waits for one page at most. Staff and devices pass by; visitors with a play name go before strangers; and of
those alike each address has its turn after the other, so that a crowd from one place keeps nobody else waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from contextvars import ContextVar

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.premises.identity import Identity
from houseway.premises.lanes import HOUSE, Caller, Rank
from houseway.premises.staff import hashed
from houseway.web.lines import COOKIES, OpenLines

REST = 1.5  # times as long as one took are for others before the next
SHORT = 0.0005  # seconds that are not worth counting
AT_ONCE = ("/healthz", "/metrics")  # what a machine asks, and nobody keeps waiting


caller_now: ContextVar[Caller] = ContextVar("caller_now", default=HOUSE)


class Turnstile:
    def __init__(self) -> None:
        self._waiting: dict[Rank, OrderedDict[str, deque[asyncio.Future[None]]]] = {
            rank: OrderedDict() for rank in Rank
        }
        self._turning = False

    async def turn(self, caller: Caller) -> None:
        """Comes back when it is the asker's turn; at once for whom the house knows."""
        if caller.rank is Rank.KNOWN:
            return
        loop = asyncio.get_running_loop()
        passed = loop.create_future()
        self._waiting[caller.rank].setdefault(caller.address, deque()).append(passed)
        if not self._turning:
            self._turning = True
            loop.call_soon(self._next)
        await passed

    def _next(self, passed: float = 0.0) -> None:
        """Lets one pass, who runs in the next turn of the loop; and the one after once the loop has had as long for others."""
        now = time.monotonic()
        if passed and now - passed > SHORT:
            asyncio.get_running_loop().call_later(REST * (now - passed), self._next)
            return
        for addresses in self._waiting.values():
            while addresses:
                address, queue = addresses.popitem(last=False)
                while queue and (first := queue.popleft()).done():
                    pass  # has gone meanwhile
                if queue:
                    addresses[address] = queue  # behind all others
                if not first.done():
                    first.set_result(None)
                    asyncio.get_running_loop().call_soon(self._next, now)
                    return
        self._turning = False

    @property
    def standing(self) -> int:
        """How many wait."""
        return sum(len(queue) for addresses in self._waiting.values() for queue in addresses.values())


class AtTheTurnstile:
    """Everything that comes in over HTTP or a WebSocket, in its turn."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"] in AT_ONCE:
            await self.app(scope, receive, send)
            return
        state = scope["app"].state
        caller = Caller(*who_asks(HTTPConnection(scope), state.premises.identity, state.lines), state)
        scope["houseway.caller"] = caller
        caller_now.set(caller)
        await state.turnstile.turn(caller)
        await self.app(scope, receive, send)


def who_asks(connection: HTTPConnection, identity: Identity, lines: OpenLines | None) -> tuple[Rank, str]:
    """By the credential that is brought, if it stood a moment ago; nothing is looked up for it."""
    address = connection.client.host if connection.client else ""
    if lines is None:
        if identity.staff(connection) is not None:
            return Rank.KNOWN, address
        return Rank.STRANGER if identity.visitor(connection) is None else Rank.VISITOR, address
    brought = (connection.cookies.get(cookie, "") for cookie in COOKIES)
    known = any(token and hashed(token) in lines.valid for token in brought)
    return Rank.KNOWN if known else Rank.STRANGER, address


async def wait_for_turn(connection: HTTPConnection) -> None:
    """For a line that is open and draws something anew: its turn."""
    await connection.app.state.turnstile.turn(connection.scope.get("houseway.caller", HOUSE))
