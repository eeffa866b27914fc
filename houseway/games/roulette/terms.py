"""Definitions: every provision of American Roulette, by name."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.kit.spots import FIVE, Spot, layout, layout_with_two_zeros
from houseway.kit.wheel import DOUBLE_ZERO, SINGLE_ZERO, Wheel
from houseway.law.clause import Basis, Provision
from houseway.law.ranges import entries
from houseway.money import Cents, Odds
from houseway.play.colours import Colours
from houseway.play.decision import Refused
from houseway.play.general import General
from houseway.play.irregular import Mishap
from houseway.play.single_zero import Catalogue, Pays, Why, also, why
from houseway.play.tournament import Tournament
from houseway.play.wagers import Sign
from houseway.values import derived


@dataclass(frozen=True)
class WithZero(Catalogue):
    """What each kind is, and what joins zero with its neighbours; the first editions do not tell the two apart."""

    zero_split: Provision[None] | None = None
    zero_one_two: Provision[None] | None = None
    zero_two_three: Provision[None] | None = None
    zero_corner: Provision[None] | None = None

    @property
    def apart(self) -> dict[str, Provision[None]]:
        named = {
            **dict.fromkeys(("split:0/1", "split:0/2", "split:0/3"), self.zero_split),
            "street:0/1/2": self.zero_one_two,
            "street:0/2/3": self.zero_two_three,
            "corner:0/1/2/3": self.zero_corner,
        }
        return {spot: rule for spot, rule in named.items() if rule is not None}


@dataclass(frozen=True)
class Racetrack:
    """Wagers called in pieces: spots and how many pieces on each."""

    CHECKS = tuple((section, entries((), layout())) for section in ("tier", "orphelins", "voisins", "zero_game"))

    called: Provision[None]
    tier: Provision[dict[str, int]]
    orphelins: Provision[dict[str, int]]
    voisins: Provision[dict[str, int]]
    zero_game: Provision[dict[str, int]]
    neighbours: Provision[int]  # on either side


EVEN_CHANCES = ("low", "high", "even", "odd", "red", "black")


@dataclass(frozen=True)
class Zeros:
    """What a zero does to the wheel and to the wagers on the other numbers."""

    second: Provision[bool]  # beside zero a double zero
    five: Provision[Odds]  # what both zeros with 1, 2 and 3 pay, where there are two
    halves: Provision[bool]  # an even chance loses only half


@dataclass(frozen=True)
class NoSpin:
    """The grounds on which a spin does not count."""

    call: Provision[str]
    with_the_wheel: Provision[None]
    too_few_turns: Provision[None]
    foreign_object: Provision[None]
    no_pocket: Provision[None]
    out_of_the_wheel: Provision[str | None]  # who examines the ball then; nobody was asked in the first editions
    stands: Provision[None]  # the call stands, whatever the ball does


@dataclass(frozen=True)
class Terms:
    general: General
    colours: Colours
    tournament: Tournament
    catalogue: WithZero
    pays: Pays
    racetrack: Racetrack
    no_spin: NoSpin
    zeros: Zeros

    wagers: Provision[None]
    placement: Provision[None]
    wheel: Provision[None]
    spin: Provision[None]
    no_more_bets: Provision[str]
    by_position: Provision[None]
    zero_wins: Provision[None]
    zero_loses: Provision[None]
    paying: Provision[None]
    winners_stay: Provision[bool]
    stake_button: Provision[tuple[str, ...]]
    cash_plays: Provision[str]  # called when a button is laid on cash
    maximum_marker: Provision[tuple[str, ...]]

    @derived
    def mishaps(self) -> tuple[Mishap, ...]:
        grounds, stands = self.no_spin, self.no_spin.stands.by
        return (
            Mishap("with-the-wheel", "Ball spun with the wheel", grounds.with_the_wheel.by + stands),
            Mishap("too-few-turns", "Fewer than three turns", grounds.too_few_turns.by + stands),
            Mishap("foreign-object", "Foreign object in the wheel", grounds.foreign_object.by + stands),
            Mishap("no-pocket", "Ball rests in no pocket", grounds.no_pocket.by + stands),
            Mishap("out-of-the-wheel", "Ball left the wheel", grounds.out_of_the_wheel.by + stands),
        )

    def pieces_of(
        self, name: str, cents: Cents, sign: Sign
    ) -> tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused | None:
        """What a called wager amounts to on the layout."""
        from houseway.games.roulette.spots import pieces

        return pieces(self, name, cents, sign)

    @derived
    def why(self) -> Why:
        """For each kind: its odds, what a win rests on, what a loss rests on."""
        kinds = why(self.catalogue, self.pays, self.by_position.by, self.by_position.by)
        five = self.zeros.five
        return {**kinds, FIVE: (five.value, five.by + self.by_position.by, five.by + self.by_position.by)}

    @derived
    def ring(self) -> Wheel:
        return DOUBLE_ZERO if self.zeros.second.value else SINGLE_ZERO

    @derived
    def spots(self) -> dict[str, Spot]:
        return layout_with_two_zeros() if self.zeros.second.value else layout()

    @derived
    def on_zero(self) -> Why:
        """The same when zero has come."""
        return also(self.why, self.zero_wins.by, self.zero_loses.by)
