"""Keno's forms as PDF: the two that a wager is written on, empty or as a ticket was sold, and the one for an unclaimed prize.

They are drawn from the book: how many numbers there are, which counts of games and prices the mark form offers, which other
schedules there are. What words stand on them are our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fpdf import FPDF

from houseway.draw.sheets import a4, lines, plain, rows, to_sign
from houseway.floor.keno.papers import Ticket, unpacked
from houseway.floor.papers.printed import GOVERNS
from houseway.forms import Doc
from houseway.games.keno.terms import Terms
from houseway.money import show

BOX, ACROSS = 11.0, 10
HINTS = (
    "Put a cross in each box you choose. Give the form to a keno writer before the game closes.",
    "Check the receipt at once: prizes are paid on the receipt, and the computer's record decides.",
)
STATED = (
    ("name", "Name"), ("address", "Address"), ("phone", "Telephone"), ("where", "Where the ticket was bought"),
    ("date", "Date of purchase"), ("time", "Time of purchase, about"),
    ("information", "Anything else that helps: the first game, how many games, the numbers"),
)  # fmt: skip


def mark_form(terms: Terms, ticket: Ticket | None = None) -> bytes:
    """The form whose boxes a machine reads; with a ticket, as it was filled in."""
    page = _form("Keno entry form", terms.kinds.mark_form.by.cited[1], ticket)
    ways = unpacked(ticket.ways) if ticket is not None else ()
    _numbers(page, terms, {number for way in ways for number in way.numbers})
    offered = terms.kinds.mark_form.value
    _choices(page, "Games", [(str(count), count) for count in offered], ticket.games if ticket is not None else None)
    price = ticket.per_game if ticket is not None else None
    _choices(page, "Price of a game", [(f"${count}", count * 100) for count in offered], price)
    _special(page, terms, ticket)
    return bytes(page.output())


def way_form(terms: Terms, ticket: Ticket | None = None) -> bytes:
    """The form for several ways at once; with a ticket, as it was filled in."""
    page = _form("Keno way entry form", terms.kinds.way_form.by.cited[1], ticket)
    ways = unpacked(ticket.ways) if ticket is not None else ()
    _numbers(page, terms, {number for way in ways for number in way.numbers})
    page.ln(3)
    told = [
        (f"Way {n}", f"{' '.join(map(str, way.numbers))} for {show(way.cents)}") for n, way in enumerate(ways[:60], 1)
    ]
    if len(ways) > 60:
        told.append(("And", f"{len(ways) - 60} more ways, on the computer"))
    rows(page, told or [(f"Way {n}", " ") for n in range(1, 9)], 20)
    page.ln(2)
    games = str(ticket.games) if ticket is not None else " "
    rows(page, [("Games", games), ("Price of a game", show(ticket.per_game) if ticket is not None else " ")], 30)
    _special(page, terms, ticket)
    return bytes(page.output())


def claim_form(clauses: Iterable[str], stated: Mapping[str, Doc] | None = None) -> bytes:
    """The form for a prize on an old, lost or mutilated ticket; empty unless something is stated."""
    page = a4("Keno claim form", f"Keno claim form, § {', '.join(clauses)}")
    lines(page, 17, 8, ["Claim for an unclaimed keno prize"], "B")
    page.ln(2)
    told = (
        "For a ticket more than twelve months old, and for one that was lost or cannot be read.",
        "An inspector examines what is stated here, and alone decides whether the prize is paid. It is paid by cheque.",
        "Hand it to the casino, or send it to the Casino Surveillance Authority, 20 Allara St, Civic, A.C.T.",
    )
    lines(page, 10, 5.2, told)
    page.ln(4)
    known = stated or {}
    rows(page, [(label, str(known.get(name, "") or " \n ")) for name, label in STATED], 38)
    to_sign(page, ["Claimant"])
    page.ln(4)
    lines(page, 7.5, 4, [GOVERNS])
    return bytes(page.output())


def _form(title: str, clauses: list[str], ticket: Ticket | None) -> FPDF:
    page = a4(title, f"{title}, § {', '.join(clauses[:4])}")
    lines(page, 17, 8, [title], "B")
    lines(page, 9, 4.5, HINTS)
    if ticket is not None:
        lines(page, 9, 4.5, [f"As ticket {ticket.number} was sold, {ticket.at.replace('T', ' ')}, by {ticket.writer}."])
    page.ln(3)
    return page


def _numbers(page: FPDF, terms: Terms, chosen: set[int]) -> None:
    for number in range(1, terms.draws.device.value + 1):
        _box(page, str(number), number in chosen, number % ACROSS == 0)


def _choices(page: FPDF, label: str, offered: list[tuple[str, int]], chosen: int | None) -> None:
    page.ln(4)
    lines(page, 10, 5, [label], "B")
    for place, (words, value) in enumerate(offered, 1):
        _box(page, words, value == chosen, place == len(offered))
    if chosen is not None and all(value != chosen for _, value in offered):
        lines(page, 9, 5, [f"written in by hand: {chosen if label == 'Games' else show(chosen)}"])


def _special(page: FPDF, terms: Terms, ticket: Ticket | None) -> None:
    kinds = terms.kinds.special.value
    _choices(page, "Special", [(str(one), one) for one in kinds], ticket.special if ticket and ticket.special else None)


def _box(page: FPDF, words: str, crossed: bool, last: bool) -> None:
    """A square with a number in it, and a cross where it is chosen."""
    x, y = page.x, page.y
    page.set_font("helvetica", "B" if crossed else "", 9)
    page.cell(BOX, BOX * 0.8, plain(words), border=1, align="C", new_x="RIGHT", new_y="TOP")
    if last:
        page.set_xy(page.l_margin, y + BOX * 0.8)
    if crossed:
        page.line(x, y, x + BOX, y + BOX * 0.8)
        page.line(x + BOX, y, x, y + BOX * 0.8)
