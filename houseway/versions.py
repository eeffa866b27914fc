"""Versions: documents that say which shape they have, and small named steps that read those of earlier shapes.

A kind of document has a tuple of upgrades: the first makes version 2 of version 1, the second version 3 of version 2. A
document without a version is the first. Adding a step is all there is to renaming a field of something on record.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from houseway.forms import Doc, Misread

Upgrade: TypeAlias = Callable[[Doc], Doc]

KEY = "v"


def versioned(doc: Doc, upgrades: Sequence[Upgrade]) -> Doc:
    """A document with the version of its shape."""
    return {KEY: len(upgrades) + 1, **doc} if isinstance(doc, dict) else doc


def upgraded(doc: Doc, upgrades: Sequence[Upgrade], where: str) -> Doc:
    """A document of any version, in the shape of today and without its version."""
    if not isinstance(doc, dict):
        return doc
    version, newest = doc.get(KEY, 1), len(upgrades) + 1
    if not isinstance(version, int) or not 1 <= version <= newest:
        raise Misread(where, f"it is of version {version}, and this program reads versions up to {newest}")
    plain = {name: item for name, item in doc.items() if name != KEY}
    for upgrade in upgrades[version - 1 :]:
        plain = upgrade(plain)
    return plain


def renamed(**names: str) -> Upgrade:
    """The step in which fields got other names: ``renamed(faithful="every_round")``."""

    def rename(doc: Doc) -> Doc:
        return {names.get(name, name): item for name, item in doc.items()}

    return rename
