"""Windows: the sign at the table, and the layout while wagers are open.

The open layout lives at the table; what a window knows is which wagers it takes. Closing it gives the answer: the wagers
that lay there, or, if something interrupted it, those and what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from houseway.forms import Doc, Misread
from houseway.forms import read as read_form
from houseway.kit.shoe import Shoe
from houseway.law.clause import Basis
from houseway.money import LARGEST, Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts.base import Pick, Prompt
from houseway.play.prompts.choices import Number
from houseway.play.wagers import ChipSums, Jackpot, Limits, Sign, Wager
from houseway.values import value

if TYPE_CHECKING:
    from houseway.play.general import General, Places, Raising

# What a called wager stands for: (name, value of a piece, sign) to the spots and amounts it is made of, with the clause;
# a refusal; or None for a name that is no called wager.
PiecesOf: TypeAlias = Callable[[str, Cents, Sign], "tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused | None"]

# A game's own word on a wager, beside the general chapters; and on the whole layout when it closes.
JudgeWager: TypeAlias = Callable[[ChipSums, Wager], "Decision | None"]
JudgeLayout: TypeAlias = Callable[[ChipSums], "Refused | None"]


@value
class ReadSign(Prompt):
    """What the sign at the table says; the table itself answers."""

    general: General
    places: Places | None = None
    # the game's own check of odds the house has bettered
    better_odds: Callable[[Sign], Refused | None] | None = None
    jackpots: bool = False  # does the book know a jackpot?

    lent: ClassVar = ("better_odds",)

    @property
    def asks(self) -> str:
        return "house"

    @property
    def title(self) -> str:
        return "Read the sign"

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, Sign):
            return Refused(self.by, "the sign with the limits is wanted here")
        if answer.jackpot is not None and not self.jackpots:
            return Refused(self.by, "this book knows no jackpot")
        if answer.odds:
            if self.better_odds is None:
                return Refused(self.by, "this book fixes the odds; the house may not better them")
            refused = self.better_odds(answer)
            if refused is not None:
                return refused
        if self.places is not None:
            decision = self.places.judge_sign(answer)
            if isinstance(decision, Refused):
                return decision
        return self.general.judge_sign(answer)

    def _read(self, doc: Doc) -> Sign:
        sign: Sign = read_form(Sign, doc, "sign")
        return sign

    def some(self, pick: Pick) -> Sign:
        areas = 7 if self.places is None else self.places.areas.value[0]
        jackpot = Jackpot("one", 10_000, 70, 10, 5_000_000) if self.jackpots and pick(2) else None
        return Sign(areas=areas, jackpot=jackpot)


@value
class Reading:
    """What a meter shows, and how much less that is because of earlier prizes of the same round."""

    shown: Cents
    won_since: Cents = 0


@value
class ReadMeter(Prompt):
    """What a jackpot's meter shows; the table itself answers, from the jackpot's account. A bare figure, as the first records
    have it, says nothing of earlier prizes of the round."""

    jackpot: Jackpot

    @property
    def asks(self) -> str:
        return "house"

    @property
    def title(self) -> str:
        return "Read the meter"

    def _judge(self, answer: Any) -> Decision:
        shown = answer.shown if isinstance(answer, Reading) else answer
        if type(shown) is not int or not 0 <= shown <= LARGEST:
            return Refused(self.by, "a meter shows whole cents")
        return Accepted(self.by)

    def _read(self, doc: Doc) -> Cents | Reading:
        if isinstance(doc, Mapping):
            reading: Reading = read_form(Reading, doc, "meter")
            return reading
        return int(read_form(int, doc, "meter"))

    def some(self, pick: Pick) -> Cents:
        return 100 * pick(20_000_000)


@value
class ClosedWindow:
    """The wagers lying in a window, when it closed or when something interrupted it."""

    wagers: tuple[Wager, ...] = ()
    stopped_by: Irregularity | None = None
    void: tuple[str, ...] = ()  # players whose wagers of this round a ruling has declared void; the driver says so
    ruled: Set[str] = frozenset()  # those of them by now: the driver adds to it as the round comes to each ruling
    out: Set[str] = frozenset()  # players who have been excluded by now, filled by the driver in the same way
    meanwhile: int | None = None  # what was measured while the window stays open
    found: bool = False  # found afterwards to have lain there, though more lay together than could have been accepted


@value
class TakeWagers(Prompt):
    """A window for wagers. The open layout lives at the table; closing it gives the answer."""

    window: str
    spots: tuple[str, ...] | Mapping[str, Any]
    sign: Sign
    general: General
    places: Places | None = None
    raising: Raising | None = None  # in a window for raises, what they rest on
    laid: tuple[Wager, ...] = ()  # what already lay here when the window reopened
    mishaps: tuple[Mishap, ...] = ()
    shoe: Shoe | None = None
    pieces_of: PiecesOf | None = None  # what a called wager of several pieces amounts to
    judge_each: JudgeWager | None = None
    judge_closing: JudgeLayout | None = None
    judge_always: JudgeLayout | None = None  # what all the chips may not do at any moment
    meanwhile: Number | None = None  # what the dealer may do and key while wagers stay open

    lent: ClassVar = ("pieces_of", "judge_each", "judge_closing", "judge_always")

    @property
    def shoe_in_hand(self) -> Shoe | None:
        return self.shoe

    @property
    def title(self) -> str:
        if self.raising is None:
            return "Call for wagers, then close them"
        return f"Offer the {self.window}, then close it"

    @property
    def backing(self) -> tuple[Wager, ...] | None:
        """The originals a raise may match; None in a window that is not for raises."""
        return None if self.raising is None else self.raising.originals

    @property
    def each_by_itself(self) -> bool:
        """Whether an amount may lie here exactly if the sign permits it, whatever else lies and whoever laid it."""
        rules = (self.places, self.raising, self.judge_each, self.judge_always)
        return all(rule is None for rule in rules) and self.general.each_by_itself and not self.sign.markers

    def offer(self, lying: Iterable[Wager] | ChipSums, wager: Wager, found: bool = False) -> Decision:
        """May this wager be added to what lies in the window now? Or, ``found`` afterwards, may it have lain there?"""
        lying = lying if isinstance(lying, ChipSums) else ChipSums(lying)
        decision = self.general.judge_wager(self, lying, wager, found)
        if self.judge_each is not None and isinstance(decision, Accepted):
            own = self.judge_each(lying, wager)
            if isinstance(own, Accepted):  # what lets this wager lie, beside the limits that it keeps if it has any
                limited = self.sign.limits_for(wager.spot) != Limits()
                return Accepted(own.by + decision.by if limited else own.by, decision.advice)
            return own or decision
        return decision

    def take(self, lying: ChipSums, wager: Wager) -> tuple[Wager, Accepted] | Refused:
        """Chips put down: the wager as it comes to lie, which is the next lowest one where the book says so. What is taken
        here is taken when the window closes, by the same functions on the same chips."""
        taken = self.general.as_taken(self, lying, wager)
        if isinstance(taken, Refused):
            return taken
        decision = self.offer(lying, taken)
        if isinstance(decision, Refused):
            return decision
        if taken is not wager:
            already = lying.of.get(wager.key, 0)
            asked, total = show(already + wager.cents), show(already + taken.cents)
            decision = Accepted(self.general.above_maximum.by, f"{asked} is not permitted here; it is {total}")
        return taken, decision

    def lift(self, chips: Iterable[Wager], off: Iterable[Wager]) -> tuple[Wager, ...] | Refused:
        """Chips taken back, and what comes off in fact: what stays of a wager is one that is permitted. Only what the taking
        changes is judged: what stays of these wagers, and what their owner has resting on them."""
        chips, lifted = tuple(chips), dict[tuple[str, int, str], Wager]()
        stays: dict[tuple[str, int, str], Cents] = {wager.key: wager.cents for wager in chips}
        for wager in off:
            left = stays[wager.key] - wager.cents
            left = self.general.as_left(self, replace(wager, cents=left)) if left else 0
            lifted[wager.key] = replace(wager, cents=stays[wager.key] - left)
            stays[wager.key] = left
        owners = {(player, area) for player, area, _ in lifted}
        rest = ChipSums(wager for wager in chips if (wager.player, wager.area) not in owners)
        for wager in chips:
            if (wager.player, wager.area) not in owners or not stays[wager.key]:
                continue
            left_there = replace(wager, cents=stays[wager.key])
            if wager.key in lifted:
                decision = self.offer(rest, left_there)
                if isinstance(decision, Refused):
                    return decision
            elif self.judge_each is not None and isinstance(own := self.judge_each(rest, left_there), Refused):
                return Refused(own.by, f"another wager rests on it: {own.because}")
            rest.add(left_there)
        return (self.judge_always(rest) if self.judge_always is not None else None) or tuple(lifted.values())

    def unfinished(self, chips: Iterable[Wager]) -> Refused | None:
        """What these chips still lack for the window to close, though each of them may lie there."""
        return self.judge_closing(ChipSums(chips)) if self.judge_closing is not None else None

    def _judge_mishap(self, answer: Irregularity) -> Decision:
        return Refused(self.by, "an irregularity in a window comes with the wagers lying there")

    def _judge(self, answer: Any) -> Decision:
        if not isinstance(answer, ClosedWindow):
            return Refused(self.by, "the wagers on the layout are wanted here")
        lying = ChipSums()
        for wager in answer.wagers:
            decision = self.offer(lying, wager, answer.found)
            if isinstance(decision, Refused):
                return decision
            lying.add(wager)
        out_of_bounds = self.judge_always(lying) if self.judge_always is not None else None
        if out_of_bounds is not None:
            return out_of_bounds
        if answer.meanwhile is not None:
            if self.meanwhile is None:
                return Refused(self.by, "nothing is measured while this window is open")
            return self.meanwhile.judge(answer.meanwhile)
        unfinished = self.unfinished(answer.wagers) if answer.stopped_by is None else None
        if unfinished is not None:
            return unfinished
        if answer.stopped_by is not None:
            return Prompt._judge_mishap(self, answer.stopped_by)
        return Accepted(self.by)

    def _write(self, answer: Any) -> Doc:
        doc: dict[str, Doc] = {"wagers": [[w.player, w.area, w.spot, w.cents] for w in answer.wagers]}
        if answer.stopped_by is not None:
            doc["stopped_by"] = Prompt.write(self, answer.stopped_by)
        if answer.meanwhile is not None:
            doc["meanwhile"] = answer.meanwhile
        if answer.found:
            doc["found"] = True
        return doc

    def _read(self, doc: Doc) -> ClosedWindow:
        if not isinstance(doc, Mapping) or not isinstance(doc.get("wagers"), (list, tuple)):
            raise Misread("wagers", f"{doc!r} is not a list of wagers")
        wagers = tuple(
            Wager(*read_form(tuple[str, int, str, int], item, f"wagers[{n}]")) for n, item in enumerate(doc["wagers"])
        )
        stop = doc.get("stopped_by")
        meanwhile = read_form(int | None, doc.get("meanwhile"), "meanwhile")
        found = read_form(bool, doc.get("found", False), "found")
        stopped_by = Prompt.read(self, stop) if stop is not None else None
        return ClosedWindow(wagers, stopped_by, meanwhile=meanwhile, found=found)

    def some(self, pick: Pick) -> ClosedWindow:
        lying, wagers = ChipSums(), list[Wager]()
        for player, area, spot, most in self._chances(pick):
            wager = Wager(player, area, spot, most if pick(2) else max(100, most // 200 * 100))
            if isinstance(self.offer(lying, wager), Accepted):
                lying.add(wager)
                wagers.append(wager)
        if any(rule is not None and rule(lying) is not None for rule in (self.judge_closing, self.judge_always)):
            return ClosedWindow()
        return ClosedWindow(tuple(wagers))

    def _chances(self, pick: Pick) -> Iterable[tuple[str, int, str, Cents]]:
        """Wagers that might be tried here: player, area, spot and the most to stake."""
        spots = list(self.spots)
        if self.raising is not None:
            for wager in self.raising.originals:
                if not pick(2):
                    spot = next((s for s, o in self.raising.backs.items() if o == wager.spot), spots[0])
                    yield wager.player, wager.area, spot, int(wager.cents * self.raising.share) // 100 * 100 or 100
            return
        for player in ("P1", "P2")[: 1 + pick(2)]:
            area = 1 + int(player[1:]) if self.places is not None else 0
            if len(spots) < 6:  # a few spots build on each other, as a side wager does on its original
                for spot in spots[: 1 + pick(len(spots))]:
                    yield player, area, spot, 10_000
            else:
                yield player, area, spots[pick(len(spots))], 10_000
