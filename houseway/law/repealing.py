"""Repealing: what a notice does to clauses that were told before it. Some hold no more; of others its own words stand instead.

``[repeals]`` and ``[replaces]`` name, by clause of the book, the clause of the notice that says so. A clause of an earlier
notice is named with it: ``"notice-7:2"``. What rested on a replaced clause rests on the new one; nothing may go on resting on a
repealed one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from houseway.law.clause import Basis, Clause

if TYPE_CHECKING:
    from houseway.law.rulebook import Instrument


@dataclass(frozen=True)
class Fate:
    """What became of a clause."""

    notice: Instrument
    by: Clause | None  # of the notice; None where it only lists what it repeals
    replaced: bool

    @property
    def words(self) -> str:
        """``replaced by Notice 7, § 2``."""
        where = f", § {self.by.number}" if self.by is not None else ""
        return f"{'replaced' if self.replaced else 'repealed'} by {self.notice.citation}{where}"


def fates(layers: Sequence[Instrument]) -> dict[Clause, Fate]:
    """Of every clause that holds no more under some layers, which notice said so."""
    found: dict[Clause, Fate] = {}
    for place, layer in enumerate(layers):
        for told, by, replaced in _said(layer):
            clause = clause_told(layers[:place], told)
            if clause is not None and clause not in found:
                found[clause] = Fate(layer, Clause(layer.id, by) if by else None, replaced)
    return found


def unknown_to(layers: Sequence[Instrument]) -> Iterable[tuple[str, str]]:
    """What the last of some layers repeals or replaces that those before it do not tell, or that holds no more: the clause as
    it was named, and why not."""
    *before, last = layers
    gone = fates(before)
    twice: set[str] = set()
    for told, by, replaced in _said(last):
        what = "replaces" if replaced else "repeals"
        clause = clause_told(before, told)
        if clause is None:
            yield told, f"{what} clause {told}, and nothing before it tells such a clause"
        elif clause in gone:
            yield told, f"{what} clause {told}, which was {gone[clause].words} already"
        elif told in twice:
            yield told, f"both repeals and replaces clause {told}"
        if by and by not in last.words:
            yield told, f"clause {by} is to {what[:-1]} clause {told}, and the words tell no such clause"
        twice.add(told)


def replaced_in(basis: Basis, gone: Mapping[Clause, Fate]) -> Basis:
    """A basis with the clauses that stand now in place of those that were replaced."""
    if not any(clause in gone for clause in basis.clauses):
        return basis
    return Basis(tuple(dict.fromkeys(_standing(clause, gone) for clause in basis.clauses)), basis.readings)


def _standing(clause: Clause, gone: Mapping[Clause, Fate]) -> Clause:
    while (fate := gone.get(clause)) is not None and fate.replaced and fate.by is not None:
        clause = fate.by
    return clause


def clause_told(layers: Sequence[Instrument], name: str) -> Clause | None:
    """The clause that a later notice names: of the book, or of a notice that it names."""
    of, colon, number = name.rpartition(":")
    for layer in layers:
        if (not colon or layer.id == of) and number in layer.words:
            return Clause(layer.id, number)
    return None


def _said(layer: Instrument) -> Iterable[tuple[str, str, bool]]:
    yield from ((told, "", False) for told in layer.repeals if told not in layer.repealed_by)
    yield from ((told, by, False) for told, by in layer.repealed_by.items())
    yield from ((told, by, True) for told, by in layer.replaces.items())
