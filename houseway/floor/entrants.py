"""Entrants: who plays at a tournament's table, what they pay to enter, and the chips they play with.

Entrants are persons. Those who are named pay their fee when the tournament begins; where only a number of entries is open,
whoever plays first enters then. Nobody else wagers at the table until it is over. Chips that the conditions allot are issued
for the tournament and come back at its end: their account never meets a player's money.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from houseway.floor import terminals
from houseway.floor.tills import chips_of, issue_of
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Refused

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Table


def named(table: Table) -> tuple[str, ...] | None:
    """Who has entered the tournament at this table; None where none is played, where entrants are known by their terminals,
    and in tournaments of the first records, which named nobody."""
    return None if table.state.tournament is None else table.state.tournament.entrants


def purse(table: Table, player: str) -> str:
    """The account that a player's chips at this table come from: money, or the chips of a tournament."""
    here = table.state.tournament
    return chips_account(table, player) if here is not None and (here.chips or here.apart) else table.pocket(player)


def chips_account(table: Table, player: str) -> str:
    """The chips that somebody holds in the tournament at this table; those of the first records are in another place."""
    here = table.state.tournament
    if here is not None and not here.apart:
        return f"chips:{table.name}:{player}"
    return chips_of(whose(table), player)


def whose(table: Table) -> str:
    """The tournament that the chips at this table belong to, by name; one that is the table's alone has the table's."""
    here = table.state.tournament
    return table.name if here is None or not here.name else here.name


def holding(table: Table, draft: Draft, account: str) -> Cents:
    """What an account holds, with what the order being decided has moved."""
    cents: Cents = table.ledger.balance(account)
    for move in (move for _, _, moves in draft.entries for move in moves):
        cents += move.cents * ((move.target == account) - (move.source == account))
    return cents


def shut_out(table: Table, player: str) -> Refused | None:
    """Why somebody has no place at this table: a tournament has it, and they are not in it."""
    here, player = table.state.tournament, person(table, player)
    if here is None and table.state.tournaments_only:
        return Refused(_for_entrants(table), f"{table.name} is kept for tournaments")
    if here is None or here.entrants is None or player in here.entrants or len(here.entrants) < here.places:
        return None
    return Refused(_for_entrants(table), f"{player} is no entrant of the tournament at this table")


def person(table: Table, player: str) -> str:
    """Who plays under a name: the person who has the terminal of that name, where it is one's."""
    station = table.state.stations.get(player)
    return player if station is None or not station.account else station.control


def admit(table: Table, draft: Draft, player: str) -> Refused | None:
    """Lets an entrant play. Somebody else enters, if an entry is open, and pays for it; or is refused."""
    entered, tournament, player = named(table), table.state.tournament, person(table, player)
    secret = table.chapters.secret
    if secret is not None and tournament is not None and tournament.played_out:
        return Refused(secret.last_hand.by, "the last hand of the final has been played; the tournament is ended now")
    if tournament is not None and (entered is None or player in entered):
        return None
    no = shut_out(table, player)
    if no is not None or tournament is None or entered is None:
        return no
    terms = {"fee": tournament.fee, "keeps": tournament.keeps, "chips": tournament.chips}
    moves = enter(table, player, len(entered), tournament.places, terms)
    if isinstance(moves, Refused):
        return moves
    draft.note("entered", moves, player=player)
    return None


def enter(
    table: Table, player: str, before: int, places: int, terms: Mapping[str, Cents], by: Basis | None = None
) -> tuple[Transfer, ...] | Refused:
    """What moves when somebody enters as one more than those before: the fee, of it the operator's share, and chips."""
    barred = terminals.barred(table, player)
    if barred is not None:
        return barred
    fee, keeps, own = terms.get("fee", 0), terms.get("keeps", 0), table.pocket(player)
    pool, bank = f"tournament:{table.state.table}", f"float:{table.state.table}"
    if fee > (holds := table.ledger.balance(own)):
        return Refused(by or _for_entrants(table), f"{player} holds {show(holds)}, and the fee is {show(fee)}")
    # The share grows with the fees, so that at no time more of them is kept than of all of them in the end.
    share = keeps * (before + 1) // places - keeps * before // places
    moves = (
        (own, pool, fee, "entry fee"),
        (pool, bank, share, "operator's share"),
        (issue_of(whose(table)), chips_account(table, player), terms.get("chips", 0), "tournament credit"),
    )
    return tuple(Transfer(*move) for move in moves if move[2])


def beyond(table: Table, draft: Draft, player: str, cents: Cents) -> Refused | None:
    """Whether a wager takes more tournament chips than its player holds; money does not make up for them."""
    account = purse(table, player)
    if table.chapters.terminals is not None or account == table.pocket(
        player
    ):  # a terminal's credit is asked for elsewhere
        return None
    if cents <= (left := holding(table, draft, account)):
        return None
    competition = table.chapters.competition
    by = table.general.chips.by if competition is None else competition.conditions.credit.by
    return Refused(by + _for_entrants(table), f"{player} holds {show(left)} in tournament chips")


def retire(table: Table, draft: Draft) -> tuple[dict[str, Cents], tuple[Transfer, ...]]:
    """The balances of the entrants at the end, and what takes every chip of the tournament back to where it was issued."""
    here = table.state.tournament
    entered = here.entrants if here is not None and here.chips else None
    if here is None or entered is None:
        return {}, ()
    issue, bank = issue_of(whose(table)) if here.apart else f"issue:{table.name}", table.till.bank
    balances = {player: holding(table, draft, chips_account(table, player)) for player in entered}
    moves = [
        Transfer(chips_account(table, player), issue, cents, "retired") for player, cents in balances.items() if cents
    ]
    for player in entered:  # what a correction could not take back ends with the chips
        if (debt := table.ledger.balance(owed := table.till.owed(player, chips_account(table, player)))) < 0:
            moves.append(Transfer(bank, owed, -debt, "retired"))
    debts = sum(move.cents for move in moves if move.source == bank)
    won = table.ledger.balance(bank) - debts if here.apart else -table.ledger.balance(issue) - sum(balances.values())
    return balances, (*moves, *bank_back(bank, issue, won))


def bank_back(bank: str, issue: str, won: Cents) -> tuple[Transfer, ...]:
    """What takes the chips that a bank has won back to where they were issued; those it has lost come from there."""
    if not won:
        return ()
    return (Transfer(bank, issue, won, "retired") if won > 0 else Transfer(issue, bank, -won, "retired"),)


def twice(names: Iterable[str]) -> str:
    """Somebody who is named more than once, or not at all; nothing if every entrant is a person and another one."""
    seen = set[str]()
    for name in names:
        if not name.strip():
            return "an entrant has no name"
        if name in seen:
            return f"{name} is named twice"
        seen.add(name)
    return ""


def _for_entrants(table: Table) -> Basis:
    """By what rule a tournament's table is its entrants' alone."""
    chapters = table.chapters
    if chapters.competition is not None:
        return chapters.competition.exclusive.by
    return NO_CLAUSE if chapters.tournament is None else chapters.tournament.prevails.by
