"""Bodies: what somebody sends is read whole before anybody acts on it, no further than any order goes, and not for ever.

Bytes are counted as they come, whatever a header says of them. A text with a NUL or half a character in it, and a document
nested deeper than any order, are refused before a table hears of them: no database keeps the one, and reading the other costs
more than it is worth.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from starlette.types import Message, Receive

from houseway.web.problems import Problem

LARGEST = 100_000  # bytes; no order comes near
DEEPEST = 32  # lists and objects within each other
PATIENCE = 30.0  # seconds for a body to come whole
_NO_TEXT = re.compile(rb"\\u(0000|[dD][89a-fA-F])|\x00")  # perhaps: half a character may have its other half beside it

TOO_LARGE = Problem("misread", "The request is larger than any order.")
TOO_SLOW = Problem("misread", "The request did not come whole in time.")
NO_TEXT = Problem("misread", "A text has a NUL or half a character in it; nothing can be kept under it.")
TOO_DEEP = Problem("misread", "The request is nested deeper than any order.")


async def received(receive: Receive) -> bytes:
    """The whole body, or the problem with it. Whoever hangs up has sent nothing."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return b""
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > LARGEST:
                    raise TOO_LARGE
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise TOO_SLOW from None
    body = b"".join(parts)
    if body.count(b"[") + body.count(b"{") > DEEPEST or _NO_TEXT.search(body):
        _look(body)
    return body


def _look(body: bytes) -> None:
    """Reads what looks odd. What is no JSON at all is told by whoever asked for JSON."""
    try:
        doc = json.loads(body)
    except RecursionError:
        raise TOO_DEEP from None
    except ValueError:
        if b"\x00" in body:
            raise NO_TEXT from None
        return
    level: list[Any] = [doc]
    for _ in range(DEEPEST):
        if not level:
            return
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                below.extend((*each, *each.values()))
            elif isinstance(each, list):
                below.extend(each)
            elif isinstance(each, str) and not keeps(each):
                raise NO_TEXT
        level = below
    raise TOO_DEEP


def keeps(text: str) -> bool:
    """Whether a database keeps a text: every character whole, and none of them NUL."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def whole(body: bytes, receive: Receive) -> Receive:
    """The body once more, for whoever reads it; then whatever else comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
