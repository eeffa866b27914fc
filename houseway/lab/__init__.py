"""Lab: numbers. Exact odds, best play, simulation, comparison of books.

The lab drives the same scripts as the floor and never meets it. Every game plugs in by convention: ``analysis.py`` in
its folder gives exact figures, ``kernel.py`` the fast form for simulation.
"""
