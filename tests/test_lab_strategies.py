"""Strategies of somebody's own: what they are worth against every ending of the script, what they cost, and what is refused."""

from __future__ import annotations

import json
import random
import shlex
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest

from houseway import games, lab
from houseway.cli import main
from houseway.games.blackjack.figures.solving import solved
from houseway.games.blackjack.figures.trials import on_shoe, only
from houseway.games.red_dog.figures.trials import trials as red_dog_trials
from houseway.games.stud.figures.trials import trials as stud_trials
from houseway.lab.agree import held
from houseway.lab.exact import book_odds, wager_odds
from houseway.lab.strategies import Strategy, best_file, made_for, own_play, strategy
from houseway.odds.own_play import Situation
from houseway.odds.trial import Trial, all_together
from houseway.play.wagers import SetUp, Sign

RED_DOG, BLACKJACK, STUD, PAI_GOW = (
    "vic-1997-red-dog",
    "act-1992-blackjack",
    "vic-1999-caribbean-stud",
    "vic-2000-pai-gow",
)


LONG = pytest.mark.long


def by_lot(seed: int):
    """A strategy that nobody would think of: any choice, the same whenever it is asked."""
    return lambda asked: asked.options[crc32(f"{seed} {asked.words}".encode()) % len(asked.options)]


def own(book: str, source, changes=None, shoe: str = "") -> lab.Study:
    return lab.study(book, changes, shoe, strategy=source)


# The value is the script's


def test_any_raise_of_red_dog_is_worth_what_every_ending_says() -> None:
    of = own(RED_DOG, by_lot(3))
    made = made_for(of, of.own)
    trial = next(iter(red_dog_trials(of.edition.terms, None, [], random.Random(1).randrange)))
    held(replace(trial, people=made.answers(), exact={"original": wager_odds(of)[0].spread}, fast=None))


@pytest.mark.long
@pytest.mark.parametrize(
    ("shoe", "changes"),
    [
        ({"8": 12, "T": 12}, {}),
        ({"A": 10, "T": 12}, {"resplit_aces": "yes", "split_aces": "no"}),
        ({"6": 10, "T": 10, "A": 3}, {"surrender": "for half, unless the dealer has blackjack"}),
    ],
)
@pytest.mark.parametrize("seed", (1, 2))
def test_any_chart_of_blackjack_is_worth_what_every_ending_says(shoe, changes, seed) -> None:
    """Choices by lot, insurance by lot hand by hand, even money by lot."""
    of = replace(own(BLACKJACK, by_lot(seed), changes), shoe=only(shoe))
    made = made_for(of, of.own)
    value = made.odds()[0].expectation
    with_all = replace(of, shoe=None)  # a kernel needs a whole shoe; it reads the tapes of the short one
    (kernel,) = made_for(with_all, of.own).kernels()
    trial = on_shoe(of.edition.terms, kernel, made_for(with_all, of.own).answers(), of.shoe)
    held(replace(trial, exact={}))
    held(replace(trial, people=made.answers(), nets=all_together("wager", 100), exact={"wager": value}, fast=None))


@pytest.mark.proof
def test_any_betting_of_stud_is_what_the_script_settles() -> None:
    of = own(STUD, by_lot(5))
    for trial in stud_trials(of.edition.terms, None, made_for(of, of.own).kernels(), random.Random(1).randrange):
        assert held(trial) == 1260
    (tally, *_) = of.simulate(200_000, seed=1).tallies
    assert abs(tally.z) < 4.5


@pytest.mark.long
def test_any_setting_of_pai_gow_is_what_the_script_settles() -> None:
    of = own(PAI_GOW, by_lot(7))
    made, terms, game = made_for(of, of.own), of.edition.terms, games.game("pai_gow")
    whole = partial(game.play, terms, game.ready(game.begin(terms, SetUp())))
    sign = Sign(areas=terms.places.areas.value[0])
    trial = Trial("own", whole, made.answers(), all_together("all", 10_000), whole=whole, sign=sign)
    rng, nets = random.Random(2), []
    for _ in range(400):
        nets.append(trial.at_random(rng.randrange).result.net / 10_000)
    worth = made.odds()[0]
    assert {round(net, 4) for net in nets} <= {float(net) for net in worth.spread.chances}
    mean, error = sum(nets) / len(nets), worth.spread.deviation / len(nets) ** 0.5
    assert abs(mean - float(worth.expectation)) < 4 * error
    (tally, *_) = of.simulate(500_000, seed=1).tallies
    assert abs(tally.z) < 4.5


