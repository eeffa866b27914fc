"""Relief: the next server stands ready while this one works, as the next dealer does.

Reading Python's modules takes most of a second of a server's start and none of what a kill is about. This process reads them
once and opens nothing: no database, no socket, no thread. Asked for a server it forks, and the child runs the very command
an operator types, over whatever the server before it left on disk.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from tests.waiting import END

ROOT = Path(__file__).parents[2]


class Forked:
    """A child of the relief process, held as ``subprocess`` holds one of its own."""

    def __init__(self, pid: int, stderr: IO[str]) -> None:
        self.pid, self.stderr = pid, stderr
        self._fd = os.pidfd_open(pid)

    def poll(self) -> int | None:
        return 0 if self._fd < 0 or select.select([self._fd], [], [], 0)[0] else None

    def wait(self, seconds: float) -> None:
        if self._fd >= 0:
            if not select.select([self._fd], [], [], seconds)[0]:
                raise subprocess.TimeoutExpired("houseway", seconds)
            os.close(self._fd)
            self._fd = -1

    def send_signal(self, number: int) -> None:
        if self._fd >= 0:
            signal.pidfd_send_signal(self._fd, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Relief:
    """Starts ``houseway`` commands without their reading time."""

    def __init__(self, **env: str) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        everything = {**os.environ, "PYTHONPATH": str(ROOT), **env}
        everything.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".tools" / "pycache"))
        command = [sys.executable, "-m", "tests.faults.relief", str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=everything, cwd=ROOT)
        theirs.close()

    def start(self, *words: str, **env: str) -> Forked:
        here, there = os.pipe()
        socket.send_fds(self._line, [json.dumps({"words": words, "env": env}).encode()], [there])
        os.close(there)
        pid = int(self._line.recv(64))
        return Forked(pid, os.fdopen(here))

    def close(self) -> None:
        self._line.close()
        self._process.wait(END)

    def __enter__(self) -> Relief:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def main(line: socket.socket) -> None:
    from houseway import games
    from houseway.cli import app, operating  # noqa: F401
    from houseway.web import pages, serving  # noqa: F401
    from houseway.web.app import description

    for book in games.library().values():
        games.game(book.game)
    pages.warm()
    description()
    gc.freeze()
    while True:
        message, given, _, _ = socket.recv_fds(line, 65536, 1)
        if not message:
            return
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
        pid = os.fork()
        if not pid:
            line.close()
            os.dup2(given[0], 2)
            os.close(given[0])
            return begin(**json.loads(message))
        os.close(given[0])
        line.send(str(pid).encode())


def begin(words: list[str], env: dict[str, str]) -> None:
    """What the process is for: the command as it is typed, with its own environment."""
    from houseway import cli
    from houseway.ledger import fault_points

    os.environ.update(env)
    time.tzset()
    importlib.reload(fault_points)
    cli.main(words)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
