"""Whose turn: who asks, as far as can be told at once, and that everything that comes in waits for its turn."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.premises.identity import Identity
from houseway.premises.lanes import Caller, Rank
from houseway.premises.staff import hashed
from houseway.web.lines import COOKIES, OpenLines
from houseway.web.porter import Gone, line_of
from houseway.web.turnstile import Turnstile, caller_now, metered

AT_ONCE = ("/healthz", "/metrics")  # what a machine asks, and nobody keeps waiting


class AtTheTurnstile:
    """Everything that comes in over HTTP or a WebSocket, in its turn."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        state = scope["app"].state
        turnstile: Turnstile = state.turnstile
        if scope["path"] in AT_ONCE and turnstile.asks_at_once():
            await self.app(scope, receive, send)
            return
        caller = Caller(*who_asks(HTTPConnection(scope), state.premises.identity, state.lines), state)
        scope["houseway.caller"] = caller
        caller_now.set(caller)
        try:
            await turnstile.turn(caller, line_of(scope))
        except Gone:
            return
        await metered(scope, self.app(scope, receive, send))


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
