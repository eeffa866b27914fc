"""A misbehaving line between terminals and the floor: it sends things twice, late, out of order, or not at all and hangs up."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import websockets
from websockets.asyncio.server import ServerConnection, serve


class Proxy:
    def __init__(self, base: str, seed: int, hang_up: float = 0.01) -> None:
        self.to, self.rng, self.hang_up = base.replace("http", "ws"), random.Random(seed), hang_up
        self.base = ""

    async def __aenter__(self) -> Proxy:
        self.server = await serve(self._line, "127.0.0.1", 0, max_size=None)
        port = next(iter(self.server.sockets)).getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        await self.server.wait_closed()

    async def _line(self, client: ServerConnection) -> None:
        assert client.request is not None
        cookie = {"Cookie": client.request.headers["Cookie"]}
        try:
            async with websockets.connect(
                self.to + client.request.path, additional_headers=cookie, max_size=None
            ) as house:
                await asyncio.wait(
                    [asyncio.create_task(self._carry(client, house)), asyncio.create_task(self._carry(house, client))],
                    return_when=asyncio.FIRST_COMPLETED,
                )
        except (websockets.ConnectionClosed, OSError, websockets.InvalidHandshake):
            pass
        await client.close()

    async def _carry(self, source: Any, target: Any) -> None:
        """Each message on its own way: some are fast, some slow, some go twice, and now and then the line breaks."""
        rng, on_the_way = self.rng, set[asyncio.Future[None]]()

        async def deliver(text: str, after: float) -> None:
            await asyncio.sleep(after)
            try:
                await target.send(text)
            except websockets.ConnectionClosed:
                pass

        try:
            async for text in source:
                if rng.random() < self.hang_up:
                    return
                for _ in range(2 if rng.random() < 0.2 else 1):
                    going = asyncio.ensure_future(deliver(text, rng.choice((0, 0, rng.uniform(0, 0.15)))))
                    on_the_way.add(going)
                    going.add_done_callback(on_the_way.discard)
        except websockets.ConnectionClosed:
            return
