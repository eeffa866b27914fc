"""Decision: yes or no to a person, with the reason and what it rests on.

The reason is a sentence for people, and may be put better tomorrow. Programs go by the code: the name of the provision that
refuses, as the terms of the game have it (``limits``, ``places.sharing``, ``second_wager``), and after a colon which of several
grounds it was, where one provision has several (``limits:minimum``). What no gazette says has a ground alone (``key``).
"""

from __future__ import annotations

from typing import TypeAlias

from houseway.law.clause import Basis
from houseway.values import value


@value
class Accepted:
    """Yes, by these clauses."""

    by: Basis
    advice: str = ""  # taken, perhaps with a word to the player


@value
class Refused:
    """No: why, and by which clauses."""

    by: Basis
    because: str
    ground: str = ""  # which of several, where a provision has several; needed where no gazette speaks

    @property
    def code(self) -> str:
        """Short and stable, for programs."""
        provision = self.by.provisions[0].removeprefix("general.") if self.by.provisions else ""
        return ":".join(filter(None, (provision, self.ground)))


Decision: TypeAlias = Accepted | Refused
