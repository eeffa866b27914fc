"""Sheets: words on a printed page. Every PDF of the house is set with these: lines of one size, rows of two, lines to sign on.

The library that makes PDFs is an extra; a page is handed in, and nothing is imported here before somebody prints.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.extras import needed_for

if TYPE_CHECKING:
    from fpdf import FPDF

_LETTERS = (
    ("−", "-"), ("–", "-"), ("—", "-"), ("…", "..."), ("’", "'"), ("‘", "'"), ("“", '"'), ("”", '"'), ("→", "to"), ("×", "x"),
    ("Ł", "L"), ("ł", "l"), ("đ", "d"), ("Đ", "D"), ("ı", "i"), ("€", "EUR"),
)  # fmt: skip


def plain(words: str) -> str:
    """The same words in the letters every PDF reader has; an accent that those lack is left off, any other sign is a ``?``."""
    for own, common in _LETTERS:
        words = words.replace(own, common)
    kept = []
    for letter in words:
        if letter in "\n\t" or (letter.isprintable() and letter.encode("latin-1", "ignore")):
            kept.append(letter)
        else:
            bare = unicodedata.normalize("NFKD", letter).encode("latin-1", "ignore").decode("latin-1")
            kept.append(bare or "?")
    return "".join(kept)


def a4(title: str, foot: str, wide: bool = False) -> FPDF:
    """An empty sheet whose every page says at its foot what it is."""
    with needed_for("a PDF"):
        from fpdf import FPDF

    class Sheet(FPDF):
        def footer(self) -> None:
            self.set_y(-12)
            self.set_font("helvetica", "", 7)
            self.cell(0, 4, plain(f"{foot}    page {self.page_no()} of {{nb}}"))

    page = Sheet(orientation="landscape" if wide else "portrait", format="A4")
    page.set_title(plain(title))
    page.set_auto_page_break(True, 16)
    page.add_page()
    return page


def lines(page: FPDF, size: float, height: float, said: Iterable[str], style: str = "") -> None:
    """So many lines of one size, each as long as it must be."""
    page.set_font("helvetica", style, size)
    for line in said:
        page.multi_cell(0, height, plain(line), align="L", new_x="LMARGIN", new_y="NEXT")


def rows(page: FPDF, pairs: Iterable[tuple[str, str]], left: int = 30, size: float = 9.5) -> None:
    """Rows of a label and what stands there."""
    page.set_font("helvetica", "", size)
    listed = [(plain(label), plain(said)) for label, said in pairs]
    if not listed:
        return
    layout = dict(text_align="LEFT", first_row_as_headings=False, borders_layout="HORIZONTAL_LINES", v_align="TOP")
    with page.table(col_widths=(left, 100 - left), line_height=size * 0.55, **layout) as table:
        for pair in listed:
            table.row(pair)


def to_sign(page: FPDF, who: Iterable[str]) -> None:
    """Lines to sign on, each with a name below it and room for a date."""
    for name in who:
        if page.will_page_break(24):
            page.add_page()
        page.ln(13)
        y = page.y
        page.line(page.l_margin, y, page.l_margin + 95, y)
        page.line(page.l_margin + 105, y, page.l_margin + 150, y)
        page.set_font("helvetica", "", 8)
        page.cell(105, 4, plain(f"{name} (name and signature)"))
        page.cell(0, 4, "Date", new_x="LMARGIN", new_y="NEXT")


def code_for_cameras(page: FPDF, code: str, x: float, y: float, size: float) -> None:
    """A text as squares that a camera or a scanner reads, so many millimetres wide."""
    from houseway.draw.qr import squares

    found = squares(code)
    step = size / len(found)
    page.set_fill_color(0, 0, 0)
    for row, dark in enumerate(found):
        for column, on in enumerate(dark):
            if on:
                page.rect(x + column * step, y + row * step, step, step, style="F")
