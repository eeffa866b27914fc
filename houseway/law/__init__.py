"""Law: what a rulebook is, and what it says at a given hour.

The words of a gazette become *provisions*: values that know which clauses, and which reading of ours where the
words leave a gap, stand behind them. A book is data; this package only reads it, refuses it when it is incomplete,
and resolves it to the edition in force.
"""

from houseway.law.clause import Basis, Clause, Kind, Provision
from houseway.law.library import BadBook, Shelf
from houseway.law.reading import Reading
from houseway.law.rulebook import Edition, NotInForce, Rulebook
from houseway.law.words import Chapter, Words

__all__ = [
    "BadBook",
    "Basis",
    "Chapter",
    "Clause",
    "Edition",
    "Kind",
    "NotInForce",
    "Provision",
    "Reading",
    "Rulebook",
    "Shelf",
    "Words",
]
