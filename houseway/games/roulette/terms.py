"""Definitions: every provision of American Roulette, by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from houseway.law.clause import Basis, Provision
from houseway.money import Cents, Odds
from houseway.play.colours import Colours
from houseway.play.decision import Refused
from houseway.play.general import General
from houseway.play.irregular import Mishap
from houseway.play.tournament import Tournament
from houseway.play.wagers import Sign


@dataclass(frozen=True)
class Catalogue:
    """What each kind of wager is, so that a settlement can cite the very one."""

    straight: Provision[None]
    split: Provision[None]
    street: Provision[None]
    corner: Provision[None]
    six_line: Provision[None]
    column: Provision[None]
    dozen: Provision[None]
    low: Provision[None]
    high: Provision[None]
    even: Provision[None]
    odd: Provision[None]
    red: Provision[None]
    black: Provision[None]


@dataclass(frozen=True)
class Pays:
    """The odds of each kind."""

    straight: Provision[Odds]
    split: Provision[Odds]
    street: Provision[Odds]
    corner: Provision[Odds]
    six_line: Provision[Odds]
    column: Provision[Odds]
    dozen: Provision[Odds]
    low: Provision[Odds]
    high: Provision[Odds]
    even: Provision[Odds]
    odd: Provision[Odds]
    red: Provision[Odds]
    black: Provision[Odds]


@dataclass(frozen=True)
class Racetrack:
    """Wagers called in pieces: spots and how many pieces on each."""

    called: Provision[None]
    tier: Provision[dict[str, int]]
    orphelins: Provision[dict[str, int]]
    voisins: Provision[dict[str, int]]
    zero_game: Provision[dict[str, int]]
    neighbours: Provision[int]  # on either side


@dataclass(frozen=True)
class NoSpin:
    """The grounds on which a spin does not count."""

    call: Provision[str]
    with_the_wheel: Provision[None]
    too_few_turns: Provision[None]
    foreign_object: Provision[None]
    no_pocket: Provision[None]
    out_of_the_wheel: Provision[None]
    stands: Provision[None]  # the call stands, whatever the ball does


@dataclass(frozen=True)
class Terms:
    general: General
    colours: Colours
    tournament: Tournament
    catalogue: Catalogue
    pays: Pays
    racetrack: Racetrack
    no_spin: NoSpin

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
    maximum_marker: Provision[tuple[str, ...]]

    @cached_property
    def mishaps(self) -> tuple[Mishap, ...]:
        grounds, stands = self.no_spin, self.no_spin.stands.by
        return (
            Mishap("with-the-wheel", "Ball spun with the wheel", grounds.with_the_wheel.by + stands),
            Mishap("too-few-turns", "Fewer than three turns", grounds.too_few_turns.by + stands),
            Mishap("foreign-object", "Foreign object in the wheel", grounds.foreign_object.by + stands),
            Mishap("no-pocket", "Ball rests in no pocket", grounds.no_pocket.by + stands),
            Mishap("out-of-the-wheel", "Ball left the wheel", grounds.out_of_the_wheel.by + stands),
        )

    def pieces(
        self, name: str, cents: Cents, sign: Sign
    ) -> tuple[Basis, tuple[tuple[str, Cents], ...]] | Refused | None:
        """What a called wager amounts to on the layout."""
        from houseway.games.roulette.spots import pieces

        return pieces(self, name, cents, sign)

    @cached_property
    def why(self) -> dict[str, tuple[Odds, Basis, Basis]]:
        """For each kind: its odds, what a win rests on, what a loss rests on."""
        position = self.by_position.by
        return {
            kind: (
                getattr(self.pays, kind).value,
                getattr(self.pays, kind).by + getattr(self.catalogue, kind).by + position,
                getattr(self.catalogue, kind).by + position,
            )
            for kind in Pays.__dataclass_fields__
        }

    @cached_property
    def on_zero(self) -> dict[str, tuple[Odds, Basis, Basis]]:
        """The same when zero has come."""
        return {
            kind: (odds, won + self.zero_wins.by, lost + self.zero_loses.by)
            for kind, (odds, won, lost) in self.why.items()
        }
