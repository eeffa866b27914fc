"""The general chapters: what every book repeats and numbers differently.

Sign and limits, units, wagers below and above the limits, sharing an area, spoken wagers, when a wager is locked,
odd payments, invalidation and refund, contravention, closing, idle seats, disputes. The rules stand here once; the
numbers, the authority and the clause come from each book through ``General``. Where a book is silent and a table
must still do something, the book states a policy with the reading that explains it.
"""

from __future__ import annotations

import enum
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.law.clause import Basis, Provision
from houseway.law.ranges import some
from houseway.law.roles import Role
from houseway.money import LARGEST, Cents, Odds, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.wagers import ChipSums, Limits, Sign, Wager
from houseway.values import derived, field, value

if TYPE_CHECKING:
    from houseway.play.prompts import TakeWagers


class LimitsOn(enum.Enum):
    """What the figures on the sign apply to."""

    PLAYER = "each player on an area"
    AREA = "each area, all players together"  # the most that lies there; the least is each player's own
    WHOLE_AREA = "each area, all players together, the least and the most"


class Units(enum.Enum):
    """Must a wager be a multiple of the minimum?"""

    IF_STATED = "only if the sign says so"
    UNLESS_STATED = "yes, unless the sign says otherwise"
    # our reading of some ACT books until November 2026: rounds on record were played by it
    FLAGGED = "yes, unless the sign says otherwise; an odd wager is taken and its owner told"


class Outside(enum.Enum):
    """A wager found below the minimum, or above the maximum."""

    SETTLED_ONCE = "settled once with advice, then returned"
    TO_MAXIMUM = "settled to the maximum"
    REFUSED = "refused"
    NEXT_LOWEST = "the next lowest permitted wager"


class AreasEach(enum.Enum):
    ONE = "one"
    UNLESS_ALLOWED = "one, unless the house allows more"
    SEVERAL = "as many as the player likes"


class HigherLimit(enum.Enum):
    MARKER = "with a marker beside the area"
    ALONE = "with a marker beside the box, which that player then has alone"
    OWN = "limits of the player's own, above or below the sign's, with a marker"
    NONE = "not provided for"
    # who allows it is told beside the value since November 2026; rounds on record were played by these
    SHIFT_MANAGER = "with a marker beside the area, allowed by a gaming shift manager"
    SHIFT_MANAGER_ALONE = "with a marker, allowed by a gaming shift manager; that player then has the area alone"

    @property
    def alone(self) -> bool:
        """Nobody else plays where the marker lies."""
        return self in (HigherLimit.ALONE, HigherLimit.SHIFT_MANAGER_ALONE)


class Lock(enum.Enum):
    """From when may a wager no longer be taken back?"""

    FIRST_CARD = "first card"
    CONFIRMED = "confirmed by the dealer"
    CALL = "no more bets"


class OddPayment(enum.Enum):
    """Winnings that the float cannot pay to the cent."""

    AS_ACT = "lower multiple with a notice, else the next payable amount up"
    UP = "the next payable amount up"


@value
class Oral:
    """What a spoken wager needs."""

    accepts: tuple[str, ...]  # "chips", "cash"
    confirmed_by: tuple[Role, ...] = ()


@value
class Notice:
    """What a change needs to have been told before it takes effect."""

    minutes: int = 0  # on a sign at the table for at least so long; 0: told before, no period
    inspector: bool = False  # an inspector must have been told too
    lower: bool = False  # a lower minimum needs it like a higher one


