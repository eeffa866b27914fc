"""Lab: numbers. Exact odds, best play, simulation, comparison of books.

The lab drives the same scripts as the floor and never meets it. Every game plugs in by convention: ``analysis.py`` in
``figures/`` of its folder gives exact figures, ``kernel.py`` there the fast form for simulation.

In a notebook: ``from houseway import library, lab`` and ``lab.study("vic-1997-red-dog").odds()``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from houseway.lab.exact import Study, study
from houseway.lab.strategies import Strategy, strategy

if TYPE_CHECKING:
    from houseway.lab import counting, learning, paytables, sessions, studies

__all__ = ["Strategy", "Study", "counting", "learning", "paytables", "sessions", "strategy", "studies", "study"]


def __getattr__(name: str) -> Any:
    """What few programs need is imported when it is first asked for."""
    if name in ("counting", "learning", "paytables", "sessions", "studies"):
        return import_module(f"houseway.lab.{name}")
    raise AttributeError(f"houseway.lab has no {name!r}")
