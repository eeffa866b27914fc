"""The last hand of a tournament: how much to wager on it, and on what, given everybody's chips and the order of wagering.

What counts is the place. A *position* is the chips of everybody in the order in which they wager, what the first have laid
already, and how many go on. Where wagers are open, whoever wagers later has seen the earlier ones; the answer is worked out from
the last player back, each doing what is best for themselves, with the smallest wager of equal ones. Where two wager in secret
neither has seen the other's, and the answer is a mixture that the other can do nothing about: the value of a game
of two, exactly.

Players with equal chips share the places they are equal for, as a lot would.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from houseway.complaint import BadInput
from houseway.extras import import_extra
from houseway.lab.exact import NoAnalysis, Study, analysis
from houseway.money import Cents, show
from houseway.odds.joint import Dealt, Joint
from houseway.odds.matrix_game import Mixture, equilibrium

MOST = 4_000_000  # combinations of everybody's wagers that are weighed
SAME = 1e-11  # chances that are nearer than this are held for equal until they are known as fractions
PLAYERS = 6


@dataclass(frozen=True)
class Laid:
    """A wager: so much, on something; nothing is no wager."""

    cents: Cents
    spot: str = ""

    def words(self, several: bool = True) -> str:
        if not self.cents:
            return "nothing"
        return f"{show(self.cents)} on {self.spot}" if several else show(self.cents)


@dataclass(frozen=True)
class Position:
    """Everybody before the last hand, in the order of wagering."""

    chips: tuple[Cents, ...]
    advance: int = 1
    minimum: Cents = 1_000
    maximum: Cents = 50_000
    step: Cents = 1_000
    may_pass: bool = False
    laid: tuple[Laid, ...] = ()  # by the first of them

    def __post_init__(self) -> None:
        count = len(self.chips)
        if not 2 <= count <= PLAYERS:
            raise BadInput(f"a last hand has two to {PLAYERS} players, not {count}")
        if any(chips <= 0 for chips in self.chips):
            raise BadInput("somebody without chips does not play the last hand")
        if not 1 <= self.advance < count:
            raise BadInput(f"of {count} players {self.advance} cannot go on; from 1 to {count - 1}")
        if not 0 < self.minimum <= self.maximum or self.step <= 0:
            raise BadInput("limits are a minimum and a maximum above it, in steps of more than nothing")
        if len(self.laid) > count:
            raise BadInput(f"{len(self.laid)} wagers are laid by {count} players")
        for chips, laid in zip(self.chips, self.laid, strict=False):
            if laid.cents > chips:
                raise BadInput(f"{show(laid.cents)} is more than the {show(chips)} that are there")

    def choices(self, player: int, spots: Sequence[str]) -> list[Laid]:
        """What somebody can lay, the smallest first."""
        if player < len(self.laid):
            return [self.laid[player]]
        most = min(self.maximum, self.chips[player])
        amounts = list(range(self.minimum, most + 1, self.step))
        if self.chips[player] < self.minimum:
            return [Laid(0)]  # too little to wager with
        if amounts and amounts[-1] != most and most == self.chips[player]:
            amounts.append(most)  # all that is there
        nothing = [Laid(0)] if self.may_pass else []
        return [*nothing, *(Laid(cents, spot) for cents in amounts for spot in spots)]


@dataclass(frozen=True)
class Answer:
    """What somebody can lay, what each is worth, and what comes after it."""

    player: int
    worth: tuple[tuple[Laid, float], ...]  # every choice, the best first
    line: tuple[Laid, ...]  # everybody's wager, if all do what is best
    chances: tuple[Fraction, ...]  # of going on, for each, exactly

    @property
    def best(self) -> Laid:
        return self.line[self.player]


@dataclass(frozen=True)
class Secret:
    """What two lay who do not see each other's wager: each a mixture."""

    first: tuple[tuple[Laid, Fraction], ...]
    second: tuple[tuple[Laid, Fraction], ...]
    chance: Fraction  # of the first


