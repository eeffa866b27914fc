"""Tries the sample, goes on where it was stopped, and writes ``docs/mutants.md``. ``--most 20`` takes the first twenty only and
writes no page; ``--map`` notes anew which cases and tests reach what."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

from tests.mutants.reach import Reach, of_cases
from tests.mutants.sites import ROOT, SAMPLE, SEED, Site, sample
from tests.mutants.trying import KILLED, SURVIVED, Tried, try_out

KEPT = ROOT / ".tools" / "mutants"
PAGE = ROOT / "docs" / "mutants.md"
REASONS = Path(__file__).parent / "reasons.toml"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--most", type=int, default=SAMPLE)
    parser.add_argument("--map", action="store_true")
    parser.add_argument("--cases-only", action="store_true", help="leave the tests out; for a first look")
    asked = parser.parse_args(words)
    KEPT.mkdir(parents=True, exist_ok=True)
    cases_by, tests_by = (
        _reaching("cases.json", asked.map),
        {} if asked.cases_only else _reaching("tests.json", asked.map),
    )
    from houseway.floor.scenario import every_case

    cases = {case.id: case for case in every_case()}
    known, chosen = _known(), sample(asked.most)
    for number, site in enumerate(chosen, 1):
        if known.get(site.key, {}).get("digest") == site.digest:
            continue
        function, began = f"{site.path}:{site.function}", time.process_time() + _children()
        reaching = sorted((cases[id] for id in cases_by[function] if id in cases), key=lambda case: len(case.story))
        tried = try_out(site, reaching, sorted(tests_by[function]) if tests_by else ())
        took = time.process_time() + _children() - began
        known[site.key] = _keep(site, tried, took, whole=bool(tests_by))
        where = f"{site.path}:{site.line}  {site.was} -> {site.is_now}"
        print(f"{number:4} {tried.end:8} {took:6.1f} s  {where}  {tried.by}", flush=True)
    told = [(site, known[site.key]) for site in chosen]
    counts = Counter(entry["end"] for _, entry in told)
    print(
        f"{len(chosen)} mutants, {counts[SURVIVED]} survive; {sum(e['seconds'] for _, e in told) / len(told):.1f} s each"
    )
    if asked.most == SAMPLE and not asked.cases_only:
        PAGE.write_text(page(told), encoding="utf-8")
    return 0


def _children() -> float:
    return sum(os.times()[2:4])


def _reaching(name: str, anew: bool) -> defaultdict[str, list[str]]:
    """By function, who reaches it; noted in a process of its own, once."""
    path = KEPT / name
    if anew or not path.exists():
        print(f"noting which {name.removesuffix('.json')} reach what", flush=True)
        if name == "cases.json":
            path.write_text(json.dumps(of_cases()), encoding="utf-8")
        else:
            quick = ["-q", "-n0", "-p", "no:cacheprovider", "-m", "not real and not long", "-p", "tests.mutants.reach"]
            without = ["--deselect", "tests/test_conformance.py::test_worked_case"]
            environment = {**os.environ, "HOUSEWAY_REACH": str(path)}
            subprocess.run([sys.executable, "-m", "pytest", *quick, *without], cwd=ROOT, env=environment, check=False)
    reach: Reach = json.loads(path.read_text(encoding="utf-8"))
    found: defaultdict[str, list[str]] = defaultdict(list)
    for who, functions in reach.items():
        for function in functions:
            found[function].append(who)
    return found


def _known() -> dict[str, dict[str, object]]:
    """What has been tried, the last time for each."""
    path = KEPT / "tried.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {entry["key"]: entry for entry in map(json.loads, lines) if entry["whole"] or entry["end"] == KILLED}


def _keep(site: Site, tried: Tried, took: float, whole: bool) -> dict[str, object]:
    entry: dict[str, object] = {
        "key": site.key, "digest": site.digest, "end": tried.end, "by": tried.by, "seconds": round(took, 1), "whole": whole,
    }  # fmt: skip
    with (KEPT / "tried.jsonl").open("a", encoding="utf-8") as kept:
        kept.write(json.dumps(entry) + "\n")
    return entry


def page(told: list[tuple[Site, dict[str, object]]]) -> str:
    """The figures and the survivors."""
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    parts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for site, entry in told:
        parts[site.path.split("/")[1]][str(entry["end"])] += 1
    every = sum(parts.values(), Counter[str]())
    killed = every.total() - every[SURVIVED]
    lines = [
        "# Mutants", "",
        "`make mutants` changed one small thing at a time in law, play, the rules of the games, the floor and the ledger, "
        f"{every.total():,} times, chosen by the seed `{SEED}`. {killed:,} of them ({killed * 100 // every.total()} %) were "
        "noticed by a worked case or a quick test. "
        "How it is done stands in `tests/mutants`, why so in `docs/decisions/2026-11-16-obedience.md`.", "",
        "| part | mutants | noticed | went round in a circle | survived |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for part, counts in sorted(parts.items()):
        lines.append(f"| {part} | {counts.total()} | {counts[KILLED]} | {counts['endless']} | {counts[SURVIVED]} |")
    lines += ["", "## Survivors", "", "| where | was | is | why nothing notices |", "|---|---|---|---|"]
    for site, entry in told:
        if entry["end"] == SURVIVED:
            was, is_now = (f"`{text.replace('|', chr(92) + '|')}`" for text in (site.was, site.is_now))
            why = reasons.get(site.key, "not yet looked at")
            lines.append(f"| {site.path}:{site.line} {site.function} | {was} | {is_now} | {why} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
