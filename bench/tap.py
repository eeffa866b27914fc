"""How long it takes from a tap to the updated felt, with seven players at one table.

One player sits at a real browser, six others hold their pages' sockets open and are sent everything a page is sent. The clock
starts in the page at the tap and stops when the chips have changed there. With ``--browsers`` all seven have a real browser
on this one machine, which measures mostly how seven browsers share its cores; a neighbour's page is then timed too.

Run: .venv/bin/python bench/tap.py
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid

import httpx
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import connect

from houseway.floor.pace import Pace
from houseway.web.app import create_app
from houseway.web.serving import config
from tests.browser import launch

PLAYERS, TAPS = 7, 140

# Resolves with the time at which an area's words have changed.
CHANGED = """area => new Promise(done => {
  const node = document.querySelector(`#p-area-${area}`);
  new MutationObserver((_, eye) => { eye.disconnect(); done(Date.now()); }).observe(node, { attributeFilter: ['aria-label'] });
})"""
TAP = """area => { const at = Date.now(); document.querySelector(`#p-area-${area}`).dispatchEvent(
  new MouseEvent('click', { bubbles: true })); return at; }"""
LOADED = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


def serve(port: int) -> None:
    """The house, in a process of its own; its windows stay open for as long as anybody measures."""
    app = create_app(f"sqlite:///{tempfile.mkdtemp()}/house.db", Pace(wagers=3600))
    uvicorn.Server(config(app, port=port, log_level="error", ws_per_message_deflate=False)).run()


def opened() -> tuple[str, subprocess.Popen[bytes]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    house = subprocess.Popen([sys.executable, __file__, "serve", str(port)])
    time.sleep(12)  # the shoe is made ready and the worked cases have been played
    return f"http://127.0.0.1:{port}", house


def listens(base: str, area: int) -> None:
    """A player whose page is only a socket."""
    client = httpx.Client(base_url=base, verify=False)
    client.post("/api/players", json={})
    client.post("/api/tables/RD-1/orders", json={"key": uuid.uuid4().hex, "act": "sit", "details": {"area": area}})
    cookie = {"Cookie": f"houseway_player={client.cookies['houseway_player']}"}

    def hear() -> None:
        with connect(base.replace("http", "ws") + "/ws/RD-1?page=player", additional_headers=cookie) as page:
            while True:
                page.recv()

    threading.Thread(target=hear, daemon=True).start()


def sits(browser: Browser, base: str, area: int, loads: list[float]) -> Page:
    """A player at a real browser, chip in hand."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    for _ in range(5):
        page.goto(f"{base}/table/RD-1")
        loads.append(float(page.evaluate(LOADED)))
    page.locator(f"#p-area-{area}").click()
    page.locator("#state").get_by_text(f"Area {area}").wait_for()
    page.locator("[data-chip='500']").click()
    return page


def told(what: str, times: list[float]) -> None:
    middle, late = (sorted(times)[int(len(times) * share)] for share in (0.5, 0.95))
    print(f"{what:36} median {middle:5.0f} ms   p95 {late:5.0f} ms   worst {max(times):5.0f} ms")


def main() -> None:
    everybody = "--browsers" in sys.argv
    base, house = opened()
    loads: list[float] = []
    own: list[float] = []
    other: list[float] = []
    with sync_playwright() as play:
        browser = launch(play)
        real = PLAYERS if everybody else 1
        pages = [sits(browser, base, area, loads) for area in range(1, real + 1)]
        for area in range(real + 1, PLAYERS + 1):
            listens(base, area)
        for tap in range(TAPS):
            area = tap % real + 1
            here, there = pages[area - 1], pages[area % real]
            for page in {here, there}:
                page.evaluate(f"window.seen = ({CHANGED})({area}); 0")
            began = here.evaluate(TAP, area)
            own.append(here.evaluate("window.seen") - began)
            other.append(there.evaluate("window.seen") - began)
        browser.close()
    house.terminate()
    told("page load", loads)
    told("tap to updated felt", own)
    if everybody:
        told("the same at a neighbour's", other)


if __name__ == "__main__":
    serve(int(sys.argv[2])) if sys.argv[1:2] == ["serve"] else main()
