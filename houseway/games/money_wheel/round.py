"""One spin of the Money Wheel, in the order the rules tell it."""

from __future__ import annotations

from collections.abc import Callable

from houseway.games.money_wheel.terms import Terms
from houseway.law.clause import Basis
from houseway.money import Odds
from houseway.play.between_rounds import Carry
from houseway.play.events import Called, Decided, LeftLying, WentWrong
from houseway.play.irregular import Irregularity
from houseway.play.layout import LOSES, VOID, Layout, Result
from houseway.play.prompts import Spin
from houseway.play.script import Round, Script, call, confirm, read_sign
from houseway.play.wagers import Wager


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general)
    layout = Layout(terms.general, None, sign, carry.advised)
    layout.lay_open("wagers", carry.lying)
    wagers = yield from layout.take("wagers", terms.wagers.by, terms.odds, pieces_of=terms.pieces_of)

    yield call(terms.no_more_bets)
    symbol = yield Spin(terms.spin.by, "indicator", terms.rim, terms.mishaps)
    if isinstance(symbol, Irregularity):
        yield from _no_spin(terms, layout, wagers, symbol)
        return layout.finish()

    yield Called(terms.paying.by, symbol, f"symbol {symbol}")
    yield Decided(terms.wheel.by + terms.stops[symbol].by, symbol)
    winners = yield from layout.collect_then_pay(wagers, _outcome(terms, symbol))
    yield layout.stay(winners if terms.winners_stay.value else (), terms.winners_stay.by)
    yield from confirm(terms.paying.by, "Pay every winner")
    return layout.finish()


def _outcome(terms: Terms, spun: str) -> Callable[[str], tuple[Odds | Result, Basis]]:
    """What becomes of a wager on a symbol when another, or the same, has been spun."""

    def of(symbol: str) -> tuple[Odds | Result, Basis]:
        odds = terms.odds[symbol]
        return odds.value if symbol == spun else LOSES, odds.by + terms.wagers.by + terms.by_position.by

    return of


def _no_spin(terms: Terms, layout: Layout, wagers: tuple[Wager, ...], answer: Irregularity) -> Script[None]:
    """The spin counts for nothing: every wager on it goes back, and the next spin opens with fresh ones."""
    ground = next(mishap for mishap in terms.mishaps if mishap.kind == answer.kind)
    yield WentWrong(ground.by, ground.kind, ground.label)
    yield Called(terms.no_spin.call.by + ground.by, terms.no_spin.call.value)
    yield from layout.settle(wagers, VOID, by=terms.no_spin.call.by + ground.by)
    yield LeftLying(terms.no_spin.call.by, ())
