"""Layout: what players do. Wagers, chips, words, choices, and things that go wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from houseway.floor.people import Person, player
from houseway.floor.settling import position
from houseway.floor.story.spelled import card, document, whole
from houseway.floor.story.stations import by_the_clock, period_runs
from houseway.floor.story.told import DEALER, SUPERVISOR, BadStory, asked_of, come_to, may_go_wrong
from houseway.floor.story.vocabulary import choice_told, mishap_told, spot_told
from houseway.floor.table import Reply, Table
from houseway.forms import Doc
from houseway.law.roles import STAFF
from houseway.money import NotMoney, cents
from houseway.play.decision import Accepted, Refused
from houseway.play.events import Decided, Settled
from houseway.play.notation import WAGER
from houseway.play.prompts import (
    Choose,
    ChooseEach,
    Confirm,
    Prompt,
    TakeWagers,
)
from houseway.play.wagers import Wager

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


BESIDE = (
    "chips",
    "cash",
    "plaques",
    "coins",
    "coupons",
    "tokens",
    "vouchers",
    "nothing",
)  # what may lie beside a spoken wager


def wagers_laid(self: Rehearsal, spot: str, words: str) -> Reply | None:
    """Wagers of one window. Where a line holds several and one is refused, that reply is the line's."""
    table = self.table
    spot = self.game.spot_named(spot)
    if not isinstance(table.prompt, TakeWagers) or not _known(table.prompt, spot):
        opened = [prompt for prompt, _ in table.progress.answers if isinstance(prompt, TakeWagers)]
        later = decided(table) and opened and not _known(opened[0], spot)  # it belongs to this round, or to none
        idle = table.state.script != "play" or position(table.progress.steps) == {} or decided(table)

        def asked(prompt: Prompt) -> bool:  # chips that are themselves a decision
            return isinstance(prompt, ChooseEach) and any(stake.spot == spot for stake in prompt.stakes.values())

        def open_for_it(prompt: Prompt) -> bool:
            return isinstance(prompt, TakeWagers) and _known(prompt, spot)

        if later and not self.shoe:
            pass
        elif self.refusal_told and isinstance(table.prompt, TakeWagers) and not self._comes_to(open_for_it):
            pass  # it is offered now, and the dealer does not go on for it
        elif idle or self.shoe:
            self._until(open_for_it)
        elif self._comes_to(asked):
            self._until(asked)
    reply = None
    try:
        laid = [wager_told(word, spot) for word in words.split()]
    except NotMoney as wrong:
        if not re.search(r":\$?[0-9,]+\.[0-9]{3,}", words):
            raise
        no_chip = Refused(table.general.chips.by, str(wrong), "amount")  # a figure, and no chip is worth it
        return spot_told(self, spot, Reply(no_chip))
    for wager in laid:
        self._purse(wager.player)
        details: dict[str, Doc] = {"spot": spot, "cents": wager.cents, **({"area": wager.area} if wager.area else {})}
        window = table.prompt
        reply = self._do(player(wager.player), "place", **details)
        if not reply.accepted:
            return spot_told(self, spot, reply)
        if isinstance(window, TakeWagers) and spot not in window.spots:
            self.told.met.setdefault(("spots called", spot.partition(":")[0]), "")
    return reply


def wager_told(word: str, spot: str) -> Wager:
    """``P1:10`` or ``P1@3:10`` as a wager on a spot; area 0 where none is named."""
    found = WAGER.fullmatch(word)
    if found is None:
        raise BadStory(f"a wager is written P1:10 or P1@3:10, not {word!r}")
    name, area, amount = found.groups()
    staked = -cents(amount[1:]) if amount[0] == "-" else cents(amount)
    return Wager(name, whole(area or "0", "area"), spot, staked)


def _known(window: TakeWagers, spot: str) -> bool:
    return spot in window.spots or window.pieces_of is not None


def decided(table: Table) -> bool:
    return any(isinstance(step, (Decided, Settled)) for step in table.progress.steps)


def _at_its_end(table: Table) -> bool:
    """Decided, and nothing is at stake any more."""
    return decided(table) and not any(held for held, _ in position(table.progress.steps).values())


