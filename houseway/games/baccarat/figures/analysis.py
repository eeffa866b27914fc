"""What Baccarat is worth.

Nobody decides anything, and only the value of a card matters, so a shoe is ten counts. Every pair for Player and every pair
for Banker is taken once with the number of ways it comes; what follows is the table of play, asked of the same functions the
script asks. The ways of the third cards are sums over what is left, so any shoe is a matter of milliseconds, and all is in
whole numbers: the orders in which six cards can come, whether or not all six are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.complaint import BadInput
from houseway.games.baccarat.hand import points
from houseway.games.baccarat.settle import due_to, outcome
from houseway.games.baccarat.tableau import COLUMNS, banker_draws, ended, player_draws
from houseway.games.baccarat.terms import SPOTS, Terms
from houseway.kit.cards import CARDS, Card
from houseway.kit.shoe import Shoe
from houseway.money import Odds
from houseway.odds.distribution import Distribution, WagerOdds
from houseway.odds.joint import Joint
from houseway.play.events import Dealt
from houseway.play.layout import VOID
from houseway.play.prompts import ClosedWindow
from houseway.play.script import Step
from houseway.play.wagers import Wager

MOVES = ("dealing.decks", "player.pays", "banker.pays", "commission", "tie.pays", "tableau")

UNIT = 100  # cents
VALUES = 10
OUTCOMES = ("player", "banker", "tie")
PAIRS = tuple((one, two) for one in range(VALUES) for two in range(one, VALUES))
LISTED = ("banker", "player", "tie")  # the lowest edge first
BETS = ClosedWindow(tuple(Wager("P1", 1, spot, UNIT) for spot in SPOTS))

# Hands that show every way a coup can go, for laying books side by side.
HANDS = {
    "a natural": "9S 8H KD KC",
    "Banker's natural": "5S 8H KD KC",
    "both draw": "2S 3H KD KC 4H 5D",
    "Banker against no card": "KS TH 6D 5C 4S",
    "a tie": "7S 7H KD KC",
}


def net(terms: Terms, came: str, spot: str) -> Fraction:
    """A wager's result per unit, as the settlement has it."""
    result, _ = due_to(terms, came, spot)
    if isinstance(result, Odds):
        return result.ratio
    return Fraction(0) if result is VOID else Fraction(-1)


@dataclass(frozen=True)
class Play:
    """The table of play as plain lists, by the counts of two cards: what the sums below and the kernel look up."""

    ends: list[list[bool]]
    player: list[list[bool]]
    banker: list[list[list[bool]]]  # the last index is Player's third card, or the column for none

    @classmethod
    def of(cls, terms: Terms) -> Play:
        tens, table = range(VALUES), terms.tableau
        return cls(
            [[ended(table, player, banker) for banker in tens] for player in tens],
            [[player_draws(table, player, banker) for banker in tens] for player in tens],
            [
                [[banker_draws(table, player, banker, third) for third in range(COLUMNS)] for banker in tens]
                for player in tens
            ],
        )


def cells(terms: Terms) -> list[int]:
    """The outcome, as its number in the list, for both counts of two cards and the values of a fifth and a sixth card."""
    table, found, tens = Play.of(terms), [], range(VALUES)
    for player in tens:
        for banker in tens:
            for fifth in tens:
                for sixth in tens:
                    if table.player[player][banker]:
                        own = (player + fifth) % VALUES
                        other = (banker + sixth) % VALUES if table.banker[player][banker][fifth] else banker
                    else:
                        own = player
                        other = (banker + fifth) % VALUES if table.banker[player][banker][-1] else banker
                    found.append(OUTCOMES.index(outcome(own, other)))
    return found


@dataclass(frozen=True)
class Weighed:
    """The table of play weighed by a shoe."""

    play: Play
    counts: tuple[int, ...]  # cards left of each value, 0 to 9

    @classmethod
    def by(cls, terms: Terms, shoe: Shoe | None = None) -> Weighed:
        shoe = shoe or Shoe.of(terms.dealing.decks.value.count)
        counts = [0] * VALUES
        for card in CARDS:
            counts[points(card)] += shoe.count(card)
        if sum(counts) < 6:
            raise BadInput(f"a shoe of {sum(counts)} cards cannot deal a coup; six may be needed")
        return cls(Play.of(terms), tuple(counts))

    @property
    def total(self) -> int:
        """The orders in which six cards can come."""
        cards, orders = sum(self.counts), 1
        for drawn in range(6):
            orders *= cards - drawn
        return orders

    @cached_property
    def ways(self) -> dict[str, int]:
        """Of those orders, how many bring each outcome."""
        sums = [sum(column) for column in zip(*self.by_player_count.values(), strict=True)]
        return dict(zip(OUTCOMES, sums, strict=True))

    @cached_property
    def by_player_count(self) -> dict[int, tuple[int, int, int]]:
        """The same by the count of Player's first two cards: ways of Player, of Banker, of a tie."""
        sums = {count: [0, 0, 0] for count in range(VALUES)}
        left = list(self.counts)
        for one, two, ways in _pairs(left):
            player = (one + two) % VALUES
            into = sums[player]
            left[one] -= 1
            left[two] -= 1
            for three, four, more in _pairs(left):
                left[three] -= 1
                left[four] -= 1
                for n, tail in enumerate(self._tails(left, player, (three + four) % VALUES)):
                    into[n] += ways * more * tail
                left[three] += 1
                left[four] += 1
            left[one] += 1
            left[two] += 1
        return {count: (won, lost, tied) for count, (won, lost, tied) in sums.items()}

    def _tails(self, left: list[int], player: int, banker: int) -> tuple[int, int, int]:
        """In how many ways two more cards, used or not, bring each outcome."""
        cards = sum(left)
        rest = cards * (cards - 1)
        if self.play.ends[player][banker]:
            return _all_to(player, banker, rest)
        draws = self.play.banker[player][banker]
        below = _below(left, banker)
        if not self.play.player[player][banker]:
            if not draws[-1]:
                return _all_to(player, banker, rest)
            won, tied = below[player], below[player + 1] - below[player]
            return won * (cards - 1), (cards - won - tied) * (cards - 1), tied * (cards - 1)
        to_player = to_banker = to_tie = 0
        for third, ways in enumerate(left):
            if not ways:
                continue
            final = (player + third) % VALUES
            if draws[third]:
                own = (banker + third) % VALUES  # the card that is gone cannot come again
                won = below[final] - (own < final)
                tied = below[final + 1] - below[final] - (own == final)
                to_player += ways * won
                to_tie += ways * tied
                to_banker += ways * (cards - 1 - won - tied)
            elif final == banker:
                to_tie += ways * (cards - 1)
            elif final > banker:
                to_player += ways * (cards - 1)
            else:
                to_banker += ways * (cards - 1)
        return to_player, to_banker, to_tie

    def chance(self, came: str) -> Fraction:
        return Fraction(self.ways[came], self.total)


