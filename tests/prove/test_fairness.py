"""The generator of the house, a hundred times more draws than in every run; a byte taken modulo is found out too."""

from __future__ import annotations

import random
import secrets

import pytest

from houseway.floor import sources
from houseway.floor.sources import chance
from houseway.testing.fairness import trials

ROUNDS = 60_000


def test_the_generator_of_the_house_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "secrets", secrets)  # the operating system's own bytes, as an open house has them
    found = trials(chance, ROUNDS)
    for trial in found:
        print(trial.words)
    assert min(trial.p for trial in found) > 1e-5


def test_a_byte_modulo_is_found_out() -> None:
    stream = random.SystemRandom()
    assert min(trial.p for trial in trials(lambda below: stream.randrange(256) % below, ROUNDS)) < 1e-9