def colour(self: Rehearsal, name: str, colour: str, amount: str, count: str | None) -> Reply:
    self._purse(name)
    details = {"colour": colour, "cents": cents(amount), **({"chips": whole(count, "chips")} if count else {})}
    return self._do(player(name), "colour", **details)


def redeem(self: Rehearsal, name: str, at: str | None, issued_by: str | None) -> Reply:
    details = {key: text for key, text in (("at", at), ("issued_by", issued_by)) if text}
    return self._do(player(name), "redeem", **details)


def chips_laid(self: Rehearsal, name: str, chips: str, spot: str) -> Reply:
    """So many of the colour chips that a player has."""
    return spot_told(self, spot, self._do(player(name), "place", spot=spot, chips=whole(chips, "chips")))


def medium(self: Rehearsal, of: str, name: str, amount: str, spot: str) -> Reply:
    """A wager that is made of something else than chips."""
    self._purse(name)
    return spot_told(self, spot, self._do(player(name), "place", spot=spot, cents=cents(amount), medium=of))


def secret(
    self: Rehearsal, name: str, kind: str | None, amount: str, holding: str | None, words: str, unexamined: str | None
) -> Reply:
    """A form, handed in by its player, or taken in by staff who did not look at it."""
    self._purse(name)
    self._between()
    details: dict[str, Doc] = {"kind": kind or "", "words": words.strip(), "figures": cents(amount)}
    if not unexamined:
        return self._do(player(name), "secret", **details)
    if holding:
        details["chips"] = cents(holding)
    return self._do(DEALER, "secret", player=name, unexamined=True, **details)


def irregularity(self: Rehearsal, kind: str, at: str | None, words: str | None) -> Reply:
    def admits(prompt: Prompt) -> bool:
        return may_go_wrong(prompt, kind)

    here = self.table.prompt
    asks_of_here = self.refusal_told and decided(self.table)  # of the round that lies there, not of the next
    if not asks_of_here and (here is None or not admits(here)):
        over = decided(self.table) or not isinstance(here, TakeWagers) or bool(self.shoe)
        if over or not (here and here.may_go_wrong) or self._comes_to(admits):
            self._until(admits)
    details: dict[str, Doc] = {"kind": kind} | ({"words": words} if words else {})
    if at is not None:
        details |= {"area": whole(at, "area")} if at.isdigit() else {"card": str(card(at))}
    stood = self.table.prompt
    # The count may say that it is not short: then a supervisor has looked. A line that says "refused" asks of the dealer alone.
    looked = kind == "short" and stood is not None and stood.shoe_in_hand is not None and not self.refusal_told
    who = SUPERVISOR if looked else DEALER
    return mishap_told(self, kind, stood, self._do(who, "irregularity", **details))


def choice(self: Rehearsal, name: str, word: str) -> Reply:
    """A player's decision, once the table comes to it by itself."""

    def asked(prompt: Prompt) -> bool:
        if isinstance(prompt, ChooseEach):
            known = any(option.value == word.partition(" ")[0] for option in prompt.options)
            return name in prompt.players and (known or isinstance(prompt.judge_one(name, word), Accepted))
        return isinstance(prompt, Choose) and prompt.player == name

    def offered(prompt: Prompt) -> bool:
        return isinstance(prompt, ChooseEach) and any(option.value == word for option in prompt.options)

    if self._comes_to(asked):
        self._until(asked)
    elif self.shoe:
        self._until(lambda prompt: isinstance(prompt, Choose))
    elif self.refusal_told and self._comes_to(offered):  # it is offered to others, and not to this player
        self._until(offered)
    prompt = self.table.prompt
    if isinstance(prompt, ChooseEach) and prompt.short is not None and prompt.short.value == word:
        return self._do(DEALER, "choose", player=name, value=word)  # the dealer's word, not the player's
    return choice_told(self, name, word, self._do(player(name), "choose", value=word))


