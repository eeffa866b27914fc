"""The long proofs of what is on disk: power cuts by the million, with the control that must lose something; errors of the disk,
flipped bits, and tampering. Each goes on where it was stopped (``tests/prove/progress.py``)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.faults import test_io_errors, test_power, test_tampering
from tests.prove.progress import Proof, told


def test_power_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    """A few cuts of each part are the control's: a ledger that does not sync, and must lose something."""

    def part(number: int) -> Counter[str]:
        lost = test_power.many(2, 4_000, seed=number * 10)
        assert lost == test_power.Lost(4_000)
        control = test_power.many(1, 100, full=False, seed=number * 10)
        return Counter({"cuts": lost.cuts, "cuts of the control": 100, "of which lost something": control.missing})

    proof = Proof("power-cuts", "cuts", 1_000_000)
    counted = proof.go_on(part)
    assert 4 * counted["of which lost something"] > counted["cuts of the control"]
    _say(capsys, proof)


def test_errors_of_the_disk(capsys: pytest.CaptureFixture[str]) -> None:
    def part(number: int) -> Counter[str]:
        met = test_io_errors.errors(200, seed=number)
        assert all(count > 180 for count in met.values()), met
        found, harmless = test_io_errors.flips(1_000, seed=number)
        short, logs = test_io_errors.ends_cut(250, seed=number), test_io_errors.logs_flipped(250, seed=number)
        counted = {"flipped bits found": found, "flipped bits where nothing is written": harmless}
        counted |= {"files without their end": short, "logs with a flipped bit that cost the end": logs}
        return Counter({"errors": sum(met.values()), **met, **counted})

    proof = Proof("disk-errors", "errors", 3_000)
    proof.go_on(part)
    _say(capsys, proof)


def test_whoever_tampers_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    def part(number: int) -> Counter[str]:
        counted = test_tampering.tampered(1_000, seed=number)
        return Counter({"tamperings, every one found": sum(counted.values()), **counted})

    proof = Proof("tampering", "tamperings, every one found", 10_000)
    proof.go_on(part)
    _say(capsys, proof)


def _say(capsys: pytest.CaptureFixture[str], proof: Proof) -> None:
    with capsys.disabled():
        print(f"\n{told(proof.file)}", flush=True)
