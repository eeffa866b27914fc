"""Figures as pages: the PAR sheet of every book, from the results that come with the house, with its charts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from docs.site.law import plain, table
from houseway import games
from houseway.lab.exact import study
from houseway.lab.sheet import ParSheet, par_sheet
from houseway.law.moments import moment_words

WHERE = "sheets"


def ids() -> list[str]:
    """Every book that can be valued, and every variant of it."""
    found = []
    for book in games.library().values():
        found += [] if book.missing else [book.id]
        found += [f"{book.id}+{one}" for one in book.variants if not book.missing or one in book.over]
    return found


def pages(at: datetime) -> Iterator[tuple[str, str]]:
    """Each sheet by the name of its page, and a list of them."""
    found = {id: par_sheet(study(id, at=at)) for id in ids()}
    for id, sheet in found.items():
        yield f"{WHERE}/{_file(id)}", _sheet(id, sheet, at)
    rows = [
        (f"[{_title(id, sheet)}]({_file(id)}.md)", f"`{id}`", f"{sheet.headline[0][1]} {plain(sheet.headline[0][0])}")
        for id, sheet in found.items()
    ]
    lines = [
        "# PAR sheets",
        "",
        f"What every wager is worth, exactly, under the law as on {moment_words(at)}. Each sheet names the edition it was "
        "found from; `houseway odds BOOK --par` prints it, and a house at work draws it under [/odds](/odds) for any other "
        "shoe or day.",
        "",
        *table(("game", "book", "first figure"), rows),
        "",
    ]
    yield f"{WHERE}/index", "\n".join(lines)


def _file(id: str) -> str:
    return id.replace("+", "-")


def _title(id: str, sheet: ParSheet) -> str:
    variant = id.partition("+")[2]
    return plain(f"{sheet.study.title} ({variant})" if variant else sheet.study.title)


def _sheet(id: str, sheet: ParSheet, at: datetime) -> str:
    exact = f"{sheet.exact.numerator:,}".replace("-", "−") + f" / {sheet.exact.denominator:,}"
    edition = sheet.study.edition.digest[:16]
    rows = [[plain(cell) for cell in row] for row in sheet.rows]
    lines = [
        f"# {_title(id, sheet)}, PAR sheet",
        "",
        f"{plain(sheet.study.book.instrument)}; `{id}` as on {moment_words(at)}, edition `{edition}`.",
        "",
        *table(
            (label for _, label in sheet.headline),
            [[f"**{plain(figure)}**" for figure, _ in sheet.headline]],
            "r" * len(sheet.headline),
        ),
        "",
        *table((plain(column) for column in sheet.columns), rows, "l" + "r" * (len(sheet.columns) - 1)),
        "",
        f"{plain(sheet.method)} Expectation {exact}.",
        "",
    ]
    for chart in sheet.charts:
        lines += [f"**{plain(chart.title)}.** {plain(chart.subtitle)}", ""]
        lines += ["```{raw} html", chart._repr_svg_(), "```", ""]
    lines += [f"The same [in the house](/odds/{id}), as [CSV](/odds/{id}.csv) and as [PDF](/odds/{id}.pdf).", ""]
    return "\n".join(lines)
