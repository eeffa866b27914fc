"""Figures against figures from outside, and one method against another."""

import os
import subprocess
import sys
from fractions import Fraction

import pytest

from houseway.lab.agree import agree
from houseway.lab.compare import NotComparable, compare
from houseway.lab.exact import document, study, wager_odds
from houseway.lab.sheet import par_sheet
from houseway.lab.simulate import BATCH, simulate

# Red Dog's edge by number of decks, as published for the same pay table (in per cent, three decimals).
PUBLISHED = {1: "3.155", 2: "3.077", 4: "2.884", 6: "2.798", 8: "2.751"}
# The project's own reference fraction for eight decks, computed independently before this code existed.
EIGHT_DECKS = Fraction(-30721, 1116765)


@pytest.mark.parametrize("decks", PUBLISHED)
def test_red_dog_edge_is_the_published_one(decks):
    best = wager_odds(study("ma-red-dog", {"decks": f"{decks} of at least 1"}))[0]
    assert best.strategy == "best: raise from spread 7"
    assert f"{float(best.distribution.house_edge) * 100:.3f}" == PUBLISHED[decks]


@pytest.mark.parametrize("book", ["vic-1997-red-dog", "act-1992-red-dog"])
def test_eight_decks_exactly(book):
    assert wager_odds(study(book))[0].distribution.expectation == EIGHT_DECKS


@pytest.mark.long
@pytest.mark.parametrize("book", ["vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog"])
def test_the_table_is_the_script(book):
    found = agree(study(book))
    assert found.endings == 3 * 1909
    assert found.rounds == 6000


@pytest.mark.long
def test_a_changed_provision_moves_table_and_script_alike():
    """The knob turn: no figure hides in the table."""
    plain = wager_odds(study("vic-1997-red-dog"))[0].distribution
    for change in (
        {"spread_pays.1": "6 to 1"},
        {"spread_pays.9": "2 to 1"},
        {"three_alike": "12 to 1"},
        {"decks": "3"},
    ):
        of = study("vic-1997-red-dog", change)
        agree(of, rounds=200)
        assert wager_odds(of)[0].distribution.chances != plain.chances


def test_a_used_shoe_has_its_own_best_play():
    of = study("vic-1997-red-dog", shoe="A:0 K:0 Q:0 J:0 T:0")
    assert wager_odds(of)[0].strategy != "best: raise from spread 7"
    assert sum(wager_odds(of)[0].distribution.chances.values()) == 1


@pytest.mark.real
def test_the_number_of_workers_changes_nothing():
    of = study("vic-1997-red-dog")
    rounds = 2 * BATCH + 12345
    one, two = (simulate(of, rounds, seed=7, workers=workers, only="never raise") for workers in (1, 2))
    assert one.tallies[0].counts == two.tallies[0].counts
    assert sum(one.tallies[0].counts) == rounds
    other = simulate(of, rounds, seed=8, only="never raise")
    assert other.tallies[0].counts != one.tallies[0].counts


@pytest.mark.parametrize("book", ["vic-1997-red-dog", "ma-red-dog"])
def test_simulation_finds_the_exact_value(book):
    report = simulate(study(book), 20_000_000, seed=20261115)
    for tally in report.tallies:
        assert tally.rounds == 20_000_000
        assert abs(tally.z) < 4, tally


def test_a_biased_kernel_would_be_noticed():
    tally = simulate(study("vic-1997-red-dog"), 20_000_000, seed=1, only="never raise").tallies[0]
    tally.exact += Fraction(1, 200)
    assert abs(tally.z) > 4


def test_the_document_has_what_people_script_against():
    doc = document(study("vic-1997-red-dog"))
    assert doc["schema"] == "houseway.odds/1"
    first = doc["wagers"][0]
    assert first["wager"] == "original"
    assert first["expectation"] == "-30721/1116765"
    assert first["house_edge"] == "30721/1116765"
    assert sum(Fraction(outcome["probability"]) for outcome in first["outcomes"]) == 1
    mean = sum(Fraction(o["net"]) * Fraction(o["probability"]) for o in first["outcomes"])
    assert mean == Fraction(first["expectation"])
    spread = sum(Fraction(o["net"]) ** 2 * Fraction(o["probability"]) for o in first["outcomes"]) - mean**2
    assert spread == Fraction(first["variance"])


