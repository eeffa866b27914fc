"""Trying: one mutant in a process of its own, against the cases and tests that reach it.

The process is a fork of one that has read the whole house, so that only the changed function is new: it gets its new code, and
whoever holds the function holds the changed one. It ends with what killed it, or with nothing.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from _pytest.runner import runtestprotocol

from houseway import games
from houseway.floor import scenario
from houseway.floor.scenario import Case
from houseway.testing.came_to import came_to, kept
from houseway.testing.vocabulary import same_luck
from tests.mutants.sites import ROOT, Site, mutated

SECONDS = 30  # of a processor; a mutant that takes longer, and longer than all its tests do, goes round in a circle
IDLE = 900  # seconds by the clock, after which one that waits for what never comes is stopped

KILLED, SURVIVED, ENDLESS, UNTRIED = "killed", "survived", "endless", "untried"
NOT_TAKEN_UP, BROKE_DOWN = "nothing had the old code", "the trial itself broke down"


@dataclass(frozen=True)
class Tried:
    end: str
    by: str = ""  # the case or test that noticed


def try_out(site: Site | None, cases: Sequence[Case], tests: Sequence[pytest.Item], seconds: float = 0) -> Tried:
    """What becomes of a mutant; without one, of the house as it is. ``seconds`` are what all of them take as a rule."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _limit(SECONDS + int(3 * seconds))
        told = BROKE_DOWN
        try:
            told = _noticed(site, cases, tests)
        finally:
            os.write(writing, told.encode()[:4000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    shutil.rmtree(folder_of(child), ignore_errors=True)
    if os.WIFSIGNALED(status):
        stopped = (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM)
        return Tried(ENDLESS if os.WTERMSIG(status) in stopped else KILLED, "its process died")
    if told in (NOT_TAKEN_UP, BROKE_DOWN):
        return Tried(UNTRIED, told)
    return Tried(KILLED, told) if told else Tried(SURVIVED)


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(IDLE)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


def _noticed(site: Site | None, cases: Sequence[Case], tests: Sequence[pytest.Item]) -> str:
    if site is not None and not take_up(site):
        return NOT_TAKEN_UP
    _forget()
    with same_luck():
        for case in cases:
            if not _as_kept(case):
                return case.id
    os.chdir(ROOT)
    if tests:
        _own_folder(tests[0].config)
    for item, after in zip(tests, (*tests[1:], None), strict=False):
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return item.nodeid
    return ""


def _own_folder(config: pytest.Config) -> None:
    """A folder for what these tests write, which others who run beside them do not clear away."""
    factory = config._tmp_path_factory  # type: ignore[attr-defined]
    factory._basetemp = folder_of(os.getpid())
    factory._basetemp.mkdir(parents=True)


def folder_of(process: int) -> Path:
    return Path(tempfile.gettempdir()) / f"houseway-mutant-{process}"


def _as_kept(case: Case) -> bool:
    """Whether a case holds, and comes to what it came to; one that cannot even be told does not."""
    try:
        verdict = scenario.run_case(case)
        return verdict.holds and came_to(verdict) == kept(games.book(case.book)[0].game).get(case.id)
    except Exception:
        return False


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


def _forget() -> None:
    """Lets go of whatever the house worked out or read before the change: it would hide the change."""
    for held in gc.get_objects():
        if isinstance(held, _lru_cache_wrapper) and str(held.__module__).startswith("houseway."):
            held.cache_clear()
    games.read_again()
    games._chapters.clear()


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code of each function before and after."""
    yield old, new
    inner = [[part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new)]
    for was, is_now in zip(*inner, strict=False):
        if was.co_name == is_now.co_name:
            yield from _pairs(was, is_now)
