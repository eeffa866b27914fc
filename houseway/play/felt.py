"""Felt: what lies on the table, folded from events, as one audience may see it.

A felt holds the cards in their boxes, the chips, what was called and what was paid. ``redacted`` is the one place where
secrets are kept: it turns face-down cards and unseen burns into nothing before an event leaves for anybody who may not
see them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from houseway.kit.cards import UNSEEN, Card
from houseway.law.clause import Basis
from houseway.play.events import (
    Advised,
    Burned,
    Called,
    Dealt,
    Decided,
    Discarded,
    Event,
    Handed,
    KeptAsNext,
    Laid,
    Lifted,
    Marked,
    Misplaced,
    Moved,
    Opened,
    PickedUp,
    PutBack,
    Settled,
    SignRead,
    Staked,
    Swapped,
    Turned,
)
from houseway.play.script import Step
from houseway.play.wagers import Wager
from houseway.values import value

STAFF = "staff"  # sees what staff may see; a player's name sees what that player may see; "" is an onlooker


@value
class Box:
    place: str
    box: str
    cards: tuple[Card | None, ...]  # None: face down
    looked: tuple[Card, ...] = ()  # what lies face down, for the one viewer who was given it to look at

    @property
    def card(self) -> Card | None:
        """The card of a box that takes one."""
        return self.cards[0]


@value
class Felt:
    boxes: tuple[Box, ...] = ()
    wagers: tuple[Wager, ...] = ()  # laid, and not yet settled
    lines: tuple[Settled, ...] = ()
    calls: tuple[tuple[str, str, Basis], ...] = ()  # said, meaning, basis
    facts: tuple[tuple[str, str], ...] = ()  # "spread" is "2", "outcome" is "win"
    discards: tuple[Card, ...] = ()

    def box(self, place: str) -> Box | None:
        return next((box for box in self.boxes if box.place == place), None)

    def fact(self, name: str) -> str:
        return dict(self.facts).get(name, "")

    def _repr_svg_(self) -> str:
        from houseway.draw.cards import row_svg

        return row_svg([str(card) if card else "" for box in self.boxes for card in box.cards])


def redacted(event: Event, audience: str) -> Event | None:
    """The event as this audience may know it; None if it may not know of it at all."""
    if isinstance(event, Burned) and not event.shown and isinstance(event.card, Card):
        return replace(event, card=UNSEEN)
    if isinstance(event, Dealt) and not event.up:
        return replace(event, card=UNSEEN)
    if isinstance(event, KeptAsNext) and not event.seen:
        return replace(event, card=UNSEEN)
    return event.seen_by(audience)


def _beside(boxes: dict[str, Box], place: str, new: Box) -> dict[str, Box]:
    """The same boxes with a new one directly after another."""
    placed: dict[str, Box] = {}
    for name, box in boxes.items():
        if name != new.place:
            placed[name] = box
        if name == place:
            placed[new.place] = new
    return placed


def felt(steps: Iterable[Step], audience: str = "") -> Felt:
    """Folds the steps of a round into what lies on the table."""
    boxes: dict[str, Box] = {}
    wagers: dict[tuple[str, int, str], Wager] = {}
    lines: list[Settled] = []
    calls: list[tuple[str, str, Basis]] = []
    facts: dict[str, str] = {}
    discards: list[Card] = []
    under: dict[str, list[Card]] = {}  # what lies face down, where it is known
    own: set[str] = set()  # places whose cards were given to this audience
    for step in steps:
        match step:
            case Dealt():
                lying = boxes[step.place].cards if step.place in boxes else ()
                known = step.card if isinstance(step.card, Card) else None
                boxes[step.place] = Box(step.place, step.box, (*lying, known if step.up else None))
                if not step.up and known is not None:
                    under.setdefault(step.place, []).append(known)
            case Handed():
                if step.player == audience:
                    own.update(step.places)
            case Moved():
                left, taken = boxes[step.place], boxes.get(step.to)
                kept = list(left.cards)
                kept.remove(step.card)
                boxes[step.place] = replace(left, cards=tuple(kept))
                boxes = _beside(boxes, step.place, Box(step.to, "", (*(taken.cards if taken else ()), step.card)))
            case Turned():
                down = list(boxes[step.place].cards)
                down[down.index(None)] = step.card
                boxes[step.place] = replace(boxes[step.place], cards=tuple(down))
                if step.card in under.get(step.place, ()):  # whoever was not told it cannot have kept it
                    under[step.place].remove(step.card)
            case PutBack():
                for place, box in boxes.items():
                    if step.card in box.cards:
                        kept = list(box.cards)
                        kept.remove(step.card)
                        boxes[place] = replace(box, cards=tuple(kept))
                        break
            case Misplaced() | Swapped():
                one, other = boxes[step.one], boxes[step.other]
                boxes[step.one], boxes[step.other] = replace(one, box=other.box), replace(other, box=one.box)
            case Called():
                calls.append((step.said, step.meaning, step.by))
                name, _, what = step.meaning.rpartition(" ")
                if name:
                    facts[name] = what
            case Marked():
                facts[step.what] = step.place.rpartition(" ")[2]
            case Decided():
                facts["outcome"] = step.outcome
            case Laid():
                wagers.update({wager.key: wager for wager in step.wagers})
            case Staked():
                wagers[step.wager.key] = step.wager
            case Lifted():
                for wager in step.wagers:
                    wagers.pop(wager.key, None)
            case Settled():
                wagers.pop(step.wager.key, None)
                lines.append(step)
            case Discarded():
                discards.append(step.card)
            case Opened():
                facts["window"] = step.window
            case PickedUp() | Advised() | SignRead():
                pass
            case Event():
                seen = step.seen_by(audience)
                if seen is not None:
                    facts.update(seen.facts)
    for place in own:
        boxes[place] = replace(boxes[place], looked=tuple(under.get(place, ())))
    return Felt(
        tuple(boxes.values()), tuple(wagers.values()), tuple(lines), tuple(calls), tuple(facts.items()), tuple(discards)
    )
