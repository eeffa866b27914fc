"""Truth: the record as it stands on disk, read without the house and held against everything that must be so.

The numbers are those of the plan: I1 nil in all, I3 nobody overdrawn, I4 what was acknowledged is there, I5 one effect a key,
I6 and I7 what lay at the close is what is settled, I8 payouts by a second reading of the table, I9 the chain, I10 balances by
rebuilding, I11 an outcome changes by two people's hands only, I13 meters fall by prizes alone, I14 tournament credit stays
tournament credit.
"""

from __future__ import annotations

import bz2
import json
from collections.abc import Iterator
from typing import Any

from houseway.kit.spots import layout
from houseway.ledger import Ledger
from houseway.ledger.audit import Heads, since
from houseway.ledger.packing import unpacked
from houseway.ledger.postings import CHIPS, may_owe
from tests.faults.simulation.standing import DEALT, GENERATED, TOURNAMENT

PAYS = dict(straight=35, split=17, street=11, corner=8, six_line=5, column=2, dozen=2)
LAYOUT = layout()


class Spins:
    """One table of terminals, folded from its entries a second time."""

    def __init__(self, name: str) -> None:
        self.name, self.spin, self.closed = name, 1, False
        self.laid: dict[tuple[str, str], int] = {}
        self.outcomes: dict[int, str | None] = {}
        self.touches = 0

    def take(self, truth: Truth, entry: dict[str, Any]) -> None:
        kind, body = entry["kind"], entry["body"]
        if kind == "touched":
            assert body["spin"] == self.spin and not self.closed, "I7: a touch after the close, or of another spin"
            for key, station, new, *_ in body["touches"]:
                self.touches += 1
                assert key not in truth.keys, f"I5: {key} has two effects"
                truth.keys[key] = None if new is None else (station, new)
                for spot, cents in (new or {}).items():
                    self.laid[station, spot] = cents
        elif kind == "withdrawn":
            for player, _, spot, cents in body["wagers"]:
                self.laid[player, spot] -= cents
                assert self.laid[player, spot] >= 0
        elif kind == "answered":
            for doc in body["tape"]:
                if isinstance(doc, dict) and "wagers" in doc:
                    lay = {key: cents for key, cents in self.laid.items() if cents}
                    assert {(w[0], w[2]): w[3] for w in doc["wagers"]} == lay, "I7: what is closed is what lay"
                    self.closed = self.closed or "stopped_by" not in doc
        elif kind == "recalculated":
            assert body["asked_by"] and body["asked_by"] != entry["by"].partition(":")[2], "I11: one pair of eyes"
            self.laid = {} if not self.closed else self.laid
            for doc in body["rounds"]:
                self.outcomes[doc["round"]] = self._paid(doc)
        elif kind == "round-over":
            assert body["round"] == self.spin and self.spin not in self.outcomes, "I6: a spin settled twice"
            self.outcomes[self.spin] = self._paid(body)
            self.spin, self.closed, self.laid = self.spin + 1, False, {}

    def _paid(self, body: dict[str, Any]) -> str | None:
        """I8, for every bet of one spin; and what came."""
        number = next((doc for doc in reversed(body["tape"]) if isinstance(doc, str)), None)
        if not isinstance(body["tape"][-1], str):
            number = None
        for line in body["lines"]:
            wager = line["wager"]
            spot = LAYOUT.get(wager["spot"])
            if spot is None or number is None or line["outcome"] in ("void", "returned"):
                continue
            back = wager["cents"] * (PAYS.get(spot.kind, 1) + 1) if int(number) in spot.numbers else 0
            assert line["back"] == back, ("I8", line)
        return number


def apart(driver: Any, stream: str, after: int) -> Iterator[tuple[int, str, str, str, str]]:
    """What lies loose or on sheets, as docs/ledger.md has it: number, kind, by whom, text, money."""
    query = "SELECT number, kind, by, body, moves FROM loose WHERE stream = ? AND number > ?"
    yield from driver.execute(query, (stream, after)).fetchall()
    for (sheet,) in driver.execute("SELECT body FROM sheet WHERE stream = ? AND last > ?", (stream, after)).fetchall():
        for number, kind, _, by, _, _, text, moves, _ in json.loads(bz2.decompress(sheet)):
            if number > after:
                yield number, kind, by, text, moves


