"""The long proofs of a Rapid Roulette floor: the fault tests many times over, on both databases where that matters.

``make prove`` goes on with each where it was stopped (``tests/prove/progress.py``), and each prints what it has counted so far.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from houseway.lab.exact import study
from houseway.lab.simulate import simulate
from tests.faults import held_up
from tests.faults.floor import Floor, free_port, seat, seat_all
from tests.faults.relief import Relief
from tests.faults.test_closes import raced
from tests.faults.test_copies import interrupted
from tests.faults.test_killed import MARKS, PLACES, killed
from tests.faults.test_lines import through_a_bad_line
from tests.faults.test_once import once_each
from tests.faults.test_partitions import parted
from tests.faults.truth import checked
from tests.prove.progress import TIMES, Proof, told
from tests.stores import fresh_database


@pytest.fixture
def proves(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[Proof, Callable[[int], Mapping[str, int]]], None]]:
    def goes_on(proof: Proof, part: Callable[[int], Mapping[str, int]]) -> None:
        proof.go_on(part)
        with capsys.disabled():
            print(f"\n{told(proof.file)}", flush=True)

    yield goes_on


Proves = Callable[[Proof, Callable[[int], Mapping[str, int]]], None]


@contextmanager
def floor_of(relief: Relief | None, **how: object) -> Iterator[Floor]:
    """A floor in a folder of its own, which goes with it."""
    with tempfile.TemporaryDirectory(prefix="houseway-proof-") as folder:
        floor = Floor(Path(folder), relief=relief, **how).start()  # type: ignore[arg-type]
        try:
            yield floor
        finally:
            floor.stop()


@pytest.mark.parametrize(("database", "aim"), [("sqlite", 2_000), ("postgresql", 500)])
def test_killed_again_and_again(relief: Relief, database: str, aim: int, proves: Proves) -> None:
    def part(number: int) -> Counter[str]:
        kills, places = 50, PLACES if database == "sqlite" else MARKS
        url = "" if database == "sqlite" else fresh_database().replace("postgresql+psycopg://", "postgresql://")
        with floor_of(None, period=1, database=url, port=free_port()) as floor:
            terminals = seat(floor, "RR-1", 24)
            floor.kill()
            floor.relief = relief
            died = killed(floor, terminals, kills, number, places)
            found = checked(floor.database, terminals)
        assert sum(died.values()) == kills and found["acknowledged"] > 10 * kills
        return Counter(kills=kills, aimed=kills - died["anywhere"], **found) + died

    proves(Proof(f"killed-on-{database}", "kills", aim), part)


def test_the_close_raced_while_the_loop_is_held_up(proves: Proves) -> None:
    proves(Proof("closes-held-up", "closes", 200_000), lambda number: held_up.raced(number, 1_000))


def test_the_close_raced(relief: Relief, proves: Proves) -> None:
    """Over real sockets, with a server that is stopped now and then, as a machine that is paused."""

    def part(number: int) -> Counter[str]:
        tables, closes = 16, 25
        with floor_of(relief, tables=tables, period=1) as floor:
            terminals = seat_all(floor, [f"RR-{n + 1}" for n in range(tables)], 24)
            accepted, refused, stopped = raced(floor, terminals, closes, paused=random.Random(number))
            floor.stop()
            found = checked(floor.database, terminals)
        assert found["spins"] == tables * closes
        return Counter(closes=found["spins"], accepted=accepted, refused=refused, stopped=stopped)

    proves(Proof("closes-raced", "closes", 20_000), part)


def test_a_bad_line(relief: Relief, proves: Proves) -> None:
    def part(number: int) -> Counter[str]:
        with floor_of(relief, period=5) as floor:
            terminals = seat(floor, "RR-1", 24)
            counts = through_a_bad_line(floor, terminals, 100_000, number)
            floor.stop()
            found = checked(floor.database, terminals)
        return Counter(messages=counts.up + counts.down, **vars(counts), **found)

    proves(Proof("bad-line", "messages", 5_000_000), part)


def test_terminals_cut_off(relief: Relief, proves: Proves) -> None:
    def part(number: int) -> Counter[str]:
        with floor_of(relief, period=2) as floor:
            terminals = seat(floor, "RR-1", 24)
            took = parted(floor, terminals, 60, number)
            floor.stop()
            found = checked(floor.database, terminals)
        return Counter(partitions=len(took), milliseconds=round(1000 * sum(took)), **found)

    proves(Proof("partitions", "partitions", 1_000), part)


def test_one_effect_each(relief: Relief, proves: Proves) -> None:
    def part(number: int) -> Counter[str]:
        tables, spins, tickets = 5, 30, 150
        with floor_of(relief, tables=tables, terminals=1, period=1) as floor:
            terminals = seat_all(floor, [f"RR-{n + 1}" for n in range(tables)], 1)
            paid = once_each(floor, terminals, spins, tickets, number)
        each = tables * spins
        return Counter(
            trials=3 * each + tickets, settled=each, recalculated=each, voided=each, tickets=tickets, cents=paid
        )

    proves(Proof("once-each", "trials", 10_000), part)


def test_copies_interrupted(relief: Relief, proves: Proves) -> None:
    def part(number: int) -> Counter[str]:
        with tempfile.TemporaryDirectory(prefix="houseway-proof-") as folder:
            interrupted(Path(folder), relief, 20, number)
        return Counter(killed=40, backups=20, restores=20)

    proves(Proof("copies", "killed", 200), part)


@pytest.mark.parametrize("reading", ["run", "strict"])
def test_simulated_against_exact(reading: str) -> None:
    rounds = round(200_000_000 * TIMES)
    report = simulate(study("vic-2000-rapid-roulette", {"sequence_reading": reading}), rounds, seed=11)
    for tally in report.tallies:
        assert tally.z is not None and abs(tally.z) < 4.5, (tally.wager, tally.z)
