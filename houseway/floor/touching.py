"""Touching: chips put on and taken off at terminals, many at a time and each with its own answer.

This is the one path of the house that must be thin. While a period is open the chips of every terminal lie in an
``OpenLayout``, a plain table that a touch changes in place. Whatever has arrived together is decided in the order it
arrived and goes into one entry of the record with every key and every answer; nobody hears of it before the flush. The
state folds the same entries, so a table that is loaded again has the same chips.

A terminal makes its keys from a word of its own and a number that counts up. A number above the highest one seen is new
without looking; anything else is looked up (``touch_answers``) and gets the answer it had. A number that was passed before the
spin began is no key for a touch of this spin.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from houseway.floor import clerk, terminals
from houseway.floor.acts import ActsOf
from houseway.floor.state import highest
from houseway.floor.touch_answers import SHORT, Answered, yes
from houseway.floor.tournament import gate
from houseway.forms import Doc
from houseway.law.clause import Basis
from houseway.ledger import Post, Transfer
from houseway.money import LARGEST, Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.terminals import Terminals
from houseway.play.wagers import ChipSums, Limits, Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table
    from houseway.play.prompts import TakeWagers

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode

MOST_BETS = 200  # in one touch; the layout has 157, and a racetrack section a handful


class Touch(msgspec.Struct, frozen=True):
    """One command of a terminal: chips on some bets more, on others fewer."""

    station: str
    key: str  # "9f86d081884c7d65-00000012"
    spin: int  # the spin it is meant for
    bets: tuple[tuple[str, Cents], ...]  # spots and changes
    text: str = ""  # as it was sent; the same touch sent again has the same text
    received: float | None = None  # when it was read from its line, on the steady clock

    @property
    def digest(self) -> str:
        said = f"{self.station} {self.text or (self.spin, self.bets)}"
        return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


class Touched(msgspec.Struct, frozen=True):
    """What became of a touch, and the document that says so."""

    accepted: bool
    text: str
    by: Basis
    again: bool = False

    @property
    def answer(self) -> dict[str, Doc]:
        found: dict[str, Doc] = _decode(self.text)
        return found


class OpenLayout:
    """The chips of the open period as they lie this moment: the fast form of ``TakeWagers.take`` and ``lift``.

    In a window where every bet stands by itself an amount may lie exactly if it is the highest that is permitted at or below
    itself, so one look at the bet's limits decides; they are worked out once a bet. What that look refuses, and every wager of
    any other window, is put to the window itself."""

    def __init__(self, table: Table) -> None:
        state, window = table.state, table.window
        self.table = table
        self.stopped = table.stopped()  # frozen or closed: why
        self.window = window if self.stopped is None else None
        self.may_reopen = window is not None  # this spin may still take wagers, now or after a release
        self.spin = state.round
        self.chips: dict[str, dict[str, Cents]] = {name: {} for name in state.stations}
        for wager in state.chips:
            self.chips.setdefault(wager.player, {})[wager.spot] = wager.cents
        self.staked = {name: sum(spots.values()) for name, spots in self.chips.items()}
        self.purses = {name: table.purse(name) for name in state.stations}
        self.held = table.till.held  # asked once: to ask the table is to take every touch into its state
        self.seen = {name: dict(sessions) for name, sessions in state.terminals.seen.items()}
        self.seen_earlier = state.terminals.seen_earlier
        self.changed: dict[str, dict[str, Cents]] = {}  # not yet in the table's state
        self.new_keys: dict[str, dict[str, int]] = {}
        self._limits: dict[str, Limits] = {}
        self._by_itself = window is not None and window.each_by_itself
        self._exactly = state.tournament is not None and state.tournament.exactly
        self._shut = {name: terminals.shut(table, name) for name in state.stations}

    def limits(self, station: str, spot: str) -> Limits | None:
        """What may lie on a bet of this layout, for everybody alike; None where the window itself must be asked."""
        window = self.window
        if not self._by_itself or window is None or spot not in window.spots:
            return None
        found = self.table.general.range_of(window.sign, Wager(station, 0, spot, 0))
        if len(self._limits) < 1000:  # the layout has 157; sequences are too many to keep
            self._limits[spot] = found
        return found

    def shut(self, station: str) -> Refused | None:
        if station in self._shut:
            return self._shut[station]
        return terminals.shut(self.table, station)

    def judge(
        self, station: str, bets: Sequence[tuple[str, Cents]], credit: Cents, received: float | None
    ) -> dict[str, Cents] | Refused:
        """What the bets come to, all of them or none; chips off the permitted steps come to the next lower one."""
        table = self.table
        no = self.shut(station) or self.stopped
        if no is not None:
            return no
        window, known, permitted = self.window, self._limits, table.general.permitted
        if window is None:
            return Refused(table.general.lock.by, "wagers are closed for this spin; nothing was charged")
        late = terminals.untimely(table, received)
        if late is not None:
            return late
        own, new, cost = self.chips[station], dict[str, Cents](), 0
        for spot, change in bets:
            already = new[spot] if spot in new else own.get(spot, 0)
            limits = known.get(spot) or self.limits(station, spot)
            total = permitted(limits, already + change) if limits is not None else 0
            if limits is None or not (already < total <= LARGEST if change > 0 else change < 0 < already):
                asked = self._ask(window, station, new, spot, already, change)
                if isinstance(asked, Refused):
                    return asked
                total = asked
            new[spot] = total
            cost += total - already
        if cost > credit:
            return terminals.short_of(table, station, cost, credit) or new
        if self._exactly and cost > 0:
            return gate.too_much(table, self.staked[station] + cost) or new
        return new

    def _ask(
        self, window: TakeWagers, station: str, new: dict[str, Cents], spot: str, already: Cents, change: Cents
    ) -> Cents | Refused:
        """What a bet comes to by the window's own word, with every chip as it lies."""
        lying = {**self.chips, station: {**self.chips[station], **new}}
        if change > 0:
            taken = window.take(ChipSums(_wagers(lying)), Wager(station, 0, spot, change))
            return taken if isinstance(taken, Refused) else already + taken[0].cents
        if change == 0 or not already:
            by, rule = self.table.general.lock.by, self.table.game.spot_rule(self.table.terms, spot)
            return Refused(by + rule if rule else by, f"nothing of yours lies on {spot}")
        off = window.lift(_wagers(lying), (Wager(station, 0, spot, min(-change, already)),))
        return off if isinstance(off, Refused) else already - off[0].cents

    def apply(self, station: str, new: dict[str, Cents]) -> Cents:
        """Puts the chips there; what it took from the credit, or gave back."""
        own, changed, cost = self.chips[station], self.changed.setdefault(station, {}), 0
        for spot, total in new.items():
            cost += total - own.get(spot, 0)
            changed[spot] = total
            if total:
                own[spot] = total
            else:
                own.pop(spot, None)
        self.staked[station] = self.staked.get(station, 0) + cost
        return cost

    def is_new(self, station: str, key: str) -> bool:
        """Whether a key is certainly new, by its number."""
        session, _, number = key.rpartition("-")
        known = self.seen.get(station, {}).get(session)
        return known is not None and number.isdigit() and int(number) > known

    def is_old(self, station: str, key: str) -> bool:
        """Whether a key was used up before this spin began: numbers count up from spin to spin."""
        session, _, number = key.rpartition("-")
        known = self.seen_earlier.get(station, {}).get(session)
        return known is not None and number.isdigit() and int(number) <= known

    def saw(self, station: str, key: str) -> None:
        """This key goes on record."""
        sessions = self.seen.setdefault(station, {})
        if (counted := highest(sessions, key)) is not None:
            session, number = counted
            sessions[session] = self.new_keys.setdefault(station, {})[session] = number


