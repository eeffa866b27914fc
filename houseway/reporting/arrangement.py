"""Arrangement: what a house has arranged of its figures: its name, its shifts, and what is due on them."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.reporting.levies import Levy
from houseway.reporting.periods import Shift


@dataclass(frozen=True)
class Arrangement:
    venue: str = ""
    shifts: tuple[Shift, ...] = ()
    levies: tuple[Levy, ...] = ()
