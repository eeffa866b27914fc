"""The house as a process of its own, as ``make run`` starts it, so that a test can kill it and start it again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.faults.relief import Forked, Relief
from tests.waiting import END
from tests.web.served import Someone

OPEN = re.compile(r"open at (http://[^\s\"]+)")
ROOT = Path(__file__).parents[2]


@dataclass
class Running:
    """``houseway serve`` over one database; people keep their cookies when it comes back."""

    database: str
    options: tuple[str, ...] = ()
    people: list[Someone] = field(default_factory=list)
    server: subprocess.Popen[str] | Forked | None = None
    relief: Relief | None = None  # who starts it when it comes back
    relieved: bool = False  # by the relief already the first time
    base: str = ""
    env: dict[str, str] = field(default_factory=dict)  # of its own

    def start(self) -> Running:
        words = ["serve", "--port", "0", "--database", self.database, *self.options]
        if self.relief is not None and (
            self.relieved or self.server is not None
        ):  # what comes back has its modules read already
            self.server = self.relief.start(*words, **self.env)
        else:
            env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "", **self.env}
            env.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / ".tools" / "pycache"))
            command = [sys.executable, "-m", "houseway", *words]
            self.server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env, cwd=ROOT)
        assert self.server.stderr is not None
        said: list[str] = []
        for line in self.server.stderr:
            said.append(line)
            if found := OPEN.search(line):
                self.base = found.group(1)
                break
        else:
            raise AssertionError("the house did not open:\n" + "".join(said))
        for someone in self.people:
            someone.client = self.client(someone.client.cookies)
        return self

    def client(self, cookies: Any = None) -> httpx.Client:
        return httpx.Client(base_url=self.base, timeout=END, verify=False, cookies=cookies)

    def comes(self, path: str, **body: str) -> Someone:
        """A person who takes a name: at ``/api/players`` or, as staff, at ``/api/staff``."""
        client = self.client()
        given = client.post(path, json=body)
        assert given.status_code == 201, given.text
        self.people.append(Someone(client, body["name"], "staff" if path.endswith("staff") else "player"))
        return self.people[-1]

    def kill(self) -> None:
        """As when the plug is pulled: no warning, no farewell."""
        assert self.server is not None
        self.server.send_signal(signal.SIGKILL)
        self.server.wait(END)
        if self.server.stderr is not None:
            self.server.stderr.close()

    def back(self) -> None:
        self.kill()
        self.start()
