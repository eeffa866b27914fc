"""Rulings at terminals in any order: people come, go and change places, and spins are recalculated or found faulty afterwards.

Whoever sits where now: what each person brought and every line of every spin as it stands, for the person who had the terminal
when the wager was laid, is what that person has at a terminal, on the table, from the cage or still to settle there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.floor.last_judged import recorded
from houseway.floor.owing import owed_account
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.table import Order, Table
from houseway.forms import canonical, write
from houseway.ledger import audit
from houseway.money import Cents
from houseway.play.prompts import TakeWagers
from houseway.testing.conformance import NOON, SUPERVISOR, open_table, replayed_as_recorded

STATIONS = ("ATS-1", "ATS-2", "ATS-3")
NAMES = ("", "anna", "ben")  # "": nobody asked
SPOTS = ("red", "black", "17", "double:17/5", "treble:17/17/5")
NUMBERS = ("17", "5", "1", "2")
DEALER = Person("D", "dealer")

Choose = Callable[[int], int]


class RecalculatedEvening:
    """A table of terminals at which somebody chooses, act by act, what happens."""

    def __init__(self, edition: Any) -> None:
        self.table: Table = open_table(edition)
        for name in STATIONS:
            if name not in self.table.state.stations:
                self.do(SUPERVISOR, "attach", station=name)
        self.accepted = 0
        self.has: dict[str, str] = {}  # by terminal: who has it, by the account that owes them
        self.had: dict[tuple[int, str], str] = {}  # the same when a spin was over
        self.brought: dict[str, Cents] = {}  # less what was paid out

    def do(self, who: Person, act: str, **details: Any) -> bool:
        return self.table.do(Order(who, act, details, at=NOON)).accepted

    def step(self, choose: Choose) -> None:
        """One act of the evening."""
        acts = (self._buy_in, self._buy_in, self._place, self._place, self._place, self._spin, self._spin, self._spin,
                self._leave, self._recalculate, self._recalculate, self._fault, self._settle, self._move)  # fmt: skip
        acts[choose(len(acts))](choose)

    def _buy_in(self, choose: Choose) -> None:
        self.buys_in(STATIONS[choose(3)], NAMES[choose(3)])

    def buys_in(self, station: str, name: str) -> None:
        """Somebody comes to a terminal, if it is free and the person is nowhere else."""
        if station in self.has or name in self.has.values():
            return
        if self.do(DEALER, "buy in", station=station, cents=2_000, **({"player": name} if name else {})):
            opened = self.table.ledger.head("T")[0]
            person = name or f"T:{station}~{opened}"
            self.has[station] = person
            self.brought[person] = self.brought.get(person, 0) + 2_000

    def _place(self, choose: Choose) -> None:
        if not self.has:
            self._buy_in(choose)
        station = sorted(self.has)[choose(len(self.has))] if self.has else STATIONS[0]
        cents = (200, 500, 1_000)[choose(3)]
        self.do(player(station), "place", spot=SPOTS[choose(len(SPOTS))], cents=cents)

    def _spin(self, choose: Choose) -> None:
        if isinstance(self.table.prompt, TakeWagers):
            self.do(HOUSE, "answer")
            if not choose(4):  # somebody rules before the ball rests
                return
        self.rests(NUMBERS[choose(4)])

    def rests(self, number: str) -> None:
        """The ball has come to rest, if a number is due."""
        round = self.table.state.round
        if self.do(HOUSE, "answer", value=number):
            self.had |= {(round, station): person for station, person in self.has.items()}

    def _out(self, station: str) -> None:
        was = self.table.ledger.balance("cage")
        if self.do(player(station), "leave"):
            self.brought[self.has[station]] -= self.table.ledger.balance("cage") - was
            if not self.table.state.stations[station].account:
                del self.has[station]

    def _leave(self, choose: Choose) -> None:
        station = STATIONS[choose(3)]
        if station in self.has:
            self._out(station)

    def _move(self, choose: Choose) -> None:
        """A terminal is taken away or put back; one that is out of order is mended."""
        station = STATIONS[choose(3)]
        self.do(SUPERVISOR, "mended", station=station)
        if not self.do(SUPERVISOR, "attach", station=station) and not choose(3):
            self.do(SUPERVISOR, "detach", station=station)

    def _some_spin(self, choose: Choose) -> int:
        return max(1, self.table.state.round - 1 - choose(4))

    def _recalculate(self, choose: Choose) -> None:
        self.do(DEALER, "freeze")
        actual = (*NUMBERS, None)[choose(5)]
        details = {"spin": self._some_spin(choose), "actual": actual, "asked_by": "D", "reason": "the recording"}
        self.accepted += self.do(SUPERVISOR, "recalculate", **details)
        assert self.do(SUPERVISOR, "release")

    def _fault(self, choose: Choose) -> None:
        details = {"station": STATIONS[choose(3)], "spin": self._some_spin(choose), "records": "none"}
        if self.table.state.round > 1:
            self.accepted += self.do(DEALER, "fault", **details)

    def _settle(self, choose: Choose) -> None:
        for person in self.brought:
            cents = self.table.ledger.balance(owed_account(person))
            if cents:
                assert self.do(SUPERVISOR, "settle owed", person=person), person
                self.brought[person] -= cents

    # What must be so

    def _person(self, round: int, name: str, spot: str) -> str:
        """Whose a wager was when it was laid."""
        if name not in STATIONS:  # under its owner's own name
            return name if name in NAMES else f"T:{name}"
        began = spot.rpartition("#")[2]
        return self.had[int(began) if began.isdigit() else round, name]

    def holds(self) -> None:
        """Holds what every person has against the record of every spin."""
        table = self.table
        table.ledger.settle_down()
        should = dict(self.brought)
        for body in recorded(table, 1):
            for line in body["lines"]:
                wager = line["wager"]
                person = self._person(body["round"], wager["player"], wager["spot"])
                should[person] = should.get(person, 0) + line["back"] - wager["cents"]
            replayed_as_recorded(body, in_order=False)
        has = {person: table.ledger.balance(owed_account(person)) for person in should}
        for station, person in self.has.items():
            has[person] += table.ledger.balance(f"ats:T:{station}")
        for name, (held, _) in table.position().items():
            person = self.has[name] if name in STATIONS else self._person(0, name, "")
            has[person] += held
        assert has == should, {p: (has[p], should[p]) for p in has if has[p] != should[p]}
        held = sum(held for held, _ in table.position().values())
        assert table.ledger.balance(table.till.held) == held
        again = Table.load(table.ledger, "T")
        assert canonical(write(again.state)) == canonical(write(table.state))
        assert audit(table.ledger).sound


# Every act of a supervisor at every state

STEPS: tuple[Callable[[RecalculatedEvening], object], ...] = (
    lambda evening: evening.buys_in("ATS-1", "anna"),
    lambda evening: evening.buys_in("ATS-2", "ben"),
    lambda evening: evening.do(player("ATS-1"), "place", spot="red", cents=500),
    lambda evening: evening.do(player("ATS-2"), "place", spot="double:17/5", cents=200),
    lambda evening: evening.do(HOUSE, "answer"),  # no more bets
    lambda evening: evening.rests("17"),
    lambda evening: evening.do(player("ATS-1"), "place", spot="black", cents=500),
    lambda evening: evening.do(HOUSE, "answer"),
    lambda evening: evening.rests("5"),
)
ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("recalculate", {"spin": 1, "actual": "1", "asked_by": "D", "reason": "the recording"}),
    ("recalculate", {"spin": 1, "actual": None, "asked_by": "D", "reason": "the recording"}),
    ("fault", {"station": "ATS-1", "records": "none"}),
    ("fault", {"station": "ATS-2", "spin": 1, "records": "none"}),
    ("exclude", {"player": "anna", "ground": "a device"}),
    ("detach", {"station": "ATS-2"}),
    ("freeze", {"why": "a quarrel"}),
    ("void wagers", {"player": "ATS-1", "ground": "a device"}),
    ("invalidate", {"ground": "fraud"}),
    ("correct", {"answer": 1, "value": "1", "asked_by": "D"}),
)


def rule_at(edition: Any, act: str, details: dict[str, Any], moment: int) -> bool:
    """One act of a supervisor after so many steps of an evening of two spins, which then goes on. Whatever was decided: each
    person has what is theirs, the books balance, nobody is stuck. Gives whether the act was accepted; where wagers are electronic
    ``void wagers``, ``invalidate`` and ``correct`` never are."""
    evening = RecalculatedEvening(edition)
    for step in STEPS[:moment]:
        step(evening)
    evening.do(DEALER, "freeze")  # a recalculation is made while the accounts stand still
    accepted = evening.do(SUPERVISOR, act, **details)
    evening.holds()
    assert evening.do(SUPERVISOR, "release")
    for station in STATIONS:
        evening.do(SUPERVISOR, "mended", station=station)
    for step in STEPS[moment:]:
        step(evening)
    while evening.table.state.round < 3:  # a spin that went to nothing is spun again
        before = evening.table.state.prompt
        STEPS[4](evening)
        evening.rests("5")
        assert evening.table.state.prompt > before, f"stuck after {act} at state {moment}: {evening.table.prompt}"
    evening.holds()
    evening.table.ledger.close()
    return accepted
