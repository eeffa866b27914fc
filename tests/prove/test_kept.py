"""Everything that comes with the house, found anew: blackjack's charts too."""

from __future__ import annotations

import subprocess
import sys


def test_all_that_is_kept_is_what_is_found_anew():
    found = subprocess.run(
        [sys.executable, "-m", "houseway.lab.keep", "--check", "--anew"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
