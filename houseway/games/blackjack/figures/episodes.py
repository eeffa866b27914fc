"""Blackjack for learning agents: one box to a seat, played to the next question by compiled loops, in the order of the script.

An episode is a round for one unit; or, where sizes of wagers are given, a shoe: each round is begun by choosing one, and the shoe
is kept until the cutting card. What a seat sees is what a player sees: its own cards, the dealer's up card, later the dealer's
hand; and, with a shoe that is kept, how many of each rank have not been seen since the shuffle.

All that is known of a seat is one row of small numbers. A step takes what was chosen, and then goes from stage to stage of the
round until somebody is asked again. The pieces are put together where they are called, as in ``kernel``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numba import njit

from houseway.figures.episodes import (
    ACT,
    BEGIN,
    FRESH,
    IDLE,
    KEPT,
    Encoding,
    ShoeSeating,
    bounds_of,
    brought,
    keeps,
    lucky,
    next_card,
    taken,
)
from houseway.games.blackjack.figures.kernel import (
    ACES_ONCE,
    AT_ONCE,
    BLACKJACK,
    EARLY_UP,
    HALF,
    INSURED_LOSES,
    INSURED_WINS,
    LEAST,
    MOST,
    MOST_ACES,
    MOST_HANDS,
    PEEKS,
    TENS_HOLD,
    UNIT,
    WIN,
    Numbers,
    dealers,
)
from houseway.games.blackjack.figures.rules import Rules, shoe_of
from houseway.games.blackjack.terms import Terms
from houseway.kit.cards import CARDS
from houseway.kit.shoe import Shoe

ACTIONS = ("stand", "hit", "double", "split", "surrender", "take", "decline", "go on")
STAND, HIT, DOUBLE, SPLIT, SURRENDER, TAKE, DECLINE, GO_ON = range(8)
QUESTIONS = (
    "size of the wager",
    "even money",
    "insurance",
    "before the dealer looks",
    "the hand",
    "nothing to decide",
    "over",
)
SIZE_OF_WAGER, EVEN_MONEY, INSURANCE, LOOK, HAND, NOTHING, OVER = range(7)
# Where a round goes on: from the initial deal to its end.
DEALS, ASKS_INSURANCE, INTERIM, LOOKS, TURN_GOES_ON, DEALER_DRAWS, ENDED, ASKED = range(8)
UP, DEALER, HIDDEN, OWN = 0, 1, 2, 3  # places of cards; from OWN on, the player's hands
LOGGED = 64  # cards of a round that are remembered, with their places

# The row of a seat.
(
    QUESTION, STAGE, PLACE, UP_RANK, HOLE, HARD, ACE, SIZE, FROM_SPLIT, SPLIT_ACE, HANDS, PENDING, WAITING, STAKE, STAKED, PAID,
    INSURED, LAID, TURN, BET, FIRST, SECOND, EVEN_TAKEN, NATURAL_OWN, NET, FORCED,
) = range(26)  # fmt: skip
WAITS = 26  # totals and stakes of hands that wait for the dealer
PENDINGS = WAITS + 2 * MOST  # of hands that wait for their turn, which of the cards laid is theirs
CARD = PENDINGS + MOST  # cards laid
SPOT = CARD + LOGGED  # and where
DRAWN_FROM = SPOT + LOGGED  # and from which place of a fresh shoe
LEFT = DRAWN_FROM + LOGGED  # by rank, cards not seen since the shuffle
WIDTH = LEFT + 14

# What the loop reads of a book: the numbers of the kernel, and these after them.
OWN_RULES = 16
(
    MUST_DRAW, DOUBLES_FROM, DOUBLES_TO, DOUBLE_AFTER_SPLIT, RESPLITS_ACES, GIVES_UP, BET_LINES, INSURES, EVEN_PAYS, CUT, BURN,
    HOW, ENCODING, BETS,
) = range(OWN_RULES, OWN_RULES + 14)  # fmt: skip
FULL = OWN_RULES + 14  # cards of a full shoe by rank, then sizes of wagers, in hundredths
AFTER_FULL = FULL + 14

BY_FEATURES, BY_RANKS, BY_CARDS, BY_SHOE = range(4)  # ways to write down what is seen

_piece: Any = njit(forceinline=True, _nrt=False)  # type: ignore[call-overload]
_loop: Any = njit(cache=True, nogil=True, _nrt=False)  # type: ignore[call-overload]


@_piece
def _rank(card):
    rank = (card >> 2) + 2
    return 1 if rank == 14 else rank


@_piece
def _points(rank):
    return rank if rank < 10 else 10


@_piece
def _lay(row, deck, luck, rules, bounds, spot, at, place):
    """The next card, laid at a place: its rank, and the luck after it."""
    card, position, luck = next_card(deck, place, luck, bounds, rules[HOW], row, DRAWN_FROM, at)
    row[CARD + at] = card
    row[SPOT + at] = spot
    row[DRAWN_FROM + at] = position
    rank = _rank(card)
    if rules[ENCODING] == BY_SHOE and spot != HIDDEN:
        row[LEFT + rank] -= 1
    return np.int64(rank), luck


@_piece
def _total(row):
    return row[HARD] + 10 if row[ACE] and row[HARD] <= 11 else row[HARD]


@_piece
def _may_give_up(rules, up):
    return rules[GIVES_UP] == 1 or rules[GIVES_UP] == 2 or (rules[GIVES_UP] == 3 and up != 1)


@_piece
def _parked(row):
    """The hand in turn waits for the dealer."""
    at = WAITS + 2 * row[WAITING]
    row[at], row[at + 1] = _total(row), row[STAKE]
    row[WAITING] += 1


@_piece
def _to_next(row):
    """The next hand of a split comes to its turn, or the dealer to hers."""
    if row[PENDING] == 0:
        row[STAGE] = DEALER_DRAWS
        return
    row[PENDING] -= 1
    at = row[PENDINGS + row[PENDING]]
    rank = _rank(row[CARD + at])
    row[TURN] = row[SPOT + at] - OWN
    row[FIRST], row[HARD], row[ACE], row[SIZE], row[STAKE] = rank, _points(rank), rank == 1, 1, 1
    row[STAGE] = TURN_GOES_ON


@_piece
def _take(row, deck, stream, rules, bounds):
    """A card for the hand in turn."""
    at, place, size = row[LAID], row[PLACE], row[SIZE] + 1
    rank, luck = _lay(row, deck, lucky(stream), rules, bounds, OWN + row[TURN], at, place)
    keeps(stream, luck)
    row[LAID], row[PLACE], row[SIZE] = at + 1, place + 1, size
    row[HARD] += _points(rank)
    if rank == 1:
        row[ACE] = 1
    if size == 2:
        row[SECOND] = rank
    return rank


@_piece
def _ask(row, mask, rules):
    """What may be chosen for the hand in turn."""
    total, up = _total(row), row[UP_RANK]
    row[QUESTION] = HAND
    mask[HIT] = True
    mask[STAND] = total >= rules[MUST_DRAW]
    if row[SIZE] == 2:
        may = not row[FROM_SPLIT] or rules[DOUBLE_AFTER_SPLIT] != 0
        mask[DOUBLE] = may and rules[DOUBLES_FROM] <= total <= rules[DOUBLES_TO]
        most = rules[MOST_ACES] if row[SPLIT_ACE] else rules[MOST_HANDS]
        mask[SPLIT] = _points(row[FIRST]) == _points(row[SECOND]) and row[HANDS] < most
        if not row[FROM_SPLIT] and _may_give_up(rules, up):
            mask[SURRENDER] = not (rules[PEEKS] and rules[EARLY_UP] and (up == 1 or up >= 10))


@_piece
def _closes(mask, rules):
    """Nothing is open."""
    for action in range(len(ACTIONS)):
        mask[action] = False
    if rules[BETS]:
        mask[GO_ON + 1 :] = False


@_piece
def _dealt(row, deck, stream, rules, bounds):
    """The initial deal; gives the upcard and whether the player has a blackjack."""
    bet, place, luck = row[BET], row[PLACE] if rules[HOW] != FRESH else np.int16(0), lucky(stream)
    for at in range(WAITS):
        row[at] = 0
    first, luck = _lay(row, deck, luck, rules, bounds, OWN, 0, place)
    up, luck = _lay(row, deck, luck, rules, bounds, UP, 1, place + 1)
    second, luck = _lay(row, deck, luck, rules, bounds, OWN, 2, place + 2)
    laid = 3
    if rules[PEEKS]:
        row[HOLE], luck = _lay(row, deck, luck, rules, bounds, HIDDEN, 3, place + 3)
        laid = 4
    keeps(stream, luck)
    hard = _points(first) + _points(second)
    ace = (first == 1) | (second == 1)
    natural = ace & (hard == 11)
    row[BET], row[LAID], row[PLACE] = bet, laid, place + laid
    row[STAKED], row[STAKE], row[HANDS], row[SIZE] = 1, 1, 1, 2
    row[FIRST], row[UP_RANK], row[SECOND], row[HARD], row[ACE], row[NATURAL_OWN] = first, up, second, hard, ace, natural
    return up, natural


@_piece
def _before_the_turn(row, mask, rules):
    """From the initial deal to the player's turn; True where somebody is asked something on the way."""
    up = row[UP_RANK]
    looks = up == 1 or up >= 10
    if row[STAGE] == DEALS:
        row[STAGE] = ASKS_INSURANCE
        if up == 1 and row[NATURAL_OWN]:
            row[QUESTION] = EVEN_MONEY
            mask[TAKE], mask[DECLINE] = True, True
            return True
    if row[STAGE] == ASKS_INSURANCE:
        row[STAGE] = INTERIM
        if up == 1 and not row[EVEN_TAKEN] and rules[INSURES]:
            row[QUESTION] = INSURANCE
            mask[TAKE], mask[DECLINE] = True, True
            return True
    if row[STAGE] == INTERIM:
        row[STAGE] = LOOKS
        if row[NATURAL_OWN]:
            waits = up == 1 or (up >= 10 if rules[TENS_HOLD] else up == 10)
            if not waits:
                row[PAID] += rules[AT_ONCE]
                row[STAKE] = 0
        elif rules[PEEKS] and rules[EARLY_UP] and looks and _may_give_up(rules, up):
            row[QUESTION] = LOOK
            mask[SURRENDER], mask[DECLINE] = True, True
            return True
    hole = row[HOLE]
    row[STAGE] = TURN_GOES_ON
    if rules[PEEKS] and ((up == 1 and hole >= 10) or (up >= 10 and hole == 1)):
        row[LEFT + hole] -= 1
        row[SPOT + 3] = DEALER
        net = row[PAID] + (rules[INSURED_WINS] if row[INSURED] else 0)
        row[NET] = rules[BET_LINES] * (net - (rules[UNIT] if row[STAKE] and not row[NATURAL_OWN] else 0))
        row[STAGE] = ENDED
    elif row[NATURAL_OWN] or not row[STAKE]:
        if row[STAKE]:
            row[WAITS], row[WAITS + 1], row[WAITING] = 22, 1, 1
        row[STAGE] = DEALER_DRAWS
    return False


