"""Marks: places in the work of the house where a test may end the process, as when the plug is pulled there.

``HOUSEWAY_MARK=before commit:30`` kills the process the thirtieth time it passes that mark. Nobody sets it in a house that is
open; without it a mark is one comparison.
"""

from __future__ import annotations

import os
import signal

_WANTED, _, _TIMES = os.environ.get("HOUSEWAY_MARK", "").partition(":")
_left = int(_TIMES or 1)


def passing(name: str) -> None:
    """The process comes by this place."""
    global _left
    if name != _WANTED:
        return
    _left -= 1
    if _left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
