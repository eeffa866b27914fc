"""Pricing at the terminal: pay tables that give a stated edge."""

from __future__ import annotations

import re

from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, print_json, table
from houseway.lab import paytables
from houseway.lab.exact import Study, percent

MOST_ROWS = 200


def solve(of: Study, name: str, edge: str, wager: str, json: bool) -> None:
    found = paytables.solve(of, name, edge, wager)
    if json:
        print_json(
            {
                "schema": "houseway.paytable/1", "book": of.edition.book, "edition": of.edition.digest, **of.dated(),
                "set": dict(of.edition.studied), "provision": found.name, "wager": found.wager, "edge": str(found.edge),
                "exactly": None if found.exactly is None else str(found.exactly),
                "near": [{"value": one.value, "edge": str(one.edge), "played": one.played} for one in found.near],
            }
        )  # fmt: skip
        return
    print(bold(of.title) + dim(f"   edition {of.edition.digest[:12]}, {of.law}"))
    print(f"{found.name} gives {found.wager} an edge of {percent(found.edge, 4)} at {bold(found.words)}.")
    table(
        (found.name, "edge", "played"),
        [(one.value, percent(one.edge, 4), one.played) for one in found.near],
        right=(1,),
    )


def tables(of: Study, names: list[str], values: str, between: str, wager: str, json: bool) -> None:
    found = list(paytables.tables(of, names, _values(values), _between(between), wager))
    found.sort(key=lambda one: one.edge)
    if json:
        print_json(
            {
                "schema": "houseway.paytables/1", "book": of.edition.book, "edition": of.edition.digest, **of.dated(),
                "set": dict(of.edition.studied), "provisions": names,
                "tables": [{"values": list(one.values), "edge": str(one.edge)} for one in found],
            }
        )  # fmt: skip
        return
    print(bold(of.title) + dim(f"   {len(found):,} tables with an edge of {between}"))
    table((*names, "edge"), [(*one.values, percent(one.edge, 4)) for one in found[:MOST_ROWS]], right=(len(names),))
    if len(found) > MOST_ROWS:
        print(dim(f"and {len(found) - MOST_ROWS:,} more; --json has all"))


def _values(text: str) -> list[int]:
    """``1-12`` or ``1,2,5``."""
    found: dict[int, None] = {}
    for part in text.split(","):
        ends = re.fullmatch(r"\s*(\d{1,7})\s*(?:-\s*(\d{1,7}))?\s*", part)
        if ends is None:
            raise BadUsage(f"--values takes whole numbers such as 1-12 or 1,2,5, not {text!r}")
        found.update(dict.fromkeys(range(int(ends[1]), int(ends[2] or ends[1]) + 1)))
    return list(found)


def _between(text: str) -> tuple[str, str]:
    low, dots, high = text.partition("..")
    if not dots:
        raise BadUsage(f"--between takes two edges such as 2%..3%, not {text!r}")
    return low, high
