"""People and their terminals: what they want done goes over a bad line, again and again until it is answered."""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from houseway.floor.clerk import until_on_disk
from houseway.floor.keno.desk import Answer
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.people import Person, player
from houseway.floor.periods import Periods
from houseway.floor.table import Order, Reply
from houseway.floor.touching import Touch, Touched
from houseway.kit.spots import layout
from houseway.ledger import LedgerBroken
from houseway.play.prompts import Choose, ChooseEach, Spin, TakeWagers
from houseway.premises.notices import COMMENCED, Life, NotPublished
from tests.faults.simulation.standing import BOSS, CARDS, DEALT, TOURNAMENT

if TYPE_CHECKING:
    from tests.faults.simulation.evening import Evening

SPOTS = list(layout())
DEALER = Person("M. Okafor", "dealer")
SECOND = Person("P. Lindqvist", "game supervisor")
GROUNDS = ("wheel-at-rest", "with-the-wheel", "too-few-turns", "foreign-object", "disruption")
GUESTS = {table: [f"Guest-{table}-{number}" for number in range(3)] for table in CARDS}
PATIENCE = 3.0  # seconds before something is sent again
AGAIN = 0.02  # how many of a terminal's acts are something of yesterday's, sent once more


class Terminal:
    """It keeps every touch until it is answered, and remembers everything it was told."""

    def __init__(self, evening: Evening, table: str, station: str, rng: random.Random) -> None:
        self.evening, self.table, self.station, self.rng = evening, table, station, rng
        self.session, self.count, self.spin = f"{rng.getrandbits(64):016x}", 0, 1
        self.waiting: dict[str, Touch] = {}
        self.told: dict[str, tuple[bool, Any]] = {}
        self.yesterday: deque[Touch] = deque(maxlen=20)
        self.pause = rng.choice((0.15, 0.4, 2.0))
        self._in(self.pause, self._act)

    def _in(self, pause: float, act: Callable[[], None]) -> None:
        self.evening.loop.call_later(self.rng.expovariate(1 / pause), act)

    def _next(self) -> None:
        """At the end, when nobody begins anything, all that a terminal does is send something of yesterday's now and then.
        A few out of many acts at random moments come at random moments themselves: it goes to the next of these at once."""
        if self.evening.over:
            self._in(self.pause / AGAIN, self._late)
        else:
            self._in(self.pause, self._act)

    def _late(self) -> None:
        if self.yesterday:
            self._send(self.rng.choice(self.yesterday))
        self._next()

    def _act(self) -> None:
        standing, rng = self.evening.standing, self.rng
        if standing is not None and not standing.ledger.waiting:  # a screen shows what is on disk
            self.spin = standing.house.tables[self.table].state.round
        if self.yesterday and rng.random() < AGAIN:
            self._send(rng.choice(self.yesterday))
        elif not self.evening.over and len(self.waiting) < 5:
            bets = tuple(
                (self._spot(), rng.choice((100, 500, 500, 1000, -500))) for _ in range(rng.choice((1, 1, 2, 4)))
            )
            self.count += 1
            touch = Touch(
                self.station, f"{self.session}-{self.count:08d}", max(1, self.spin - (rng.random() < 0.02)), bets
            )
            self.waiting[touch.key] = touch
            self._send(touch)
        self._next()

    def _spot(self) -> str:
        if self.rng.random() < 0.05:
            kind, length = self.rng.choice((("double", 2), ("treble", 3), ("quad", 4)))
            return f"{kind}:{'/'.join(str(self.rng.randrange(37)) for _ in range(length))}"
        return self.rng.choice(SPOTS)

    def _send(self, touch: Touch) -> None:
        self.evening.carry(lambda: self._arrives(touch))
        self.evening.loop.call_later(PATIENCE, self._again, touch)

    def _again(self, touch: Touch) -> None:
        if touch.key in self.waiting:
            self._send(touch)

    def _arrives(self, touch: Touch) -> None:
        standing = self.evening.standing
        if standing is not None:
            clock = standing.clocks[self.table]
            assert isinstance(clock, Periods)
            clock.touch(touch, lambda result: self.evening.carry(lambda: self._hears(touch, result)))

    def _hears(self, touch: Touch, result: Touched) -> None:
        answer = json.loads(result.text)
        assert answer.get("fault") != "key", f"{touch.key} was taken for another"
        said = (result.accepted, answer.get("chips"))
        if touch.key not in self.waiting and touch.key not in self.told:
            return
        # A no that never reached the record may be another no later; a yes is a yes for good.
        known = self.told.setdefault(touch.key, said)
        assert known == said, f"{self.station} heard {known} and then {said} to {touch.key}"
        if self.waiting.pop(touch.key, None) is not None:
            self.yesterday.append(touch)
            self.evening.heard(self, touch.key, said)


