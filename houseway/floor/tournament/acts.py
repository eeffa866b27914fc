"""Acts: what can be done at a tournament's desk, by whom, and when.

Who may is the book's where it names somebody: whoever approves conditions is asked for there, and what the tournament director
does is done by the person who was appointed, whatever else they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from houseway.floor.orders import Order
from houseway.floor.people import CASINO_SUPERVISORS, SUPERVISORS, Role
from houseway.floor.tournament import announcing, drawing, entering, leaving, paying, sessions
from houseway.floor.tournament.desk import Draft, TournamentDesk
from houseway.floor.tournament.state import Phase
from houseway.play.conditions import Item
from houseway.play.decision import Decision

Do = Callable[[TournamentDesk, Draft, Order], Decision]

BEFORE = (Phase.DRAFTED, Phase.APPROVED)
ENTERING = (Phase.ENTRIES_OPEN, Phase.ENTRIES_CLOSED)
BETWEEN = (Phase.ENTRIES_CLOSED, Phase.BETWEEN)
UNTIL_PLAYED = (*BEFORE, *ENTERING, Phase.BETWEEN, Phase.PLAYING)
UNDER_WAY = (*ENTERING, Phase.BETWEEN, Phase.PLAYING)


@dataclass(frozen=True)
class DeskAct:
    do: Do
    words: str
    roles: tuple[Role, ...]
    phases: Collection[Phase]
    item: Item = Item.STRUCTURE  # what it is about, for whoever is refused
    by_director: bool = False  # the person appointed does it
    named_in: str = ""  # the provision of a book that gives it to the tournament director
    by_house: bool = False  # the house does it in every tournament; else in those that it runs itself


_APPROVING: tuple[Role, ...] = ("commission", "director", "inspector")
_ORGANISING: tuple[Role, ...] = CASINO_SUPERVISORS
_AT_THE_DESK: tuple[Role, ...] = (*SUPERVISORS, "tournament director")
_DIRECTING: tuple[Role, ...] = (*CASINO_SUPERVISORS, "tournament director")

ACTS: dict[str, DeskAct] = {
    "draft": DeskAct(announcing.draft_conditions, "Draft conditions", _AT_THE_DESK, BEFORE),
    "revise": DeskAct(announcing.revise, "Revise the conditions", _AT_THE_DESK, BEFORE),
    "approve": DeskAct(announcing.approve, "Approve the conditions", (*_APPROVING, *_ORGANISING), (Phase.DRAFTED,)),
    "appoint": DeskAct(announcing.appoint, "Appoint a director", _ORGANISING, UNTIL_PLAYED),
    "director leaves": DeskAct(
        announcing.leave_charge, "Whoever is in charge leaves", _DIRECTING, UNDER_WAY, by_director=True
    ),
    "director returns": DeskAct(
        announcing.return_charge, "The director is back", _DIRECTING, UNDER_WAY, by_director=True
    ),
    "publish": DeskAct(announcing.publish, "Publish and open entries", _ORGANISING, (Phase.APPROVED, Phase.DRAFTED)),
    "cancel": DeskAct(announcing.cancel, "Call it off", _ORGANISING, UNTIL_PLAYED, Item.ENTRY),
    "alter start": DeskAct(
        announcing.alter_start, "Alter a starting time", _DIRECTING, UNDER_WAY, by_director=True, named_in="starting_time"
    ),
    "enter": DeskAct(entering.enter, "Enter", ("player", *_AT_THE_DESK), (Phase.ENTRIES_OPEN,), Item.ENTRY),
    "admit": DeskAct(entering.admit, "Admit", _ORGANISING, (Phase.ENTRIES_OPEN,), Item.ELIGIBILITY),
    "turn away": DeskAct(entering.turn_away, "Turn away", _ORGANISING, (Phase.ENTRIES_OPEN,), Item.ELIGIBILITY),
    "withdraw": DeskAct(entering.withdraw, "Withdraw", ("player", *_AT_THE_DESK), ENTERING, Item.ENTRY),
    "ask to sign": DeskAct(
        entering.ask_to_sign, "Have everybody sign", _DIRECTING, UNDER_WAY, Item.RULES_PREVAIL, by_director=True,
        named_in="signing",
    ),
    "sign": DeskAct(
        entering.sign_conditions, "Sign the conditions", ("player", *_AT_THE_DESK), UNDER_WAY, Item.RULES_PREVAIL
    ),
    "close entries": DeskAct(entering.close_entries, "Close entries", _ORGANISING, (Phase.ENTRIES_OPEN,), Item.ENTRY),
    "designate": DeskAct(
        drawing.designate, "Name the tables", _DIRECTING, (*BEFORE, *BETWEEN, Phase.ENTRIES_OPEN),
        by_director=True, named_in="tables",
    ),
    "draw": DeskAct(drawing.draw, "Draw the seats", _DIRECTING, BETWEEN, by_director=True),
    "move": DeskAct(drawing.move, "Move a player", _DIRECTING, (Phase.PLAYING,), by_director=True),
    "brief": DeskAct(sessions.brief, "Players are briefed", _DIRECTING, UNDER_WAY, by_director=True, named_in="briefing"),
    "begin session": DeskAct(
        sessions.begin, "Begin the session", _DIRECTING, BETWEEN, by_director=True, named_in="presence"
    ),
    "count": DeskAct(sessions.count, "Count the chips", _DIRECTING, (Phase.PLAYING,), by_director=True, by_house=True),
    "call time": DeskAct(
        sessions.call_time, "Call time", _DIRECTING, (Phase.PLAYING,), by_director=True, by_house=True
    ),
    "mark": DeskAct(sessions.mark, "Who goes out", _DIRECTING, (Phase.PLAYING,), by_director=True),
    "end table": DeskAct(
        sessions.end_table, "End the session at a table", _DIRECTING, (Phase.PLAYING,), by_director=True,
        named_in="early_finish",
    ),
    "pause": DeskAct(sessions.pause, "Pause", _DIRECTING, (Phase.PLAYING,), by_director=True),
    "resume": DeskAct(sessions.resume, "Go on", _DIRECTING, (Phase.PLAYING,), by_director=True),
    "add time": DeskAct(
        sessions.add_time, "Add time", _DIRECTING, (Phase.PLAYING,), by_director=True, by_house=True
    ),
    "substitute": DeskAct(
        leaving.substitute, "A substitute plays", _DIRECTING, (Phase.PLAYING,), by_director=True, named_in="substitutes"
    ),
    "away": DeskAct(leaving.away, "Not there", _AT_THE_DESK, UNDER_WAY, Item.LATENESS),
    "arrive": DeskAct(leaving.arrive, "Has come", ("player", *_AT_THE_DESK), UNDER_WAY, Item.LATENESS),
    "out for lateness": DeskAct(
        leaving.out_for_lateness, "Out for being late", _DIRECTING, (Phase.PLAYING,), Item.LATENESS,
        by_director=True,
    ),
    "retire": DeskAct(
        leaving.retire, "Retire", ("player", *_AT_THE_DESK), (Phase.PLAYING, Phase.BETWEEN), Item.DISQUALIFICATION
    ),
    "disqualify": DeskAct(
        leaving.disqualify, "Disqualify", _DIRECTING, UNDER_WAY, Item.DISQUALIFICATION, by_director=True
    ),
    "buy back": DeskAct(
        leaving.buy_back, "Buy back", ("player", *_AT_THE_DESK), (Phase.BETWEEN,), Item.BUYING_BACK
    ),
    "pay prize": DeskAct(paying.pay_prize, "Pay prizes", _ORGANISING, (Phase.PLAYED, Phase.OVER), Item.PRIZES),
}  # fmt: skip
