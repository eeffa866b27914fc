"""Tickets: the keno games of a ledger, settled by the other edition.

Every game that was sold by the first side's book is evaluated again by its own law, and must come to what it did. Then the
same tickets and numbers are evaluated by the second side, out of the pools that stood when the game was drawn. What a ticket's
holder would have had more or less is the difference; what another prize leaves in a pool for later games is not followed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from houseway import games
from houseway.floor.keno.desk import STREAM, Keno
from houseway.floor.keno.judging import settled_by, tickets_of
from houseway.floor.keno.papers import KenoGame
from houseway.floor.keno.paying import won_in
from houseway.floor.keno.states import GameState
from houseway.floor.rerunning import NotAsRecorded
from houseway.judging.sides import Side
from houseway.law.rulebook import Edition
from houseway.ledger import Ledger
from houseway.money import Cents


def games_on_record(ledger: Ledger, before: Side, most: int) -> tuple[Keno, list[KenoGame]] | None:
    """The newest games of a ledger that were settled by the first side's book; None where it has no keno of that book."""
    if games.game(before.book.game).cloth != "balls" or STREAM not in ledger.streams():
        return None
    keno = Keno(ledger)
    if keno.book.id != before.book.id:
        return None
    numbers = {entry.body["game"] for entry in ledger.newest(STREAM, "settled", most)}
    found = (keno.game(number) for number in sorted(numbers))
    return keno, [game for game in found if game is not None and game.state == GameState.SETTLED]


def net_of_tickets(keno: Keno, game: KenoGame, other: Edition[Any]) -> tuple[dict[str, Cents], dict[str, Cents]]:
    """By ticket, what a game brought its holder and would have brought; of those for whom that differs."""
    was: dict[str, Cents] = {}
    now: dict[str, Cents] = {}
    if game.facts.invalid:  # every stake went back, by whichever law
        return was, now
    own, terms = keno.terms_of(game), keno.with_promotion(game.facts.promotion, other)
    if settled_by(keno, game, own) != game.facts:
        raise NotAsRecorded(f"game {game.number} does not come to what was recorded")
    again = replace(game, facts=settled_by(keno, game, terms))
    for ticket in tickets_of(keno, game.number):
        charge = ticket.charge_in(game.number)
        before, after = won_in(keno, ticket, game).cents, won_in(keno, ticket, again, terms).cents
        if before != after:
            was[f"ticket {ticket.number}"], now[f"ticket {ticket.number}"] = before - charge, after - charge
    return was, now
