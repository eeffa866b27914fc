"""Forks: many short processes that begin alike, of one that has read what they begin with.

Each is a process of its own, with an environment and an end of its own, and can be killed like any other; only what all of
them read is read once.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from typing import IO

from tests.waiting import END

PARENT = """
import gc, importlib, json, os, socket, sys

line = socket.socket(fileno=int(sys.argv[1]))
for name in sys.argv[2:]:
    importlib.import_module(name)
gc.freeze()
while True:
    message, given, _, _ = socket.recv_fds(line, 65536, 1)
    if not message:
        break
    asked = json.loads(message)
    if "ended" in asked:
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(asked["ended"], 0)[1])).encode())
        continue
    child = os.fork()
    if child == 0:
        line.close()
        os.dup2(given[0], 1)
        os.dup2(given[0], 2)
        os.environ.update(asked["env"])
        sys.argv = ["-c", *asked["words"]]
        exec(asked["code"], {"__name__": "__main__"})
        sys.stdout.flush()
        os._exit(0)
    os.close(given[0])
    line.send(str(child).encode())
"""


class Fork:
    """A process that was begun by the one parent; what it prints and complains of is in ``told``."""

    def __init__(self, pid: int, told: IO[str], line: socket.socket) -> None:
        self.pid, self.told, self._line = pid, told, line

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Its exit code, or less than nothing for the signal that ended it."""
        self._line.send(json.dumps({"ended": self.pid}).encode())
        code = int(self._line.recv(64))
        self.told.close()
        return code


class Forks:
    """The parent, for as long as this lasts, with some modules read."""

    def __init__(self, *modules: str) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.settimeout(END)
        command = [sys.executable, "-c", PARENT, str(theirs.fileno()), *modules]
        self._parent = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()

    def start(self, code: str, *words: str, **env: str) -> Fork:
        here, there = os.pipe()
        socket.send_fds(self._line, [json.dumps({"code": code, "words": words, "env": env}).encode()], [there])
        os.close(there)
        return Fork(int(self._line.recv(64)), os.fdopen(here), self._line)

    def __enter__(self) -> Forks:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        self._parent.wait(END)
