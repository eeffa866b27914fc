"""Awaited: what waits for somebody's word, at every table of the floor, as whoever looks at it may answer it.

Three things wait: what a table's round asks of a supervisor, what somebody asked for that takes another's authority, and what the
book wants somebody told. Each is on the screen of whoever the book names, wherever they are in the pit; others see it at its own
table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from houseway.floor import authority
from houseway.floor.people import Person
from houseway.floor.state import Unread, Waiting
from houseway.floor.table import Table
from houseway.law.clause import Basis
from houseway.law.roles import listed
from houseway.play.prompts import Choose, Confirm, Number, Option, Prompt


@dataclass(frozen=True)
class Question:
    """What a table's round asks of a supervisor."""

    table: Table
    prompt: Prompt
    people: str  # who answers it, in words
    mine: bool  # whether whoever looks may

    @property
    def options(self) -> tuple[Option, ...]:
        return self.prompt.open if isinstance(self.prompt, Choose) else ()

    @property
    def number(self) -> Number | None:
        return self.prompt if isinstance(self.prompt, Number) else None

    @property
    def confirms(self) -> bool:
        return isinstance(self.prompt, Confirm)


@dataclass(frozen=True)
class Asked:
    """What somebody asked for, and what it rests on."""

    table: Table
    one: Waiting
    by: Basis
    people: str
    mine: bool


@dataclass(frozen=True)
class Told:
    """What somebody is to be told."""

    table: Table
    one: Unread
    mine: bool


class Awaited:
    """Everything that waits, as one person sees it: all at the table they look at, and what is theirs elsewhere."""

    def __init__(self, tables: Mapping[str, Table], who: Person, here: str = "") -> None:
        self.who, self.here = who, here
        at = [tables[name] for name in sorted(tables, key=lambda name: (name != here, name))]
        self.questions = [one for table in at for one in self._questions(table) if self._shown(table, one.mine)]
        self.asked = [one for table in at for one in self._asked(table) if self._shown(table, one.mine)]
        self.told = [one for table in at for one in self._told(table) if self._shown(table, one.mine)]

    def __bool__(self) -> bool:
        return bool(self.questions or self.asked or self.told)

    def mine_at(self, name: str) -> int:
        """How many things at a table wait for whoever looks."""
        waiting: list[Question | Asked | Told] = [*self.questions, *self.asked, *self.told]
        return sum(one.mine for one in waiting if one.table.name == name)

    def _shown(self, table: Table, mine: bool) -> bool:
        return mine or table.name == self.here

    def _questions(self, table: Table) -> Iterable[Question]:
        prompt = table.prompt
        if prompt is None or prompt.asks != "supervisor" or not table.state.status.is_open:
            return
        roles = [role for role in authority.asked_for(table, prompt) if role != "house"]
        yield Question(table, prompt, listed(roles), self.who.role in roles)

    def _asked(self, table: Table) -> Iterable[Asked]:
        for one in table.state.people.asked:
            roles = authority.allowing(table, one.act, one.details)
            mine = self.who.role in roles and not authority.asked_it(self.who, one)
            yield Asked(table, one, authority.basis_of(table, one.act, one.details), listed(roles), mine)

    def _told(self, table: Table) -> Iterable[Told]:
        for one in table.state.people.unread:
            yield Told(table, one, authority.is_told(self.who, one))
