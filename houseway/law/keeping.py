"""Keeping: the terms of an edition as a document, and read from it again when the files have moved on.

The document is the text whose digest the edition bears, so whoever holds both knows that nothing was changed. A document
of an earlier program may lack a provision that is asked for now, or name one that nobody asks for any more; then the book as
it is held today fills the gap, and what comes of it is compared with the record like everything else.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from typing import Any

from houseway.forms import Doc, Misread, hints_of, read
from houseway.law.clause import Basis, Provision
from houseway.law.provision_names import group_kind, provision_kind
from houseway.law.roles import NOBODY_NAMED, Authority
from houseway.law.rulebook import Edition


class NotTheEdition(ValueError):
    """A document whose digest is another."""


def edition_from(text: str, digest: str, kind: type[Any], game: str, instead: Edition[Any] | None) -> Edition[Any]:
    """The edition that a document holds. ``instead`` is the book as it is held today, for what the document does not say."""
    if hashlib.sha256(text.encode()).hexdigest() != digest:
        raise NotTheEdition(f"the text kept for edition {digest[:12]} was changed")
    book, doc = json.loads(text)
    terms = terms_from(kind, doc, instead.terms if instead is not None else None, book)
    amended = instead if instead is not None and instead.book == book else None
    return Edition(
        book=book,
        in_force=amended.in_force if amended else None,
        digest=digest,
        terms=terms,
        game=game,
    )


def terms_from(kind: Any, doc: Doc, instead: Any = None, where: str = "terms", group: str = "") -> Any:
    """Terms as they were written."""
    hints, values = hints_of(kind), {}
    for item in fields(kind):
        at, hint = f"{where}.{item.name}", hints[item.name]
        given = getattr(instead, item.name, None)
        if item.name not in doc:
            if instead is None:
                raise Misread(at, "the document does not say, and the book is not held any more")
            values[item.name] = given
        elif doc[item.name] is None:
            values[item.name] = None
        elif (leaf := provision_kind(hint)) is not None:
            one = doc[item.name]
            value = read(leaf[0], one["value"], at)
            by: Basis = read(Basis, one["by"], at)
            # Documents of the first houses do not say who has a part in it; then it is whom the book names today.
            who = read(Authority, one["who"], at) if "who" in one else getattr(given, "who", NOBODY_NAMED)
            values[item.name] = Provision(value, by.of(group + item.name), one["policy"], who)
        else:
            inner = group_kind(hint)
            assert inner is not None
            values[item.name] = terms_from(inner[0], doc[item.name], given, at, f"{group}{item.name}.")
    return kind(**values)
