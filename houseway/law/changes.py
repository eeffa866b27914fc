"""Changes: what differs between two editions, provision by provision, with the clauses it rests on now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.forms import write
from houseway.law.clause import NO_CLAUSE, Basis, Clause, Provision
from houseway.law.provision_names import names
from houseway.law.provision_names import provision_at as provision_at
from houseway.law.rulebook import Edition


@dataclass(frozen=True)
class Change:
    """One value that is another now; of a table, one entry of it."""

    name: str  # "spread_pays.1"
    was: str
    now: str
    by: Basis

    @property
    def words(self) -> str:
        what = self.name.removeprefix("general.").replace("_", " ").replace(".", " ")
        return f"{what}: {self.was} becomes {self.now}"


def changes(before: Edition[Any], after: Edition[Any]) -> list[Change]:
    """What an edition changes against another of the same game."""
    found = []
    for name, _, _ in names(type(after.terms)):
        old, new = provision_at(before.terms, name), provision_at(after.terms, name)
        was, now = (None if one is None else write(one.value) for one in (old, new))
        if old is not None and new is not None and old.who != new.who:
            found.append(
                Change(f"{name} who", old.who.words or "nothing", new.who.words or "nothing", _newly(old, new))
            )
        if (old is None) == (new is None) and was == now:
            continue
        by = _newly(old, new)
        for entry, was_there, is_there in entries(was, now):
            found.append(Change(f"{name}{entry}", spelled(was_there), spelled(is_there), by))
    return found


def _newly(old: Provision[Any] | None, new: Provision[Any] | None) -> Basis:
    """The clauses that speak of it now and did not before; where none do, all that speak of it."""
    if new is None:
        return old.by if old is not None else NO_CLAUSE
    fresh: tuple[Clause, ...] = tuple(c for c in new.by.clauses if old is None or c not in old.by.clauses)
    return Basis(fresh, new.by.readings, new.by.provisions) if fresh else new.by


def entries(was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ: of tables the entries, each by its key after a dot."""
    if not isinstance(was, Mapping) or not isinstance(now, Mapping):
        yield "", was, now
        return
    for key in dict.fromkeys([*was, *now]):
        if was.get(key) != now.get(key):
            for rest, before, after in entries(was.get(key), now.get(key)):
                yield f".{key}{rest}", before, after


def spelled(value: Any) -> str:
    """A value as people say it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {spelled(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(spelled(item) for item in value)
    return str(value)
