"""The long proofs of what is on disk: power cuts by the thousand, with the control that must lose something; errors of the disk,
flipped bits, and tampering.

``HOUSEWAY_PROVE=10`` makes everything ten times as long. Each prints what it counted.
"""

from __future__ import annotations

import os

import pytest

from tests.faults import test_io_errors, test_power, test_tampering

TIMES = int(os.environ.get("HOUSEWAY_PROVE", "1"))


def test_power_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    lost = test_power.many(40 * TIMES, 60_000 * TIMES, seed=100)
    assert lost == test_power.Lost(60_000 * TIMES)
    control = test_power.many(4, 2_000, full=False, seed=100)
    assert control.missing > 400
    with capsys.disabled():
        print(
            f"\n{lost.cuts} power cuts, nothing acknowledged lost; the control lost some in {control.missing} of 2000"
        )


def test_errors_of_the_disk(capsys: pytest.CaptureFixture[str]) -> None:
    met = test_io_errors.errors(1_000 * TIMES, seed=100)
    assert all(count > 900 * TIMES for count in met.values()), met
    found, harmless = test_io_errors.flips(4_000 * TIMES, seed=100)
    short, logs = test_io_errors.ends_cut(1_000 * TIMES, seed=100), test_io_errors.logs_flipped(1_000 * TIMES, seed=100)
    with capsys.disabled():
        print(
            f"\nerrors that stopped the ledger: {met}; flipped bits: {found} found, {harmless} where nothing is written"
        )
        print(
            f"files without their end: {short}, all found; flipped bits in the log that cost its end: {logs}, all found"
        )


def test_whoever_tampers_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    counted = test_tampering.tampered(10_000 * TIMES, seed=100)
    with capsys.disabled():
        print(f"\ntamperings, every one found: {counted}")
