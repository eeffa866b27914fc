"""Draws: cards, spins, dice, balls and tiles as a story tells them, and a shoe made ready."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from houseway.floor.cutting import DECLINE
from houseway.floor.last_judged import as_played, recorded
from houseway.floor.people import player
from houseway.floor.rerunning import run_again
from houseway.floor.story.layout import wager_told
from houseway.floor.story.spelled import card, whole, wholes
from houseway.floor.story.stations import by_the_clock, period_runs
from houseway.floor.story.told import DEALER, SUPERVISOR, BadStory, come_to, due_or_ruled, may_go_wrong
from houseway.floor.table import Reply
from houseway.forms import Doc
from houseway.kit.cards import Card
from houseway.law.roles import STAFF
from houseway.money import cents
from houseway.play.cards import PRE_SHUFFLED
from houseway.play.decision import Refused
from houseway.play.deck import FreshDeck
from houseway.play.driver import ruling_of
from houseway.play.prompts import (
    Ball,
    Choose,
    Draw,
    Number,
    Roll,
    Spin,
    Stack,
    Steps,
    TakeWagers,
)
from houseway.play.states import Asked

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


def cards_fall(self: Rehearsal, words: str) -> Reply | None:
    reply = None
    for word in words.split():
        fallen = card(word)
        prompt = self.table.prompt
        if str(fallen) == "CUT" and isinstance(prompt, TakeWagers) and may_go_wrong(prompt, "cut-card"):
            reply = self._do(DEALER, "irregularity", kind="cut-card")
        else:
            taken = prompt.told_by_dealing(fallen) if prompt is not None and isinstance(fallen, Card) else None
            if taken is not None:
                assert isinstance(prompt, Choose)
                self._do(player(prompt.player), "choose", value=taken)
            if not self._until(lambda prompt: isinstance(prompt, Draw)):
                raise BadStory(f"no card is due where the story has {word}")
            reply = self._do(DEALER, "answer", value=str(fallen))
        if not reply.accepted:
            return reply
    return reply


def spin_ends(self: Rehearsal, result: str) -> Reply:
    if self.refusal_told and period_runs(self):  # told of this moment, and not of when the period is over
        with by_the_clock(self):
            return self._do(DEALER, "answer", value=result)
    due_or_ruled(self, lambda p: isinstance(p, Spin), "a spin")
    prompt = self.table.prompt
    if isinstance(prompt, Spin) and not prompt.admits(result) and not re.search(r"[0-9]", result):
        raise BadStory(f"the wheel comes to rest at a number or a symbol of it, not at {result!r}")
    return self._do(DEALER, "answer", value=result)


def dice_show(self: Rehearsal, faces: str) -> Reply:
    come_to(self, lambda p: isinstance(p, Roll), "a throw of dice")
    return self._do(DEALER, "answer", value=_faces(faces))


def balls(self: Rehearsal, numbers: str) -> Reply | None:
    reply = None
    for number in _faces(numbers):
        come_to(self, lambda p: isinstance(p, Ball), "a ball")
        reply = self._do(DEALER, "answer", value=number)
        if not reply.accepted:
            return reply
    return reply


def stacked(self: Rehearsal, words: str) -> Reply:
    come_to(self, lambda p: isinstance(p, Stack), "stacked tiles")
    return self._do(DEALER, "answer", value=[] if words == "face down" else words.split())


def opened(self: Rehearsal, place: str, words: str) -> Reply:
    """Tiles as they lie on the table when the dealer opens them."""
    come_to(self, lambda p: p.due_at == place and not p.usually(), f"opening the tiles of {place}")
    return self._do(DEALER, "answer", value=words)


def _faces(text: str) -> list[int]:
    return wholes(text, "numbers")


def cut(self: Rehearsal, at: str) -> Reply:
    come_to(self, lambda p: isinstance(p, Number) and p.asked == Asked.CUT, "the cut")
    return self._do(DEALER, "answer", value=whole(at, "cut"))


def depth(self: Rehearsal, at: str) -> Reply:
    come_to(self, lambda p: isinstance(p, Number) and p.asked == Asked.CUTTING_CARD, "placing the cutting card")
    return self._do(DEALER, "answer", value=whole(at, "cut"))


def cutter(self: Rehearsal, who: str) -> Reply:
    """Who cuts: somebody of the staff, or a player. Where the book offers the cut to nobody, a player who takes it all the same
    is refused there."""
    if isinstance(self.table.dealing, FreshDeck):
        come_to(self, lambda p: isinstance(p, Number) and p.asked == Asked.CUT, "the cut")
        prompt = self.table.prompt
        assert prompt is not None
        return self._do(DEALER if who == DEALER.role else player(who), "answer", value=prompt.usually())
    come_to(self, lambda p: isinstance(p, Choose) and p.asked == Asked.OFFER_CUT, "the offer of the cut")
    prompt = self.table.prompt
    assert isinstance(prompt, Choose)
    if who in STAFF or any(option.value == who for option in prompt.options):
        return self._do(DEALER, "answer", value=who)
    if any(char.isspace() for char in who):
        listed = ", ".join(option.value for option in prompt.options)
        raise BadStory(f"{who!r} does not cut here: {listed}, or a player by name")
    return self._do(DEALER, "answer", value="player", player=who)


def declines(self: Rehearsal, name: str) -> Reply:
    """A player to whom the cut is offered does not want it."""
    come_to(self, lambda p: isinstance(p, Choose) and p.asked == Asked.OFFER_CUT, "the offer of the cut")
    return self._do(player(name), "choose", value=DECLINE)


def shuffle_steps(self: Rehearsal, steps: str) -> Reply:
    come_to(self, lambda p: isinstance(p, Steps), "a shuffle by hand")
    made, prompt = re.split(r"[,\s]+", steps.strip()), self.table.prompt
    assert isinstance(prompt, Steps)
    if unknown := [step for step in made if step not in prompt.known]:
        raise BadStory(f"{unknown[0]!r} is no step of a shuffle; steps are {', '.join(prompt.known)}")
    return self._do(DEALER, "answer", value=made)


def pre_shuffled(self: Rehearsal) -> Reply:
    """Cards that came shuffled, as the dealer logs them instead of a shuffle by hand."""
    come_to(self, lambda p: isinstance(p, Steps), "a shuffle by hand")
    return self._do(DEALER, "answer", value=[PRE_SHUFFLED])


def recut(self: Rehearsal, who: str) -> Reply:
    come_to(self, lambda p: isinstance(p, Choose) and p.asked == Asked.RECUT, "a cut that may be made again")
    return self._do(SUPERVISOR, "answer", value=who)


def correct_throw(self: Rehearsal, old: str, new: str, number: str | None, brought: str | None) -> Reply:
    return correct(self, sorted(_faces(old)), _faces(new), number, brought)


def correct(self: Rehearsal, old: Doc, new: Doc, number: str | None, brought: str | None) -> Reply:
    """A card, a spin or a throw that was keyed wrongly, or was none because something went wrong."""
    at, round, _ = _keyed(self, number, lambda doc: doc == old, str(old))
    if isinstance(new, str) and new.startswith("!"):
        new = {"irregularity": new.removeprefix("!")}
    return _put_right(self, at, round, new, brought)


def correct_tiles(self: Rehearsal, old: str, new: str, number: str | None, brought: str | None) -> Reply:
    """Tiles as they were set, which are keyed as one."""
    return correct(self, old.strip(), new.strip(), number, brought)


def correct_choice(self: Rehearsal, name: str, old: str, new: str, number: str | None, brought: str | None) -> Reply:
    """What a player decided, where each decides alone or all decide at once."""

    def chose(doc: Doc) -> bool:
        return doc == old or (isinstance(doc, dict) and doc.get(name) == old)

    at, round, doc = _keyed(self, number, chose, f"{name} {old}")
    return _put_right(self, at, round, {**doc, name: new} if isinstance(doc, dict) else new, brought)


def correct_wager(self: Rehearsal, spot: str, words: str, new: str, number: str | None, brought: str | None) -> Reply:
    """A wager that was keyed with another amount; 0 where there was none, before or after."""
    wager = wager_told(words, self.game.spot_named(spot))
    was = [wager.player, wager.area, wager.spot, wager.cents]

    def lay(doc: Doc) -> bool:
        return isinstance(doc, dict) and any(
            _same_place(row, was) and row[3] == was[3] for row in doc.get("wagers", ())
        )

    told = f"{spot} {words}"
    laid = _keyed(self, number, lay, told) if wager.cents else _window(self, number, wager.spot, told)
    at, round, doc = laid
    rows = [list(row) for row in doc["wagers"]]
    keyed = [row for row in rows if _same_place(row, was)] or [was]
    if keyed[0] is was:  # nobody keyed it: it comes behind those that were
        rows.append(was)
    keyed[0][3] = cents(new)
    rows = [row for row in rows if row[3] and row not in keyed[1:]]
    self._purse(wager.player)
    return _put_right(self, at, round, {**doc, "wagers": rows}, brought)


def found(self: Rehearsal, spot: str, words: str) -> Reply:
    """Wagers found on a layout after it was closed, where they could not have been accepted: the record is put right."""
    spot = self.game.spot_named(spot)
    prompt = self.table.prompt
    if isinstance(prompt, TakeWagers) and spot in prompt.spots:
        self._do(DEALER, "answer")
    at, round, doc = _window(self, str(self.table.state.round), spot, f"{spot} {words}", last=True)
    laid = [wager_told(word, spot) for word in words.split()]
    for wager in laid:
        self._purse(wager.player)
    rows = [[wager.player, wager.area, wager.spot, wager.cents] for wager in laid]
    return _put_right(self, at, round, {**doc, "wagers": [*doc["wagers"], *rows]})


def _same_place(row: list[Doc], was: list[Doc]) -> bool:
    return bool(row[0] == was[0] and row[2] == was[2] and was[1] in (0, row[1]))


def _keyed(self: Rehearsal, number: str | None, is_it: Callable[[Doc], bool], told: str) -> tuple[int, int, Doc]:
    """Where an answer stands: in the round that is named, or else in the one being played or the last."""
    for body in _rounds(self, number):
        for at, doc in enumerate(body["tape"]):
            if is_it(doc):
                return at, body["round"], doc
    raise BadStory(f"no answer on record is {told}")


def _window(self: Rehearsal, number: str | None, spot: str, told: str, last: bool = False) -> tuple[int, int, Doc]:
    """The same for a wager that nobody keyed: the window that takes it, the first or the ``last`` such."""
    for body in _rounds(self, number):
        places = [at for at, doc in enumerate(body["tape"]) if ruling_of(doc) is None]
        asked = list(zip(places, run_again(self.ledger, body).answers, strict=False))
        for at, (prompt, _) in reversed(asked) if last else asked:
            if isinstance(prompt, TakeWagers) and spot in prompt.spots:
                return at, body["round"], body["tape"][at]
    raise BadStory(f"nothing was asked on record that {told} would answer")


def _rounds(self: Rehearsal, number: str | None) -> Iterator[dict[str, Doc]]:
    """The round that is named, or else the one being played and, where nothing was done in it yet, the last."""
    table = self.table
    for one in [whole(number, "round")] if number else [table.state.round, table.state.round - 1]:
        running = one == table.state.round and table.state.script == "play"
        yield from [as_played(table)] if running else [body for body in recorded(table, one) if body["round"] == one]
        if running and not table.untouched(table.state):
            break


def _put_right(self: Rehearsal, at: int, round: int, value: Doc, brought: str | None = None) -> Reply:
    details: dict[str, Doc] = {"answer": at, "value": value, "round": round, "asked_by": DEALER.name}
    if brought:
        details["answers"] = brought
    reply = self._do(SUPERVISOR, "correct", **details)
    on_there = isinstance(reply.decision, Refused) and reply.decision.ground == "answers"
    if not brought or not on_there or self.refusal_told:
        return reply
    # that round goes on at the table: what it asks otherwise now is told there
    reply = self._do(SUPERVISOR, "correct", **{name: item for name, item in details.items() if name != "answers"})
    for line in brought.split(",") if reply.accepted else ():
        said = self._act(line.strip())
        if said is not None and not said.accepted:
            return said
    return reply
