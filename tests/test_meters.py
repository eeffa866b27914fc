"""Meters that a ruling reaches: whatever is void or invalid, and whenever that is found, every prize at every table is what an
independent fold makes it, and so are the meter, the reserve and what everybody has."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from houseway.floor import jackpots
from houseway.floor.last_judged import recorded
from houseway.floor.people import Person, player
from houseway.floor.table import Order, Table
from houseway.ledger import Ledger, Post, Transfer, audit, notepad
from houseway.play.events import Settled
from houseway.play.jackpot import PRIZE
from houseway.play.prompts import ChooseEach, TakeWagers
from houseway.play.wagers import Jackpot, Limits, SetUp, Sign
from houseway.premises.board import alarms
from houseway.testing.conformance import replayed_as_recorded

NOON = datetime(2026, 11, 15, 12, 0)
REEF = Jackpot("reef", 100, 70, 15, 7_500_000)
BOSS, DEALER = Person("L. Brandt", "casino supervisor"), Person("the dealer", "dealer")
BROUGHT = 1_000_000
SHARE, LEAST = {"royal": 100, "straight": 10}, {"royal": 7_500_000, "straight": 750_000}
DEALS = "2H 3S 4H 6S JH"  # no hand
BOXES: tuple[dict[str, str], ...] = (
    {"royal": "AS KS QS JS TS", "straight": "5H 6H 7H 8H 9H", "nothing": "2C 4C 7S 9C QH"},
    {"royal": "AC KC QC JC TC", "straight": "5D 6D 7D 8D 9D", "nothing": "2D 3C 8S TD KH"},
)


@dataclass
class Played:
    """A round as the fold sees it: who was in with which hand, and what was ruled."""

    table: str
    number: int
    hands: dict[str, str]  # by player, from the dealer's left
    void: set[str] = field(default_factory=set)
    invalid: bool = False


class Floor:
    """Tables at one meter, and a clock that goes on with every order."""

    def __init__(self, tables: int) -> None:
        self.ledger: Ledger = notepad()
        self.now = NOON
        jackpots.open_jackpot(self.ledger, jackpots.Opened(REEF, "Reef", "A-1", "M. Okafor", BOSS.name), NOON)
        sign = Sign(Limits(500, 10_000), areas=7, jackpot=REEF, most_won=5_000_000)
        self.tables: dict[str, Table] = {}
        for number in range(1, tables + 1):
            name, set_up = f"CS-{number}", SetUp(sign=sign)
            opened = Table.open(
                self.ledger, name, "vic-1999-caribbean-stud", set_up, BOSS, NOON, cards_from="shoe", ready=True
            )
            assert isinstance(opened, Table)
            opened.at_the_meter = lambda jackpot, own=opened: [one for one in self.tables.values() if one is not own]
            self.tables[name] = opened
            for who in self.players(name):
                brought = Transfer("cage", f"player:{who}", BROUGHT, "buy-in")
                self.ledger.post([Post("cage", "buy-in", "", who, {}, (brought,))])
        self.played: list[tuple[str, Played]] = []  # "fed" and "read", in the order of the house's clock

    @staticmethod
    def players(table: str) -> tuple[str, str]:
        return f"L{table[-1]}", f"R{table[-1]}"

    def do(self, table: str, who: Person, act: str, **details: object) -> None:
        self.now += timedelta(milliseconds=7)
        reply = self.tables[table].do(Order(who, act, details, at=self.now))
        assert reply.accepted, (act, details, reply.decision)

    def usually(self, table: str) -> None:
        at = self.tables[table]
        if isinstance(at.prompt, ChooseEach):
            for who in at.prompt.players:
                void = any(
                    who in one.void for _, one in self.played if (one.table, one.number) == (table, at.state.round)
                )
                self.do(table, player(who), "choose", value="fold" if void else "bet")
            return
        assert at.prompt is not None
        self.do(table, DEALER, "answer", value=at.prompt.write(at.prompt.usually()))

    def deal(self, table: str, *kinds: str) -> Played:
        """Wagers, and cards up to the first decision: the meter is fed."""
        at = self.tables[table]
        while not isinstance(at.prompt, TakeWagers):
            self.usually(table)
        hands = [box[kind] for box, kind in zip(BOXES, kinds, strict=True)]
        people = self.players(table)
        for area, who in enumerate(people, 1):
            self.do(table, player(who), "place", spot="ante", cents=500, area=area)
            self.do(table, player(who), "place", spot="jackpot", cents=100, area=area)
        one = Played(table, at.state.round, dict(zip(people, kinds, strict=True)))
        self.played.append(("fed", one))
        self.do(table, DEALER, "answer")
        for cards in zip(*(hand.split() for hand in (*hands, DEALS)), strict=True):
            for card in cards:
                self.do(table, DEALER, "answer", value=card)
        return one

    def end(self, one: Played) -> None:
        """Bets, the settlement, and prizes as they are registered."""
        at = self.tables[one.table]
        self.played.append(("read", one))
        while at.state.round == one.number:
            self.usually(one.table)

    def void(self, one: Played, who: str) -> None:
        self.do(one.table, BOSS, "void wagers", player=who, ground="a device", round=one.number)
        one.void.add(who)

    def invalidate(self, one: Played) -> None:
        self.do(one.table, BOSS, "invalidate", ground="fraud", round=one.number)
        one.invalid = True

    def as_if(self) -> tuple[int, int, dict[tuple[str, int, str], int]]:
        """The meter, the reserve and every prize, as if what is void had never lain there."""
        meter, reserve, prizes = REEF.reseed, 0, dict[tuple[str, int, str], int]()
        for what, one in self.played:
            standing = [who for who in one.hands if who not in one.void and not one.invalid]
            if what == "fed":
                meter += 70 * len(standing)
                reserve += 15 * len(standing)
                continue
            for who in reversed(standing):  # from the right, as the keys are pressed
                kind = one.hands[who]
                if kind in SHARE:
                    off = meter * SHARE[kind] // 100
                    paid = max(LEAST[kind], off)
                    begins = REEF.reseed if kind == "royal" else 0
                    meter, reserve = meter - off + begins, reserve + off - paid - begins
                    prizes[one.table, one.number, who] = paid
        return meter, reserve, prizes

    def adds_up(self) -> None:
        meter, reserve, prizes = self.as_if()
        found: dict[tuple[str, int, str], int] = {}
        won: dict[str, int] = {}
        for name, table in self.tables.items():
            now = [
                (table.state.round, step.wager, step.back) for step in table.progress.steps if isinstance(step, Settled)
            ]
            for body in recorded(table, 1):
                lines = [line["wager"] | {"back": line["back"], "void": line["outcome"]} for line in body["lines"]]
                for line in lines:
                    won[line["player"]] = won.get(line["player"], 0) + line["back"] - line["cents"]
                    if line["spot"] == PRIZE and line["back"]:
                        found[name, body["round"], line["player"]] = line["back"]
                replayed_as_recorded(body, in_order=False)
            for number, wager, back in now:
                won[wager.player] = won.get(wager.player, 0) + back - wager.cents
                if wager.spot == PRIZE and back:
                    found[name, number, wager.player] = back
        assert found == prizes
        assert (jackpots.meter(self.ledger, "reef"), self.ledger.balance("reserve:reef")) == (meter, reserve)
        for name, table in self.tables.items():
            for who in self.players(name):
                held = table.position().get(who, (0, 0))[0]
                has = self.ledger.balance(f"player:{who}") + self.ledger.balance(f"owed:{who}") + held
                assert has == BROUGHT + won.get(who, 0), who
        report = jackpots.report(self.ledger, "reef")
        assert report.balances
        assert sum(row[4] for row in report.prizes) == sum(prizes.values())


def test_a_void_prize_makes_later_ones_at_other_tables_larger() -> None:
    floor = Floor(2)
    floor.end(first := floor.deal("CS-1", "straight", "nothing"))
    floor.end(other := floor.deal("CS-2", "nothing", "straight"))
    floor.end(floor.deal("CS-1", "royal", "nothing"))
    floor.adds_up()
    paid = floor.as_if()[2]["CS-2", other.number, "R2"]
    floor.void(first, "L1")
    assert floor.as_if()[2]["CS-2", other.number, "R2"] > paid
    floor.adds_up()
    assert audit(floor.ledger).sound


def test_a_smaller_prize_is_owed_back_where_it_was_spent() -> None:
    """The royal flush that emptied the meter was void, and so a tenth of it was more; the other way round it is less."""
    floor = Floor(2)
    floor.end(first := floor.deal("CS-1", "nothing", "nothing"))
    floor.end(floor.deal("CS-2", "straight", "nothing"))
    spent = Transfer("player:L2", "cage", floor.ledger.balance("player:L2"), "cash out")
    floor.ledger.post([Post("cage", "cash-out", "", "L2", {}, (spent,))])
    floor.void(first, "L1")
    assert floor.ledger.balance("owed:L2") == -7
    assert floor.ledger.balance("player:L2") == 0
    meter, _, prizes = floor.as_if()
    assert jackpots.meter(floor.ledger, "reef") == meter
    assert prizes["CS-2", 1, "L2"] == (REEF.reseed + 70 * 3) // 10


def test_a_round_being_played_has_its_own_readings_put_right() -> None:
    """What is void in it had fed the meter before another hand of it was registered; and so had it for another table."""
    floor = Floor(2)
    here, there = floor.deal("CS-1", "nothing", "royal"), floor.deal("CS-2", "straight", "nothing")
    floor.end(there)
    at = floor.tables["CS-1"]
    floor.played.append(("read", here))
    while not any(isinstance(step, Settled) and step.wager.spot == PRIZE for step in at.progress.steps):
        floor.usually("CS-1")
    floor.adds_up()
    floor.void(here, "L1")
    floor.adds_up()
    while at.state.round == here.number:
        floor.usually("CS-1")
    floor.adds_up()
    loaded = Table.load(floor.ledger, "CS-2")
    assert loaded.state == floor.tables["CS-2"].state


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_every_prize_is_as_if(seed: int) -> None:
    """Rounds at three tables at once, and rulings in any order and at any moment."""
    rng = random.Random(seed)
    floor, under_way, over = Floor(3), dict[str, Played](), list[Played]()
    for _ in range(12):
        table = rng.choice(list(floor.tables))
        if table in under_way:
            over.append(under_way.pop(table))
            floor.end(over[-1])
        else:
            kinds = rng.choices(("royal", "straight", "nothing"), (1, 3, 3), k=2)
            under_way[table] = floor.deal(table, *kinds)
        known = [one for one in (*over, *under_way.values()) if not one.invalid]
        one = rng.choice(known) if known and not rng.randrange(3) else None
        if one is not None:
            who = rng.choice([*one.hands])
            if one in over and not rng.randrange(3):
                floor.invalidate(one)
            elif who not in one.void:
                floor.void(one, who)
            floor.adds_up()
    for one in under_way.values():
        floor.end(one)
    floor.adds_up()
    assert audit(floor.ledger).sound
    for name, table in floor.tables.items():
        assert Table.load(floor.ledger, name).state == table.state


def test_a_hand_that_wins_off_the_meter_is_on_the_board_until_its_prize_is_registered() -> None:
    floor = Floor(1)
    premises = SimpleNamespace(house=SimpleNamespace(tables=floor.tables, out_of_order={}, dealt_by={}))
    assert not alarms(premises)  # type: ignore[arg-type]
    one = floor.deal("CS-1", "royal", "nothing")
    called: list[str] = []
    while floor.tables["CS-1"].state.round == one.number:
        called += alarms(premises).values()  # type: ignore[arg-type]
        floor.usually("CS-1")
    assert called == [
        "CS-1: jackpot. Register the jackpot hands",
        "CS-1: jackpot. Press the key for L1's royal flush",
    ] and not alarms(premises)  # type: ignore[arg-type]
