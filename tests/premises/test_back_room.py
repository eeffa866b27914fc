"""The back room: another process finds what takes long, holds no more memory than it ought to, and is replaced if need be."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from houseway.premises.back_room import GIVEN, KEPT, BackRoom, TookTooLong
from tests.waiting import END

pytestmark = pytest.mark.real

kept: list[bytearray] = []  # in the back room


def who() -> int:
    return os.getpid()


def takes(size: int) -> int:
    """So much memory, held on to."""
    kept.append(bytearray(b"x") * size)
    return os.getpid()


def is_ended() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def room() -> Iterator[BackRoom]:
    room = BackRoom()
    yield room
    room.close()


def test_what_it_remembers_it_keeps_up_to_a_measure(room: BackRoom) -> None:
    first = room.find(END, who)
    assert room.find(END, takes, KEPT // 4) == first == room.find(END, who) != os.getpid()
    assert room.find(END, takes, KEPT) == first, "this one is answered"
    assert room.find(END, who) != first, "and by then there is another"


def test_a_question_that_needs_too_much_is_given_up(room: BackRoom) -> None:
    with pytest.raises(TookTooLong, match="more memory than is given to it"):
        room.find(END, takes, GIVEN)
    with pytest.raises(TookTooLong, match="more memory than is given to it"):
        room.find(END, is_ended)
    assert room.find(END, who)


def test_a_question_that_takes_too_long_is_given_up(room: BackRoom) -> None:
    first = room.find(END, who)
    with pytest.raises(TookTooLong, match="longer than is given to it"):
        room.find(0.0, who)
    assert room.find(END, who) != first
