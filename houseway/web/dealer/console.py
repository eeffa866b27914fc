"""Console: what a dealer's page shows, worked out from the table. It offers only what the prompt admits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from markupsafe import Markup

from houseway.draw.marks import suit_svg
from houseway.floor import authority, hand_pays
from houseway.floor.last_judged import recorded
from houseway.floor.people import SUPERVISORS, Person
from houseway.floor.table import Table
from houseway.floor.tournament import gate
from houseway.floor.views import DEALER
from houseway.forms import Doc
from houseway.kit.cards import Card
from houseway.kit.tiles import KINDS, Kind
from houseway.law.changes import provision_at
from houseway.law.clause import Basis, Provision
from houseway.law.roles import Role
from houseway.money import Cents, show, show_net
from houseway.play.events import Called, Dealt, Decided, Event, Laid, Marked, Opened, PickedUp, Settled, SignRead
from houseway.play.felt import redacted
from houseway.play.general import Lock
from houseway.play.irregular import Mishap
from houseway.play.prompts import (
    Choose,
    ChooseEach,
    Confirm,
    Draw,
    Option,
    Prompt,
    Roll,
    Spin,
    TakeWagers,
)
from houseway.play.remembering import remembered
from houseway.play.shoeful import Shoeful
from houseway.play.states import Asked, Outcome, State, window_heading
from houseway.play.wagers import Wager
from houseway.premises.premises import Premises
from houseway.premises.recent import is_routine, sentence
from houseway.web import cloths
from houseway.web.awaited import Awaited
from houseway.web.dealer.money import Money
from houseway.web.dealer.pad import Pad, pad_of
from houseway.web.mending import Entry, asks_of, entries_of
from houseway.web.table_page import AtTable

_QUIET = (SignRead, Opened, Decided, Marked, PickedUp)


@dataclass(frozen=True)
class Step:
    name: str
    by: Basis
    what: str | Markup = ""
    when: str = "done"  # "done", "now", "ahead"


class Console(AtTable):
    def __init__(self, premises: Premises, table: Table, who: Person) -> None:
        super().__init__(premises, table, DEALER)
        self.who, self.prompt = who, table.prompt

    @property
    def money(self) -> Money | None:
        """Cash and chips, where the house has a cage."""
        desks = self.premises.desks
        return None if desks is None else Money(desks, self.table)

    @property
    def calls(self) -> list[list[str]]:
        """What sounds here: who wants the dealer."""
        return [[f"{self.name} call {player} {at}", f"{player} calls"] for player, at in self.table.state.calls.items()]

    @property
    def hand_pays(self) -> list[tuple[int, str, int]]:
        """Wins that two people are still to sign for: round, player, amount."""
        return hand_pays.due(self.table)

    @property
    def keyed(self) -> bool:
        """Whether cards are keyed in as they come from a real shoe."""
        return self.table.state.cards_from == "shoe"

    @property
    def may_examine(self) -> bool:
        """Whether who is at the console examines forms of secret wagers."""
        return self.who.role in authority.who_may(self.table, "examine form")

    @property
    def to_lay(self) -> dict[str, Cents]:
        """Who owes a compulsory wager in the tournament that is played here."""
        return gate.owed(self.table)

    @property
    def supervises(self) -> bool:
        return self.who.role in SUPERVISORS

    def cloth(self) -> Markup:
        return Markup(cloths.picture(self.table.game.name, "dealer", self.view))

    # The steps of the round

    @property
    def steps(self) -> list[Step]:
        now = Step(step_name(self.prompt), self.prompt.by, when="now") if self.prompt is not None else None
        done = list(done_steps(self.table.progress.events))
        return [*done, *([now] if now else []), *self._ahead()]

    def _ahead(self) -> list[Step]:
        listed = cloths.page(self.table.game.name, "steps").get("step", [])
        if self.prompt is None or self.table.state.script != "play":
            return []
        places = [n for n, step in enumerate(listed) if self._is_now(step)]
        if not places:
            return []
        following = listed[places[0] + 1 :]
        steps = []
        for step in following:
            provision = self._provision(step["provision"])
            if provision is not None:
                steps.append(Step(step["name"], provision.by, when="ahead"))
        return steps

    def _is_now(self, step: dict[str, str]) -> bool:
        """Whether the table is at a step of the list: what is asked for is the step's, or rests on its provision."""
        assert self.prompt is not None
        if step.get("asks") == asks_of(self.prompt):
            return True
        provision = self._provision(step["provision"])
        return provision is not None and step.get("asks") == "" and provision.by.clauses[0] in self.prompt.by.clauses

    def _provision(self, name: str) -> Provision[Any] | None:
        """A provision of the terms by its name, with its group before a point: ``hands.turn``."""
        return provision_at(self.table.terms, name)

    @property
    def closing_call(self) -> str:
        """The words that close the open window, where the book prescribes any."""
        listed = cloths.page(self.table.game.name, "steps").get("step", [])
        for step in listed:
            if self.prompt is not None and step.get("asks") == asks_of(self.prompt) and "closes" in step:
                provision = self._provision(step["closes"])
                return sentence(provision.value) if provision is not None else ""
        return ""

    # The prompt

    @property
    def kind(self) -> str:
        if isinstance(self.prompt, Draw):
            return "Draw"  # a card to be keyed, whether it is drawn or turned
        if isinstance(self.prompt, ChooseEach):
            return "ChooseEach"
        if isinstance(self.prompt, Confirm):
            return "Confirm"
        return type(self.prompt).__name__ if self.prompt is not None else ""

    @property
    def goes_on(self) -> bool:
        """Whether the table can go on with what players have said so far."""
        return self.prompt is not None and self.prompt.usually() is not None

    @property
    def tile_kinds(self) -> tuple[Kind, ...]:
        return KINDS

    @property
    def for_supervisor(self) -> bool:
        """Whether somebody else must answer what is asked."""
        return self.prompt is not None and self.prompt.asks == "supervisor" and self.who.role not in self.asked_for

    @property
    def asked_for(self) -> list[Role]:
        """Who answers what is asked of no dealer."""
        assert self.prompt is not None
        return [role for role in authority.asked_for(self.table, self.prompt) if role != "house"]

    def chosen_by(self, option: Option) -> list[Role]:
        """Who else must choose an option, where the book names them; nobody, if whoever is at the console may."""
        assert self.prompt is not None
        roles = authority.answering(self.table, self.prompt, {"value": option.value})
        return [] if self.who.role in roles else [role for role in roles if role != "house"]

    def directed_by(self, mishap: Mishap) -> list[Role]:
        """Who else directs what is done when this goes wrong; nobody, if whoever is at the console may."""
        roles = authority.directed(self.table, mishap)
        return [] if self.who.role in roles else list(roles)

    @cached_property
    def awaited(self) -> Awaited:
        """What waits here for somebody's word, and what whoever is at the console is to be told."""
        return Awaited({self.name: self.table}, self.who, self.name)

    @property
    def staffed(self) -> bool:
        """Whether staff have passwords here."""
        return self.premises.identity.door is not None

    @property
    def releasing(self) -> list[Role]:
        return [role for role in authority.who_may(self.table, "release") if role != "house"]

    @property
    def correcting(self) -> list[Role]:
        return [role for role in authority.who_may(self.table, "correct") if role != "house"]

    @property
    def face_up(self) -> bool:
        return isinstance(self.prompt, Draw) and self.prompt.up

    @property
    def mishaps(self) -> tuple[Mishap, ...]:
        return self.prompt.may_go_wrong if self.prompt is not None and self.table.state.status.is_open else ()

    @property
    def wrong_words(self) -> str:
        """What is called when something goes wrong here, where the book has words for it: "No spin"."""
        provision = self._provision(cloths.page(self.table.game.name, "steps").get("wrong", "none"))
        return sentence(provision.value) if provision is not None else ""

    @cached_property
    def pad(self) -> Pad | None:
        """The keys of a wheel or dice, for the prompt or for a correction."""
        if not self.keyed:
            return None
        asked = [self.prompt, *(entry.prompt for entry in self.cards)]
        return next(
            (pad for prompt in asked if (pad := pad_of(prompt, self.table.game.name, self.table.terms)) is not None),
            None,
        )

    @property
    def offers_cut(self) -> bool:
        """Whether somebody is to cut: which of the players did goes on record by name."""
        return isinstance(self.prompt, Choose) and self.prompt.asked == Asked.OFFER_CUT

    @property
    def asks_result(self) -> bool:
        return isinstance(self.prompt, (Spin, Roll))

    @property
    def payments(self) -> tuple[list[Settled], list[Settled]]:
        """What was taken, then what was paid or returned, in the order of the record."""
        lines = [event for event in self.table.progress.events if isinstance(event, Settled)]
        return [x for x in lines if x.outcome == Outcome.LOST], [x for x in lines if x.outcome != Outcome.LOST]

    @property
    def records(self) -> list[dict[str, str]]:
        """Things the rules let staff do at any time, which are put on record under their clause."""
        listed: list[dict[str, str]] = cloths.page(self.table.game.name, "steps").get("record", [])
        return listed

    @property
    def names(self) -> list[tuple[str, list[tuple[str, str]]]]:
        return cloths.names(self.table.game.name, self.table.terms, self.spots)

    @cached_property
    def read_as(self) -> dict[str, str]:
        """Spots as they are read."""
        return {spot: words for _, group in self.names for spot, words in group}

    @property
    def drawn_word(self) -> str:
        """What comes out at this table: a card, or a result."""
        return "card" if self.table.dealing is not None else "result"

    @property
    def chips(self) -> list[Wager]:
        return sorted(self.table.state.chips, key=lambda wager: (wager.area, wager.player))

    @property
    def to_confirm(self) -> bool:
        return self.table.general.lock.value is Lock.CONFIRMED and not self.raising

    @property
    def confirmed(self) -> tuple[str, ...]:
        return self.table.state.confirmed

    @property
    def raising(self) -> bool:
        return self.table.window is not None and self.table.window.backing is not None

    @property
    def spots(self) -> list[str]:
        return list(self.table.window.spots) if self.table.window is not None else []

    @property
    def raisers(self) -> list[Wager]:
        """Players who may still raise, for the dealer to act for them."""
        window = self.table.window
        return sorted(window.backing or (), key=lambda wager: wager.area) if window is not None else []

    @property
    def seats(self) -> list[tuple[str, int]]:
        return sorted(((seat.player, seat.area) for seat in self.table.state.seats), key=lambda pair: pair[1])

    def chosen(self, player: str) -> str:
        return self.table.state.choices.get(player, "")

    # The shoe and the float

    @property
    def shoe(self) -> Shoeful | None:
        return remembered(self.table.carry_by_now()).shoe

    @property
    def equipment(self) -> list[tuple[str, str]]:
        shoe, rows = self.shoe, []
        if shoe is not None:
            notes = shoe.notes
            rows.append(("Shoe, about", f"{shoe.shoe.size} of {notes.decks * 52} left"))
            rows.append(("Cutting card", "out" if notes.cut_card is None else "not yet seen"))
            if notes.shuffle:
                rows.append(("Shuffle due", notes.shuffle))
        rows.append(("Float", show(self.table.ledger.balance(self.table.till.bank))))
        return rows

    # Corrections

    @property
    def entries(self) -> list[Entry]:
        """What may be corrected now: the running round, or the one before it until the first answer of this one."""
        state = self.table.state
        if self.table.untouched(state) or state.script != "play":
            last = self.recent.last
            if last is None or last.round != state.round - 1:
                return []
            return entries_of(last.progress, last.body["tape"], last.round)
        return entries_of(self.table.progress, state.tape, state.round)

    @property
    def cards(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.prompt is not None]

    @property
    def decisions(self) -> list[Entry]:
        """What somebody chose, and what was typed."""
        return [entry for entry in self.entries if entry.options or (entry.keyed and entry.prompt is None)]

    @property
    def wager_entries(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.window]

    @property
    def gone_wrong(self) -> list[Entry]:
        """What was said to have gone wrong."""
        return [entry for entry in self.entries if entry.mishap]

    def tape_of(self, round: int) -> tuple[Doc, ...]:
        """The answers of a round: the running one's, or one on record as it was last judged."""
        if round == self.table.state.round and self.table.state.script == "play":
            return self.table.state.tape
        return next((tuple(body["tape"]) for body in recorded(self.table, round) if body["round"] == round), ())


