"""The long proofs of a Rapid Roulette floor: the fault tests many times over, on both databases where that matters.

``make prove`` runs them; ``HOUSEWAY_PROVE=10`` makes everything ten times as long. Each prints what it counted.
"""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.lab.exact import study
from houseway.lab.simulate import simulate
from tests.faults.floor import Floor, free_port, seat, seat_all
from tests.faults.relief import Relief
from tests.faults.test_closes import raced
from tests.faults.test_copies import interrupted
from tests.faults.test_killed import MARKS, PLACES, killed
from tests.faults.test_lines import through_a_bad_line
from tests.faults.test_once import once_each
from tests.faults.test_partitions import parted
from tests.faults.truth import checked
from tests.stores import fresh_database

TIMES = int(os.environ.get("HOUSEWAY_PROVE", "1"))
SEED = random.randrange(10**6)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Iterator[list[str]]:
    """What was counted is printed whatever pytest captures, with the seed that makes it again."""
    words: list[str] = []
    yield words
    with capsys.disabled():
        print("\n", *words, f"(seed {SEED})", flush=True)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_killed_again_and_again(tmp_path: Path, relief: Relief, database: str, say: list[str]) -> None:
    url = "" if database == "sqlite" else fresh_database().replace("postgresql+psycopg://", "postgresql://")
    kills = (150 if database == "sqlite" else 60) * TIMES
    floor = Floor(tmp_path, period=1, database=url, port=free_port()).start()
    terminals = seat(floor, "RR-1", 24)
    floor.kill()
    floor.relief = relief
    died = killed(floor, terminals, kills, SEED, PLACES if database == "sqlite" else MARKS)
    found = checked(floor.database, terminals)
    say.append(f"{database}: {kills} kills, {dict(died)}: {found}")
    assert sum(died.values()) == kills and found["acknowledged"] > 10 * kills


def test_the_close_raced(tmp_path: Path, relief: Relief, say: list[str]) -> None:
    tables, closes = 10, 60 * TIMES
    floor = Floor(tmp_path, tables=tables, period=1, relief=relief).start()
    terminals = seat_all(floor, [f"RR-{number + 1}" for number in range(tables)], 24)
    accepted, refused = raced(floor, terminals, closes)
    floor.stop()
    found = checked(floor.database, terminals)
    say.append(f"{found['spins']} closes raced: {accepted} accepted, {refused} refused, none both, none neither")


def test_a_bad_line(tmp_path: Path, relief: Relief, say: list[str]) -> None:
    floor = Floor(tmp_path, period=5, relief=relief).start()
    terminals = seat(floor, "RR-1", 24)
    counts = through_a_bad_line(floor, terminals, 100_000 * TIMES, SEED)
    floor.stop()
    say.append(f"a bad line: {counts}: {checked(floor.database, terminals)}")


def test_terminals_cut_off(tmp_path: Path, relief: Relief, say: list[str]) -> None:
    floor = Floor(tmp_path, period=2, relief=relief).start()
    terminals = seat(floor, "RR-1", 24)
    took = parted(floor, terminals, 60 * TIMES, SEED)
    floor.stop()
    found = checked(floor.database, terminals)
    say.append(f"{len(took)} partitions, together again in {statistics.median(took):.2f} s in the median: {found}")


def test_one_effect_each(tmp_path: Path, relief: Relief, say: list[str]) -> None:
    tables, spins, tickets = 5, 30 * TIMES, 150 * TIMES
    floor = Floor(tmp_path, tables=tables, terminals=1, period=1, relief=relief).start()
    terminals = seat_all(floor, [f"RR-{number + 1}" for number in range(tables)], 1)
    paid = once_each(floor, terminals, spins, tickets, SEED)
    floor.stop()
    say.append(
        f"{tables * spins} spins settled, recalculated and voided, {tickets} tickets paid {paid} cents: once each"
    )


def test_copies_interrupted(tmp_path: Path, relief: Relief, say: list[str]) -> None:
    trials = 40 * TIMES
    interrupted(tmp_path, relief, trials, SEED)
    say.append(f"{trials} backups and {trials} restores killed half way: none half there")


@pytest.mark.parametrize("reading", ["run", "strict"])
def test_simulated_against_exact(reading: str) -> None:
    report = simulate(study("vic-2000-rapid-roulette", {"sequence_reading": reading}), 200_000_000 * TIMES, seed=11)
    for tally in report.tallies:
        assert tally.z is not None and abs(tally.z) < 4.5, (tally.wager, tally.z)
