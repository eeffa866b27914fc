"""Kept: exact results that were found before, so that nobody waits for the same figure twice.

A result is kept under all it depends on: the question, the values of the provisions, the shoe and whatever else was
supposed. The books as they stand have theirs in the package, ``figures.json`` in the folder of each game, written by
``python -m houseway.lab.keep``; the suite fails where one is missing or is not what is found anew. What else somebody asks
is kept in a cache folder of their own, and there under the program's own text too, so that a mended program never reads
what it found before. A cache that is not there, cannot be written or holds something broken is no cache, and never an error.
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import os
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from houseway.forms import digest
from houseway.own_folders import own_folder

FIGURES = 1  # raised when figures are found or written in another way, and what was kept no longer serves
SHIPPED = "figures.json"
OFF = "off"
WORTH_KEEPING = 0.05  # seconds of work; what is found sooner is found again
PATIENCE = 0.4  # seconds after which somebody who waits is told what for
READ_WITHOUT_COMPILER = (
    "0.68.1",
)  # Numba's releases in which every loop of the house was read before anything was compiled
MOST = 4000  # results in a cache folder; beyond, the oldest go

_HOUSE = Path(__file__).parent.parent
progress = logging.getLogger("houseway.progress")


@dataclass(frozen=True)
class Question:
    """What is asked, and all that the answer depends on, as plain values."""

    game: str
    name: str  # "wagers"
    on: Any
    words: str = ""  # what somebody who waits for it reads

    @property
    def key(self) -> str:
        return digest([FIGURES, self.game, self.name, self.on])


_anew: ContextVar[bool] = ContextVar("anew", default=False)
_only: ContextVar[bool] = ContextVar("only", default=False)
_asked: ContextVar[list[tuple[Question, Any]] | None] = ContextVar("asked", default=None)
_remembered: dict[str, Any] = {}
_NOT_YET = object()


@contextmanager
def found_anew() -> Iterator[None]:
    """Within, nothing that was kept is used and nothing is kept: proofs and measurements find what they ask for."""
    before = _anew.set(True)
    try:
        yield
    finally:
        _anew.reset(before)


class NotKept(LookupError):
    """Somebody asked for what was found before, and it was not."""


@contextmanager
def only_kept() -> Iterator[None]:
    """Within, nothing is found that was not found before: whoever must not wait is told so instead."""
    before = _only.set(True)
    try:
        yield
    finally:
        _only.reset(before)


def takes_work(words: str) -> None:
    """Said before work that is not kept as such and takes long: whoever must not wait is told so instead."""
    if _only.get():
        raise NotKept(words)


@contextmanager
def recorded(anew: bool = False) -> Iterator[list[tuple[Question, Any]]]:
    """Within, every question that is asked is written down with its answer; found anew if so wished, and then once."""
    asked: list[tuple[Question, Any]] = []
    before = _anew.set(anew), _asked.set(asked)
    try:
        yield asked
    finally:
        _anew.reset(before[0])
        _asked.reset(before[1])


def kept(question: Question, find: Callable[[], Any]) -> Any:
    """The answer, from memory, from the package or from the cache; or found, and kept if it was worth the work.

    Answers are made of text, whole numbers, floats, fractions, lists, tuples and dicts named by text."""
    asked = _asked.get()
    if _anew.get():
        known = (answer for before, answer in asked or () if before.key == question.key)
        answer = next(known, _NOT_YET)
        answer = find() if answer is _NOT_YET else answer
    else:
        answer = _kept(question, find)
    if asked is not None:
        asked.append((question, answer))
    return answer


def _kept(question: Question, find: Callable[[], Any]) -> Any:
    key = question.key
    if key in _remembered:
        return _remembered[key]
    written = shipped(question.game).get(key)
    if written is None:
        written = _cached(key, question.game)
    if written is not None:
        return _remember(key, restored(written))
    if _only.get():
        raise NotKept(question.words or question.name)
    with announced(question.words):
        began = time.process_time()
        found = find()
        took = time.process_time() - began
    if took > WORTH_KEEPING:
        _keep(key, question, found)
    return _remember(key, found)


def _remember(key: str, answer: Any) -> Any:
    if len(_remembered) > 500:
        _remembered.clear()
    _remembered[key] = answer
    return answer


# Plain values and back


def plain(value: Any) -> Any:
    """An answer as JSON has it: a fraction is marked by a stroke, a tuple by brackets."""
    if isinstance(value, Fraction):
        return {"/": str(value)}
    if isinstance(value, tuple):
        return {"()": [plain(item) for item in value]}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    assert value is None or isinstance(value, (str, bool, int, float)), f"{value!r} is not kept"
    return value


def restored(doc: Any) -> Any:
    if isinstance(doc, list):
        return [restored(item) for item in doc]
    if not isinstance(doc, dict):
        return doc
    if len(doc) == 1:
        if "/" in doc:
            return _fraction(doc["/"])
        if "()" in doc:
            return tuple(restored(item) for item in doc["()"])
    return {name: restored(item) for name, item in doc.items()}


@cache
def _fraction(text: str) -> Fraction:
    return Fraction(text)


def packed(numbers: bytes) -> str:
    """The bytes of an array as text."""
    return base64.b64encode(zlib.compress(numbers, 9)).decode()


def unpacked(text: str) -> bytes:
    """Numbers as they were before they were packed."""
    return zlib.decompress(base64.b64decode(text))


# In the package


@cache
def shipped(game: str) -> dict[str, Any]:
    """The results that come with the house, by key."""
    path = _HOUSE / "games" / game / SHIPPED
    if not path.exists():
        return {}
    entries = json.loads(path.read_text(encoding="utf-8"))["results"]
    return {entry["key"]: entry["result"] for entry in entries}


# In somebody's cache


def cache_folder() -> Path | None:
    """Where this person's results are kept: HOUSEWAY_CACHE, or the cache folder of the system; None if it is switched off."""
    told = os.environ.get("HOUSEWAY_CACHE")
    if told == OFF:
        return None
    try:
        return own_folder("cache", told)
    except RuntimeError:  # nobody's home
        return None


