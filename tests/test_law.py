"""Books: what loads, what is refused and with which words, and what a book says at an hour."""

import shutil
from datetime import datetime

import pytest

from houseway import games
from houseway.games.red_dog import Terms
from houseway.law import BadBook, Kind, NotInForce, Shelf
from houseway.law.studying import UnknownProvision
from houseway.money import Odds

VIC = "vic-1997-red-dog"


@pytest.fixture
def books(tmp_path):
    """A copy of the Red Dog books that a test may spoil."""
    folder = tmp_path / "books"
    shutil.copytree(games.folder("red_dog") / "books", folder)
    return folder


def load(folder):
    return Shelf("red_dog", Terms, folder).load()


def spoil(folder, file, old, new):
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


SPOILED = [
    (
        "vic_1997.toml",
        "pick_up        =",
        "pick_upp       =",
        "no provision is called 'pick_upp'; did you mean pick_up",
    ),
    (
        "vic_1997.toml",
        'face_up        = { clauses = ["9.2"] }',
        "",
        "clause 9.2 .* not accounted for",
    ),
    ("vic_1997.toml", "wrong_boxes    = {", "# {", "gap: nothing provides 'wrong_boxes'"),
    (
        "vic_1997.toml",
        '"5.4", "7.2.1.1"',
        '"5.4", "7.2.1.9"',
        "clause 7.2.1.9 is cited, but the words tell no such clause",
    ),
    ("vic_1997.toml", 'reading = "R-21"', 'reading = "R-99"', "rests on reading R-99, which readings.md does not tell"),
    ("vic_1997.toml", '2 = "4 to 1"', '2 = "4:1"', "spread_pays.*not a pair of odds"),
    ("vic_1997.toml", "in_force = 1997-02-19T00:00:00", "in_force = 1997-02-19", "must say the hour"),
    ("vic_1997.toml", 'value = "discarded"', 'value = "eaten"', "'eaten' is not one of"),
    (
        "vic_1997.toml",
        'decides = "game supervisor"',
        'decides = "games superviser"',
        "names 'games superviser', and nobody is called so; there are player, dealer",
    ),
    ("vic_1997.toml", "[physical]", "[fysical]", r"\[fysical\] is no section"),
    ("vic_1997.toml", '"3.6" = "who', '"5.4" = "who', "clause 5.4 is enforced and physical at once"),
    ("vic_1997.toml", 'value = false, reading = "G-6"', "value = false", "is a policy; name the reading"),
    ("vic_1997.toml", 'title = "Red Dog"', "", "'title' is missing"),
    ("vic_1997.toml", "[silent]", "[silent", "not readable as TOML"),
    ("vic_1997.md", "### 5.4 Second wager", "### 5.5 Second wager", "clause 5.5 is told twice"),
    ("readings.md", "Because: It is a slip of scanning.", "Because:", "reading G-9 lacks Because"),
    ("act_1992.toml", 'id = "act-1992-red-dog"', 'id = "vic-1997-red-dog"', "already told in act_1992.toml"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), SPOILED, ids=lambda item: str(item)[:40])
def test_an_incomplete_book_does_not_load_and_says_why(books, file, old, new, message):
    spoil(books, file, old, new)
    with pytest.raises(BadBook, match=message):
        load(books)


def test_the_house_loads_its_books():
    library = games.library()
    assert {VIC, "act-1992-red-dog", "ma-red-dog"} <= set(library)
    assert library[VIC].kind("5.4") is Kind.ENFORCED
    assert library[VIC].kind("10.1") is Kind.PHYSICAL


def test_before_its_first_hour_a_book_says_nothing():
    book = games.library()[VIC]
    with pytest.raises(NotInForce, match="commences on 19 February 1997"):
        book.at(datetime(1997, 2, 18, 23, 59))
    assert book.at(datetime(1997, 2, 19)).terms.spread_pays.value[2] == Odds(4)


AMENDMENT = """
[amendment]
of = "vic-1997-red-dog"
id = "vic-1999-notice-x"
instrument = "A notice made for this test"
commences = 1999-11-08T04:00:00
words = "notice.md"
[provisions]
three_alike = { clauses = ["1"], value = "12 to 1" }
"""


def test_an_amendment_starts_at_its_hour(books):
    (books / "notice.toml").write_text(AMENDMENT)
    (books / "notice.md").write_text("## 1 Notice\n### 1 Three alike\nThree alike pay twelve to one.\n")
    book = load(books)[VIC]
    before, after = book.at(datetime(1999, 11, 8, 3, 59)), book.at(datetime(1999, 11, 8, 4, 0))
    assert (before.terms.three_alike.value, after.terms.three_alike.value) == (Odds(11), Odds(12))
    assert after.terms.three_alike.by.clauses[0].book == "vic-1999-notice-x"
    assert before.digest != after.digest
    assert after.amended_by == ("vic-1999-notice-x",)
    assert after.in_force == datetime(1999, 11, 8, 4)


