"""Drafting: a notice in the making, its two files, and everything that is wrong with it in one list with places."""

import json
from datetime import datetime

import pytest

from houseway import games
from houseway.cli import main
from houseway.floor.drafts import editions, written_on
from houseway.law.drafting import BadDraft, Wanted, controls, faults
from houseway.law.library import BadBook
from houseway.law.notices import read_papers
from houseway.law.provision_names import names
from houseway.law.standing import standing
from houseway.law.studying import UnknownProvision
from houseway.law.words import ClauseWords
from houseway.money import Odds

from .own_books import RED_DOG, own_books

NOW, HOUR = datetime(2026, 11, 16, 12), datetime(2027, 1, 1, 4)
FIRST = Wanted(instrument="Notice 7 of 2027", commences="2027-01-01T04:00")


@pytest.fixture
def books(tmp_path):
    with own_books(tmp_path) as folder:
        yield folder


def book():
    return games.book(RED_DOG)[0]


def draft(books, *wanted, id="notice-7"):
    papers = None
    for one in (FIRST, *wanted):
        papers = written_on(book(), id, one, (books.folder,))
    return papers


def wrong(papers, now=NOW):
    return [(fault.place, fault.why) for fault in faults(games.files("red_dog"), papers, now)]


def test_a_draft_is_two_ordinary_files_and_changes_nobodys_law(books):
    papers = draft(books, Wanted(set={"spread_pays.1": "6 to 1"}))
    assert wrong(papers) == []
    assert sorted(path.name for path in books.folder.iterdir()) == ["notice-7.md", "notice-7.toml"]
    assert read_papers(papers.path) == papers
    before, after = editions(book(), papers)
    assert before.terms.spread_pays.value[1] == Odds(5) and after.terms.spread_pays.value[1] == Odds(6)
    assert after.terms.spread_pays.value[2] == Odds(4)  # the other entries go on
    assert book().at(HOUR).digest == before.digest
    assert [str(clause) for clause in after.terms.spread_pays.by.clauses if clause.book == "notice-7"] == ["§ 1"]


COMMENTED = """# Why this notice: the spread of one.
[amendment]
of = "vic-1997-red-dog"
id = "notice-7"
instrument = "Notice # 7"  # as the gazette prints it
commences = 2027-01-01T04:00:00
draft = true

# asked for by the tables
[provisions]
# six, not seven
spread_pays = { clauses = [
  "1",  # told below
], value = { 1 = "6 to 1" } }
three_alike = { clauses = ["1"], value = "12 to 1" } # a "quoted" one
# to be looked at again
"""


def test_a_draft_keeps_its_comments(books):
    (books.folder / "notice-7.toml").write_text(COMMENTED)
    (books.folder / "notice-7.md").write_text("## 1 Notice\n### 1 What changes\nWhat this notice changes.\n")
    games.read_again()
    papers = written_on(book(), "notice-7", Wanted(set={"spread_pays.2": "9 to 2"}), (books.folder,))
    text = papers.path.read_text()
    assert read_papers(papers.path).texts == papers.texts  # and again when it is read and written once more
    assert wrong(papers) == [] and papers.doc["provisions"]["spread_pays"]["value"] == {"1": "6 to 1", "2": "9 to 2"}
    lines = text.splitlines()
    assert lines[0] == "# Why this notice: the spread of one." and lines[-1] == "# to be looked at again"
    assert 'instrument = "Notice # 7"  # as the gazette prints it' in lines
    assert lines[lines.index("[provisions]") - 1] == "# asked for by the tables"
    at = lines.index("# six, not seven")
    assert lines[at + 1] == "# told below" and lines[at + 2].startswith("spread_pays = ")
    assert lines[at + 3].endswith('# a "quoted" one')
    papers = written_on(book(), "notice-7", Wanted(unset=("three_alike",)), (books.folder,))
    assert papers.path.read_text().splitlines()[-2:] == ['# a "quoted" one', "# to be looked at again"]  # not lost


def test_what_the_house_told_for_a_change_follows_it(books):
    papers = draft(
        books,
        Wanted(set={"spread_pays.1": "6 to 1"}),
        Wanted(set={"spread_pays.1": "7 to 1", "spread_pays.2": "9 to 1"}),
    )
    told = [one.text for chapter in papers.chapters for one in chapter.clauses]
    assert told == ["Spread pays 1: 5 to 1 becomes 7 to 1.", "Spread pays 2: 4 to 1 becomes 9 to 1."]
    assert wrong(papers) == []
    papers = draft(books, Wanted(unset=("spread_pays",)))
    assert wrong(papers) == [("", "it changes nothing and tells no clause")]
    papers = draft(books, Wanted(repeal={"8.1.1": ""}), Wanted(repeal={"8.1.1": ""}), Wanted(keep=("8.1.1",)))
    assert wrong(papers) == [("", "it changes nothing and tells no clause")]


