"""Forms: how a value of ours is written as plain JSON, and read back with nothing taken on trust.

Frozen dataclasses, enums, fractions, tuples and small text values (anything with ``parse`` and ``str``) have one
written form each. ``read`` is strict: a missing field, an unknown name, a float or a value of another kind is a
``Misread`` that says where it stands. The same reader serves rule books, records, the API and the database.
"""

from __future__ import annotations

import enum
import hashlib
import tomllib
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, Union, cast

import msgspec

from houseway.complaint import Complaint, Unreadable, text_of

T = TypeVar("T")
Doc = Any  # what json.loads may return


class Misread(Complaint, ValueError):
    """A document that does not say what it should, and where."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}" if where else why)
        self.where, self.why = where, why


def write(value: Any) -> Doc:
    """The plain form of a value: dicts, lists, text, whole numbers, true, false, null."""
    return _writer(type(value))(value)


@cache
def _writer(kind: type) -> Callable[[Any], Doc]:
    """How values of a type are written."""
    if issubclass(kind, enum.Enum):
        return lambda value: value.value
    if issubclass(kind, (types.NoneType, bool, str)):
        return lambda value: value
    if issubclass(kind, int):
        return int
    if issubclass(kind, float):
        return _refuse_float
    if hasattr(kind, "parse") or issubclass(kind, Fraction):
        return str
    if is_dataclass(kind):
        names = _names(kind)
        return lambda value: {name: write(getattr(value, name)) for name in names}
    if issubclass(kind, Mapping):
        return lambda value: {str(write(key)): write(item) for key, item in value.items()}
    if issubclass(kind, (tuple, list)):
        return lambda value: [write(item) for item in value]
    if issubclass(kind, (set, frozenset)):
        return lambda value: sorted((write(item) for item in value), key=canonical)
    return _refuse


def _refuse_float(value: float) -> Doc:
    raise Misread("", f"{value!r} is a float; nothing here is written as one")


def _refuse(value: Any) -> Doc:
    raise Misread("", f"{value!r} has no written form")


def read(kind: Any, doc: Doc, where: str = "") -> Any:
    """Reads a plain form back as a value of the given kind."""
    origin = typing.get_origin(kind)
    if kind is Any:
        return doc
    if origin in (Union, types.UnionType):
        return _read_union(typing.get_args(kind), doc, where)
    if kind is None or kind is type(None):
        if doc is not None:
            raise Misread(where, f"nothing was expected here, not {doc!r}")
        return None
    if origin is tuple:
        return _read_tuple(typing.get_args(kind), doc, where)
    if origin in (frozenset, set):
        return frozenset(_read_tuple((*typing.get_args(kind), ...), doc, where))
    if origin in (dict, Mapping):
        return _read_mapping(typing.get_args(kind), doc, where)
    if origin is typing.Literal:
        if doc not in typing.get_args(kind):
            raise Misread(where, f"{doc!r} is not one of {_or(typing.get_args(kind))}")
        return doc
    base = cast(type, origin or kind)
    if issubclass(base, enum.Enum):
        try:
            return base(doc)
        except ValueError:
            raise Misread(where, f"{doc!r} is not one of {_or([m.value for m in base])}") from None
    if base is Fraction:
        return _read_fraction(doc, where)
    if base in (str, bool, int):
        if type(doc) is not base:
            raise Misread(where, f"{doc!r} is not {_A[base]}")
        return doc
    if hasattr(base, "parse"):
        if not isinstance(doc, (str, int)) or isinstance(doc, bool):
            raise Misread(where, f"{doc!r} is not the text of a {base.__name__.lower()}")
        try:
            return base.parse(str(doc))
        except ValueError as wrong:
            raise Misread(where, str(wrong)) from None
    if is_dataclass(base):
        return _read_dataclass(kind, doc, where)
    raise Misread(where, f"no reader for {kind!r}")


def read_toml(path: Path, refusal: Callable[[str], Exception]) -> dict[str, Any]:
    """A TOML file that somebody wrote; what keeps it from being read is refused with its name."""
    try:
        return tomllib.loads(text_of(path))
    except Unreadable as wrong:
        raise refusal(str(wrong)) from None
    except (ValueError, RecursionError) as wrong:  # no TOML, a number of a thousand digits, a thousand brackets
        why = "nested too deeply" if isinstance(wrong, RecursionError) else wrong
        raise refusal(f"{path}: not readable as TOML: {why}") from None


def canonical(doc: Doc) -> str:
    """One text per document: the same value always gives the same bytes, so it can be hashed."""
    return _sorted(doc).decode()


_sorted = msgspec.json.Encoder(order="sorted").encode


def digest(doc: Doc) -> str:
    """The hash of a document: the same for the same value, however it was written."""
    return hashlib.sha256(canonical(doc).encode()).hexdigest()


_A = {str: "text", bool: "true or false", int: "a whole number"}


def _or(options: typing.Iterable[Any]) -> str:
    return ", ".join(repr(option) for option in options)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind))


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The fields of a dataclass and their kinds, worked out once."""
    return typing.get_type_hints(kind)


