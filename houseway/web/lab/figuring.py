"""Figuring: sessions, effects of removal, pay tables and sweeps as pages, with the question in the address.

Each page is a form and what came of it, by the same functions as at a terminal. What is asked here never names a file: a study is
made of what the form says, and shown as the file that runs elsewhere.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from houseway.complaint import BadInput, Complaint
from houseway.draw.plots import Point, rows_svg
from houseway.lab import counting, paytables, sessions, studies
from houseway.lab.exact import Study, percent, wager_odds
from houseway.web import pages
from houseway.web.apart import figured
from houseway.web.lab.dated import study_asked
from houseway.web.lab.forbidden import advice_is_forbidden
from houseway.web.problems import Problem, sentence

router = APIRouter(include_in_schema=False)

MOST_ROUNDS = 20_000  # of a session on a page; a terminal takes any number
MOST_SETTINGS = 60
MOST_TABLES = 200
PLAYED = 200_000  # rounds through shoes for a counting system
BANDS = 12  # of a chart of what is left
LONGEST = 2000  # letters of anything that is typed in


@dataclass(frozen=True)
class Field:
    """Something that is asked."""

    name: str
    label: str
    value: str
    options: tuple[str, ...] = ()
    lines: int = 1
    needed: bool = False


@dataclass(frozen=True)
class Told:
    """What came of it."""

    lead: str
    tables: tuple[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]], ...]
    note: str = ""
    chart: str = ""
    file: str = ""  # a study, as the file that runs elsewhere


async def _page(
    request: Request, book: str, at: str, title: str, about: str, fields: Sequence[Field],
    asked: bool, found: Callable[..., Told], *args: Any,
) -> HTMLResponse:  # fmt: skip
    """A form, and below it the answer where something was asked; what cannot be answered is said in its place."""
    of, told, wrong = study_asked(book, request, at), None, ""
    if any(len(one.value) > LONGEST for one in fields):
        raise Problem("misread", f"Nothing that is typed in here is longer than {LONGEST} letters.")
    if asked:
        try:
            told = await figured(found, of, *args)
        except Complaint as refused:
            wrong = sentence(str(refused))
    return pages.page(
        request, "lab/figuring.html", status=422 if wrong else 200, of=of, book=of.book, title=title, about=about, fields=fields,
        told=told, chart=Markup(told.chart) if told is not None else "", wrong=wrong, at=at,
        hidden=advice_is_forbidden(of.book.id),
    )  # fmt: skip


# Sessions


def sat(of: Study, bankroll: str, rounds: str, goal: str, stop_loss: str, wager: str) -> Told:
    count = _whole(rounds, "rounds", MOST_ROUNDS)
    found = sessions.session(of, bankroll, count, goal or None, stop_loss or None, wager)
    rows = [("Ruined: less than a unit is left", found.ruin)]
    if found.stop is not None:
        rows.append((f"Stopped by the loss, with {float(found.stop):g} or less", found.stopped))
    if found.goal is not None:
        rows.append((f"Reached the goal of {float(found.goal):g}", found.reached))
    rows.append(("Ended ahead", found.ahead))
    chances = tuple((words, _chance(chance), _exactly(chance)) for words, chance in rows)
    shares = tuple(
        (share, f"{left:g}") for share, left in zip(("5%", "25%", "50%", "75%", "95%"), found.quantiles, strict=True)
    )
    lead = f"{found.title}. {float(found.length):,.2f} rounds and {float(found.mean):,.4f} units left, in the mean."
    heads = ("A session", "Chance", "Exactly")
    told = 3 if any(exactly for _, _, exactly in chances) else 2
    tables = (
        (heads[:told], tuple(row[:told] for row in chances)),
        (("Of sessions", "End with no more than, units"), shares),
    )
    return Told(lead, tables, f"{found.method[:1].upper()}{found.method[1:]}.", _ends(found))


def _whole(text: str, what: str, most: int) -> int:
    word = text.strip().replace(",", "").replace("_", "")
    if not (word.isascii() and word.isdigit()) or not 1 <= int(word[:12]) <= most:
        raise BadInput(f"{what} here are a whole number from 1 to {most:,}, not {text[:40]!r}; a terminal takes more")
    return int(word)


def _chance(chance: Any) -> str:
    return f"{float(chance):.4%}" if not chance or float(chance) > 1e-5 else f"{float(chance):.3e}"


def _exactly(chance: Any) -> str:
    text = str(chance) if isinstance(chance, Fraction) else ""
    return text if len(text) < 40 else ""


def _ends(found: sessions.Session) -> str:
    """What is left, in bands of the same width."""
    lefts = [left for left, chance in found.ends.items() if chance]
    low, high = min(lefts), max(lefts)
    width = max(Fraction(1), (high - low) / BANDS)
    bands: dict[int, float] = {}
    for left, chance in found.ends.items():
        band = min(BANDS - 1, int((left - low) / width))
        bands[band] = bands.get(band, 0.0) + float(chance)
    points = [
        Point(f"{float(low + n * width):,.0f} to {float(low + (n + 1) * width):,.0f}", share)
        for n, share in sorted(bands.items())
    ]
    return rows_svg(points, "What is left at the end, in units", "Share of sessions")


@router.get("/odds/{book}/session", response_class=HTMLResponse)
async def session(
    book: str, request: Request, bankroll: str = "", rounds: str = "500", goal: str = "", stop_loss: str = "", wager: str = "",
    at: str = "",
) -> HTMLResponse:  # fmt: skip
    """What many rounds do to a bankroll."""
    fields = (
        Field("bankroll", "Bankroll, in units of the wager", bankroll or "100", needed=True),
        Field("rounds", "Rounds at most", rounds, needed=True),
        Field("goal", "Goal: ends when so much is left", goal),
        Field("stop_loss", "Stop-loss: ends when so much is lost", stop_loss),
        Field(
            "wager",
            "Wager; the first where none is named",
            wager,
            await figured(wagers, study_asked(book, request, at)),
        ),
    )
    about = "What many rounds of one wager do to a bankroll, from the exact law of one round."
    return await _page(
        request, book, at, "Session", about, fields, bool(bankroll), sat, bankroll, rounds, goal, stop_loss, wager
    )


def wagers(of: Study) -> tuple[str, ...]:
    """Every wager of which a session can be played."""
    return tuple(dict.fromkeys(one.wager for one in wager_odds(of) if not one.given))


# A shoe's memory


def removed(of: Study, wager: str, tags: str, penetration: str) -> Told:
    found = counting.removal(of, wager)
    effects = tuple((rank, f"{float(effect):+.5%}".replace("-", "−")) for rank, effect in found.effects.items())
    tables: list[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]] = [
        (("One card less", "Worth to the player"), effects)
    ]
    note = "In double precision; houseway count --exactly waits for fractions." if found.double else "Exact."
    lead = f"{found.wager}: {float(found.value):+.6f} a unit from the full shoe.".replace("-", "−")
    if tags.strip():
        by = counting.system(_system(tags))
        try:
            share = float(penetration)
        except ValueError:
            raise BadInput(f"a penetration is a share of the shoe between 0 and 1, not {penetration[:40]!r}") from None
        earned = counting.earns(of, by, share, PLAYED, 1, wager)
        buckets = tuple(
            (str(one.count), f"{one.share:.3%}", f"{one.advantage:+.3%}", f"{one.error:.3%}")
            for one in earned.buckets
            if one.share >= 0.0005
        )
        tables.append((("True count from", "Of rounds", "Advantage", "Standard error"), buckets))
        lead += (
            f" {by.name}: {earned.units:+.5f} ± {earned.error:.5f} units a round, correlation {by.correlation(found):.4f}."
        ).replace("-", "−")
        note += f" {earned.method[:1].upper()}{earned.method[1:]}."
    points = [Point(rank, 100 * float(effect)) for rank, effect in found.effects.items()]
    return Told(
        lead, tuple(tables), note, rows_svg(points, "Effect of one card less, in percent of the wager", "By rank")
    )


def _system(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise BadInput(f"a counting system is written as docs/counting.md shows: {wrong}") from None


@router.get("/odds/{book}/counting", response_class=HTMLResponse)
async def count(
    book: str, request: Request, wager: str = "", system: str = "", penetration: str = "", at: str = ""
) -> HTMLResponse:
    """What a shoe that has been dealt from is worth."""
    fields = (
        Field(
            "wager",
            "Wager; the first where none is named",
            wager,
            await figured(wagers, study_asked(book, request, at)),
        ),
        Field(
            "system",
            'Counting system, such as [tags] and "2 3 4 5 6" = 1; none asks for effects alone',
            system,
            lines=6,
        ),
        Field("penetration", "Penetration: the share of the shoe that is dealt", penetration or "0.75", needed=True),
    )
    about = "What one card less of each rank is worth to a wager, and what a counting system earns."
    return await _page(
        request, book, at, "Counting", about, fields, bool(penetration), removed, wager, system, penetration
    )


# Pay tables


def priced(of: Study, names: str, edge: str, values: str, between: str, wager: str) -> Told:
    named = [name.strip() for name in names.split(",") if name.strip()]
    if not named:
        raise BadInput("name a provision, such as those that What if lists")
    if not between.strip():
        found = paytables.solve(of, named[0], edge, wager)
        near = tuple((one.value, percent(one.edge, 4), one.played) for one in found.near)
        lead = f"{found.name} gives {found.wager} an edge of {percent(found.edge, 4)} at {found.words}."
        return Told(lead, (((found.name, "Edge", "Played"), near),))
    low, dots, high = between.partition("..")
    first, to, last = values.partition("-")
    if not dots or not to:
        raise BadInput("values are written as 1-12, and the range of the edge as 2%..3%")
    whole = range(_whole(first, "values", 100_000), _whole(last, "values", 100_000) + 1)
    listed = sorted(paytables.tables(of, named, whole, (low, high), wager), key=lambda one: one.edge)
    rows = tuple((*one.values, percent(one.edge, 4)) for one in listed[:MOST_TABLES])
    more = (
        f" The first {MOST_TABLES} are shown; houseway paytable --json lists all." if len(listed) > MOST_TABLES else ""
    )
    return Told(f"{len(listed):,} tables have an edge of {between}.{more}", (((*named, "Edge"), rows),))


@router.get("/odds/{book}/pay-tables", response_class=HTMLResponse)
async def price(
    book: str, request: Request, provisions: str = "", edge: str = "5%", values: str = "1-12", between: str = "", wager: str = "",
    at: str = "",
) -> HTMLResponse:  # fmt: skip
    """Which odds give a stated edge."""
    fields = (
        Field(
            "provisions",
            "Provision, as What if calls it; several with commas for a list of tables",
            provisions,
            needed=True,
        ),
        Field("edge", "Edge that is wanted", edge),
        Field("values", "For a list: whole values", values),
        Field("between", "For a list: the range of the edge, such as 2%..3%", between),
        Field("wager", "Wager; the one that moves first where none is named", wager),
    )
    about = "Which odds give a stated edge, or every table of whole numbers whose edge lies in a range."
    return await _page(
        request,
        book,
        at,
        "Pay tables",
        about,
        fields,
        bool(provisions),
        priced,
        provisions,
        edge,
        values,
        between,
        wager,
    )


# Sweeps


def swept(of: Study, lists: str) -> Told:
    sweep: dict[str, tuple[str, ...]] = {}
    for line in lists.splitlines():
        name, equals, values = line.partition("=")
        if line.strip():
            if not equals:
                raise BadInput(f"a line is a provision and its values, such as decks = 1, 2, 4, not {line[:60]!r}")
            sweep[name.strip()] = tuple(value.strip() for value in values.split(",") if value.strip())
    plan = studies.Plan(of.edition.book, at=of.at, sweep=sweep)
    if not 1 <= len(plan.settings) <= MOST_SETTINGS:
        raise BadInput(
            f"the sweep has {len(plan.settings):,} settings; here from 1 to {MOST_SETTINGS}, at a terminal more"
        )
    heads, rows = studies.run(plan).table()
    kept = len(heads) - 3  # the last three are of simulations
    head, _, _ = studies.begin(of).partition("\n# [sweep]")
    file = f"{head}\n[sweep]\n" + "".join(
        f"{json.dumps(name)} = {json.dumps(list(values), ensure_ascii=False)}\n" for name, values in sweep.items()
    )
    lead = f"{len(plan.settings):,} settings, exactly. The same as a file, which houseway study simulates too:"
    return Told(lead, ((heads[:kept], tuple(tuple(row[:kept]) for row in rows)),), file=file)


@router.get("/odds/{book}/study", response_class=HTMLResponse)
async def sweep(book: str, request: Request, sweep: str = "", at: str = "") -> HTMLResponse:
    """A sweep over provisions as one table, and as a file."""
    fields = (
        Field(
            "sweep", "Provisions and their values, a line each, such as decks = 1, 2, 4", sweep, lines=4, needed=True
        ),
    )
    about = "Every combination of some provisions as one table, and as the file of a study that runs on a pool or a cluster."
    return await _page(request, book, at, "Study", about, fields, bool(sweep.strip()), swept, sweep)
