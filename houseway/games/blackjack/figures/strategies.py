"""Own strategies of Blackjack: a chart of hands against upcards, a rule in words, or any function of what a player sees.

Every hand by its cards is asked about against every upcard, as two cards, as more, and as two cards after a split; so is
insurance, hand by hand, and even money. A pair that is split is split again as often as the book lets it. What comes of it is a
chart like those of ``solving``: its value is a fraction, and the kernel plays it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.complaint import BadInput
from houseway.figures import kept
from houseway.games.blackjack.figures.chart import ACROSS, NAMES
from houseway.games.blackjack.figures.rules import ACE, UPS
from houseway.games.blackjack.figures.side_wagers import insurance
from houseway.games.blackjack.figures.solving import Solved, solved
from houseway.games.blackjack.figures.ways import CHOICES, Chart, Player
from houseway.games.blackjack.terms import Terms
from houseway.kit.shoe import Shoe
from houseway.odds.distribution import WagerOdds
from houseway.odds.own_play import Choose, Cost, Situation, decided
from houseway.play.prompts import Prompt
from houseway.play.script import Step

FACTS = {
    "kind": '"hand", "insurance" or "even money"',
    "cards": "what the cards of the hand count, an ace as 1, in rising order",
    "total": "what the hand comes to",
    "soft": "whether an ace counts eleven in it",
    "pair": "whether it is two cards of one count",
    "up": "what the dealer's card counts, an ace as 1",
    "from_split": "whether the hand was made by a split",
}
OPTIONS = {
    "stand": "no more cards", "hit": "one card more", "double": "twice the wager for one card",
    "split": "a pair as two hands", "surrender": "half the wager for the hand, where the book allows it",
    "insure": "insurance to the most", "decline": "no insurance", "take": "even money now", "wait": "for the dealer's card",
}  # fmt: skip
KEYS = {
    "begin": 'where the chart says nothing: "best by totals", "best by the cards", "mimic the dealer" or "never bust"',
    "chart": 'a row of letters for a hand, such as "16", "12-16", "soft 18" or "8 8", one to each card of the row "up"',
    "insurance": '"never" (the usual) or "always"',
    "even_money": '"wait" (the usual) or "take"',
}
LETTERS = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}


# A file


def read(terms: Terms, shoe: Shoe | None, doc: Mapping[str, Any]) -> Choose:
    begin = _beginning(terms, shoe, doc.get("begin"))
    rows = _rows(doc.get("chart", {}))
    if begin is None and not rows:
        raise BadInput(f"a strategy of Blackjack has a chart, or begins with {KEYS['begin'].partition(': ')[2]}")
    sides = {
        "insurance": {"never": "decline", "always": "insure"},
        "even_money": {"wait": "wait", "take": "take"},
    }
    said = {}
    for name, known in sides.items():
        text = str(doc.get(name, next(iter(known))))
        if text not in known:
            raise BadInput(f"{name} takes {' or '.join(known)}, not {text!r}")
        said[name.replace("_", " ")] = known[text]

    def choose(asked: Situation) -> str | None:
        if asked.kind != "hand":
            return said[asked.kind]
        for row in _names(asked):
            if (letters := rows.get((row, asked.up))) is not None:
                for letter in letters if len(asked.cards) == 2 else reversed(letters):
                    if LETTERS[letter.upper()] in asked.options:
                        return LETTERS[letter.upper()]
                if letters != "P":  # a double that is closed is a card drawn, and so is a hand that cannot be given up
                    return "hit"
        return None if begin is None else begin(asked)

    return choose


def _names(asked: Situation) -> Iterator[str]:
    """The rows of a chart that a hand may stand in, the closest first."""
    if asked.pair:
        yield f"{NAMES[asked.cards[0] - 1]} {NAMES[asked.cards[0] - 1]}"
    yield f"soft {asked.total}" if asked.soft else str(asked.total)


def _rows(chart: Any) -> dict[tuple[str, int], str]:
    """Letters by the name of a row and the upcard."""
    if not isinstance(chart, Mapping):
        raise BadInput(f"chart is a table of rows, {KEYS['chart']}")
    across = str(chart.get("up", " ".join(NAMES[up] for up in ACROSS))).upper().split()
    across = ["10" if up == "T" else up for up in across]
    if sorted(across) != sorted(NAMES):
        raise BadInput(
            f"the row up names every upcard once: {' '.join(NAMES[up] for up in ACROSS)}; not {chart.get('up')!r}"
        )
    found: dict[tuple[str, int], str] = {}
    for name, text in chart.items():
        if name == "up":
            continue
        cells = str(text).split()
        if len(cells) != len(across):
            raise BadInput(f"the row {name!r} has {len(cells)} entries for {len(across)} upcards")
        for up, cell in zip(across, cells, strict=True):
            if not re.fullmatch(r"[SHDPR][shdpr]?", cell):
                raise BadInput(
                    f"{name} against {up}: {cell!r} is not S, H, D, P or R, perhaps with a small letter for where that is closed"
                )
            for row in _of_row(str(name)):
                found[row, NAMES.index(up) + 1] = cell
    return found


def _of_row(name: str) -> list[str]:
    """The hands that a row is for."""
    text = " ".join(re.sub(r"\bT\b", "10", name.upper()).split())
    if pair := re.fullmatch(r"(A|10|[2-9])[ ,/](A|10|[2-9])", text):
        if pair[1] != pair[2]:
            raise BadInput(f"the row {name!r} is no pair; a hand of two cards stands in the row of its total")
        return [f"{pair[1]} {pair[1]}"]
    if span := re.fullmatch(r"(SOFT )?(\d{1,2})(?:-(\d{1,2}))?", text):
        soft, low, high = span[1] or "", int(span[2]), int(span[3] or span[2])
        if (12 if soft else 4) <= low <= high <= 20:
            return [f"{soft.lower()}{total}" for total in range(low, high + 1)]
    raise BadInput(f"{name!r} is no row of a chart: totals from 4 to 20, soft ones from 12 to 20, pairs such as 8 8")


def _beginning(terms: Terms, shoe: Shoe | None, begin: Any) -> Choose | None:
    if begin is None:
        return None
    known: dict[str, Callable[[], Choose]] = {
        "best by totals": lambda: _by(solved(terms, shoe).by_totals),
        "best by the cards": lambda: _by(solved(terms, shoe).by_cards),
        "mimic the dealer": lambda: _mimic(terms),
        "never bust": lambda: _never_bust(_by(solved(terms, shoe).by_totals)),
    }
    if begin not in known:
        raise BadInput(f"begin takes {', '.join(known)}; not {begin!r}")
    return known[begin]()


def _by(chart: Chart) -> Choose:
    def choose(asked: Situation) -> str | None:
        chosen = chart.choice(asked.cards, asked.up, asked.from_split, "split" in asked.options)
        return chosen if chosen in asked.options else "hit"

    return choose


def _mimic(terms: Terms) -> Choose:
    draws_to, stands_on_soft = terms.dealer.draws_to.value, terms.dealer.stands_on_soft.value

    def choose(asked: Situation) -> str:
        draws = asked.total < stands_on_soft if asked.soft else asked.total <= draws_to
        return "hit" if draws or "stand" not in asked.options else "stand"

    return choose


def _never_bust(best: Choose) -> Choose:
    def choose(asked: Situation) -> str | None:
        wanted = best(asked)
        risky = not asked.soft and asked.total > 11 and wanted in ("hit", "double")
        return "stand" if risky and "stand" in asked.options else wanted

    return choose


# Every situation


@dataclass(frozen=True)
class Own:
    """A strategy as a chart; the first hands that it insures; and whether it takes even money."""

    chart: Chart
    insures: frozenset[tuple[int, int]]  # by what the cards count, in rising order
    even_money: bool


def made(terms: Terms, shoe: Shoe | None, choose: Choose) -> Own:
    of = solved(terms, shoe)
    np, exact = of.np, of.exact
    counts, _, total, soft, size = of.hands[:5]
    count = len(total)
    two, more, after = (np.full((len(UPS), count), -1, np.int8) for _ in range(3))
    splits = np.zeros((len(UPS), len(UPS)), np.bool_)
    hands = [tuple(rank + 1 for rank in range(10) for _ in range(int(many[rank]))) for many in counts]
    ranks = np.array(of.ranks)
    for up in (up for up in UPS if of.ranks[up]):
        there = ((counts + (np.arange(10) == up)) <= ranks).all(axis=1) & (size >= 2)
        for n in map(int, np.flatnonzero(there)):
            acts = (two, more, after) if size[n] == 2 else (more,)
            if total[n] == 21:
                for kind in acts:
                    kind[up, n] = exact.STAND
                continue
            asked = _Asked(of, hands[n], int(total[n]), bool(soft[n]), up)
            more[up, n] = asked.act(choose, False, False, False)
            if size[n] > 2:
                continue
            first = asked.act(choose, True, False, True)
            if first == SPLIT:
                splits[up, hands[n][0] - 1] = True
                first = asked.act(choose, True, False, False)
            two[up, n] = first
            after[up, n] = asked.act(choose, True, True, False)
    chart = Chart(of, two, more, after, splits, np.zeros((10, 10)))
    insures = frozenset(_insured(of, choose))
    facts = {
        "kind": "even money",
        "cards": (1, 10),
        "total": 21,
        "soft": True,
        "pair": False,
        "up": 1,
        "from_split": False,
    }
    even = decided(choose, Situation("even money for a blackjack", ("take", "wait"), facts)) == "take"
    return Own(chart, insures, even)


SPLIT = 9  # beside the acts of a chart
NOTHING = 1e-10  # what double precision leaves of nought


@dataclass(frozen=True)
class _Asked:
    """One hand against one upcard, and what may be chosen with it."""

    of: Solved
    cards: tuple[int, ...]
    total: int
    soft: bool
    up: int

    def act(self, choose: Choose, two: bool, from_split: bool, may_split: bool) -> int:
        rules, pair = self.of.rules, len(self.cards) == 2 and self.cards[0] == self.cards[1]
        options = ["stand"] if self.total >= rules.must_draw else []
        options.append("hit")
        if two and self.of.may_double[self.total] and (rules.double_after_split or not from_split):
            options.append("double")
        if two and pair and may_split and rules.most_hands > 1 and not from_split:
            options.append("split")
        if two and not from_split and self.of.may_give_up(self.up):
            options.append("surrender")
        facts = {
            "kind": "hand", "cards": self.cards, "total": self.total, "soft": self.soft, "pair": pair, "up": self.up + 1,
            "from_split": from_split,
        }  # fmt: skip
        held = " ".join(NAMES[card - 1] for card in self.cards)
        words = f"{'soft ' if self.soft else ''}{self.total} ({held}) against {NAMES[self.up]}"
        chosen = decided(choose, Situation(words + (" after a split" if from_split else ""), tuple(options), facts))
        return SPLIT if chosen == "split" else CHOICES.index(chosen)


def _insured(of: Solved, choose: Choose) -> Iterator[tuple[int, int]]:
    if not of.ranks[ACE]:
        return
    for one, other in _first_hands(of):
        hard = one + other
        soft = one == 1
        facts = {
            "kind": "insurance", "cards": (one, other), "total": hard + 10 if soft else hard, "soft": soft, "pair": one == other,
            "up": 1, "from_split": False,
        }  # fmt: skip
        words = f"insurance with {NAMES[one - 1]} {NAMES[other - 1]}"
        if decided(choose, Situation(words, ("insure", "decline"), facts)) == "insure":
            yield one, other


def _first_hands(of: Solved) -> Iterator[tuple[int, int]]:
    """Two cards that may be dealt against an ace, by what they count."""
    left = [many - (rank == ACE) for rank, many in enumerate(of.ranks)]
    for a in range(10):
        for b in range(a, 10):
            if left[a] > 0 and left[b] > (a == b):
                yield a + 1, b + 1


def _dealt(of: Solved, one: int, other: int) -> Fraction:
    """The chance of an ace as upcard together with these two cards."""
    left = [many - (rank == ACE) for rank, many in enumerate(of.ranks)]
    ways = left[one - 1] * (left[other - 1] - (one == other)) * (1 if one == other else 2)
    return Fraction(of.ranks[ACE] * ways, of.size * (of.size - 1) * (of.size - 2))


# What it is worth


def odds(terms: Terms, shoe: Shoe | None, own: Own, name: str) -> list[WagerOdds]:
    of = own.chart.solved
    value = _worth(own.chart)
    for hand, gain in _insurance(terms, own).items():
        value += gain if hand in own.insures else 0
    if own.even_money:
        value += of.even_money_gains(terms.settling.even_money.value.ratio)

    def slowly() -> Fraction:
        from houseway.games.blackjack.figures.outcomes import variance

        return variance(own.chart)[1]

    plain = not own.insures and not own.even_money
    notes = ("the expectation is exact; houseway simulate counts the outcomes",)
    return [WagerOdds(terms.lines.value[0], None, name, value=value, notes=notes, slowly=slowly if plain else None)]


def _worth(chart: Chart) -> Fraction:
    of = chart.solved
    arrays = {name: getattr(chart, name) for name in ("two", "more", "after_split", "splits")}
    acts = {name: kept.packed(array.astype("int8").tobytes()) for name, array in arrays.items()}
    on = {"chart": acts, "rules": of.rules.plain, "shoe": list(of.ranks)}
    words = "finding what a chart of Blackjack is worth, kept for the next time"
    value: Fraction = kept.kept(kept.Question("blackjack", "worth of a chart", on, words), chart.exactly)
    return value


def _insurance(terms: Terms, own: Own) -> dict[tuple[int, int], Fraction]:
    """What insuring each first hand adds to a round; one that was paid even money is not insured."""
    of, most = own.chart.solved, terms.insurance.most.value
    return {
        hand: _dealt(of, *hand) * most * insurance(terms, of.ranks, (hand[0] - 1, hand[1] - 1)).expectation
        for hand in (_first_hands(of) if of.ranks[ACE] else ())
        if not (own.even_money and hand == (1, 10))
    }


def costs(terms: Terms, shoe: Shoe | None, own: Own) -> Iterator[Cost]:
    """Decision by decision, each against the best play of these very cards after it: what is given away, times how often this
    strategy comes there. Together they are what it costs against the best play by the cards; what is left are the hands of
    splits."""
    of = own.chart.solved
    rows: dict[tuple[str, str, str], list[float]] = {}
    for up in (up for up in UPS if of.ranks[up]):
        for name, chance, chosen, wanted, lost in _lost(own.chart, up):
            row = rows.setdefault((name, chosen, wanted), [0.0, 0.0])
            row[0] += chance
            row[1] += chance * lost
    for (name, chosen, wanted), (chance, lost) in rows.items():
        yield Cost(name, chance, chosen, wanted, lost / chance)
    for one, gain in _insurance(terms, own).items():
        chosen, wanted = "insure" if one in own.insures else "decline", "insure" if gain > 0 else "decline"
        dealt = _dealt(of, *one)
        name = f"insurance with {NAMES[one[0] - 1]} {NAMES[one[1] - 1]}"
        yield Cost(name, dealt, chosen, wanted, Fraction(0) if chosen == wanted else abs(gain) / dealt)
    taken = of.even_money_gains(terms.settling.even_money.value.ratio)
    if of.ranks[ACE] and of.natural(ACE):
        chosen, wanted = "take" if own.even_money else "wait", "take" if taken > 0 else "wait"
        cost = Fraction(0) if chosen == wanted else abs(taken) / of.natural(ACE)
        yield Cost("even money for a blackjack", of.natural(ACE), chosen, wanted, cost)
    rest = float(of.worth("by the cards")) - own.chart.value() - sum(lost for _, lost in rows.values())
    if abs(rest) > NOTHING:
        yield Cost("hands made by splits, all together", 1.0, "as the strategy has them", "as the best play", rest)


def _lost(chart: Chart, up: int) -> Iterator[tuple[str, float, str, str, float]]:
    """The hands that a chart comes to against one upcard: their row, how often, what is chosen, what is best, and the loss."""
    of, np = chart.solved, chart.solved.np
    counts, _, total, soft, size, after = of.hands[:6]
    hits, doubles = of.best[up][:2]
    stand, given_up = of.stand[up], of.given_up[up]
    dealt = of._dealt(up) * (of.ranks[up] / of.size)
    met = np.zeros(len(total))
    left = of.shoe - (np.arange(10) == up) - counts
    for n in range(len(total)):
        chance = float(dealt[n] if size[n] == 2 else met[n])
        if chance <= 0 or total[n] == 21:
            continue
        two = size[n] == 2
        may_stand = total[n] >= of.rules.must_draw
        worth = {"stand": float(stand[n])} if may_stand else {}
        worth["hit"] = float(hits[n])
        pair = two and counts[n].max() == 2
        if two:
            if of.may_double[int(total[n])]:
                worth["double"] = float(doubles[n])
            if of.may_give_up(up):
                worth["surrender"] = float(given_up[n])
            if pair and of.rules.most_hands > 1:
                worth["split"] = of.split_value(of.by_cards, up, int(counts[n].argmax()))
        act = int((chart.two if two else chart.more)[up, n])
        chosen = "split" if pair and chart.splits[up, int(counts[n].argmax())] else CHOICES[act]
        if chosen == "hit":
            for rank in range(10):
                if after[n, rank] >= 0 and left[n, rank] > 0:
                    met[after[n, rank]] += chance * left[n, rank] / (of.size - 1 - size[n])
        wanted = max(worth, key=lambda option: worth[option])
        held = f"{NAMES[int(counts[n].argmax())]} {NAMES[int(counts[n].argmax())]}" if pair else str(int(total[n]))
        held = held if pair or not soft[n] else f"soft {held}"
        name = f"{held}{'' if two else ' of more than two cards'} against {NAMES[up]}"
        yield name, chance, chosen, wanted, worth[wanted] - worth[chosen]


def answers(terms: Terms, shoe: Shoe | None, own: Own) -> Callable[[Prompt, list[Step]], Any]:
    return Player(terms, own.chart, 1, bool(own.insures), own.even_money, own.insures)


def best_file(terms: Terms, shoe: Shoe | None) -> str:
    """The best chart by totals as a file of a strategy, to begin from."""
    from houseway.games.blackjack.figures.chart import grid

    found = grid(terms, shoe)
    ups = found.ups
    rows = {"4": "H", **dict.fromkeys(found.rows, ""), "20": "S", "soft 12": "H"}
    lines = [f'up = "{" ".join(ups)}"']
    for hand, always in rows.items():
        cells = [always or (found.rows[hand][up].letters if up in found.rows[hand] else "H") for up in ups]
        lines.append(f'"{hand}" = "{" ".join(cells)}"')
    return "\n".join(
        ["", "[chart]  # a small letter is for more than two cards, and for where the first is closed", *lines]
    )
