"""The page about worked scenarios names every word of the story language and every fact."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from houseway import games
from houseway.floor.scenario import KEYS, Case, every_case, read_cases, run_case
from houseway.floor.story.facts import FACTS, FACTS_ABOUT
from houseway.floor.story.told import lines
from houseway.floor.story.words import WORDS as LINES
from houseway.play.notation import read_sign
from houseway.testing.vocabulary import page

PAGES = Path(__file__).parents[1] / "docs"
PAGE = (PAGES / "scenarios.md").read_text(encoding="utf-8")


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


def typed() -> list[str]:
    """Every line that a case types, without what comes of it, its hour and who says it."""
    shown = [case for path in sorted((PAGES / "examples").glob("*.toml")) for case in read_cases(path)]
    found = {line.partition("=>")[0] for case in (*every_case(), *shown) for line in lines(case.story)}
    plain = {" ".join(line.split()) for line in found}
    plain |= {re.sub(r"^\d\d:\d\d ", "", line) for line in plain}
    return sorted(plain | {re.sub(r"^as [^:]+: ", "", line) for line in plain})


def test_every_example_of_the_page_is_typed_by_a_case_as_it_stands() -> None:
    """As it stands, or up to the dots. Every case is told elsewhere and holds, so each of them means something somewhere."""
    known = typed()
    heads = [line.partition("…")[0].rstrip("{ ") if "…" in line else line + "\n" for line in examples()]
    assert heads and [head for head in heads if not any((line + "\n").startswith(head) for line in known)] == []


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
        ("original P1:10 | P1 void please => refused", "'void please' is no choice of any game"),
        ("as dealer => refused", "'dealer' is no choice of any game; choices of Red Dog are"),
        ("as the cleaner: share 2 => refused", "this is not understood"),
        ("cut x => refused", "'x' is no choice of any game"),
        ("meter x => refused", "'x' is not an amount of dollars"),
        ("odds 1=x => refused", "'x to 1' is not a pair of odds"),
        ("record 99.99: that => refused", "no rule refused it"),
        ("P1 says 50 with gold => refused", "beside the words lie chips, cash, plaques"),
        (
            "P1 says 50 with cash, confirmed by the cleaner => refused",
            "nobody is a 'the cleaner' here; there are dealer",
        ),
        ("P1 asks to see the burned card (ZZ) => refused", "'ZZ' is not a card"),
        ("insurence P1:10.005 => refused", "no wager of Red Dog is called 'insurence'"),
    ],
)
def test_a_line_that_cannot_be_is_named(story: str, because: str) -> None:
    assert any(because in difference for difference in told(story))


@pytest.mark.parametrize(
    ("book", "story", "because"),
    [
        ("act-1992-sic-bo", "insurence P1:5 => refused", "no wager of Sic-Bo is called 'insurence'"),
        ("act-1992-sic-bo", "small+insurence P1:5 => refused", "no wager of Sic-Bo is called 'small+insurence'"),
        ("act-1992-money-wheel", "cash P1:50 on magic => refused", "no wager of Money Wheel is called 'magic'"),
        ("act-1992-american-roulette", "red P1:5 | spin x => refused", "at a number or a symbol of it, not at 'x'"),
        ("act-1992-keno", "close game x => refused", "'game x' is no choice of any game"),
    ],
)
def test_nonsense_of_other_games_is_not_refused_by_a_rule(book: str, story: str, because: str) -> None:
    assert any(because in difference for difference in told(story, book))


def test_a_result_of_somebody_whom_the_story_does_not_know_is_an_error() -> None:
    assert told("original P1:10 | 7S 4H 5D", net={"P1": 40, "P2": 0}) == ["net: nobody is called 'P2' in this story"]
    assert told("P2 sits at 3 | original P1:10 | 7S 4H 5D", net={"P1": 40, "P2": 0}) == []


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


CUP = """tournament Cup: fee 10, 2 to 4 players, prizes 100
stage Final: 1 hand, 1 table of 4
approve A-1
publish
P1 and P2 enter"""


@pytest.mark.parametrize("about", ["money", "part", "place", "prize", "chips", "table", "owed", "heard", "sees"])
def test_a_fact_about_nobody_is_an_error(about: str) -> None:
    for nothing in ("0", "none", "no entrant", ""):
        (wrong,) = told(CUP, "act-1992-baccarat", facts={f"{about} Zed": nothing})
        assert "'Zed'" in wrong and "there are P1, P2" in wrong


def test_a_player_asks_to_cut() -> None:
    assert told("new shoe\nP1 asks to cut\ncut 80", happens=["player cut at 80 cards"]) == []


def test_what_chance_decides_lies_between_two_ends() -> None:
    story = "T1: quick pick 5 for 1"
    assert told(story, "act-1992-keno", facts={"marked T1": "from 1 to 15"}) == []
    assert told(story, "act-1992-keno", facts={"marked T1": "from 6 to 15"}) != []


# What a stranger may write


SIGN = (
    "to", "minimum", "maximum", "unit", "kind", "areas", "share", "several", "box", "units", "no-units", "multiples", "aggregate",
    "chip", "marker", "payout", "jackpot", "odds", "differential", "colours", "seat", "late-",
)  # fmt: skip


def test_every_word_of_a_sign_is_explained() -> None:
    compared = [
        node for node in ast.walk(ast.parse(inspect.getsource(read_sign))) if isinstance(node, (ast.Compare, ast.Call))
    ]
    texts = {
        one.value for node in compared for one in ast.walk(node) if isinstance(one, ast.Constant) and one.value in SIGN
    }
    assert texts == set(SIGN)
    row = next(line for line in PAGE.splitlines() if line.startswith("| `sign 10 to 500`"))
    assert [word for word in SIGN if word not in row] == []


def spoiled(story: str, luck: Random, lines: list[str]) -> str:
    """A story with one to three things wrong in it."""
    told = story.splitlines() or ["x"]
    for _ in range(luck.randint(1, 3)):
        at, how = luck.randrange(len(told)), luck.randrange(6)
        words = told[at].split()
        if how == 0:
            told.insert(at, luck.choice(lines))
        elif how == 1 and words:
            words[luck.randrange(len(words))] = luck.choice(ODD)
            told[at] = " ".join(words)
        elif how == 2 and words:
            words[luck.randrange(len(words))] = luck.choice(luck.choice(lines).split() or ["x"])
            told[at] = " ".join(words)
        elif how == 3:
            told[at] = (
                f"{told[at].partition('=>')[0]} => {luck.choice(['refused', 'accepted 9', 'refused exactly 1', 'perhaps'])}"
            )
        elif how == 4:
            told[at], told[-1] = told[-1], told[at]
        else:
            cut = luck.randrange(len(told[at]) + 1)
            told[at] = told[at][:cut] + luck.choice(ODD) + told[at][cut + 2 :]
    return "\n".join(told)


ODD = (
    "0", "-1", "99999999999999999999", "1.5.5", "@", "P1@", "P1:", "P1@99999:5", "€5", "\u0663", "NaN", "null", "{}", '{"a": 1}',
    "=>", "|", "#", "!", "!x", "CUT", "ZZ", "as inspector:", "as keno writer X asks:", "24:00", "round 99", "on split:1/36", "T9",
    "game 999", "x 1001", "special 9", "for 99999", "(", ")", "\x00", "P1" * 50,
)  # fmt: skip
FACTS_OF_NOTHING = (
    "",
    "x",
    "laid",
    "balance Z",
    "owed Z",
    "hands",
    "sees Z",
    "told",
    "remembers",
    "due",
    "ways",
    "credit Z",
    "draw x",
)


@pytest.mark.long
def test_nothing_that_a_stranger_writes_ends_in_a_mistake_of_ours() -> None:
    luck, cases = Random(18), list(every_case())
    lines = [line for case in cases for line in case.story.splitlines() if line.strip()]
    for _ in range(150):
        case = luck.choice(cases)
        expect = {
            **case.expect,
            "facts": {**case.expect.get("facts", {}), luck.choice(FACTS_OF_NOTHING): luck.choice(("", 0, True))},
        }
        verdict = run_case(replace(case, story=spoiled(case.story, luck, lines), expect=expect))
        assert not verdict.mistake, (case.book, verdict.mistake, verdict.case.story)
        assert verdict.differences, "a fact of nothing is an error, whatever the story says"


def test_cards_that_nobody_plays_end_a_story() -> None:
    """The shoe lies ready, everybody's wager is void, and round after round is dealt to nobody."""
    story = "bet P1@1:10\nshoe A 7 K\nvoid P1: a device"
    assert any("cards left over" in difference for difference in told(story, "act-1992-canberra-poker"))


