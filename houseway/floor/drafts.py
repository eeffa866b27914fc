"""Drafts: notices in the making, in the folders of one's own where drafts are kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from houseway import games
from houseway.forms import Doc
from houseway.law.changes import changes
from houseway.law.drafting import BadDraft, Fault, Wanted, begin, changed, changes_of, edition_before
from houseway.law.library import BadBook
from houseway.law.notices import Papers, as_one_finds_it, read_papers, save
from houseway.law.rulebook import Edition, Rulebook
from houseway.play.script import HasGeneral


def draft_of(book: Rulebook[HasGeneral], id: str, folders: Sequence[Path]) -> Papers:
    """A draft as its files have it."""
    path = as_one_finds_it(book.id, id, folders)
    if path is None:
        raise BadDraft(f"no draft of {book.id} is called {id!r}")
    return read_papers(path)


def written_on(book: Rulebook[HasGeneral], id: str, wanted: Wanted, folders: Sequence[Path]) -> Papers:
    """A draft with what somebody wants in it, begun where there is none; its files are written."""
    path = as_one_finds_it(book.id, id, folders)
    papers = begin(book, id, wanted, folders[0]) if path is None else read_papers(path)
    if path is None or wanted != Wanted():
        papers = changed(book, papers, wanted)
        save(papers)
        games.read_again(book.game)
    return papers


def editions(
    book: Rulebook[HasGeneral], papers: Papers
) -> tuple[Edition[HasGeneral] | None, Edition[HasGeneral] | None]:
    """The law of a draft's hour without it, and with it; the second only where it loads."""
    hour = papers.about.get("commences")
    before = edition_before(book, hour)
    if not isinstance(hour, datetime):
        return before, None
    try:
        named, variant = games.book(f"{book.id}+{papers.id}")
        return before, named.at(hour, variant=variant)
    except (ValueError, LookupError, BadBook):  # it does not load, or is kept where nobody looks
        return before, None


def document(
    papers: Papers, wrong: list[Fault], before: Edition[HasGeneral] | None, after: Edition[HasGeneral] | None
) -> dict[str, Doc]:
    """A draft as ``--json`` and the API tell it."""
    about = papers.about
    return {
        "schema": "houseway.draft/1",
        "book": papers.of,
        "id": papers.id,
        "instrument": about.get("instrument", ""),
        "commences": _iso(about.get("commences")),
        "expires": _iso(about.get("expires")),
        "files": [str(papers.path), str(papers.told)],
        "sets": {name: leaf.get("value") for name, leaf in changes_of(papers).items()},
        "changes": [change.words for change in changes(before, after)] if before and after else [],
        "clauses": [
            {"number": one.number, "title": one.title, "words": one.text}
            for chapter in papers.chapters
            for one in chapter.clauses
        ],
        "repeals": dict(papers.doc.get("repeals", {})),
        "replaces": dict(papers.doc.get("replaces", {})),
        "edition": after.digest if after and not wrong else None,
        "faults": [{"place": fault.place, "file": fault.file, "why": fault.why} for fault in wrong],
    }


def _iso(hour: object) -> str | None:
    return hour.isoformat() if isinstance(hour, datetime) else None
