"""Back room: figures that take long are found by a process of its own, one question after another, so that no table shares a
processor's attention with them.

It is started when the first question comes, at low priority, and goes on until the house closes or is gone. It reads the same
books: which folders of notices the house has laid down, and how they stand, comes with every question. A question that takes
longer than its asker is given ends the process, and the next question begins another. So does one after which it holds more
memory than it ought to keep: what it remembers makes the next answer quicker, and is all found again. No question is given
more memory than a machine with a floor on it can spare.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import resource
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar

from houseway import games
from houseway.complaint import Complaint

T = TypeVar("T")
Law: TypeAlias = tuple[tuple[str, ...], str]  # the folders that a house has laid down, and how all folders stand

HEAD = 8  # bytes that say how long what follows is
KEPT = 400 << 20  # bytes that it may hold from one question to the next
GIVEN = 3 << 30  # and that it may ask for within one


class TookTooLong(Complaint):
    """The question was given up."""


class WasEnded(TookTooLong):
    """The process ended in the midst of the question: somebody killed it, or the system did, for the memory it took."""


TOO_LONG = "this takes longer than is given to it here; ask on the command line"
TOO_MUCH = "this takes more memory than is given to it here; ask on the command line"


class BackRoom:
    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False

    def find(self, seconds: float, work: Callable[..., T], *args: Any) -> T:
        """What comes of ``work``, which is known by its name, there; or what it raised."""
        with self._one_at_a_time:
            process = self._process
            if process is None or process.poll() is not None:
                process = self._process = _started()
            try:
                assert process.stdin is not None and process.stdout is not None
                _send(process.stdin, (law(), work, args))
                found, wrong, full = _receive(process.stdout, time.monotonic() + seconds)
            except EOFError:
                self._end()
                if self._closing:
                    raise
                raise WasEnded(TOO_MUCH) from None
            except BaseException:
                self._end()
                raise
            if full:
                self._end()
        if isinstance(wrong, MemoryError):
            raise TookTooLong(TOO_MUCH)
        if wrong is not None:
            raise wrong
        return found  # type: ignore[no-any-return]

    def close(self) -> None:
        """Ends it, also in the midst of a question, whose asker hears that nobody is there."""
        self._closing = True
        process = self._process
        if process is not None:
            process.kill()
        with self._one_at_a_time:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for end in (process.stdin, process.stdout):
                if end is not None:
                    end.close()


def law() -> Law:
    """Which law this process goes by, beside the books of the house."""
    text = hashlib.sha256()
    laid = games.laid_down()
    for folder in (*games.own_folders(), *laid):
        for path in sorted((*folder.glob("*.*"), *folder.glob("*/*.*"))):
            about = path.stat()
            text.update(f"{path} {about.st_mtime_ns} {about.st_size}\n".encode())
    return tuple(map(str, laid)), text.hexdigest()


def _started() -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "houseway.premises.back_room"]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def _send(to: IO[bytes], what: Any) -> None:
    data = pickle.dumps(what)
    to.write(len(data).to_bytes(HEAD, "big") + data)
    to.flush()


def _receive(line: IO[bytes], until: float | None = None) -> Any:
    size = int.from_bytes(_read(line, HEAD, until), "big")
    return pickle.loads(_read(line, size, until))


def _read(line: IO[bytes], count: int, until: float | None) -> bytes:
    parts: list[bytes] = []
    while count:
        if until is not None and not select.select([line], [], [], max(0.0, until - time.monotonic()))[0]:
            raise TookTooLong(TOO_LONG)
        part = os.read(line.fileno(), min(count, 1 << 20))
        if not part:
            raise EOFError("nobody is there any more")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


# In the back room


def main() -> None:
    """Answers questions until nobody asks."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_DATA, (GIVEN, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    asked, told = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # what a library prints is no answer
    before: Law = ((), "")
    while True:
        try:
            now, work, args = _receive(asked)
        except EOFError:
            return
        found = wrong = None
        try:
            before = _by(now, before)
            found = work(*args)
        except Exception as raised:
            wrong = raised
        full = _resident() > KEPT
        try:
            _send(told, (found, wrong, full))
        except BrokenPipeError:
            return
        except Exception:  # it does not travel; its words do
            words = Complaint(str(wrong)) if isinstance(wrong, Complaint) else RuntimeError(str(wrong))
            _send(told, (None, words, full))


def _resident() -> int:
    """Bytes of memory that this process holds, where the system tells."""
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * resource.getpagesize() if told.exists() else 0


def _by(now: Law, before: Law) -> Law:
    """From here on by this law."""
    if now != before:
        for folder in before[0]:
            games.take_away(Path(folder))
        for folder in now[0]:
            games.lay_down(Path(folder))
        games.read_again()
    return now


if __name__ == "__main__":
    from houseway.premises.back_room import main as begin  # by its own name, as those who ask know it

    begin()
