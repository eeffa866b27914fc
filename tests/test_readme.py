"""The README prints what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from houseway.cli import main

ROOT = Path(__file__).parents[1]
SHOWN = re.findall(r"```\n\$ houseway (.+)\n((?:.*\n)*?)```", (ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("command", "printed"), SHOWN, ids=[command.split()[0] for command, _ in SHOWN])
def test_a_command_prints_what_the_readme_shows(
    command: str, printed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    with pytest.raises(SystemExit) as left:
        main(shlex.split(command))
    assert left.value.code in (0, None)
    assert [line.rstrip() for line in capsys.readouterr().out.rstrip().splitlines()] == printed.splitlines()


def test_five_commands_are_shown() -> None:
    assert len(SHOWN) == 5
