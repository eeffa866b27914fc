"""Receipts: what a terminal prints, as fields and as plain text for a printer of forty columns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from houseway.floor.keno.desk import Keno
from houseway.floor.keno.papers import Ticket, Voucher, unpacked
from houseway.games.keno.entry import Entry, is_jackpot, to_go
from houseway.money import Cents, show

COLUMNS = 40
KINDS = {
    "standard": "Standard",
    "quick pick": "Quick pick",
    "mystery": "Mystery pick",
    "way": "Way",
    "set bet": "Set bet",
}
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
           "Thirteen", "Fourteen", "Fifteen")  # fmt: skip


@dataclass(frozen=True)
class Receipt:
    title: str
    rules: str
    day: str
    time: str
    writer: str
    terminal: str
    number: int
    serial: str
    kind: str
    ways: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, int, Cents], ...]  # ways, spots, amount
    first: int
    last: int
    games: int
    charged: int
    per_game: Cents
    total: Cents
    notes: tuple[str, ...]
    code: str


def receipt(keno: Keno, ticket: Ticket) -> Receipt:
    """The receipt of a ticket as the computer holds it."""
    entry = Entry(unpacked(ticket.ways), ticket.games, ticket.special, ticket.kind)
    at = datetime.fromisoformat(ticket.at)
    return Receipt(
        "Keno receipt", keno.book.short + f" {keno.book.commences:%Y}" if keno.book.commences else keno.book.short,
        ticket.day, f"{at:%H:%M:%S}", ticket.writer, ticket.terminal, ticket.number,
        " ".join(ticket.serial[n : n + 4] for n in range(0, len(ticket.serial), 4)), kind_of(keno, entry),
        tuple(way.numbers for way in entry.ways), entry.lines, ticket.first, ticket.issued_last, ticket.games,
        ticket.charged, ticket.per_game, ticket.price, notes(keno, entry), ticket.code,
    )  # fmt: skip


def kind_of(keno: Keno, entry: Entry) -> str:
    """ "Six spots, standard": what an entry is called on its receipt."""
    spots = {way.spots for way in entry.ways}
    jackpot = any(is_jackpot(keno.terms, entry.special, count) for count in spots)
    if len(entry.ways) > 1:
        name = f"{len(entry.ways)} ways"
    else:
        name = f"{NUMBERS[min(spots)]} spot{'' if spots == {1} else 's'}"
    kind = f"Special {entry.special}" if entry.special else KINDS[entry.kind].lower()
    return f"{name}, {kind}{', jackpot' if jackpot else ''}"


def notes(keno: Keno, entry: Entry) -> tuple[str, ...]:
    kept = ["Check this receipt now. If it differs from the computer, the computer record prevails."]
    if to_go(keno.terms, entry.games):
        kept.append("Keno To Go: cancelled only whole, before the first number of its first game.")
    else:
        kept.append("A game may be cancelled until its first number is drawn, on the day of sale.")
    kept.append("Paid here for twelve months after the Keno day; later by claim form.")
    return tuple(kept)


def as_text(paper: Receipt) -> str:
    """The receipt as a printer of forty columns prints it."""
    rule = "-" * COLUMNS
    lines = [paper.title.upper().ljust(COLUMNS - len(paper.rules)) + paper.rules, rule]
    lines += [_pair("Keno day", paper.day), _pair("Time", paper.time)]
    lines += [_pair("Writer, terminal", f"{paper.writer}, {paper.terminal}"), _pair("Ticket", str(paper.number))]
    lines += [_pair("Serial", paper.serial), rule, paper.kind]
    for numbers in paper.ways[:60]:
        lines += _wrapped("  ".join(f"{number:>2}" for number in numbers))
    if len(paper.ways) > 60:
        lines.append(f"and {len(paper.ways) - 60} more ways, on the computer")
    lines.append(rule)
    lines += [
        _pair("First game", str(paper.first)),
        _pair("Last game", str(paper.last)),
        _pair("Games", str(paper.games)),
    ]
    lines += [_pair("Ways / spots / amount", f"{ways} / {spots} / {show(cents)}") for ways, spots, cents in paper.lines]
    lines += [_pair("Cost per game", show(paper.per_game))]
    if paper.charged < paper.games:
        lines.append(_pair("Games free", str(paper.games - paper.charged)))
    lines += [rule, _pair("TOTAL", show(paper.total)), rule]
    for note in paper.notes:
        lines += _wrapped(note)
    lines += [rule, paper.code]
    return "\n".join(lines) + "\n"


def voucher_text(voucher: Voucher) -> str:
    """A voucher as it is printed."""
    rule = "-" * COLUMNS
    kind = "Deposit for later play" if voucher.kind == "deposit" else "For winning receipts"
    lines = ["KENO VOUCHER", rule, kind, _pair("Keno day", voucher.day), _pair("Issued", voucher.at), rule,
             _pair("VALUE", show(voucher.cents)), rule, voucher.code]  # fmt: skip
    return "\n".join(lines) + "\n"


def _pair(left: str, right: str) -> str:
    return (
        left + right.rjust(COLUMNS - len(left))
        if len(left) + len(right) < COLUMNS
        else f"{left}\n{right.rjust(COLUMNS)}"
    )


def _wrapped(text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(text, COLUMNS) or [""]
