"""What can be measured on a page: what is wider than the screen, too small to touch or to read, cut off, or over other words.

Links within a sentence may be as high as their line; places of a layout may be as fine as the felt is (``FELT``). A mouse needs
less: screens up to 1024 px are measured as touched ones.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

FELT = "[data-spot], [data-lies]"
READING = Path(__file__).with_name("measured.js").read_text()


def faults(page: Page) -> list[str]:
    """Whatever is wrong with the page as it stands."""
    found: list[str] = page.evaluate(READING, FELT)
    return found


def touched(page: Page, on: bool) -> None:
    """The screen becomes one that fingers touch, or ceases to be."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": on})
    session.detach()
