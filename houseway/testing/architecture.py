"""Architecture: the drawings of docs/architecture.md, made from the import contracts and from the walks that a test takes.

``python -m houseway.testing.architecture`` writes them anew between their marks; a test holds page, contracts and code together.
"""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
_MARKS = r"(<!-- {0} -->\n).*?(<!-- end of {0} -->)"


@dataclass(frozen=True)
class Hop:
    at: str  # "houseway.floor.house:House.do", or "houseway/web/static/rapid.js:send" for what runs in a browser
    does: str

    @property
    def in_browser(self) -> bool:
        return "/" in self.at

    @property
    def storey(self) -> str:
        return "browser" if self.in_browser else self.at.removeprefix("houseway.").partition(":")[0].partition(".")[0]

    def is_there(self) -> bool:
        """Whether the code still has it."""
        where, _, name = self.at.partition(":")
        if self.in_browser:
            path = ROOT / where
            return path.exists() and re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")) is not None
        found: Any = import_module(where)
        for part in name.split("."):
            found = getattr(found, part, None)
        return callable(found)


@dataclass(frozen=True)
class Walk:
    name: str
    about: str
    hops: tuple[Hop, ...]


def walks() -> list[Walk]:
    doc = tomllib.loads(Path(__file__).with_name("walks.toml").read_text(encoding="utf-8"))
    return [Walk(walk["name"], walk["about"], tuple(Hop(**hop) for hop in walk["hop"])) for walk in doc["walk"]]


def storeys() -> list[list[str]]:
    """The storeys from the top, as the contract has them; those beside each other may not meet unless it says so."""
    doc = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = doc["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[name.strip() for name in re.split(r"[|:]", layer)] for layer in layers]


def contracts() -> list[str]:
    """The names of what is forbidden besides."""
    doc = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [each["name"] for each in doc["tool"]["importlinter"]["contracts"] if each["type"] != "layers"]


def opening(storey: str) -> str:
    """What a storey says of itself in its first sentence."""
    folder = ROOT / "houseway" / storey
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    told = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = " ".join(told.partition("\n\n")[0].split())
    return (first.partition(": ")[2] or first).partition(". ")[0].rstrip(".").replace("``", "`")


# Drawing


def drawn_storeys() -> str:
    lines = ["```mermaid", "flowchart TB"]
    for number, names in enumerate(storeys()):
        lines.append(f"  subgraph s{number}[ ]")
        lines.append("    direction LR")
        lines.extend(f"    {name}" for name in names)
        lines.append("  end")
    lines.extend(f"  s{number} --> s{number + 1}" for number in range(len(storeys()) - 1))
    lines.append("```\n")
    lines.append("| storey | is |\n|---|---|")
    lines.extend(f"| `{name}` | {opening(name)} |" for names in storeys() for name in names)
    return "\n".join(lines) + "\n"


def drawn_walks() -> str:
    lines: list[str] = []
    for walk in walks():
        lines += [f"### {walk.name}", "", walk.about, "", "```mermaid", "sequenceDiagram"]
        seen = list(dict.fromkeys(hop.storey for hop in walk.hops))
        lines += [f"  participant {storey}" for storey in seen]
        before = walk.hops[0].storey
        for hop in walk.hops:
            lines.append(f"  {before}->>{hop.storey}: {hop.at.rpartition(':')[2]}")
            before = hop.storey
        lines += ["```", "", "| hop | does |", "|---|---|"]
        lines += [f"| `{hop.at}` | {hop.does} |" for hop in walk.hops]
        lines.append("")
    return "\n".join(lines)


def drawn_contracts() -> str:
    return "\n".join(f"- {name}" for name in contracts()) + "\n"


def in_step(page: str) -> str:
    """The page with its drawings as they should be."""
    for mark, drawing in (("storeys", drawn_storeys()), ("contracts", drawn_contracts()), ("walks", drawn_walks())):
        found = re.compile(_MARKS.format(mark), re.S)
        assert found.search(page), f"docs/architecture.md has no place for the {mark}"
        page = found.sub(lambda between, made=drawing: between[1] + made + between[2], page)  # type: ignore[misc]
    return page


if __name__ == "__main__":
    PAGE.write_text(in_step(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
