"""Modules: where the lab finds the mathematics of a game.

It lies in ``figures/`` of the game's folder: ``analysis`` its exact figures, ``trials`` what they are held to, ``kernel`` the
fast form. Nothing is registered, and none is needed. A game of somebody's own may still have them beside its rules, as they
once were.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from houseway import games


def figures(game: str, part: str) -> ModuleType | None:
    """A part of a game's figures; None if it has none."""
    folder = games.folder(game)
    if (folder / "figures" / f"{part}.py").exists():
        return import_module(f"houseway.games.{game}.figures.{part}")
    return import_module(f"houseway.games.{game}.{part}") if (folder / f"{part}.py").exists() else None
