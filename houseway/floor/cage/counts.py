"""Counts: floats of tables, drop boxes, the vault and the chips in the cage, each by two people; and the day they make up."""

from __future__ import annotations

from houseway.floor.cage import places
from houseway.floor.cage.desk import Cage, Draft
from houseway.floor.cage.drawers import COUNTING, SUPERVISING, difference, reason_of
from houseway.floor.cage.places import BANK, MAIN, TREASURY, VAULT, amount, read_chips, worth
from houseway.floor.cage.slips import tray
from houseway.floor.cage.state import Counted
from houseway.floor.folded import judge_second
from houseway.floor.gaming_day import gaming_day
from houseway.floor.orders import Order
from houseway.forms import Doc, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.ledger import Transfer
from houseway.money import show
from houseway.play.decision import Accepted, Decision, Refused


def place_float(cage: Cage, draft: Draft, order: Order) -> Decision:
    """A table that stands for the first time gets its float in chips; credit it may have had instead goes back."""
    table = read(str, order.details.get("table"), "table")
    if table in cage.state.trays:
        return Refused(NO_CLAUSE, f"{table} has its float", "on_record")
    chips = cage.state.arrangement.float
    few = places.lacking(cage.state.rack(MAIN), chips)
    if few:
        return Refused(NO_CLAUSE, f"{few}, in the cage; {table} waits for its float", "chips")
    moves = [Transfer(places.rack(MAIN), f"float:{table}", worth(chips), "float")] if chips else []
    before = cage.ledger.balance(f"float:{table}")
    if before > 0:
        moves.append(Transfer(f"float:{table}", TREASURY, before, "taken back"))
    elif before < 0:
        moves.append(Transfer(TREASURY, f"float:{table}", -before, "taken back"))
    counted = Counted(worth(chips), cage.ledger.head(table)[0], cage.ledger.head(cage.stream)[0] + 1, draft.at)
    draft.note("float placed", tuple(moves), table=table, tray=write(counted), chips=write(chips), **{"from": MAIN})
    return Accepted(NO_CLAUSE)


def count_float(cage: Cage, draft: Draft, order: Order) -> Decision:
    """The chips of a table's float are counted by two people, when gaming begins there or is over."""
    table = read(str, order.details.get("table"), "table")
    when = read(str, order.details.get("when", "closing"), "when")
    if when not in ("opening", "closing"):
        return Refused(NO_CLAUSE, "a float is counted at opening and at closing", "when")
    if table not in cage.state.trays:
        return Refused(NO_CLAUSE, f"{table} has no float", "unknown")
    if cage.ledger.balance(f"held:{table}"):
        return Refused(NO_CLAUSE, f"wagers lie on {table}; its float is counted when they are settled", "held")
    second = judge_second(order, (*COUNTING, "dealer"), "the count of a float")
    if isinstance(second, Refused):
        return second
    chips = read_chips(order.details.get("chips", {}), "chips", cage.state.arrangement.denominations)
    expected = tray(cage, table).cents
    moves = difference(order, [("chips", f"float:{table}", expected, worth(chips))])
    if isinstance(moves, Refused):
        return moves
    own = cage.ledger.head(cage.stream)[0] + 1
    counted = Counted(worth(chips), cage.ledger.head(table)[0], own, draft.at, when)
    body: dict[str, Doc] = {"table": table, "tray": write(counted), "counted": write(chips), "expected": expected}
    draft.note("float counted", moves, **body, second=second.name, **reason_of(order, moves))
    draft.paper = {
        "paper": "count", "table": table, "when": when, "chips": write(chips), "cents": worth(chips),
        "over": worth(chips) - expected, "by": order.who.name, "second": second.name, "at": draft.at,
    }  # fmt: skip
    return Accepted(NO_CLAUSE)


def count_drop(cage: Cage, draft: Draft, order: Order) -> Decision:
    """The cash of a table's box is counted by two people, and goes to the vault."""
    table = read(str, order.details.get("table"), "table")
    box = places.drop(table)
    second = judge_second(order, COUNTING, "the count of a box")
    if isinstance(second, Refused):
        return second
    cash, expected = amount(order.details.get("cash", 0), "cash"), cage.ledger.balance(box)
    if not cash and not expected:
        return Refused(NO_CLAUSE, f"no cash went into the box of {table}", "amount")
    moves = difference(order, [("cash", box, expected, cash)])
    if isinstance(moves, Refused):
        return moves
    taken = (Transfer(box, VAULT, cash, "drop"),) if cash else ()
    draft.note(
        "drop counted", (*moves, *taken), place=table, cash=cash, expected=expected, second=second.name,
        **reason_of(order, moves),
    )  # fmt: skip
    draft.paper = {
        "paper": "count", "table": table, "when": "drop", "cash": cash, "over": cash - expected,
        "by": order.who.name, "second": second.name, "at": draft.at,
    }  # fmt: skip
    return Accepted(NO_CLAUSE)


