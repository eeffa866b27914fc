"""What blackjack is worth for exactly these rules and any shoe: what the lab asks of every game, answered.

The best ways of playing are found in ``solving``, and are charts in ``ways``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.figures import kept
from houseway.games.blackjack.figures.rules import ACE, BOTH_TAKEN, BY_CARDS, BY_TOTALS, EVEN_MONEY, INSURED, TEN
from houseway.games.blackjack.figures.rules import UNIT as UNIT
from houseway.games.blackjack.figures.side_wagers import insurance, over_under
from houseway.games.blackjack.figures.solving import Solved, solved
from houseway.games.blackjack.figures.ways import Player
from houseway.games.blackjack.terms import Terms
from houseway.kit.shoe import Shoe
from houseway.odds.distribution import WagerOdds
from houseway.odds.drill import Question
from houseway.odds.joint import Joint

if TYPE_CHECKING:
    from houseway.games.blackjack.figures.chart import Grid

MOVES = (
    "dealing.decks", "dealer", "hands.must_draw", "hands.double_on", "hands.double_after_split", "hands.split",
    "hands.split_aces", "hands.resplit_aces", "hands.surrender",
    "settling.blackjack", "settling.at_once", "settling.holds_back", "settling.even_money", "settling.win", "insurance.pays",
    "insurance.most", "over_under.thirteen", "over_under.pays",
)  # fmt: skip

HANDS: dict[str, str] = {}
ONLY_THE_VARIANCE = "expectation and variance are exact; houseway simulate counts the outcomes"
NOT_KEPT = "outcomes are kept for the book's own rules and shoe; here --patient finds the variance, and houseway simulate counts"
SELDOM = Fraction(1, 1000)  # outcomes that a plot leaves out


def policies(terms: Terms, shoe: Shoe | None = None, boxes: int = 1) -> dict[str, Player]:
    """The ways of playing, by the name their odds have."""
    of = solved(terms, shoe)
    return {
        BY_TOTALS: Player(terms, of.by_totals, boxes),
        BY_CARDS: Player(terms, of.by_cards, boxes),
        INSURED: Player(terms, of.by_totals, boxes, insured=True),
        EVEN_MONEY: Player(terms, of.by_totals, boxes, even_money=True),
        BOTH_TAKEN: Player(terms, of.by_totals, boxes, insured=True, even_money=True),
    }


def wagers(terms: Terms, shoe: Shoe | None = None) -> list[WagerOdds]:
    of = solved(terms, shoe)
    listed = [_round(terms, of, played) for played in (BY_TOTALS, BY_CARDS, INSURED)]
    taken = _worth_taking(terms, of, listed)
    listed = [*taken, *(one for one in listed if one not in taken)]
    listed.append(WagerOdds("insurance", insurance(terms, of.ranks), given="an ace as upcard and no other card seen"))
    if terms.over_under is not None:
        listed.extend(over_under(terms, of.ranks))
    return listed


def _worth_taking(terms: Terms, of: Solved, listed: list[WagerOdds]) -> list[WagerOdds]:
    """Ways of playing that are better than the chart alone, because insurance or even money is worth more than it costs here;
    the best first. Under the books as they stand there are none."""
    plain, gains = listed[0].expectation, taking(terms, of)
    found = [one for one in listed if one.strategy == INSURED and one.expectation > plain]
    notes = ("expectation alone; houseway simulate counts the outcomes",)
    wager = listed[0].wager
    found += [WagerOdds(wager, None, played, notes=notes, value=plain + gain) for played, gain in gains.items()]
    return sorted(found, key=lambda one: -one.expectation)


def taking(terms: Terms, of: Solved) -> dict[str, Fraction]:
    """Ways that take even money, where that is worth something, and what each adds to the chart alone. A blackjack that was paid
    even money is not insured."""
    gain = of.even_money_gains(terms.settling.even_money.value.ratio)
    if gain <= 0:
        return {}
    most, every = terms.insurance.most.value, Fraction(of.ranks[ACE], of.size) * insurance(terms, of.ranks).expectation
    paid = of.natural(ACE) * insurance(terms, of.ranks, (ACE, TEN)).expectation
    found = {EVEN_MONEY: gain}
    if every > paid:
        found[BOTH_TAKEN] = gain + most * (every - paid)
    return found


def live(terms: Terms, shoe: Shoe | None = None) -> list[WagerOdds] | None:
    """The figures in double precision, for somebody who drags a provision or goes through shoes; None where fractions are as
    quick."""
    from houseway.games.blackjack.figures.stored_outcomes import mean

    of = solved(terms, shoe)
    if mean(of.usual, BY_TOTALS) is not None:
        return None
    value = Fraction(of.by_totals.value())
    sure = insurance(terms, of.ranks)
    insured = value + Fraction(of.ranks[ACE], of.size) * terms.insurance.most.value * sure.expectation
    line = terms.lines.value[0]
    listed = [WagerOdds(line, None, BY_TOTALS, value=value), WagerOdds(line, None, INSURED, value=insured)]
    listed += [WagerOdds(line, None, played, value=value + gain) for played, gain in taking(terms, of).items()]
    listed.sort(key=lambda one: -one.expectation)
    listed.append(WagerOdds("insurance", sure, given="an ace as upcard and no other card seen"))
    return listed + (over_under(terms, of.ranks) if terms.over_under is not None else [])


def _round(terms: Terms, of: Solved, played: str) -> WagerOdds:
    """The wager, played one way: every outcome where they are kept, else the expectation."""
    from houseway.games.blackjack.figures.stored_outcomes import insured, stored

    line, found = terms.lines.value[0], stored(of, played, terms)
    if found is not None:
        notes = () if found.outcomes is not None else (ONLY_THE_VARIANCE,)
        return WagerOdds(line, found.outcomes, played, found.staked, "", notes, found.mean, found.variance)
    value = expectation(terms, of, played)

    def slowly() -> Fraction:
        from houseway.games.blackjack.figures.outcomes import variance

        chart = of.by_cards if played == BY_CARDS else of.by_totals
        return variance(chart, insured(terms) if played == INSURED else None)[1]

    return WagerOdds(line, None, played, value=value, notes=(NOT_KEPT,), slowly=slowly)


def expectation(terms: Terms, of: Solved, played: str) -> Fraction:
    """What a round is worth, played one way; to insure every ace adds what the insurance is worth when it is offered."""
    value = of.worth(BY_CARDS if played == BY_CARDS else BY_TOTALS)
    if played == INSURED:
        share = terms.insurance.most.value * insurance(terms, of.ranks).expectation
        value += Fraction(of.ranks[ACE], of.size) * share
    return value


def par(terms: Terms, odds: list[WagerOdds]) -> dict[str, Any]:
    """Blackjack's own sheet: the chart, and what a round is worth by the dealer's upcard."""
    from houseway.games.blackjack.figures.chart import ACROSS
    from houseway.games.blackjack.figures.chart import NAMES as SHOWN

    shown = chart(terms)
    by_up = shown.by_upcard
    headline = [
        (f"{float(odds[0].house_edge) * 100:.4f}%", "Edge, by totals"),
        (f"{float(odds[1].house_edge) * 100:.4f}%", "Edge, by the cards"),
    ]
    spread, deviation = odds[0].distribution, odds[0].deviation
    if deviation is not None:
        headline.append((f"{deviation:.4f}", "Standard deviation"))
    headline += [(f"{float(one.house_edge) * 100:.4f}%", f"Edge on {one.wager}") for one in odds[3:5]]
    brings = (
        () if spread is None else tuple((net, chance) for net, chance in spread.chances.items() if chance >= SELDOM)
    )
    return {
        "headline": tuple(headline),
        "columns": ("Hand", *shown.ups),
        "rows": tuple(shown.lines()),
        "charts": (
            {
                "title": "Value of a round, by the dealer’s card",
                "subtitle": "Per unit of the wager, played by totals",
                "kind": "lollipop",
                "points": tuple((SHOWN[up], Fraction(by_up[up]), "filled") for up in ACROSS if up in by_up),
                "foot": "Dealer’s upcard",
            },
            *(
                {
                    "title": "What a round brings",
                    "subtitle": "Chance of each net result from one in a thousand, played by totals; a standoff is hollow",
                    "kind": "bars",
                    "points": tuple((_signed(net), chance, "plain" if net else "hollow") for net, chance in brings),
                    "foot": "Net result for one unit staked",
                }
                for _ in brings[:1]
            ),
        ),
        "method": (
            f"{shown.legend}; a small letter is for the same total of more than two cards. Exact, from the "
            f"compositions of hands and of the dealer's, resplits included. Fresh shoe of {shown.cards} cards. "
            + ("Every outcome is exact." if brings else "The expectation is exact; simulation counts the outcomes.")
        ),
        "clauses": tuple(
            c.number for c in (terms.hands.split.by + terms.hands.double.by + terms.dealer.draws_to.by).clauses
        ),
    }


def _signed(net: Fraction) -> str:
    return f"+{float(net):g}" if net > 0 else f"{float(net):g}".replace("-", "−")


def decisions(terms: Terms, shoe: Shoe | None = None) -> list[dict[str, Any]]:
    """Every hand against every upcard: what each choice is worth, the best, and what the smallest mistake costs."""
    return chart(terms, shoe).decisions()


def chart(terms: Terms, shoe: Shoe | None = None, how: str = BY_TOTALS, about: str = "Blackjack") -> Grid:
    """The chart for exactly these rules."""
    from houseway.games.blackjack.figures.chart import grid

    return grid(terms, shoe, how, about)


def drill(terms: Terms, shoe: Shoe | None, pick: Callable[[int], int]) -> Question:
    """A hand for the trainer."""
    from houseway.games.blackjack.figures.drill import question

    return question(terms, shoe, pick)


def choices(
    terms: Terms, cards: Sequence[int], up: int, shoe: Shoe | None = None, seen: Sequence[int] = ()
) -> dict[str, Any]:
    """What every choice is worth with exactly these cards."""
    from houseway.games.blackjack.figures.chart import choices as of_cards

    return of_cards(terms, cards, up, shoe, seen)


def old_play(before: Terms, after: Terms) -> list[WagerOdds]:
    """What the second terms bring who plays by the chart of totals that was best under the first.

    Where the new rules forbid what the chart does, the chart yields: nobody stands below what must be drawn to, and hands from a
    split are doubled only where they may be."""
    was, now = solved(before).by_totals, solved(after)
    np, exact = now.np, now.exact
    two, more, instead = was.two.copy(), was.more.copy(), was.after_split.copy()
    total, size = now.hands[2], now.hands[4]
    for up in (up for up in range(len(two)) if not now.may_give_up(up)):
        two[up] = np.where(two[up] == exact.GIVE_UP, instead[up], two[up])
    if now.rules.double_after_split:  # what two cards do may be done after a split as well
        instead = np.where(two == exact.GIVE_UP, instead, two)
    for acts in (two, more, instead):
        acts[(acts == exact.STAND) & (total < now.rules.must_draw) & (size >= 2)] = exact.HIT
    for acts in (two, instead):
        acts[:] = np.where((acts == exact.DOUBLE) & ~now.may_double[total], more, acts)
    after_split = instead if now.rules.double_after_split else np.where(instead == exact.DOUBLE, more, instead)
    splits = was.splits if now.rules.most_hands > 1 else np.zeros_like(was.splits)
    chart = replace(was, solved=now, two=two, more=more, after_split=after_split, splits=splits)
    line = after.lines.value[0]
    arrays = {"two": two, "more": more, "after_split": after_split, "splits": splits}
    acts = {name: kept.packed(array.astype("int8").tobytes()) for name, array in arrays.items()}
    on = {"chart": acts, "rules": now.rules.plain, "shoe": list(now.ranks)}
    words = "finding what the old chart of Blackjack is worth, kept for the next time"
    own = now.by_totals
    same = all((array == getattr(own, name)).all() for name, array in arrays.items())
    if same:
        value = now.worth(BY_TOTALS)
    else:
        value = kept.kept(kept.Question("blackjack", "worth of a chart", on, words), chart.exactly)
    return [WagerOdds(line, None, "by the chart of before", value=value)]


def last_hand(terms: Terms, shoe: Shoe | None = None) -> Joint:
    """One hand for several players at a table, for who is the last to wager in a tournament."""
    from houseway.games.blackjack.figures.last_hand import Hand

    return Hand(terms, shoe)
