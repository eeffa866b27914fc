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
from itertools import repeat
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, Union

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
    kind: Any = type(value)
    return _writer(kind)(value)


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
    try:
        return _reader(kind)(doc)
    except _Astray as wrong:
        place = where + wrong.place
        raise Misread(place if where else place.removeprefix("."), wrong.why) from None


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


# Reading: each kind has a reader, put together once. It does not know where it is; those around it say so if it goes astray.

Reader: TypeAlias = Callable[[Doc], Any]


class _Astray(Exception):
    """What cannot be read, with the way to it from where reading began: ``.pays[2]``."""

    def __init__(self, why: str, place: str = "") -> None:
        super().__init__(why)
        self.why, self.place = why, place

    def under(self, place: str) -> _Astray:
        return _Astray(self.why, place + self.place)


_made: dict[Any, Reader] = {}  # by what tells kinds apart


def _reader(kind: Any) -> Reader:
    """How a kind is read; made once, wherever it is asked for."""
    key = kind if isinstance(kind, type) else _told_apart(kind)
    reads = _made.get(key)
    if reads is None:
        reads = _made[key] = _make_reader(kind)
    return reads


def _told_apart(kind: Any) -> Any:
    """What tells a kind from every other: ``int | str`` and ``str | int`` are equal, and are read in their order."""
    args = getattr(kind, "__args__", None)
    return (type(kind), kind) if args is None else (getattr(kind, "__origin__", Union), *map(_told_apart, args))


def _make_reader(kind: Any) -> Reader:
    if kind is Any:
        return lambda doc: doc
    if kind is None:
        return _read_nothing
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(kind, type) and origin is None:
        return _class_reader(kind)
    if origin in (Union, types.UnionType):
        return _union_reader(args)
    if origin is tuple:
        return _tuple_reader(args)
    if origin in (frozenset, set):
        items = _tuple_reader((*args, ...))
        return lambda doc: frozenset(items(doc))
    if origin in (dict, Mapping):
        return _mapping_reader(*args)
    if origin is typing.Literal:
        return _literal_reader(args)
    return _class_reader(origin) if isinstance(origin, type) else _no_reader(kind)


def _class_reader(kind: type) -> Reader:
    if kind is types.NoneType:
        return _read_nothing
    if issubclass(kind, enum.Enum):
        return _enum_reader(kind)
    if kind is Fraction:
        return _read_fraction
    if kind in _A:
        return _plain_reader(kind)
    if hasattr(kind, "parse"):
        return _text_reader(kind)
    return _dataclass_reader(kind) if is_dataclass(kind) else _no_reader(kind)


def _no_reader(kind: Any) -> Reader:
    def astray(doc: Doc) -> Any:
        raise _Astray(f"no reader for {kind!r}")

    return astray


def _read_nothing(doc: Doc) -> None:
    if doc is not None:
        raise _Astray(f"nothing was expected here, not {doc!r}")


def _read_fraction(doc: Doc) -> Fraction:
    if isinstance(doc, bool) or not isinstance(doc, (str, int)):
        raise _Astray(f"{doc!r} is not a fraction, such as '1/20'")
    try:
        return Fraction(doc)
    except (ValueError, ZeroDivisionError):
        raise _Astray(f"{doc!r} is not a fraction, such as '1/20'") from None


def _plain_reader(kind: type) -> Reader:
    def plain(doc: Doc) -> Any:
        if type(doc) is not kind:
            raise _Astray(f"{doc!r} is not {_A[kind]}")
        return doc

    return plain


def _literal_reader(options: tuple[Any, ...]) -> Reader:
    def literal(doc: Doc) -> Any:
        if doc not in options:
            raise _Astray(f"{doc!r} is not one of {_or(options)}")
        return doc

    return literal


def _enum_reader(kind: type[enum.Enum]) -> Reader:
    def member(doc: Doc) -> enum.Enum:
        try:
            return kind(doc)
        except ValueError:
            raise _Astray(f"{doc!r} is not one of {_or([m.value for m in kind])}") from None

    return member


