"""Broken: good inputs of the house and how they get spoiled, for the tests that look for a traceback.

A good input is a list of words: an argument list, a story, a file. Spoiling drops, doubles, swaps or replaces some of them,
by words of its kin or by things no program likes: no number, too large a number, half a letter, nothing at all. Hypothesis
chooses, so that what is found is shown as small as it can be.
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from houseway.floor.scenario import Case, every_case
from tests.terminal import typed

ODD = (
    "", " ", "0", "-1", "1", "99", "1e9", "1e999", "NaN", "inf", "-inf", "9" * 19, "9" * 5000, "0.005", "1,000", "$5", "½", "²",
    "٣", "é", "\ud800", "\x00", "\t", "\u2028", "a" * 3000, "'", '"', "{", "[", "]", "{}", "[]", "null", "true", "%s", "{0}",
    "\\", "..", "/", "-", "--", "=", "=>", "=> refused", "=> accepted", "|", "#", "@", ":", "P1", "P9", "P1:10", "P1@99:10",
    "P1:-5", "7S", "ZZ", "CUT", "X", "10", "void", "spin", "T1", "V9", "1/2", "1 to 1", "2020-02-31", "25:61",
)  # fmt: skip


def ran(*words: str, stdin: str = "") -> tuple[int, str, str]:
    """The command line in this process: exit code, standard output, standard error."""
    done = typed(*words, stdin=stdin)
    return done.returncode, done.stdout, done.stderr


def is_told_in_one_line(words: Sequence[str], done: tuple[int, str, str]) -> None:
    """Done, or a check that did not hold, or one line that says what was wrong."""
    code, _, err = done
    assert code in (0, 2, 3), (words, err)
    if code == 2:
        assert err.startswith("houseway: ") or "\nhouseway: " in err, (words, err)
        assert len([line for line in err.splitlines() if line.startswith("houseway: ")]) == 1, (words, err)
    assert "Traceback" not in err and "a mistake of ours" not in err, (words, err)


def spoiled(good: Sequence[str], kin: Sequence[str] = (), most: int = 3) -> st.SearchStrategy[list[str]]:
    """The words of a good input with one to a few of them spoiled."""
    other = st.one_of(st.sampled_from(ODD), st.sampled_from(list(kin) or [""]), st.text(max_size=4))
    edit = st.tuples(
        st.sampled_from(("drop", "double", "replace", "insert", "swap", "cut")), st.integers(0, 10**6), other
    )
    return st.lists(edit, min_size=1, max_size=most).map(lambda edits: _edited(list(good), edits))


def misvalued(good: Sequence[str], kin: Sequence[str] = ()) -> st.SearchStrategy[list[str]]:
    """A good command line whose options stand, and some of whose values, or parts of them, do not."""
    values = [n for n, word in enumerate(good) if n and not word.startswith("--")]
    other = st.one_of(st.sampled_from(ODD), st.sampled_from(list(kin) or [""]))

    def put(change: list[tuple[int, str, bool, int]]) -> list[str]:
        words = list(good)
        for at, odd, whole, where in change:
            parts = re.split(r"(\W)", words[at])
            parts[where % len(parts)] = odd
            words[at] = odd if whole else "".join(parts)
        return words

    return st.lists(
        st.tuples(st.sampled_from(values), other, st.booleans(), st.integers(0, 50)), min_size=1, max_size=2
    ).map(put)


def _edited(words: list[str], edits: list[tuple[str, int, str]]) -> list[str]:
    for how, where, other in edits:
        whole = [n for n, word in enumerate(words) if word.strip()] or [0]
        at = whole[where % len(whole)]
        if how == "insert" or not words:
            words.insert(at, other)
        elif how == "drop":
            del words[at]
        elif how == "double":
            words.insert(at, words[at])
        elif how == "replace":
            words[at] = other
        elif how == "swap":
            words[at], words[whole[-1]] = words[whole[-1]], words[at]
        else:
            words[at] = words[at][: len(words[at]) // 2]
    return words


# Stories


@cache
def cases_of(game: str) -> tuple[Case, ...]:
    return tuple(every_case(game))


@cache
def words_of(game: str) -> tuple[str, ...]:
    """Every word that the worked cases of a game use."""
    return tuple(sorted({word for case in cases_of(game) for word in re.split(r"\s+", case.story) if word}))


def stories(game: str) -> st.SearchStrategy[Case]:
    """A worked case of a game with its story spoiled, word by word or line by line."""

    def of(case: Case) -> st.SearchStrategy[Case]:
        words = re.split(r"([ \n])", case.story)
        lines = re.split(r"(\n)", case.story)
        kin = words_of(game)
        others = [line for other in cases_of(game)[:40] for line in other.story.splitlines() if line.strip()]
        text = st.one_of(spoiled(words, kin), spoiled(lines, others, most=2)).map("".join)
        return text.map(lambda story: Case(case.id, case.book, story, case.expect, case.file))

    return st.sampled_from(cases_of(game)).flatmap(of)


# Files


def texts(path: Path) -> st.SearchStrategy[str]:
    """The text of a file with a line or a few words of it spoiled."""
    good = path.read_text(encoding="utf-8")
    lines, words = re.split(r"(\n)", good), re.split(r"(\W)", good)
    values = (
        "= 0",
        "= -1",
        "= []",
        "= {}",
        "= true",
        '= ""',
        "= 1.5",
        "= 1979-05-27",
        "[[",
        "[book]",
        "[provisions]",
        "[case]",
    )
    return st.one_of(spoiled(lines, [*lines, *values]), spoiled(words, [*words[:400:7], *values])).map("".join)


def documents(path: Path) -> st.SearchStrategy[str]:
    """A TOML file in which a value here and there is of another kind than it was."""
    odd = st.one_of(
        st.none(), st.booleans(), st.sampled_from([0, -1, 99, 10**30, 1.5, "", "x", "1 to 1", [], {}, [0], ["x"], {"x": 1}]),
        st.just("\x00"), st.just(datetime(1999, 11, 8, 4)), st.just({"value": {"x": []}}), st.just([[], {}]),
    )  # fmt: skip

    def spoiled_doc(change: list[tuple[int, Any]]) -> str:
        doc = tomllib.loads(path.read_text(encoding="utf-8"))
        for where, value in change:
            places = list(_places(doc))
            holder, key = places[where % len(places)]
            if value is None:
                del holder[key]
            else:
                holder[key] = copy.deepcopy(value)
        return "\n".join(f"{_toml(str(key))} = {_toml(value)}" for key, value in doc.items())

    return st.lists(st.tuples(st.integers(0, 10**6), odd), min_size=1, max_size=2).map(spoiled_doc)


def _places(doc: Any) -> Iterator[tuple[Any, Any]]:
    items = doc.items() if isinstance(doc, dict) else enumerate(doc) if isinstance(doc, list) else ()
    for key, value in list(items):
        yield doc, key
        yield from _places(value)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(str(key))} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return value.isoformat() if isinstance(value, (date, datetime, time)) else json.dumps(value)


# Settings

_OPERATIONS = Path(__file__).parents[1] / "docs" / "operations.md"
_TOML = re.findall(r"```toml\n(.*?)```", _OPERATIONS.read_text(encoding="utf-8"), re.DOTALL)
FLOOR = _TOML[0].partition("[cluster]")[0]


# Command lines

GOOD: dict[str, tuple[str, ...]] = {
    "rules": ("rules", "ma-red-dog", "--json"),
    "rules at": ("rules", "vic-1999-blackjack-notice-24", "--at", "1999-11-08T04:00"),
    "rules of a clause": ("rules", "act-1992-money-wheel", "5.1"),
    "odds": ("odds", "act-1992-sic-bo", "--set", "pays.total.4=60 to 1", "--slip", "big:10, 4:5", "--csv"),
    "odds of a shoe": (
        "odds",
        "act-1992-sic-bo",
        "--shoe",
        "-7S -7H A:10",
        "--meter",
        "10",
        "--price",
        "1",
        "--ante",
        "5",
    ),
    "strategy": ("strategy", "act-1992-money-wheel", "--shoe", "-7S", "--by", "totals", "--hand", "8 8", "--up", "T"),
    "compare": ("compare", "act-1992-sic-bo", "act-1992-sic-bo", "--all", "--set", "pays.total.4=60 to 1"),
    "simulate": (
        "simulate",
        "act-1992-sic-bo",
        "--rounds",
        "1000",
        "--seed",
        "1",
        "--strategy",
        "big",
        "-q",
        "--workers",
        "1",
    ),
    "sessions": (
        "simulate",
        "act-1992-sic-bo",
        "--rounds",
        "1000",
        "--strategy",
        "big",
        "-q",
        "--bankroll",
        "9",
        "--session",
        "5",
    ),
    "replay": ("replay", "vic-1997-red-dog | original P1:10 | 7S 4H | raise P1:4 | 5D", "--json"),
    "replay of a record": ("replay", "RD-1", "--database", "/nowhere.db", "--round", "3"),
    "scenario": ("scenario", "/nowhere.toml", "--json"),
    "words": ("scenario", "--words", "ma-red-dog", "--json"),
    "audit": ("audit", "--database", "/nowhere.db", "--heads", "/nowhere.json", "--json"),
    "accept": (
        "audit",
        "--accept",
        "--database",
        "/nowhere.db",
        "--key",
        "/nowhere.key",
        "--by",
        "A",
        "--second",
        "B",
        "--reason",
        "c",
    ),
    "play": ("play", "act-1992-sic-bo", "--limits", "5 to 500", "--name", "anna"),
    "backup": ("backup", "/nowhere/b.db", "--database", "/nowhere.db"),
    "device": ("device", "add", "RR-1", "ATS-3", "--database", "/nowhere.db"),
    "restore": (
        "restore",
        "/nowhere.db",
        "--by",
        "A",
        "--second",
        "B",
        "--reason",
        "c",
        "--database",
        "/proc/none/x.db",
    ),
    "staff": ("staff", "list", "anna", "--role", "dealer", "--database", "/proc/none/x.db"),
    "serve": ("serve", "--settings", "/nowhere.toml", "--port", "80000", "--speed", "1", "--no-browser"),
}
KIN = (
    "act-1992-american-roulette", "act-1992-money-wheel", "act-1992-keno", "vic-1999-blackjack-notice-24", "red dog", "--json",
    "--set", "--shoe", "--at", "--csv", "--patient", "--help", "wheel=1", "pays.total.4=x", "pays=1", "decks=6", "x=y", "A:99",
    "-ZZ", "only A:4", "17:10", "big:10, big:10", "1990-01-01", "9999-12-31T23:59:59+14:00", "RD-1", "5 to 1", "0 to 0", "add",
    "remove",
)  # fmt: skip


def is_harmless(words: list[str]) -> bool:
    """Whether a command line ends by itself: no house is opened, nothing is played a million times, no other machine is asked."""
    if "serve" in words and "--help" not in words:
        return words.count("--settings") == 1 and words.index("--settings") + 1 < len(words)
    if "simulate" in words and "--help" not in words:
        asked = [
            words[n + 1] for n, word in enumerate(words[:-1]) if word in ("--rounds", "--session", "--workers", "--day")
        ]
        return (
            "--rounds" in words[:-1]
            and all(len(text) < 5 and "e" not in text for text in asked)
            and "--cluster" not in words
        )
    return not ("rules" in words and "coverage" in words)


def refuses(call: Callable[[], Any], *kinds: type[Exception]) -> None:
    """What is called answers, or refuses in one of these kinds with a sentence."""
    try:
        call()
    except kinds as wrong:
        assert str(wrong).strip()
