"""People: who may do what.

Every act has a row with the roles that may perform it as far as no book says otherwise. An act without a row does not exist; a
person without the role is refused. Where the book of a table names who decides, that is who may (``authority.py``). What roles
there are is told in ``houseway.law.roles``.
"""

from __future__ import annotations

import re

from houseway.law.roles import MANAGING, ROLES
from houseway.law.roles import Role as Role
from houseway.values import value

DEALING: tuple[Role, ...] = ("dealer", "house")
CASINO_SUPERVISORS: tuple[Role, ...] = (*MANAGING, "operator")
SUPERVISORS: tuple[Role, ...] = ("game supervisor", *CASINO_SUPERVISORS)
ANSWERING: tuple[Role, ...] = (*DEALING, *SUPERVISORS)  # what a table asks of nobody in particular
DIRECTING: tuple[Role, ...] = (*CASINO_SUPERVISORS, "tournament director")

ROLES_OF_ACT: dict[str, tuple[Role, ...]] = {
    # at the layout
    "sit": ("player",),
    "leave": ("player",),
    "place": ("player", *DEALING),
    "withdraw": ("player", *DEALING),
    "say": ("player", "dealer", *SUPERVISORS),
    "choose": ("player", *DEALING),
    "ready": ("player",),
    "secret": ("player", *DEALING, *SUPERVISORS),
    "see form": ("player", "dealer", *SUPERVISORS),
    "examine form": SUPERVISORS,
    "colour": ("player", *DEALING),
    "redeem": ("player", *DEALING),
    "ask burn": ("player", "dealer"),
    "complain": ("player", "dealer", *SUPERVISORS),
    "ask for rules": tuple(role for role in ROLES if role != "house"),  # whoever asks is given a copy
    # money at the table
    **dict.fromkeys(("change cash", "show chips", "take chips"), ("dealer", *SUPERVISORS)),
    "sign hand pay": SUPERVISORS,
    "call dealer": ("player",),
    "answer call": ("dealer", *SUPERVISORS),
    # dealing
    "confirm": DEALING,
    "answer": (*ANSWERING, "surveillance"),  # who answers only what a book asks of them
    "irregularity": (*DEALING, *SUPERVISORS),
    "relieve": (*DEALING, *SUPERVISORS),
    "sign on": ("dealer", *SUPERVISORS),
    "freeze": (*DEALING, *SUPERVISORS),
    # terminals
    "touch": ("player",),
    "attach": (*SUPERVISORS, "house"),
    "detach": (*SUPERVISORS, "house"),
    "buy in": (*DEALING, *SUPERVISORS),
    "note in": ("player", "house"),
    "pay out": (*DEALING, *SUPERVISORS),
    "send away": (*DEALING, *SUPERVISORS),
    "fault": (*DEALING, *SUPERVISORS),
    "mended": SUPERVISORS,
    "period": (*CASINO_SUPERVISORS, "house"),
    "open wagering": (*DEALING, *SUPERVISORS),
    "spun": (*DEALING, *SUPERVISORS),
    "recalculate": SUPERVISORS,
    "settle owed": SUPERVISORS,
    # supervising
    "release": SUPERVISORS,
    "correct": SUPERVISORS,
    "share": (*SUPERVISORS, "house"),
    "shuffle": SUPERVISORS,
    "replace cards": SUPERVISORS,
    "check set": SUPERVISORS,
    "replace set": CASINO_SUPERVISORS,
    "check cards": (*DEALING, *SUPERVISORS),
    "count cards": SUPERVISORS,
    "record": (*DEALING, *SUPERVISORS),
    "post minimum": (*CASINO_SUPERVISORS, "house"),
    "limits": (*CASINO_SUPERVISORS, "house"),
    "marker": CASINO_SUPERVISORS,
    "differential": (*CASINO_SUPERVISORS, "house"),
    "odds": (*CASINO_SUPERVISORS, "house"),
    "post odds": (*CASINO_SUPERVISORS, "house"),
    "post closing": (*CASINO_SUPERVISORS, "house"),
    "tell inspector": CASINO_SUPERVISORS,
    "close": (*CASINO_SUPERVISORS, "house"),
    "reopen": (*CASINO_SUPERVISORS, "house"),
    "take up jackpot": ("house",),
    "tournament": DIRECTING,
    "end tournament": DIRECTING,
    **dict.fromkeys(("brief tournament", "director leaves", "director returns"), (*SUPERVISORS, "tournament director")),
    "substitute": (*SUPERVISORS, "tournament director"),
    "reserve": (*DIRECTING, "house"),
    "last hand": (*SUPERVISORS, "tournament director"),
    "pass hand": (*DEALING, *SUPERVISORS, "tournament director"),
    "vacate": SUPERVISORS,
    "call in box": (*DEALING, *SUPERVISORS),
    "allow box": SUPERVISORS,
    "warn": SUPERVISORS,
    "exclude": CASINO_SUPERVISORS,
    "readmit": CASINO_SUPERVISORS,
    "hold winnings": CASINO_SUPERVISORS,
    "release winnings": CASINO_SUPERVISORS,
    "forfeit winnings": CASINO_SUPERVISORS,
    "void wagers": CASINO_SUPERVISORS,
    "invalidate": CASINO_SUPERVISORS,
    "decide dispute": CASINO_SUPERVISORS,
    "ask for review": ("player", "dealer", *SUPERVISORS),
    "review": ("inspector",),
    # asking somebody who has the authority, and what they say
    "ask": (*DEALING, *SUPERVISORS, "tournament director"),
    "allow": (*SUPERVISORS, "tournament director"),
    "decline": (*DEALING, *SUPERVISORS, "tournament director"),  # whoever asked takes it back so
    "acknowledge": (
        "dealer",
        *SUPERVISORS,
        "tournament director",
        "surveillance",
        "inspector",
        "director",
        "commission",
    ),
}


@value
class Person:
    name: str
    role: Role
    badge: str = ""  # whose account it is, where the house has enrolled them: one person may have several

    def may(self, act: str) -> bool:
        return self.role in ROLES_OF_ACT.get(act, ())

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
