"""Extras: what a plain ``pip install houseway`` leaves out, and the one line said when it is wanted after all.

The core reads, plays, replays, values and simulates every book. A library that only one part needs belongs to an extra of the
package, and is imported when that part is called; ``needed_for`` turns its absence into the name of the extra.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from houseway.complaint import Complaint

# By the name a library is imported under. tests/test_install.py holds this against pyproject.toml and every import we make.
EXTRAS = {
    **dict.fromkeys(
        ("argon2", "cryptography", "fastapi", "jinja2", "markupsafe", "prometheus_client", "pydantic", "pysqlite3",
         "starlette", "uvicorn", "uvloop", "webauthn", "websockets", "xlsxwriter"),
        "serve",
    ),
    "fpdf": "pdf", "segno": "pdf",
    "matplotlib": "plot",
    "polars": "data",
    "dask": "cluster", "distributed": "cluster",
    "gymnasium": "rl", "pettingzoo": "rl",
    "psycopg": "postgres", "httpx": "postgres",
}  # fmt: skip


class MissingExtra(Complaint, ImportError):
    """A library that only this part of the house needs is not installed."""


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Names the extra, should a library of it be missing within; anything else that is missing is a mistake of ours."""
    try:
        yield
    except ModuleNotFoundError as missing:
        extra = EXTRAS.get((missing.name or "").partition(".")[0])
        if extra is None:
            raise
        raise MissingExtra(f"{what} needs houseway[{extra}]: pip install 'houseway[{extra}]'") from None


def import_extra(name: str, what: str) -> Any:
    """A library of an extra, ready to use; asked for before the work that would be lost without it."""
    with needed_for(what):
        found = import_module(name)
    return found
