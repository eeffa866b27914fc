"""Episodes: many seats of one game played side by side by compiled loops, for learning agents.

A game gives three small pieces: ``begin`` deals a new episode to one seat, ``act`` takes what was chosen there, and ``observe``
writes down what the player on it sees. The loop below goes through all seats of a batch. All that is known of a seat is a row of
small numbers, its deck and its random stream; the stream is made from the seed and the number of the seat, so that what one of
them is dealt does not depend on how many there are.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numba import njit, uint64

from houseway.complaint import BadInput
from houseway.figures.random_streams import advance, rejected_below
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe

NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a seat whose episode is over begins another
IDLE, ACT, BEGIN = range(3)  # what a step does with a seat
TAPE, KEPT, FRESH = range(3)  # cards as they lie, a shoe that is mixed as it is dealt, and a full one for every round


@dataclass(frozen=True)
class Encoding:
    """One way to write down what a player sees: its numbers, each in words."""

    words: tuple[str, ...]
    most: float = 64.0  # no number is above it

    @property
    def width(self) -> int:
        return len(self.words)


@dataclass(frozen=True)
class Played:
    """An episode that was played from given cards: at each question what was seen and open, and what came of all."""

    questions: tuple[tuple[tuple[float, ...], tuple[str, ...]], ...]  # what was seen, and the names of what was open
    reward: float
    drawn: int  # cards or tiles taken


class Told(NamedTuple):
    """What a step tells of the seats of a batch."""

    seen: Any
    rewards: Any
    ended: Any
    refused: Any
    final: Any  # what was seen last of an episode that was over within the step

    @classmethod
    def of(cls, seats: int, final: int, width: int) -> Told:
        """For so many seats; what was seen last is not told where ``final`` numbers have no room."""
        seen, last = np.zeros((seats, width), np.float32), np.zeros((seats, final), np.float32)
        return cls(seen, np.zeros(seats), np.zeros(seats, np.bool_), np.zeros(seats, np.bool_), last)


class State(NamedTuple):
    """The seats of a batch."""

    rows: Any
    decks: Any  # one for each seat, or one for all where none is ever changed
    streams: Any
    mask: Any  # by seat and action, what is open
    over: Any


@dataclass(frozen=True)
class Seating:
    """What a game's ``episodes.py`` gives the environments."""

    terms: Any
    bets: tuple[float, ...] = ()
    penetration: float = 0.0  # of a shoe that is kept; 0: a fresh one for every round

    encodings: ClassVar[Mapping[str, Encoding]]
    width: ClassVar[int]  # of a seat's row, whose first number is what is asked there
    drawn: ClassVar[int]  # where in a row stands how many cards were taken
    questions: ClassVar[tuple[str, ...]]  # what can be asked, in words
    batch: ClassVar[tuple[Any, Any]]  # the compiled loops: the first deal, and a step
    script_names: ClassVar[
        Mapping[str, str]
    ] = {}  # what a choice of the script is called here, where it is another name

    @property
    @abstractmethod
    def actions(self) -> tuple[str, ...]:
        """What can be chosen, by name; a number stands for its place."""

    @property
    @abstractmethod
    def most(self) -> float:
        """Units that one step can bring or cost."""

    @property
    @abstractmethod
    def deck(self) -> Any:
        """The cards or tiles of a full kit, by index."""

    @property
    def keeps_a_shoe(self) -> bool:
        """Whether a seat has a deck of its own."""
        return False

    @abstractmethod
    def table(self, encoding: str, how: int | None = None) -> tuple[Any, Any, Any]:
        """What the loops read of the book."""

    def on_cards(self, cards: list[int], choose: Callable[[tuple[str, ...], Any], str], encoding: str) -> Played:
        """One episode from cards that are known, the choices made by a function of what is open and what is seen."""
        return played(self, self.table(encoding, TAPE), cards, choose, encoding)

    def cards_drawn(self, row: Any) -> int:
        """How many cards a seat has taken."""
        return int(row[self.drawn])

    @abstractmethod
    def lying(self, row: Any) -> list[tuple[str, list[int | None]]]:
        """What lies where at a seat: cards by index, None for one face down."""

    def question(self, row: Any) -> str:
        """What is asked at a seat, in words."""
        return self.questions[int(row[0])]

    def script_choices(self, prompt: Any, player: str) -> dict[str, Any] | None:
        """What each action answers a prompt of the script that asks several players; None where its options say it."""
        return None

    def sign(self, usual: Any) -> Any:
        """The sign that a lone table stands under."""
        return usual

    def luck(self, row: Any) -> list[Any]:
        """What luck answered at a seat, as the script is told it."""
        return []

    def state(self, seats: int, seed: int) -> State:
        """Fresh seats, before anything is dealt."""
        return State(
            np.zeros((seats, self.width), np.int16),
            np.tile(self.deck, (seats if self.keeps_a_shoe else 1, 1)),
            streams(seed, seats),
            np.zeros((seats, len(self.actions)), np.bool_),
            np.zeros(seats, np.bool_),
        )