def text_of(*places: str) -> str:
    """One number for the files under some folders of the house, tests aside."""
    text = hashlib.sha256()
    for folder in (_HOUSE / place for place in places):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".md")):
            if "tests" not in path.parts:
                text.update(path.relative_to(_HOUSE).as_posix().encode() + path.read_bytes())
    return text.hexdigest()


@cache
def _program(game: str) -> str:
    """The program's own text, as far as a game's figures can depend on it."""
    own = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(_HOUSE.glob("*.py"))))
    return own.hexdigest() + text_of("law", "kit", "play", "odds", "figures", f"games/{game}")


def _place(key: str, game: str) -> Path | None:
    folder = cache_folder()
    return None if folder is None else folder / "figures" / f"{digest([key, _program(game)])}.json"


def _cached(key: str, game: str) -> Any:
    path = _place(key, game)
    if path is None:
        return None
    try:
        doc = json.loads(path.read_bytes())
        whole = doc["key"] == key and doc["digest"] == _sum(doc["result"])
        return doc["result"] if whole else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _keep(key: str, question: Question, found: Any) -> None:
    """Writes a result whole or not at all."""
    path = _place(key, question.game)
    if path is None:
        return
    result = plain(found)
    doc = {"key": key, "question": question.name, "digest": _sum(result), "result": result}
    unfinished = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _tidy(path.parent)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".new", delete=False) as file:
            unfinished = file.name
            json.dump(doc, file)
        os.replace(unfinished, path)
    except OSError:
        if unfinished:
            Path(unfinished).unlink(missing_ok=True)


def _tidy(folder: Path) -> None:
    files = [(entry.stat().st_mtime, entry.path) for entry in os.scandir(folder) if entry.is_file()]
    for _, path in sorted(files)[: max(0, len(files) - MOST)]:
        Path(path).unlink(missing_ok=True)


def _sum(result: Any) -> str:
    return hashlib.sha256(json.dumps(result, sort_keys=True).encode()).hexdigest()


# Telling whoever waits


@contextmanager
def announced(words: str) -> Iterator[None]:
    """Says what is being done if it takes longer than a moment."""
    if not words or not progress.isEnabledFor(logging.INFO):
        yield
        return
    timer = threading.Timer(PATIENCE, progress.info, (words,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def tell_of_compiling() -> None:
    """From here on, the first loop that has to be compiled is told of; the next time it is read from where it was put.

    Numba makes ready all that compiling needs, which takes about as long as to import it, also where a loop is only read. Here
    that waits until there is something to compile, in releases whose loops were all read so: Numba promises nothing of it."""
    if _listening:
        return
    import numba
    from numba.core import event
    from numba.core.registry import cpu_target
    from numba.core.runtime.nrt import rtsys

    context: Any = cpu_target.target_context
    waits = numba.__version__ in READ_WITHOUT_COMPILER

    class Compiling(event.Listener):
        begun = False

        def on_start(self, event: Any) -> None:
            if not self.begun:
                self.begun = True
                progress.info("compiling, once; the next time it is ready")
                if waits:
                    del context.refresh
                    context.refresh()

        def on_end(self, event: Any) -> None:
            pass

    if waits:
        context.refresh = lambda: rtsys.initialize(context)  # what running needs
    _listening.append(Compiling())
    event.register("numba:compile", _listening[0])  # type: ignore[no-untyped-call]


_listening: list[Any] = []
