"""The draw: twenty numbers from eighty, and everything that can go wrong with them.

A script of its own, so that a keno computer can run it for ten million ways and a table for three: it asks for balls and
tells what stands. A draw that is void begins again for the same game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from houseway.forms import Doc
from houseway.games.keno.terms import Terms
from houseway.play.events import Event, Noted, WentWrong
from houseway.play.irregular import Irregularity
from houseway.play.prompts import Ball, Choose, Option
from houseway.play.script import Script, call, confirm
from houseway.values import value


@value
class Device:
    """What a draw leaves behind for the next one on the same device."""

    broken: tuple[int, ...] = ()  # balls to be replaced before an inspector
    locked: bool = False  # after a spill, until mended and approved
    by_hand: bool = False  # stopped; no other device works


@value
class Closed(Event):
    """The displays say that the game is closed."""

    @property
    def words(self) -> str:
        return "The game is closed"


@value
class BallDrawn(Event):
    number: int
    order: int  # 1 to 20

    @property
    def words(self) -> str:
        return f"Ball {self.order}: {self.number}"

    @property
    def facts(self) -> dict[str, str]:
        return {f"ball {self.order}": str(self.number)}


@value
class BallVoid(Event):
    """A number that does not count: its ball broke."""

    number: int

    @property
    def words(self) -> str:
        return f"{self.number} is void and does not count"


@value
class BallAgain(Event):
    """A number that already stands came again after the balls fell back."""

    number: int

    @property
    def words(self) -> str:
        return f"{self.number} stands already and counts once"


@value
class DrawVoid(Event):
    """Nothing drawn so far counts; the same game is drawn again."""

    why: str

    @property
    def words(self) -> str:
        return f"The draw is void: {self.why}; a new draw begins for the same game"


@value
class DrawnByHand(Event):
    @property
    def words(self) -> str:
        return "The device is turned by hand"


@value
class Drawn(Event):
    """The official record of a game."""

    numbers: tuple[int, ...]  # in the order drawn
    void: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        return f"Drawn: {' '.join(str(number) for number in self.numbers)}"


@value
class DeviceMended(Event):
    """The device itself, or another in its place, runs as it should."""

    what: str

    @property
    def words(self) -> str:
        return self.what


@value
class BallsReplaced(Event):
    """Balls that broke are whole again; a device that stopped still stands still."""

    balls: tuple[int, ...]

    @property
    def words(self) -> str:
        return f"Ball {', '.join(map(str, self.balls))} replaced in an inspector's presence"


@value
class WhichDevice(Choose):
    """Whether a device that stopped is turned by hand again. A draw that is made anew asks it since November 2026."""

    added: ClassVar[bool] = True

    def is_answer(self, doc: Doc) -> bool:
        return any(doc == option.value for option in self.options)


SOUND = Device()


def draw(terms: Terms, device: Device = SOUND) -> Script[Drawn]:
    """Closes the game and draws it."""
    draws = terms.draws
    yield Closed(draws.closing_shown.by + draws.after_closing.by)
    yield call(draws.closing_shown)
    by_hand = yield from _made_ready(terms, device)
    while True:
        left = Left()
        drawn = yield from _twenty(terms, by_hand, left)
        if drawn is not None:
            yield drawn
            return drawn
        if left.broken:  # the new draw is a further draw on the device
            yield from _replaced(terms, left.broken)
        by_hand = (yield from _turned(terms)) if left.stopped or (by_hand and not left.mended) else False


def _made_ready(terms: Terms, device: Device) -> Script[bool]:
    """A device that a former draw left in disorder is put right first, before an inspector; is it turned by hand?"""
    draws = terms.draws
    if device.broken:
        yield from _replaced(terms, device.broken)
    if device.locked:
        yield from confirm(draws.spill.by, _REPAIR, "supervisor")
        yield DeviceMended(draws.spill.by, "The device is mended and approved")
    return (yield from _turned(terms)) if device.by_hand else False


def _turned(terms: Terms) -> Script[bool]:
    """A device that stopped: is it turned by hand again, or does one run?"""
    by = terms.draws.stoppage.by
    if (yield WhichDevice(by, "supervisor", "Which device draws this game?", _DEVICES, "by hand")) == "mended":
        yield DeviceMended(by, "The device runs again")
        return False
    yield DrawnByHand(by)
    return True


def _replaced(terms: Terms, broken: Iterable[int]) -> Script[None]:
    """Broken balls are replaced before any further draw."""
    by, balls = terms.draws.broken.by, tuple(broken)
    yield from confirm(by, f"Replace ball {', '.join(map(str, balls))} in an inspector's presence", "supervisor")
    yield BallsReplaced(by, balls)


_DEVICES = (
    Option("by hand", "The stopped device, turned by hand: no other works"),
    Option("mended", "A device that works"),
)
_REPAIR = "Mend the device and have an inspector approve it, or take another device"


class Left:
    """What a draw has left of the device, so far."""

    def __init__(self) -> None:
        self.broken: list[int] = []
        self.stopped = self.mended = False


def _twenty(terms: Terms, by_hand: bool, left: Left) -> Script[Drawn | None]:
    """Twenty valid numbers; None where the draw is void and begins again. What is left of the device is told either way."""
    draws = terms.draws
    wanted, held = draws.drawn.value, draws.device.value
    stands: list[int] = []  # valid numbers, in order
    out: list[int] = []  # balls no longer in the device
    void: list[int] = []
    while len(stands) < wanted:
        place = f"ball {len(stands) + 1} of {wanted}"
        back = tuple(number for number in stands if number not in out)
        answer = yield Ball(draws.drawn.by, place, held, tuple(out), back, terms.mishaps)
        if not isinstance(answer, Irregularity):
            if answer in stands:  # it had fallen back
                yield BallAgain(draws.fall_back.by, answer)
            else:
                stands.append(answer)
                yield BallDrawn(draws.drawn.by, answer, len(stands))
            out.append(answer)
            continue
        mishap = next(item for item in terms.mishaps if item.kind == answer.kind)
        yield WentWrong(mishap.by, mishap.kind, mishap.label)
        match answer.kind:
            case "short":
                yield DrawVoid(mishap.by, f"fewer than {draws.device.value} numbers were in the device")
                return None
            case "spill":
                yield DrawVoid(mishap.by, "balls spilled from the device")
                yield from confirm(mishap.by, _REPAIR, "supervisor")
                yield DeviceMended(mishap.by, "The device is mended and approved")
                left.stopped, left.mended = False, True
                return None
            case "broken-ball":
                broken = yield Ball(mishap.by, "the broken ball", held, tuple(out), back)
                out.append(broken)
                left.broken.append(broken)
                if broken not in stands:
                    void.append(broken)
                yield BallVoid(mishap.by, broken)
            case "fall-back":
                out = list(void)
                if not by_hand:
                    yield DrawnByHand(mishap.by)
                by_hand = True
            case "stoppage":
                yield DrawnByHand(mishap.by)
                by_hand = left.stopped = True
            case _:
                yield Noted(mishap.by, f"{len(stands)} numbers stand; the draw goes on from the last of them")
    return Drawn(draws.drawn.by + draws.record.by, tuple(stands), tuple(void))


def moved(device: Device, event: Event) -> Device:
    """What the device remembers, moved on by one event."""
    if isinstance(event, BallVoid):
        return Device((*device.broken, event.number), device.locked, device.by_hand)
    if isinstance(event, BallsReplaced):
        return Device((), device.locked, device.by_hand)
    if isinstance(event, DeviceMended):
        return Device(device.broken)
    if isinstance(event, WentWrong) and event.kind == "stoppage":
        return Device(device.broken, device.locked, True)
    return device
