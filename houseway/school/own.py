"""Own: the school of whoever sits at a terminal, in a file of their own."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from houseway.complaint import Complaint
from houseway.ledger import open_ledger
from houseway.own_folders import own_folder
from houseway.school.learners import School

FILE = "school.db"


class NoPlace(Complaint, OSError):
    """Progress cannot be kept where it was to be kept."""


def data_folder() -> Path:
    """Where this person's progress is kept: HOUSEWAY_DATA, or the data folder of the system."""
    try:
        return own_folder("data", os.environ.get("HOUSEWAY_DATA"))
    except RuntimeError:
        raise NoPlace("there is no home folder to keep progress in; name a folder with HOUSEWAY_DATA") from None


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