def test_a_clause_that_is_named_says_so_and_none_is_told_beside_it(books):
    words = ClauseWords("2", "A spread of one", "A spread of one pays six for one staked.")
    papers = draft(books, Wanted(set={"spread_pays.1": "6 to 1"}, clauses=(words,), by="2"))
    assert [one.number for chapter in papers.chapters for one in chapter.clauses] == ["2"] and wrong(papers) == []


def test_a_notice_that_only_tells_a_procedure_changes_something(books):
    words = ClauseWords("1", "Calling", "The dealer calls the spread aloud.")
    assert wrong(draft(books, Wanted(clauses=(words,), kind="procedure"))) == []


def test_a_form_asks_for_every_entry_of_a_table_as_it_stands(books):
    now = {name: [(one.name, one.now) for one in controls(book().at(HOUR), name)] for name, _, _ in names(book().terms)}
    assert now["spread_pays"][:2] == [("spread_pays.1", "5 to 1"), ("spread_pays.2", "4 to 1")]
    assert now["dealing.decks"] == [("dealing.decks", "8")] and now["places.areas"] == [("places.areas", "[7, 9]")]
    assert now["dealing.shuffler"] == [("dealing.shuffler", "")], "the book does not speak of one"


def test_a_draft_is_one_by_its_own_name(books):
    draft(books)
    assert [book().is_draft(name) for name in ("notice-7", "notice-8", "")] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("three_alike", "12 to 1", "12 to 1"),
        ("areas", "9", [9]),
        ("places.areas", "7, 9", [7, 9]),
        ("decks", "6", 6),
        ("limits", "each player", "each player"),
        ("burn_new_dealer", "yes", True),
        ("spread_pays", '1-11 = "2 to 1"', {"1-11": "2 to 1"}),
    ],
)
def test_a_value_is_of_its_provisions_kind(books, name, text, value):
    if name == "limits":
        text = value = next(option for option in controls(book().at(HOUR), "general.limits")[0].options)
    papers = draft(books, Wanted(set={name: text}))
    [found] = [leaf["value"] for leaf in _leaves(papers.doc["provisions"])]
    assert found == value and wrong(papers) == []


def _leaves(tree):
    for item in tree.values():
        yield from [item] if "clauses" in item else _leaves(item)


@pytest.mark.parametrize(
    ("name", "text", "kind", "message"),
    [
        ("spread_pay.1", "6 to 1", UnknownProvision, "did you mean"),
        ("spread_pays.1", "six", BadDraft, "spread_pays.1"),
        ("spread_pays.44", "6 to 1", BadDraft, "44 is not in the table"),
        ("three_alike.1", "6 to 1", BadDraft, "one value, not a table"),
        ("decks", "many", BadDraft, "decks"),
    ],
)
def test_what_cannot_be_written_down_is_refused_and_nothing_is_written(books, name, text, kind, message):
    before = draft(books).path.read_text()
    with pytest.raises(kind, match=message):
        draft(books, Wanted(set={name: text}))
    assert (books.folder / "notice-7.toml").read_text() == before


def test_everything_that_is_wrong_is_one_list_with_places(books):
    books.notice("n1", "2027-01-01T04:00:00", 'spread_pays = { BY, value = { 1 = "6 to 1" } }')
    papers = draft(
        books,
        Wanted(
            set={"spread_pays.1": "9 to 1"},
            silence={"general.limits": "left out"},
            repeal={"8.1.1": "", "99.9": ""},
            clauses=(ClauseWords("20", "Loose", "Nothing rests on this."),),
        ),
    )
    found = wrong(papers, now=HOUR)
    for place, words in (
        ("provisions.spread_pays", "spread_pays.1 is also set by n1.toml at the same moment"),  # a conflict
        ("provisions.general.limits", "gap: general.limits"),  # a gap
        ("repeals.99.9", "nothing before it tells such a clause"),  # an unknown clause
        ("repeals.8.1.1", "three_alike rests on it still"),  # a repeal of what others rest on
        ("clause 20", "not accounted for"),
        ("amendment.commences", "which has passed"),  # a commencement in the past
    ):
        assert any(at == place and words in why for at, why in found), (place, words, found)
    assert {fault.file for fault in faults(games.files("red_dog"), papers, HOUR)} == {"notice-7.toml"}


