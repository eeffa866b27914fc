"""The example notebooks run from top to bottom, in a real kernel; the page and the docstrings of their surface run too."""

from __future__ import annotations

import doctest
import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from houseway import library
from houseway.lab import exact

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.real
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}}).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    forms = {form for output in shown if "data" in output for form in output.data}
    assert {"text/html", "text/plain"} <= forms
    assert all(output.output_type != "error" for output in shown)


def test_there_is_an_example() -> None:
    assert NOTEBOOKS


@pytest.mark.long
def test_the_page_on_notebooks_runs() -> None:
    done = doctest.testfile(str(ROOT / "docs" / "notebook.md"), module_relative=False)
    assert done.attempted > 10 and not done.failed


@pytest.mark.parametrize("module", [library, exact], ids=lambda module: module.__name__)
def test_the_examples_of_the_surface_run(module: object) -> None:
    done = doctest.testmod(module)  # type: ignore[arg-type]
    assert done.attempted >= 6 and not done.failed