def _pairs(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Two values and in how many orders they come; what is left does not change for the loop."""
    counts = tuple(left)
    for one, two in PAIRS:
        ways = counts[one] * (counts[one] - 1) if one == two else 2 * counts[one] * counts[two]
        if ways:
            yield one, two, ways


def _below(left: list[int], banker: int) -> list[int]:
    """How many cards would leave Banker below each count from 0 to 10."""
    sums = [0]
    for final in range(VALUES):
        sums.append(sums[-1] + left[(final - banker) % VALUES])
    return sums


def _all_to(player: int, banker: int, ways: int) -> tuple[int, int, int]:
    return (ways, 0, 0) if player > banker else (0, ways, 0) if banker > player else (0, 0, ways)


# What the lab asks of every game


def wagers(terms: Terms, shoe: Shoe | None = None) -> list[WagerOdds]:
    """Every wager and what it is worth."""
    weighed = Weighed.by(terms, shoe)
    return [
        WagerOdds(spot, Distribution.of((net(terms, came, spot), weighed.chance(came)) for came in OUTCOMES))
        for spot in LISTED
    ]


def tape(steps: list[Step]) -> list[int]:
    """The values of a coup's cards, in the order they came."""
    return [points(step.card) for step in steps if isinstance(step, Dealt) and isinstance(step.card, Card)]


def par(terms: Terms, odds: list[WagerOdds]) -> dict[str, Any]:
    """Baccarat's own sheet: the three wagers, and how a coup stands after Player's first two cards."""
    of = Weighed.by(terms)
    cards = sum(of.counts)

    def share(ways: int, whole: int) -> str:
        return f"{ways / whole * 100:.4f}"

    rows = [
        (
            one.wager.capitalize(), share(of.ways[one.wager], of.total), str(_pays(terms, one.wager)),
            f"{float(one.house_edge) * 100:.4f}", f"{one.outcomes.deviation:.4f}",
            f"{float(one.expectation):+.6f}".replace("-", "−"),
        )
        for one in odds
    ]  # fmt: skip
    player = [(str(count), Fraction(ways[0], sum(ways)), "plain") for count, ways in of.by_player_count.items()]
    return {
        "headline": tuple((f"{float(one.house_edge) * 100:.4f}%", f"Edge on {one.wager}") for one in odds),
        "columns": ("Wager", "Wins %", "Pays", "Edge %", "Deviation", "Expectation"),
        "rows": tuple(rows),
        "charts": (
            {
                "title": "What a coup brings",
                "subtitle": "Chance of each outcome; a tie is hollow",
                "kind": "bars",
                "points": tuple(
                    (came.capitalize(), of.chance(came), "hollow" if came == "tie" else "plain") for came in OUTCOMES
                ),
                "foot": "The tie voids wagers on both hands",
            },
            {
                "title": "How often Player wins, by its first two cards",
                "subtitle": "Before Banker's hand is opened",
                "kind": "bars",
                "points": tuple(player),
                "foot": "Count of Player's two cards",
            },
        ),
        "method": (
            f"Exact, by summing over every pair for each hand and every third card. Fresh shoe of {cards} cards: "
            f"{of.total:,} orders of six."
        ),
        "clauses": tuple(clause.number for clause in (terms.tableau.banker.by + terms.settling).clauses),
    }


def _pays(terms: Terms, spot: str) -> Odds:
    result, _ = due_to(terms, spot, spot)
    assert isinstance(result, Odds)
    return result


def last_hand(terms: Terms, shoe: Shoe | None = None) -> Joint:
    """One hand for several players at a table, for who is the last to wager in a tournament."""
    from houseway.games.baccarat.figures.last_hand import Coup

    return Coup.of(terms, shoe)
