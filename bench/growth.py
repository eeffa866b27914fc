"""Growth: how the cost of work grows with its size, over three decades, as a table and a plot.

Work that grows in step with its size costs the same per piece at every size; the exponent is the slope of the plot, 1 where
cost is linear, below 1 where it is better. Run: python -m bench.growth
"""

from __future__ import annotations

import asyncio
import math
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from houseway.floor.house import House
from houseway.floor.people import Person
from houseway.floor.table import Order, Table
from houseway.lab.exact import study
from houseway.lab.simulate import simulate
from houseway.ledger import Post, Transfer, open_ledger
from houseway.odds.one_draw import settled, slip
from houseway.play.wagers import Limits, SetUp, Sign, Wager

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "growth.svg"
NOW = datetime(2026, 11, 15, 20, 0)


@dataclass(frozen=True)
class Curve:
    work: str
    unit: str
    points: tuple[tuple[int, float], ...]  # size, seconds

    @property
    def exponent(self) -> float:
        """The slope over the upper two decades, where start-up no longer counts."""
        (small, fast), (large, slow) = self.points[-3], self.points[-1]
        return math.log(slow / fast) / math.log(large / small)


def measured(work: str, unit: str, sizes: tuple[int, ...], ready: Callable[[int], Callable[[], object]]) -> Curve:
    points = []
    for size in sizes:
        run = ready(size)
        best = math.inf
        for _ in range(3):
            began = time.process_time()
            run()
            best = min(best, time.process_time() - began)
        points.append((size, best))
    return Curve(work, unit, tuple(points))


def curves() -> list[Curve]:
    return [
        measured("simulation, Money Wheel", "rounds", (10**5, 10**6, 10**7, 10**8), _simulation),
        measured("settlement, roulette layout", "wagers", (10, 100, 1_000, 10_000), _settlement),
        measured("exact odds of a slip", "wagers", (1, 10, 100, 1_000), _slip),
        measured("ledger append", "entries", (30, 300, 3_000, 30_000), _append),
        measured("replay of a table", "orders", (10, 100, 1_000, 10_000), _replay),
        measured("the lobby's page", "tables", (1, 10, 100, 1_000), _lobby),
    ]


def _simulation(size: int) -> Callable[[], object]:
    of = study("act-1992-money-wheel")
    simulate(of, 10, 1)
    return lambda: simulate(of, size, 1)


def _wagers(size: int) -> list[Wager]:
    spots = _spots()
    return [Wager(f"P{n // len(spots)}", 0, spots[n % len(spots)], 500) for n in range(size)]


def _spots() -> list[str]:
    from houseway.games.roulette.figures.analysis import table_of

    return list(table_of(study("act-1992-american-roulette").edition.terms).nets)


def _settlement(size: int) -> Callable[[], object]:
    from houseway.games.roulette.figures.analysis import begin

    start, wagers = begin(study("act-1992-american-roulette").edition.terms), _wagers(size)
    return lambda: settled(start, wagers, "17", Sign())


def _slip(size: int) -> Callable[[], object]:
    from houseway.games.roulette.figures.analysis import begin

    start, wagers = begin(study("act-1992-american-roulette").edition.terms), _wagers(size)
    return lambda: slip(start, wagers, Sign())


def _append(size: int) -> Callable[[], object]:
    ledger = open_ledger(f"sqlite:///{tempfile.mkdtemp()}/house.db")

    def run() -> None:
        move = Transfer("cage", "float:T", 100, "fill")
        for n in range(size - 1):
            ledger.post([Post("T", "note", NOW.isoformat(), "house:house", {"n": n}, (move,))])
        ledger.post([Post("T", "note", NOW.isoformat(), "house:house", {}, (move,))]).result()

    return run


def _replay(size: int) -> Callable[[], object]:
    """A table with so many orders on record, loaded again as after a restart."""
    ledger = open_ledger(f"sqlite:///{tempfile.mkdtemp()}/house.db")
    house = House(ledger, lambda: NOW)
    house.open_table("AR-1", "act-1992-american-roulette", SetUp(sign=Sign(limits=Limits(100, 10_000_000))))
    anna = Person("Anna", "player")
    house.welcome("Anna")

    async def play() -> None:
        for n in range(size // 2):
            for act in ("place", "withdraw"):
                details = {"spot": "red", "cents": 500, "area": 0}
                await house.do("AR-1", Order(anna, act, details, f"order:{act}-{n}", None, NOW))

    asyncio.run(play())
    return lambda: Table.load(ledger, "AR-1")


def _lobby(size: int) -> Callable[[], object]:
    """A floor of so many tables, drawn for a visitor."""
    import httpx

    from houseway.premises.settings import Cluster, Rapid, Settings
    from houseway.premises.settings import House as HouseSettings
    from houseway.web.app import create_app

    settings = Settings(HouseSettings(open_house=True), Rapid(tables=size, terminals=1), Cluster())
    house = httpx.ASGITransport(create_app(settings=settings))

    async def visit() -> None:
        async with httpx.AsyncClient(transport=house, base_url="http://localhost") as visitor:
            (await visitor.get("/")).raise_for_status()

    return lambda: asyncio.run(visit())


def page() -> list[str]:
    """The section for docs/benchmarks.md, and the plot beside it."""
    found = curves()
    draw(found)
    sizes = max(len(curve.points) for curve in found)
    lines = [
        "",
        "## Growth",
        "",
        "Seconds of processor time at each size; the exponent is 1 where cost is linear in the work.",
        "",
    ]
    lines += [
        "| work | unit |" + " size | seconds |" * sizes + " exponent |",
        "|---|---|" + "---:|---:|" * sizes + "---:|",
    ]
    for curve in found:
        cells = "".join(f" {size:,} | {seconds:.4f} |" for size, seconds in curve.points)
        lines.append(f"| {curve.work} | {curve.unit} |{cells} {curve.exponent:.2f} |")
    return [*lines, "", "![Cost of work by its size](pictures/growth.svg)"]


def draw(found: list[Curve]) -> None:
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(8, 5), layout="constrained")
    axes = drawn.subplots()
    for curve in found:
        axes.loglog(*zip(*curve.points, strict=True), marker="o", label=f"{curve.work}, {curve.unit}")
    axes.set(xlabel="size of the work", ylabel="seconds of processor time")
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    drawn.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    print("\n".join(page()))
