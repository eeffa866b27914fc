"""Rulings at the keno computer in any order: tickets void, draws corrected, games invalid, before and after they are paid.

However it went, the books are those of an evening on which everything had been so from the beginning: an independent fold over
the games in their order, with the tickets that stand and the numbers as they are, says what each ticket won, what the pools
hold, and what every person has or owes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from houseway.floor.keno import running
from houseway.floor.keno.desk import CAGE, Keno, Order
from houseway.floor.keno.judging import paid_on
from houseway.floor.keno.papers import Ticket, unpacked
from houseway.floor.keno.paying import due
from houseway.floor.keno.reports import changed_papers, days, owed_on_tickets, proofs
from houseway.floor.keno.states import GameState, TicketStatus
from houseway.floor.owing import owed_account
from houseway.floor.people import Person, player
from houseway.games.keno.prizes import guaranteed, prize, pro_rate
from houseway.ledger import Post, Transfer, audit, notepad
from houseway.money import Cents

NOON = datetime(2026, 11, 15, 12, 0)
WRITER, BOSS = Person("W", "dealer"), Person("B", "casino supervisor")
PEOPLE = ("", "anna", "ben")  # nobody's name: over the counter, for cash
BROUGHT: Cents = 5_000
MARKED = 8  # numbers 1 to 8 are those that tickets and draws like

Choose = Callable[[int], int]


class RuledEvening:
    """A Keno day at which somebody chooses, act by act, what happens; every choice is one of so many."""

    def __init__(self) -> None:
        self.keno = Keno(notepad())
        self.accepted = 0  # rulings
        self.sold: list[int] = []
        self.paid_to: dict[tuple[int, int], str] = {}  # by ticket and game: whose credit; "" for cash
        moves = tuple(Transfer(CAGE, f"player:{name}", BROUGHT, "story") for name in PEOPLE if name)
        self.keno.ledger.post([Post("cage", "story", NOON.isoformat(), "", {}, moves)])
        self.cage = self.keno.ledger.balance(CAGE)
        self._do(BOSS, "open day")

    def _do(self, who: Person, act: str, **details: Any) -> bool:
        answer = self.keno.do(Order(who, act, details, at=NOON))
        return answer.accepted

    def step(self, choose: Choose) -> None:
        """One act of the evening."""
        acts = (self._sell, self._sell, self._draw, self._draw, self._pay, self._pay, self._void, self._correct,
                self._invalidate, self._settle_owed)  # fmt: skip
        acts[choose(len(acts))](choose)

    def _sell(self, choose: Choose) -> None:
        spots, name = (1, 2, 5, 6, 8)[choose(5)], PEOPLE[choose(3)]
        first = 1 + choose(MARKED - spots + 1)
        cents = 200 if spots > 5 or name or choose(2) else 50_000  # a large one wins more than a game may pay
        details = {"numbers": list(range(first, first + spots)), "cents": cents, "games": 1 + choose(3)}
        if self._do(player(name) if name else WRITER, "sell", **details):
            self.sold.append(self.keno.tickets)

    def _numbers(self, choose: Choose) -> list[int]:
        """A draw that holds the marked numbers from one on, and nothing else of interest."""
        held = list(range(1 + choose(MARKED), MARKED + 1))
        return held + list(range(30, 50 - len(held)))

    def _draw(self, choose: Choose) -> None:
        self._do(BOSS, "close game")
        self._do(WRITER, "key draw", numbers=self._numbers(choose))
        self._do(WRITER, "confirm draw")
        if choose(4):  # else somebody rules before it is evaluated
            running.settle(self.keno, NOON)

    def _ticket(self, choose: Choose) -> Ticket | None:
        return self.keno.ticket(self.sold[choose(len(self.sold))]) if self.sold else None

    def _pay(self, choose: Choose) -> None:
        running.settle(self.keno, NOON)
        ticket, name = self._ticket(choose), PEOPLE[choose(3)]
        if ticket is None:
            return
        wins, _ = due(self.keno, ticket)
        if self._do(player(name) if name else WRITER, "pay", paper=ticket.code):
            self.paid_to |= {(ticket.number, win.game): name for win in wins}

    def _void(self, choose: Choose) -> None:
        ticket = self._ticket(choose)
        if ticket is not None:
            details = {"ticket": ticket.number, "ground": "a device", "reverse": bool(choose(3)), "asked_by": "M"}
            self.accepted += self._do(BOSS, "void ticket", **details)

    def _some_game(self, choose: Choose) -> int:
        return max(1, self.keno.standing.game - 1 - choose(4))

    def _correct(self, choose: Choose) -> None:
        details = {"game": self._some_game(choose), "numbers": self._numbers(choose), "asked_by": "M"}
        self.accepted += self._do(BOSS, "correct draw", **details)

    def _invalidate(self, choose: Choose) -> None:
        details = {"game": self._some_game(choose), "ground": "fraud", "asked_by": "M"}
        self.accepted += self._do(BOSS, "invalidate", **details)

    def _settle_owed(self, choose: Choose) -> None:
        for owed in owed_on_tickets(self.keno):
            assert self._do(BOSS, "settle owed", ticket=owed.ticket)

    # What must be so

    def holds(self) -> None:
        """Holds the books against the fold."""
        keno = self.keno
        running.settle(keno, NOON)
        self._settle_owed(lambda _: 0)
        keno.ledger.settle_down()
        for proof in proofs(keno):
            assert proof.agrees, proof
        assert all(day.agrees for day in days(keno))
        assert not list(changed_papers(keno))
        tickets = [ticket for number in self.sold if (ticket := keno.ticket(number)) is not None]
        stands = [ticket for ticket in tickets if ticket.status == TicketStatus.LIVE]
        won, pools = self._fold(stands)
        assert keno.pools() == pools
        for ticket in stands:
            still = sum(win.cents for win in due(keno, ticket)[0])
            assert paid_on(keno, ticket) + still == sum(won[ticket.number].values()), ticket.number
        for name in PEOPLE:
            bought = sum(ticket.price for ticket in stands if ticket.source == (f"player:{name}" if name else CAGE))
            got = sum(
                won[ticket.number].get(game, 0)
                for ticket in stands
                for game in range(ticket.first, ticket.paid + 1)
                if self.paid_to[ticket.number, game] == name
            )
            if name:
                has = keno.ledger.balance(f"player:{name}") + keno.ledger.balance(owed_account(name)) - BROUGHT
            else:  # cash comes from the cage, and goes back there
                has = keno.ledger.balance(CAGE) - self.cage
            assert has == got - bought, (name, has, bought, got)
        again = Keno(keno.ledger)
        assert again.standing == keno.standing
        assert audit(keno.ledger).sound

    def _fold(self, stands: list[Ticket]) -> tuple[dict[int, dict[int, Cents]], dict[int, Cents]]:
        """What each ticket won in each game, and the pools, worked out from the beginning by the rules alone."""
        terms = self.keno.terms
        pools, won = guaranteed(terms), {ticket.number: dict[int, Cents]() for ticket in stands}
        for game in self.keno.games_between(1, self.keno.standing.game):
            if game.state is not GameState.SETTLED:
                continue
            for spots, cents in game.facts.fed.items():
                pools[spots] += cents
            within = [ticket for ticket in stands if ticket.first <= game.number <= ticket.last]
            if game.facts.invalid:
                for ticket in within:
                    won[ticket.number][game.number] = ticket.charge_in(game.number)
                continue
            found = [
                (ticket, way, prize(terms, ticket.special, way.spots, (way.mask & game.mask).bit_count(), way.cents))
                for ticket in within
                for way in unpacked(ticket.ways)
            ]
            majors: dict[Cents, int] = {}
            for _, _, each in found:
                if each.is_major(terms):
                    majors[each.cents] = majors.get(each.cents, 0) + 1
            cut = pro_rate(terms, majors)
            for ticket, way, each in found:
                full = [other.cents for _, other, of in found if of.jackpot and other.spots == way.spots]
                amount = (
                    pools[way.spots] * way.cents // sum(full)
                    if each.jackpot
                    else cut.paid(each.cents, terms.prizes.major.value * 100)
                )
                had = won[ticket.number].get(game.number, 0)
                won[ticket.number][game.number] = had + amount
            for spots in {way.spots for _, way, each in found if each.jackpot}:
                pools[spots] = guaranteed(terms)[spots]
        return won, pools