class Truth:
    def __init__(self) -> None:
        self.heads: Heads = {}
        self.keys: dict[str, tuple[str, dict[str, int]] | None] = {}
        self.balances: dict[str, int] = {}
        self.spins = {name: Spins(name) for name in (DEALT, GENERATED, TOURNAMENT)}
        self.acknowledged: list[tuple[str, str, tuple[bool, Any]]] = []  # station, key, what was said; not yet compared
        self.tournament = False
        self.looks = self.entries = self.compared = self.tournaments = 0
        self._corrected: dict[tuple[str, int], int] = {}

    def corrected(self, table: str, spin: int, number: int) -> None:
        self._corrected[table, spin] = number

    def look(self, ledger: Ledger) -> None:
        """Reads what has come since the last look, and compares."""
        before = dict(self.heads)
        found = since(ledger, before)
        assert found.sound, found.findings  # I9
        self.heads = found.heads
        self.looks, self.entries = self.looks + 1, self.entries + found.entries
        with ledger.reading() as connection:
            driver: Any = connection.connection.driver_connection
            for stream in sorted(self.heads):
                after = before.get(stream, (0, ""))[0]
                if self.heads[stream][0] > after:
                    self._fold(driver, stream, after)
            kept = dict(driver.execute("SELECT name, cents FROM account").fetchall())
        assert kept == self.balances, "I10: balances are not the sums of transfers"
        assert sum(kept.values()) == 0, "I1"
        assert sum(cents for name, cents in kept.items() if name.startswith(CHIPS)) == 0, "I14: chips by themselves"
        assert all(cents >= 0 or may_owe(name) for name, cents in kept.items()), "I3"
        for station, key, (accepted, chips) in self.acknowledged:
            self.compared += 1
            on_record = self.keys.get(key)
            if accepted:
                assert on_record == (station, chips), (
                    f"I4: {station} was told {chips} to {key}; on record is {on_record}"
                )
            else:
                assert on_record is None, f"I4: {station} was told no to {key}, and it is on record"
        self.acknowledged.clear()
        for (table, spin), number in self._corrected.items():
            assert self.spins[table].outcomes[spin] == str(number), "I11: the corrected outcome does not stand"

    def _fold(self, driver: Any, stream: str, after: int) -> None:
        moves: dict[int, list[tuple[str, str, int, str]]] = {}
        query = "SELECT number, source, target, cents, memo FROM transfer WHERE stream = ? AND number > ?"
        for number, *move in driver.execute(query, (stream, after)).fetchall():
            moves.setdefault(number, []).append(tuple(move))  # type: ignore[arg-type]
        spins = self.spins.get(stream)
        query = "SELECT number, kind, by, body FROM entry WHERE stream = ? AND number > ?"
        rows = [(*row[:3], unpacked(row[3])) for row in driver.execute(query, (stream, after)).fetchall()]
        for number, kind, by, text, moved in apart(driver, stream, after):
            rows.append((number, kind, by, text))
            moves[number] = [tuple(move) for move in json.loads(moved)]
        for number, kind, by, text in sorted(rows):
            entry = {"kind": kind, "by": by, "body": json.loads(text)}
            if spins is not None:
                spins.take(self, entry)
            if stream == TOURNAMENT and kind == "tournament":
                self.tournament = True
            awarded = any(event.get("event") == "Awarded" for event in entry["body"].get("events", ()))
            for move in moves.get(number, ()):
                self._move(stream, move, awarded)
            if stream == TOURNAMENT and kind == "tournament-over":
                self.tournament = False
                self.tournaments += 1
                assert self.balances[f"{CHIPS}-issue:{TOURNAMENT}"] == 0, "I14: every chip comes back"

    def _move(self, stream: str, move: tuple[str, str, int, str], awarded: bool) -> None:
        source, target, cents, memo = move
        self.balances[source] = self.balances.get(source, 0) - cents
        self.balances[target] = self.balances.get(target, 0) + cents
        if source.startswith("jackpot:"):
            assert memo == "correct" or (memo == "prize" and awarded), ("I13: a meter fell without a prize", move)
        chips = source.startswith(CHIPS)
        assert chips == target.startswith(CHIPS), ("I14: tournament chips and money meet", move)
        if "-issue:" in source + target:
            assert memo in ("tournament credit", "retired"), ("I14", move)
        if stream == TOURNAMENT and self.tournament:
            assert chips, ("I14: money moves where a tournament is played", move)
