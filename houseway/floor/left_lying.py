"""Left lying: what lay in a round from the one before it, and how much of that plays in it once the one before is judged again.

A round that is judged again may leave fewer winners lying than it did. What should not have lain in the next one is taken out
of it, as far as its owner had not taken it up and laid chips anew, which is another wager. What really lay there stays with the
round on record: if it is found afterwards that it lay there rightly after all, it plays again. What would have stayed, and did
not, was its owner's to lay again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from houseway.floor.entries import write_wager
from houseway.floor.last_judged import entries_of
from houseway.forms import Doc
from houseway.money import Cents
from houseway.play.driver import Progress
from houseway.play.events import LeftLying
from houseway.play.remembering import changed, remembered
from houseway.play.wagers import Wager
from houseway.values import field, value

if TYPE_CHECKING:
    from houseway.floor.table import Table

Key: TypeAlias = tuple[str, int, str]
Lying: TypeAlias = dict[Key, Cents]
LAY = "lay"  # where a round on record keeps what really lay in it, once less of it plays


@value
class Begins:
    """A round as it begins and is answered now."""

    tape: list[Doc]
    carry: Doc
    lay: Doc = None  # what really lay there, where less of it plays
    less: Lying = field(default_factory=dict)  # by wager, of what was laid there when it was called

    def is_of(self, doc: dict[str, Doc]) -> bool:
        """Whether it is the round as it is on record."""
        return bool(self.tape == doc["tape"] and self.carry == doc["carry"])

    def of(self, wagers: Iterable[Wager]) -> Iterable[Wager]:
        """Wagers that lie there, without what should not."""
        return _without(wagers, self.less)

    def noted(self, doc: dict[str, Doc]) -> dict[str, Doc]:
        """The round as it is on record, with what really lay in it."""
        kept = {name: item for name, item in doc.items() if name != LAY}
        return kept if self.lay is None else {**kept, LAY: self.lay}


def left_by(progress: Progress[object]) -> Lying:
    """What a round leaves lying."""
    left = [step for step in progress.steps if isinstance(step, LeftLying)]
    return {wager.key: wager.cents for wager in left[-1].wagers} if left else {}


def changed_itself(doc: dict[str, Doc], tape: list[Doc]) -> Begins:
    """A round with another answer, or one more ruling. What really lay in a window whose wagers are put right is what they are
    now."""
    lay = doc.get(LAY)
    if lay is not None:
        same = len(tape) >= len(doc["tape"]) and all(
            ("wagers" in was) == (isinstance(now, dict) and "wagers" in now)
            for was, now in zip(doc["tape"], tape, strict=False)
            if isinstance(was, dict)
        )
        windows = {at: rows for at, rows in lay["windows"].items() if same and tape[int(at)] == doc["tape"][int(at)]}
        lay = {**lay, "windows": windows} if same else None
    return Begins(list(tape), doc["carry"], lay)


def as_left(table: Table, doc: dict[str, Doc], left: Lying) -> Begins:
    """A round when the one before it leaves so much lying, and no more."""
    game, lay = table.game, doc.get(LAY) or {"lying": None, "windows": {}}
    carry = game.read_carry(doc["carry"])
    lying = remembered(carry).lying if lay["lying"] is None else tuple(Wager(*row) for row in lay["lying"])
    more = {wager.key: wager.cents - left.get(wager.key, 0) for wager in lying}
    more = {key: cents for key, cents in more.items() if cents > 0}
    less = _not_taken_up(table, doc["round"], more)
    tape, windows = list[Doc](), dict[str, Doc]()
    for at, answer in enumerate(doc["tape"]):
        if isinstance(answer, dict) and "wagers" in answer:
            windows[str(at)] = rows = lay["windows"].get(str(at), answer["wagers"])
            wagers = _without((Wager(*row) for row in rows), less)
            answer = {**answer, "wagers": [write_wager(wager) for wager in wagers]}
        tape.append(answer)
    carry = changed(carry, lying=tuple(_without(lying, more)))
    really: Doc = {"lying": [write_wager(wager) for wager in lying], "windows": windows}
    return Begins(tape, game.write_carry(carry), really if more else None, less)


def _without(wagers: Iterable[Wager], less: Lying) -> Iterable[Wager]:
    for wager in wagers:
        cents = wager.cents - less.get(wager.key, 0)
        if cents > 0:
            yield replace(wager, cents=cents)


def _not_taken_up(table: Table, number: int, lying: Lying) -> Lying:
    """How much of what lay there when a round began was not taken up before it was called."""
    left = dict(lying)
    for entry in entries_of(table.ledger, table.state.table, number) if lying else ():
        for item in entry.body["wagers"] if entry.kind == "withdrawn" else ():
            wager = Wager(*item)
            if wager.key in left:
                left[wager.key] = max(0, left[wager.key] - wager.cents)
    return left
