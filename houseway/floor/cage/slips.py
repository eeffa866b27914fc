"""Slips: chips on their way to a table (a fill) or from one (a credit).

Somebody at the table asks; whoever gives the chips away signs that they left, and whoever has them at the other end, another
person, signs that they came. In between they lie in an account of their own, so no chip is ever in two places or in none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from houseway.floor.cage import places
from houseway.floor.cage.desk import Cage, Draft
from houseway.floor.cage.places import MAIN, in_words, read_chips, worth
from houseway.floor.cage.state import Slip
from houseway.floor.orders import Order
from houseway.floor.people import SUPERVISORS, Person
from houseway.forms import Doc, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import Role
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused


@dataclass(frozen=True)
class Tray:
    """The float of a table in chips, and whether any have come or gone since they were counted."""

    cents: Cents
    moved: bool


AT_TABLE: tuple[Role, ...] = ("dealer", *SUPERVISORS)
IN_CAGE: tuple[Role, ...] = ("cashier",)


def ask(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Somebody at a table asks for chips, or to give some back."""
    kind = read(str, order.details.get("kind", "fill"), "kind")
    if kind not in ("fill", "credit"):
        return Refused(NO_CLAUSE, f"chips come by a fill and go by a credit, not by a {kind}", "kind")
    table = read(str, order.details.get("table"), "table")
    if not cage.table_stands(table):
        return Refused(NO_CLAUSE, f"there is no table {table}", "unknown")
    chips = read_chips(order.details.get("chips", {}), "chips", cage.state.arrangement.denominations)
    if not chips:
        return Refused(NO_CLAUSE, "say which chips, and how many", "amount")
    number = cage.state.slips_so_far + 1
    slip = Slip(number, kind, table, chips, order.who.name, draft.at)
    draft.note("asked", slip=write(slip))
    draft.paper = _paper(slip, "asked", order.who, draft.at)
    return Accepted(NO_CLAUSE)


def send(cage: Cage, draft: Draft, order: Order) -> Decision:
    """The chips leave where they are: the cage for a fill, the table for a credit. Whoever gives them away signs."""
    slip = _slip(cage, order, "asked")
    if isinstance(slip, Refused):
        return slip
    if (refused := _at_their_place(order.who, slip, sends=True)) is not None:
        return refused
    cents, moved = worth(slip.chips), replace(slip, state="sent", sent_by=order.who.name, badge=order.who.badge)
    if slip.kind == "fill":
        few = places.lacking(cage.state.rack(MAIN), slip.chips)
        if few:
            return Refused(NO_CLAUSE, f"{few}, in the cage", "chips")
        move = Transfer(places.rack(MAIN), places.transit(slip.number), cents, "fill")
        draft.note("sent", (move,), slip=write(moved), **_leaving(slip))
    else:
        lies = tray(cage, slip.table).cents
        if cents > lies:
            return Refused(NO_CLAUSE, f"{show(lies)} of chips lie in the float of {slip.table}", "chips")
        move = Transfer(f"float:{slip.table}", places.transit(slip.number), cents, "credit")
        draft.note("sent", (move,), slip=write(moved))
    draft.paper = _paper(moved, "sent", order.who, draft.at)
    return Accepted(NO_CLAUSE)


