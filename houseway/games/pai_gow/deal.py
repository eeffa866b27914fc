"""The deal: what one round of Pai Gow has come to so far, from the covered wagers to the tiles gathered."""

from __future__ import annotations

from houseway.games.pai_gow.carry import Carry
from houseway.games.pai_gow.cuts import AREAS
from houseway.games.pai_gow.hands import Setting
from houseway.games.pai_gow.terms import Terms
from houseway.kit.tiles import Tile
from houseway.money import Cents
from houseway.play.layout import AsTheyStand, Layout
from houseway.play.wagers import Sign, Wager


class Deal:
    """One round, from the covered wagers to the tiles gathered."""

    def __init__(
        self, terms: Terms, carry: Carry, layout: Layout, house_limits: Sign, as_they_stand: AsTheyStand
    ) -> None:
        self.terms, self.carry, self.layout, self.sign = terms, carry, layout, layout.sign
        self.house_limits, self.as_they_stand = house_limits, as_they_stand
        held = carry.bank
        self.method = "house" if held is None else held.method
        self.banker = "" if held is None else held.player
        self.chung = terms.bank.house_chung.value if held is None else held.area
        self.shaker = "" if held is None or not held.shakers else held.shakers[-1]
        self.wagers: tuple[Wager, ...] = ()
        self.in_bank: tuple[Wager, ...] = ()  # the bank's own wagers
        self.calls: dict[int, str] = {}
        self.tiles: dict[int, tuple[Tile, ...]] = {}  # none at an area: nobody has seen them
        self.settings: dict[int, Setting] = {}
        self.by_houseway: dict[int, str] = {}  # areas set by the Houseway, with the line
        self.bank_is_set = False  # by a player who banks, who has seen the tiles then
        self.out: set[int] = set()  # conceded or void
        self.touched: set[int] = set()
        self.conceded: Cents = 0  # lost without a match
        self.standing: list[Wager] = []  # stand-offs, which stay where they are

    def begin_anew(self) -> None:
        """The tiles are mixed again: whatever was done with those that lay there binds nobody in the next deal."""
        self.tiles, self.settings, self.by_houseway, self.touched = {}, {}, {}, set()
        self.bank_is_set = False

    def declared(self, sign: Sign, wagers: tuple[Wager, ...]) -> Cents:
        """What the wagers that a bank must cover come to under a sign: on each area no more than its maximum."""
        regular = (wager for wager in self.as_they_stand(wagers) if wager.spot == "wager")
        return sum(live.cents for live in self.terms.general.live_parts(sign, regular))

    @property
    def bank_stands(self) -> bool:
        """Whether the bank holds what it must without the stakes that a ruling has declared void."""
        stakes = self.layout.not_void(self.in_bank)
        if self.method == "house" or len(stakes) == len(self.in_bank):
            return True
        at_risk = self.declared(self.sign, self.layout.not_void(self.wagers))
        needed = at_risk if self.method == "bank" else -(-at_risk // 2)
        return bool(stakes) and sum(wager.cents for wager in stakes) >= needed

    @property
    def sets_bank(self) -> str:
        """Who sets the tiles of a player's bank: the banker, or where that stake is void or that player excluded, the highest of
        the others who share it."""
        may = self.layout.may_call(dict.fromkeys(wager.player for wager in self.in_bank))
        if not may or self.banker in may:
            return self.banker
        return max((wager for wager in self.in_bank if wager.player in may), key=lambda wager: wager.cents).player

    @property
    def every_area(self) -> bool:
        """Whether there is a wager on every area but the bank's."""
        return len(self.calls) == AREAS - 1

    def by_request(self) -> list[int]:
        """The areas that the dealer has set by the Houseway because their players asked, and that nobody has touched since."""
        asked = [area for area, player in self.calls.items() if player and area in self.by_houseway]
        if self.method == "bank" and self.chung in self.by_houseway:
            asked.append(self.chung)
        return sorted(area for area in asked if area not in self.out and area not in self.touched)

    def who(self, area: int) -> str:
        return (self.sets_bank if self.method == "bank" else "") if area == self.chung else self.calls.get(area, "")
