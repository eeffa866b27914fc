"""Report: the figures of a period put together, as one document that anybody with the ledger can make again.

Drop is cash that went into the boxes of tables; handle is everything wagered; win is what the games left in the floats; hold is
win over drop. Win is found twice: by the money that moved, and by the lines of every round; what rulings and corrections made of
earlier rounds stands between the two. Beside it stands what was to be expected, with its standard deviation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from math import isqrt
from typing import Any

from houseway import games
from houseway.complaint import Complaint
from houseway.floor.cage.desk import STREAM as CAGE
from houseway.floor.cage.places import is_cash
from houseway.floor.cage.state import AFTER, CageState
from houseway.floor.keno.desk import STREAM as KENO
from houseway.floor.law import edition_of
from houseway.forms import canonical, digest
from houseway.ledger import Ledger, open_ledger
from houseway.money import Cents
from houseway.odds.distribution import Distribution
from houseway.reporting.arrangement import Arrangement
from houseway.reporting.folding import RoundFacts, TableFacts, meters_in, tables_in
from houseway.reporting.keno import KenoDay, keno_days
from houseway.reporting.laws import Laws, at_most, laws_of
from houseway.reporting.levies import levied
from houseway.reporting.periods import Period, parts, period
from houseway.reporting.tournaments import TournamentFacts, tournaments_in

SCHEMA = "houseway.figures/1"
RARE = 1000  # luck that comes less than once in so many such rows is named


class StillOpen(Complaint):
    """Figures were asked for before their time was over."""


@dataclass
class Row:
    """Figures of one table, game, dealer or shift."""

    name: str
    rounds: int = 0
    handle: Cents = 0
    win: Cents = 0
    drop: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    opening: Cents = 0
    closing: Cents = 0
    adjusted: Cents = 0  # of the win, by rulings and corrections of rounds that were over
    jackpots: Cents = 0  # of the win, between the float and the meters
    variance: Cents = 0  # by which its counts differed
    reckoned: Cents = 0  # of the handle, what has a law
    reckoned_win: Cents = 0
    expected: Fraction = Fraction(0)
    squared: Fraction = Fraction(0)  # the variance of that, in cents squared
    exact: bool = True
    parts: Counter[tuple[tuple[tuple[Fraction, Fraction], ...], int]] = field(default_factory=Counter)
    unreckoned: set[str] = field(default_factory=set)

    def reckon(self, facts: RoundFacts, laws: Laws) -> None:
        """Adds what a round brought, and what was to be expected of it."""
        self.rounds += 1
        stakes = facts.stakes
        self.handle += sum(sum(each) for each in stakes.values())
        self.win += facts.won()
        if facts.odds:  # other odds than the book's were on the sign
            self.unreckoned.update(stakes)
            return
        found = laws.reckon(stakes)
        self.unreckoned.update(found.unreckoned)
        if found.law is None:
            return
        self.reckoned += sum(sum(stakes[spot]) for spot in found.spots)
        self.reckoned_win += facts.won(found.spots)
        self.expected += found.law.mean
        self.squared += found.law.variance
        self.exact = self.exact and found.law.exact
        for spread, units in found.law.parts:
            self.parts[tuple(spread.chances.items()), units] += 1

    @property
    def deviation(self) -> Cents:
        """The standard deviation of what was to be expected, in whole cents."""
        return isqrt(int(self.squared))

    @property
    def chance(self) -> float | None:
        """At most how likely luck so far off is, on its side; None where nothing was reckoned."""
        if not self.parts:
            return None
        listed = [(Distribution(dict(items)), units, count) for (items, units), count in sorted(self.parts.items())]
        return at_most(listed, self.reckoned_win)

    def document(self) -> dict[str, Any]:
        chance = self.chance
        sure = "" if chance is None else f"{chance:.3g}"
        return {
            "name": self.name,
            "rounds": self.rounds,
            "handle": self.handle,
            "win": self.win,
            "drop": self.drop,
            "hold": ratio(self.win, self.drop),
            "fills": self.fills,
            "credits": self.credits,
            "opening": self.opening,
            "closing": self.closing,
            "adjusted": self.adjusted,
            "jackpots": self.jackpots,
            "variance": self.variance,
            "reckoned": self.reckoned,
            "reckoned_win": self.reckoned_win,
            "expected": nearest(self.expected),
            "expected_exactly": str(self.expected),
            "deviation": self.deviation,
            "exact": self.exact,
            "chance_at_most": sure,
            "unreckoned": sorted(self.unreckoned),
        }


def ratio(part: Cents, whole: Cents) -> str:
    """A share in percent with two places, rounded once; "" where there is nothing to have a share of."""
    if whole <= 0:
        return ""
    hundredths = nearest(Fraction(part * 10_000, whole))
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def nearest(value: Fraction) -> int:
    """The nearest whole number; halves go away from nothing."""
    twice = 2 * abs(value.numerator) + value.denominator
    whole = twice // (2 * value.denominator)
    return whole if value >= 0 else -whole


@dataclass
class Report:
    period: Period
    arrangement: Arrangement
    final: bool
    tables: list[Row]
    games: list[Row]
    dealers: list[Row]
    shifts: list[Row]
    keno: list[KenoDay]
    tournaments: list[TournamentFacts]
    jackpots: dict[str, dict[str, Cents]]
    cage: dict[str, Any]
    heads: dict[str, tuple[int, str]]

    @property
    def total(self) -> Row:
        whole = Row("all tables")
        for row in self.tables:
            for name in ("rounds", "handle", "win", "drop", "fills", "credits", "opening", "closing", "adjusted", "jackpots",
                         "variance", "reckoned", "reckoned_win", "expected", "squared"):  # fmt: skip
                setattr(whole, name, getattr(whole, name) + getattr(row, name))
            whole.exact = whole.exact and row.exact
            whole.parts.update(row.parts)
            whole.unreckoned |= row.unreckoned
        return whole

    @property
    def outliers(self) -> list[dict[str, Any]]:
        """Rows whose luck is rarer than one in so many."""
        found = []
        for kind, rows in (
            ("table", self.tables),
            ("game", self.games),
            ("dealer", self.dealers),
            ("shift", self.shifts),
        ):
            for row in rows:
                chance = row.chance
                if chance is not None and chance * RARE < 1:
                    found.append({"kind": kind, "name": row.name, "win": row.reckoned_win, "expected": nearest(row.expected),
                                  "deviation": row.deviation, "chance_at_most": f"{chance:.3g}"})  # fmt: skip
        return found

    def document(self) -> dict[str, Any]:
        """The figures as one document; its digest covers every one of them."""
        total = self.total
        keno_win = sum(day.win for day in self.keno)
        doc: dict[str, Any] = {
            "schema": SCHEMA,
            "venue": self.arrangement.venue,
            "period": {"kind": self.period.kind, "name": self.period.name, "since": self.period.bounds[0],
                       "until": self.period.bounds[1], "final": self.final},
            "total": total.document(),
            "tables": [row.document() for row in self.tables],
            "games": [row.document() for row in self.games],
            "dealers": [row.document() for row in self.dealers],
            "shifts": [row.document() for row in self.shifts],
            "keno": [day.document() for day in self.keno],
            **({"tournaments": [one.document() for one in self.tournaments]} if self.tournaments else {}),
            "jackpots": {name: dict(sorted(moves.items())) for name, moves in sorted(self.jackpots.items())},
            "cage": self.cage,
            "win": total.win + keno_win,
            "levies": levied(self.arrangement.levies, {
                "win": total.win + keno_win, "handle": total.handle + sum(day.taken for day in self.keno), "drop": total.drop,
                "tables win": total.win, "keno win": keno_win, "keno sales": sum(day.taken for day in self.keno),
                "tournaments": sum(one.win for one in self.tournaments),
            }),
            "outliers": self.outliers,
            "heads": {stream: [number, hash] for stream, (number, hash) in sorted(self.heads.items())},
        }  # fmt: skip
        return {**doc, "digest": digest(doc)}


def make(
    ledger: Ledger, asked: str | Period, arrangement: Arrangement | None = None, now: datetime | None = None
) -> Report:
    """The figures of a period, from the record alone. Before it is over they are so far, and not final."""
    arrangement = arrangement or Arrangement()
    of = asked if isinstance(asked, Period) else period(asked, arrangement.shifts)
    ledger.settle_down()
    final = is_over(ledger, of, now or datetime.now())
    facts = list(tables_in(ledger, of))
    laws = _Laws(ledger)
    named: dict[str, dict[str, Row]] = {"games": {}, "dealers": {}, "shifts": {}}
    tables: list[Row] = []
    shifts = [one for day in of.days for one in parts(datetime.fromisoformat(f"{day}T06:00"), arrangement.shifts)]
    for table in facts:
        row = Row(table.table)
        for each in table.rounds:
            law = laws.of(each)
            row.reckon(each, law)
            _in(named["games"], laws.title(table.book)).reckon(each, law)
            _in(named["dealers"], each.dealer).reckon(each, law)
            for shift in shifts:
                if shift.bounds[0] <= each.at < shift.bounds[1]:
                    _in(named["shifts"], shift.name).reckon(each, law)
        _with_money(row, table)
        tables.append(row)
        game = _in(named["games"], laws.title(table.book))
        for name in ("drop", "fills", "credits", "opening", "closing", "adjusted", "jackpots", "variance"):
            setattr(game, name, getattr(game, name) + getattr(row, name))
        game.win += row.adjusted + row.jackpots
        for moment, by, cents in table.drops:
            _in(named["dealers"], by).drop += cents
            for shift in shifts:
                if shift.bounds[0] <= moment < shift.bounds[1]:
                    _in(named["shifts"], shift.name).drop += cents
    rows = {kind: [of_kind[name] for name in sorted(of_kind)] for kind, of_kind in named.items()}
    since, until = of.bounds
    heads = {name: _head(ledger, name, until) for name in ledger.streams()}
    return Report(
        of, arrangement, final, tables, rows["games"], rows["dealers"], rows["shifts"], keno_days(ledger, of),
        tournaments_in(ledger, of),
        meters_in(ledger, of), _cage(ledger, since, until), {name: head for name, head in heads.items() if head[0]},
    )  # fmt: skip


def document_from(url: str, asked: str, arrangement: Arrangement, now: datetime) -> dict[str, Any]:
    """The document of a period's figures from the database at an address, for whoever has only that."""
    ledger = open_ledger(url)
    try:
        return make(ledger, asked, arrangement, now).document()
    finally:
        ledger.close()


