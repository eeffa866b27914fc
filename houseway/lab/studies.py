"""Studies as files: what is to be found out, so that anybody can run it again, anywhere, and stop on the way.

A file names a book, the day of the law and the edition's digest, provisions, a strategy, rounds and a seed; a table ``[sweep]``
gives provisions several values, and every combination is a setting of the study. Rounds are cut into batches as in any
simulation, each with a stream made from seed and number; so a study counts the same on one core, a pool or a cluster, in one go
or in ten.

What has been counted is kept beside the file, written anew and put in its place every few seconds; who goes on plays only what
is missing. Counts of another edition, seed or strategy are never mixed in: they are refused.
"""

from __future__ import annotations

import itertools
import json
import os
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from houseway.complaint import BadInput
from houseway.forms import digest
from houseway.lab.bankroll import drawable, plotting
from houseway.lab.exact import Study, polars, study, wager_odds
from houseway.lab.notebook_tables import html_table
from houseway.lab.simulate import BATCH, Executor, Inline, Job, Pool, Report, Tally, batches, kernels_once, tally_of
from houseway.law.moments import NotAMoment, moment
from houseway.odds.distribution import WagerOdds

SETTINGS = 10_000  # of one study
MOST_ROUNDS = 10**13
EVERY = 2.0  # seconds between two writings of what was counted
KNOWN = {"schema", "name", "book", "edition", "at", "rounds", "seed", "strategy", "shoe", "set", "sweep"}


@dataclass(frozen=True)
class Plan:
    """A study as its file tells it."""

    book: str
    name: str = ""
    edition: str = ""  # digest of the book as it stands, or the beginning of it; none is no demand
    at: datetime | None = None
    rounds: int = 0  # none: exact figures alone
    seed: int = 1
    strategy: str = ""
    shoe: str = ""
    set: Mapping[str, str] = field(default_factory=dict)
    sweep: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    folder: Path = Path()

    @property
    def settings(self) -> list[dict[str, str]]:
        """Every combination of what is swept."""
        return [dict(zip(self.sweep, picked, strict=True)) for picked in itertools.product(*self.sweep.values())]

    def studies(self) -> list[Study]:
        """A study for each setting, the law and the edition as the file demands."""
        own = self.folder / self.strategy if self.strategy else None
        law = study(self.book, at=self.at).edition
        if not law.digest.startswith(self.edition):
            raise BadInput(f"{self.book} is edition {law.digest[:12]} now; this study is of {self.edition[:12]}. "
                           f"Write the new digest into the file to study that, or at = the day of the old one")  # fmt: skip
        return [
            study(self.book, {**self.set, **picked}, self.shoe, at=self.at, strategy=own) for picked in self.settings
        ]


