"""Blackjack's own word on a wager: side wagers, late entrants, and the two or three wagers of Triple Play."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.games.blackjack.carry import Carry
from houseway.games.blackjack.terms import Terms
from houseway.money import Cents, show
from houseway.play.decision import Refused
from houseway.play.wagers import ChipSums, Sign, Wager
from houseway.values import value


@value
class Wagering:
    """Judges wagers of one round, beside the general chapters."""

    terms: Terms
    carry: Carry
    sign: Sign

    def wager(self, lying: ChipSums, wager: Wager) -> Refused | None:
        if wager.spot in ("over", "under"):
            return self._side(lying, wager)
        return self._alone(lying, wager) or self._late(lying, wager) or self._order(lying, wager)

    def _alone(self, lying: ChipSums, wager: Wager) -> Refused | None:
        """Somebody alone at the table has one box, where the house reads the clause as a cap."""
        rule, own = self.terms.places.lone_one_box, lying.areas.get(wager.player, {})
        others = {*self.sign.seated, *lying.areas} - {wager.player}
        if not rule.value or others or not own or wager.area in own:
            return None
        return Refused(rule.by, f"{wager.player} is alone at the table and has box {min(own)}")

    def _side(self, lying: ChipSums, wager: Wager) -> Refused | None:
        """A side wager needs a main one on its box, and is no higher."""
        rule = self.terms.over_under
        assert rule is not None
        main = lying.of.get((wager.player, wager.area, self.terms.lines.value[0]), 0)
        if not main:
            return Refused(rule.needs_main.by, "an over or under wager needs a wager on the box first")
        total = wager.cents + lying.of.get(wager.key, 0)
        if total > main:
            return Refused(rule.needs_main.by, f"{show(total)} is above the original wager of {show(main)}")
        return None

    def _late(self, lying: ChipSums, wager: Wager) -> Refused | None:
        """Who missed the shoe's first round, or sat one out, may be held to the minimum and to the first box."""
        if not self.sign.late_entry or self.carry.rounds == 0 or wager.player in self.carry.every_round:
            return None
        rule, least = self.terms.late_entry, self.sign.limits_for(wager.spot).minimum
        if "first box" in self.sign.late_entry and wager.area != 1:
            return Refused(rule.by, "until the next shoe a late entrant plays on the first box only")
        if "minimum" in self.sign.late_entry and wager.cents + lying.of.get(wager.key, 0) > least:
            return Refused(rule.by, f"until the next shoe a late entrant wagers the minimum of {show(least)}")
        return None

    def _order(self, lying: ChipSums, wager: Wager) -> Refused | None:
        """With several lines, wagers stand on the first ones: one and two, or one, two and three."""
        rule, lines = self.terms.triple, self.terms.lines.value
        if rule is None:
            return None
        at = lines.index(wager.spot)
        if at and not lying.of.get((wager.player, wager.area, lines[at - 1])):
            return Refused(rule.which.by, "wagers stand on hands 1 and 2, or on 1, 2 and 3")
        return None

    def from_the_dealer(self, laid: tuple[Wager, ...]) -> tuple[Wager, ...]:
        """The wagers as they stand in their boxes: whose player calls for the box is nearest the dealer, the others behind."""
        callers = {box: caller_of(box, [w for w in laid if w.area == box], self.sign) for box in {w.area for w in laid}}
        return tuple(sorted(laid, key=lambda wager: callers[wager.area] != wager.player))

    def whole(self, lying: ChipSums) -> Refused | None:
        """When the window closes, everybody has as many wagers as the book wants."""
        rule, lines = self.terms.triple, self.terms.lines.value
        if rule is None:
            return None
        for player, areas in lying.areas.items():
            for area in areas:
                standing = sum((player, area, line) in lying.of for line in lines)
                if standing < rule.at_least.value:
                    return Refused(
                        rule.at_least.by, f"{player} needs at least {rule.at_least.value} wagers on box {area}"
                    )
        return None


def caller_of(box: int, wagers: Iterable[Wager], sign: Sign) -> str:
    """Who calls for a box: the player seated there, else the highest wager, else the one nearest the dealer."""
    staked: dict[str, Cents] = {}
    for wager in wagers:
        staked[wager.player] = staked.get(wager.player, 0) + wager.cents
    seated = [player for player in staked if sign.seated.get(player) == box]
    return seated[0] if seated else max(staked, key=lambda player: staked[player])  # the first of equals stands nearest
