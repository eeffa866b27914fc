"""Reading: an unclear passage, what we take it to mean, and on whose authority.

Readings are told in a Markdown file beside the books: one heading per reading (its id, then a title), and under it
paragraphs that start with ``Open:``, ``We read:``, ``Because:`` and, where a serious alternative exists,
``Otherwise:``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from houseway.complaint import BadInput

_PARTS = {"Open": "open", "We read": "read", "Because": "because", "Otherwise": "otherwise"}


@dataclass(frozen=True, slots=True)
class Reading:
    id: str  # "R-21"
    title: str
    open: str  # what the text leaves open
    read: str  # what we take it to mean
    because: str
    otherwise: str = ""  # the alternative, and what it would change


def readings(path: Path) -> dict[str, Reading]:
    """Every reading told in one file, by id."""
    found: dict[str, Reading] = {}
    for block in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
        heading, _, body = block.partition("\n")
        id, _, title = heading.strip().partition(" ")
        parts = {"open": "", "read": "", "because": "", "otherwise": ""}
        for paragraph in re.split(r"\n\s*\n", body.strip()):
            label, colon, rest = paragraph.partition(":")
            if not colon or label not in _PARTS:
                raise BadInput(f"{path}: reading {id}: start each paragraph with one of {', '.join(_PARTS)}")
            parts[_PARTS[label]] = " ".join(rest.split())
        missing = [label for label, name in _PARTS.items() if not parts[name] and name != "otherwise"]
        if missing:
            raise BadInput(f"{path}: reading {id} lacks {', '.join(missing)}")
        if id in found:
            raise BadInput(f"{path}: reading {id} is told twice")
        found[id] = Reading(id, title, **parts)
    return found
