"""Trying: one mutant in a process of its own, against the cases and tests that reach it.

The process is a fork of one that has read the whole house, so that only the changed function is new: it gets its new code, and
whoever holds the function holds the changed one. Books that the other has read stay read, unless the change is in what reads
them (``anew``). It ends with what killed it, or with nothing.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from houseway import games
from houseway.floor.scenario import Case
from houseway.testing.came_to import came_to, kept
from houseway.testing.vocabulary import same_luck
from tests.mutants.code import forget, take_up
from tests.mutants.sites import ROOT, Site, mutated

SECONDS = 10  # of a processor; a mutant that takes longer, and longer than all its tests do, goes round in a circle
IDLE = 60  # seconds by the clock, after which one that waits for what never comes, and does nothing else, is stopped

KILLED, SURVIVED, ENDLESS, UNTRIED = "killed", "survived", "endless", "untried"
NOT_TAKEN_UP, BROKE_DOWN = "nothing had the old code", "the trial itself broke down"


@dataclass(frozen=True)
class Tried:
    end: str
    by: str = ""  # the case or test that noticed


def try_out(
    site: Site | None, cases: Sequence[Case], tests: Sequence[pytest.Item], seconds: float = 0, anew: bool = True
) -> Tried:
    """What becomes of a mutant; without one, of the house as it is. ``seconds`` are what all of them take as a rule."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _limit(SECONDS + int(3 * seconds))
        told = BROKE_DOWN
        try:
            told = _noticed(site, cases, tests, anew)
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
    _stop_if_idle(time.process_time() - IDLE)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


def _stop_if_idle(spent: float) -> None:
    """Looks again after a while; on a busy machine it may be that little was done, and not that nothing is left to do."""
    if time.process_time() - spent < 0.002:  # who waits spends nothing; who is kept waiting by others, a little
        os.kill(os.getpid(), signal.SIGKILL)
    now = time.process_time()
    signal.signal(signal.SIGALRM, lambda *_: _stop_if_idle(now))
    signal.alarm(IDLE)


def _noticed(site: Site | None, cases: Sequence[Case], tests: Sequence[pytest.Item], anew: bool) -> str:
    if site is not None and not take_up(ROOT / site.path, mutated(site)):
        return NOT_TAKEN_UP
    if anew:
        forget()
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
        return came_to(case) == kept(games.book(case.book)[0].game).get(case.id)  # and it held when it was kept
    except Exception:
        return False
