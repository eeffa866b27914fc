"""Layout: the chips of one round, from the first wager to the last payment.

A script makes one at its start. ``take`` opens a window and gives the wagers that lay in it when it closed; ``settle``
decides wagers at odds, or loses or voids them, within the limits of the sign; ``finish`` hands over the settlement
and makes sure that every wager was decided exactly once and that no cent appeared or vanished.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from houseway.law.clause import Basis
from houseway.money import Cents, Odds
from houseway.play.dealing import Cards
from houseway.play.events import Advised, Laid, Opened, Settled
from houseway.play.general import General, LimitsOn, Live, Places, Raising
from houseway.play.irregular import Mishap
from houseway.play.prompts import Book, TakeWagers
from houseway.play.script import Mend, Script, Settlement, mended
from houseway.play.wagers import Sign, Wager


class Result(enum.Enum):
    VOID = "void"  # no result: the stake goes back
    LOSES = "loses"


VOID, LOSES = Result.VOID, Result.LOSES


class Layout:
    def __init__(self, general: General, places: Places | None, sign: Sign, advised: frozenset[str]) -> None:
        self.general, self.places, self.sign = general, places, sign
        self.advised = set(advised)
        self.wagers: list[Wager] = []
        self.lines: list[Settled] = []
        self._live: dict[tuple[str, int, str], Live] = {}
        self._open: tuple[Wager, ...] = ()
        self._lifted: dict[str, tuple[Wager, ...]] = {}

    def take(
        self,
        window: str,
        by: Basis,
        spots: tuple[str, ...] | Mapping[str, Any],
        raising: Raising | None = None,
        mishaps: tuple[Mishap, ...] = (),
        mend: Mend | None = None,
        cards: Cards | None = None,
    ) -> Script[tuple[Wager, ...]]:
        """Opens a window for wagers and gives what lay there when it closed."""
        laid = self._lifted.pop(window, ())
        yield Opened(by, window)
        while True:
            shoe = cards.state.shoe if cards is not None else None
            book: Book = yield TakeWagers(
                by, window, spots, self.sign, self.general, self.places, raising, laid, mishaps, shoe
            )
            laid = merged(book.wagers)
            if book.stopped_by is None:
                break
            self._open = laid
            yield from mended(book.stopped_by, mishaps, mend)
            gone = {line.wager.key for line in self.lines}
            laid = tuple(wager for wager in laid if wager.key not in gone)
            if raising is not None:
                raising = replace(raising, originals=self.still_on(raising.originals))
        if laid:
            yield Laid(by, window, laid)
        self.wagers.extend(laid)
        for wager in laid:
            self._live[wager.key] = self._judge_live(wager, raising)
        return laid

    def reopen(self, window: str, wagers: tuple[Wager, ...]) -> None:
        """The window will open again with these wagers lying in it, free to be taken back."""
        self._lifted[window] = wagers
        self.wagers = [wager for wager in self.wagers if wager not in wagers]

    def still_on(self, wagers: Iterable[Wager]) -> tuple[Wager, ...]:
        if not self.lines:
            return tuple(wagers)
        gone = {line.wager.key for line in self.lines}
        return tuple(wager for wager in wagers if wager.key not in gone)

    def give_back(self, player: str, by: Basis, wagers: Iterable[Wager]) -> Script[None]:
        """A player's wagers go back, with whatever lies in the open window."""
        for wager in wagers:
            if wager.player == player:
                yield self._settled(Settled(by, wager, "void", wager.cents, 0, wager.cents))

    @property
    def open(self) -> tuple[Wager, ...]:
        """What lies in a window that something interrupted."""
        return self._open

    def settle(self, wagers: Iterable[Wager], result: Odds | Result, by: Basis) -> Script[None]:
        """Pays, takes or returns each wager, and advises those who broke a limit."""
        for wager in self.still_on(wagers):
            live = self._live.pop(wager.key)  # so that nothing is settled twice
            yield self._settled(self._line(live, result, by))
            if live.advice and wager.player not in self.advised:
                self.advised.add(wager.player)
                assert live.by is not None
                yield Advised(live.by, wager.player, live.advice)

    def finish(self) -> Settlement:
        assert len(self.lines) == len(self.wagers), "every wager is decided exactly once"
        return Settlement(tuple(self.lines))

    def _judge_live(self, wager: Wager, raising: Raising | None) -> Live:
        if raising is not None:
            # A raise supports its original: it is live for no more than the original is, and no minimum touches it.
            original = next(w for w in raising.originals if w.player == wager.player and w.area == wager.area)
            supported = self._live[original.key]
            return Live(
                wager, min(wager.cents, supported.cents), supported.by if supported.cents < wager.cents else None
            )
        room: Cents | None = None
        limits = self.sign.limits_for(wager.spot)
        if self.general.limits.value is LimitsOn.AREA and limits.maximum is not None:
            same = (wager.area, wager.spot)
            before = [w for w in self.wagers if (w.area, w.spot) == same and w.key != wager.key and w.key in self._live]
            room = max(0, limits.maximum - sum(self._live[w.key].cents for w in before))
        return self.general.live_part(self.sign, wager.player in self.advised, wager, room)

    def _line(self, live: Live, result: Odds | Result, by: Basis) -> Settled:
        wager = live.wager
        why = by if live.by is None else by + live.by
        if live.cents == 0:
            return Settled(live.by or by, wager, "returned", 0, 0, wager.cents)
        if result is VOID:
            return Settled(why, wager, "void", live.cents, 0, wager.cents)
        if result is LOSES:
            return Settled(why, wager, "lost", live.cents, 0, wager.cents - live.cents)
        assert isinstance(result, Odds)
        won, rounded = self.general.winnings(self.sign, live.cents, result)
        return Settled(
            why if rounded is None else why + rounded, wager, "won", live.cents, won, wager.cents + won, str(result)
        )

    def _settled(self, line: Settled) -> Settled:
        assert 0 <= line.live <= line.wager.cents and line.back >= 0
        if line.wager not in self.wagers:
            self.wagers.append(line.wager)
        self.lines.append(line)
        return line


def merged(wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    """Chips of one player on one spot count as one wager, in the order first placed."""
    wagers = tuple(wagers)
    if len(wagers) < 2:
        return wagers
    sums: dict[tuple[str, int, str], Cents] = {}
    for wager in wagers:
        sums[wager.key] = sums.get(wager.key, 0) + wager.cents
    return tuple(Wager(*key, amount) for key, amount in sums.items())