def _text_reader(kind: Any) -> Reader:
    def parsed(doc: Doc) -> Any:
        if not isinstance(doc, (str, int)) or isinstance(doc, bool):
            raise _Astray(f"{doc!r} is not the text of a {kind.__name__.lower()}")
        try:
            return kind.parse(str(doc))
        except ValueError as wrong:
            raise _Astray(str(wrong)) from None

    return parsed


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    readers = [_reader(kind) for kind in kinds if kind is not types.NoneType]
    may_be_nothing = types.NoneType in kinds

    def either(doc: Doc) -> Any:
        if doc is None and may_be_nothing:
            return None
        wrongs = []
        for reads in readers:
            try:
                return reads(doc)
            except _Astray as wrong:
                wrongs.append(wrong)
        raise wrongs[0] if len(wrongs) == 1 else _Astray("; or ".join(wrong.why for wrong in wrongs))

    return either


def _tuple_reader(kinds: tuple[Any, ...]) -> Reader:
    same = _reader(kinds[0]) if len(kinds) == 2 and kinds[1] is Ellipsis else None
    each = [] if same else [_reader(kind) for kind in kinds]

    def items(doc: Doc) -> tuple[Any, ...]:
        if not isinstance(doc, (list, tuple)):
            raise _Astray(f"{doc!r} is not a list")
        if same is None and len(each) != len(doc):
            raise _Astray(f"{len(doc)} items where {len(each)} are needed")
        found: list[Any] = []
        try:
            for reads, item in zip(each or repeat(same), doc, strict=False):
                found.append(reads(item))  # type: ignore[misc]
        except _Astray as wrong:
            raise wrong.under(f"[{len(found)}]") from None
        return tuple(found)

    return items


def _mapping_reader(key_kind: Any, item_kind: Any) -> Reader:
    keys, reads = _keys_reader(key_kind), _reader(item_kind)

    def table(doc: Doc) -> dict[Any, Any]:
        if not isinstance(doc, Mapping):
            raise _Astray(f"{doc!r} is not a table of names and values")
        result: dict[Any, Any] = {}
        for key, item in doc.items():
            try:
                for each in keys(str(key)):
                    if each in result:
                        raise _Astray(f"{each} is given twice")
                    result[each] = reads(item)
            except _Astray as wrong:
                raise wrong.under(f".{key}") from None
        return result

    return table


def _keys_reader(kind: Any) -> Callable[[str], list[Any]]:
    """The keys one written key stands for: ``4-11`` is eight whole numbers."""
    reads = _reader(kind)

    def whole(text: str) -> list[int]:
        first, dash, last = text.partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise _Astray(f"{text!r} is not a whole number or a range such as 4-11")
        return list(range(int(first), int(last) + 1)) if dash else [int(first)]

    return whole if kind is int else lambda text: [reads(text)]


def _dataclass_reader(kind: type) -> Reader:
    needed = {item.name: item.default is MISSING and item.default_factory is MISSING for item in fields(kind)}
    readers: dict[str, Reader] = {}

    def of(doc: Doc) -> Any:
        if not readers:  # not before: a kind may hold its own kind
            readers.update({name: _reader(hints_of(kind)[name]) for name in needed})
        if not isinstance(doc, Mapping):
            raise _Astray(f"{doc!r} is not a table of names and values")
        for name in doc:
            if name not in needed:
                raise _Astray(f"there is no {name!r} here; known are {_or(needed)}")
        values: dict[str, Any] = {}
        for name, reads in readers.items():
            if name in doc:
                try:
                    values[name] = reads(doc[name])
                except _Astray as wrong:
                    raise wrong.under(f".{name}") from None
            elif needed[name]:
                raise _Astray(f"{name!r} is missing")
        return kind(**values)

    return of
