"""Jackpot: a meter that several tables feed and any of them may pay from.

The sign at a table names the meter, what a wager costs and which share of it feeds the meter and the reserve. Wagers that
are accepted *enter*; a prize is *awarded*: a share of what the meter shows with a least amount, or a fixed bonus. What the
meter shows is read at the moment a prize is registered and goes on record with the round, so a round can be run again
whatever other tables have done to the meter since. Money is not moved here: the floor makes postings of the events.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass

from houseway.law.clause import Basis, Provision
from houseway.money import Cents, NotMoney, cents, plain, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import Event, Settled
from houseway.play.prompts import Reading, ReadMeter
from houseway.play.script import Script
from houseway.play.states import Outcome
from houseway.play.wagers import ChipSums, Jackpot, Sign, Wager
from houseway.values import value

PRIZE = (
    "jackpot prize"  # the spot a prize is settled under: a line of its own, because the wager is kept whatever comes
)

_PRIZE = re.compile(r"(\d+)% or (\S+)")


@value
class Prize:
    """What a hand is worth: a share of the meter with a least amount, or a fixed bonus (no share)."""

    percent: int
    least: Cents

    @classmethod
    def parse(cls, text: str) -> Prize:
        """``10% or 7,500``: whichever is more; ``500``: a bonus."""
        found = _PRIZE.fullmatch(text.strip())
        try:
            return cls(int(found[1]), cents(found[2])) if found else cls(0, cents(text))
        except NotMoney:
            raise NotMoney(f"{text!r} is not a prize, such as '500' or '10% or 7,500'") from None

    def __str__(self) -> str:
        return f"{self.percent}% or {plain(self.least)}" if self.percent else plain(self.least)

    def share(self, shown: Cents) -> Cents:
        """The part of the meter that goes with the prize."""
        return shown * self.percent // 100

    def due(self, shown: Cents) -> Cents:
        return max(self.least, self.share(shown))


class Sharing(enum.Enum):
    """Several prizes of one round that are shares of the meter."""

    IN_ORDER = "each by the meter as it stands when it is registered"
    SAME_METER = "each by the meter as it stood before the first"
    EQUALLY = "the largest one in equal parts"


@dataclass(frozen=True)
class JackpotTerms:
    """The provisions about a jackpot."""

    wager: Provision[None]
    needs_wager: Provision[str | None]  # it stands beside another wager, never alone: "live", if beside one that plays
    price: Provision[None]
    accepted: Provision[None] | None  # whoever wagers sees that it is taken
    approved: Provision[None]  # rates and pools are data with an approval
    pools: Provision[None] | None  # the whole of a wager goes to the prize pool or the reserve pool
    prizes: Provision[dict[str, Prize]]
    register: Provision[None] | None  # a key is pressed at once
    sharing: Provision[Sharing]
    failed: Provision[None] | None  # the system is down: others fix the times
    bonus_off_meter: Provision[bool]
    returned: Provision[None] | None  # a player who entered a round that had no result leaves
    markers: Provision[None] | None  # shows who is in already

    def judge_arrangement(self, jackpot: Jackpot) -> Refused | None:
        """Does what a jackpot does with its wagers keep to the book?"""
        if self.pools is not None and jackpot.to_meter + jackpot.to_reserve != 100:
            parts = f"{jackpot.to_meter} and {jackpot.to_reserve} of a hundred"
            return Refused(self.pools.by, f"wagers go to the prize pool or the reserve pool whole, not {parts}")
        return None

    def judge_wager(self, sign: Sign, lying: ChipSums, wager: Wager, beside: str) -> Decision:
        """May this jackpot wager lie here? ``beside`` is the spot it needs a wager on."""
        if sign.jackpot is None:
            return Refused(self.wager.by, "no jackpot is offered at this table")
        if (wager.player, wager.area, beside) not in lying.of:
            return Refused(self.needs_wager.by, f"a jackpot wager needs an {beside} first")
        if wager.cents + lying.of.get(wager.key, 0) != sign.jackpot.price:
            return Refused(self.price.by, f"a jackpot wager costs {show(sign.jackpot.price)}, once a round")
        return Accepted(self.wager.by + self.price.by)


# What happened


@value
class Entered(Event):
    """A jackpot wager was accepted: what of it feeds the meter, and what the reserve; or what it fed them before, in a round that
    had no result."""

    player: str
    jackpot: str
    meter: Cents
    reserve: Cents
    meter_before: Cents = 0
    reserve_before: Cents = 0

    @property
    def words(self) -> str:
        return f"{self.player} is in the jackpot"


@value
class EntryReturned(Event):
    """An entry that had been carried over is given back, or is void."""

    player: str
    jackpot: str
    meter: Cents
    reserve: Cents
    undone: bool = False  # by a ruling: it was never made

    @property
    def words(self) -> str:
        if self.undone:
            return f"{self.player}'s jackpot wager is void, and leaves the jackpot"
        return f"{self.player}'s jackpot wager goes back: an error notification is filled out"


@value
class Awarded(Event):
    """A prize: what the meter showed, what of the prize comes off it, and what is put back to begin anew."""

    player: str
    jackpot: str
    hand: str
    shown: Cents | None  # None: a bonus, for which nobody reads the meter
    prize: Cents
    off_meter: Cents = 0
    refill: Cents = 0

    @property
    def words(self) -> str:
        shown = "" if self.shown is None else f", the meter at {show(self.shown)}"
        return f"{self.player} wins {show(self.prize)} of the jackpot with a {self.hand}{shown}"


# The verbs


def enter(terms: JackpotTerms, jackpot: Jackpot, wagers: Iterable[Wager], already: frozenset[str]) -> Script[None]:
    """Each wager is accepted and feeds the meter, unless it did so in a round that had no result."""
    by = terms.wager.by + terms.price.by + terms.approved.by
    if terms.accepted is not None:
        by = by + terms.accepted.by
    for wager in wagers:
        fed = jackpot.split(wager.cents)
        yield Entered(by, wager.player, jackpot.name, *((0, 0, *fed) if wager.player in already else fed))


def read_meter(by: Basis, jackpot: Jackpot, won: Cents = 0) -> Script[Cents]:
    """Asks what the meter of a jackpot shows. ``won`` is what the prizes of this round that stand have taken off it: where
    another was taken off when the meter was read, and does not stand any more, the meter shows what it would have shown."""
    answer = yield ReadMeter(by, jackpot)
    if isinstance(answer, Reading):
        return answer.shown + answer.won_since - won
    return answer  # type: ignore[no-any-return]


def taken_off(steps: Iterable[object], jackpot: str) -> Cents:
    """By how much less a meter stands for the prizes that these steps awarded."""
    awards = [step for step in steps if isinstance(step, Awarded) and step.jackpot == jackpot]
    return sum(award.off_meter - award.refill for award in awards)


def award(
    terms: JackpotTerms,
    jackpot: Jackpot,
    wager: Wager,
    hand: str,
    by: Basis,
    shown: Cents | None,
    left: Cents | None = None,
) -> Awarded:
    """The prize of one hand, by what the meter shows; None where the prize does not depend on it. ``left`` is what the
    meter still holds, where earlier prizes of the round came off it since it was read."""
    prize = terms.prizes.value[hand]
    if shown is None:
        off = prize.least if terms.bonus_off_meter.value else 0
        return Awarded(by, wager.player, jackpot.name, hand, None, prize.least, off)
    off = prize.share(shown) if left is None else min(left, prize.share(shown))
    refill = jackpot.reseed if prize.percent == 100 else 0
    return Awarded(by, wager.player, jackpot.name, hand, shown, prize.due(shown), off, refill)


def prize_line(awarded: Awarded, area: int) -> Settled:
    """A prize as a line of the settlement, without a stake."""
    wager = Wager(awarded.player, area, PRIZE, 0)
    return Settled(awarded.by, wager, Outcome.WON, 0, awarded.prize, awarded.prize, awarded.hand)
