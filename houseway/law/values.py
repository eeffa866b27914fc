"""Values: what the provisions of a book come to, without the clauses they rest on.

Two editions that say the same in other clauses have the same figures; this is what figures are kept by.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from houseway.forms import write
from houseway.law.clause import Provision


def values(terms: Any) -> Any:
    """Every provision's value by name, groups within groups; None where the book is silent."""
    if terms is None:
        return None
    if isinstance(terms, Provision):
        return write(terms.value)
    return {item.name: values(getattr(terms, item.name)) for item in fields(terms)}
