"""Studying: terms with a provision set to something else, as people write it: ``decks=6``, ``spread_pays.2=3 to 1``, or a whole
table, ``spread_pays=1: 5 to 1, 2: 4 to 1, …``. A table takes a new entry where its game says which it may have (``CHECKS``)."""

from __future__ import annotations

import re
import typing
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.complaint import Complaint
from houseway.forms import Misread, read
from houseway.law.provision_names import names, near
from houseway.law.ranges import in_range


class UnknownProvision(Complaint, ValueError):
    """A name that no provision of the book bears, or a value it cannot take."""


def changed(terms: Any, name: str, text: str) -> Any:
    """Terms with one provision set from text: ``decks=6``, ``spread_pays.2=3 to 1``."""
    matches = []
    for full, kind, _ in names(type(terms)):
        short = full.rsplit(".", 1)[-1]
        for known in (full, short):
            if name == known or name.startswith(known + "."):
                matches.append((full, kind, name[len(known) + 1 :]))
                break
    exact = [match for match in matches if match[0] == name or name.startswith(match[0] + ".")]
    matches = exact or matches
    if len(matches) != 1:
        every = [full for full, _, _ in names(type(terms))]
        hint = f"it could be {' or '.join(m[0] for m in matches)}" if matches else near(name, every)
        raise UnknownProvision(f"no provision is called {name!r}; {hint}")
    full, kind, key = matches[0]
    return _with(terms, full.split("."), kind, key, text, name)


def _tabled(table: Any, kind: Any, key: str, text: str, name: str, grows: bool) -> Any:
    """A table with one item changed; the key of a table of tables goes on after a dot: ``4.3``. One that ``grows`` takes a
    new one."""
    head = name.removesuffix(f".{key}").rpartition(".")[2]
    if typing.get_origin(kind) is tuple and _is_whole(key) and 1 <= int(key) <= len(table):
        place = int(key) - 1
        args = typing.get_args(kind)
        item_kind = args[0] if args[-1] is ... else args[place]
        return (*table[:place], read(item_kind, _literal(item_kind, text), name), *table[place + 1 :])
    if typing.get_origin(kind) is not dict:
        raise Misread(name, f"{head} is one value, not a table; write {head}={text}")
    key_kind, item_kind = typing.get_args(kind)
    first, _, rest = key.partition(".") if typing.get_origin(item_kind) is dict else (key, "", "")
    item = read(key_kind, int(first) if key_kind is int and _is_whole(first) else first, name)
    if item not in table and not grows:
        raise Misread(name, f"{first} is not in the table; it has {', '.join(str(k) for k in table)}")
    if rest:
        return {**table, item: _tabled(table.get(item, {}), item_kind, rest, text, name, grows)}
    return {**table, item: read(item_kind, _literal(item_kind, text), name)}


def _with(terms: Any, path: list[str], kind: Any, key: str, text: str, name: str) -> Any:
    head, *rest = path
    if terms is None:
        raise UnknownProvision(f"this book is silent on {name!r}; there is nothing to change")
    if rest:
        return replace(terms, **{head: _with(getattr(terms, head), rest, kind, key, text, name)})
    provision = getattr(terms, head)
    if provision is None:
        raise UnknownProvision(f"this book is silent on {name!r}; there is nothing to change")
    try:
        if key:
            grows = any(named == head for named, _ in getattr(type(terms), "CHECKS", ()))
            value: Any = _tabled(provision.value, kind, key, text, name, grows)
        else:
            value = read(kind, _literal(kind, text), name)
        in_range(type(terms), head, value, name)
    except Misread as wrong:
        raise UnknownProvision(str(wrong)) from None
    return replace(terms, **{head: replace(provision, value=value)})


def _literal(kind: Any, text: str) -> Any:
    """Text from a person as the file would have it: ``yes`` for true, ``4%`` for 1/25, ``A K`` for a list of two."""
    if kind is int and _is_whole(text.removeprefix("-")):
        return int(text)
    if kind is bool and text in _SAID:
        return _SAID[text]
    if kind is Fraction and text.endswith("%") and re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text[:-1].strip()):
        return str(Fraction(text[:-1].strip()) / 100)
    if typing.get_origin(kind) is tuple:
        inner = typing.get_args(kind)[0]
        parts = text.split(",") if "," in text else text.split()
        return [_literal(inner, part.strip()) for part in parts if part.strip()]
    if typing.get_origin(kind) is dict and ":" in text:
        pairs = (part.rpartition(":") for part in text.split(","))
        item_kind = typing.get_args(kind)[1]
        return {key.strip(): _literal(item_kind, item.strip()) for key, _, item in pairs}
    return text


_SAID = {"true": True, "yes": True, "false": False, "no": False}


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19
