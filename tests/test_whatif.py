"""What if: provisions listed with what they may be, controls that move figures, and quick figures that are the same figures."""

from __future__ import annotations

import gc
import json
import math
import shlex
import weakref
from fractions import Fraction

import pytest

from houseway import games
from houseway.cli import main
from houseway.games.blackjack.figures import analysis as blackjack
from houseway.games.keno.figures.exact import chance
from houseway.games.red_dog.figures.analysis import Table
from houseway.lab.exact import analysis, study
from houseway.lab.whatif import DOUBLE, EXACT, answer, controls, moves
from houseway.law.provision_names import names
from houseway.law.provisions import SEVERAL, provided
from houseway.law.studying import UnknownProvision

BOOKS = [book.id for book in games.library().values() if not book.missing]
VARIANTS = ["act-1992-blackjack+over-under", "vic-2000-pai-gow+bonanza"]


@pytest.mark.parametrize("book", BOOKS + VARIANTS)
def test_every_provision_listed_can_be_set_to_what_it_is(book: str) -> None:
    of = study(book)
    listed = provided(of.book, of.edition)
    assert len({one.name for one in listed}) == len(listed) > 10
    for one in listed:
        if one.value and one.kind != SEVERAL:
            again = study(book, {one.name: one.value}).edition
            same = provided(of.book, again)
            assert [(each.name, each.value) for each in same] == [(each.name, each.value) for each in listed], one.name


@pytest.mark.parametrize("book", BOOKS + VARIANTS)
def test_every_control_goes_somewhere_and_starts_at_the_law(book: str) -> None:
    of = study(book)
    found = controls(of)
    assert found and all(moves(of, one.provided.name) for one in found)
    for one in found:
        if one.slides:
            assert one.low <= one.at <= one.high and one.low < one.high, one.provided.name
            for place in (one.at, one.high):
                study(book, {one.provided.name: one.step.replace("#", str(place))})


@pytest.mark.long
def test_red_dog_told_by_what_it_is_paid_by_is_the_script_run_cell_by_cell() -> None:
    """Other odds, another shoe, and odds that do not come out even in cents."""
    for changes in (
        {},
        {"spread_pays.2": "9 to 2", "three_alike": "7 to 4", "decks": "3"},
        {"spread_pays.4": "1 to 3"},
    ):
        terms = study("vic-1997-red-dog", changes).edition.terms
        assert Table.of(terms).nets == Table.compiled(terms).nets


@pytest.mark.long
@pytest.mark.parametrize("changes", [{"settling.blackjack": "6 to 5"}, {"settling.at_once": "2 to 1", "decks": "6"}])
def test_what_a_blackjack_pays_moves_a_round_by_what_blackjacks_bring(changes: dict[str, str]) -> None:
    of = blackjack.solved(study("act-1992-blackjack", changes).edition.terms)
    moved = of.naturals_bring - of.usual.naturals_bring
    assert of.usual is not of and moved
    assert math.isclose(of.by_totals.value(), of.usual.by_totals.value() + float(moved), abs_tol=1e-12)


@pytest.mark.long
def test_quick_figures_say_what_they_are() -> None:
    law = study("act-1992-blackjack")
    paid = answer(law, study("act-1992-blackjack", {"settling.blackjack": "6 to 5"}))
    assert paid.how == EXACT
    dealt = answer(law, study("act-1992-blackjack", {"decks": "6"}))
    assert dealt.how == DOUBLE
    assert math.isclose(float(dealt.after[0].expectation), -0.005155, abs_tol=1e-6)


def test_insurance_or_even_money_that_pays_is_the_best_play() -> None:
    book = "act-1992-blackjack"
    law = study(book).odds()
    assert [one.strategy for one in law][:3] == [blackjack.BY_TOTALS, blackjack.BY_CARDS, blackjack.INSURED]
    insured = study(book, {"insurance.pays": "6 to 1"}).odds()
    assert insured.wagers[0].strategy == blackjack.INSURED
    assert (
        insured.wagers[0].expectation - law.wagers[0].expectation
        == Fraction(32, 416) / 2 * insured["insurance"].expectation
    )
    taken = study(book, {"even_money": "6 to 1"}).odds()
    assert taken.wagers[0].strategy == blackjack.EVEN_MONEY
    # an ace up, ace and ten in hand; waiting wins 3 to 2 unless the dealer has a ten
    meets = Fraction(32, 416) * Fraction(2 * 31 * 128, 415 * 414)
    waiting = Fraction(3, 2) * (1 - Fraction(127, 413))
    assert taken.wagers[0].expectation - law.wagers[0].expectation == meets * (6 - waiting)


@pytest.mark.parametrize(("pays", "half"), [("6 to 5", "11/5"), ("1 to 2", "3/2"), ("1 to 1", "2")])
def test_a_tie_is_paid_its_odds_and_not_their_whole_part(pays: str, half: str) -> None:
    """Set by the Houseway, the ties without a gong come as often whatever they pay."""
    book = "vic-2000-pai-gow+bonanza"
    odds = {one.strategy: one for one in study(book, {"tie_pays": pays}).odds() if one.wager == "tie"}
    spread = odds["houseway"].outcomes.chances
    law = next(one for one in study(book).odds() if one.wager == "tie" and one.strategy == "houseway").outcomes.chances
    assert spread[Fraction(half) - 1] == law[Fraction(1)] and spread[Fraction(25)] == law[Fraction(25)]


