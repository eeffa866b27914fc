"""Entrants: a tournament at one table as a PettingZoo environment; what is won is the place.

Everybody begins with the same chips, which are no money. Before each hand the agents say in turn on what they wager and how much,
and see what was laid before them, unless wagers are secret; then they decide what the script asks. After marked hands the lowest
goes out, and so does whoever cannot lay the minimum. In the end places are rewards: from one for the first to nothing for the
last, or the parts that prizes have. Who are equal share. Every hand is dealt from whole packs.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from houseway.complaint import BadInput
from houseway.figures.episodes import Seating
from houseway.games import chapters_of
from houseway.lab.exact import Study, study
from houseway.lab.learning.rounds import ENCODINGS, UNIT, Question, Round, seen, width_of
from houseway.lab.learning.seatings import NothingToLearn, seating
from houseway.lab.learning.turns import Turns
from houseway.law.clause import Basis
from houseway.money import Cents, show
from houseway.play.conditions import Item
from houseway.play.decision import Refused
from houseway.play.prompts import ClosedWindow, Prompt, TakeWagers
from houseway.play.tournament_law import tournament_law
from houseway.play.tournament_ranking import Standing, in_order
from houseway.play.wagers import ChipSums, Wager

SPOTS = (
    "wager", "player", "banker", "tie", "red", "black", "even", "odd", "low", "high", "dozen:1", "column:1", "six_line:1",
    "straight:17",
)  # fmt: skip
PARTS = {
    "the minimum": 0,
    "a tenth": 10,
    "a quarter": 25,
    "half": 50,
    "three quarters": 75,
    "all": 100,
}  # of one's chips
TAKES_MORE = {"double": 1, "split": 1}  # choices that lay as much again
INSURANCE = "insurance?"  # where what is taken costs half a wager


class Hand(Round):
    """One hand of a tournament, for those who are still in."""

    def __init__(
        self,
        of: Study,
        players: Sequence[str],
        chance: Random,
        seats: Seating | None,
        chips: dict[str, Cents],
        limits: tuple[Cents, Cents],
        by: Basis,
    ) -> None:
        self.chips, self.limits, self.by = chips, limits, by
        self.laid: dict[str, Cents] = {}
        self.closed = False
        super().__init__(of, len(players), chance, seats)

    def _answer(self, prompt: Prompt) -> Generator[Question, str, Any]:
        if isinstance(prompt, TakeWagers) and (prompt.raising is None or prompt.laid):
            return ClosedWindow((yield from self._wagers(prompt)))
        return (yield from super()._answer(prompt))

    def _wagers(self, prompt: TakeWagers) -> Generator[Question, str, tuple[Wager, ...]]:
        """Everybody in turn: on what, and how much."""
        lying, wagers = ChipSums(), list[Wager]()
        areas = list(range(1, prompt.places.areas.value[0] + 1)) if prompt.places is not None else [0]
        for player in [player for player in self.players if player in self.chips]:
            free = [area for area in areas if area not in self._areas.values() or not area]
            self._areas[player] = next((area for area in free if self._may(prompt, lying, player, area)), areas[0])
            spots = [spot for spot in SPOTS if spot in prompt.spots] or list(prompt.spots)[:1]
            on = {f"on {spot}": spot for spot in spots}
            spot = yield from self._ask(Question(player, "On what do you wager?", on))
            sums = {name: self._amount(player, part) for name, part in PARTS.items()}
            closed: dict[str, Refused] = {}
            for name, cents in sums.items():
                no = prompt.offer(lying, Wager(player, self._areas[player], spot, cents))
                if isinstance(no, Refused):
                    closed[name] = no
            if len(closed) == len(sums):
                continue  # nothing that they have may lie there
            cents = yield from self._ask(Question(player, "How much?", sums, closed))
            wager = Wager(player, self._areas[player], spot, cents)
            lying.add(wager)
            wagers.append(wager)
            self.laid[player] = cents
        self.closed = True
        return tuple(wagers)

    def _amount(self, player: str, part: int) -> Cents:
        """A part of somebody's chips in steps of the minimum, within the limits; all of them, where that is less than a step."""
        has, (least, most) = self.chips[player], self.limits
        return min(max(has * part // 100 // least * least, least), has, most)

    def _ask(self, question: Question) -> Generator[Question, str, Any]:
        """What would lay more than there is, is closed."""
        own = self.laid.get(question.player, 0)
        staked = sum(wager.cents for wager in self.felt(question.player).wagers if wager.player == question.player)
        left = self.chips.get(question.player, 0) - max(own, staked)
        costs = {**TAKES_MORE, **({"take": 2} if question.words == INSURANCE else {})}
        dear = [name for name in question.replies if name in costs and left * costs[name] < own]
        if self.closed and dear:
            no = Refused(self.by, f"{show(left)} of tournament chips are left")
            question = replace(question, closed={**question.closed, **dict.fromkeys(dear, no)})
        return (yield from super()._ask(question))


class Entrants(Turns):
    round: Hand
    metadata = {"render_modes": [], "name": "houseway tournament", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        book: str,
        seats: int = 4,
        hands: int = 10,
        credit: Cents = 100_000,
        limits: tuple[Cents, Cents] = (1_000, 50_000),
        out_at: Sequence[int] = (),
        prizes: Sequence[int] = (),
        secret: bool = False,
        encoding: str = "ranks",
        changes: dict[str, str] | None = None,
    ) -> None:
        """``prizes`` are parts of a hundred by places; without any, the reward is the rank. ``secret``: nobody sees what another
        lays before wagers are closed. Amounts are cents of tournament chips."""
        self.of, self.seating, self.encoding = study(book, changes), _seating(book, changes), encoding
        law = tournament_law(book, chapters_of(self.of.edition))
        if law is None:
            raise BadInput(f"{self.of.book.title} has no rules for tournaments")
        if encoding not in ENCODINGS:
            raise BadInput(f"an observation is one of {', '.join(ENCODINGS)}; not {encoding!r}")
        if seats < 2 or hands < 1 or sum(prizes) not in (0, 100):
            raise BadInput("a tournament has two seats or more, a hand or more, and prizes of a hundred parts")
        if not 0 < limits[0] <= min(limits[1], credit):
            raise BadInput("limits are a minimum that the credit is enough for, and a maximum above it")
        self.by = law.by(Item.CREDIT)
        self.hands, self.credit, self.limits, self.secret = hands, credit, limits, secret
        self.out_at, self.prizes = tuple(out_at), tuple(prizes)
        chosen = () if self.seating is None else self.seating.actions
        width = width_of(encoding) + 2 * seats + 2  # chips and wagers of every seat, how far it is, and who one is
        super().__init__(seats, (*(f"on {spot}" for spot in SPOTS), *PARTS, *chosen), width, np.inf)
        self.render_mode = None

    def _begin(self) -> None:
        self.played = 0
        self.chips: dict[str, Cents] = dict.fromkeys(self.agents, self.credit)
        self.gone: dict[str, int] = {}  # after which hand somebody went out
        self._deal()

    def _deal(self) -> None:
        playing = {name: cents for name, cents in self.chips.items() if name not in self.gone}
        chance = Random(self._chance.getrandbits(64))
        self.round = Hand(self.of, self.possible_agents, chance, self.seating, playing, self.limits, self.by)

    def _seen(self, agent: str) -> list[float]:
        shown = [*seen(self.round, agent, self.encoding), *(cents / self.credit for cents in self.chips.values())]
        for other in self.possible_agents:
            hidden = self.secret and other != agent and not self.round.closed
            shown.append(0.0 if hidden else self.round.laid.get(other, 0) / self.credit)
        return [*shown, self.played / self.hands, float(self.possible_agents.index(agent))]

    def _go_on(self) -> None:
        """Hands that are over are counted, until somebody is asked or all is played."""
        while self.round.nets is not None:
            for player, net in self.round.nets.items():
                if player not in self.gone:
                    self.chips[player] += int(net * UNIT)
            self.played += 1
            self._put_out()
            if self.played >= self.hands or len(self.chips) - len(self.gone) <= 1:
                self._end()
                return
            self._deal()

    def _put_out(self) -> None:
        """The lowest after a marked hand, and whoever has too little to wager with; somebody always stays."""
        playing = [name for name in self.possible_agents if name not in self.gone]
        gone = [name for name in playing if self.chips[name] < self.limits[0]]
        stay = [name for name in playing if name not in gone]
        due = sum(hand <= self.played for hand in self.out_at) - len(self.gone) - len(gone)
        self._chance.shuffle(stay)  # equal players by lot
        gone += sorted(stay, key=lambda name: self.chips[name])[: max(0, min(due, len(stay) - 1))]
        if len(gone) < len(playing):
            self.gone.update(dict.fromkeys(gone, self.played))

    def places(self) -> list[list[str]]:
        """Everybody by place, equal players together; who went out later is ahead."""
        standings = [Standing(name, cents, self.gone.get(name, 0)) for name, cents in self.chips.items()]
        return [[one.entrant for one in group] for group in in_order(standings, ())]

    def _end(self) -> None:
        at, count = 0, len(self.possible_agents)
        for group in self.places():
            worth = [self._worth(place, count) for place in range(at, at + len(group))]
            for name in group:
                self.rewards[name] = sum(worth) / len(group)
                self.infos[name] = {**self.infos[name], "place": at + 1, "chips": self.chips[name]}
            at += len(group)
        self.terminations = dict.fromkeys(self.agents, True)

    def _worth(self, place: int, count: int) -> float:
        if self.prizes:
            return self.prizes[place] / 100 if place < len(self.prizes) else 0.0
        return (count - 1 - place) / (count - 1)


def _seating(book: str, changes: dict[str, str] | None) -> Seating | None:
    """What players of a game decide beside their wagers, where they decide anything."""
    try:
        return seating(book, changes)[1]
    except NothingToLearn:
        return None
