"""Draws: the lines about a game that closes, its balls, and what goes wrong with them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from houseway.floor.authority import named
from houseway.floor.keno import running
from houseway.floor.keno.desk import Answer, Order
from houseway.floor.keno.story.people import INSPECTOR, OPERATOR, WRITER
from houseway.floor.keno.story.terminals import MOST_TICKETS
from houseway.floor.story import BadStory
from houseway.floor.story.spelled import whole, wholes
from houseway.floor.story.vocabulary import mishap_told
from houseway.floor.table import Reply

if TYPE_CHECKING:
    from houseway.floor.keno.story.teller import Teller


def close(self: Teller) -> Answer:
    return self.order(OPERATOR, "close game")


def _closed(self: Teller) -> None:
    """The obvious step before a ball: the game that is sold closes."""
    if not self.desk.standing.day:
        self.order(OPERATOR, "open day")
    self._settle()
    if not self.desk.standing.drawing:
        self.order(OPERATOR, "close game")


def _ready(self: Teller) -> None:
    """A supervisor's usual word, where the draw waits for one before its next ball."""
    for _ in range(4):
        prompt = running.prompt(self.desk)
        usual = prompt.usually() if prompt is not None else None
        if prompt is None or usual is None:
            return
        _attested(self)
        self.order(OPERATOR, "answer", value=prompt.write(usual))


def _attested(self: Teller) -> None:
    """It goes without saying that an inspector comes where the book wants one."""
    prompt = running.prompt(self.desk)
    if prompt is not None and prompt.asks == "supervisor":
        part = named(self.desk.edition, prompt.by)
        if part.present or part.approves:
            self.desk.do(Order(INSPECTOR, "attest", at=self.now))


def balls(self: Teller, text: str) -> Answer:
    _closed(self)
    first, *rest = wholes(text, "balls")
    if not self.refusal_told:  # a line that says "refused" asks what is drawn while the draw waits for a supervisor
        _ready(self)
    done = self.order(WRITER, "answer", value=first)
    for number in rest:
        if not done.accepted:
            break
        _ready(self)
        done = self.order(WRITER, "answer", value=number)
    return done


def wrong(self: Teller, kind: str) -> Answer:
    _closed(self)
    _ready(self)
    stood = running.prompt(self.desk)
    done = self.order(WRITER, "answer", irregularity=kind)
    mishap_told(self, kind, stood, Reply(done.decision))
    return done


def says(self: Teller, value: str) -> Answer:
    asked = running.prompt(self.desk)
    if not self.refusal_told:  # a line that says "refused" asks what the supervisor alone may do
        _attested(self)
    done = self.order(OPERATOR, "answer", value=True if value == "done" else value)
    if done.accepted and asked is not None:
        self.told.state(asked.by, "asked")
    return done


def numbers(self: Teller, text: str) -> Answer:
    _closed(self)
    _ready(self)
    return self.order(WRITER, "key draw", numbers=wholes(text, "numbers"))


def draw_holding(self: Teller, held: str | None, without: str | None) -> Answer:
    """A draw with these numbers in it, none of the others named, and nothing else of interest."""
    wanted = wholes(held, "holding") if held else []
    avoided = set(wholes(without, "without")) if without else set[int]()
    rest = [number for number in range(80, 0, -1) if number not in wanted and number not in avoided]
    return numbers(self, " ".join(str(number) for number in (wanted + rest)[:20]))


def generator(self: Teller) -> Answer:
    _closed(self)
    return self.order(OPERATOR, "draw")


def play(self: Teller, games: str) -> None:
    if whole(games, "games") > MOST_TICKETS:
        raise BadStory(f"play: at most {MOST_TICKETS} games can be played in a line, not {games}")
    for _ in range(int(games)):
        self._settle()
        generator(self)
        self._settle()
        self.now += timedelta(minutes=5)


def first_number(self: Teller) -> Answer:
    self._settle()
    _closed(self)
    return balls(self, "80")