@_piece
def _goes_on(row, deck, stream, mask, rules, dealer, bounds):
    """From where the round stands to the next question, or to its end."""
    _closes(mask, rules)
    if row[STAGE] == DEALS:
        up, natural = _dealt(row, deck, stream, rules, bounds)
        if not (natural or up == 1 or (rules[PEEKS] and up >= 10)):  # nothing comes before the player's turn
            row[STAGE] = TURN_GOES_ON
            _ask(row, mask, rules)
            return
    if row[STAGE] < TURN_GOES_ON and _before_the_turn(row, mask, rules):
        return
    while row[STAGE] == TURN_GOES_ON:
        if row[SIZE] == 1:
            rank = _take(row, deck, stream, rules, bounds)
            if row[SPLIT_ACE] and rules[ACES_ONCE]:
                if rank == 1 and rules[RESPLITS_ACES] and row[HANDS] < rules[MOST_HANDS]:
                    row[QUESTION] = HAND
                    mask[STAND], mask[SPLIT] = True, True
                    return
                _parked(row)
                _to_next(row)
                continue
        total = _total(row)
        if total > 21:
            row[PAID] -= row[STAKE] * rules[UNIT]
            _to_next(row)
        elif total == 21 or row[STAKE] == 2:
            _parked(row)
            _to_next(row)
        else:
            _ask(row, mask, rules)
            return
    if row[STAGE] == DEALER_DRAWS:
        row[NET] = _settled(row, deck, stream, rules, dealer, bounds)
        row[STAGE] = ENDED


