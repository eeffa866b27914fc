"""Forwarding: whichever process of a house is asked, the one that serves it answers.

What a request is about is said by its address: a table of terminals is its own, books and odds are read anywhere, everything
else is the front's. A request for another process is carried there as it is, with where it came from under a word that only
processes of the house can give, and the answer comes back the same way; a socket is two, and what is said on one is said on the
other. While nobody serves what is asked for, because its process has just died, the answer is to ask again in a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import parse_qs

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.ledger import NotOurs, Undone
from houseway.premises.cluster import FORWARDED, Busy, Cluster
from houseway.premises.leases import HOUSE
from houseway.web.arriving import arriving
from houseway.web.asking import premises_of
from houseway.web.live import same_origin
from houseway.web.problems import Problem, sentence

router = APIRouter(include_in_schema=False)

ANYWHERE = ("/static/", "/books", "/odds", "/train", "/clauses/", "/houseway/", "/problems/", "/docs/")  # only read
ITS_OWN = ("/healthz", "/metrics", "/palette.css", "/openapi.json", "/docs", "/api", "/internal/")
OF_A_TABLE = (("rapid", 1), ("ws", 1), ("api", 2))  # /rapid/RR-1/…, /ws/RR-1, /api/tables/RR-1/…: where its name stands
HOP_BY_HOP = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"te", b"trailer", b"proxy-authorization"}
MOVED = 4012  # the code of a closing frame: what was served there is served elsewhere, or will be in a moment
PENDING = 20.0  # seconds for another process to take a socket


def lease_of(cluster: Cluster, scope: Scope) -> str | None:
    """Under which lease a request is served; None where any process may."""
    path, read_only = scope["path"], scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
    if path in ITS_OWN or path.startswith(ITS_OWN[-1]) or (read_only and path.startswith(ANYWHERE)):
        return None
    steps = path.strip("/").split("/")
    if steps[:2] == ["ws", "rapid"]:
        steps = steps[1:]
    for first, at in OF_A_TABLE:
        if steps[0] == first and len(steps) > at and steps[at] in cluster.leases.apart:
            return str(steps[at])
    if path == "/events":
        wanted = parse_qs(scope["query_string"].decode("latin-1")).get("table", [""])[0]
        if wanted in cluster.leases.apart:
            return str(wanted)
    return HOUSE


class Forwarding:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cluster: Cluster | None = (
            scope["app"].state.premises.cluster if scope["type"] in ("http", "websocket") else None
        )
        if cluster is None:
            await self.app(scope, receive, send)
            return
        forwarded = _said(cluster, scope)
        lease = lease_of(cluster, scope)
        if lease is None or lease in cluster.leases.held:
            await self.app(scope, receive, send)
            return
        address = cluster.where(lease)
        if address is None or forwarded or address == cluster.leases.address:
            await _not_now(scope, receive, send)
        elif scope["type"] == "http":
            await _carry(cluster, address, scope, receive, send)
        else:
            await _carry_socket(cluster, address, scope, receive, send)


def _said(cluster: Cluster, scope: Scope) -> bool:
    """Whether another process of the house carried this here; where it came from is what that process says."""
    name, left = FORWARDED.lower().encode(), []
    word = ""
    for header, value in scope["headers"]:
        if header == name:
            word = value.decode("latin-1")
        else:
            left.append((header, value))
    scope["headers"] = left
    address = cluster.heard(word) if word else None
    if address is None:
        return False
    scope["houseway.word"] = address
    if not scope["path"].startswith(ITS_OWN[-1]):
        scope["client"] = (address, 0)
    return True


def _moving() -> Problem:
    return Problem(
        "moving", "What you asked for is moving to another process of the house; ask again in a moment.", wait=1
    )


async def _not_now(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await _moving().response()(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": MOVED, "reason": "moving"})


def _brought(cluster: Cluster, scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers as they came, and whom they came from."""
    client = scope.get("client")
    word = cluster.word(client[0] if client else "-")
    kept = [(name, value) for name, value in scope["headers"] if name not in HOP_BY_HOP]
    return [*kept, (FORWARDED.encode(), word.encode())]


