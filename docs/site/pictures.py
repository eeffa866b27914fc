"""Pictures: the house as it looks, from a house that the build opens, plays in and closes again.

Where there is no Chromium, or no Playwright to drive it, there are no pictures, and the build says so.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import uvicorn

from houseway.complaint import Complaint
from houseway.floor.pace import Pace
from houseway.law.moments import moment_words
from houseway.web.app import create_app
from houseway.web.serving import config

if TYPE_CHECKING:
    from playwright.sync_api import Page

WHERE = "tour"
DESK, PHONE = (1280, 860), (390, 780)
PATIENT = Pace(wagers=3600, raises=3600, card=0.05, step=0.01, result=3600, decision=3600)  # a picture takes its time
PATIENCE = 600_000.0  # milliseconds that a page may take: some figures are found for it first


class NoPicture(Complaint, RuntimeError):
    """A page of the house did not come to show what was to be taken."""


@dataclass(frozen=True)
class Picture:
    name: str
    path: str  # in the house
    words: str  # under it, and for whoever cannot see it
    size: tuple[int, int] = DESK
    shows: str = "main"  # what must be there before it is taken
    acts: tuple[dict[str, Any], ...] = ()  # at the table of that path, before the page is opened


def _sits(area: int, spot: str, cents: int) -> tuple[dict[str, Any], ...]:
    placed = {"area": area, "spot": spot, "cents": cents}
    return ({"act": "sit", "details": {"area": area}}, {"act": "place", "details": placed})


WAGER = _sits(4, "original", 5000)
PICTURES = (
    Picture("lobby", "/", "The floor: every table of the house, what it plays and what it asks for"),
    Picture("red-dog", "/table/RD-1", "A table of Red Dog that the house deals, with a wager in", acts=WAGER),
    Picture(
        "roulette", "/table/AR-1", "American Roulette: the cloth as the gazette lays it out, and the sign beside it"
    ),
    Picture("pai-gow", "/table/PG-1", "Pai Gow: tiles, dice and the bank"),
    Picture("blackjack-phone", "/table/BJ-1", "Blackjack on a telephone", PHONE),
    Picture("keno", "/keno", "Keno: a ticket is marked on the form of the gazette"),
    Picture("book", "/books/vic-1997-red-dog?clause=5.4", "A book open at a clause, with where it is enforced"),
    Picture("odds", "/odds/vic-1997-red-dog", "The PAR sheet of a book"),
    Picture(
        "what-if", "/odds/vic-1997-red-dog/what-if", "What if: every provision is a control, and the figures follow"
    ),
)


def unavailable() -> str:
    """Why there can be no pictures here; nothing where there can."""
    try:
        from tests import browser
    except ImportError:
        return "Playwright is not installed"
    return "" if browser.is_there() else "there is no Chromium (HOUSEWAY_CHROMIUM names one)"


def take(folder: Path) -> list[Path]:
    """The pictures, each in a file of the folder."""
    from playwright.sync_api import Error, sync_playwright

    from tests import browser

    folder.mkdir(parents=True, exist_ok=True)
    taken = []
    with _open_house() as address, sync_playwright() as play:
        chromium = browser.launch(play)
        for one in PICTURES:
            width, height = one.size
            visit = chromium.new_context(
                viewport={"width": width, "height": height},
                color_scheme="light",
                reduced_motion="reduce",
                base_url=address,
            )
            visit.set_default_timeout(PATIENCE)
            try:
                taken.append(_shot(visit.new_page(), one, folder))
            except Error as wrong:
                raise NoPicture(f"no picture of {one.path}: {wrong.message.splitlines()[0]}") from None
            visit.close()
        chromium.close()
    return taken


def _shot(page: Page, one: Picture, folder: Path) -> Path:
    answer = page.goto(one.path, wait_until="networkidle" if not one.acts else "load")
    assert answer is not None and answer.status == 200, f"{one.path} answers {answer.status if answer else 'nothing'}"
    for act in one.acts:
        table = one.path.rpartition("/")[2]
        done = page.request.post(f"/api/tables/{table}/orders", data={**act, "key": str(uuid4())})
        assert done.status == 200, f"{one.path}: {act} is answered {done.text()}"
    if one.acts:
        page.reload(wait_until="load")
    page.wait_for_selector(one.shows)
    page.evaluate("document.fonts.ready")
    path = folder / f"{one.name}.png"
    page.screenshot(path=path)
    return path


@contextmanager
def _open_house() -> Iterator[str]:
    app = create_app("sqlite:///:memory:", PATIENT)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(config(app, log_level="error", timeout_graceful_shutdown=3))
    running = threading.Thread(target=server.run, args=([listener],), daemon=True)
    running.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        running.join(60)


def page(at: datetime, taken: list[Path]) -> str:
    """The pictures as a page, or the sentence that there are none."""
    lines = ["# The house in pictures", ""]
    if not taken:
        return "\n".join([*lines, f"No pictures were taken when these pages were built: {unavailable()}.", ""])
    lines += [f"Taken on {moment_words(at)} by `make docs`, from a house that it opened and closed again.", ""]
    there = {path.stem for path in taken}
    for one in PICTURES:
        if one.name in there:
            lines += [f"```{{figure}} {WHERE}/{one.name}.png", f":alt: {one.words}", "", f"{one.words}.", "```", ""]
    return "\n".join(lines)
