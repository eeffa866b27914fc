"""Paper: a judgement on paper, with the digests of both editions and room for two signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.draw.sheets import a4, lines, plain
from houseway.judging import Judgement
from houseway.judging.redline import COMES, GOES, ClauseChange
from houseway.judging.rounds import MOST_SHOWN
from houseway.judging.told import summary
from houseway.lab.beside import Effect, together
from houseway.lab.exact import percent
from houseway.lab.paper import bars
from houseway.money import show_net
from houseway.odds.distribution import WagerOdds

if TYPE_CHECKING:
    from fpdf import FPDF

RED, GREEN, BLACK = (160, 30, 30), (20, 110, 60), (0, 0, 0)


def pdf(found: Judgement) -> bytes:
    """The paper: both editions, what differs, and two lines to sign on."""
    digests = f"{found.before.edition.digest[:16]} against {found.after.edition.digest[:16]}"
    page = a4(f"Judgement: {found.before.id} against {found.after.id}", f"Editions {digests}")
    lines(page, 17, 8, ["Two editions, held against each other"], "B")
    page.ln(2)
    for name, side in (("Before", found.before), ("After", found.after)):
        lines(page, 11, 5.5, [f"{name}: {side.title}"], "B")
        lines(page, 9, 4.5, [side.law, side.book.instrument, f"Edition {side.edition.digest}"])
        page.ln(2)
    lines(page, 10.5, 5.5, summary(found))
    _values(page, found)
    _effects(page, found)
    _cases(page, found)
    _rounds(page, found)
    _clauses(page, found)
    _signatures(page, found)
    return bytes(page.output())


def _heading(page: FPDF, words: str) -> None:
    if page.will_page_break(24):
        page.add_page()
    page.ln(5)
    lines(page, 12.5, 7, [words], "B")


def _table(page: FPDF, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], widths: tuple[int, ...]) -> None:
    page.set_font("helvetica", "", 8)
    with page.table(col_widths=widths, line_height=4.2, text_align="LEFT") as table:
        for row in (columns, *rows):
            table.row([plain(cell) for cell in row])


def _values(page: FPDF, found: Judgement) -> None:
    if not found.redline.values:
        return
    _heading(page, "Values")
    rows = [(one.name, one.was, one.now, f"{one.was_by} / {one.now_by}") for one in found.redline.values]
    _table(page, ("Provision", "Before", "After", "By"), rows, (28, 26, 26, 20))


def _effects(page: FPDF, found: Judgement) -> None:
    effects = found.effects
    _heading(page, "What every wager is worth")
    if effects.refused:
        lines(page, 9, 4.5, [f"No exact figures: {effects.refused}."])
        return
    if not effects.moving:
        lines(page, 9, 4.5, ["No wager moves."])
        return
    rows = [_row(label, one) for label, one in together(effects.moving)]
    columns = ("Wager", "Edge before", "After", "To the player", "Deviation", "After", "Old play loses")
    _table(page, columns, rows, (32, 13, 13, 13, 10, 10, 13))
    for chart in effects.charts:
        bars(page, chart)
    if effects.play:
        _heading(page, "Best play that changes")
        changed = [
            (one.decision, one.was, one.now, "-" if one.costs is None else percent(one.costs, 4)) for one in effects.play
        ]  # fmt: skip
        _table(page, ("Decision", "Was", "Now", "The old choice costs"), changed, (40, 20, 20, 20))
    page.ln(2)
    lines(
        page,
        8,
        4,
        ["Exact, as the game's page of odds says how; percentages are rounded here, the document has fractions."],
    )


def _row(label: str, one: Effect) -> tuple[str, ...]:
    def edge(odds: WagerOdds | None) -> str:
        return "not offered" if odds is None else percent(odds.house_edge, 4)

    def deviation(odds: WagerOdds | None) -> str:
        return "-" if odds is None or odds.deviation is None else f"{odds.deviation:.4f}"

    how = one.played.replace("→", "to") or (f"given {one.given}" if one.given else "")
    return (
        f"{label}, {how}" if how else label,
        edge(one.before),
        edge(one.after),
        "-" if one.gain is None else f"{float(one.gain) * 100:+.4f}%",
        deviation(one.before),
        deviation(one.after),
        "-" if one.costs is None else percent(one.costs, 4),
    )


def _cases(page: FPDF, found: Judgement) -> None:
    cases = found.cases
    _heading(page, f"Worked cases: {len(cases.differing)} of {cases.told} end otherwise")
    if cases.by_the_clock:
        lines(page, 8.5, 4.2, [f"{cases.by_the_clock} go by dates of their own and are left out."])
    rows = [(one.case.id, what, was, now) for one in cases.differing for what, was, now in one.parts]
    if rows:
        _table(page, ("Case", "In", "Before", "After"), rows, (12, 12, 38, 38))


def _rounds(page: FPDF, found: Judgement) -> None:
    rounds = found.rounds
    if rounds is None:
        return
    _heading(page, f"Rounds on record: {len(rounds.changed)} of {rounds.looked_at} would have settled otherwise")
    shown = [
        (each.table, str(each.number), each.at[:16].replace("T", " "), show_net(each.difference))
        for each in rounds.changed[:MOST_SHOWN]
    ]
    if shown:
        _table(page, ("Table", "Round", "At", "Difference to the players"), shown, (25, 20, 30, 25))
    more = len(rounds.changed) - MOST_SHOWN
    lines(
        page, 9, 4.5, [*([f"and {more} more"] if more > 0 else []), f"In all {show_net(rounds.total)} to the players."]
    )


def _clauses(page: FPDF, found: Judgement) -> None:
    if not found.redline.clauses:
        return
    _heading(page, "Clause by clause")
    lines(
        page,
        8.5,
        4.2,
        ["What goes stands in [-brackets], what comes in [+brackets]. Told in our own words; the gazette governs."],
    )
    for one in found.redline.clauses:
        _clause(page, one)


def _clause(page: FPDF, one: ClauseChange) -> None:
    page.ln(2)
    sides = [f"{told.instrument.citation} § {told.words.number}" for told in (one.before, one.after) if told]
    lines(page, 8.5, 4.2, [f"{one.what}: {' to '.join(sides)}"], "B")
    page.set_font("helvetica", "", 8.5)
    for what, words in one.marked:
        ink, text = (
            (RED, f"[-{words}]") if what == GOES else (GREEN, f"[+{words}]") if what == COMES else (BLACK, words)
        )
        page.set_text_color(*ink)
        page.write(4.2, plain(text) + " ")
    page.set_text_color(*BLACK)
    page.ln(4.5)


def _signatures(page: FPDF, found: Judgement) -> None:
    if page.will_page_break(64):
        page.add_page()
    page.ln(8)
    said = (
        f"Held against each other: edition {found.before.edition.digest} of {found.before.id} and edition "
        f"{found.after.edition.digest} of {found.after.id}."
    )
    lines(page, 9, 4.5, [said])
    for who in ("Drawn up by", "Approved by"):
        page.ln(12)
        y = page.y
        page.line(page.l_margin, y, page.l_margin + 85, y)
        page.line(page.l_margin + 95, y, page.l_margin + 140, y)
        lines(page, 8, 4, [f"{who} (name and signature){' ' * 58}Date"])
