"""Pacing: how fast one terminal or one person may order, by whichever door: a bucket each, that fills steadily."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from houseway.floor.people import Person
from houseway.premises.premises import Premises
from houseway.web.problems import Problem

MOST = 10_000  # buckets; whoever ordered longest ago has a full one again


class Bucket:
    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, monotonic()

    def allows(self) -> bool:
        now = monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """Those of one house. A terminal touches and orders from one bucket."""

    def __init__(self, premises: Premises) -> None:
        self.premises = premises
        self._known: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def of_terminal(self, table: str, station: str) -> Bucket:
        return self._of((table, station), self.premises.touch_rate)

    def of_person(self, who: Person) -> Bucket:
        return self._of((who.role, who.name), self.premises.order_rate)

    def _of(self, whose: tuple[str, str], rate: tuple[float, float]) -> Bucket:
        found = self._known.get(whose)
        if found is None:
            found = self._known[whose] = Bucket(*rate)
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        self._known.move_to_end(whose)
        return found


def keep_pace(pace: Bucket) -> None:
    """Refuses an order that comes too fast after the others of whoever gives it."""
    if not pace.allows():
        raise Problem("busy", "That is too fast; wait a moment.", wait=1)
