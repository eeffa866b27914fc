"""The rim: where each symbol stands on the wheel.

The drawing of the wheel is missing from the copy read, and the stops are equal, so the order decides no money. Ours
spreads every symbol as evenly as it goes: the commonest takes its stops first, evenly spaced among those still free,
then the next, and the rare ones fill what is left. No two neighbours are alike.
"""

from __future__ import annotations

from houseway.kit.wheel import Wheel


def rim(segments: dict[str, int]) -> Wheel:
    """A wheel with so many stops of each symbol."""
    stops = [""] * sum(segments.values())
    for symbol, count in sorted(segments.items(), key=lambda item: -item[1]):
        free = [at for at, taken in enumerate(stops) if not taken]
        for turn in range(count):
            stops[free[(2 * turn + 1) * len(free) // (2 * count)]] = symbol
    return Wheel(tuple(stops))