def step_name(prompt: Prompt | None) -> str:
    if isinstance(prompt, Draw):
        return prompt.place.capitalize()
    if isinstance(prompt, TakeWagers):
        return window_heading(prompt.window)
    if isinstance(prompt, ChooseEach):
        return State.DECIDING.words
    if isinstance(prompt, Confirm):
        return prompt.act
    if isinstance(prompt, Spin):
        return "Spin"
    if isinstance(prompt, Roll):
        return "Uncover the dice"
    return prompt.title if prompt is not None else ""


def done_steps(events: list[Event]) -> list[Step]:
    """What has happened, a line each; the payments of a round are one."""
    steps: list[Step] = []
    settled: list[Settled] = []
    lying: dict[str, int] = {}  # places that have cards, and where their line is
    for event in events:
        if isinstance(event, Settled):
            settled.append(event)
            continue
        heard = redacted(event, DEALER)
        if heard is None or isinstance(heard, _QUIET) or is_routine(heard):
            continue
        if isinstance(heard, Dealt) and isinstance(heard.card, Card):
            at = lying.setdefault(heard.place, len(steps))
            if at < len(steps):  # a place that takes several cards keeps its line
                steps[at] = replace(steps[at], what=Markup("{} {}").format(steps[at].what, _little(heard.card)))
                continue
        steps.append(_done(heard))
    if settled:
        steps.append(Step("Pay and take", settled[0].by, show_net(-sum(line.net for line in settled))))
    return steps


def _done(event: Event) -> Step:
    if isinstance(event, Called):
        return Step(sentence(event.said), event.by, "called")
    if isinstance(event, Dealt) and isinstance(event.card, Card):
        return Step(event.place.capitalize(), event.by, _little(event.card))
    if isinstance(event, Laid):
        return Step(
            window_heading(event.window),
            event.by,
            show(sum(wager.cents for wager in event.wagers)),
        )
    return Step(sentence(event.words), event.by)


def _little(card: Card) -> Markup:
    index = "10" if card.rank == 10 else str(card)[0]
    return Markup('{}<span class="heard"> of {}</span>{}').format(
        index, card.words.rpartition(" ")[2], Markup(suit_svg(card.suit, 13))
    )


def unsettled(events: list[Event]) -> list[Event]:
    """What was told, without the payments: those are shown by player."""
    return [event for event in events if not isinstance(event, (Settled, Decided))]
