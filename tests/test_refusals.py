"""No traceback, ever: whatever is typed, told or written in a file, the answer is a result or one line that says what is wrong.

The inputs are good ones of the house, spoiled (``tests/broken.py``). Here they are the same in every run; ``make prove`` has
fresh ones, and many more.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway import games
from houseway.complaint import Complaint
from houseway.floor.scenario import read_cases, run_case
from houseway.lab.exact import study, wager_odds
from houseway.law.library import BadBook, Shelf
from houseway.law.provision_names import names
from houseway.money import Odds
from houseway.premises.settings import BadSettings, load
from tests import broken

TIMES = int(os.environ.get("HOUSEWAY_REFUSALS", "1"))  # tests/prove asks for more, and for fresh ones
FRESH = TIMES > 1


def many(examples: int) -> settings:
    return settings(
        max_examples=examples * TIMES,
        derandomize=not FRESH,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("room")


# The command line


@pytest.mark.long
@pytest.mark.parametrize("verb", broken.GOOD)
def test_a_spoiled_command_line_is_told_in_one_line(verb: str, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)
    monkeypatch.setenv("HOUSEWAY_PASSWORD", "x")

    @many(15)
    @given(broken.misvalued(broken.GOOD[verb], broken.KIN) | broken.spoiled(broken.GOOD[verb], broken.KIN))
    def spoiled(words: list[str]) -> None:
        if broken.is_harmless(words):
            broken.is_told_in_one_line(words, broken.ran(*words, stdin="?\nfive\n5\nq\n"))

    spoiled()


def files(room: Path) -> dict[str, Path]:
    """Files that somebody may name by mistake."""
    made = {
        name: room / name for name in ("bytes.toml", "empty.toml", "closed.toml", "big.toml", "deep.toml", "nul.toml")
    }
    if not made["big.toml"].exists():
        made["bytes.toml"].write_bytes(b"\xff\xfe\x00book = 1")
        made["empty.toml"].write_text("")
        made["closed.toml"].write_text("book = 'x'")
        made["closed.toml"].chmod(0)
        made["big.toml"].write_text("# " + "x" * 10_000_000 + "\nbook = [\n")
        made["deep.toml"].write_text("book = " + "[" * 5_000 + "]" * 5_000)
        made["nul.toml"].write_text("book = '\x00'")
    return {
        **made,
        "a folder": room,
        "nothing": room / "nothing",
        "a device": Path("/dev/null"),
        "no name": Path("a\x00b"),
    }


FILES = (
    "bytes.toml",
    "empty.toml",
    "closed.toml",
    "big.toml",
    "deep.toml",
    "nul.toml",
    "a folder",
    "nothing",
    "a device",
    "no name",
)
TAKE_FILES = {
    "scenario": ("scenario", "FILE"),
    "serve": ("serve", "--settings", "FILE", "--port", "1"),
    "audit": ("audit", "--database", "FILE"),
    "audit heads": ("audit", "--database", "GOOD", "--heads", "FILE"),
    "replay": ("replay", "RD-1", "--database", "FILE"),
    "evidence": ("evidence", "NEW", "--stream", "RR-1", "--database", "FILE"),
    "verify": ("verify", "FILE"),
    "backup": ("backup", "NEW", "--database", "FILE"),
    "backup to": ("backup", "FILE", "--database", "GOOD"),
    "archive": ("archive", "FILE", "--check", "--database", "GOOD"),
    "archive of": ("archive", "NEW", "--stream", "RR-1", "--before", "2026-01-01", "--database", "FILE"),
    "backup key": ("backup", "NEW", "--verify", "--key", "FILE"),
    "restore": ("restore", "FILE", "--by", "A", "--second", "B", "--reason", "c", "--database", "NEW"),
    "par": ("odds", "act-1992-sic-bo", "--par", "FILE"),
    "svg": ("strategy", "act-1992-blackjack", "--svg", "FILE/x.svg"),
    "staff": ("staff", "list", "--database", "FILE"),
    "device": ("device", "add", "RR-1", "--database", "FILE"),
}


EMPTY = ("empty.toml", "a device")  # good settings: a house with nothing said about it


@pytest.mark.parametrize(
    ("verb", "name"),
    [(verb, name) for verb in TAKE_FILES for name in FILES if (verb, name in EMPTY) != ("serve", True)],
)
def test_a_wrong_file_is_told_in_one_line(verb: str, name: str, room: Path, tmp_path: Path) -> None:
    path = files(room)[name]
    told = {"FILE": str(path), "GOOD": str(tmp_path / "good.db"), "NEW": str(tmp_path / "new.db")}
    words = [told.get(word, word.replace("FILE", str(path))) for word in TAKE_FILES[verb]]
    if "GOOD" in TAKE_FILES[verb]:
        broken.ran("staff", "list", "--database", told["GOOD"])
    copied = {kept: kept.read_bytes() for kept in (path,) if kept.is_file() and os.access(kept, os.R_OK)}
    try:
        broken.is_told_in_one_line(words, broken.ran(*words))
    finally:
        for kept, content in copied.items():
            if stat.S_ISREG(kept.stat().st_mode):
                kept.write_bytes(content)


# Stories and cases


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
def test_a_spoiled_story_is_never_a_mistake_of_ours(game: str) -> None:
    @many(15)
    @given(broken.stories(game))
    def spoiled(case: broken.Case) -> None:
        verdict = run_case(case)
        assert not verdict.mistake, (case.book, case.story, verdict.mistake)

    spoiled()


@pytest.mark.long
def test_a_spoiled_line_of_notation_is_told_in_one_line() -> None:
    lines = [
        f"{case.book} | {' | '.join(case.story.split(chr(10)))}"
        for game in games.names()
        for case in broken.cases_of(game)[::12]
    ]

    @many(40)
    @given(st.sampled_from(lines).flatmap(lambda line: broken.spoiled(line.split(" "), broken.words_of("red_dog"))))
    def spoiled(words: list[str]) -> None:
        line = " ".join(words)
        broken.is_told_in_one_line([line], broken.ran("replay", line))

    spoiled()


CASES = """book = "vic-1997-red-dog"
about = "a file to spoil"

