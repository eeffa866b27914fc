"""Alerts: what somebody is called for, carried out of the house to an address that the settings name.

Each alarm is posted once, as JSON, by a thread of its own: a receiver that is slow, says no or never answers holds up nothing and
loses nothing that stands in the house. It is tried again for a while and then given up, which the log and the board say.
"""

from __future__ import annotations

import asyncio
import json
import logging
import urllib.error
import urllib.request
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from houseway.premises.board import alarms

if TYPE_CHECKING:
    from houseway.premises.premises import Premises

log = logging.getLogger("houseway")

LOOKS = 2.0  # seconds from one look at the board to the next
PATIENCE = 5.0  # seconds for an answer
TRIES = (0.0, 5.0, 30.0)  # seconds before each
WAITING = 100  # alarms that may wait; the oldest is given up first


@dataclass(frozen=True)
class Alarm:
    id: str
    words: str
    at: str


class Alerts:
    def __init__(self, premises: Premises, webhook: str) -> None:
        self.premises, self.webhook = premises, webhook
        self.waiting: deque[Alarm] = deque(maxlen=WAITING)
        self.silent = ""  # since when the receiver has not answered
        self._standing: set[str] = set()
        self._more = asyncio.Event()

    async def watch(self) -> None:
        """Looks at the board for as long as the house is open."""
        while True:
            self.look()
            await asyncio.sleep(LOOKS)

    def look(self) -> None:
        """Every alarm that was not there before waits to be carried out."""
        now = alarms(self.premises)
        at = self.premises.house.clock().isoformat(timespec="seconds")
        for id, words in now.items():
            if id not in self._standing and self.webhook:
                self.waiting.append(Alarm(id, words, at))
                self._more.set()
        self._standing = set(now)

    async def carry(self) -> None:
        """Posts what waits, one after the other."""
        while True:
            await self._more.wait()
            while self.waiting:
                alarm = self.waiting.popleft()
                await self._post(alarm)
            self._more.clear()

    async def _post(self, alarm: Alarm) -> None:
        why = ""
        for pause in TRIES:
            await asyncio.sleep(pause)
            why = await asyncio.to_thread(self._sent, alarm)
            if not why:
                self.silent = ""
                return
            self.silent = self.silent or alarm.at
        log.warning("an alarm was not taken by the webhook: %s", why, extra={"facts": {"alarm": alarm.words}})

    def _sent(self, alarm: Alarm) -> str:
        """Why an alarm was not taken; "" where it was."""
        doc = {"venue": self.premises.venue, "at": alarm.at, "alarm": alarm.words}
        try:
            asking = urllib.request.Request(
                self.webhook, json.dumps(doc).encode(), {"Content-Type": "application/json"}
            )
            with urllib.request.urlopen(asking, timeout=PATIENCE) as answer:
                return "" if 200 <= answer.status < 300 else f"it answered {answer.status}"
        except urllib.error.HTTPError as wrong:
            return f"it answered {wrong.code}"
        except urllib.error.URLError as wrong:
            return str(wrong.reason) or type(wrong).__name__
        except (OSError, ValueError) as wrong:
            return str(wrong) or type(wrong).__name__
