"""Apart: what takes long is done beside everything else, a little at a time and in an order, so that it holds nobody up.

There are two lanes: in threads, for reading what is on record or was found before; and to the back room, a process of its own
that finds figures nobody has found before, one at a time. Staff and devices go first, and of others each address has its turn
after the other; of one address only a few may stand in a lane, of all together not many more, and the next is told to come
back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from houseway.figures.kept import NotKept, only_kept
from houseway.premises.back_room import BackRoom, TookTooLong
from houseway.premises.lanes import Crowded, Lane, Rank
from houseway.web.problems import Problem, sentence
from houseway.web.turnstile import caller_now

P = ParamSpec("P")
T = TypeVar("T")

LONGEST, LONGEST_FOR_STRANGERS = 1800.0, 180.0  # seconds for one figure


class Lanes:
    """Those of one house."""

    def __init__(self) -> None:
        self.reading, self.figures = Lane("reading", 2), Lane("figures", 1)
        self.back_room = BackRoom()

    def close(self) -> None:
        for lane in (self.reading, self.figures):
            lane.close()
        self.back_room.close()


async def apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of reading, beside everything else."""
    caller = caller_now.get()
    with _crowds():
        found: T = await caller.state.lanes.reading.do(caller, lambda: work(*args, **kwargs))
    return found


@contextmanager
def _crowds() -> Iterator[None]:
    try:
        yield
    except Crowded as wrong:
        raise Problem("busy", sentence(str(wrong)), wait=wrong.wait) from None


async def figured(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of finding figures: what was found before is read, anything else is found in the back room."""

    def read() -> T:
        with only_kept():
            return work(*args, **kwargs)

    try:
        return await apart(read)
    except NotKept:
        return await in_the_back_room(work, *args, **kwargs)


async def in_the_back_room(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of ``work`` there, where it is known by its name."""
    caller = caller_now.get()
    lanes: Lanes = caller.state.lanes
    seconds = LONGEST if caller.rank is Rank.KNOWN else LONGEST_FOR_STRANGERS
    asked = partial(work, **kwargs) if kwargs else work
    try:
        with _crowds():
            return await lanes.figures.do(caller, lambda: lanes.back_room.find(seconds, asked, *args))
    except TookTooLong as wrong:
        raise Problem("busy", sentence(str(wrong)), wait=60) from None
