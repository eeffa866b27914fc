"""Sessions: the exact law of many rounds, held against every path, formulas, other methods and sessions that were played."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as drawn

from houseway import lab
from houseway.cli import main
from houseway.lab import bankroll, sessions
from houseway.lab.sessions import of_law, sum_law
from houseway.lab.sweep import every_book
from houseway.odds.distribution import Distribution

F = Fraction
DOG = Distribution({F(-2): F(1, 10), F(-1): F(2, 5), F(0): F(1, 10), F(1): F(3, 10), F(5, 2): F(1, 10)})


@drawn.composite
def laws(draw: drawn.DrawFn) -> Distribution:
    nets = draw(drawn.lists(drawn.sampled_from([F(n, 4) for n in range(-12, 30)]), min_size=2, max_size=4, unique=True))
    weights = draw(drawn.lists(drawn.integers(1, 9), min_size=len(nets), max_size=len(nets)))
    return Distribution({net: F(weight, sum(weights)) for net, weight in sorted(zip(nets, weights, strict=True))})


@given(
    laws(),
    drawn.integers(4, 20),
    drawn.integers(1, 5),
    drawn.sampled_from([None, F(6), F(15, 2)]),
    drawn.sampled_from([None, 2]),
)
@settings(max_examples=40, deadline=None)
@pytest.mark.long
def test_a_small_session_is_every_path(
    law: Distribution, quarters: int, rounds: int, goal: Fraction | None, stop: int | None
) -> None:
    start = F(quarters, 4)
    ends: dict[Fraction, Fraction] = {}
    length = F(0)
    for path in itertools.product(law.chances.items(), repeat=rounds):
        left, played, chance = start, 0, F(1)
        for net, share in path:
            chance *= share
            if left >= 1 and (goal is None or left < goal) and (stop is None or left > start - stop):
                left, played = max(F(0), left + net), played + 1
        ends[left] = ends.get(left, F(0)) + chance
        length += chance * played
    found = of_law(law, "", start, rounds, goal, stop) if goal is None or goal > start else None
    if found is not None:
        assert dict(found.ends) == ends and found.length == length and found.error == 0
        assert found.mean == sum(left * chance for left, chance in ends.items())


@pytest.mark.parametrize("goal", [None, 30])
@pytest.mark.parametrize("stop", [None, 6])
def test_doubles_are_the_fractions_within_the_bound_they_state(
    goal: int | None, stop: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = of_law(DOG, "", 10, 60, goal, stop)
    monkeypatch.setattr(sessions, "EXACTLY", 0)
    monkeypatch.setattr(sessions, "STATES", 200)
    near = of_law(DOG, "", 10, 60, goal, stop)
    assert exact.error == 0 < near.error < 1e-3
    for name in ("ruin", "stopped", "reached", "ahead"):
        assert abs(float(getattr(exact, name)) - getattr(near, name)) <= near.error, name
    assert near.length == pytest.approx(float(exact.length), abs=60 * near.error)
    assert near.mean == pytest.approx(float(exact.mean), abs=1e-2)
    assert near.quantiles == exact.quantiles and near.fan[-1] == exact.fan[-1]


def test_a_session_without_an_end_is_the_gamblers_ruin_and_a_long_one() -> None:
    p = F(18, 37)
    red = Distribution({F(-1): 1 - p, F(1): p})
    found = of_law(red, "", 10, None, 20)
    odds = float((1 - p) / p)
    formula = (1 - odds**10) / (1 - odds**20)
    assert abs(found.reached - formula) <= found.error < 1e-9
    assert found.length == pytest.approx((20 * formula - 10) / float(red.expectation))
    long = of_law(DOG, "", 10, 4000, 30, 6)
    assert of_law(DOG, "", 10, None, 30, 6).stopped == pytest.approx(long.stopped, abs=1e-9)


@given(laws(), drawn.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_the_law_of_a_sum_is_the_sums(law: Distribution, rounds: int) -> None:
    sums = {F(0): F(1)}
    for _ in range(rounds):
        sums = dict(Distribution.of((a + b, p * q) for a, p in sums.items() for b, q in law.chances.items()).chances)
    found = sum_law(law, rounds)
    for net in sums:
        assert abs(found.below(net) - float(sum(p for other, p in sums.items() if other <= net))) <= found.error


@pytest.mark.long
def test_a_window_leaves_out_no_more_than_it_says() -> None:
    rare = Distribution({F(-1): F(999, 1000), F(500): F(1, 1000)})
    found = sum_law(rare, 20_000)
    assert len(found.chances) < 20_000 * 501 and found.error < 1e-8
    exact = sum(math.comb(20_000, k) * F(1, 1000) ** k * F(999, 1000) ** (20_000 - k) for k in range(12))
    assert abs(found.below(11 * 501 - 20_000) - float(exact)) <= found.error


@pytest.mark.long
@pytest.mark.parametrize("book", every_book())
def test_every_book_has_sessions(book: str) -> None:
    sat = lab.study(book).session(5, 40, goal=9)
    assert abs(float(sum(sat.ends.values()) + sat.above) - 1) <= 40 * sat.error + 1e-15
    assert 0 < sat.reached < 1 and sat.error < 1e-10


def test_sessions_that_are_played_come_out_as_the_law_says() -> None:
    law = lab.study("vic-1997-red-dog").odds()["original"].outcomes
    exact = of_law(law, "", 20, 200, 40)
    played = bankroll.sessions({net: float(chance) for net, chance in law.chances.items()}, 20, 200, 40, seed=7)
    assert played.reached is not None
    for share, chance in ((played.ruined, exact.ruin), (played.reached, exact.reached), (played.ahead, exact.ahead)):
        assert abs(share - chance) < 4.5 * played.error(share)


@pytest.mark.long
def test_a_session_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "session vic-1997-red-dog --bankroll 100 --rounds 500 --goal 200 --json --plot"
    with pytest.raises(SystemExit) as left:
        main([*words.split(), str(tmp_path / "session.svg")])
    doc = json.loads(capsys.readouterr().out)
    assert left.value.code == 0 and doc["schema"] == "houseway.session/1"
    assert round(doc["ruin"], 6) == 0.010517 and round(doc["reached"], 6) == 0.002663
    assert (tmp_path / "session.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--bankroll 1/2", "cannot make one wager"),
        ("--bankroll much", "a number of units, not 'much'"),
        ("--rounds 0", "from 1 to 1e13"),
        ("--goal 50", "no goal"),
        ("--stop-loss 0", "before it begins"),
        ("--wager pink", "has no 'pink'; it has: original"),
        ("--strategy bold", "has no 'bold'; it has: best: raise from spread 7; never raise"),
        ("--rounds forever", "needs a goal"),
        ("--rounds 1e12", "too many to carry"),
        ("--bankroll unlimited --goal 5", "no goal"),
        ("--plot session.gif", ".svg, .png or .pdf"),
    ],
)
def test_a_session_that_cannot_be_is_refused_in_a_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["session", "vic-1997-red-dog", *words.split()])
    told = capsys.readouterr().err
    assert left.value.code == 2 and said in told and told.count("\n") == 1
