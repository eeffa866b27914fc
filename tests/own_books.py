"""A folder of notices of one's own, as ``HOUSEWAY_BOOKS`` names it, for tests of law that changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from houseway import games

RED_DOG = "vic-1997-red-dog"


class OwnBooks:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def notice(
        self, id: str, commences: str, provisions: str, expires: str = "", of: str = RED_DOG, draft: bool = False
    ) -> None:
        """Publishes a notice whose one clause sets some provisions, each with ``BY`` where its clauses are named."""
        lines = [
            "[amendment]",
            f'of = "{of}"',
            f'id = "{id}"',
            f'instrument = "Notice {id}"',
            f"commences = {commences}",
            *([f"expires = {expires}"] if expires else []),
            *(["draft = true"] if draft else []),
            "[provisions]",
            provisions.replace("BY", 'clauses = ["1"]'),
        ]
        (self.folder / f"{id}.toml").write_text("\n".join(lines) + "\n")
        (self.folder / f"{id}.md").write_text("## 1 Notice\n### 1 What changes\nWhat this notice changes.\n")
        games.read_again()

    def withdraw(self, id: str) -> None:
        for ending in (".toml", ".md"):
            (self.folder / f"{id}{ending}").unlink()
        games.read_again()


@contextmanager
def own_books(folder: Path) -> Iterator[OwnBooks]:
    """The folder is the house's for as long as this lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_BOOKS", str(folder))
        games.read_again()
        yield OwnBooks(folder)
    games.read_again()
