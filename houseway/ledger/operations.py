"""Operations: what the commands of an operator share. Their own stream of the record, and files that must outlast a power cut."""

from __future__ import annotations

import os
from pathlib import Path

STREAM = "desk:operations"


def keep_names(folder: Path) -> None:
    """Flushes a folder, so that a file just named in it is still there after a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
