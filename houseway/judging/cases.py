"""Cases: the worked cases of both books, each told under both editions.

What comes of a story is its ending: what every wager was paid or gave back, the outcome, the calls, and what was refused. A case
whose ending is another under the other edition is shown with both. A story that a book cannot tell at all, since it has no
such wager or no such step, ends there with the reason. Stories that go by dates of their own are left out and counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.complaint import Complaint
from houseway.floor.scenario import Case, every_case, payments, returned
from houseway.floor.story import Rehearsal, teller
from houseway.judging.sides import Side
from houseway.money import plain


@dataclass(frozen=True)
class Ending:
    """What came of a story."""

    payments: dict[str, str]
    returned: dict[str, str]
    outcome: str
    calls: tuple[str, ...]
    refused: tuple[str, ...]  # lines of the story, with the reason
    stopped: str = ""  # why it could not be told to its end

    @property
    def document(self) -> dict[str, Any]:
        return {
            "payments": self.payments,
            "returned": self.returned,
            "outcome": self.outcome,
            "calls": list(self.calls),
            "refused": list(self.refused),
            **({"stopped": self.stopped} if self.stopped else {}),
        }


@dataclass(frozen=True)
class Differing:
    """A case that ends otherwise."""

    case: Case
    before: Ending
    after: Ending

    @property
    def parts(self) -> tuple[tuple[str, str, str], ...]:
        """Where the endings differ: what, and both sides in words."""
        named = (
            ("payments", _money(self.before.payments), _money(self.after.payments)),
            ("returned", _money(self.before.returned), _money(self.after.returned)),
            ("outcome", self.before.outcome or "none", self.after.outcome or "none"),
            ("refused", "; ".join(self.before.refused) or "nothing", "; ".join(self.after.refused) or "nothing"),
            ("told", self.before.stopped or "to its end", self.after.stopped or "to its end"),
            ("calls", "; ".join(self.before.calls) or "none", "; ".join(self.after.calls) or "none"),
        )
        return tuple(part for part in named if part[1] != part[2])

    @property
    def in_money(self) -> bool:
        return (self.before.payments, self.before.returned) != (self.after.payments, self.after.returned)

    @property
    def document(self) -> dict[str, Any]:
        return {
            "id": self.case.id,
            "book": self.case.book,
            "story": self.case.story.strip(),
            "differs_in": [what for what, _, _ in self.parts],
            "before": self.before.document,
            "after": self.after.document,
        }


@dataclass(frozen=True)
class ToldTwice:
    told: int
    by_the_clock: int  # left out: they go by dates of their own
    differing: tuple[Differing, ...]


def told_twice(before: Side, after: Side) -> ToldTwice:
    """Every worked case of the books, told under both editions."""
    books = {side.id for side in (before, after)}
    books |= {side.book.id for side in (before, after) if side.book.is_draft(side.variant)}
    differing, told, left_out = [], 0, 0
    for case in every_case(before.book.game):
        if case.wrong or case.book not in books:
            continue
        endings = [ending(case, side) for side in (before, after)]
        one, other = endings
        if one is None or other is None:
            left_out += 1
            continue
        told += 1
        if one != other:
            differing.append(Differing(case, one, other))
    differing.sort(key=lambda each: not each.in_money)
    return ToldTwice(told, left_out, tuple(differing))


def ending(case: Case, side: Side) -> Ending | None:
    """What comes of a case under one edition; None if its story goes by its own clock."""
    rehearsal = teller(side.id)
    rehearsal.moment = side.moment
    stopped = ""
    try:
        rehearsal.tell(case.story)
        rehearsal.finish()
    except Complaint as wrong:
        stopped = str(wrong)
    except (
        LookupError,
        ValueError,
        AssertionError,
        AttributeError,
        TypeError,
    ) as wrong:  # a step that this book has not
        stopped = f"{type(wrong).__name__}: {wrong}"
    finally:
        rehearsal.ledger.close()
    return None if rehearsal.by_the_clock else _ending(rehearsal, stopped)


def _ending(rehearsal: Rehearsal, stopped: str) -> Ending:
    told = rehearsal.told
    return Ending(
        {who: plain(amount) for who, amount in payments(told.lines).items()},
        {who: plain(amount) for who, amount in returned(told.lines).items()},
        told.outcome,
        tuple(call.said for call in told.calls),
        tuple(f"{line}: {refused.because}" for line, refused in told.refusals),
        stopped,
    )


def _money(amounts: dict[str, str]) -> str:
    return _listed(f"{who} {amount}" for who, amount in amounts.items())


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "nothing"
