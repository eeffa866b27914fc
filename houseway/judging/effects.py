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
from houseway.lab.exact import analysis, decisions, percent, wager_odds
from houseway.lab.sheet import MOST_BARS, Chart
from houseway.odds.distribution import WagerOdds


@dataclass(frozen=True)
class Effect:
    """One wager on both sides; None where it is not offered. ``kept`` is the after side, played as was best before."""

    name: str
    played: str
    given: str
    before: WagerOdds | None
    after: WagerOdds | None
    kept: WagerOdds | None = None

    @property
    def moves(self) -> bool:
        if self.before is None or self.after is None:
            return True
        return bool(_worth(self.before) != _worth(self.after))

    @property
    def gain(self) -> Fraction | None:
        """To the player, per unit."""
        if self.before is None or self.after is None:
            return None
        return self.after.expectation - self.before.expectation

    @property
    def costs(self) -> Fraction | None:
        """What keeping to the old way of playing gives away per unit, where players decide."""
        if self.kept is None or self.after is None:
            return None
        return self.after.expectation - self.kept.expectation

    @property
    def document(self) -> dict[str, Any]:
        return {
            "wager": self.name,
            "played": self.played,
            "given": self.given,
            "moves": self.moves,
            "before": _figures(self.before),
            "after": _figures(self.after),
            "gain_to_player": _exact(self.gain),
            "old_play_after": None if self.kept is None else _figures(self.kept),
            "old_play_costs": _exact(self.costs),
        }


@dataclass(frozen=True)
class ChangedPlay:
    """A decision whose best choice is another, and what the old choice costs now."""

    decision: str
    was: str
    now: str
    costs: Fraction | None

    @property
    def document(self) -> dict[str, Any]:
        return {"decision": self.decision, "was": self.was, "now": self.now, "old_choice_costs": _exact(self.costs)}


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
                    (f"{label}, before", one.before.house_edge, "hollow"),
                    (f"{label}, after", one.after.house_edge, "plain"),
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
                        (_net(net), chance, "plain" if net else "hollow") for net, chance in odds.spread.chances.items()
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


def effects(before: Side, after: Side) -> Effects:
    """Every wager of either side."""
    try:
        old, new = _named(wager_odds(before.study)), _named(wager_odds(after.study))
    except Complaint as wrong:
        return Effects((), (), str(wrong))
    kept = _old_play(before, after)
    return Effects(_beside(old, new, kept), tuple(_changed_play(before, after)))


def figures_beside(before: list[WagerOdds], after: list[WagerOdds]) -> Effects:
    """Figures that were found, beside each other; nothing is said of who plays as before."""
    return Effects(_beside(_named(before), _named(after), {}), ())


def _beside(
    old: dict[tuple[str, str, str], WagerOdds], new: dict[tuple[str, str, str], WagerOdds], kept: dict[str, WagerOdds]
) -> tuple[Effect, ...]:
    return tuple(
        Effect(
            key[0],
            _played(old.get(key), new.get(key)),
            key[2],
            old.get(key),
            new.get(key),
            kept.get(key[0]) if _is_best(new.get(key)) else None,
        )
        for key in dict.fromkeys([*old, *new])
    )


def together(effects: tuple[Effect, ...]) -> list[tuple[str, Effect]]:
    """Wagers of one kind that move alike, as one: "straight (37)"."""
    groups: dict[Any, list[Effect]] = {}
    for one in effects:
        likeness = one.name.partition(":")[0], one.played, one.given, _worth(one.before), _worth(one.after)
        groups.setdefault(likeness, []).append(one)
    return [(_label([one.name for one in group]), group[0]) for group in groups.values()]


def _label(names: list[str]) -> str:
    kind = names[0].partition(":")[0].replace("_", " ")
    if len(names) > 3:
        return f"{kind} ({len(names)})"
    which = [name.partition(":")[2] for name in names]
    return f"{kind} {', '.join(which)}" if all(which) else kind


def _named(listed: list[WagerOdds]) -> dict[tuple[str, str, str], WagerOdds]:
    """By wager, way of playing without what follows from the figures, and what is supposed."""
    found: dict[tuple[str, str, str], WagerOdds] = {}
    for one in listed:
        found.setdefault((one.wager, one.strategy.partition(":")[0], one.given), one)
    return found


def _is_best(one: WagerOdds | None) -> bool:
    return one is not None and one.strategy.partition(":")[0] in ("best", "by totals")


def _played(old: WagerOdds | None, new: WagerOdds | None) -> str:
    was, now = (one.strategy if one else "" for one in (old, new))
    return was if was == now else " → ".join(filter(None, (was, now)))


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


def _worth(one: WagerOdds | None) -> Any:
    if one is None:
        return None
    return one.expectation if one.distribution is None else tuple(one.distribution.chances.items())


def _figures(one: WagerOdds | None) -> dict[str, Any] | None:
    if one is None:
        return None
    variance = one.variance(patient=False)
    return {
        "strategy": one.strategy,
        "expectation": str(one.expectation),
        "house_edge": str(one.house_edge),
        "house_edge_percent": percent(one.house_edge, 4),
        "variance": _exact(variance),
        "mean_stake": str(one.mean_stake),
    }


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _net(net: Fraction) -> str:
    return f"+{float(net):g}" if net > 0 else f"{float(net):g}".replace("-", "−")
