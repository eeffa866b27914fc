"""Scene: what a story settles before its first act. The sign, the equipment, the shoe, who sits where."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor.fitting import judge_notice
from houseway.floor.jackpots import Opened, judge_jackpot, judge_signer, open_jackpot
from houseway.floor.story.layout import wager_told
from houseway.floor.story.spelled import card, document, moment, value_of, whole
from houseway.floor.story.told import SUPERVISOR, BadStory, remembered
from houseway.floor.table import Reply
from houseway.forms import Doc, read, write
from houseway.games import chapters_of
from houseway.kit.cards import Card, CutCard, Unseen
from houseway.law.clause import NO_CLAUSE, Basis, Clause
from houseway.law.rulebook import NotInForce
from houseway.money import cents
from houseway.play.decision import Accepted, Refused
from houseway.play.notation import NAME, read_sign
from houseway.play.remembering import changed
from houseway.play.remembering import remembered as kept
from houseway.play.shoeful import Shoeful

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


def _before(self: Rehearsal, what: str) -> None:
    if self.opened is not None:
        raise BadStory(f"{what} belongs before the first act at the table")


def bring(self: Rehearsal, name: str, change: Callable[[object], object]) -> None:
    """Changes what the table remembers when it opens, where a table of this game remembers it."""
    if name not in remembered(self):
        known = ", ".join(remembered(self))
        raise BadStory(f"a table of {self.game.title} has no {name.replace('_', ' ')} in mind; it has {known}")
    self.brought.append(change)


def _bring_shoe(self: Rehearsal, change: Callable[[Shoeful], Shoeful]) -> None:
    """Changes the shoe that stands there when the table opens."""

    def with_shoe(carry: object) -> object:
        shoe = kept(carry).shoe
        return carry if shoe is None else changed(carry, shoe=change(shoe))

    bring(self, "shoe", with_shoe)


def sign_reads(self: Rehearsal, words: str) -> Reply | None:
    _before(self, "sign")
    try:
        self.set_up = replace(self.set_up, sign=read_sign(words.split(), self.set_up.sign))
        self.sign_said = True
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
    approval = self.set_up.approval
    while parts:
        word = parts.pop(0)
        if word == "decks" and parts:
            decks = whole(parts.pop(0), "decks")
        elif word in ("shuffler", "continuous", "hand"):
            shuffling = word  # type: ignore[assignment]
        elif word == "layout" and parts:
            layout = parts.pop(0)
        elif word == "areas" and parts:
            sign = replace(sign, areas=whole(parts.pop(0), "areas"))
            self.areas_said = True
        elif word == "approved" and parts:
            approval = parts.pop(0)
        elif word == "method" and parts:
            method, parts = " ".join(parts), []
        else:
            raise BadStory(f"set up: {word!r} is not understood")
    edition = self.rulebook.at(self.moment, self.policies, self.variant)
    if not self.areas_said and (places := chapters_of(edition).places) is not None:
        sign = replace(sign, areas=places.areas.value[0])
    wanted = replace(
        self.set_up, decks=decks, shuffling=shuffling, layout=layout, method=method, sign=sign, approval=approval
    )
    decision = self.game.judge_set_up(edition.terms, wanted)
    if isinstance(decision, Accepted):
        self.set_up = wanted
        self._cite(decision.by, "decision")
    return Reply(decision)


def policy(self: Rehearsal, name: str, value: str) -> None:
    _before(self, "policy")
    self.policies[name] = value_of(value)
    self.rulebook.at(
        self.moment, self.policies, self.variant
    )  # an unknown one, or a value it cannot take, is refused here


def date(self: Rehearsal, text: str) -> None:
    self.now = moment(text)
    if self.opened is None:
        self.moment, self.by_the_clock = self.now, True


def new_shoe(self: Rehearsal) -> None:
    _before(self, "new shoe")
    self.new_shoe = True


def advised(self: Rehearsal, names: str) -> None:
    _before(self, "advised")
    bring(self, "advised", lambda carry: changed(carry, advised=kept(carry).advised | set(names.split())))


def warned(self: Rehearsal, names: str) -> None:
    _before(self, "warned")
    bring(self, "warned", lambda carry: changed(carry, warned=kept(carry).warned | set(names.split())))


def open_the_table(self: Rehearsal) -> Reply:
    """May a table of this book open at the date of the story?"""
    _before(self, "opening")
    try:
        rule = chapters_of(self.rulebook.as_commenced(variant=self.variant)).commencement
    except NotInForce as no_game:  # only a notice is held: what it amends is said by its first clause
        first = next(iter(self.rulebook.base.words))
        return Reply(Refused(Basis((Clause(self.rulebook.id, first.number),)), str(no_game), "not_in_force"))
    by = Basis(()) if rule is None else rule.by
    try:
        book = chapters_of(self.rulebook.at(self.moment, self.policies, self.variant))
        lacking = judge_notice(book, self.set_up.sign) if self.sign_said else None
        if lacking is None and self.approvals_count:
            lacking = judge_jackpot(self.ledger, book, self.set_up.sign)
        opened = lacking or self._open()
    except NotInForce as wrong:
        return Reply(Refused(by, str(wrong), "not_in_force" if rule is None else ""))
    if isinstance(opened, Refused):
        return Reply(opened)
    self.opened = opened
    return Reply(Accepted(by))


def next_cards(self: Rehearsal, cards: str) -> None:
    _before(self, "next")
    held = tuple(_kept_card(word) for word in cards.split())
    _bring_shoe(self, lambda shoe: replace(shoe, next_cards=held))


def _kept_card(word: str) -> Card | Unseen:
    found = card(word)
    if isinstance(found, CutCard):
        raise BadStory("next: the cutting card is kept for no round")
    return found


def burned(self: Rehearsal, word: str) -> None:
    """The card burned from this shoe before the story begins."""
    burned = card(word)

    def change(shoe: Shoeful) -> Shoeful:
        left = shoe.shoe.without(burned) if isinstance(burned, Card) else shoe.shoe.without_unseen()
        return replace(shoe, shoe=left).noting(burned=burned)

    _before(self, "burned")
    _bring_shoe(self, change)


def note(self: Rehearsal, **notes: Doc) -> None:
    _before(self, "this line")
    _bring_shoe(self, lambda shoe: shoe.noting(**notes))


def seats_taken(self: Rehearsal, words: str) -> None:
    _before(self, "seats")
    for word in words.split():
        found = re.fullmatch(rf"({NAME})@(\d+)(?:\((\d+)\))?", word)
        if found is None:
            raise BadStory(f"seats: write P1@1, or P1@1(3) for one who sat out three rounds; not {word!r}")
        name, area, idle = found.groups()
        self.seats.append((name, whole(area, "seats"), whole(idle or "0", "seats")))


def meter_shows(self: Rehearsal, words: str) -> None:
    _before(self, "meter")
    self.readings.extend(cents(word) for word in words.split())


def jackpot_approved(self: Rehearsal, approval: str | None) -> Reply | None:
    """Whether the jackpot on the sign is on record with an approval; that it is goes without saying where a story is silent."""
    _before(self, "the approval of a jackpot")
    jackpot, self.approvals_count = self.set_up.sign.jackpot, True
    if approval is None:
        return None
    if jackpot is None:
        raise BadStory("no jackpot is on the sign")
    who = self.acting or SUPERVISOR
    rules = chapters_of(self.rulebook.at(self.moment, self.policies, self.variant)).jackpot
    if (refused := judge_signer(who, NO_CLAUSE if rules is None else rules.approved.by)) is not None:
        return Reply(refused)
    opened = Opened(jackpot, jackpot.name, approval, "who asks", who.name)
    return Reply(open_jackpot(self.ledger, opened, self.now, f"{who.role}:{who.name}"))


def remember(self: Rehearsal, name: str, text: str) -> None:
    """What the table remembers otherwise than a new one, in its written form."""
    _before(self, "remember")
    kinds = remembered(self)
    name = self.game.memory_now_called(name)
    if name not in kinds:
        raise BadStory(f"a table of {self.game.title} remembers {', '.join(kinds)}, not {name}")
    try:
        known = read(kinds[name], document(text, f"after remember {name}"), name)
    except ValueError as wrong:
        raise BadStory(f"remember {name}: {wrong}") from None
    bring(self, name, lambda carry: replace(carry, **{name: known}))  # type: ignore[type-var]


def brought(self: Rehearsal, words: str) -> None:
    """What the table brings into the round, in the words of its game."""
    _before(self, "brought")
    self.brought.append(lambda carry: self.game.brought(carry, words))


def left_lying(self: Rehearsal, spot: str, words: str) -> None:
    """Winners left lying from the spin before."""
    _before(self, "lying")
    left = tuple(wager_told(word, self.game.spot_named(spot)) for word in words.split())
    bring(self, "lying", lambda carry: changed(carry, lying=(*kept(carry).lying, *left)))


def running_sequence(self: Rehearsal, spot: str, word: str, came: str) -> None:
    """A sequence that began on an earlier spin, and the numbers that have come since."""
    _before(self, "running")
    named = spot.partition("#")[0].partition(":")[2]
    if not re.fullmatch(r"[0-9]+(/[0-9]+)*", named) or not re.fullmatch(r"[0-9]+(/[0-9]+)*", came):
        raise BadStory(f"running: write running double:17/5#3 P1:10 came 17, not {spot} {word} came {came}")
    one = {
        "wager": write(replace(wager_told(word, spot), area=0)),
        "numbers": [whole(number, "running") for number in named.split("/")],
        "came": [whole(number, "came") for number in came.split("/")],
    }

    def change(carry: object) -> object:
        doc = write(carry)
        return read(type(carry), {**doc, "running": [*doc["running"], one]}, "running")

    bring(self, "running", change)


def shoe_lies(self: Rehearsal, words: str) -> None:
    self.shoe.extend(card(word if len(word) > 1 and word != "10" else f"{word}S") for word in words.split())


def secrets_used(self: Rehearsal, words: str) -> None:
    _before(self, "secrets used")
    used = {name: whole(count, "secrets used") for name, _, count in (word.partition(":") for word in words.split())}
    bring(self, "secret_used", lambda carry: changed(carry, secret_used=used))