@_piece
def _settled(row, deck, stream, rules, dealer, bounds):
    """The dealer's hand, once for every line, and what the round brings."""
    waiting, insured, unit = row[WAITING], row[INSURED], rules[UNIT]
    net = row[PAID] * rules[BET_LINES]
    drawing = False
    for hand in range(waiting):
        drawing = drawing or row[WAITS + 2 * hand] < 22
    if waiting or insured:
        at, place, luck = row[LAID], row[PLACE], lucky(stream)
        for _ in range(rules[BET_LINES]):
            second = np.int64(row[HOLE])
            if not rules[PEEKS]:
                second, luck = _lay(row, deck, luck, rules, bounds, DEALER, at, place)
                at += 1
                place += 1
            elif row[SPOT + 3] == HIDDEN:
                row[SPOT + 3] = DEALER
                row[LEFT + second] -= 1
            hand = dealer[dealer[0, row[UP_RANK]], second]
            natural = dealer[hand, 15] == 21
            if drawing:
                while dealer[hand, 14]:
                    rank, luck = _lay(row, deck, luck, rules, bounds, DEALER, at, place)
                    hand = dealer[hand, rank]
                    at += 1
                    place += 1
            if insured:
                net += rules[INSURED_WINS] if second >= 10 else rules[INSURED_LOSES]
            theirs = dealer[hand, 15]
            for one in range(waiting):
                own, stake = row[WAITS + 2 * one], row[WAITS + 2 * one + 1]
                if own == 22:
                    net += 0 if natural else rules[BLACKJACK]
                elif own == 23:
                    net -= unit if natural else rules[HALF]
                elif natural or own < theirs:
                    net -= stake * unit
                elif own > theirs:
                    net += stake * rules[WIN]
        keeps(stream, luck)
        row[LAID], row[PLACE] = at, place
    return net


