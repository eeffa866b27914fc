"""Pace: the house's own dealer, who deals by the generator at the speed of a person.

One task per table. It waits while nobody wagers; once a chip lies it leaves time for others, closes the window, deals
card by card, leaves time for raises and for reading the result, and picks up. Players who say that they are ready are
not kept waiting. Everything it does is an order like anybody else's.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import astuple, dataclass

from houseway.floor.house import House, while_it_is_open
from houseway.floor.people import HOUSE
from houseway.floor.sources import generate
from houseway.floor.table import Order, Reply, Table
from houseway.floor.taking_part import all_barred
from houseway.floor.tournament import gate
from houseway.floor.views import asks_player
from houseway.floor.waiting import until_changed
from houseway.floor.windows import unfinished
from houseway.forms import Doc
from houseway.play.events import Settled
from houseway.play.prompts import Ball, Choose, ChooseEach, Confirm, Draw, Prompt, Roll, Spin, TakeWagers
from houseway.play.remembering import remembered


@dataclass(frozen=True)
class Pace:
    """Seconds for each kind of step."""

    wagers: float = 15
    raises: float = 12
    card: float = 1.4
    step: float = 0.7
    result: float = 5
    decision: float = 30

    def times(self, factor: float) -> Pace:
        return Pace(*(value * factor for value in astuple(self)))


class HouseDealer:
    def __init__(self, house: House, name: str, pace: Pace) -> None:
        self.house, self.name, self.pace = house, name, pace
        self.closes: float | None = None  # when the open window closes, on the monotonic clock
        self.missed: Callable[[str], bool] = lambda player: False  # whose screens are gone; nobody waits for them
        self._changed = asyncio.Event()
        self._window_of: tuple[int, str] | None = None  # the round and window whose time runs
        self.table.period = self

    def now(self) -> float:
        """The steady clock."""
        return time.monotonic()

    @property
    def table(self) -> Table:
        return self.house.tables[self.name]

    def seconds_left(self) -> float | None:
        return None if self.closes is None else max(0.0, self.closes - time.monotonic())

    async def deal(self) -> None:
        """Deals for as long as the house is open."""
        self.house.watch(self.name, lambda _: self._changed.set())
        await while_it_is_open(self._next)

    async def _next(self) -> None:
        table = self.table
        prompt = table.prompt
        if not table.state.status.is_open or prompt is None or self.house.dealt_by.get(self.name) != "house":
            self.closes = self._window_of = None  # whoever deals here calls the end
            await self._wait(None)
        elif isinstance(prompt, TakeWagers):
            await self._window(table, prompt)
        elif isinstance(prompt, ChooseEach) or asks_player(prompt):
            await self._decision(table, prompt)
        else:
            await self._step(table, prompt)

    async def _wait(self, seconds: float | None) -> None:
        await until_changed(self._changed, seconds)

    async def _window(self, table: Table, window: TakeWagers) -> None:
        first = window.backing is None
        if any(m.kind == "cut-card" for m in window.mishaps) and self._cutting_card_next(table):
            await self._order("irregularity", kind="cut-card")
            return
        here = table.state.tournament
        session = here if here is not None and here.name else None  # of a tournament: its hands go by the clock
        nothing = first and not (table.state.chips or table.state.forms)
        if nothing and (session is None or not gate.is_open(session)):
            self.closes = self._window_of = None  # whoever took a chip back has all the time again
            await self._wait(None)
            return
        key = (table.state.round, window.window if session is None else f"{window.window} {session.played}")
        if self._window_of != key:
            self._window_of = key
            self.closes = time.monotonic() + (self.pace.wagers if first else self.pace.raises)
            self.house.tell(self.name)
        left = self.seconds_left() or 0.0
        if left and not self._all_ready(table, window):
            await self._wait(left)
            return
        self.closes = None
        if (await self._order("pass hand" if nothing else "answer")).accepted:
            return
        self._window_of = None  # a wager is still wanted, and who lays it has all the time again
        if session is None or not await self._take_back(unfinished(window, table.state.chips)):
            await self._wait(None)

    async def _take_back(self, players: list[str]) -> bool:
        """In a tournament nobody waits for a wager that is not finished when the time is over: it goes back."""
        done = [(await self._order("withdraw", player=player)).accepted for player in players]
        return any(done)

    async def _decision(self, table: Table, prompt: Choose | ChooseEach) -> None:
        """Players have their time. Then it is for those who said nothing as the rules have it: the answer that is usual, or
        the player is not there to decide; where they have neither, the table waits."""
        absent = next((mishap.kind for mishap in prompt.may_go_wrong if mishap.kind == "absent"), "")
        if not absent and prompt.usually() is None:
            await self._wait(None)
            return
        key = (table.state.round, f"{prompt.title} {len(table.state.tape)}")
        if self._window_of != key:
            self._window_of = key
            self.closes = time.monotonic() + self.pace.decision
            self.house.tell(self.name)
        left = self.seconds_left() or 0.0
        if left and not all_barred(table, prompt) and not self._nobody_to_decide(table, prompt):
            await self._wait(left)
            return
        self.closes = None
        if prompt.usually() is None:
            await self._order("irregularity", kind=absent)
        elif isinstance(prompt, ChooseEach):
            await self._order("answer")
        else:
            await self._order("answer", value=prompt.usually())

    def _all_ready(self, table: Table, window: TakeWagers) -> bool:
        concerned = {wager.player for wager in (window.backing or table.state.chips)}
        concerned |= {form.player for form in table.state.forms}
        raised = {wager.player for wager in table.state.chips} if window.backing is not None else set()
        seated = {seat.player for seat in table.state.seats} if window.backing is None else set()
        waited_for = {player for player in concerned | seated if not self.missed(player)}
        return waited_for <= set(table.state.ready) | raised

    def _nobody_to_decide(self, table: Table, prompt: Choose | ChooseEach) -> bool:
        """Whether everybody who is still to decide has gone."""
        asked = prompt.players if isinstance(prompt, ChooseEach) else (prompt.player,)
        return all(self.missed(player) for player in asked if player not in table.state.choices)

    def _cutting_card_next(self, table: Table) -> bool:
        shoe = remembered(table.carried(table.state)).shoe
        return (
            shoe is not None
            and shoe.notes.cut_card is not None
            and 0 < shoe.shoe.size <= shoe.notes.cut_card
            and not _settled(table)
        )

    async def _step(self, table: Table, prompt: Prompt) -> None:
        self.closes = None
        if isinstance(prompt, Confirm) and _settled(table):
            await self._let_lie(table, prompt)
        else:
            seen = isinstance(prompt, (Spin, Roll, Ball)) or (isinstance(prompt, Draw) and prompt.up)
            await asyncio.sleep(self.pace.card if seen else self.pace.step)
        if table.prompt is prompt and table.state.status.is_open:
            answer = generate(prompt)
            if answer is None:  # a supervisor's to say, and nothing goes without saying
                await self._wait(None)
            else:
                await self._order("answer", value=prompt.write(answer))

    async def _let_lie(self, table: Table, prompt: Prompt) -> None:
        """Leaves a result where everybody can read it, unless somebody picks up before."""
        until = time.monotonic() + self.pace.result
        while table.prompt is prompt and (left := until - time.monotonic()) > 0:
            await self._wait(left)

    async def _order(self, act: str, **details: Doc) -> Reply:
        return await self.house.do(self.name, Order(HOUSE, act, details, at=self.house.clock()))


def _settled(table: Table) -> bool:
    return any(isinstance(step, Settled) for step in table.progress.steps)
