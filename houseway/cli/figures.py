"""Figures: odds, best play and comparisons at the terminal."""

from __future__ import annotations

import csv as comma_separated
import sys
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.cli.printing import bold, dim, note, print_json, table, wrapped
from houseway.lab import compare as comparing
from houseway.lab.beside import Effect, together, wagers_beside
from houseway.lab.exact import (
    Study,
    alike,
    book_odds,
    checked,
    decisions,
    document,
    net_words,
    percent,
    signed,
    slip_odds,
    wager_document,
    wager_odds,
)
from houseway.odds.distribution import WagerOdds


def odds(of: Study, json: bool, csv: bool, slip: str = "", patient: bool = False) -> None:
    if json:
        print_json(document(of, slip, patient))
        return
    if slip:
        _slip(of, slip)
        return
    listed = wager_odds(of)
    if csv:
        out = comma_separated.writer(sys.stdout)
        out.writerow(("wager", "strategy", "given", "expectation", "house_edge", "variance", "net", "probability"))
        for one in listed:
            worth = one.distribution
            if worth is None:
                out.writerow((one.wager, one.strategy, one.given, one.expectation, one.house_edge, "", "", ""))
                continue
            for net, chance in worth.chances.items():
                out.writerow(
                    (
                        one.wager,
                        one.strategy,
                        one.given,
                        worth.expectation,
                        worth.house_edge,
                        worth.variance,
                        net,
                        chance,
                    )
                )
        return
    print(bold(of.title) + dim(f"   edition {of.edition.digest[:12]}, {of.law}"))
    if of.edition.studied:
        _against_law(of, listed)
    rows = [
        (
            label,
            one.strategy or (f"given {one.given}" if one.given else ""),
            _short(one.expectation),
            percent(one.house_edge, 4),
            percent(one.edge_on_all, 4) if one.deviation is not None else "–",
            f"{one.deviation:.4f}" if one.deviation is not None else "–",
            percent(one.distribution.chance_of(above=0)) if one.distribution else "–",
        )
        for label, one in alike(listed)
    ]
    table(("wager", "played", "expectation", "edge", "on all staked", "deviation", "wins"), rows, right=(2, 3, 4, 5, 6))
    notes = [
        f"{label}: {said}{f', given {one.given}' if one.given else ''}"
        for label, one in alike(listed)
        for said in one.notes
    ]
    for line in dict.fromkeys(notes):
        print(dim(line))
    first = listed[0].distribution
    if first is None:
        print(dim("\nExact; not shown at tables."))
        return
    print(f"\nWhat one {listed[0].wager} brings, {listed[0].strategy or 'as it stands'}:")
    table(
        ("net", "chance", "exactly"),
        [(net_words(net), _chance(c), _short(c)) for net, c in first.chances.items()],
        right=(0, 1),
    )
    print(dim("\nExact, as the game's page of odds says how. Not shown at tables."))


def _chance(chance: Fraction) -> str:
    """A chance as a percentage, and a very small one with the digits it has."""
    return percent(chance) if chance >= Fraction(1, 10_000) else f"{float(chance) * 100:.3g}%"


def _short(fraction: Fraction, most: int = 60) -> str:
    """A fraction as it stands, or, where nobody would read it, as a decimal; --json has all of it."""
    text = str(fraction)
    if len(text) <= most:
        return text
    return f"{float(fraction):+.10f}" if most < 30 else f"{float(fraction):+.12f} ({len(text)} characters, --json)"


def _against_law(of: Study, changed: list[WagerOdds]) -> None:
    """What a change does to every wager, against the book as it stands."""
    book, variant = of.book, of.edition.book.partition("+")[2]
    law = wager_odds(replace(of, edition=book.at(of.at or book.begins(variant), variant=variant)))
    effects = wagers_beside(law, changed)
    moved = [one for one in effects if one.moves]
    print(f"Against the law as it stands {len(moved) or 'none'} of {len(effects)} wagers {'moves' if len(moved) == 1 else 'move'}"
          f"{':' if moved else '.'}")  # fmt: skip
    if moved:
        _moved(moved)
    print()


def _moved(effects: Iterable[Effect]) -> None:
    """Wagers that a change moves, from what to what, and what that is worth to the player."""
    rows = [
        (
            label, one.played or (f"given {one.given}" if one.given else ""),
            "not offered" if one.before is None else _short(one.before.expectation, 24),
            "not offered" if one.after is None else _short(one.after.expectation, 24),
            "" if one.gain is None else _short(one.gain, 24), "" if one.gain is None else f"{float(one.gain) * 100:+.4f}%",
        )
        for label, one in together(effects)
    ]  # fmt: skip
    table(("wager", "played", "was", "is", "worth to the player", ""), rows, right=(2, 3, 4, 5))


