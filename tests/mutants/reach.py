"""Reach: which functions of the house each worked case and each quick test calls.

As a plugin of pytest (``-p tests.mutants.reach``) it notes this for tests, into the file that ``HOUSEWAY_REACH`` names.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.mutants.sites import PARTS, ROOT

HOUSE = tuple(str(ROOT / "houseway" / part) for part in PARTS)


@dataclass
class Called:
    """What a case or a test calls of the house, as sites name functions (``houseway/play/felt.py:felt``), and what it costs."""

    functions: list[str] = field(default_factory=list)
    seconds: float = 0.0


Reach = dict[str, Called]  # by case or test


@contextmanager
def called() -> Iterator[Called]:
    """The functions of the house that are called within. A tracer that wants to see no line is called at each call alone."""
    seen: set[CodeType] = set()
    found = Called()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        seen.add(frame.f_code)

    before, began = sys.gettrace(), time.process_time()
    threading.settrace(note)
    sys.settrace(note)
    try:
        yield found
    finally:
        sys.settrace(before)
        threading.settrace(before)
        found.seconds = round(time.process_time() - began, 3)
        house = (code for code in seen if code.co_filename.startswith(HOUSE))
        found.functions = sorted({_named(code) for code in house})


def _named(code: CodeType) -> str:
    outer = code.co_qualname.partition(".<locals>")[0]
    return f"{os.path.relpath(code.co_filename, ROOT)}:{outer}"


def by_function(reach: Reach, group: dict[str, str]) -> dict[str, list[str]]:
    """By function, who calls it, in the order in which they are asked: whoever calls least looks closest, and one book after the
    other (``group``), because twenty cases of one book see the same."""
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for who, calls in sorted(reach.items(), key=lambda item: len(item[1].functions)):
        for function in calls.functions:
            found[function][group.get(who, who)].append(who)
    return {function: list(_in_turn(groups.values())) for function, groups in found.items()}


def _in_turn(groups: Iterable[list[str]]) -> Iterator[str]:
    for turn in zip_longest(*groups):
        yield from (who for who in turn if who is not None)


def of_cases() -> Reach:
    """By case; each comes to what was kept of it, or else every mutant would be noticed by it."""
    from houseway import games
    from houseway.floor import scenario
    from houseway.testing.came_to import came_to, kept
    from houseway.testing.vocabulary import same_luck

    found: Reach = {}
    others = []
    with same_luck():
        for case in scenario.every_case():
            with called() as found[case.id]:
                verdict = scenario.run_case(case)  # by the same luck, which takes its place
            if came_to(verdict) != kept(games.book(case.book)[0].game).get(case.id):
                others.append(case.id)
    if others:
        raise SystemExit(f"keep first what cases come to: python -m houseway.testing.came_to ({', '.join(others)})")
    return found


_tests: Reach = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:  # with what prepares the test
    with called() as _tests[item.nodeid]:
        result = yield
    return result


def pytest_sessionfinish() -> None:
    if where := os.environ.get("HOUSEWAY_REACH"):
        keep(_tests, Path(where))


def keep(reach: Reach, path: Path) -> None:
    path.write_text(
        json.dumps({who: [calls.seconds, calls.functions] for who, calls in reach.items()}), encoding="utf-8"
    )


def read(path: Path) -> Reach:
    kept = json.loads(path.read_text(encoding="utf-8"))
    return {who: Called(functions, seconds) for who, (seconds, functions) in kept.items()}
