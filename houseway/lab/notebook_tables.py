"""Notebook tables: figures as a notebook shows them, in plain HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from houseway.odds.distribution import WagerOdds

if TYPE_CHECKING:
    from houseway.lab.exact import Study


def html_table(columns: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True)
class Odds:
    """Every wager of a study with its exact odds. ``odds["red"]`` is the first of that name, played best."""

    study: Study
    wagers: tuple[WagerOdds, ...]

    def __iter__(self) -> Iterator[WagerOdds]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def __getitem__(self, wager: str) -> WagerOdds:
        for one in self.wagers:
            if one.wager == wager:
                return one
        raise KeyError(f"{self.study.edition.book} has no wager {wager!r}")

    def to_dict(self) -> dict[str, Any]:
        from houseway.lab.exact import document

        return document(self.study)

    def to_polars(self) -> Any:
        """A frame with one row to each outcome; fractions as text, and beside them as numbers."""
        from houseway.lab.exact import polars

        return polars().DataFrame(
            [
                {
                    "wager": one.wager, "strategy": one.strategy, "given": one.given, "expectation": str(one.expectation),
                    "house_edge": float(one.house_edge), "net": str(net), "probability": str(chance), "share": float(chance),
                }
                for one in self.wagers
                for net, chance in (one.distribution.chances.items() if one.distribution else ())
            ]
        )  # fmt: skip

    def __repr__(self) -> str:
        first = self.wagers[0]
        return f"{self.study.title}: {len(self.wagers)} wagers; {first.wager} {first.expectation}"

    def _repr_html_(self) -> str:
        from houseway.lab.exact import alike, percent

        rows = [
            (
                name, one.strategy or one.given, str(one.expectation), percent(one.house_edge, 4),
                f"{one.distribution.deviation:.4f}" if one.distribution else "",
            )
            for name, one in alike(list(self.wagers))
        ]  # fmt: skip
        return html_table(("wager", "played", "expectation", "house edge", "deviation"), rows, self.study.title)


@dataclass(frozen=True)
class BestPlay:
    """What each decision is worth, the best of it, and what a mistake costs."""

    study: Study
    best: WagerOdds
    decisions: tuple[dict[str, Any], ...]

    def __repr__(self) -> str:
        return f"{self.study.title}: {self.best.strategy or 'nothing to decide'}, expectation {self.best.expectation}"

    def _repr_html_(self) -> str:
        from houseway.lab.exact import signed

        options = list(self.decisions[0]["options"]) if self.decisions else []
        rows = [
            (row["decision"], *(signed(value) for value in row["options"].values()), row["best"], signed(-row["cost"]))
            for row in self.decisions
        ]
        return html_table(
            ("decision", *options, "best", "a mistake costs"), rows, f"{self.study.title}: {self.best.strategy}"
        )
