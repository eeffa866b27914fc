"""Reach: which functions of the house each worked case and each quick test calls.

As a plugin of pytest (``-p tests.mutants.reach``) it notes this for tests, into the file that ``HOUSEWAY_REACH`` names.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.mutants.sites import PARTS, ROOT

HOUSE = tuple(str(ROOT / "houseway" / part) for part in PARTS)
Reach = dict[str, list[str]]  # by case or test, the functions: "houseway/play/felt.py:felt"


@contextmanager
def called() -> Iterator[set[str]]:
    """The functions of the house that are called within, as sites name them."""
    seen: set[CodeType] = set()
    found: set[str] = set()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
        for code in seen:
            if code.co_filename.startswith(HOUSE):
                outer = code.co_qualname.partition(".<locals>")[0]
                found.add(f"{os.path.relpath(code.co_filename, ROOT)}:{outer}")


def of_cases() -> Reach:
    """By case; each comes to what was kept of it, or else every mutant would be noticed by it."""
    from houseway import games
    from houseway.floor.scenario import every_case, run_case
    from houseway.testing.came_to import came_to, kept
    from houseway.testing.vocabulary import same_luck

    found, others = {}, []
    with same_luck():
        for case in every_case():
            with called() as functions:
                verdict = run_case(case)
            found[case.id] = sorted(functions)
            if came_to(verdict) != kept(games.book(case.book)[0].game).get(case.id):
                others.append(case.id)
    if others:
        raise SystemExit(f"keep first what cases come to: python -m houseway.testing.came_to ({', '.join(others)})")
    return found


_tests: Reach = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with called() as functions:
        result = yield
    _tests[item.nodeid] = sorted(functions)
    return result


def pytest_sessionfinish() -> None:
    if where := os.environ.get("HOUSEWAY_REACH"):
        Path(where).write_text(json.dumps(_tests), encoding="utf-8")
