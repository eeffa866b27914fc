"""Surfaces: what a module of a game may bring, by the names and with the types that the house asks for.

A cloth, or an analysis, is found by its place in the game's folder; nothing registers it, and nearly all that it may bring is
optional. So its surface is a value with a field for each name, made once from the module: what the module does not bring is
None, or what stands there. ``Cloth`` is the surface of a game's ``cloth``; that of its figures is in ``odds/surface.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from houseway.law.clause import Basis
from houseway.play.events import Settled
from houseway.play.felt import Felt
from houseway.play.view import View

S = TypeVar("S")
Side: TypeAlias = Callable[[View], str]  # SVG
Said: TypeAlias = tuple[str, Basis]  # a sentence, and what it rests on
Paid: TypeAlias = tuple[str, str, Basis]  # what it is, what it pays, by which provision
PayTable: TypeAlias = list[tuple[str, list[Paid]]]  # in groups, each with its heading


@dataclass(frozen=True)
class Cloth:
    player: Side | None = None  # the table as a player sees it
    phone: Side | None = None
    dealer: Side | None = None
    small: Side | None = None  # on the floor plan
    summary: Callable[[Felt], str] | None = None  # a round in a few words
    result: Callable[[Felt], str] | None = None  # a round's result as a small mark
    brief: Callable[[Felt, str], Felt] | None = None  # of many cards, those that a player's list has room for
    names: Callable[[Any], list[tuple[str, list[tuple[str, str]]]]] | None = (
        None  # by the terms: every wager, in groups
    )
    pays: Callable[[Any], PayTable] | None = None  # by the terms: everything that is paid, and what is returned
    explains: Callable[[View], list[Said]] | None = None  # how what the viewer had down came out, and why
    payment: Callable[[View, Settled], str] | None = None  # how a payment adds up, where it is not stake at odds
    wager_named: Callable[[str], str] | None = (
        None  # what a wager is called, by its spot; nothing where its own name will do
    )
    look: Callable[[str], str] | None = None  # the colour of a result's key on the dealer's pad
    chart: Callable[[View], tuple[str, str, str, Basis]] | None = None  # printed beside it: title, drawing, foot, basis

    def side(self, name: str) -> Side | None:
        """A side by its name: "player", "phone", "dealer", "small"."""
        return {"player": self.player, "phone": self.phone, "dealer": self.dealer, "small": self.small}[name]


def surface_of(kind: type[S], module: ModuleType) -> S:
    """What a module brings of a surface."""
    names = [item.name for item in fields(kind) if hasattr(module, item.name)]  # type: ignore[arg-type]
    return kind(**{name: getattr(module, name) for name in names})
