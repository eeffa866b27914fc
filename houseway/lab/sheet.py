"""Sheet: one page about a game under one edition of its rules, a PAR sheet.

Headline figures, a table, charts, how they were found, and the edition's digest, so that a figure can be held against the
very text it was computed from. A game's ``analysis.par`` may lay out a sheet of its own; else it is made of its wagers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.lab.exact import Study, alike, analysis, net_words, percent, wager_odds
from houseway.odds.distribution import WagerOdds

MOST_BARS = 16  # more than these cannot be read in one chart
METHOD = "Exact, by running the script over every class of outcome."


@dataclass(frozen=True)
class Chart:
    title: str
    subtitle: str
    kind: str  # "lollipop", "bars" or "rows"
    points: tuple[tuple[str, Fraction, str], ...]  # label, value, mark: "filled", "hollow", "plain"
    foot: str = ""

    def _repr_svg_(self) -> str:
        from houseway.draw.plots import PLOTS, Point

        return PLOTS[self.kind](
            [Point(label, float(height), mark) for label, height, mark in self.points], self.title, self.foot
        )


@dataclass(frozen=True)
class ParSheet:
    study: Study
    headline: tuple[tuple[str, str], ...]  # figure, label
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    charts: tuple[Chart, ...]
    method: str
    exact: Fraction
    clauses: tuple[str, ...]
    wagers: tuple[WagerOdds, ...] = field(default_factory=tuple)

    def __repr__(self) -> str:
        return f"PAR sheet of {self.study.title}: {self.headline[0][1]} {self.headline[0][0]}"

    def _repr_html_(self) -> str:
        from houseway.lab.notebook_tables import html_table

        figures = "".join(f"<div>{chart._repr_svg_()}</div>" for chart in self.charts)
        return html_table(self.columns, self.rows, f"{self.study.title}, PAR sheet") + figures


def par_sheet(of: Study) -> ParSheet:
    """The sheet of a study: laid out by the game, or made of its wagers."""
    ways = analysis(of.book.game)
    odds = wager_odds(of)
    parts: dict[str, Any] = ways.par(of.edition.terms, odds) if ways.par is not None else {}
    if not parts:
        parts = _plain(odds, ways.METHOD or METHOD)
    charts = tuple(Chart(**chart) for chart in parts.pop("charts"))
    return ParSheet(of, charts=charts, wagers=tuple(odds), exact=odds[0].expectation, **parts)


def _plain(odds: list[WagerOdds], method: str) -> dict[str, Any]:
    kinds = alike(odds)
    first = odds[0]
    played = any(one.strategy or one.given for one in odds)
    headline = [(percent(first.house_edge, 4), f"Edge on {first.wager.partition(':')[0]}")]
    if first.mean_stake != 1:
        headline.append((percent(first.edge_on_all, 4), "Edge on all staked"))
    if first.distribution is not None:
        headline.append((f"{first.distribution.deviation:.4f}", "Standard deviation"))
        headline.append((percent(first.distribution.chance_of(above=0)), "Wins"))
    return {
        "headline": tuple(headline),
        "columns": ("Wager", *(("Played",) if played else ()), "Wins", "Edge", "Deviation"),
        "rows": tuple(
            (
                name,
                *((one.strategy or one.given or "–",) if played else ()),
                percent(one.distribution.chance_of(above=0)) if one.distribution else "–",
                percent(one.house_edge, 4),
                f"{one.distribution.deviation:.4f}" if one.distribution else "–",
            )
            for name, one in kinds
        ),
        "charts": tuple(_edges(kinds)) + tuple(_brings(first)),
        "method": method,
        "clauses": (),
    }


def _edges(kinds: list[tuple[str, WagerOdds]]) -> list[dict[str, Any]]:
    """What each kind of wager keeps for the house, where there are several to choose from."""
    shown = [(name, one) for name, one in kinds if one.house_edge > 0][:MOST_BARS]
    if len(shown) < 2:
        return []
    several = Counter(name for name, _ in shown)  # one wager, played in several ways: each bar says which
    return [
        {
            "title": "What the house keeps",
            "subtitle": "Edge per unit staked, by wager",
            "kind": "rows",
            "points": tuple(
                (f"{name}, {one.strategy.partition(':')[0]}" if several[name] > 1 else name, one.house_edge, "plain")
                for name, one in shown
            ),
        }
    ]


def _brings(first: WagerOdds) -> list[dict[str, Any]]:
    if first.distribution is None or len(first.distribution.chances) > MOST_BARS:
        return []
    return [
        {
            "title": f"What one {first.wager.partition(':')[0]} brings",
            "subtitle": "Chance of each net result; voids are hollow",
            "kind": "bars",
            "points": tuple(
                (net_words(net), chance, "hollow" if net == 0 else "plain")
                for net, chance in first.distribution.chances.items()
            ),
            "foot": f"Net result for one unit staked{', ' + first.strategy if first.strategy else ''}",
        }
    ]
