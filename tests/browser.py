"""Browser: the one Chromium for tests, benchmarks and pictures; ``HOUSEWAY_CHROMIUM`` names any other."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

KNOWN = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
)  # as in the Makefile, the lightest first
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip


def path() -> str:
    """Where it is."""
    named = os.environ.get("HOUSEWAY_CHROMIUM")
    return named or next((found for name in KNOWN if (found := shutil.which(name))), "/usr/bin/chromium")


def is_there() -> bool:
    """Whether this machine has it."""
    return shutil.which(path()) is not None


def launch(play: Playwright) -> Browser:
    """Started, with nothing that it would do by itself."""
    return play.chromium.launch(executable_path=path(), args=FLAGS)
