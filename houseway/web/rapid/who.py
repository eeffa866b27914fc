"""Who may sit at which terminal and listen to which screen.

In an open house a visitor plays at the terminal whose account is theirs, or takes a free one. In a staffed house the terminal
itself is known by its credential, and whoever the dealer gave it to plays at it. Consoles are for staff; the display is for
everybody in the room.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection

from houseway.premises.premises import Premises


def may_play(premises: Premises, asking: HTTPConnection, table: str, station: str) -> bool:
    identity = premises.identity
    if identity.door is not None:
        device = identity.device(asking)
        return device is not None and (device.kind, device.table, device.station) == ("terminal", table, station)
    visitor = identity.visitor(asking)
    one = premises.house.tables[table].state.stations.get(station)
    return visitor is not None and one is not None and (not one.account or one.control == visitor.name)


def own_station(premises: Premises, name: str, visitor: str) -> str:
    """The terminal a visitor has at a table; empty if none."""
    stations = premises.house.tables[name].state.stations.values()
    return next((one.name for one in stations if one.account and one.control == visitor), "")


def may_listen(premises: Premises, asking: HTTPConnection, table: str, page: str) -> bool:
    if page == "display":
        return True
    staff = premises.identity.staff(asking)
    if staff is None:
        return False
    if premises.identity.door is not None and staff.role == "dealer":
        device = premises.identity.device(asking)
        return device is not None and (device.kind, device.table) == ("console", table)
    return True
