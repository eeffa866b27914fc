"""Holding: one file is one house's. A second house that would open it is refused, and a file that was taken away is missed.

The lock lies beside the database and goes with the process that holds it, however that ends; who only reads, copies or keeps
a table of staff beside the ledger does not ask for it. A file that was deleted or replaced under an open house would go on
taking what is written to it, and nobody would ever see it again.
"""

from __future__ import annotations

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # no POSIX system: nobody keeps a second house out there
    fcntl = None  # type: ignore[assignment]


class Occupied(Exception):
    """Another house is open on the file."""


class Holding:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        if fcntl is not None:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                by = os.pread(self._lock, 20, 0).decode("ascii", "replace").strip()
                os.close(self._lock)
                raise Occupied(f"another house has it open{f', process {by}' if by else ''}") from None
            os.truncate(self._lock, 0)
            os.pwrite(self._lock, str(os.getpid()).encode(), 0)
        self._file: tuple[int, int] | None = None

    def opened(self) -> None:
        """The file is there now; which one it is is kept in mind."""
        self._file = self._now()

    @property
    def lost(self) -> bool:
        """Whether the file is gone, or another one lies in its place."""
        return self._file is not None and self._now() != self._file

    def _now(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def release(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1
