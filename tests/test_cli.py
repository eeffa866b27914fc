"""The command line as people script against it."""

import json
import os
import signal
import subprocess
import sys

import pytest

from houseway import games
from houseway.floor.house import House
from houseway.ledger import open_ledger
from houseway.premises.opening import open_house
from tests.terminal import typed
from tests.waiting import END

HOUSEWAY = [sys.executable, "-m", "houseway.cli"]


def document(*words):
    done = typed(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def started(*words, stdin=""):
    """The line in a process of its own."""
    return subprocess.run([*HOUSEWAY, *words], input=stdin, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (("odds", "nope"), ""),
        (("odds", "vic-1997-red-dog", "--json"), ""),
        (("replay", "vic-1997-red-dog | original P1:10 | 7S 4H | raise P1:4 | 5D"), ""),
    ],
    ids=["a complaint", "a document", "a story"],
)
def test_what_is_typed_here_is_what_a_process_says(words, stdin):
    """So that most lines need no process."""
    here, there = typed(*words, stdin=stdin), started(*words, stdin=stdin)
    assert (here.returncode, here.stdout, here.stderr) == (there.returncode, there.stdout, there.stderr)
    assert here.stdout or here.stderr


def test_without_its_assertions_the_house_does_nothing():
    """They hold what money may never do, and ``python -O`` leaves them out."""
    done = subprocess.run(
        [sys.executable, "-O", "-m", "houseway", "rules"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and not done.stdout
    assert "run Python without -O" in done.stderr and len(done.stderr.splitlines()) == 1


def test_who_stops_reading_gets_no_complaint():
    with subprocess.Popen(
        [*HOUSEWAY, "rules", "act-1992-baccarat", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as told:
        told.stdout.close()
        assert (told.stderr.read(), told.wait(END)) == (b"", 0)


def test_whoever_stops_it_gets_no_complaint():
    with subprocess.Popen(
        [*HOUSEWAY, "play", "vic-1997-red-dog"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # what runs in the background may be deaf to it
    ) as playing:  # fmt: skip
        assert b"q leaves" in playing.stdout.readline()
        playing.send_signal(signal.SIGINT)
        assert playing.wait(END) == 130
        assert b"Traceback" not in playing.stderr.read()


WRONG = [
    ("odds", "nope"),
    ("odds",),
    ("nothing",),
    ("odds", "vic-1997-red-dog", "--set", "deck=6"),
    ("odds", "vic-1997-red-dog", "--set", "decks"),
    ("odds", "vic-1997-red-dog", "--set", "decks=0"),
    ("odds", "vic-1997-red-dog", "--set", "decks=-2"),
    ("odds", "vic-1997-red-dog", "--shoe", "A:99"),
    ("odds", "vic-1997-red-dog", "--shoe", "seven"),
    ("odds", "vic-1997-red-dog+rich"),
    ("simulate", "vic-1997-red-dog", "--rounds", "0"),
    ("simulate", "vic-1997-red-dog", "--rounds", "many"),
    ("simulate", "vic-1997-red-dog", "--rounds", "10", "--workers", "0"),
    ("simulate", "vic-1997-red-dog", "--rounds", "10", "--seed", "-1"),
    ("simulate", "vic-1997-red-dog", "--rounds", "10", "--strategy", "guess"),
    ("compare", "vic-1997-red-dog"),
    ("rules", "vic-1997-red-dog", "99"),
    ("rules", "vic-1997-red-dog", "--at", "yesterday"),
    ("rules", "vic-1997-red-dog", "--at", "1990-01-01"),
    ("rules", "vic-1997-red-dog", "5.4", "--at", "1990-01-01"),
    ("rules", "vic-1997-red-dog", "--at", "2020-01-01T00:00+01:00"),
    ("odds", "vic-1997-red-dog", "--at", "1990-01-01"),
    ("rules", "vic-1999-blackjack-notice-24", "--at", "1997-04-23"),
    ("rules", "--at", "yesterday"),
    ("rules", "coverage", "--at", "1999-01-01"),
    ("replay", "RD-9", "--database", "pyproject.toml", "--at", "1999-01-01"),
    ("--books", "/nowhere", "rules"),
    ("replay", "vic-1997-red-dog | fly"),
    ("replay", "RD-1", "--database", "/nowhere.db"),
    ("scenario", "/nowhere.toml"),
    ("audit", "--database", "/nowhere.db"),
    ("play", "vic-1997-red-dog", "--limits", "some"),
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_words_are_one_line_and_exit_code_2(words):
    done = typed(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("houseway: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_help_answers_at_once_and_loads_nothing_heavy():
    code = (
        "import sys; sys.argv = ['houseway', '--help']\n"
        "from houseway.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = ('numba', 'numpy', 'scipy', 'fastapi', 'starlette', 'sqlalchemy')\n"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert done.stderr.strip() == "[]"
    for verb in ["rules", "odds", "strategy", "simulate", "compare", "play", "replay", "scenario", "serve", "audit"]:
        assert f"  {verb} " in done.stdout
    assert typed("--version").stdout.startswith("houseway 0.")


def test_odds_as_one_document():
    doc = document("odds", "vic-1997-red-dog", "--set", "decks=6")
    assert doc["schema"] == "houseway.odds/1"
    assert doc["set"] == {"decks": "6"}
    assert doc["wagers"][0]["expectation"] == "-17533/626665"
    assert set(doc["wagers"][0]) >= {"wager", "strategy", "expectation", "house_edge", "variance", "outcomes"}


@pytest.mark.real
@pytest.mark.long
def test_simulation_as_one_document():
    doc = document("simulate", "vic-1997-red-dog", "--rounds", "1e6", "--seed", "5", "--workers", "2")
    first = doc["wagers"][0]
    assert doc["seed"] == 5
    assert first["rounds"] == 10**6
    assert abs(first["estimate"] + 0.0275) < 5 * first["standard_error"]
    again = document("simulate", "vic-1997-red-dog", "--rounds", "1000000", "--seed", "5")
    assert again["wagers"][0]["outcomes"] == first["outcomes"]


def test_strategy_names_the_raise_and_what_a_mistake_costs():
    doc = document("strategy", "vic-1997-red-dog")
    best = {row["decision"]: row["best"] for row in doc["decisions"]}
    assert best["spread 6"] == "no raise"
    assert best["spread 7"] == "raise"
    assert {row["decision"]: row["cost"] for row in doc["decisions"]}["spread 7"] == "17/207"


def test_rules_by_clause():
    doc = document("rules", "ma-red-dog", "6(c)")
    clause = doc["clauses"][0]
    assert clause["kind"] == "enforced"
    assert [each["provision"] for each in clause["provisions"]] == ["nobody_left", "third_seen"]
    assert [reading["id"] for reading in clause["readings"]] == ["R-27", "R-8"]
    assert "MRD-10" in clause["cases"]


def test_rules_below_a_number():
    found = {asked: document("rules", "act-1992-money-wheel", asked)["clauses"] for asked in ("5.1", "8.1")}
    assert [clause["number"] for clause in found["5.1"]] == ["5.1", *(f"5.1({letter})" for letter in "abcdefg")]
    assert [clause["number"] for clause in found["8.1"]] == ["8.1"]  # 8.10 is not below it


def test_rules_list_and_books():
    ids = [book["id"] for book in document("rules")["books"]]
    assert len(ids) == len(set(ids))
    assert "vic-1997-red-dog" in ids
    doc = document("rules", "vic-1997-red-dog")
    assert doc["edition"]
    assert any(chapter["title"] == "Wagers" for chapter in doc["chapters"])


def test_coverage_of_a_book_is_complete():
    done = typed("rules", "coverage", "act-1992-money-wheel", "--json")
    assert done.returncode == 0
    (book,) = json.loads(done.stdout)["books"]
    assert book["book"] == "act-1992-money-wheel" and book["enforced_not_exercised"] == []


def test_compare_as_one_document():
    doc = document("compare", "vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog")
    assert doc["books"] == ["vic-1997-red-dog", "act-1992-red-dog", "ma-red-dog"]
    assert any(row["name"] == "first_box" and row["differs"] for row in doc["values"])


def test_replay_tells_the_round_again():
    done = typed("replay", "vic-1997-red-dog | original P1:10 | 7S 4H | raise P1:4 | 5D")
    assert done.returncode == 0
    assert "P1 original: paid 4 to 1, +$40" in done.stdout
    assert "P1: +$56" in done.stdout


def test_scenarios_name_what_differs(tmp_path):
    path = tmp_path / "cases.toml"
    path.write_text(
        'book = "vic-1997-red-dog"\n'
        '[[case]]\nid = "GOOD"\nstory = "original P1:10 | 7S 4H 5D"\npayments = { "P1 original" = 40 }\n'
        '[[case]]\nid = "BAD"\nstory = "original P1:10 | 7S 4H 5D"\npayments = { "P1 original" = 50 }\n'
        'calls = ["NO MORE BETS"]\nclauses = ["9.9"]\n'
    )
    done = typed("scenario", str(path))
    assert done.returncode == 3
    assert "BAD" in done.stdout
    assert "GOOD" not in done.stdout
    assert "P1 original 50 expected, 40 found" in done.stdout
    assert "calls: expected ['NO MORE BETS'], heard" in done.stdout
    assert "clauses: 9.9 not cited" in done.stdout
    assert "2 cases, 1 differ" in done.stdout


def test_a_line_that_is_not_understood_names_file_case_and_line_after_every_verdict(tmp_path):
    path = tmp_path / "cases.toml"
    path.write_text(
        'book = "vic-1997-red-dog"\n'
        '[[case]]\nid = "ODD"\nstory = "original P1:10\\nfly"\n'
        '[[case]]\nid = "BAD"\nstory = "original P1:10 | 7S 4H 5D"\npayments = { "P1 original" = 50 }\n'
    )
    done = typed("scenario", str(path))
    assert done.returncode == 2
    assert "P1 original 50 expected, 40 found" in done.stdout and "2 cases, 2 differ" in done.stdout
    assert f"{path}: case ODD: line 2, 'fly': this is not understood; " in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[case]]\nid = 'A'\n", "name the book"),
        ("book = 'x'\n[[case]]\nid = 'A'\nstory = ''\n", "no rulebook is called 'x'"),
        ("book = 'ma-red-dog'\n[[case]]\nstory = ''\n", "it needs an id"),
        ("book = 'ma-red-dog'\n[[case]]\nid = 'A'\nstory = ''\npaymnts = {}\n", "paymnts is unknown"),
        (
            "book = 'ma-red-dog'\n[[case]]\nid = 'A'\nstory = ''\n[[case]]\nid = 'A'\nstory = ''\n",
            "the id is used twice",
        ),
        ("not toml", "not readable as TOML"),
    ],
)
def test_a_wrong_scenario_file_is_refused(tmp_path, text, message):
    path = tmp_path / "cases.toml"
    path.write_text(text)
    done = typed("scenario", str(path))
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize("book", [id for id, book in games.library().items() if not book.missing])
def test_every_book_is_played_as_it_stands(book):
    done = typed("play", book, stdin="q\n")
    assert done.returncode == 0 and "You leave with" in done.stdout, done.stderr


def test_play_at_the_terminal_from_a_pipe():
    done = typed("play", "act-1992-red-dog", stdin="7\n10\n0\n10\n0\n?\nq\n")
    assert done.returncode == 0, done.stderr
    assert "wagers come in units of $5" in done.stdout
    assert "NO MORE BETS" in done.stdout
    assert "You leave with $" in done.stdout


@pytest.mark.parametrize(
    ("book", "words", "told"),
    [
        ("act-1992-american-roulette", "10\nred:10, 17/20:5\nq\n", "You red: "),
        ("vic-2000-rapid-roulette", "red:10, 17:5\nq\n", "You straight:17: "),
        ("act-1992-sic-bo", "big:10\nq\n", "You big: "),
        ("act-1992-blackjack", "10\n" + "stand\nhit\nno\nwait\n" * 6 + "q\n", "You wager: "),
        ("act-1992-baccarat", "player:10\n" + "open\n" * 4 + "q\n", "You player: "),
    ],
)
def test_every_kind_of_game_is_played_at_the_terminal(book, words, told):
    done = typed("play", book, stdin=words)
    assert done.returncode == 0, done.stderr
    assert told in done.stdout and "You leave with $" in done.stdout


def test_audit_of_a_house(tmp_path):
    path = tmp_path / "house.db"
    ledger = open_ledger(f"sqlite:///{path}")
    house = House(ledger)
    open_house(house)
    house.welcome("anna")
    ledger.close()
    doc = document("audit", "--database", str(path))
    assert doc["sound"]
    heads = tmp_path / "heads.json"
    heads.write_text(json.dumps(doc))
    assert typed("audit", "--database", str(path), "--heads", str(heads)).returncode == 0
    import pysqlite3

    connection = pysqlite3.connect(str(path))
    connection.execute("DROP TRIGGER entry_no_update")
    connection.execute("UPDATE entry SET body = '{}' WHERE stream = 'RD-2' AND number = 1")
    connection.commit()
    connection.close()
    done = typed("audit", "--database", str(path))
    assert done.returncode == 3
    assert "RD-2, entry 1: its contents or transfers were changed" in done.stdout
