"""Results that are kept: they are what is found anew, they are used only for what they were found for, and a broken or
closed cache is no cache."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from houseway import games
from houseway.cli import main
from houseway.figures import kept
from houseway.floor import coverage
from houseway.lab import keep
from houseway.lab.exact import decisions, document, study, wager_odds
from houseway.lab.sheet import par_sheet

BLACKJACK = (
    "blackjack"  # its charts take a while: they are held against new ones by the game's own tests, all by make prove
)
SOON_FOUND = [name for name in games.names() if name != BLACKJACK]


def ran(*words, **around):
    """The house in a process of its own."""
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, env={**os.environ, **around}
    )


@pytest.mark.parametrize("how", [(), pytest.param(("--anew",), marks=pytest.mark.proof)], ids=str)
def test_the_house_comes_with_what_its_books_ask_for(how):
    """A book that changed, a result nobody asks for any more or, found anew, one that is found otherwise is to be kept again:
    python -m houseway.lab.keep. In a process of its own, which remembers nothing."""
    found = ran("-m", "houseway.lab.keep", "--check", *how, *SOON_FOUND)
    assert found.returncode == 0, found.stderr


def test_the_house_comes_with_the_charts_of_blackjack():
    found = ran("-m", "houseway.lab.keep", "--check", BLACKJACK)
    assert found.returncode == 0, found.stderr


def test_what_is_found_anew_is_found_once_to_a_record():
    find, question = Finding(), kept.Question("red_dog", "example", "a shoe")
    with kept.recorded(anew=True) as asked:
        assert kept.kept(question, find) == kept.kept(question, find) == ANSWER
    assert find.times == 1 and asked == [(question, ANSWER)] * 2
    with kept.recorded(anew=True):
        assert kept.kept(question, find) == ANSWER and find.times == 2


@pytest.mark.long
@pytest.mark.parametrize("book", ["act-1992-sic-bo", "vic-1997-red-dog", "act-1992-keno", "vic-2000-pai-gow+bonanza"])
def test_documents_and_sheets_are_the_same_either_way(book):
    def told():
        sheet = par_sheet(study(book))
        return (
            json.dumps(document(study(book))),
            str(decisions(study(book))),
            sheet.rows,
            sheet.headline,
            sheet.charts,
            sheet.clauses,
        )

    with_kept = told()
    with kept.found_anew():
        assert told() == with_kept


def test_what_differs_is_said():
    game = "money_wheel"
    found = keep.results(keep.standing(game))
    key = next(iter(found))
    other = {**found[key], "result": []}
    assert keep.differences(game, {key: other}) == ["act-1992-money-wheel: wagers is kept otherwise than it is found"]
    assert keep.differences(game, {"another": other}) == [
        "act-1992-money-wheel: wagers is not kept",
        "money_wheel: 1 results that no book asks for",
    ]
    assert keep.same([0.1 + 0.2, "1/3"], [0.3, "1/3"]) and not keep.same([0.3], [0.300001])
    assert not keep.same({"raise": 1, "no raise": 2}, {"no raise": 2, "raise": 1})  # in the order it is told


@pytest.mark.parametrize("changes, shoe", [({"decks": "7"}, ""), ({"three_alike": "12 to 1"}, ""), ({}, "-7S")])
def test_no_other_book_or_shoe_is_answered_with_it(changes, shoe):
    from houseway.lab.exact import asked

    plain, other = study("vic-1997-red-dog"), study("vic-1997-red-dog", changes, shoe)
    assert asked(plain, "wagers", "").key in kept.shipped("red_dog")
    assert asked(other, "wagers", "").key not in kept.shipped("red_dog")
    assert wager_odds(other)[0].expectation != wager_odds(plain)[0].expectation


def test_neither_clauses_nor_limits_are_part_of_the_question():
    """Figures depend on what is provided, not on where; and on no limit, manner or seat."""
    from houseway.lab.exact import asked

    plain = asked(study("vic-1997-red-dog"), "wagers", "")
    assert plain.on["values"]["three_alike"] == "11 to 1"
    assert asked(study("vic-1997-red-dog", {"places.sharing": "1"}), "wagers", "").key == plain.key


@pytest.mark.parametrize(
    "book, change",
    [("act-1992-money-wheel", "units"), ("act-1992-mini-baccarat", "limits"), ("act-1992-sic-bo", "lock")],
)
def test_limits_and_manners_move_no_figure(book, change):
    """Every other choice the law knows for a general provision: the figures found are the same."""
    from houseway.lab.exact import found_odds

    plain = study(book)
    kind = type(getattr(plain.edition.terms.general, change).value)
    for choice in kind:
        of = study(book, {f"general.{change}": choice.value})
        assert found_odds(of) == found_odds(plain), choice


def test_figures_found_in_another_way_do_not_serve(monkeypatch):
    question = kept.Question("red_dog", "wagers", {})
    before = question.key
    monkeypatch.setattr(kept, "FIGURES", kept.FIGURES + 1)
    assert question.key != before


# A cache of one's own


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(kept, "WORTH_KEEPING", -1.0)
    monkeypatch.setattr(kept, "_remembered", {})
    return tmp_path / "cache"


ANSWER = {"worth": Fraction(-1, 37), "pairs": [(Fraction(1, 2), "red")], "note": None, "share": 0.1}


class Finding:
    """Somebody who finds an answer, and counts how often."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        return ANSWER

    def asked(self, on="a shoe"):
        """By somebody who has only just come in."""
        kept._remembered.clear()
        return kept.kept(kept.Question("red_dog", "example", on), self)