# What it costs


@pytest.mark.parametrize(
    ("book", "doc"),
    [
        (RED_DOG, {"raise": "on 2 6 11"}),
        pytest.param(BLACKJACK, {"begin": "mimic the dealer", "insurance": "always", "even_money": "take"}, marks=LONG),
        pytest.param(STUD, {"bet": ["A K or better"]}, marks=pytest.mark.proof),
        (PAI_GOW, {"set": "nearest to each other"}),
    ],
)  # fmt: skip
def test_decisions_cost_together_what_the_strategy_costs(book: str, doc: dict[str, str]) -> None:
    of = own(book, doc)
    mine = wager_odds(of)[0]
    best = max(one.expectation for one in book_odds(of) if one.wager == mine.wager and not one.given)
    costs = of.costs()
    assert sum(float(one.total) for one in costs) == pytest.approx(float(best - mine.expectation), abs=1e-9)
    assert [float(one.total) for one in costs] == sorted((float(one.total) for one in costs), reverse=True)


@pytest.mark.parametrize("book", [RED_DOG, PAI_GOW])
def test_the_best_play_as_a_file_is_worth_the_best_play(book: str, tmp_path: Path) -> None:
    path = tmp_path / "best.toml"
    path.write_text(best_file(lab.study(book)), encoding="utf-8")
    of = own(book, path)
    assert wager_odds(of)[0].expectation == book_odds(of)[0].expectation


@pytest.mark.long
def test_the_best_chart_as_a_file_is_the_best_chart(tmp_path: Path) -> None:
    path = tmp_path / "best.toml"
    path.write_text(best_file(lab.study(BLACKJACK)), encoding="utf-8")
    of = own(BLACKJACK, path)
    assert made_for(of, of.own).made.chart.value() == solved(of.edition.terms).by_totals.value()


@pytest.mark.proof
def test_the_rule_in_words_of_stud_is_the_file_that_says_it(tmp_path: Path) -> None:
    path = tmp_path / "rule.toml"
    path.write_text(best_file(lab.study(STUD)), encoding="utf-8")
    mine, _, by_rule, *_ = wager_odds(own(STUD, path))
    assert mine.spread.chances == by_rule.spread.chances and by_rule.strategy == "by the rule in words"


@pytest.mark.long
def test_well_known_ways_of_playing() -> None:
    """Mimicking the dealer costs between 5.48 and 5.7 per cent by every source; never to bust 3.9 to 4.1."""

    def edge(rule: str) -> float:
        of = own(BLACKJACK, {"begin": rule})
        return -made_for(of, of.own).made.chart.value()

    assert edge("mimic the dealer") == pytest.approx(0.0567537, abs=1e-7)
    assert 0.039 < edge("never bust") < 0.0415


# Files, functions and what is refused


def test_a_file_of_python_is_a_function(tmp_path: Path) -> None:
    path = tmp_path / "bold.py"
    path.write_text("def choose(asked):\n    return 'raise' if asked.spread >= 6 else 'no raise'\n", encoding="utf-8")
    from_file, from_words = own(RED_DOG, str(path)), own(RED_DOG, {"raise": "from spread 6"})
    assert wager_odds(from_file)[0].spread.chances == wager_odds(from_words)[0].spread.chances
    assert from_file.own.name == "bold" and from_file.own.travels
    assert not strategy(lambda asked: "raise").travels


def test_facts_are_those_that_are_documented() -> None:
    for game in ("red_dog", "blackjack", "stud", "pai_gow"):
        ways, seen, of = own_play(game), list[Situation](), None
        book = {"red_dog": RED_DOG, "blackjack": BLACKJACK, "stud": STUD, "pai_gow": PAI_GOW}[game]
        if game in ("blackjack", "stud"):
            continue  # thousands of situations; the slow tests ask them
        of = lab.study(book)

        def note(asked: Situation, seen=seen) -> str:
            seen.append(asked)
            return asked.options[-1]

        ways.made(of.edition.terms, None, note)
        assert all(set(ways.FACTS) - {"words"} <= set(asked.facts) for asked in seen)
        assert {option for asked in seen for option in asked.options} <= set(ways.OPTIONS)


