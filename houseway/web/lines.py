"""Lines: an open connection rests on the credential it was opened with, and ends with it.

A person or a device that is removed, a session that ran out or was ended elsewhere, a role that changed: whichever process
did it, their open lines are hung up within a second. A page that hears nothing more is told by that, and what it sends then is
asked anew who it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.premises.guests import COOKIE as PATRON_COOKIE
from houseway.premises.guests import Guests
from houseway.premises.staff import DEVICE_COOKIE, SESSION_COOKIE, Door, hashed
from houseway.web.turnstile import metered

COOKIES = (SESSION_COOKIE, DEVICE_COOKIE, PATRON_COOKIE)  # that name whom the house knows
BEAT = 1.0  # seconds from one look to the next
ENDED = 4003  # the code of the closing frame


class OpenLines:
    """Which lines rest on which credentials."""

    def __init__(self, door: Door, guests: Guests | None = None) -> None:
        self.door, self.guests = door, guests
        self.valid: frozenset[str] = frozenset()  # the credentials that stood at the last look, by their hashes
        self._lines: dict[asyncio.Event, frozenset[str]] = {}

    @contextmanager
    def resting(self, on: frozenset[str]) -> Iterator[asyncio.Event]:
        """Set once one of these credentials is no more."""
        ended = asyncio.Event()
        self._lines[ended] = on
        try:
            yield ended
        finally:
            del self._lines[ended]

    def look(self, valid: frozenset[str]) -> None:
        self.valid = valid
        for ended, on in self._lines.items():
            if not on <= valid:
                ended.set()

    def standing(self) -> frozenset[str]:
        """The credentials that stand for somebody or something now, by their hashes."""
        return self.door.valid() | (self.guests.valid() if self.guests is not None else frozenset())

    def stands(self, token: str) -> bool:
        """Whether a token stands for somebody or something now."""
        known = self.guests is not None and self.guests.named(token) is not None
        return bool(token) and (known or self.door.stands(token))

    async def watch(self) -> None:
        while True:
            self.look(await asyncio.to_thread(self.standing))
            await asyncio.sleep(BEAT)


class Lines:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        lines: OpenLines | None = None
        if scope["type"] == "websocket":
            lines = scope["app"].state.lines
        if lines is None:
            await self.app(scope, receive, send)
            return
        asking = HTTPConnection(scope)
        given = (asking.cookies.get(cookie, "") for cookie in COOKIES)
        brought = frozenset(hashed(token) for token in given if lines.stands(token))
        with lines.resting(brought) as ended:
            serving = asyncio.ensure_future(metered(scope, self.app(scope, receive, send)))
            ending = asyncio.ensure_future(ended.wait())
            try:
                await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
                if not serving.done():
                    await asyncio.wait_for(
                        send({"type": "websocket.close", "code": ENDED, "reason": "signed out or removed"}), BEAT
                    )
            except (TimeoutError, RuntimeError):
                pass
            finally:
                ending.cancel()
                if not serving.done():
                    serving.cancel()
                await asyncio.gather(serving, ending, return_exceptions=True)
