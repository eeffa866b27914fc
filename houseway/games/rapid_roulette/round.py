"""One spin of Rapid Roulette, in the order the rules tell it."""

from __future__ import annotations

from functools import partial

from houseway.games.rapid_roulette.carry import Carry, SpinOver
from houseway.games.rapid_roulette.sequences import BETS, LENGTHS, Running, numbers_of, odds_of, outcome, tagged
from houseway.games.rapid_roulette.terms import Terms
from houseway.kit.wheel import SINGLE_ZERO, colour
from houseway.law.clause import Basis
from houseway.play.events import Called, Decided, Noted, WentWrong
from houseway.play.irregular import Irregularity
from houseway.play.layout import LOSES, VOID, Layout
from houseway.play.prompts import Spin
from houseway.play.script import Round, Script, read_sign
from houseway.play.single_zero import by_kind, parted
from houseway.play.wagers import Sign, Wager


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general)
    layout = Layout(terms.general, None, sign, frozenset())
    for earlier in carry.running:
        yield layout.hold(earlier.wager, terms.sequence_wagers.by)

    by = terms.wagers.by + terms.sequence_wagers.by + terms.accounts.touch.by
    laid = yield from layout.take("wagers", by, BETS, mishaps=terms.during, mend=partial(_no_spin, terms))
    yield Noted(terms.by_appearance.by + terms.general.lock.by, "The wagering period is over")
    single = tuple(wager for wager in laid if _kind(wager) not in LENGTHS)
    single = yield from _recognised(terms, layout, sign, single)
    begun = [Running(wager, numbers_of(wager.spot) or (), ()) for wager in laid if _kind(wager) in LENGTHS]

    number = yield from _spin(terms, layout, laid)
    if number is None:  # nothing proves what was wagered on this spin; older sequences do not count it
        by = terms.faults.system_late.by + terms.faults.unproven.by
        yield from layout.settle(layout.still_on(laid), VOID, by)
        yield SpinOver(by, None, layout.leave(carry.running))
        return layout.finish()

    yield Called(terms.outcome.by, f"{number} {colour(number)}", f"number {number}")
    yield Decided(terms.shown.by + terms.wheel.by, f"{number} {colour(number)}")
    why = terms.on_zero if number == 0 else terms.why
    winners, losers = parted(single, number)
    for kind, taken in by_kind(losers):
        yield from layout.settle(taken, LOSES, by=why[kind][2])
    for kind, paid in by_kind(winners):
        odds, won, _ = why[kind]
        yield from layout.settle(paid, odds, by=won)
    running = yield from _advance(terms, layout, carry.spin, (*carry.running, *begun), number)
    yield SpinOver(terms.sequence_wagers.by, number, running)
    return layout.finish()


def _kind(wager: Wager) -> str:
    return wager.spot.partition(":")[0]


def _recognised(terms: Terms, layout: Layout, sign: Sign, wagers: tuple[Wager, ...]) -> Script[tuple[Wager, ...]]:
    """The wagers on this spin alone that reach the aggregate minimum, player by player; the others go back."""
    sums: dict[str, int] = {}
    for wager in wagers:
        sums[wager.player] = sums.get(wager.player, 0) + wager.cents
    below = tuple(wager for wager in wagers if sums[wager.player] < sign.aggregate)
    yield from layout.hand_back(below, terms.aggregate.by)
    return tuple(wager for wager in wagers if sums[wager.player] >= sign.aggregate)


def _spin(terms: Terms, layout: Layout, laid: tuple[Wager, ...]) -> Script[int | None]:
    """Where the ball rests, after as many spins as it takes; None if nobody's wagers can be proven."""
    while True:
        players = dict.fromkeys(wager.player for wager in layout.still_on(laid))
        mishaps = (*terms.after, *(terms.unproven(player) for player in players))
        answer = yield Spin(terms.spin.by, "ball", SINGLE_ZERO, mishaps)
        if not isinstance(answer, Irregularity):
            return int(answer)
        mishap = next(item for item in mishaps if item.kind == answer.kind)
        yield WentWrong(mishap.by, mishap.kind, mishap.label)
        if answer.kind == "unconfirmed":
            return None
        _, terminal, player = answer.kind.partition(":")
        if terminal:  # one terminal failed, and no record proves what lay on it
            own = tuple(wager for wager in layout.still_on(laid) if wager.player == player)
            yield from layout.settle(own, VOID, mishap.by)
        else:
            yield from _no_spin(terms, answer)


def _no_spin(terms: Terms, answer: Irregularity) -> Script[None]:
    """The call; the spin has no effect, wagers stand and the ball is spun again."""
    ground = next(item for item in terms.during if item.kind == answer.kind)
    yield Called(terms.no_spin.call.by + ground.by, terms.no_spin.call.value)


def _advance(
    terms: Terms, layout: Layout, spin: int, sequences: tuple[Running, ...], number: int
) -> Script[tuple[Running, ...]]:
    """Every sequence counts this spin: it is lost, paid, or runs on."""
    on: list[Running] = []
    for one in sequences:
        came = (*one.came, number)
        odds = odds_of(terms.sequences, one.kind)
        result = outcome(odds, terms.sequence_reading.value, one.numbers, came)
        by = _sequence_basis(terms, one.kind)
        if result is not None:
            yield from layout.settle((one.wager,), result, by)
        elif layout.any_on((one.wager,)):
            layout.leave((one,))
            on.append(Running(tagged(one.wager, spin), one.numbers, came))
    return tuple(on)


def _sequence_basis(terms: Terms, kind: str) -> Basis:
    odds: Basis = getattr(terms.sequences, kind).by
    return odds + terms.sequences.offered.by + terms.sequence_reading.by