def test_what_was_found_is_read_the_next_time(cache):
    find = Finding()
    assert find.asked() == find.asked() == ANSWER and find.times == 1
    assert find.asked("another shoe") == ANSWER and find.times == 2
    assert len(list((cache / "figures").iterdir())) == 2
    with kept.found_anew():
        assert find.asked() == ANSWER and find.times == 3


def test_a_mended_program_does_not_read_what_it_found_before(cache, monkeypatch):
    find = Finding()
    find.asked()
    monkeypatch.setattr(kept, "_program", lambda game: "mended")
    assert find.asked() == ANSWER and find.times == 2


def _truncated(path):
    path.write_bytes(path.read_bytes()[:-40])


def _altered(path):
    path.write_text(path.read_text().replace("-1/37", "-1/38"))


def _another(path):
    path.write_text("[1, 2, 3]")


def _nested(path):
    path.write_text("[" * 100_000)


def _folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("broken", [_truncated, _altered, _another, _nested, _folder])
def test_a_broken_file_is_found_again(cache, broken):
    find = Finding()
    find.asked()
    broken(next((cache / "figures").iterdir()))
    assert find.asked() == ANSWER and find.times == 2


def test_a_folder_that_cannot_be_written_is_no_error(cache):
    cache.write_text("a file stands where the folder should")
    find = Finding()
    assert find.asked() == find.asked() == ANSWER and find.times == 2


def test_a_disk_that_fills_leaves_nothing_behind(cache, monkeypatch):
    def full(one, other):
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(kept.os, "replace", full)
    assert Finding().asked() == ANSWER
    assert list((cache / "figures").iterdir()) == []


def test_a_cache_does_not_grow_for_ever(cache, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 5)
    find = Finding()
    for n in range(12):
        find.asked(n)
    assert len(list((cache / "figures").iterdir())) <= 6


def test_switched_off_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOUSEWAY_CACHE", "off")
    monkeypatch.setattr(kept, "WORTH_KEEPING", -1.0)
    find = Finding()
    assert find.asked() == find.asked() == ANSWER and find.times == 2
    assert kept.cache_folder() is None and list(tmp_path.iterdir()) == []


