"""Waiting: until something happens at a table or a desk, or the time is up; so the house waits between two steps."""

from __future__ import annotations

import asyncio


async def until_changed(changed: asyncio.Event, seconds: float | None) -> None:
    """Comes back once ``changed`` is set from now on, or after so many seconds; without a number, it waits for the event."""
    changed.clear()
    try:
        await asyncio.wait_for(changed.wait(), seconds)
    except TimeoutError:
        pass
