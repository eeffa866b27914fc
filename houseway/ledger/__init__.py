"""Ledger: durable truth. It knows money and keys, not games.

Entries, the transfers they cause and the answer to the command that made them are written in one transaction, chained
by hash, and acknowledged only after the flush. What a table did is the list of its entries; what an account holds is
the sum of its transfers.
"""

from houseway.ledger.audit import Audit, Finding, audit
from houseway.ledger.chain import Post, Stored
from houseway.ledger.opening import UnsafeStore, notepad, open_ledger
from houseway.ledger.postings import Account, Transfer
from houseway.ledger.store import KeyReused, Ledger, Moved, Overdrawn
from houseway.ledger.writer import LedgerBroken, NotOurs, Row, Undone

__all__ = [
    "Account",
    "Audit",
    "Finding",
    "KeyReused",
    "Ledger",
    "LedgerBroken",
    "Moved",
    "NotOurs",
    "Overdrawn",
    "Post",
    "Row",
    "Stored",
    "Transfer",
    "Undone",
    "UnsafeStore",
    "audit",
    "notepad",
    "open_ledger",
]
