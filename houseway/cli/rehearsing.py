"""Rehearsing: worked cases run at a table, and each that differs named with both sides."""

from __future__ import annotations

from pathlib import Path

from houseway.cli.printing import bold, note, print_json, red
from houseway.floor.scenario import every_case, read_cases, run_case


def scenario(files: list[Path], json: bool) -> bool:
    """Runs the cases of the files, or the house's own; True if any differs."""
    cases = [case for path in files for case in read_cases(path)] if files else list(every_case())
    verdicts = [run_case(case) for case in cases]
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