@_piece
def _begun(row, deck, stream, rules, bounds):
    """A new episode: a fresh shoe, and the first stage of a round or the size of its wager."""
    row[PLACE], row[LAID], row[BET], row[FORCED] = 0, 0, 0, 0
    row[STAGE] = ASKED if rules[BETS] else DEALS
    if rules[ENCODING] == BY_SHOE:
        for rank in range(14):
            row[LEFT + rank] = rules[FULL + rank]
    if rules[HOW] == KEPT:
        luck = lucky(stream)
        for at in range(rules[BURN]):
            _, luck = _lay(row, deck, luck, rules, bounds, HIDDEN, 0, at)
        keeps(stream, luck)
        row[PLACE] = rules[BURN]


@_piece
def _begin(row, deck, stream, mask, rules, dealer, bounds):
    _begun(row, deck, stream, rules, bounds)
    if row[STAGE] == ASKED:
        _size(row, mask)
        return
    _goes_on(row, deck, stream, mask, rules, dealer, bounds)
    if row[STAGE] == ENDED:  # nobody was asked anything
        row[QUESTION], row[FORCED] = NOTHING, 1
        mask[GO_ON] = True


@_piece
def _size(row, mask):
    row[QUESTION] = SIZE_OF_WAGER
    mask[:] = False
    mask[GO_ON + 1 :] = True