@pytest.mark.parametrize(
    ("words", "because"),
    [
        ("brought bank P9 round 1", "write a player and an area from 1 to 8, such as anna@4, not 'P9'"),
        ("brought bank P9@9 round 1", "from 1 to 8"),
        ("brought the moon", "it brings bank anna@4 round 1"),
    ],
)
def test_what_a_table_brings_is_named(words: str, because: str) -> None:
    assert because in told(f"{words}\nwager P1@3:10", "vic-2000-pai-gow")[0]


def test_whoever_reports_it_says_what_lay_where() -> None:
    asks = "as dealer M. Okafor asks: !wrong-boxes (the 4H came first)"
    story = f"original P1:10\n7S 4H\n{asks}\nas game supervisor G. Soup: allow 1"
    report = [
        "incident report: What went wrong First two in wrong boxes; As it was told the 4H came first; What was done"
    ]
    assert told(story, papers=report) == []


def test_a_terminal_nobody_spoke_of_stands_there() -> None:
    story = "period 30\nATS-1 places 10 on red\n31 seconds later\nATS-1 places 10 on red => refused 5.4(a)\nspin 7"
    assert told(story, "vic-2000-rapid-roulette", payments={"ATS-1 red": 10}) == []
    assert "is no terminal" in told("terminals 2\nATS-9 places 10 on red", "vic-2000-rapid-roulette")[0]


def test_the_cases_to_copy_from_hold_and_speak_of_every_game() -> None:
    cases = read_cases(PAGES / "examples" / "cases.toml")
    assert {games.book(case.book)[0].game for case in cases} == set(games.names())
    assert [(case.id, verdict.differences) for case in cases if not (verdict := run_case(case)).holds] == []
    assert f"has {NUMBERS[len(cases)]} cases" in PAGE


def test_the_cases_that_type_the_examples_hold() -> None:
    cases = read_cases(PAGES / "examples" / "language.toml")
    assert cases and [(case.id, verdict.differences) for case in cases if not (verdict := run_case(case)).holds] == []


NUMBERS = {53: "fifty-three"}
