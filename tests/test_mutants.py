"""Mutants: of the few that are kept most are noticed, each by its worked case. ``make mutants`` tries a thousand."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.mutants.sites import ROOT, files, mutated, sites


@pytest.mark.proof
def test_four_in_five_of_the_kept_few_are_noticed() -> None:
    tried = subprocess.run(
        [sys.executable, "-m", "tests.mutants", "--few"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert tried.returncode == 0, tried.stdout + tried.stderr


@pytest.mark.long
def test_a_mutant_is_its_module_with_one_thing_changed() -> None:
    path = next(path for path in files() if path.match("floor/limits.py"))
    before = compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)
    found = list(sites(path))
    assert found and len({site.key for site in found}) == len(found)
    assert all(mutated(site) != before for site in found)
