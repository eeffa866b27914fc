"""Every command of every page that can be run as it stands is run, in an empty folder, and ends well.

What names a file, a database or a place for a word is tried by the tests of its own verb; that it can be typed is held for every
command by tests/web/test_documentation.py.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from docs.site import staged
from houseway import games
from houseway.cli import main
from tests.web.test_documentation import commands

READ = ("rules", "odds", "strategy", "session", "paytable", "compare", "count", "replay", "judge", "simulate")
PLACES = re.compile(
    r"\b[A-Z]{3,}\b(?!-)|…|\.toml|\.py\b|--database|--cluster|--books|--settings|--as-file|--patient|--workers|<|>|\be[0-9]"
)
LONG = re.compile(r"--rounds 1e[89]")  # shortened, for the sake of an afternoon


def runnable() -> list[str]:
    known = {*games.library(), "coverage"}
    found: dict[str, None] = {}
    for page in staged.written():
        for line in commands(staged.text_of(page)):
            words = shlex.split(line, comments=True)
            named = len(words) > 2 and re.split(r"[+ ]", words[2])[0] in known
            if words[0] == "houseway" and named and words[1] in READ and not PLACES.search(shlex.join(words)):
                found[LONG.sub("--rounds 1e6", shlex.join(words))] = None
    return list(found)


@pytest.mark.parametrize("command", runnable())
def test_a_command_of_a_page_runs_as_it_stands(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(shlex.split(command)[1:])
    printed = capsys.readouterr()
    assert left.value.code in (0, None), printed.err
    assert printed.out or os.listdir(tmp_path), "it prints or writes something"


def test_most_verbs_that_read_are_tried() -> None:
    assert {command.split()[1] for command in runnable()} >= set(READ) - {"judge"}
