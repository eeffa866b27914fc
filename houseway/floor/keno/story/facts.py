"""Facts: what a story of the keno computer may ask for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.floor.keno import running
from houseway.floor.keno.judging import ticket_owed
from houseway.floor.keno.masks import evaluate
from houseway.floor.keno.papers import unpacked
from houseway.floor.keno.paying import due
from houseway.floor.keno.selling import catalogue
from houseway.floor.story import BadStory
from houseway.floor.story.spelled import whole
from houseway.forms import Doc
from houseway.games.keno.drawing import DrawnByHand, DrawVoid
from houseway.games.keno.prizes import prize, pro_rate
from houseway.money import plain
from houseway.play.events import Called

if TYPE_CHECKING:
    from houseway.floor.keno.story.teller import Teller


def _due(self: Teller, name: str) -> str:
    self._settle()
    if name.isdigit() and whole(name, "due") >= len(self.copies):
        raise BadStory(f"{len(self.copies)} tickets alike were sold; they count from 0")
    number = self.copies[int(name)] if name.isdigit() else self.ticket(name).number
    ticket = self.desk.ticket(number)
    assert ticket is not None
    wins = due(self.desk, ticket)[0]
    for won in (way for win in wins for way in win.ways):
        self._cite(won.by, "Settled")  # what is due says why
    return plain(sum(win.cents for win in wins))


def _way_prizes(self: Teller, name: str) -> str:
    """Each way of a ticket with its matches and prize in the game just drawn: "4 56, 3 2"."""
    self._settle()
    ticket = self.ticket(name)
    self.drawn()
    wins = due(self.desk, ticket)[0]
    if not wins:
        raise BadStory(f"nothing of {name} has been drawn, or it has been paid")
    found, told = wins[-1], []
    game = self.drawn(found.game)
    for way in unpacked(ticket.ways):
        won = next((item for item in found.ways if item.numbers == way.numbers), None)
        told.append(f"{(way.mask & game.mask).bit_count()} {plain(won.cents if won else 0)}")
    return ", ".join(told)


def _uncapped(self: Teller, name: str) -> str:
    self._settle()
    ticket = self.ticket(name)
    game = self.drawn(ticket.first)
    terms = self.desk.terms
    ways = unpacked(ticket.ways)
    found = [prize(terms, ticket.special, w.spots, (w.mask & game.mask).bit_count(), w.cents) for w in ways]
    return plain(sum(item.uncapped for item in found))


def _majors(self: Teller) -> dict[int, int]:
    self._settle()
    game = self.drawn()
    return evaluate(self.desk.terms, game.mask, self.desk.pages(game.number)).majors


def _jackpot(self: Teller, spots: str) -> str:
    self._settle()
    pools = {str(number): pool for number, pool in self.desk.pools().items()}
    if spots not in pools:
        raise BadStory(f"there is no jackpot of {spots!r}; there are {', '.join(pools)}")
    return plain(pools[spots])


def _owed_on(self: Teller, name: str) -> str:
    return plain(self.ledger.balance(ticket_owed(self.ticket(name))))


def _aggregate(self: Teller, _: str) -> str:
    majors, terms = _majors(self), self.desk.terms
    cut, least = pro_rate(terms, majors), terms.prizes.major.value * 100
    total = sum((cut.exact(amount, least) * count for amount, count in majors.items()), Fraction(0))
    return plain(int(total)) if total.denominator == 1 else str(total / 100)


def _credit(self: Teller, name: str) -> str:
    if name not in self.purses:
        known = ", ".join(sorted(self.purses)) or "no players"
        raise BadStory(f"nobody in this story is called {name!r}; there are {known}")
    return plain(self.ledger.balance(f"player:{name}"))


def _structure(self: Teller, name: str) -> str:
    ticket = self.ticket(name)
    ways = unpacked(ticket.ways)
    numbers = {number for way in ways for number in way.numbers}
    sizes = sorted(len(way.numbers) for way in ways)
    inside = all(1 <= number <= 80 for number in numbers)
    return f"{len(ways)} ways of {min(sizes)} to {max(sizes)}, {len(numbers)} numbers{'' if inside else ', outside 1 to 80'}"


def _tape(self: Teller, what: str) -> Doc:
    game = self.desk.game(self.desk.standing.drawing) or self.drawn()
    at = running.progress(self.desk, game)
    stands = running.standing_numbers(self.desk, game)
    if what == "numbers":
        return " ".join(
            str(number) for number in (game.numbers if game.facts.was else stands)
        )  # as corrected, if it was
    if what == "void":
        return any(isinstance(event, DrawVoid) for event in at.events)
    if what == "by hand":
        return any(isinstance(event, DrawnByHand) for event in at.events)
    if what == "to come":
        return 20 - len(stands)
    return len(stands)


def _display(self: Teller, _: str) -> str:
    """What the displays said last of the game being drawn."""
    game = self.desk.game(self.desk.standing.drawing) or self.drawn()
    return next((e.said for e in reversed(running.progress(self.desk, game).events) if isinstance(e, Called)), "")


FACTS: dict[str, Callable[[Teller, str], Doc]] = {
    "price": lambda self, name: plain(self.paper(name, "price")),
    "due": _due,
    "ways": _way_prizes,
    "before_cap": _uncapped,
    "major": lambda self, _: bool(_majors(self)),
    "aggregate": _aggregate,
    "structure": _structure,
    "numbers": lambda self, name: " ".join(str(n) for n in unpacked(self.ticket(name).ways)[0].numbers),
    "to_go": lambda self, name: self.ticket(name).games >= self.desk.terms.prices.to_go.value,
    "jackpot": _jackpot,
    "owed": _owed_on,
    "refund": lambda self, _: plain(self.happened("refund")),
    "cancelled": lambda self, _: " ".join(str(game) for game in self.happened("games")),
    "paid": lambda self, _: plain(self.happened("cents")),
    "reversed": lambda self, _: plain(self.happened("reversed")),
    "credit": _credit,
    "change": lambda self, _: plain(self.happened("change")),
    "cheque": lambda self, _: plain(self.happened("cheque")),
    "keno_day": lambda self, name: self.ticket(name).day,
    "first": lambda self, name: self.ticket(name).first,
    "last": lambda self, name: self.ticket(name).last,
    "special": lambda self, name: self.ticket(name).special,
    "draw": _tape,
    "marked": lambda self, name: len({number for way in unpacked(self.ticket(name).ways) for number in way.numbers}),
    "form": lambda self, _: " ".join(map(str, self.desk.terms.kinds.mark_form.value)),
    "display": _display,
    "selling": lambda self, _: self.desk.standing.game,
    "catalogue": lambda self, _: sorted(catalogue()),
}
ABOUT_PAPERS = (
    "price", "due", "ways", "before_cap", "structure", "numbers", "to_go", "jackpot", "owed", "credit", "keno_day",
    "first", "last", "special", "marked",
)  # fmt: skip
_PRIZES = ("Settled", "ProRated", "JackpotWon")
EVALUATED: dict[str, tuple[str, ...]] = {  # facts that the evaluation of a draw brings, and what it does for them
    "due": _PRIZES, "ways": _PRIZES, "before_cap": _PRIZES, "major": _PRIZES, "aggregate": _PRIZES,
    "jackpot": ("JackpotFed", "JackpotWon"),
}  # fmt: skip
