"""Apart: what takes long is read in a thread, a few at a time, so that no reader holds the tables up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from houseway.web.problems import Problem

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE, WAITING = 2, 50  # readers served at the same time, and those that may stand behind them

_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="reading")
_standing = 0


async def apart(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of reading, found beside everything else."""
    global _standing
    if _standing >= AT_ONCE + WAITING:
        raise Problem("busy", "Too many people read the record at once; ask again in a moment.")
    _standing += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, lambda: read(*args, **kwargs))
    finally:
        _standing -= 1
