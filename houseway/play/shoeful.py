"""Shoeful: what a table remembers of its shoe between rounds, moved on only by events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import le
from typing import Any, Literal, Protocol, TypeVar

from houseway.kit.cards import Card, Unseen
from houseway.kit.shoe import Shoe
from houseway.play.dealing import DECK, Dealing
from houseway.play.events import (
    Burned,
    BurnOmitted,
    BurnShown,
    CardsBrought,
    CutCardPlaced,
    CutCardSeen,
    DealerChanged,
    Dealt,
    Discarded,
    Event,
    KeptAsNext,
    PickedUp,
    PutBack,
    ShoeReady,
    Shuffled,
    ShuffleDue,
    Turned,
)
from houseway.play.wagers import SetUp
from houseway.values import value


@value
class ShoeNotes:
    """What is known of a shoe beside its cards."""

    decks: int
    shuffling: Literal["hand", "shuffler", "continuous"] = "hand"
    shuffle: Literal["", "now", "after this round"] = "now"
    cut_card: int | None = 0  # cards behind the cutting card, 0 where nobody has said; None: it is out
    burned: Card | Unseen | None = None
    new_dealer: bool = False
    cut_on: str = ""  # where the cutting card came out
    shoes: int = 0  # how many have been made ready; with a shuffler, two batches take turns
    unchecked: bool = False  # the cards have come to the table, and nobody has checked them yet

    @property
    def cards(self) -> int:
        """How many cards there are at the table, both batches of a shuffler."""
        return self.decks * DECK * (2 if self.shuffling == "shuffler" else 1)


@value
class Shoeful:
    """What a table remembers of its cards."""

    shoe: Shoe
    on_table: tuple[Card, ...]
    next_cards: tuple[Card | Unseen, ...]  # drawn in error, still to be used
    notes: ShoeNotes

    @classmethod
    def new(cls, terms: Dealing, set_up: SetUp) -> Shoeful:
        decks = terms.decks.value.count if set_up.decks is None else set_up.decks
        if set_up.shuffling == "shuffler":
            decks //= 2  # two batches, one in the shoe at a time
        due: Literal["", "now"] = "" if set_up.shuffling == "continuous" else "now"
        return cls(Shoe.of(decks), (), (), ShoeNotes(decks, set_up.shuffling, due))

    def ready(self) -> Shoeful:
        """The same, shuffled, cut and burned: for studies and worked cases that begin with a round."""
        return self.noting(shuffle="", shoes=1, unchecked=False)

    def noting(self, **notes: Any) -> Shoeful:
        return replace(self, notes=replace(self.notes, **notes))

    def with_others_out(self, was: Shoeful, now: Shoeful) -> Shoeful:
        """The same where other cards had come out of it before: ``was`` as they were said to be, ``now`` as they are. Nothing
        changes once the cards have been shuffled."""
        before, after = was.shoe.counts, now.shoe.counts
        same = self.notes.shoes == was.notes.shoes and all(map(le, self.shoe.counts, before))
        if not same or (before == after and was.shoe.unseen == now.shoe.unseen):
            return self
        return replace(self, shoe=self.shoe.put_right(before, after, now.shoe.unseen - was.shoe.unseen))

    def without(self, cards: Iterable[Card]) -> Shoeful:
        """The same where these have come out of it too, and lie with the discards."""
        shoe = self.shoe
        for card in cards:
            shoe = shoe.without(card)
        return replace(self, shoe=shoe)

    def after(self, event: Event) -> Shoeful:
        """Moved on by one event."""
        kind = type(event)
        if kind not in _AFTER:  # a game's own kind of event moves the shoe as what it is a kind of
            _AFTER[kind] = next((_AFTER[base] for base in kind.__mro__ if _AFTER.get(base) is not None), None)
        move = _AFTER[kind]
        return self if move is None else move(self, event)


class HasShoe(Protocol):
    """What a table of cards remembers: its shoe, whatever else it keeps in mind."""

    @property
    def shoe(self) -> Shoeful: ...


CarryT = TypeVar("CarryT", bound=HasShoe)


def ready(carry: CarryT) -> CarryT:
    """The same with its cards shuffled, cut and burned."""
    return replace(carry, shoe=carry.shoe.ready())  # type: ignore[type-var]


def due(carry: HasShoe) -> bool:
    """Whether the cards are to be made ready before the next round: shuffled, or checked first."""
    return carry.shoe.notes.shuffle == "now" or carry.shoe.notes.unchecked


def _dealt(state: Shoeful, event: Dealt) -> Shoeful:
    card, left = event.card, state.next_cards
    if left:
        left = left[1:]
    if isinstance(card, Unseen):
        return Shoeful(state.shoe.without_unseen(), state.on_table, left, state.notes)
    shoe = state.shoe.without(card)
    # since the cards were last picked up, what was drawn is nearly always what lies there: one list serves for both
    lying = shoe.drawn if state.on_table is state.shoe.drawn else (*state.on_table, card)
    return Shoeful(shoe, lying, left, state.notes)


def _turned(state: Shoeful, event: Turned) -> Shoeful:
    if not event.found:
        return state
    return replace(state, shoe=state.shoe.turned(event.card), on_table=(*state.on_table, event.card))


def _burned(state: Shoeful, event: Burned) -> Shoeful:
    shoe = state.shoe.without(event.card) if isinstance(event.card, Card) else state.shoe.without_unseen()
    return replace(state, shoe=shoe).noting(burned=event.card, new_dealer=False)


def _burn_shown(state: Shoeful, event: BurnShown) -> Shoeful:
    if isinstance(state.notes.burned, Card):  # known already; and one burned since is another
        return state
    shoe = state.shoe.turned(event.card) if isinstance(state.notes.burned, Unseen) else state.shoe
    return replace(state, shoe=shoe).noting(burned=event.card)


def _shuffled(state: Shoeful, event: Shuffled) -> Shoeful:
    shoe = Shoe.of(event.decks)
    for card in state.on_table:
        shoe = shoe.without(card)
    notes = replace(state.notes, decks=event.decks, cut_card=0, shuffle="", burned=None, unchecked=False)
    return Shoeful(shoe, state.on_table, (), notes)


def _put_back(state: Shoeful, event: PutBack) -> Shoeful:
    lying = list(state.on_table)
    lying.remove(event.card)
    return Shoeful(state.shoe.plus(event.card), tuple(lying), (*state.next_cards, event.card), state.notes)


def _picked_up(state: Shoeful, event: PickedUp) -> Shoeful:
    notes = state.notes
    if notes.shuffling == "continuous":
        return Shoeful(Shoe.of(notes.decks), (), state.next_cards, replace(notes, shuffle=""))
    if notes.shuffle == "after this round":
        notes = replace(notes, shuffle="now")
    return Shoeful(state.shoe.settled(), (), state.next_cards, notes)


_AFTER: dict[type[Any], Callable[[Shoeful, Any], Shoeful] | None] = {
    Dealt: _dealt,
    Turned: _turned,
    Burned: _burned,
    BurnOmitted: lambda state, event: state.noting(new_dealer=False),
    BurnShown: _burn_shown,
    Discarded: lambda state, event: replace(state, shoe=state.shoe.without(event.card)),
    KeptAsNext: lambda state, event: replace(state, next_cards=(*state.next_cards, event.card)),
    CutCardSeen: lambda state, event: state.noting(cut_card=None, cut_on=event.place),
    PutBack: _put_back,
    CutCardPlaced: lambda state, event: state.noting(cut_card=event.depth),
    CardsBrought: lambda state, event: state.noting(shuffle="now", unchecked=event.to_check),
    ShuffleDue: lambda state, event: state.noting(shuffle=event.when),
    Shuffled: _shuffled,
    ShoeReady: lambda state, event: state.noting(
        shoes=state.notes.shoes + 1, shuffle="", new_dealer=False, unchecked=False
    ),
    DealerChanged: lambda state, event: state.noting(new_dealer=True),
    PickedUp: _picked_up,
}
