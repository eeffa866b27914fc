"""Cluster: batches on a Dask cluster that somebody already runs. Its workers need Houseway installed in the same version."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from houseway.complaint import Complaint
from houseway.extras import import_extra
from houseway.lab.exact import Study
from houseway.lab.simulate import Piece, in_worker, spec_of

PATIENCE = 5  # seconds within which a scheduler must answer
AHEAD = 4  # batches waiting for each worker


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

    def results(self, of: Study, seed: int, batches: list[Piece]) -> Iterator[tuple[int, list[int]]]:
        spec, pieces = spec_of(of), iter(batches)
        first = [self._submit(spec, seed, piece) for piece in islice(pieces, AHEAD * self.workers)]
        waiting = self.dask.as_completed(first, loop=self.client.loop)
        try:
            for future in waiting:
                yield future.result()
                following = next(pieces, None)
                if following is not None:
                    waiting.add(self._submit(spec, seed, following))
        finally:
            self.client.cancel(list(waiting.futures))
            self.client.close()

    def _submit(self, spec: Any, seed: int, piece: Piece) -> Any:
        return self.client.submit(in_worker, spec, seed, piece, pure=False)
