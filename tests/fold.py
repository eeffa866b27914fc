"""A fold of a ledger's database that knows nothing of the house: what figures of a day and counts must come to.

SQLite or PostgreSQL, by plain statements; what is written apart from the entries is read as docs/ledger.md says.
"""

from __future__ import annotations

import base64
import bz2
import json
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

CASH = ("outside", "bank", "vault", "drawer:", "drop:", "variance:drawer:", "variance:drop:", "variance:vault")
IN_HANDS = ("rack:", "transit:", "hand:", "outstanding", "variance:float:")  # chips that one can touch
BANK_FLOWS = ("transit:", "rack:", "variance:", "cage", "tournament:")  # what no round brings
TOURNAMENT_CHIPS = "tournament-chips"
ROUNDS = ("tournament", "tournament-over", "round-over")

WORDS = Path(__file__).parents[1] / "houseway" / "ledger" / "packing_words.txt"


class Move(NamedTuple):
    stream: str
    source: str
    target: str
    cents: int
    memo: str
    at: str
    by: str


@contextmanager
def database(address: str) -> Iterator[Any]:
    """A connection to whichever database it is; both take plain statements."""
    if "://" in address:
        with psycopg.connect(address) as server:
            yield server
    else:
        file = sqlite3.connect(address)
        try:
            yield file
        finally:
            file.close()


def unpacked(body: str) -> str:
    """A body as it was written, before it was packed to take less room (docs/ledger.md)."""
    if not body.startswith("z2:"):
        return body
    return zlib.decompressobj(-15, WORDS.read_bytes()).decompress(base64.b64decode(body[3:])).decode()


def apart(found: Any) -> Iterator[Move]:
    """The money of what is loose and of what lies on sheets."""
    texts = [*found.execute('SELECT stream, at, "by", moves FROM loose')]
    for stream, sheet in found.execute("SELECT stream, body FROM sheet"):
        texts += [(stream, line[2], line[3], line[7]) for line in json.loads(bz2.decompress(bytes(sheet)))]
    for stream, at, by, moves in texts:
        for source, target, cents, memo in json.loads(moves):
            yield Move(stream, source, target, cents, memo, at, by)


def moved(found: Any) -> list[Move]:
    same = "e.stream = t.stream AND e.number = t.number"
    columns = 't.stream, t.source, t.target, t.cents, t.memo, e.at, e."by"'
    rows = found.execute(f"SELECT {columns} FROM transfer t JOIN entry e ON {same}")
    return [*(Move(*row) for row in rows), *apart(found)]


