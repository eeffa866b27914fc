"""Moving: what the provisions of a book come to, without the clauses they rest on.

Two editions that say the same in other clauses have the same figures, and so have two that differ in limits, manners and
seats alone; ``moving`` is what figures are kept by.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from houseway.forms import write
from houseway.law.clause import Provision

STILL = ("general", "places")  # groups of provisions that move no figure
ROUNDS = "odd_payment"  # but what a payment is rounded to might
MANNERS = (
    "dealing.checked",
    "dealing.cut_within",
    "nobody_left",
)  # what people do, and nothing is paid otherwise for it


def moving(terms: Any) -> dict[str, Any]:
    """The values that can move a figure."""
    found: dict[str, Any] = values(terms)
    for group in STILL:
        if found.get(group) is not None:
            found[group] = found[group].get(ROUNDS)
    for manner in MANNERS:
        group, _, name = manner.rpartition(".")
        (found.get(group) or {} if group else found).pop(name, None)
    return found


def values(terms: Any) -> Any:
    """Every provision's value by name, groups within groups; None where the book is silent."""
    if terms is None:
        return None
    if isinstance(terms, Provision):
        return write(terms.value)
    return {item.name: values(getattr(terms, item.name)) for item in fields(terms)}
