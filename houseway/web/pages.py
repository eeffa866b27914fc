"""Pages: how a page is put together from templates, with the words and marks every room shares.

Money, times and clause marks are written in one way each. Nothing is marked safe except what our own drawing functions made.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from datetime import date, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from houseway.draw import chips, marks, palette
from houseway.draw.cards import card_words, index
from houseway.law.clause import Basis
from houseway.money import plain, show, show_net
from houseway.play.felt import Felt
from houseway.premises.recent import sentence
from houseway.web import cloths
from houseway.web.compiled_templates import compiled

HERE = Path(__file__).parent

environment = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    bytecode_cache=compiled(),
)


@lru_cache(maxsize=4096)
def clause_mark(by: Basis, book: str, most: int = 3, at: str = "") -> Markup:
    """The clause mark after a sentence: several clauses share one sign, those of a notice are named with it; where only a
    reading speaks, that is named. A page that tells of another day leads to the clause as it stood then."""
    numbers = [clause.number for clause in by.clauses]
    if not numbers and not by.readings:
        return Markup("")
    source = by.clauses[0].book if numbers else book
    named = str(Basis(by.clauses[:most]))
    shown = named.removeprefix("§ ") + (" …" if len(numbers) > most else "") if numbers else by.readings[0]
    heard = f"Clause {' and '.join(numbers)}, open" if numbers else f"Reading {by.readings[0]}, open"
    first = f"clause={numbers[0]}" if numbers else f"reading={by.readings[0]}"
    sign = "Reading" if not numbers else "§" if named.startswith("§") else ""
    wanted = (one.number if one.book == source else f"{one.book}:{one.number}" for one in by.clauses)
    return Markup(
        '<a class="clause" href="/books/{}?{}{}" data-book="{}" data-clauses="{}" data-readings="{}"{} aria-label="{}">'
        "<b>{}</b> {}</a>"
    ).format(
        source,
        first,
        f"&at={at}" if at else "",
        source,
        " ".join(wanted),
        " ".join(by.readings),
        Markup(' data-at="{}"').format(at) if at else "",
        heard,
        sign,
        shown,
    )


def little_cards(felt: Felt) -> Markup:
    """The cards of a round in a line of text."""
    parts = []
    for card in (card for box in felt.boxes for card in box.cards if card is not None):
        text = str(card)
        parts.append(
            Markup('<span class="little-card" role="img" aria-label="{}">{}{}</span>').format(
                card_words(text), index(text[0]), Markup(marks.suit_svg(text[1], 13))
            )
        )
    return Markup(" ").join(parts)


@cache
def static(name: str) -> str:
    """The address of a file of ours; it changes with the contents, so that a browser may keep it for good."""
    text = palette.css().encode() if name == "palette.css" else (HERE / "static" / name).read_bytes()
    mark = hashlib.sha256(text).hexdigest()[:12]
    return f"/palette.css?v={mark}" if name == "palette.css" else f"/static/{name}?v={mark}"


def clock(moment: datetime, seconds: bool = False) -> str:
    return f"{moment:%H:%M:%S}" if seconds else f"{moment:%H:%M}"


def day(moment: date | None) -> str:
    return f"{moment.day} {moment:%B %Y}" if moment is not None else "undated"


def listed(words: Iterable[str], last: str = "and") -> str:
    """ "a, b and c"."""
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""


def thousands(words: str) -> str:
    """Figures in a text as people write them: "5,000 to 1"."""
    return re.sub(r"\d{4,}", lambda found: f"{int(found.group()):,}", words)


environment.filters.update(
    moment=lambda seconds: f"{datetime.fromtimestamp(seconds):%d %B %Y, %H:%M}".lstrip("0"),
    thousands=thousands,
    money=show, net=show_net, plain=plain, clock=clock, day=day, sentence=sentence, listed=listed,
    number=lambda value: f"{value:,}",
)  # fmt: skip
environment.globals.update(
    clause=clause_mark,
    little_cards=little_cards,
    result_mark=lambda game, felt: Markup(cloths.result(game, felt)),
    state_shape=lambda name, size=18: Markup(marks.state_shape(name, size)),
    state_colour=marks.state_colour,
    kind_mark=lambda name, size=13: Markup(marks.kind_mark(name, size)),
    sign_mark=lambda name, size=16: Markup(marks.sign_mark(name, size)),
    suit=lambda letter, size=16: Markup(marks.suit_svg(letter, size)),
    house_mark=lambda: Markup(marks.house_mark_svg()),
    chip=lambda cents, size=52: Markup(chips.chip_svg(cents, size)),
    chip_symbols=lambda: Markup(chips.symbols()),
    svg=Markup,
    static=static,
)


@cache
def warm(*rooms: str) -> None:
    """Reads the templates of these rooms once, or of all, so that the first visitor does not wait for it."""
    for name in environment.list_templates(extensions=["html"]):
        if not rooms or name.partition("/")[0] in rooms:
            environment.get_template(name)


def part(template: str, **values: Any) -> str:
    """A part of a page."""
    return environment.get_template(template).render(**values)


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page. Every page knows who is visiting and what time the house has."""
    from houseway.web.asking import premises_of

    premises = premises_of(request)
    visitor = premises.identity.visitor(request)
    frame = {
        "visitor": visitor,
        "staff": premises.identity.staff(request),
        "credit": premises.house.credit(visitor.name) if visitor else None,
        "now": premises.house.clock(),
        "path": request.url.path,
    }
    return HTMLResponse(part(template, **{**frame, **values}), status_code=status)
