"""Drawers: cash, and perhaps chips, in one person's keeping, from one count by two people to the next.

A drawer is opened with what two people counted into it and closed with what two people count out of it. In between it is its
holder's alone. A count that comes out otherwise than the books closes nothing, until somebody who supervises signs for the
difference and says why.
"""

from __future__ import annotations

from houseway.floor.cage import places
from houseway.floor.cage.desk import Cage, Draft
from houseway.floor.cage.places import MAIN, OUTSIDE, VAULT, Chips, read_chips, worth
from houseway.floor.cage.state import Drawer
from houseway.floor.folded import judge_second, second_of
from houseway.floor.orders import Order
from houseway.floor.people import SUPERVISORS
from houseway.forms import Doc, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.law.roles import Role
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused

SUPERVISING: tuple[Role, ...] = (
    *SUPERVISORS,
    "keno supervisor",
    "finance",
    "operations manager",
)  # who signs for a difference
COUNTING: tuple[Role, ...] = ("cashier", *SUPERVISING)  # who counts beside whoever has a drawer
LONGEST = 12  # characters of a place


def opened(cage: Cage, order: Order, kind: str = "window") -> Drawer | Refused:
    """The drawer of whoever gives the order, at the place it names."""
    place = read(str, order.details.get("window"), "window")
    drawer = cage.state.drawers.get(place)
    if drawer is None or drawer.kind != kind:
        return Refused(NO_CLAUSE, f"no drawer is open at {place}; two people count one in first", "no_drawer")
    if drawer.holder != order.who.name:
        return Refused(NO_CLAUSE, f"the drawer at {place} is {drawer.holder}'s until it is counted", "drawer")
    return drawer


def short_of(cage: Cage, place: str, cash: Cents, chips: Chips) -> Refused | None:
    """Why a drawer cannot give that much."""
    holds = cage.ledger.balance(places.drawer(place))
    if cash > holds:
        return Refused(NO_CLAUSE, f"{show(cash)} is wanted, and the drawer at {place} has {show(holds)}", "cash")
    few = places.lacking(cage.state.rack(place), chips)
    return Refused(NO_CLAUSE, f"{few}, at {place}", "chips") if few else None


def _cash(order: Order) -> Cents:
    return places.amount(order.details.get("cash", 0), "cash")


def _moves(place: str, cash: Cents, chips: Chips, back: bool = False) -> tuple[Transfer, ...]:
    pairs = ((VAULT, places.drawer(place), cash), (places.rack(MAIN), places.rack(place), worth(chips)))
    memo = "to the cage" if back else "to the drawer"
    return tuple(
        Transfer(*((target, source) if back else (source, target)), cents, memo)
        for source, target, cents in pairs
        if cents
    )