def _wagers(chips: dict[str, dict[str, Cents]]) -> list[Wager]:
    return [Wager(name, 0, spot, cents) for name, spots in chips.items() for spot, cents in spots.items() if cents]


def touch_many(table: Table, touches: Sequence[Touch], at: datetime) -> tuple[list[Touched], Future[None]]:
    """Decides touches in the order they came and puts what they change on record as one entry: the clerk's ladder for many at
    once. What was answered earlier still has its answer; nobody hears any of them before what they rest on is on disk."""
    layout, rules = table.open_layout(), table.chapters.terminals
    assert rules is not None, f"no terminals stand at {table.name}"
    ledger, spent = table.ledger, dict[str, Cents]()
    results: list[Touched] = []
    lines: list[Doc] = []
    answers = table.touch_answers
    for touch in touches:
        station, key = touch.station, touch.key
        digest = touch.digest
        if key and not layout.is_new(station, key):
            known = answers.find(touch.spin, station, key, digest)
            if known is not None:
                results.append(_again(rules, known, digest))
                continue
            if touch.spin == layout.spin and layout.is_old(station, key):
                results.append(USED_BEFORE)
                continue
        if touch.spin != layout.spin:
            by = table.general.lock.by + rules.by_appearance.by
            because = f"this was meant for spin {touch.spin}; wagers for it are closed, and nothing was charged"
            results.append(refused(Refused(by, because)))
            continue
        purse = layout.purses.get(station, "")
        credit = ledger.balance(purse) - spent.get(station, 0) if purse else 0
        new = layout.judge(station, touch.bets, credit, touch.received)
        asked = digest[:SHORT]
        if isinstance(new, Refused):
            no = refused(new)
            results.append(no)
            if key and layout.may_reopen and station in layout.purses:
                # A no stays a no, however late the same touch comes again: by then the period may have begun, the table
                # been released, the credit changed.
                layout.saw(station, key)
                layout.changed.setdefault(station, {})
                lines.append([key, station, None, asked, no.answer])
                answers.note(layout.spin, station, key, Answered(asked, no.text))
            continue
        cost = layout.apply(station, new)
        spent[station] = spent.get(station, 0) + cost
        left, staked = credit - cost, layout.staked[station]
        text = yes(new, left, staked)
        lines.append([key, station, new, asked, left, staked])
        if key:
            layout.saw(station, key)
            answers.note(layout.spin, station, key, Answered(asked, text))
        results.append(Touched(True, text, rules.accounts.touch.by))
    if lines:
        moves = tuple(
            Transfer(layout.purses[name], layout.held, cost, "hold")
            if cost > 0
            else Transfer(layout.held, layout.purses[name], -cost, "release")
            for name, cost in spent.items()
            if cost
        )
        body = {"spin": layout.spin, "touches": lines}
        moment = at.isoformat(timespec="milliseconds")
        post = Post(table.name, "touched", moment, "player:terminals", body, moves, loose=True)
        return results, ledger.post([post], waiting=len(lines))
    return results, ledger.settled()


