"""Counting: effects of removal are differences of exact values, and systems earn what shoes let them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway import lab
from houseway.cli import main
from houseway.lab.counting import earns, removal, system

HI_LO = {"name": "Hi-Lo", "tags": {"2 3 4 5 6": 1, "10 J Q K A": -1}}


@pytest.mark.parametrize(
    ("book", "wager", "rank"), [("act-1992-baccarat", "tie", "9"), ("vic-1997-red-dog", "original", "A")]
)
def test_an_effect_of_removal_is_the_difference_of_two_exact_values(book: str, wager: str, rank: str) -> None:
    found, whole = removal(lab.study(book), wager), lab.study(book).odds()[wager].expectation
    assert not found.double and found.value == whole
    assert found.effects[rank] == lab.study(book, shoe=f"-{rank}S").odds()[wager].expectation - whole


def test_effects_as_they_were_published() -> None:
    of = lab.study("act-1992-baccarat")
    assert [round(100 * float(removal(of, "banker").effects[rank]), 4) for rank in "45"] == [0.0116, -0.0083]
    assert round(100 * float(removal(of, "tie").effects["T"]), 4) == 0.0513


@pytest.mark.long
def test_cards_that_are_gone_change_nothing_in_the_mean() -> None:
    """A flat wager at a random depth is worth what it is worth from the full shoe."""
    of = lab.study("act-1992-baccarat")
    found = earns(of, system({"tags": {"4": -1, "5": 1}}), 0.5, 80, 3, "player")
    assert abs(found.units - float(of.odds()["player"].expectation)) < 4.5 * found.error
    assert found.wagered == 1 and found.error < 0.002


@pytest.mark.long
def test_blackjack_played_flat_is_worth_its_exact_value_and_more_at_high_counts() -> None:
    of = lab.study("act-1992-blackjack")
    flat = earns(of, system(HI_LO), 0.6, 400_000, 1)
    assert abs(flat.units - float(of.odds()["wager"].expectation)) < 4.5 * flat.error
    high = sum(one.advantage * one.share for one in flat.buckets if one.count >= 2)
    low = sum(one.advantage * one.share for one in flat.buckets if one.count <= -3)
    assert high > 0 > low
    assert earns(of, system(HI_LO), 0.6, 9000, 5) == earns(of, system(HI_LO), 0.6, 9000, 5), "the seed decides"


def test_wagers_by_the_count_and_an_index_table_are_played() -> None:
    of = lab.study("act-1992-blackjack")
    ramp = {**HI_LO, "bets": {"-40": 0, "1": 1, "2": 4, "3": 8}, "insurance": 3}
    watched = earns(of, system(ramp), 0.8, 200_000, 2)
    turned = earns(
        of, system({**ramp, "index": [{"hand": "16", "up": "10", "play": "S", "from": -40}]}), 0.8, 200_000, 2
    )
    assert 0 < watched.wagered < 2 and watched.units > -0.01
    assert turned.units != watched.units


def test_counting_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hi-lo.toml"
    path.write_text('name = "Fives"\n[tags]\n"4" = -1\n"5" = 1\n[bets]\n"0" = 1\n', encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["count", "act-1992-baccarat", str(path), "--rounds", "20", "--json"])
    doc = json.loads(capsys.readouterr().out)
    assert left.value.code == 0 and doc["exact"] and doc["system"]["rounds"] == 20 and -1 <= doc["correlation"] <= 1


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("x = 1", "", "it has no 'x'"),
        ("", "", "it has no [tags]"),
        ('[tags]\n"11" = 1', "", "tags are whole numbers for ranks"),
        ('[tags]\n"5" = 1', "", "do not sum to nothing"),
        ('[tags]\n"5" = 1\n"4" = -1\n[bets]\n"2" = 1000', "", "from 0 to 100 units"),
        ('[tags]\n"5" = 1\n"4" = -1\n[[index]]\nhand = "16"', "", "an index is"),
        ('[tags]\n"5" = 1\n"4" = -1', "--penetration 2", "between 0 and 1"),
        ('[tags]\n"5" = 1\n"4" = -1', "--wager pink", "has no 'pink'"),
    ],
)
def test_a_system_that_cannot_be_counted_is_refused_in_a_line(
    text: str, words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["count", "act-1992-baccarat", str(tmp_path / "own.toml"), *words.split()])
    told = capsys.readouterr().err
    assert left.value.code == 2 and said in told and told.count("\n") == 1