def test_the_par_sheet_shows_what_the_look_asks():
    sheet = par_sheet(study("vic-1997-red-dog"))
    assert sheet.headline[0] == ("2.7509%", "Edge on the original")
    assert sheet.headline[1][0] == "2.3353%"
    assert sheet.rows[0] == ("1", "13.049", "5 to 1", "7.729", "−0.5362", "–")
    assert sheet.rows[10] == ("11", "1.186", "1 to 1", "85.024", "+0.7005", "raise")
    assert [chart.kind for chart in sheet.charts] == ["lollipop", "bars"]


def test_books_side_by_side():
    found = compare([study(book) for book in ("vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog")])
    rows = {row.name: row for row in found.values}
    assert rows["first_box"].cells == ("right", "left", "left")
    assert rows["three_alike"].differs is False
    assert rows["marker"].cells == ("silent", "silent", "yes")
    steps = next(row for row in found.steps if row.name.startswith("consecutive"))
    assert "“NO SPREAD”" in steps.cells[0]
    assert "Consecutive tie hand" in steps.cells[2]
    assert found.figures[0].cells[0] == "-30721/1116765"


def test_no_lab_in_the_rules():
    """Reading a book and playing a round imports neither numpy nor numba."""
    code = "import sys; from houseway.floor.story import Rehearsal; import houseway.games as g; g.library();"
    code += "Rehearsal('ma-red-dog').tell('original P1:10 | 4S 7H 5D');"
    code += "print(sorted(name for name in ('numpy', 'numba', 'fastapi') if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("books", (("act-1992-baccarat", "act-1992-mini-baccarat"), ("vic-1997-red-dog", "ma-red-dog")))
def test_rounds_are_laid_side_by_side_on_wagers_that_the_game_has(books):
    steps = compare([study(book) for book in books]).steps
    assert steps and all(len(row.cells) == 2 and all(row.cells) for row in steps)


def test_different_games_are_not_compared(monkeypatch):
    one, other = study("vic-1997-red-dog"), study("ma-red-dog")
    object.__setattr__(other.book, "game", "something else")
    try:
        with pytest.raises(NotComparable):
            compare([one, other])
    finally:
        object.__setattr__(other.book, "game", "red_dog")


@pytest.mark.parametrize("book", ["vic-1997-red-dog", "act-1992-sic-bo", "vic-2000-pai-gow+bonanza"])
def test_a_par_sheet_is_printed_with_its_edition(book, tmp_path):
    import pypdf

    from houseway.lab.paper import write

    sheet = par_sheet(study(book))
    write(sheet, tmp_path / "sheet.pdf")
    write(sheet, tmp_path / "sheet.html")
    paper = "".join(page.extract_text() for page in pypdf.PdfReader(tmp_path / "sheet.pdf").pages)
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    for words in (sheet.study.edition.digest, sheet.headline[0][0]):
        assert words in page and words in paper
    assert page.count("<svg") == len(sheet.charts)


@pytest.mark.long
def test_a_difference_is_worth_what_setting_it_is_worth():
    from houseway.lab.compare import worth

    rows = worth(study("vic-1997-red-dog"), study("ma-red-dog"))
    law, one_deck = study("vic-1997-red-dog"), study("vic-1997-red-dog", {"decks": "1"})
    gain = wager_odds(one_deck)[0].expectation - wager_odds(law)[0].expectation
    assert [(row.name, row.first) for row in rows] == [("dealing.decks", gain)]
    moved = {(one.name, one.played, one.given): one for one in rows[0].moved}
    assert len(moved) == len(wager_odds(law))
    for one in moved.values():
        assert one.after.expectation in [odds.expectation for odds in wager_odds(one_deck)]
