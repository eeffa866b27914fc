"""Sides: what is held against what.

A side is a book by its id, with a variant or a draft after a plus; the same at a moment, ``vic-1997-red-dog@1999-11-08``; or
the file of a draft, or a folder with one in it. Where no moment is named, both sides are asked for the same one: today, or,
where a draft commences later, the hour at which it would; so that nothing differs but what is judged.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from houseway import games
from houseway.complaint import BadInput
from houseway.forms import read_toml
from houseway.lab.compare import NotComparable
from houseway.lab.exact import Study
from houseway.law.moments import moment, moment_words
from houseway.law.rulebook import Edition, Rulebook

A_MOMENT = timedelta(seconds=1)


@dataclass(frozen=True)
class Side:
    """One edition, and what it was asked by."""

    book: Rulebook[Any]
    variant: str
    edition: Edition[Any]
    moment: datetime

    @property
    def id(self) -> str:
        return self.edition.book

    @property
    def title(self) -> str:
        return f"{self.book.title}, {self.book.jurisdiction}"

    @property
    def law(self) -> str:
        """Which law it is, in words."""
        notices = f", amended by {'; '.join(self.edition.notices)}" if self.edition.notices else ""
        draft = ", a draft that is not published" if self.book.is_draft(self.variant) else ""
        return f"{self.id} as on {moment_words(self.moment)}{notices}{draft}"

    @property
    def study(self) -> Study:
        return Study(self.book, self.edition, at=self.moment)

    @property
    def document(self) -> dict[str, Any]:
        return {
            "book": self.id,
            "title": self.title,
            "instrument": self.book.instrument,
            "at": self.moment.isoformat(),
            "amended_by": list(self.edition.notices),
            "draft": self.book.is_draft(self.variant),
            "edition": self.edition.digest,
        }


@dataclass(frozen=True)
class _Named:
    """A side as somebody named it."""

    id: str
    at: datetime | None = None
    begins: datetime | None = None  # of a notice or a draft: when it would commence
    published: bool = False  # a notice that is law from its hour on, whoever asks


def sides(
    before: str, after: str, at: datetime | None = None, today: datetime | None = None, files: bool = True
) -> tuple[Side, Side]:
    """Both sides; books of different games are refused. Whoever asks from outside the machine names no ``files`` of it."""
    named = [_named(text, files) for text in (before, after)]
    today = (today or datetime.now()).replace(microsecond=0)
    coming = [one.begins for one in named if one.begins is not None]
    usual = at or max([today, *coming])
    found = []
    for one, other in zip(named, reversed(named), strict=True):
        when = one.at or (one.begins if one.published else None) or usual
        if other.published and other.begins is not None and one.begins is None and one.at is None:
            when = other.begins - A_MOMENT  # the law that the notice met
        found.append(_side(one.id, when))
    if found[0].book.game != found[1].book.game:
        listed = ", ".join(f"{side.id} ({side.book.game})" for side in found)
        raise NotComparable(f"these books tell different games: {listed}")
    if found[0].edition.digest == found[1].edition.digest:
        raise BadInput(f"{found[0].law} and {found[1].law} are one edition, {found[0].edition.digest[:12]}")
    return found[0], found[1]


def _side(id: str, when: datetime) -> Side:
    book, variant = games.book(id)
    return Side(book, variant, book.at(when, variant=variant), when)


def _named(text: str, files: bool) -> _Named:
    path = Path(text)
    try:
        there = files and path.exists()
    except (OSError, ValueError):
        there = False
    if there and (path.is_dir() or path.suffix == ".toml"):
        return _drafted(path)
    if files and ("/" in text or text.endswith(".toml")):
        raise BadInput(f"{text}: there is no such draft; name a book, BOOK@moment, or the file of a draft")
    id, sign, when = text.partition("@")
    known = _Named(id, moment(when) if sign else None)
    book, variant = games.book(id)
    return replace(known, begins=_commences(book, variant) if book.is_draft(variant) else None)


def _commences(book: Rulebook[Any], variant: str) -> datetime | None:
    return next((part.commences for part in book.amendments if variant in (part.id, part.variant)), None)


def _drafted(path: Path) -> _Named:
    """What a file tells, read with the folder it lies in as ``--books`` reads one."""
    if path.is_dir():
        path = _the_one_draft(path)
    doc = read_toml(path, BadInput)
    about = doc.get("amendment") or doc.get("book")
    if not isinstance(about, dict) or not isinstance(about.get("id"), str):
        raise BadInput(f"{path}: start the file with [amendment] or [book] and its id")
    _read_folder(path.parent)
    stray = next((wrong for what, wrong in games.faults().items() if what == str(path)), None)
    if stray is not None:
        raise stray
    if "book" in doc:
        return _Named(about["id"])
    begins, chosen = about.get("commences"), about.get("variant") or (about["id"] if about.get("draft") else "")
    id = f"{about.get('of')}+{chosen}" if chosen else str(about.get("of"))
    return _Named(id, None, begins if isinstance(begins, datetime) else None, not chosen)


def _the_one_draft(folder: Path) -> Path:
    found = [path for path in sorted(folder.glob("*.toml")) if "amendment" in read_toml(path, BadInput)]
    if len(found) != 1:
        what = f"{len(found)} notices: {', '.join(path.name for path in found)}; name one" if found else "no notice"
        raise BadInput(f"{folder}: it has {what}")
    return found[0]


def _read_folder(folder: Path) -> None:
    known = [one.resolve() for one in games.own_folders()]
    if folder.resolve() not in known:
        own = [str(folder.resolve()), os.environ.get("HOUSEWAY_BOOKS", "")]
        os.environ["HOUSEWAY_BOOKS"] = os.pathsep.join(filter(None, own))
        games.read_again()
