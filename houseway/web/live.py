"""Live: pages hear of changes over a WebSocket, as whole parts of themselves drawn for that viewer.

A message carries the number the table's record has reached and every part that differs from what this page was last sent. A
page that missed something needs nothing special: what it gets next is the newest whole view. Taps do not come this way;
they are ordinary requests, so that each has an answer.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import TypeAlias
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from houseway.floor.cage.desk import STREAM as CAGE
from houseway.floor.clerk import all_on_disk
from houseway.floor.tournament.desk import STREAMS as TOURNAMENTS
from houseway.premises.notices import STREAM as NOTICES
from houseway.premises.premises import Premises
from houseway.web import cage, dealer, jackpots, lobby, pit, player, tournaments, wall
from houseway.web.asking import premises_of
from houseway.web.news import changes
from houseway.web.turnstile import turn_of

router = APIRouter()

Fragments: TypeAlias = Callable[[Premises, HTTPConnection, str, bool], dict[str, str]]

PAGES: dict[str, Fragments] = {
    "player": player.fragments,
    "dealer": dealer.fragments,
    "wall": wall.fragments,
    "pit": pit.fragments,
    "lobby": lobby.fragments,
    "jackpot": jackpots.fragments,
    "cage": cage.fragments,
    "board": pit.board_fragments,
    **{page: tournaments.fragments_of(page) for page in tournaments.PARTS},
}
AT_MOST = 0.5  # seconds from one picture of a tournament to the next: many tables move it


def same_origin(asking: HTTPConnection) -> bool:
    """A browser says which site a page came from; only our own pages may act or listen."""
    origin = asking.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == asking.headers.get("host")


@router.websocket("/ws/{name}")
async def live(socket: WebSocket, name: str, page: str = "player", phone: bool = False) -> None:
    premises = premises_of(socket)
    everywhere = name == "floor"
    of_tournament = page in tournaments.PARTS
    known = premises.office.find(name) is not None if of_tournament else name in premises.house.tables
    if not same_origin(socket) or page not in PAGES or not (everywhere or known):
        await socket.close(1008)
        return
    await socket.accept()
    changed = asyncio.Event()
    streams = ("*", NOTICES) if page == "pit" else (CAGE,) if page == "cage" else ("*",) if everywhere else (name,)
    if of_tournament:
        streams = ("*", TOURNAMENTS)
    elif page in ("player", "dealer"):
        streams = (name, TOURNAMENTS)

    def watcher(_: str) -> None:
        changed.set()

    for stream in streams:
        premises.house.watch(stream, watcher)
    visitor = premises.identity.visitor(socket) if page == "player" else None
    if visitor is not None:
        premises.presence.opened(name, visitor.name)
    sent: dict[str, str] = {}
    try:
        async for _ in changes(socket, changed):
            async with turn_of(socket):
                now = PAGES[page](premises, socket, name, phone)
                news = {id: html for id, html in now.items() if sent.get(id) != html}
            sent = now
            number = 0 if everywhere or of_tournament else premises.sequence(name)
            await all_on_disk(premises.ledger)
            await socket.send_text(json.dumps({"number": number, "now": time.time(), "parts": news}))
            if of_tournament:
                await asyncio.sleep(AT_MOST)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        for stream in streams:
            premises.house.unwatch(stream, watcher)
        if visitor is not None:
            premises.presence.closed(name, visitor.name)