def staff_choice(self: Rehearsal, word: str) -> Reply | None:
    """What staff choose, by the word of the choice alone; None where nobody of the staff is asked for it."""

    def asked(prompt: Prompt) -> bool:
        return isinstance(prompt, Choose) and not prompt.player and any(one.value == word for one in prompt.options)

    if not self._comes_to(asked):
        return None
    self._until(asked)
    prompt = self.table.prompt
    assert prompt is not None
    return self._do(asked_of(prompt), "answer", value=word)


def withdraw(self: Rehearsal, name: str, amount: str | None, spot: str | None = None, area: str | None = None) -> Reply:
    self._between()
    if self.table.state.script != "play":  # what was left lying lies free once the next round is open
        self._until(lambda prompt: isinstance(prompt, TakeWagers))
    details: dict[str, Doc] = {"cents": cents(amount)} if amount else {}
    details |= {"spot": spot} if spot else {}
    details |= {"area": whole(area, "area")} if area else {}
    return spot_told(self, spot, self._do(player(name), "withdraw", **details))


def say(self: Rehearsal, name: str, amount: str, spot: str | None, beside: str, confirmed: str | None) -> Reply:
    self._purse(name)
    by = re.split(r",\s*|\s+and\s+", confirmed) if confirmed else []
    if unknown := [role for role in by if role not in STAFF]:
        raise BadStory(f"nobody is a {unknown[0]!r} here; there are {', '.join(STAFF)}")
    if beside not in BESIDE:
        raise BadStory(f"beside the words lie {', '.join(BESIDE)}, not {beside!r}")
    spot, _, area = (spot or "").partition("@")
    details: dict[str, Doc] = {"cents": cents(amount), "with": beside}
    details |= {"spot": spot} if spot else {}
    details |= {"area": whole(area, "area")} if area else {}
    who = player(name)
    above = next((role for role in STAFF if role in by and role != DEALER.role), None)
    if above is not None:  # who confirms it keys it; the supervisor signs for the dealer
        who = SUPERVISOR if above == SUPERVISOR.role else Person(f"the {above}", above)
        details |= {"player": name}
        details |= {"asked_by": DEALER.name, "asked_role": DEALER.role} if "dealer" in by else {}
    elif by:
        who, details = DEALER, {**details, "player": name}
    return spot_told(self, spot or None, self._do(who, "say", **details))


def see_burned(self: Rehearsal, name: str, shown: str | None) -> Reply:
    """A player asks; where nobody knew the card, the dealer turns it and keys it."""
    if shown is None:
        return self._do(player(name), "ask burn", player=name)
    return self._do(DEALER, "ask burn", player=name, card=str(card(shown)))


def answer_with(self: Rehearsal, text: str) -> Reply:
    value = document(text, "after =")
    if value is not True:  # nothing is confirmed and no window closed by a value
        self._until(lambda prompt: not isinstance(prompt, (Confirm, TakeWagers)) or _measured(prompt, value))
    prompt = self.table.prompt
    if prompt is None:
        raise BadStory("nothing is asked at this table now")
    return self._do(asked_of(prompt), "answer", value=value)


def _measured(prompt: Prompt, value: Doc) -> bool:
    """Whether a value is what the dealer keys while the window stays open."""
    return isinstance(prompt, TakeWagers) and prompt.meanwhile is not None and type(value) is int


def call(self: Rehearsal) -> Reply:
    """The dealer closes the open window. Where players decide something, a call that is refused is made there."""
    if not (self.refusal_told and isinstance(self.table.prompt, ChooseEach)):
        come_to(self, lambda p: isinstance(p, TakeWagers), "an open window")
    if self.refusal_told and period_runs(self):
        with by_the_clock(self):
            return self._do(DEALER, "answer")
    return self._do(DEALER, "answer")


def pick_up(self: Rehearsal) -> Reply | None:
    """The end of a round. One that came to nothing may have ended by itself: then there is nothing to pick up."""
    table = self.table
    if isinstance(table.prompt, TakeWagers) and table.state.round > 1 and table.untouched(table.state):
        return None
    come_to(self, lambda p: isinstance(p, Confirm) and p.ends and _at_its_end(self.table), "the end of a round")
    return self._do(DEALER, "answer", value=True)
