"""Judging: two editions against each other, by hand where a hand can do it, and every bad question refused in one line."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import games
from houseway.cli import main
from houseway.judging import Judgement, judge, sides
from houseway.judging.redline import COMES, GOES, STAYS, redline
from houseway.judging.told import document
from houseway.lab.exact import analysis, decisions, study, wager_odds
from houseway.ledger import open_ledger
from tests.own_books import RED_DOG, OwnBooks, own_books
from tests.verbs import a_house

WHEEL = "act-1992-money-wheel"


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnBooks]:
    folder = tmp_path_factory.mktemp("drafts")
    with own_books(folder) as own:
        own.notice(
            "spreads", "2027-03-01T06:00:00", 'spread_pays = { BY, value = { 2 = "5 to 1", 6 = "2 to 1" } }', draft=True
        )
        yield own


@pytest.fixture(scope="module")
def against_law(drafts: OwnBooks, tmp_path_factory: pytest.TempPathFactory) -> Judgement:
    """The draft against the law, with a ledger in which $10 and a raise of $5 won on a spread of two."""
    folder = tmp_path_factory.mktemp("house")
    a_house(folder)
    ledger = open_ledger(f"sqlite:///{folder / 'house.db'}")
    try:
        return judge(RED_DOG, str(drafts.folder / "spreads.toml"), ledger=ledger)
    finally:
        ledger.close()


@pytest.mark.long
def test_a_draft_is_asked_at_its_hour_and_so_is_the_law_beside_it(against_law: Judgement) -> None:
    assert [side.moment.isoformat() for side in (against_law.before, against_law.after)] == ["2027-03-01T06:00:00"] * 2
    assert against_law.after.document["draft"] and not against_law.before.document["draft"]


@pytest.mark.long
def test_the_redline_names_every_entry_that_is_another_and_nothing_else(against_law: Judgement) -> None:
    assert [(one.name, one.was, one.now) for one in against_law.redline.values] == [
        ("spread_pays.2", "4 to 1", "5 to 1"),
        ("spread_pays.6", "1 to 1", "2 to 1"),
    ]
    (clause,) = against_law.redline.clauses
    assert clause.after is not None and clause.after.instrument.id == "spreads"
    assert clause.provisions == ("spread_pays",)
    assert clause.what == "amended" and [what for what, _ in clause.marked] == [STAYS, COMES]  # no word of the law goes


@pytest.mark.long
def test_cases_of_the_changed_spreads_end_otherwise_with_both_endings(against_law: Judgement) -> None:
    found = {one.case.id: one for one in against_law.cases.differing}
    assert against_law.cases.told > len(found) > 0
    assert found["VRD-07"].before.payments == {"P1 original": "40", "P1 raise": "16"}
    assert found["VRD-07"].after.payments == {"P1 original": "50", "P1 raise": "20"}
    assert all("5 to 1" not in one.before.stopped + one.after.stopped for one in found.values())


@pytest.mark.long
def test_who_keeps_the_old_play_loses_the_raise_that_is_now_worth_making(against_law: Judgement) -> None:
    best = against_law.effects.wagers[0]
    assert best.before is not None and best.after is not None and best.kept is not None
    assert best.before.expectation == Fraction(-30721, 1116765)
    rows = {row["decision"]: row for row in decisions(against_law.after.study)}
    (changed,) = against_law.effects.play
    assert (changed.decision, changed.was, changed.now) == ("spread 6", "no raise", "raise")
    assert changed.costs == rows["spread 6"]["cost"]
    assert best.costs == rows["spread 6"]["chance"] * rows["spread 6"]["cost"] > 0


def test_rounds_on_record_are_settled_by_the_draft(against_law: Judgement) -> None:
    rounds = against_law.rounds
    assert rounds is not None and rounds.looked_at == 1 and not rounds.untold
    (changed,) = rounds.changed
    assert (changed.was, changed.now) == ({"anna": 4000 + 2000}, {"anna": 5000 + 2500})
    assert rounds.total == 1500


@pytest.mark.long
def test_every_clause_of_two_jurisdictions_is_laid_out_once() -> None:
    found = judge(RED_DOG, "ma-red-dog")
    for side, whose in ((found.before, "before"), (found.after, "after")):
        shown = [one.clause for one in (getattr(row, whose) for row in found.redline.clauses) if one is not None]
        held = {(part.id, words.number) for part in side.book.in_force(side.moment) for words in part.words}
        assert len(shown) == len(set(shown)) and {(one.book, one.number) for one in shown} == held
    for row in found.redline.clauses:
        for told, away in ((row.before, COMES), (row.after, GOES)):
            pieces = " ".join(words for what, words in row.marked if what != away)
            assert pieces == (" ".join(told.words.text.split()) if told else "")
    assert any(what == STAYS for row in found.redline.clauses for what, _ in row.marked)
    assert document(found)["schema"] == "houseway.judgement/1"


def test_a_clause_that_a_draft_replaces_stands_beside_its_words(drafts: OwnBooks) -> None:
    drafts.notice("words", "2027-03-01T06:00:00", "", of=WHEEL, draft=True)
    path = drafts.folder / "words.toml"
    number = next(iter(games.book(WHEEL)[0].base.procedure))
    sections = f'[procedure]\n"1" = "people do it"\n[replaces]\n"{number}" = "1"'
    path.write_text(path.read_text().replace("[provisions]", sections))
    games.read_again()
    (changed,) = redline(*sides(WHEEL, f"{WHEEL}+words")).clauses
    assert changed.before is not None and changed.after is not None
    assert (changed.before.words.number, changed.after.instrument.id) == (number, "words")


@pytest.mark.long
@pytest.mark.parametrize(
    "book", ["ma-red-dog", "act-1992-blackjack", "vic-1999-caribbean-stud", "vic-2000-pai-gow+bonanza"]
)
def test_the_best_play_kept_under_the_same_law_costs_nothing(book: str) -> None:
    of = study(book)
    best = {one.wager: one for one in reversed(wager_odds(of))}
    old_play = analysis(of.book.game).old_play
    assert old_play is not None
    for kept in old_play(of.edition.terms, of.edition.terms):
        assert kept.expectation == best[kept.wager].expectation, kept.wager


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("vic-1997-red-dog act-1992-keno", "different games"),
        ("vic-1997-red-dog vic-1997-red-dog", "one edition"),
        ("vic-1997-red-dog red-cat", "no rulebook is called 'red-cat'"),
        ("vic-1997-red-dog drafts/none.toml", "there is no such draft"),
        ("vic-1997-red-dog@yesterday ma-red-dog", "a moment is written such as"),
        ("vic-1997-red-dog@1990-01-01 ma-red-dog", "commences on"),
        ("vic-1997-red-dog ma-red-dog --database none.db", "there is no database none.db"),
        ("vic-1997-red-dog ma-red-dog --pdf paper.txt", "another ending"),
        ("vic-1997-red-dog two", "it has 2 notices"),
        ("vic-1997-red-dog bad.toml", "TOML"),
        ("vic-1997-red-dog odd.toml", "start the file with"),
        ("vic-1997-red-dog", "Missing argument"),
    ],
)
def test_a_bad_question_is_refused_in_one_line(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two").mkdir()
    for name in ("one", "other"):
        (tmp_path / "two" / f"{name}.toml").write_text(f'[amendment]\nof = "{RED_DOG}"\nid = "{name}"\n')
    (tmp_path / "bad.toml").write_text("[amendment\n")
    (tmp_path / "odd.toml").write_text("title = 'nothing'\n")
    with pytest.raises(SystemExit) as left:
        main(["judge", *shlex.split(line)])
    told = capsys.readouterr()
    assert left.value.code == 2 and not told.out
    assert told.err.count("\n") == 1 and said in told.err


@pytest.mark.long
def test_the_verb_prints_a_document_and_writes_a_paper(
    drafts: OwnBooks, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drafts.notice(
        "flags", "2027-03-01T06:00:00", '[provisions.pays]\nflag = { BY, value = "50 to 1" }', of=WHEEL, draft=True
    )
    paper = tmp_path / "judgement.pdf"
    with pytest.raises(SystemExit) as left:
        main(["judge", WHEEL, f"{WHEEL}+flags", "--pdf", str(paper), "--json"])
    assert left.value.code in (0, None)
    doc = json.loads(capsys.readouterr().out)
    assert doc["values"][0] | {"clauses_before": 0, "clauses_after": 0} == {
        "provision": "pays.flag", "was": "47 to 1", "now": "50 to 1", "clauses_before": 0, "clauses_after": 0,
    }  # fmt: skip
    assert len(doc["before"]["edition"]) == len(doc["after"]["edition"]) == 64
    assert paper.read_bytes().startswith(b"%PDF")
