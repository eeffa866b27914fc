"""News: a connection that is told whenever something changes, for as long as it is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.websockets import WebSocket, WebSocketDisconnect


async def changes(socket: WebSocket, changed: asyncio.Event) -> AsyncIterator[None]:
    """Comes round at once and after every change, until the other end is gone. A page says nothing here; a word from it
    only asks for the newest view."""
    changed.set()
    hears = asyncio.create_task(_until_gone(socket, changed))
    try:
        while not hears.done():
            wait = asyncio.create_task(changed.wait())
            await asyncio.wait({wait, hears}, return_when=asyncio.FIRST_COMPLETED)
            wait.cancel()
            if hears.done():
                return
            changed.clear()
            yield
    finally:
        hears.cancel()


async def _until_gone(socket: WebSocket, changed: asyncio.Event) -> None:
    try:
        while True:
            await socket.receive_text()
            changed.set()
    except WebSocketDisconnect:
        return
