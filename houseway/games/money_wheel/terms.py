"""Definitions: every provision of Money Wheel, by name."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.games.money_wheel.rim import rim
from houseway.kit.wheel import Wheel
from houseway.law.clause import Provision
from houseway.money import Cents, Odds
from houseway.play.colours import Colours
from houseway.play.decision import Refused
from houseway.play.general import General
from houseway.play.irregular import Mishap
from houseway.play.wagers import Sign
from houseway.values import derived

# The seven symbols, by the name their provisions bear. A wager is named by its symbol.
SYMBOLS = {
    "one": "$1",
    "three": "$3",
    "five": "$5",
    "eleven": "$11",
    "twenty_three": "$23",
    "canberra": "Canberra",
    "flag": "Flag",
}


@dataclass(frozen=True)
class Segments:
    """How many stops of the wheel depict each symbol."""

    RANGES = tuple((name, 0, 1000) for name in ("one", "three", "five", "eleven", "twenty_three", "canberra", "flag"))

    one: Provision[int]
    three: Provision[int]
    five: Provision[int]
    eleven: Provision[int]
    twenty_three: Provision[int]
    canberra: Provision[int]
    flag: Provision[int]


@dataclass(frozen=True)
class Pays:
    """The odds of each symbol."""

    one: Provision[Odds]
    three: Provision[Odds]
    five: Provision[Odds]
    eleven: Provision[Odds]
    twenty_three: Provision[Odds]
    canberra: Provision[Odds]
    flag: Provision[Odds]


@dataclass(frozen=True)
class NoSpin:
    """The call that voids a spin, and its grounds."""

    call: Provision[str]
    too_few_turns: Provision[None]
    interference: Provision[None]
    divider: Provision[None]


@dataclass(frozen=True)
class Terms:
    general: General
    colours: Colours
    segments: Segments
    pays: Pays
    no_spin: NoSpin

    wagers: Provision[None]
    wheel: Provision[None]
    spin: Provision[None]
    no_more_bets: Provision[str]
    by_position: Provision[None]
    paying: Provision[None]
    winners_stay: Provision[bool]

    @derived
    def stops(self) -> dict[str, Provision[int]]:
        """By symbol: how many stops depict it."""
        return {symbol: getattr(self.segments, name) for name, symbol in SYMBOLS.items()}

    @derived
    def odds(self) -> dict[str, Provision[Odds]]:
        """By symbol: what it pays."""
        return {symbol: getattr(self.pays, name) for name, symbol in SYMBOLS.items()}

    @derived
    def rim(self) -> Wheel:
        return rim({symbol: provision.value for symbol, provision in self.stops.items()})

    def pieces_of(self, name: str, cents: Cents, sign: Sign) -> Refused | None:
        """No wager is called in pieces here; one on anything but a symbol is refused."""
        if name in self.odds:
            return None
        if "+" in name:
            across = " and ".join(name.split("+"))
            return Refused(self.by_position.by, f"a wager lies inside one segment, not across {across}")
        return Refused(self.wagers.by, f"a wager is on one symbol, {', '.join(self.odds)}; {name} is none of them")

    @derived
    def mishaps(self) -> tuple[Mishap, ...]:
        grounds = self.no_spin
        return (
            Mishap("too-few-turns", "Fewer than two full turns", grounds.too_few_turns.by),
            Mishap("interference", "Somebody or something touched the wheel", grounds.interference.by),
            Mishap("malfunction", "The wheel did not run as it should", grounds.interference.by),
            Mishap("divider", "Indicator on a divider", grounds.divider.by),
        )
