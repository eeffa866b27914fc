"""Exam paper: an exam on paper. The questions first; the key, with what every answer rests on, on pages of its own after them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from houseway import games
from houseway.draw.cards import row_svg
from houseway.draw.sheets import a4, lines
from houseway.draw.tiles import tile_svg
from houseway.kit.cards import Card
from houseway.kit.tiles import Tile
from houseway.teaching.exams import Exam
from houseway.teaching.questions import Form, Question

STYLE = """
body{font:15px/1.45 system-ui,sans-serif;color:#14201b;background:#fff;max-width:760px;margin:32px auto;padding:0 24px}
h1{font-size:24px;margin:0} header{border-bottom:2px solid #14201b;padding-bottom:10px;margin-bottom:14px}
.small{color:#4b5853;font-size:13px} .name{display:flex;gap:32px}
.name span{flex:1;border-bottom:1px solid #14201b;padding:18px 0 2px}
ol.paper>li,ol.answers>li{break-inside:avoid;margin:0 0 22px;padding-left:4px} ul{margin:4px 0;padding-left:20px}
ol[type=a]{margin:2px 0 6px} p{margin:4px 0}
.answer{border-bottom:1px solid #76837c;display:inline-block;min-width:180px;height:22px}
section.key{break-before:page} svg{vertical-align:middle;margin:4px 6px 4px 0;max-width:100%;height:auto}
@media print{body{margin:0;max-width:none}}
"""
NOTICE = "Told by Houseway. Every answer is what the script of the rules told when the round was played; the gazette governs."


def shown(put: Question) -> Iterable[str]:
    """Cards and tiles that lie there, in words."""
    for whose, cards in put.cards:
        yield f"{whose}: {', '.join(Card.parse(card).words for card in cards)}"
    for whose, tiles in put.tiles:
        yield f"{whose}: {', '.join(Tile.parse(tile).kind.name for tile in tiles)}"


def head(exam: Exam) -> list[str]:
    return [
        f"{len(exam.questions)} questions, seed {exam.seed}. Somebody who knows it all needs {exam.minutes} minutes.",
        *exam.law,
    ]


def of(exam: Exam, put: Question) -> str:
    """What a question is of, where a paper has several books."""
    titles = dict(zip(exam.books, exam.titles, strict=True))
    called = exam.called[put.book, put.drill]
    return f"{called}. {titles[put.book]}" if len(exam.books) > 1 else called


def clauses(put: Question) -> str:
    title = games.book(put.book)[0].title
    return f"{title} {put.by}"


# HTML


def html(exam: Exam) -> str:
    """A paper as one file that needs no other."""
    notes = "".join(f'<p class="small">{escape(line)}</p>' for line in head(exam))
    asked = "".join(f"<li>{_asked(exam, put)}</li>" for put in exam.questions)
    key = "".join(f"<li>{_key(put)}</li>" for put in exam.questions)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(exam.title)}, seed {exam.seed}</title>'
        f"<style>{STYLE}</style></head><body><main><header><h1>{escape(exam.title)}</h1>{notes}</header>"
        '<p class="name"><span>Name</span><span>Date</span></p>'
        f'<ol class="paper">{asked}</ol>'
        f'<section class="key"><header><h1>Key</h1><p class="small">{escape(exam.title)}, seed {exam.seed}</p></header>'
        f'<ol class="answers">{key}</ol><p class="small">{escape(NOTICE)}</p></section></main></body></html>\n'
    )


def _asked(exam: Exam, put: Question) -> str:
    pictures = "".join(f"<p>{escape(whose)}<br>{row_svg(cards, 62)}</p>" for whose, cards in put.cards)
    pictures += "".join(
        f"<p>{escape(whose)}<br>{''.join(tile_svg(Tile.parse(tile).pips, 32, tile) for tile in tiles)}</p>"
        for whose, tiles in put.tiles
    )
    told = "".join(f"<li>{escape(line)}</li>" for line in put.told)
    parts = "".join(
        f"<p><b>{escape(part.asks)}</b></p>"
        + (
            f'<ol type="a">{"".join(f"<li>{escape(label)}</li>" for _, _, label in part.lettered)}</ol>'
            if part.options
            else ""
        )
        + ('<p><span class="answer"></span></p>' if part.form is not Form.CHOICE else "")
        for part in put.parts
    )
    return f'<p class="small">{escape(of(exam, put))}</p>{pictures}<ul>{told}</ul>{parts}'


def _key(put: Question) -> str:
    answers = "".join(f"<p><b>{escape(part.key)}</b></p>" for part in put.parts)
    why = "".join(f"<li>{escape(words)} {escape(str(by))}</li>" for words, by in put.why)
    return f'{answers}<p class="small">{escape(clauses(put))}</p><ul>{why}</ul>'


# PDF


def pdf(exam: Exam) -> bytes:
    """A paper as a PDF: questions, and the key on pages of its own."""
    page = a4(f"{exam.title}, seed {exam.seed}", f"{exam.title}, seed {exam.seed}")
    lines(page, 17, 8, [exam.title], "B")
    lines(page, 8.5, 4.5, head(exam))
    page.ln(5)
    lines(page, 10, 6, ["Name ______________________________     Date ______________"])
    page.ln(3)
    for n, put in enumerate(exam.questions, 1):
        said = list(_lines(put))
        page.ln(3)
        if page.will_page_break(6 + 5.0 * len(said)):
            page.add_page()
        lines(page, 10, 5.5, [f"{n}.  {of(exam, put)}"], "B")
        lines(page, 9.5, 4.8, said)
    page.add_page()
    lines(page, 17, 8, ["Key"], "B")
    lines(page, 8.5, 4.5, [f"{exam.title}, seed {exam.seed}"])
    for n, put in enumerate(exam.questions, 1):
        page.ln(2)
        why = [f"{words}  {by}" for words, by in put.why]
        if page.will_page_break(5.0 * (2 + len(why))):
            page.add_page()
        lines(page, 10, 5, [f"{n}.  {'; '.join(part.key for part in put.parts)}"], "B")
        lines(page, 8.5, 4.3, [clauses(put), *why])
    page.ln(4)
    lines(page, 8, 4, [NOTICE])
    return bytes(page.output())


def _lines(put: Question) -> Iterable[str]:
    yield from shown(put)
    yield from put.told
    for part in put.parts:
        yield f"   {part.asks}"
        for letter, _, label in part.lettered:
            yield f"      {letter})  {label}"
        if part.form is not Form.CHOICE:
            yield "      ____________________"
