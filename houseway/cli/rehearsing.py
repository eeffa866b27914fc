"""Rehearsing: worked cases run at a table, and each that differs named with both sides."""

from __future__ import annotations

import json as plain_json
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway import games
from houseway.cli.printing import bold, note, print_json, red, wrapped
from houseway.floor.scenario import BadCase, Case, Verdict, every_case, read_cases, run_case
from houseway.floor.story.rehearsal import teller
from houseway.floor.story.told import remembered
from houseway.floor.story.vocabulary import Words, form, words_of
from houseway.forms import write
from houseway.law.provision_names import names
from houseway.law.rulebook import NotInForce, Rulebook


def scenario(files: list[Path], at: datetime | None, json: bool) -> bool:
    """Runs the cases of the files, or the house's own; True if any differs. What cannot be told at all is complained of
    after everything else has been."""
    cases, wrong = list[Case](), list[str]()
    for path in files:
        try:
            cases.extend(read_cases(path))
        except BadCase as unreadable:
            wrong.append(str(unreadable))
    verdicts = [run_case(case, at) for case in (cases if files else every_case())]
    differ = _shown(verdicts, json, nothing_told=bool(wrong))
    wrong.extend(case.wrong for case in cases if case.wrong)
    wrong.extend(f"{told.case.file}: case {told.case.id}: {told.untold}" for told in verdicts if told.untold)
    if mistakes := [verdict for verdict in verdicts if verdict.mistake]:
        raise RuntimeError(f"{mistakes[0].case.id}: {mistakes[0].mistake}")
    if wrong:
        raise BadCase(wrong[0] + (f"; and {len(wrong) - 1} more that cannot be told" if len(wrong) > 1 else ""))
    return differ


def _shown(verdicts: list[Verdict], json: bool, nothing_told: bool) -> bool:
    failed = [verdict for verdict in verdicts if not verdict.holds]
    if json:
        print_json(
            {
                "schema": "houseway.scenarios/1",
                "cases": len(verdicts),
                "differ": len(failed),
                "verdicts": [
                    {
                        "id": verdict.case.id,
                        "book": verdict.case.book,
                        "file": verdict.case.file,
                        "holds": verdict.holds,
                        "differences": verdict.differences,
                        "clauses": sorted(verdict.told.clauses),
                    }
                    for verdict in verdicts
                ],
            }
        )
        return bool(failed)
    for verdict in failed:
        print(bold(red(verdict.case.id)) + f"  {verdict.case.book}  {verdict.case.file}")
        for difference in verdict.differences:
            print(f"    {difference}")
    if not verdicts and not nothing_told:
        note("no cases were found")
    print(f"{len(verdicts)} cases, {len(failed)} differ")
    return bool(failed)


def words(id: str, json: bool) -> None:
    """Prints what a story of a book can say: the words of its game, its policies, and every line of the language."""
    rulebook, variant = games.book(id)
    kept = words_of(rulebook.game).get(rulebook.id, Words())
    teller_of = teller(id)
    known: dict[str, dict[str, str] | list[str]] = {
        **{f"wagers: {window}": spots for window, spots in kept.spots.items()},
        "choices": kept.choices,
        "irregularities": {f"!{kind}": label for kind, label in kept.mishaps.items()},
        "outcome": kept.outcomes,
        "facts": [*teller_of.facts, *kept.told],
        "remember": list(remembered(teller_of)),
        "policies": policies(rulebook, teller_of.moment, variant),
        "lines": [form(pattern) for pattern in teller_of.forms],
    }
    teller_of.ledger.close()
    if json:
        print_json({"schema": "houseway.words/1", "book": id, "words": known})
        return
    print(bold(rulebook.title) + f"   {id}")
    for what, listed in known.items():
        if not listed:
            continue
        print(bold(f"\n{what}"))
        if isinstance(listed, dict):
            for word, label in listed.items():
                print(f"  {word:30} {label}")
        elif what == "lines":
            for line in listed:
                print(f"  {line}")
        else:
            print(wrapped(", ".join(listed), "  "))


def policies(rulebook: Rulebook[Any], moment: datetime, variant: str) -> dict[str, str]:
    """The policies of a book that a story may choose otherwise, with the values they have."""
    try:
        terms = rulebook.at(moment, variant=variant).terms
    except NotInForce:  # a book that opens no table by itself
        return {}
    found = {}
    for name, _, _ in names(type(terms)):
        provision = terms
        for part in name.split("."):
            provision = getattr(provision, part, None)
        if provision is not None and provision.policy:
            found[name] = plain_json.dumps(write(provision.value), ensure_ascii=False).strip('"')
    return found
