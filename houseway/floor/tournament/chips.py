"""Chips: how those of a tournament come back to where they were issued, or to whom they belong."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.floor.tills import chips_of, issue_of
from houseway.floor.tournament.desk import Draft, TournamentDesk
from houseway.floor.tournament.state import Entrant
from houseway.ledger import Transfer
from houseway.money import Cents


def chips_back(desk: TournamentDesk, draft: Draft, entrants: Iterable[Entrant]) -> list[Transfer]:
    """What takes somebody's chips back to where they were issued, with those that this order frees."""
    moves: list[Transfer] = []
    for one in entrants:
        account = chips_of(desk.name, one.player)
        cents = _holding(desk, draft, account)
        if cents:
            moves.append(Transfer(account, issue_of(desk.name), cents, "retired"))
    return moves


def _holding(desk: TournamentDesk, draft: Draft, account: str) -> Cents:
    """What an account holds, with what this order has moved so far."""
    cents: Cents = desk.ledger.balance(account)
    for one in (draft, *draft.beside):
        for move in (move for _, _, moves in one.entries for move in moves):
            cents += move.cents * ((move.target == account) - (move.source == account))
    return cents


def own_chips(desk: TournamentDesk, draft: Draft, one: Entrant) -> list[Transfer]:
    """Chips that a substitute played with are the entrant's again when the session is over."""
    if not one.plays_by:
        return []
    cents = _holding(desk, draft, chips_of(desk.name, one.plays_by))
    return (
        [Transfer(chips_of(desk.name, one.plays_by), chips_of(desk.name, one.name), cents, "session over")]
        if cents
        else []
    )
