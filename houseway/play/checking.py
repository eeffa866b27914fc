"""Checking: what a table is played with, looked at before gaming begins and when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.law.clause import Provision


@dataclass(frozen=True)
class Checking:
    """A set that is whole or is not: how it is called, how many pieces it has, and by which rules it is looked at.

    Before gaming the script itself asks for the check; when gaming ends the table does not close before somebody has made it."""

    what: str  # "tiles"
    pieces: int
    before: Provision[None]
    after: Provision[None]
    replaced: Provision[None]  # when one piece or all of them are unfit
    names: tuple[str, ...] = ()  # what a piece may be called; of a pair the second has a star behind its name
