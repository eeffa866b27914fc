"""Tableau: the table of play, as data.

A row says what Banker does on one count: eleven letters, D for draw and S for stand, one for each point value of
Player's third card from 0 to 9 and the last for the coup in which Player took none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.complaint import BadInput
from houseway.values import value

if TYPE_CHECKING:
    from houseway.games.baccarat.terms import Tableau

NO_CARD = 10  # the eleventh column
COLUMNS = 11


@value
class Row:
    draws: tuple[bool, ...]

    @classmethod
    def parse(cls, text: str) -> Row:
        letters = text.strip().upper()
        if len(letters) != COLUMNS or set(letters) - {"D", "S"}:
            raise BadInput(f"{text!r} is not a row of the tableau: eleven letters, D or S, the last for no card")
        return cls(tuple(letter == "D" for letter in letters))

    def __str__(self) -> str:
        return "".join("D" if draws else "S" for draws in self.draws)


def ended(tableau: Tableau, player: int, banker: int) -> bool:
    """Whether the first two cards of either hand end the coup for both."""
    natural = tableau.natural.value
    return player >= natural or banker >= natural


def player_draws(tableau: Tableau, player: int, banker: int) -> bool:
    return not ended(tableau, player, banker) and player <= tableau.player_draws_to.value


def banker_draws(tableau: Tableau, player: int, banker: int, third: int = NO_CARD) -> bool:
    """``player`` and ``banker`` are the counts of two cards, ``third`` the value of Player's third if there is one."""
    row = tableau.banker.value.get(banker)  # a count without a row stands
    return not ended(tableau, player, banker) and row is not None and row.draws[third]
