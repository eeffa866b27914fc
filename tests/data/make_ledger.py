"""Makes a small ledger with a few rounds of every game, by the program it is run with.

It was run in a checkout of the commit that the ledger is named after, and is kept so that the next release can make its own:

    python tests/data/make_ledger.py /tmp/house.db
    xz -9e -c /tmp/house.db > tests/data/ledger-COMMIT.db.xz
"""

from __future__ import annotations

import random
import sys
from datetime import datetime, timedelta
from typing import Any

from houseway.floor.house import House
from houseway.floor.keno import running
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.desk import Order as KenoOrder
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.sources import generate
from houseway.floor.table import Order, Table
from houseway.floor.terminals import accounts_of
from houseway.ledger import Post, Transfer, open_ledger
from houseway.play.prompts import Choose, ChooseEach, TakeWagers
from houseway.premises.opening import open_house

ROUNDS = 4
DEALER, BOSS = Person("M. Okafor", "dealer"), Person("L. Brandt", "casino supervisor")
RNG = random.Random(94)


class Clock:
    def __init__(self, shows: datetime) -> None:
        self.shows = shows

    def __call__(self) -> datetime:
        self.shows += timedelta(seconds=5)
        return self.shows


def pick(below: int) -> int:
    return RNG.randrange(below)


def wager(table: Table, clock: Clock, window: TakeWagers) -> None:
    """Two players put something down where they may."""
    first = window.backing is None
    if accounts_of(table) is not None:
        for station in ("ATS-1", "ATS-2"):
            bets = [[RNG.choice(list(window.spots)), 500], [RNG.choice(["red", "low", "double:7/7"]), 500]]
            table.do(Order(player(station), "touch", {"bets": bets}, at=clock()))
        return
    for wanted in window.some(pick).wagers[:4]:
        name = "Anna" if wanted.area in (0, 1, 2, 3) else "Ben"
        least = window.sign.limits_for(wanted.spot.partition(":")[0]).minimum
        details = {"spot": wanted.spot, "cents": max(least, min(wanted.cents, 4 * least)), "area": wanted.area}
        table.do(Order(player(name if first else wanted.player), "place", details, at=clock()))


def step(table: Table, clock: Clock) -> None:
    """The next thing that happens at a table."""
    prompt = table.prompt
    assert prompt is not None
    if isinstance(prompt, TakeWagers):
        if not table.state.chips or prompt.backing is not None:
            wager(table, clock, prompt)
        order = Order(HOUSE, "answer", {}, f"k-{table.name}-{table.state.prompt}", at=clock())
    elif isinstance(prompt, ChooseEach):
        for name in prompt.players:
            choice = RNG.choice(prompt.options).value
            table.do(Order(player(name), "choose", {"choice": choice}, at=clock()))
        order = Order(HOUSE, "answer", {}, at=clock())
        if isinstance(table.prompt, type(prompt)) is False:
            return
    elif isinstance(prompt, Choose):
        value: Any = prompt.some(pick)
        order = Order(HOUSE, "answer", {"value": prompt.write(value)}, at=clock())
    else:
        order = Order(HOUSE, "answer", {"value": prompt.write(generate(prompt, pick))}, at=clock())
    reply = table.do(order)
    if not reply.accepted:
        order = Order(DEALER, order.act, order.details, at=clock())
        reply = table.do(order)
    assert reply.accepted, (table.name, prompt.title, reply.decision)


def tables(house: House, clock: Clock) -> None:
    for name in ("Anna", "Ben"):
        house.welcome(name)
        more = Transfer("cage", f"player:{name}", 5_000_000, "buy-in")
        house.ledger.post([Post("cage", "buy-in", clock().isoformat(), f"player:{name}", {}, (more,))])
    for table in list(house.tables.values()):
        if accounts_of(table) is not None:
            for station in ("ATS-1", "ATS-2"):
                table.do(Order(DEALER, "buy in", {"station": station, "cents": 50_000}, at=clock()))
        else:
            for name, area in (("Anna", 2), ("Ben", 4)):
                table.do(Order(player(name), "sit", {"area": area}, at=clock()))
        for _ in range(2000):
            if table.state.round > ROUNDS and isinstance(table.prompt, TakeWagers):
                break
            step(table, clock)
        print(table.name, "at round", table.state.round, table.state.script)
    red_dog = house.tables["RD-1"]
    ruled = red_dog.do(Order(BOSS, "invalidate", {"ground": "fraud", "round": 2}, at=clock()))
    print("RD-1 round 2 invalidated:", ruled.decision)
    blackjack = house.tables["BJ-1"]  # left in the middle of a round
    step(blackjack, clock)
    step(blackjack, clock)


def keno(ledger: Any, clock: Clock) -> None:
    desk = Keno(ledger)

    def do(who: Person, act: str, **details: Any) -> Any:
        answer = desk.do(KenoOrder(who, act, details, f"keno-{RNG.getrandbits(60)}", clock()))
        assert answer.accepted, (act, answer.decision)
        return answer

    do(BOSS, "open day")
    papers = []
    for _ in range(3):
        for count in (1, 3, 6, 10):
            sold = do(DEALER, "sell", numbers=RNG.sample(range(1, 81), count), cents=200, games=RNG.choice([1, 2]))
            papers.append(sold.paper["code"])
        do(BOSS, "close game")
        do(BOSS, "draw")
        running.settle(desk, clock())
    for paper in papers[:4]:
        desk.do(KenoOrder(DEALER, "pay", {"paper": paper, "how": "cash"}, f"pay-{paper}", clock()))
    print("keno at game", desk.standing.game)


def main(path: str) -> None:
    ledger, clock = open_ledger(f"sqlite:///{path}"), Clock(datetime(2026, 11, 16, 9))
    house = House(ledger, clock)
    open_house(house)  # at 94e7442 it was house.open_floor()
    tables(house, clock)
    keno(ledger, clock)
    ledger.settle_down()
    ledger.close()


if __name__ == "__main__":
    main(sys.argv[1])