BAD = [
    (RED_DOG, 'raise = "from spread 12"', "with spreads from 1 to 11; not 'from spread 12'"),
    (RED_DOG, 'raise = "sometimes"', "not 'sometimes'"),
    (RED_DOG, "raise = ", "Invalid value"),
    (RED_DOG, 'fold = "never"', "says nothing of 'fold'; it may say raise"),
    (RED_DOG, 'game = "blackjack"\nraise = "never"', "is for blackjack, not for Red Dog"),
    (BLACKJACK, '[chart]\n"16" = "S S"', "the row '16' has 2 entries for 10 upcards"),
    (BLACKJACK, '[chart]\n"16" = "S S S S S H H H H X"', "16 against A: 'X' is not S, H, D, P or R"),
    (BLACKJACK, '[chart]\n"22" = "S S S S S S S S S S"', "'22' is no row of a chart"),
    (BLACKJACK, '[chart]\n"8 9" = "S S S S S S S S S S"', "is no pair"),
    (BLACKJACK, '[chart]\nup = "2 3"\n"16" = "S S"', "the row up names every upcard once"),
    (BLACKJACK, '[chart]\n"16" = "S S S S S S S S S S"', "the strategy says nothing of soft 12 (A A) against A"),
    (BLACKJACK, 'begin = "by feel"', "not 'by feel'"),
    (BLACKJACK, 'begin = "mimic the dealer"\ninsurance = "often"', "insurance takes never or always"),
    (STUD, 'bet = "A K Q X"', "'X' is no rank"),
    (STUD, "bet = []", "bet takes a list"),
    (PAI_GOW, 'set = "prettily"', "not 'prettily'"),
    ("act-1992-sic-bo", 'raise = "never"', "players decide nothing that a strategy could say"),
]


@pytest.mark.parametrize(("book", "text", "said"), BAD, ids=[said for _, _, said in BAD])
def test_a_bad_strategy_is_refused_in_one_line(book, text, said, tmp_path, capsys) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    code, out, err = run(f"odds {book} --strategy {path}", capsys)
    assert code == 2 and not out and err.count("\n") == 1 and said in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(asked): return 1 / 0", "ZeroDivisionError"),
        ("def choose(asked): return asked.colour", "nothing is known of 'colour' in a spread of 1"),
        ("def choose(asked): return 'raise' if asked.spread > 8 else None", "says nothing of a spread of 1"),
        ("def choose(asked): return 'double'", "'double' cannot be chosen; it is raise or no raise"),
        ("def chose(asked): return 'raise'", "no function choose(situation)"),
        ("def choose(asked) return", "SyntaxError"),
    ],
)
def test_a_bad_function_is_refused_in_one_line(text, said, tmp_path, capsys) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text, encoding="utf-8")
    code, out, err = run(f"odds {RED_DOG} --strategy {path}", capsys)
    assert code == 2 and not out and err.count("\n") == 1 and said in err


def run(line: str, capsys) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as left:
        main(shlex.split(line))
    told = capsys.readouterr()
    return left.value.code or 0, told.out, told.err


def test_a_strategy_at_the_terminal(tmp_path, capsys) -> None:
    path = tmp_path / "six.toml"
    path.write_text('name = "from six"\nraise = "from spread 6"\n', encoding="utf-8")
    code, out, _ = run(f"strategy {RED_DOG} --strategy {path} --json", capsys)
    doc = json.loads(out)
    assert code == 0 and doc["schema"] == "houseway.costs/1" and doc["strategy"] == "from six"
    assert Fraction(doc["best"]["expectation"]) - Fraction(doc["wagers"][0]["expectation"]) == Fraction(doc["costs"])
    assert doc["decisions"][0]["decision"] == "a spread of 6"
    code, out, _ = run(f"simulate {RED_DOG} --strategy {path} --rounds 1e5 --seed 4 --json", capsys)
    (wager,) = json.loads(out)["wagers"]
    assert code == 0 and wager["strategy"] == "from six" and abs(wager["z"]) < 4
    code, out, _ = run(f"strategy {RED_DOG} --as-file", capsys)
    assert 'raise = "from spread 7"' in out


def test_a_function_stays_in_its_process() -> None:
    from houseway.complaint import BadInput
    from houseway.lab.simulate import spec_of

    with pytest.raises(BadInput, match="several workers need a file"):
        spec_of(own(RED_DOG, lambda asked: "raise"))
    assert spec_of(own(RED_DOG, {"raise": "never"}))[-1] == ("own", {"raise": "never"})
    assert repr(Strategy("x")) == "Strategy('x')"
