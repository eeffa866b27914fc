"""Pay tables as questions: what is solved for holds when it is set, and no table is left out."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import pytest

from houseway import lab
from houseway.cli import main
from houseway.lab.paytables import Table, solve, tables


def edge_with(book: str, changes: dict[str, str], wager: str) -> Fraction:
    return max(one.expectation for one in lab.study(book, changes).odds() if one.wager == wager and not one.given) * -1


@pytest.mark.long
@pytest.mark.parametrize(
    ("book", "name", "edge", "wager"),
    [
        ("act-1992-sic-bo", "pays.total.4", "1/10", "total:4"),
        ("vic-1997-red-dog", "three_alike", "1/100", "original"),
        ("vic-1997-red-dog", "spread_pays.5", "1/1000", "original"),
        ("act-1992-baccarat", "commission", "1/100", "banker"),
        ("act-1992-keno", "schedules.standard.4.4", "1/5", "standard:4"),
    ],
)
def test_what_is_solved_for_gives_the_edge(book: str, name: str, edge: str, wager: str) -> None:
    found = solve(lab.study(book), name, edge)
    assert found.wager == wager and found.edge == Fraction(edge)
    sides = [edge_with(book, {found.name: one.value}, wager) for one in found.near]
    assert sides == [one.edge for one in found.near]
    assert found.edge in sides or (sides[0] - found.edge) * (sides[1] - found.edge) < 0, "the neighbours part it"
    if found.exactly is not None and book != "act-1992-sic-bo":  # whose script pays whole cents
        odds = " to " in found.near[0].value
        value = f"{found.exactly.numerator} to {found.exactly.denominator}" if odds else str(found.exactly)
        assert edge_with(book, {found.name: value}, wager) == found.edge


@pytest.mark.long
@pytest.mark.parametrize(
    ("book", "names", "values", "between", "wager"),
    [
        ("act-1992-keno", ["schedules.standard.3.2", "schedules.standard.3.3"], range(0, 60, 7), ("20%", "60%"), "standard:3"),
        ("vic-1997-red-dog", ["spread_pays.1", "spread_pays.2"], range(3, 6), ("2%", "4%"), "original"),
    ],
)  # fmt: skip
def test_every_table_in_the_range_is_listed_and_no_other(
    book: str, names: list[str], values: range, between: tuple[str, str], wager: str
) -> None:
    low, high = (Fraction(end.rstrip("%")) / 100 for end in between)
    write = "{} to 1" if "red-dog" in book else "{}"
    every = [tuple(write.format(n) for n in picked) for picked in itertools.product(values, repeat=len(names))]
    valued = [Table(one, edge_with(book, dict(zip(names, one, strict=True)), wager)) for one in every]
    wanted = [one for one in valued if low <= one.edge <= high]
    assert 0 < len(wanted) < len(every)
    assert list(tables(lab.study(book), names, values, between)) == wanted


def test_pay_tables_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["paytable", "act-1992-sic-bo", "pays.total.4", "--edge", "10%", "--json"])
    assert json.loads(capsys.readouterr().out)["exactly"] == "319/5"
    with pytest.raises(SystemExit):
        main(["paytable", "act-1992-money-wheel", "pays.one", "--values", "1-3", "--between", "-50%..10%"])
    assert "2 tables" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("pays.one --edge much", "such as 2.5% or 1/40, not 'much'"),
        ("pays.nine --edge 2%", "no provision that moves a figure"),
        ("pays.one", "say --edge"),
        ("pays.one --edge 200%", "at most 100%"),
        ("pays.one --values x --between 0%..1%", "whole numbers such as 1-12"),
        ("pays.one --values 1-3 --between 2%", "two edges such as 2%..3%"),
        ("pays.one --values 1-3 --between 3%..2%", "the lower first"),
        ("pays.one pays.three --values 1-3 --between 1%..2%", "move different wagers"),
        ("pays.one --edge 2% --wager pink", "no wager 'pink'"),
    ],
)
def test_a_question_that_has_no_answer_is_refused_in_a_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["paytable", "act-1992-money-wheel", *words.split()])
    told = capsys.readouterr().err
    assert left.value.code == 2 and said in told and told.count("\n") == 1
