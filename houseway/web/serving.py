"""Serving: one process, one house. It stops by itself when the ledger cannot be trusted any more."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from houseway.complaint import Complaint
from houseway.floor.pace import Pace
from houseway.premises.settings import Settings
from houseway.web import logs
from houseway.web.app import create_app
from houseway.web.porter import Doorstep, Socket
from houseway.web.problems import sentence
from houseway.web.unlocking import unlock


class PortTaken(Complaint, OSError):
    """Somebody else listens there."""


class Server(uvicorn.Server):
    """Says that the house is open when it can be entered, not before."""

    opens = ""
    says: Callable[[str], None] = staticmethod(
        lambda words: print(f"{words}  (Ctrl-C closes it)", file=sys.stderr, flush=True)
    )
    hung_up: Callable[[], Coroutine[Any, Any, None]] | None = None  # what SIGHUP asks for

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.hung_up is not None:
            asked, loop = self.hung_up, asyncio.get_running_loop()
            tasks: set[asyncio.Task[None]] = set()  # a task that nobody holds may be thrown away
            loop.add_signal_handler(signal.SIGHUP, lambda: tasks.add(loop.create_task(asked())))
        settle_memory()
        if self.started:
            self.says(self.opens)


def settle_memory() -> None:
    """Books, terms and tables stay for as long as the house is open. Looking through them again and again for something to
    throw away would hold every terminal up for a tenth of a second; what comes and goes is looked through instead."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


FRAME = 64 * 1024  # bytes; a longer frame closes the connection
# Seconds an idle line is kept. Whoever is in front of us (a proxy, a client) gives up its idle lines sooner and so never sends
# an order into one that we are hanging up at that moment.
IDLE = 90


HOW: dict[str, Any] = {
    "lifespan": "on",
    "http": Doorstep,
    "ws": Socket,
    "ws_max_size": FRAME,
    "timeout_keep_alive": IDLE,
    "proxy_headers": False,  # nobody's word for where a request came from is taken, but that of proxies in the settings
}
SWITCH = 0.0005  # seconds after which a thread that reads or reckons lets the tables go first


def config(app: Any, **options: Any) -> uvicorn.Config:
    """How every server of ours runs: in the house, in tests and in measurements."""
    return uvicorn.Config(app, **{**HOW, **options})


def run(
    host: str, port: int, database: str, open_browser: bool, speed: float, settings: Settings | None = None
) -> None:
    if not speed > 0:
        raise ValueError(f"speed is how much faster than a person the house deals; {speed} is not")
    if database.startswith("sqlite:///") and ":memory:" not in database:
        Path(database.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    listener = _listen(host, port)
    address = f"http://{host if ':' not in host else f'[{host}]'}:{listener.getsockname()[1]}"
    hosts = None if host in ("0.0.0.0", "::", "") else [host, "localhost", "127.0.0.1"]
    app = create_app(database, Pace().times(1 / speed), hosts=hosts, settings=settings)
    options: dict[str, Any] = {"log_level": "warning", "timeout_graceful_shutdown": 3}
    if settings is not None:
        logs.log_to()
        logs.note("opening", address=address, tables=list(app.state.premises.house.tables))
        options |= {"log_config": None, "log_level": None}
        if settings.house.trusted_proxies:
            options |= {"proxy_headers": True, "forwarded_allow_ips": list(settings.house.trusted_proxies)}
    server = Server(config(app, **options))
    if settings is not None:
        server.hung_up = app.state.premises.changes.read_again
        server.says = logs.note
    server.opens = f"The house is open at {address}"
    sys.setswitchinterval(SWITCH)
    app.state.turnstile.unlock = partial(unlock, app)
    app.state.on_stop = lambda: setattr(server, "should_exit", True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    server.run(sockets=[listener])
    if app.state.premises.house.stopped.is_set():
        cause = app.state.premises.ledger.stopped_by
        if settings is not None:
            logs.note("stopped", why=why_stopped(cause), **({"cause": cause} if cause else {}))
            raise SystemExit(1)
        raise SystemExit(f"{sentence(why_stopped(cause))} The house has stopped. Start it again from what is stored.")


def why_stopped(cause: str) -> str:
    """``cause``: what broke the ledger. Where nothing did, another process was faster, and this one is to begin again."""
    return "the ledger could not be written" if cause else "another process has taken over what this one served"


def _listen(host: str, port: int) -> socket.socket:
    """The listening socket, opened first so that a taken port is one clear line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that the event loop sends small answers at once instead of waiting for more.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as wrong:
        listener.close()
        raise PortTaken(f"nobody can listen at {host} port {port}: {wrong.strerror}; try another with --port") from None
    return listener
