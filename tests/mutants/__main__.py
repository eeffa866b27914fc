"""Tries the sample, goes on where it was stopped, and writes ``docs/mutants.md``. ``--most 20`` takes the first twenty only and
writes no page; ``--map`` notes anew which cases and tests come by what, ``--map cases`` or ``--map tests/test_new.py`` alone;
``--again`` tries survivors again, by everything that comes by; ``--by VRD-E11 tests/test_new.py`` asks these alone about
whatever nobody has noticed yet, and keeps what they notice; ``--page`` writes the page from what has been tried so far, and
the few that the suite tries again by the case that noticed each (``--few``)."""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
import tomllib
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Container
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from math import inf
from pathlib import Path

import pytest

from houseway import games
from houseway.floor.scenario import Case, every_case
from houseway.testing.came_to import came_to, kept
from houseway.testing.vocabulary import same_luck
from tests.mutants.code import look_round
from tests.mutants.reach import CACHED, Called, Reach, by_site, keep, of_cases, read
from tests.mutants.sites import ROOT, SAMPLE, SEED, Site, sample, sites
from tests.mutants.trying import ENDLESS, KILLED, SURVIVED, UNTRIED, Tried, try_out

KEPT = ROOT / ".tools" / "mutants"
PAGE = ROOT / "docs" / "mutants.md"
BY_CASES, BY_TESTS = 2.0, 4.0  # processor seconds of cases, and of tests, that try a mutant at first
KEPT_FEW, FEW = ROOT / "tests" / "data" / "mutants.json", 40
NO_OTHER = "nobody can tell"  # how the reason of a mutant begins that does what the house does
REASONS = Path(__file__).parent / "reasons.toml"


@dataclass(frozen=True)
class Asked:
    """Who is asked about a mutant: by site, those that come by, and what each of them costs."""

    by: dict[str, list[str]]
    seconds: dict[str, float]
    cached: frozenset[str] = frozenset()  # sites of which the house keeps what came of them

    def about(self, site: Site, there: Container[str], most: float) -> list[str]:
        """Those that come first, as long as they take no more than so many seconds; at least one."""
        chosen: list[str] = []
        spent = 0.0
        for who in self.by.get(site.key, ()):
            if who in there and (not chosen or spent + self.seconds[who] <= most):
                chosen.append(who)
                spent += self.seconds[who]
        return chosen

    def alone(self, whom: list[str]) -> Asked:
        """The same where nobody else is asked: cases, tests, or files of tests."""
        those = {
            site: [who for who in all if who in whom or who.partition("::")[0] in whom] for site, all in self.by.items()
        }
        return Asked({site: who for site, who in those.items() if who}, self.seconds, self.cached)


NOBODY = Asked({}, {})


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--most", type=int, default=SAMPLE)
    parser.add_argument("--beside", type=int, default=2, help="how many are tried at once")
    parser.add_argument("--map", nargs="*", help="note anew who comes by what: all, or 'cases', or files of tests")
    parser.add_argument(
        "--again", action="store_true", help="try those again that survived, by everything that reaches them"
    )
    parser.add_argument(
        "--by", nargs="*", default=[], help="try those again that survived, by these cases and tests alone"
    )
    parser.add_argument("--cases-only", action="store_true", help="leave the tests out; for a first look")
    parser.add_argument("--page", action="store_true", help="write the page from what has been tried, and try nothing")
    parser.add_argument("--few", action="store_true", help="try the kept few again, each by one case")
    asked = parser.parse_args(words)
    if asked.few:
        return _try_few()
    if asked.page:
        return _write_page(_known(), sample())
    KEPT.mkdir(parents=True, exist_ok=True)
    anew = None if asked.map is None else (asked.map or ["cases", "tests"])
    cases = _reaching("cases.json", [word for word in anew or () if word == "cases"])
    if asked.cases_only:
        return _try_all(asked, cases, NOBODY, {})
    tests = _reaching("tests.json", [word for word in anew or () if word != "cases"])
    if anew:
        return 0
    files = sorted({test.partition("::")[0] for test in tests.seconds})
    there = [file for file in files if (ROOT / file).exists()]
    quick = ["-q", "-s", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "-m", "not real and not long"]
    return int(pytest.main([*quick, f"--basetemp={KEPT / 'tmp'}", *there], plugins=[_Loop(asked, cases, tests)]))


