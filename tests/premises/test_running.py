"""The settings of a house that runs as a process of its own, changed by the command line, a supervisor's POST and SIGHUP."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.terminal import typed
from tests.waiting import END, until

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[2]
OPEN = re.compile(r"open at (http://[^\s\"]+)")
TABLE = '\n[[table]]\nname = "{}"\nbook = "{}"\ndealt_by = "dealer"\nsign = {{ limits = "{}" }}\n'


@dataclass
class Floor:
    file: Path
    server: subprocess.Popen[bytes]
    base: str

    def houseway(self, *words: str) -> subprocess.CompletedProcess[str]:
        return typed("settings", *words, str(self.file), "--at", self.base)

    def write(self, *tables: str) -> None:
        house = f'[house]\nport = 0\nopen_house = true\ndatabase = "{self.file.with_name("floor.db")}"\n'
        self.file.write_text(house + "".join(tables), encoding="utf-8")

    def signs(self) -> dict[str, Any]:
        return {
            table["table"]: table["sign"]["limits"]["maximum"] for table in httpx.get(f"{self.base}/api/tables").json()
        }


RED_DOG = TABLE.format("RD-1", "vic-1997-red-dog", "5 to 500")
WHEEL = TABLE.format("MW-1", "act-1992-money-wheel", "1 to 20").replace('20" }', '20", areas = 6 }')


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """A floor of one table; what it logs goes to a file, so that it never waits for a reader."""
    log = tmp_path / "log"
    made = Floor(tmp_path / "floor.toml", None, "")  # type: ignore[arg-type]
    made.write(RED_DOG)
    command = [sys.executable, "-m", "houseway", "serve", "--settings", str(made.file)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with log.open("wb") as stderr:
        made.server = subprocess.Popen(command, stderr=stderr, env=env, cwd=ROOT)
    try:
        made.base = until(lambda: OPEN.search(log.read_text()), "the house to open").group(1)  # type: ignore[union-attr]
        yield made
    finally:
        made.server.kill()
        made.server.wait(END)


def test_settings_change_while_the_house_is_open(floor: Floor) -> None:
    # The command line looks the file over, asks the house what it would do, and has it done.
    floor.write(RED_DOG.replace("to 500", "to 250"), WHEEL)
    checked = floor.houseway("check", "--json")
    assert [each["table"] for each in json.loads(checked.stdout)["tables"]] == ["RD-1", "MW-1"]
    shown = json.loads(floor.houseway("show", "--name", "L. Brandt", "--json").stdout)
    assert shown["schema"] == "houseway.settings/1"
    assert [(each["table"], each["state"]) for each in shown["changes"]] == [("RD-1", "would"), ("MW-1", "would")]
    assert floor.signs() == {"RD-1": 50_000}
    done = floor.houseway("apply", "--name", "L. Brandt")
    assert done.returncode == 0 and "limits $5 to $500 become $5 to $250" in done.stdout and "done" in done.stdout
    assert floor.signs() == {"RD-1": 25_000, "MW-1": 2_000}

    # The same file again after a change, by SIGHUP; and one that cannot be, which changes nothing.
    floor.write(RED_DOG.replace("to 500", "to 100"), WHEEL)
    floor.server.send_signal(signal.SIGHUP)
    until(lambda: floor.signs()["RD-1"] == 10_000, "the sign to change")
    floor.write(RED_DOG.replace('500"', '500", areas = 12'), WHEEL)
    refused = floor.houseway("apply", "--name", "L. Brandt")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    assert (
        "table RD-1: a layout has 7 or 9 areas, not 12  vic-1997-red-dog § 2.1.1".replace("  ", " ") in refused.stderr
    )
    assert floor.signs() == {"RD-1": 10_000, "MW-1": 2_000}

    # Only a casino supervisor may.
    with httpx.Client(base_url=floor.base) as client:
        doc = {"toml": floor.file.read_text(), "apply": True}
        assert client.post("/api/settings", json=doc).status_code == 401
        client.post("/api/staff", json={"name": "M. Okafor", "role": "dealer"})
        assert client.post("/api/settings", json=doc).status_code == 403
        client.post("/api/staff", json={"name": "L. Brandt", "role": "casino supervisor"})
        misread = client.post("/api/settings", json=doc)
        assert misread.status_code == 422 and "7 or 9 areas" in misread.json()["detail"]
        assert client.get("/api/settings").json() == {"schema": "houseway.settings/1", "changes": []}


def test_a_house_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    nowhere = Floor(tmp_path / "floor.toml", None, "http://127.0.0.1:9")  # type: ignore[arg-type]
    nowhere.write(RED_DOG)
    done = nowhere.houseway("show", "--name", "L. Brandt")
    assert done.returncode == 2 and done.stderr.startswith("houseway: no house answers at http://127.0.0.1:9")
