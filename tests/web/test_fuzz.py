"""Z2: Schemathesis over the whole API, as nobody and as each role: whatever is sent, the house answers and nothing breaks."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error

from houseway.ledger import audit
from houseway.web.settings import Cluster, House, Rapid, Settings
from tests.web.served import Served, start

EXAMPLES = int(os.environ.get("HOUSEWAY_FUZZ", "3"))  # of each operation and role; the long proof takes many more
PASSWORD = "correct horse battery"
WHO = {"": "", "dealer": "D. Deal", "casino supervisor": "C. Soup", "inspector": "I. Spect"}
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


@pytest.mark.parametrize("role", WHO)
def test_nothing_breaks(house: Served, role: str) -> None:
    schema = schemathesis.openapi.from_url(f"{house.base}/openapi.json")
    cookies: dict[str, str] = {}
    if role:
        import httpx

        reply = httpx.post(f"{house.base}/api/staff", json={"name": WHO[role], "password": PASSWORD}, timeout=20)
        cookies = dict(reply.cookies)
    operations = [found.ok() for found in schema.get_all_operations()]
    tried = 0
    for operation in operations:
        if operation.path in UNENDING or (operation.path, operation.method) == ("/api/staff", "delete"):
            continue

        @settings(
            max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy(), data=st.data())
        def one(case: schemathesis.Case, data: st.DataObject) -> None:
            nonlocal tried
            tried += 1
            case.call_and_validate(cookies=cookies, checks=[not_a_server_error], timeout=20)

        one()
    assert tried >= len(operations)
    assert house.premises.house.tables["RR-1"].state.status in ("open", "frozen", "closed")
    house.premises.ledger.settle_down()
    assert audit(house.premises.ledger).sound
