"""The long proof of whole evenings: seeds that nobody has played before, kept, so that one that fails can join the corpus.

Ten million events over a thousand seeds, with rulings and tournaments in every evening and notices in every other one
(``tests/prove/progress.py`` tells how it goes on where it was stopped).
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.simulation import Evening
from tests.faults.simulation.cup import Cup, Field
from tests.faults.simulation.evening import SITES
from tests.faults.test_hours import over_the_hours
from tests.own_books import own_books
from tests.prove.progress import Proof, told

COUNTED = (
    "events", "falls", "jumps", "entries", "touches", "compared", "rounds", "recalculated", "ruled", "tournaments", "exchanged",
    "slips", "excluded",
)  # fmt: skip
TERMINALS = (2, 6, 24)  # at a table: the fewer, the more spins, rounds and rulings to as many events


def evening(seed: int) -> Counter[str]:
    """One of them; every other one over the hours of changes, and half with every fault point there is."""
    played = Evening(
        seed,
        9_000,
        TERMINALS[seed // 4 % 3],
        every_site=seed // 2 % 2 == 0,
        hours=seed % 2 == 1,
        cage=True,
        rulings=True,
    )
    try:
        if played.hours:
            with tempfile.TemporaryDirectory(prefix="houseway-proof-") as folder, own_books(Path(folder)) as books:
                met, _ = over_the_hours(books, played)
        else:
            met = Counter()
            played.play()
    except BaseException as wrong:
        wrong.add_note(f"the evening of seed {seed}")
        raise
    result = played.result
    counted = Counter({name: getattr(result, name) for name in COUNTED})
    counted.update(evenings=1, **{"over the hours of changes": played.hours, "made-up seconds": round(result.seconds)})
    return counted + met + Counter({f"fault {site}": count for site, count in result.fired.items()})


def test_evenings_nobody_has_played(capsys: pytest.CaptureFixture[str]) -> None:
    proof = Proof("evenings", "evenings", 1_000)
    counted = proof.go_on(evening)
    with capsys.disabled():
        print(f"\n{told(proof.file)}", flush=True)
    if counted["evenings"] >= 20:
        assert all(counted[f"fault {site}"] for site in SITES), "every fault point has been passed"
        assert counted["ruled"] and counted["tournaments"] and counted["a notice published by two"]


def test_a_cup_of_480_over_twenty_tables_comes_to_its_prizes() -> None:
    """Baccarat in five sessions at sixteen tables, Roulette at two, Blackjack at two; fees in are prizes and what is kept, every
    prize is paid once, every chip comes back, and a house that fell in mid-hand goes on."""
    cup = Cup(2101, Field(heats=16, sessions=5))
    assert cup.field.entrants == 480 and len(cup.field.tables) == 20
    result = cup.play()
    assert result.falls >= 3 and result.rounds >= 180 and cup.answers > 1_000
