"""An evening: the house, its people, a bad line between them, and everything that goes wrong, from one whole number."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from houseway.floor.keno.reports import proofs
from houseway.floor.periods import Periods
from houseway.floor.table import Table
from houseway.ledger import LedgerBroken, audit, fault_points
from tests.faults.by_hand import in_memory
from tests.faults.simulation import cashiers, judges, people
from tests.faults.simulation.clockwork import Chance, Clockwork, Stalled, made_up
from tests.faults.simulation.standing import CARDS, DEALT, GENERATED, TOURNAMENT, PowerCut, Standing, SteppedLedger
from tests.faults.simulation.truth import Truth

OPENING = datetime(2026, 11, 16, 18)
LOOK = 4000  # events from one look at the record to the next
CALM = 150.0  # seconds without faults at the end, in which everything comes to its end
OFTEN = {"answer dropped": 0.02, "message doubled": 0.02, "before close": 0.2}
JUMPS = (1, -1, 30, -30, 3600, -3600, 86400, -86400)  # seconds
SHORT_JUMPS = (1, -1, 30, -30, 60, -60)  # over the hours of changes, and back
SITES = (*fault_points.SITES, "slow commit")


@dataclass
class Result:
    """What one history came to."""

    seed: int
    events: int = 0
    falls: int = 0
    jumps: int = 0  # of the wall clock
    looks: int = 0
    entries: int = 0
    touches: int = 0
    compared: int = 0
    rounds: int = 0
    recalculated: int = 0
    exchanged: int = 0  # at the cage
    slips: int = 0  # fills and credits that came to their end
    excluded: int = 0  # patrons who were told no
    ruled: int = 0  # at tables of cards
    tournaments: int = 0  # that came to their end
    seconds: float = 0.0  # of made-up time
    fired: Counter[str] = field(default_factory=Counter)
    digest: str = ""  # of every head


class Evening:
    def __init__(
        self,
        seed: int,
        events: int,
        terminals: int = 24,
        every_site: bool = False,
        hours: bool = False,
        cage: bool = False,
        rulings: bool = False,
    ) -> None:
        """``hours``: an evening over the hours of changes, with a clock that jumps and a house that falls often. ``cage``: with
        two cashiers, a dealer's fills and credits, and patrons who come, play and are excluded. ``rulings``: with a supervisor
        at every table of cards who voids, invalidates, corrects and excludes."""
        self.seed, self.wanted, self.terminals, self.hours, self.cage = seed, events, terminals, hours, cage
        self.rulings = rulings
        self.loop = Clockwork()
        self.result = Result(seed)
        chance = self._rng("weather")
        self.lost, self.doubled = chance.choice((0, 0.01, 0.1)), chance.choice((0, 0.02, 0.1))
        self.delay, self.late = chance.choice((0.002, 0.02, 0.2)), chance.choice((0, 0.001, 0.01))
        self.sites = {site for site in SITES if every_site or chance.random() < 0.25}
        self.falling = chance.choice((0, 1 / 20_000, 1 / 4_000)) if not hours else 1 / 1_000  # per event
        self.line, self.disk, self.fate = self._rng("line"), self._rng("disk"), self._rng("fate")
        self.ahead = 0.0  # the wall clock, of the steady one
        self.leaps: list[
            tuple[str, datetime, datetime]
        ] = []  # a jump or a fall: what the wall showed before it and after
        self.refused: Counter[str] = Counter()  # what two people with notices were told no to
        self._fell: datetime | None = None
        self.over = True  # no faults, and nobody begins anything: before the doors open, and at the end
        self.truth = Truth()
        self.standing: Standing | None = None
        self.engine: sa.Engine | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._wrong: BaseException | None = None

    def _rng(self, what: str) -> random.Random:
        return random.Random(f"{self.seed} {what}")

    # What the world does

    def wall(self) -> datetime:
        return OPENING + timedelta(milliseconds=round(self.utc() * 1000))

    def utc(self) -> float:
        return self.loop.now + self.ahead

    def _clock(self) -> None:
        """Now and then the wall clock jumps: by a second, by an hour, by a day; on or back."""
        if not self.over:
            before = self.wall()
            self.ahead += self.fate.choice(JUMPS if not self.hours else SHORT_JUMPS)
            self.leaps.append(("jump", before, self.wall()))
            self.result.jumps += 1
            self.loop.call_later(self.fate.uniform(10, 60), self._clock)

    def site(self, name: str) -> bool:
        """Asked by the house's own fault points."""
        if self.over or name not in self.sites or self.fate.random() > OFTEN.get(name, 0.003):
            return False
        self.result.fired[name] += 1
        if name in ("before commit", "after commit", "before close"):
            self.fall()
            raise PowerCut(name)
        return True

    def latency(self) -> float:
        """How long the disk takes this time."""
        if not self.over and "slow commit" in self.sites and self.disk.random() < 0.01:
            self.result.fired["slow commit"] += 1
            return self.disk.uniform(0.5, 8)
        return self.disk.uniform(0.002, 0.04)

    def carry(self, what: Callable[[], None]) -> None:
        """A message on its way: it may be lost, come twice, or late."""
        line = self.line
        if self.over:
            self.loop.call_later(0.001, self._arrives, what)
            return
        if line.random() < self.lost:
            return
        for _ in range(1 + (line.random() < self.doubled)):
            delay = line.uniform(0, 120) if line.random() < self.late else line.expovariate(1 / self.delay)
            self.loop.call_later(delay, self._arrives, what)

    def _arrives(self, what: Callable[[], None]) -> None:
        self._event()
        what()

    def _event(self) -> None:
        self.result.events += 1
        if not self.over and self.fate.random() < self.falling:
            self.fall()
        if self.result.events % LOOK == 0:
            self.look()

    def heard(self, terminal: people.Terminal, key: str, said: tuple[bool, Any]) -> None:
        self.truth.acknowledged.append((terminal.station, key, said))

    def task(self, what: Coroutine[Any, Any, Any]) -> None:
        task = self.loop.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (wrong := task.exception()) is not None:
            self.fails(wrong)

    def fails(self, wrong: BaseException) -> None:
        """Something that must never happen; a house that fell while something was under way is not that."""
        if not isinstance(wrong, (PowerCut, LedgerBroken)):
            self._wrong = self._wrong or wrong

    def _stopped(self) -> BaseException | None:
        """A ledger that stopped by itself, and not because the power was cut."""
        broken = self.standing.ledger._broken if self.standing is not None else None
        return None if isinstance(broken, PowerCut) else broken

    # The house stands and falls

    def rise(self) -> None:
        if self.engine is None:
            self.engine = in_memory()
        ledger = SteppedLedger(self.engine, self.loop, self.latency)
        self.truth.look(ledger)
        try:
            standing = self.stand(ledger)
        except LedgerBroken:  # it falls again before it stands
            self.result.falls += 1
            self.loop.call_later(1, self.rise)
            return
        standing.start(self.loop, self.fails)
        self.standing = standing
        if self._fell is not None:
            self.leaps.append(("fall", self._fell, self.wall()))
            self._fell = None

    def stand(self, ledger: SteppedLedger) -> Standing:
        """The house as it opens, or as the record has it."""
        return Standing(ledger, self.wall, self.utc, self.terminals, self.hours, self.cage)

    def fall(self) -> None:
        if self.standing is not None:
            self.standing.fall()
            self.standing = None
            self.result.falls += 1
            self._fell = self.wall()
            self.loop.call_later(self.fate.uniform(0.5, 20), self.rise)

    def look(self) -> None:
        standing = self.standing
        if standing is None:
            return
        ledger = standing.ledger
        self.truth.look(ledger)
        if standing is self.standing and not ledger.waiting:  # it may have fallen over the look
            for name, table in standing.house.tables.items():
                held = sum(cents for cents, _ in table.position().values())
                assert held == ledger.balance(table.till.held), f"I6: held at {name}"

    # The whole of it

    def play(self) -> Result:
        with made_up(self.loop, Chance(f"{self.seed} house"), self.site):
            try:
                self.loop.run_until_complete(self._play())
            finally:
                for task in asyncio.all_tasks(self.loop):
                    task.cancel()
                self.loop.run_until_complete(asyncio.sleep(0))
                self.loop.close()
                if self.standing is not None:
                    self.standing.close()
        return self.result

    async def _play(self) -> None:
        self.loop.set_exception_handler(
            lambda _, about: self.fails(about.get("exception") or Stalled(about["message"]))
        )
        self.rise()
        terminals = [
            people.Terminal(self, table, f"ATS-{n}", self._rng(f"{table} {n}"))
            for table, count in (
                (DEALT, self.terminals),
                (GENERATED, self.terminals),
                (TOURNAMENT, min(8, self.terminals)),
            )
            for n in range(1, count + 1)
        ]
        for guests in zip(*people.GUESTS.values(), strict=True):
            for table, name in zip(people.GUESTS, guests, strict=True):
                assert self.standing is not None
                self.standing.house.welcome(name)
                self.task(people.guest(people.Clerk(self, self._rng(name)), name, table))
        for name, work in (
            ("dealer 1", lambda clerk: people.dealer(clerk, DEALT)),
            ("dealer 3", lambda clerk: people.dealer(clerk, TOURNAMENT)),
            ("acceptor", lambda clerk: people.note_acceptor(clerk, GENERATED)),
            ("director", people.director),
            ("supervisor", people.supervisor),
            ("writer 1", people.writer),
            ("writer 2", people.writer),
        ):
            self.task(work(people.Clerk(self, self._rng(name))))
        if self.hours:
            self.task(people.law_makers(people.Clerk(self, self._rng("law makers"))))
        if self.rulings:
            for table in CARDS:
                self.task(judges.judge(people.Clerk(self, self._rng(f"judge {table}")), table))
        if self.cage:
            for one in cashiers.CASHIERS:
                self.task(cashiers.cashier(people.Clerk(self, self._rng(one.name)), one))
            self.task(cashiers.slips(people.Clerk(self, self._rng("slips"))))
            self.task(cashiers.door(people.Clerk(self, self._rng("door"))))
        self.over = False
        if self.fate.random() < 0.5 or self.hours:
            self.loop.call_later(self.fate.uniform(1, 15), self._clock)
        while self.result.events < self.wanted:
            await self._a_second()
        self.over = True
        until = self.loop.now + 30  # whoever has fallen stands again
        while self.loop.now < until or self.standing is None:
            await self._a_second()
        before = {name: table.state for name, table in self.standing.house.tables.items()}
        until = self.loop.now + CALM
        while self.loop.now < until:
            await self._a_second()
        await self._end(terminals, before)

    async def _a_second(self) -> None:
        await asyncio.sleep(1)
        wrong = self._wrong or self._stopped()
        if wrong is not None:
            raise wrong

    async def _end(self, terminals: list[people.Terminal], before: dict[str, Any]) -> None:
        """Everything has come to its end, and a house loaded from the record is the house that stands."""
        standing = self.standing
        assert standing is not None
        ledger = standing.ledger
        ledger.settle_down()
        self.look()
        for terminal in terminals:
            assert not terminal.waiting, f"I15: {terminal.table} {terminal.station} has no answer"
        for name, state in before.items():
            table = standing.house.tables[name]
            assert not state.chips or table.state.round > state.round, f"I15: {name} did not come to an end"
            loaded = Table.load(ledger, name)
            assert loaded.state == table.state, f"I10: {name} loaded is another"
            assert not isinstance(standing.clocks[name], Periods) or table.state.status == "open"
        if standing.cage is not None:
            cashiers.compare(ledger, standing, self.truth.balances)
        if self.rulings:
            for name in CARDS:
                judges.compare(ledger, standing.house.tables[name], one_law=not self.hours)
        for proof in proofs(standing.keno.keno):
            assert proof.agrees, ("I12", proof)
        found = audit(ledger)
        assert found.sound, found.findings
        result, spins = self.result, self.truth.spins.values()
        result.looks, result.entries, result.compared = self.truth.looks, self.truth.entries, self.truth.compared
        result.touches = sum(each.touches for each in spins)
        result.rounds = sum(table.state.round for table in standing.house.tables.values())
        result.recalculated, result.tournaments = len(self.truth._corrected), self.truth.tournaments
        result.seconds = self.loop.now
        result.digest = hashlib.sha256(str(sorted(found.heads.items())).encode()).hexdigest()
