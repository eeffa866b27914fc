"""Wagers and the sign: what lies on the cloth, and what the notice beside it says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from houseway.money import Cents, Odds, plain
from houseway.values import field, value


@value
class Wager:
    """So many cents of a player on a spot."""

    player: str
    area: int  # the playing area or box; 0 where a layout has none
    spot: str  # "original", "raise", "split:16/17"
    cents: Cents

    def __str__(self) -> str:
        place = f"@{self.area}" if self.area else ""
        return f"{self.player}{place}:{plain(self.cents)}"

    @property
    def name(self) -> str:
        """The spot as it is spoken of: "wager, split 2" for one that a decision put up."""
        main, _, more = self.spot.partition(".")
        kind = more.rstrip("0123456789")
        return f"{main}, {kind} {more[len(kind) :]}".rstrip() if more else main

    @property
    def key(self) -> tuple[str, int, str]:
        """Chips of one player on one spot are one wager."""
        return (self.player, self.area, self.spot)


@value
class Limits:
    minimum: Cents = 0  # 0: none stated
    maximum: Cents | None = None  # None: none stated
    unit: Cents = 0  # steps above the minimum, where the sign states one


@value
class Marker:
    """A marker beside an area that lets one player go beyond the sign."""

    player: str
    area: int
    maximum: Cents
    by: str  # who allowed it
    minimum: Cents = 0  # the player's own minimum, where the book lets one be agreed


@value
class Jackpot:
    """What the sign says of a jackpot that tables share: its meter, what a wager costs, and where the wager goes."""

    name: str  # of the meter: "reef"
    price: Cents
    to_meter: int = 0  # of every hundred wagered, as approved
    to_reserve: int = 0
    reseed: Cents = 0  # what the meter begins from again once it has been won

    def split(self, cents: Cents) -> tuple[Cents, Cents]:
        """What of a wager feeds the meter, and what the reserve. Where the two are the whole of it, a broken cent goes to the
        reserve; where the house keeps a part, it stays with the house."""
        meter = cents * self.to_meter // 100
        return meter, cents - meter if self.to_meter + self.to_reserve == 100 else cents * self.to_reserve // 100


@value
class Sign:
    """What the house has set at this table and shows there; the rules consult it, players can read it."""

    limits: Limits = Limits()
    kinds: dict[str, Limits] = field(default_factory=dict)  # other limits for some kinds of spot, or for one spot
    areas: int = 7
    players_per_area: int = 1
    several_areas: bool = False
    let_have: dict[str, tuple[int, ...]] = field(
        default_factory=dict
    )  # areas beside their own that players are let use
    units_required: bool | None = None  # None: as the book has it unless stated
    multiples_notice: bool = False
    aggregate: Cents = 0  # what a player's wagers must come to together, where the house asks for it
    smallest_chip: Cents = 1  # the smallest amount the float can pay
    markers: tuple[Marker, ...] = ()
    seated: dict[str, int] = field(default_factory=dict)  # who sits at which area
    late_entry: tuple[str, ...] = ()  # late entrants are held to the "minimum", the "first box", or both
    colours_required: bool = False  # players must use colour chips
    most_won: Cents | None = None  # the most one wager is paid, where the book lets the sign cap it
    jackpot: Jackpot | None = None
    odds: dict[str, Odds] = field(
        default_factory=dict
    )  # better odds than the book's, where it lets the house offer them
    differential: Cents | None = None  # how far two opposite sides of a table may differ, where the house sets that

    def limits_for(self, spot: str) -> Limits:
        if not self.kinds:
            return self.limits
        return self.kinds.get(spot) or self.kinds.get(spot.partition(":")[0], self.limits)

    def marker_for(self, player: str, area: int) -> Marker | None:
        for marker in self.markers:
            if marker.player == player and marker.area in (area, 0):
                return marker
        return None


@value
class SetUp:
    """How a table is equipped when it opens."""

    decks: int | None = None  # None: as many as the book has
    shuffling: Literal["hand", "shuffler", "continuous"] = "hand"
    sign: Sign = Sign()
    layout: str = ""  # which drawing of the book the cloth follows, where it has several: "A"
    method: str = ""  # which way of dealing, where the book leaves it to the house
    approval: str = ""  # the regulator's paper for a device, where the book wants one


class ChipSums:
    """Chips on a layout, added up the ways the rules ask: by wager, by spot, by area, by player."""

    def __init__(self, wagers: Iterable[Wager] = ()) -> None:
        self.of: dict[tuple[str, int, str], Cents] = {}  # by wager
        self.on: dict[tuple[int, str], Cents] = {}  # by area and spot, everybody's
        self.areas: dict[str, dict[int, Cents]] = {}  # by player, then area
        self.players: dict[int, set[str]] = {}  # on each area
        for wager in wagers:
            self.add(wager)

    def add(self, wager: Wager) -> None:
        spot = (wager.area, wager.spot)
        self.of[wager.key] = self.of.get(wager.key, 0) + wager.cents
        self.on[spot] = self.on.get(spot, 0) + wager.cents
        own = self.areas.setdefault(wager.player, {})
        own[wager.area] = own.get(wager.area, 0) + wager.cents
        self.players.setdefault(wager.area, set()).add(wager.player)

    def on_spot(self, spot: str) -> Cents:
        """Everybody's chips on one kind of wager, all areas together."""
        return sum(cents for (_, name), cents in self.on.items() if name == spot)

    def on_area(self, area: int) -> Cents:
        return sum(self.areas[player][area] for player in self.players.get(area, ()))
