"""Unlocking: what strangers look at is read before the first of them comes in.

A floor opens with what its tables need. Books, templates of every room and the description of the API are read when somebody asks
for the first of them, in a thread; nobody's request has to read them on the way.
"""

from __future__ import annotations

import gc

from fastapi import FastAPI

from houseway import games
from houseway.law.standing import standing
from houseway.web import api_page, pages


def unlock(app: FastAPI) -> None:
    pages.warm()
    now = app.state.premises.house.clock()
    for book in games.library().values():
        for _ in standing(book, now):
            pass
    api_page.drawn(app)
    gc.freeze()  # it stays, like everything that was there when the house opened
