"""Rounds: a script run up to the next question for a player.

Chance is drawn from a seeded generator, or is told; the dealer does what is usual, and everybody opens with one unit. What is
left are the decisions of players, each as a few named choices. The compiled episodes of a game ask the same by the same names,
and are held against this.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from houseway import games
from houseway.figures.episodes import Seating
from houseway.lab.exact import Study
from houseway.play.decision import Accepted, Refused
from houseway.play.felt import Felt, felt
from houseway.play.prompts import Choose, ChooseEach, ClosedWindow, Prompt, TakeWagers
from houseway.play.script import Step
from houseway.play.wagers import ChipSums, SetUp, Sign, Wager

UNIT = 10_000  # cents: every share the books pay of it is whole
GO_ON = "go on"
PASS = "nothing more"


@dataclass(frozen=True)
class Question:
    """A decision of one player: what may be chosen, what each choice answers the script, and why some of them are closed."""

    player: str
    words: str
    replies: Mapping[str, Any]
    closed: Mapping[str, Refused] = field(default_factory=dict)
    place: str = ""

    @property
    def options(self) -> tuple[str, ...]:
        return tuple(self.replies)

    @property
    def open(self) -> tuple[str, ...]:
        return tuple(name for name in self.replies if name not in self.closed)


class OutOfLuck(Exception):
    """Nobody has told what luck answers next."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(prompt.title)
        self.prompt = prompt


class Round:
    """One round for players P1, P2, … who sit on areas 1, 2, …"""

    def __init__(
        self, of: Study, seats: int, chance: Random, seating: Seating | None = None, luck: Iterable[Any] | None = None
    ) -> None:
        self.players = tuple(f"P{n + 1}" for n in range(seats))
        self.of, self.chance, self.seating = of, chance, seating
        self.luck = None if luck is None else iter(luck)  # what luck answers, where that is told
        self.steps: list[Step] = []
        self.drawn: list[Any] = []  # what luck has answered
        self.nets: dict[str, Fraction] | None = None  # when it is over
        self._areas: dict[str, int] = {}
        self._asked = self._run()
        self.question: Question | None = next(self._asked)

    def answer(self, choice: str) -> None:
        """Takes the answer to the question and goes on to the next one, or to the end."""
        try:
            self.question = self._asked.send(choice)
        except StopIteration:
            self.question = None

    def felt(self, player: str) -> Felt:
        return felt(self.steps, player)

    def area(self, player: str) -> int:
        return self._areas.get(player, self.players.index(player) + 1)

    # The script and its questions

    def _run(self) -> Generator[Question, str, None]:
        game, terms = games.game(self.of.book.game), self.of.edition.terms
        carry: Any = game.ready(game.begin(terms, SetUp()))
        if self.of.shoe is not None:
            carry = replace(carry, shoe=replace(carry.shoe, shoe=self.of.shoe))
        script = game.play(terms, carry)
        reply: Any = None
        self.asked = 0
        while True:
            try:
                step = script.send(reply)
            except StopIteration as end:
                if not self.asked:  # an episode has one step at least
                    yield Question(self.players[0], "Nothing to decide", {GO_ON: None})
                self.nets = {player: Fraction(end.value.net_of(player), UNIT) for player in self.players}
                return
            self.steps.append(step)
            reply = (yield from self._answer(step)) if isinstance(step, Prompt) else None

    def _answer(self, prompt: Prompt) -> Generator[Question, str, Any]:
        if isinstance(prompt, TakeWagers):
            raised = prompt.raising is not None and not prompt.laid
            return (yield from self._raises(prompt)) if raised else ClosedWindow(self._opening(prompt))
        if isinstance(prompt, Choose) and prompt.player in self.players:
            return (yield from self._choice(prompt))
        if isinstance(prompt, ChooseEach):
            chosen = {}
            for player in prompt.players:
                chosen[player] = yield from self._each(prompt, player)
            return chosen
        return self._usual(prompt)

    def _usual(self, prompt: Prompt) -> Any:
        usual = prompt.usually()
        if usual is not None and usual != ():
            if isinstance(usual, Sign) and self.seating is not None:
                return self.seating.sign(usual)
            return usual
        if prompt.by_luck and self.luck is not None:
            answer = next(self.luck, None)
            if answer is None:
                raise OutOfLuck(prompt)
        else:
            answer = prompt.some(self.chance.randrange)
        if prompt.by_luck:
            self.drawn.append(answer)
        return answer

    def _named(self, option: str) -> str:
        return option if self.seating is None else self.seating.script_names.get(option, option)

    def _choice(self, prompt: Choose) -> Generator[Question, str, Any]:
        replies = {self._named(option.value): option.value for option in prompt.options}
        closed = {self._named(option.value): option.closed for option in prompt.options if option.closed is not None}
        return (yield from self._ask(Question(prompt.player, prompt.question, replies, closed, prompt.place)))

    def _each(self, prompt: ChooseEach, player: str) -> Generator[Question, str, Any]:
        own = None if self.seating is None else self.seating.script_choices(prompt, player)
        replies = own or {self._named(option.value): option.value for option in prompt.options}
        return (yield from self._ask(Question(player, prompt.question, replies)))

    def _ask(self, question: Question) -> Generator[Question, str, Any]:
        self.asked += 1
        return question.replies[(yield question)]

    def _opening(self, prompt: TakeWagers) -> tuple[Wager, ...]:
        """One unit each on the first spot that is enough to play, on the first area that nobody has."""
        lying, wagers = ChipSums(), list[Wager]()
        areas = list(range(1, prompt.places.areas.value[0] + 1)) if prompt.places is not None else [0]
        for player in self.players:
            area = next(
                (n for n in areas if n not in self._areas.values() and self._may(prompt, lying, player, n)), areas[0]
            )
            self._areas[player] = area
            for spot in prompt.spots:
                wager = Wager(player, area, spot, UNIT)
                if isinstance(prompt.offer(lying, wager), Accepted):
                    lying.add(wager)
                    wagers.append(wager)
                    if prompt.judge_closing is None or prompt.judge_closing(lying) is None:
                        break
        return tuple(wagers)

    def _may(self, prompt: TakeWagers, lying: ChipSums, player: str, area: int) -> bool:
        """Whether a player may wager on an area; the House has one of its own in Pai Gow."""
        return isinstance(prompt.offer(lying, Wager(player, area, next(iter(prompt.spots)), UNIT)), Accepted)

    def _raises(self, prompt: TakeWagers) -> Generator[Question, str, ClosedWindow]:
        """Each player with something to raise on adds all that may be added, or nothing."""
        assert prompt.raising is not None
        lying, wagers, decided = ChipSums(), list[Wager](), dict[str, str]()
        for original in prompt.raising.originals:
            spots = [s for s, o in prompt.raising.backs.items() if o == original.spot] or list(prompt.spots)[:1]
            wager = Wager(original.player, original.area, spots[0], int(original.cents * prompt.raising.share))
            decision = prompt.offer(lying, wager)
            more, less = self._named(prompt.window), self._named(PASS)
            closed = {} if isinstance(decision, Accepted) else {more: decision}
            if original.player not in self.players:
                continue
            if original.player not in decided:  # one answer for all the wagers of a player
                question = Question(original.player, f"{prompt.window}?", {less: less, more: more}, closed)
                decided[original.player] = yield from self._ask(question)
            if decided[original.player] == more and not closed:
                lying.add(wager)
                wagers.append(wager)
        return ClosedWindow(tuple(wagers))