def count_cage(cage: Cage, draft: Draft, order: Order) -> Decision:
    """The cash of the vault, and the chips of the cage by denomination, counted by two people."""
    second = judge_second(order, COUNTING, "the count of the cage")
    if isinstance(second, Refused):
        return second
    cash = amount(order.details.get("cash", 0), "cash")
    chips = read_chips(order.details.get("chips", {}), "chips", cage.state.arrangement.denominations)
    expected = cage.ledger.balance(VAULT), worth(cage.state.rack(MAIN))
    moves = difference(
        order, [("cash", VAULT, expected[0], cash), ("chips", places.rack(MAIN), expected[1], worth(chips))]
    )
    if isinstance(moves, Refused):
        return moves
    draft.note(
        "vault counted", moves, place=MAIN, cash=cash, chips=write(chips), second=second.name,
        expected={"cash": expected[0], "chips": expected[1]}, **reason_of(order, moves),
    )  # fmt: skip
    draft.paper = {
        "paper": "count", "table": "", "when": "cage", "cash": cash, "chips": write(chips),
        "over": cash + worth(chips) - sum(expected), "by": order.who.name, "second": second.name, "at": draft.at,
    }  # fmt: skip
    return Accepted(NO_CLAUSE)


def bank(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Cash between the house's bank and the vault, chips into service or out of it; two names."""
    second = judge_second(order, SUPERVISING, "what comes into the house or leaves it")
    if isinstance(second, Refused):
        return second
    way = read(str, order.details.get("way"), "way")
    if way not in ("in", "out"):
        return Refused(NO_CLAUSE, "it comes in, or it goes out", "way")
    cash = amount(order.details.get("cash", 0), "cash")
    chips = read_chips(order.details.get("chips", {}), "chips", cage.state.arrangement.denominations)
    if not cash and not chips:
        return Refused(NO_CLAUSE, "say how much", "amount")
    holds, few = cage.ledger.balance(VAULT), places.lacking(cage.state.rack(MAIN), chips)
    if way == "out" and (cash > holds or few):
        because = f"{few}, in the cage" if few else f"the vault has {show(holds)}"
        return Refused(NO_CLAUSE, because, "chips" if few else "cash")
    if cash:
        ends = (BANK, VAULT) if way == "in" else (VAULT, BANK)
        draft.note("from the bank" if way == "in" else "to the bank", (Transfer(*ends, cash, "bank"),), cash=cash,
                   second=second.name)  # fmt: skip
    if chips:
        inward = way == "in"
        ends = (TREASURY, places.rack(MAIN)) if inward else (places.rack(MAIN), TREASURY)
        draft.note("chips brought" if inward else "chips withdrawn", (Transfer(*ends, worth(chips), "into service"),),
                   chips=write(chips), **{"to" if inward else "from": MAIN}, second=second.name)  # fmt: skip
    return Accepted(NO_CLAUSE)


# The day


def open_day(cage: Cage, draft: Draft, order: Order) -> Decision:
    """The cage opens for the gaming day; until then nothing is exchanged."""
    if cage.state.day:
        return Refused(NO_CLAUSE, f"the cage is open for {cage.state.day}", "day")
    second = judge_second(order, COUNTING, "the opening of the cage")
    if isinstance(second, Refused):
        return second
    day = gaming_day(order.at)
    if day in cage.state.closed_days:
        return Refused(NO_CLAUSE, f"the gaming day {day} is closed, and its figures are filed", "day")
    draft.note("day opened", day=day, second=second.name)
    return Accepted(NO_CLAUSE)


def close_day(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Every drawer, slip and box has been counted: the day is over, and its figures can be told."""
    day = cage.state.day
    if not day:
        return Refused(NO_CLAUSE, "the cage is not open", "day")
    second = judge_second(order, COUNTING, "the closing of the cage")
    if isinstance(second, Refused):
        return second
    left = still_open(cage)
    if left:
        return Refused(NO_CLAUSE, f"first: {'; '.join(left)}", "day")
    draft.note("day closed", day=day, second=second.name)
    return Accepted(NO_CLAUSE)


def still_open(cage: Cage) -> list[str]:
    """What must be counted or signed for before the day is over."""
    state, found = cage.state, list[str]()
    found.extend(f"the drawer at {one.place} ({one.holder}) is open" for one in state.drawers.values())
    found.extend(f"{slip.kind} {slip.number} for {slip.table} is {slip.state}" for slip in state.slips.values())
    for table in state.trays:
        if cents := cage.ledger.balance(places.drop(table)):
            found.append(f"{show(cents)} lies in the box of {table}")
        if tray(cage, table).moved:
            found.append(f"the float of {table} is not counted")
    return found
