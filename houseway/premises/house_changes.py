"""House changes: what settings say of the house beside its tables: the cage, keno's hours, shifts and levies, people and devices.

A person or a device that is new is given a code, which is told once to whoever applies the settings and is on no record; one that
the settings name no longer loses what it signs in with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.keno.host import KENO, Host
from houseway.floor.people import HOUSE
from houseway.ledger import Ledger
from houseway.play.decision import Refused
from houseway.premises.invitations import Invitations
from houseway.premises.settings import DeviceIn, KenoIn, Settings, StaffIn, hour
from houseway.premises.staff import Door

if TYPE_CHECKING:
    from houseway.premises.premises import Premises


@dataclass(frozen=True)
class HouseChange:
    """One thing that settings do to the house itself."""

    act: str  # "cage", "keno", "figures", "invite", "dismiss", "device", "device away"
    does: str
    words: str
    details: Mapping[str, Any] = field(default_factory=dict)


def changes_of_house(premises: Premises, then: Settings) -> Iterable[HouseChange]:
    """Everything in which the house itself and the settings differ."""
    now = premises.settings
    if now is None or premises.identity.door is None:
        return
    if premises.desks is not None and then.cage.arrangement != premises.desks.cage.state.arrangement:
        yield HouseChange("cage", "changes", "the cage is arranged otherwise")
    if then.keno != now.keno:
        hours = f"from {then.keno.opens} to {then.keno.closes}" if then.keno.opens else "at any hour"
        yield HouseChange("keno", "changes", f"keno is sold {hours}, run by the {then.keno.run_by}")
    if then.figures != now.figures:
        yield HouseChange("figures", "changes", "figures are divided by other shifts, or levied otherwise")
    yield from _of_people(premises.ledger, premises.identity.door, now.staff, then.staff)
    yield from _of_devices(premises.identity.door, now.devices, then.devices)


def _of_people(
    ledger: Ledger, door: Door, before: tuple[StaffIn, ...], wanted: tuple[StaffIn, ...]
) -> Iterable[HouseChange]:
    there, invited = dict(door.everybody()), Invitations(ledger, door).invited()
    for row in wanted:
        known = there.get(row.name) or invited.get(row.name)
        if known != row.role:
            words = f"{row.name} is invited as {row.role}" + (f", and is a {known} no longer" if known else "")
            yield HouseChange("invite", "opens", words, {"name": row.name, "role": row.role, "badge": row.badge})
    gone = {row.name for row in before} - {row.name for row in wanted}
    for name in sorted(gone & (there.keys() | invited.keys())):
        yield HouseChange("dismiss", "closes", f"{name} may sign in no longer", {"name": name})


def _of_devices(door: Door, before: tuple[DeviceIn, ...], wanted: tuple[DeviceIn, ...]) -> Iterable[HouseChange]:
    there = door.devices()
    for row in wanted:
        if (row.kind, row.table, row.station) not in there:
            words = f"the {row.kind} of {row.table} {row.station}".rstrip() + " is given a code"
            details = {"kind": row.kind, "table": row.table, "station": row.station}
            yield HouseChange("device", "opens", words, details)
    for row in before:
        if row not in wanted and (row.kind, row.table, row.station) in there:
            words = f"the {row.kind} of {row.table} {row.station}".rstrip() + " has no credential any more"
            yield HouseChange("device away", "closes", words, {"table": row.table, "station": row.station})


def do(premises: Premises, change: HouseChange, settings: Settings, by: str) -> str:
    """Has it done; what comes of it is a code to be told once, or nothing."""
    door = premises.identity.door
    assert door is not None
    if change.act == "cage" and premises.desks is not None:
        premises.desks.arrange(settings)
    elif change.act == "keno" and KENO not in premises.house.out_of_order:
        run_keno(premises.keno, settings.keno, anew=True)
    elif change.act == "figures":
        premises.figures.clear()
    return give(premises.ledger, door, change, by)


def give(ledger: Ledger, door: Door, change: HouseChange, by: str) -> str:
    """Codes for people and devices, or their end."""
    details = change.details
    if change.act == "invite":
        if details["name"] in dict(door.everybody()):
            door.remove(details["name"], by)
        return Invitations(ledger, door).invite(details["name"], details["role"], details["badge"])
    if change.act == "dismiss":
        Invitations(ledger, door).withdraw(details["name"])
        if details["name"] in dict(door.everybody()):
            door.remove(details["name"], by)
    elif change.act == "device":
        return door.invite(details["kind"], details["table"], details["station"], by)
    elif change.act == "device away":
        door.dismiss(details["table"], details["station"], by)
    return ""


def codes(ledger: Ledger, door: Door, settings: Settings, by: str) -> list[tuple[str, str]]:
    """A code for every person and device of the settings that has none and no credential yet, for a house before it opens."""
    changes = [*_of_people(ledger, door, (), settings.staff), *_of_devices(door, (), settings.devices)]
    return [(change.words, give(ledger, door, change, by)) for change in changes]


def run_keno(host: Host, wanted: KenoIn, anew: bool = False) -> None:
    """Keno at its hours, by whom it is to be run. Who runs it is the settings' to say for a new desk, or when they change."""
    host.hours = (hour("keno.opens", wanted.opens), hour("keno.closes", wanted.closes)) if wanted.opens else None
    standing = host.keno.standing
    new = not standing.day and standing.game <= 1
    if (anew or new) and standing.run_by != wanted.run_by:
        reply = host.keno.do(KenoOrder(HOUSE, "take over", {"run_by": wanted.run_by}, at=host.clock()))
        assert not isinstance(reply.decision, Refused), reply.decision
        host.tell()
