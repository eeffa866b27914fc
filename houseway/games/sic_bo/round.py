"""One game of Sic-Bo, in the order the rules tell it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from houseway.games.sic_bo.glass import glass
from houseway.games.sic_bo.settle import winning
from houseway.games.sic_bo.terms import Terms
from houseway.kit.dice import Throw
from houseway.law.clause import Basis
from houseway.money import Odds
from houseway.play.between_rounds import Carry
from houseway.play.events import Called, Decided, Event, LeftLying, Noted, TableCloses, WentWrong
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.layout import LOSES, Layout, Meanwhile, Result
from houseway.play.prompts import Number, Roll
from houseway.play.script import Round, Script, call, confirm, read_sign
from houseway.values import value

DICE = 3


@value
class WinningAreas(Event):
    """The segments that win, as the result keyed in lights them on the glass."""

    spots: tuple[str, ...]

    @property
    def words(self) -> str:
        return f"Winning areas: {', '.join(spot.replace('_', ' ').replace(':', ' ') for spot in self.spots)}"


def play(terms: Terms, carry: Carry) -> Round:
    sign = yield from read_sign(terms.general)
    layout = Layout(terms.general, None, sign, carry.advised)
    layout.lay_open("wagers", carry.lying)
    tumbler = Tumbler(terms, layout)
    try:
        wagers = yield from layout.take(
            "wagers", terms.wagers.by, glass(), pieces_of=terms.pieces_of, meanwhile=tumbler.meanwhile
        )
        dice = yield from tumbler.uncovered()
    except NothingCounts as nothing:
        yield from _nothing_counts(terms, layout, nothing.ground)
        return layout.finish()

    faces, total = " ".join(str(face) for face in dice), sum(dice)
    yield call(terms.result, f"result {faces} total {total}", faces=faces.replace(" ", ", "), total=total)
    pays = winning(terms, dice)
    yield WinningAreas(terms.display.by, tuple(pays))
    yield Decided(terms.wagers.by, faces)
    winners = yield from layout.collect_then_pay(wagers, _outcome(terms, pays))
    yield layout.stay(winners if terms.winners_stay.value else (), terms.winners_stay.by)
    yield from confirm(
        terms.paid_first.by + terms.paying.by,
        "Pay every winner",
        mishaps=(terms.dark,),
        mend=partial(_by_the_dice, terms),
    )
    return layout.finish()


class NothingCounts(Exception):
    """The dice show nothing that counts, and why."""

    def __init__(self, ground: Mishap) -> None:
        self.ground = ground


class Tumbler:
    """The dice under their cover: set going while wagers are still open, or once they have closed, and then uncovered."""

    def __init__(self, terms: Terms, layout: Layout) -> None:
        self.terms, self.layout = terms, layout
        self.tumbled = False
        least = terms.tumbles.value
        self.asked = Number(
            terms.tumbles.by,
            "Tumble the dice under cover; how many times?",
            low=least,
            high=1000,
            because=f"the tumbler is set going at least {least} times before the cover comes off",
            usual=least,
            mishaps=terms.under_cover,
        )

    @property
    def meanwhile(self) -> Meanwhile:
        """Wagers end with the call, and the call follows the tumbling: so the dice may lie while chips are laid."""
        return Meanwhile(self.asked, self._lie, self.terms.under_cover, self._spoilt)

    def _lie(self, times: int) -> Script[None]:
        self.tumbled = True
        yield Noted(self.terms.tumbles.by, f"Tumbled {times} times; wagers stay open until the call")

    def _spoilt(self, answer: Irregularity) -> Script[None]:
        yield from ()
        raise NothingCounts(self._ground(answer))

    def _ground(self, answer: Irregularity) -> Mishap:
        terms = self.terms
        return next(item for item in (*terms.under_cover, *terms.uncovered) if item.kind == answer.kind)

    def uncovered(self) -> Script[Throw]:
        """What the dice show when the cover comes off."""
        terms = self.terms
        answer = None if self.tumbled else (yield self.asked)
        if not isinstance(answer, Irregularity):
            yield call(terms.no_more_bets)
            answer = yield Roll(terms.uncover.by, DICE, terms.uncovered)
        if isinstance(answer, Irregularity):
            mishap = self._ground(answer)
            yield WentWrong(mishap.by, mishap.kind, mishap.label)
            raise NothingCounts(mishap)
        return tuple(sorted(answer))


def _nothing_counts(terms: Terms, layout: Layout, ground: Mishap) -> Script[None]:
    """Every wager goes back. A tumbler that cannot be started gives no tumble to call; the table closes instead."""
    wagers = layout.undecided or layout.open
    if ground.kind == "cannot-start":
        yield from layout.all_back(wagers, ground.by)
        yield TableCloses(ground.by)
    else:
        by = terms.no_result.call.by + ground.by
        yield Called(by, terms.no_result.call.value)
        yield from layout.all_back(wagers, by)
    yield LeftLying(ground.by, ())


def _outcome(terms: Terms, pays: Mapping[str, Odds]) -> Callable[[str], tuple[Odds | Result, Basis]]:
    """What becomes of a wager by where it lies."""

    def of(spot: str) -> tuple[Odds | Result, Basis]:
        kind = glass()[spot].kind
        by: Basis = getattr(terms.catalogue, kind).by + terms.by_position.by
        if spot not in pays:
            return LOSES, by
        return pays[spot], getattr(terms.pays, kind).by + by

    return of


def _by_the_dice(terms: Terms, answer: Irregularity) -> Script[None]:
    yield Noted(terms.lights.by, "The dice decide, not the lights: losing wagers are taken, winning ones paid")
