"""Own folders: where a system keeps what belongs to one person, results that can be found again and what cannot."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

_PLACES = {"cache": ("XDG_CACHE_HOME", ("Library", "Caches"), (".cache",)),
           "data": ("XDG_DATA_HOME", ("Library", "Application Support"), (".local", "share"))}  # fmt: skip


def own_folder(kind: Literal["cache", "data"], told: str | None) -> Path:
    """The folder that somebody named, or ours in the system's. Raises RuntimeError where nobody has a home."""
    return Path(told).expanduser() if told else _of_the_system(kind) / "houseway"


def _of_the_system(kind: str) -> Path:
    variable, of_a_mac, at_home = _PLACES[kind]
    if os.environ.get(variable):
        return Path(os.environ[variable])
    if sys.platform == "darwin":
        return Path.home().joinpath(*of_a_mac)
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    return Path.home().joinpath(*at_home)
