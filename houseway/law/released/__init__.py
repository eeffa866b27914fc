"""Released: what the editions of a release stood for, for records of its houses, which did not keep the terms themselves.

One packed file to such a release: by digest, the game and the text whose digest it is. Ledgers since then keep the editions
they were played by, so no later release needs a file here.
"""

from __future__ import annotations

import json
import lzma
from functools import cache
from pathlib import Path


@cache
def _all() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for path in sorted(Path(__file__).parent.glob("*.json.xz")):
        kept = json.loads(lzma.decompress(path.read_bytes()))
        found |= {digest: (game, text) for digest, (game, text) in kept.items()}
    return found


def released(digest: str) -> tuple[str, str] | None:
    """The game of an edition that was released, and its text."""
    return _all().get(digest)
