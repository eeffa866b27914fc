"""Progress: what the long proofs have come to, kept in a folder, so that one that is stopped goes on where it was.

A proof is made of parts, each whole in itself and each from a number of its own. What a part counted is a line of JSON, with the
commit it was run on, when, and how long it took; of a part that goes wrong it is written beside it what was wrong, and it is the
first to be run again.
The folder is ``.proofs``, or what ``HOUSEWAY_PROOFS`` names; the numbers of an empty one are fresh. ``HOUSEWAY_PROVE=0.1`` makes
every aim a tenth. ``python -m tests.prove.progress`` tells what was really run.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TIMES = float(os.environ.get("HOUSEWAY_PROVE", "1"))
ASKED = [
    "git",
    "describe",
    "--always",
    "--dirty=+",
    "--exclude=*",
]  # a plus sign where files are not as the commit has them
COMMIT = subprocess.run(ASKED, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip() or "no commit"


def folder() -> Path:
    return Path(os.environ.get("HOUSEWAY_PROOFS") or ROOT / ".proofs")


class Proof:
    """One of them, as far as it has come: until ``aim`` of what is called ``unit`` were counted."""

    def __init__(self, name: str, unit: str, aim: int) -> None:
        self.name, self.unit, self.aim = name, unit, max(1, round(aim * TIMES))
        self.file = folder() / f"{name}.jsonl"
        self.parts: list[dict[str, Any]] = _lines(self.file)

    @property
    def counted(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for part in self.parts:
            total.update(part["counted"])
        return total

    def go_on(self, part: Callable[[int], Mapping[str, int]]) -> Counter[str]:
        """Runs part after part, each with its number, until the aim is reached; gives what all of them counted."""
        first = self.parts[0]["number"] if self.parts else random.SystemRandom().randrange(10**6)
        while self.counted[self.unit] < self.aim:
            number, began, worked = first + len(self.parts), time.time(), _processor()
            try:
                counted = dict(part(number))
            except BaseException as wrong:
                wrong.add_note(f"part {number} of the proof {self.name!r}")
                if not isinstance(wrong, KeyboardInterrupt):
                    self._write(self.file.with_suffix(".wrong"), number, began, {"wrong": traceback.format_exc()})
                raise
            assert counted[self.unit] > 0, f"part {number} counted no {self.unit}: {counted}"
            done = {
                "counted": counted,
                "took": round(time.time() - began, 1),
                "processor": round(_processor() - worked, 1),
            }
            self.parts.append(self._write(self.file, number, began, done))
        return self.counted

    def _write(self, file: Path, number: int, began: float, what: dict[str, Any]) -> dict[str, Any]:
        file.parent.mkdir(parents=True, exist_ok=True)
        at = datetime.fromtimestamp(began, UTC).isoformat(timespec="seconds")
        doc = {"number": number, "began": at, "commit": COMMIT, **what}
        with file.open("a") as kept:
            kept.write(json.dumps(doc) + "\n")
            kept.flush()
            os.fsync(kept.fileno())
        return doc


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _processor() -> float:
    """Seconds of the processor, of this process and of those it has waited for."""
    return round(sum(os.times()[:4]), 1)


def told(file: Path) -> str:
    """What one proof has come to, in a few lines."""
    parts, wrong = _lines(file), _lines(file.with_suffix(".wrong"))
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part["counted"])
    counts = ", ".join(f"{count:,} {what}" for what, count in total.items())
    took, worked = sum(part["took"] for part in parts), sum(part["processor"] for part in parts)
    commits = " ".join(dict.fromkeys(part["commit"] for part in parts))
    words = [f"{file.stem}: {counts}"]
    if parts:
        numbers = f"{parts[0]['number']} to {parts[-1]['number']}"
        words.append(
            f"  {len(parts)} parts, numbers {numbers}; {parts[0]['began']} to {parts[-1]['began']} UTC; {commits}"
        )
        words.append(f"  {took / 60:.0f} min, {worked / 60:.0f} min of the processor")
    words += [f"  went wrong: part {each['number']} at {each['began']} on {each['commit']}" for each in wrong]
    return "\n".join(words)


if __name__ == "__main__":
    files = {path.with_suffix(".jsonl") for ending in ("jsonl", "wrong") for path in folder().glob(f"*.{ending}")}
    if not files:
        sys.exit(f"nothing has been proved in {folder()}")
    for file in sorted(files):
        print(told(file))