def _in(rows: dict[str, Row], name: str) -> Row:
    return rows.setdefault(name, Row(name))


def _with_money(row: Row, table: TableFacts) -> None:
    """The money of a table beside its rounds: what the two differ by was ruled or corrected since."""
    by_lines = row.win
    row.drop, row.fills, row.credits = table.drop, table.fills, table.credits
    row.opening, row.closing, row.variance = table.opening, table.closing, table.variance
    row.jackpots = table.prize - table.feed
    row.adjusted = table.win - by_lines - row.jackpots
    row.win = table.win


class _Laws:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._found: dict[str, Laws] = {}

    def of(self, facts: RoundFacts) -> Laws:
        known = self._found.get(facts.law.digest)
        if known is None:
            known = self._found[facts.law.digest] = laws_of(facts.law.book, edition_of(self.ledger, facts.law))
        return known

    def title(self, book: str) -> str:
        found, variant = games.book(book)
        return f"{found.title}, {found.short}" + (
            f", {variant.replace('-', ' ')}" if variant and not found.missing else ""
        )


def _head(ledger: Ledger, stream: str, until: str) -> tuple[int, str]:
    """How far a stream had come when the period was over: what the figures were made from."""
    number = ledger.before(stream, until)
    entry = next(iter(ledger.entries(stream, number - 1, number)), None) if number else None
    return (number, entry.hash) if entry is not None else (0, "")


