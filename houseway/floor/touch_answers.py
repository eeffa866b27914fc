"""Touch answers: what a terminal was told about a touch, found again by the spin that the touch was meant for.

Every touch that was decided stands in the record with its key, a digest of what was asked, and what was answered; nothing of it
is kept elsewhere. A touch that comes again says which spin it is for, and among that spin's entries is its answer. Those of the
spins that are played now are remembered, and others are read once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from houseway.floor.last_judged import entries_of
from houseway.forms import Doc
from houseway.ledger import KeyReused, Ledger
from houseway.money import Cents

_encode = msgspec.json.Encoder().encode

SPINS = 3  # that are remembered
SHORT = 16  # digits of a digest that stand in the record: enough to tell a touch from another under the same key


class Answered(NamedTuple):
    asked: str  # the digest of what was asked
    text: str  # the answer, as a document


def yes(chips: dict[str, Cents], credit: Cents, staked: Cents) -> str:
    """As it is told."""
    return _encode({"ok": True, "chips": chips, "credit": credit, "staked": staked}).decode()


def answer_on(line: list[Doc]) -> Answered | None:
    """What was told about a touch on record: its key, its terminal, what its bets came to (nothing where it was refused), the
    digest, and then credit and stakes, or the refusal. Those of the first houses have their answers under their keys."""
    _, _, chips, *said = line
    if not said:
        return None
    return Answered(said[0], _encode(said[1]).decode() if chips is None else yes(chips, said[1], said[2]))


class TouchAnswers:
    """Of one table, for as long as this process serves it."""

    def __init__(self, ledger: Ledger, table: str) -> None:
        self.ledger, self.table = ledger, table
        self._spins: dict[int, dict[tuple[str, str], Answered]] = {}
        self._read: set[int] = set()  # spins of which everything is remembered that was on record before
        self._under_keys: set[int] = set()  # and those with touches of the first houses

    def note(self, spin: int, station: str, key: str, answer: Answered) -> None:
        """This goes on record."""
        self._of(spin)[station, key] = answer

    def find(self, spin: int, station: str, key: str, asked: str) -> Answered | None:
        """What was told about the touch under this key, whatever it asked for; None if there was none."""
        known = self._of(spin)
        if (station, key) not in known and spin not in self._read:
            self._read.add(spin)
            for of, own, answer in self._on_record(spin):
                known.setdefault((of, own), answer)
        found = known.get((station, key))
        return self._under_its_key(station, key, asked) if found is None and spin in self._under_keys else found

    def _of(self, spin: int) -> dict[tuple[str, str], Answered]:
        """What is remembered of a spin. The newest are never forgotten: what they hold may not be on disk yet."""
        if spin not in self._spins:
            self._spins[spin] = {}
            for old in sorted(self._spins)[:-SPINS]:
                if old != spin:
                    del self._spins[old]
                    self._read.discard(old)
        return self._spins[spin]

    def _on_record(self, spin: int) -> Iterator[tuple[str, str, Answered]]:
        """As far as it is on disk: what this process put on record since is remembered."""
        for entry in entries_of(self.ledger, self.table, spin, waits=False):
            ours = entry.kind == "touched" and entry.body.get("spin") == spin
            for line in entry.body["touches"] if ours else ():
                answer = answer_on(line)
                if answer is not None:
                    yield line[1], line[0], answer
                elif line[0]:
                    self._under_keys.add(spin)

    def _under_its_key(self, station: str, key: str, asked: str) -> Answered | None:
        try:
            known = self.ledger.recall(f"touch:{self.table}:{station}:{key}", asked)
        except KeyReused:
            return Answered("", "")
        return None if known is None else Answered(asked[:SHORT], _encode(known).decode())
