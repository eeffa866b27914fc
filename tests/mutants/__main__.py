"""Tries the sample, goes on where it was stopped, and writes ``docs/mutants.md``. ``--most 20`` takes the first twenty only and
writes no page; ``--map`` notes anew which cases and tests reach what; ``--page`` writes the page from what has been tried so
far, and the few that the suite tries again by the case that noticed each (``--few``)."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import pytest

from tests.mutants.reach import Reach, of_cases
from tests.mutants.sites import ROOT, SAMPLE, SEED, Site, sample, sites
from tests.mutants.trying import KILLED, SURVIVED, Tried, try_out

KEPT = ROOT / ".tools" / "mutants"
PAGE = ROOT / "docs" / "mutants.md"
MOST = 60  # cases, and tests, that one mutant is tried by: those that do the least besides
KEPT_FEW, FEW = ROOT / "tests" / "data" / "mutants.json", 40
NO_OTHER = "nobody can tell"  # how the reason of a mutant begins that does what the house does
REASONS = Path(__file__).parent / "reasons.toml"


By = dict[str, list[str]]  # by function, the cases or tests that reach it


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--most", type=int, default=SAMPLE)
    parser.add_argument("--map", action="store_true")
    parser.add_argument("--again", action="store_true", help="try those again that survived")
    parser.add_argument("--cases-only", action="store_true", help="leave the tests out; for a first look")
    parser.add_argument("--page", action="store_true", help="write the page from what has been tried, and try nothing")
    parser.add_argument("--few", action="store_true", help="try the kept few again, each by one case")
    asked = parser.parse_args(words)
    if asked.few:
        return _try_few()
    if asked.page:
        return _write_page(_known(), sample())
    KEPT.mkdir(parents=True, exist_ok=True)
    cases_by = _reaching("cases.json", asked.map)
    if asked.cases_only:
        return _try_all(asked, cases_by, {}, {})
    tests_by = _reaching("tests.json", asked.map)
    files = sorted({test.partition("::")[0] for tests in tests_by.values() for test in tests})
    there = [file for file in files if (ROOT / file).exists()]
    quick = ["-q", "-s", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", "not real and not long"]
    return int(pytest.main([*quick, f"--basetemp={KEPT / 'tmp'}", *there], plugins=[_Loop(asked, cases_by, tests_by)]))


class _Loop:
    """Once pytest has read the tests, the mutants are tried instead of the tests being run: each in a fork that has read them."""

    def __init__(self, asked: argparse.Namespace, cases_by: By, tests_by: By) -> None:
        self.asked, self.cases_by, self.tests_by = asked, cases_by, tests_by

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _try_all(self.asked, self.cases_by, self.tests_by, {item.nodeid: item for item in session.items})
        return True


def _try_all(asked: argparse.Namespace, cases_by: By, tests_by: By, items: dict[str, pytest.Item]) -> int:
    from houseway.floor.scenario import every_case

    cases = {case.id: case for case in every_case()}
    known, chosen, passes = _known(), sample(asked.most), dict[str, bool]()
    for site in chosen:  # what a fork would read by itself, it would read unchanged
        import_module(site.module)
    for number, site in enumerate(chosen, 1):
        before = known.get(site.key, {})
        same = before.get("digest") == site.digest
        if same and (before["end"] != SURVIVED or ((before["whole"] or not items) and not asked.again)):
            continue
        function, began = f"{site.path}:{site.function}", time.process_time() + _children()
        by_cases = [cases[id] for id in cases_by.get(function, ()) if id in cases]
        if same and not before["whole"] and not asked.again:  # cases have been tried, and the tests are left
            by_cases = []
        tests = [test for test in tests_by.get(function, ()) if test in items and passes.get(test, True)]
        tried = try_out(site, by_cases, [items[test] for test in tests])
        while tried.by in items and not passes.setdefault(
            tried.by, try_out(None, (), [items[tried.by]]).end == SURVIVED
        ):
            tests.remove(tried.by)  # it fails without the mutant, too
            tried = try_out(site, (), [items[test] for test in tests])
        took = time.process_time() + _children() - began
        known[site.key] = _keep(site, tried, took, whole=bool(items))
        where = f"{site.path}:{site.line}  {site.was} -> {site.is_now}"
        print(f"{number:4} {tried.end:8} {took:6.1f} s  {where}  {tried.by}", flush=True)
    counts = Counter(known[site.key]["end"] for site in chosen)
    each = sum(float(str(known[site.key]["seconds"])) for site in chosen) / len(chosen)
    print(f"{len(chosen)} mutants, {counts[SURVIVED]} survive; {each:.1f} s each")
    return _write_page(known, chosen) if asked.most == SAMPLE and items else 0


def _write_page(known: dict[str, dict[str, object]], chosen: list[Site]) -> int:
    tried = list(takewhile(lambda site: _is_known(site, known.get(site.key, {})), chosen))
    told = [(site, known[site.key]) for site in tried]
    by_cases = list(takewhile(lambda site: known.get(site.key, {}).get("digest") == site.digest, chosen))
    noticed = sum(_by_case(known[site.key]) for site in by_cases)
    PAGE.write_text(page(told, len(chosen), len(by_cases), noticed), encoding="utf-8")
    few = {site.key: [site.digest, known[site.key]["by"]] for site in by_cases if _by_case(known[site.key])}
    few = dict(list(few.items())[:FEW])
    KEPT_FEW.write_text(json.dumps(few, indent=0) + "\n", encoding="utf-8")
    return 0


def _is_known(site: Site, entry: dict[str, object]) -> bool:
    """Whether this very mutant was tried by everything that reaches it, or noticed."""
    return entry.get("digest") == site.digest and (bool(entry["whole"]) or entry["end"] != SURVIVED)


def _by_case(entry: dict[str, object]) -> bool:
    return entry["end"] == KILLED and "::" not in str(entry["by"])


def _try_few() -> int:
    """The kept few, each by the case that noticed it once: those whose function reads as it did. Four of five are noticed."""
    from houseway.floor.scenario import every_case

    kept = json.loads(KEPT_FEW.read_text(encoding="utf-8"))
    cases = {case.id: case for case in every_case()}
    paths = {key.partition(":")[0] for key in kept if (ROOT / key.partition(":")[0]).exists()}
    there = {site.key: site for path in sorted(paths) for site in sites(ROOT / path)}
    same = [
        there[key] for key, (digest, by) in kept.items() if key in there and there[key].digest == digest and by in cases
    ]
    for site in same:
        import_module(site.module)
    left = [site for site in same if try_out(site, [cases[kept[site.key][1]]], ()).end == SURVIVED]
    for site in left:
        print(f"{site.key}: {site.was} -> {site.is_now} is not noticed any more by {kept[site.key][1]}")
    print(f"{len(same)} mutants, {len(left)} survive")
    return 0 if same and len(left) * 5 <= len(same) else 1


def _children() -> float:
    return sum(os.times()[2:4])


def _reaching(name: str, anew: bool) -> By:
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
    for who, functions in sorted(reach.items(), key=lambda item: len(item[1])):  # whoever calls least looks closest
        for function in functions:
            if len(found[function]) < MOST:
                found[function].append(who)
    return found


def _known() -> dict[str, dict[str, object]]:
    """What has been tried, the last time for each."""
    path = KEPT / "tried.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def _keep(site: Site, tried: Tried, took: float, whole: bool) -> dict[str, object]:
    entry: dict[str, object] = {
        "key": site.key, "digest": site.digest, "end": tried.end, "by": tried.by, "seconds": round(took, 1), "whole": whole,
    }  # fmt: skip
    with (KEPT / "tried.jsonl").open("a", encoding="utf-8") as kept:
        kept.write(json.dumps(entry) + "\n")
    return entry


def page(told: list[tuple[Site, dict[str, object]]], of: int, by_cases: int, by_case: int) -> str:
    """The figures and the survivors: of those that everything has tried, and of those that cases have."""
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    parts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for site, entry in told:
        parts[site.path.split("/")[1]][str(entry["end"])] += 1
    every = sum(parts.values(), Counter[str]())
    survived = [site for site, entry in told if entry["end"] == SURVIVED]
    same = [site for site in survived if reasons.get(site.key, "").startswith(NO_OTHER)]
    killed = every.total() - len(survived)
    lines = [
        "# Mutants", "",
        "`make mutants` changes one small thing at a time in law, play, the rules of the games, the floor and the ledger, "
        f"{of:,} times, chosen by the seed `{SEED}`. How it is done stands in `tests/mutants`, why so in "
        "`docs/decisions/2026-11-16-obedience.md`.", "",
    ]  # fmt: skip
    if len(told) < of:
        lines += [
            "**The sample has not been tried whole.** Worked cases and quick tests have tried the first "
            f"{len(told):,}, in the order of the seed, and noticed {killed:,} ({_share(killed, len(told))}). Worked cases alone "
            f"have tried the first {by_cases:,}, and noticed {by_case:,} ({_share(by_case, by_cases)}). "
            "`make mutants` goes on.", "",
        ]  # fmt: skip
    else:
        lines += [f"**{killed:,} of {of:,} ({_share(killed, of)})** were noticed by a worked case or a quick test.", ""]
    lines += [
        f"{len(same)} of the {len(survived)} survivors change nothing that anybody could see. A mutant is tried by at most "
        f"{MOST} cases and {MOST} tests that call the changed function, those that do the least besides, and by no test that "
        "needs a browser, a server or a minute: those may still notice a survivor. A case notices if it "
        "differs from what it states, or from what it came to before "
        "(`tests/data/came_to`, which `make prove` holds the house to).", "",
        "| part | mutants | noticed | went round in a circle | survived |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for part, counts in sorted(parts.items()):
        lines.append(f"| {part} | {counts.total()} | {counts[KILLED]} | {counts['endless']} | {counts[SURVIVED]} |")
    lines += ["", "## Survivors", "", "| where | was | is | why nothing notices |", "|---|---|---|---|"]
    for site in survived:
        was, is_now = (f"`{text.replace('|', chr(92) + '|')}`" for text in (site.was, site.is_now))
        why = reasons.get(site.key, "not yet looked at")
        lines.append(f"| {site.path}:{site.line} {site.function} | {was} | {is_now} | {why} |")
    return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    return f"{part * 100 // max(1, whole)} %"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
