"""A word on a screen is not a key: refusals have codes, and changing what is displayed changes nothing else."""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway import games
from houseway.complaint import Complaint
from houseway.floor.keno import states as keno_states
from houseway.floor.periods import Phase
from houseway.floor.scenario import Case, read_cases, run_case
from houseway.floor.story import Rehearsal, teller
from houseway.floor.story.told import lines
from houseway.floor.table import Table
from houseway.floor.views import DEALER, view_of
from houseway.law.clause import NO_CLAUSE, Basis, Clause
from houseway.play import states
from houseway.play.decision import Refused
from houseway.play.events import Event
from houseway.play.prompts import Prompt
from houseway.play.states import Worded
from houseway.web import cloths

HOUSE = Path(houseway.__file__).parent

LIMITS = Basis((Clause("our-book", "6.3"),), (), ("general.limits",))
PLACES = Basis((Clause("our-book", "2.1"),), (), ("places.sharing",))


@pytest.mark.parametrize(
    ("refused", "code"),
    [
        (Refused(LIMITS, "too much"), "limits"),
        (Refused(LIMITS + PLACES, "too many"), "limits"),
        (Refused(PLACES, "too many", "players"), "places.sharing:players"),
        (Refused(NO_CLAUSE, "look again", "stale"), "stale"),
    ],
)
def test_a_code_is_the_name_of_the_provision_that_refuses(refused: Refused, code: str) -> None:
    assert refused.code == code


def _refusals() -> Iterator[tuple[str, ast.Call]]:
    for path in HOUSE.rglob("*.py"):
        if "tests" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                yield f"{path.relative_to(HOUSE)}:{node.lineno}", node


@pytest.mark.long
def test_a_refusal_that_no_gazette_speaks_of_has_a_ground() -> None:
    """Every other has the name of its provision; that each does is asked of every refusal in every worked case."""
    found = list(_refusals())
    assert len(found) > 300
    bare = [
        where
        for where, call in found
        if ast.unparse(call.args[0]) in ("NO_CLAUSE", "Basis(())") and len(call.args) < 3 and not call.keywords
    ]
    assert not bare, f"name a ground, for the code: {', '.join(bare)}"


# Other words, the same behaviour


def _other(words: str) -> str:
    """The same words made unreadable; their length stays, so that drawings keep their measures."""
    return codecs.encode(words, "rot13")


def _reworded(step: Any) -> Any:
    """A prompt with other words: its question, its reasons, the labels of its buttons and mishaps."""
    if not isinstance(step, Prompt):
        return step
    changed: dict[str, Any] = {
        name: _other(getattr(step, name))
        for name in ("question", "what", "because", "act")
        if isinstance(getattr(step, name, None), str)
    }
    for name in ("options", "mishaps"):
        if getattr(step, name, ()):
            changed[name] = tuple(replace(one, label=_other(one.label)) for one in getattr(step, name))
    return replace(step, **changed) if changed else step


def _script_in_other_words(script: Any) -> Any:
    def run(terms: Any, carry: Any) -> Any:
        steps, answer = script(terms, carry), None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration as over:
                return over.value
            answer = yield _reworded(step)

    return run


def _kinds(kind: type) -> Iterator[type]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds(each)


def _states() -> list[Worded]:
    """Every state there is: of tables, windows, wagers and questions, of keno's games, tickets and claims."""
    return [state for kind in _kinds(Worded) for state in kind]


def test_every_state_has_its_words_beside_it() -> None:
    """So the words can be swapped, and no state is told by its name."""
    kinds = {
        kind
        for module in (states, keno_states)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, StrEnum) and kind not in (StrEnum, Worded)
    }
    assert len(kinds) == 10 and kinds | {Phase} <= set(_kinds(Worded)), "a state is Worded"
    for state in _states():
        assert state.words and state.heading and type(state)(str(state)) is state, (
            f"{state!r} has words, and reads back"
        )


def test_no_program_compares_a_state_with_text() -> None:
    """Not the status of a table, nor the state of a game, a ticket or a claim of keno: the enums have questions for that."""
    states_by_name = "open|frozen|closed|live|void|cancelled|draw\\w+|confirmed|settled|filed"
    compared = re.compile(rf"""\.(?:status|state) (?:==|!=|(?:not )?in) \(?["'](?:{states_by_name})""")
    files = [path for kind in ("*.py", "*.html") for path in HOUSE.rglob(kind)]
    assert len(files) > 500 and compared.search('if spot.status == "open"')
    found = [str(path) for path in files if compared.search(path.read_text(encoding="utf-8"))]
    assert not found