class Clerk:
    """Somebody whose orders have keys and are sent until they are answered."""

    def __init__(self, evening: Evening, rng: random.Random) -> None:
        self.evening, self.rng, self.orders = evening, rng, 0
        self.name = f"{rng.getrandbits(48):012x}"

    async def wait(self, least: float, most: float) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))

    async def ask(self, where: str, who: Person, act: str, prompt: int | None = None, **details: Any) -> Any:
        """The answer to an order; None if nobody answered in a minute. ``prompt`` is what the screen showed: an order
        that comes too late for it is not meant for what is asked then."""
        self.orders += 1
        evening, key = self.evening, f"{self.name}-{self.orders}"
        answered = evening.loop.create_future()
        heard: list[Any] = []

        def arrives() -> None:
            if evening.standing is not None:
                evening.task(self._carried(where, who, act, details, key, prompt, hears))

        def hears(reply: Any) -> None:
            said = (reply.accepted, reply.fault, getattr(reply, "paper", None))
            if reply.accepted and heard and heard[0][0]:
                assert heard[0] == said, f"{act}: heard {heard[0]} and then {said}"
            heard.append(said)
            if not answered.done():
                answered.set_result(reply)

        for _ in range(20):
            evening.carry(arrives)
            try:
                return await asyncio.wait_for(asyncio.shield(answered), PATIENCE)
            except TimeoutError:
                continue
        return None

    async def _carried(
        self, where: str, who: Person, act: str, details: Any, key: str, prompt: int | None, hears: Any
    ) -> None:
        standing, reply = self.evening.standing, None
        if standing is None:
            return
        try:
            if where == "keno":
                reply = await standing.keno.do(KenoOrder(who, act, details, key, standing.clock()))
            elif where in ("cage", "patrons"):
                desk = getattr(standing, where)
                reply = await until_on_disk(desk.do(Order(who, act, details, key, at=standing.clock())))
            else:
                reply = await standing.do(where, Order(who, act, details, key, prompt, standing.clock()))
        except LedgerBroken:
            return
        assert isinstance(reply, (Reply, Answer))
        if standing is self.evening.standing:
            self.evening.carry(lambda: hears(reply))


async def dealer(clerk: Clerk, name: str) -> None:
    """Opens periods, spins, enters what came, and makes mistakes that are found later."""
    evening, rng = clerk.evening, clerk.rng
    wrong: dict[int, int] = {}  # by spin: what really came
    faulty: list[str] = []
    while True:
        await clerk.wait(0.2, 1.5)
        standing = evening.standing
        if standing is None:
            continue
        table, clock = standing.house.tables[name], standing.clocks[name]
        state, prompt, chance = table.state, table.prompt, 0.0 if evening.over else rng.random()
        if state.status == "frozen":
            for spin, number in sorted(wrong.items()):
                by = rng.choice((BOSS, SECOND))
                asked = SECOND if by is BOSS else BOSS
                details = dict(spin=spin, actual=str(number), reason="the camera shows it")
                own = await clerk.ask(name, by, "recalculate", asked_by=by.name, **details)
                assert own is None or not own.accepted, "somebody signed for himself"
                reply = await clerk.ask(name, by, "recalculate", asked_by=asked.name, **details)
                if reply is None:
                    break
                if reply.accepted:
                    evening.truth.corrected(name, spin, number)
                del wrong[spin]
            await clerk.ask(name, SECOND, "release")
        elif wrong and (evening.over or rng.random() < 0.1):
            await clerk.ask(name, BOSS, "freeze", why="a wrong number was entered")
        elif isinstance(prompt, TakeWagers):
            if clock.seconds_left() is None:
                await clerk.ask(name, DEALER, "open wagering")
            elif chance < 0.02:
                await clerk.ask(name, DEALER, "irregularity", state.prompt, kind=rng.choice(GROUNDS))
            elif chance < 0.03 and name == DEALT:
                station = f"ATS-{rng.randint(1, evening.terminals)}"
                await clerk.ask(name, DEALER, "fault", station=station)
                faulty.append(station)
            elif chance < 0.05 and name == DEALT:
                await clerk.ask(name, DEALER, "pay out", station=f"ATS-{rng.randint(1, evening.terminals)}")
            elif chance < 0.055 and name == DEALT:
                await clerk.ask(name, DEALER, "fault", part="SGC")
            elif faulty:
                await clerk.ask(name, SECOND, "mended", station=faulty.pop())
            elif name == DEALT:
                await buy_in(clerk, name)
        elif isinstance(prompt, Spin):
            if chance < 0.1:
                await clerk.ask(name, DEALER, "spun")
            elif chance < 0.15:
                await clerk.ask(name, DEALER, "irregularity", state.prompt, kind=rng.choice(GROUNDS))
            elif chance < 0.17 and state.chips == ():
                await clerk.ask(name, BOSS, "fault", state.prompt, part="SGC", records="lost")
            else:
                number, spin = rng.randrange(37), state.round
                slip = chance > 0.7 and name == DEALT
                keyed = (number + 1 + rng.randrange(36)) % 37 if slip else number
                reply = await clerk.ask(name, DEALER, "answer", state.prompt, value=str(keyed))
                if slip and reply is not None and reply.accepted:
                    wrong[spin] = number