def receive(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Whoever has the chips at the other end counts them and signs; somebody else than who sent them."""
    slip = _slip(cage, order, "sent")
    if isinstance(slip, Refused):
        return slip
    if (refused := _at_their_place(order.who, slip, sends=False)) is not None:
        return refused
    if order.who.is_same_as(Person(slip.sent_by, order.who.role, slip.badge)):
        return Refused(NO_CLAUSE, f"{slip.sent_by} sent these chips; somebody else signs that they came", "two_people")
    counted = order.details.get("chips")
    if counted is not None:
        found = read_chips(counted, "chips", cage.state.arrangement.denominations)
        if found != slip.chips:
            because = f"the slip says {in_words(slip.chips)} and {in_words(found)} was counted; nothing is signed for"
            return Refused(NO_CLAUSE, because, "count")
    target = f"float:{slip.table}" if slip.kind == "fill" else places.rack(MAIN)
    move = Transfer(places.transit(slip.number), target, worth(slip.chips), slip.kind)
    ends: dict[str, Doc] = {} if slip.kind == "fill" else {"chips": write(slip.chips), "to": MAIN}
    draft.note("received", (move,), slip=slip.number, kind=slip.kind, table=slip.table, cents=worth(slip.chips), **ends)
    draft.paper = _paper(slip, "received", order.who, draft.at)
    return Accepted(NO_CLAUSE)


def call_off(cage: Cage, draft: Draft, order: Order) -> Decision:
    """A slip that is not needed, or whose chips came back."""
    slip = _slip(cage, order, "")
    if isinstance(slip, Refused):
        return slip
    why = read(str, order.details.get("reason", ""), "reason").strip()
    if not why:
        return Refused(NO_CLAUSE, "say why", "reason")
    if slip.state == "sent" and (refused := _at_their_place(order.who, slip, sends=True)) is not None:
        return refused
    moves: tuple[Transfer, ...] = ()
    ends: dict[str, Doc] = {}
    if slip.state == "sent":
        home = places.rack(MAIN) if slip.kind == "fill" else f"float:{slip.table}"
        moves = (Transfer(places.transit(slip.number), home, worth(slip.chips), f"{slip.kind} called off"),)
        ends = {"chips": write(slip.chips), "to": MAIN} if slip.kind == "fill" else {}
    draft.note("called off", moves, slip=slip.number, why=why, **ends)
    return Accepted(NO_CLAUSE)


def _leaving(slip: Slip) -> dict[str, Doc]:
    return {"chips": write(slip.chips), "from": MAIN}


def _slip(cage: Cage, order: Order, state: str) -> Slip | Refused:
    number = read(int, order.details.get("slip"), "slip")
    slip = cage.state.slips.get(number)
    if slip is None:
        return Refused(NO_CLAUSE, f"no slip {number} is open", "unknown")
    if state and slip.state != state:
        other = "is under way already" if state == "asked" else "has not been sent yet"
        return Refused(NO_CLAUSE, f"{slip.kind} {number} {other}", "stale")
    return slip


def _at_their_place(who: Person, slip: Slip, sends: bool) -> Refused | None:
    """Chips are signed for where they are: in the cage by a cashier, at the table by its dealer or whoever supervises it."""
    in_cage = (slip.kind == "fill") == sends
    roles = IN_CAGE if in_cage else AT_TABLE
    if who.role in roles:
        return None
    where = "in the cage" if in_cage else f"at {slip.table}"
    return Refused(NO_CLAUSE, f"somebody {where} signs for these chips, and {who.name} is a {who.role}", "role")


def _paper(slip: Slip, state: str, who: Person, at: str) -> dict[str, Doc]:
    return {
        "paper": slip.kind, "number": slip.number, "state": state, "table": slip.table, "chips": write(slip.chips),
        "cents": worth(slip.chips), "asked_by": slip.asked_by, "sent_by": slip.sent_by, "by": who.name, "at": at,
    }  # fmt: skip


def tray(cage: Cage, table: str) -> Tray:
    """The chips that should lie in a table's float: what was counted there last, and all that came and went in chips since.
    What players with accounts win and lose there is credit, and no chip."""
    last = cage.state.trays.get(table)
    cents, entry, own = (last.cents, last.entry, last.own) if last is not None else (0, 0, 0)
    here, moved = (f"float:{table}", f"held:{table}", f"colour:{table}:", f"ats:{table}:"), False
    for stream, after in ((table, entry), (cage.stream, own)):
        for move in cage.ledger.moved_in(stream, after):
            inward = move.target.startswith(here) and move.source.startswith(places.IN_HANDS)
            outward = move.source.startswith(here) and move.target.startswith(places.IN_HANDS)
            cents += move.cents * (inward - outward)
            moved = moved or inward or outward
    return Tray(cents, moved)
