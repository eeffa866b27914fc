"""A terminal: a line of ``houseway`` run in this process, and what somebody at a terminal would have of it.

It is the program's own entry point with these words, this standard input and this environment; only the interpreter is not
started anew, which costs more than most answers. What a process would take along when it ends is put back: the environment,
the books that were read for ``--books``, context variables, who is told of progress. ``tests/test_cli.py`` holds a
line of each kind against a process of its own.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
from collections.abc import Iterator
from contextvars import copy_context
from subprocess import CompletedProcess

from houseway import games
from houseway.cli import main


def typed(*words: str, stdin: str = "", **env: str) -> CompletedProcess[str]:
    """The line run to its end: exit code, standard output and standard error."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    code: object = None
    with (
        _books_read_for(words),
        _as_a_process(stdin, env),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
    ):
        try:
            copy_context().run(main, list(words))
        except SystemExit as end:
            code = end.code
    assert code is None or isinstance(code, int), code
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams)  # type: ignore[attr-defined]
    return CompletedProcess(words, code or 0, out, err)


@contextlib.contextmanager
def _as_a_process(stdin: str, env: dict[str, str]) -> Iterator[None]:
    outside, keyboard = dict(os.environ), sys.stdin
    progress = logging.getLogger("houseway.progress")
    told = progress.handlers[:], progress.level, progress.propagate
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    os.environ.update(env)
    try:
        yield
    finally:
        sys.stdin = keyboard
        os.environ.clear()
        os.environ.update(outside)
        progress.handlers[:], progress.level, progress.propagate = told


@contextlib.contextmanager
def _books_read_for(words: tuple[str, ...]) -> Iterator[None]:
    """A process reads its books once; a line that names others finds none read, and leaves none."""
    if "--books" not in words:
        yield
        return
    games.read_again()
    try:
        yield
    finally:
        games.read_again()
