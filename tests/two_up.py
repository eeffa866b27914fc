"""Two-up, for a test: a game that may draw several times in a round, under the general chapters of another book.

Two coins are tossed until they fall alike. Heads pays evens on heads, tails on tails; five odds in a row, and both lose. Odds
come every other time, so a wager on either side is worth -1/32. Who answers every toss with the first one finds -1/2.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from houseway.figures.random_streams import Counted
from houseway.kit.wheel import Wheel
from houseway.money import Odds
from houseway.odds.distribution import WagerOdds
from houseway.odds.one_draw import UNIT, once_per_terms
from houseway.play.between_rounds import Carry
from houseway.play.layout import LOSES, Layout
from houseway.play.prompts import Spin
from houseway.play.script import Round, read_sign

__all__ = ["HANDS", "UNIT", "begin", "kernels", "table_of", "wagers"]

COINS = Wheel(("heads", "tails", "odds", "odds"))
HANDS: dict[str, str] = {}
SIDES = ("heads", "tails")


def play(terms: Any, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general)
    layout = Layout(terms.general, None, sign, carry.advised)
    wagers = yield from layout.take("wagers", terms.wagers.by, dict.fromkeys(SIDES))
    fell = "odds"
    for _ in range(5):
        fell = yield Spin(terms.spin.by, "coins", COINS)
        if fell != "odds":
            break
    by = terms.wagers.by
    yield from layout.collect_then_pay(wagers, lambda side: (Odds(1) if side == fell else LOSES, by))
    return layout.finish()


def begin(terms: Any) -> Any:
    return partial(play, terms, Carry())


table_of = once_per_terms(begin, SIDES)


def wagers(terms: Any, shoe: None = None) -> list[WagerOdds]:
    return table_of(terms).wagers()


def kernels(terms: Any, shoe: None = None) -> list[Counted]:
    table = table_of(terms)
    return [Counted.of(table.weights, table.nets)]
