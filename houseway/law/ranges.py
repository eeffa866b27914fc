"""Ranges: which values a provision can have at all, in a book or in a study.

A whole number is not negative and a part of something is between nothing and all of it; where a game can do with fewer, the
group of provisions that it stands in says so: ``RANGES = (("drawn", 15, 80),)``. Beyond them nothing is worked out: a figure
for a wheel with minus one stop would be no figure. Where everything else rests on one value, the group names it with the reason,
``FIXED = (("pays", "1 to 1", "a bank covers every wager once"),)``: another is refused, rather than cited and not obeyed.
What else a value must be, a group says with a function that tells what is wrong with one: ``CHECKS = (("spread_pays",
entries(range(1, 12))),)`` is a table with an entry for every spread and for nothing else: no round comes upon a gap in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Any

from houseway.forms import Misread

MOST = 10**12

Check = Callable[[Any], str]  # what is wrong with a value; nothing where it can be


def in_range(group: Any, name: str, value: Any, where: str) -> None:
    """Refuses a value that this provision of a group cannot have."""
    fixed = fixed_at(group, name)
    if fixed is not None and str(value) != fixed[0]:
        raise Misread(where, f"{value} cannot be; it is {fixed[0]}, because {fixed[1]}")
    for named, check in getattr(group, "CHECKS", ()):
        if named == name and (why := check(value)):
            raise Misread(where, why)
    own = {named for named, _, _ in getattr(group, "RANGES", ())}
    low, high = limits_of(group, name)
    for number in _numbers(value):
        if isinstance(number, Fraction) and name not in own and not 0 <= number <= 1:
            raise Misread(where, f"{number} is not a part of something, from 0 to 1")
        if not low <= number <= high:
            most = f" to {high}" if high < MOST else " up"
            raise Misread(where, f"{number} cannot be; it goes from {low}{most}")


def entries(needed: Iterable[Any], also: Iterable[Any] = ()) -> Check:
    """The check of a table that has each of these entries, may have others, and has no further."""
    asked = tuple(needed)
    known = (*asked, *also)

    def check(table: Mapping[Any, Any]) -> str:
        if gaps := [str(key) for key in asked if key not in table]:
            return f"gap: the table has nothing for {', '.join(gaps)}"
        if strange := [str(key) for key in table if key not in known]:
            return f"{', '.join(strange)} is not in the table; it has {', '.join(map(str, known))}"
        return ""

    return check


def some(listed: Sequence[Any]) -> str:
    """The check of a list from which something must be chosen."""
    return "" if listed else "the list is empty; at least one thing stands in it"


def so_many(count: int) -> Check:
    """The check of a list with so many things in it."""
    return lambda listed: "" if len(listed) == count else f"{count} things stand in the list, not {len(listed)}"


def words_with(*parts: str) -> Check:
    """The check of what a dealer calls: beside its own words it tells these parts, ``Spread {spread}``, and no others."""

    def check(words: str) -> str:
        try:
            told = [field for _, *field in Formatter().parse(words) if field[0] is not None]
        except ValueError:
            told = [["", "", ""]]
        if any(name not in parts or form or shown for name, form, shown in told):
            return f"{words!r} cannot be called; what is told in it is {' and '.join(f'{{{part}}}' for part in parts)}"
        return ""

    return check


def fixed_at(group: Any, name: str) -> tuple[str, str] | None:
    """The one value that a provision of a group can have, and why; None where it can have others."""
    return next(((value, why) for named, value, why in getattr(group, "FIXED", ()) if named == name), None)


def limits_of(group: Any, name: str, part: bool = False) -> tuple[int, int]:
    """From where to where a number of a group goes; a ``part`` of something goes to all of it."""
    own = {named: (low, high) for named, low, high in getattr(group, "RANGES", ())}
    return own.get(name, (0, 1 if part else MOST))


def _numbers(value: Any) -> Iterator[int | Fraction]:
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _numbers(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _numbers(item)
