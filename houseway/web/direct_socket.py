"""Direct socket: a WebSocket whose frames are taken where they arrive and whose answers leave where they are made.

The general way hands every frame to a task through a queue, and stops reading until the task has come round to it. That is
right for a page; a floor of terminals spends more on it than on deciding and recording the wager. So uvicorn's protocol gets
a short cut: somebody may ask to be called with each frame, and may write without waiting.

A reader who does not read is not waited for. While too much lies unsent nothing more is read from that line, and ``say``
tells when it lies so deep that the line had better be cut.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

UNSENT = 256 * 1024  # bytes that may lie unsent before a line is cut

_NAME = "houseway.straight"


class DirectSocket(WebSocketsSansIOProtocol):
    heard: Callable[[str], None] | None = None  # is called with every text frame

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._leaving: list[bytes] = []  # frames that leave together when this turn of the loop is over

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[_NAME] = self

    def send_receive_event_to_app(self) -> None:
        # What came before somebody asked to be called waits in the queue, and goes first.
        if self.heard is None or self.curr_msg_data_type != "text" or not self.queue.empty():
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        self.heard(text)

    def say(self, text: str) -> bool:
        """Sends a text frame without waiting; False if the other end has not been reading for long."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True  # whoever listens here is told of that
        self._leaving.append(framed(text.encode()))
        if len(self._leaving) == 1:
            self.loop.call_soon(self._leave)
        return self.transport.get_write_buffer_size() < UNSENT

    def _leave(self) -> None:
        frames, self._leaving = self._leaving, []
        if not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    async def send(self, message: Any) -> None:
        if self._leaving:
            self._leave()  # what was said first is heard first
        await super().send(message)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.heard is not None:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.heard is not None and not self.read_paused:
            self.transport.resume_reading()


def framed(data: bytes) -> bytes:
    """One whole text frame, as a server sends it: unmasked and uncompressed."""
    size = len(data)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + data
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def direct_socket(socket: WebSocket) -> DirectSocket | None:
    """The short cut of this connection; a server that is not ours has none."""
    found: DirectSocket | None = socket.scope.get("extensions", {}).get(_NAME)
    return found
