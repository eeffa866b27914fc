"""Arriving: who comes to a page that players see.

An open house gives whoever comes a play name and play credit. In a staffed house there is neither: looking at a page makes
nobody, moves nothing and writes nothing, and who looks without being known is a spectator. A patron whose telephone the cage has
made known plays from their account.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from houseway.premises.identity import Answering, Visitor
from houseway.web.asking import premises_of


@dataclass(frozen=True)
class Arrival:
    visitor: Visitor | None  # None is a spectator
    credit: int | None
    new: bool

    @property
    def name(self) -> str:
        return self.visitor.name if self.visitor else ""

    def keep(self, asking: HTTPConnection, response: Answering) -> None:
        """Whoever was given a name takes it along."""
        if self.new and self.visitor is not None:
            premises_of(asking).identity.keep_visitor(response, self.visitor)


def arriving(asking: HTTPConnection) -> Arrival:
    premises = premises_of(asking)
    identity = premises.identity
    known = identity.visitor(asking)
    if identity.door is not None:  # a patron whose telephone is known, or a spectator
        return Arrival(known, None if known is None else premises.house.credit(known.name), new=False)
    visitor = known or identity.newcomer()
    return Arrival(visitor, premises.house.credit(visitor.name), new=known is None)
