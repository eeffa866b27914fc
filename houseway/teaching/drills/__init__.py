"""Drills: the kinds of question there are. Which of them a book has is found by asking them of it, and listed nowhere.

A drill is a module of this folder with ``TITLE``, ``ABOUT``, ``PAR`` (seconds) and ``pose``: a question of an edition from a
generator, or None where nothing came of it this time.
"""
