"""Paying: everybody's place, what the operator keeps, and the prizes, each paid once.

What was paid in, less what went back, is what is kept and what is won, to the cent: when the last prize is paid the tournament's
account is empty.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.floor.cage.places import TREASURY
from houseway.floor.orders import Order
from houseway.floor.tournament.desk import Draft, TournamentDesk, pool_of
from houseway.floor.tournament.state import Part, Place, TournamentNow
from houseway.forms import read, write
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play import tournament_ranking as ranking
from houseway.play.conditions import Fee, Item, Prizes
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.tournament_law import kept_of
from houseway.play.tournament_ranking import Standing


def rank(desk: TournamentDesk, draft: Draft, moves: tuple[Transfer, ...] = ()) -> None:
    """The last stage is over: everybody who was not disqualified has a place, and what it wins is known."""
    state = draft.state
    standings = final_standings(state)
    lots = desk.lots(ranking.needs_lots(standings, state.conditions.ties))
    groups = [[one.entrant for one in group] for group in ranking.in_order(standings, state.conditions.ties, lots)]
    kept, added = kept_and_added(state)
    prizes = state.conditions.prizes or Prizes()
    pool = state.fees - kept + added
    won, things = ranking.divided(pool, prizes, groups), ranking.things_won(prizes, groups)
    if not won and pool > 0:  # nothing is divided: it is all kept
        kept, added, pool = kept + pool, 0, 0
    places: list[Place] = []
    for group in groups:
        first = len(places) + 1
        places.extend(Place(first, name, won.get(name, 0), things.get(name, "")) for name in group)
    account = pool_of(desk.name)
    money = ((account, TREASURY, kept, "operator's share"), (TREASURY, account, added, "guaranteed prizes"))
    moves = (*moves, *(Transfer(*move) for move in money if move[2]))
    draft.note("ranked", moves, places=write(places), kept=kept, added=added, lots=lots)


def final_standings(state: TournamentNow) -> list[Standing]:
    """Everybody as they are to be ranked: by the stage they came to, when they went out of it, and with how many chips."""
    last, found = state.stage, list[Standing]()
    results = {result.entrant: result for result in state.results}
    for one in state.entered:
        if one.part is Part.DISQUALIFIED:
            continue
        if one.name in results and one.part in (Part.IN, Part.OUT):
            stage, hand, chips = last, results[one.name].hand, results[one.name].chips
        elif one.exit is not None:
            stage, hand, chips = one.exit.stage, one.exit.hand, one.exit.chips
        else:
            stage, hand, chips = 0, 0, 0
        found.append(Standing(one.name, chips, hand, stage, one.number, state.earlier.get(one.name, 0)))
    return found


def kept_and_added(state: TournamentNow) -> tuple[Cents, Cents]:
    """What the operator keeps of the fees, and adds to what is left where the prizes are guaranteed."""
    fee = state.conditions.fee or Fee(0)
    kept = sum(kept_of(one.paid, fee.keeps, one.refunded) for one in state.entrants.values())
    return kept, max(0, fee.guaranteed - (state.fees - kept))


def pay_prize(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """A prize is paid to whoever won it, once; or all that have not been."""
    state, by = desk.state, desk.by(Item.PRIZES, order.at)
    name = read(str, order.details.get("player", ""), "player")
    if name:
        place = next((one for one in state.places if one.entrant == name), None)
        if place is None or not place.wins:
            return Refused(by, f"{name} has won no prize")
        if place.paid:
            return Refused(by, f"{name} has had the prize of place {place.place}")
        due: Sequence[Place] = [place]
    else:
        due = [one for one in state.places if one.wins and not one.paid]
        if not due and any(one.wins for one in state.places):
            return Refused(by, "every prize has been paid")
    account = pool_of(desk.name)
    moves = tuple(Transfer(account, desk.floor.pocket(one.entrant), one.cents, "prize") for one in due if one.cents)
    draft.note("prize-paid", moves, entrants=[one.entrant for one in due])
    if all(one.paid or not one.wins for one in draft.state.places):
        left = desk.pool() - sum(move.cents for move in moves)
        assert left == 0, f"{desk.name}: {left} cents are left of the fees"
        draft.note("closed")
    told = ", ".join(f"{one.entrant} {show(one.cents)}" for one in due if one.cents)
    return Accepted(by, told)
