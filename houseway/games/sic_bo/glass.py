"""The glass: the 50 segments in which a wager may lie, each with the numbers printed on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from houseway.kit.dice import FACES
from houseway.values import value

TOTALS = range(4, 18)  # three and eighteen are triples and nothing else; they are not offered


@value
class Segment:
    name: str  # "domino:1/4"
    kind: str  # "domino"
    numbers: tuple[int, ...] = ()  # faces, or a total

    @property
    def words(self) -> str:
        """The segment as it is read aloud."""
        listed = " and ".join(str(number) for number in self.numbers)
        return {
            "any_triple": "any triple",
            "total": f"total {listed}",
            "domino": f"two faces, {listed}",
            "single": f"one face, {listed}",
        }.get(self.kind, f"{self.kind} {listed}".strip())


def _segments() -> Iterator[Segment]:
    yield Segment("small", "small")
    yield Segment("big", "big")
    for kind in ("triple", "double"):
        for face in FACES:
            yield Segment(f"{kind}:{face}", kind, (face,))
    yield Segment("any_triple", "any_triple")
    for total in TOTALS:
        yield Segment(f"total:{total}", "total", (total,))
    for low, high in combinations(FACES, 2):
        yield Segment(f"domino:{low}/{high}", "domino", (low, high))
    for face in FACES:
        yield Segment(f"single:{face}", "single", (face,))


@cache
def glass() -> dict[str, Segment]:
    """Every segment by name."""
    return {segment.name: segment for segment in _segments()}


def named(text: str) -> str:
    """A segment by any of its names: ``Any triple`` is ``any_triple``, ``domino:4/1`` and ``4/1`` are ``domino:1/4``."""
    name = text.strip().lower().replace(" ", "_").replace("-", "_")
    kind, _, numbers = name.rpartition(":")
    if "/" in numbers and kind in ("", "domino"):
        name = "domino:" + "/".join(sorted(numbers.split("/")))
    return name if name in glass() else text
