"""Shape: what a book's file looks like before anything in it is understood.

A section is a table; a first section tells in texts, moments and lists of texts what the file is; a provision is a table with the
clauses it rests on, its value and the readings behind it. Whatever has another shape is named by its place in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from houseway.law.roles import PARTS, ROLES

_MOMENTS = ("in_force", "commences", "expires", "amends")
_LISTS = ("over", "repeals")
_SWITCHES = ("undated", "draft")
LEAF = {"clauses", "value", "reading", "keep", "whole", *PARTS}  # what a file may say of one provision


def misshapen(doc: Mapping[str, Any]) -> tuple[str, ...]:
    """Every place where a file has not the shape of a book, and what would have it."""
    return tuple(_wrongs(doc))


def _wrongs(doc: Mapping[str, Any]) -> Iterator[str]:
    for section, table in doc.items():
        if not isinstance(table, Mapping):
            yield f"[{section}] is a section of names and values, not {table!r}"
        elif section in ("book", "amendment"):
            yield from _first_section(section, table)
        elif section in ("provisions", "policies"):
            yield from _provisions(section, table)
        elif section == "offers":
            for name, leaf in table.items():
                yield from _leaf(f"offers.{name}", leaf)
        elif section in ("silent", "procedure", "physical"):
            for name, why in table.items():
                if not isinstance(why, str):
                    yield f"{section}.{name} says why, as a text, not {why!r}"
        elif section in ("repeals", "replaces"):
            for name, by in table.items():
                if not isinstance(by, str):
                    yield f'{section}.{name} is the clause of this notice that says so, such as "2", not {by!r}'


def _first_section(section: str, about: Mapping[str, Any]) -> Iterator[str]:
    for name, value in about.items():
        where = f"{name} in [{section}]"
        if name in _MOMENTS:
            if not isinstance(value, datetime) or value.tzinfo is not None:
                yield f"{name} must say the hour, such as 1999-11-08T04:00:00 in the venue's own time, not {_said(value)}"
        elif name in _LISTS:
            if not _texts(value):
                yield f"{where} is a list of texts, not {value!r}"
        elif name in _SWITCHES:
            if not isinstance(value, bool):
                yield f"{where} is true or false, not {value!r}"
        elif not isinstance(value, str):
            yield f"{where} is a text, not {value!r}"
        elif name == "words" and (not value or "/" in value or "\0" in value or value in (".", "..")):
            yield f"{where} is the name of a file beside this one, not {value!r}"


def _provisions(where: str, tree: Mapping[str, Any]) -> Iterator[str]:
    for name, item in tree.items():
        at = f"{where}.{name}"
        if isinstance(item, Mapping) and not LEAF & set(item):
            yield from _provisions(at, item)
        else:
            yield from _leaf(at, item)


def _leaf(where: str, leaf: Any) -> Iterator[str]:
    if not isinstance(leaf, Mapping):
        yield f'{where} is a provision: write its clauses and its value, such as {{ clauses = ["5.4"], value = 8 }}, not {leaf!r}'
        return
    if not _texts(leaf.get("clauses", [])):
        yield f'{where}.clauses is a list of texts, such as ["5.4"], not {leaf["clauses"]!r}'
    reading = leaf.get("reading", "")
    if not isinstance(reading, str) and not _texts(reading):
        yield f'{where}.reading is a text or a list of texts, such as "R-1", not {reading!r}'
    for part in PARTS:
        for role in named if isinstance(named := leaf.get(part, []), list) else [named]:
            if role not in ROLES:
                yield f"{where}.{part} names {role!r}, and nobody is called so; there are {', '.join(ROLES)}"
    for switch in ("keep", "whole"):
        if not isinstance(leaf.get(switch, True), bool):
            yield f"{where}.{switch} is true or false, not {leaf[switch]!r}"


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _said(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)
