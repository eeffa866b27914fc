"""Apart: what takes long is done beside everything else, a little at a time and in an order, so that it holds nobody up.

There are three lanes: in threads, for reading what is on record; to the back room, a process of its own that finds figures
nobody has found before, one at a time; and to another such process for what is soon done without the record: figures that were
found before, drawings, questions of the trainer. A house without a staffed floor saves itself that process and does it in
threads. Staff and devices go first, and of others each address has its turn
after the other; of one address only a few may stand in a lane, of all together not many more, and the next is told to come
back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar

from houseway.figures.kept import NotKept, only_kept
from houseway.premises.back_room import BackRoom, TookTooLong
from houseway.premises.lanes import Crowded, Lane, Rank
from houseway.web.problems import Problem, sentence
from houseway.web.turnstile import caller_now

P = ParamSpec("P")
T = TypeVar("T")

LONGEST, LONGEST_FOR_STRANGERS = 1800.0, 180.0  # seconds for one figure
SOON = 30.0  # seconds for what is soon done


class Lanes:
    """Those of one house."""

    def __init__(self, staffed: bool = False) -> None:
        self.reading, self.figures = Lane("reading", 2), Lane("figures", 1)
        self.drawing = Lane("drawing", 1, of_one_address=32)  # none of them stands there for long
        self.back_room = BackRoom()
        self.drawing_room = BackRoom() if staffed else None

    def close(self) -> None:
        for lane in (self.reading, self.figures, self.drawing):
            lane.close()
        for room in (self.back_room, self.drawing_room):
            if room is not None:
                room.close()


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
    asked = partial(work, **kwargs) if kwargs else work
    try:
        return await drawn(_as_kept, asked, *args)
    except NotKept:
        return await in_the_back_room(asked, *args)


def _as_kept(work: Callable[..., T], *args: Any) -> T:
    with only_kept():
        return work(*args)


async def drawn(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of work that is soon done and needs no record: it is known by its name, and given plain values."""
    caller = caller_now.get()
    lanes: Lanes = caller.state.lanes
    room = lanes.drawing_room
    if room is None:
        return await apart(work, *args, **kwargs)
    return await _found_in(room, lanes.drawing, SOON, work, *args, **kwargs)


async def in_the_back_room(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What comes of ``work`` there, where it is known by its name."""
    caller = caller_now.get()
    lanes: Lanes = caller.state.lanes
    seconds = LONGEST if caller.rank is Rank.KNOWN else LONGEST_FOR_STRANGERS
    return await _found_in(lanes.back_room, lanes.figures, seconds, work, *args, **kwargs)


async def _found_in(
    room: BackRoom, lane: Lane, seconds: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    asked = partial(work, **kwargs) if kwargs else work
    try:
        with _crowds():
            return await lane.do(caller_now.get(), lambda: room.find(seconds, asked, *args))
    except TookTooLong as wrong:
        raise Problem("busy", sentence(str(wrong)), wait=60) from None
