"""Scene: what a story settles before its first act. The sign, the equipment, the shoe, who sits where."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, get_type_hints

from houseway.floor.story.layout import WAGER
from houseway.floor.story.told import NAME, BadStory
from houseway.floor.table import Reply
from houseway.forms import read, write
from houseway.law.clause import Basis
from houseway.law.rulebook import NotInForce
from houseway.money import cents
from houseway.play.decision import Accepted, Refused
from houseway.play.notation import is_card, read_card, read_sign
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


def _before(self: Rehearsal, what: str) -> None:
    if self.opened is not None:
        raise BadStory(f"{what} belongs before the first act at the table")


def sign_reads(self: Rehearsal, words: str) -> Reply | None:
    _before(self, "sign")
    try:
        self.set_up = replace(self.set_up, sign=read_sign(words.split(), self.set_up.sign))
        self.areas_said |= "areas" in words.split()
    except ValueError as wrong:
        raise BadStory(str(wrong)) from None
    return None


def set_up_words(self: Rehearsal, words: str) -> Reply:
    _before(self, "set up")
    parts = words.split()
    decks: int | None = self.set_up.decks
    shuffling = self.set_up.shuffling
    layout, method, sign = self.set_up.layout, self.set_up.method, self.set_up.sign
    while parts:
        word = parts.pop(0)
        if word == "decks" and parts:
            decks = int(parts.pop(0))
        elif word in ("shuffler", "continuous", "hand"):
            shuffling = word  # type: ignore[assignment]
        elif word == "layout" and parts:
            layout = parts.pop(0)
        elif word == "areas" and parts:
            sign = replace(sign, areas=int(parts.pop(0)))
            self.areas_said = True
        elif word == "method" and parts:
            method, parts = " ".join(parts), []
        else:
            raise BadStory(f"set up: {word!r} is not understood")
    edition = self.rulebook.at(self.moment, self.policies, self.variant)
    if not self.areas_said and (places := getattr(edition.terms, "places", None)) is not None:
        sign = replace(sign, areas=places.areas.value[0])
    wanted = replace(self.set_up, decks=decks, shuffling=shuffling, layout=layout, method=method, sign=sign)
    decision = self.game.judge_set_up(edition.terms, wanted)
    if isinstance(decision, Accepted):
        self.set_up = wanted
        self._cite(decision.by, "decision")
    return Reply(decision)


def policy(self: Rehearsal, name: str, value: str) -> None:
    _before(self, "policy")
    self.policies[name] = json.loads(value) if value in ("true", "false") or value.isdigit() else value


def date(self: Rehearsal, text: str) -> None:
    _before(self, "date")
    self.moment = self.now = datetime.fromisoformat(text.strip())


def new_shoe(self: Rehearsal) -> None:
    _before(self, "new shoe")
    self.new_shoe = True


def advised(self: Rehearsal, names: str) -> None:
    _before(self, "advised")
    self.brought.append(lambda carry: replace(carry, advised=carry.advised | set(names.split())))


def warned(self: Rehearsal, names: str) -> None:
    _before(self, "warned")
    self.brought.append(lambda carry: replace(carry, warned=carry.warned | set(names.split())))


def open_the_table(self: Rehearsal) -> Reply:
    """May a table of this book open at the date of the story?"""
    _before(self, "opening")
    rule = getattr(self.rulebook.at(variant=self.variant).terms, "commencement", None)
    by = Basis(()) if rule is None else rule.by
    try:
        opened = self._open()
    except NotInForce as wrong:
        return Reply(Refused(by, str(wrong)))
    if isinstance(opened, Refused):
        return Reply(opened)
    self.opened = opened
    return Reply(Accepted(by))


def next_cards(self: Rehearsal, cards: str) -> None:
    _before(self, "next")
    held = tuple(read_card(word) for word in cards.split())
    self.brought.append(lambda carry: replace(carry, shoe=replace(carry.shoe, next_cards=held)))


def burned(self: Rehearsal, card: str) -> None:
    """The card burned from this shoe before the story begins."""
    burned = read_card(card)

    def change(carry: Any) -> Any:
        shoe = carry.shoe.shoe.without_unseen() if not is_card(card) else carry.shoe.shoe.without(burned)
        return replace(carry, shoe=replace(carry.shoe, shoe=shoe).noting(burned=burned))

    _before(self, "burned")
    self.brought.append(change)


def note(self: Rehearsal, **notes: Any) -> None:
    _before(self, "this line")
    self.brought.append(lambda carry: replace(carry, shoe=carry.shoe.noting(**notes)))


def seats_taken(self: Rehearsal, words: str) -> None:
    _before(self, "seats")
    for word in words.split():
        found = re.fullmatch(rf"({NAME})@(\d+)(?:\((\d+)\))?", word)
        if found is None:
            raise BadStory(f"seats: write P1@1, or P1@1(3) for one who sat out three rounds; not {word!r}")
        self.seats.append((found.group(1), int(found.group(2)), int(found.group(3) or 0)))


def meter_shows(self: Rehearsal, words: str) -> None:
    _before(self, "meter")
    self.readings.extend(cents(word) for word in words.split())


def remember(self: Rehearsal, name: str, text: str) -> None:
    """What the table remembers otherwise than a new one, in its written form."""
    _before(self, "remember")
    kinds = get_type_hints(self.game.carry_type)
    if name not in kinds:
        raise BadStory(f"a table of {self.game.title} remembers {', '.join(kinds)}, not {name}")
    try:
        known = read(kinds[name], json.loads(text), name)
    except ValueError as wrong:
        raise BadStory(f"remember {name}: {wrong}") from None
    self.brought.append(lambda carry: replace(carry, **{name: known}))


def brought(self: Rehearsal, words: str) -> None:
    """What the table brings into the round, in the words of its game."""
    _before(self, "brought")
    self.brought.append(lambda carry: self.game.brought(carry, words))


def left_lying(self: Rehearsal, spot: str, words: str) -> None:
    """Winners left lying from the spin before."""
    _before(self, "lying")
    found = [WAGER.fullmatch(word) for word in words.split()]
    left = tuple(Wager(w[1], int(w[2] or 0), self.game.spot_named(spot), cents(w[3])) for w in found if w)
    self.brought.append(lambda carry: replace(carry, lying=(*carry.lying, *left)))


def running_sequence(self: Rehearsal, spot: str, word: str, came: str) -> None:
    """A sequence that began on an earlier spin, and the numbers that have come since."""
    _before(self, "running")
    found = WAGER.fullmatch(word)
    if found is None:
        raise BadStory(f"running: write running double:17/5#3 P1:10 came 17, not {spot} {word}")
    named = spot.partition("#")[0].partition(":")[2]
    one = {
        "wager": write(Wager(found[1], 0, spot, cents(found[3]))),
        "numbers": [int(number) for number in named.split("/")],
        "came": [int(number) for number in came.split("/")],
    }

    def change(carry: Any) -> Any:
        doc: Any = write(carry)
        return read(type(carry), {**doc, "running": [*doc["running"], one]}, "running")

    self.brought.append(change)


def shoe_lies(self: Rehearsal, words: str) -> None:
    self.shoe.extend(read_card(word if len(word) > 1 and word != "10" else f"{word}S") for word in words.split())


def secrets_used(self: Rehearsal, words: str) -> None:
    _before(self, "secrets used")
    used = {name: int(count) for name, _, count in (word.partition(":") for word in words.split())}
    self.brought.append(lambda carry: replace(carry, secret_used=used))
