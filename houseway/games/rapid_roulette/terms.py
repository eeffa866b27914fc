"""Definitions: every provision of Rapid Roulette, by name."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from houseway.law.clause import Provision
from houseway.law.ranges import so_many
from houseway.money import Odds
from houseway.play.competition import Competition
from houseway.play.general import General
from houseway.play.irregular import Mishap
from houseway.play.single_zero import Catalogue, Pays, Why, also, why
from houseway.play.terminals import Accounts, Faults
from houseway.values import derived


class SequenceReading(enum.Enum):
    """What a sequence pays after its first miss."""

    RUN = "run"  # by the run of hits from the first spin, settled at the first miss
    STRICT = "strict"  # only if every later number misses too, settled after the last spin


@dataclass(frozen=True)
class Sequences:
    """The odds of each sequence bet, by how many of its first numbers have come: one, two, and so on to all."""

    CHECKS = (("double", so_many(2)), ("treble", so_many(3)), ("quad", so_many(4)))

    offered: Provision[None]
    double: Provision[tuple[Odds, ...]]
    treble: Provision[tuple[Odds, ...]]
    quad: Provision[tuple[Odds, ...]]


@dataclass(frozen=True)
class NoSpin:
    """The grounds on which a spin does not count."""

    call: Provision[str]
    wheel_at_rest: Provision[None]
    with_the_wheel: Provision[None]
    too_few_turns: Provision[None]
    foreign_object: Provision[None]
    out_of_the_wheel: Provision[None]
    too_early: Provision[None]
    interference: Provision[None]
    disruption: Provision[None]
    stands: Provision[None]


@dataclass(frozen=True)
class Terms:
    general: General
    accounts: Accounts
    faults: Faults
    competition: Competition
    catalogue: Catalogue
    pays: Pays
    sequences: Sequences
    no_spin: NoSpin

    wheel: Provision[None]
    wagers: Provision[None]
    sequence_wagers: Provision[None]
    by_appearance: Provision[None]
    clears: Provision[None]
    credits: Provision[None]
    aggregate: Provision[None]
    period: Provision[int]  # seconds, unless the operator says otherwise
    spin: Provision[None]
    outcome: Provision[None]
    shown: Provision[None]
    zero_wins: Provision[None]
    zero_loses: Provision[None]
    sequence_reading: Provision[SequenceReading]

    @derived
    def why(self) -> Why:
        """For each kind: its odds, what a win rests on, what a loss rests on."""
        shown = self.by_appearance.by
        return why(self.catalogue, self.pays, self.credits.by + shown, self.clears.by + shown)

    @derived
    def on_zero(self) -> Why:
        """The same when zero has come."""
        return also(self.why, self.zero_wins.by, self.zero_loses.by)

    @derived
    def no_spins(self) -> tuple[Mishap, ...]:
        """The grounds that stand whenever the ball is in play."""
        grounds, stands = self.no_spin, self.no_spin.stands.by
        return (
            Mishap("wheel-at-rest", "Wheel not turning", grounds.wheel_at_rest.by + stands),
            Mishap("with-the-wheel", "Ball spun with the wheel", grounds.with_the_wheel.by + stands),
            Mishap("too-few-turns", "Fewer than four turns", grounds.too_few_turns.by + stands),
            Mishap("foreign-object", "Foreign object in the wheel", grounds.foreign_object.by + stands),
            Mishap("out-of-the-wheel", "Ball left the wheel", grounds.out_of_the_wheel.by + stands),
            Mishap("interference", "Ball or wheel interfered with", grounds.interference.by + stands),
            Mishap("disruption", "Disruption", grounds.disruption.by + stands),
        )

    @derived
    def during(self) -> tuple[Mishap, ...]:
        """What may go wrong while wagers are open: the same, and a ball that rests too early."""
        early = Mishap("too-early", "Ball rests before expiry", self.no_spin.too_early.by + self.no_spin.stands.by)
        return (*self.no_spins, early)

    @derived
    def after(self) -> tuple[Mishap, ...]:
        """What may go wrong once wagers are closed: the same, and wagers that no record proves."""
        by = self.faults.system_late.by + self.faults.unproven.by
        return (*self.no_spins, Mishap("unconfirmed", "System fault, wagers unproven", by))

    def unproven(self, player: str) -> Mishap:
        """The same at one terminal."""
        by = self.faults.terminal_late.by + self.faults.unproven.by
        return Mishap(f"unproven:{player}", f"Fault at {player}, its wagers unproven", by)
