"""Rounds: a script run up to the next question for a player.

Chance is drawn from a seeded generator, the dealer does what is usual, and everybody opens with one unit. What is left are
the decisions of players, each as a few options to choose from.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from houseway import games
from houseway.lab.exact import Study
from houseway.play.decision import Accepted, Refused
from houseway.play.felt import Felt, felt
from houseway.play.prompts import Choose, ChooseEach, ClosedWindow, Prompt, TakeWagers
from houseway.play.script import Step
from houseway.play.wagers import ChipSums, SetUp, Wager

UNIT = 10_000  # cents: every share the books pay of it is whole
GO_ON = "place one unit"
PASS = "nothing more"


@dataclass(frozen=True)
class Question:
    """A decision of one player: options, and why some of them are closed."""

    player: str
    words: str
    options: tuple[str, ...]
    closed: Mapping[str, Refused]
    place: str = ""

    def mask(self, most: int) -> list[int]:
        return [int(n < len(self.options) and self.options[n] not in self.closed) for n in range(most)]


class Round:
    """One round for players P1, P2, … who sit on areas 1, 2, …"""

    def __init__(self, of: Study, seats: int, chance: Random) -> None:
        self.players = tuple(f"P{n + 1}" for n in range(seats))
        self.of, self.chance = of, chance
        self.steps: list[Step] = []
        self.nets: dict[str, Fraction] | None = None  # when it is over
        self._asked = self._run()
        self.question: Question | None = next(self._asked)

    def answer(self, option: str) -> None:
        """Takes the answer to the question and goes on to the next one, or to the end."""
        try:
            self.question = self._asked.send(option)
        except StopIteration:
            self.question = None

    def felt(self, player: str) -> Felt:
        return felt(self.steps, player)

    def area(self, player: str) -> int:
        return self.players.index(player) + 1

    # The script and its questions

    def _run(self) -> Generator[Question, str, None]:
        game, terms = games.game(self.of.book.game), self.of.edition.terms
        for player in self.players:
            yield Question(player, "A new round", (GO_ON,), {})
        script = game.play(terms, game.ready(game.begin(terms, SetUp())))
        reply: Any = None
        while True:
            try:
                step = script.send(reply)
            except StopIteration as end:
                self.nets = {player: Fraction(end.value.net_of(player), UNIT) for player in self.players}
                return
            self.steps.append(step)
            reply = (yield from self._answer(step)) if isinstance(step, Prompt) else None

    def _answer(self, prompt: Prompt) -> Generator[Question, str, Any]:
        if isinstance(prompt, TakeWagers):
            raised = prompt.raising is not None and not prompt.laid
            return (yield from self._raises(prompt)) if raised else ClosedWindow(self._opening(prompt))
        if isinstance(prompt, Choose) and prompt.player in self.players:
            closed = {option.value: option.closed for option in prompt.options if option.closed is not None}
            values = tuple(option.value for option in prompt.options)
            return (yield Question(prompt.player, prompt.question, values, closed, prompt.place))
        if isinstance(prompt, ChooseEach):
            values, chosen = tuple(option.value for option in prompt.options), {}
            for player in prompt.players:
                chosen[player] = yield Question(player, prompt.question, values, {})
            return chosen
        usual = prompt.usually()
        drawn = usual is None or usual == ()
        return prompt.some(self.chance.randrange) if drawn else usual

    def _opening(self, prompt: TakeWagers) -> tuple[Wager, ...]:
        """One unit each on the first spot that is enough to play."""
        lying, wagers = ChipSums(), list[Wager]()
        for player in self.players:
            for spot in prompt.spots:
                wager = Wager(player, self.area(player) if prompt.places is not None else 0, spot, UNIT)
                if isinstance(prompt.offer(lying, wager), Accepted):
                    lying.add(wager)
                    wagers.append(wager)
                    if prompt.judge_closing is None or prompt.judge_closing(lying) is None:
                        break
        return tuple(wagers)

    def _raises(self, prompt: TakeWagers) -> Generator[Question, str, ClosedWindow]:
        """Each player with something to raise on adds all that may be added, or nothing."""
        assert prompt.raising is not None
        lying, wagers = ChipSums(), list[Wager]()
        for original in prompt.raising.originals:
            spots = [s for s, o in prompt.raising.backs.items() if o == original.spot] or list(prompt.spots)[:1]
            most = int(original.cents * prompt.raising.share)
            wager = Wager(original.player, original.area, spots[0], most)
            decision = prompt.offer(lying, wager)
            closed = {} if isinstance(decision, Accepted) else {prompt.window: decision}
            question = Question(original.player, f"{prompt.window}?", (PASS, prompt.window), closed)
            if original.player in self.players and (yield question) == prompt.window:
                lying.add(wager)
                wagers.append(wager)
        return ClosedWindow(tuple(wagers))


# What a seat sees, as numbers

KINDS = 24  # ranks of cards or kinds of tiles, and in the last place how many lie face down
ZONES = 3  # the place asked about, the seat's other places, everything else
WIDTH = ZONES * KINDS + 3


def seen(of: Round, player: str) -> list[float]:
    """The felt as this player sees it: what lies where, what is staked, what is asked."""
    numbers = [0.0] * WIDTH
    felt_, question, own = of.felt(player), of.question, str(of.area(player))
    asked = question.place if question is not None and question.player == player else ""
    for box in felt_.boxes:
        words = box.place.split()
        zone = 0 if asked and box.place == asked else 1 if len(words) > 1 and words[1] == own else 2
        for item in box.looked or box.cards:
            numbers[zone * KINDS + _kind(item)] += 1
    numbers[-3] = sum(wager.cents for wager in felt_.wagers if wager.player == player) / UNIT
    numbers[-2] = float(len(question.options)) if question is not None and question.player == player else 0.0
    numbers[-1] = float(len(felt_.calls))
    return numbers


def _kind(item: Any) -> int:
    if item is None:
        return KINDS - 1
    return int(item.rank) - 2 if hasattr(item, "rank") else int(item.kind.index)


def refused(question: Question, option: int) -> str:
    """Why an option cannot be chosen, with the clause; "" if it can."""
    if option >= len(question.options):
        return f"there are {len(question.options)} options here"
    no = question.closed.get(question.options[option])
    return "" if no is None else f"{no.because} ({no.by})"