def run(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as left:
        main(shlex.split(line))
    told = capsys.readouterr()
    return left.value.code or 0, told.out, told.err


def test_provisions_are_listed_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("rules vic-1997-red-dog --provisions --json", capsys)
    doc = json.loads(out)
    assert code == 0 and doc["schema"] == "houseway.provisions/1"
    named = {one["name"]: one for one in doc["provisions"]}
    assert named["spread_pays.1"] | {"clauses": [], "readings": [], "words": ""} == {
        "name": "spread_pays.1", "kind": "odds", "value": "5 to 1", "low": None, "high": None, "options": [], "words": "",
        "clauses": [], "readings": [], "policy": False, "moves_figures": True,
    }  # fmt: skip
    assert named["dealing.decks"]["high"] == "100" and not named["dealing.burn"]["moves_figures"]
    code, out, _ = run("rules vic-1997-red-dog spread_pays --provisions", capsys)
    assert code == 0 and "spread_pays.11" in out and "three_alike" not in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rules --provisions", "name the book"),
        ("rules vic-1997-red-dog nothing --provisions", "no provision 'nothing'"),
        ("odds act-1992-blackjack --set hands.split=0", "it goes from 1 to 4"),
        ("odds act-1992-baccarat --set commission=101%", "not a part of something"),
        ("odds vic-2000-pai-gow --set settling.pays='2 to 1'", "2 to 1 cannot be; it is 1 to 1, because a bank covers"),
        ("odds vic-2000-pai-gow --set house_pays='1 to 2'", "1 to 2 cannot be"),
        ("odds vic-1999-caribbean-stud --set 'qualifies=K A'", "five odd cards never begin with K, A"),
        ("odds vic-1999-caribbean-stud --set qualifies=10", "'10' is no rank"),
        ("odds vic-2000-rapid-roulette --set sequences.double.3='4 to 1'", "one value"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(line, capsys)
    assert code == 2 and not out and err.count("\n") == 1 and said in err


@pytest.mark.parametrize(
    ("book", "name", "text", "same_as"),
    [
        ("act-1992-baccarat", "commission", "4%", "1/25"),
        ("vic-1999-caribbean-stud", "qualifies", "A Q", "A, Q"),
        ("act-1992-blackjack", "double_after_split", "no", "false"),
    ],
)
def test_a_value_may_be_set_as_it_is_said(book: str, name: str, text: str, same_as: str) -> None:
    assert study(book, {name: text}).edition.terms == study(book, {name: same_as}).edition.terms


def test_a_table_takes_a_new_entry_where_its_game_knows_it_and_is_set_whole() -> None:
    book = "act-1992-keno"
    six = study(book, {"schedules.standard.6.2": "1"}).odds()["standard:6"].outcomes
    assert six.chances[Fraction(-1, 2)] == study(book).odds()["standard:6"].outcomes.chances[Fraction(-1)] / (
        sum(chance(study(book).edition.terms, 6, n) for n in (0, 1, 2)) / chance(study(book).edition.terms, 6, 2)
    )
    whole = study(book, {"schedules.standard.4": "2: 1, 3: 4, 4: 100"}).edition.terms.schedules.standard.value
    assert whole[4] == {2: 1, 3: 4, 4: 100} and whole[5] == study(book).edition.terms.schedules.standard.value[5]
    pays = study("vic-1997-red-dog", {"spread_pays": ", ".join(f"{n}: {n} to 1" for n in range(1, 12))})
    assert str(pays.edition.terms.spread_pays.value[7]) == "7 to 1"
    for changes, said in (
        ({"schedules.standard.6.9": "1"}, "9 of 6 numbers cannot be drawn"),
        ({"schedules.standard.16.9": "1"}, "1 to 15 numbers"),
    ):
        with pytest.raises(UnknownProvision, match=said):
            study(book, changes)
    with pytest.raises(UnknownProvision, match="gap: the table has nothing for 2"):
        study("vic-1997-red-dog", {"spread_pays": "1: 5 to 1"})


def test_a_list_is_set_entry_by_entry() -> None:
    of = study("vic-2000-rapid-roulette", {"sequences.double.2": "400 to 1"}).edition.terms
    assert [str(one) for one in of.sequences.double.value] == ["25 to 1", "400 to 1"]


@pytest.mark.parametrize("game", games.names())
def test_what_moves_figures_is_told_by_names_that_provisions_bear(game: str) -> None:
    known = [name for name, _, _ in names(games.game(game).terms)]
    assert [one for one in analysis(game).MOVES if not any(f"{name}.".startswith(f"{one}.") for name in known)] == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("book", "change"),
    [
        ("act-1992-american-roulette", {"pays.odd": "7 to 1"}),
        ("vic-1997-red-dog", {"spread_pays.2": "7 to 1"}),
        ("vic-2000-rapid-roulette", {"pays.red": "7 to 1"}),
        ("act-1992-baccarat", {"tie.pays": "7 to 1"}),
        ("act-1992-keno", {"schedules.standard.4.4": "7"}),
    ],
)
def test_what_was_studied_is_forgotten_when_nobody_asks_any_more(book: str, change: dict[str, str]) -> None:
    """A house whose visitors drag all evening grows by nothing."""
    gc.freeze()  # what is there already is not looked through
    law = study(book)
    other = study(book, change)
    terms = weakref.ref(other.edition.terms)
    assert answer(law, other).after
    del other
    gc.collect()
    assert terms() is None
