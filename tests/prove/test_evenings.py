"""The long proof of whole evenings: seeds that nobody has played before, printed, so that one that fails can join the corpus.

``HOUSEWAY_PROVE=10`` makes it ten times as long.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from tests.faults.simulation.cup import Cup, Field
from tests.faults.simulation.evening import SITES
from tests.faults.test_simulation import played

AT_THE_CAGE = ("exchanged", "slips", "excluded")
TIMES = int(os.environ.get("HOUSEWAY_PROVE", "1"))


def test_evenings_nobody_has_played(capsys: pytest.CaptureFixture[str]) -> None:
    first, sums, fired = random.SystemRandom().randrange(10**9), Counter[str](), Counter[str]()
    for seed in range(first, first + 20 * TIMES):
        result = played(seed, 75_000, every_site=seed % 2 == 0)
        fired.update(result.fired)
        for name in ("events", "falls", "entries", "touches", "compared", "rounds", "recalculated", *AT_THE_CAGE):
            sums[name] += getattr(result, name)
        sums["seconds"] += round(result.seconds)
    with capsys.disabled():
        print(f"\nseeds {first} to {seed}: {dict(sums)}; fault points fired: {dict(fired)}")
    assert set(fired) == set(SITES)


def test_a_cup_of_480_over_twenty_tables_comes_to_its_prizes() -> None:
    """Baccarat in five sessions at sixteen tables, Roulette at two, Blackjack at two; fees in are prizes and what is kept, every
    prize is paid once, every chip comes back, and a house that fell in mid-hand goes on."""
    cup = Cup(2101, Field(heats=16, sessions=5))
    assert cup.field.entrants == 480 and len(cup.field.tables) == 20
    result = cup.play()
    assert result.falls >= 3 and result.rounds >= 180 and cup.answers > 1_000
