"""One relief process for all of these tests; each has a floor, a database and terminals of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.relief import Relief


@pytest.fixture(scope="session")
def relief() -> Iterator[Relief]:
    with Relief() as relief:
        yield relief
