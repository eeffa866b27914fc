"""Lab: numbers. Exact odds, best play, simulation, comparison of books.

The lab drives the same scripts as the floor and never meets it. Every game plugs in by convention: ``analysis.py`` in
``figures/`` of its folder gives exact figures, ``kernel.py`` there the fast form for simulation.

In a notebook: ``from houseway import library, lab`` and ``lab.study("vic-1997-red-dog").odds()``.
"""

from houseway.lab.exact import Study, study
from houseway.lab.strategies import Strategy, strategy

__all__ = ["Strategy", "Study", "strategy", "study"]
