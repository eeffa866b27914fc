"""The chart for exactly these rules: what to do with every hand against every upcard, what each choice is worth, and what a
wrong one costs. As a table, as a drawing and as a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from houseway.complaint import BadInput
from houseway.draw.palette import colour
from houseway.draw.svg import SANS, Attr, group, picture, tag, text
from houseway.figures import kept
from houseway.games.blackjack.figures.rules import ACE, BY_CARDS, BY_TOTALS, TEN, UPS
from houseway.games.blackjack.figures.side_wagers import insurance
from houseway.games.blackjack.figures.solving import Solved, solved
from houseway.games.blackjack.figures.ways import Chart
from houseway.games.blackjack.terms import Terms
from houseway.kit.shoe import Shoe

ACROSS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)  # upcards as charts have them: two to ten, then the ace
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
WORDS = {"stand": "stand", "hit": "draw", "double": "double", "split": "split", "surrender": "give up"}


@dataclass(frozen=True)
class Cell:
    """One hand against one upcard: what every choice is worth per unit of the wager, and the best of them."""

    hand: str
    up: str
    chance: float  # of being dealt it, of all rounds
    options: dict[str, float]
    best: str
    then: str  # what to do with the same total of more than two cards

    @property
    def letters(self) -> str:
        """The best play; and, where it is another with more than two cards, that one in a small letter."""
        return LETTERS[self.best] + (LETTERS[self.then].lower() if self.best not in (self.then, "split") else "")

    @property
    def costs(self) -> dict[str, float]:
        """What each choice gives away against the best."""
        return {name: self.options[self.best] - value for name, value in self.options.items()}

    @property
    def cost(self) -> float:
        """What the smallest mistake costs."""
        return min((cost for name, cost in self.costs.items() if name != self.best), default=0.0)


@dataclass(frozen=True)
class Grid:
    """A chart: its cells, what a round is worth by it in double precision, also by upcard, and the cards of the shoe."""

    how: str
    cells: tuple[Cell, ...]
    about: str
    value: float
    by_upcard: dict[int, float]
    cards: int
    exactly: Callable[[], Fraction]

    @cached_property
    def rows(self) -> dict[str, dict[str, Cell]]:
        found: dict[str, dict[str, Cell]] = {}
        for cell in self.cells:
            found.setdefault(cell.hand, {})[cell.up] = cell
        return found

    @property
    def legend(self) -> str:
        """What the letters stand for."""
        offered = {name for cell in self.cells for name in cell.options}
        return ", ".join(f"{LETTERS[name]} {WORDS[name]}" for name in LETTERS if name in offered)

    @property
    def ups(self) -> list[str]:
        present = {cell.up for cell in self.cells}
        return [NAMES[up] for up in ACROSS if NAMES[up] in present]

    def __getitem__(self, hand_up: tuple[str, str]) -> Cell:
        return self.rows[hand_up[0]][hand_up[1]]

    @property
    def expectation(self) -> Fraction:
        """What a round is worth, played by this chart."""
        return self.exactly()

    def lines(self) -> list[tuple[str, ...]]:
        """The letters, a row to each hand."""
        return [(hand, *(row[up].letters if up in row else "" for up in self.ups)) for hand, row in self.rows.items()]

    def decisions(self) -> list[dict[str, Any]]:
        return [
            {
                "decision": f"{cell.hand} against {cell.up}",
                "hand": cell.hand,
                "up": cell.up,
                "pays": "",
                "chance": cell.chance,
                "options": cell.options,
                "best": cell.best,
                "cost": cell.cost,
                "costs": cell.costs,
            }
            for cell in self.cells
        ]

    def __repr__(self) -> str:
        return f"{self.about}, {self.how}: {self.value:+.6f}"

    def _repr_html_(self) -> str:
        return self._repr_svg_()

    def _repr_svg_(self) -> str:
        return drawn(self)


def grid(terms: Terms, shoe: Shoe | None = None, how: str = BY_TOTALS, about: str = "Blackjack") -> Grid:
    """The chart, as it was kept or else as it is found."""
    of = solved(terms, shoe)

    def find() -> dict[str, Any]:
        chart = of.by_cards if how == BY_CARDS else of.by_totals
        cells = [(c.hand, c.up, c.chance, c.options, c.best, c.then) for c in _cells(of, chart, how)]
        by_upcard = chart.by_upcard()
        return {"cells": cells, "by_upcard": list(by_upcard.items()), "value": chart.value()}

    doc = kept.kept(of.asked("chart", how, "the chart"), find)
    cells, by_upcard = tuple(Cell(*row) for row in doc["cells"]), dict(doc["by_upcard"])
    return Grid(how, cells, about, doc["value"], by_upcard, of.size, partial(of.worth, how))


def _cells(of: Solved, chart: Chart, how: str) -> Iterator[Cell]:
    worth = {up: _worth(of, chart, up, how) for up in UPS if of.ranks[up]}
    for name, members in _hands(of, how):
        for up in ACROSS:
            if up in worth:
                cell = _cell(of, chart, name, members, up, worth[up])
                if cell is not None:
                    yield cell


def _worth(of: Solved, chart: Chart, up: int, how: str) -> tuple[Any, Any, Any, Any]:
    """For one upcard: the value of standing, drawing and doubling on every hand, and how often each is dealt."""
    if how == BY_CARDS:
        hit, double = of.best[up][0], of.best[up][1]
    else:
        _, hit, double = of._by_chart(up, chart.more[up])
    return of.stand[up], hit, double, of._dealt(up)


def _hands(of: Solved, how: str) -> Iterator[tuple[str, list[int]]]:
    """The rows of a chart, each with the hands of two cards that belong to it."""
    total, soft, size = of.hands[2], of.hands[3], of.hands[4]
    pairs = {of.index[tuple(2 * (r == rank) for r in range(10))]: rank for rank in range(10)}
    two = [n for n in range(len(total)) if size[n] == 2]
    if how == BY_CARDS:
        for n in two:
            ranks = [rank for rank in range(10) for _ in range(int(of.hands[0][n, rank]))]
            if total[n] < 21:
                yield " ".join(NAMES[rank] for rank in sorted(ranks, reverse=True)), [n]
        return
    for points in range(5, 20):
        found = [n for n in two if total[n] == points and not soft[n] and n not in pairs]
        if found:
            yield str(points), found
    for points in range(13, 21):
        yield f"soft {points}", [n for n in two if total[n] == points and soft[n] and n not in pairs]
    for n, rank in pairs.items():
        yield f"{NAMES[rank]} {NAMES[rank]}", [n]


def _cell(of: Solved, chart: Chart, name: str, members: list[int], up: int, worth: Any) -> Cell | None:
    stand, hit, double, dealt = worth
    weights = [float(dealt[n]) for n in members]
    whole = sum(weights)
    if whole <= 0:
        return None

    def mean(values: Any) -> float:
        return sum(float(values[n]) * weight for n, weight in zip(members, weights, strict=True)) / whole

    options: dict[str, float] = {}
    if all(int(of.hands[2][n]) >= of.rules.must_draw for n in members):
        options["stand"] = mean(stand)
    options["hit"] = mean(hit)
    if all(of.may_double[int(of.hands[2][n])] for n in members):
        options["double"] = mean(double)
    if of.may_give_up(up):
        options["surrender"] = mean(of.given_up[up])
    counts = of.hands[0][members[0]]
    if len(members) == 1 and counts.max() == 2 and of.rules.most_hands > 1:
        options["split"] = of.split_value(chart, up, int(counts.argmax()))
    best = max(options, key=lambda option: options[option])
    then = "hit" if chart.more[up, members[0]] == 1 else "stand"
    if "split" in options and best != "double":
        then = best  # more cards of the same total are no pair, and have a row of their own
    return Cell(name, NAMES[up], whole * of.ranks[up] / of.size, options, best, then)


# One hand


def choices(
    terms: Terms, cards: Sequence[int], up: int, shoe: Shoe | None = None, seen: Sequence[int] = ()
) -> dict[str, Any]:
    """What every choice is worth with exactly these cards (by what they count, an ace as one), best play following; and
    against an ace what insurance and even money are worth, given the cards seen."""
    from houseway.games.blackjack.figures.exact import BUST

    ranks = list((solved(terms, shoe)).ranks)
    for card in seen:
        ranks[card - 1] -= 1
        if ranks[card - 1] < 0:
            raise BadInput(f"the shoe has not so many of {NAMES[card - 1]}")
    of = Solved.of(terms, tuple(ranks))
    held = tuple(sum(card == rank + 1 for card in cards) for rank in range(10))
    for rank in range(10):
        if held[rank] + (rank == up - 1) > ranks[rank]:
            raise BadInput(f"the shoe has not so many of {NAMES[rank]}")
    at = of.index.get(held)
    if at is None or at == BUST or len(cards) < 2:
        raise BadInput("a hand is two cards or more and counts 21 at most")
    hits, doubles, _, _, _ = of.best[up - 1]
    total = int(of.hands[2][at])
    options: dict[str, float] = {}
    if total >= terms.hands.must_draw.value:
        options["stand"] = float(of.stand[up - 1][at])
    if total < 21:
        options["hit"] = float(hits[at])
        if len(cards) == 2 and of.may_double[total]:
            options["double"] = float(doubles[at])
        if len(cards) == 2 and of.may_give_up(up - 1):
            options["surrender"] = float(of.given_up[up - 1][at])
        if len(cards) == 2 and cards[0] == cards[1] and of.rules.most_hands > 1:
            options["split"] = of.split_value(of.by_cards, up - 1, cards[0] - 1)
    natural = len(cards) == 2 and total == 21
    found: dict[str, Any] = {"options": options, "best": max(options, key=lambda option: options[option])}
    if up == 1:
        left = insurance(terms, of.ranks, tuple(card - 1 for card in cards))
        found["insurance"] = left.expectation
        if natural:
            ten = Fraction(of.ranks[TEN] - held[TEN], of.size - 1 - len(cards))
            wait = terms.settling.blackjack.value.ratio * (1 - ten)
            found["options"] = {"wait": wait, "even money": terms.settling.even_money.value.ratio}
            found["best"] = max(found["options"], key=lambda option: found["options"][option])
    elif natural:
        ace = Fraction(of.ranks[ACE] - held[ACE], of.size - 1 - len(cards)) if up == 10 else Fraction(0)
        found["options"] = {"stand": terms.settling.blackjack.value.ratio * (1 - ace)}
        found["best"] = "stand"
    return found


# As a drawing

FILLS = {"stand": "#DDE3DF", "hit": "#FFFFFF", "double": "#FDF0CB", "split": "#D9EADF", "surrender": "#F3DCDC"}


def drawn(of: Grid) -> str:
    """The chart as people learn it: letters in cells, and what they stand for."""
    rows, ups = of.rows, of.ups
    width, height, left, top = 52.0, 28.0, 92.0, 84.0
    across = left + width * len(ups) + 24
    tall = top + height * len(rows) + 66
    ink, quiet = colour("ink"), colour("ink-2")
    parts = [
        tag("rect", width=across, height=tall, fill=colour("sheet")),
        text(24, 34, of.about, 17.5, 650, ink, family=SANS, room=across - 48),
        text(
            24,
            55,
            f"{of.how.capitalize()}; a round is worth {of.value:+.6f}".replace("-", "−"),
            13.5,
            450,
            quiet,
        ),
    ]
    for n, up in enumerate(ups):
        parts.append(text(left + (n + 0.5) * width, top - 8, up, 15, 650, ink, "middle"))
    for row, (hand, cells) in enumerate(rows.items()):
        y = top + row * height
        parts.append(text(left - 12, y + 19, hand, 14, 600, ink, "end"))
        for n, up in enumerate(ups):
            cell = cells.get(up)
            if cell is None:
                continue
            words = ", ".join(f"{WORDS[name]} {value:+.4f}" for name, value in cell.options.items()).replace("-", "−")
            style: dict[str, Attr] = {"fill": FILLS[cell.best], "stroke": colour("rule"), "stroke_width": 1}
            box = tag("rect", x=left + n * width, y=y, width=width, height=height, **style)
            label = text(left + (n + 0.5) * width, y + 19, cell.letters, 14, 650, ink, "middle")
            parts.append(group(tag("title", f"{hand} against {up}: {words}"), box, label))
    y = top + height * len(rows) + 28
    legend = f"{of.legend.replace(', ', ' · ')}; a small letter is for the same total of more than two cards"
    parts.append(text(24, y, legend, 13.5, 450, quiet, room=across - 48))
    parts.append(text(24, y + 20, "For study; no table shows it.", 13, 450, quiet))
    label = f"{of.about}: the best play of {len(rows)} hands against {len(ups)} upcards"
    return picture(across, tall, *parts, label=label, font_family=SANS)
