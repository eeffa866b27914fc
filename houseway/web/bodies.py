"""Bodies: what somebody sends is read whole before anybody acts on it, no further than any order goes, and not for ever.

Bytes are counted as they come, whatever a header says of them. A text with a NUL or half a character in it, or with signs that
nobody sees and that turn the others round, and a document nested deeper than any order, are refused before a table hears of
them: no database keeps the first, no screen shows the second as it is, and reading the third costs more than it is worth.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator
from starlette.types import Message, Receive

from houseway.web.problems import Problem

LARGEST = 100_000  # bytes; no order comes near
DEEPEST = 32  # lists and objects within each other
PATIENCE = 30.0  # seconds for a body to come whole
LONGEST, MANY = 2000, 5000  # characters of a text within an order, and things in a list
# Perhaps: half a character may have its other half beside it, and a control sign may end a line.
_NO_TEXT = re.compile(
    rb"\\u(00[01]|007[fF]|20[26]|[fF]{3}[eEfF]|[dD][89a-fA-F])|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]"
    rb"|\xef\xbf[\xbe\xbf]"
)
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]")

TOO_LARGE = "The request is larger than any order."
TOO_SLOW = "The request did not come whole in time."
NO_TEXT = "A text has a NUL or half a character in it, or signs that nobody sees; nothing can be kept under it."
TOO_DEEP = "The request is nested deeper than any order."


def misread(words: str) -> Problem:
    """Made anew each time: an exception keeps where it was raised, with all that was held there, for as long as it lives."""
    return Problem("misread", words)


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
                    raise misread(TOO_LARGE)
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise misread(TOO_SLOW) from None
    body = b"".join(parts)
    if body.count(b"[") + body.count(b"{") > DEEPEST or _NO_TEXT.search(body):
        _look(body)
    return body


def _look(body: bytes) -> None:
    """Reads what looks odd. What is no JSON at all is told by whoever asked for JSON."""
    try:
        doc = json.loads(body)
    except RecursionError:
        raise misread(TOO_DEEP) from None
    except ValueError:
        if _NO_TEXT.search(body):
            raise misread(NO_TEXT) from None
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
                raise misread(NO_TEXT)
        level = below
    raise misread(TOO_DEEP)


def keeps(text: str) -> bool:
    """Whether a text can be kept and shown: every character whole, none of them NUL, none that only turns others round."""
    return _UNSEEN.search(text) is None


def modest(doc: dict[str, Any]) -> dict[str, Any]:
    """The details of an order, if no text and no list in it is longer than anything means."""
    below: list[Any] = [doc]
    while below:
        each = below.pop()
        if isinstance(each, str) and len(each) > LONGEST:
            raise ValueError(f"a text of {len(each)} characters is longer than {LONGEST}")
        if isinstance(each, (list, dict)):
            if len(each) > MANY:
                raise ValueError(f"a list of {len(each)} is longer than {MANY}")
            below.extend((*each, *each.values()) if isinstance(each, dict) else each)
    return doc


Details: TypeAlias = Annotated[dict[str, Any], AfterValidator(modest)]  # of an order


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
