"""Guard: what every answer of the house goes through. Who may ask from where, how much, and what a page may load."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.floor.clerk import all_on_disk
from houseway.ledger import LedgerBroken, Undone
from houseway.web import bodies
from houseway.web.asking import premises_of
from houseway.web.live import same_origin
from houseway.web.problems import KINDS, Problem

# Nothing is loaded from elsewhere and nothing runs that is not in our own files.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
ELSEWHERE = ("/static/", "/healthz", "/metrics")  # what shows nothing of the games
A_YEAR = "public, max-age=31536000, immutable"  # for files whose address changes with their contents


class Guard:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            self._refuse(HTTPConnection(scope), scope)
            if scope["method"] not in ("GET", "HEAD"):
                receive = bodies.whole(await bodies.received(receive), receive)
        except Problem as problem:
            refused = problem.response()
            refused.headers["Connection"] = "close"  # what else was sent is not read
            await refused(scope, receive, send)
            return
        path, query = scope["path"], scope["query_string"]
        shows = not path.startswith(ELSEWHERE)
        stopped = False

        async def sending(message: Message) -> None:
            nonlocal stopped
            if stopped:
                return
            if message["type"] == "http.response.start":
                if shows:  # whatever an answer rests on, an order, a sign-in or a look, is on disk before it is told
                    premises = premises_of(HTTPConnection(scope))
                    try:
                        await all_on_disk(premises.ledger)
                    except (LedgerBroken, Undone) as wrong:
                        stopped = True
                        kind = "moving" if isinstance(wrong, Undone) else "stopped"
                        if kind == "stopped":
                            premises.house.stopped.set()
                        await Problem(kind, KINDS[kind][2]).response()(scope, receive, send)
                        return
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = POLICY
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
                if path.startswith("/static/fonts/") or query.startswith(b"v="):
                    headers["Cache-Control"] = A_YEAR
                elif not path.startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, sending)

    def _refuse(self, asking: HTTPConnection, scope: Scope) -> None:
        if scope["method"] not in ("GET", "HEAD") and not same_origin(asking):
            raise Problem("elsewhere", KINDS["elsewhere"][2])
        if not bodies.keeps(scope["path"]) or b"%00" in scope["query_string"]:
            raise bodies.misread(bodies.NO_TEXT)
        length = asking.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > bodies.LARGEST:
            raise bodies.misread(bodies.TOO_LARGE)
