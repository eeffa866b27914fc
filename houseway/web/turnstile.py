"""Turnstile: how much of the house's attention those have who look at it.

Touches and pages are served by one loop. What a page costs, it costs everybody; so those whom the house does not know come
through here, one at a time, and every step of what they asked for is paid: after it the loop is for others for so many times as
long as it took. However many stand here, and whatever they ask, strangers have a fifth of the loop's time together, and a touch
waits for one step of one page at most. Staff and devices pass by; visitors with a play name go before strangers; and of those
alike each address has its turn after the other, so that a crowd from one place keeps nobody else waiting. Whoever hangs up
before their turn is forgotten.

A house that has just opened has read only what its tables need. The first stranger has the rest read, beside everything else,
and waits for it like those who come meanwhile.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import Scope

from houseway.premises.lanes import HOUSE, Caller, Rank
from houseway.web.porter import Gone, Line, line_of

REST = {Rank.VISITOR: 1.5, Rank.STRANGER: 4.0}  # times as long as a step took are for others before the next
SAVED = 0.4  # seconds of rest that count as taken where nobody came for a while: one page with all that belongs to it
SHORT = 0.0002  # seconds that are not worth counting
OFTEN = 10  # times a second that a machine asks how the house is; whoever asks oftener waits like everybody


caller_now: ContextVar[Caller] = ContextVar("caller_now", default=HOUSE)


class Turnstile:
    def __init__(self) -> None:
        self.unlock: Callable[[], None] | None = None  # reads what strangers look at; called once, in a thread
        self._unlocking: asyncio.Future[None] | None = None
        self._waiting: dict[Rank, OrderedDict[str, deque[asyncio.Future[None]]]] = {
            rank: OrderedDict() for rank in Rank
        }
        self._turning = False
        self._free = 0.0  # the moment from which somebody may pass
        self.metering = False  # while a step that is paid for runs
        self._machines: deque[float] = deque(maxlen=OFTEN)

    async def turn(self, caller: Caller, line: Line | None = None) -> None:
        """Comes back when it is the asker's turn, at once for whom the house knows; raises ``Gone`` once they have hung up."""
        if caller.rank is Rank.KNOWN:
            return
        if self.unlock is not None:
            if self._unlocking is None:
                self._unlocking = asyncio.ensure_future(asyncio.to_thread(self.unlock))
            await asyncio.shield(self._unlocking)
            self.unlock = None
        loop = asyncio.get_running_loop()
        passed = loop.create_future()
        if line is not None:
            if line.gone:
                raise Gone
            line.waits.add(passed)
        self._waiting[caller.rank].setdefault(caller.address, deque()).append(passed)
        if not self._turning:
            self._turning = True
            loop.call_soon(self._next)
        try:
            await passed
        finally:
            if line is not None:
                line.waits.discard(passed)

    def _next(self) -> None:
        """Lets one pass, who runs in the next turn of the loop; and the one after when the loop has had its time for others."""
        loop, wait = asyncio.get_running_loop(), self._free - monotonic()
        if wait > 0:
            loop.call_later(wait, self._next)
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
                    loop.call_soon(self._next)
                    return
        self._turning = False

    def paid(self, caller: Caller, seconds: float) -> None:
        """Something was done for somebody, and took so long."""
        if caller.rank is not Rank.KNOWN and seconds > SHORT:
            self._free = max(self._free, monotonic() - SAVED) + REST[caller.rank] * seconds

    @property
    def standing(self) -> int:
        """How many wait."""
        return sum(len(queue) for addresses in self._waiting.values() for queue in addresses.values())

    @property
    def resting(self) -> bool:
        """Whether strangers have had their share for now."""
        return self._turning or self._free > monotonic()

    def asks_at_once(self) -> bool:
        """Whether a machine that asks how the house is need not wait: not oftener than any machine does."""
        now = monotonic()
        if len(self._machines) == OFTEN and now - self._machines[0] < 1:
            return False
        self._machines.append(now)
        return True


class Metered:
    """What is done for somebody, step by step: each is paid for, and none of a stranger begins while others have the loop."""

    def __init__(self, work: Awaitable[None], turnstile: Turnstile, caller: Caller, line: Line | None = None) -> None:
        self.work, self.turnstile, self.caller, self.line = work.__await__(), turnstile, caller, line

    def __await__(self) -> Generator[Any, Any, None]:
        wrong: BaseException | None = None
        while True:
            began, self.turnstile.metering = monotonic(), True
            try:
                waits_for = next(self.work) if wrong is None else self.work.throw(wrong)
            except StopIteration:
                return
            except asyncio.CancelledError:
                if self.line is not None and self.line.gone:
                    return
                raise
            finally:
                self.turnstile.metering = False
                self.turnstile.paid(self.caller, monotonic() - began)
            wrong = None
            try:
                yield waits_for
                if self.caller.rank is Rank.STRANGER and self.turnstile.resting:
                    yield from self.turnstile.turn(self.caller, self.line).__await__()
            except GeneratorExit:
                self.work.close()
                raise
            except Gone:  # nobody waits for it any more
                wrong = asyncio.CancelledError()
            except BaseException as thrown:  # whatever is thrown at us is meant for the work
                wrong = thrown


async def metered(scope: Scope, work: Awaitable[None]) -> None:
    """Does what somebody asked for, who pays for every step of it unless the house knows them."""
    caller: Caller = scope.get("houseway.caller", HOUSE)
    if caller.rank is Rank.KNOWN:
        await work
    else:
        await Metered(work, scope["app"].state.turnstile, caller, line_of(scope))


@asynccontextmanager
async def turn_of(connection: HTTPConnection) -> AsyncIterator[None]:
    """For a line that is open and draws something anew: its turn, and what is drawn within it is paid."""
    turnstile: Turnstile = connection.app.state.turnstile
    if turnstile.metering:  # whoever draws came here in their turn, and pays
        yield
        return
    caller: Caller = connection.scope.get("houseway.caller", HOUSE)
    await turnstile.turn(caller)
    began = monotonic()
    try:
        yield
    finally:
        turnstile.paid(caller, monotonic() - began)
