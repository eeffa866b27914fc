"""The deal: one round of Red Dog, in the order the rules tell it."""

from __future__ import annotations

from houseway.games.red_dog.carry import Carry
from houseway.games.red_dog.irregular import Mending
from houseway.games.red_dog.terms import Terms, ThirdSeen
from houseway.kit.cards import Card
from houseway.play.cards import Cards, ShuffledFirst
from houseway.play.events import Decided, Marked, Noted
from houseway.play.general import Raising
from houseway.play.layout import LOSES, VOID, Layout
from houseway.play.script import Round, Script, Settlement, call, read_sign
from houseway.play.states import RoundResult
from houseway.play.wagers import Wager


def prepare(terms: Terms, carry: Carry) -> Script[None]:
    """Shuffle, cut and burn."""
    yield from Cards(terms.dealing, carry.shoe).prepare()


def play(terms: Terms, carry: Carry) -> Round:
    cards = Cards(terms.dealing, carry.shoe)
    sign = yield from read_sign(terms.general, terms.places, terms.judge_odds)
    layout = Layout(terms.general, terms.places, sign, carry.advised)
    mending = Mending(terms, cards, layout)

    originals, first = yield from _first_card(terms, cards, layout, mending)
    second = yield from cards.deal("second card", terms.second_box, terms.second_box.by)
    cards.opening = False
    low, high = sorted((first.rank, second.rank))

    if high - low == 1:
        yield call(terms.no_spread, by=terms.no_spread.by + terms.valued(low, high))
        cards.opening = True  # no third card is due, so the next card would open the next hand
        yield Decided(terms.consecutive.by, RoundResult.VOID)
        yield from layout.settle(originals, VOID, by=terms.consecutive.by)
        return (yield from _finish(terms, cards, layout, mending))

    if high == low:
        if terms.pair_call is not None:
            yield call(terms.pair_call)
            if terms.third_seen.value is ThirdSeen.PLAYERS_MAY_VOID:
                yield Noted(terms.third_seen.by, "Raises are not closed on a pair, so no option to void can arise")
        third = yield from cards.deal("third card", terms.third_box, terms.pair.by, terms.mishaps, mending.mend)
        if third.rank == low:
            if terms.three_call is not None:
                yield call(terms.three_call)
            yield Decided(terms.three_alike.by, RoundResult.THREE_ALIKE)
            yield from layout.settle(originals, terms.three_alike.value, by=terms.three_alike.by)
        else:
            if terms.pair_void_call is not None:
                yield call(terms.pair_void_call)
            yield Decided(terms.pair_void.by, RoundResult.VOID)
            yield from layout.settle(originals, VOID, by=terms.pair_void.by)
        return (yield from _finish(terms, cards, layout, mending))

    spread = high - low - 1
    yield call(terms.spread, f"spread {spread}", by=terms.spread_found(low, high), spread=spread)
    if terms.marker is not None:
        yield Marked(terms.marker.by, f"spread {spread}")
    raises = yield from layout.take(
        "raise",
        terms.second_wager.by,
        ("raise",),
        raising=Raising(originals, terms.raise_counts_to_maximum),
        mishaps=terms.mishaps_in_raise,
        mend=mending.mend_in_raise,
        cards=cards,
    )
    if terms.nobody_left is not None and originals and not layout.undecided:
        yield Noted(terms.nobody_left.by, "Every player has voided the hand, and no further card is dealt")
        yield Decided(terms.nobody_left.by, RoundResult.VOID)
        return (yield from _finish(terms, cards, layout, mending))
    yield call(terms.raises_closed)
    third = yield from cards.deal("third card", terms.third_box, terms.third_box.by, terms.mishaps, mending.mend)
    if terms.third_call is not None:
        yield call(terms.third_call, f"third card {third.rank}", card=third.words)
    if low < third.rank < high:
        by = terms.paid_by(sign, spread)
        yield Decided(by, RoundResult.WIN)
        yield from layout.settle(originals + raises, terms.pays(sign, spread), by=by)
    else:
        by = terms.lost(third.rank, low, high)
        yield Decided(by, RoundResult.LOSE)
        yield from layout.settle(originals + raises, LOSES, by=by)
    return (yield from _finish(terms, cards, layout, mending))


def _first_card(terms: Terms, cards: Cards, layout: Layout, mending: Mending) -> Script[tuple[tuple[Wager, ...], Card]]:
    """Wagers, the call that closes them, and the first card; once more if the cutting card comes first and the book
    wants a shuffle then."""
    while True:
        originals = yield from layout.take(
            "original",
            terms.original.by,
            ("original",),
            mishaps=terms.dealing.mishaps_in_window,
            mend=cards.mend,
            cards=cards,
        )
        if terms.no_more_bets is not None:
            yield call(terms.no_more_bets)
        if cards.notes.new_dealer and terms.dealing.burn_new_dealer.value:
            yield from cards.burn(terms.dealing.burn_new_dealer.by)
        try:
            first = yield from cards.deal("first card", terms.first_box, terms.first_box.by)
        except ShuffledFirst:
            yield from layout.lift("original", originals, terms.dealing.cut_first.by)
        else:
            return originals, first


def _finish(terms: Terms, cards: Cards, layout: Layout, mending: Mending) -> Script[Settlement]:
    yield from cards.pick_up(terms.pick_up.by, terms.misplaced, mending.mend)
    return layout.finish()
