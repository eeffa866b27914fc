"""A fold of a ledger's database that knows nothing of the house: what figures of a day and counts must come to."""

from __future__ import annotations

import base64
import json
import sqlite3
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

CASH = ("outside", "bank", "vault", "drawer:", "drop:", "variance:drawer:", "variance:drop:", "variance:vault")
IN_HANDS = ("rack:", "transit:", "hand:", "outstanding", "variance:float:")  # chips that one can touch
BANK_FLOWS = ("transit:", "rack:", "variance:", "cage")  # what no round brings


def unpacked(body: str) -> str:
    """A body as it was written, before it was packed to take less room."""
    return zlib.decompress(base64.b64decode(body[3:])).decode() if body.startswith("z1:") else body


class Fold:
    def __init__(self, file: Path) -> None:
        with sqlite3.connect(file) as found:
            self.moves = list(found.execute("SELECT stream, source, target, cents FROM transfer"))
            self.accounts: dict[str, int] = dict(found.execute("SELECT name, cents FROM account"))
            over = found.execute(
                "SELECT stream, body FROM entry WHERE kind = 'round-over' ORDER BY stream, number"
            ).fetchall()
        bodies = [(stream, json.loads(unpacked(body))) for stream, body in over]
        last = {
            (stream, body["round"]): (stream, body) for stream, body in bodies
        }  # a corrected round is over once more
        self.rounds: list[tuple[str, dict[str, Any]]] = list(last.values())
        self.sums, self.win, self.drop = Counter[str](), Counter[str](), Counter[str]()
        self.fills, self.credits = Counter[str](), Counter[str]()
        for stream, source, target, cents in self.moves:
            self.sums["cash" if target.startswith(CASH) else "chips"] += cents
            self.sums["cash" if source.startswith(CASH) else "chips"] -= cents
            for account, sign, other in ((target, 1, source), (source, -1, target)):
                kind, _, table = account.partition(":")
                if kind == "float" and stream == table and not other.startswith(BANK_FLOWS):
                    self.win[table] += sign * cents
                elif kind == "float" and other.startswith("transit:"):
                    (self.fills if sign > 0 else self.credits)[table] += cents
                elif kind == "drop" and other == "outside":
                    self.drop[table] += cents
                    self.win[table] += cents  # chips that left the float for cash are no loss

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Every wager that a round settled."""
        return [line for _, body in self.rounds for line in body["lines"]]

    @property
    def handle(self) -> int:
        return sum(line["live"] for line in self.lines)

    def tray(self, table: str) -> int:
        """The chips that lie in a table's float: all that ever came there and went, in chips and not on account."""
        here, there = (f"float:{table}", f"held:{table}", f"colour:{table}:", f"ats:{table}:"), IN_HANDS
        came = sum(cents for _, one, other, cents in self.moves if other.startswith(here) and one.startswith(there))
        went = sum(cents for _, one, other, cents in self.moves if one.startswith(here) and other.startswith(there))
        return int(came - went)

    def agrees(self, doc: dict[str, Any]) -> None:
        """Every figure of a day is what the record comes to, and money is nil."""
        assert self.sums == {"cash": 0, "chips": 0} and sum(self.accounts.values()) == 0
        for row in doc["tables"]:
            name = row["name"]
            assert (row["win"], row["drop"]) == (self.win[name], self.drop[name]), name
            assert (row["fills"], row["credits"]) == (self.fills[name], self.credits[name]), name
            assert row["closing"] == self.accounts[f"float:{name}"], name
            assert row["rounds"] == sum(stream == name for stream, _ in self.rounds), name
        total = doc["total"]
        assert (total["win"], total["drop"]) == (sum(self.win.values()), sum(self.drop.values()))
        assert total["handle"] == self.handle
        net = sum(line["wager"]["cents"] - line["back"] for line in self.lines)
        assert total["win"] == net + total["adjusted"] + total["jackpots"]
