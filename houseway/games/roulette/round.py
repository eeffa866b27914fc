"""One spin of American Roulette, in the order the rules tell it."""

from __future__ import annotations

from functools import partial

from houseway.games.roulette.terms import Terms
from houseway.kit.spots import layout as spots
from houseway.kit.wheel import SINGLE_ZERO, colour
from houseway.play.between import Carry
from houseway.play.events import Called, Decided, Marked, WentWrong
from houseway.play.irregular import Irregularity
from houseway.play.layout import LOSES, Layout
from houseway.play.prompts import Spin
from houseway.play.script import Round, Script, call, confirm, read_sign
from houseway.play.single_zero import by_kind, parted


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general)
    layout = Layout(terms.general, None, sign, carry.advised)
    layout.lay_open("wagers", carry.lying)

    while True:
        wagers = yield from layout.take(
            "wagers",
            terms.wagers.by,
            spots(),
            mishaps=terms.mishaps,
            mend=partial(_no_spin, terms),
            pieces=terms.pieces,
        )
        yield call(terms.no_more_bets)
        number = yield from _spin(terms)
        if number is not None:
            break
        yield from layout.lift("wagers", wagers, terms.no_spin.stands.by)  # no money moves

    yield Marked(terms.paying.by, f"number {number}")
    yield Decided(terms.wheel.by, f"{number} {colour(number)}")
    winners, losers = parted(wagers, number)
    why = terms.on_zero if number == 0 else terms.why
    for kind, taken in by_kind(losers):
        yield from layout.settle(taken, LOSES, by=why[kind][2])
    for kind, paid in by_kind(winners):
        odds, won, _ = why[kind]
        yield from layout.settle(paid, odds, by=won)
    yield layout.stay(winners if terms.winners_stay.value else (), terms.winners_stay.by)
    yield from confirm(terms.paying.by, "Take the dolly off")
    return layout.finish()


def _spin(terms: Terms) -> Script[int | None]:
    """Where the ball rests; None if the spin does not count."""
    answer = yield Spin(terms.spin.by, "ball", SINGLE_ZERO, terms.mishaps)
    if not isinstance(answer, Irregularity):
        return int(answer)
    mishap = next(item for item in terms.mishaps if item.kind == answer.kind)
    yield WentWrong(mishap.by, mishap.kind, mishap.label)
    yield from _no_spin(terms, answer)
    return None


def _no_spin(terms: Terms, answer: Irregularity) -> Script[None]:
    ground = next(item for item in terms.mishaps if item.kind == answer.kind)
    yield Called(terms.no_spin.call.by + ground.by, terms.no_spin.call.value)
