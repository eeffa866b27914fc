"""Came to: every worked case comes to what it came to when it was kept, also where it states nothing."""

from __future__ import annotations

import pytest

from houseway import games
from houseway.testing import came_to, vocabulary


@pytest.mark.parametrize("game", games.names())
def test_what_the_cases_come_to_is_what_they_came_to(game: str) -> None:
    with vocabulary.same_luck():
        changed = came_to.changed(game)
    assert changed == [], f"look at what changed, then python -m houseway.testing.came_to {game} keeps it anew"
