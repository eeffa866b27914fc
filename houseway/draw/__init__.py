"""Draw: cards, chips, boxes, marks and plots as SVG, from plain values.

It sits near the bottom of the house: a drawing takes text such as ``7S`` and whole cents, knows no rule, and is the same in
a browser, a notebook and a document. Every function gives a string. Those that end in ``_svg`` give a whole picture; the
others a part to be placed in one, drawn at the origin or at the point they are told. A part that may move or change in a
page takes an ``id``, and one that says something takes the words a person would hear.

A game that brings its own equipment adds a file here (``dice.py``, ``wheel.py``, ``tiles.py``) in the same manner.
"""
