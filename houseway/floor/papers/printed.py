"""Printed: a paper, or a copy of the rules, as a PDF."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from houseway import games
from houseway.draw.sheets import a4, code_for_cameras, lines, rows, to_sign
from houseway.floor.papers.filed import Filed
from houseway.floor.papers.paper import SORTS, Paper
from houseway.floor.papers.rules_copy import ClauseCopied, RulesCopy, rules_copy
from houseway.law.clause import Clause
from houseway.law.moments import moment_words

if TYPE_CHECKING:
    from fpdf import FPDF

GOVERNS = "Clauses are told in our own words; the gazette governs."


def clauses_of(paper: Paper) -> list[tuple[Clause, str, str]]:
    """The clauses that a paper rests on: each with its instrument and our words for it, as far as they are held."""
    found = []
    for clause in paper.by.clauses:
        try:
            _, _, part = games.instrument(clause.book)
        except games.NoSuchBook:
            found.append((clause, clause.book, ""))
            continue
        words = part.words.by_number.get(clause.number)
        found.append((clause, part.citation, f"{words.title}. {words.text}" if words is not None else ""))
    return found


def copied(paper: Paper) -> tuple[RulesCopy, bool] | None:
    """The rules that a paper is a copy of, and whether their words are still those that were given."""
    given = dict(paper.lines)
    if paper.sort != "copy of the rules" or "Book" not in given:
        return None
    copy = rules_copy(given["Book"], given["Law of"])
    return copy, copy.digest.startswith(given["Digest of the words"])


def pdf(filed: Filed) -> bytes:
    """A paper on a sheet: what it says, the clauses behind it, where in the record it stands, and lines to sign on."""
    paper, entry = filed.paper, filed.entry
    page = a4(f"{paper.title} {filed.reference}", f"{paper.title} {filed.reference}, record {entry.hash[:16]}")
    lines(page, 17, 8, [paper.title], "B")
    page.ln(2)
    head = [("Number", filed.reference), ("Desk", filed.desk), ("Written", moment_words(filed.at))]
    head += [("By", filed.who), ("For", paper.to)]
    head += [("Round", str(paper.round) if paper.round else "")]
    rows(page, [pair for pair in head if pair[1]])
    page.ln(4)
    rows(page, paper.lines)
    page.ln(2)
    lines(page, 10.5, 5.5, paper.says)
    if paper.by.clauses:
        page.ln(4)
        lines(page, 11, 6, ["By these clauses"], "B")
        rows(
            page,
            [(f"{instrument}, § {clause.number}", words) for clause, instrument, words in clauses_of(paper)],
            36,
            8.5,
        )
        lines(page, 7.5, 4, [GOVERNS])
    found = copied(paper)
    if found is not None:
        page.ln(4)
        _rules(page, found[0], found[1])
    to_sign(page, SORTS[paper.sort].signed)
    page.ln(6)
    about = f"Entry {entry.number} of {entry.stream}, hash {entry.hash}." + (
        f" Edition {paper.edition}." if paper.edition else ""
    )
    lines(page, 7.5, 4, [about])
    page.set_auto_page_break(False)
    code_for_cameras(page, f"paper:{filed.reference}", page.w - page.r_margin - 24, 14, 24)
    return bytes(page.output())


def rules_pdf(copy: RulesCopy) -> bytes:
    """The rules of a book for whoever asks."""
    page = a4(f"Rules of {copy.title}", f"{copy.title}, law of {copy.law_of}, text {copy.digest[:16]}")
    lines(page, 17, 8, [f"Rules of {copy.title}"], "B")
    page.ln(2)
    _rules(page, copy, True)
    return bytes(page.output())


def _rules(page: FPDF, copy: RulesCopy, same: bool) -> None:
    lines(page, 10, 5, [f"As they stand on {copy.law_of}.", *copy.instruments, GOVERNS])
    if not same:
        lines(
            page,
            10,
            5,
            ["Our words have been revised since this copy was given; the law it is a copy of is the same."],
            "B",
        )
    for chapter, clauses in groupby(copy.clauses, lambda one: one.chapter):
        if page.will_page_break(24):
            page.add_page()
        page.ln(3)
        lines(page, 11, 6, [chapter], "B")
        rows(page, [_row(copy, one) for one in clauses], 20, 8.5)


def _row(copy: RulesCopy, one: ClauseCopied) -> tuple[str, str]:
    """The gazette's own place, and our words; the instrument is named where it is not the book's own."""
    place = f"§ {one.number}" if one.instrument == copy.instrument else f"{one.instrument}, § {one.number}"
    return place, f"{one.title}. {one.words}" + (f" ({one.fate})" if one.fate else "")