def test_an_overlay_ends_at_its_hour(books):
    (books / "notice.toml").write_text(AMENDMENT.replace("words", "expires = 1999-11-09T04:00:00\nwords"))
    (books / "notice.md").write_text("## 1 Notice\n### 1 Three alike\nThree alike pay twelve to one.\n")
    book = load(books)[VIC]
    assert book.at(datetime(1999, 11, 9, 3, 59)).terms.three_alike.value == Odds(12)
    assert book.at(datetime(1999, 11, 9, 4, 0)).terms.three_alike.value == Odds(11)
    assert book.as_commenced().terms.three_alike.value == Odds(11)


def test_a_variant_is_an_overlay_used_by_name(books):
    (books / "notice.toml").write_text(AMENDMENT.replace("commences = 1999-11-08T04:00:00", 'variant = "rich"'))
    (books / "notice.md").write_text("## 1 Notice\n### 1 Three alike\nThree alike pay twelve to one.\n")
    book = load(books)[VIC]
    assert book.variants == ("rich",)
    assert book.as_commenced().terms.three_alike.value == Odds(11)
    assert book.as_commenced(variant="rich").terms.three_alike.value == Odds(12)
    assert book.as_commenced(variant="rich").book == "vic-1997-red-dog+rich"
    with pytest.raises(UnknownProvision, match="no variant 'poor'"):
        book.as_commenced(variant="poor")


def test_two_amendments_may_not_set_one_thing_at_one_moment(books):
    (books / "notice.toml").write_text(AMENDMENT)
    (books / "other.toml").write_text(AMENDMENT.replace("notice-x", "notice-y"))
    (books / "notice.md").write_text("## 1 Notice\n### 1 Three alike\nThree alike pay twelve to one.\n")
    with pytest.raises(BadBook, match=r"three_alike is also set by notice\.toml at the same moment"):
        load(books)


def test_an_amendment_of_an_unknown_book_is_refused(books):
    (books / "notice.toml").write_text(AMENDMENT.replace("vic-1997-red-dog", "vic-1897-red-dog"))
    (books / "notice.md").write_text("## 1 Notice\n### 1 Three alike\nThree alike pay twelve to one.\n")
    with pytest.raises(BadBook, match="amends 'vic-1897-red-dog', and no book has that id"):
        load(books)


def test_a_policy_can_be_chosen_and_shows_in_the_digest():
    book = games.library()[VIC]
    chosen = book.as_commenced(policies={"raise_counts_to_maximum": True})
    assert chosen.terms.raise_counts_to_maximum.value is True
    assert chosen.digest != book.as_commenced().digest
    with pytest.raises(UnknownProvision, match=r"has no policy 'general\.limits'"):
        book.as_commenced(policies={"general.limits": "x"})


STUDIES = [
    ({"decks": "6"}, "dealing.decks", "6"),
    ({"dealing.decks": "2"}, "dealing.decks", "2"),
    ({"spread_pays.2": "3 to 1"}, "spread_pays", "{1: Odds(wins=5, on=1), 2: Odds(wins=3, on=1)"),
    ({"raise_counts_to_maximum": "true"}, "raise_counts_to_maximum", "True"),
]


@pytest.mark.parametrize(("changes", "name", "text"), STUDIES)
def test_a_study_changes_a_provision(changes, name, text):
    edition = games.library()[VIC].as_commenced().study(changes)
    value = edition.terms
    for part in name.split("."):
        value = getattr(value, part)
    assert str(value.value).startswith(text)
    assert edition.studied == tuple(changes.items())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deck": "6"}, r"did you mean dealing\.decks"),
        ({"decks": "six"}, "not a number of decks"),
        ({"spread_pays.12": "1 to 1"}, "12 is not in the table"),
        ({"three_alike.1": "1 to 1"}, "is one value, not a table"),
        ({"marker": "1"}, "silent on 'marker'"),
        ({"first_box": "middle", "raise_counts_to_maximum": "maybe"}, "not true or false"),
    ],
)
def test_a_wrong_study_is_refused(changes, message):
    with pytest.raises(UnknownProvision, match=message):
        games.library()[VIC].as_commenced().study(changes)


def test_a_book_whose_base_is_missing_loads_and_opens_nothing(books):
    spoil(books, "vic_1997.toml", 'authority = "casino supervisor"', 'missing = "the base text is not held"')
    book = load(books)[VIC]
    with pytest.raises(NotInForce, match="the base text is not held"):
        book.as_commenced()


def test_an_unknown_book_is_refused_with_a_hint():
    with pytest.raises(games.NoSuchBook, match="did you mean vic-1997-red-dog"):
        games.book("vic-1998-red-dog")
    with pytest.raises(games.NoSuchBook, match="no variant 'x'"):
        games.book("vic-1997-red-dog+x")


def test_the_same_sentence_has_the_same_mark_in_every_book():
    told = {}
    for book in games.library().values():
        for clause, kind, _ in book.clauses():
            told.setdefault(" ".join(clause.text.split()), {}).setdefault(kind, []).append(f"{book.id} {clause.number}")
    shared = {text: kinds for text, kinds in told.items() if sum(map(len, kinds.values())) > 1}
    assert len(shared) > 60  # the general chapters are told in one way
    assert {text: kinds for text, kinds in shared.items() if len(kinds) > 1} == {}
