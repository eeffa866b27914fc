"""One relief process for all tests that start servers, each with a database of its own; one Chromium for all that open pages.

Whoever opens pages asks for ``chromium``, by that name: Playwright keeps an event loop running in the thread, and other tests
have the thread to themselves (conftest.py above), which would cut a browser's line under another name.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import launch
from tests.faults.relief import Relief


@pytest.fixture(scope="session")
def relief() -> Iterator[Relief]:
    with Relief() as relief:
        yield relief


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = launch(play)
        yield browser
        browser.close()
