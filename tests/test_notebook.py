"""The example notebooks run from top to bottom, in a real kernel; the page and the docstrings of their surface run too."""

from __future__ import annotations

import doctest
import os
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
from nbclient import NotebookClient

from houseway import complaint, lab, library, play, replay
from houseway.lab import counting, exact, paytables, sessions, strategies
from houseway.odds import own_play
from tests.waiting import END

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.real
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.proof if path.stem == "learning" else (), id=path.stem)
        for path in NOTEBOOKS
    ],
)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=round(END), resources={"metadata": {"path": str(ROOT)}}).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    forms = {form for output in shown if "data" in output for form in output.data}
    assert {"text/html", "text/plain"} <= forms
    assert all(output.output_type != "error" for output in shown)


def test_there_is_an_example() -> None:
    assert NOTEBOOKS


@pytest.mark.long
@pytest.mark.parametrize(("page", "least"), [("notebook", 10), ("strategies", 4), ("recipes", 20), ("api", 3)])
def test_the_examples_of_a_page_run(page: str, least: int) -> None:
    done = doctest.testfile(str(ROOT / "docs" / f"{page}.md"), module_relative=False)
    assert done.attempted >= least and not done.failed


@pytest.mark.parametrize(
    ("module", "least"),
    [
        (library, 7),
        (exact, 7),
        (strategies, 4),
        (own_play, 2),
        (replay, 4),
        (sessions, 5),
        (paytables, 5),
        (counting, 4),
        (complaint, 1),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_examples_of_the_surface_run(module: ModuleType, least: int) -> None:
    done = doctest.testmod(module)
    assert done.attempted >= least and not done.failed


@pytest.mark.parametrize("module", [library, lab, replay, play], ids=lambda module: module.__name__)
def test_the_public_surface_is_there_told_of_and_short(module: ModuleType) -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for name in module.__all__:
        found = getattr(module, name)
        assert found.__doc__, f"{module.__name__}.{name} says nothing of itself"
        assert name in page, f"docs/api.md tells nothing of {name}"
    assert (ROOT / "houseway" / "py.typed").exists()


def test_what_a_program_gets_shows_itself_in_a_line() -> None:
    study = lab.study("ma-red-dog")
    shown = (
        study,
        study.odds(),
        study.strategy(),
        study.session(5, 5),
        study.sheet(),
        study.compare("vic-1997-red-dog"),
    )
    for one in shown:
        assert len(repr(one)) < 200 and "\n" not in repr(one), type(one).__name__