async def _carry(cluster: Cluster, address: str, scope: Scope, receive: Receive, send: Send) -> None:
    import httpx

    async def body() -> AsyncIterator[bytes]:
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            yield message.get("body", b"")
            more = message.get("more_body", False)

    query = f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
    url = f"{address}{scope['raw_path'].decode('latin-1')}{query}"
    sends = scope["method"] not in ("GET", "HEAD")
    started = False
    try:
        answer = await cluster.ask(scope["method"], url, _brought(cluster, scope), body() if sends else None)
        try:
            dropped = HOP_BY_HOP | {b"date", b"server"}
            headers = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in dropped]
            started = True
            await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
            async for part in answer.stream:  # type: ignore[union-attr]
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await answer.aclose()
    except httpx.HTTPError:
        if started:
            raise
        await asyncio.to_thread(cluster.look)
        await _moving().response()(scope, receive, send)


async def _carry_socket(cluster: Cluster, address: str, scope: Scope, receive: Receive, send: Send) -> None:
    """A socket on either side, and what is said on one is said on the other."""
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

    await receive()  # that somebody wants to be connected
    if not same_origin(HTTPConnection(scope)):
        await send({"type": "websocket.close", "code": 1008})
        return
    query = f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
    url = f"{address.replace('http', 'ws', 1)}{scope['raw_path'].decode('latin-1')}{query}"
    brought = [(n, v) for n, v in _brought(cluster, scope) if n in (b"cookie", b"user-agent", FORWARDED.encode())]
    headers = [(name.decode(), value.decode("latin-1")) for name, value in brought]
    try:
        there: ClientConnection = await connect(
            url, additional_headers=headers, open_timeout=PENDING, compression=None, ping_interval=None, proxy=None
        )
    except (OSError, TimeoutError, InvalidHandshake):
        await asyncio.to_thread(cluster.look)
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": MOVED, "reason": "moving"})
        return
    await send({"type": "websocket.accept"})

    async def onward() -> None:
        while (message := await receive())["type"] == "websocket.receive":
            said = message.get("text")
            await there.send(said if said is not None else message["bytes"])

    async def back() -> None:
        async for said in there:
            told: Message = {"type": "websocket.send"}
            told["text" if isinstance(said, str) else "bytes"] = said
            await send(told)

    both = [asyncio.create_task(onward()), asyncio.create_task(back())]
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        await there.close()
        code = there.close_code or MOVED
        with contextlib.suppress(Exception):  # whoever asked may be gone
            reason = there.close_reason or ""
            await send(
                {"type": "websocket.close", "code": code if code not in (1005, 1006) else MOVED, "reason": reason}
            )
    with contextlib.suppress(ConnectionClosed):
        await there.wait_closed()


# Between processes


@router.post("/internal/let-go/{name}")
async def let_go(name: str, request: Request) -> Response:
    """Another process wants a table of terminals: it may have it if nothing is open on it."""
    cluster = premises_of(request).cluster
    if cluster is None or request.scope.get("houseway.word") != name:
        raise Problem("unknown", f"There is nothing at {request.url.path}.")
    return Response(status_code=204 if await cluster.let_go(name) else 409)


@router.get("/arrive")
async def arrive(request: Request, to: str = "/") -> Response:
    """Whoever came to a table of another process without a name gets one here, and goes back."""
    arrival = arriving(request)
    response = RedirectResponse(to if to.startswith("/") and not to.startswith("//") else "/", 303)
    arrival.keep(request, response)
    return response


def install(app: FastAPI) -> None:
    """What it comes to where a process would have written what is another's."""

    @app.exception_handler(NotOurs)
    async def not_ours(request: Request, wrong: NotOurs) -> Response:
        premises = premises_of(request)
        if request.method == "GET" and not premises.is_front:  # a newcomer, whom the front welcomes
            return RedirectResponse(f"/arrive?to={request.url.path}", 303)
        if premises.cluster is not None:
            try:
                await premises.cluster.bring_all_here(wrong)
            except Busy as busy:
                return Problem("refused", sentence(str(busy)), code="elsewhere").response()
        return _moving().response()

    @app.exception_handler(Busy)
    async def busy(request: Request, wrong: Busy) -> Response:
        return Problem("refused", sentence(str(wrong)), code="elsewhere").response()

    @app.exception_handler(Undone)
    async def undone(request: Request, wrong: Undone) -> Response:
        return _moving().response()
