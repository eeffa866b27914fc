"""Code: how a running house takes up other code, and lets go of what it worked out by the old one.

Functions and what the house keeps of their answers are looked for once: whoever forks afterwards finds them at once, and touches
little of the memory that it shares.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import CodeType, FunctionType

from houseway import games


@cache
def _functions() -> dict[str, list[FunctionType]]:
    found: defaultdict[str, list[FunctionType]] = defaultdict(list)
    gc.unfreeze()  # whoever collects tests sets aside what is there, and set aside it is not found
    for held in gc.get_objects():
        if isinstance(held, FunctionType) and "houseway" in held.__code__.co_filename:
            found[held.__code__.co_filename].append(held)
    return found


@cache
def _answers() -> list[_lru_cache_wrapper[object]]:
    return [
        held
        for held in gc.get_objects()
        if isinstance(held, _lru_cache_wrapper) and str(held.__module__).startswith("houseway.")
    ]


def look_round() -> None:
    """Finds everything; once all is imported."""
    _functions.cache_clear()
    _answers.cache_clear()
    _functions()
    _answers()


@cache
def _compiled(path: Path) -> CodeType:
    return compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)


def take_up(path: Path, new: CodeType) -> int:
    """Gives every function of this file that has the old code the new one; how many there were."""
    changed = {was: code for was, code in _pairs(_compiled(path), new) if was != code}
    taken = 0
    for held in _functions()[str(path)]:
        if held.__code__ in changed:
            held.__code__ = changed[held.__code__]
            taken += 1
    return taken


def forget() -> None:
    """Lets go of whatever the house worked out or read before the change: it would hide the change."""
    for held in _answers():
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
