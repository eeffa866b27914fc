"""F14: a backup or a restore that is killed half way is not there at all, and the next one is."""

from __future__ import annotations

import random
from pathlib import Path

from houseway.ledger import Audit, Ledger, audit
from tests.faults.relief import Relief
from tests.faults.truth import opened
from tests.test_backup import worked
from tests.waiting import END

TRIALS = 5  # of each; tests/prove makes many more
STEPS = 5  # entries, transfers, accounts and answers copied, and the last moment before it is done


def ended(relief: Relief, *words: str, mark: str = "") -> str:
    """Runs a command to its end, its own or the one at a mark; what it said."""
    process = relief.start(*words, **({"HOUSEWAY_MARK": mark} if mark else {}))
    process.wait(END)
    with process.stderr as said:
        return said.read()


def proven(file: Path) -> Audit:
    ledger: Ledger = opened(str(file))
    try:
        return audit(ledger)
    finally:
        ledger.close()


def interrupted(folder: Path, relief: Relief, trials: int, seed: int) -> None:
    rng = random.Random(seed)
    house = folder / "house.db"
    ledger = worked(f"sqlite:///{house}", 300)
    heads = audit(ledger).heads
    ledger.close()
    for trial in range(trials):
        copy, new = folder / f"copy-{trial}.db", folder / f"new-{trial}.db"
        ended(relief, "backup", str(copy), "--database", str(house), mark=f"during backup:{rng.randint(1, STEPS)}")
        assert not copy.exists(), "what is there under its name is a whole backup"
        said = ended(relief, "backup", str(copy), "--database", str(house))
        assert copy.exists(), said
        assert proven(copy).heads == heads
        who = ("--by", "L. Brandt", "--second", "M. Okafor", "--reason", "a drill", "--database", str(new))
        ended(relief, "restore", str(copy), *who, mark=f"during restore:{rng.randint(1, STEPS)}")
        found = proven(new)
        assert found.sound and not found.entries, "nothing of it is there"
        said = ended(relief, "restore", str(copy), *who)
        found = proven(new)
        assert found.sound and heads.items() <= found.heads.items(), said
        assert found.heads.keys() - heads.keys() == {"desk:operations"}
        for file in (copy, new):
            file.unlink()


def test_killed_while_copying(tmp_path: Path, relief: Relief) -> None:
    interrupted(tmp_path, relief, TRIALS, seed=14)