@_piece
def _chosen(row, deck, stream, rules, bounds, action):
    """What was chosen is done; the round goes on from the stage that follows."""
    question = row[QUESTION]
    if question == SIZE_OF_WAGER:
        row[BET] = action - GO_ON - 1
        row[STAGE] = DEALS
    elif question == EVEN_MONEY:
        if action == TAKE:
            row[EVEN_TAKEN], row[STAKE] = 1, 0
            row[PAID] += rules[EVEN_PAYS]
    elif question == INSURANCE:
        row[INSURED] = action == TAKE
    elif question == LOOK:
        if action == SURRENDER:
            row[PAID] -= rules[HALF]
            row[STAKE] = 0
    elif question == HAND:
        if action == SPLIT:
            # the second card of the hand in turn makes a hand of its own, to be played after it
            at = row[LAID] - 1
            while row[SPOT + at] != OWN + row[TURN]:
                at -= 1
            row[SPOT + at] = OWN + row[HANDS]
            row[PENDINGS + row[PENDING]] = at
            row[PENDING] += 1
            row[HANDS] += 1
            row[STAKED] += 1
            row[FROM_SPLIT], row[SPLIT_ACE] = 1, row[FIRST] == 1
            row[HARD], row[ACE], row[SIZE], row[STAKE] = _points(row[FIRST]), row[FIRST] == 1, 1, 1
        elif action == STAND:
            _parked(row)
            _to_next(row)
        elif action == SURRENDER:
            if not rules[EARLY_UP] and not rules[PEEKS] and (row[UP_RANK] == 1 or row[UP_RANK] >= 10):
                row[WAITS], row[WAITS + 1], row[WAITING] = 23, 1, 1
            else:
                row[PAID] -= rules[HALF]
            row[STAGE] = DEALER_DRAWS
        else:
            if action == DOUBLE:
                row[STAKE] = 2
                row[STAKED] += 1
            _take(row, deck, stream, rules, bounds)


@_piece
def _act(row, deck, stream, mask, rules, dealer, bounds, action):
    """Takes a choice; gives what it brought in units, and whether the episode is over."""
    if not row[FORCED]:
        _chosen(row, deck, stream, rules, bounds, action)
        _goes_on(row, deck, stream, mask, rules, dealer, bounds)
        if row[STAGE] != ENDED:
            return 0.0, False
    bet = rules[AFTER_FULL + row[BET]] if rules[BETS] else 100
    reward = row[NET] * bet / (100.0 * rules[UNIT])
    if rules[HOW] == KEPT and row[PLACE] < rules[CUT]:
        row[STAGE] = ASKED
        _size(row, mask)
        return reward, False
    row[QUESTION] = OVER
    _closes(mask, rules)
    return reward, True


# What is seen

FEATURES = (
    *(f"the question: {words}" for words in QUESTIONS),
    "total of the hand in turn", "whether it is soft", "whether it is a pair", "cards in it", "whether it came from a split",
    "the dealer's up card, an ace as 1", "hands made", "hands still to play", "units staked",
)  # fmt: skip
RANKED = tuple(f"of rank {name}" for name in ("ace", *"23456789", "ten", "jack", "queen", "king"))
SUITED = tuple(f"of {card.words}" for card in CARDS)
BASIC = len(FEATURES)
ZONES = ("the hand in turn", "the player's other hands", "the dealer")
ENCODINGS = {
    "features": Encoding(FEATURES),
    "ranks": Encoding((*FEATURES, *(f"{zone}, cards {rank}" for zone in ZONES for rank in RANKED))),
    "cards": Encoding((*FEATURES, *(f"{zone}, cards {card}" for zone in ZONES for card in SUITED))),
    "shoe": Encoding((*FEATURES, *(f"not seen yet, cards {rank}" for rank in RANKED), "cards not seen in all"), 6000.0),
}


