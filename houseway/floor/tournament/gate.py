"""Gate: whether play may go on at a table where a tournament is played, and what each hand must be wagered.

A table stands still when so many hands are played that somebody goes out, or the session is over: then the tournament's desk
has the word. It stands still while a session is paused, while nobody is in charge, and until the players have been briefed
where their book wants that (``directors``). A compulsory wager binds when wagers close: who has laid less forfeits what is
missing, as far as it is there, and the record says who.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor import directors, entrants, terminals
from houseway.floor.acts import ActsOf
from houseway.floor.tills import chips_of, issue_of
from houseway.floor.tournament.here import TournamentHere, law_of
from houseway.forms import read
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.conditions import Item
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.prompts import TakeWagers
from houseway.play.tournament_law import TournamentLaw, tournament_law

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table


def stopped(table: Table, act: str) -> Refused | None:
    """Why nothing of this kind is done at a tournament's table now."""
    here = table.state.tournament
    if here is None:
        return None
    if here.name and act in directors.WAGERING:
        if here.paused:
            return Refused(law_of(table).by(Item.STRUCTURE), f"play is paused: {here.paused}")
        if here.waits:
            last = "who goes out is decided first" if here.played < here.hands else "the session is over"
            return Refused(law_of(table).by(Item.STRUCTURE), f"{here.played} hands are played here; {last}")
    return directors.stopped(table, act)


def laid(table: Table, player: str) -> Cents:
    """What somebody has laid on the coming hand, in chips and on a form."""
    name = terminals.acting(table, player)
    chips = sum(wager.cents for wager in table.state.chips if wager.player == name)
    return chips + sum(form.held for form in table.state.forms if form.player == player)


def still_to_lay(table: Table) -> dict[str, Cents]:
    """Who has not laid the compulsory wager, and how much of it is missing; who has fewer chips is asked for those."""
    here = table.state.tournament
    if here is None or not here.least:
        return {}
    missing: dict[str, Cents] = {}
    for player in here.entrants or ():
        has = table.ledger.balance(chips_of(entrants.whose(table), player))
        if (short := min(has, here.least - laid(table, player))) > 0:
            missing[player] = short
    return missing


def owed(table: Table) -> dict[str, Cents]:
    """The same, for as long as it can still be laid."""
    is_open = isinstance(table.prompt, TakeWagers) and table.prompt.backing is None
    return still_to_lay(table) if is_open else {}


def too_much(table: Table, cents: Cents) -> Refused | None:
    """Whether what somebody lays on a hand, all together, goes beyond what conditions want exactly."""
    here = table.state.tournament
    if here is None or not here.exactly or cents <= here.least:
        return None
    by = law_of(table).by(Item.COMPULSORY_WAGER)
    return Refused(by, f"each hand is wagered exactly {show(here.least)}, and no more")


def forfeit(table: Table, draft: Draft, missing: dict[str, Cents]) -> None:
    """Wagers are closed: what is missing of compulsory wagers is forfeited."""
    here = table.state.tournament
    if here is None or not here.least or (not missing and not here.defaulted):
        return
    name = entrants.whose(table)
    moves = tuple(
        Transfer(chips_of(name, player), issue_of(name), cents, "forfeited") for player, cents in missing.items()
    )
    draft.note("defaulted", moves, players=list(missing), cents=missing)


def pass_hand(table: Table, draft: Draft, order: Order, rules: TournamentLaw) -> Decision:
    """The time for wagers is over and nobody has laid any: the hand counts as played."""
    here, by = table.state.tournament, rules.by(Item.STRUCTURE)
    if here is None or not here.name:
        return Refused(by, "no tournament is being played here")
    if not isinstance(table.prompt, TakeWagers) or table.state.chips or table.state.forms:
        return Refused(by, "wagers lie there, and the hand is played")
    forfeit(table, draft, still_to_lay(table))
    draft.note("hand-passed", hand=here.played + 1)
    return Accepted(by)


def reserve(table: Table, draft: Draft, order: Order, rules: TournamentLaw) -> Decision:
    """A table is kept for tournaments, or is everybody's again."""
    tournaments = read(bool, order.details.get("tournaments"), "tournaments")
    if tournaments == table.state.tournaments_only:
        return Refused(rules.tables, "it is so already")
    draft.note("reserved", tournaments=tournaments)
    return Accepted(rules.tables)


def is_open(here: TournamentHere) -> bool:
    """Whether hands are played at the table of a session now."""
    return not here.paused and not here.waits and not here.nobody_in_charge and here.briefed


ACTS = ActsOf(
    lambda book: tournament_law("", book),
    lambda general, act: Refused(general.dispute.by, "this book has no rules for tournaments"),
    {"pass hand": pass_hand, "reserve": reserve},
)
