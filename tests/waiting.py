"""How a test waits: for what must come, never for a length of time that ought to suffice.

``END`` is where a wait gives up, so that a run which hangs says what it hung on. It judges nothing: on the slowest machine
that builds the house at all, what a test waits for comes long before. How soon things come is measured in ``bench/``. Where a
proof runs for hours with what others leave of a machine, ``HOUSEWAY_END`` makes it longer.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import TypeVar

END = float(os.environ.get("HOUSEWAY_END", "600"))  # seconds

T = TypeVar("T")


def until(happened: Callable[[], T], what: str) -> T:
    """Waits until it has happened, and gives what was found then."""
    end = time.monotonic() + END
    while not (found := happened()):
        assert time.monotonic() < end, f"waited {END:.0f} s for {what}"
        time.sleep(0.01)
    return found


async def until_then(happened: Callable[[], T], what: str) -> T:
    """The same for whoever works in an event loop."""
    end = time.monotonic() + END
    while not (found := happened()):
        assert time.monotonic() < end, f"waited {END:.0f} s for {what}"
        await asyncio.sleep(0.01)
    return found
