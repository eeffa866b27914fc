"""Before and after: the same work at an earlier commit and now, in one table.

``python -m bench before COMMIT`` lays the tree of that commit into .tools, gives it the environment its own locks ask for, and
has both trees measure the same modules by turns, each with its own bench, so that a busy machine slows them alike; modules named
after the commit limit it to those. A module that one of them cannot measure is told of, and the others are measured all the same.
``python -m bench beside BEFORE.md AFTER.md`` makes the table of two pages that ``make bench`` wrote, or of what it printed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent.parent
_SIZES = {"": 1.0, "k": 1e3, "M": 1e6}
_RATE = re.compile(r"([\d.]+(?:e[+-]?\d+)?) ?(k|M)? ")


@dataclass(frozen=True)
class Row:
    """One figure as the page has it."""

    work: str
    ours: str
    peer: str
    ratio: str

    @property
    def key(self) -> tuple[str, str]:
        """The work and its peer; what stands in brackets was measured with it, and changes from run to run."""
        return re.sub(r" \([^()]*\)$", "", self.work), self.peer

    @property
    def rate(self) -> float:
        found = _RATE.match(f"{self.ours} ")
        if found is None:
            raise ValueError(f"{self.ours!r} is not a rate, in the row of {self.work!r}")
        return float(found.group(1)) * _SIZES[found.group(2) or ""]


def rows(page: str) -> list[Row]:
    """The figures on a page, or in what a bench printed."""
    found = []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and cells[0] != "work" and not cells[0].startswith("---"):
            found.append(Row(cells[0], cells[1], cells[2], cells[4]))
    return found


def table(before: list[Row], after: list[Row]) -> list[str]:
    """What both have, in the order of what is measured now; then what only one of them has."""
    old = {row.key: row for row in before}
    lines = [
        "| work | before | after | after to before | beside | its ratio before | after |",
        "|---|---|---|---:|---|---:|---:|",
    ]
    for row in after:
        was = old.pop(row.key, None)
        by = f"{row.rate / was.rate:.2f}" if was is not None else "new"
        earlier = (was.ours, was.ratio) if was is not None else ("", "")
        lines.append(
            f"| {row.key[0]} | {earlier[0]} | {row.ours} | {by} | {row.peer} | {earlier[1]} | {row.ratio} |",
        )
    return lines + [f"| {row.key[0]} | {row.ours} |  | gone | {row.peer} | {row.ratio} |  |" for row in old.values()]


def laid_out(commit: str) -> Path:
    """The tree of a commit under .tools, with the peers that are there already."""
    full = subprocess.run(
        ["git", "rev-parse", "--verify", f"{commit}^{{commit}}"], cwd=HERE, capture_output=True, text=True
    )
    if full.returncode:
        raise SystemExit(f"{commit} is no commit of this repository")
    home = HERE / ".tools" / "before" / full.stdout.strip()
    if not home.exists():
        home.mkdir(parents=True)
        packed = subprocess.run(["git", "archive", full.stdout.strip()], cwd=HERE, check=True, capture_output=True)
        subprocess.run(["tar", "x", "-C", home], input=packed.stdout, check=True)
        made = subprocess.run(["make", "-s", ".venv/.ok"], cwd=home, env=_outside(), stdout=sys.stderr)
        if made.returncode:
            print(f"{commit} could not be given its own environment; it is measured in today's", file=sys.stderr)
        (home / ".tools").mkdir(exist_ok=True)
        for shared in ("peers", "npm"):
            (HERE / ".tools" / shared).mkdir(parents=True, exist_ok=True)
            (home / ".tools" / shared).symlink_to(HERE / ".tools" / shared)
    shutil.copy(HERE / "bench" / "measure.py", home / "bench" / "measure.py")  # both go by the same clock
    return home


def _outside() -> dict[str, str]:
    """As it is outside of the environment that this runs in, whose Python has no pip."""
    inside = str(Path(sys.prefix) / "bin")
    places = os.environ.get("PATH", "").split(os.pathsep)
    return {**os.environ, "PATH": os.pathsep.join(place for place in places if place != inside)}


def measured(commit: str, wanted: list[str]) -> tuple[list[Row], list[Row]]:
    """The figures of that commit and of now, module by module, by turns."""
    then = laid_out(commit)
    both = [path.stem for path in sorted((HERE / "bench").glob("*.py")) if (then / "bench" / path.name).exists()]
    before: list[Row] = []
    after: list[Row] = []
    for module in both:
        if "\ndef figures(" not in (HERE / "bench" / f"{module}.py").read_text() or (wanted and module not in wanted):
            continue
        pages = _printed(then, module), _printed(HERE, module)
        if all(pages):
            before += rows(pages[0])
            after += rows(pages[1])
    return before, after


def _printed(tree: Path, module: str) -> str:
    paths = {"PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": str(tree / ".tools" / "numba")}
    paths["PYTHONPYCACHEPREFIX"] = str(tree / ".tools" / "pycache")
    own = tree / ".venv" / "bin" / "python"
    told = subprocess.run(
        [own if own.exists() and tree != HERE else sys.executable, "-m", "bench", module],
        cwd=tree,
        env={**os.environ, **paths},
        stdout=subprocess.PIPE,
        text=True,
    )
    if told.returncode:
        print(f"{module} could not be measured in {tree}; it is left out", file=sys.stderr)
    return told.stdout if told.returncode == 0 else ""
