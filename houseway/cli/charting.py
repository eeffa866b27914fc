"""Charting at the terminal: a chart of hands against upcards as letters, a drawing or a document; and one hand by itself."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, print_json, table
from houseway.lab.exact import NoAnalysis, Study, analysis, percent
from houseway.lab.exact import chart as chart_of

HOW = {"totals": "by totals", "cards": "by the cards"}
RANKS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 11)}}


def has_chart(of: Study) -> bool:
    try:
        return analysis(of.book.game).chart is not None
    except NoAnalysis:
        return False


def _head(of: Study) -> dict[str, Any]:
    return {
        "schema": "houseway.strategy/1",
        "book": of.edition.book,
        "edition": of.edition.digest,
        **of.dated(),
        "set": dict(of.edition.studied),
    }


def chart(of: Study, by: str, costs: bool, svg: Path | None, json: bool) -> None:
    if by not in HOW:
        raise BadUsage(f"--by takes totals or cards, not {by!r}")
    try:
        grid = chart_of(of, HOW[by])
    except ValueError as wrong:
        raise BadUsage(str(wrong)) from None
    if svg is not None:
        svg.write_text(grid._repr_svg_() + "\n", encoding="utf-8")
        if not json:
            print(f"The chart is in {svg}.")
            return
    if json:
        rows = grid.decisions()
        print_json(
            {
                **_head(of),
                "summary": grid.how,
                "expectation": str(grid.expectation),
                "decisions": [
                    {
                        **{key: row[key] for key in ("decision", "hand", "up", "best")},
                        **{key: row[key] for key in ("chance", "options", "cost", "costs")},
                    }
                    for row in rows
                ],
            }
        )
        return
    print(bold(of.title) + dim(f"   edition {of.edition.digest[:12]}, {of.law}"))
    print(f"Best play {grid.how}; a round is worth {grid.value:+.9f} of the wager.\n".replace("-", "−"))
    table(("hand", *grid.ups), grid.lines())
    print(f"\n{grid.legend}; a small letter is for the same total of more than two cards.")
    if costs:
        print()
        offered = [name for name in OPTIONS if any(name in cell.options for cell in grid.cells)]
        rows = [
            (
                cell.hand,
                cell.up,
                cell.best,
                *(f"{cell.costs[name]:.4f}" if name in cell.costs else "–" for name in offered),
            )
            for cell in grid.cells
        ]
        table(("hand", "against", "best", *(f"{name} costs" for name in offered)), rows, right=(3, 4, 5, 6, 7))
    print(dim("\nFor the lab and the trainer; staff give no advice at tables."))


OPTIONS = ("stand", "hit", "double", "split", "surrender")


def _cards(text: str, what: str) -> list[int]:
    cards = []
    for word in text.replace(",", " ").upper().split():
        if word not in RANKS:
            raise BadUsage(f"{what}: {word!r} is not a rank; write A, 2 to 9, T, J, Q or K")
        cards.append(RANKS[word])
    return cards


def one_hand(of: Study, hand: str, up: str, seen: str, json: bool) -> None:
    """What every choice is worth with exactly these cards."""
    cards, against = _cards(hand, "--hand"), _cards(up, "--up")
    if len(cards) < 2 or len(against) != 1:
        raise BadUsage("--hand takes two cards or more and --up takes one: --hand '8 8' --up T")
    weigh = analysis(of.book.game).choices
    if weigh is None:
        raise BadUsage(f"{of.book.title} weighs no single hands")
    try:
        found = weigh(of.edition.terms, cards, against[0], of.shoe, _cards(seen, "--seen"))
    except ValueError as wrong:
        raise BadUsage(str(wrong)) from None
    options, best = found["options"], found["best"]
    insured: Fraction | None = found.get("insurance")
    if json:
        doc = {**_head(of), "hand": hand, "up": up, "seen": seen, "best": best}
        doc["options"] = {name: value if isinstance(value, float) else str(value) for name, value in options.items()}
        doc["costs"] = {name: float(options[best]) - float(value) for name, value in options.items()}
        if insured is not None:
            doc["insurance"] = {"expectation": str(insured), "best": "insure" if insured > 0 else "no insurance"}
        print_json(doc)
        return
    print(bold(of.title) + f"   {hand} against {up}" + (f", seen {seen}" if seen else ""))
    rows = [
        (name, f"{float(value):+.9f}".replace("-", "−"), f"{float(options[best]) - float(value):.9f}")
        for name, value in sorted(options.items(), key=lambda pair: -pair[1])
    ]
    table(("choice", "worth", "gives away"), rows, right=(1, 2))
    if insured is not None:
        print(
            f"\nInsurance is worth {insured} per unit of it, {percent(insured, 4)}: {'take it' if insured > 0 else 'decline'}."
        )
    print(dim("\nPer unit of the wager, with these very cards and the best play after."))
