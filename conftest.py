"""For every test: no example is judged by the clock or left to chance, no figure comes from a cache, and quick stays quick.

``make quick`` leaves out two kinds of tests. ``real`` ones start processes, a browser or a server: who asks for the fixtures
below or for PostgreSQL, or whose own code, fixtures or helpers name ``subprocess`` or ``uvicorn``, is marked by that; others
say so where they are written. One that starts a process without the mark fails, so that no list has to be kept. ``long`` ones
compute for long or play long machines: who speaks of ``simulate`` is marked by that, others say so where they are written, or
by the name of their file, ``…_figures.py``.

Hypothesis takes the same examples every time, and the house of a test deals the same cards, so that nothing fails by chance;
``make prove`` explores with fresh ones (``HOUSEWAY_EXPLORE=1``), and what fails there prints how to repeat it.
"""

from __future__ import annotations

import asyncio
import fcntl
import gc
import inspect
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

os.environ["HOUSEWAY_CACHE"] = "off"  # what comes with the house may be used; what somebody found before may not
os.environ["PYTHONDONTWRITEBYTECODE"] = (
    ""  # workers and processes of the tests read what one of them compiled, as under make
)
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).parent / ".tools" / "pycache"))


def _folder_in_memory() -> None:
    """Tests keep their databases in memory that looks like a disk, where there is room for them and programs may be started:
    a flush is as real, and nobody waits for other people's disks. ``TMPDIR`` names any other place."""
    shared = Path("/dev/shm")
    if "TMPDIR" in os.environ or not shared.is_dir():
        return
    room = os.statvfs(shared)
    if room.f_bavail * room.f_frsize > ROOM and not room.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(shared)


ROOM = 2 << 30
_folder_in_memory()
settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("exploring", deadline=None, print_blob=True)
settings.load_profile("exploring" if os.environ.get("HOUSEWAY_EXPLORE") else "house")

REAL = {"relief", "chromium", "cluster"}  # fixtures that start processes
STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system")

MANY = 300  # tests in one file

_quick_test = ""  # the one that runs now
_started: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "real: starts processes, a browser or a server; not in make quick")
    config.addinivalue_line("markers", "long: computes for long, or plays long machines; not in make quick")
    config.addinivalue_line("markers", "proof: computes for longer than make test has time; in make prove")
    sys.addaudithook(_watch)
    gc.disable()  # until everything is collected


def pytest_collection_finish() -> None:
    """What is there when the first test begins stays until the last has ended: nobody looks through it for rubbish again."""
    gc.collect()
    gc.freeze()
    gc.enable()
    if "numba" in sys.modules and os.environ.get("NUMBA_CACHE_DIR"):
        _compile_once(Path(os.environ["NUMBA_CACHE_DIR"]))


def _compile_once(folder: Path) -> None:
    """Where a worker compiles a loop, another that needs the same one waits for it and then reads it."""
    dispatcher: Any = import_module("numba.core.dispatcher").Dispatcher
    compiled = dispatcher.compile
    folder.mkdir(parents=True, exist_ok=True)

    def compile(self: Any, signature: Any) -> Any:
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        with (folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            return compiled(self, signature)

    dispatcher.compile = compile


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    _leave_to_prove(config, items)
    known: dict[Any, set[str]] = {}
    for item in items:
        spoken = _spoken(getattr(item, "obj", None), known).union(*(_spoken(of, known) for of in _fixtures(item)))
        asked = REAL.intersection(getattr(item, "fixturenames", ()))
        cases = getattr(item, "callspec", None)
        postgresql = cases is not None and "postgresql" in cases.params.values()
        if asked or postgresql or spoken & {"subprocess", "uvicorn"}:
            item.add_marker("real")
        if "simulate" in spoken or item.path.stem.endswith("_figures"):
            item.add_marker("long")
    _costly_first(items)


def _leave_to_prove(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The same test on more of the same, ``proof``, is for ``make prove``, or for whoever asks for it by ``-m proof``."""
    if os.environ.get("HOUSEWAY_EXPLORE") or "proof" in config.getoption("markexpr"):
        return
    left = [item for item in items if item.get_closest_marker("proof")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not item.get_closest_marker("proof")]


def _costly_first(items: list[pytest.Item]) -> None:
    """A worker takes file after file, so that what a file prepares is prepared once. Those of many tests come first, then
    those that wait for processes, then those that compute for long: the small ones at the end leave no worker without work."""
    count = Counter(item.path for item in items)
    marked = {(item.path, mark) for item in items for mark in ("real", "long") if item.get_closest_marker(mark)}
    items.sort(key=lambda at: (count[at.path] < MANY, (at.path, "real") not in marked, (at.path, "long") not in marked))


def _fixtures(item: pytest.Item) -> Iterator[Any]:
    """The functions that prepare what a test asks for."""
    info = getattr(item, "_fixtureinfo", None)
    for known in info.name2fixturedefs.values() if info is not None else ():
        yield known[-1].func


def _spoken(function: Any, known: dict[Any, set[str]]) -> set[str]:
    """The words that a test speaks, by itself or by a function of the tests that it calls."""
    function = inspect.unwrap(function) if callable(function) else function  # a cache around it says nothing
    code = getattr(function, "__code__", None)
    if code is None or "/tests/" not in code.co_filename:
        return set()
    if function not in known:
        known[function] = set()  # those who call each other end here
        parts = [code, *(part for part in code.co_consts if hasattr(part, "co_names"))]
        names = {name for part in parts for name in part.co_names}
        called = (function.__globals__.get(name) for name in names)
        known[function] = names.union(*(_spoken(each, known) for each in called))
    return known[function]


def _watch(event: str, given: tuple[Any, ...]) -> None:
    if _quick_test and event in STARTS:
        _started.append(f"{event} {given[0] if given else ''}".strip())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    global _quick_test
    _started.clear()
    _quick_test = "" if item.get_closest_marker("real") else item.nodeid
    try:
        return (yield)
    finally:
        _quick_test = ""


@contextmanager
def _own_thread(item: pytest.Item) -> Iterator[None]:
    """Playwright keeps an event loop running in this thread for as long as the browser lives; to a test that asks for no page
    the thread is its own."""
    running = asyncio._get_running_loop()
    if running is None or "chromium" in getattr(item, "fixturenames", ()):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    if not os.environ.get("HOUSEWAY_EXPLORE"):
        _same_luck(item.nodeid)
    with _own_thread(item):
        return (yield)


def _same_luck(test: str) -> None:
    """A house that a test opens in its own process deals the same cards in every run, so that no test fails by what was dealt."""
    sources: Any = import_module("houseway.floor.sources")
    sources.secrets = import_module("houseway.testing.luck").Luck(test)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with _own_thread(item):
        result = yield
    if _started:
        pytest.fail(f"starts {_started[0]} and is not marked real, as docs/testing.md asks", pytrace=False)
    return result
