"""Decision: yes or no to a person, with the reason and what it rests on."""

from __future__ import annotations

from typing import TypeAlias

from houseway.law.clause import Basis
from houseway.values import value


@value
class Accepted:
    by: Basis
    advice: str = ""  # taken, perhaps with a word to the player


@value
class Refused:
    by: Basis
    because: str


Decision: TypeAlias = Accepted | Refused
