"""Logs: what a floor says of itself, one JSON object to a line and nothing else.

The server under us, the event loop, threads that die and work that takes a while all speak through the same handler. What went
wrong with a request is told once, where it was caught (``problems``); the server's own copy of it is left out.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from types import TracebackType
from typing import Any, TextIO

log = logging.getLogger("houseway")

OTHERS = ("uvicorn", "uvicorn.error", "asyncio", "houseway.progress", "py.warnings", "concurrent.futures")
TWICE = ("Exception in ASGI application",)  # problems.py has told it


class JsonLines(logging.Formatter):
    """One JSON object to a line; whatever a name or a message contains, it stays on its line."""

    def format(self, record: logging.LogRecord) -> str:
        doc: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage().strip(),
            **getattr(record, "facts", {}),
        }
        if record.name != log.name:
            doc["from"] = record.name
        if record.exc_info:
            doc["trace"] = self.formatException(record.exc_info)
        return json.dumps(doc, ensure_ascii=True, default=str)


def _once(record: logging.LogRecord) -> bool:
    return not (record.name.startswith("uvicorn") and record.getMessage().strip().startswith(TWICE))


def log_to(stream: TextIO | None = None) -> None:
    """From here on everything this process says is a line of JSON on ``stream``."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_once)
    logging.captureWarnings(True)
    for name in (log.name, *OTHERS):
        one = logging.getLogger(name)
        one.handlers[:] = [handler]
        one.propagate = False
        one.setLevel(logging.INFO if name.startswith("houseway") else logging.WARNING)
    sys.excepthook = _died
    threading.excepthook = lambda given: _died(given.exc_type, given.exc_value, given.exc_traceback, given.thread)


def _died(
    kind: type[BaseException],
    wrong: BaseException | None,
    trace: TracebackType | None,
    thread: threading.Thread | None = None,
) -> None:
    where = f"thread {thread.name}" if thread is not None else "the process"
    told = (kind, wrong, trace) if wrong is not None else None
    log.critical("%s ended by %s: %s", where, kind.__name__, wrong, exc_info=told)


def note(what: str, **facts: Any) -> None:
    log.info(what, extra={"facts": facts})