def test_where_the_cache_is(monkeypatch, tmp_path):
    monkeypatch.delenv("HOUSEWAY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kept.cache_folder() == tmp_path / "houseway"
    monkeypatch.setenv("HOUSEWAY_CACHE", "")
    assert kept.cache_folder() == tmp_path / "houseway"


# Coverage comes with the house; of books and cases of one's own it is kept by their text and the program's


def test_coverage_comes_with_the_house_for_as_long_as_books_and_cases_are_those(monkeypatch):
    assert coverage.shipped.__wrapped__("money_wheel")
    monkeypatch.setattr(coverage, "_text", lambda game: "another case was written")
    assert not coverage.shipped.__wrapped__("money_wheel")


@pytest.mark.long
def test_coverage_is_kept(cache, monkeypatch):
    monkeypatch.setattr(coverage, "shipped", lambda game: {})
    first = coverage._coverage(games.book("act-1992-money-wheel")[0])
    monkeypatch.setattr(coverage, "found", None)  # nobody plays the cases again
    kept._remembered.clear()
    assert coverage._coverage(games.book("act-1992-money-wheel")[0]) == first
    assert any(shown.cases for shown in first.values())
    monkeypatch.setattr(kept, "text_of", lambda *places: "another case was written")
    kept._remembered.clear()
    with pytest.raises(TypeError):
        coverage._coverage(games.book("act-1992-money-wheel")[0])


# As a person meets it

WITHOUT_LOOPS = """
import sys
from houseway.cli import main
try:
    main(sys.argv[1:])
finally:
    assert not {"numba", "numpy"} & set(sys.modules)
"""
WITHOUT_COMPILER = WITHOUT_LOOPS.replace('{"numba", "numpy"}', '{"numba.np.arraymath"}')


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "act-1992-blackjack+triple-play", "--json"),
        ("strategy", "act-1992-blackjack", "--by", "cards"),
        ("odds", "vic-1999-caribbean-stud"),
        ("strategy", "vic-2000-pai-gow", "--json"),
        ("compare", "vic-1999-caribbean-stud", "act-1992-canberra-poker"),
        ("rules", "act-1992-blackjack"),
    ],
)
def test_what_is_kept_needs_no_loops(words):
    """Neither numba nor numpy is even read: that alone would take longer than the answer."""
    found = ran("-c", WITHOUT_LOOPS, *words)
    assert found.returncode == 0 and found.stdout and not found.stderr, found.stderr


def test_compiling_is_told_of_once(tmp_path):
    words = ("-m", "houseway", "simulate", "act-1992-mini-baccarat", "--rounds", "1000", "--seed", "1", "--json")
    first = ran(*words, NUMBA_CACHE_DIR=str(tmp_path))
    assert first.stderr.count("compiling, once") == 1 and json.loads(first.stdout)["rounds"] == 1000
    again = ran("-c", WITHOUT_COMPILER, *words[2:], NUMBA_CACHE_DIR=str(tmp_path))
    assert again.returncode == 0 and "compiling" not in again.stderr, again.stderr
    assert json.loads(again.stdout)["wagers"] == json.loads(first.stdout)["wagers"]


def test_who_waits_is_told_what_for(capsys, monkeypatch):
    monkeypatch.setattr(kept, "PATIENCE", 0.0)
    with pytest.raises(SystemExit) as left:
        main(["odds", "vic-1997-red-dog", "--set", "decks=5", "--json"])
    told = capsys.readouterr()
    assert not left.value.code and json.loads(told.out)["set"] == {"decks": "5"}
    assert "finding exact odds of Red Dog, Victoria (decks = 5), kept for the next time" in told.err


def test_a_simulation_beyond_luck_is_a_failed_check(capsys, monkeypatch):
    from dataclasses import replace

    from houseway.lab import simulate

    def off(of):
        return [replace(one, distribution=None, value=one.expectation + Fraction(1, 5)) for one in wager_odds(of)]

    monkeypatch.setattr(simulate, "wager_odds", off)
    with pytest.raises(SystemExit) as left:
        main(["simulate", "act-1992-mini-baccarat", "--rounds", "20000", "--seed", "1", "-q"])
    assert left.value.code == 3
    assert "standard errors apart, more than chance explains" in capsys.readouterr().err