class LastHand:
    def __init__(self, joint: Joint, position: Position) -> None:
        self.joint, self.position = joint, position
        for laid in position.laid:
            if laid.cents and laid.spot not in joint.spots:
                raise BadInput(f"nothing is laid on {laid.spot!r} here; there are {', '.join(joint.spots)}")
        self.choices = [position.choices(player, joint.spots) for player in range(len(position.chips))]
        count = math.prod(map(len, self.choices))
        if count > MOST:
            raise BadInput(
                f"{count:,} combinations of wagers are too many; take a greater step, or say what some have laid"
            )

    def _way(self, player: int, laid: Laid) -> str:
        return self.joint.way(laid.spot, laid.cents, self.position.chips[player]) if laid.cents else ""

    def _chances(self, ways: Sequence[str]) -> dict[tuple[Fraction, ...], Fraction]:
        """Everybody's results by their ways; who lays nothing has none."""
        if tuple(ways) not in self._known:
            playing = [way for way in ways if way]
            found: dict[tuple[Fraction, ...], Fraction] = {}
            for nets, chance in self.joint.chances(playing).items() if playing else [((), Fraction(1))]:
                left = iter(nets)
                whole = tuple(next(left) if way else Fraction(0) for way in ways)
                found[whole] = found.get(whole, Fraction(0)) + chance
            self._known[tuple(ways)] = found
        return self._known[tuple(ways)]

    @cached_property
    def _known(self) -> dict[tuple[str, ...], dict[tuple[Fraction, ...], Fraction]]:
        return {}

    def exactly(self, line: Sequence[Laid]) -> tuple[Fraction, ...]:
        """The chance of going on, for everybody, when these wagers lie."""
        chips, sums = self.position.chips, [Fraction(0)] * len(line)
        for nets, chance in self._chances([self._way(n, laid) for n, laid in enumerate(line)]).items():
            ends = [has + net * laid.cents for has, net, laid in zip(chips, nets, line, strict=True)]
            for player, share in enumerate(shares(ends, self.position.advance)):
                sums[player] += chance * share
        return tuple(sums)

    @cached_property
    def _values(self) -> Any:
        """Of every combination of wagers, everybody's chance; the last axis is the player."""
        np = import_extra("numpy", "the last hand of a tournament")
        count = len(self.choices)
        whole = np.zeros((*map(len, self.choices), count))
        groups = [self._groups(player) for player in range(count)]
        for combined in product(*(group.items() for group in groups)):
            ways, places = [way for way, _ in combined], [where for _, where in combined]
            stakes = [np.array([self.choices[n][at].cents for at in where], float) for n, where in enumerate(places)]
            here = np.zeros((*map(len, places), count))
            for nets, chance in self._chances(ways).items():
                ends = [
                    (self.position.chips[n] + float(nets[n]) * stakes[n])
                    .round(3)
                    .reshape([-1 if axis == n else 1 for axis in range(count)])
                    for n in range(count)
                ]
                for player in range(count):
                    above = sum((end > ends[player]).astype(np.int8) for n, end in enumerate(ends) if n != player)
                    equal = 1 + sum((end == ends[player]).astype(np.int8) for n, end in enumerate(ends) if n != player)
                    share = np.clip((self.position.advance - above) / equal, 0, 1)
                    here[..., player] += float(chance) * share
            whole[np.ix_(*places, range(count))] = here
        return whole

    def _groups(self, player: int) -> dict[str, list[int]]:
        """Somebody's choices by their way."""
        found: dict[str, list[int]] = {}
        for at, laid in enumerate(self.choices[player]):
            found.setdefault(self._way(player, laid), []).append(at)
        return found

    def open(self) -> Answer:
        """Everybody sees what was laid before them; what the first who has not wagered can do, and what follows."""
        np = import_extra("numpy", "the last hand of a tournament")
        player = min(len(self.position.laid), len(self.choices) - 1)
        values, picks = self._values, []
        for later in range(len(self.choices) - 1, player, -1):
            own = values[..., later]
            best = np.argmax(own >= own.max(axis=-1, keepdims=True) - SAME, axis=-1)
            picks.append((later, best))
            values = np.take_along_axis(values, best[..., None, None], axis=-2)[..., 0, :]
        fixed = (0,) * player
        worth = values[(*fixed, slice(None), player)]
        order = sorted(range(len(worth)), key=lambda at: (-round(float(worth[at]) / SAME), at))
        line = [*fixed, order[0]]
        for later, best in reversed(picks):
            assert later == len(line)
            line.append(int(best[tuple(line)]))
        laid = tuple(self.choices[n][at] for n, at in enumerate(line))
        ranked = tuple((self.choices[player][at], float(worth[at])) for at in order)
        return Answer(player, ranked, laid, self.exactly(laid))

    def secret(self) -> Secret:
        """Two wager without seeing each other's."""
        if len(self.choices) != 2 or self.position.laid:
            raise BadInput("secret wagers are worked out for two players who have laid nothing yet")
        values = self._values[..., 0]

        def entry(row: int, column: int) -> Fraction:
            return self.exactly((self.choices[0][row], self.choices[1][column]))[0]

        rows, columns, chance = equilibrium(values, entry, SAME)
        return Secret(self._named(0, rows), self._named(1, columns), chance)

    def _named(self, player: int, mixture: Mixture) -> tuple[tuple[Laid, Fraction], ...]:
        ordered = sorted(mixture.items(), key=lambda one: -one[1])
        return tuple((self.choices[player][at], share) for at, share in ordered)


def shares(ends: Sequence[Fraction | int], places: int) -> list[Fraction]:
    """What part of a place each has who ends with so much: equal players share those they are equal for."""
    found = []
    for own in ends:
        above, equal = sum(end > own for end in ends), sum(end == own for end in ends)
        found.append(min(Fraction(1), max(Fraction(0), Fraction(places - above, equal))))
    return found


def last_hand(of: Study, position: Position) -> LastHand:
    """The last hand of a tournament by a book.

    >>> from houseway import lab
    >>> led = last_hand(lab.study("act-1992-baccarat"), Position((500_000, 480_000)))
    >>> led.open().line[1].words()
    '$230 on banker'
    """
    return LastHand(joint_of(of), position)


def last_choices(
    of: Study, position: Position, cards: Sequence[int], up: int, others: Sequence[int | str]
) -> dict[str, Fraction]:
    """At Blackjack: what each choice is worth to the last who acts, when all wagers lie and the other hands are played."""
    joint = joint_of(of)
    if not isinstance(joint, Dealt):
        raise BadInput(f"nobody decides anything after the wagers at {of.book.title}")
    own, *_ = reversed(position.laid)
    if not own.cents:
        raise BadInput("who has laid nothing has no hand")
    finals = [joint.final(other) for other in others]

    def worth(dealer: int, net: Fraction) -> Fraction:
        nets = [joint.net(up, dealer, final) for final in finals] + [net]
        ends = [
            has + result * laid.cents for has, result, laid in zip(position.chips, nets, position.laid, strict=True)
        ]
        return shares(ends, position.advance)[-1]

    return joint.choices(cards, up, position.chips[-1] // own.cents - 1, worth)


def joint_of(of: Study) -> Joint:
    """One hand of a book for several players, where its game has worked that out."""
    found = analysis(of.book.game).last_hand
    if found is None:
        raise NoAnalysis(f"last hands are not worked out for {of.book.title}")
    return found(of.edition.terms, of.shoe)