def par(of: Study, path: Path) -> None:
    from houseway.cli.options import BadUsage
    from houseway.lab.paper import write
    from houseway.lab.sheet import par_sheet

    try:
        write(par_sheet(of), path)
    except (OSError, ValueError) as wrong:
        raise BadUsage(str(wrong)) from None
    note(f"{path} written, edition {of.edition.digest[:12]}")


def _slip(of: Study, text: str) -> None:
    one = slip_odds(of, text)
    print(bold(of.title) + f"   slip {text}")
    print(f"Staked ${float(one.mean_stake):,.2f}; expectation {one.expectation} dollars, "
          f"{percent(one.edge_on_all, 4)} of what is staked to the house.")  # fmt: skip
    if one.distribution is None:  # only the expectation is known: too many outcomes, or many games together
        for words in (one.given, *one.notes):
            print(dim(words))
        return
    rows = [(net_words(net), percent(chance), str(chance)) for net, chance in one.distribution.chances.items()]
    table(("net", "chance", "exactly"), rows, right=(0, 1))


def costs(of: Study, json: bool) -> None:
    """What a strategy of somebody's own is worth, and what it gives away decision by decision."""
    assert of.own is not None
    found, best = of.costs(), book_odds(of)
    played = [one for one in wager_odds(of) if one.strategy == of.own.name]
    top = max((one for one in best if one.wager == played[0].wager), key=lambda one: one.expectation)
    given_away = top.expectation - played[0].expectation
    if json:
        print_json(
            {
                "schema": "houseway.costs/1",
                "book": of.edition.book,
                "edition": of.edition.digest,
                **of.dated(),
                "set": dict(of.edition.studied),
                "strategy": of.own.name,
                "wagers": [wager_document(one) for one in played],
                "best": {"strategy": top.strategy, "expectation": str(top.expectation)},
                "costs": str(given_away),
                "decisions": [
                    {
                        "decision": one.decision, "chance": float(one.chance), "chosen": one.chosen, "best": one.best,
                        "cost": float(one.cost), "total": float(one.total),
                    }
                    for one in found
                ],
            }
        )  # fmt: skip
        return
    print(bold(of.title) + dim(f"   edition {of.edition.digest[:12]}, {of.law}"))
    print(
        wrapped(
            f"Played {of.own.name!r}, {played[0].wager} is worth {_short(played[0].expectation, 24)}, "
            f"{percent(played[0].house_edge, 4)} to the house; {top.strategy} {percent(top.house_edge, 4)}. "
            f"It gives away {percent(given_away, 4)} of each wager."
        )
    )
    wrong = [one for one in found if one.cost]
    if not wrong:
        print("No decision gives anything away.")
        return
    print()
    table(
        ("decision", "chance", "chosen", "best", "costs", "of each wager"),
        [
            (
                one.decision, _chance(Fraction(one.chance)), one.chosen, one.best, f"{float(one.cost):.4f}",
                f"{float(one.total):.4%}",
            )
            for one in wrong[:MOST_ROWS]
        ],
        right=(1, 4, 5),
    )  # fmt: skip
    if len(wrong) > MOST_ROWS:
        rest = sum(float(one.total) for one in wrong[MOST_ROWS:])
        print(dim(f"and {len(wrong) - MOST_ROWS} more, {rest:.4%} together; --json has all"))
    print(
        dim(
            "\nPer unit of the wager, with the best play after each decision. Together they are what the strategy costs."
        )
    )


MOST_ROWS = 30


