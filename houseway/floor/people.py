"""People: who may do what.

Every act has a row with the roles that may perform it. An act without a row does not exist; a person without the role
is refused. Which supervisor a book names for an act is a fact of that book and stands in its words; the house gives the
act to the roles below.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from houseway.values import value

Role: TypeAlias = Literal["player", "dealer", "game supervisor", "casino supervisor", "inspector", "house"]

DEALING: tuple[Role, ...] = ("dealer", "house")
FLOOR: tuple[Role, ...] = ("game supervisor", "casino supervisor")
DUTY: tuple[Role, ...] = ("casino supervisor",)

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
    "freeze": (*DEALING, *FLOOR, "inspector"),
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
    "tournament": DUTY,
    "end tournament": DUTY,
    "brief tournament": FLOOR,
    "director leaves": FLOOR,
    "director returns": FLOOR,
    "substitute": FLOOR,
    "last hand": FLOOR,
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
}


@value
class Person:
    name: str
    role: Role

    def may(self, act: str) -> bool:
        return self.role in MAY.get(act, ())


HOUSE = Person("house", "house")


def player(name: str) -> Person:
    """Somebody who plays."""
    return Person(name, "player")
