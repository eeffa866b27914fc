"""The page about worked scenarios names every word of the story language and every fact."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.floor.scenario import KEYS, Case, run_case
from houseway.floor.story.facts import FACTS, FACTS_ABOUT
from houseway.floor.story.words import WORDS as LINES
from houseway.testing.vocabulary import page

PAGE = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def words(pattern: str) -> str:
    """The first plain words of a pattern: what a writer of stories has to know."""
    plain = re.sub(r"\(\?:.*?\)\??|\(.*?\)[?+*]?|\[.*?\][+*]?|\\\S", "~", pattern)
    found = [part.strip() for part in re.findall(r"[a-z][a-z ]*", plain)]
    return max(found, key=len, default="")


WORDS = sorted({words(pattern) for pattern, _ in LINES} - {""})


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_a_story_is_explained(word: str) -> None:
    assert word in PAGE


def test_every_key_of_a_case_is_explained() -> None:
    assert [key for key in KEYS if f"`{key}`" not in PAGE] == []


def test_every_fact_is_explained() -> None:
    known = {*FACTS, *FACTS_ABOUT}
    assert [fact for fact in sorted(known) if f"`{fact}`" not in PAGE] == []


def test_the_words_of_every_game_stand_on_the_page() -> None:
    assert page() in PAGE, "python -m houseway.testing.vocabulary writes them anew"


def examples() -> list[str]:
    """Every line that the tables of the page show as an example."""
    rows = PAGE[PAGE.index("### Setting the scene") : PAGE.index("### Facts")].splitlines()
    first = [re.split(r"(?<!\\)\|", row)[1] for row in rows if row.startswith("| `")]
    return [line for cell in first for line in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize("line", examples())
def test_every_example_of_the_page_is_a_line_of_the_language(line: str) -> None:
    verdicts = [run_case(Case("X", book, line, {}, "")) for book in ("vic-1997-red-dog", "act-1992-keno")]
    assert not any(verdict.mistake for verdict in verdicts)
    assert not all("this is not understood" in str(verdict.differences) for verdict in verdicts)


def told(story: str, book: str = "vic-1997-red-dog", **expect: object) -> list[str]:
    verdict = run_case(Case("X", book, story, expect, "x.toml"))
    assert not verdict.mistake
    return verdict.differences


@pytest.mark.parametrize(
    ("story", "because"),
    [
        ("P1 flies to the moon => refused", "is no choice of any game"),
        ("insurence P1:5 => refused", "no wager of Red Dog is called 'insurence'; it has original, raise"),
        ("original P1:10 | !moonquake => refused", "no irregularity is called 'moonquake'; Red Dog knows !face-up"),
        ("fly | original P1:10", "line 1, 'fly': this is not understood"),
        ("original P1:10\n7S ZZ", "line 2, '7S ZZ': this is not understood"),
        ("shoe 7S 1H", "'1H' is not a card"),
        ("next ZZ", "'ZZ' is not a card"),
        ("burned ZZ", "'ZZ' is not a card"),
        ("date yesterday", "a moment is written such as"),
        ("date 2020-02-31", "a moment is written such as"),
        ("set up decks eight", "'eight' is not a whole number"),
        ("25:99 minimum 20", "'25:99' is no time of day"),
        ("seats P1@99 | original P1:5", "areas 1 to 7, not 99"),
        ("policy nonsense 3", "has no policy 'nonsense'; its policies are"),
        ("tournament fee 50 entrants 20 keeps 100 approved 5 with conditions", "each condition as policy=value"),
        ("warned P1", "a table of Red Dog has no warned in mind"),
    ],
)
def test_a_line_that_cannot_be_is_named(story: str, because: str) -> None:
    assert any(because in difference for difference in told(story))


def test_a_purse_may_be_empty_and_come_before_a_policy() -> None:
    assert told("purse P1 0 | policy raise_counts_to_maximum true") == []
    assert "P1 has $0 of credit" in told("purse P1 0 | original P1:5")[0]


@pytest.mark.parametrize(
    "fact", ["laid P9", "balance P9", "station X", "hands nowhere", "told nothing", "remembers nothing"]
)
def test_a_fact_about_nothing_is_an_error_of_that_fact_alone(fact: str) -> None:
    found = told("original P1:10 | 7S 4H 5D", facts={fact: "", "spread": 9})
    assert len(found) == 2 and found[0].startswith(f"fact {fact!r}: ") and "expected 9" in found[1]


@pytest.mark.parametrize("fact", ["ways T1", "major", "aggregate", "draw", "price T9", "refund", "jackpot 77", "due 5"])
def test_a_fact_of_the_keno_computer_that_is_not_yet_is_an_error_of_that_fact_alone(fact: str) -> None:
    (found,) = told("T1: 3 numbers for 1", "act-1992-keno", facts={fact: ""})
    assert found.startswith(f"fact {fact!r}: ")


def test_a_false_citation_is_caught() -> None:
    story = "sign 10 to 500\noriginal P1:10\n3S 8H\nraise P1:11 => refused {}\n4D"
    assert told(story.format("5.4")) == []
    assert "too, which is not its ground" in told(story.format("exactly 5.4"))[0]
    refused = run_case(Case("X", "vic-1997-red-dog", story.format("5.4"), {}, "")).told.refusals[-1][1].by
    cited = [*(clause.number for clause in refused.clauses), *refused.readings]
    assert told(story.format(f"exactly {', '.join(cited)}"), cites_exactly={"refusal": cited}) == []
    assert "falsely" in told(story.format("5.4"), cites_exactly={"refusal": cited[:1]})[0]
    assert "nothing here is called" in told(story.format("5.4"), cites_exactly={"P9 original": []})[0]


def test_there_are_many_words() -> None:
    assert len(WORDS) > 60


RAPID = "vic-2000-rapid-roulette"
PERIOD = "buy in ATS-1 100\nperiod 20\nopen wagering\nATS-1 places 10 on red\n{}"


def test_seconds_pass_inside_a_period() -> None:
    assert told(PERIOD.format("15 seconds later\nATS-1 places 10 on red"), RAPID, facts={"seconds_left": 5}) == []
    late = "20 seconds later\nATS-1 places 10 on red => refused 3.6\nspin 3"
    assert told(PERIOD.format(late), RAPID, payments={"ATS-1 red": 10}) == []
    early = told(PERIOD.format("1 second later\nATS-1 places 10 on red"), RAPID, facts={"seconds_left": 5})
    assert early == ["seconds_left: expected 5, it is 19"]
    assert "no period runs" in told(PERIOD.format("spin 3"), RAPID, facts={"seconds_left": 0})[0]


def test_a_screen_shows_what_an_onlooker_may_see() -> None:
    story = "ante P1:10\n8S 2H 8C 2D 4H 7C 5D 9S KC JD"
    sees = {"sees onlooker": "box 1 ? ? ? ? ?, dealer ? ? ? ? JD"}
    assert told(story, "vic-1999-caribbean-stud", facts=sees) == []
    assert "nobody in this story is called 'P9'" in told(story, "vic-1999-caribbean-stud", facts={"sees P9": ""})[0]


def test_a_player_asks_to_cut() -> None:
    assert told("new shoe\nP1 asks to cut\ncut 80", happens=["player cut at 80 cards"]) == []


def test_what_chance_decides_lies_between_two_ends() -> None:
    story = "T1: quick pick 5 for 1"
    assert told(story, "act-1992-keno", facts={"marked T1": "from 1 to 15"}) == []
    assert told(story, "act-1992-keno", facts={"marked T1": "from 6 to 15"}) != []