@pytest.fixture
def other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every word of states, windows, outcomes and questions, what events say, and what prompts and their buttons are called."""
    for state in _states():
        monkeypatch.setattr(state, "words", _other(state.words))
        monkeypatch.setattr(state, "heading", _other(state.heading))
    for kind in _kinds(Event):
        if "words" in vars(kind):
            told = vars(kind)["words"].fget
            monkeypatch.setattr(kind, "words", property(lambda self, told=told: _other(told(self))))
    own = games.game

    def game(name: str) -> Any:
        found = own(name)
        prepare = None if found.prepare is None else _script_in_other_words(found.prepare)
        return replace(found, play=_script_in_other_words(found.play), prepare=prepare)

    monkeypatch.setattr(games, "game", game)


SOME = 4  # cases of each file, and every one in which cards are cut


def _but_for_words(case: Case) -> Case:
    """A case without what it expects of the words themselves: what the open question is called, what is told to have happened,
    what a paper says. Which papers are written, and for whom, stays."""
    facts = {name: value for name, value in case.expect.get("facts", {}).items() if name != "asks"}
    expect = {name: value for name, value in case.expect.items() if name != "happens"}
    if "papers" in expect:
        expect["papers"] = [paper.split(":")[0] for paper in expect["papers"]]
    return replace(case, expect={**expect, "facts": facts})


def _cases() -> Iterator[Any]:
    for path in sorted(HOUSE.glob("games/*/scenarios/*.toml")):
        cases = read_cases(path)
        chosen = [case for n, case in enumerate(cases) if n % max(1, len(cases) // SOME) == 0 or " cut" in case.story]
        yield pytest.param([_but_for_words(case) for case in chosen], id=f"{path.parts[-3]}-{path.stem}")


@pytest.mark.long
@pytest.mark.parametrize("cases", list(_cases()))
def test_worked_cases_come_out_the_same_in_other_words(cases: list[Case], other_words: None) -> None:
    wrong = {case.id: found.differences for case in cases if not (found := run_case(case)).holds}
    assert not wrong


_SHAPE = re.compile(r'(?:\bid|class|data-[a-z]+|fill)="[^"]*"')


def _pictures(table: Table) -> list[str]:
    return [
        " ".join(_SHAPE.findall(cloths.picture(table.game.name, side, view_of(table, viewer))))
        for side in ("player", "dealer", "phone", "small")
        for viewer in ("P1", DEALER, "")
    ]


@pytest.mark.long
def test_drawings_hang_on_no_word(request: pytest.FixtureRequest) -> None:
    """The same rounds are drawn the same, but for the words: shapes, colours, places and what can be touched."""

    def drawn() -> list[Any]:
        found: list[Any] = []
        for name in games.names():
            for case in read_cases(next(iter(sorted((HOUSE / "games" / name / "scenarios").glob("*.toml")))))[:2]:
                rehearsal = teller(case.book)
                if not isinstance(rehearsal, Rehearsal):
                    continue  # keno has no cloth
                for act in lines(case.story):
                    try:
                        rehearsal.tell(act)
                    except Complaint:
                        break
                    if rehearsal.opened is not None:
                        found.append((view_of(rehearsal.opened).state, _pictures(rehearsal.opened)))
                rehearsal.ledger.close()
        return found

    usual = drawn()
    request.getfixturevalue("other_words")
    assert len(usual) > 30 and len({state for state, _ in usual}) > 3
    assert drawn() == usual


def test_no_clause_and_no_book_is_named_on_a_screen_or_on_the_floor() -> None:
    """Screens take the basis from the house, and the house from the books."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in (HOUSE / "web" / "static").glob("*.js")}
    assert len(scripts) > 5
    for name, text in scripts.items():
        assert not re.findall(r'(?<!=)"\d+(?:\.\d+)+(?:\([a-z]+\))*"', text), f"{name} names a clause"
        assert not [book for book in games.library() if book in text], f"{name} names a book"
    for storey in ("floor", "play", "premises"):
        for path in (HOUSE / storey).rglob("*.py"):
            assert not re.search(r"\d+ CMR \d+", path.read_text(encoding="utf-8")), f"{path} names a clause"