def _again(rules: Terminals, known: Answered, digest: str) -> Touched:
    """What a key was answered before, if it was for the same."""
    if known.asked != digest[:SHORT]:
        return USED_BEFORE
    answer = _decode(known.text)
    return _answer(answer["ok"], rules.accounts.touch.by, {**answer, "again": True}, again=True)


def _answer(accepted: bool, by: Basis, answer: dict[str, Doc], again: bool = False) -> Touched:
    return Touched(accepted, _encode(answer).decode(), by, again)


USED_BEFORE = _answer(
    False,
    Basis(()),
    {"ok": False, "because": clerk.USED_BEFORE.because, "code": clerk.USED_BEFORE.code, "fault": "key"},
)


def refused(no: Refused) -> Touched:
    clauses = [clause.number for clause in no.by.clauses]
    answer = {"ok": False, "because": no.because, "code": no.code, "clauses": clauses, "readings": list(no.by.readings)}
    return _answer(False, no.by, answer)


def touch(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """The same as an order of its own: for programs, and wherever speed does not matter."""
    from houseway.forms import read

    station = terminals.acting(table, order.who.name)
    bets = read(tuple[tuple[str, int], ...], order.details.get("bets"), "bets")
    if not 0 < len(bets) <= MOST_BETS:
        return Refused(table.general.chips.by, f"a touch has 1 to {MOST_BETS} bets")
    layout = OpenLayout(table)
    credit = table.ledger.balance(table.purse(station))
    named = tuple((table.game.spot_named(spot), change) for spot, change in bets)
    new = layout.judge(station, named, credit, order.received)
    if isinstance(new, Refused):
        return new
    cost = layout.apply(station, new)
    on_table, purse = table.till.held, table.purse(station)
    hold = Transfer(purse, on_table, cost, "hold") if cost > 0 else None
    back = Transfer(on_table, purse, -cost, "release") if cost < 0 else None
    moves = tuple(move for move in (hold, back) if move is not None)
    draft.note("touched", moves, spin=layout.spin, touches=[["", station, new]])
    return Accepted(rules.accounts.touch.by, _advice(named, new, draft.table.state.chips, station))


def _advice(bets: tuple[tuple[str, Cents], ...], new: dict[str, Cents], before: tuple[Wager, ...], station: str) -> str:
    """What became smaller than it was asked to be."""
    lay = {wager.spot: wager.cents for wager in before if wager.player == station}
    asked: dict[str, Cents] = {}
    for spot, change in bets:
        asked[spot] = asked.get(spot, lay.get(spot, 0)) + change
    return "; ".join(
        f"{show(asked[spot])} on {spot} became {show(total)}" for spot, total in new.items() if total < asked[spot]
    )


ACTS = ActsOf(lambda book: book.terminals, lambda general, act: terminals.NO_TERMINALS, {"touch": touch})
