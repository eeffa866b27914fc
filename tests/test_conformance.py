"""Every game folder, every edition, every check."""

import os
import subprocess
import sys

import pytest

from houseway import games
from houseway.floor.coverage import as_written, found, shipped, verdict
from houseway.floor.scenario import every_case
from houseway.floor.story.vocabulary import Words, words_of
from houseway.testing import conformance, vocabulary

EDITIONS = dict(conformance.editions())
CASES = list(every_case())
AGAIN = "python -m houseway.testing.vocabulary writes it anew"


@pytest.fixture(scope="module", autouse=True)
def _same_luck():
    with vocabulary.same_luck():
        yield


# Whole evenings at a table of each book, by chance, and every figure by its second method: longer than make quick has time for.
LONG = (
    conformance.orders_are_decided,
    conformance.tables_keep_their_books,
    conformance.rounds_end_and_replay,
    conformance.figures_agree,
)


def checks():
    for check in conformance.CHECKS:
        for book in EDITIONS:
            marks = [pytest.mark.long] if check in LONG else []
            if check is conformance.figures_agree and f"{book}+bonanza" in EDITIONS:  # which has all its wagers
                marks.append(pytest.mark.proof)
            yield pytest.param(check, book, marks=marks, id=f"{check.__name__}-{book}")


@pytest.mark.parametrize(("check", "book"), list(checks()))
def test_conforms(check, book):
    check(EDITIONS[book])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_worked_case(case):
    found = verdict(case)
    assert found.holds, "\n".join(found.differences)


@pytest.mark.parametrize("book", games.library())
def test_every_enforced_clause_is_exercised(book):
    conformance.enforced_clauses_are_exercised(book)


@pytest.mark.parametrize("book", games.library())
def test_what_comes_with_the_house_is_what_its_cases_show(book):
    known, seen = shipped(games.book(book)[0].game)[book], {n: one for n, one in found(book).items() if one.cases}
    written = {number: as_written(one)[:2] for number, one in seen.items()}
    assert {number: tuple(shown[:2]) for number, shown in known.items()} == written, AGAIN
    unstated = [(number, how) for number, shown in known.items() for how in shown[2] if how not in seen[number].stated]
    assert not unstated, AGAIN


@pytest.mark.parametrize("book", games.library())
def test_the_kept_words_of_a_book_are_those_its_cases_meet(book):
    game = games.book(book)[0].game
    cases = vocabulary.by_book(game).get(book, [])
    kept = words_of(game).get(book, Words())
    assert kept == vocabulary.met_by(cases), "python -m houseway.testing.vocabulary writes them anew"


def test_a_rounds_steps_do_not_depend_on_hash_seeds():
    code = (
        "from houseway.testing import conformance as c;"
        "print([c.scripts_do_not_depend_on_hashing(e) for _, e in c.editions()])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_ids_of_cases_are_unique():
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids))
