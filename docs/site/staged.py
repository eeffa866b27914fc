"""Staged: which file of the tree becomes which page, and its links as they lead from there.

A page is Markdown as it stands in the tree. Only its links are turned: a link to a file that is a page leads to that page, a
link to any other file takes the file along. What a link names must be there; ``broken`` tells what is not.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path, PurePosixPath

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_PLACE = re.compile(r'^<a id="([\w-]+)"></a>')  # a place in a page that is no heading
_LINK = re.compile(r"(?<!`)(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)")


@dataclass(frozen=True)
class Link:
    """A link as somebody wrote it, and the file it stands in."""

    file: PurePosixPath
    to: str

    @property
    def outside(self) -> bool:
        return ":" in self.to.partition("/")[0] or self.to.startswith("/")

    @property
    def target(self) -> PurePosixPath:
        """The file or folder of the tree that it names."""
        named = self.to.partition("#")[0]
        return PurePosixPath(os.path.normpath(self.file.parent / named)) if named else self.file

    @property
    def fragment(self) -> str:
        return self.to.partition("#")[2]


def written() -> list[PurePosixPath]:
    """Every page that people have written."""
    patterns = ("*.md", "docs/**/*.md", "docs/**/*.ipynb", "houseway/games/*/README.md")
    found = {path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern)}
    return [PurePosixPath(name) for name in sorted(found)]


def docname(file: PurePosixPath) -> str | None:
    """The page that a file becomes; None where it becomes none."""
    if file.suffix not in (".md", ".ipynb"):
        return None
    match file.parts:
        case ("README.md",):
            return "index"
        case (name,):
            return PurePosixPath(name).stem.lower()
        case ("docs", *rest):
            return PurePosixPath(*rest).with_suffix("").as_posix()
        case ("houseway", "games", game, "README.md"):
            return f"games/{game}"
    return None


# What a page says


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def links(file: PurePosixPath, text: str) -> Iterator[Link]:
    """Every link and picture of a page."""
    for token in _reader().parse(text):
        for part in token.children or ():
            to = (
                part.attrGet("href")
                if part.type == "link_open"
                else part.attrGet("src")
                if part.type == "image"
                else None
            )
            if to is not None:
                yield Link(file, str(to))


def slugs(text: str) -> set[str]:
    """What can be led to within a page: its headings, as code hosts and MyST spell them."""
    found = {place[1] for line in text.splitlines() if (place := _PLACE.match(line))}
    tokens = _reader().parse(text)
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            words = "".join(part.content for part in inner.children or () if part.type in ("text", "code_inline"))
            slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            found.add(
                slug if slug not in found else next(f"{slug}-{n}" for n in range(1, 99) if f"{slug}-{n}" not in found)
            )
    return found


def text_of(file: PurePosixPath) -> str:
    """A page as Markdown; a notebook is its cells, in order."""
    text = (ROOT / file).read_text(encoding="utf-8")
    if file.suffix != ".ipynb":
        return text
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
    return "\n\n".join(parts) + "\n"


def broken(file: PurePosixPath) -> list[str]:
    """What is wrong with the links of a page."""
    wrong = []
    for link in links(file, text_of(file)):
        if link.outside:
            if not link.to.startswith(("https://", "http://127.0.0.1", "/")):
                wrong.append(f"{file}: {link.to} leads out of the tree, and not by https")
        elif not (ROOT / link.target).exists():
            wrong.append(f"{file}: {link.to} leads nowhere")
        elif link.fragment and link.target.suffix == ".md" and link.fragment not in slugs(text_of(link.target)):
            wrong.append(f"{file}: {link.to} names no heading of {link.target}")
    return wrong


# The same as pages of the site


def led(file: PurePosixPath, text: str) -> tuple[str, dict[PurePosixPath, PurePosixPath]]:
    """The text with its links turned, and the files it takes along: where they are, and where they go."""
    here = PurePosixPath(docname(file) or "")
    takes: dict[PurePosixPath, PurePosixPath] = {}

    def turned(found: re.Match[str]) -> str:
        link = Link(file, found[2])
        if link.to.startswith("/"):  # a page of the house that serves the site; MyST would look for a file
            return f'<a href="{escape(link.to)}">{found[1][1:-1]}</a>'
        if link.outside or not link.to.partition("#")[0]:
            return found[0]
        target = link.target / "README.md" if (ROOT / link.target).is_dir() else link.target
        page = docname(target)
        if page is None:
            goes = PurePosixPath("files", *target.parts)
            takes[target] = goes
        else:
            goes = PurePosixPath(f"{page}.md")
        to = os.path.relpath(goes, here.parent)
        return f"{found[1]}({to}{'#' + link.fragment if link.fragment else ''})"

    lines, fence = [], ""
    for line in text.splitlines():
        begins = _FENCE.match(line)
        if begins and (not fence or begins[1].startswith(fence)):
            fence = "" if fence else begins[1]
        lines.append(line if fence or begins else _PLACE.sub(r"(\1)=\n", _LINK.sub(turned, line)))
    return "\n".join(lines) + "\n", takes
