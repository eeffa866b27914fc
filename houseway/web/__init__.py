"""Web: the house in a browser. Pages read views and post orders; they decide nothing.

``serve`` opens the house and keeps it open. Everything heavy is imported when it is called, so that naming this package
costs nothing. How it is made: ``premises`` is the house as one server runs it, ``identity`` says who is asking, ``orders``
is the one door for acts, ``live`` tells pages what changed; each room (lobby, player, dealer, pit, library, lab, record) is
a package with its page and its parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.premises.settings import Settings


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "sqlite:///var/house.db",
    open_browser: bool = False,
    speed: float = 1.0,
    settings: Settings | None = None,
) -> None:
    """Opens the house at an address and deals until it is told to stop. ``speed`` is how much faster than a person."""
    from houseway.web.serving import run

    run(host, port, database, open_browser, speed, settings)
