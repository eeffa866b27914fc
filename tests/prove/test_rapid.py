"""The long proofs of a Rapid Roulette floor: the fault tests many times over, on both databases where that matters.

``make prove`` runs them; ``HOUSEWAY_PROVE=10`` makes everything ten times as long. Each prints what it counted.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from houseway.lab.exact import study
from houseway.lab.simulate import simulate
from tests.faults.floor import Floor, seat
from tests.faults.test_closes import raced
from tests.faults.test_killed import killed
from tests.faults.test_rapid_faults import through_a_bad_line
from tests.faults.truth import checked
from tests.stores import fresh_database

TIMES = int(os.environ.get("HOUSEWAY_PROVE", "1"))


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_killed_again_and_again(tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    url = "" if database == "sqlite" else fresh_database().replace("postgresql+psycopg://", "postgresql://")
    floor = Floor(tmp_path, period=1, database=url).start()
    terminals = seat(floor, "RR-1", 24)
    found = killed(floor, terminals, 20 * TIMES, seed=random.randrange(10**6))
    with capsys.disabled():
        print(f"\n{database}: {20 * TIMES} kills and as many half again at marks, {found}")


def test_the_close_raced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    floor = Floor(tmp_path, period=1).start()
    terminals = seat(floor, "RR-1", 24)
    accepted, refused = raced(floor, terminals, 60 * TIMES)
    floor.stop()
    checked(floor.database, terminals)
    with capsys.disabled():
        print(f"\n{60 * TIMES} closes raced: {accepted} accepted, {refused} refused, none both, none neither")


def test_a_bad_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    floor = Floor(tmp_path).start()
    terminals = seat(floor, "RR-1", 24)
    through_a_bad_line(floor, terminals, 20_000 * TIMES, seed=random.randrange(10**6))
    floor.stop()
    found = checked(floor.database, terminals)
    with capsys.disabled():
        print(f"\n{20_000 * TIMES} touches through a bad line: {found}")


@pytest.mark.parametrize("reading", ["run", "strict"])
def test_simulated_against_exact(reading: str) -> None:
    report = simulate(study("vic-2000-rapid-roulette", {"sequence_reading": reading}), 200_000_000 * TIMES, seed=11)
    for tally in report.tallies:
        assert tally.z is not None and abs(tally.z) < 4.5, (tally.wager, tally.z)
