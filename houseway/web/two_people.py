"""Two people: what nobody of the staff does alone on a staffed floor.

Money above an amount is taken in on two people's word. And once a wagering period is over the ball may be in sight: whoever
then calls the spin void, on whatever ground, or says that no record proves a wager which the ledger has, is signed for by a
supervisor who is somebody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.floor.people import SUPERVISORS, Person
from houseway.floor.table import Table
from houseway.floor.terminals import accounts_of
from houseway.law.clause import Basis
from houseway.money import cents as amount
from houseway.money import show
from houseway.play.prompts import TakeWagers
from houseway.premises.premises import Premises
from houseway.web.problems import Problem

CODE = "second_person"  # by which a console knows to ask for a signature
ALWAYS_ASKED = ("recalculate", "correct")  # nobody does these who asked for them
# acts whose record names who asked for them
SIGNED = (*ALWAYS_ASKED, "buy in", "change cash", "sign hand pay", "fault", "irregularity", "answer", "say")


def as_asked(act: str, details: Mapping[str, Any], who: Person, asked: Person | None) -> dict[str, Any]:
    """An order with who asked for it: whoever is at the device, where another has signed. What the order itself says of that
    counts for nothing, or one person could bring in another by writing a name."""
    given = {name: value for name, value in details.items() if name not in ("asked_by", "asked_role")}
    if act in ALWAYS_ASKED or (asked is not None and act in SIGNED):
        given |= {"asked_by": (asked or who).name, "asked_role": (asked or who).role}
    return given


def signs(
    premises: Premises, table: Table, who: Person, act: str, details: Mapping[str, Any], signer: Person | None = None
) -> None:
    """Refuses what wants the signature of another than who asks for it."""
    if premises.identity.door is None or premises.settings is None or not who.may(act):
        return
    if act in ("buy in", "change cash") and signer is None:
        most, cents = amount(premises.settings.house.buy_in_alone), details.get("cents")
        if type(cents) is int and cents > most:
            raise _refused(f"Above {show(most)} a second person signs for what was taken in.")
    if (signer is None or signer.role not in SUPERVISORS) and voids_a_closed_spin(table, act, details):
        rules = table.chapters.terminals
        by = rules.faults.unproven.by if rules is not None else Basis(())
        raise _refused("Wagering is over and the ball may be in sight: a supervisor who is somebody else signs.", by)


def voids_a_closed_spin(table: Table, act: str, details: Mapping[str, Any]) -> bool:
    if accounts_of(table) is None:
        return False
    if act == "fault" and details.get("records", "complete") != "complete":
        return details.get("spin") is not None or not isinstance(table.prompt, TakeWagers)
    value = details.get("value")
    called = act == "irregularity" or (act == "answer" and isinstance(value, dict) and "irregularity" in value)
    return called and not isinstance(table.prompt, TakeWagers)


def _refused(because: str, by: Basis | None = None) -> Problem:
    return Problem("refused", because, by, code=CODE)
