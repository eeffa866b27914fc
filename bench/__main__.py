"""``make bench``: every figure in one run, printed and written to docs/benchmarks.md.

A module of this folder with ``figures()`` in it is measured; ``growth`` draws how the cost of work grows with its size.
``python -m bench red_dog ledger`` measures only those and writes nothing; ``python -m bench answers`` times every verb on
every book and writes that part of the page; or on the books named after it, and then it writes nothing.
``python -m bench scripts`` measures the readable scripts alone and writes their rows. ``python -m bench before COMMIT`` measures
an earlier commit beside this one, and ``python -m bench beside BEFORE.md AFTER.md`` compares two pages (``before.py``).
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from datetime import date
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from bench import answers, before, growth
from bench.measure import Figure, seconds
from houseway.figures import kept

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
PICTURE = PAGE.parent / "pictures" / "peers.svg"


def start_up() -> list[Figure]:
    def help_() -> None:
        subprocess.run([sys.executable, "-m", "houseway.cli", "--help"], check=True, capture_output=True)

    def bare() -> None:
        subprocess.run([sys.executable, "-c", "pass"], check=True, capture_output=True)

    return [
        Figure("houseway --help", 1 / seconds(help_, 5), "times/s", "python -c pass", 1 / seconds(bare, 5), "2"),
    ]


def measured(wanted: list[str], what: str = "figures") -> list[Figure]:
    """The figures of every module here, or some of them, in order of the modules' names."""
    found: list[Figure] = []
    for path in sorted(Path(__file__).parent.glob("*.py")):
        module = import_module(f"bench.{path.stem}") if path.stem != "__main__" else None
        if hasattr(module, what) and (not wanted or path.stem in wanted):
            print(f"measuring {path.stem}", file=sys.stderr, flush=True)
            with kept.found_anew():  # what was kept is not measured as if it had been found
                found.extend(getattr(module, what)())
    return found


def main() -> None:
    wanted = sys.argv[1:]
    if wanted[:1] == ["answers"]:
        lines = answers.page(wanted[1:])
        print("\n".join(lines))
        if not wanted[1:]:
            PAGE.write_text(answers.written_into(PAGE.read_text(), lines))
        return
    if wanted[:1] == ["before"] and wanted[1:]:
        print("\n".join(before.table(*before.measured(wanted[1], wanted[2:]))))
        return
    if wanted[:1] == ["beside"] and len(wanted) == 3:
        print("\n".join(before.table(*(before.rows(Path(page).read_text()) for page in wanted[1:]))))
        return
    if wanted == ["scripts"]:
        rows = [_row(figure) for figure in measured([], "scripts")]
        print("\n".join(rows))
        PAGE.write_text(_replaced(PAGE.read_text(), rows))
        return
    figures = [*measured(wanted), *([] if wanted else start_up())]
    lines = [
        "# Benchmarks",
        "",
        f"Written by `make bench` on {date.today().isoformat()}: Python {platform.python_version()}, "
        f"numpy {version('numpy')}, numba {version('numba')}, SQLAlchemy {version('sqlalchemy')}, {platform.machine()}. "
        "Rates are per second of one core, best of three; only the ratios of one run count. "
        f"Load average {os.getloadavg()[2]:.1f} over the last quarter of an hour.",
        "",
        "| work | ours | beside | theirs | ratio | not below | goal |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [_row(figure) for figure in figures]
    print("\n".join(lines[4:]))
    if not wanted:
        draw([figure for figure in figures if figure.ratio])
        picture = ["", "How many times as fast as each of its peers:", "", "![Ours beside peers](pictures/peers.svg)"]
        PAGE.write_text("\n".join([*lines, *picture, *growth.page(), *answers.page()]) + "\n")


def _row(figure: Figure) -> str:
    theirs = _short(figure.theirs) if figure.theirs else ""
    ratio = f"{figure.ratio:.2f}×" if figure.ratio else ""
    ours = f"{_short(figure.ours)} {figure.unit}"
    work = f"{figure.work} ({figure.note})" if figure.note else figure.work
    return f"| {work} | {ours} | {figure.peer} | {theirs} | {ratio} | {figure.floor} | {figure.goal} |"


def _replaced(page: str, rows: list[str]) -> str:
    """The page with these rows in the place of those for the same work."""
    new = {row.split(" |")[0]: row for row in rows}
    return "".join(f"{new.get(line.split(' |')[0], line)}\n" for line in page.splitlines())


def draw(figures: list[Figure]) -> None:
    """Every ratio as a bar, longest first; the line is where both are as fast."""
    from matplotlib.figure import Figure as Drawing

    figures = sorted(figures, key=lambda figure: figure.ratio or 0)
    drawn = Drawing(figsize=(9, 0.36 * len(figures) + 1), layout="constrained")
    axes = drawn.subplots()
    bars = axes.barh(
        [f"{one.work}\n{one.peer}" for one in figures], [one.ratio or 0 for one in figures], color="#2f6b53"
    )
    axes.bar_label(bars, [f"{one.ratio:,.3g}×" for one in figures], padding=4, fontsize=8)
    axes.set(xscale="log", xlabel="times as fast as the peer, in one run")
    axes.axvline(1, color="#a33", linewidth=1)
    axes.tick_params(axis="y", labelsize=7)
    axes.spines[["top", "right"]].set_visible(False)
    drawn.savefig(PICTURE, metadata={"Date": None})


def _short(value: float) -> str:
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


main()
