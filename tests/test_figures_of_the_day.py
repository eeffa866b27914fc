"""Figures of the day: every one equals an independent fold of the ledger, comes again from it to the byte, and tells luck.

The shipped staffed floor plays an evening at all its tables; whoever checks here reads the database with nothing of the house.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.ledger import audit, open_ledger
from houseway.odds.distribution import Distribution
from houseway.premises.settings import of_text
from houseway.reporting import papers, signing
from houseway.reporting.laws import at_most
from houseway.reporting.levies import BadLevy, Levy, rate_of
from houseway.reporting.periods import NoPeriod, Shift, parts, period
from houseway.reporting.report import make, nearest, ratio
from tests.fold import Fold
from tests.night import SHIPPED, Night, named, shipped
from tests.terminal import typed

DAY = "2026-11-16"
SHIFTS = {"day": 6, "swing": 14, "night": 22}  # as the shipped file has them


@dataclass
class Kept:
    file: Path
    doc: dict[str, Any]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    file = tmp_path_factory.mktemp("night") / "floor.db"
    night = Night(open_ledger(f"sqlite:///{file}"))
    night.open()
    for name in night.house.in_order:
        night.deal(name, 4)
    night.play_keno(2)
    night.tournament("BC-1")
    night.deal("BC-1", 1, seed=2)  # for money again
    night.fill("RD-1", {2500: 20})
    night.credit("MW-1", {500: 10})
    night.now += timedelta(hours=4)  # into the night shift, with another dealer
    night.table(named("dealer", 3), "sign on", "MW-1")
    night.deal("MW-1", 3, seed=2)
    night.close()
    doc = make(night.ledger, DAY, _arranged(), night.now).document()
    assert audit(night.ledger).sound
    night.ledger.close()
    yield Kept(file, doc)


def _arranged() -> Any:
    return shipped().figures.arrangement("The Pier")


@pytest.mark.long
def test_every_figure_is_what_the_record_comes_to(kept: Kept) -> None:
    rows = kept.doc["tables"]
    tables = len(shipped().tables)
    assert len(rows) == tables and sum(row["rounds"] for row in rows) == tables * 4 + 1 + 3
    Fold(kept.file).agrees(kept.doc, SHIFTS)


@pytest.mark.long
def test_rounds_add_up_whichever_way_they_are_divided(kept: Kept) -> None:
    fold = Fold(kept.file)
    handle, total = fold.handle, kept.doc["total"]
    net = sum(line["wager"]["cents"] - line["back"] for line in fold.lines)
    for kind in ("dealers", "shifts"):
        rows = kept.doc[kind]
        assert sum(row["handle"] for row in rows) == handle and sum(row["win"] for row in rows) == net
        assert (
            sum(row["rounds"] for row in rows) == total["rounds"] and sum(row["drop"] for row in rows) == total["drop"]
        )
    assert sum(row["win"] for row in kept.doc["games"]) == total["win"]
    assert {row["name"] for row in kept.doc["shifts"]} == {f"{DAY} swing", f"{DAY} night"}
    dealt = Counter(body["dealer"] for _, _, body in fold.rounds)
    assert {row["name"]: row["rounds"] for row in kept.doc["dealers"] if row["rounds"]} == dealt and len(dealt) == 4


def test_what_was_to_be_expected_is_exact(kept: Kept) -> None:
    rows = {row["name"]: row for row in kept.doc["tables"]}
    wheel, roulette = rows["MW-1"], rows["AR-1"]
    assert Fraction(wheel["expected_exactly"]) == Fraction(wheel["handle"], 13), (
        "every wager of the wheel loses one in thirteen"
    )
    assert Fraction(roulette["expected_exactly"]) == Fraction(roulette["handle"], 37), (
        "and of the roulette one in thirty-seven"
    )
    assert wheel["exact"] and roulette["exact"] and not wheel["unreckoned"]
    assert all(row["deviation"] > 0 and 0 < float(row["chance_at_most"]) <= 1 for row in rows.values())


def test_a_tournament_is_told_by_its_money(kept: Kept) -> None:
    (one,) = kept.doc["tournaments"]
    assert (one["title"], one["entered"], one["fees"], one["prizes"], one["kept"]) == ("Cup", 2, 10_000, 9_000, 1_000)
    assert one["win"] == 1_000 and one["closing"] == one["refunds"] == one["added"] == 0
    assert ("Cup", "2", "100.00") in {tuple(row[:3]) for row in csv.reader(io.StringIO(papers.as_csv(kept.doc)))}
    earlier = {name: figures for name, figures in kept.doc.items() if name != "tournaments"}
    assert "Tournaments" not in papers.as_csv(earlier), "a document of a day without one, or of an earlier program"


def test_a_round_is_of_the_day_that_it_was_over_on() -> None:
    """Neither of the day before nor of the day after; one that was put right on the next day stays where it was."""
    night = Night(only=("MW-1",))
    night.open()
    night.deal("MW-1", 4)
    night.clear(night.house.tables["MW-1"])
    first = [make(night.ledger, day, _arranged(), night.now).document() for day in (DAY, "2026-11-17", f"{DAY} swing")]
    night.now += timedelta(days=1)
    tape = night.ledger.newest("MW-1", "round-over", 1)[0].body["tape"]
    spin = {"answer": len(tape) - 2, "round": 4, "value": "$5" if tape[-2] == "$1" else "$1", "asked_by": "M. Okafor"}
    assert night.table(night.boss, "correct", "MW-1", **spin).accepted
    night.deal("MW-1", 3, seed=2)
    then = [make(night.ledger, day, _arranged(), night.now).document() for day in (DAY, "2026-11-17", f"{DAY} swing")]
    assert [doc["total"]["rounds"] for doc in first] == [4, 0, 4] and [doc["total"]["rounds"] for doc in then] == [
        4,
        3,
        4,
    ]
    assert then[0]["total"] == first[0]["total"] and then[2]["total"] == first[2]["total"]
    assert then[1]["total"]["adjusted"] != 0 and then[1]["total"]["opening"] == first[0]["total"]["closing"]
    assert make(night.ledger, "2026-11", _arranged(), night.now).document()["total"]["rounds"] == 7
    night.ledger.close()


def test_keno_is_reckoned_by_its_tickets(kept: Kept) -> None:
    (day,) = kept.doc["keno"]
    with sqlite3.connect(kept.file) as found:
        sold = found.execute("SELECT sum(per_game * charged) FROM keno_ticket").fetchone()[0]
        cash = found.execute(
            "SELECT sum(cents) FROM transfer WHERE stream = 'desk:keno' AND target = 'drawer:T-01'"
        ).fetchone()[0]
    assert day["taken"] == sold == cash and day["writers"] == {"W. Writer": [cash, 0]}
    assert day["win"] == day["taken"] - day["prizes"] - day["fed"] and day["deviation"] > 0


@pytest.mark.long
def test_the_same_ledger_gives_the_same_bytes(kept: Kept) -> None:
    ledger = open_ledger(f"sqlite:///{kept.file}")
    again = make(ledger, DAY, _arranged(), datetime(2027, 1, 1)).document()
    ledger.close()
    assert again == kept.doc
    for form in papers.FORMS:
        assert papers.written(again, form) == papers.written(kept.doc, form), form
    rows = list(csv.reader(io.StringIO(papers.as_csv(kept.doc))))
    table = next(row for row in rows if row and row[0] == "RD-1")
    won = next(row["win"] for row in kept.doc["tables"] if row["name"] == "RD-1")
    assert Fraction(table[4]) == Fraction(won, 100)
    with zipfile.ZipFile(io.BytesIO(papers.as_workbook(kept.doc))) as book:
        assert {"xl/worksheets/sheet1.xml", "xl/charts/chart1.xml"} <= set(book.namelist())
    assert papers.as_pdf(kept.doc).startswith(b"%PDF")


def test_a_signature_covers_every_figure(kept: Kept) -> None:
    signed = signing.signed(kept.doc, bytes(range(32)))
    assert signing.check(signed) == signed["key"]
    changed = json.loads(json.dumps(signed))
    changed["total"]["win"] += 1
    with pytest.raises(signing.NotTheSame, match="not what it was"):
        signing.check(changed)
    with pytest.raises(signing.NotTheSame, match="does not hold"):
        signing.check({**signed, "signature": "00" * 64})
    with pytest.raises(signing.NotTheSame, match="no signature"):
        signing.check({name: item for name, item in signed.items() if name != "signature"})


@pytest.mark.long
def test_a_command_makes_them_and_holds_them_against_the_ledger(kept: Kept, tmp_path: Path) -> None:
    asked = ("report", DAY, "--database", str(kept.file), "--settings", str(SHIPPED))
    paper = tmp_path / "day.json"
    made = typed(*asked, "--to", str(paper), "--key", str(tmp_path / "house.key"))
    assert made.returncode == 0 and kept.doc["digest"] in made.stdout
    assert json.loads(paper.read_text())["total"]["win"] == kept.doc["total"]["win"]
    same = typed(*asked, "--against", str(paper))
    assert same.returncode == 0 and "The same figures" in same.stdout and "Signed with" in same.stdout
    doc = json.loads(paper.read_text())
    doc["tables"][0]["drop"] += 100
    unsigned = {name: item for name, item in doc.items() if name not in ("key", "signature")}
    paper.write_text(json.dumps(unsigned))
    other = typed(*asked, "--against", str(paper))
    assert other.returncode == 3 and "tables.0.drop" in other.stdout
    printed = typed(*asked)
    assert "RD-1" in printed.stdout and "Std. dev." in printed.stdout
    for wrong in (
        ("report", "2026-13-01"),
        ("report", "today"),
        ("report", f"{DAY} noon"),
        ("report", DAY, "--to", "x.doc"),
    ):
        refused = typed(*wrong, "--database", str(kept.file))
        assert (
            refused.returncode == 2
            and "Traceback" not in refused.stderr
            and len(refused.stderr.strip().splitlines()) == 1
        )


def test_a_day_that_is_still_open_is_told_so_far_and_never_final() -> None:
    night = Night(only=("MW-1",))
    assert make(night.ledger, DAY, None, night.now).final is False, "the hour has not struck"
    assert make(night.ledger, DAY, None, night.now + timedelta(days=1)).final is True
    night.cage(night.cashier, "open day", night.second)
    assert make(night.ledger, DAY, None, night.now + timedelta(days=1)).final is False, "the cage is open for it"
    night.cage(night.cashier, "close day", night.second)
    assert make(night.ledger, DAY, None, night.now).final is True, "the cage has closed it"
    night.ledger.close()


# The parts


def test_days_shifts_and_months() -> None:
    day = period(DAY)
    assert (day.since, day.until) == (datetime(2026, 11, 16, 6), datetime(2026, 11, 17, 6)) and day.days == [DAY]
    month = period("2026-12")
    assert month.until == datetime(2027, 1, 1, 6) and len(month.days) == 31
    shifts = tuple(
        Shift(name, datetime(2026, 1, 1, hour).time()) for name, hour in (("day", 6), ("swing", 14), ("night", 22))
    )
    night = period(f"{DAY} night", shifts)
    assert (night.since, night.until) == (datetime(2026, 11, 16, 22), datetime(2026, 11, 17, 6))
    early = tuple(Shift(name, datetime(2026, 1, 1, hour).time()) for name, hour in (("late", 20), ("small", 2)))
    assert [part.since.hour for part in parts(day.since, early)] == [20, 2]
    for wrong in ("", "2026", "2026-02-30", "2026-11-16 noon", "16.11.2026"):
        with pytest.raises(NoPeriod):
            period(wrong, shifts)


def test_levies_are_a_rate_of_a_base_rounded_once() -> None:
    bases = {"win": 1_000_005, "drop": -500}
    assert Levy("tax", rate_of("10%")).of(bases) == 100_001  # half a cent goes up
    assert Levy("tax", rate_of("1/3"), above=1_000_000).of(bases) == 2
    assert Levy("tax", rate_of("10%"), "drop").of(bases) == 0, "nothing is due on less than nothing"
    for wrong in ("", "ten", "110%", "-1%", "1/0"):
        with pytest.raises(BadLevy):
            rate_of(wrong)
    assert (ratio(1, 3), ratio(-1, 3), ratio(1, 0)) == ("33.33", "-33.33", "")
    assert (nearest(Fraction(5, 2)), nearest(Fraction(-5, 2)), nearest(Fraction(12, 5))) == (3, -3, 2)


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ('[figures]\nshifts = { day = "6" }', "figures.shifts.day"),
        ('[[figures.levies]]\nname = "tax"\nrate = "x"', "figures.levies tax.rate"),
        ('[[figures.levies]]\nname = "tax"\nrate = "1%"\nbase = "luck"', "figures.levies tax.base"),
        ('[keno]\nopens = "10:00"', "keno"),
        ('[[staff]]\nname = "M. Okafor"\nrole = "king"', "staff M. Okafor"),
        ('[[device]]\ntable = "RD-9"', "device RD-9"),
        ('[cage]\nchips = { "five" = 3 }', "cage.chips.five"),
    ],
)
def test_settings_that_cannot_be_name_their_line(toml: str, told: str) -> None:
    with pytest.raises(ValueError, match=told.replace(".", r"\.")):
        of_text(toml)


def test_a_bound_on_luck_holds() -> None:
    """Against the binomial law, where the chance is known: never below it, and near enough to be worth telling."""
    coin = Distribution({Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)})
    from math import comb

    for tosses, heads in ((100, 60), (100, 75), (1000, 560)):
        exact = sum(comb(tosses, n) for n in range(heads, tosses + 1)) / 2**tosses
        bound = at_most([(coin, 100, tosses)], 100 * (2 * heads - tosses))
        assert exact <= bound <= 12 * exact
    assert at_most([(coin, 100, 10)], 100_000) == 0.0, "beyond what ten tosses can bring"