def rounds_of(found: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every round for money with its table and when it was over; one that was corrected, as it was over the last time."""
    kinds = ", ".join(f"'{kind}'" for kind in ROUNDS)
    asked = f"SELECT stream, kind, at, body FROM entry WHERE kind IN ({kinds}) ORDER BY stream, number"
    last: dict[tuple[str, int], tuple[str, str, dict[str, Any]]] = {}
    for_chips: dict[str, bool] = {}
    for stream, kind, at, packed in found.execute(asked):
        body = json.loads(unpacked(packed))
        if kind in ("tournament", "tournament-over"):
            for_chips[stream] = kind == "tournament" and bool(body.get("apart"))
        elif kind == "round-over" and not for_chips.get(stream):
            last[stream, body["round"]] = (stream, at, body)
    yield from last.values()


class Fold:
    def __init__(self, address: str | Path) -> None:
        with database(str(address)) as found:
            self.moves = moved(found)
            self.accounts: dict[str, int] = dict(found.execute("SELECT name, cents FROM account").fetchall())
            self.rounds = [*rounds_of(found)]
            opened = found.execute("SELECT stream, body FROM entry WHERE kind = 'opened' AND number = 1")
            bodies = ((stream, json.loads(unpacked(body))) for stream, body in opened)
            self.books = {stream: body["state"]["book"] for stream, body in bodies if "state" in body}
            entered = found.execute("SELECT stream, at FROM entry WHERE kind = 'entered'")
            self.entered = [(stream.rpartition(":")[2], at) for stream, at in entered]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Every wager that a round settled."""
        return [line for _, _, body in self.rounds for line in body["lines"]]

    @property
    def handle(self) -> int:
        return sum(line["live"] for line in self.lines)

    def tray(self, table: str) -> int:
        """The chips that lie in a table's float: all that ever came there and went, in chips and not on account."""
        here, there = (f"float:{table}", f"held:{table}", f"colour:{table}:", f"ats:{table}:"), IN_HANDS
        came = sum(one.cents for one in self.moves if one.target.startswith(here) and one.source.startswith(there))
        went = sum(one.cents for one in self.moves if one.source.startswith(here) and one.target.startswith(there))
        return came - went

    def agrees(self, doc: dict[str, Any], shifts: dict[str, int]) -> None:
        """Every figure of a day is what the record comes to, and money is nil."""
        self._nil()
        Day(self, doc, shifts).agrees()

    def _nil(self) -> None:
        sums = Counter[str]()
        for move in self.moves:
            for account, sign in ((move.target, 1), (move.source, -1)):
                kind = "cash" if account.startswith(CASH) else "chips"
                sums["tournament" if account.startswith(TOURNAMENT_CHIPS) else kind] += sign * move.cents
        assert not any(sums.values()) and sum(self.accounts.values()) == 0, sums
        held = Counter[str]()
        for move in self.moves:
            held[move.target] += move.cents
            held[move.source] -= move.cents
        assert +held == +Counter(self.accounts) and -held == -Counter(self.accounts), "accounts hold what moved"


class Day:
    """What the figures of a time must be: of what moved and was over in it."""

    def __init__(self, fold: Fold, doc: dict[str, Any], shifts: dict[str, int]) -> None:
        since, until = doc["period"]["since"], doc["period"]["until"]
        self.fold, self.doc, self.shifts = fold, doc, shifts
        self.moves = [move for move in fold.moves if since <= move.at < until]
        self.before = [move for move in fold.moves if move.at < since]
        self.rounds = [over for over in fold.rounds if since <= over[1] < until]
        self.entered = Counter(name for name, at in fold.entered if since <= at < until)

    def _held(self, account: str) -> tuple[int, int]:
        """What an account held when the time began, and when it was over."""
        began = sum(move.cents * ((move.target == account) - (move.source == account)) for move in self.before)
        ended = sum(move.cents * ((move.target == account) - (move.source == account)) for move in self.moves)
        return began, began + ended

    def table(self, name: str) -> dict[str, Any]:
        """Everything that is told of a table."""
        bank, figures = f"float:{name}", Counter[str]()
        figures["opening"], figures["closing"] = self._held(bank)
        for move in self.moves:
            into = move.cents * ((move.target == bank) - (move.source == bank))
            other = move.source if into > 0 else move.target
            if move.target == f"drop:{name}":
                figures["drop"] += move.cents
                figures["win"] += move.cents  # chips that left the float for cash are no loss
            if not into:
                continue
            if other.startswith("transit:"):
                figures["fills" if into > 0 else "credits"] += abs(into)
            elif other.startswith("variance:"):
                figures["variance"] += into
            elif other.startswith(("rack:", "cage")):
                figures["opening"] += into
            elif move.stream == name and not other.startswith(BANK_FLOWS):
                figures["win"] += into
                if other.startswith(("jackpot:", "reserve:")):
                    figures["jackpots"] += into
        own = [body for stream, _, body in self.rounds if stream == name]
        lines = [line for body in own for line in body["lines"]]
        net = sum(line["wager"]["cents"] - line["back"] for line in lines)
        figures["adjusted"] = figures["win"] - net - figures["jackpots"]
        figures["handle"] = sum(line["live"] for line in lines)
        figures["rounds"] = len(own)
        return {**figures, "hold": share(figures["win"], figures["drop"])}

    def agrees(self) -> None:
        doc = self.doc
        tables = {row["name"]: self.table(row["name"]) for row in doc["tables"]}
        for row in doc["tables"]:
            assert_same(row, tables[row["name"]], row["name"])
        assert {name for name, _, _ in self.rounds} <= tables.keys()
        total = _added(tables.values())
        assert_same(doc["total"], _with_hold(total), "all tables")
        self._games(tables)
        self._dealers()
        self._shifts()
        self._keno()
        self._jackpots()
        self._tournaments()
        self._cash()
        self._levies(total)

    def _games(self, tables: dict[str, dict[str, Any]]) -> None:
        """By book; what a game is called is the house's own affair."""
        books = self.fold.books
        ours = [_added(tables[name] for name in tables if books[name] == book) for book in {*map(books.get, tables)}]
        names = ("rounds", "handle", "win", "drop", "fills", "credits", "opening", "closing", "adjusted", "jackpots")
        told = sorted(tuple(row[name] for name in names) for row in self.doc["games"])
        assert told == sorted(tuple(of[name] for name in names) for of in ours)

    def _dealers(self) -> None:
        ours = {row["name"]: Counter[str]() for row in self.doc["dealers"]}
        for _, _, body in self.rounds:
            ours[body["dealer"]].update(_round(body))
        for move in self.moves:
            if move.target.startswith("drop:"):
                ours[move.by.partition(":")[2]]["drop"] += move.cents
        for row in self.doc["dealers"]:
            assert_same(row, _with_hold(ours[row["name"]]), row["name"])

    def _shifts(self) -> None:
        ours: dict[str, Counter[str]] = {}
        for _, at, body in self.rounds:
            ours.setdefault(_shift(at, self.shifts), Counter()).update(_round(body))
        for move in self.moves:
            if move.target.startswith("drop:"):
                ours.setdefault(_shift(move.at, self.shifts), Counter())["drop"] += move.cents
        assert {row["name"].rpartition(" ")[2] for row in self.doc["shifts"]} == ours.keys()
        for row in self.doc["shifts"]:
            assert_same(row, _with_hold(ours[row["name"].rpartition(" ")[2]]), row["name"])

    def _keno(self) -> None:
        bank, figures, cash = "float:KENO", Counter[str](), dict[str, Counter[str]]()
        for move in self.moves:
            if move.stream != "desk:keno":
                continue
            who = cash.setdefault(move.by.partition(":")[2], Counter())
            who["in"] += move.cents * move.target.startswith("drawer:")
            who["out"] += move.cents * move.source.startswith("drawer:")
            figures["taken"] += move.cents * (move.source == "held:KENO" and move.target == bank)
            figures["prizes"] += move.cents * (move.source == bank and move.target.startswith("prizes:"))
            figures["fed"] += move.cents * (move.memo == "feed" and move.source == bank)
            figures["jackpots"] += move.cents * (move.source.startswith("jackpot:") and move.memo == "prizes")
        told = Counter[str]()
        for day in self.doc["keno"]:
            told.update({name: day[name] for name in ("taken", "prizes", "fed", "jackpots")})
            assert day["win"] == day["taken"] - day["prizes"] - day["fed"]
            assert day["writers"] == {name: [c["in"], c["out"]] for name, c in cash.items() if c["in"] or c["out"]}
        assert +told == +figures

    def _jackpots(self) -> None:
        ours: dict[str, Counter[str]] = {}
        for move in self.moves:
            for account, sign in ((move.target, 1), (move.source, -1)):
                kind, _, name = account.partition(":")
                if kind in ("jackpot", "reserve"):
                    words = f"{'meter' if kind == 'jackpot' else kind} {move.memo}"
                    ours.setdefault(name, Counter())[words] += sign * move.cents
        assert self.doc["jackpots"] == ours

    def _tournaments(self) -> None:
        """What came into each pool is what it gave, and what is left; by whom it was paid in and to whom it was paid."""
        ours, desk = dict[str, Counter[str]](), "desk:tournament:"
        for move in self.moves:
            for account, sign in ((move.target, 1), (move.source, -1)):
                kind, _, name = account.partition(":")
                other = move.source if sign > 0 else move.target
                if kind == "tournament":
                    of_house = other == "cage" or other.startswith("float:")
                    words = ("added" if sign > 0 else "kept") if of_house else "in" if sign > 0 else "out"
                    ours.setdefault(name, Counter())[words] += move.cents
                elif account == "cage" and move.stream.startswith(desk) and not other.startswith("tournament:"):
                    ours.setdefault(move.stream.removeprefix(desk), Counter())["buy-ins" if sign > 0 else "cashed"] += (
                        move.cents
                    )
        told = {row["name"]: row for row in self.doc.get("tournaments", ())}
        assert ours.keys() <= told.keys()
        for name, row in told.items():
            sums = ours.get(name, Counter())
            assert (row["fees"], row["refunds"] + row["prizes"]) == (sums["in"], sums["out"]), name
            assert (row["kept"], row["added"]) == (sums["kept"], sums["added"]), name
            assert (row["buy_ins"], row["cashed"]) == (sums["buy-ins"], sums["cashed"]), name
            assert row["win"] == sums["kept"] - sums["added"] + sums["buy-ins"] - sums["cashed"], name
            assert row["closing"] == self._held(f"tournament:{name}")[1], name
            assert row["entered"] == self.entered[name], name

    def _cash(self) -> None:
        flows: dict[str, Counter[str]] = {"cash_in": Counter(), "cash_out": Counter(), "over": Counter()}
        for move in self.moves:
            if move.source == "outside":
                flows["cash_in"][move.target] += move.cents
            elif move.target == "outside" or (move.source == "bank" and move.stream == "desk:keno"):
                flows["cash_out"][move.source] += move.cents
            if move.source.startswith("variance:"):
                flows["over"][move.target] += move.cents
            elif move.target.startswith("variance:"):
                flows["over"][move.source] -= move.cents
        for kind, of in flows.items():
            assert self.doc["cage"][kind] == {name: cents for name, cents in of.items() if cents}, kind

    def _levies(self, total: Counter[str]) -> None:
        keno = Counter[str]()
        for day in self.doc["keno"]:
            keno.update(win=day["win"], sales=day["taken"])
        own = sum(row["win"] for row in self.doc.get("tournaments", ()))
        bases = {
            "win": total["win"] + keno["win"], "handle": total["handle"] + keno["sales"], "drop": total["drop"],
            "tables win": total["win"], "keno win": keno["win"], "keno sales": keno["sales"], "tournaments": own,
        }  # fmt: skip
        assert self.doc["win"] == bases["win"]
        for levy in self.doc["levies"]:
            due = Fraction(levy["rate"]) * max(0, bases[levy["base"]] - levy["above"])
            assert levy["of"] == bases[levy["base"]] and abs(levy["due"] - due) <= Fraction(1, 2), levy["name"]


def _round(body: dict[str, Any]) -> dict[str, int]:
    lines = body["lines"]
    return {
        "rounds": 1,
        "handle": sum(line["live"] for line in lines),
        "win": sum(line["wager"]["cents"] - line["back"] for line in lines),
    }


def _with_hold(figures: Counter[str]) -> dict[str, Any]:
    return {**figures, "hold": share(figures["win"], figures["drop"])}


def _shift(at: str, shifts: dict[str, int]) -> str:
    """The shift that a moment of the record is in; those before the first hour of the morning are of the last."""
    hour = int(at[11:13])
    last = max(shifts, key=lambda name: shifts[name])
    return max((name for name in shifts if shifts[name] <= hour), key=lambda name: shifts[name], default=last)


def _added(rows: Iterable[dict[str, Any]]) -> Counter[str]:
    total = Counter[str]()
    for row in rows:
        total.update({figure: cents for figure, cents in row.items() if figure != "hold"})
    return total


def share(part: int, whole: int) -> str:
    """A part in percent with two places."""
    if whole <= 0:
        return ""
    sign, twice = ("-" if part < 0 else ""), 20_000 * abs(part) + whole
    hundredths = twice // (2 * whole)
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}" if hundredths else "0.00"


def assert_same(row: dict[str, Any], ours: dict[str, Any], name: str) -> None:
    """A row of figures is what was found; what was not found is nothing."""
    for figure in (
        "rounds", "handle", "win", "drop", "hold", "fills", "credits", "opening", "closing", "adjusted", "jackpots", "variance",
    ):  # fmt: skip
        assert row[figure] == ours.get(figure, 0), (name, figure, row[figure], ours.get(figure, 0))