def plan(path: Path) -> Plan:
    """A study from its file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadInput(f"{path}: {getattr(wrong, 'strerror', None) or wrong}") from None
    return planned(text, path)


def planned(text: str, path: Path) -> Plan:
    """A study from the text of its file, every value looked at; the path names it in what is said, and what lies beside it."""
    try:
        doc = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise BadInput(f"{path}: {wrong}") from None
    unknown = sorted(set(doc) - KNOWN)
    if unknown:
        raise BadInput(f"{path}: a study has no {unknown[0]!r}; it has {', '.join(sorted(KNOWN))}")
    if doc.get("schema", SCHEMA) != SCHEMA:
        raise BadInput(f"{path}: schema is {SCHEMA!r}, not {doc['schema']!r}")
    if "book" not in doc:
        raise BadInput(f'{path}: a study names its book, such as book = "vic-1997-red-dog"')
    sweep = {
        name: tuple(_text(path, f"sweep.{name}", each) for each in values)
        for name, values in _flat(path, "sweep", doc.get("sweep", {}), lists=True).items()
    }
    made = Plan(
        book=_text(path, "book", doc["book"]), name=_text(path, "name", doc.get("name", path.stem)),
        edition=_text(path, "edition", doc.get("edition", "")), at=_moment(path, doc.get("at")),
        rounds=_whole(path, "rounds", doc.get("rounds", 0), 0, MOST_ROUNDS),
        seed=_whole(path, "seed", doc.get("seed", 1), 0, 2**63),
        strategy=_text(path, "strategy", doc.get("strategy", "")), shoe=_text(path, "shoe", doc.get("shoe", "")),
        set={name: _text(path, name, value) for name, value in _flat(path, "set", doc.get("set", {})).items()},
        sweep=sweep, folder=path.parent,
    )  # fmt: skip
    count = 1
    for values in sweep.values():
        count *= len(values)
    if not 1 <= count <= SETTINGS:
        raise BadInput(f"{path}: the sweep has {count:,} settings; from 1 to {SETTINGS:,}")
    return made


SCHEMA = "houseway.study/1"


def begin(of: Study) -> str:
    """A file to begin from: this book as it stands today."""
    assert of.at is not None
    changed = "".join(f"{json.dumps(name)} = {json.dumps(value)}\n" for name, value in of.edition.studied)
    law = study(of.edition.book, at=of.at).edition.digest
    return (
        f'schema = "{SCHEMA}"\nbook = "{of.edition.book}"\nedition = "{law}"\nat = {of.at.date().isoformat()}\n'
        f'rounds = 1e8                # 0: exact figures alone\nseed = 1\n# strategy = "mine.toml"    # beside this file\n\n'
        f"[set]\n{changed}\n# [sweep]                  # every combination is a setting of its own\n# decks = [1, 2, 4, 6, 8]\n"
    )


# Values of a file


def _flat(path: Path, where: str, table: Any, lists: bool = False) -> dict[str, Any]:
    """``[set.spread_pays] 1 = …`` and ``"spread_pays.1" = …`` alike."""
    if not isinstance(table, dict):
        raise BadInput(f"{path}: [{where}] is a table of provisions, such as decks = {'[1, 2]' if lists else '6'}")
    found: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found.update(
                {f"{name}.{inner}": each for inner, each in _flat(path, f"{where}.{name}", value, lists).items()}
            )
        elif lists != isinstance(value, list) or value == []:
            raise BadInput(f"{path}: {where}.{name} is {'a list of values' if lists else 'one value'}, not {value!r}")
        else:
            found[name] = value
    return found


def _text(path: Path, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, (str, int, float)):
        raise BadInput(f"{path}: {name} is a value in one line, not {value!r}")
    return str(value)


def _whole(path: Path, name: str, value: Any, low: int, high: int) -> int:
    whole = isinstance(value, (int, float)) and not isinstance(value, bool) and value == value and abs(value) < 2**70
    if not whole or value != int(value) or not low <= value <= high:
        raise BadInput(f"{path}: {name} is a whole number from {low} to {high:.0e}, not {value!r}")
    return int(value)


def _moment(path: Path, value: Any) -> datetime | None:
    if value is None:
        return None
    try:
        return (
            value
            if isinstance(value, datetime)
            else moment(value.isoformat() if isinstance(value, date) else str(value))
        )
    except NotAMoment as wrong:
        raise BadInput(f"{path}: at: {wrong}") from None


# What was counted

Place: TypeAlias = tuple[int, int, int]  # setting, kernel, batch


@dataclass
class Counted:
    """What has been counted of each setting and kernel, and which batches that is."""

    path: Path | None  # None: only in memory
    about: str  # what all of it depends on
    counts: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    done: dict[tuple[int, int], set[int]] = field(default_factory=dict)
    seconds: float = 0.0  # that all runs together took
    written: float = 0.0

    @classmethod
    def read(cls, path: Path | None, about: str) -> Counted:
        """As it was left; nothing where nobody has begun."""
        if path is None or not path.exists():
            return cls(path, about)
        try:
            doc = json.loads(path.read_text(encoding="utf-8"))
            found = doc["about"]
            kept = [(tuple(one["at"]), one["counts"], _ranged(one["batches"])) for one in doc["counted"]]
            seconds = float(doc.get("seconds", 0.0))
            if digest([found, doc["counted"]]) != doc["digest"]:
                raise ValueError("its digest does not fit")
        except (OSError, ValueError, KeyError, TypeError) as wrong:
            raise BadInput(
                f"{path}: what was counted cannot be read ({wrong}); take the file away to begin anew"
            ) from None
        if found != about:
            raise BadInput(f"{path}: it was counted for another edition, setting, strategy or seed; take the file away to "
                           f"begin anew, or restore what the study was")  # fmt: skip
        counts = {at: counts for at, counts, _ in kept}
        return cls(path, about, counts, {at: set(done) for at, _, done in kept}, seconds)

    def tallies(self, kernels: list[Any], exact: Mapping[tuple[str, str], WagerOdds], setting: int = 0) -> list[Tally]:
        """What was counted of every way of playing, beside its exact value."""
        found = []
        for number, kernel in enumerate(kernels):
            for way in kernel.ways:
                tally = tally_of(way, exact.get((way.wager, way.strategy)))
                tally.counts = self.counts.get((setting, number), tally.counts)
                found.append(tally)
        return found

    def add(self, setting: int, kernel: int, batch: int, counts: list[int]) -> None:
        at = setting, kernel
        assert batch not in self.done.setdefault(at, set()), "no batch is counted twice"
        self.done[at].add(batch)
        known = self.counts.get(at)
        self.counts[at] = counts if known is None else [a + b for a, b in zip(known, counts, strict=True)]
        if time.monotonic() - self.written > EVERY:
            self.write()

    def write(self) -> None:
        """All of it, or what was there before: a new file takes the place of the old one."""
        if self.path is None:
            return
        counted = [
            {"at": list(at), "counts": self.counts[at], "batches": _ranges(self.done[at])} for at in sorted(self.counts)
        ]
        doc = {
            "schema": "houseway.counted/1",
            "about": self.about,
            "seconds": round(self.seconds, 3),
            "counted": counted,
            "digest": digest([self.about, counted]),
        }
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                json.dump(doc, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, self.path)
        except OSError as wrong:
            fresh.unlink(missing_ok=True)
            raise BadInput(f"{self.path}: what was counted cannot be written: {wrong.strerror}") from None
        self.written = time.monotonic()


def _ranges(numbers: set[int]) -> list[list[int]]:
    """Neighbouring numbers as first and last."""
    found: list[list[int]] = []
    for n in sorted(numbers):
        if found and found[-1][1] + 1 == n:
            found[-1][1] = n
        else:
            found.append([n, n])
    return found


def _ranged(ranges: list[list[int]]) -> list[int]:
    return [n for first, last in ranges for n in range(first, last + 1)]


def counted_beside(path: Path) -> Path:
    """Where a study keeps what it has counted."""
    return path.with_suffix(".counted.json")


# Running it


@dataclass(frozen=True)
class Progress:
    """How far a study is."""

    done: int
    whole: int
    here: int  # batches of this run
    seconds: float

    @property
    def left(self) -> float | None:
        """Seconds, by the rate of this run."""
        return None if not self.here else self.seconds / self.here * (self.whole - self.done)


@dataclass
class Findings:
    """What a study found: a report for each setting, and one table and one plot of them all."""

    plan: Plan
    studies: list[Study]
    reports: list[Report]
    whole: bool  # everything was counted

    def __repr__(self) -> str:
        return f"{self.plan.name}: {len(self.reports)} settings, {'all' if self.whole else 'not all'} counted"

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for every wager of every setting."""
        rows = []
        for picked, of, report in zip(self.plan.settings, self.studies, self.reports, strict=True):
            exact = {(one.wager, one.strategy): one for one in wager_odds(of) if not one.given}
            played = {(tally.wager, tally.strategy): tally for tally in report.tallies}
            for at in dict.fromkeys((*exact, *played)):
                known, tally = exact.get(at), played.get(at)
                worth = None if known is None else known.expectation
                rows.append({"setting": picked, "wager": at[0], "strategy": at[1], "exact": worth, "played": tally})
        return rows

    @property
    def beyond_luck(self) -> list[Tally]:
        return [tally for report in self.reports for tally in report.beyond_luck]

    def document(self) -> dict[str, Any]:
        def figures(row: dict[str, Any]) -> dict[str, Any]:
            doc = {"set": {**self.plan.set, **row["setting"]}, "wager": row["wager"], "strategy": row["strategy"],
                   "expectation": None if row["exact"] is None else str(row["exact"])}  # fmt: skip
            tally = row["played"]
            if tally is not None and tally.rounds:
                doc |= {"rounds": tally.rounds, "estimate": float(tally.estimate), "standard_error": tally.standard_error,
                        "z": tally.z,
                        "outcomes": [{"net": str(net), "count": n} for net, n in tally.results.items() if n]}  # fmt: skip
            return doc

        return {
            "schema": "houseway.findings/1", "name": self.plan.name, "book": self.plan.book,
            "editions": [of.edition.digest for of in self.studies], "seed": self.plan.seed, "rounds": self.plan.rounds,
            "complete": self.whole, "settings": [figures(row) for row in self.rows],
        }  # fmt: skip

    def to_polars(self) -> Any:
        """A frame with one row to each wager of each setting."""
        return polars().DataFrame(
            [
                {
                    **{name: row["setting"][name] for name in self.plan.sweep},
                    "wager": row["wager"], "strategy": row["strategy"],
                    "exact": None if row["exact"] is None else float(row["exact"]),
                    "estimate": float(row["played"].estimate) if row["played"] and row["played"].rounds else None,
                    "standard_error": row["played"].standard_error if row["played"] and row["played"].rounds else None,
                }
                for row in self.rows
            ]
        )  # fmt: skip

    def _repr_html_(self) -> str:
        heads, rows = self.table()
        return html_table(heads, rows, self.plan.name)

    def table(self, every: bool = False) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Headings and rows; of the first wager, or of every one."""
        single = not every and len(self.plan.settings) > 1
        rows: list[tuple[str, ...]] = []
        last = None
        for row in self.rows:
            if single and row["setting"] == last:
                continue  # the first of each setting: its best play
            last = row["setting"]
            tally = row["played"] if row["played"] is not None and row["played"].rounds else None
            rows.append(
                (
                    *row["setting"].values(), row["wager"], row["strategy"], "" if row["exact"] is None else _edge(-row["exact"]),
                    "" if tally is None else _edge(-tally.estimate), "" if tally is None else f"{tally.standard_error:.5%}",
                    "" if tally is None or tally.z is None else f"{tally.z:+.2f}",
                )
            )  # fmt: skip
        return (*self.plan.sweep, "wager", "played", "edge, exact", "simulated", "standard error", "z"), rows

    def figure(self) -> Any:
        """One plot: the edge of the first wager at each setting, exact, and simulated with its error."""
        drawn = plotting().Figure(figsize=(9, 5), layout="constrained")
        axes = drawn.subplots()
        firsts = [next(row for row in self.rows if row["setting"] == picked) for picked in self.plan.settings]
        labels = [", ".join(picked.values()) or "as it stands" for picked in self.plan.settings]
        places = list(range(len(firsts)))
        known = [
            (n, -100 * float(row["exact"])) for n, row in zip(places, firsts, strict=True) if row["exact"] is not None
        ]
        axes.plot([n for n, _ in known], [edge for _, edge in known], color="#1f5b4d", marker="o", label="exact")
        played = [
            (n, row["played"]) for n, row in zip(places, firsts, strict=True) if row["played"] and row["played"].rounds
        ]
        if played:
            axes.errorbar(
                [n for n, _ in played], [-100 * float(tally.estimate) for _, tally in played],
                yerr=[196 * tally.standard_error for _, tally in played], fmt="x", color="#a3272a", label="simulated, 95 %",
            )  # fmt: skip
        every = max(1, len(places) // 24)
        axes.set_xticks(places[::every], labels[::every], rotation=0 if len(labels) < 10 else 60)
        axes.set(
            title=f"{self.plan.name}: {firsts[0]['wager']}",
            xlabel=", ".join(self.plan.sweep),
            ylabel="edge of the house, %",
        )
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
        return drawn

    def plot(self, path: Path) -> None:
        """Draws it into a file."""
        self.figure().savefig(drawable(path))


def _edge(edge: Fraction) -> str:
    return f"{float(edge):.4%}"


def run(
    of: Plan,
    kept: Path | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    told: Callable[[Progress], None] | None = None,
) -> Findings:
    """Runs a study, or what is missing of it. Ctrl-C stops it; what was counted by then is kept."""
    studies = of.studies()
    made = [kernels_once(one) for one in studies] if of.rounds else [[] for _ in studies]
    about = digest([
        SCHEMA, BATCH, of.seed, of.rounds, [one.edition.digest for one in studies], of.shoe,
        [] if studies[0].own is None else [studies[0].own.name, studies[0].own.key],
        [[len(kernel.ways[0].nets) for kernel in kernels] for kernels in made],
    ])  # fmt: skip
    counted = Counted.read(kept, about)
    jobs = {
        (setting, piece[0], piece[1]): (one, of.seed, piece)
        for setting, (one, kernels) in enumerate(zip(studies, made, strict=True))
        for piece in batches(of.rounds, len(kernels))
    }
    began = time.monotonic()
    whole = count(jobs, counted, executor or (Pool(workers) if workers > 1 else Inline()), told)
    reports = []
    for setting, (one, kernels) in enumerate(zip(studies, made, strict=True)):
        exact = {(odds.wager, odds.strategy): odds for odds in wager_odds(one) if not odds.given}
        tallies = counted.tallies(kernels, exact, setting)
        reports.append(Report(one, of.seed, of.rounds, tallies, time.monotonic() - began, workers))
    return Findings(of, studies, reports, whole)


class Awhile(Inline):
    """Batches one after another until so many seconds are over, and one at least."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def run(self, jobs: list[Job]) -> Iterator[tuple[int, list[int]]]:
        end = time.monotonic() + self.seconds
        for found in super().run(jobs):
            yield found
            if time.monotonic() > end:
                raise KeyboardInterrupt


def count(
    jobs: Mapping[Place, Job], counted: Counted, executor: Executor, told: Callable[[Progress], None] | None = None
) -> bool:
    """Plays what is missing of some batches, and keeps it on the way; whether everything is counted. Ctrl-C stops it."""
    missing = [place for place in jobs if place[2] not in counted.done.get(place[:2], ())]
    began, before, here = time.monotonic(), counted.seconds, 0
    try:
        for n, counts in executor.run([jobs[place] for place in missing]):
            counted.seconds = before + time.monotonic() - began
            counted.add(*missing[n], counts)
            here += 1
            if told is not None:
                told(Progress(len(jobs) - len(missing) + here, len(jobs), here, time.monotonic() - began))
    except KeyboardInterrupt:
        pass
    finally:
        if here:
            counted.write()
    return here == len(missing)
