"""The fast form of roulette: a count of pockets. What each pocket brings to each spot is the script's own table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houseway.games.roulette.analysis import table_of
from houseway.games.roulette.terms import Terms
from houseway.streams import Way, histogram

TIER = 1


@dataclass(frozen=True)
class Kernel:
    ways: tuple[Way, ...]
    pockets: int

    def run(self, state: Any, rounds: int) -> Any:
        return histogram(state, rounds, self.pockets)


def kernels(terms: Terms, shoe: None = None) -> list[Kernel]:
    table = table_of(terms)
    pockets = [result for result, ways in table.weights.items() for _ in range(ways)]
    return [
        Kernel(tuple(Way(spot, "", tuple(nets[p] for p in pockets)) for spot, nets in table.nets.items()), len(pockets))
    ]