@dataclass(frozen=True)
class ShoeSeating(Seating):
    """Seats whose shoe may be kept until its cutting card, with wagers of several sizes."""

    least: ClassVar[int]  # cards that a round may need
    choices: ClassVar[tuple[str, ...]]  # beside the size of a wager

    def __post_init__(self) -> None:
        size = self.shoe.size
        if self.penetration and not 0 < self.penetration * size <= size - self.least:
            raise BadInput(
                f"a penetration of {self.penetration:g} leaves no {self.least} cards of {size} behind the cutting card"
            )
        if any(not 0.01 <= bet <= 100 for bet in self.bets):
            raise BadInput("a size of a wager is from 0.01 to 100 units")

    @property
    @abstractmethod
    def shoe(self) -> Shoe:
        """The book's own, full."""

    @property
    def sizes(self) -> tuple[float, ...]:
        """Of wagers, where one is chosen."""
        return self.bets or ((1.0,) if self.penetration else ())

    @property
    def actions(self) -> tuple[str, ...]:
        return (*self.choices, *(f"wager {bet:g}" for bet in self.sizes))

    @property
    def keeps_a_shoe(self) -> bool:
        return self.penetration > 0

    @cached_property
    def deck(self) -> Any:
        return np.array([card.index for card in CARDS for _ in range(self.shoe.count(card))], np.uint8)

    def dealt(self, how: int | None) -> int:
        """How cards are dealt, if nobody says otherwise."""
        return how if how is not None else KEPT if self.penetration else FRESH


def streams(seed: int, seats: int) -> Any:
    """The states of the random streams of all seats."""
    found = np.zeros(
        (seats, 3), np.uint64
    )  # the third: which places of a fresh shoe were drawn from, by their last six bits
    for seat in range(seats):
        found[seat, :2] = np.random.SeedSequence([seed, seat]).generate_state(2, np.uint64)
        if not found[seat, :2].any():
            found[seat, :2] = 1, 2
    return found


def bounds_of(size: int) -> Any:
    """What a fair draw at each place of a deck needs: how many are left, and which low products are drawn again."""
    return np.array([[size - n, rejected_below(size - n)] for n in range(size)], np.uint64)


_piece: Any = njit(forceinline=True, _nrt=False)  # type: ignore[call-overload]


@_piece
def lucky(stream):
    """A seat's luck while a piece of a round is played: kept in registers, and put back by ``keeps``."""
    return stream[0], stream[1], stream[2]


@_piece
def keeps(stream, luck):
    """Puts the luck back where a seat's stream is kept."""
    stream[0], stream[1], stream[2] = luck