async def buy_in(clerk: Clerk, name: str) -> None:
    evening = clerk.evening
    assert evening.standing is not None
    table = evening.standing.house.tables[name]
    for station in table.state.stations.values():
        if (
            not station.faulty
            and not station.closing
            and evening.standing.ledger.balance(table.purse(station.name)) < 5000
        ):
            await clerk.ask(name, DEALER, "buy in", station=station.name, cents=clerk.rng.choice((5_000, 50_000)))
            return


async def guest(clerk: Clerk, name: str, table: str) -> None:
    """A player at a table of cards, or at the terminals of a table that the house deals itself."""
    evening, rng, who = clerk.evening, clerk.rng, player(name)
    while True:
        await clerk.wait(0.5, 4)
        standing = evening.standing
        if standing is None:
            continue
        here = standing.house.tables[table]
        prompt = here.prompt
        if isinstance(prompt, TakeWagers) and not evening.over:
            spot = rng.choice(sorted(prompt.spots))
            act, details = (
                ("ready", {}) if rng.random() < 0.4 else ("place", {"spot": spot, "cents": 500 * rng.randint(1, 3)})
            )
            await clerk.ask(table, who, act, **details)
        elif isinstance(prompt, (Choose, ChooseEach)):
            await clerk.ask(table, who, "choose", here.state.prompt, value=rng.choice(prompt.options).value)


async def note_acceptor(clerk: Clerk, table: str) -> None:
    """Puts credit into the terminals of a table that the house deals itself."""
    evening = clerk.evening
    while True:
        await clerk.wait(1, 3)
        standing = evening.standing
        if standing is None or evening.over:
            continue
        here = standing.house.tables[table]
        for station in here.state.stations.values():
            if standing.ledger.balance(here.purse(station.name)) < 5000:
                await clerk.ask(table, player(station.name), "note in", cents=clerk.rng.choice((5_000, 20_000)))
                break


async def director(clerk: Clerk) -> None:
    """Tournaments at one table, one after another."""
    evening = clerk.evening
    while True:
        await clerk.wait(5, 20)
        standing = evening.standing
        if standing is None or evening.over:
            continue
        table = standing.house.tables[TOURNAMENT]
        if table.state.tournament is None:
            conditions: dict[str, Any] = dict.fromkeys(
                table.terms.competition.conditions.__dataclass_fields__, "as printed"
            )
            entrants = {f"ATS-{n}": f"entrant {n}" for n in range(1, min(evening.terminals, 8) + 1)}
            conditions |= {"fee": 0, "credit": 20_000, "disposition": "retired"}
            await clerk.ask(TOURNAMENT, BOSS, "tournament", conditions=conditions, approval="A-7", director="L. Brandt",
                            entrants=entrants, briefed=True)  # fmt: skip
        elif clerk.rng.random() < 0.1:
            await clerk.ask(TOURNAMENT, BOSS, "end tournament")


