"""``pip install houseway`` without extras: what the wheel holds, and every verb in a clean environment.

The same in an environment of each extra: ``tests/prove/test_install.py``.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from zipfile import ZipFile

import pytest
import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from houseway import __version__
from houseway.cli.app import app
from houseway.extras import EXTRAS
from houseway.testing import materials
from tests.environments import ROOT, environment, run, wanted, wheel
from tests.verbs import EVERY, verbs_work

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
ALONE = pytest.mark.xdist_group("install")  # one environment, used in turn


@ALONE
def test_the_wheel_holds_every_file_of_the_package_and_no_test() -> None:
    tracked = subprocess.run(["git", "ls-files", "houseway"], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = {name for name in tracked.stdout.splitlines() if "/tests/" not in name and (ROOT / name).exists()}
    with ZipFile(wheel()) as zipped:
        held = set(zipped.namelist())
    built = {
        name for name in held if name.startswith("houseway/web/site/")
    }  # the documentation, where make docs was run
    assert {name for name in held - built if ".dist-info/" not in name} == wanted
    assert f"houseway-{__version__}.dist-info/licenses/LICENSE" in held
    assert f"houseway-{__version__}.dist-info/sboms/houseway.cdx.json" in held


@ALONE
def test_every_verb_works_without_extras_or_names_the_one_it_needs(tmp_path: Path) -> None:
    environment()
    verbs_work(tmp_path)
    assert run("houseway", "--version", where=tmp_path).stdout == f"houseway {__version__}\n"
    asked = run("python", "-c", "from houseway.lab import learning; learning.environment('ma-red-dog')", where=tmp_path)
    assert asked.stderr.endswith("needs houseway[rl]: pip install 'houseway[rl]'\n")


def test_the_list_of_verbs_is_whole() -> None:
    known = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    assert {verb.words[0] for verb in EVERY} - {"--help"} == known
    assert {verb.extra for verb in EVERY} - {""} == set(EXTRAS.values()) - {"rl"}  # which is for programs


@ALONE
def test_every_library_we_import_is_of_the_core_or_of_the_extra_said_of_it() -> None:
    holds = packages_distributions()
    core = wanted()
    imported = {
        name for file in (ROOT / "houseway").rglob("*.py") if "tests" not in file.parts for name in _imports(file)
    }
    for name in imported | set(EXTRAS):
        sources = {canonicalize_name(source) for source in holds[name]}
        if name in EXTRAS:
            assert sources & wanted(EXTRAS[name]), f"{name} does not come with houseway[{EXTRAS[name]}]"
        else:
            assert sources & core, f"{name} is imported, and neither in the core nor in houseway/extras.py"


def _imports(file: Path) -> set[str]:
    """The libraries that a file imports, wherever in it."""
    found: set[str] = set()
    text = file.read_text()
    if not set(IMPORTS.findall(text)) - OURS:
        return found
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        found.update(name.partition(".")[0] for name in names)
    return found - OURS


IMPORTS = re.compile(r"^\s*(?:from|import) +(\w+)", re.MULTILINE)  # and words of sentences, which parsing tells apart
OURS = {"houseway", *sys.stdlib_module_names}


def test_each_direct_dependency_has_its_reason() -> None:
    """And its licence, and what we would do without it: a row of docs/decisions."""
    page = (ROOT / "docs/decisions/2026-11-16-dependencies.md").read_text()
    rows = {
        cells[1].strip(): cells[2:-1] for line in page.splitlines() if (cells := line.split("|"))[0] == "" and cells[1:]
    }
    extras, groups = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
    for text in chain(PROJECT["project"]["dependencies"], *extras.values(), *groups.values()):
        name = Requirement(text).name
        if name != "houseway":
            assert name in rows, f"{name} has no row"
            assert len(rows[name]) == 4 and all(cell.strip() for cell in rows[name]), f"{name}: a cell is empty"


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock", "requirements-tools.lock"])
def test_a_lock_pins_every_line_with_hashes_and_names_no_registry(lock: str) -> None:
    text = (ROOT / lock).read_text()
    entries = [line for line in text.splitlines() if line and line[0] not in " #"]
    assert entries and all("==" in line and line.endswith("\\") for line in entries)
    assert "://" not in text and "index" not in text
    assert text.count("==") >= len(entries) and text.count("--hash=sha256:") >= len(entries)


def test_what_runs_the_house_is_a_part_of_what_tests_it() -> None:
    runs, tests = ({line.split()[0] for line in (ROOT / name).read_text().splitlines() if line[:1].isalnum()}
                   for name in ("requirements.lock", "requirements-dev.lock"))  # fmt: skip
    assert runs < tests


def test_the_bill_of_materials_names_every_package_of_the_lock() -> None:
    told = json.loads(materials.BILL.read_text())
    held = [(one["name"], one["version"], [each["content"] for each in one["hashes"]]) for one in told["components"]]
    lock = materials.LOCK.read_text()
    assert held == [(one.name, one.version, list(one.hashes)) for one in materials.pinned(lock)]
    assert len(held) == sum(line[:1].isalnum() for line in lock.splitlines()) and all(hashes for _, _, hashes in held)
    assert told["serialNumber"] == materials.bill(lock)["serialNumber"]
    assert told["metadata"]["component"]["version"] == __version__