@_piece
def _observe(row, rules, seen):
    question = row[QUESTION]
    how = rules[ENCODING]
    for n in range(BASIC):
        seen[n] = 0.0
    if how != BY_FEATURES:
        seen[BASIC:] = 0.0
    seen[question] = 1.0
    if question != SIZE_OF_WAGER:
        seen[7] = _total(row)
        seen[8] = row[ACE] and row[HARD] <= 11
        seen[9] = row[SIZE] == 2 and _points(row[FIRST]) == _points(row[SECOND])
        seen[10] = row[SIZE]
        seen[11] = row[FROM_SPLIT]
        seen[12] = _points(row[UP_RANK])
        seen[13] = row[HANDS]
        seen[14] = row[PENDING]
        seen[15] = row[STAKED]
    if how == BY_SHOE:
        total = 0.0
        for rank in range(1, 14):
            seen[BASIC + rank - 1] = row[LEFT + rank]
            total += row[LEFT + rank]
        seen[BASIC + 13] = total
    elif how != BY_FEATURES and question != SIZE_OF_WAGER:
        for at in range(row[LAID]):
            spot, card = row[SPOT + at], row[CARD + at]
            if spot != HIDDEN:
                zone = 2 if spot < OWN else 0 if spot - OWN == row[TURN] else 1
                seen[BASIC + (13 * zone + _rank(card) - 1 if how == BY_RANKS else 52 * zone + card)] += 1.0


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
class Seats(ShoeSeating):
    """Seats at Blackjack, as the environments ask for them."""

    terms: Terms

    encodings = ENCODINGS
    width, drawn, questions = WIDTH, PLACE, QUESTIONS
    least, choices = LEAST, ACTIONS
    batch = (_opened, _steps)
    script_names = MappingProxyType(
        {"even money": "take", "wait": "decline", "insurance": "take", "nothing more": "decline", "play": "decline"}
    )

    @property
    def shoe(self) -> Shoe:
        return shoe_of(self.terms)

    @property
    def most(self) -> float:
        return self._numbers.most * self._lines * max(self.sizes, default=1.0) / self._numbers.parts

    @cached_property
    def _numbers(self) -> Numbers:
        return Numbers.of(self.terms, insured=True, even_money=True)

    @property
    def _lines(self) -> int:
        return self.terms.triple.at_least.value if self.terms.triple is not None else 1

    def table(self, encoding: str, how: int | None = None) -> tuple[Any, Any, Any]:
        """What the loop reads of the book: its numbers, the dealer's drawing, and what fair draws need."""
        rules, full = Rules.of(self.terms), [0] * 14
        for card in self.deck:
            rank = int(card) // 4 + 2
            full[1 if rank == 14 else rank] += 1
        even = int(self.terms.settling.even_money.value.ratio * self._numbers.parts)
        numbers = [
            *self._numbers.rules, rules.must_draw, rules.doubles_from, rules.doubles_to, rules.double_after_split,
            self.terms.hands.resplit_aces.value, rules.gives_up, self._lines, self.terms.insurance.most.value > 0, even,
            int(self.penetration * len(self.deck)), self.terms.dealing.burn.value, self.dealt(how),
            list(ENCODINGS).index(encoding), len(self.sizes), *full, *(round(100 * bet) for bet in self.sizes),
        ]  # fmt: skip
        after, draws, total = dealers(self.terms)
        dealer = np.column_stack([after, draws, total]).astype(np.int16)
        return np.array(numbers, np.int64), dealer, bounds_of(len(self.deck))

    def lying(self, row: Any) -> list[tuple[str, list[int | None]]]:
        """What lies where at a seat, for a picture: cards by index, None for one face down."""
        places: dict[str, list[int | None]] = {}
        for at in range(int(row[LAID])):
            spot, card = int(row[SPOT + at]), int(row[CARD + at])
            name = f"box 1 hand {spot - OWN + 1}" if spot >= OWN else "dealer hand 1"
            places.setdefault(name, []).append(None if spot == HIDDEN else card)
        return list(places.items())

    def luck(self, row: Any) -> list[Any]:
        return [CARDS[int(row[CARD + at])] for at in range(int(row[LAID]))]
