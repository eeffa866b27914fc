"""Who may wager where, and who calls the decisions of an area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from houseway.games.pai_gow.carry import Bank, Carry
from houseway.games.pai_gow.terms import Terms
from houseway.law.clause import Basis
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.wagers import ChipSums, Limits, Sign, Wager

SPOTS = ("wager", "tie", "bonus")  # in the order in which they give the right to decide


@dataclass(frozen=True)
class Wagering:
    """The game's own word on a wager, beside the general chapters."""

    terms: Terms
    carry: Carry
    sign: Sign

    @property
    def bank(self) -> Bank | None:
        return self.carry.bank

    @property
    def spots(self) -> tuple[str, ...]:
        return self.terms.spots if self.bank is None else ("bank", *self.terms.spots)

    @property
    def limits(self) -> Sign:
        """The sign as it applies: a player's bank has a minimum only, and the bank's own wager neither."""
        if self.bank is not None and self.bank.method == "bank":
            return replace(self.house_limits, limits=replace(self.sign.limits, maximum=None))
        return self.house_limits

    @property
    def house_limits(self) -> Sign:
        """The sign whenever the House banks or co-banks, from the start or because a bank fell back to it."""
        return replace(self.sign, kinds={**self.sign.kinds, "bank": Limits()})

    def judge(self, lying: ChipSums, wager: Wager) -> Decision | None:
        terms, bank = self.terms, self.bank
        if wager.area == self.carry.off:
            return Refused(terms.wrong.off.by + terms.wrong.take_out.by, f"area {wager.area} is out of play")
        if bank is None:
            if wager.area == terms.bank.house_chung.value:
                by = terms.bank.house_chung.by + terms.playing.house_tiles.by
                return Refused(by, "the House holds the bank: area one is the House's own")
            return None
        if wager.spot == "bank":
            return self._in_the_bank(bank, wager)
        tie = self._tie(bank, wager) if wager.spot == "tie" else None
        if isinstance(tie, Refused):
            return tie
        if wager.area == bank.area:
            extra = terms.bonanza
            if extra is not None and wager.spot == "bonus" and wager.player == bank.player:
                return Accepted(extra.bank_may_bonus.by)
            return Refused(terms.bank.own_area.by, f"area {wager.area} holds the bank; only its own wager lies there")
        return tie

    def _in_the_bank(self, bank: Bank, wager: Wager) -> Refused | None:
        if wager.area != bank.area:
            return Refused(self.terms.bank.stake.by, f"the bank's wager lies on area {bank.area}")
        if wager.player == bank.player:
            return None
        rule = self.terms.bank
        if self.terms.places.bank_shared.value and self.sign.seated.get(wager.player) == bank.area:
            return None
        return Refused(rule.shared.by + rule.own_area.by, f"{bank.player} holds the bank")

    def _tie(self, bank: Bank, wager: Wager) -> Decision:
        extra = self.terms.bonanza
        assert extra is not None
        if wager.player == bank.player:
            return Refused(extra.bank_no_tie.by, "whoever holds the bank places no Tie wager")
        if bank.method == "bank":
            return Refused(extra.nobody_ties.by, "while a player holds the bank nobody places a Tie wager")
        return Accepted(extra.co_bank_ties.by)

    def whole(self, lying: ChipSums) -> Refused | None:
        """A bank alone makes no round."""
        spots = {spot for _, _, spot in lying.of}
        return Refused(self.terms.wagers.by, "nobody wagers against the bank yet") if spots == {"bank"} else None

    def basis(self) -> Basis:
        by = self.terms.window
        if self.bank is None:
            return by + self.terms.bank.house.by
        rule = self.terms.bank
        by = by + rule.stake.by + rule.own_area.by
        if self.bank.method == "bank":
            return by + self.terms.no_maximum.by
        extra = self.terms.bonanza
        return by if extra is None else by + extra.co_bank_ties.by

    def from_the_dealer(self, laid: tuple[Wager, ...]) -> tuple[Wager, ...]:
        """The wagers as they stand on their areas: whose player calls is nearest the dealer, the others behind as they came."""
        banker = "" if self.bank is None else self.bank.player
        calls = callers([wager for wager in laid if wager.spot in SPOTS], self.sign, banker)
        return tuple(sorted(laid, key=lambda wager: calls.get(wager.area) != wager.player))

    def may_stay(self, wagers: Sequence[Wager]) -> tuple[Wager, ...]:
        """Stand-offs of the round before, as far as they may lie where they are."""
        lying, stay = ChipSums(), []
        for wager in wagers:
            if wager.spot in self.spots and not isinstance(self.judge(lying, wager), Refused):
                lying.add(wager)
                stay.append(wager)
        return tuple(stay)


def callers(wagers: Sequence[Wager], sign: Sign, banker: str = "") -> dict[int, str]:
    """Who calls for each area; nobody where the dealer sets by the Houseway. A banker has the bank's own area to control.

    On an area the regular wagers come first, then Tie, then Bonus; among them the highest, and among equals the one nearest the
    dealer, which is the first that was placed. A player controls one area only: the own seat, or the first wagered on; elsewhere
    the next in order calls, and where there is nobody else the dealer sets."""
    ranked: dict[int, list[str]] = {}
    first: dict[str, int] = {}
    by_rank = sorted(enumerate(wagers), key=lambda item: (SPOTS.index(item[1].spot), -item[1].cents, item[0]))
    for _, wager in by_rank:
        there = ranked.setdefault(wager.area, [])
        if wager.player not in there and wager.player != banker:
            there.append(wager.player)
    for wager in wagers:
        seat = sign.seated.get(wager.player)
        at_seat = any(w.player == wager.player and w.area == seat for w in wagers)
        first.setdefault(wager.player, seat if at_seat and seat is not None else wager.area)
    calls: dict[int, str] = {area: there[0] for area, there in ranked.items() if there and first[there[0]] == area}
    for area in sorted(ranked):
        if area not in calls:
            calls[area] = next((player for player in ranked[area] if player not in calls.values()), "")
    return calls
