"""Stud for learning agents: five cards, the dealer's up card, bet or fold. An episode is a round for an ante."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numba import njit

from houseway.complaint import BadInput
from houseway.figures import ranking_arrays
from houseway.figures.episodes import (
    ACT,
    BEGIN,
    FRESH,
    IDLE,
    Encoding,
    Seating,
    bounds_of,
    brought,
    keeps,
    lucky,
    next_card,
    taken,
)
from houseway.games.stud.figures.analysis import EQUAL, FOLD, LOST, NO_HAND, OUTCOMES, WON, Figures
from houseway.games.stud.figures.exact import kinds
from houseway.games.stud.terms import Terms
from houseway.kit.cards import CARDS
from houseway.kit.ranking import HANDS, Kind

ACTIONS = ("fold", "bet")
FOLDS, BETS = range(2)
QUESTIONS = ("bet or fold", "over")
DECIDES, OVER = range(2)
TEN = 10

QUESTION, PLACE, STRENGTH, NET = range(4)
CARD = 4
DRAWN_FROM = CARD + TEN
WIDTH = DRAWN_FROM + TEN
UNIT, HOW, QUALIFIES, ENCODING = range(4)
NETS = 4

_piece: Any = njit(forceinline=True, _nrt=False)  # type: ignore[call-overload]
_loop: Any = njit(cache=True, nogil=True, _nrt=False)  # type: ignore[call-overload]


@_piece
def _strength(row, start, step, cards, ranked):
    total = cards[row[CARD + start]]
    for n in range(1, 5):
        total += cards[row[CARD + start + n * step]]
    return ranking_arrays.strength_of(total, ranked)


@_piece
def _begin(row, deck, stream, mask, rules, more, bounds):
    """Ten cards, one to the player and one to the dealer by turns; the dealer's last lies open."""
    cards, ranked, _, _ = more
    luck = lucky(stream)
    for at in range(TEN):
        row[CARD + at], row[DRAWN_FROM + at], luck = next_card(deck, at, luck, bounds, rules[HOW], row, DRAWN_FROM, at)
    keeps(stream, luck)
    row[PLACE] = TEN
    row[STRENGTH] = _strength(row, 0, 2, cards, ranked)
    row[QUESTION] = DECIDES
    mask[:] = True


@_piece
def _act(row, deck, stream, mask, rules, more, bounds, action):
    cards, ranked, kind_of, _ = more
    outcome = np.int64(FOLD)
    if action == BETS:
        own, dealer = np.int64(row[STRENGTH]), np.int64(_strength(row, 1, 2, cards, ranked))
        if dealer < rules[QUALIFIES]:
            outcome = np.int64(NO_HAND)
        elif own == dealer:
            outcome = np.int64(EQUAL)
        else:
            outcome = WON + np.int64(kind_of[own]) if own > dealer else np.int64(LOST)
    row[QUESTION] = OVER
    mask[:] = False
    return rules[NETS + outcome] / rules[UNIT], True


FEATURES = (
    *(f"the question: {words}" for words in QUESTIONS),
    *(f"the hand is {kind.name.lower().replace('_', ' ')}" for kind in Kind),
    *(f"rank {n}, what makes the hand first, 2 to 14" for n in range(1, 6)),
    "the dealer's up card, 2 to 14", "whether that rank is held", "cards held of its suit",
)  # fmt: skip
BASIC = len(FEATURES)
ENCODINGS = {
    "features": Encoding(FEATURES),
    "ranks": Encoding((*FEATURES, *(f"held, cards of rank {rank}" for rank in range(2, 15)))),
    "cards": Encoding((*FEATURES, *(f"{where}, {card.words}" for where in ("held", "up") for card in CARDS))),
}
BY_FEATURES, BY_RANKS, BY_CARDS = range(3)