@dataclass(frozen=True)
class General:
    """The provisions of the general chapters."""

    chips: Provision[tuple[str, ...]]
    oral: Provision[Oral]
    lock: Provision[Lock]
    limits: Provision[LimitsOn]
    units: Provision[Units]
    below_minimum: Provision[Outside]
    above_maximum: Provision[Outside]
    higher_limit: Provision[HigherLimit]
    higher_minimum: Provision[Notice]
    odd_payment: Provision[OddPayment]
    void_wagers: Provision[None]
    exclude: Provision[None]
    hold_winnings: Provision[None] | None
    confiscate: Provision[None] | None
    detain: Provision[None] | None
    disorder: Provision[None]
    fraud: Provision[None]
    refund: Provision[None]
    closing: Provision[Notice]
    idle_seat: Provision[int] | None
    complaint: Provision[None]
    dispute: Provision[None]
    rules_copy: Provision[None] | None  # whoever asks is given a copy of the rules

    @derived
    def on_areas(self) -> bool:
        """Whether the maximum on the sign is for all the players of an area together."""
        return self.limits.value is not LimitsOn.PLAYER

    @derived
    def least_on_areas(self) -> bool:
        """Whether the minimum is theirs together as well."""
        return self.limits.value is LimitsOn.WHOLE_AREA

    # The sign

    def judge_sign(self, sign: Sign) -> Decision:
        for limits in (sign.limits, *sign.kinds.values()):
            if limits.minimum < 0 or limits.unit < 0:
                return Refused(self.limits.by, "limits cannot be negative")
            if limits.maximum is not None and limits.maximum < limits.minimum:
                return Refused(
                    self.limits.by,
                    f"a maximum of {show(limits.maximum)} is below the minimum of {show(limits.minimum)}",
                )
        return Accepted(self.limits.by)

    def change_limits(
        self, now: Limits, then: Limits, shown: tuple[Cents, datetime] | None, moment: datetime
    ) -> Decision:
        """May the limits become ``then``? ``shown`` is the minimum announced and since when, if any."""
        notice = self.higher_minimum
        if then.minimum > now.minimum or (notice.value.lower and then.minimum < now.minimum):
            if shown is None or shown[0] != then.minimum:
                what = f"a sign with {show(then.minimum)}" if notice.value.minutes else "notice to the players"
                how = "higher" if then.minimum > now.minimum else "lower"
                return Refused(notice.by, f"a {how} minimum needs {what} first")
            elapsed = moment - shown[1]
            if elapsed < timedelta(minutes=notice.value.minutes):
                minutes = int(elapsed.total_seconds() // 60)
                return Refused(notice.by, f"the sign has stood {minutes} minutes; {notice.value.minutes} are required")
        decision = self.judge_sign(Sign(limits=then))
        return decision if isinstance(decision, Refused) else Accepted(self.higher_minimum.by)

    def close_table(self, shown: tuple[datetime, datetime] | None, inspector_told: bool, moment: datetime) -> Decision:
        """May the table close now? ``shown`` is the hour announced and since when."""
        notice = self.closing
        if shown is None:
            what = f"a sign for {notice.value.minutes} minutes" if notice.value.minutes else "notice to the players"
            return Refused(notice.by, f"closing with players present needs {what} first")
        if notice.value.minutes:
            stood = int((moment - shown[1]).total_seconds() // 60)
            if moment - shown[1] < timedelta(minutes=notice.value.minutes):
                return Refused(notice.by, f"the sign has stood {stood} minutes; {notice.value.minutes} are required")
        if moment < shown[0]:
            return Refused(notice.by, f"the sign says {shown[0]:%H:%M}")
        if notice.value.inspector and not inspector_told:
            return Refused(notice.by, "an inspector must be told before the table closes")
        return Accepted(notice.by)

    # Placing a wager

    def judge_wager(self, window: TakeWagers, lying: ChipSums, wager: Wager, found: bool = False) -> Decision:
        """May this wager join what lies in the window? Wagers outside the limits are accepted where the book settles
        them all the same, with a word of advice. ``found`` afterwards, it has lain there: what several had on an area above
        its maximum is settled to it, and an odd amount as the rule on odd payments has it."""
        if type(wager.cents) is not int or not 0 < wager.cents <= LARGEST:
            return Refused(self.chips.by, "a wager is a positive amount of whole cents", "amount")
        if wager.cents + lying.of.get(wager.key, 0) > LARGEST:
            return Refused(self.chips.by, "that is more than any wager", "amount")
        if wager.spot not in window.spots:
            return Refused(window.by, f"{wager.spot!r} is not a wager of this window", "not_offered")
        if window.raising is not None:
            return self._judge_raise(window, window.raising, lying, wager, found)
        if self.higher_limit.value.alone:
            holder = next((m.player for m in window.sign.markers if m.area == wager.area), wager.player)
            if holder != wager.player:
                return Refused(self.higher_limit.by, f"area {wager.area} has {holder}'s own maximum and {holder} alone")
        if window.places is not None:
            refused = window.places.judge(window.sign, lying, wager)
            if refused is not None:
                return refused
        total = wager.cents + lying.of.get(wager.key, 0)
        already = 0 if found else lying.on.get((wager.area, wager.spot), 0)
        decision = self._judge_amount(window.sign, wager, total, already, found)
        if window.places is None or isinstance(decision, Refused) or not window.places.is_further(lying, wager):
            return decision
        return replace(decision, by=decision.by + window.places.areas_each.by)

    @property
    def each_by_itself(self) -> bool:
        """Whether one look at what is permitted decides: limits on each player's own wager, nothing taken below or above."""
        return (
            self.limits.value is LimitsOn.PLAYER
            and self.below_minimum.value is Outside.REFUSED
            and self.above_maximum.value is Outside.NEXT_LOWEST
        )

    def _judge_amount(self, sign: Sign, wager: Wager, total: Cents, on_area_already: Cents, found: bool) -> Decision:
        limits = self.limits_of(sign, wager)
        if limits.maximum is not None and self.on_areas:
            room = limits.maximum - on_area_already
            # One player alone above the maximum is settled to it; several together may not pass it.
            shared = on_area_already > total - wager.cents
            if shared and wager.cents > room:
                return Refused(
                    self.limits.by,
                    f"area {wager.area} would hold {show(on_area_already + wager.cents)}, above {show(limits.maximum)}; "
                    f"at most {show(max(room, 0))} more",
                )
        if (on_area_already + wager.cents if self.least_on_areas else total) < limits.minimum:
            if self.below_minimum.value is Outside.REFUSED:
                return Refused(self.below_minimum.by, f"the minimum here is {show(limits.minimum)}")
            return Accepted(self.below_minimum.by, f"the minimum here is {show(limits.minimum)}")
        odd = self.odd_amount(sign, limits, total)
        if odd and self.units.value is not Units.FLAGGED and not found:
            return Refused(self.units.by, odd)
        top = self.maximum(sign, wager)
        if top is not None and total > top:
            if self.above_maximum.value is not Outside.TO_MAXIMUM:
                return Refused(self.above_maximum.by, f"the maximum here is {show(top)}")
            return Accepted(self.above_maximum.by, f"settled to the maximum of {show(top)}")
        return Accepted(self.units.by, odd) if odd else Accepted(self.limits.by)

    def odd_amount(self, sign: Sign, limits: Limits, total: Cents) -> str:
        """What is odd about an amount, if the sign or the book wants units."""
        step = self.step(sign, limits)
        if not step or (total - limits.minimum) % step == 0:
            return ""
        if limits.unit:
            return f"above the minimum, wagers go up in steps of {show(step)}"
        return f"wagers come in units of {show(step)}"

    def step(self, sign: Sign, limits: Limits) -> Cents:
        """The steps in which wagers go up from the minimum: the sign's own, or units of the minimum where the sign or the
        book wants them; 0 where any amount will do."""
        if limits.unit:
            return limits.unit
        required = sign.units_required
        if required is None:
            required = self.units.value is not Units.IF_STATED or sign.multiples_notice
        return limits.minimum if required else 0

    def _judge_raise(
        self, window: TakeWagers, raising: Raising, lying: ChipSums, wager: Wager, found: bool
    ) -> Decision:
        original = raising.original_of(wager)
        if original is None:
            return Refused(window.by, f"{wager.player} has no original wager on area {wager.area}", "no_original")
        own, most = original.cents, int(original.cents * raising.share)
        total = wager.cents + lying.of.get(wager.key, 0)
        if total > most:
            share = "" if raising.share == 1 else f"{raising.share} of "
            because = f"{wager.spot} of {show(total)} is above {share}the original of {show(own)}"
            return Refused(window.by, because, "above_original")
        top = window.sign.limits_for(original.spot).maximum
        counts = raising.counts_to_maximum
        if counts is not None and counts.value and top is not None and not found:
            if self.limits.value is LimitsOn.PLAYER:
                together = own + total
            else:
                originals = ChipSums(raising.originals)
                together = originals.on_area(wager.area) + lying.on_area(wager.area) + wager.cents
            if together > top:
                return Refused(counts.by, f"with this raise the area would pass {show(top)}")
        if counts is not None and self._outside(window.sign, original, total):
            return Accepted(window.by + counts.by)  # the sign would have another word, if it spoke of raises
        return Accepted(window.by)

    def _outside(self, sign: Sign, original: Wager, total: Cents) -> bool:
        """Whether a raise is not what the sign asks of a wager, by itself or with its original."""
        limits, top = self.limits_of(sign, original), self.maximum(sign, original)
        over = top is not None and original.cents + total > top
        return total < limits.minimum or over or bool(self.odd_amount(sign, limits, total))

    def limits_of(self, sign: Sign, wager: Wager) -> Limits:
        """The sign's limits, with the player's own minimum where one was agreed."""
        limits = sign.limits_for(wager.spot)
        if not sign.markers:
            return limits
        marker = sign.marker_for(wager.player, wager.area)
        if marker is None or not marker.minimum or not limits.minimum:
            return limits
        return replace(limits, minimum=marker.minimum)

    def as_taken(self, window: TakeWagers, lying: ChipSums, wager: Wager) -> Wager | Refused:
        """A wager as it comes to lie: where the book says so, it becomes the next lowest that is permitted."""
        rule = self.above_maximum
        if rule.value is not Outside.NEXT_LOWEST or window.raising is not None or wager.cents <= 0:
            return wager
        already = lying.of.get(wager.key, 0)
        total = self.permitted(self.range_of(window.sign, wager), already + wager.cents)
        if not total:
            return wager  # it is judged as it stands, and below the minimum
        if total <= already:
            return Refused(rule.by, f"{show(already)} lies on {wager.spot}, and nothing more is permitted there")
        return wager if total == already + wager.cents else replace(wager, cents=total - already)

    def as_left(self, window: TakeWagers, wager: Wager) -> Cents:
        """What stays of a wager of which a part is taken back: where the book says so, the next lowest permitted."""
        if self.above_maximum.value is not Outside.NEXT_LOWEST or window.raising is not None:
            return wager.cents
        return self.permitted(self.range_of(window.sign, wager), wager.cents)

    def range_of(self, sign: Sign, wager: Wager) -> Limits:
        """What may lie on one bet: the least, the most and the steps between, whatever set them."""
        limits = self.limits_of(sign, wager)
        return Limits(limits.minimum, self.maximum(sign, wager), self.step(sign, limits))

    def permitted(self, limits: Limits, total: Cents) -> Cents:
        """The highest permitted wager at or below a total: the minimum, steps above it, nothing beyond the maximum."""
        if total < limits.minimum or total <= 0:
            return 0
        top = total if limits.maximum is None else min(total, limits.maximum)
        return top if not limits.unit else top - (top - limits.minimum) % limits.unit

    def maximum(self, sign: Sign, wager: Wager) -> Cents | None:
        """The most that is settled on a wager: the sign's, or a marker's where the book honours one."""
        top = sign.limits_for(wager.spot).maximum
        if top is None or not sign.markers:
            return top
        marker = sign.marker_for(wager.player, wager.area)
        if marker is not None and self.higher_limit.value is HigherLimit.OWN:
            return marker.maximum
        if marker is not None and self.higher_limit.value is not HigherLimit.NONE:
            return max(top, marker.maximum)
        return top

    # Settling

    def live_part(
        self, sign: Sign, advised: bool, wager: Wager, room: Cents | None, on_area: Cents | None = None
    ) -> Live:
        """How much of a wager is settled, and what its owner is told. ``room`` is what an area still holds below its
        maximum, where that is the area's, and ``on_area`` what lies there in all, where the minimum is the area's too."""
        limits = self.limits_of(sign, wager) if sign.kinds or sign.markers else sign.limits
        below = (wager.cents if on_area is None else on_area) < limits.minimum
        if limits.maximum is None and not below:
            return Live(wager, wager.cents, None)
        if below and self.below_minimum.value is Outside.SETTLED_ONCE:
            by = self.below_minimum.by
            if limits is not sign.limits_for(wager.spot):
                by = by + self.higher_limit.by
            if advised:
                return Live(wager, 0, by)
            told = f"wagers under {show(limits.minimum)} will be returned from now on, whatever the result"
            return Live(wager, wager.cents, by, told)
        top = self.maximum(sign, wager)
        if room is not None and top is not None:
            top = min(top, room)
        if top is not None and wager.cents > top:
            return Live(wager, top, self.above_maximum.by + self.higher_limit.by)
        marker = sign.marker_for(wager.player, wager.area)
        if marker is not None and limits.maximum is not None and wager.cents > limits.maximum:
            return Live(wager, wager.cents, self.higher_limit.by)
        return Live(wager, wager.cents, None)

    def live_parts(
        self, sign: Sign, wagers: Iterable[Wager], advised: Container[str] = (), void: Container[str] = ()
    ) -> Iterator[Live]:
        """How much of each wager is settled, the first of them first. Where limits are on areas, those on one have its maximum
        together; what a ruling has declared void takes no room from the others. Whoever came to the minimum with it made no small
        wager all the same."""
        used: dict[tuple[int, str], Cents] = {}
        wagers = tuple(wagers)
        lies = ChipSums(wagers).on if self.least_on_areas else {}
        for wager in wagers:
            room: Cents | None = None
            if self.on_areas and (top := self.maximum(sign, wager)) is not None:
                room = max(0, top - used.get((wager.area, wager.spot), 0))
            live = self.live_part(sign, wager.player in advised, wager, room, lies.get((wager.area, wager.spot)))
            if wager.player not in void:
                used[wager.area, wager.spot] = used.get((wager.area, wager.spot), 0) + live.cents
            yield live

    def winnings(self, sign: Sign, stake: Cents, odds: Odds) -> tuple[Cents, Basis | None]:
        """What a winning stake is paid, and the rule that rounded it if one did."""
        chip, over = sign.smallest_chip, stake * odds.wins
        if over % (odds.on * chip) == 0:
            return over // odds.on, None
        full, minimum = odds.win(stake), sign.limits.minimum
        if (
            self.odd_payment.value is OddPayment.AS_ACT
            and sign.multiples_notice
            and stake > minimum > 0
            and stake % minimum
        ):
            full = odds.win(stake - stake % minimum)
        return _up(full, chip), self.odd_payment.by


@dataclass(frozen=True)
class Places:
    """The provisions about numbered areas or boxes, for games that have them."""

    RANGES = (("areas", 1, 100), ("sharing", 1, 100))
    CHECKS = (("areas", some),)

    areas: Provision[tuple[int, ...]]
    areas_each: Provision[AreasEach]
    sharing: Provision[int]  # players to an area at most

    def judge_sign(self, sign: Sign) -> Decision:
        if sign.areas not in self.areas.value:
            choices = _counts(self.areas.value)
            return Refused(self.areas.by, f"a layout has {choices} areas, not {sign.areas}")
        if not 1 <= sign.players_per_area <= self.sharing.value:
            return Refused(self.sharing.by, f"at most {self.sharing.value} players may share an area")
        if sign.several_areas and self.areas_each.value is AreasEach.ONE:
            return Refused(self.areas_each.by, "a player has one area only")
        return Accepted(self.areas.by)

    def judge(self, sign: Sign, lying: ChipSums, wager: Wager) -> Refused | None:
        """Whether this player may wager on this area at all."""
        if not 1 <= wager.area <= sign.areas:
            return Refused(self.areas.by, f"this layout has areas 1 to {sign.areas}, not {wager.area}")
        several = sign.several_areas or self.areas_each.value is AreasEach.SEVERAL
        if not several and self.is_further(lying, wager) and not self._lets(sign, lying, wager):
            return Refused(self.areas_each.by, f"{wager.player} already has area {min(lying.areas[wager.player])}")
        players = lying.players.get(wager.area, set())
        if wager.player not in players and len(players) >= sign.players_per_area:
            if sign.players_per_area == 1:
                return Refused(self.sharing.by, f"area {wager.area} is taken, and areas are not shared at this table")
            count = {2: "two", 3: "three"}.get(sign.players_per_area, sign.players_per_area)
            return Refused(self.sharing.by, f"area {wager.area} already has {count} players")
        return None

    def _lets(self, sign: Sign, lying: ChipSums, wager: Wager) -> bool:
        """Whether a player has no more than one area beside those that this player in particular was let use."""
        let = sign.let_have.get(wager.player, ())
        return len({*lying.areas[wager.player], wager.area} - set(let)) <= 1

    def is_further(self, lying: ChipSums, wager: Wager) -> bool:
        """Whether a wager would be on another area than those its player has."""
        own = lying.areas.get(wager.player, {})
        return bool(own) and wager.area not in own


@value
class Raising:
    """What a second wager rests on: the originals it may match, up to which share, and whether it counts towards the
    maximum. Where a player has several originals on an area, ``backs`` says which wager rests on which."""

    originals: tuple[Wager, ...]
    counts_to_maximum: Provision[bool] | None = None
    share: Fraction = Fraction(1)
    backs: dict[str, str] = field(default_factory=dict)  # "insurance-2" rests on "hand-2"

    def original_of(self, wager: Wager) -> Wager | None:
        spot = self.backs.get(wager.spot)
        return next(
            (w for w in self.originals if w.player == wager.player and w.area == wager.area and spot in (None, w.spot)),
            None,
        )


@value
class Live:
    """A wager, the part of it that is settled, and why that is not the whole."""

    wager: Wager
    cents: Cents
    by: Basis | None
    advice: str = ""


def _counts(allowed: tuple[int, ...]) -> str:
    """Numbers one may choose from: "7 or 9", "5 to 14"."""
    low, high = min(allowed), max(allowed)
    if len(allowed) > 2 and len(set(allowed)) == high - low + 1:
        return f"{low} to {high}"
    return " or ".join(str(count) for count in allowed)


def _up(amount: Fraction, chip: Cents) -> Cents:
    return -int(-amount // chip) * chip
