"""Z2: Schemathesis over the whole API, as nobody and as each role: whatever is sent, the house answers as its schema says,
nothing breaks, and nobody does what is not theirs to do.

``HOUSEWAY_FUZZ=200`` makes two hundred examples of each operation for each role."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator

import pytest
import requests
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

EXAMPLES = int(os.environ.get("HOUSEWAY_FUZZ", "6"))  # of each operation and role; the long proof takes many more
PASSWORD = "correct horse battery"
WHO = {
    "": "", "dealer": "D. Deal", "game supervisor": "G. Soup", "casino supervisor": "C. Soup", "inspector": "I. Spect",
}  # fmt: skip
# Which entries a table may have from them. A dealer has no console here.
HARMLESS: dict[str, set[str]] = {"": set(), "dealer": set(), "inspector": {"frozen"}}
CHECKS = [not_a_server_error, response_schema_conformance, content_type_conformance]
AIMED = "aimed"  # how the keys of orders begin that were helped
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
def asked(house: Served) -> list[schemathesis.Case]:
    """What chance asks of each operation that the page of the API speaks of. Thinking of it costs more than asking, so it is
    thought of once, and asked by everybody."""
    schema = schemathesis.openapi.from_url(f"{house.base}/openapi.json")
    thought_of: list[schemathesis.Case] = []
    for operation in (listed.ok() for listed in schema.get_all_operations()):
        if operation.path in UNENDING or (operation.path, operation.method) == ("/api/staff", "delete"):
            continue

        @settings(
            max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy(), data=st.data())
        def one(case: schemathesis.Case, data: st.DataObject) -> None:
            aim(case, data)
            thought_of.append(case)

        one()
    return thought_of


def aim(case: schemathesis.Case, data: st.DataObject) -> None:
    """Chance seldom hits on a table that is there or on a word that means something; every other time it is helped."""
    if "name" in (case.path_parameters or {}) and data.draw(st.booleans()):
        case.path_parameters["name"] = "RR-1"
    if case.operation.path.endswith("/orders") and isinstance(case.body, dict) and data.draw(st.booleans()):
        acts = KENO_ACTS if "keno" in case.operation.path else ACTS
        case.body["act"] = data.draw(st.sampled_from(sorted(acts)))
        case.body["key"] = AIMED
        case.body["as"] = "staff"


@pytest.mark.parametrize("role", WHO)
def test_nothing_breaks(house: Served, asked: list[schemathesis.Case], role: str) -> None:
    cookies: dict[str, str] = {}
    if role:
        reply = house.client().post("/api/staff", json={"name": WHO[role], "password": PASSWORD})
        cookies = dict(reply.cookies)
    line = requests.Session()
    line.trust_env = False
    ledger = house.premises.ledger
    before = ledger.head("RR-1")[0]
    for case in asked:
        if isinstance(case.body, dict) and str(case.body.get("key")).startswith(AIMED):
            case.body["key"] = f"{AIMED} {uuid.uuid4().hex}"
        case.call_and_validate(session=line, cookies=cookies, checks=CHECKS, timeout=END)
    assert len(asked) >= 2 * len({case.operation.label for case in asked}) > 100
    assert house.premises.house.tables["RR-1"].state.status in ("open", "frozen", "closed")
    ledger.settle_down()
    assert audit(ledger).sound
    if role in HARMLESS:
        done = {entry.kind for entry in ledger.entries("RR-1", after=before)}
        assert done <= HARMLESS[role], (role, done)