[[case]]
id = "A"
story = "original P1:10 | 7S 4H | raise P1:4 | 5D"
payments = { "P1 original" = 40, "P1 raise" = 16 }
net = { P1 = 56 }
staked = { P1 = 14 }
calls = ["NO MORE BETS", "<spread 2>", "NO MORE BETS"]
clauses = ["5.4"]
readings = []
refusals = 0
advice = []
outcome = "win"
cites_exactly = { "P1 original" = ["8.1.1"] }
facts = { spread = 2, "laid P1" = "", "balance P1" = "1000056" }

[[case]]
id = "B"
book = "act-1992-red-dog"
story = "original P1:10 | 7S 4H 5D"
returned = {}
note = "the other book"
"""


@pytest.mark.long
def test_a_spoiled_file_of_cases_is_told_in_one_line(room: Path) -> None:
    path = room / "cases.toml"
    good = room / "good.toml"
    good.write_text(CASES, encoding="utf-8")

    @many(100)
    @given(broken.texts(good) | broken.documents(good))
    def spoiled(text: str) -> None:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        broken.is_told_in_one_line([text], broken.ran("scenario", str(path)))

    spoiled()


@pytest.mark.long
@pytest.mark.parametrize("game", games.names())
def test_a_spoiled_file_of_worked_cases_is_refused_or_read(game: str, room: Path) -> None:
    path = room / f"{game}.toml"
    kept = sorted((games.folder(game) / "scenarios").glob("*.toml"))[0]

    @many(15)
    @given(broken.texts(kept))
    def spoiled(text: str) -> None:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        broken.refuses(lambda: read_cases(path), Complaint)

    spoiled()


# Settings


@pytest.mark.long
def test_spoiled_settings_are_refused_by_name(room: Path) -> None:
    path = room / "floor.toml"
    good = room / "good-floor.toml"
    good.write_text(broken.FLOOR, encoding="utf-8")
    assert load(good)

    @many(150)
    @given(broken.texts(good) | broken.documents(good))
    def spoiled(text: str) -> None:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        broken.refuses(lambda: load(path), BadSettings)

    spoiled()


# Books


@pytest.mark.long
@pytest.mark.parametrize("game", ("red_dog", "roulette", "blackjack", "keno"))
def test_a_spoiled_book_is_refused_by_file(game: str, room: Path) -> None:
    folder = room / f"books of {game}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(games.folder(game) / "books", folder)
    kept = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()) if path.is_file()}
    shelf = Shelf(game, games.game(game).terms, folder)
    ways = {name: broken.texts(folder / name) for name in kept}
    ways |= {name: ways[name] | broken.documents(folder / name) for name in kept if name.endswith(".toml")}

    @many(40)
    @given(
        st.sampled_from(sorted(kept)).flatmap(lambda name: broken.texts(folder / name).map(lambda text: (name, text)))
    )
    def spoiled(change: tuple[str, str]) -> None:
        name, text = change
        (folder / name).write_text(text, encoding="utf-8", errors="surrogatepass")
        try:
            broken.refuses(lambda: shelf.load(), BadBook)
        finally:
            (folder / name).write_text(kept[name], encoding="utf-8")

    spoiled()


# What a study may change

VALUES: dict[Any, tuple[str, ...]] = {
    int: ("-1", "0", "1", "5", "21", "99", "1000000", "9" * 30, "²", "x"),
    bool: ("true", "no", ""),
    Fraction: ("0", "-1", "2", "1/3", "7/5", "1/0", "x"),
    Odds: ("0 to 1", "1 to 2", "7 to 5", "1000 to 1", "1 to 0", "x"),
}


def provisions(terms: Any) -> list[tuple[str, Any]]:
    """Every provision of a book that can be set, tables by their first entries, with the kind of value it takes."""
    found: list[tuple[str, Any]] = []
    for name, kind, _ in names(type(terms)):
        given = terms
        for part in name.split("."):
            given = getattr(given, part, None)
        entries, path = getattr(given, "value", None), name
        while get_origin(kind) is dict and entries:
            first = next(iter(entries))
            kind, entries, path = get_args(kind)[1], entries[first], f"{path}.{first}"
        found.append((path, kind))
    return found


def tried(book: str, ask: Callable[[Any], Any]) -> None:
    for name, kind in provisions(study(book).edition.terms):
        for value in VALUES.get(kind, ("x", "1", "", "1 to 1")):
            try:
                ask(study(book, {name: value}))
            except Complaint as wrong:
                assert str(wrong)
            except Exception as wrong:
                raise AssertionError(f"--set {name}={value}") from wrong


@pytest.mark.long
@pytest.mark.parametrize("book", ["act-1992-money-wheel", "act-1992-keno", "act-1992-mini-baccarat"])
def test_any_value_of_any_provision_gives_figures_or_a_refusal(book: str) -> None:
    tried(book, wager_odds)


@pytest.mark.long
@pytest.mark.parametrize("book", [id for id, book in games.library().items() if not book.missing])
def test_any_value_of_any_provision_is_read_or_refused(book: str) -> None:
    tried(book, lambda of: of.title)


# A mistake of ours


def test_a_mistake_of_ours_is_one_line_and_code_70(monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.cli import reading

    def mistaken(*_: object) -> None:
        raise KeyError("nobody's fault but ours")

    monkeypatch.setattr(reading, "books", mistaken)
    monkeypatch.delenv("HOUSEWAY_TRACEBACK", raising=False)
    code, _, err = broken.ran("rules")
    assert (code, err.count("\n")) == (70, 1)
    assert "a mistake of ours: KeyError" in err and "HOUSEWAY_TRACEBACK=1" in err
    monkeypatch.setenv("HOUSEWAY_TRACEBACK", "1")
    with pytest.raises(KeyError):
        broken.ran("rules")
