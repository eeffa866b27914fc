"""People: who may do what.

Every act has a row with the roles that may perform it as far as no book says otherwise. An act without a row does not exist; a
person without the role is refused. Where the book of a table names who decides, that is who may (``authority.py``). What roles
there are is told in ``houseway.law.roles``.
"""

from __future__ import annotations

import re

from houseway.law.roles import MANAGING
from houseway.law.roles import Role as Role
from houseway.values import value

DEALING: tuple[Role, ...] = ("dealer", "house")
DUTY: tuple[Role, ...] = (*MANAGING, "operator")
FLOOR: tuple[Role, ...] = ("game supervisor", *DUTY)
DIRECTING: tuple[Role, ...] = (*DUTY, "tournament director")

MAY: dict[str, tuple[Role, ...]] = {
    # at the layout
    "sit": ("player",),
    "leave": ("player",),
    "place": ("player", *DEALING),
    "withdraw": ("player", *DEALING),
    "say": ("player", "dealer", *FLOOR),
    "choose": ("player", *DEALING),
    "ready": ("player",),
    "secret": ("player", *DEALING, *FLOOR),
    "see form": ("player", "dealer", *FLOOR),
    "colour": ("player", *DEALING),
    "redeem": ("player", *DEALING),
    "ask burn": ("player", "dealer"),
    "complain": ("player", "dealer", *FLOOR),
    # dealing
    "confirm": DEALING,
    "answer": (*DEALING, *FLOOR),
    "irregularity": (*DEALING, *FLOOR),
    "relieve": (*DEALING, *FLOOR),
    "freeze": (*DEALING, *FLOOR),
    # terminals
    "touch": ("player",),
    "attach": (*FLOOR, "house"),
    "detach": (*FLOOR, "house"),
    "buy in": (*DEALING, *FLOOR),
    "note in": ("player", "house"),
    "pay out": (*DEALING, *FLOOR),
    "send away": (*DEALING, *FLOOR),
    "fault": (*DEALING, *FLOOR),
    "mended": FLOOR,
    "period": (*DUTY, "house"),
    "open wagering": (*DEALING, *FLOOR),
    "spun": (*DEALING, *FLOOR),
    "recalculate": FLOOR,
    "settle owed": FLOOR,
    # supervising
    "release": FLOOR,
    "correct": FLOOR,
    "share": (*FLOOR, "house"),
    "shuffle": FLOOR,
    "replace cards": FLOOR,
    "check set": FLOOR,
    "replace set": DUTY,
    "check cards": (*DEALING, *FLOOR),
    "count cards": FLOOR,
    "record": (*DEALING, *FLOOR),
    "post minimum": (*DUTY, "house"),
    "limits": (*DUTY, "house"),
    "marker": DUTY,
    "differential": (*DUTY, "house"),
    "odds": (*DUTY, "house"),
    "post odds": (*DUTY, "house"),
    "post closing": (*DUTY, "house"),
    "tell inspector": DUTY,
    "close": (*DUTY, "house"),
    "reopen": (*DUTY, "house"),
    "take up jackpot": ("house",),
    "tournament": DIRECTING,
    "end tournament": DIRECTING,
    **dict.fromkeys(("brief tournament", "director leaves", "director returns"), (*FLOOR, "tournament director")),
    "substitute": (*FLOOR, "tournament director"),
    "last hand": (*FLOOR, "tournament director"),
    "vacate": FLOOR,
    "call in box": (*DEALING, *FLOOR),
    "allow box": FLOOR,
    "warn": FLOOR,
    "exclude": DUTY,
    "readmit": DUTY,
    "hold winnings": DUTY,
    "release winnings": DUTY,
    "forfeit winnings": DUTY,
    "void wagers": DUTY,
    "invalidate": DUTY,
    "decide dispute": DUTY,
    "ask for review": ("player", "dealer", *FLOOR),
    "review": ("inspector",),
    # asking somebody who has the authority, and what they say
    "ask": (*DEALING, *FLOOR, "tournament director"),
    "allow": (*FLOOR, "tournament director"),
    "decline": (*FLOOR, "tournament director"),
    "acknowledge": (*FLOOR, "tournament director", "inspector", "director", "commission"),
}


@value
class Person:
    name: str
    role: Role
    badge: str = ""  # whose account it is, where the house has enrolled them: one person may have several

    def may(self, act: str) -> bool:
        return self.role in MAY.get(act, ())

    def is_same_as(self, other: Person) -> bool:
        """Whether two are one: the same name however it is typed, or two names on one badge."""
        return same_name(self.name, other.name) or bool(self.badge and self.badge == other.badge)


def same_name(one: str, other: str) -> bool:
    """Whether two names are one person's, however they are typed."""
    return plain_name(one) == plain_name(other)


def plain_name(name: str) -> str:
    """A name without what two ways of writing it differ in: capitals, blanks, dots and dashes."""
    return re.sub(r"[\s.\-']+", "", name.casefold())


HOUSE = Person("house", "house")


def player(name: str) -> Person:
    """Somebody who plays."""
    return Person(name, "player")
