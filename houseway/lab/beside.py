"""Beside: the same wagers under two sets of rules, and which of them move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.lab.exact import percent, several_named
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
            "gain_to_player": in_text(self.gain),
            "old_play_after": None if self.kept is None else _figures(self.kept),
            "old_play_costs": in_text(self.costs),
        }


def wagers_beside(
    before: list[WagerOdds], after: list[WagerOdds], kept: dict[str, WagerOdds] | None = None
) -> tuple[Effect, ...]:
    """Every wager of either side. ``kept`` has, by wager, the figures of who plays on as was best before."""
    old, new, going_on = _named(before), _named(after), kept or {}
    return tuple(
        Effect(
            key[0],
            _played(old.get(key), new.get(key)),
            key[2],
            old.get(key),
            new.get(key),
            going_on.get(key[0]) if _is_best(new.get(key)) else None,
        )
        for key in dict.fromkeys([*old, *new])
    )


def together(effects: Iterable[Effect]) -> list[tuple[str, Effect]]:
    """Wagers of one kind that move alike, as one: "straight (37)"."""
    groups: dict[Any, list[Effect]] = {}
    for one in effects:
        likeness = one.name.partition(":")[0], one.played, one.given, _worth(one.before), _worth(one.after)
        groups.setdefault(likeness, []).append(one)
    return [(several_named(key[0], [one.name for one in group]), group[0]) for key, group in groups.items()]


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
        "variance": in_text(variance),
        "mean_stake": str(one.mean_stake),
    }


def in_text(value: Fraction | None) -> str | None:
    """A figure as a document has it."""
    return None if value is None else str(value)
