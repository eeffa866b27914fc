"""F4 and F5: whole evenings of a floor, each from one whole number, with everything going wrong that can.

A history that fails prints its seed; it then joins ``tests/data/simulated_evenings.txt``, which is played at every change.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.simulation import Evening, Result
from tests.faults.simulation.cup import Cup, Field
from tests.faults.simulation.evening import SITES

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "data" / "simulated_evenings.txt"
KNOWN = [int(line.split("#")[0]) for line in CORPUS.read_text().splitlines() if line.split("#")[0].strip()]
TWICE = """
from tests.faults.simulation import Evening
print(Evening(77, 1500, terminals=6, every_site=True, cage=True).play().digest)
"""


def played(seed: int, events: int, every_site: bool = False, cage: bool = True) -> Result:
    try:
        return Evening(seed, events, every_site=every_site, cage=cage, rulings=cage).play()
    except BaseException as wrong:
        wrong.add_note(f"the evening of seed {seed}, {events} events, every site {every_site}")
        raise


@pytest.mark.parametrize("seed", KNOWN)
def test_evenings_that_once_went_wrong(seed: int) -> None:
    assert played(seed, 6_000, cage=False).compared > 100  # as they were when they did


def test_whole_evenings() -> None:
    results = [played(seed, 9_000) for seed in (1008, 1009)]  # make prove has millions
    assert sum(result.events for result in results) >= 20_000
    assert sum(result.falls for result in results) and sum(result.recalculated for result in results)
    for what in ("exchanged", "slips", "excluded", "ruled"):
        assert sum(getattr(result, what) for result in results), f"nobody was {what}"


def test_every_fault_point_fires_and_nothing_is_lost() -> None:
    result = played(1006, 25_000, every_site=True)
    assert set(result.fired) == set(SITES), result.fired
    assert result.falls >= len(SITES) and result.compared > 6_000


def test_the_same_seed_is_the_same_history() -> None:
    """In processes of their own, whose sets and dictionaries of words are in another order."""
    digests = set()
    for order in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            [sys.executable, "-c", TWICE], env=env, cwd=ROOT, capture_output=True, text=True, check=True
        )
        digests.add(run.stdout.strip())
    assert len(digests) == 1


def test_a_cup_over_eight_tables_comes_to_its_prizes() -> None:
    """Fees in are prizes and what is kept, every prize is paid once, every chip comes back; 480 entrants are in make prove."""
    cup = Cup(2101, Field(heats=4, sessions=2))
    result = cup.play()
    assert len(cup.field.tables) == 8 and result.falls >= 1 and result.rounds >= 20


def test_cups_with_every_fault_and_the_same_again() -> None:
    results = [Cup(seed, Field(2, 2, 1), every_site=True).play() for seed in (1, 2, 3, 4, 1)]
    assert sum(result.falls for result in results) >= 4 and results[0].digest == results[-1].digest
