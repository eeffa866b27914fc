"""Billions of rounds: one answer whoever works on it, and what a session does to a bankroll."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import main
from houseway.lab import cluster as clusters
from houseway.lab.bankroll import sessions
from houseway.lab.cluster import Cluster, NoCluster
from houseway.lab.exact import study
from houseway.lab.simulate import simulate
from tests.waiting import END

ROUNDS = 9_000_000  # three batches


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A Dask cluster of two processes, as somebody might already run it."""
    import dask
    from distributed import LocalCluster

    patient = {"distributed.comm.timeouts.connect": f"{END}s", "distributed.comm.timeouts.tcp": f"{END}s"}
    with (
        dask.config.set(patient),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as running,
    ):
        yield running.scheduler_address


def test_one_core_a_pool_and_a_cluster_give_the_same(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", END)
    of = study("act-1992-money-wheel")
    here = simulate(of, ROUNDS, 5)
    for other in (simulate(of, ROUNDS, 5, workers=2), simulate(of, ROUNDS, 5, executor=Cluster(cluster))):
        assert [tally.counts for tally in other.tallies] == [tally.counts for tally in here.tallies]
        assert other.rounds == ROUNDS


def test_a_cluster_that_is_not_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)  # nobody will answer, however long it waits
    with pytest.raises(NoCluster, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:1'"):
        Cluster("tcp://127.0.0.1:1")


# Bankrolls


def gamblers_ruin(p: Fraction, start: int, goal: int) -> float:
    """The classical formula for even money: the chance of reaching the goal before nothing is left."""
    ratio = (1 - p) / p
    return float((1 - ratio**start) / (1 - ratio**goal))


def test_even_money_ruins_as_the_classical_formula_says() -> None:
    p = Fraction(18, 37)
    sat = sessions({Fraction(1): float(p), Fraction(-1): float(1 - p)}, 10, 20_000, goal=20, seed=3)
    assert sat.reached is not None
    assert sat.ruined + sat.reached == 1, "twenty thousand rounds are enough to end every session"
    assert abs(sat.reached - gamblers_ruin(p, 10, 20)) < 4 * sat.error(sat.reached)


def test_a_session_is_a_function_of_its_seed() -> None:
    law = {Fraction(35): 1 / 37, Fraction(-1): 36 / 37}
    one, same, other = (sessions(law, 50, 200, seed=seed, count=500) for seed in (1, 1, 2))
    assert (one.ends == same.ends).all() and not (one.ends == other.ends).all()


@pytest.mark.parametrize("wrong", [dict(start=0.5), dict(rounds=0), dict(goal=50)])
def test_a_session_that_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"cannot|no goal"):
        sessions({Fraction(1): 0.5, Fraction(-1): 0.5}, **{"start": 100, "rounds": 10, **wrong})


@pytest.mark.real
def test_sessions_counts_and_plots_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import polars

    words = "simulate act-1992-money-wheel --rounds 1e6 --seed 1 --bankroll 40 --session 100 --json"
    files = ["--plot", str(tmp_path / "plot.svg"), "--parquet", str(tmp_path / "counts.parquet")]
    with pytest.raises(SystemExit) as left:
        main([*words.split(), *files])
    assert left.value.code == 0
    doc = json.loads(capsys.readouterr().out)
    assert doc["bankroll"]["sessions"] == 20_000 and 0 < doc["bankroll"]["ruin"]["estimate"] < 1
    assert (tmp_path / "plot.svg").read_text(encoding="utf-8").count("<svg") == 1
    frame = polars.read_parquet(tmp_path / "counts.parquet")
    assert frame.group_by("wager").agg(polars.col("count").sum())["count"].to_list() == [1_000_000] * len(doc["wagers"])
