"""Printing: tables and documents on standard output, notes on standard error."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any


def json_text(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def print_json(document: dict[str, Any]) -> None:
    print(json_text(document), end="")


def note(text: str) -> None:
    print(text, file=sys.stderr)


class _Notes(logging.Handler):
    """What the house says while it works, to whoever sits at the terminal."""

    def emit(self, record: logging.LogRecord) -> None:
        note(f"houseway: {record.getMessage()}")


def tell_of_progress() -> None:
    """From here on, work that takes a while is told of on standard error."""
    progress = logging.getLogger("houseway.progress")
    if not progress.handlers:
        progress.addHandler(_Notes())
        progress.setLevel(logging.INFO)
        progress.propagate = False


def colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def bold(text: str) -> str:
    return f"\033[1m{text}\033[0m" if colour() else text


def dim(text: str) -> str:
    return f"\033[2m{text}\033[0m" if colour() else text


def red(text: str) -> str:
    return f"\033[31m{text}\033[0m" if colour() else text


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Columns as wide as they must be; ``right`` names those set to the right."""
    listed = [list(map(str, row)) for row in rows]
    widths = [max([len(name), *(len(row[n]) for row in listed)]) for n, name in enumerate(columns)]

    def line(cells: Sequence[str]) -> str:
        padded = zip(cells, widths, strict=True)
        return "  ".join(c.rjust(w) if n in right else c.ljust(w) for n, (c, w) in enumerate(padded)).rstrip()

    print(bold(line(columns)))
    for row in listed:
        print(line(row))


def wrapped(text: str, indent: str = "") -> str:
    import shutil
    import textwrap

    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)
