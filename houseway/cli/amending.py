"""Amending: a draft notice at the terminal. Each call changes the draft, and says everything that keeps it from being law."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from houseway import games
from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, note, print_json, red, wrapped
from houseway.floor.drafts import document, editions, written_on
from houseway.law.changes import changes
from houseway.law.drafting import Fault, Wanted, faults
from houseway.law.moments import moment_words
from houseway.law.notices import Papers
from houseway.law.rulebook import Edition, Rulebook
from houseway.law.words import ClauseWords


def clauses(texts: list[str]) -> tuple[ClauseWords, ...]:
    """``2 Odds: A spread of one pays 6 to 1.``"""
    found = []
    for text in texts:
        head, colon, words = text.partition(":")
        number, _, title = head.strip().partition(" ")
        if not colon or not number or not title or not words.strip():
            raise BadUsage(f"--clause takes 'NUMBER TITLE: WORDS', not {text!r}")
        found.append(ClauseWords(number, title.strip(), words.strip()))
    return tuple(found)


def pairs(option: str, texts: list[str], needed: bool = True) -> dict[str, str]:
    """``NAME=VALUE``, several times."""
    found = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not name.strip() or (needed and not value.strip()):
            raise BadUsage(f"{option} takes NAME=VALUE, not {text!r}")
        found[name.strip()] = value.strip()
    return found


def amend(book: str, id: str, wanted: Wanted, into: Path | None, json: bool) -> bool:
    """Begins a draft or changes it, and prints how it stands; True if it could not be published so."""
    rulebook, variant = games.book(book)
    if variant:
        raise BadUsage(f"a notice amends the book: {rulebook.id}")
    if not id:
        _drafts(rulebook, json)
        return False
    folders = games.own_folders() if into is None else (into,)
    if not folders or not folders[0].is_dir():
        where = f"there is no folder {folders[0]}" if folders else "nobody said where drafts are kept"
        raise BadUsage(f"{where}: --into DIR, or houseway --books DIR amend")
    papers = written_on(rulebook, id, wanted, folders)
    wrong = faults(games.files(rulebook.game), papers, datetime.now())
    before, after = editions(rulebook, papers)
    if json:
        print_json(document(papers, wrong, before, after))
    else:
        _print(papers, wrong, before, after)
    return bool(wrong)


def _drafts(book: Rulebook[Any], json: bool) -> None:
    listed = [part for part in book.amendments if part.draft]
    broken = {what: wrong for what, wrong in games.faults().items() if what.startswith(f"{book.id}+")}
    if json:
        print_json(
            {
                "schema": "houseway.drafts/1",
                "book": book.id,
                "drafts": [{"id": part.id, "file": str(part.path), "faults": []} for part in listed]
                + [
                    {"id": what.partition("+")[2], "file": wrong.said[0][0], "faults": [why for _, why in wrong.said]}
                    for what, wrong in broken.items()
                ],
            }
        )
        return
    for part in listed:
        print(f"{part.id}  {part.citation}  {dim(str(part.path))}")
    for what, wrong in broken.items():
        print(f"{what.partition('+')[2]}  {red(f'{len(wrong.said)} faults')}  {dim(wrong.said[0][0])}")
    if not listed and not broken:
        print(
            f"No draft amends {book.id}. Begin one: houseway amend {book.id} --draft notice-7 --instrument … --commences …"
        )


def _print(papers: Papers, wrong: list[Fault], before: Edition[Any] | None, after: Edition[Any] | None) -> None:
    about = papers.about
    print(bold(f"{about.get('instrument', papers.id)}, a draft of {papers.of}"))
    hours = [about.get("commences"), about.get("expires")]
    if hours[0]:
        print(f"From {moment_words(hours[0])}" + (f" to {moment_words(hours[1])}" if hours[1] else "") + ".")
    print(dim(f"{papers.path}, {papers.told.name}"))
    for change in changes(before, after) if before and after else ():
        print(f"  {change.words}  {dim(str(change.by))}")
    for section, word in (("repeals", "repealed"), ("replaces", "replaced")):
        for number, by in papers.doc.get(section, {}).items():
            print(f"  § {number} {word} by § {by}")
    for chapter in papers.chapters:
        for one in chapter.clauses:
            print(f"§ {one.number}  {bold(one.title)}")
            print(wrapped(one.text, "    "))
    for fault in wrong:
        note(red(f"{fault.file or papers.path.name}: {f'{fault.place}: ' if fault.place else ''}{fault.why}"))
    if not wrong:
        print(f"It could be published as it stands. Read it as {papers.of}+{papers.id}.")