@_piece
def below(luck, bound, rejected):
    """A fair number below a bound, and the luck after it."""
    low, half = uint64(0xFFFFFFFF), uint64(32)
    one, two, bits = luck
    while True:
        x = one + two
        one, two = advance(one, two)
        a = (x >> half) * bound
        if (a & low) >= rejected:
            return np.int64(a >> half), (one, two, bits)


@_piece
def next_card(deck, place, luck, bounds, how, row, drawn_from, many):
    """The next card of a seat, from where it was drawn, and the luck after it. A fresh shoe is a full one of which cards are
    remembered as drawn, ``many`` of them in the row; so none is shuffled."""
    if how == FRESH:
        if many == 0:
            luck = (luck[0], luck[1], uint64(0))
        while True:
            at, luck = below(luck, bounds[0, 0], bounds[0, 1])
            bit = uint64(1) << uint64(at & 63)
            again = False
            if luck[2] & bit:  # one whose place ends in the same six bits was drawn before, perhaps this one
                for n in range(many):
                    again = again or row[drawn_from + n] == at
            if not again:
                return deck[at], at, (luck[0], luck[1], luck[2] | bit)
    at = np.int64(place)
    if how == KEPT:
        further, luck = below(luck, bounds[place, 0], bounds[place, 1])
        at += further
        card = deck[at]
        deck[at] = deck[place]
        deck[place] = card
        return card, at, luck
    return deck[at], at, luck


# A step of a seat, put round what its game does. The loops themselves stand in the games' own files, each twenty lines: what is
# compiled is kept by the file that it stands in, and must be forgotten when the game's own pieces change.


@_piece
def taken(state, told, mode, seat, action):
    """What is to be done with a seat: nothing, take its action, or begin another episode."""
    told.rewards[seat] = 0.0
    told.ended[seat] = False
    told.refused[seat] = False
    if state.over[seat]:
        told.ended[seat] = mode == DISABLED
        return IDLE if mode == DISABLED else BEGIN
    if action < 0 or action >= state.mask.shape[1] or not state.mask[seat, action]:
        told.refused[seat] = True
        return IDLE
    return ACT


@_piece
def brought(state, told, mode, seat, reward, over):
    """What an action brought; whether another episode begins in the same step."""
    told.rewards[seat] = reward
    told.ended[seat] = over
    state.over[seat] = over
    return over and mode == SAME_STEP


@njit(cache=True, nogil=True)
def any_open(mask, stream, actions):
    """A fair one of the open actions for every seat: a player who knows nothing."""
    one, two = stream[0], stream[1]
    for seat in range(len(actions)):
        many = 0
        for action in range(mask.shape[1]):
            many += mask[seat, action]
        x = one + two
        one, two = advance(one, two)
        wanted = np.int64(((x >> uint64(32)) * uint64(many)) >> uint64(32))
        for action in range(mask.shape[1]):
            if mask[seat, action]:
                if wanted == 0:
                    actions[seat] = action
                    break
                wanted -= 1
    stream[0], stream[1] = one, two


def played(
    seating: Seating,
    table: tuple[Any, Any, Any],
    cards: list[int],
    choose: Callable[[tuple[str, ...], Any], str],
    encoding: str,
) -> Played:
    """One episode from cards that are known, by the very loops of a batch."""
    opened, steps = seating.batch
    state, told = seating.state(1, 0), Told.of(1, 0, seating.encodings[encoding].width)
    state.decks[0, : len(cards)] = cards
    opened(state, table, np.ones(1, np.bool_), told.seen)
    questions = []
    while not state.over[0]:
        open_ = tuple(name for name, may in zip(seating.actions, state.mask[0], strict=True) if may)
        questions.append((tuple(float(x) for x in told.seen[0]), open_))
        action = np.array([seating.actions.index(choose(open_, told.seen[0]))])
        steps(state, table, action, DISABLED, told)
    return Played(tuple(questions), float(told.rewards[0]), seating.cards_drawn(state.rows[0]))
