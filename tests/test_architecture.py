"""docs/architecture.md and docs/analysis.md are in step with the code: contracts, walks that are taken, names asked for."""

from __future__ import annotations

import ast
import asyncio
import gc
import importlib
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_origin

import pytest
from starlette.websockets import WebSocket

from houseway import games, lab
from houseway.figures import kept
from houseway.floor.pace import Pace
from houseway.floor.people import HOUSE
from houseway.floor.table import Order
from houseway.forms import hints_of
from houseway.lab.modules import figures
from houseway.law.clause import Provision
from houseway.premises.premises import Premises
from houseway.testing.architecture import PAGE, ROOT, Walk, in_step, walks
from houseway.web.pacing import Bucket
from houseway.web.rapid import sockets
from tests.waiting import until, until_then
from tests.web.served import start

WALKS = {walk.name: walk for walk in walks()}
MEND = "mend houseway/testing/walks.toml and run python -m houseway.testing.architecture"


def test_the_page_is_in_step_with_contracts_and_walks() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == in_step(page), "run python -m houseway.testing.architecture"


@pytest.mark.parametrize("name", WALKS)
def test_every_hop_is_there(name: str) -> None:
    gone = [hop.at for hop in WALKS[name].hops if not hop.is_there()]
    assert not gone, f"{', '.join(gone)}: {MEND}"


@contextmanager
def passing(here: bool = True) -> Iterator[list[str]]:
    """Every function of ours that is entered, in those threads that are begun meanwhile and, if so wished, in this one."""
    passed: list[str] = []

    def hear(frame: Any, event: str, _: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("houseway"):
            passed.append(f"{module}:{frame.f_code.co_qualname}")

    threading.setprofile(hear)
    sys.setprofile(hear if here else None)
    try:
        yield passed
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]


def taken(walk: Walk, passed: list[str]) -> None:
    """The hops of a walk that run here came one after the other."""
    at = 0
    for hop in (hop for hop in walk.hops if not hop.in_browser):
        assert hop.at in passed[at:], f"{walk.name}: {hop.at} is not passed after what stands before it; {MEND}"
        at = passed.index(hop.at, at) + 1


def test_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = import_module("houseway.games.red_dog.figures.analysis")
    monkeypatch.setattr(analysis, "_TABLES", {}, raising=False)  # compiled anew, as in a process that has just begun
    monkeypatch.setattr(import_module("houseway.lab.simulate"), "_MADE", {})
    games.read_again()
    with kept.found_anew(), passing() as passed:
        lab.study("vic-1997-red-dog").simulate(1000, seed=1)
    taken(WALKS["A simulation"], passed)


def test_an_amended_clause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notice.toml").write_text(
        '[amendment]\nof = "vic-1997-red-dog"\nid = "our-notice"\ninstrument = "A notice of ours"\n'
        'commences = 2027-01-01T04:00:00\n\n[provisions]\nthree_alike = { clauses = ["1"], value = "12 to 1" }\n'
    )
    (tmp_path / "notice.md").write_text("# Our notice\n\n## 1 Odds\n### 1 Three alike\nThree alike pay 12 to 1.\n")
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(tmp_path))
    games.read_again()
    try:
        with passing() as passed:
            terms = games.book("vic-1997-red-dog")[0].at(datetime(2027, 2, 1)).terms
        assert str(terms.three_alike.value) == "12 to 1"
        taken(WALKS["An amended clause"], passed)
    finally:
        monkeypatch.delenv("HOUSEWAY_BOOKS")
        games.read_again()


def test_a_click(tmp_path: Path) -> None:
    with passing(here=False) as passed:  # the server's own threads begin meanwhile
        house = start(f"sqlite:///{tmp_path / 'house.db'}")
    try:
        anna = house.someone("Anna")
        anna.must("RD-1", "sit", area=1)
        until(lambda: house.premises.house.tables["RD-1"].window is not None, "the shoe to be ready")
        passed.clear()
        anna.must("RD-1", "place", spot="original", cents=500, area=1)
        taken(WALKS["A click"], list(passed))
    finally:
        house.close()


async def _silent(*_: Any) -> Any:
    """A socket that nobody reads."""


def test_a_touch() -> None:
    async def evening() -> list[str]:
        with passing() as passed:
            premises = Premises("sqlite:///:memory:", Pace())
            premises.start()
            try:
                table = premises.house.tables["RR-2"]
                for act, details in (("buy in", {"station": "ATS-1", "cents": 10_000}), ("open wagering", {})):
                    reply = await premises.do("RR-2", Order(HOUSE, act, details, at=premises.house.clock()))
                    assert reply.accepted, reply.decision
                line = sockets.Connection(WebSocket({"type": "websocket"}, _silent, _silent), dict)
                frame = f'{{"key": "abcdefgh-1", "spin": {table.state.round}, "bets": [["red", 500]]}}'
                passed.clear()
                sockets._heard(premises, "RR-2", "ATS-1", frame, line, Bucket(10, 30))
                await until_then(lambda: "houseway.web.rapid.sockets:Connection.answer" in passed, "the answer")
                return list(passed)
            finally:
                await premises.stop()

    taken(WALKS["A touch"], asyncio.run(evening()))