# What a seat sees, as numbers, where a game has no compiled episodes or several seats play together

KINDS = 24  # ranks of cards or kinds of tiles, and in the last place how many lie face down
CARDS = 53  # cards or tiles one by one, and how many lie face down
ZONES = 3  # the place asked about, the seat's other places, everything else
ENCODINGS = {"ranks": KINDS, "cards": CARDS}


def width_of(encoding: str) -> int:
    """How many numbers an observation of this kind has."""
    return ZONES * ENCODINGS[encoding] + 3


def seen(of: Round, player: str, encoding: str = "ranks") -> list[float]:
    """The felt as this player sees it: what lies where, what is staked, what is asked."""
    kinds = ENCODINGS[encoding]
    numbers = [0.0] * width_of(encoding)
    felt_, question, own = of.felt(player), of.question, str(of.area(player))
    asked = question.place if question is not None and question.player == player else ""
    for box in felt_.boxes:
        words = box.place.split()
        zone = 0 if asked and box.place == asked else 1 if len(words) > 1 and words[1] == own else 2
        for item in box.looked or box.cards:
            numbers[zone * kinds + _kind(item, encoding)] += 1
    numbers[-3] = sum(wager.cents for wager in felt_.wagers if wager.player == player) / UNIT
    numbers[-2] = float(len(question.options)) if question is not None and question.player == player else 0.0
    numbers[-1] = float(len(felt_.calls))
    return numbers


def _kind(item: Any, encoding: str) -> int:
    if item is None:
        return ENCODINGS[encoding] - 1
    if encoding == "cards":
        return int(item.index)
    return int(item.rank) - 2 if hasattr(item, "rank") else int(item.kind.index)


def refused(question: Question, choice: str) -> str:
    """Why something cannot be chosen, with the clause; "" if it can."""
    if choice not in question.replies:
        return f"{choice!r} is not asked here; it is {' or '.join(question.options)}"
    no = question.closed.get(choice)
    return "" if no is None else f"{no.because} ({no.by})"
