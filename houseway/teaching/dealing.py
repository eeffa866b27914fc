"""Dealing: rounds to be asked about, by the script of the game and nothing beside it.

Everything from outside is drawn from one seeded generator: the sign, chips of a few players, their choices, cards. Half of the
rounds come as luck has it. In the others luck has favourites, a few ranks and suits, two faces of a die, tiles in their pairs, so
that a hand which comes once in a year of evenings comes once in a lesson. What the script makes of it is the same either way.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from houseway import games
from houseway.floor.views import citation
from houseway.games import chapters_of
from houseway.kit.cards import CARDS, Card
from houseway.kit.tiles import TILES
from houseway.law.clause import NO_CLAUSE
from houseway.law.rulebook import Edition
from houseway.play.decision import Accepted
from houseway.play.driver import drive, standing
from houseway.play.events import Event
from houseway.play.felt import Felt, felt
from houseway.play.prompts import (
    Choose,
    ChooseEach,
    ClosedWindow,
    Draw,
    Prompt,
    ReadMeter,
    ReadSign,
    Roll,
    Stack,
    TakeWagers,
)
from houseway.play.script import Settlement, Step
from houseway.play.states import State, Status
from houseway.play.view import View
from houseway.play.wagers import ChipSums, Limits, SetUp, Sign, Wager

NAMES = ("Amy", "Ben", "Cho")
MINIMA = (500, 1000, 2500)  # cents, what the sign says
SMALLEST = (1, 1, 50, 100, 250)  # cents, what the float can pay
TOPS = 100  # times the minimum, the maximum


@dataclass(frozen=True)
class Dealt:
    """A round, from the sign to the last payment, as the script told it."""

    edition: Edition[Any]
    carry: Any
    steps: tuple[Step, ...]
    settlement: Settlement
    answers: tuple[tuple[Prompt, Any], ...]

    @property
    def sign(self) -> Sign:
        return next((answer for _, answer in self.answers if isinstance(answer, Sign)), Sign())

    def at(self, before: int) -> Felt:
        """What lies on the table, as staff see it, when so many steps have been told."""
        return felt(self.steps[:before], "dealer")

    def view(self, before: int) -> View:
        """The table as its dealer sees it at that moment."""
        book, _ = games.book(self.edition.book)
        lies = self.at(before)
        settled = bool(lies.lines) and not lies.wagers
        return View(
            table="", book=self.edition.book, title=book.title.partition(" (")[0], rules=citation(book), viewer="dealer",
            status=Status.OPEN, state=State.SETTLED if settled else State.LOCKED, round=1, felt=lies, last=Felt(), chips=(),
            window="", sign=self.sign, seats=(), prompt=None, terms=self.edition.terms, by=NO_CLAUSE,
        )  # fmt: skip


@dataclass
class Answers:
    """Who answers every question of a script, from one generator; first with what was answered before."""

    edition: Edition[Any]
    rng: random.Random
    players: int = len(NAMES)
    first: Sequence[Any] = ()
    given: list[tuple[Prompt, Any]] = field(default_factory=list)
    laid: list[Wager] = field(default_factory=list)
    _favourites: frozenset[Card] | None = None

    def __post_init__(self) -> None:
        self._practice = games.practice(self.edition.game)
        self._biased = self.rng.random() < 0.5
        if self._biased:
            ranks = self._ranks()
            suits = self.rng.sample(range(4), self.rng.choice((1, 2, 4)))
            self._favourites = frozenset(
                card for card in CARDS if card.rank in ranks and CARDS.index(card) % 4 in suits
            )

    def _ranks(self) -> set[int]:
        """A few ranks: in a row, or of any kind."""
        known = sorted({card.rank for card in CARDS})
        count = self.rng.choice((2, 3, 5))
        if self.rng.random() < 0.5:
            at = self.rng.randrange(len(known) - count + 1)
            return set(known[at : at + count])
        return set(self.rng.sample(known, count))

    def __call__(self, prompt: Prompt) -> Any:
        n = len(self.given)
        answer = self.first[n] if n < len(self.first) else self._answer(prompt)
        self.given.append((prompt, answer))
        if isinstance(answer, ClosedWindow):
            self.laid.extend(answer.wagers)
        return answer

    def _answer(self, prompt: Prompt) -> Any:
        if isinstance(prompt, ReadSign):
            return self._sign(prompt)
        if isinstance(prompt, TakeWagers):
            return self._chips(prompt)
        if prompt.by_luck:
            return self._luck(prompt)
        if isinstance(prompt, ReadMeter):
            return 100 * self.rng.randrange(20_000, 200_000)
        if isinstance(prompt, (Choose, ChooseEach)) and self.rng.random() < 0.4:
            usual = prompt.usually()
            if usual is not None and prompt.admits(usual):
                return usual
        return prompt.some(self.rng.randrange)

    # The sign and the chips

    def _sign(self, prompt: ReadSign) -> Sign:
        plain: Sign = prompt.some(self.rng.randrange)
        if self._practice.ticket is not None:  # prices are the book's, and are paid in money
            return plain
        minimum = self.rng.choice(MINIMA)
        jackpot = None if plain.jackpot is None else replace(plain.jackpot, price=250)
        wanted = replace(
            plain,
            limits=Limits(minimum, TOPS * minimum),
            smallest_chip=self.rng.choice(SMALLEST),
            jackpot=jackpot,
        )
        return wanted if prompt.admits(wanted) else plain

    def _chips(self, prompt: TakeWagers) -> ClosedWindow:
        own = self._practice.wagers
        if own is not None:
            return ClosedWindow(own(self.edition.terms, prompt, self.rng.randrange))
        for _ in range(4):
            lying, wagers = ChipSums(prompt.laid), list(prompt.laid)
            for wager in self._wanted(prompt):
                for cents in (wager.cents, self._multiple(prompt)):
                    tried = replace(wager, cents=cents)
                    if isinstance(prompt.offer(lying, tried), Accepted):
                        lying.add(tried)
                        wagers.append(tried)
                        break
            closed = ClosedWindow(tuple(wagers))
            if prompt.admits(closed):
                return closed
        closed = prompt.some(self.rng.randrange)
        return closed

    def _wanted(self, prompt: TakeWagers) -> Iterable[Wager]:
        spots, rng = list(prompt.spots), self.rng
        if prompt.raising is not None:
            for original in prompt.raising.originals:
                if rng.random() < 0.7:
                    spot = next((s for s, o in prompt.raising.backs.items() if o == original.spot), spots[0])
                    most = int(original.cents * prompt.raising.share) // 100 * 100
                    yield Wager(
                        original.player, original.area, spot, rng.choice((most, most, max(100, most // 200 * 100)))
                    )
            return
        for n in range(1 + rng.randrange(self.players)):
            area = 0 if prompt.places is None else min(2 + n, prompt.sign.areas)
            if len(spots) < 6:
                chosen = [spot for spot in spots if rng.random() < 0.5] or [rng.choice(spots)]
                chosen = chosen if rng.random() < 0.5 else [spots[0], *(spot for spot in chosen if spot != spots[0])]
            else:
                chosen = rng.sample(spots, 1 + rng.randrange(3))
            for spot in chosen:
                yield Wager(NAMES[n], area, spot, self._amount(prompt))

    def _amount(self, prompt: TakeWagers) -> int:
        """Mostly a multiple of the minimum; now and then what a player pushes forward."""
        if self.rng.random() < 0.3:
            return self.rng.randrange(1, 40) * 250
        return self._multiple(prompt)

    def _multiple(self, prompt: TakeWagers) -> int:
        minimum = prompt.sign.limits.minimum or 500
        return minimum * self.rng.choice((1, 2, 3, 4, 5, 7, 8, 12, 15))

    # Luck

    def _luck(self, prompt: Prompt) -> Any:
        pick = self.rng.randrange
        if self._practice.luck is not None:
            answer = self._practice.luck(prompt, self.laid, pick)
            if answer is not None:
                return answer
        if self._biased and self.rng.random() < 0.8:
            if isinstance(prompt, Draw) and prompt.sure is None and self._favourites:
                left = [card for card in self._favourites if prompt.shoe.has(card)]
                if left:
                    return self.rng.choice(sorted(left, key=CARDS.index))
            if isinstance(prompt, Roll):
                faces = self.rng.sample(range(1, 7), 2)
                return tuple(sorted(self.rng.choice(faces) for _ in range(prompt.dice)))
            if isinstance(prompt, Stack):
                return self._pairs()
        return prompt.some(pick)

    def _pairs(self) -> tuple[Any, ...]:
        """Tiles that lie mostly in their pairs."""
        kinds = sorted({tile.kind.index for tile in TILES})
        self.rng.shuffle(kinds)
        return tuple(sorted(TILES, key=lambda tile: kinds.index(tile.kind.index)))


def begin(edition: Edition[Any], rng: random.Random) -> Any:
    """What a newly opened table remembers, its cards ready; where a book leaves the way of dealing to the house, any of them."""
    game = games.game(edition.game)
    ways = chapters_of(edition).ways_of_dealing or ("",)
    return game.ready(game.begin(edition.terms, SetUp(method=rng.choice(ways))))


def deal(edition: Edition[Any], rng: random.Random, players: int = len(NAMES)) -> Dealt:
    """A round in which nothing goes wrong."""
    return _run(edition, begin(edition, rng), Answers(edition, rng, players))


def deal_again(like: Dealt, rng: random.Random, first: Sequence[Any]) -> Dealt:
    """The same table, with these answers first, and whatever comes after them."""
    return _run(like.edition, like.carry, Answers(like.edition, rng, first=first))


def _run(edition: Edition[Any], carry: Any, answers: Answers) -> Dealt:
    game = games.game(edition.game)
    steps, settlement = drive(game.play(edition.terms, carry), answers)
    return Dealt(edition, carry, tuple(standing(steps)), settlement, tuple(answers.given))


def events(steps: Iterable[Step]) -> list[Event]:
    return [step for step in steps if isinstance(step, Event)]
