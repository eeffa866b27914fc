"""The gaming day: one evening of the house, though midnight lies in it.

What is told to a player for the day ("the next time the ante is lost") holds until the day is over: when the house's clock
passes six in the morning, or when the table is closed.
"""

from __future__ import annotations

from datetime import datetime, timedelta

BEGINS = timedelta(hours=6)


def gaming_day(at: datetime) -> str:
    """The gaming day of a moment, by the date on which it began."""
    return (at - BEGINS).date().isoformat()
