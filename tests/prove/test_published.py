"""The page of published figures, every one of them found anew."""

from __future__ import annotations

from pathlib import Path

from houseway.lab.published import page


def test_the_page_is_what_is_found() -> None:
    written = Path(__file__).parents[2] / "docs" / "published.md"
    assert written.read_text(encoding="utf-8") == page()
