"""One relief process for all tests that start servers; each server has a database of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.relief import Relief


@pytest.fixture(scope="session")
def relief() -> Iterator[Relief]:
    with Relief() as relief:
        yield relief
