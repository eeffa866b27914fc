"""What a worked case cannot say."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway import games
from houseway.games.rapid_roulette.carry import Carry
from houseway.games.rapid_roulette.figures import analysis, kernel
from houseway.games.rapid_roulette.round import play
from houseway.games.rapid_roulette.sequences import BETS, LENGTHS, numbers_of
from houseway.kit.spots import layout
from houseway.lab.agree import agree
from houseway.lab.exact import study
from houseway.money import Odds
from houseway.odds.one_draw import settled
from houseway.play.wagers import Limits, Sign, Wager

BOOK = "vic-2000-rapid-roulette"
TERMS = games.library()[BOOK].as_commenced().terms


def test_the_catalogue():
    assert len(layout()) == 157
    assert sum(0 in spot.numbers for spot in layout().values()) == 7
    assert "quad:0/36/0/7" in BETS
    for wrong in (
        "double:17",
        "double:17/37",
        "double:017/5",
        "double:1/2/3",
        "quint:1/2/3/4/5",
        "double:17/5#3",
        "double:1/-2",
    ):
        assert wrong not in BETS, wrong


# The register works these out by hand from the table of odds.
@pytest.mark.parametrize(
    "reading, expected",
    [
        ("run", {"double": "-57/1369", "treble": "-1984/50653", "quad": "-90958/1874161"}),
        ("strict", {"double": "-57/1369", "treble": "-2920/50653", "quad": "-130972/1874161"}),
    ],
)
def test_sequences_are_worth(reading, expected):
    of = study(BOOK, {"sequence_reading": reading})
    found = {w.wager: w.expectation for w in analysis.wagers(of.edition.terms) if w.wager in LENGTHS and not w.given}
    assert found == {kind: Fraction(text) for kind, text in expected.items()}


def by_hand(kind: str, hits: list[bool], strict: bool) -> Fraction:
    """The table of odds read a second time, without the script."""
    pays = {"double": "25 375", "treble": "25 250 5000", "quad": "12.5 125 12500 500000"}[kind].split()
    run = hits.index(False) if False in hits else len(hits)
    if run == 0 or (strict and any(hits[run:])):
        return Fraction(-1)
    return Fraction(pays[run - 1])


@given(st.sampled_from(sorted(LENGTHS)), st.lists(st.integers(0, 36), min_size=8, max_size=8), st.booleans())
def test_any_numbers_come_to_what_their_pattern_does(kind, drawn, strict):
    length = LENGTHS[kind]
    numbers, came = tuple(drawn[:length]), tuple(drawn[4 : 4 + length])
    terms = study(BOOK, {"sequence_reading": "strict" if strict else "run"}).edition.terms
    net, settled_after = analysis.sequence_net(terms, f"{kind}:{'/'.join(map(str, numbers))}", came)
    hits = [a == b for a, b in zip(numbers, came, strict=True)]
    assert net == by_hand(kind, hits, strict)
    run = hits.index(False) if False in hits else length
    expected = (run + 1 if run < length else length) if not strict or run == 0 else length
    assert settled_after == expected


def test_kernel_and_script_agree():
    agree(study(BOOK), rounds=300)


def test_many_wagers_at_once_settle_as_the_script_does():
    rng = random.Random(8)
    spots, backs = kernel.back_table(TERMS)
    index = {spot: n for n, spot in enumerate(spots)}
    for pocket in range(37):
        wagers = [Wager(f"ATS-{n}", 0, rng.choice(spots), 100 * rng.randrange(1, 200)) for n in range(60)]
        out = np.zeros(60, np.int64)
        total = kernel.returns(
            backs[pocket],
            np.array([index[w.spot] for w in wagers], np.int16),
            np.array([w.cents for w in wagers], np.int64),
            out,
        )
        told = settled(lambda: play(TERMS, Carry()), wagers, str(pocket), Sign())
        backs_told = {(w.player, w.spot): back for w, back in told.returns}
        assert [backs_told[w.player, w.spot] for w in wagers] == list(out)
        assert sum(backs_told.values()) == total


@given(
    st.integers(0, 500),
    st.integers(0, 50),
    st.integers(0, 400),
    st.integers(-10, 1500),
)
def test_the_ladder(minimum, unit, above, total):
    """The permitted wager is the highest step at or below what was asked for, found by walking up."""
    limits = Limits(minimum, minimum + above, unit)
    best, step = 0, minimum
    while step <= min(total, minimum + above):
        best = max(best, step)
        if not unit:
            best = min(total, minimum + above)
            break
        step += unit
    assert TERMS.general.permitted(limits, total) == (best if total > 0 else 0)


def test_twelve_and_a_half_is_exact():
    assert TERMS.sequences.quad.value[0] == Odds(25, 2)
    assert numbers_of("quad:1/2/3/4") == (1, 2, 3, 4)