def strategy(of: Study, json: bool) -> None:
    rows = decisions(of)
    best = wager_odds(of)[0]
    if not rows and not best.strategy:
        best = min(wager_odds(of), key=lambda one: one.house_edge)
        if not json:
            print(f"{of.title}: players decide nothing but what to wager on; the house's edge is smallest on {best.wager}, "
                  f"{percent(best.house_edge, 4)}.")  # fmt: skip
            return
    if json:
        print_json(
            {
                "schema": "houseway.strategy/1",
                "book": of.edition.book,
                "edition": of.edition.digest,
                **of.dated(),
                "set": dict(of.edition.studied),
                "summary": best.strategy or f"nothing to decide; the edge is smallest on {best.wager}",
                "expectation": str(best.expectation),
                "decisions": [
                    {
                        **{key: row[key] for key in ("decision", "pays", "best")},
                        "chance": str(row["chance"]),
                        "options": {name: str(value) for name, value in row["options"].items()},
                        "cost": str(row["cost"]),
                    }
                    for row in rows
                ],
            }
        )
        return
    print(bold(of.title))
    print(wrapped(f"Best play: {best.strategy.removeprefix('best: ')}. Expectation {best.expectation}, "
                  f"{percent(best.house_edge, 4)} to the house."))  # fmt: skip
    for said in best.notes:
        print(wrapped(f"{said[:1].upper()}{said[1:]}."))
    print()
    table(
        ("decision", "chance", "pays", *[f"{name}" for name in (rows[0]["options"] if rows else ())], "best", "a mistake costs"),
        [
            (
                row["decision"], percent(row["chance"]), row["pays"],
                *[signed(value) for value in row["options"].values()], row["best"], signed(-row["cost"]),
            )
            for row in rows
        ],
        right=(1, 2, 3, 4, 6),
    )  # fmt: skip
    print(dim("\nPer unit of the original wager. For the lab and the trainer; staff give no advice at tables."))


def hand(of: Study, text: str, json: bool) -> None:
    """A hand set by the house's own way: the line that decided, and why the other settings were not taken."""
    found = checked(of, text)
    if json:
        print_json(
            {
                "schema": "houseway.hand/1",
                "book": of.edition.book,
                "edition": of.edition.digest,
                **of.dated(),
                "set": dict(of.edition.studied),
                "hand": [tile.kind.code for tile in found.tiles],
                **_way(found.chosen),
                "others": [_way(way) for way in found.others],
            }
        )
        return
    chosen = found.chosen
    print(bold(of.title) + dim(f"   edition {of.edition.digest[:12]}, {of.law}"))
    print(
        f"High {bold(' '.join(chosen.high))} ({chosen.high_called}), low {bold(' '.join(chosen.low))} ({chosen.low_called})"
    )
    print(f"Line {chosen.rule} of the Houseway: {chosen.why}. {dim(str(chosen.by))}")
    if found.others:
        print()
        table(
            ("not taken", "high", "low", "line", "because"),
            [
                (f"{' '.join(way.high)} / {' '.join(way.low)}", way.high_called, way.low_called, way.rule, way.why)
                for way in found.others
            ],
        )


def _way(way: Any) -> dict[str, Any]:
    return {
        "high": list(way.high),
        "low": list(way.low),
        "high_is": way.high_is,
        "low_is": way.low_is,
        "rule": way.rule,
        "why": way.why,
        "clauses": [clause.number for clause in way.by.clauses],
        "readings": list(way.by.readings),
    }


def compare(studies: list[Study], everything: bool, json: bool) -> None:
    found = comparing.compare(studies)
    if json:
        print_json(found.document())
        return
    ids = tuple(study.edition.book for study in studies)
    for title, rows in (("Values", found.values), ("Steps", found.steps), ("Figures", found.figures)):
        listed = [row for row in rows if everything or row.differs or title == "Figures"]
        print(bold(f"\n{title}") + dim(f"   {sum(row.differs for row in rows)} of {len(rows)} differ"))
        for row in listed:
            print(f"  {bold(row.name)}")
            for id, cell, clauses in zip(ids, row.cells, row.clauses, strict=True):
                cited = f"  § {', '.join(clauses)}" if clauses and title == "Values" else ""
                print(f"    {id.ljust(max(map(len, ids)))}  {cell}{dim(cited)}")


def worth(here: Study, others: list[Study], json: bool) -> None:
    """What each difference of other books would be worth in the first, one at a time."""
    comparing.compare([here, *others])  # books of one game
    found = [(there, comparing.worth(here, there)) for there in others]
    before = wager_odds(here)[0]
    if json:
        print_json(
            {
                "schema": "houseway.worth/1",
                "book": here.edition.book,
                "wager": before.wager,
                "expectation": str(before.expectation),
                "changes": [{"from": there.edition.book, **row.document} for there, rows in found for row in rows],
            }
        )
        return
    print(bold(here.title) + f"   {before.wager}, {before.strategy or 'as it stands'}: {before.expectation}")
    for there, rows in found:
        print(
            bold(f"\nWith one provision of {there.edition.book}") + dim("   best play found anew; worth to the player")
        )
        if not rows:
            print("None moves a wager.")
        for row in rows:
            cited = "; ".join(f"§ {', '.join(numbers)}" for numbers in row.clauses if numbers)
            print(f"{bold(row.name)}: {row.here} here, {row.there} there{dim(f'   {cited}')}")
            _moved(row.moved)
