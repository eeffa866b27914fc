"""Luck: the operating system's generator, as far as cards, spins and draws ask it, from a seed.

The house itself knows no seed; only who has to hear the same story twice does.
"""

from __future__ import annotations

from random import Random


class Luck:
    def __init__(self, seed: str) -> None:
        self.token_bytes = Random(seed).randbytes
