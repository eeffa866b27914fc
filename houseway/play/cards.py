"""Cards: what a script deals with. It asks for cards, minds the cutting card, makes a shoe ready by shuffle, cut and burn, and
knows the remedies that books prescribe when a card comes out wrong.
"""

from __future__ import annotations

from typing import Literal

from houseway.kit.cards import UNSEEN, Card, CutCard, Unseen
from houseway.kit.shoe import Shoe
from houseway.law.clause import Basis, Provision
from houseway.play.card_checks import check_cards
from houseway.play.dealing import DECK, CutFirst, Dealing, Depth, SeenInError
from houseway.play.events import (
    Burned,
    BurnOmitted,
    CutCardPlaced,
    CutCardSeen,
    CutMade,
    Dealt,
    Discarded,
    Event,
    KeptAsNext,
    Noted,
    PickedUp,
    ShoeReady,
    Shuffled,
    ShuffleDue,
)
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import Confirm, Draw, Option, Steps
from houseway.play.prompts.draws import BURN
from houseway.play.script import Mend, Script, choose, confirm, measure, put_right
from houseway.play.shoeful import Shoeful, ShoeNotes
from houseway.play.states import Asked

PICK_UP = "Pick up the cards in order"
PRE_SHUFFLED = "pre-shuffled"  # logged instead of steps, for cards that came so


class ShuffledFirst(Exception):
    """The cutting card came before the first card; the shoe has been made ready anew and wagers lie open again."""


class Cards:
    """The shoe in the hands of a script. Nearly every card comes as it should: it leaves the shoe and lies on the table, and
    nothing else changes. So what the table remembers is put together only when somebody asks for it."""

    shoe: Shoe
    notes: ShoeNotes
    next_card: Card | Unseen | None  # already out of the shoe, by an earlier error
    _state: Shoeful

    def __init__(self, terms: Dealing, state: Shoeful) -> None:
        self.terms = terms
        self.opening = True  # the next card due is one of the first two of a hand
        self.started = False  # a card of this round is out
        self.over = False  # the round is decided
        self._remember(state)

    @property
    def state(self) -> Shoeful:
        """What the table remembers by now."""
        if self._state.shoe is not self.shoe:  # since then cards came as they should
            self._state = Shoeful(self.shoe, self.shoe.drawn, (), self.notes)
        return self._state

    def _remember(self, state: Shoeful) -> None:
        self._state, self.shoe, self.notes, following = state, state.shoe, state.notes, state.next_cards
        self.next_card = following[0] if following else None
        self.regular = not following and state.on_table is state.shoe.drawn  # what lies there is what was drawn

    def tell(self, event: Event) -> Event:
        """Every event about cards goes through here, so that the script sees the shoe it has made."""
        self._remember(self.state.after(event))
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
            shoe = self.shoe
            answer = yield Draw(by, place, shoe, box, up, self.next_card, self.notes.cut_card, mishaps)
            if self.regular and type(answer) is Card:
                self.started, self.shoe = True, shoe.without(answer)
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
        card: Card = yield Draw(by, place, self.shoe, "", False, None, None)
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

    def burn(self, by: Basis, place: str = BURN) -> Script[None]:
        while True:
            answer = yield Draw(by, place, self.shoe, "", False, None, self.notes.cut_card, self.terms.mishaps_of_burn)
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
        while type(answer := (yield Confirm(by, PICK_UP, "dealer", mishaps, self.shoe))) is Irregularity:
            yield from put_right(answer, mishaps, mend or self.mend)
        yield PickedUp(by)  # the script is over: only the table's memory moves on

    # Shuffle, cut and burn

    def prepare(self, burn: Script[None] | None = None) -> Script[None]:
        """Makes the shoe ready: shuffle, cut, cutting card, burn. ``burn`` is a game's own way of burning."""
        terms, decks = self.terms, self.notes.decks
        if terms.checked is not None and self.notes.unchecked:
            yield from check_cards(terms.checked, self.notes.cards)
        if self.notes.shuffling == "continuous":  # the device shuffles by itself: no cut, and no burn
            yield self.tell(ShoeReady(terms.from_shoe.by))
            return
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
        if terms.shuffler is not None and self.notes.shuffling == "shuffler":
            batch = ("first", "second")[self.notes.shoes % 2]
            yield from confirm(terms.shuffle.by + terms.shuffler.by, f"Take the {batch} batch from the shuffler")
            return
        if terms.steps is None:
            yield from confirm(terms.shuffle.by, "Shuffle the cards")
            return
        strips = terms.strip_after
        assert strips is not None

        first = self.notes.shoes == 0
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
            ruling = yield from choose(terms.recut.by, "supervisor", Asked.RECUT.words, options, "stands", Asked.RECUT)
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
        where = f" ({self.notes.cut_on})" if self.notes.cut_on else ""
        question = f"{Asked.OFFER_CUT.words}: {offered.value.value}{where}"
        return (yield from choose(offered.by + staff.by, "dealer", question, options, staff.value[0], Asked.OFFER_CUT))

    def _cut_position(self, who: str, stack: int) -> Script[int]:
        terms, deep = self.terms, self.terms.cut_at.value
        if not terms.cut_exactly.value:
            near, least = self._near(stack), min(deep, stack // 2)
            if terms.cut_within is None or not near:  # or a stack too short to be cut there
                because = "the cut must fall inside the stack"
                return (yield from measure(terms.cut_at.by, Asked.CUT, 1, stack - 1, because, least, aims=near))
            (low, first), (last, high) = min(near), max(near)
            because = f"the cut goes about {deep} cards in from either end: {low} to {first} or {last} to {high}"
            between = ((first + 1, last - 1),) if first + 1 < last else ()
            by = terms.cut_at.by + terms.cut_within.by
            return (yield from measure(by, Asked.CUT, low, high, because, least, gaps=between, aims=near))
        if stack < 2 * deep:
            middle = stack // 2
            because = f"with one deck the cut goes near the middle, at {middle - 5} to {middle + 5}"
            return (yield from measure(terms.cut_at.by, Asked.CUT, middle - 5, middle + 5, because, middle))
        because = f"the cut leaves at least {deep} cards on each side: {deep} to {stack - deep} from the front"
        return (yield from measure(terms.cut_at.by, Asked.CUT, deep, stack - deep, because, stack // 2))

    def _about(self, at: int, stack: int) -> bool:
        return any(low <= at <= high for low, high in self._near(stack))

    def _near(self, stack: int) -> tuple[tuple[int, int], ...]:
        """The cuts that are about as many cards from an end as the book says: within half a deck of it."""
        within = self.terms.cut_within
        aim, slack = self.terms.cut_at.value, DECK // 2 if within is None else within.value
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
                yield self.tell(BurnOmitted(terms.burn_wrong.by, "No card was burned; dealing goes on"))
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
        yield self.tell(Shuffled(by, what, self.notes.decks))
        yield from self._cut(self.shoe.size)
        if terms.burn_after_rescue is not None and terms.burn_after_rescue.value:
            yield from self.burn(terms.burn.by + terms.burn_after_rescue.by)
