"""Host: the keno game that the house runs by itself, and what the walls show of it.

Everything is decided and stored by the desk; the host only keeps time. A draw is on disk before its first number is
shown, and which numbers are shown follows from when it was drawn, so a house that falls in between shows the same numbers
when it stands again.

How long a game is sold goes by the steady clock: summer time, a time service that sets the wall clock right, or a battery that is
flat move no draw. If the wall clock jumps by more than a minute all the same, the house closes, draws, opens and ends nothing by
itself until a supervisor has confirmed the time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from datetime import time as clock_time

from houseway.floor.clerk import until_on_disk
from houseway.floor.house import while_it_is_open
from houseway.floor.keno import changing_over, running
from houseway.floor.keno.desk import Answer, Keno, Order
from houseway.floor.keno.masks import evaluate
from houseway.floor.keno.papers import KenoGame, unpacked
from houseway.floor.keno.states import BoardState, GameState
from houseway.floor.people import HOUSE
from houseway.floor.waiting import until_changed
from houseway.forms import Doc
from houseway.games.keno.entry import is_jackpot
from houseway.games.keno.prizes import feed
from houseway.money import Cents

KENO = "KENO"  # as the pit's page calls the game beside the tables
JUMP = 60.0  # seconds by which the wall clock may leave the steady one before somebody looks at it
MORNING = 6  # the hour at which a new Keno day begins where the house runs by itself


@dataclass(frozen=True)
class KenoPace:
    """Seconds: how long a game is sold, and between two balls."""

    sales: float = 180
    ball: float = 1.4
    rest: float = 6


class Host:
    def __init__(
        self,
        keno: Keno,
        clock: Callable[[], datetime],
        pace: KenoPace,
        utc: Callable[[], float] = time.time,
    ) -> None:
        """``clock`` is what the walls show, summer time and all; ``utc`` the same without."""
        self.keno, self.clock, self.pace, self.utc = keno, clock, pace, utc
        self.hours: tuple[clock_time, clock_time] | None = None  # from when to when keno is sold; None at any hour
        self._ahead = utc() - time.monotonic()
        self._showing: tuple[int, float] = (0, 0.0)  # a game, and since when it is shown, on the steady clock
        self._sales_end: tuple[int, float] = (0, 0.0)  # a game, and when it closes on the steady clock
        self._watchers: set[Callable[[], None]] = set()
        self._changed = asyncio.Event()
        self._sold: tuple[int, dict[int, Cents]] = (0, {})
        keno.sales, keno.hours_run = self, self.hours_run

    # The time of sales

    @property
    def closes(self) -> float | None:
        """When the game that the house sells by itself closes, on the steady clock."""
        game, end = self.keno.selling, self._sales_end
        by_itself = self.keno.standing.run_by == "house" and not self.keno.standing.clock
        return end[1] if game is not None and by_itself and end[0] == game.number else None

    def now(self) -> float:
        """The steady clock."""
        return time.monotonic()

    # Orders

    async def do(self, order: Order) -> Answer:
        """Carries an order to the desk and comes back when it is on disk."""
        answer = await until_on_disk(self.keno.do(order))
        if answer.accepted:
            self._count(answer)
            self.tell()
        return answer

    async def _order(self, act: str, **details: Doc) -> None:
        """The house's own order; where it is refused, an operator has something to settle first."""
        answer = await self.do(Order(HOUSE, act, details, at=self.clock()))
        if not answer.accepted:
            await self._wait(1.0)

    # Watching

    def watch(self, watcher: Callable[[], None]) -> None:
        self._watchers.add(watcher)

    def unwatch(self, watcher: Callable[[], None]) -> None:
        self._watchers.discard(watcher)

    def tell(self) -> None:
        self._changed.set()
        for watcher in list(self._watchers):
            watcher()

    # Running

    async def run(self) -> None:
        """Opens days, closes games in time, draws and evaluates, for as long as the house is open."""
        await while_it_is_open(self._next)

    async def _next(self) -> None:
        await self._look_at_the_clock()
        await self._look_at_the_law()
        standing = self.keno.standing
        if standing.drawing:
            await self._draw()
        elif standing.clock or standing.run_by != "house":
            await self._wait(None)
        elif not standing.day:
            if not self.open_now():
                await self._wait(None)
                return
            await self._order("open day", closes=self._closing_time())
        elif self._day_is_over():
            await self._order("close day", hours_over=True)
        else:
            await self._sell()

    async def _look_at_the_clock(self) -> None:
        jump = self.utc() - time.monotonic() - self._ahead
        if abs(jump) > JUMP:
            self._ahead += jump
            await self._order("clock jumped", seconds=round(jump))

    async def _look_at_the_law(self) -> None:
        """At the hour of a change everybody is told; by a clock that nobody doubts."""
        if not self.keno.standing.clock and changing_over.behind(self.keno, self.clock()):
            await self._order("change over")

    def _closing_time(self) -> str:
        return (self.clock() + timedelta(seconds=self.pace.sales)).isoformat()

    def _day_is_over(self) -> bool:
        now = self.clock()
        later = now.date().isoformat() > self.keno.standing.day and now.hour >= MORNING
        return later or not self.open_now()

    def hours_run(self) -> bool:
        """Whether the hours that the house was given are not over today, by a clock that nobody doubts."""
        return self.hours is not None and not self.keno.standing.clock and not self._day_is_over()

    def open_now(self) -> bool:
        """Whether it is one of the hours at which keno is sold; midnight may lie in them."""
        if self.hours is None:
            return True
        opens, closes = self.hours
        now = self.clock().time()
        return opens <= now < closes if opens < closes else now >= opens or now < closes

    async def _sell(self) -> None:
        game = self.keno.selling
        left = self.seconds_left()
        if game is None or left is None or left <= 0:
            if game is not None:
                await self._order("close game", closes=self._closing_time())
            return
        await self._wait(left)

    async def _draw(self) -> None:
        game = self.keno.game(self.keno.standing.drawing)
        if game is not None and not game.drawn:
            if self.keno.standing.run_by != "house" or self.keno.standing.clock:
                await self._wait(None)
                return
            await asyncio.sleep(self.pace.ball)  # the displays say that the game is closed, then it is drawn
            await self._order("draw")
            return
        if game is not None and game.state == GameState.DRAWN:  # keyed from a machine: somebody confirms it
            await self._wait(None)
            return
        if game is not None and not self.all_shown(game):
            await asyncio.sleep(self.pace.ball / 2)
            self.tell()
            return
        await self.settle()

    async def settle(self) -> None:
        """Evaluates what has been drawn, beside everything else."""
        saved = await asyncio.to_thread(running.settle, self.keno, self.clock())
        if saved is not None:
            await asyncio.wrap_future(saved)
            self.tell()

    async def _wait(self, seconds: float | None) -> None:
        await until_changed(self._changed, min(seconds or 1.0, 1.0))

    # What is shown

    def seconds_left(self) -> float | None:
        game = self.keno.selling
        if game is None or not game.closes:
            return None
        if self.keno.standing.run_by == "house":
            if (
                self._sales_end[0] != game.number
            ):  # opened now; or the house stands again, and nobody knows how long it lay
                self._sales_end = (game.number, time.monotonic() + self.pace.sales)
            return max(0.0, self._sales_end[1] - time.monotonic())
        return max(0.0, (datetime.fromisoformat(game.closes) - self.clock()).total_seconds())

    def shown(self, game: KenoGame) -> tuple[int, ...]:
        """The numbers of a game that the displays show by now: those of balls as they are keyed, a generator's in time."""
        if game.state == GameState.SETTLED:
            return game.numbers
        if not game.drawn:
            return tuple(running.standing_numbers(self.keno, game))
        if self.keno.standing.run_by != "house":
            return game.numbers
        since = (self.clock() - datetime.fromisoformat(game.drawn_at)).total_seconds()
        if since < 0:  # the clock was put back, and nobody waits an hour for a draw that was made
            return game.numbers
        if self._showing[0] != game.number:
            self._showing = (game.number, time.monotonic())
        since = max(since, time.monotonic() - self._showing[1])  # a clock that stands still hides no draw either
        return game.numbers[: max(0, int(since / self.pace.ball))] if self.pace.ball else game.numbers

    def all_shown(self, game: KenoGame) -> bool:
        return len(self.shown(game)) == len(game.numbers)

    def _count(self, answer: Answer) -> None:
        """Keeps what the open game has sold on each jackpot; after anything but a sale it is counted anew when needed."""
        number = answer.paper.get("ticket")
        ticket = self.keno.ticket(number) if isinstance(number, int) and "code" in answer.paper else None
        if ticket is None or ticket.first != self._sold[0]:
            self._sold = (0, {})
            return
        for way in unpacked(ticket.ways):
            if is_jackpot(self.keno.terms, ticket.special, way.spots):
                self._sold[1][way.spots] = self._sold[1].get(way.spots, 0) + way.cents

    def jackpots(self) -> dict[int, Cents]:
        """What each jackpot stands at, with what the open game has sold so far."""
        pools, game = self.keno.pools(), self.keno.standing.game
        if self._sold[0] != game:
            self._sold = (game, evaluate(self.keno.terms, 0, self.keno.pages(game)).staked)
        return {spots: cents + feed(self.keno.terms, self._sold[1].get(spots, 0)) for spots, cents in pools.items()}

    def board(self) -> dict[str, Doc]:
        """Everything a wall shows: nothing that has not been shown, and no number that is not on disk."""
        keno, standing = self.keno, self.keno.standing
        numbers = range(max(1, standing.game - 8), standing.game + 1)
        recent = [game for number in numbers if (game := keno.game_on_disk(number)) is not None]
        drawing = next((game for game in recent if game.state not in (GameState.OPEN, GameState.SETTLED)), None)
        settled = [game for game in recent if game.state == GameState.SETTLED]
        now = drawing or (settled[-1] if settled else None)
        shown = self.shown(now) if now is not None else ()
        if now is None:
            state = BoardState.OPEN if standing.day else BoardState.CLOSED
        elif drawing is None:  # the game shown is over; the next one is sold meanwhile, which ``selling`` says
            state = BoardState.FINISHED
        elif not shown:
            state = BoardState.CLOSED
        else:
            state = BoardState.DRAWING if len(shown) < keno.terms.draws.drawn.value else BoardState.DRAWN
        left, news = self.seconds_left(), changing_over.news(keno)
        return {
            "day": standing.day,
            "game": now.number if now is not None else standing.game,
            "state": state.words,
            "state_code": state.value,
            "shape": "open" if state is BoardState.OPEN else "closed" if not standing.day else "no more bets",
            "balls": list(shown),
            "of": keno.terms.draws.drawn.value,
            "numbers": keno.terms.draws.device.value,
            "selling": standing.game if standing.day else 0,
            "left": None if left is None else round(left, 1),
            "closes": game.closes[11:16] if (game := keno.selling) is not None and game.closes else "",
            "jackpots": self.jackpots(),
            "last": [
                {"game": game.number, "numbers": sorted(game.numbers)} for game in reversed(settled) if game is not now
            ][:4],
            "bonuses": [f"{b.spots} of {b.spots}" for b in standing.bonuses],
            "run_by": standing.run_by,
            "law": None
            if news is None
            else {"game": news.game, "words": f"From game {news.game} on: {news.words}", "cited": str(news.by)},
        }
