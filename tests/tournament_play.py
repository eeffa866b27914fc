"""Whole tournaments played out in a moment: house players at real tables, dealt by the generator, without a clock."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from houseway.floor.house import House
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.sources import generate
from houseway.floor.table import Order, Reply, Table
from houseway.floor.tournament import house_players
from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.due import due
from houseway.floor.tournament.office import Office
from houseway.forms import write
from houseway.ledger import Ledger, notepad
from houseway.play.conditions import (
    BuyingBack,
    Conditions,
    Disposition,
    Disqualification,
    Eligibility,
    Entry,
    Fee,
    Lateness,
    Prizes,
    Stage,
    Tie,
)
from houseway.play.prompts import Choose, ChooseEach, TakeWagers
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.premises.settings import first_floor

AT = datetime(2026, 11, 17, 20)
BOSS = Person("L. Brandt", "casino supervisor")
BOOKS = (
    "act-1992-baccarat",
    "vic-1999-baccarat-notice-26+act-1992-baccarat",
    "act-1992-blackjack",
    "act-1992-blackjack+over-under",
    "act-1992-blackjack+triple-play",
    "act-1992-american-roulette",
    "vic-2000-rapid-roulette",
    "vic-2000-pai-gow",
    "vic-2000-pai-gow+bonanza",
)
_LIKE = {
    "act-1992-baccarat": "BC-1",
    "vic-1999-baccarat-notice-26+act-1992-baccarat": "BC-1",
    "act-1992-blackjack": "BJ-1",
    "act-1992-blackjack+over-under": "BJ-2",
    "act-1992-blackjack+triple-play": "BJ-3",
    "act-1992-american-roulette": "AR-1",
    "vic-2000-rapid-roulette": "RR-1",
    "vic-2000-pai-gow": "PG-1",
    "vic-2000-pai-gow+bonanza": "PG-2",
}


def ok(reply: Reply) -> Reply:
    assert reply.accepted, reply.decision
    return reply


def stage(book: str, name: str = "Final", **changes: object) -> Stage:
    usual = Stage(
        name,
        book,
        hands=3,
        seats=6,
        credit=100_000,
        disposition=Disposition.RETIRED,
        compulsory_wager=0,
        secret_wagers=0,
    )
    return replace(usual, **changes)  # type: ignore[arg-type]


def conditions(*stages: Stage, **changes: object) -> Conditions:
    usual = Conditions(
        "Cup",
        Fee(5_000, 10),
        stages,
        BuyingBack(),
        Eligibility(),
        Entry(2, stages[0].places),
        Disqualification(("cheating",)),
        Lateness(10),
        Prizes((60, 30, 10)),
        "rules",
        (Tie.EARLIER_CHIPS, Tie.LOT),
        True,
    )
    return replace(usual, **changes)  # type: ignore[arg-type]


class Played:
    """A house with tables of one book, and its tournament office."""

    def __init__(self, book: str, tables: int = 1, ledger: Ledger | None = None, seed: int = 1) -> None:
        self.book, self.ledger = book, ledger or notepad()
        self.house = House(self.ledger, lambda: AT)
        self.rng = random.Random(seed)
        self.names = [f"T-{number}" for number in range(1, tables + 1)]
        plan = first_floor().plan(_LIKE[book])
        sign = plan.set_up.sign
        if not sign.kinds:
            sign = Sign(Limits(500, 50_000), areas=sign.areas, players_per_area=sign.players_per_area)
        for name in self.names:
            if name not in self.house.tables:
                table = self.house.open_table(name, book, SetUp(plan.set_up.decks, sign=sign))
                assert isinstance(table, Table), table
        self.office = Office(self.house, takes_no_money=True)

    @property
    def pick(self) -> Callable[[int], int]:
        return self.rng.randrange

    def announced(self, told: Conditions, run_by: str = "house") -> TournamentDesk:
        """A tournament that has been published, with a director where one is needed."""
        who = HOUSE if run_by == "house" else BOSS
        desk, reply = self.office.draft(Order(who, "draft", {"conditions": write(told), "run_by": run_by}, at=AT))
        ok(reply)
        desk.draw_lots = self.pick
        law = desk.stage_law(AT)
        approver = Person("the authority", law.approved_by[0])
        ok(desk.do(Order(approver, "approve", {"reference": "A-1"}, at=AT)))
        ok(desk.do(Order(BOSS, "appoint", {"director": BOSS.name}, at=AT)))
        ok(desk.do(Order(BOSS, "publish", at=AT)))
        return desk

    def entered(self, desk: TournamentDesk, names: list[str]) -> TournamentDesk:
        for name in names:
            self.house.welcome(name)
            ok(desk.do(Order(player(name), "enter", at=AT)))
        return desk

    def begun(self, told: Conditions, names: list[str]) -> TournamentDesk:
        """The same with entrants, up to the first session."""
        desk = self.entered(self.announced(told), names)
        ok(desk.do(Order(BOSS, "close entries", at=AT)))
        ok(desk.do(Order(BOSS, "designate", {"tables": self.names}, at=AT)))
        while not desk.state.playing:
            self.step(desk)
        return desk

    def step(self, desk: TournamentDesk) -> bool:
        """What is due next; False if nothing is."""
        for one in due(desk, AT):
            ok(desk.do(Order(BOSS, one.act, one.details, at=AT)))
            return True
        return False

    def played(self, desk: TournamentDesk, watch: Callable[[], None] = lambda: None) -> TournamentDesk:
        """Everything that is left of a tournament."""
        for _ in range(100_000):
            if desk.state.phase.is_over:
                return desk
            watch()
            if not self.step(desk):
                for table in desk.playing():
                    self.tick(table)
        raise AssertionError("it does not come to an end")

    def to_wagers(self, table: Table) -> None:
        """On to the next open window."""
        while not isinstance(table.prompt, TakeWagers):
            self.tick(table)

    def tick(self, table: Table) -> None:
        """Everybody at a table does what they want, and then the dealer one thing."""
        here = table.state.tournament
        assert here is not None
        for name in here.entrants or ():
            for order in house_players.orders(table, name, self.pick):
                table.do(replace(order, at=AT))
        if here.waits or table.state.tournament is None:
            return
        prompt = table.prompt
        assert prompt is not None
        if isinstance(prompt, TakeWagers):
            empty = prompt.backing is None and not (table.state.chips or table.state.forms)
            ok(table.do(Order(HOUSE, "pass hand" if empty and not table.chapters.terminals else "answer", at=AT)))
        elif (isinstance(prompt, Choose) and prompt.player) or isinstance(prompt, ChooseEach):
            assert prompt.usually() is not None or table.prompt is not prompt, f"nobody answers {prompt.title}"
            if prompt.usually() is not None:
                ok(table.do(Order(HOUSE, "answer", {"value": prompt.write(prompt.usually())}, at=AT)))
        else:
            ok(table.do(Order(HOUSE, "answer", {"value": prompt.write(generate(prompt, self.pick))}, at=AT)))
