"""Notices on paper: an amendment as the pair of files it is kept in, a ``.toml`` and a ``.md``, read and written as a whole.

The files are ordinary ones, for git and for an editor; what a person wrote between the lines of the ``.toml``, a comment, stays
there when the house writes it again (``comments.py``).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from houseway.complaint import BadInput
from houseway.forms import read_toml
from houseway.law.comments import NO_COMMENTS, Comments, Pen, Place, comments_of
from houseway.law.shape import LEAF
from houseway.law.words import Chapter, words

_ORDER = (
    "amendment", "provisions", "policies", "offers", "silent", "procedure", "physical", "repeals", "replaces",
)  # fmt: skip


@dataclass(frozen=True)
class Papers:
    """A notice as it is written: what it provides, and its clauses in words."""

    path: Path  # of the .toml
    doc: dict[str, Any]
    chapters: tuple[Chapter, ...]
    comments: Comments = NO_COMMENTS

    @property
    def id(self) -> str:
        return str(self.doc["amendment"]["id"])

    @property
    def of(self) -> str:
        return str(self.doc["amendment"]["of"])

    @property
    def about(self) -> dict[str, Any]:
        about: dict[str, Any] = self.doc["amendment"]
        return about

    @property
    def told(self) -> Path:
        return self.path.with_name(self.about.get("words", self.path.stem + ".md"))

    @property
    def texts(self) -> tuple[str, str]:
        """What stands in the two files."""
        return written(self.doc, self.comments), in_words(self.chapters)


def read_papers(path: Path) -> Papers:
    """A notice from its files."""
    doc = read_toml(path, BadInput)
    about = doc.get("amendment")
    if not isinstance(about, dict) or not isinstance(about.get("id"), str) or not isinstance(about.get("of"), str):
        raise BadInput(f"{path}: a notice starts with [amendment], and says of which book it is and its id")
    told = path.with_name(str(about.get("words", path.stem + ".md")))
    try:
        return Papers(path, doc, words(told).chapters, comments_of(path.read_text(encoding="utf-8")))
    except OSError:
        raise BadInput(f"{path}: its words are to stand in {told.name}, and there is no such file") from None


def as_one_finds_it(book: str, id: str, folders: Iterable[Path]) -> Path | None:
    """The file of a draft in some folders; None if there is none of that name."""
    for folder in folders:
        for path in sorted((*folder.glob("*.toml"), *folder.glob("*/*.toml"))):
            try:
                about = read_toml(path, BadInput).get("amendment")
            except BadInput:
                continue
            if isinstance(about, dict) and about.get("id") == id and about.get("of") == book:
                return path
    return None


def save(papers: Papers) -> None:
    """Writes both files; each is the old one or the new one, whatever happens meanwhile."""
    for path, text in zip((papers.told, papers.path), reversed(papers.texts), strict=True):
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)


def in_words(chapters: tuple[Chapter, ...]) -> str:
    """Clauses as a ``.md`` tells them."""
    lines = []
    for chapter in chapters:
        lines.append(f"## {chapter.number} {chapter.title}\n")
        for clause in chapter.clauses:
            lines.append(f"### {clause.number} {clause.title}\n{clause.text}\n")
    return "\n".join(lines)


def written(doc: Mapping[str, Any], comments: Comments = NO_COMMENTS) -> str:
    """A notice as a ``.toml`` says it, with the comments that were in it."""
    pen, parts = comments.pen(), []
    for section in (*_ORDER, *(name for name in doc if name not in _ORDER)):
        if doc.get(section):
            parts.extend(_section((section,), doc[section], pen))
    rest = pen.rest()
    return "\n".join([*parts, rest] if rest else parts)


def _section(place: Place, table: Mapping[str, Any], pen: Pen) -> list[str]:
    groups = {key: item for key, item in table.items() if place[0] in ("provisions", "policies") and _group(item)}
    own = [(key, item) for key, item in table.items() if key not in groups]
    found = []
    if own or not groups:
        header = pen.line(place, f"[{'.'.join(map(_key, place))}]")
        found = [header + "".join(pen.line((*place, key), f"{_key(key)} = {value_text(item)}") for key, item in own)]
    for key, item in groups.items():
        found.extend(_section((*place, key), item, pen))
    return found


def _group(item: Any) -> bool:
    return isinstance(item, Mapping) and not LEAF & set(item)


def _key(name: str) -> str:
    plain = name and all(letter.isascii() and (letter.isalnum() or letter in "-_") for letter in name)
    return name if plain else _text(name)


def value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(key))} = {value_text(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return _text(value) if isinstance(value, str) else str(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
