"""Every enforced clause is obeyed, not only cited: some worked case would come out otherwise if the house did otherwise."""

import pytest

from houseway import games
from houseway.floor.coverage import coverage
from houseway.floor.obedience import UNTOLD, Change, changes_to, others, otherwise
from houseway.floor.scenario import Case, every_case, run_case
from houseway.law.clause import Clause
from houseway.money import Odds
from houseway.testing import conformance, vocabulary
from tests.own_books import own_books


@pytest.fixture(scope="module", autouse=True)
def _same_luck():
    with vocabulary.same_luck():
        yield


@pytest.mark.parametrize("book", games.library())
def test_every_enforced_clause_is_obeyed(book):
    assert conformance.not_obeyed(book) == []


@pytest.mark.long
@pytest.mark.parametrize("book", games.library())
def test_a_case_comes_out_otherwise_where_the_book_provides_otherwise(book):
    rulebook, _ = games.book(book)
    cases = {case.id: case for case in every_case(rulebook.game)}
    kept = {
        entry.otherwise: number for number, entry in coverage(book).items() if entry.otherwise not in (None, UNTOLD)
    }
    unmoved = [
        (number, *change)
        for change, number in kept.items()
        if not otherwise(rulebook, Change(change.name, change.number), cases[change.case])
    ]
    assert not unmoved, "python -m houseway.testing.vocabulary looks again"


RED_DOG = "vic-1997-red-dog"


def test_a_notice_of_ones_own_is_looked_at_for_as_long_as_it_is_there(tmp_path):
    assert "1" not in coverage(RED_DOG)
    with own_books(tmp_path) as books:
        books.notice("n1", "2027-01-01T04:00:00", 'three_alike = { BY, value = "12 to 1" }')
        assert coverage(RED_DOG)["1"].disobeyed
    assert "1" not in coverage(RED_DOG)


STORY = "sign 10 to 500\noriginal P1:10\n3S 8H\nraise P1:11 => refused 5.4\n4D"


def stated(story, **expect):
    verdict = run_case(Case("X", RED_DOG, story, expect, "x.toml"))
    assert verdict.holds, verdict.differences
    return verdict.told.stated


def test_only_what_a_case_states_speaks_for_a_clause():
    lose, raised = Clause(RED_DOG, "5.9.1.1"), Clause(RED_DOG, "5.4")
    assert "refused" in stated(STORY)[raised]
    assert "paid" not in stated(STORY).get(lose, ())
    assert "paid" in stated(STORY, payments={"P1 original": 10})[lose]
    assert "called" in stated(STORY, calls=["NO MORE BETS", "<spread 4>", "NO MORE BETS"])[Clause(RED_DOG, "7.1.1")]
    assert "fact" in stated(STORY, facts={"left": "8H"})[Clause(RED_DOG, "7.1.3")]
    assert "fact" not in stated(STORY, facts={"left": "8H"}).get(Clause(RED_DOG, "5.9.1.1"), ())


def test_what_happens_is_told_in_order():
    assert "happened" in stated(STORY, happens=["First card", "Second card, eight of hearts"])[Clause(RED_DOG, "7.1.3")]
    verdict = run_case(Case("X", RED_DOG, STORY, {"happens": ["Second card", "First card"]}, "x.toml"))
    assert "not at its place" in verdict.differences[0]


def test_a_book_that_provides_otherwise_is_another_book_and_only_for_a_while():
    rulebook, _ = games.book(RED_DOG)
    case = Case("X", RED_DOG, STORY, {"payments": {"P1 original": 10}}, "x.toml")
    assert otherwise(rulebook, Change("spread_pays", 0), case)
    assert otherwise(rulebook, Change("general.idle_seat", 0), case) is False
    assert otherwise(rulebook, Change("general.idle_seat", 99), case) is None
    assert run_case(case).holds


def test_other_values_are_of_the_same_kind():
    assert list(others(True, bool)) == [False]
    assert list(others(3, int)) == [4, 2, 11, 0]
    assert list(others(Odds(3, 2), Odds)) == [Odds(5, 2)]
    assert list(others({1: Odds(5, 1)}, dict[int, Odds])) == [{1: Odds(6, 1)}, {}]
    terms = games.book(RED_DOG)[0].as_commenced().terms
    assert all(other != terms for other in changes_to(terms, "general.closing"))
