"""Values: classes whose instances never change, as quick to make as a tuple.

A round makes dozens of events and prompts, and a frozen dataclass pays for its frost at every field. A ``value`` is a frozen
``msgspec.Struct``: nothing can assign to it, in service as under test, and it is made in a fraction of the time. What never
changes cannot come to hold itself, so the collector of rings is told to leave values alone. To whoever asks ``dataclasses`` a
value is a dataclass like any other: ``fields`` and ``replace`` serve both kinds. Fields that a class names as ``unwritten`` are
no part of its written form.

What follows from the fields of a frozen dataclass, such as the terms of a game, is ``derived``: worked out once, when it is
first asked for. What somebody else works out from it is kept with it by ``once_for_each``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field as described
from dataclasses import make_dataclass
from functools import wraps
from itertools import count
from typing import Any, Generic, TypeVar, dataclass_transform

from msgspec import NODEFAULT, Struct, StructMeta, field

__all__ = ["derived", "field", "once_for_each", "value"]

S = TypeVar("S")
T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A class whose instances never change; see above."""
    made: Any = cls
    if not isinstance(made, StructMeta):  # a kind of a value is a struct by its birth
        made = _struct(made)
    made.__dataclass_fields__ = _as_dataclass(made)
    return made  # type: ignore[no-any-return]


def _struct(cls: type[Any]) -> Any:
    bases = tuple(base for base in cls.__bases__ if base is not object)
    names = {name: what for name, what in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    return StructMeta(cls.__name__, (*bases, Struct), names, frozen=True, gc=False)


def _as_dataclass(made: Any) -> Any:
    """The same fields with the same defaults, as ``dataclasses`` would describe them."""
    needed = len(made.__struct_fields__) - len(made.__struct_defaults__)
    defaults = (*(NODEFAULT,) * needed, *made.__struct_defaults__)
    known = [
        (name, Any, _described(default))
        for name, default in zip(made.__struct_fields__, defaults, strict=True)
        if name not in getattr(made, "unwritten", ())
    ]
    told = {"__doc__": made.__name__}  # without a word, it would be worked out from a signature that nobody reads
    like: Any = make_dataclass(made.__name__, known, init=False, repr=False, eq=False, namespace=told)
    return like.__dataclass_fields__


def _described(default: Any) -> Any:
    if isinstance(default, _MADE_ANEW):
        return described(default_factory=default.factory)
    return described() if default is NODEFAULT else described(default=default)


class _Sample(Struct):
    anew: dict[str, str] = field(default_factory=dict)


_MADE_ANEW: Any = type(
    _Sample.__struct_defaults__[0]
)  # how a struct remembers a default that is made for each instance


class derived(Generic[T]):
    """What ``functools.cached_property`` is, but kept beside the fields. That one makes a dictionary of the whole object, and
    from then on every field of it is four times as slow to read."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work, self.name, self.__doc__ = work, work.__name__, work.__doc__

    def __get__(self, one: Any, owner: type[Any]) -> T:
        if one is None:
            return self  # type: ignore[return-value]
        found = self.work(one)
        object.__setattr__(one, self.name, found)
        return found


def once_for_each(work: Callable[[S], T]) -> Callable[[S], T]:
    """A function of one frozen dataclass, worked out once for each and kept beside its fields: whoever studies a thousand terms
    keeps no table of those that are gone."""
    name = f"_once_{next(_NUMBERS)}"

    @wraps(work)
    def found(one: S) -> T:
        try:
            return object.__getattribute__(one, name)  # type: ignore[no-any-return]
        except AttributeError:
            pass
        answer = work(one)
        object.__setattr__(one, name, answer)
        return answer

    return found


_NUMBERS = count(1)
