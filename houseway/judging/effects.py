"""Effects: what every wager is worth under both editions, and what it costs to go on playing as before.

All of it is exact, as the game's analysis finds it. A wager that only one side offers stands alone. Where players decide, the
best play of the first side is played under the rules of the second: what it gives away there is what a player loses who has not
heard of the change. What cannot be valued exactly is refused with the reason, and not estimated.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.complaint import Complaint
from houseway.judging.sides import Side
from houseway.lab.beside import Effect, in_text, together, wagers_beside
from houseway.lab.exact import analysis, decisions, wager_odds
from houseway.lab.sheet import MOST_BARS, Chart
from houseway.odds.distribution import WagerOdds


@dataclass(frozen=True)
class ChangedPlay:
    """A decision whose best choice is another, and what the old choice costs now."""

    decision: str
    was: str
    now: str
    costs: Fraction | None

    @property
    def document(self) -> dict[str, Any]:
        return {"decision": self.decision, "was": self.was, "now": self.now, "old_choice_costs": in_text(self.costs)}


@dataclass(frozen=True)
class Effects:
    wagers: tuple[Effect, ...]
    play: tuple[ChangedPlay, ...]
    refused: str = ""  # why there are no exact figures

    @property
    def moving(self) -> tuple[Effect, ...]:
        return tuple(one for one in self.wagers if one.moves)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Edges before and after, and what the first wager brings on both sides."""
        both = [(label, one) for label, one in together(self.moving) if one.before and one.after and not one.given]
        shown = both[: MOST_BARS // 2]
        charts = []
        if shown:
            points = [
                point
                for label, one in shown
                if one.before is not None and one.after is not None
                for point in (
                    (_played(label, one), one.before.house_edge, "hollow"),
                    ("after", one.after.house_edge, "plain"),
                )
            ]
            charts.append(
                Chart("What the house keeps", "Edge per unit staked; before is hollow", "rows", tuple(points))
            )
        first = next((one for _, one in both), None)
        if first is not None and first.before is not None and first.after is not None:
            charts += [
                Chart(
                    f"What one {first.name.partition(':')[0]} brings, {when}",
                    "Chance of each net result; what brings nothing is hollow",
                    "bars",
                    tuple(
                        (_net(net), chance, "plain" if net else "hollow")
                        for net, chance in odds.outcomes.chances.items()
                    ),
                )
                for when, odds in (("before", first.before), ("after", first.after))
                if odds.distribution is not None and len(odds.distribution.chances) <= MOST_BARS
            ]
        return tuple(charts)

    @property
    def document(self) -> dict[str, Any]:
        return {
            "wagers": [one.document for one in self.wagers],
            "decisions": [one.document for one in self.play],
            **({"refused": self.refused} if self.refused else {}),
        }


def _played(label: str, one: Effect) -> str:
    """A wager and how it is played, short enough for a line of a chart."""
    way = one.played.partition(":")[0]
    return f"{label}, {way}" if way else label


def effects(before: Side, after: Side) -> Effects:
    """Every wager of either side."""
    try:
        old, new = wager_odds(before.study), wager_odds(after.study)
    except Complaint as wrong:
        return Effects((), (), str(wrong))
    return Effects(wagers_beside(old, new, _old_play(before, after)), tuple(_changed_play(before, after)))


def figures_beside(before: list[WagerOdds], after: list[WagerOdds]) -> Effects:
    """Figures that were found, beside each other; nothing is said of who plays as before."""
    return Effects(wagers_beside(before, after), ())


def _old_play(before: Side, after: Side) -> dict[str, WagerOdds]:
    """By wager: the second side's figures for who plays as was best on the first."""
    find = analysis(after.book.game).old_play
    if find is None:
        return {}
    return {one.wager: one for one in find(before.edition.terms, after.edition.terms)}


def _changed_play(before: Side, after: Side) -> list[ChangedPlay]:
    old = {row["decision"]: row for row in decisions(before.study)}
    found = []
    for row in decisions(after.study):
        was = old.get(row["decision"])
        if was is not None and was["best"] != row["best"]:
            options = row["options"]
            known = was["best"] in options and row["best"] in options
            cost = Fraction(options[row["best"]]) - Fraction(options[was["best"]]) if known else None
            found.append(ChangedPlay(row["decision"], was["best"], row["best"], cost))
    return found


def _net(net: Fraction) -> str:
    return f"+{float(net):g}" if net > 0 else f"{float(net):g}".replace("-", "−")
