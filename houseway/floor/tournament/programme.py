"""Programme: the tournaments that a house of play credit offers by itself, as data.

Each is a set of conditions and a kind of table. There is always one of each that one can enter; when a person has, others have a
little time to, and then house players take the places that are left.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from houseway.forms import Doc, read, write
from houseway.money import cents
from houseway.play.conditions import Conditions
from houseway.values import field, value

NO_APPROVAL = "play credit: no approval needed"
DIRECTOR = "House director, game supervisor"
GATHERING = 1.0  # of the time that a window is open: how long others have to enter once a person has
_FILE = Path(__file__).with_name("programme.toml")


@value
class Programme:
    """A tournament that the house offers, again and again."""

    name: str
    about: str  # in a sentence
    like: str  # the table of the first floor that its tables are like
    tables: tuple[str, ...]  # what they are called
    conditions: dict[str, Doc] = field(default_factory=dict)
    one_at_a_time: bool = True  # its tables are few

    @property
    def read(self) -> Conditions:
        found: Conditions = read(Conditions, self.conditions, self.name)
        return found


@cache
def offered() -> tuple[Programme, ...]:
    """What the house offers, with amounts of dollars read as cents."""
    doc = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(_programme(one) for one in doc["tournament"])


def _programme(doc: dict[str, Any]) -> Programme:
    conditions = dict(doc["conditions"])
    conditions["fee"] = {**conditions["fee"], "cents": cents(conditions["fee"]["cents"])}
    stages = []
    for stage in conditions["stages"]:
        amounts = {name: cents(stage[name]) for name in ("credit", "compulsory_wager", "buy_in") if name in stage}
        limits = {name: cents(amount) for name, amount in stage.get("limits", {}).items()}
        stages.append({**stage, **amounts, **({"limits": limits} if limits else {})})
    read_back: Conditions = read(Conditions, {**conditions, "stages": stages}, doc["name"])
    return Programme(doc["name"], doc["about"], doc["like"], tuple(doc["tables"]), write(read_back))
