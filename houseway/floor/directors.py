"""Directors: who is in charge of a tournament at a table, and whether they are there.

The conditions name a director and perhaps deputies. Before play the director explains the conditions, and is there for the whole
of a session: while the director is away and no deputy has taken over, nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from houseway.floor.acts import ActsOf
from houseway.forms import Doc, read
from houseway.play.competition import Competition
from houseway.play.decision import Accepted, Decision, Refused

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

WAGERING = ("", "place", "touch", "say", "secret", "open wagering")  # "": a touch at a terminal
PLAYING = (*WAGERING, "choose", "ready", "confirm", "answer", "irregularity", "spun")


def appointed(
    rules: Competition, details: Mapping[str, Doc], director: str, entrants: Iterable[str]
) -> dict[str, Doc] | Refused:
    """What the record keeps of who is in charge, or why a deputy cannot be one."""
    deputies = read(tuple[str, ...], details.get("deputies", ()), "deputies")
    refused = rules.judge_deputies(director, deputies, entrants)
    if refused is not None:
        return refused
    return {
        "deputies": list(deputies),
        "in_charge": director,
        "briefed": read(bool, details.get("briefed", False), "briefed"),
    }


def brief(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    """The director has explained the conditions, and is satisfied that the players understand them."""
    tournament = table.state.tournament
    if tournament is None:
        return Refused(rules.briefing.by, "no tournament is being played")
    if tournament.nobody_in_charge:
        return Refused(rules.presence.by, "the director is not there")
    draft.note("tournament-directed", briefed=True)
    return Accepted(rules.briefing.by)


def leaves(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    """The director goes away: a deputy takes over, or nothing is played meanwhile."""
    tournament = table.state.tournament
    if tournament is None:
        return Refused(rules.presence.by, "no tournament is being played")
    deputy = read(str, order.details.get("deputy", ""), "deputy")
    if deputy and deputy not in tournament.deputies:
        return Refused(rules.deputies.by, f"{deputy} was not named as a deputy")
    draft.note("tournament-directed", in_charge=deputy)
    return Accepted(rules.deputies.by if deputy else rules.presence.by)


def returns(table: Table, draft: Draft, order: Order, rules: Competition) -> Decision:
    tournament = table.state.tournament
    if tournament is None:
        return Refused(rules.presence.by, "no tournament is being played")
    draft.note("tournament-directed", in_charge=tournament.director)
    return Accepted(rules.presence.by)


def stopped(table: Table, act: str) -> Refused | None:
    """Why nothing is played at a tournament's table: nobody in charge is there, or the players have not been briefed."""
    rules, tournament = table.chapters.competition, table.state.tournament
    if rules is None or tournament is None or act not in PLAYING:
        return None
    if tournament.nobody_in_charge:
        return Refused(rules.presence.by, "the director is away, and no deputy has taken over")
    if act in WAGERING and not tournament.briefed:
        return Refused(rules.briefing.by, "the director explains the conditions to the players before play")
    return None


NONE_PLAYED = "this book knows no tournament with a director"
ACTS = ActsOf(
    lambda book: book.competition,
    lambda general, act: Refused(general.dispute.by, NONE_PLAYED),
    {"brief tournament": brief, "director leaves": leaves, "director returns": returns},
)
