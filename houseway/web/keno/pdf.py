"""Receipts and vouchers as PDF, 80 millimetres wide like the roll of a ticket printer; the report of liabilities on a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from fpdf import FPDF

from houseway.draw.sheets import a4, code_for_cameras, lines, plain, to_sign
from houseway.floor.keno.papers import Voucher, scanned
from houseway.floor.keno.receipt import Receipt
from houseway.money import show
from houseway.web.keno.console import Reports

WIDTH, MARGIN = 80.0, 5.0


class _Roll:
    def __init__(self, height: float) -> None:
        self.pdf = FPDF(unit="mm", format=(WIDTH, height))
        self.pdf.set_margin(MARGIN)
        self.pdf.set_auto_page_break(False)
        self.pdf.add_page()

    def head(self, left: str, right: str) -> None:
        self._cells(left, right, 12, "B")

    def pair(self, left: str, right: str, size: float = 9, style: str = "") -> None:
        self._cells(left, right, size, style)

    def _cells(self, left: str, right: str, size: float, style: str) -> None:
        self.pdf.set_font("Helvetica", style, size)
        wide = self.pdf.get_string_width(right) + 2
        self.pdf.cell(WIDTH - 2 * MARGIN - wide, size * 0.5, plain(left))
        self.pdf.set_font("Helvetica", "B" if style else "", size)
        self.pdf.cell(wide, size * 0.5, plain(right), align="R", new_x="LMARGIN", new_y="NEXT")

    def text(self, words: str, size: float = 8, family: str = "Helvetica") -> None:
        self.pdf.set_font(family, "", size)
        self.pdf.multi_cell(WIDTH - 2 * MARGIN, size * 0.45, plain(words), align="L", new_x="LMARGIN", new_y="NEXT")

    def rule(self) -> None:
        y = self.pdf.get_y() + 1.5
        self.pdf.set_dash_pattern(0.8, 0.8)
        self.pdf.line(MARGIN, y, WIDTH - MARGIN, y)
        self.pdf.set_y(y + 1.5)

    def code(self, text: str) -> None:
        """A code that a camera or a scanner reads, with white around it."""
        size = 26.0
        code_for_cameras(self.pdf, text, (WIDTH - size) / 2, self.pdf.get_y() + 3, size)
        self.pdf.set_y(self.pdf.get_y() + size + 6)

    def bytes(self) -> bytes:
        return bytes(self.pdf.output())


def receipt_pdf(paper: Receipt) -> bytes:
    ways = paper.ways[:60]
    roll = _Roll(154 + 5 * (len(ways) + len(paper.lines)) + (5 if paper.charged < paper.games else 0))
    roll.head(paper.title, paper.rules)
    roll.rule()
    for left, right in (
        ("Keno day", paper.day),
        ("Time", paper.time),
        ("Writer, terminal", f"{paper.writer}, {paper.terminal}"),
        ("Ticket", str(paper.number)),
        ("Serial", paper.serial),
    ):
        roll.pair(left, right)
    roll.rule()
    roll.text(paper.kind)
    for numbers in ways:
        roll.text("  ".join(str(number) for number in numbers), 11 if len(numbers) < 11 else 9, "Courier")
    if len(paper.ways) > len(ways):
        roll.text(f"and {len(paper.ways) - len(ways)} more ways, on the computer")
    roll.rule()
    for left, right in (("First game", str(paper.first)), ("Last game", str(paper.last)), ("Games", str(paper.games))):
        roll.pair(left, right)
    for count, spots, cents in paper.lines:
        roll.pair("Ways / spots / amount", f"{count} / {spots} / {show(cents)}")
    roll.pair("Cost per game", show(paper.per_game))
    if paper.charged < paper.games:
        roll.pair("Games free", str(paper.games - paper.charged))
    roll.rule()
    roll.pair("Total", show(paper.total), 13, "B")
    roll.rule()
    for note in paper.notes:
        roll.text(note, 8, "Times")
    roll.rule()
    roll.text(paper.code, 9, "Courier")
    roll.code(scanned("ticket", paper.code))
    return roll.bytes()


def voucher_pdf(voucher: Voucher) -> bytes:
    roll = _Roll(96)
    roll.head("Keno voucher", voucher.kind.capitalize())
    roll.rule()
    roll.pair("Keno day", voucher.day)
    roll.pair("Issued", voucher.at.replace("T", " "))
    roll.rule()
    roll.pair("Value", show(voucher.cents), 13, "B")
    roll.rule()
    roll.text(voucher.code, 9, "Courier")
    roll.code(scanned("voucher", voucher.code))
    return roll.bytes()


def report_pdf(found: Reports, who: str) -> bytes:
    """What is owed by Keno day, and the same found a second time from the tickets."""
    page = a4("Keno liabilities", f"Keno liabilities, printed by {who}")
    lines(page, 17, 8, ["Keno liabilities"], "B")
    lines(page, 10, 5.2, ["Papers and ledger agree to the cent." if found.agrees else "Papers and ledger differ."])
    page.ln(3)
    head = ("Keno day", "Games", "Taken", "Prizes", "Paid", "Owed", "Ledger", "Vouchers")
    days = [
        (day.day, str(day.games), show(day.taken), show(day.prizes), show(day.paid), show(day.owed),
         "freed" if day.released else show(day.ledger), show(day.vouchers))
        for day in found.days
    ]  # fmt: skip
    _table(page, head, days)
    page.ln(4)
    lines(page, 12, 7, [f"Unclaimed prizes of {found.day}" if found.day else "Unclaimed prizes"], "B")
    lines(page, 9.5, 5, [f"{found.unclaimed_tickets} tickets, {show(found.unclaimed_sum)} in all."])
    owed = [
        (str(row["ticket"]), row["sold"], " ".join(map(str, row["games"])), show(row["cents"]))
        for row in found.unclaimed
    ]
    _table(page, ("Ticket", "Sold", "Games", "Owed"), owed)
    page.ln(4)
    lines(page, 12, 7, ["Found twice"], "B")
    proofs = [(proof.what, show(proof.papers), show(proof.ledger)) for proof in found.proofs]
    _table(page, ("What", "From the tickets", "In the ledger"), proofs)
    to_sign(page, ["Keno supervisor"])
    return bytes(page.output())


def _table(page: FPDF, head: tuple[str, ...], body: Sequence[tuple[str, ...]]) -> None:
    if not body:
        lines(page, 9.5, 5, ["None."])
        return
    page.set_font("helvetica", "", 8.5)
    with page.table(line_height=4.6, text_align="LEFT") as table:
        for row in (head, *body):
            table.row([plain(cell) for cell in row])
