"""Studies as files: stopped, killed, spoiled and gone on with, on one core and several, they count the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from houseway import lab
from houseway.cli import main
from houseway.complaint import BadInput
from houseway.lab import simulate as simulating
from houseway.lab import studies
from houseway.lab.simulate import Inline, Job, in_worker
from houseway.lab.studies import counted_beside, plan, run
from tests.waiting import END

ROUNDS = 9_000_000  # three batches


def written(folder: Path, *lines: str) -> Path:
    path = folder / "wheel.toml"
    path.write_text(
        "\n".join(('book = "act-1992-money-wheel"', f"rounds = {ROUNDS}", "seed = 5", *lines)), encoding="utf-8"
    )
    return path


def counts(found: studies.Findings) -> list[list[int]]:
    return [tally.counts for report in found.reports for tally in report.tallies]


class Stopping(Inline):
    """Somebody who is stopped after so many batches."""

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, jobs: list[Job]) -> Any:
        for n, counted in super().run(jobs):
            if n == self.after:
                raise KeyboardInterrupt
            yield n, counted


def test_a_study_that_is_stopped_goes_on_and_counts_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, "[sweep]", "\"pays.one\" = ['1 to 1', '2 to 1']")
    asked, kept = plan(path), counted_beside(path)
    whole = run(asked)
    assert whole.whole and [report.rounds for report in whole.reports] == [ROUNDS] * 2
    for after in (1, 2, 0):
        assert not run(asked, kept, executor=Stopping(after)).whole
    last = []
    found = run(asked, kept, told=last.append)
    assert found.whole and counts(found) == counts(whole)
    assert last[-1].done == last[-1].whole and last[-1].here < last[-1].whole, "only what was missing was played"
    assert counts(run(asked, kept, executor=Stopping(0))) == counts(whole), "nothing is left to play"


@pytest.mark.real
def test_a_study_survives_its_process_and_a_lost_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)
    long = path.read_text(encoding="utf-8").replace(f"rounds = {ROUNDS}", f"rounds = {100 * ROUNDS}")
    path.write_text(long, encoding="utf-8")
    words = [sys.executable, "-m", "houseway", "study", str(path)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as going:
        end = time.monotonic() + END
        while not counted_beside(path).exists() and time.monotonic() < end and going.poll() is None:
            time.sleep(0.02)
        os.kill(going.pid, signal.SIGKILL)
    kept = json.loads(counted_beside(path).read_text(encoding="utf-8"))
    assert kept["counted"], "what was counted by then is there, whole"
    short = plan(written(tmp_path))
    with pytest.raises(BadInput, match="another edition, setting, strategy or seed"):
        run(short, counted_beside(path))
    counted_beside(path).unlink()
    monkeypatch.setenv("LOST", str(tmp_path / "lost"))
    monkeypatch.setattr(simulating, "in_worker", lost_once)
    assert counts(run(short, counted_beside(path), workers=2)) == counts(run(short))
    assert (tmp_path / "lost").exists()


def lost_once(spec: Any, seed: int, piece: Any) -> Any:
    """A worker that is killed in the middle of its work, once."""
    if piece[1] == 1 and not Path(os.environ["LOST"]).exists():
        Path(os.environ["LOST"]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return in_worker(spec, seed, piece)


@pytest.mark.long
def test_an_exact_sweep_is_one_table_and_one_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "decks.toml"
    path.write_text(
        'book = "vic-1997-red-dog"\n[sweep]\ndecks = [1, 2]\nthree_alike = ["11 to 1", "12 to 1"]\n', encoding="utf-8"
    )
    with pytest.raises(SystemExit) as left:
        main(["study", str(path), "--json", "--plot", str(tmp_path / "decks.svg")])
    doc = json.loads(capsys.readouterr().out)
    assert left.value.code == 0 and doc["complete"] and not counted_beside(path).exists()
    firsts = [row for row in doc["settings"] if row["strategy"].startswith("best")]
    assert len(firsts) == 4
    for row in firsts:
        assert row["expectation"] == str(lab.study("vic-1997-red-dog", row["set"]).odds()["original"].expectation)
    assert (tmp_path / "decks.svg").read_text(encoding="utf-8").count("<svg") == 1


def test_a_file_to_begin_from_is_a_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["study", "--begin", "ma-red-dog"])
    (tmp_path / "begun.toml").write_text(capsys.readouterr().out, encoding="utf-8")
    begun = plan(tmp_path / "begun.toml")
    assert begun.rounds == 10**8 and begun.studies()[0].edition.digest == lab.study("ma-red-dog").edition.digest


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('edition = "abcdef"', "now; this study is of abcdef"),
        ('seed = "many"', "seed is a whole number from 0"),
        ("colour = 1", "a study has no 'colour'"),
        ("[set]\ndecks = [1, 2]", "set.decks is one value"),
        ("[sweep]\ndecks = 6", "sweep.decks is a list of values"),
        ("[set]\ncolour = 6", "colour"),
        ("at = 1900-13-01", "wheel.toml"),
        ('strategy = "none.toml"', "none.toml"),
        (f"[sweep]\na = {list(range(200))}\nb = {list(range(200))}", "40,000 settings"),
    ],
)
def test_a_study_that_cannot_be_run_is_refused_in_a_line(
    lines: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, lines)
    if lines.startswith("seed"):
        path.write_text(path.read_text(encoding="utf-8").replace("seed = 5\n", ""), encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["study", str(path)])
    told = capsys.readouterr().err
    assert left.value.code == 2 and said in told and told.count("\n") == 1


def test_counts_that_were_spoiled_are_refused_and_left(tmp_path: Path) -> None:
    path = written(tmp_path)
    run(plan(path), counted_beside(path))
    spoiled = counted_beside(path).read_text(encoding="utf-8").replace("[[0, 2]]", "[[0, 1]]")
    counted_beside(path).write_text(spoiled, encoding="utf-8")
    with pytest.raises(BadInput, match="its digest does not fit"):
        run(plan(path), counted_beside(path))
    assert counted_beside(path).read_text(encoding="utf-8") == spoiled
