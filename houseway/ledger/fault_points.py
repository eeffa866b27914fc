"""Fault points: places in the work of the house where a test may make something go wrong.

``HOUSEWAY_MARK=before commit:30`` kills the process the thirtieth time it passes that point, as when the plug is pulled there.
A simulation sets ``faults`` instead: it is asked at every point and may raise (the commit whose result nobody learns), wait
(the slow disk), or say yes, and then the place misbehaves as its name says: an answer is dropped, a message taken twice.
Nobody sets either in a house that is open; without them a point is two comparisons.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

SITES = ("before commit", "after commit", "before close", "answer dropped", "message doubled")

_WANTED, _, _TIMES = os.environ.get("HOUSEWAY_MARK", "").partition(":")
_left = int(_TIMES or 1)

faults: Callable[[str], bool] | None = None


def passing(name: str) -> bool:
    """The process comes by this place; True if what the place is named after happens now."""
    global _left
    if name == _WANTED:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    return faults is not None and faults(name)
