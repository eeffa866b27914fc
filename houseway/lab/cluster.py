"""Cluster: batches on a Dask cluster that somebody already runs. Its workers need Houseway installed in the same version."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from houseway.complaint import Complaint
from houseway.extras import import_extra
from houseway.lab.simulate import Job, in_worker, spec_of

PATIENCE = 5  # seconds within which a scheduler must answer
AHEAD = 4  # batches waiting for each worker
RETRIES = 3  # of a batch whose worker failed; one that is lost with its machine is given to another anyway


class NoCluster(Complaint, ConnectionError):
    """No scheduler answers at that address."""


class Cluster:
    """An executor: the same batches as in a pool, so the same result."""

    def __init__(self, address: str) -> None:
        self.dask: Any = import_extra("distributed", "a cluster")
        try:
            self.client: Any = self.dask.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as wrong:
            raise NoCluster(f"no Dask scheduler answers at {address!r}: {str(wrong).splitlines()[0]}") from None
        self.workers = len(self.client.scheduler_info()["workers"])
        if not self.workers:
            raise NoCluster(f"the cluster at {address!r} has no workers")

    def run(self, jobs: list[Job]) -> Iterator[tuple[int, list[int]]]:
        specs = {id(of): spec_of(of) for of, _, _ in {id(job[0]): job for job in jobs}.values()}
        coming, numbers = iter(enumerate(jobs)), dict[Any, int]()

        def submit(n: int, job: Job) -> Any:
            future = self.client.submit(in_worker, specs[id(job[0])], job[1], job[2], pure=False, retries=RETRIES)
            numbers[future.key] = n
            return future

        first = [submit(n, job) for n, job in islice(coming, AHEAD * self.workers)]
        waiting = self.dask.as_completed(first, loop=self.client.loop)
        try:
            for future in waiting:
                yield numbers.pop(future.key), future.result()[1]
                following = next(coming, None)
                if following is not None:
                    waiting.add(submit(*following))
        finally:
            self.client.cancel(list(waiting.futures))
            self.client.close()
