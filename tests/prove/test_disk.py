"""The long proofs of what is on disk: power cuts by the thousand, with the control that must lose something.

``HOUSEWAY_PROVE=10`` makes everything ten times as long. Each prints what it counted.
"""

from __future__ import annotations

import os

import pytest

from tests.faults import test_power

TIMES = int(os.environ.get("HOUSEWAY_PROVE", "1"))


def test_power_cuts(capsys: pytest.CaptureFixture[str]) -> None:
    lost = test_power.many(40 * TIMES, 60_000 * TIMES, seed=100)
    assert lost == test_power.Lost(60_000 * TIMES)
    control = test_power.many(4, 2_000, full=False, seed=100)
    assert control.missing > 400
    with capsys.disabled():
        print(
            f"\n{lost.cuts} power cuts, nothing acknowledged lost; the control lost some in {control.missing} of 2000"
        )
