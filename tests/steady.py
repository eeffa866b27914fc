"""``make steady``: the whole suite five times in a row, twice of them beside a load of four busy processes.

A suite that fails by chance teaches people to ignore it. This prints a row for each run as it ends, and fails if any test failed
in any of them. Words on the command line go to pytest, for a part of the suite; the whole suite's figures are written into
``docs/steady.md``, which ``docs/testing.md`` speaks of.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".tools" / "steady"  # what each run said
PAGE = ROOT / "docs" / "steady.md"
RUNS, BESIDE_A_LOAD, BUSY = 5, (2, 4), 4


@dataclass(frozen=True)
class Run:
    number: int
    busy: int
    seconds: float
    passed: int
    failed: int
    ended: int  # pytest's own exit code

    @property
    def row(self) -> str:
        beside = f"{self.busy} busy processes" if self.busy else "nothing"
        minutes, seconds = divmod(round(self.seconds), 60)
        return f"| {self.number} | {beside} | {minutes} min {seconds:02d} s | {self.passed:,} | {self.failed} |"


HEAD = ("| run | beside it | wall time | passed | failed |", "|---|---|---|---|---|")


@contextmanager
def load(count: int) -> Iterator[None]:
    """So many processes that compute and want nothing."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
        for one in busy:
            one.wait()


def run(number: int, words: list[str]) -> Run:
    busy = BUSY if number in BESIDE_A_LOAD else 0
    counts, said = KEPT / f"run-{number}.xml", KEPT / f"run-{number}.txt"
    counts.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-n", "3", f"--junitxml={counts}", *words]
    began = time.monotonic()
    with load(busy), said.open("w") as out:
        done = subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
    lasted = time.monotonic() - began
    suites = ElementTree.parse(counts).getroot() if counts.exists() else ElementTree.Element("none")
    every = list(suites.iter("testcase"))
    wrong = [case for case in every if case.find("failure") is not None or case.find("error") is not None]
    for case in wrong:
        print(f"  {case.get('classname')}::{case.get('name')}, see {said}", flush=True)
    return Run(number, busy, lasted, len(every) - len(wrong), len(wrong), done.returncode)


def main(words: list[str]) -> int:
    KEPT.mkdir(parents=True, exist_ok=True)
    print(*HEAD, sep="\n", flush=True)
    runs = []
    for number in range(1, RUNS + 1):
        runs.append(run(number, words))
        print(runs[-1].row, flush=True)
    if not words:
        PAGE.write_text(page(runs))
    return max(one.ended for one in runs)


def page(runs: list[Run]) -> str:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    about = f"{datetime.now(UTC):%d %B %Y}, {os.cpu_count()} cores, commit {commit.strip() or 'unknown'}"
    lines = (
        "# The suite, again and again",
        "",
        f"Written by `make steady`: {about}.",
        "",
        *HEAD,
        *(one.row for one in runs),
    )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
