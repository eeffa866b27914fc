"""Z1, rulings: a table of cards and a wheel whose winners lie on, where supervisors void, invalidate, exclude, correct and keep
winnings back in any order and of any round, beside a model that reckons each round anew from what was laid and what came.

What each player holds, on the table, kept back and owed together, is always what they brought and the sum of the rounds as if.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from houseway.floor.last_judged import recorded
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.table import Order, Table
from houseway.ledger import Post, Transfer
from houseway.play.wagers import Limits, SetUp, Sign
from houseway.testing.conformance import replayed_as_recorded
from tests.faults.by_hand import ByHand
from tests.faults.machines import NOON, RED, Fallible

NAMES = ("anna", "ben", "cleo")
BROUGHT = 50_000
DEALER, BOSS, SECOND = Person("D", "dealer"), Person("A", "casino supervisor"), Person("B", "casino supervisor")
PAYS = {1: 5, 2: 4, 3: 2}  # by spread; even money from four cards on
RANKS = "23456789TJQKA"


@dataclass
class Laid:
    """A round: what was laid, what came, and what was ruled of it."""

    wagers: dict[tuple[str, str], int]  # by player and spot: what was laid in this round
    came: str
    lay: dict[tuple[str, str], int] = field(default_factory=dict)  # from the round before, when this one began
    taken_up: dict[tuple[str, str], int] = field(default_factory=dict)  # of that, before the call
    void: set[str] = field(default_factory=set)
    invalid: bool = False


class Ruled(Fallible):
    """What both tables have in common."""

    book = ""
    names = st.sampled_from(NAMES)

    @initialize()
    def opens(self) -> None:
        sign = Sign(Limits(100, 100_000), players_per_area=3)
        table = Table.open(
            self.ledger,
            "T",
            self.book,
            SetUp(sign=sign),
            HOUSE,
            NOON,
            cards_from="shoe",
            ready=True,
            whole_notice=False,
        )
        assert isinstance(table, Table), table
        self.table = table
        for name in NAMES:
            move = Transfer("cage", f"player:{name}", BROUGHT, "buy-in")
            self.ledger.post([Post("cage", "buy-in", "", name, {}, (move,))])
        self.rounds: list[Laid] = []
        self.excluded: set[str] = set()
        self.settled_at_the_cage = dict.fromkeys(NAMES, 0)
        self.forfeited = dict.fromkeys(NAMES, 0)

    def do(self, who: Person, act: str, **details: Any) -> bool:
        return self.table.do(Order(who, act, details, at=NOON)).accepted

    def must(self, who: Person, act: str, **details: Any) -> None:
        reply = self.table.do(Order(who, act, details, at=NOON))
        assert reply.accepted, (act, details, reply.decision)

    def nets(self) -> dict[str, int]:
        """What every player has won of all rounds, as they are judged now."""
        raise NotImplementedError

    def given_back(self) -> None:
        """Of what was forfeited, what turned out not to be won goes back."""

    def some_round(self, data: st.DataObject) -> int:
        return data.draw(st.integers(1, len(self.rounds)))

    @precondition(lambda self: self.rounds)
    @rule(data=st.data(), name=names)
    def void(self, data: st.DataObject, name: str) -> None:
        number = self.some_round(data)
        one = self.rounds[number - 1]
        accepted = self.do(BOSS, "void wagers", player=name, ground="a device", round=number)
        wagered = any(who == name for who, _ in (*one.wagers, *self.kept(number)))
        assert accepted == (wagered and name not in one.void and not one.invalid), (number, name)
        if accepted:
            one.void.add(name)

    def kept(self, number: int) -> dict[tuple[str, str], int]:
        """What lay in a round from the one before it and plays in it, as judged now."""
        return {}

    @precondition(lambda self: self.rounds)
    @rule(data=st.data(), ground=st.sampled_from(("fraud", "disorder")))
    def invalidate(self, data: st.DataObject, ground: str) -> None:
        number = self.some_round(data)
        one = self.rounds[number - 1]
        assert self.do(BOSS, "invalidate", ground=ground, round=number) == (not one.invalid)
        one.invalid = True

    @rule(name=names)
    def exclude(self, name: str) -> None:
        self.must(BOSS, "exclude", player=name, ground="a device")
        self.excluded.add(name)

    @rule(name=names)
    def readmit(self, name: str) -> None:
        assert self.do(BOSS, "readmit", player=name) == (name in self.excluded)
        self.excluded.discard(name)

    @rule(name=names)
    def settle_at_the_cage(self, name: str) -> None:
        owed = self.ledger.balance(f"owed:{name}")
        assert self.do(BOSS, "settle owed", person=name) == bool(owed)
        self.settled_at_the_cage[name] -= owed

    @rule()
    def flush_and_load(self) -> None:
        """The house is closed and opened again."""
        self.flushed()
        self.ledger = ByHand(self.engine)
        self.table = Table.load(self.ledger, "T")

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "rounds"):
            return
        self.given_back()
        nets, lie = self.nets(), self.table.position()
        for name in NAMES:
            has = sum(self.ledger.balance(f"{kind}:{name}") for kind in ("player", "owed", "withheld"))
            should = BROUGHT + nets[name] + self.settled_at_the_cage[name] - self.forfeited[name]
            assert has + lie.get(name, (0, 0))[0] == should, (name, has, lie.get(name), should)
        assert self.ledger.balance(self.table.till.held) == sum(held for held, _ in lie.values())

    def teardown(self) -> None:
        if hasattr(self, "rounds"):
            self.flushed()
            for body in recorded(self.table, 1):
                replayed_as_recorded(body, in_order=False)
        super().teardown()


class RuledCards(Ruled):
    """Red Dog in Victoria: a pair or three cards, and nothing lies from one round to the next."""

    book = "vic-1997-red-dog"
    names = st.sampled_from(NAMES)

    @rule(
        laid=st.dictionaries(names, st.integers(1, 60), min_size=1),
        cards=st.lists(st.sampled_from(RANKS), min_size=3, max_size=3),
    )
    def play(self, laid: dict[str, int], cards: list[str]) -> None:
        wagers = {}
        for area, (name, hundreds) in enumerate(sorted(laid.items()), 1):
            can = name not in self.excluded and self.ledger.balance(f"player:{name}") >= 100 * hundreds
            assert self.do(player(name), "place", spot="original", area=area, cents=100 * hundreds) == can
            if can:
                wagers[name, "original"] = 100 * hundreds
        if not wagers or self.table.state.script == "prepare":
            for name, _ in wagers:
                self.must(player(name), "withdraw")
            return
        self.must(DEALER, "answer")
        first, second, third = cards
        self.must(DEALER, "answer", value=first + "S")
        self.must(DEALER, "answer", value=second + "H")
        if abs(RANKS.index(first) - RANKS.index(second)) > 1:
            self.must(DEALER, "answer")  # no more bets
        came = first + second
        if abs(RANKS.index(first) - RANKS.index(second)) != 1:
            self.must(DEALER, "answer", value=third + "D")
            came += third
        self.must(DEALER, "answer", value=True)
        self.rounds.append(Laid(wagers, came))

    @precondition(lambda self: self.rounds)
    @rule(data=st.data(), rank=st.sampled_from(RANKS), signs=st.sampled_from((BOSS, SECOND, DEALER)))
    def correct_the_third(self, data: st.DataObject, rank: str, signs: Person) -> None:
        number = self.some_round(data)
        one = self.rounds[number - 1]
        if len(one.came) < 3:
            return
        tape = next(body for body in recorded(self.table, number) if body["round"] == number)["tape"]
        at = max(n for n, doc in enumerate(tape) if doc == one.came[2] + "D")
        accepted = self.do(
            signs, "correct", answer=at, value=rank + "D", round=number, asked_by="D" if signs is not SECOND else "B"
        )
        assert accepted == (signs is BOSS), "a supervisor signs, and who asked does not"
        if accepted:
            one.came = one.came[:2] + rank

    @rule(name=st.sampled_from(NAMES), hundreds=st.integers(1, 40))
    def hold(self, name: str, hundreds: int) -> None:
        kept = self.table.state.withheld.get(name, 0) + self.forfeited[name]
        may = min(self._won(name) - kept, self.ledger.balance(f"player:{name}"))
        assert self.do(BOSS, "hold winnings", player=name, cents=100 * hundreds, ground="x") == (may >= 100 * hundreds)

    @rule(name=st.sampled_from(NAMES), act=st.sampled_from(("release winnings", "forfeit winnings")))
    def end_it(self, name: str, act: str) -> None:
        kept = self.table.state.withheld.get(name, 0)
        assert self.do(BOSS, act, player=name, ground="looked into") == bool(kept)
        if act == "forfeit winnings":
            self.forfeited[name] += kept

    def given_back(self) -> None:
        for name in NAMES:
            most = max(0, self._won(name) - self.table.state.withheld.get(name, 0))
            self.forfeited[name] = min(self.forfeited[name], most)

    def _won(self, name: str) -> int:
        return sum(max(0, net) for one in self.rounds for who, net in self._lines(one) if who == name)

    @staticmethod
    def _lines(one: Laid) -> list[tuple[str, int]]:
        ranks = sorted(RANKS.index(rank) for rank in one.came[:2])
        spread = ranks[1] - ranks[0] - 1
        third = RANKS.index(one.came[2]) if len(one.came) > 2 else None
        if third is None:
            times = 0
        elif spread < 0:
            times = 11 if third == ranks[0] else 0
        else:
            times = PAYS.get(spread, 1) if ranks[0] < third < ranks[1] else -1
        out = one.void if not one.invalid else set(NAMES)
        return [(name, 0 if name in out else cents * times) for (name, _), cents in one.wagers.items()]

    def nets(self) -> dict[str, int]:
        found = dict.fromkeys(NAMES, 0)
        for one in self.rounds:
            for name, net in self._lines(one):
                found[name] += net
        return found

    @invariant()
    def no_more_is_kept_back_than_was_won(self) -> None:
        if hasattr(self, "rounds"):
            for name, cents in self.table.state.withheld.items():
                assert cents <= self._won(name) and self.ledger.balance(f"withheld:{name}") == cents


SPOTS = ("red", "black", "low")


class RuledWheel(Ruled):
    """American Roulette: winners lie on into the next spin unless their owners take them up. What is ruled while a spin is
    paid and the dolly still lies reaches that spin too."""

    book = "act-1992-american-roulette"
    names = st.sampled_from(NAMES)
    dolly = False  # whether it lies on the number of the last spin

    @staticmethod
    def wins(spot: str, number: str) -> bool:
        n = int(number)
        return n in RED if spot == "red" else 0 < n < 19 if spot == "low" else n > 0 and n not in RED

    @precondition(lambda self: not self.dolly)
    @rule(
        laid=st.dictionaries(st.tuples(names, st.sampled_from(SPOTS)), st.integers(1, 30)),
        up=st.sets(names),
        number=st.integers(0, 36),
    )
    def spin(self, laid: dict[tuple[str, str], int], up: set[str], number: int) -> None:
        lay = {(wager.player, wager.spot): wager.cents for wager in self.table.state.chips}
        taken_up = {}
        for name in sorted({name for name, _ in lay} & up):
            self.must(player(name), "withdraw")
            taken_up |= {key: cents for key, cents in lay.items() if key[0] == name}
        wagers = {}
        for (name, spot), hundreds in sorted(laid.items()):
            can = name not in self.excluded and self.ledger.balance(f"player:{name}") >= 100 * hundreds
            assert self.do(player(name), "place", spot=spot, cents=100 * hundreds) == can
            if can:
                wagers[name, spot] = 100 * hundreds
        self.must(DEALER, "answer")
        self.must(DEALER, "answer", value=str(number))
        self.rounds.append(Laid(wagers, str(number), lay, taken_up))
        self.dolly = True

    @precondition(lambda self: self.dolly)
    @rule()
    def take_the_dolly_off(self) -> None:
        if self.table.state.round == len(self.rounds):  # not where the spin was invalidated, which ends it
            self.must(DEALER, "answer", value=True)
        self.dolly = False

    @precondition(lambda self: self.rounds)
    @rule(data=st.data(), number=st.integers(0, 36))
    def correct_the_number(self, data: st.DataObject, number: int) -> None:
        round = self.some_round(data)
        one = self.rounds[round - 1]
        lies = round == self.table.state.round
        tape = self.table.state.tape if lies else recorded(self.table, round)[0]["tape"]
        self.must(BOSS, "correct", answer=tape.index(one.came), value=str(number), round=round, asked_by="D")
        one.came = str(number)

    @rule(name=names)
    def exclude(self, name: str) -> None:
        """Whoever is excluded has nothing lying any more, whatever was left there."""
        super().exclude(name)
        assert all(wager.player != name for wager in self.table.state.chips)

    def kept(self, number: int) -> dict[tuple[str, str], int]:
        """What lay there from the round before, as judged now: no more than it leaves now, and not what was taken up."""
        if number == 1:
            return {}
        left, one = self._left(number - 1), self.rounds[number - 1]
        found = {key: min(cents - one.taken_up.get(key, 0), left.get(key, 0)) for key, cents in one.lay.items()}
        return {key: cents for key, cents in found.items() if cents > 0}

    def _left(self, number: int) -> dict[tuple[str, str], int]:
        """What a round leaves lying now."""
        one = self.rounds[number - 1]
        if one.invalid:
            return {}
        return {
            (name, spot): cents
            for (name, spot), cents in self._in_play(number).items()
            if name not in one.void and self.wins(spot, one.came)
        }

    def _in_play(self, number: int) -> dict[tuple[str, str], int]:
        one, found = self.rounds[number - 1], self.kept(number)
        for key, cents in one.wagers.items():
            found[key] = found.get(key, 0) + cents
        return found

    def nets(self) -> dict[str, int]:
        found = dict.fromkeys(NAMES, 0)
        for number, one in enumerate(self.rounds, 1):
            for (name, spot), cents in self._in_play(number).items():
                if not one.invalid and name not in one.void:
                    found[name] += cents if self.wins(spot, one.came) else -cents
        return found
