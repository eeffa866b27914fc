"""Changing over: at the hour of a change everybody at the keno computer is told what changed, with its clauses.

A game that has been sold, or for which a bonus is offered, ends by the law that its sale began under, and the next one goes by
the law that holds now; one that nobody has an entry in goes over at once. It is told once, also where the house lay still at the
hour.
"""

from __future__ import annotations

from datetime import datetime

from houseway.floor.keno.desk import Change, Draft, Keno, Order
from houseway.floor.keno.papers import KenoGame
from houseway.floor.keno.states import GameState
from houseway.law.clause import NO_CLAUSE
from houseway.play.decision import Accepted, Decision, Refused

SHOWN = 12  # games for which a change is shown


def behind(keno: Keno, at: datetime) -> bool:
    """Does another law hold now than everybody has been told of?"""
    known = keno.known_law
    return known is not None and keno.law_at(at)[1].digest != known.digest


def change_over(keno: Keno, draft: Draft, order: Order) -> Decision:
    """The hour of a change has come."""
    if not behind(keno, order.at):
        return Refused(NO_CLAUSE, "everybody knows the law that holds now", "told")
    game = keno.game(keno.standing.game)
    if game is not None and untouched(keno, game):
        draft.set_game(draft.pin(keno, game))
    else:
        draft.go_by_the_law(keno, keno.standing.game + 1)
    told = draft.standing.changed
    assert told is not None, f"{keno.called}: a change that nobody is told of"
    return Accepted(told.by)


def untouched(keno: Keno, game: KenoGame) -> bool:
    """Nobody has an entry in a game that is open, and nothing is promised in it."""
    standing = keno.standing
    if game.state != GameState.OPEN or standing.errands or standing.bonuses:
        return False
    return not any(rows for rows in keno.pages(game.number))


def news(keno: Keno) -> Change | None:
    """What the desk, the board and the players' pages tell of a change, for some games after it."""
    told = keno.standing.changed
    return told if told is not None and keno.standing.game < told.game + SHOWN else None
