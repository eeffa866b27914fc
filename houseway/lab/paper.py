"""Paper: a PAR sheet on paper, as one HTML file that needs no other, or as a PDF page."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.complaint import BadInput
from houseway.draw.sheets import lines, plain
from houseway.extras import needed_for
from houseway.lab.sheet import Chart, ParSheet

if TYPE_CHECKING:
    from fpdf import FPDF

STYLE = """
body{font:15px/1.45 system-ui,sans-serif;color:#14201b;background:#fff;max-width:760px;margin:32px auto;padding:0 24px}
h1{font-size:24px;margin:0} header{border-bottom:2px solid #14201b;padding-bottom:10px;margin-bottom:14px}
dl{display:flex;gap:32px;margin:0 0 14px} dd{margin:0;font-size:24px;font-weight:650}
dt,.small,figcaption{color:#4b5853;font-size:13px}
div.one{display:flex;flex-direction:column-reverse;justify-content:flex-end}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:4px 8px;border-bottom:1px solid #d5dbd8}
th{font-size:13px;color:#4b5853;border-color:#14201b} th:first-child,td:first-child{text-align:left;padding-left:0}
figure{margin:18px 0;break-inside:avoid} svg{width:100%;height:auto;font-family:inherit} .exact{overflow-wrap:anywhere}
@media print{body{margin:0;max-width:none}}
"""


def provenance(sheet: ParSheet) -> tuple[str, ...]:
    """What a figure must be held against: the text, its edition, what was changed, and the method."""
    of = sheet.study
    changed = ", ".join(f"{name} = {value}" for name, value in of.edition.studied)
    return (
        f"{of.book.instrument}; edition {of.edition.digest}.",
        *((f"Studied with {changed}; this is not the law.",) if changed else ()),
        f"{sheet.method} Expectation of {sheet.wagers[0].wager}: {sheet.exact}.",
        "Told by Houseway. Not shown at tables; running games for money needs a licence and approved equipment.",
    )


def html(sheet: ParSheet) -> str:
    of = sheet.study
    figures = "".join(
        f"<figure><figcaption><b>{escape(chart.title)}.</b> {escape(chart.subtitle)}</figcaption>{chart._repr_svg_()}</figure>"
        for chart in sheet.charts
    )
    head = "".join(
        f'<div class="one"><dt>{escape(label)}</dt><dd>{escape(figure)}</dd></div>' for figure, label in sheet.headline
    )
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in sheet.rows)
    columns = "".join(f"<th>{escape(column)}</th>" for column in sheet.columns)
    notes = "".join(f'<p class="small exact">{escape(line)}</p>' for line in provenance(sheet))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(of.title)}, PAR sheet</title>'
        f"<style>{STYLE}</style></head><body><header><h1>{escape(of.title)}, PAR sheet</h1></header><dl>{head}</dl>"
        f"<table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>{figures}{notes}</body></html>\n"
    )


def pdf(sheet: ParSheet) -> bytes:
    """A sheet as a PDF."""
    with needed_for("a PDF"):
        from fpdf import FPDF

    page = FPDF(format="A4")
    page.set_title(plain(f"{sheet.study.title}, PAR sheet"))
    page.set_auto_page_break(True, 14)
    page.add_page()
    lines(page, 17, 8, [f"{sheet.study.title}, PAR sheet"], "B")
    page.set_line_width(0.5)
    page.line(page.l_margin, page.y + 1, page.w - page.r_margin, page.y + 1)
    page.ln(4)
    _headline(page, sheet)
    _table(page, sheet)
    for chart in sheet.charts:
        bars(page, chart)
    page.ln(3)
    lines(page, 8, 4, provenance(sheet))
    return bytes(page.output())


def _headline(page: FPDF, sheet: ParSheet) -> None:
    top = page.y
    for n, (figure, label) in enumerate(sheet.headline):
        page.set_xy(page.l_margin + 47 * n, top)
        page.set_font("helvetica", "B", 15)
        page.cell(46, 7, plain(figure), new_x="LEFT", new_y="NEXT")
        page.set_font("helvetica", "", 8.5)
        page.cell(46, 4, plain(label))
    page.set_xy(page.l_margin, top + 15)


def _table(page: FPDF, sheet: ParSheet) -> None:
    page.set_font("helvetica", "", 8.5)
    with page.table(text_align=("LEFT", *["RIGHT"] * (len(sheet.columns) - 1)), line_height=5) as table:
        for row in (sheet.columns, *sheet.rows):
            table.row([plain(cell) for cell in row])


def bars(page: FPDF, chart: Chart) -> None:
    """A chart as rows: label, bar, value. Bars to the left of the line are losses."""
    step = 5.0
    if page.will_page_break(8 + step * len(chart.points)):
        page.add_page()
    page.ln(4)
    lines(page, 10, 5, [f"{chart.title}. {chart.subtitle}"])
    heights = [float(height) for _, height, _ in chart.points]
    low, high = min(0.0, *heights), max(0.0, *heights)
    left, wide = page.l_margin + 32, page.epw - 58
    zero = left - low / ((high - low) or 1) * wide
    page.set_font("helvetica", "", 8.5)
    for (label, _, mark), height in zip(chart.points, heights, strict=True):
        y, reach = page.y, height / ((high - low) or 1) * wide
        page.cell(30, step, plain(label))
        page.set_fill_color(20, 32, 27) if mark != "hollow" else page.set_fill_color(255, 255, 255)
        page.rect(min(zero, zero + reach), y + 0.9, abs(reach), step - 1.8, style="DF")
        page.set_xy(left + wide + 2, y)
        page.cell(24, step, f"{height:+.4f}" if chart.kind == "lollipop" else f"{height * 100:.3f}%", align="R")
        page.set_xy(page.l_margin, y + step)


def write(sheet: ParSheet, path: Path) -> None:
    """Writes the sheet in the form its file name asks for."""
    if path.suffix == ".pdf":
        path.write_bytes(pdf(sheet))
    elif path.suffix in (".html", ".htm"):
        path.write_text(html(sheet), encoding="utf-8")
    else:
        raise BadInput(f"a PAR sheet is written as .html or .pdf, not as {path.name!r}")
