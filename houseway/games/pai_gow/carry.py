"""What a Pai Gow table remembers between rounds: the bank and how far it has run, who played last, the area taken out of play,
stand-offs left lying, and who has been advised about the minimum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from houseway.complaint import BadInput
from houseway.games.pai_gow.cuts import AREAS
from houseway.games.pai_gow.events import AreaBack, AreaOut, BankHeld, Ready, TilesChecked, TilesGathered
from houseway.games.pai_gow.terms import Terms
from houseway.play.events import Advised, Event, LeftLying, PickedUp, PlayerLeft, SetTakenAway
from houseway.play.wagers import SetUp, Wager
from houseway.values import field, value


@value
class Bank:
    """A player's bank."""

    player: str
    area: int
    method: str  # "bank" or "co-bank"
    banks: int = 1  # in a row
    shakers: tuple[str, ...] = ()
    played: int = 0  # rounds of this bank


@value
class Carry:
    advised: frozenset[str] = frozenset()
    lying: tuple[Wager, ...] = ()
    checked: bool = False  # the set has been checked since the table opened
    prepared: bool = False  # shuffled and stacked, and the bank is settled
    bank: Bank | None = None  # None: the House's
    house_rounds: int = 0  # of the House's bank since it was last offered
    last_area: int = 0  # whose bank ran last; the offer goes on from there
    rounds: int = 0  # since play commenced
    played: dict[str, int] = field(default_factory=dict)  # who controlled which area in the last round
    full: bool = False  # every area was in play then, against the House
    off: int = 0  # an area out of play

    @property
    def brings(self) -> tuple[str, ...]:
        """What matters to the next round, one phrase each; ``brought`` reads them."""
        told = []
        if self.bank is not None:
            told.append(f"{self.bank.method} {self.bank.player}@{self.bank.area} round {self.bank.played + 1}")
        if self.off:
            told.append(f"off {self.off}")
        return tuple(told)


BROUGHT = "bank anna@4 round 1, co-bank anna@4 round 1, off 5, played anna@3 ben@5, or full"


def brought(carry: Carry, words: str) -> Carry:
    match words.split():
        case ["bank" | "co-bank" as method, who, "round", number] if number.isdecimal():
            player, area = _seated(who, words)
            bank = Bank(player, area, method, 1, (player,), int(number) - 1)
            return replace(carry, bank=bank, last_area=area)
        case ["off", area] if area.isdecimal():
            return replace(carry, off=int(area))
        case ["played", *pairs]:
            played = dict(_seated(pair, words) for pair in pairs)
            return replace(carry, played=played, rounds=1, prepared=False, house_rounds=2)
        case ["full"]:
            return replace(carry, full=True, rounds=1, prepared=False)
    raise BadInput(f"{words!r} is nothing that a table brings into a round; it brings {BROUGHT}")


def _seated(who: str, words: str) -> tuple[str, int]:
    player, _, area = who.partition("@")
    if not player or not area.isdecimal() or not 1 <= int(area) <= AREAS:
        raise BadInput(f"{words!r}: write a player and an area from 1 to {AREAS}, such as anna@4, not {who!r}")
    return player, int(area)


def begin(terms: Terms, set_up: SetUp) -> Carry:
    return Carry()


def ready(carry: Carry) -> Carry:
    return replace(carry, checked=True, prepared=True)


def due(carry: Carry) -> bool:
    return not carry.prepared


def move(carry: Carry, event: Event) -> Carry:
    changes: Mapping[str, Any] = {}
    match event:
        case Advised():
            changes = {"advised": carry.advised | {event.player}}
        case PlayerLeft():
            played = {player: area for player, area in carry.played.items() if player != event.player}
            gone = carry.bank is not None and carry.bank.player == event.player
            changes = {"advised": carry.advised - {event.player}, "played": played}
            if gone:  # the bank is the House's at once
                changes = {**changes, "bank": None, "house_rounds": 0}
        case LeftLying():
            changes = {"lying": event.wagers}
        case TilesChecked():
            changes = {"checked": True}
        case SetTakenAway():
            changes = {"checked": False, "prepared": False}
        case BankHeld():
            changes = _held(carry, event)
        case Ready():
            changes = {"prepared": True}
        case AreaOut():
            changes = {"off": event.area, "full": False}
        case AreaBack():
            changes = {"off": 0}
        case TilesGathered():
            changes = _over(carry, event)
        case PickedUp():  # an invalidated round leaves nothing on the layout, and the tiles are mixed again
            changes = {"lying": (), "prepared": False}
    return replace(carry, **changes) if changes else carry


def remembers_again(was: Carry, now: Carry, later: Carry) -> Carry:
    """A round that was invalidated uses up none of a bank, as far as the same bank runs still."""
    same = later.bank == was.bank and later.house_rounds == was.house_rounds
    return replace(later, bank=now.bank, house_rounds=now.house_rounds) if same else later


def _held(carry: Carry, event: BankHeld) -> dict[str, Any]:
    if event.method == "house":
        return {"bank": None, "house_rounds": 0}
    before = carry.bank.shakers if carry.bank is not None and event.banks > 1 else ()
    bank = Bank(event.player, event.area, event.method, event.banks, (*before, event.shaker or event.player))
    return {"bank": bank, "last_area": event.area}


def _over(carry: Carry, event: TilesGathered) -> dict[str, Any]:
    changes: dict[str, Any] = {
        "prepared": False,
        "rounds": carry.rounds + 1,
        "played": dict(event.controlled),
        "full": event.full and event.method == "house",
        "lying": (),
    }
    if event.void:  # no round was played: it uses up none of a bank, and nobody has played since the last
        return {"prepared": False, "lying": ()}
    if carry.bank is None:
        return {**changes, "house_rounds": carry.house_rounds + 1}
    if event.method == "house":  # the bank did not cover the wagers and fell back to the House
        return {**changes, "bank": None, "house_rounds": 1}
    bank = replace(carry.bank, played=carry.bank.played + 1, method=event.method)
    return {**changes, "bank": bank}
