"""Trying: one mutant in a process of its own, against the cases and tests that reach it.

The process is a fork of one that has read the whole house, so that only the changed function is new: it gets its new code, and
whoever holds the function holds the changed one. It ends with what killed it, or with nothing.
"""

from __future__ import annotations

import gc
import io
import os
import resource
import signal
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

from houseway.floor.scenario import Case, run_case
from tests.mutants.sites import ROOT, Site, mutated

SECONDS = 240  # of a processor; a mutant that takes longer than all its tests do goes round in a circle

KILLED, SURVIVED, ENDLESS = "killed", "survived", "endless"


@dataclass(frozen=True)
class Tried:
    end: str
    by: str = ""  # the case or test that noticed


def try_out(site: Site, cases: Sequence[Case], tests: Sequence[str]) -> Tried:
    """What becomes of a mutant."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _limit()
        told = "error"
        try:
            told = _noticed(site, cases, tests)
        finally:
            os.write(writing, told.encode()[:4000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Tried(ENDLESS if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else KILLED, "its process died")
    return Tried(KILLED, told) if told else Tried(SURVIVED)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


def _noticed(site: Site, cases: Sequence[Case], tests: Sequence[str]) -> str:
    take_up(site)
    for case in cases:
        if not run_case(case).holds:
            return case.id
    if not tests:
        return ""
    import pytest

    failed = _First()
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        os.chdir(ROOT)
        pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", *tests], plugins=[failed])
    return failed.test


class _First:
    """The first test that failed."""

    test = ""

    def pytest_runtest_logreport(self, report: object) -> None:
        if getattr(report, "failed", False) and not self.test:
            self.test = str(getattr(report, "nodeid", "a test"))

    def pytest_collectreport(self, report: object) -> None:
        if getattr(report, "failed", False) and not self.test:
            self.test = f"reading {getattr(report, 'nodeid', 'the tests')}"


def take_up(site: Site) -> int:
    """Gives every function that has the old code the new one; how many there were."""
    path = ROOT / site.path
    old = compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)
    changed = {was: new for was, new in _pairs(old, mutated(site)) if was != new}
    taken = 0
    for held in gc.get_objects():
        if isinstance(held, FunctionType) and held.__code__.co_filename == str(path) and held.__code__ in changed:
            held.__code__ = changed[held.__code__]
            taken += 1
    return taken


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code of each function before and after."""
    yield old, new
    inner = [[part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new)]
    for was, is_now in zip(*inner, strict=False):
        if was.co_name == is_now.co_name:
            yield from _pairs(was, is_now)


def path_of(site: Site) -> Path:
    return ROOT / site.path