class _Loop:
    """Once pytest has read the tests, the mutants are tried instead of the tests being run: each in a fork that has read them."""

    def __init__(self, asked: argparse.Namespace, cases: Asked, tests: Asked) -> None:
        self.asked, self.cases, self.tests = asked, cases, tests

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        _try_all(self.asked, self.cases, self.tests, {item.nodeid: item for item in session.items})
        return True


def _try_all(asked: argparse.Namespace, cases: Asked, tests: Asked, items: dict[str, pytest.Item]) -> int:
    """All that are left, by some processes beside each other, which write down what they found as they find it."""
    known, chosen = _known(), sample(asked.most)
    if asked.by:
        cases, tests = cases.alone(asked.by), tests.alone(asked.by)
        about = {**cases.by, **tests.by}
        left = [site for site in chosen if site.key in about and not _is_noticed(site, known.get(site.key, {}))]
    else:
        left = [site for site in chosen if _is_left(site, known.get(site.key, {}), asked.again, bool(items))]
    print(f"{len(left)} of {len(chosen)} mutants are left to try", flush=True)
    for site in chosen:  # what a fork would read by itself, it would read unchanged
        import_module(site.module)
    told = _warm()
    workers = []
    for nth in range(asked.beside):
        worker = os.fork()
        if worker == 0:
            try:
                _try_some(left[nth :: asked.beside], asked, cases, tests, items, told)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(0)
        workers.append(worker)
    for worker in workers:
        os.waitpid(worker, 0)
    known = _known()
    tried = [known[site.key] for site in chosen if _is_known(site, known.get(site.key, {}))]
    counts = Counter(entry["end"] for entry in tried)
    each = sum(float(str(entry["seconds"])) for entry in tried) / max(1, len(tried))
    print(f"{len(tried)} mutants, {counts[SURVIVED] + counts[UNTRIED]} survive; {each:.1f} s each")
    return _write_page(known, chosen) if asked.most == SAMPLE and items else 0


def _is_noticed(site: Site, before: dict[str, object]) -> bool:
    return before.get("digest") == site.digest and before["end"] not in (SURVIVED, UNTRIED)


def _is_left(site: Site, before: dict[str, object], again: bool, whole: bool) -> bool:
    if before.get("digest") != site.digest:
        return True
    return before["end"] in (SURVIVED, UNTRIED) and (again or (whole and not before["whole"]))


def _warm() -> dict[str, Case]:
    """Every case, and the books read by which they are judged; nothing is looked for again by those that fork from here."""
    told = {case.id: case for case in every_case()}
    with same_luck():
        for _, cases in groupby(told.values(), lambda case: case.book):
            came_to(next(cases))
    for name in games.names():
        kept(name)
    look_round()
    gc.collect()
    gc.freeze()
    return told


def _try_some(
    chosen: list[Site],
    how: argparse.Namespace,
    cases: Asked,
    tests: Asked,
    items: dict[str, pytest.Item],
    told: dict[str, Case],
) -> None:
    passes: dict[str, bool] = {}
    commit, known = _commit(), _known()
    for site in chosen:
        began = time.process_time() + _children()
        before = known.get(site.key, {})  # whom it survived then, it survives
        asked_before = _survived_cases(site, before, how.again or how.by)
        by_cases = [] if asked_before else cases.about(site, told, inf if how.again else BY_CASES)
        by_tests = tests.about(site, items, inf if how.again else BY_TESTS)
        by_tests = [test for test in by_tests if passes.get(test, True)]
        takes = sum(cases.seconds[id] for id in by_cases) + sum(tests.seconds[test] for test in by_tests)
        anew = site.key in cases.cached
        tried = try_out(site, [told[id] for id in by_cases], [items[test] for test in by_tests], takes, anew)
        while tried.by in items and not passes.setdefault(
            tried.by, try_out(None, (), [items[tried.by]], tests.seconds[tried.by]).end == SURVIVED
        ):
            by_tests.remove(tried.by)  # it fails without the mutant, too
            tried = try_out(site, (), [items[test] for test in by_tests], takes, anew)
        took = time.process_time() + _children() - began
        if not how.by or tried.end in (KILLED, ENDLESS):  # whom these few do not notice, others may
            _keep(site, tried, took, whole=bool(items), asked=[len(by_cases), len(by_tests)], commit=commit)
        where = f"{site.path}:{site.line}  {site.was} -> {site.is_now}"
        print(f"{tried.end:8} {took:6.1f} s  {where}  {tried.by}", flush=True)


