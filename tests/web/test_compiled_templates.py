"""Templates compiled before: a changed one is made anew, and a folder that cannot be written is no folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

from houseway.web import compiled_templates
from houseway.web.compiled_templates import Compiled, compiled


def said(templates: Path, kept: Path) -> str:
    """What a process that begins now makes of the page."""
    return (
        Environment(loader=FileSystemLoader(templates), bytecode_cache=Compiled(str(kept)))
        .get_template("page")
        .render()
    )


def test_a_template_is_compiled_once_and_anew_when_it_is_another(tmp_path: Path) -> None:
    templates, kept = tmp_path / "templates", tmp_path / "kept"
    templates.mkdir()
    (templates / "page").write_text("{{ 1 + 1 }} chips")
    assert said(templates, kept) == "2 chips"
    (file,) = kept.iterdir()
    before = file.read_bytes()
    assert said(templates, kept) == "2 chips" and file.read_bytes() == before
    (templates / "page").write_text("{{ 2 + 2 }} chips")
    assert said(templates, kept) == "4 chips"
    file.write_bytes(b"spoiled")
    assert said(templates, kept) == "4 chips"


def test_a_folder_that_cannot_be_written_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("chips")
    (tmp_path / "closed").write_text("a file stands where the folder would")
    assert said(tmp_path, tmp_path / "closed") == said(tmp_path, tmp_path / "closed" / "below") == "chips"


def test_where_they_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "python"))
    beside = compiled()
    assert beside is not None and beside.directory == str(tmp_path / "python" / "templates")
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(compiled_templates, "cache_folder", lambda: None)
    assert compiled() is None, "somebody who wants no cache has none"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(compiled_templates, "cache_folder", lambda: tmp_path)
    assert compiled() is None
