"""Reporting: the figures of a day, a shift or a month, made from a ledger and written to a file; or held against one."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.cli.options import BadUsage, database_there
from houseway.cli.printing import dim, table
from houseway.ledger import open_ledger
from houseway.money import show


def report(
    period: str,
    database: str,
    settings: Path | None,
    to: Path | None,
    key: Path | None,
    so_far: bool,
    held: Path | None,
) -> int:
    from houseway.reporting import papers, signing
    from houseway.reporting.arrangement import Arrangement
    from houseway.reporting.report import StillOpen, make, same

    form = papers.form_of(to) if to is not None else ""
    arrangement = Arrangement()
    if settings is not None:
        from houseway.premises.settings import load

        found = load(settings)
        arrangement = found.figures.arrangement(found.house.venue)
    before = _read(held) if held is not None else None
    ledger = open_ledger(database_there(database))
    try:
        made = make(ledger, period, arrangement, datetime.now())
        if not made.final and not so_far:
            raise StillOpen(f"{made.period.name} is still open; --so-far tells what there is until now, unsigned")
        doc = made.document()
    finally:
        ledger.close()
    if before is not None:
        signer = signing.check(before) if "signature" in before else ""
        if not same(before, doc):
            print(f"{held} does not say what the ledger says: {_first_difference(before, doc)}")
            return 3
        print("The same figures come from the ledger." + (f" Signed with {signer}." if signer else ""))
        return 0
    if made.final and key is not None:
        from houseway.ledger.heads import key_in

        doc = signing.signed(doc, key_in(key))
    if to is not None:
        to.write_bytes(papers.written(doc, form))
        print(f"{to}: {doc['digest']}")
    else:
        _tell(doc)
    return 0


def _read(file: Path) -> dict[str, Any]:
    try:
        doc = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise BadUsage(f"{file} holds no figures: {wrong}") from None
    if not isinstance(doc, dict) or doc.get("schema") != "houseway.figures/1":
        raise BadUsage(f"{file} holds no figures: it is no houseway.figures/1")
    return doc


def _first_difference(one: Any, other: Any, where: str = "") -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            if name not in ("signature", "key", "digest") and one.get(name) != other.get(name):
                return _first_difference(one.get(name), other.get(name), f"{where}.{name}" if where else name)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for n, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return _first_difference(a, b, f"{where}.{n}")
    return f"{where or 'all of it'} is {one!r} there and {other!r} here"


def _tell(doc: dict[str, Any]) -> None:
    from houseway.reporting.papers import head, sheets

    print("\n".join(head(doc)))
    for title, columns, rows in sheets(doc):
        print(f"\n{title}")
        shown = columns[:9]
        table(
            [heading or "name" for heading, _, _ in shown],
            [[show(row[name]) if kind == "money" else str(row[name]) for _, name, kind in shown] for row in rows],
        )
    for found in doc["outliers"]:
        print(f"\n{found['kind']} {found['name']}: won {show(found['win'])}, expected {show(found['expected'])} "
              f"± {show(found['deviation'])}; chance at most {found['chance_at_most']}")  # fmt: skip
    print(dim(f"digest {doc['digest']}"))
