"""Reach: which sites of the sample each worked case and each quick test comes by, and what it costs.

Before every statement that a site stands in a mark is put, which notes that somebody came by and costs next to nothing. As a
plugin of pytest (``-p tests.mutants.reach``) it notes this for tests, into the file that ``HOUSEWAY_REACH`` names.
"""

from __future__ import annotations

import builtins
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import groupby, zip_longest
from pathlib import Path

import pytest

from tests.mutants.code import forget, take_up
from tests.mutants.sites import ROOT, Site, marked, sample

MARK = "houseway_came_by"
CACHED = (
    "cached"  # who comes by a site of which the house keeps what came of it: whoever tries it must let go of that first
)


@dataclass
class Called:
    """The sites that a case or a test comes by, by their keys, and what it costs."""

    sites: list[str] = field(default_factory=list)
    seconds: float = 0.0


Reach = dict[str, Called]  # by case or test


def put_marks() -> set[str]:
    """Marks every site of the sample; the set into which the marks put their keys."""
    seen: set[str] = set()
    setattr(builtins, MARK, seen.add)
    by_path: defaultdict[str, list[Site]] = defaultdict(list)
    for site in sample():
        by_path[site.path].append(site)
        import_module(site.module)
    for path, chosen in by_path.items():
        take_up(ROOT / path, marked(ROOT / path, chosen, MARK))
    return seen


@contextmanager
def called(seen: set[str]) -> Iterator[Called]:
    """What is come by within."""
    found = Called()
    seen.clear()
    began = time.process_time()
    try:
        yield found
    finally:
        found.seconds = round(time.process_time() - began, 3)
        found.sites = sorted(seen)


def by_site(reach: Reach, group: dict[str, str]) -> dict[str, list[str]]:
    """By site, who comes by, in the order in which they are asked: the cheapest first, and one book after the other (``group``),
    because twenty cases of one book see the same."""
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for who, calls in sorted(reach.items(), key=lambda item: item[1].seconds):
        for site in calls.sites:
            found[site][group.get(who, who)].append(who)
    return {site: list(_in_turn(groups.values())) for site, groups in found.items()}


def _in_turn(groups: Iterable[list[str]]) -> Iterator[str]:
    for turn in zip_longest(*groups):
        yield from (who for who in turn if who is not None)


def of_cases() -> Reach:
    """By case; each comes to what was kept of it, or else every mutant would be noticed by it. What the first case of a book
    comes by only the first time, the house keeps afterwards: it counts for every case of the book."""
    from houseway import games
    from houseway.floor import scenario
    from houseway.testing.came_to import came_to, kept
    from houseway.testing.vocabulary import same_luck

    seen = put_marks()
    found: Reach = {CACHED: Called()}
    others = []
    with same_luck():
        for _, cases in groupby(list(scenario.every_case()), lambda case: case.book):
            forget()
            first, *more = cases
            with called(seen) as once:
                came_to(first)
            told: dict[str, str] = {}
            for case in (first, *more):
                with called(seen) as found[case.id]:
                    told[case.id] = came_to(case)
            once.sites = sorted({*once.sites} - {*found[first.id].sites})
            for case in (first, *more):
                found[case.id].sites += once.sites
            found[CACHED].sites += once.sites
            others += [id for id, digest in told.items() if digest != kept(games.book(first.book)[0].game).get(id)]
    if others:
        raise SystemExit(f"keep first what cases come to: python -m houseway.testing.came_to ({', '.join(others)})")
    return found


_tests: Reach = {}
_seen: set[str] = set()


def pytest_collection_finish() -> None:
    global _seen
    _seen = put_marks()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:  # with what prepares the test
    with called(_seen) as _tests[item.nodeid]:
        result = yield
    return result


def pytest_sessionfinish() -> None:
    if where := os.environ.get("HOUSEWAY_REACH"):
        path = Path(where)
        keep((read(path) if path.exists() else {}) | _tests, path)


def keep(reach: Reach, path: Path) -> None:
    path.write_text(json.dumps({who: [calls.seconds, calls.sites] for who, calls in reach.items()}), encoding="utf-8")


def read(path: Path) -> Reach:
    kept = json.loads(path.read_text(encoding="utf-8"))
    return {who: Called(sites, seconds) for who, (seconds, sites) in kept.items()}
