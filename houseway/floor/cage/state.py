"""State: what the cage knows, folded from its entries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from houseway.floor.cage.places import MAIN, Chips, added
from houseway.forms import Doc, read
from houseway.money import Cents
from houseway.values import field, value


@value
class Arrangement:
    """How the house has arranged its cage."""

    denominations: tuple[int, ...] = ()  # of chips, in cents
    float: Chips = field(default_factory=dict)  # of a table
    alone: Cents = 1_000_000  # above it a second person signs for cash that is taken in or paid
    drawers: bool = True  # keno writers take cash only into a drawer of their own
    hand_pay: Cents = 500_000  # a win above it is paid by hand, with a slip that two people sign


@value
class Drawer:
    """Cash, and perhaps chips, in one person's keeping: a window of the cage, or a keno writer's terminal."""

    place: str
    kind: Literal["window", "writer"]
    holder: str
    since: str
    second: str


@value
class Slip:
    """Chips on their way to a table or from one: a fill, or a credit."""

    number: int
    kind: Literal["fill", "credit"]
    table: str
    chips: Chips
    asked_by: str
    asked_at: str
    sent_by: str = ""  # who signed that they left
    badge: str = ""  # of that person
    state: Literal["asked", "sent"] = "asked"


@value
class Voucher:
    """A house's own paper that is worth money. Of its serial only a hash is on record."""

    number: int
    cents: Cents
    serial: str
    at: str


@value
class Counted:
    """The last count of a table's float: what lay there, and how far the record of the table had come."""

    cents: Cents
    entry: int  # of the table's stream
    own: int  # of the cage's
    at: str
    when: Literal["opening", "closing", "placed"] = "placed"


@value
class CageState:
    arrangement: Arrangement = Arrangement()
    installed: bool = False
    day: str = ""  # the gaming day the cage is open for; "" between days
    closed_days: tuple[str, ...] = ()  # the last of them
    racks: dict[str, Chips] = field(default_factory=dict)
    drawers: dict[str, Drawer] = field(default_factory=dict)
    slips: dict[int, Slip] = field(default_factory=dict)  # asked for or under way
    slips_so_far: int = 0
    vouchers: dict[int, Voucher] = field(default_factory=dict)  # still worth something
    vouchers_so_far: int = 0
    trays: dict[str, Counted] = field(default_factory=dict)  # by table

    def rack(self, place: str) -> Chips:
        return self.racks.get(place, {})


DAYS = 40  # closed ones that are kept at hand


def _moved(state: CageState, place: str, chips: Chips, sign: int = 1) -> CageState:
    """Chips laid into a rack, or taken out of it."""
    return replace(state, racks={**state.racks, place: added(state.rack(place), chips, sign)}) if chips else state


def _chips(doc: Doc) -> Chips:
    found: Chips = read(dict[int, int], doc, "chips")
    return found


def _between(state: CageState, body: dict[str, Doc]) -> CageState:
    """Chips of one rack to another; "" is nowhere that a rack is kept of."""
    if not body.get("chips"):
        return state
    chips, source, target = _chips(body["chips"]), body.get("from", ""), body.get("to", "")
    state = _moved(state, source, chips, -1) if source else state
    return _moved(state, target, chips) if target else state


def _installed(state: CageState, body: dict[str, Doc]) -> CageState:
    arrangement: Arrangement = read(Arrangement, body["arrangement"], "arrangement")
    return _between(replace(state, arrangement=arrangement, installed=True), body)


def _arranged(state: CageState, body: dict[str, Doc]) -> CageState:
    return replace(state, arrangement=read(Arrangement, body["arrangement"], "arrangement"))


def _drawer_opened(state: CageState, body: dict[str, Doc]) -> CageState:
    drawer: Drawer = read(Drawer, body["drawer"], "drawer")
    return _between(replace(state, drawers={**state.drawers, drawer.place: drawer}), body)


def _drawer_closed(state: CageState, body: dict[str, Doc]) -> CageState:
    place = body["place"]
    left = {name: one for name, one in state.drawers.items() if name != place}
    racks = {name: chips for name, chips in state.racks.items() if name != place}
    return _between(replace(state, drawers=left, racks=racks), {**body, "from": "", "to": MAIN})


def _exchanged(state: CageState, body: dict[str, Doc]) -> CageState:
    window = body["window"]
    state = _moved(state, window, _chips(body["takes"].get("chips", {})))
    state = _moved(state, window, _chips(body["gives"].get("chips", {})), -1)
    spent = body["takes"].get("vouchers", ())
    vouchers = {number: one for number, one in state.vouchers.items() if number not in spent}
    issued = body.get("issued")
    if issued is not None:
        made: Voucher = read(Voucher, issued, "issued")
        return replace(state, vouchers={**vouchers, made.number: made}, vouchers_so_far=made.number)
    return replace(state, vouchers=vouchers)


def _asked(state: CageState, body: dict[str, Doc]) -> CageState:
    slip: Slip = read(Slip, body["slip"], "slip")
    return replace(state, slips={**state.slips, slip.number: slip}, slips_so_far=slip.number)


def _sent(state: CageState, body: dict[str, Doc]) -> CageState:
    slip: Slip = read(Slip, body["slip"], "slip")
    return _between(replace(state, slips={**state.slips, slip.number: slip}), body)


def _slip_over(state: CageState, body: dict[str, Doc]) -> CageState:
    left = {number: slip for number, slip in state.slips.items() if number != body["slip"]}
    return _between(replace(state, slips=left), body)


def _counted(state: CageState, body: dict[str, Doc]) -> CageState:
    tray: Counted = read(Counted, body["tray"], "tray")
    return _between(replace(state, trays={**state.trays, body["table"]: tray}), body)


def _day_closed(state: CageState, body: dict[str, Doc]) -> CageState:
    return replace(state, day="", closed_days=(*state.closed_days, body["day"])[-DAYS:])


def _recounted(state: CageState, body: dict[str, Doc]) -> CageState:
    return replace(state, racks={**state.racks, body["place"]: _chips(body["chips"])}) if "chips" in body else state


def _same(state: CageState, body: dict[str, Doc]) -> CageState:
    return state


AFTER: dict[str, Callable[[CageState, dict[str, Doc]], CageState]] = {
    "installed": _installed,
    "arranged": _arranged,
    "day opened": lambda s, b: replace(s, day=b["day"]),
    "day closed": _day_closed,
    "from the bank": _same,
    "to the bank": _same,
    "chips brought": _between,
    "chips withdrawn": _between,
    "drawer opened": _drawer_opened,
    "drawer closed": _drawer_closed,
    "dropped": _between,
    "replenished": _between,
    "exchanged": _exchanged,
    "asked": _asked,
    "sent": _sent,
    "received": _slip_over,
    "called off": _slip_over,
    "float placed": _counted,
    "float counted": _counted,
    "drop counted": _recounted,
    "vault counted": _recounted,
    "rack counted": _recounted,
    "hand pay": _same,
}
