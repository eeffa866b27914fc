"""Remembering: what tables may keep in mind from round to round, as far as the house asks for it.

Every game has a carry of its own, and only its script knows all of it. What the house asks about (the shoe that stands there,
chips left lying, colours, who was advised) has one name and one type in every carry, and is read here: ``remembered(carry)``.
A game whose carry has a field of that name has that memory; ``testing.conformance`` holds it to the type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Protocol, TypeVar

from houseway.play.colours import ColourChips
from houseway.play.shoeful import Shoeful
from houseway.play.wagers import Wager
from houseway.values import field, value

C = TypeVar("C")


class Sequence(Protocol):
    """A wager that runs over several spins, between two of them."""

    @property
    def wager(self) -> Wager: ...
    @property
    def kind(self) -> str: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def came(self) -> tuple[int, ...]: ...
    @property
    def next_number(self) -> int: ...
    def under(self, player: str) -> Sequence: ...


@value
class Remembered:
    shoe: Shoeful | None = None
    advised: frozenset[str] = frozenset()  # players told about the minimum
    warned: frozenset[str] = frozenset()  # players told about the exact bet
    lying: tuple[Wager, ...] = ()  # chips left on the layout
    colours: tuple[ColourChips, ...] = ()
    running: tuple[Sequence, ...] = ()
    last: tuple[int, ...] = ()  # the last results, newest first
    secret_used: Mapping[str, int] = field(default_factory=dict)  # secret wagers of this session, by player
    method: str = ""  # how the cards are dealt, where the house chose otherwise than the book's first way
    in_sets: bool = False  # whether they come from a shuffling shoe in sets, where the book has both ways
    brings: tuple[str, ...] = ()  # what matters to the next round, in the game's own words; ``Game.brought`` reads them
    tells: tuple[str, ...] = ()  # what else of it a round's notation must tell, by its name in the carry


NAMES = tuple(item.name for item in fields(Remembered))


_memories: dict[type, tuple[str, ...]] = {}  # by kind of carry: a table is asked often


def memories(kind: type) -> tuple[str, ...]:
    """Which of these a kind of carry has."""
    if kind not in _memories:
        _memories[kind] = tuple(name for name in NAMES if hasattr(kind, name) or name in kind.__annotations__)
    return _memories[kind]


def remembered(carry: object) -> Remembered:
    """What of a carry the house may ask about."""
    return Remembered(**{name: getattr(carry, name) for name in memories(type(carry))})


def other_cards_left(was: C, now: C, later: C) -> C:
    """A later memory with the cards put right that an earlier round took out of the same shoe: those it was said to have drawn
    are in it still, and those it did draw are not. A card that has come out since cannot have come out then."""
    left, leaves, shoe = (remembered(carry).shoe for carry in (was, now, later))
    if left is None or leaves is None or shoe is None:
        return later
    return changed(later, shoe=shoe.with_others_out(left, leaves))


def changed(carry: C, **changes: object) -> C:
    """The same carry with some of these otherwise; what a game does not remember is left out."""
    known = memories(type(carry))
    return replace(carry, **{name: now for name, now in changes.items() if name in known})  # type: ignore[type-var]