def test_a_draft_that_could_not_be_law_takes_no_book_with_it(books):
    draft(books, Wanted(repeal={"8.1.1": ""}))
    assert RED_DOG in games.library() and book().variants == ()
    with pytest.raises(BadBook, match="three_alike rests on it still"):
        games.book(f"{RED_DOG}+notice-7")
    (books.folder / "notice-7.toml").write_text('[amendment]\nof = "vic-1997-red-dog"\nid = "notice-7"\ndraft = true\n')
    games.read_again()
    assert RED_DOG in games.library() and f"{RED_DOG}+notice-7" in games.faults()


def test_a_clause_is_replaced_and_what_rested_on_it_rests_on_the_new_one(books):
    words = ClauseWords("1", "Three alike", "Three cards of one rank pay eleven for one staked.")
    papers = draft(books, Wanted(clauses=(words,), replace={"8.1.1": "1"}))
    assert wrong(papers) == []
    after = editions(book(), papers)[1]
    assert ("notice-7", "1") in [(clause.book, clause.number) for clause in after.terms.three_alike.by.clauses]
    assert (RED_DOG, "8.1.1") not in [(clause.book, clause.number) for clause in after.terms.three_alike.by.clauses]
    told = {one.words.number: one for one in standing(book(), HOUR, "notice-7") if one.of.id == RED_DOG}
    assert told["8.1.1"].fate.words == "replaced by Notice 7 of 2027, § 1" and told["7.2.1.1"].fate is None


def test_a_clause_of_a_procedure_is_repealed(books):
    number = next(iter(book().base.procedure))
    papers = draft(books, Wanted(repeal={number: ""}))
    assert wrong(papers) == []
    [gone] = [one for one in standing(book(), HOUR, "notice-7") if one.fate]
    assert gone.words.number == number and gone.fate.words == "repealed by Notice 7 of 2027, § 1"


def test_two_notices_of_one_name_do_not_load(books):
    books.notice("n1", "2027-01-01T04:00:00", 'three_alike = { BY, value = "12 to 1" }')
    other = (books.folder / "n1.toml").read_text().replace("2027", "2028")
    (books.folder / "n2.toml").write_text(other)
    (books.folder / "n2.md").write_text((books.folder / "n1.md").read_text())
    games.read_again()
    with pytest.raises(BadBook, match="the notice 'n1' is already told"):
        book()


def houseway(capsys, *words):
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


@pytest.mark.long
def test_the_verb(books, capsys):
    begin = (
        "amend",
        RED_DOG,
        "--draft",
        "notice-7",
        "--instrument",
        "Notice 7 of 2027",
        "--commences",
        "2099-01-01T04:00",
    )
    code, out, _ = houseway(capsys, *begin, "--set", "spread_pays.1=6 to 1", "--json")
    doc = json.loads(out)
    assert code == 0 and doc["schema"] == "houseway.draft/1" and doc["faults"] == []
    assert doc["changes"] == ["spread pays 1: 5 to 1 becomes 6 to 1"] and doc["sets"] == {
        "spread_pays": {"1": "6 to 1"}
    }
    code, out, err = houseway(capsys, "amend", RED_DOG, "--draft", "notice-7", "--repeal", "8.1.1")
    assert code == 3 and "notice-7.toml: repeals.8.1.1: clause 8.1.1 is repealed" in err
    code, out, _ = houseway(capsys, "amend", RED_DOG)
    assert code == 0 and "notice-7" in out
    for words, message in (
        (("--set", "nonsense=1"), "no provision is called 'nonsense'"),
        (("--clause", "2"), "--clause takes"),
        (("--commences", "soon"), "a moment is written"),
        (("--drop", "77"), "tells no clause 77"),
        (("--keep", "77"), "neither repeals nor replaces clause 77"),
    ):
        code, out, err = houseway(capsys, "amend", RED_DOG, "--draft", "notice-7", *words)
        assert code == 2 and out == "" and message in err and err.count("\n") == 1, words
    code, _, err = houseway(
        capsys, "amend", RED_DOG, "--draft", "Nr 8", "--instrument", "x", "--commences", "2099-01-01"
    )
    assert code == 2 and "small letters" in err


def test_without_a_folder_nothing_is_begun(capsys, monkeypatch):
    monkeypatch.delenv("HOUSEWAY_BOOKS", raising=False)
    games.read_again()
    code, _, err = houseway(
        capsys, "amend", RED_DOG, "--draft", "notice-7", "--instrument", "x", "--commences", "2099-01-01"
    )
    assert code == 2 and "nobody said where drafts are kept" in err