@_piece
def _observe(row, rules, seen):
    seen[:] = 0.0
    seen[row[QUESTION]] = 1.0
    up = row[CARD + TEN - 1]
    counts = np.int64(0)  # four bits to a rank: how many are held
    suited = 0
    for at in range(0, TEN, 2):
        counts += np.int64(1) << np.int64(4 * (row[CARD + at] >> 2))
        suited += (row[CARD + at] & 3) == (up & 3)
    flush = True
    for at in range(2, TEN, 2):
        flush = flush and (row[CARD + at] & 3) == (row[CARD] & 3)
    place, pairs, most, lowest, highest = BASIC - 8, 0, 0, 20, 0
    for many in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if (counts >> np.int64(4 * rank)) & 15 == many:
                pairs += many == 2
                most = max(most, many)
                lowest, highest = min(lowest, rank), max(highest, rank)
                for _ in range(many):
                    seen[place] = rank + 2
                    place += 1
    straight = most == 1 and (highest - lowest == 4 or (counts >> 48 & 1 and counts & 0xFFFF == 0x1111))
    kind = 0
    if most == 4:
        kind = 7
    elif most == 3:
        kind = 6 if pairs else 3
    elif flush:
        kind = (9 if lowest == 8 else 8) if straight else 5
    elif straight:
        kind = 4
    elif pairs:
        kind = pairs
    seen[2 + kind] = 1.0
    seen[BASIC - 3] = (up >> 2) + 2
    seen[BASIC - 2] = (counts >> np.int64(4 * (up >> 2))) & 15 > 0
    seen[BASIC - 1] = suited
    if rules[ENCODING] == BY_RANKS:
        for rank in range(13):
            seen[BASIC + rank] = (counts >> np.int64(4 * rank)) & 15
    elif rules[ENCODING] == BY_CARDS:
        for at in range(0, TEN, 2):
            seen[BASIC + row[CARD + at]] = 1.0
        seen[BASIC + 52 + up] = 1.0


@_loop
def _opened(state, table, wanted, seen):
    """The first deal of some seats."""
    rules, more, bounds = table
    own = len(state.decks) > 1
    for seat in range(len(wanted)):
        if wanted[seat]:
            row, deck = state.rows[seat], state.decks[seat if own else 0]
            _begin(row, deck, state.streams[seat], state.mask[seat], rules, more, bounds)
            state.over[seat] = False
            _observe(row, rules, seen[seat])


@_loop
def _steps(state, table, actions, mode, told):
    """A step of every seat."""
    rules, more, bounds = table
    own = len(state.decks) > 1
    for seat in range(len(actions)):
        row, deck = state.rows[seat], state.decks[seat if own else 0]
        stream, mask = state.streams[seat], state.mask[seat]
        due = taken(state, told, mode, seat, actions[seat])
        if due == ACT:
            reward, over = _act(row, deck, stream, mask, rules, more, bounds, actions[seat])
            if brought(state, told, mode, seat, reward, over):
                if told.final.shape[1]:
                    _observe(row, rules, told.final[seat])
                due = BEGIN
        if due == BEGIN:
            _begin(row, deck, stream, mask, rules, more, bounds)
            state.over[seat] = False
        if due != IDLE:
            _observe(row, rules, told.seen[seat])


@dataclass(frozen=True)
class Seats(Seating):
    """Seats at stud, as the environments ask for them."""

    terms: Terms

    encodings = ENCODINGS
    width, drawn, questions = WIDTH, PLACE, QUESTIONS
    batch = (_opened, _steps)

    def __post_init__(self) -> None:
        if self.bets or self.penetration:
            raise BadInput(
                "every round of stud is dealt from a full deck: there is no shoe to keep, and nothing to size a wager by"
            )

    @property
    def actions(self) -> tuple[str, ...]:
        return ACTIONS

    @cached_property
    def _nets(self) -> list[Any]:
        figures = Figures.of(self.terms)
        return [figures.net(outcome) for outcome in range(OUTCOMES)]

    @property
    def most(self) -> float:
        return float(max(abs(net) for net in self._nets))

    @cached_property
    def deck(self) -> Any:
        return np.arange(52, dtype=np.uint8)

    def table(self, encoding: str, how: int | None = None) -> tuple[Any, Any, Any]:
        unit = lcm(*(net.denominator for net in self._nets))
        numbers = [
            unit,
            FRESH if how is None else how,
            Figures.of(self.terms).lowest_qualifying,
            list(ENCODINGS).index(encoding),
        ]
        numbers += [int(net * unit) for net in self._nets]
        more = (*ranking_arrays.tables(), kinds().astype(np.int64), np.zeros(1, np.int64))
        return np.array(numbers, np.int64), more, bounds_of(52)

    def lying(self, row: Any) -> list[tuple[str, list[int | None]]]:
        over = int(row[QUESTION]) == OVER
        own = [int(row[CARD + at]) for at in range(0, TEN, 2)]
        dealer = [int(row[CARD + at]) if over or at == TEN - 1 else None for at in range(1, TEN, 2)]
        return [("box 1", list(own)), ("dealer", list(dealer))]

    def luck(self, row: Any) -> list[Any]:
        return [CARDS[int(row[CARD + at])] for at in range(TEN)]


assert len(HANDS) < 2**15
