"""Definitions: every provision of Baccarat and Mini-Baccarat, by name."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.games.baccarat.tableau import Row
from houseway.law.clause import Basis, Provision
from houseway.law.ranges import entries, some, words_with
from houseway.money import Odds
from houseway.play.dealing import Dealing
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.events import Called
from houseway.play.general import General, Places
from houseway.play.irregular import Mishap
from houseway.play.script import call
from houseway.play.secret import Secret
from houseway.play.tournament import Tournament
from houseway.play.wagers import SetUp
from houseway.values import derived

SPOTS = ("player", "banker", "tie")


class Method(enum.Enum):
    """How the cards of a coup come and who turns them."""

    UP = "face up"
    DOWN = "face down"  # the dealer turns them
    OPENED = "opened by players"  # the highest wager on each side turns that hand


class Equal(enum.Enum):
    """Who opens when two wagers on a side are the highest."""

    LOWEST_PLACE = "the lowest place number"
    FIRST_PLACED = "the wager placed first"


class Further(enum.Enum):
    """How often a tie in the last coup of a shoe brings a further hand."""

    UNTIL_DECIDED = "until a hand is no tie"
    ONCE = "one hand only"


@dataclass(frozen=True)
class Side:
    """A wager on one of the two hands."""

    wins: Provision[None]
    loses: Provision[None]
    void: Provision[None]
    pays: Provision[Odds]

    @derived
    def paid(self) -> Basis:
        return self.wins.by + self.pays.by


@dataclass(frozen=True)
class TieBet:
    decided: Provision[None]
    pays: Provision[Odds]

    @derived
    def paid(self) -> Basis:
        return self.decided.by + self.pays.by


@dataclass(frozen=True)
class Tableau:
    """Who draws a third card."""

    CHECKS = (("banker", entries((), range(10))),)  # a count without a row stands

    natural: Provision[int]  # this count or more in two cards ends the coup
    player_draws_to: Provision[int]
    banker: Provision[dict[int, Row]]

    @derived
    def with_card(self) -> Basis:
        """What Banker's draw rests on once Player has a third card: the printed columns. What is read into the table is the
        column without a heading, for the coup in which Player has none."""
        by = self.banker.by
        return Basis(by.clauses, (), by.provisions)


@dataclass(frozen=True)
class Opening:
    """Cards passed to players to open."""

    deal: Provision[None]
    player: Provision[None]
    banker: Provision[None]
    player_third: Provision[None]
    banker_third: Provision[None]
    puck: Provision[None]
    announced: Provision[None]
    nobody: Provision[None]
    equal: Provision[Equal]


class Ended(enum.Enum):
    """How a coup came to its end."""

    BY_NATURAL = "a natural"
    WITHOUT_CARD = "Player took no third card"
    WITH_CARD = "Player took a third card"


@dataclass(frozen=True)
class Terms:
    CHECKS = (("announce", words_with("side", "points")), ("methods", some), ("layouts", some))

    general: General
    places: Places
    dealing: Dealing
    tableau: Tableau
    opening: Opening | None
    tournament: Tournament | None
    secret: Secret | None
    player: Side
    banker: Side
    tie: TieBet

    layouts: Provision[dict[str, int]]  # the drawings of the book, and how many places each has at most
    methods: Provision[tuple[Method, ...]]  # the first is meant where nobody says
    wagers: Provision[None]
    forbid_both_sides: Provision[bool]
    differential: Provision[None]
    no_more_bets: Provision[str]
    burn_by_value: Provision[int]  # what a ten or a picture counts for this purpose
    initial: Provision[None]
    player_third: Provision[None]
    banker_third: Provision[None]
    announce: Provision[str]
    point_count: Provision[None]
    merit: Provision[None]
    commission: Provision[Fraction]
    egalite: Provision[str]
    last_coup: Provision[str]
    further_hand: Provision[Further]
    wrong_hand: Provision[None]  # a card given to Player in error
    excess: Provision[None]  # the same, when Banker does not draw either
    rebuilt: Provision[None]
    misdeal: Provision[None]
    pick_up: Provision[None]

    # Some facts rest on several provisions at once.

    @derived
    def values(self) -> Basis:
        return self.dealing.ranks.by + self.point_count.by

    @derived
    def decided(self) -> dict[Ended, Basis]:
        """What the outcome of a coup rests on, by how the coup ended."""
        by, tableau = self.merit.by, self.tableau
        return {
            Ended.BY_NATURAL: by + tableau.natural.by + self.values,
            Ended.WITHOUT_CARD: by + tableau.banker.by + self.values,
            Ended.WITH_CARD: by + tableau.with_card + self.values,
        }

    @derived
    def settling(self) -> Basis:
        return self.merit.by + self.commission.by

    @derived
    def free_hand(self) -> Basis:
        """What a coup without wagers rests on."""
        return self.dealing.seen.by

    @derived
    def window(self) -> Basis:
        """What the window for wagers rests on."""
        return self.wagers.by + self.forbid_both_sides.by

    @derived
    def bets_closed(self) -> Called:
        return call(self.no_more_bets)

    @derived
    def banker_odds(self) -> Odds:
        """Banker's odds with the commission off: 1 to 1 less a twentieth is 19 to 20."""
        net = self.banker.pays.value.ratio * (1 - self.commission.value)
        return Odds(net.numerator, net.denominator)

    @derived
    def clauses(self) -> dict[Any, Any]:
        """What the steps of both hands rest on, by way of dealing: kept so that it is not put together every coup."""
        return {}

    @derived
    def due_when(self) -> dict[str, dict[str, tuple[Any, Basis]]]:
        """What each wager gets and why, by how the coup came out: worked out when one first comes out so."""
        return {}

    # What may go wrong, and when

    @derived
    def mishaps_in_window(self) -> tuple[Mishap, ...]:
        return (
            Mishap("seen", "Card drawn too early and exposed", self.dealing.seen.by, "must"),
            Mishap("unseen", "Card drawn too early, not exposed", self.dealing.unseen.by),
        )

    @derived
    def mishaps_dealing(self) -> tuple[Mishap, ...]:
        return (
            Mishap("out-of-sequence", "Cards laid out of sequence", self.rebuilt.by),
            Mishap("misdeal", "Misdeal that cannot be rebuilt", self.misdeal.by),
            Mishap("short", "Shoe cannot finish the coup", self.dealing.short.by),
        )

    @derived
    def mishaps_opening(self) -> tuple[Mishap, ...]:
        """While a player has cards to open."""
        return tuple(mishap for mishap in self.mishaps_dealing if mishap.kind != "short")

    @derived
    def _to_player(self) -> Mishap:
        return Mishap("to-player", "Card given to Player in error", self.wrong_hand.by, "may")

    @derived
    def mishaps_for_banker(self) -> tuple[Mishap, ...]:
        """While Banker's third card is due, whether Player has drawn or stands."""
        return (self._to_player, *self.mishaps_dealing)

    @derived
    def mishaps_after(self) -> tuple[Mishap, ...]:
        """When no card is due any more, any card that comes is one too many."""
        return (
            self._to_player,
            Mishap("seen", "Card in excess, exposed", self.dealing.seen.by, "must"),
            Mishap("unseen", "Card in excess, not exposed", self.dealing.unseen.by),
        )

    @derived
    def mishaps_settling(self) -> tuple[Mishap, ...]:
        return (*self.mishaps_after, *self.mishaps_opening)

    # Setting up a table, and a tournament at it

    def unstated(self, conditions: Mapping[str, object]) -> Refused | None:
        """What the terms of a tournament have to say and do not."""
        if self.secret is None or "secret.allowed" in conditions:
            return None
        return Refused(
            self.secret.allowed.by, "the terms must state how many secret wagers are allowed: secret.allowed"
        )

    def method(self, name: str) -> Method:
        return Method(name) if name else self.methods.value[0]

    def judge_set_up(self, set_up: SetUp) -> Decision:
        decision = self.dealing.judge_set_up(set_up)
        if isinstance(decision, Refused):
            return decision
        allowed = [method.value for method in self.methods.value]
        if set_up.method and set_up.method not in allowed:
            return Refused(self.methods.by, f"cards are dealt {' or '.join(allowed)} here, not {set_up.method}")
        layouts = self.layouts.value
        if set_up.layout and set_up.layout not in layouts:
            return Refused(self.layouts.by, f"the book draws layout {' and '.join(layouts)}, not {set_up.layout}")
        most = layouts[set_up.layout] if set_up.layout else max(layouts.values())
        if set_up.sign.areas > most:
            name = f"layout {set_up.layout}" if set_up.layout else "a table"
            return Refused(self.layouts.by + self.places.areas.by, f"{name} has at most {most} numbered places")
        places = self.places.judge_sign(set_up.sign)
        if isinstance(places, Refused):
            return places
        return Accepted(decision.by + self.methods.by + self.layouts.by + places.by)
