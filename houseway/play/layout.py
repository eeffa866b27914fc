"""Layout: the chips of one round, from the first wager to the last payment.

A script makes one at its start. ``take`` opens a window and gives the wagers that lay in it when it closed; ``settle``
decides wagers at odds, or loses or voids them, within the limits of the sign; ``finish`` hands over the settlement
and makes sure that every wager was decided exactly once and that no cent appeared or vanished.

A wager that a ruling has declared void never was: no part of it is live, whatever the game works out for it, its stake
goes back and it does not lie on the layout afterwards. The cards are as they were dealt, so the round asks what it asked.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct, field

from houseway.law.clause import Basis, Provision
from houseway.money import Cents, Odds, spoken
from houseway.play.cards import Cards
from houseway.play.events import Advised, Laid, LeftLying, Lifted, Opened, Settled, SettlementUndone, Staked
from houseway.play.general import General, Live, Places, Raising
from houseway.play.irregular import Mishap
from houseway.play.prompts import ClosedWindow, JudgeLayout, JudgeWager, Number, PiecesOf, TakeWagers
from houseway.play.script import Mend, Script, Settlement, put_right
from houseway.play.states import Outcome
from houseway.play.wagers import Sign, Wager


class Result(enum.Enum):
    VOID = "void"  # no result: the stake goes back
    LOSES = "loses"


VOID, LOSES = Result.VOID, Result.LOSES
HALF = Odds(1, 2)
_WON, _LOST, _VOID, _RETURNED = Outcome.WON, Outcome.LOST, Outcome.VOID, Outcome.RETURNED  # looked up for every line
_NOBODY: frozenset[str] = frozenset()

Key: TypeAlias = tuple[str, int, str]
AsTheyStand: TypeAlias = Callable[[tuple[Wager, ...]], tuple[Wager, ...]]  # wagers in the order in which they are live
Part: TypeAlias = tuple[Iterable[Wager], Odds | Result, Basis]  # wagers that come to the same, and why


@dataclass(frozen=True)
class Meanwhile:
    """What the dealer does while wagers stay open: the measure asked for, what follows from it, and what may go wrong from
    then on."""

    asked: Number
    done: Callable[[int], Script[None]]
    mishaps: tuple[Mishap, ...]
    mend: Mend


class Undecided(Protocol):
    """Something that goes on beyond a round, and the wager it rests on."""

    @property
    def wager(self) -> Wager: ...


R = TypeVar("R", bound=Undecided)


class Layout(Struct, eq=False):
    general: General
    places: Places | None
    sign: Sign
    advised: frozenset[str]
    open: tuple[Wager, ...] = ()  # what lies in a window that something has interrupted
    void: frozenset[str] = _NOBODY  # players whose wagers of this round a ruling has declared void
    ruled: Set[str] = _NOBODY  # those of them by now; the others were ruled on later than this moment of the round
    out: Set[str] = _NOBODY  # players who have been excluded since this round's wagers were called in
    _on: dict[Key, Live] = field(default_factory=dict)  # wagers not yet decided, and how much of each is live
    _lines: dict[Key, Settled] = field(default_factory=dict)
    _lifted: dict[str, tuple[Wager, ...]] = field(default_factory=dict)

    def take(
        self,
        window: str,
        by: Basis,
        spots: tuple[str, ...] | Mapping[str, Any],
        mishaps: tuple[Mishap, ...] = (),
        mend: Mend | None = None,
        cards: Cards | None = None,
        judge_each: JudgeWager | None = None,
        judge_closing: JudgeLayout | None = None,
        judge_always: JudgeLayout | None = None,
        raising: Raising | None = None,
        pieces_of: PiecesOf | None = None,
        meanwhile: Meanwhile | None = None,
        as_they_stand: AsTheyStand = lambda laid: laid,
    ) -> Script[tuple[Wager, ...]]:
        """Opens a window for wagers and gives what lay there when it closed. Where more is found on an area than it may hold,
        wagers are live in the order they were placed, or ``as_they_stand`` where the book goes by that."""
        laid = self._lifted.pop(window, ())
        yield Opened(by, window)
        while True:
            shoe = cards.shoe if cards is not None else None
            book: ClosedWindow = yield TakeWagers(
                by,
                window,
                spots,
                self.sign,
                self.general,
                self.places,
                raising,
                laid,
                mishaps,
                shoe,
                pieces_of,
                judge_each,
                judge_closing,
                judge_always,
                meanwhile.asked if meanwhile is not None else None,
            )
            if book.void:
                self.void, self.ruled = self.void | frozenset(book.void), book.ruled
            self.out = book.out
            self.open = laid = merged(book.wagers)
            if book.meanwhile is not None:
                assert meanwhile is not None
                yield from meanwhile.done(book.meanwhile)
                mishaps, mend, meanwhile = meanwhile.mishaps, meanwhile.mend, None
                continue
            if book.stopped_by is None:
                break
            yield from put_right(book.stopped_by, mishaps, mend)
            laid = tuple(wager for wager in laid if wager.key not in self._lines)
            if raising is not None:
                raising = replace(raising, originals=self.still_on(raising.originals))
        if laid:
            yield Laid(by, window, laid)
            self._judge_live(as_they_stand(laid) if book.found else laid, raising)
        return laid

    def may_call(self, players: Iterable[str]) -> tuple[str, ...]:
        """Whose wagers on an area give a right to decide there: theirs whose wagers stand and who are not excluded; where nobody
        is left, all whose wagers stand, or all."""
        players = tuple(players)
        stand = tuple(player for player in players if player not in self.ruled) or players
        return tuple(player for player in stand if player not in self.out) or stand

    def under(self, sign: Sign, as_they_stand: AsTheyStand = lambda laid: laid) -> None:
        """The wagers on the table under another sign: how much of each is live is judged anew."""
        self.sign = sign
        self._judge_live(as_they_stand(self.undecided), None)

    def lay_open(self, window: str, wagers: tuple[Wager, ...]) -> None:
        """The window will open with these wagers lying in it, free to be taken back."""
        self._lifted[window] = wagers

    def lift(self, window: str, wagers: tuple[Wager, ...], by: Basis) -> Script[None]:
        """Wagers already laid lie open again: the window will open anew."""
        self._lifted[window] = wagers
        for wager in wagers:
            del self._on[wager.key]
        if wagers:
            yield Lifted(by, window, wagers)

    def still_on(self, wagers: Iterable[Wager]) -> tuple[Wager, ...]:
        """Those of the wagers that have not been decided."""
        return tuple(wager for wager in wagers if wager.key not in self._lines)

    def any_on(self, wagers: Iterable[Wager]) -> bool:
        on = self._on
        for wager in wagers:  # noqa: SIM110 (quicker)
            if wager.key in on:
                return True
        return False

    @property
    def undecided(self) -> tuple[Wager, ...]:
        return tuple(live.wager for live in self._on.values())

    def live(self, wager: Wager) -> Cents:
        """How much of a wager that lies on the table will be settled."""
        return 0 if wager.player in self.void else self._on[wager.key].cents

    def comes_back(self, wager: Wager) -> bool:
        """Whether nothing of a wager plays: it goes back whatever happens, or has gone back."""
        line = self._lines.get(wager.key)
        return line.outcome is Outcome.RETURNED if line is not None else not self.live(wager)

    def not_void(self, wagers: Iterable[Wager]) -> tuple[Wager, ...]:
        """Those of the wagers that no ruling has declared void."""
        return tuple(wager for wager in wagers if wager.player not in self.void)

    def stay(self, wagers: Iterable[Wager], by: Basis) -> LeftLying:
        """Wagers that lie where they are for the next round; one that is void, or went back whatever came, is not there."""
        lines = self._lines
        gone = {key for key, line in lines.items() if line.outcome is _RETURNED}
        return LeftLying(by, tuple(wager for wager in self.not_void(wagers) if wager.key not in gone))

    def undo(
        self,
        by: Basis,
        players: Iterable[str] | None = None,
        spots: Iterable[str] | None = None,
        outcomes: Iterable[Outcome] | None = None,
    ) -> Script[None]:
        """What was settled already, of everybody or of some players, spots and outcomes, is taken back: those wagers lie there
        again. A prize, which has no stake, comes to nothing."""
        lines = [
            line
            for line in self._lines.values()
            if (players is None or line.wager.player in players)
            and (spots is None or line.wager.spot in spots)
            and (outcomes is None or line.outcome in outcomes)
        ]
        if not lines:
            return
        yield SettlementUndone(by, tuple(line.wager for line in lines))
        for line in lines:
            del self._lines[line.wager.key]
            self._on[line.wager.key] = Live(line.wager, line.live, None)
            if not line.wager.cents:
                yield self._settled(Settled(by, line.wager, Outcome.VOID, 0, 0, 0))

    def closed(self, line: Settled) -> Settled:
        """A wager whose end the game has worked out itself."""
        return self._settled(line)

    def give_back(self, player: str, by: Basis, wagers: Iterable[Wager]) -> Script[None]:
        """A player's wagers go back, with whatever lies in the open window."""
        for wager in wagers:
            if wager.player == player:
                yield self._settled(Settled(by, wager, Outcome.VOID, wager.cents, 0, wager.cents))

    def all_back(self, wagers: Iterable[Wager], by: Basis) -> Script[None]:
        """Wagers without a result go back whole: those that were laid, or those still lying in an interrupted window."""
        laid = tuple(wagers)
        if self.any_on(laid):
            yield from self.settle(laid, VOID, by)
            return
        for player in dict.fromkeys(wager.player for wager in laid):
            yield from self.give_back(player, by, laid)

    def hold(self, wager: Wager, by: Basis) -> Staked:
        """A wager from an earlier round that is still to be decided."""
        self._on[wager.key] = Live(wager, wager.cents, None)
        return Staked(by, wager)

    def leave(self, running: tuple[R, ...]) -> tuple[R, ...]:
        """Wagers that this round does not decide: they stay on the table for the next."""
        for one in running:
            self._on.pop(one.wager.key, None)
        return running

    def hand_back(self, wagers: Iterable[Wager], by: Basis) -> Script[None]:
        """Wagers that are not recognised: they go back whole, whatever the result."""
        for wager in wagers:
            yield self._settled(Settled(by, wager, Outcome.RETURNED, 0, 0, wager.cents))

    def settle(
        self, wagers: Iterable[Wager], result: Odds | Result, by: Basis, most: Provision[None] | None = None
    ) -> Script[None]:
        """Pays, takes or returns each wager, and advises those who broke a limit. ``most`` is the rule by which the sign
        caps what a wager is paid, where it applies."""
        return self._settle_parts(((wagers, result, by),), most)

    def _settle_parts(self, parts: Iterable[Part], most: Provision[None] | None = None) -> Script[None]:
        on = self._on
        for wagers, result, by in parts:
            for wager in wagers:
                live = on.pop(key := wager.key, None)
                if live is None:  # it is decided already
                    continue
                self._lines[key] = line = self._line(live, result, by, most)
                yield line
                if live.advice:
                    yield from self._advised(live)

    def halve(self, wagers: Iterable[Wager], by: Basis) -> Script[None]:
        """Takes half of each wager; the other half goes back, rounded as a payment is."""
        for wager in wagers:
            live = self._on.pop(wager.key, None)
            if live is None:  # it is decided already
                continue
            kept, rounded = self.general.winnings(self.sign, live.cents, HALF)
            lost = live.cents - min(kept, live.cents)
            why = by if live.by is None else by + live.by
            outcome = Outcome.LOST if lost else Outcome.RETURNED
            yield self._settled(
                Settled(why if rounded is None else why + rounded, wager, outcome, lost, 0, wager.cents - lost)
            )
            yield from self._advised(live)

    def _advised(self, live: Live) -> Script[None]:
        player = live.wager.player
        if live.advice and player not in self.advised and player not in self.void:
            self.advised |= {player}
            assert live.by is not None
            yield Advised(live.by, player, live.advice)

    def award(self, wager: Wager, prize: Cents, by: Basis, at: str = "") -> Script[None]:
        """A prize is all that goes back for a wager: the stake is not returned beside it. No prize, and it is lost."""
        live = self._on[wager.key]
        if not prize:
            yield from self.settle((wager,), LOSES, by)
            return
        back = prize + wager.cents - live.cents
        why = by if live.by is None else by + live.by
        yield self._settled(Settled(why, wager, Outcome.WON, live.cents, prize - live.cents, back, at))
        yield from self._advised(live)

    def pay(self, line: Settled) -> Settled:
        """Something paid beside the wagers: a prize, which has no stake."""
        return self._settled(line)

    def collect_then_pay(
        self, wagers: Iterable[Wager], outcome: Callable[[str], tuple[Odds | Result, Basis]]
    ) -> Script[tuple[Wager, ...]]:
        """Takes every losing wager, then pays the winning ones; ``outcome`` says by spot. Gives the winners."""
        parts = _parted(wagers, outcome)
        yield from self._settle_parts(parts)
        return tuple([wager for part, result, _ in parts if result is not LOSES for wager in part])

    def losers_first(
        self, wagers: Iterable[Wager], outcome: Callable[[str], tuple[Odds | Result, Basis]]
    ) -> Script[None]:
        """The same for a game that need not know the winners."""
        return self._settle_parts(_parted(wagers, outcome))

    def finish(self) -> Settlement:
        assert not self._on, "every wager is decided exactly once"
        return Settlement(tuple(self._lines.values()))

    def _judge_live(self, laid: tuple[Wager, ...], raising: Raising | None) -> None:
        """How much of each wager will be settled, the first of them first."""
        if raising is not None:
            # A raise supports its original: it is live for no more than the original is, and no minimum touches it.
            for wager in laid:
                original = raising.original_of(wager)
                assert original is not None
                self._support(wager, self._on[original.key], raising.share)
            if raising.counts_to_maximum is not None and raising.counts_to_maximum.value:
                self._up_to_the_maximum(laid, raising, raising.counts_to_maximum.by)
            return
        general, sign = self.general, self.sign
        advised, live_part, on = self.advised, general.live_part, self._on
        shared = general.on_areas and (sign.limits.maximum is not None or sign.kinds or general.least_on_areas)
        if not shared:
            for wager in laid:
                on[wager.key] = live_part(sign, wager.player in advised, wager, None)
            return
        for live in general.live_parts(sign, laid, advised, self.void):
            on[live.wager.key] = live

    def _up_to_the_maximum(self, laid: tuple[Wager, ...], raising: Raising, by: Basis) -> None:
        """Raises that count with their originals: they are live as far as those leave room below the maximum."""
        used: dict[object, Cents] = {}
        for wager in (*raising.originals, *laid):
            place = wager.area if self.general.on_areas else (wager.player, wager.area)
            live, top = self._on[wager.key], self.general.maximum(self.sign, raising.original_of(wager) or wager)
            room = live.cents if top is None else max(0, top - used.get(place, 0))
            if live.cents > room:
                live = self._on[wager.key] = Live(wager, room, self.general.above_maximum.by + by)
            if wager.player not in self.void:
                used[place] = used.get(place, 0) + live.cents

    def _support(self, wager: Wager, supported: Live, share: Fraction = Fraction(1)) -> None:
        most = int(supported.cents * share)
        less = supported.by if most < wager.cents else None
        self._on[wager.key] = Live(wager, min(wager.cents, most), less)

    def put(self, wager: Wager, by: Basis) -> Staked:
        """A wager that comes to the layout after the window has closed, live as it stands."""
        self._on[wager.key] = Live(wager, wager.cents, None)
        return Staked(by, wager)

    def add(self, wager: Wager, backed_by: Wager, by: Basis, share: Fraction = Fraction(1)) -> Staked:
        """A further wager put up by a decision, live as far as that share of the one it rests on is."""
        self._support(wager, self._on[backed_by.key], share)
        return Staked(by, wager)

    def _line(self, live: Live, result: Odds | Result, by: Basis, most: Provision[None] | None) -> Settled:
        wager, cents = live.wager, live.cents
        if wager.player in self.void:
            return self._void(wager)
        why = by if live.by is None else by + live.by
        if cents == 0:
            return Settled(live.by or by, wager, _RETURNED, 0, 0, wager.cents)
        if result is LOSES:
            return Settled(why, wager, _LOST, cents, 0, wager.cents - cents)
        if result is VOID:
            return Settled(why, wager, _VOID, cents, 0, wager.cents)
        assert isinstance(result, Odds)
        won, rounded = self.general.winnings(self.sign, cents, result)
        if rounded is not None:
            why = why + rounded
        if most is not None and self.sign.most_won is not None and won > self.sign.most_won:
            won, why = self.sign.most_won, why + most.by
        return Settled(why, wager, _WON, cents, won, wager.cents + won, spoken(result.wins, result.on))

    def _settled(self, line: Settled) -> Settled:
        key = line.wager.key
        assert key not in self._lines, "a wager is decided once"
        self._on.pop(key, None)
        if line.wager.player in self.void:
            line = self._void(line.wager)
        self._lines[key] = line
        return line

    def _void(self, wager: Wager) -> Settled:
        """The end of a wager that a ruling has declared void."""
        return Settled(self.general.void_wagers.by, wager, Outcome.VOID, wager.cents, 0, wager.cents)


def _parted(wagers: Iterable[Wager], outcome: Callable[[str], tuple[Odds | Result, Basis]]) -> list[Part]:
    """Wagers with what each comes to: those that lose, then the others."""
    losing: list[Part] = []
    others: list[Part] = []
    for wager in wagers:
        result, by = outcome(wager.spot)
        (losing if result is LOSES else others).append(((wager,), result, by))
    return losing + others


def merged(wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    """Chips of one player on one spot count as one wager, in the order first placed."""
    wagers = tuple(wagers)
    if len(wagers) < 2 or len({wager.spot for wager in wagers}) == len(wagers):  # no two on one spot
        return wagers
    sums: dict[Key, Cents] = {}
    for wager in wagers:
        key = wager.key
        sums[key] = sums.get(key, 0) + wager.cents
    return wagers if len(sums) == len(wagers) else tuple(Wager(*key, amount) for key, amount in sums.items())
