"""Books on record that are not the program's, told of a ledger alone: whoever audits has no house to open."""

from __future__ import annotations

from houseway.floor.house import House
from houseway.floor.law import other_books
from houseway.ledger import Ledger
from houseway.premises.notices import Notices


def other_books_of(ledger: Ledger) -> dict[str, str]:
    """By table: in which words the books of this program are not those on record."""
    notices = Notices(ledger)
    try:
        house = House(ledger)
        house.load_floor()
        laws = {name: table.state.law for name, table in house.tables.items()}
        return {name: told for name, law in laws.items() if law is not None and (told := other_books(law))}
    finally:
        notices.close()
