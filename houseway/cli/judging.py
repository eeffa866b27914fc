"""Judging at the terminal: two editions, and all that differs between them."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from houseway.cli.options import BadUsage, database_there
from houseway.cli.printing import bold, colour, dim, note, print_json, table, wrapped
from houseway.judging import Judgement, judge
from houseway.judging.redline import COMES, GOES
from houseway.judging.rounds import MOST_SHOWN
from houseway.judging.told import document, summary
from houseway.lab.beside import Effect, together
from houseway.lab.exact import percent
from houseway.ledger import open_ledger
from houseway.money import show_net


def judging(before: str, after: str, at: datetime | None, database: str, pdf: Path | None, json: bool) -> None:
    if pdf is not None and pdf.suffix != ".pdf":
        raise BadUsage(f"--pdf writes a PDF; {pdf} has another ending")
    ledger = open_ledger(database_there(database)) if database else None
    try:
        found = judge(before, after, at, ledger)
    finally:
        if ledger is not None:
            ledger.close()
    if pdf is not None:
        from houseway.judging.paper import pdf as printed

        pdf.write_bytes(printed(found))
        note(f"{pdf} written, editions {found.before.edition.digest[:12]} and {found.after.edition.digest[:12]}")
    if json:
        print_json(document(found))
    elif pdf is None:
        _shown(found)


def _shown(found: Judgement) -> None:
    print(bold("Before ") + found.before.law + dim(f"   edition {found.before.edition.digest[:12]}"))
    print(bold("After  ") + found.after.law + dim(f"   edition {found.after.edition.digest[:12]}"))
    for sentence in summary(found):
        print(wrapped(sentence))
    _values(found)
    _clauses(found)
    _cases(found)
    _effects(found)
    _rounds(found)


def _values(found: Judgement) -> None:
    if not found.redline.values:
        return
    print(bold("\nValues"))
    rows = [
        (one.name, _short(one.was), _short(one.now), f"{one.was_by} → {one.now_by}" if str(one.was_by) else str(one.now_by))
        for one in found.redline.values
    ]  # fmt: skip
    table(("provision", "before", "after", "by"), rows)


def _short(words: str, most: int = 40) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _clauses(found: Judgement) -> None:
    if found.redline.clauses:
        print(bold("\nClauses"))
    for one in found.redline.clauses:
        sides = [f"{told.instrument.citation} § {told.words.number}" for told in (one.before, one.after) if told]
        print(f"{one.what}: {' → '.join(sides)}")
        print(wrapped(" ".join(_piece(what, words) for what, words in one.marked), "    "))


def _piece(what: str, words: str) -> str:
    """What goes in brackets with a minus, what comes with a plus; in colours too, where the terminal has them."""
    if what not in (GOES, COMES):
        return words
    sign, ink = ("−", 31) if what == GOES else ("+", 32)
    text = f"[{sign}{words}]"
    return f"\033[{ink}m{text}\033[0m" if colour() and sys.stdout.isatty() else text


def _cases(found: Judgement) -> None:
    cases = found.cases
    print(bold("\nWorked cases") + dim(f"   {len(cases.differing)} of {cases.told} end otherwise"))
    if cases.by_the_clock:
        print(dim(f"{cases.by_the_clock} go by dates of their own and are left out"))
    for one in cases.differing:
        print(f"  {bold(one.case.id)}  {one.case.book}")
        for what, was, now in one.parts:
            print(wrapped(f"{what}: {was}", "    before  "))
            print(wrapped(f"{what}: {now}", "    after   "))


def _effects(found: Judgement) -> None:
    effects = found.effects
    print(bold("\nWagers") + dim(f"   {len(effects.moving)} of {len(effects.wagers)} move; exact"))
    if effects.refused:
        print(wrapped(f"No exact figures: {effects.refused}."))
    if effects.moving:
        rows = [_effect(label, one) for label, one in together(effects.moving)]
        columns = ("wager", "played", "edge before", "after", "to the player", "deviation", "after", "old play loses")
        table(columns, rows, right=(2, 3, 4, 5, 6, 7))
    if effects.play:
        print(bold("\nBest play that changes"))
        rows = [
            (one.decision, one.was, one.now, "–" if one.costs is None else percent(one.costs, 4)) for one in effects.play
        ]  # fmt: skip
        table(("decision", "was", "now", "the old choice costs"), rows, right=(3,))


def _effect(label: str, one: Effect) -> tuple[str, ...]:
    def edge(odds: object) -> str:
        return "not offered" if odds is None else percent(odds.house_edge, 4)  # type: ignore[attr-defined]

    def deviation(odds: object) -> str:
        known = None if odds is None else odds.deviation  # type: ignore[attr-defined]
        return "–" if known is None else f"{known:.4f}"

    return (
        label,
        _short(one.played or (f"given {one.given}" if one.given else ""), 48),
        edge(one.before),
        edge(one.after),
        "–" if one.gain is None else f"{float(one.gain) * 100:+.4f}%".replace("-", "−"),
        deviation(one.before),
        deviation(one.after),
        "–" if one.costs is None else percent(one.costs, 4),
    )


def _rounds(found: Judgement) -> None:
    rounds = found.rounds
    if rounds is None:
        return
    print(bold("\nRounds on record") + dim(f"   {rounds.looked_at} of this book; difference to the players"))
    listed = [
        (
            each.table, str(each.number), each.at[:16].replace("T", " "),
            _nets(each.was), _nets(each.now), show_net(each.difference),
        )
        for each in rounds.changed[:MOST_SHOWN]
    ]  # fmt: skip
    if listed:
        table(("table", "round", "at", "was", "would be", "difference"), listed, right=(1, 5))
    if len(rounds.changed) > MOST_SHOWN:
        print(dim(f"and {len(rounds.changed) - MOST_SHOWN} more; --json has all"))
    for one in rounds.untold[:10]:
        print(dim(f"{one.table}, round {one.number}: {one.why}"))
    print(f"In all {show_net(rounds.total)} to the players.")


def _nets(nets: dict[str, int]) -> str:
    return ", ".join(f"{who} {show_net(net)}" for who, net in nets.items()) or "nothing"
