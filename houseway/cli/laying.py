"""Laying: the folder of a new game, with a book, a script and a worked case that load and play at once.

What is laid is a small game of its own, a coin that is tossed; whoever adds a game replaces it piece by piece and has something
that runs the whole time. Nothing outside the folder is touched.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from houseway import games
from houseway.cli.options import BadUsage

TEMPLATE = Path(__file__).parent / "new_game"


def new_game(name: str, title: str, into: Path | None) -> None:
    """Lays the folder of a game and says what to do next."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise BadUsage(
            f"a game's folder has small letters, figures and single underscores, such as two_up; not {name!r}"
        )
    if name in games.names():
        raise BadUsage(f"there is a game {name} already, in {games.folder(name)}")
    shelf = into or Path(games.__file__).parent
    folder = shelf / name
    if folder.exists():
        raise BadUsage(f"{folder} is there already; nothing was written")
    if into is not None and not into.is_dir():
        raise BadUsage(f"there is no folder {into}")
    words = {
        "@NAME@": name,
        "@TITLE@": title or name.replace("_", " ").title(),
        "@DASHED@": name.replace("_", "-"),
        "@INITIALS@": "".join(part[0] for part in name.split("_")).upper(),
    }
    for source in sorted(TEMPLATE.rglob("*.txt")):
        text = source.read_text(encoding="utf-8")
        for token, meaning in words.items():
            text = text.replace(token, meaning)
        target = folder / source.relative_to(TEMPLATE).with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    here = "" if into is None else f"HOUSEWAY_GAMES={into} "
    book = f"house-{words['@DASHED@']}"
    print(f"{folder} is laid. Its book is {book}, and it plays:")
    for line in (f"rules {book}", f"play {book}", f"scenario {folder / 'scenarios' / 'house.toml'}"):
        print(f"  {here}houseway {line}")
