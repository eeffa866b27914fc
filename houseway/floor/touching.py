"""Touching: chips put on and taken off at terminals, many at a time and each with its own answer.

This is the one path of the house that must be thin. While a period is open the chips of every terminal lie in an
``OpenLayout``, a plain table that a touch changes in place. Whatever has arrived together is decided in the order it
arrived and goes into one entry of the record with every key and every answer; nobody hears of it before the flush. The
state folds the same entries, so a table that is loaded again has the same chips.

A terminal makes its keys from a word of its own and a number that counts up. A number above the highest one seen is new
without looking; anything else is looked up and gets the answer it had.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.floor import terminals
from houseway.floor.state import highest
from houseway.law.clause import Basis
from houseway.ledger import KeyReused, Post, Transfer
from houseway.money import LARGEST, Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.wagers import Limits, Wager

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode

MOST_BETS = 200  # in one touch; the layout has 157, and a racetrack section a handful


class Touch(msgspec.Struct, frozen=True):
    """One command of a terminal: chips on some bets more, on others fewer."""

    station: str
    key: str  # "9f86d081884c7d65-00000012"
    spin: int  # the spin it is meant for
    bets: tuple[tuple[str, Cents], ...]  # spots and changes
    text: str = ""  # as it was sent; the same touch sent again has the same text

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
    def answer(self) -> dict[str, Any]:
        found: dict[str, Any] = _decode(self.text)
        return found


class OpenLayout:
    """The chips of the open period as they lie this moment, and everything that judges a touch."""

    def __init__(self, table: Table) -> None:
        state, window = table.state, table.window
        self.table = table
        self.window = window if state.status == "open" else None
        self.may_reopen = window is not None  # this spin may still take wagers, now or after a release
        self.spin, self.sign = state.round, state.sign
        self.chips: dict[str, dict[str, Cents]] = {name: {} for name in state.stations}
        for wager in state.chips:
            self.chips.setdefault(wager.player, {})[wager.spot] = wager.cents
        self.staked = {name: sum(spots.values()) for name, spots in self.chips.items()}
        self.purses = {name: table.purse(name) for name in state.stations}
        self.seen = {name: dict(sessions) for name, sessions in state.seen.items()}
        self.changed: dict[str, dict[str, Cents]] = {}  # not yet in the table's state
        self.new_keys: dict[str, dict[str, int]] = {}
        self._limits: dict[str, Limits] = {}
        self._shut = {name: terminals.judge(table, name) for name in state.stations}

    def limits(self, spot: str) -> Limits:
        found = self._limits.get(spot)
        if found is None:
            found = self.sign.limits_for(spot)
            if len(self._limits) < 1000:  # the layout has 157; sequences are too many to keep
                self._limits[spot] = found
        return found

    def shut(self, station: str) -> Refused | None:
        if station in self._shut:
            return self._shut[station]
        return terminals.judge(self.table, station)

    def judge(self, station: str, bets: Sequence[tuple[str, Cents]], credit: Cents) -> dict[str, Cents] | Refused:
        """What the bets come to, all of them or none; chips off the permitted steps come to the next lower one."""
        table = self.table
        shut = self.shut(station)
        if shut is not None:
            return shut
        window, general = self.window, table.general
        if window is None:
            return Refused(general.lock.by, "wagers are closed for this spin; nothing was charged")
        own, new, cost = self.chips[station], dict[str, Cents](), 0
        for spot, change in bets:
            already = new.get(spot, own.get(spot, 0))
            wanted = already + change
            limits = self.limits(spot)
            if change > 0:
                if not already and spot not in window.spots:
                    rule = table.game.spot_rule(table.terms, spot)
                    return Refused(rule or window.by, f"{spot} is not a bet of this layout that is open now")
                if wanted > LARGEST:
                    return Refused(general.chips.by, "that is more than any wager")
                total = general.permitted(limits, wanted)
                if not total:
                    return Refused(general.below_minimum.by, f"the minimum on {spot} is {show(limits.minimum)}")
                if total <= already:
                    return Refused(general.above_maximum.by, f"{show(already)} lies on {spot}, and nothing more may")
            elif change < 0 and already:
                total = general.permitted(limits, wanted) if wanted > 0 else 0
            else:
                rule = table.game.spot_rule(table.terms, spot)
                return Refused(general.lock.by + rule if rule else general.lock.by, f"nothing of yours lies on {spot}")
            new[spot] = total
            cost += total - already
        if cost > credit:
            by = table.terms.wagers.by + table.terms.accounts.touch.by
            return Refused(by, f"that takes {show(cost)} and the credit is {show(credit)}")
        return new

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

    def saw(self, station: str, key: str) -> None:
        """This key goes on record."""
        sessions = self.seen.setdefault(station, {})
        if (counted := highest(sessions, key)) is not None:
            session, number = counted
            sessions[session] = self.new_keys.setdefault(station, {})[session] = number


def touch_many(
    table: Table, touches: Sequence[Touch], at: datetime, begun: bool = True
) -> tuple[list[Touched], Future[None] | None]:
    """Decides touches in the order they came and puts what they change on record as one entry. Before the period has
    ``begun`` nothing new is taken; what was answered earlier still has its answer."""
    layout = table.open_layout()
    ledger, spent = table.ledger, dict[str, Cents]()
    results: list[Touched] = []
    lines: list[Any] = []
    commands: list[tuple[str, str, str]] = []
    for touch in touches:
        station, key = touch.station, f"touch:{table.name}:{touch.station}:{touch.key}"  # nobody else's keys matter
        digest = touch.digest
        if touch.key and not layout.is_new(station, touch.key):
            known = _known(table, key, digest, commands)
            if known is not None:
                results.append(known)
                continue
        if touch.spin != layout.spin:
            by = table.general.lock.by + table.terms.by_appearance.by
            because = f"this was meant for spin {touch.spin}; wagers for it are closed, and nothing was charged"
            results.append(refused(Refused(by, because)))
            continue
        purse = layout.purses.get(station, "")
        credit = ledger.balance(purse) - spent.get(station, 0) if purse else 0
        new: dict[str, Cents] | Refused
        if not begun and layout.window is not None:
            new = Refused(table.terms.period.by, "the wagering period has not begun; nothing was charged")
        else:
            new = layout.judge(station, touch.bets, credit)
        if isinstance(new, Refused):
            no = refused(new)
            results.append(no)
            if touch.key and layout.may_reopen and station in layout.purses:
                # A no stays a no, however late the same touch comes again: by then the period may have begun, the table
                # been released, the credit changed.
                layout.saw(station, touch.key)
                layout.changed.setdefault(station, {})
                lines.append([touch.key, station, None])
                commands.append((key, digest, no.text))
            continue
        cost = layout.apply(station, new)
        spent[station] = spent.get(station, 0) + cost
        answer = {"ok": True, "chips": new, "credit": credit - cost, "staked": layout.staked[station]}
        text = _encode(answer).decode()
        lines.append([touch.key, station, new])
        if touch.key:
            layout.saw(station, touch.key)
            commands.append((key, digest, text))
        results.append(Touched(True, text, table.terms.accounts.touch.by))
    saved: Future[None] | None = None
    if lines:
        on_table = f"held:{table.name}"
        moves = tuple(
            Transfer(layout.purses[name], on_table, cost, "hold")
            if cost > 0
            else Transfer(on_table, layout.purses[name], -cost, "release")
            for name, cost in spent.items()
            if cost
        )
        body = {"spin": layout.spin, "touches": lines}
        post = Post(table.name, "touched", at.isoformat(timespec="milliseconds"), "player:terminals", body, moves)
        saved = ledger.post([post], commands=commands)
    elif not ledger.idle:
        # A no rests on what has happened so far, and an answer heard before is what it is because of it. If the house fell
        # now, all that could come undone; so nobody hears of either before it is on disk.
        saved = ledger.settled()
    return results, saved


def _known(table: Table, key: str, digest: str, waiting: list[tuple[str, str, str]]) -> Touched | None:
    """The answer a key had before, from the record or from earlier in the same batch."""
    for each, asked, text in waiting:
        if each == key:
            answer = _decode(text) if asked == digest else None
            break
    else:
        try:
            answer = table.ledger.recall(key, digest)
        except KeyReused:
            answer = None
        else:
            if answer is None:
                return None
    if answer is None:
        because = "this key was used before for something else; nothing was changed"
        return _said(False, Basis(()), {"ok": False, "because": because, "fault": "key"})
    return _said(answer["ok"], table.terms.accounts.touch.by, {**answer, "again": True}, again=True)


def _said(accepted: bool, by: Basis, answer: dict[str, Any], again: bool = False) -> Touched:
    return Touched(accepted, _encode(answer).decode(), by, again)


def refused(no: Refused) -> Touched:
    clauses = [clause.number for clause in no.by.clauses]
    answer = {"ok": False, "because": no.because, "clauses": clauses, "readings": list(no.by.readings)}
    return _said(False, no.by, answer)


def touch(table: Table, draft: Draft, order: Order) -> Decision:
    """The same as an order of its own: for programs, and wherever speed does not matter."""
    from houseway.forms import read

    if terminals.accounts_of(table) is None:
        return terminals.NO_TERMINALS
    station = terminals.acting(table, order.who.name)
    bets = read(tuple[tuple[str, int], ...], order.details.get("bets"), "bets")
    if not 0 < len(bets) <= MOST_BETS:
        return Refused(table.general.chips.by, f"a touch has 1 to {MOST_BETS} bets")
    layout = OpenLayout(table)
    credit = table.ledger.balance(table.purse(station))
    named = tuple((table.game.spot_named(spot), change) for spot, change in bets)
    new = layout.judge(station, named, credit)
    if isinstance(new, Refused):
        return new
    cost = layout.apply(station, new)
    on_table, purse = f"held:{table.name}", table.purse(station)
    hold = Transfer(purse, on_table, cost, "hold") if cost > 0 else None
    back = Transfer(on_table, purse, -cost, "release") if cost < 0 else None
    moves = tuple(move for move in (hold, back) if move is not None)
    draft.note("touched", moves, spin=layout.spin, touches=[["", station, new]])
    return Accepted(table.terms.accounts.touch.by, _advice(named, new, draft.table.state.chips, station))


def _advice(bets: tuple[tuple[str, Cents], ...], new: dict[str, Cents], before: tuple[Wager, ...], station: str) -> str:
    """What became smaller than it was asked to be."""
    lay = {wager.spot: wager.cents for wager in before if wager.player == station}
    asked: dict[str, Cents] = {}
    for spot, change in bets:
        asked[spot] = asked.get(spot, lay.get(spot, 0)) + change
    return "; ".join(
        f"{show(asked[spot])} on {spot} became {show(total)}" for spot, total in new.items() if total < asked[spot]
    )


ACTS = {"touch": touch}
