"""Own: the school of whoever sits at a terminal, in a file of their own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from houseway.complaint import Complaint
from houseway.ledger import open_ledger
from houseway.school.learners import School

FILE = "school.db"


class NoPlace(Complaint, OSError):
    """Progress cannot be kept where it was to be kept."""


def data_folder() -> Path:
    """Where this person's progress is kept: HOUSEWAY_DATA, or the data folder of the system."""
    told = os.environ.get("HOUSEWAY_DATA")
    try:
        return Path(told).expanduser() if told else _system_data() / "houseway"
    except RuntimeError:
        raise NoPlace("there is no home folder to keep progress in; name a folder with HOUSEWAY_DATA") from None


def _system_data() -> Path:
    if os.environ.get("XDG_DATA_HOME"):
        return Path(os.environ["XDG_DATA_HOME"])
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    return Path.home() / ".local" / "share"


def own_school(clock: Callable[[], datetime] = datetime.now, database: str = "") -> School:
    """The school in one's own file, or that of a house by the address of its database."""
    if database:
        return School(open_ledger(database), clock)
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise NoPlace(f"{folder}: progress cannot be kept there, {wrong.strerror or wrong}") from None
    return School(open_ledger(f"sqlite:///{folder / FILE}"), clock)
