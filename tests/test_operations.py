"""What docs/operations.md says, done command by command in an empty folder; and an upgrade, over a ledger of an earlier one."""

from __future__ import annotations

import lzma
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from houseway.premises.settings import STAFFED, of_text
from tests.faults.relief import Relief
from tests.terminal import typed
from tests.web.process import Running

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PASSWORD = "correct horse battery"
ADDRESS = "http://127.0.0.1:8000"  # of the page; a test has what the system gives it
YESTERDAY = (datetime.now() - timedelta(days=2)).date().isoformat()  # a gaming day that is over at any hour


def commands(chapter: str) -> list[str]:
    """Every line of ``houseway`` in a chapter, in order, without what is said beside it."""
    found, fence = [], ""
    for line in chapter.replace("\\\n", " ").splitlines():
        if line.startswith("```"):
            fence = "" if fence else line
        elif fence == "```" and line.startswith("houseway "):
            found.append(re.sub(r"\s+#.*", "", line))
    return found


def chapters() -> dict[str, str]:
    parts = re.split(r"^## (.+)\n", PAGE, flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


@contextmanager
def serving(relief: Relief, folder: Path, said: str) -> Iterator[Running]:
    """A line that opens the house, at a port that is free, with the folder told: the process stands in another."""
    words = shlex.split(said)
    assert words[:3] == ["houseway", "serve", "--settings"]
    file = folder / words[3]
    text = file.read_text()
    text = text.replace('"var/floor.db"', f'"{folder}/var/floor.db"').replace("[house]\n", "[house]\nport = 0\n", 1)
    file.write_text(text)
    running = Running(str(folder / "var" / "floor.db"), ("--settings", str(file)), relief=relief, relieved=True)
    try:
        yield running.start()
    finally:
        running.kill()


def run(said: str, base: str = ADDRESS) -> str:
    for told, here in (
        (ADDRESS, base),
        ("2026-11-16", YESTERDAY),
        ("2026-11", YESTERDAY[:7]),
        ("/mnt/keys", "backups"),
    ):
        said = said.replace(told, here)
    words = shlex.split(said)
    done = typed(*words[1:], HOUSEWAY_PASSWORD=PASSWORD)
    assert done.returncode == 0, (said, done.stderr)
    return done.stdout


def test_every_command_of_the_page_does_what_it_says(
    relief: Relief, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "backups").mkdir()
    told = chapters()
    opening = commands(told.pop(""))
    assert [line.split()[1] for line in opening] == ["settings", "settings", "settings", "serve"]
    made, checked, codes = (run(line) for line in opening[:3])
    assert "staffed floor" in made and (tmp_path / "floor.toml").read_bytes() == STAFFED.read_bytes()
    assert typed(*shlex.split(opening[0])[1:]).returncode == 2, "nothing is written over a file that is there"
    assert all(f"{plan.name} " in checked for plan in of_text(STAFFED.read_text()).tables)
    with serving(relief, tmp_path, opening[3]) as house:
        client = house.client()
        for line in codes.splitlines():
            if " is invited as " in line:
                code = line.split()[-1]
                chosen = client.post("/api/staff/invited", json={"code": code, "password": PASSWORD})
                assert chosen.status_code in (200, 201), chosen.text
        del told["Upgrading"]
        del told["Retention"]  # of a house that is closed: tests/test_archiving.py
        printed = {line: run(line, house.base) for chapter in told.values() for line in commands(chapter)}
    assert len(printed) >= 18 and not any(line.split()[1] == "serve" for line in printed)
    shown = [text for line, text in printed.items() if line.startswith("houseway settings")]
    assert len(shown) == 2 and "Nothing: the house is as the file has it" in shown[0]
    assert (
        "The same figures come from the ledger. Signed with"
        in printed[next(line for line in printed if "--against" in line)]
    )
    for name in ("day.pdf", "day.json", f"backups/{YESTERDAY}.db", "var/new.db"):
        assert (tmp_path / name).stat().st_size > 1000, name


def test_an_upgrade_goes_as_the_page_says(relief: Relief, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("backups", "var"):
        (tmp_path / name).mkdir()
    (old,) = (ROOT / "tests" / "data").glob("ledger-*.db.xz")
    (tmp_path / "var" / "floor.db").write_bytes(lzma.decompress(old.read_bytes()))
    (tmp_path / "floor.toml").write_text('[house]\ndatabase = "var/floor.db"\nopen_house = true\n')
    backup, audit, serve = commands(chapters()["Upgrading"])
    assert "sound" in run(backup).lower() and "sound" in run(audit).lower()
    with serving(relief, tmp_path, serve) as house:
        client = house.client()
        assert client.get("/healthz").status_code == 200
        tables = client.get("/api/tables").json()
        assert len(tables["tables"] if isinstance(tables, dict) else tables) >= 9


@pytest.mark.parametrize(
    "block", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL), ids=lambda text: text.split("\n")[0]
)
def test_every_piece_of_settings_is_read(block: str, tmp_path: Path) -> None:
    of_text(block.partition("[cluster]")[0])
