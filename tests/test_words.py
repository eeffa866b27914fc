"""A word on a screen is not a key: refusals have codes, and changing what is displayed changes nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import houseway
from houseway.law.clause import NO_CLAUSE, Basis, Clause
from houseway.play.decision import Refused

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
