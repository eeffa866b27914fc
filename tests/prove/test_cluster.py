"""A study on a Dask cluster whose workers are killed while they work counts what it counts on one core."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.lab import cluster as clusters
from houseway.lab.cluster import Cluster
from houseway.lab.simulate import Job
from houseway.lab.studies import Findings, counted_beside, plan, run
from tests.waiting import END

ROUNDS = 30_000_000  # ten batches to a setting
LOST = (2, 6)  # after so many batches somebody is killed


class Killing(Cluster):
    """A cluster of which a worker that is at work is killed, as its machine might take it away."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.killed: list[int] = []

    def run(self, jobs: list[Job]) -> Iterator[tuple[int, list[int]]]:
        for n, counted in enumerate(super().run(jobs), 1):
            if n in LOST:
                busy = next(worker for worker, tasks in self.client.processing().items() if tasks)
                pid = self.client.run(os.getpid, workers=[busy])[busy]
                os.kill(pid, signal.SIGKILL)
                self.killed.append(pid)
            yield counted


def counts(found: Findings) -> list[list[int]]:
    return [tally.counts for report in found.reports for tally in report.tallies]


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two processes, each started anew when it is lost."""
    import dask
    from distributed import LocalCluster

    patient = {"distributed.comm.timeouts.connect": f"{END}s", "distributed.comm.timeouts.tcp": f"{END}s"}
    with dask.config.set(patient), LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as running:
        yield running


def test_a_study_survives_lost_workers_and_counts_the_same(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", END)
    path = tmp_path / "wheel.toml"
    path.write_text(
        f'book = "act-1992-money-wheel"\nrounds = {ROUNDS}\nseed = 5\n[sweep]\n"pays.one" = ["1 to 1", "2 to 1"]\n',
        encoding="utf-8",
    )
    asked, executor = plan(path), Killing(cluster.scheduler_address)
    found = run(asked, counted_beside(path), executor=executor)
    assert len(set(executor.killed)) == len(LOST), "two were lost, each while it worked"
    assert found.whole and [report.rounds for report in found.reports] == [ROUNDS] * 2
    assert counts(found) == counts(run(asked))
    assert run(asked, counted_beside(path)).whole, "and what was counted is on disk"
