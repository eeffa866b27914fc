"""Rehearsing: worked cases run at a table, and each that differs named with both sides."""

from __future__ import annotations

from pathlib import Path

from houseway.cli.printing import bold, note, print_json, red
from houseway.floor.scenario import BadCase, Case, Verdict, every_case, read_cases, run_case


def scenario(files: list[Path], json: bool) -> bool:
    """Runs the cases of the files, or the house's own; True if any differs. What cannot be told at all is complained of
    after everything else has been."""
    cases, wrong = list[Case](), list[str]()
    for path in files:
        try:
            cases.extend(read_cases(path))
        except BadCase as unreadable:
            wrong.append(str(unreadable))
    verdicts = [run_case(case) for case in (cases if files else every_case())]
    differ = _shown(verdicts, json)
    wrong.extend(case.wrong for case in cases if case.wrong)
    if mistakes := [verdict for verdict in verdicts if verdict.mistake]:
        raise RuntimeError(f"{mistakes[0].case.id}: {mistakes[0].mistake}")
    if wrong:
        raise BadCase(wrong[0] + (f"; and {len(wrong) - 1} more that cannot be told" if len(wrong) > 1 else ""))
    return differ


def _shown(verdicts: list[Verdict], json: bool) -> bool:
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
    if not verdicts:
        note("no cases were found")
    print(f"{len(verdicts)} cases, {len(failed)} differ")
    return bool(failed)