WITHDRAWN, KEPT = "n5", "n6"  # drafts that an evening over the hours of changes has


async def law_makers(clerk: Clerk) -> None:
    """Two people publish two notices. One of them they take back, as soon as its hour lets them; the other one they want to take
    back when it has come. And each act that needs two, one of them tries alone."""
    refused = clerk.evening.refused
    for id in (WITHDRAWN, KEPT):
        await _at_the_desk(clerk, lambda here, id=id: here.notices.propose(here, BOSS, "vic-1997-red-dog", id))
        alone = await _at_the_desk(clerk, lambda here, id=id: here.notices.second(here, BOSS, id))
        assert isinstance(alone, NotPublished), f"{BOSS.name} published {id} alone"
        refused["published by one"] += alone.forbidden
        await _at_the_desk(clerk, lambda here, id=id: here.notices.second(here, SECOND, id))
    await clerk.wait(1, 6)
    await _at_the_desk(clerk, lambda here: here.notices.withdraw(here, BOSS, WITHDRAWN, "a slip"))
    alone = await _at_the_desk(clerk, lambda here: here.notices.second(here, BOSS, WITHDRAWN))
    assert isinstance(alone, NotPublished), f"{BOSS.name} withdrew {WITHDRAWN} alone"
    refused["withdrawn by one"] += alone.forbidden and "withdrawal" in str(alone)
    await clerk.wait(0, 2)  # long enough to fall in between
    await _at_the_desk(clerk, lambda here: here.notices.second(here, SECOND, WITHDRAWN))
    while True:
        await clerk.wait(1, 10)
        late = await _at_the_desk(clerk, _withdraw_what_holds)
        refused["withdrawn after its hour"] += isinstance(late, NotPublished) and "holds since" in str(late)


async def _withdraw_what_holds(here: Any) -> Life | NotPublished | None:
    life: Life | None = here.notices.lives.get(KEPT)
    if life is None or life.state(here.clock()) != "in force":
        return None
    taken: Life = await here.notices.withdraw(here, BOSS, KEPT, "too late")
    assert not life.by(COMMENCED), f"{KEPT} was withdrawn though it had commenced"
    return taken


async def _at_the_desk(clerk: Clerk, act: Callable[[Any], Coroutine[Any, Any, Any]]) -> Any:
    """What came of an act, or why nothing did; the house may fall over it, and is asked again when it stands."""
    evening = clerk.evening
    while True:
        await clerk.wait(0.1, 1)
        standing = evening.standing
        if standing is None:
            continue
        doing = evening.loop.create_task(act(standing))
        while not doing.done() and standing is evening.standing:
            await clerk.wait(0.1, 0.3)
        if not doing.done():
            doing.cancel()
            continue
        try:
            return doing.result()
        except NotPublished as no:
            return no
        except LedgerBroken:
            continue


async def supervisor(clerk: Clerk) -> None:
    """Compares the clock with another when it is in doubt, and lets the keno games go on."""
    while True:
        await clerk.wait(5, 40)
        standing = clerk.evening.standing
        if standing is not None and standing.keno.keno.standing.clock:
            await clerk.ask("keno", SECOND, "confirm clock")


async def writer(clerk: Clerk) -> None:
    """A keno writer: sells, pays, cancels, and presents what was paid once more."""
    evening, rng, papers = clerk.evening, clerk.rng, deque[str](maxlen=40)
    while True:
        await clerk.wait(0.5, 4)
        if evening.standing is None or evening.over:
            continue
        turn = rng.random()
        if turn < 0.6 or not papers:
            count = rng.randint(1, 10)
            details = {"numbers": sorted(rng.sample(range(1, 81), count)), "cents": 100 * rng.randint(2, 6)}
            sold = await clerk.ask("keno", DEALER, "sell", games=rng.choice((1, 1, 3, 10)), **details)
            if sold is not None and sold.accepted:
                papers.append(sold.paper["code"])
        elif turn < 0.9:
            paid = await clerk.ask("keno", DEALER, "pay", paper=rng.choice(papers), how=rng.choice(("cash", "voucher")))
            if paid is not None and "continues" in paid.paper:
                papers.append(paid.paper["continues"])
        else:
            await clerk.ask("keno", DEALER, "cancel", paper=rng.choice(papers))