def is_over(ledger: Ledger, of: Period, now: datetime) -> bool:
    """Whether a period is over: its hour has struck, or the cage has closed its day; and every drawer of its days is counted."""
    state = CageState()
    closed: set[str] = set()
    for entry in ledger.entries(CAGE):
        state = AFTER[entry.kind](state, entry.body)
        if entry.kind == "day closed":
            closed.add(entry.body["day"])
    if state.day and state.day in of.days:
        return False
    return now >= of.until or (of.kind == "day" and of.name in closed)


def _cage(ledger: Ledger, since: str, until: str) -> dict[str, Any]:
    """What passed over the counters, and by how much counts differed."""
    cash_in: Counter[str] = Counter()
    cash_out: Counter[str] = Counter()
    over: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for stream in ledger.streams():
        for move in ledger.moves_between(stream, since, until):
            if move.source == "outside" and is_cash(move.target):
                cash_in[move.target] += move.cents
            elif move.target == "outside" and is_cash(move.source):
                cash_out[move.source] += move.cents
            if move.source.startswith("variance:"):
                over[move.target] += move.cents
            elif move.target.startswith("variance:"):
                over[move.source] -= move.cents
            if stream == CAGE:
                kinds[move.memo] += move.cents
            elif stream == KENO and move.memo in ("cheque",) and move.source == "bank":
                cash_out["bank"] += move.cents
    return {
        "cash_in": dict(sorted(cash_in.items())),
        "cash_out": dict(sorted(cash_out.items())),
        "over": {name: cents for name, cents in sorted(over.items()) if cents},
        "moved": dict(sorted(kinds.items())),
    }


def rows_of(doc: dict[str, Any]) -> Iterable[tuple[str, list[dict[str, Any]]]]:
    """The tables of figures in a document, by what each is about."""
    titles = {"tables": "Tables", "games": "Games", "dealers": "Dealers", "shifts": "Shifts"}
    return ((title, doc[kind]) for kind, title in titles.items() if doc[kind])


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two documents of figures say the same, signatures aside."""
    unsigned = [{name: item for name, item in doc.items() if name not in ("signature", "key")} for doc in (one, other)]
    return canonical(unsigned[0]) == canonical(unsigned[1])
