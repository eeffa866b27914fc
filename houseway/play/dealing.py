"""Dealing: cards from a shoe, for every game that has one.

``Dealing`` names the provisions of the chapters on cards, shuffle, cut and irregular cards. ``Shoeful`` is what a
table remembers of its shoe between rounds, moved on only by events. ``Cards`` is what a script deals with: it asks for
cards, minds the cutting card, and knows the remedies that books prescribe when a card comes out wrong.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, Protocol, TypeVar

from houseway.kit.cards import UNSEEN, Card, CutCard, Unseen
from houseway.kit.shoe import Shoe
from houseway.law.clause import Basis, Provision
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import (
    Burned,
    BurnShown,
    CutCardPlaced,
    CutCardSeen,
    CutMade,
    DealerChanged,
    Dealt,
    Discarded,
    Event,
    KeptAsNext,
    Noted,
    PickedUp,
    PutBack,
    ShoeReady,
    Shuffled,
    ShuffleDue,
    Turned,
)
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Confirm, Draw, Option, Steps
from houseway.play.script import Mend, Script, choose, confirm, measure, put_right
from houseway.play.states import QUESTION_WORDS, Asked
from houseway.play.wagers import SetUp
from houseway.values import value

DECK = 52
PICK_UP = "Pick up the cards in order"
PRE_SHUFFLED = "pre-shuffled"  # logged instead of steps, for cards that came so


class ShuffledFirst(Exception):
    """The cutting card came before the first card; the shoe has been made ready anew and wagers lie open again."""


class CutFirst(enum.Enum):
    """The cutting card comes out before the first card of a round."""

    SHUFFLE = "shuffle before the round"
    PLAY = "play the round, then shuffle"


class WhoCuts(enum.Enum):
    """Who is offered the cut, and in which order."""

    A_PLAYER = "a player, if the dealer offers"
    ONE_PLAYER = "one of the players"
    ROUND_THE_TABLE = "players from the dealer's far right, counter-clockwise"
    BY_CUTTING_CARD = "the player on whose box the cutting card came, then clockwise"
    CLOCKWISE = "one of the players, then each in turn clockwise"
    ANTICLOCKWISE = "one of the players, then each in turn anti-clockwise"


class SeenInError(enum.Enum):
    """A card drawn in error whose face was seen."""

    DISCARDED = "discarded"
    NEXT_CARD = "used as the next card, unless it is refused"
    UNLESS_NEXT_HAND = "burnt, unless it is one of the first two cards of the next hand"
    FREE_HAND = "first card of the next hand, on which nobody wagers"


class NewCards(enum.Enum):
    """When cards are taken from the table for new ones."""

    AFTER_ANY_ROUND = "after any round"
    BEFORE_A_SHUFFLE = "after the last round of a shoe, before it is shuffled"


class Depth(enum.Enum):
    """Where the dealer puts the cutting card, counted from the back."""

    AT_MOST_HALF = "at most half way"
    ABOUT_A_QUARTER = "about a quarter"  # as rounds on record until November 2026 were played: a target
    NEAREST_A_QUARTER = "nearer to a quarter than to the half or the end"
    FOURTEEN = "at least fourteen cards"


@value
class Decks:
    """How many decks: how many are used here, and how many the book allows."""

    count: int
    allowed: tuple[int, ...]  # the numbers the book names; with ``or_more``, the least
    or_more: bool = False

    @classmethod
    def parse(cls, text: str) -> Decks:
        """``8``, or ``1 of at least 1``, or ``8 of 6 or 8``."""
        words = str(text).split()
        try:
            if len(words) == 1:
                return cls(int(words[0]), (int(words[0]),))
            if len(words) == 5 and words[1:4] == ["of", "at", "least"]:
                return cls(int(words[0]), (int(words[4]),), True)
            if len(words) >= 3 and words[1] == "of" and set(words[3::2]) <= {"or"}:
                return cls(int(words[0]), tuple(int(word) for word in words[2::2]))
        except ValueError:
            pass
        raise ValueError(f"{text!r} is not a number of decks, such as '8', '8 of 6 or 8' or '1 of at least 1'")

    def __str__(self) -> str:
        if self.or_more:
            return f"{self.count} of at least {self.allowed[0]}"
        if self.allowed == (self.count,):
            return str(self.count)
        return f"{self.count} of {self.required}"

    @property
    def required(self) -> str:
        return f"at least {self.allowed[0]}" if self.or_more else " or ".join(str(count) for count in self.allowed)

    def allows(self, count: int) -> bool:
        return count >= self.allowed[0] if self.or_more else count in self.allowed


@dataclass(frozen=True)
class Dealing:
    """The provisions about cards, shuffle, cut, burn, and cards gone wrong."""

    decks: Provision[Decks]
    ranks: Provision[None]
    from_shoe: Provision[None]
    replace_cards: Provision[NewCards | None]  # the first editions do not say when
    shuffle: Provision[None]
    shuffle_at_will: Provision[None] | None  # the house may shuffle after any round
    shuffler: Provision[int] | None  # least decks with an automated shuffler
    continuous: Provision[None] | None  # a device that reshuffles by itself, without cut and burn
    steps: Provision[tuple[str, ...]] | None  # the manual shuffle, step by step
    strip_after: Provision[int] | None  # riffles that must come before a strip
    offer_cut: Provision[WhoCuts]
    staff_cut: Provision[tuple[str, ...]]  # who cuts when no player does
    cut_at: Provision[int]  # cards from either end, at least or about
    cut_exactly: Provision[bool]  # the figure is a bound (true) or a target (false)
    cut_card_at: Provision[Depth]
    recut: Provision[None] | None
    burn: Provision[int]
    burn_new_dealer: Provision[bool]
    burn_shown: Provision[bool]  # to a player who asks
    burn_wrong: Provision[None] | None
    cut_first: Provision[CutFirst]
    cut_seen: Provision[None]
    abnormal: Provision[None] | None
    face_up: Provision[None] | None
    unseen: Provision[None]
    burnt_in_error: Provision[None] | None
    seen: Provision[SeenInError]
    shuffle_missed: Provision[None] | None
    short: Provision[None]
    burn_after_rescue: Provision[bool] | None  # silent where a short shoe voids the round

    def judge_set_up(self, set_up: SetUp) -> Decision:
        decks = self.decks
        count = decks.value.count if set_up.decks is None else set_up.decks
        if not decks.value.allows(count):
            return Refused(decks.by, f"{decks.value.required} decks of {DECK} cards are required, not {count}")
        if set_up.shuffling == "continuous":
            if self.continuous is None:
                return Refused(decks.by + self.shuffle.by, "this book knows no continuous shuffler")
            return Accepted(decks.by + self.continuous.by)
        if set_up.shuffling == "shuffler":
            if self.shuffler is None:
                return Refused(decks.by + self.shuffle.by, "this book knows no automated shuffler")
            if count < self.shuffler.value or count % 2:
                least = self.shuffler.value
                return Refused(
                    self.shuffler.by, f"an automated shuffler needs two equal batches of at least {least} decks in all"
                )
            return Accepted(decks.by + self.shuffler.by)
        return Accepted(decks.by)

    @cached_property
    def mishaps(self) -> tuple[Mishap, ...]:
        """What may go wrong with a card, and the clause for each."""
        listed = []
        if self.face_up is not None:
            listed.append(Mishap("face-up", "Card face up in the shoe", self.face_up.by, "must"))
        listed.append(Mishap("unseen", "Drawn in error, not seen", self.unseen.by, "may"))
        listed.append(Mishap("seen", "Drawn in error and seen", self.seen.by, "must"))
        if self.burn_wrong is not None:
            listed.append(Mishap("burn-omitted", "The burn was forgotten", self.burn_wrong.by))
            listed.append(Mishap("burned-two", "Two cards were burned", self.burn_wrong.by, "may"))
        if self.burnt_in_error is not None:
            listed.append(Mishap("burnt", "Drawn in error and burnt", self.burnt_in_error.by, "may"))
        if self.abnormal is not None:
            listed.append(Mishap("abnormal", "The sequence is abnormal", self.abnormal.by, directed=True))
        if self.shuffle_missed is not None:
            listed.append(Mishap("shuffle-missed", "Shuffle was missed", self.shuffle_missed.by))
        return tuple(listed)

    @cached_property
    def mishaps_in_window(self) -> tuple[Mishap, ...]:
        """Before the first card of a round the cutting card may also stand at the mouth of the shoe."""
        return (*self.mishaps, Mishap("cut-card", "The cutting card is next", self.cut_first.by))

    @cached_property
    def mishaps_of_draw(self) -> tuple[Mishap, ...]:
        """When a card is due the shoe may also turn out to be short."""
        return (*self.mishaps, Mishap("short", "Shoe cannot finish the round", self.short.by))

    @cached_property
    def mishaps_between(self) -> tuple[Mishap, ...]:
        return tuple(m for m in self.mishaps if m.kind in ("seen", "unseen", "burnt", "abnormal"))

    @cached_property
    def mishaps_of_burn(self) -> tuple[Mishap, ...]:
        return tuple(m for m in self.mishaps if m.kind in ("face-up", "burn-omitted", "burned-two"))


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
        return self.noting(shuffle="", shoes=1)

    def noting(self, **notes: Any) -> Shoeful:
        return replace(self, notes=replace(self.notes, **notes))

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
    """Whether the cards are to be shuffled before the next round."""
    return carry.shoe.notes.shuffle == "now"


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
    shoe = state.shoe.turned(event.card) if isinstance(state.notes.burned, Unseen) else state.shoe
    return replace(state, shoe=shoe).noting(burned=event.card)


def _shuffled(state: Shoeful, event: Shuffled) -> Shoeful:
    shoe = Shoe.of(event.decks)
    for card in state.on_table:
        shoe = shoe.without(card)
    notes = replace(state.notes, decks=event.decks, cut_card=0, shuffle="", burned=None)
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
    BurnShown: _burn_shown,
    Discarded: lambda state, event: replace(state, shoe=state.shoe.without(event.card)),
    KeptAsNext: lambda state, event: replace(state, next_cards=(*state.next_cards, event.card)),
    CutCardSeen: lambda state, event: state.noting(cut_card=None, cut_on=event.place),
    PutBack: _put_back,
    CutCardPlaced: lambda state, event: state.noting(cut_card=event.depth),
    ShuffleDue: lambda state, event: state.noting(shuffle=event.when),
    Shuffled: _shuffled,
    ShoeReady: lambda state, event: state.noting(shoes=state.notes.shoes + 1, shuffle="", new_dealer=False),
    DealerChanged: lambda state, event: state.noting(new_dealer=True),
    PickedUp: _picked_up,
}


class Cards:
    """The shoe in the hands of a script."""

    def __init__(self, terms: Dealing, state: Shoeful) -> None:
        self.terms, self.state = terms, state
        self.opening = True  # the next card due is one of the first two of a hand
        self.started = False  # a card of this round is out
        self.over = False  # the round is decided

    def tell(self, event: Event) -> Event:
        """Every event about cards goes through here, so that the script sees the shoe it has made."""
        self.state = self.state.after(event)
        return event

    # Dealing

    def deal(
        self,
        place: str,
        box: Provision[str],
        by: Basis,
        mishaps: tuple[Mishap, ...] | None = None,
        mend: Mend | None = None,
    ) -> Script[Card]:
        """The next card, face up, to the box the book names for it."""
        card = yield from self.lay(place, by, mishaps, mend, box.value)
        assert isinstance(card, Card)
        return card

    def slide(
        self,
        place: str,
        by: Basis,
        mishaps: tuple[Mishap, ...] | None = None,
        mend: Mend | None = None,
        box: str = "",
        up: bool = False,
    ) -> Script[Card | Unseen]:
        """The next card to its place, face down. From a real shoe one that comes face down may be unknown."""
        return self.lay(place, by, mishaps, mend, box, up)

    def lay(
        self,
        place: str,
        by: Basis,
        mishaps: tuple[Mishap, ...] | None = None,
        mend: Mend | None = None,
        box: str = "",
        up: bool = True,
    ) -> Script[Card]:
        """The next card, face up, to its place; irregular cards are dealt with on the way."""
        if mishaps is None:
            mishaps = self.terms.mishaps_of_draw
        while True:
            state = self.state
            shoe, following = state.shoe, state.next_cards
            answer = yield Draw(
                by, place, shoe, box, up, following[0] if following else None, state.notes.cut_card, mishaps
            )
            if type(answer) is Card and not following and state.on_table is shoe.drawn:
                # what nearly every card comes to: what lies there is what was drawn
                shoe = shoe.without(answer)
                self.started, self.state = True, Shoeful(shoe, shoe.drawn, (), state.notes)
                yield Dealt(by, place, answer, box, up)
                return answer
            if isinstance(answer, (Card, Unseen)):
                self.started = True
                yield self.tell(Dealt(by, place, answer, box, up))
                return answer  # type: ignore[return-value]  # a card that is seen is known
            if isinstance(answer, CutCard):
                first = not self.started
                yield from self.cutting_card(place)
                if first and self.terms.cut_first.value is CutFirst.SHUFFLE:
                    raise ShuffledFirst
            else:
                yield from put_right(answer, mishaps, mend or self.mend)

    def deal_down(self, place: str, by: Basis) -> Script[Card]:
        """A card to its place face down, for games in which one lies so."""
        card: Card = yield Draw(by, place, self.state.shoe, "", False, None, None)
        yield self.tell(Dealt(by, place, card, "", False))
        return card

    def cutting_card(self, place: str = "") -> Script[None]:
        """The cutting card is not a card: it is noted, and the next card is taken."""
        first = not self.started
        rule = self.terms.cut_first if first else self.terms.cut_seen
        yield self.tell(CutCardSeen(rule.by, first, place))
        if first and self.terms.cut_first.value is CutFirst.SHUFFLE:
            yield self.tell(ShuffleDue(rule.by, "now"))
            yield from self.prepare()
        else:
            yield self.tell(ShuffleDue(rule.by, "after this round"))

    def burn(self, by: Basis, place: str = "burn card") -> Script[None]:
        while True:
            answer = yield Draw(
                by, place, self.state.shoe, "", False, None, self.state.notes.cut_card, self.terms.mishaps_of_burn
            )
            if isinstance(answer, (Card, Unseen)):
                yield self.tell(Burned(by, answer))
                return
            if isinstance(answer, CutCard):  # it is not a card: noted, and the next one is taken
                yield self.tell(CutCardSeen(self.terms.cut_seen.by, False))
                yield self.tell(ShuffleDue(self.terms.cut_seen.by, "after this round"))
            elif answer.kind == "burn-omitted":
                yield from put_right(answer, self.terms.mishaps_of_burn, self.mend)
                return
            else:
                yield from put_right(answer, self.terms.mishaps_of_burn, self.mend)

    def pick_up(self, by: Basis, extra: tuple[Mishap, ...] = (), mend: Mend | None = None) -> Script[None]:
        """The end of a round: the cards go to the rack in order."""
        self.opening = self.over = True
        mishaps = self.terms.mishaps_between + extra
        while type(answer := (yield Confirm(by, PICK_UP, "dealer", mishaps, self.state.shoe))) is Irregularity:
            yield from put_right(answer, mishaps, mend or self.mend)
        yield PickedUp(by)  # the script is over: only the table's memory moves on

    # Shuffle, cut and burn

    def prepare(self, burn: Script[None] | None = None) -> Script[None]:
        """Makes the shoe ready: shuffle, cut, cutting card, burn. ``burn`` is a game's own way of burning."""
        terms, decks = self.terms, self.state.notes.decks
        yield from self._shuffle()
        yield self.tell(Shuffled(terms.shuffle.by + terms.decks.by, "all", decks))
        yield from self._cut(decks * DECK - len(self.state.on_table))
        if burn is not None:
            yield from burn
        else:
            for _ in range(terms.burn.value):
                yield from self.burn(terms.burn.by)
        yield self.tell(ShoeReady(terms.from_shoe.by))

    def _shuffle(self) -> Script[None]:
        terms = self.terms
        if terms.shuffler is not None and self.state.notes.shuffling == "shuffler":
            batch = ("first", "second")[self.state.notes.shoes % 2]
            yield from confirm(terms.shuffle.by + terms.shuffler.by, f"Take the {batch} batch from the shuffler")
            return
        if terms.steps is None:
            yield from confirm(terms.shuffle.by, "Shuffle the cards")
            return
        strips = terms.strip_after
        assert strips is not None

        first = self.state.notes.shoes == 0
        named = terms.steps.value

        def rule(steps: tuple[str, ...]) -> str:
            # nothing lies behind a cutting card before the first shoe, so there is nothing to plug
            left_out = [step for step in named if step not in steps and not (first and step == "plug")]
            if left_out:
                return f"a shuffle by hand also has the {' and the '.join(left_out)}"
            riffles = 0
            for step in steps:
                riffles += step == "riffle"
                if step == "strip" and riffles < strips.value:
                    return f"a strip comes after at least {strips.value} riffles, not after {riffles}"
            return "" if steps[-1] == "cut" else "the cut is the last step"

        steps = yield Steps(
            terms.steps.by + strips.by,
            "Shuffle by hand and log the steps",
            named,
            rule,
            ("plug", "riffle", "riffle", "strip", "turn", "riffle", "cut"),
            instead=Option(PRE_SHUFFLED, "The cards came shuffled", by=terms.shuffle.by) if first else None,
        )
        if steps == (PRE_SHUFFLED,):
            yield Noted(
                terms.shuffle.by, "The cards came shuffled, by the rules for equipment; the dealer does not shuffle"
            )
        else:
            yield Noted(terms.steps.by, f"Shuffled by hand: {', '.join(steps)}")

    def _cut(self, stack: int) -> Script[None]:
        terms = self.terms
        who = yield from self._cutter()
        while True:
            at = yield from self._cut_position(who, stack)
            yield self.tell(CutMade(terms.cut_at.by, who, at))
            if not terms.cut_exactly.value and not self._about(at, stack):
                yield Noted(terms.cut_at.by, f"The cut at {at} is not near {terms.cut_at.value} cards from an end")
            depth = yield from self._cut_card_depth(stack)
            yield self.tell(CutCardPlaced(terms.cut_card_at.by, depth))
            if terms.recut is None:
                return
            options = (
                Option("stands", "The cut stands"),
                Option("same", "Recut by the last cutter"),
                Option("next", "Recut by the next entitled"),
            )
            ruling = yield from choose(
                terms.recut.by, "supervisor", QUESTION_WORDS[Asked.RECUT], options, "stands", Asked.RECUT
            )
            if ruling == "stands":
                return
            yield Noted(terms.recut.by, "A recut was ordered before any card was dealt")
            if ruling == "next":
                who = yield from self._cutter()

    def _cutter(self) -> Script[str]:
        """Who cuts: a player who accepts the offer, or the staff the book names."""
        offered = self.terms.offer_cut
        staff = self.terms.staff_cut
        options = (
            Option("player", "A player accepts the cut"),
            *(Option(role, f"No player accepts; the {role} cuts") for role in staff.value),
        )
        where = f" ({self.state.notes.cut_on})" if self.state.notes.cut_on else ""
        question = f"{QUESTION_WORDS[Asked.OFFER_CUT]}: {offered.value.value}{where}"
        return (yield from choose(offered.by + staff.by, "dealer", question, options, staff.value[0], Asked.OFFER_CUT))

    def _cut_position(self, who: str, stack: int) -> Script[int]:
        terms, deep = self.terms, self.terms.cut_at.value
        if not terms.cut_exactly.value:
            because = "the cut must fall inside the stack"
            near, least = self._near(stack), min(deep, stack // 2)
            return (yield from measure(terms.cut_at.by, Asked.CUT, 1, stack - 1, because, least, aims=near))
        if stack < 2 * deep:
            middle = stack // 2
            because = f"with one deck the cut goes near the middle, at {middle - 5} to {middle + 5}"
            return (yield from measure(terms.cut_at.by, Asked.CUT, middle - 5, middle + 5, because, middle))
        because = f"the cut leaves at least {deep} cards on each side: {deep} to {stack - deep} from the front"
        return (yield from measure(terms.cut_at.by, Asked.CUT, deep, stack - deep, because, stack // 2))

    def _about(self, at: int, stack: int) -> bool:
        return any(low <= at <= high for low, high in self._near(stack))

    def _near(self, stack: int) -> tuple[tuple[int, int], ...]:
        """The cuts that are about as many cards from an end as the book says: nearer than half a deck."""
        aim, slack = self.terms.cut_at.value, DECK // 2
        ends = ((aim - slack, aim + slack), (stack - aim - slack, stack - aim + slack))
        return tuple((max(low, 1), min(high, stack - 1)) for low, high in ends if low < stack and high > 0)

    def _cut_card_depth(self, stack: int) -> Script[int]:
        rule = self.terms.cut_card_at
        if rule.value is Depth.AT_MOST_HALF:
            because = f"the cutting card may sit at most {stack // 2} cards from the back"
            return (yield from measure(rule.by, Asked.CUTTING_CARD, 1, stack // 2, because, stack // 4))
        if rule.value is Depth.FOURTEEN:
            because = f"the cutting card lies at least 14 cards from the back: 14 to {stack - 1}"
            return (yield from measure(rule.by, Asked.CUTTING_CARD, 14, stack - 1, because, 14))
        if rule.value is Depth.NEAREST_A_QUARTER:
            low, high = max(1, -(-stack // 8)), 3 * stack // 8
            because = f"the cutting card lies about a quarter from the back: {low} to {high} of {stack} cards"
            return (yield from measure(rule.by, Asked.CUTTING_CARD, low, high, because, stack // 4))
        because = "the cutting card must lie inside the stack"
        return (yield from measure(rule.by, Asked.CUTTING_CARD, 1, stack - 1, because, stack // 4))

    # When a card comes out wrong

    def mend(self, answer: Irregularity) -> Script[None]:
        """The remedy the book prescribes."""
        terms, card = self.terms, answer.card
        match answer.kind:
            case "face-up":
                assert card is not None and terms.face_up is not None
                yield self.tell(Discarded(terms.face_up.by, card, "found face up in the shoe"))
            case "unseen":
                yield self.tell(KeptAsNext(terms.unseen.by, card or UNSEEN, False))
            case "burnt":
                assert terms.burnt_in_error is not None
                yield self.tell(Burned(terms.burnt_in_error.by, card or UNSEEN))
            case "seen":
                assert card is not None
                keeps = terms.seen.value
                if keeps is SeenInError.NEXT_CARD or (keeps is SeenInError.UNLESS_NEXT_HAND and self.opening):
                    yield self.tell(KeptAsNext(terms.seen.by, card, True))
                else:
                    yield self.tell(Discarded(terms.seen.by, card, "drawn in error and seen"))
            case "short":
                yield from self.rescue(terms.short.by, "discards")
            case "abnormal":
                assert terms.abnormal is not None
                if self.over:
                    yield self.tell(ShuffleDue(terms.abnormal.by, "now"))
                elif self.started:
                    yield from self.rescue(terms.abnormal.by, "rest")
                else:
                    yield self.tell(ShuffleDue(terms.abnormal.by, "now"))
                    yield from self.prepare()
            case "shuffle-missed":
                assert terms.shuffle_missed is not None
                yield self.tell(ShuffleDue(terms.shuffle_missed.by, "after this round"))
            case "burn-omitted":
                assert terms.burn_wrong is not None
                yield Noted(terms.burn_wrong.by, "No card was burned; dealing goes on")
            case "burned-two":
                assert terms.burn_wrong is not None
                yield self.tell(Burned(terms.burn_wrong.by, card or UNSEEN))
                yield Noted(terms.burn_wrong.by, "Two cards were burned; dealing goes on")
            case "cut-card":
                yield from self.cutting_card()
            case other:
                raise AssertionError(f"no remedy for {other}")

    def rescue(self, by: Basis, what: Literal["discards", "rest"]) -> Script[None]:
        """Cards not on the layout are shuffled and cut in mid-round, and the round goes on."""
        terms = self.terms
        yield from confirm(by + terms.shuffle.by, "Shuffle the discards" if what == "discards" else "Shuffle the rest")
        yield self.tell(Shuffled(by, what, self.state.notes.decks))
        yield from self._cut(self.state.shoe.size)
        if terms.burn_after_rescue is not None and terms.burn_after_rescue.value:
            yield from self.burn(terms.burn.by + terms.burn_after_rescue.by)