@cache
def tree_of(path: Path) -> ast.Module:
    """A file of ours, parsed once. A tree holds no circles, and the collector would go through it again and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        if collects:
            gc.enable()


# The surface of an analysis


def asked_for() -> set[str]:
    """Every name that the lab and the command line ask a game's analysis for, read from their code."""
    found: set[str] = set()
    for path in (*(ROOT / "houseway" / "lab").glob("*.py"), *(ROOT / "houseway" / "cli").glob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Attribute) and _is_analysis(node.value):
                found.add(node.attr)
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") in ("getattr", "hasattr")
                and _is_analysis(node.args[0])
            ):
                found.add(str(ast.literal_eval(node.args[1])))
    return found


def _is_analysis(node: ast.expr) -> bool:
    called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "analysis"
    return called or (isinstance(node, ast.Name) and node.id == "ways")


def test_the_page_on_analysis_tells_every_name_that_is_asked_for_and_no_other() -> None:
    page = (ROOT / "docs" / "analysis.md").read_text(encoding="utf-8")
    told = {name for row in re.findall(r"^\| (`.*?) \|", page, re.M) for name in re.findall(r"`(\w+)", row)}
    asked = asked_for()
    told |= asked.intersection(re.findall(r"`(\w+)\(", page))
    assert len(asked) > 10
    assert asked <= told, f"asked for and not told: {sorted(asked - told)}"
    modules = [figures(name, "analysis") for name in games.names()]
    nobody = sorted(name for name in told if not any(hasattr(module, name) for module in modules))
    assert not nobody, f"told, and no game has it: {nobody}"


# What the house asks of a game is declared

# Names asked of something else than a game: a log record, a route of the web framework, what an exception was raised from.
NOT_OF_A_GAME = {("web/logs.py", "facts"), ("web/direct_socket.py", "scope"), ("web/lab/hand.py", "by")}


@pytest.mark.long
def test_no_storey_of_the_house_asks_a_game_by_a_literal_name() -> None:
    """What a game can do is declared and typed (play/chapters, play/remembering, play/surfaces, odds/surface)."""
    found: set[tuple[str, str]] = set()
    for storey in ("floor", "premises", "web"):
        for path in sorted((ROOT / "houseway" / storey).rglob("*.py")):
            for node in ast.walk(tree_of(path)):
                if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ("getattr", "hasattr"):
                    continue
                if len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                    found.add((path.relative_to(ROOT / "houseway").as_posix(), str(node.args[1].value)))
    assert found <= NOT_OF_A_GAME, f"asked by name: {sorted(found - NOT_OF_A_GAME)}"


# What other storeys call


def storey_of(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def called_from_elsewhere() -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module that another storey imports, or reaches through the module."""
    trees = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): tree_of(path)
        for path in (ROOT / "houseway").rglob("*.py")
    }
    functions = {
        f"{module}:{node.name}": node
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }
    found: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
    for module, tree in trees.items():
        known: dict[str, str] = {}
        reached: set[str] = set()
        asked: set[tuple[str, str]] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("houseway"):
                reached.update(f"{node.module}:{name.name}" for name in node.names)
                known.update({name.asname or name.name: f"{node.module}.{name.name}" for name in node.names})
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                asked.add((node.value.id, node.attr))
        reached.update(f"{known[name]}:{attribute}" for name, attribute in asked if name in known)
        for name in reached & functions.keys():
            if storey_of(name.partition(":")[0]) != storey_of(module):
                found[name] = functions[name]
    return found


TEMPLATES = ROOT / "houseway" / "web" / "templates"
PAGES_WITH_TERMS = {"rapid": "rapid_roulette", "keno": "keno"}  # they are of one game, and are given its terms


def test_pages_cite_what_python_gives_them_and_it_is_there() -> None:
    """No page looks into the terms of a table; those of one game are given its terms, and every name they ask for is one."""
    asked = 0
    for path in sorted(TEMPLATES.rglob("*.html")):
        text, folder = path.read_text(encoding="utf-8"), path.parent.name
        assert not re.search(r"[.\w]\.terms\b", text), (
            f"{path.name} looks into terms: give it what it needs from Python"
        )
        for name in re.findall(r"\bterms\.([a-z_.]+)", text):
            assert folder in PAGES_WITH_TERMS, f"{folder}/{path.name} asks for terms.{name}, and is given no terms"
            kind: Any = games.game(PAGES_WITH_TERMS[folder]).terms
            for part in name.split("."):
                if get_origin(kind) is Provision:
                    break
                assert part in hints_of(kind), f"{folder}/{path.name} asks for terms.{name}, and there is none"
                kind = hints_of(kind)[part]
            assert get_origin(kind) is Provision, f"{folder}/{path.name}: terms.{name} is no provision"
            asked += 1
    assert asked > 50


@pytest.mark.long
def test_what_other_storeys_call_has_a_sentence() -> None:
    called = called_from_elsewhere()
    assert len(called) > 200
    silent = sorted(name for name, node in called.items() if not ast.get_docstring(node))
    assert not silent, f"say in a docstring what it does: {', '.join(silent)}"


def test_what_the_suite_does_not_run_still_names_what_is_there() -> None:
    """Benchmarks and long proofs are run seldom; a name that has moved must not wait for them."""
    gone = []
    for path in sorted((*(ROOT / "bench").glob("*.py"), *(ROOT / "tests" / "prove").glob("*.py"))):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("houseway"):
                module = importlib.import_module(node.module)
                gone += [
                    f"{path.name}: {node.module}.{name.name}"
                    for name in node.names
                    if not hasattr(module, name.name) and find_spec(f"{node.module}.{name.name}") is None
                ]
    assert not gone, gone
