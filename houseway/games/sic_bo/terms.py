"""Definitions: every provision of Sic-Bo, by name."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.games.sic_bo.glass import glass
from houseway.law.clause import Basis, Provision
from houseway.law.ranges import entries, words_with
from houseway.money import Cents, Odds
from houseway.play.colours import Colours
from houseway.play.decision import Refused
from houseway.play.general import General
from houseway.play.irregular import Mishap
from houseway.play.wagers import Sign
from houseway.values import derived


@dataclass(frozen=True)
class Catalogue:
    """What each kind of wager is, so that a settlement can cite the very one."""

    small: Provision[tuple[int, int]]  # totals, from and to
    big: Provision[tuple[int, int]]
    triple: Provision[None]
    double: Provision[None]
    any_triple: Provision[None]
    total: Provision[None]
    domino: Provision[None]
    single: Provision[None]


@dataclass(frozen=True)
class Pays:
    """The odds of each kind."""

    CHECKS = (("total", entries(range(4, 18))), ("single", entries((1, 2, 3))))

    small: Provision[Odds]
    big: Provision[Odds]
    triple: Provision[Odds]
    double: Provision[Odds]
    any_triple: Provision[Odds]
    total: Provision[dict[int, Odds]]  # by the total
    domino: Provision[Odds]
    single: Provision[dict[int, Odds]]  # by how many dice show the face


@dataclass(frozen=True)
class NoResult:
    """The call that voids a tumble, and its grounds."""

    call: Provision[str]
    not_flat: Provision[None]
    broken: Provision[None]
    seen: Provision[None]
    tumbler: Provision[None]


@dataclass(frozen=True)
class Terms:
    CHECKS = (("result", words_with("faces", "total")),)

    general: General
    colours: Colours
    catalogue: Catalogue
    pays: Pays
    no_result: NoResult

    wagers: Provision[None]
    inside: Provision[None]
    tumbles: Provision[int]  # under cover, at least
    no_more_bets: Provision[str]
    uncover: Provision[None]
    result: Provision[str]
    display: Provision[None]
    by_position: Provision[None]
    paying: Provision[None]
    paid_first: Provision[None]  # no wagers before every winner is paid
    lights: Provision[None]
    cannot_start: Provision[None]
    winners_stay: Provision[bool]

    def pieces_of(self, name: str, cents: Cents, sign: Sign) -> Refused | None:
        """No wager is called in pieces here; one that lies in no single segment is refused."""
        if name in glass():
            return None
        if "+" in name:
            across = " and ".join(name.split("+"))
            return Refused(self.inside.by, f"a wager lies wholly inside one segment, not across {across}")
        kind: Provision[object] | None = getattr(self.catalogue, name.partition(":")[0], None)
        return Refused(self.wagers.by + (kind.by if kind else Basis(())), f"{name} is not a segment of this glass")

    @derived
    def under_cover(self) -> tuple[Mishap, ...]:
        """What can go wrong before the call."""
        grounds = self.no_result
        return (
            Mishap("seen", "Dice seen before the call", grounds.seen.by),
            self.broken,
            self.tumbler,
            Mishap("cannot-start", "Tumbler cannot be started", self.cannot_start.by),
        )

    @derived
    def uncovered(self) -> tuple[Mishap, ...]:
        """What can go wrong, or be found wrong, once the cover is off."""
        return (Mishap("not-flat", "A die does not lie flat", self.no_result.not_flat.by), self.broken, self.tumbler)

    @derived
    def broken(self) -> Mishap:
        return Mishap("broken", "A die is broken", self.no_result.broken.by)

    @derived
    def tumbler(self) -> Mishap:
        return Mishap("tumbler", "The tumbler did not run as it should", self.no_result.tumbler.by)

    @derived
    def dark(self) -> Mishap:
        return Mishap("lights", "The winning areas did not light", self.lights.by)