def _read_fraction(doc: Doc, where: str) -> Fraction:
    if isinstance(doc, bool) or not isinstance(doc, (str, int)):
        raise Misread(where, f"{doc!r} is not a fraction, such as '1/20'")
    try:
        return Fraction(doc)
    except (ValueError, ZeroDivisionError):
        raise Misread(where, f"{doc!r} is not a fraction, such as '1/20'") from None


def _read_union(kinds: tuple[Any, ...], doc: Doc, where: str) -> Any:
    if doc is None and type(None) in kinds:
        return None
    wrongs = []
    for kind in kinds:
        if kind is type(None):
            continue
        try:
            return read(kind, doc, where)
        except Misread as wrong:
            wrongs.append(wrong)
    raise wrongs[0] if len(wrongs) == 1 else Misread(where, "; or ".join(wrong.why for wrong in wrongs))


def _read_tuple(kinds: tuple[Any, ...], doc: Doc, where: str) -> tuple[Any, ...]:
    if not isinstance(doc, (list, tuple)):
        raise Misread(where, f"{doc!r} is not a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(read(kinds[0], item, f"{where}[{n}]") for n, item in enumerate(doc))
    if len(kinds) != len(doc):
        raise Misread(where, f"{len(doc)} items where {len(kinds)} are needed")
    return tuple(read(kind, item, f"{where}[{n}]") for n, (kind, item) in enumerate(zip(kinds, doc, strict=True)))


def _read_mapping(kinds: tuple[Any, ...], doc: Doc, where: str) -> dict[Any, Any]:
    if not isinstance(doc, Mapping):
        raise Misread(where, f"{doc!r} is not a table of names and values")
    key_kind, item_kind = kinds
    result: dict[Any, Any] = {}
    for key, item in doc.items():
        for each in _keys(key_kind, str(key), f"{where}.{key}"):
            if each in result:
                raise Misread(f"{where}.{key}", f"{each} is given twice")
            result[each] = read(item_kind, item, f"{where}.{key}")
    return result


def _keys(kind: Any, text: str, where: str) -> list[Any]:
    """The keys one written key stands for: ``4-11`` is eight whole numbers."""
    if kind is not int:
        return [read(kind, text, where)]
    first, dash, last = text.partition("-")
    if not first.isdigit() or (dash and not last.isdigit()):
        raise Misread(where, f"{text!r} is not a whole number or a range such as 4-11")
    return list(range(int(first), int(last) + 1)) if dash else [int(first)]


def _read_dataclass(kind: Any, doc: Doc, where: str) -> Any:
    base = typing.get_origin(kind) or kind
    if not isinstance(doc, Mapping):
        raise Misread(where, f"{doc!r} is not a table of names and values")
    hints, known = hints_of(base), {item.name: item for item in fields(base)}
    for name in doc:
        if name not in known:
            raise Misread(where, f"there is no {name!r} here; known are {_or(known)}")
    values = {}
    for name, item in known.items():
        if name in doc:
            values[name] = read(hints[name], doc[name], f"{where}.{name}" if where else name)
        elif item.default is MISSING and item.default_factory is MISSING:
            raise Misread(where, f"{name!r} is missing")
    return base(**values)
