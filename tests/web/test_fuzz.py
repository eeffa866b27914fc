"""Z2: Schemathesis over the whole API, as nobody and as each role: whatever is sent, the house answers as its schema says,
nothing breaks, and nobody does what is not theirs to do.

``HOUSEWAY_FUZZ=200`` makes two hundred examples of each operation for each role."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from houseway.floor.keno.acts import ROLES_OF_ACT as KENO_ACTS
from houseway.floor.people import ROLES_OF_ACT as ACTS
from houseway.ledger import audit
from houseway.premises.settings import Cluster, House, Rapid, Settings
from tests.waiting import END
from tests.web.served import Served, start

pytestmark = pytest.mark.long

EXAMPLES = int(os.environ.get("HOUSEWAY_FUZZ", "12"))  # of each operation and role; the long proof takes many more
PASSWORD = "correct horse battery"
WHO = {
    "": "", "dealer": "D. Deal", "game supervisor": "G. Soup", "casino supervisor": "C. Soup", "inspector": "I. Spect",
}  # fmt: skip
# Which entries a table may have from them. A dealer has no console here.
HARMLESS: dict[str, set[str]] = {"": set(), "dealer": set(), "inspector": {"frozen"}}
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance]
UNENDING = ("/events",)  # a stream without end


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    floor = Settings(House(), Rapid(tables=1, terminals=4), Cluster())
    house = start(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'floor.db'}", settings=floor)
    door = house.premises.identity.door
    assert door is not None
    for role, name in WHO.items():
        if role:
            door.add(name, role, PASSWORD, "operator:test")
    yield house
    house.close()


@pytest.fixture(scope="module")
def operations(house: Served) -> list[tuple[Any, st.SearchStrategy[schemathesis.Case]]]:
    """What the page of the API says one may do, each with how chance asks for it; made once for all roles."""
    schema = schemathesis.openapi.from_url(f"{house.base}/openapi.json")
    found = [found.ok() for found in schema.get_all_operations()]
    return [(operation, operation.as_strategy()) for operation in found]


def aim(case: schemathesis.Case, data: st.DataObject) -> None:
    """Chance seldom hits on a table that is there or on a word that means something; every other time it is helped."""
    if "name" in (case.path_parameters or {}) and data.draw(st.booleans()):
        case.path_parameters["name"] = "RR-1"
    if case.operation.path.endswith("/orders") and isinstance(case.body, dict) and data.draw(st.booleans()):
        acts = KENO_ACTS if "keno" in case.operation.path else ACTS
        case.body["act"] = data.draw(st.sampled_from(sorted(acts)))
        case.body["key"] = uuid.uuid4().hex
        case.body["as"] = "staff"


@pytest.mark.parametrize("role", WHO)
def test_nothing_breaks(house: Served, operations: list[tuple[Any, Any]], role: str) -> None:
    cookies: dict[str, str] = {}
    if role:
        reply = house.client().post("/api/staff", json={"name": WHO[role], "password": PASSWORD})
        cookies = dict(reply.cookies)
    ledger = house.premises.ledger
    before = ledger.head("RR-1")[0]
    tried = 0
    for operation, cases in operations:
        if operation.path in UNENDING or (operation.path, operation.method) == ("/api/staff", "delete"):
            continue

        @settings(
            max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
        )
        @given(case=cases, data=st.data())
        def one(case: schemathesis.Case, data: st.DataObject) -> None:
            nonlocal tried
            tried += 1
            aim(case, data)
            case.call_and_validate(cookies=cookies, checks=CHECKS, timeout=END)

        one()
    assert tried >= len(operations)
    assert house.premises.house.tables["RR-1"].state.status in ("open", "frozen", "closed")
    ledger.settle_down()
    assert audit(ledger).sound
    if role in HARMLESS:
        done = {entry.kind for entry in ledger.entries("RR-1", after=before)}
        assert done <= HARMLESS[role], (role, done)
