"""The generator of the house makes fair numbers of fair bytes; biased ones are caught."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from houseway.floor import sources
from houseway.floor.sources import chance
from houseway.testing.fairness import Trial, trials, upper_gamma

LUCK = 1e-5  # a fair generator is accused once in so many trials
ROUNDS = 600


def worst(found: list[Trial]) -> Trial:
    return min(found, key=lambda trial: trial.p)


@pytest.fixture(autouse=True)
def bytes_of_one_seed(monkeypatch: pytest.MonkeyPatch) -> random.Random:
    """The operating system's bytes are fair or not whatever we do; what we make of them is tested, the same each time. The
    real bytes are judged by ``make prove``."""
    stream = random.Random(1992)
    monkeypatch.setattr(sources, "secrets", SimpleNamespace(token_bytes=stream.randbytes))
    return stream


def test_the_generator_of_the_house_passes() -> None:
    found = worst(trials(chance, ROUNDS))
    assert found.p > LUCK, found.words


def lazy_modulo(below: int) -> int:
    """Seven bits, and what is left after division: small numbers come more often."""
    return chance(128) % below


def sticky(below: int) -> int:
    """Prefers the lowest number a little."""
    return 0 if chance(100) < 3 else chance(below)


class Repeating:
    """Fair number by number, and yet every second one is told by the one before."""

    last = 0
    turn = 0

    def __call__(self, below: int) -> int:
        self.turn += 1
        self.last = (self.last + 1) % below if self.turn % 2 else chance(below)
        return self.last


@pytest.mark.parametrize("biased", [lazy_modulo, sticky, Repeating()], ids=["modulo", "sticky", "repeating"])
def test_a_biased_generator_fails(biased) -> None:
    assert worst(trials(biased, ROUNDS)).p < 1e-9


def test_the_p_values_are_those_of_the_tables() -> None:
    """Five percent points of chi-square from the usual tables: 3.841 with one degree, 18.307 with ten, 124.342 with a hundred."""
    for degrees, point in ((1, 3.841), (10, 18.307), (100, 124.342)):
        assert upper_gamma(degrees / 2, point / 2) == pytest.approx(0.05, abs=5e-5)


@pytest.mark.long
def test_places_of_a_fair_order_give_fair_p_values() -> None:
    """Seeded, so that it is the same each time: p-values of many fair trials are spread evenly."""
    stream = random.Random(11)
    found = [trial.p for _ in range(12) for trial in trials(stream.randrange, 150)]
    assert 0.4 < sum(found) / len(found) < 0.6 and min(found) > 1e-4