def _survived_cases(site: Site, before: dict[str, object], again: bool) -> bool:
    """Whether this very mutant was tried by cases already, and tests alone are left to ask."""
    return before.get("digest") == site.digest and before.get("end") == SURVIVED and not again


def _write_page(known: dict[str, dict[str, object]], chosen: list[Site]) -> int:
    told = [(site, known[site.key]) for site in chosen if _is_known(site, known.get(site.key, {}))]
    PAGE.write_text(page(told, len(chosen)), encoding="utf-8")
    few = dict([(site.key, [site.digest, entry["by"]]) for site, entry in told if _by_case(entry)][:FEW])
    KEPT_FEW.write_text(json.dumps(few, indent=0) + "\n", encoding="utf-8")
    return 0


def _is_known(site: Site, entry: dict[str, object]) -> bool:
    """Whether this very mutant was tried by everything that reaches it, or noticed."""
    return entry.get("digest") == site.digest and (bool(entry["whole"]) or entry["end"] != SURVIVED)


def _by_case(entry: dict[str, object]) -> bool:
    return entry["end"] == KILLED and "::" not in str(entry["by"])


def _try_few() -> int:
    """The kept few, each by the case that noticed it once: those whose function reads as it did. Four of five are noticed."""
    few = json.loads(KEPT_FEW.read_text(encoding="utf-8"))
    cases = {case.id: case for case in every_case()}
    paths = {key.partition(":")[0] for key in few if (ROOT / key.partition(":")[0]).exists()}
    there = {site.key: site for path in sorted(paths) for site in sites(ROOT / path)}
    same = [
        there[key] for key, (digest, by) in few.items() if key in there and there[key].digest == digest and by in cases
    ]
    for site in same:
        import_module(site.module)
    look_round()
    left = [site for site in same if try_out(site, [cases[few[site.key][1]]], ()).end == SURVIVED]
    for site in left:
        print(f"{site.key}: {site.was} -> {site.is_now} is not noticed any more by {few[site.key][1]}")
    print(f"{len(same)} mutants, {len(left)} survive")
    return 0 if same and len(left) * 5 <= len(same) else 1


def _children() -> float:
    return sum(os.times()[2:4])


def _reaching(name: str, anew: list[str]) -> Asked:
    """By site, who comes by; noted in a process of its own, all or those files of tests that are named."""
    path = KEPT / name
    if anew or not path.exists():
        print(f"noting which {name.removesuffix('.json')} come by what", flush=True)
        if name == "cases.json":
            noting = os.fork()  # marks stay where they were put
            if noting == 0:
                try:
                    keep(of_cases(), path)
                finally:
                    os._exit(0)
            os.waitpid(noting, 0)
        else:
            quick = ["-q", "-n0", "-p", "no:cacheprovider", "-m", "not real and not long", "-p", "tests.mutants.reach"]
            without = ["--deselect", "tests/test_conformance.py::test_worked_case"]
            environment = {**os.environ, "HOUSEWAY_REACH": str(path)}
            files = [] if anew in ([], ["tests"]) else anew
            command = [sys.executable, "-m", "pytest", *quick, *without, *files]
            subprocess.run(command, cwd=ROOT, env=environment, check=False)
    reach: Reach = read(path)
    cached = reach.pop(CACHED, Called()).sites
    seconds = {who: calls.seconds for who, calls in reach.items()}
    return Asked(by_site(reach, _groups(reach)), seconds, frozenset(cached))


def _groups(reach: Reach) -> dict[str, str]:
    """Cases by their book, tests by their file."""
    return {case.id: case.book for case in every_case()} | {who: who.partition("::")[0] for who in reach if "::" in who}


def _commit() -> str:
    """The commit that is tried, with a plus if anything in the tree differs from it."""
    said = [
        subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
        for words in (["rev-parse", "--short", "HEAD"], ["status", "--porcelain"])
    ]
    return said[0] + ("+" if said[1] else "")


def _known() -> dict[str, dict[str, object]]:
    """What has been tried, the last time for each."""
    path = KEPT / "tried.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {entry["key"]: entry for entry in map(json.loads, lines)}


def _keep(site: Site, tried: Tried, took: float, **more: object) -> None:
    entry = {
        "key": site.key,
        "digest": site.digest,
        "end": tried.end,
        "by": tried.by,
        "seconds": round(took, 1),
        **more,
    }
    with (KEPT / "tried.jsonl").open("a", encoding="utf-8") as kept:
        kept.write(json.dumps(entry) + "\n")


