"""Patience: how long whoever gave a wrong password waits before the next is looked at.

After a few wrong ones each further one doubles the pause. It always ends, a right password ends it at once, and it is bounded
twice: for one account tried from one place it grows to a quarter of an hour, for that account from anywhere else to a minute.
So nobody guesses through a day, nobody is kept out by a stranger for longer than that minute, and no place, a proxy with the
whole floor behind it among them, is ever shut as a whole. A try counts as wrong from the moment it begins until it is found
right, so that many at once are no better than one after another.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass

FREE = 5  # wrong passwords without a pause
FIRST = 2.0  # seconds of the first pause
HERE, ANYWHERE = 15 * 60.0, 60.0  # the longest pauses
FORGOTTEN = 60 * 60.0  # seconds after which nobody remembers
MOST = 10_000  # accounts and places remembered; the longest ago is forgotten first


@dataclass
class _Tries:
    wrong: int = 0
    last: float = -math.inf


class Patience:
    def __init__(self) -> None:
        self._tries: OrderedDict[tuple[str, ...], _Tries] = OrderedDict()

    def wait(self, name: str, where: str, now: float) -> int:
        """Whole seconds until another try makes sense; nil is now."""
        pauses = (self._pause((name, where), HERE, now), self._pause((name,), ANYWHERE, now))
        return max(0, math.ceil(round(max(pauses), 6)))  # a billionth of a second is nobody's to wait for

    def begin(self, name: str, where: str, now: float) -> None:
        for key in ((name, where), (name,)):
            tries = self._tries.setdefault(key, _Tries())
            if now - tries.last > FORGOTTEN:
                tries.wrong = 0
            tries.wrong, tries.last = tries.wrong + 1, now
            self._tries.move_to_end(key)
        while len(self._tries) > MOST:
            self._tries.popitem(last=False)

    def right(self, name: str, where: str) -> None:
        for key in ((name, where), (name,)):
            self._tries.pop(key, None)

    def _pause(self, key: tuple[str, ...], longest: float, now: float) -> float:
        tries = self._tries.get(key)
        if tries is None or tries.wrong < FREE:
            return 0.0
        doublings = min(tries.wrong - FREE, 30)
        return min(longest, FIRST * 2.0**doublings) - (now - tries.last)