def open_drawer(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Two people count cash and chips into a drawer, which is then its holder's."""
    place = read(str, order.details.get("window"), "window").strip()
    kind = read(str, order.details.get("kind", "window"), "kind")
    holder = read(str, order.details.get("holder", order.who.name), "holder")
    if not place or len(place) > LONGEST or place == MAIN or kind not in ("window", "writer"):
        return Refused(NO_CLAUSE, "a drawer is at a window or at a writer's terminal, such as CAGE-1 or T-01", "place")
    if not cage.state.day:
        return Refused(NO_CLAUSE, "the cage is closed; two people open it for the day first", "day")
    if (there := cage.state.drawers.get(place)) is not None:
        return Refused(NO_CLAUSE, f"the drawer at {place} is {there.holder}'s; it is closed first", "drawer")
    if (own := next((one for one in cage.state.drawers.values() if one.holder == holder), None)) is not None:
        return Refused(NO_CLAUSE, f"{holder} has the drawer at {own.place}; one person has one", "drawer")
    second = judge_second(order, COUNTING, "a drawer that is counted in")
    if isinstance(second, Refused):
        return second
    cash, chips = _cash(order), _chips(cage, order)
    refused = _out_of_the_cage(cage, cash, chips)
    if refused is not None:
        return refused
    drawer = Drawer(place, kind, holder, draft.at, second.name)
    body: dict[str, Doc] = {"drawer": write(drawer), "cash": cash, "chips": write(chips), "from": MAIN, "to": place}
    draft.note("drawer opened", _moves(place, cash, chips), **body, second=second.name)
    draft.paper = {"paper": "drawer", "what": "opened", "place": place, "holder": holder, "second": second.name,
                   "cash": cash, "chips": write(chips), "at": draft.at}  # fmt: skip
    return Accepted(NO_CLAUSE)


def close_drawer(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Two people count a drawer out; it goes back to the cage."""
    place = read(str, order.details.get("window"), "window")
    drawer = cage.state.drawers.get(place)
    if drawer is None:
        return Refused(NO_CLAUSE, f"no drawer is open at {place}", "no_drawer")
    second = judge_second(order, (*COUNTING, "keno writer", "dealer"), "a drawer that is counted out")
    if isinstance(second, Refused):
        return second
    if drawer.holder not in (order.who.name, second.name):
        return Refused(NO_CLAUSE, f"{drawer.holder} has the drawer, and counts it with somebody else", "drawer")
    cash, chips = _cash(order), _chips(cage, order)
    expected = cage.ledger.balance(places.drawer(place)), cage.ledger.balance(places.rack(place))
    parts = [
        ("cash", places.drawer(place), expected[0], cash),
        ("chips", places.rack(place), expected[1], worth(chips)),
    ]
    moves = difference(order, parts)
    if isinstance(moves, Refused):
        return moves
    draft.note(
        "drawer closed",
        (*moves, *_moves(place, cash, chips, back=True)),
        place=place,
        holder=drawer.holder,
        cash=cash,
        chips=write(chips),
        expected={"cash": expected[0], "chips": expected[1]},
        second=second.name,
        **reason_of(order, moves),
    )
    draft.paper = {"paper": "drawer", "what": "closed", "place": place, "holder": drawer.holder, "second": second.name,
                   "cash": cash, "chips": write(chips), "over": cash + worth(chips) - sum(expected),
                   "at": draft.at}  # fmt: skip
    return Accepted(NO_CLAUSE)


def difference(order: Order, parts: list[tuple[str, str, Cents, Cents]]) -> tuple[Transfer, ...] | Refused:
    """What sets the books to what was counted: nothing where they agree. Each part is what it is called, its account, what the
    books have and what was counted."""
    moves: list[Transfer] = []
    for what, account, expected, counted in parts:
        over = counted - expected
        if over:
            told = f"{show(counted)} of {what} was counted and the books have {show(expected)}"
            told += f": {show(abs(over))} {'over' if over > 0 else 'short'}"
            who = [one for one in (order.who, second_of(order)) if one is not None and one.role in SUPERVISING]
            if not read(str, order.details.get("reason", ""), "reason").strip() or not who:
                return Refused(NO_CLAUSE, f"{told}. Count again; or a supervisor signs for it and says why", "count")
            other = places.variance(account)
            moves.append(Transfer(*((other, account) if over > 0 else (account, other)), abs(over), "count"))
    return tuple(moves)


def reason_of(order: Order, moves: tuple[Transfer, ...]) -> dict[str, Doc]:
    """Why a difference was signed for, where there was one."""
    return {"reason": read(str, order.details.get("reason", ""), "reason").strip()} if moves else {}


def drop_cash(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Cash that a drawer has too much of goes to the vault while it stays open, with two names."""
    return _between(cage, draft, order, "dropped")


def replenish(cage: Cage, draft: Draft, order: Order) -> Decision:
    """A drawer that runs short gets more from the vault, with two names."""
    return _between(cage, draft, order, "replenished")


def _between(cage: Cage, draft: Draft, order: Order, kind: str) -> Decision:
    place = read(str, order.details.get("window"), "window")
    drawer = cage.state.drawers.get(place)
    if drawer is None:
        return Refused(NO_CLAUSE, f"no drawer is open at {place}", "no_drawer")
    second = judge_second(order, (*COUNTING, "keno writer", "dealer"), "what goes between a drawer and the vault")
    if isinstance(second, Refused):
        return second
    if drawer.holder not in (order.who.name, second.name):
        return Refused(NO_CLAUSE, f"{drawer.holder} has the drawer, and counts it with somebody else", "drawer")
    cash, chips = _cash(order), _chips(cage, order)
    dropped = kind == "dropped"
    refused = short_of(cage, place, cash, chips) if dropped else _out_of_the_cage(cage, cash, chips)
    if refused is None and not cash and not chips:
        refused = Refused(NO_CLAUSE, "say how much", "amount")
    if refused is not None:
        return refused
    ends: dict[str, Doc] = {"from": place, "to": MAIN} if dropped else {"from": MAIN, "to": place}
    moves = _moves(place, cash, chips, back=dropped)
    draft.note(kind, moves, place=place, cash=cash, chips=write(chips), **ends, second=second.name)
    draft.paper = {"paper": "drawer", "what": kind, "place": place, "holder": drawer.holder, "second": second.name,
                   "cash": cash, "chips": write(chips), "at": draft.at}  # fmt: skip
    return Accepted(NO_CLAUSE)


def _chips(cage: Cage, order: Order) -> Chips:
    return read_chips(order.details.get("chips", {}), "chips", cage.state.arrangement.denominations)


def _out_of_the_cage(cage: Cage, cash: Cents, chips: Chips) -> Refused | None:
    holds = cage.ledger.balance(VAULT)
    if cash > holds:
        return Refused(NO_CLAUSE, f"{show(cash)} is wanted, and the vault has {show(holds)}", "cash")
    few = places.lacking(cage.state.rack(MAIN), chips)
    return Refused(NO_CLAUSE, f"{few}, in the cage", "chips") if few else None


def cash_moves(place: str, cents: Cents) -> tuple[Transfer, ...]:
    """A customer's cash into a drawer; out of it where the amount is below nothing."""
    if cents > 0:
        return (Transfer(OUTSIDE, places.drawer(place), cents, "cash in"),)
    return (Transfer(places.drawer(place), OUTSIDE, -cents, "cash out"),) if cents else ()


# Drawers of keno writers


def writers_drawer(cage: Cage, who: str, terminal: str) -> str | Refused | None:
    """Where a writer's cash goes; None where this house asks for no drawers."""
    if not cage.state.installed or not cage.state.arrangement.drawers:
        return None
    drawer = cage.state.drawers.get(terminal)
    if drawer is None or drawer.kind != "writer":
        return Refused(NO_CLAUSE, f"no drawer is open at {terminal}; two people count one in first", "no_drawer")
    if drawer.holder != who:
        return Refused(NO_CLAUSE, f"the drawer at {terminal} is {drawer.holder}'s until it is counted", "drawer")
    return terminal