def page(told: list[tuple[Site, dict[str, object]]], of: int) -> str:
    """The figures and the survivors, of those that have been tried."""
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    parts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for site, entry in told:
        parts[site.path.split("/")[1]][str(entry["end"])] += 1
    every = sum(parts.values(), Counter[str]())
    survived = [site for site, entry in told if entry["end"] in (SURVIVED, UNTRIED)]
    same = [site for site in survived if reasons.get(site.key, "").startswith(NO_OTHER)]
    killed = every.total() - len(survived)
    by_case = sum(_by_case(entry) for _, entry in told)
    lines = [
        "# Mutants", "",
        "`make mutants` changes one small thing at a time in law, play, the rules of the games, the floor and the ledger, "
        f"{of:,} times, chosen by the seed `{SEED}`. How it is done stands in `tests/mutants`, why so in "
        "`docs/decisions/2026-11-16-obedience.md`.", "",
    ]  # fmt: skip
    if len(told) < of:
        lines += [
            f"**The sample has not been tried whole.** Of its {of:,}, {len(told):,} have been tried by worked cases and quick "
            f"tests, and {killed:,} ({_share(killed, len(told))}) were noticed; {by_case:,} of these by a worked case. The "
            "others come later in the order of the seed, or stand in functions that have changed since. "
            "`make mutants` goes on.", "",
        ]  # fmt: skip
    else:
        lines += [f"**{killed:,} of {of:,} ({_share(killed, of)})** were noticed by a worked case or a quick test.", ""]
    commits = Counter(str(entry["commit"]) for _, entry in told)
    seconds = sum(float(str(entry["seconds"])) for _, entry in told)
    on = ", ".join(f"{count:,} on commit {commit}" for commit, count in commits.most_common())
    lines += [
        f"{len(same)} of the {len(survived)} survivors change nothing that anybody could see; one whose trial broke off counts "
        "as one. A mutant is tried by worked cases and tests that come by the changed statement, the cheapest first and one "
        f"book after the other, for {BY_CASES:.0f} and {BY_TESTS:.0f} processor seconds; `--again` asks all. "
        "Sentences for people, answers made up by chance, practice, drawing and print are not changed. "
        f"{_asked_tests()}No test tries that needs a browser, a server or a minute. Those who were not asked may still notice a "
        "survivor. A case notices if it differs from what it states, or from what it came to before "
        "(`tests/data/came_to`, which `make prove` holds the house to).", "",
        f"Tried by `make mutants`, which after changes goes on with the functions that are others now: {on}"
        f"{' (a plus: with tests that were added since)' if '+' in on else ''}. "
        f"{seconds / max(1, len(told)):.1f} processor seconds each.", "",
        "| part | mutants | noticed | went round in a circle | survived |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for part, counts in sorted(parts.items()):
        lines.append(
            f"| {part} | {counts.total()} | {counts[KILLED]} | {counts[ENDLESS]} | {counts[SURVIVED] + counts[UNTRIED]} |"
        )
    came_by = _came_by()
    lines += ["", "## Survivors", "", "| where | was | is | why nothing notices |", "|---|---|---|---|"]
    for site in survived:
        was, is_now = (f"`{text.replace('|', chr(92) + '|')}`" for text in (site.was, site.is_now))
        why = reasons.get(site.key) or came_by(site)
        lines.append(f"| {site.path}:{site.line} {site.function} | {was} | {is_now} | {why} |")
    return "\n".join(lines) + "\n"


def _came_by() -> Callable[[Site], str]:
    """Says of a site who comes by and sees nothing, where nobody has found out why."""
    count: dict[str, Counter[str]] = {}
    for name in ("cases", "tests"):
        path = KEPT / f"{name}.json"
        reach = read(path) if path.exists() else {}
        count[name] = Counter(key for who, calls in reach.items() if who != CACHED for key in calls.sites)

    def told(site: Site) -> str:
        cases, tests = count["cases"][site.key], count["tests"][site.key]
        if not cases and not tests:
            return "no case and no quick test comes by"
        return f"{cases:,} cases and {tests:,} quick tests come by; why those that were asked see nothing is not looked into"

    return told


def _asked_tests() -> str:
    """How many tests were asked, where it has been noted which of them come by what."""
    path = KEPT / "tests.json"
    if not path.exists():
        return ""
    tests = read(path)
    files = {test.partition("::")[0] for test in tests}
    return f"{len(tests):,} quick tests of {len(files)} files were asked. "


def _share(part: int, whole: int) -> str:
    return f"{part * 100 // max(1, whole)} %"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
