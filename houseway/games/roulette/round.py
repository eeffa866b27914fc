"""One spin of American Roulette, in the order the rules tell it."""

from __future__ import annotations

from houseway.games.roulette.terms import EVEN_CHANCES, Terms
from houseway.kit.wheel import SECOND_ZERO, colour, label_of, number_in
from houseway.play.between_rounds import Carry
from houseway.play.events import Called, Decided, Marked, Noted, WentWrong
from houseway.play.irregular import Irregularity
from houseway.play.layout import LOSES, Layout
from houseway.play.prompts import Option, Spin
from houseway.play.script import Round, Script, call, choose, confirm, read_sign
from houseway.play.single_zero import by_kind, parted

FIT_OR_REPLACED = (Option("fit", "The ball is fit for play"), Option("replaced", "Another ball takes its place"))
BALL_FOUND = {"fit": "The ball was examined and is fit for play", "replaced": "The ball was examined and replaced"}


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general)
    layout = Layout(terms.general, None, sign, carry.advised)
    layout.lay_open("wagers", carry.lying)

    ball = Ball(terms)
    while True:
        wagers = yield from layout.take(
            "wagers",
            terms.wagers.by,
            terms.spots,
            mishaps=terms.mishaps,
            mend=ball.no_spin,
            pieces_of=terms.pieces_of,
        )
        yield from ball.examined()
        yield call(terms.no_more_bets)
        number = yield from ball.spin()
        if number is not None:
            break
        yield from layout.lift("wagers", wagers, terms.no_spin.stands.by)  # no money moves

    label, zero = label_of(number), number in (0, SECOND_ZERO)
    yield Marked(terms.paying.by, f"number {label}")
    yield Decided(terms.wheel.by, f"{label} {colour(number)}")
    winners, losers = parted(wagers, number)
    why = terms.on_zero if zero else terms.why
    for kind, taken in by_kind(losers, why):
        if zero and terms.zeros.halves.value and kind in EVEN_CHANCES:
            yield from layout.halve(taken, why[kind][2] + terms.zeros.halves.by)
        else:
            yield from layout.settle(taken, LOSES, by=why[kind][2])
    for kind, paid in by_kind(winners, why):
        odds, won, _ = why[kind]
        yield from layout.settle(paid, odds, by=won)
    yield layout.stay(winners if terms.winners_stay.value else (), terms.winners_stay.by)
    yield from confirm(terms.paying.by, "Take the dolly off")
    return layout.finish()


class Ball:
    """The ball of one round: spun until it rests, and looked at by a supervisor after it has left the wheel."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.left_the_wheel = False

    def spin(self) -> Script[int | None]:
        """Where the ball rests; None if the spin does not count."""
        terms = self.terms
        answer = yield Spin(terms.spin.by, "ball", terms.ring, terms.mishaps)
        if not isinstance(answer, Irregularity):
            return number_in(answer)
        mishap = next(item for item in terms.mishaps if item.kind == answer.kind)
        yield WentWrong(mishap.by, mishap.kind, mishap.label)
        yield from self.no_spin(answer)
        return None

    def no_spin(self, answer: Irregularity) -> Script[None]:
        terms = self.terms
        ground = next(item for item in terms.mishaps if item.kind == answer.kind)
        self.left_the_wheel |= answer.kind == "out-of-the-wheel"
        yield Called(terms.no_spin.call.by + ground.by, terms.no_spin.call.value)

    def examined(self) -> Script[None]:
        """Before it is spun again; play goes on with it, or with another."""
        rule = self.terms.no_spin.out_of_the_wheel
        if not self.left_the_wheel or rule.value is None:
            return
        found = yield from choose(rule.by, rule.value, "Examine the ball that left the wheel", FIT_OR_REPLACED)
        yield Noted(rule.by, BALL_FOUND[found])
        self.left_the_wheel = False
