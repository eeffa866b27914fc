"""Papers: figures as a file that somebody files. CSV and a workbook for a finance office, PDF to sign, JSON for programs.

The same figures give the same bytes, whoever makes them and when; what is signed is the document they all show.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.complaint import BadInput
from houseway.draw.sheets import a4, lines, plain, to_sign
from houseway.extras import needed_for
from houseway.forms import canonical
from houseway.money import show
from houseway.reporting.report import rows_of

# A column: its heading, the name of the figure, and what it is.
COLUMNS: tuple[tuple[str, str, str], ...] = (
    ("", "name", "words"),
    ("Rounds", "rounds", "count"),
    ("Drop", "drop", "money"),
    ("Handle", "handle", "money"),
    ("Win", "win", "money"),
    ("Hold %", "hold", "words"),
    ("Expected", "expected", "money"),
    ("Std. dev.", "deviation", "money"),
    ("Chance at most", "chance_at_most", "words"),
    ("Fills", "fills", "money"),
    ("Credits", "credits", "money"),
    ("Opening", "opening", "money"),
    ("Closing", "closing", "money"),
    ("Rulings", "adjusted", "money"),
    ("Jackpots", "jackpots", "money"),
    ("Counts over", "variance", "money"),
)
KENO: tuple[tuple[str, str, str], ...] = (
    ("Keno day", "day", "words"), ("Games", "games", "count"), ("Tickets", "tickets", "count"), ("Sold", "taken", "money"),
    ("Prizes", "prizes", "money"), ("Jackpots won", "jackpots", "money"), ("Fed", "fed", "money"), ("Win", "win", "money"),
    ("Hold %", "hold", "words"), ("Expected", "expected", "money"), ("Std. dev.", "deviation", "money"),
    ("Chance at most", "chance_at_most", "words"),
)  # fmt: skip
TOURNAMENTS: tuple[tuple[str, str, str], ...] = (
    ("Tournament", "title", "words"), ("Entered", "entered", "count"), ("Fees", "fees", "money"),
    ("Refunded", "refunds", "money"), ("Added", "added", "money"), ("Kept", "kept", "money"), ("Prizes", "prizes", "money"),
    ("Buy-ins", "buy_ins", "money"), ("Chips cashed", "cashed", "money"), ("House", "win", "money"),
    ("In its account", "closing", "money"),
)  # fmt: skip
LEVIES: tuple[tuple[str, str, str], ...] = (
    ("Levy", "name", "words"), ("On", "base", "words"), ("Of", "of", "money"), ("Rate", "rate", "words"), ("Due", "due", "money"),
)  # fmt: skip
NARROW = 9  # columns of a page of paper; a workbook has all

FORMS = ("json", "csv", "xlsx", "pdf")


def sheets(doc: dict[str, Any]) -> Iterator[tuple[str, tuple[tuple[str, str, str], ...], list[dict[str, Any]]]]:
    """Every table of figures: its title, its columns and its rows."""
    for title, rows in rows_of(doc):
        yield title, COLUMNS, [*rows, *([{**doc["total"], "name": "All tables"}] if title == "Tables" else [])]
    if doc["keno"]:
        yield "Keno", KENO, doc["keno"]
    if doc.get("tournaments"):
        yield "Tournaments", TOURNAMENTS, doc["tournaments"]
    if doc["jackpots"]:
        lines = [
            {"name": name, "what": what, "cents": cents}
            for name, of in doc["jackpots"].items()
            for what, cents in of.items()
        ]
        yield "Jackpots", (("Jackpot", "name", "words"), ("What", "what", "words"), ("Amount", "cents", "money")), lines
    cage = doc["cage"]
    cash = [{"what": f"{words} {place}", "cents": cents} for words, key in (("into", "cash_in"), ("out of", "cash_out"),
            ("over at", "over")) for place, cents in cage[key].items()]  # fmt: skip
    if cash:
        yield "Cage", (("Cash", "what", "words"), ("Amount", "cents", "money")), cash
    if doc["levies"]:
        yield "Levies", LEVIES, doc["levies"]


def head(doc: dict[str, Any]) -> list[str]:
    """What a paper says first."""
    of = doc["period"]
    told = [f"{doc['venue'] or 'Houseway'}: figures of the {of['kind']} {of['name']}",
             f"From {of['since'].replace('T', ' ')} until {of['until'].replace('T', ' ')}"]  # fmt: skip
    return told if of["final"] else [*told, "So far: this time is not over"]


def foot(doc: dict[str, Any]) -> list[str]:
    """What a paper says last: how to make it again, and whose it is."""
    signed = f"Signed with {doc['key']}: {doc['signature']}" if "signature" in doc else "Not signed"
    return [
        "Expected: by the exact law of every wager, at best play where players decide; with it the standard deviation. "
        "Chance at most: of luck at least so far off, on its side.",
        f"Digest {doc['digest']}",
        signed,
        f"houseway report '{doc['period']['name']}' makes it again from the ledger.",
    ]


def as_csv(doc: dict[str, Any]) -> str:
    """One table after another; amounts in dollars with two places."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for line in head(doc):
        writer.writerow([line])
    for title, columns, rows in sheets(doc):
        writer.writerow([])
        writer.writerow([title])
        writer.writerow([heading for heading, _, _ in columns])
        for row in rows:
            writer.writerow([_plain(row[name], kind) for _, name, kind in columns])
    for line in ("", *foot(doc)):
        writer.writerow([line])
    return out.getvalue()


