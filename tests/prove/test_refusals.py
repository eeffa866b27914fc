"""The broken inputs of ``tests/test_refusals.py``, fresh in every run and forty times as many."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TIMES = 40 * int(os.environ.get("HOUSEWAY_PROVE", "1"))


def test_whatever_is_typed_is_answered_or_refused_in_one_line() -> None:
    told = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            str(Path(__file__).parents[1] / "test_refusals.py"),
        ],
        env={**os.environ, "HOUSEWAY_REFUSALS": str(TIMES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[-5000:]