def _plain(figure: Any, kind: str) -> str:
    if kind != "money":
        return str(figure)
    sign, cents = ("-" if figure < 0 else ""), abs(figure)
    return f"{sign}{cents // 100}.{cents % 100:02d}"


def as_workbook(doc: dict[str, Any]) -> bytes:
    """A workbook with a sheet for each table, and the win of tables against what was to be expected as a chart."""
    with needed_for("a workbook"):
        import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    made = datetime.fromisoformat(doc["period"]["until"])  # no clock in it: the same figures are the same bytes
    book.set_properties({"title": head(doc)[0], "created": made, "comments": "\n".join(foot(doc)[1:])})
    bold, money, words = (
        book.add_format({"bold": True}),
        book.add_format({"num_format": "#,##0.00;[Red]-#,##0.00"}),
        None,
    )
    for title, columns, rows in sheets(doc):
        sheet = book.add_worksheet(title)
        sheet.freeze_panes(1, 1)
        sheet.set_column(0, 0, 28)
        sheet.set_column(1, len(columns), 13)
        for x, (heading, _, _) in enumerate(columns):
            sheet.write(0, x, heading, bold)
        for y, row in enumerate(rows, 1):
            for x, (_, name, kind) in enumerate(columns):
                figure = row[name]
                if kind == "money":
                    sheet.write_number(y, x, figure / 100, money)  # a cell holds floats; the document has the cents
                elif kind == "count":
                    sheet.write_number(y, x, figure)
                else:
                    sheet.write_string(y, x, str(figure), words)
        if title == "Tables" and rows:
            _chart(book, sheet, [name for _, name, _ in columns], len(rows) - 1)
    notes = book.add_worksheet("About")
    for y, line in enumerate((*head(doc), "", *foot(doc))):
        notes.write_string(y, 0, line)
    book.close()
    return out.getvalue()


def _chart(book: Any, sheet: Any, names: list[str], count: int) -> None:
    chart = book.add_chart({"type": "column"})
    for heading, name in (("Win", "win"), ("Expected", "expected")):
        column = names.index(name)
        chart.add_series(
            {"name": heading, "categories": ["Tables", 1, 0, count, 0], "values": ["Tables", 1, column, count, column]}
        )
    chart.set_title({"name": "Win and what was to be expected"})
    sheet.insert_chart(count + 3, 0, chart, {"x_scale": 2})


def as_pdf(doc: dict[str, Any]) -> bytes:
    """Pages to print and sign."""
    page = a4(head(doc)[0], f"{head(doc)[0]}    {doc['digest']}", wide=True)
    page.set_creation_date(datetime.fromisoformat(doc["period"]["until"]))  # no clock in it
    lines(page, 16, 8, head(doc)[:1], "B")
    lines(page, 9, 4.5, head(doc)[1:])
    for title, columns, rows in sheets(doc):
        page.ln(3)
        lines(page, 11, 6, [title], "B")
        shown = columns[:NARROW] if columns is COLUMNS else columns
        page.set_font("helvetica", "", 7.5)
        align = tuple("LEFT" if kind == "words" and n == 0 else "RIGHT" for n, (_, _, kind) in enumerate(shown))
        with page.table(text_align=align, line_height=4.6, first_row_as_headings=True) as table:
            table.row([plain(heading) for heading, _, _ in shown])
            for row in rows:
                table.row([plain(show(row[name]) if kind == "money" else str(row[name])) for _, name, kind in shown])
    lines(page, 9, 5, [_outlier(found) for found in doc["outliers"]])
    page.ln(4)
    lines(page, 7, 3.6, foot(doc))
    to_sign(page, ("For the finance office", "For the casino"))
    return bytes(page.output())


def _outlier(found: dict[str, Any]) -> str:
    """Luck that is rare, in a sentence."""
    who, won, usual = f"{found['kind'].capitalize()} {found['name']}", show(found["win"]), show(found["expected"])
    return f"{who}: won {won}, expected {usual} ± {show(found['deviation'])}; chance at most {found['chance_at_most']}"


def written(doc: dict[str, Any], form: str) -> bytes:
    """Figures in one of their forms."""
    if form == "csv":
        return as_csv(doc).encode()
    if form == "xlsx":
        return as_workbook(doc)
    if form == "pdf":
        return as_pdf(doc)
    if form == "json":
        return canonical(doc).encode() + b"\n"
    raise BadInput(f"figures are written as {', '.join(FORMS)}, not as {form!r}")


def form_of(path: Path) -> str:
    """The form that a file's name asks for."""
    form = path.suffix.removeprefix(".")
    if form not in FORMS:
        raise BadInput(f"figures are written as {', '.join(f'.{one}' for one in FORMS)}, not as {path.name!r}")
    return form
