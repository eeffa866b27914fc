"""Table: one writer. Orders come in, are decided against the rules and the record, and are written before anyone hears.

The clerk takes an order down the ladder of every desk. Here a stale prompt number, a person without the role, a frozen or
closed table refuse; then the act itself is decided. What it changes is a list of entries; each moves the state on, and the
money that moves is the difference between the positions before and after. Entries, transfers, the reply and, at the end of a
round, a snapshot are handed to the ledger together.

A table keeps no running script. It runs the script over the tape whenever it must know where it stands, which is also
all that recovery and correction are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from houseway import games
from houseway.floor import (
    authority,
    betting,
    calls,
    card_checks,
    changing_money,
    checking,
    clerk,
    colours,
    competitions,
    directors,
    hand_pays,
    incidents,
    jackpots,
    limits,
    recalculating,
    reviews,
    rounds,
    seats,
    secrets,
    terminals,
    timing,
    touching,
    tournaments,
    withholding,
)
from houseway.floor.acts import Act, acts_by
from houseway.floor.clerk import Reply as Reply
from houseway.floor.entries import read_event, write_event, write_wager
from houseway.floor.fitting import judge_notice, unfit
from houseway.floor.law import edition_of, first_law, kept_rows, law_at
from houseway.floor.orders import Draft as Draft
from houseway.floor.orders import Order as Order
from houseway.floor.papers import rules_copy
from houseway.floor.papers.at_tables import write_papers
from houseway.floor.people import HOUSE, Person
from houseway.floor.settling import Position, meter_account, moved_on, position, transfers
from houseway.floor.state import State, read_state, write_state
from houseway.floor.state_after import after as state_after
from houseway.floor.state_after import as_folded, opened
from houseway.floor.tills import Till
from houseway.floor.touch_answers import TouchAnswers
from houseway.floor.touching import OpenLayout
from houseway.floor.tournament import gate
from houseway.floor.windows import chips_in_window
from houseway.forms import Doc
from houseway.games import chapters_of
from houseway.kit.cards import UNSEEN
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.law.rulebook import Edition, Rulebook
from houseway.ledger import Ledger, Row, Transfer
from houseway.money import Cents
from houseway.play.chapters import Chapters
from houseway.play.dealing import Dealing
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.deck import FreshDeck
from houseway.play.driver import Progress, run
from houseway.play.events import (
    Event,
)
from houseway.play.general import General, Places
from houseway.play.jackpot import taken_off
from houseway.play.prompts import ChooseEach, Draw, Prompt, Reading, ReadMeter, ReadSign, TakeWagers
from houseway.play.remembering import Remembered, remembered
from houseway.play.script import Game, HasGeneral, Script, Step
from houseway.play.secret import ReadForms
from houseway.play.wagers import SetUp, Sign, Wager


class Table:
    def __init__(self, ledger: Ledger, state: State) -> None:
        self.ledger, self.name = ledger, state.table
        self._state = state
        self._layout: OpenLayout | None = None  # while terminals are open for touches
        self.touch_answers = TouchAnswers(ledger, state.table)
        self._edition_kept = False  # in the ledger, as far as this table has looked
        self.period: timing.Clock | None = None  # who keeps the time of its windows, where anybody does
        self.book: Rulebook[HasGeneral]
        self.book, self.variant = games.book(state.book)
        self.game: Game[Any, Any] = games.game(self.book.game)
        self._by_the_book(state)
        self._progress: tuple[int, Progress[object]] | None = None
        self._ran: tuple[object, Progress[object]] | None = None  # what was asked, and what it came to
        self._carried: tuple[Doc, object] | None = None  # a memory as the record has it, and as it was read
        self.cited: Callable[[Basis, str], None] = lambda by, what: None  # a listener, for clause coverage
        # who was warned for this gaming day at other tables of the same book; the house knows them
        self.warned_elsewhere: Callable[[str], frozenset[str]] = lambda day: frozenset()
        # what somebody plays with away from any table: an account with the house, or chips in the hand
        self.pocket: Callable[[str], str] = lambda name: f"player:{name}"
        # why somebody may not play anywhere in the house; the house knows
        self.why_out: Callable[[str], str] = lambda name: ""
        self.takes_cash = False  # dealers change cash here, into a box
        # the amount above which a win is signed for by two people; nobody's where the house has no cage
        self.hand_pay: Callable[[], Cents | None] = lambda: None
        # the other tables that share a jackpot's meter; the house knows them
        self.at_the_meter: Callable[[str], list[Table]] = lambda name: []
        # what a jackpot's meter shows now, everything accepted so far included
        self.meter: Callable[[str], Cents] = lambda name: ledger.balance(meter_account(name))

    def _in_force(self, at: datetime, state: State) -> Edition[HasGeneral] | None:
        """The edition of the books as they are held, or None if they have none for that moment."""
        try:
            return self.book.at(at, state.policies, self.variant)
        except ValueError:
            return None

    def _by_the_book(self, state: State) -> None:
        """The edition that the round at this table is played by."""
        assert state.law is not None, f"{state.table} has begun nothing, and no law is pinned"
        self.edition: Edition[HasGeneral] = edition_of(self.ledger, state.law)
        moment = datetime.fromisoformat(state.law.moment)
        # From when to when nothing changes; None if the books are not what they were when the round began.
        held = self._in_force(moment, state)
        as_it_was = held is not None and held.digest == state.law.digest
        self._span = self.book.span(moment, self.variant) if as_it_was else None
        self.terms: object = self.edition.terms  # the game's own, which only its scripts read
        self.chapters: Chapters = chapters_of(self.edition)
        self.general: General = self.chapters.general
        self.places: Places | None = self.chapters.places
        self.dealing: Dealing | FreshDeck | None = self.chapters.dealing  # None where no cards are dealt
        self.acts = acts_by(self.chapters, _ACTS, _OF_CHAPTERS)

    # Opening and reopening

    @classmethod
    def open(
        cls,
        ledger: Ledger,
        name: str,
        book: str,
        set_up: SetUp,
        who: Person,
        at: datetime,
        cards_from: str = "rng",
        policies: Mapping[str, Doc] | None = None,
        moment: datetime | None = None,
        ready: bool = False,
        whole_notice: bool = True,
        rehearsed: bool = False,
    ) -> Table | Refused:
        """Opens a table for play, or says why its set-up is not allowed. ``ready`` skips the first shuffle, for worked
        cases that begin with a round; they need not tell the ``whole_notice`` either. Only ``rehearsed`` may a table be of a
        draft."""
        rulebook, variant = games.book(book)
        if rulebook.is_draft(variant) and not rehearsed:
            return Refused(NO_CLAUSE, f"{book} is a draft; no table is opened by it until it is published", "draft")
        edition, law = law_at(book, moment or at, policies or {})
        game, terms = games.game(rulebook.game), edition.terms
        refused = unfit(game, edition, set_up)
        if refused is None and whole_notice:
            chapters = chapters_of(edition)
            refused = judge_notice(chapters, set_up.sign) or jackpots.judge_jackpot(ledger, chapters, set_up.sign)
        if refused is not None:
            return refused
        carry = game.begin(terms, set_up)
        if ready:
            carry = game.ready(carry)
        elif cards_from == "shoe":
            carry = card_checks.unchecked(chapters_of(edition).dealing, carry)
        state = State(
            table=name,
            book=book,
            moment=moment.isoformat() if moment else "",
            policies=dict(policies or {}),
            digest=edition.digest,
            cards_from=cards_from,  # type: ignore[arg-type]
            set_up=set_up,
            carry=game.write_carry(carry),
            law=law,
        )
        table = cls(ledger, state)
        draft = Draft(table, Order(who, "open", at=at))
        draft.entries.append(("opened", {"state": write_state(state), "edition": edition.digest}, ()))
        rounds.begin(table, draft)
        authority.tell_policies(table, draft)
        table.save(draft, Accepted(NO_CLAUSE))
        return table

    @classmethod
    def load(cls, ledger: Ledger, name: str) -> Table:
        """A table as its entries left it: the last snapshot, and every entry after it."""
        kept = ledger.snapshot(name)
        after, state = (kept[0], read_state(kept[1])) if kept else (0, None)
        for kind, body in as_folded(ledger.entries(name, after)):
            state = opened(body) if state is None else state_after(state, kind, body)
        if state is None:
            raise LookupError(f"there is no table {name!r}")
        if state.law is None:  # the first houses did not pin the law to a round
            began = [*ledger.newest(name, "began", 1), *ledger.newest(name, "opened", 1)][0]
            settled = [*ledger.newest(name, "round-over", 1), *ledger.newest(name, "opened", 1)][0]
            law = first_law(ledger, state.book, state.moment or began.at, state.policies, settled.body["edition"])
            state = replace(state, law=law)
        return cls(ledger, state)

    # Where the table stands

    @property
    def state(self) -> State:
        """What the table is, with every touch taken in so far."""
        layout = self._layout
        if layout is not None and layout.changed:
            chips, keys = layout.changed, layout.new_keys
            self._state = self._state.touched(chips, keys)
            layout.changed, layout.new_keys = {}, {}
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        another = state.law != self._state.law
        if state.carry is not self._state.carry or state.tape is not self._state.tape:  # also under the same prompt
            self._progress = None
        self._state, self._layout = state, None
        if another:
            self._by_the_book(state)

    def open_layout(self) -> OpenLayout:
        """The chips of the open period, as terminals touch them."""
        if self._layout is None:
            self._layout = OpenLayout(self)
        return self._layout

    def carried(self, state: State) -> object:
        """What the table remembered when the script of a state began: read once, and kept until another is asked for."""
        if self._carried is None or self._carried[0] is not state.carry:
            self._carried = (state.carry, self.game.read_carry(state.carry))
        return self._carried[1]

    def script(self, state: State) -> Script[object]:
        carry, terms = self.carried(state), self.edition_of(state).terms
        if state.script == "prepare":
            assert self.game.prepare is not None
            return self.game.prepare(terms, carry)
        return self.game.play(terms, carry)

    def run(self, state: State) -> Progress[object]:
        """How far its tape brings the script of a state. What a draft came to is what the table stands at once it is on
        record, so the last run is kept."""
        asked = (state.law, state.script, state.carry, state.tape)
        if self._ran is None or self._ran[0] != asked:
            self._ran = (asked, run(self.script(state), state.tape, self.edition_of(state).terms.general))
        return self._ran[1]

    def edition_of(self, state: State) -> Edition[HasGeneral]:
        """The edition of a state of this table, which may be one that is not saved yet."""
        assert state.law is not None
        return self.edition if state.law.digest == self.edition.digest else edition_of(self.ledger, state.law)

    @property
    def progress(self) -> Progress[object]:
        if self._progress is None or self._progress[0] != self.state.prompt:
            self._progress = (self.state.prompt, self.run(self.state))
        return self._progress[1]

    @property
    def prompt(self) -> Prompt | None:
        return self.progress.prompt

    @property
    def window(self) -> TakeWagers | None:
        prompt = self.prompt
        return prompt if isinstance(prompt, TakeWagers) else None

    def remembered(self) -> Remembered:
        """What the table remembers now, as far as the house asks."""
        return remembered(self.carry())

    def carry(self) -> object:
        """What the table remembers now, with what waits for the next round."""
        carry: object = self.carried(self.state)
        for doc in self.state.waiting:
            carry = self.game.carry(carry, read_event(doc))
        return carry

    def carry_by_now(self) -> object:
        """What the table remembers once what has happened in this round is reckoned in."""
        carry: object = self.carried(self.state)
        for event in self.progress.events:
            carry = self.game.carry(carry, event)
        return carry

    def purse(self, player: str) -> str:
        """The account a player's wagers here come from."""
        return terminals.purse(self, player) if self.chapters.terminals else colours.purse(self, player)

    @property
    def till(self) -> Till:
        """The accounts that this table settles between: of money, or of the chips of a tournament."""
        tournament = self.state.tournament
        return Till(self.name, tournament is not None and tournament.apart)

    def position(self) -> Position:
        return self.standing(self.state, self.progress)

    def standing(self, state: State, progress: Progress[object], chips: tuple[Wager, ...] | None = None) -> Position:
        """The position of a run of this table's round, with the chips that lie open and what forms hold."""
        lie = state.chips if chips is None else chips
        return position(progress.steps, (*lie, *secrets.held(state.forms, progress)))

    # Orders

    def do(self, order: Order) -> Reply:
        """Decides an order and, if it is accepted, puts it on record."""
        return clerk.serve(self, order, lambda: self.change_over(order.at))

    @property
    def called(self) -> str:
        return self.name

    def draft(self, order: Order) -> Draft:
        return Draft(self, order)

    def decide(self, draft: Draft, order: Order) -> Decision:
        """What may be done as the table stands, and what it comes to."""
        if order.prompt is not None and order.prompt != self.state.prompt:
            return Refused(NO_CLAUSE, "the table has moved on since; look again", "stale")
        if (refused := authority.judge_act(self, order)) is not None:
            return refused
        if (stopped := self.stopped(order.act) or timing.too_late(self, order)) is not None:
            return stopped
        act = self.acts.get(order.act)
        if act is None:
            return Refused(NO_CLAUSE, f"{order.act!r} is nothing that can be done at a table", "act")
        return act(self, draft, order)

    def stopped(self, act: str = "") -> Refused | None:
        """Why nothing of this kind is done now: the table is closed, or frozen, or its tournament has nobody in charge."""
        status = self.state.status
        if status.is_closed and act not in incidents.WHILE_CLOSED:
            return Refused(self.general.closing.by, f"{self.name} is closed")
        if status.is_frozen and act not in incidents.WHILE_FROZEN:
            return Refused(self.general.disorder.by, f"{self.name} is frozen until a supervisor releases it")
        return gate.stopped(self, act)

    # What acts are made of

    def answer(self, draft: Draft, answer: object) -> Decision:
        """Gives the standing prompt an answer, runs on, and starts the next script if this one is over."""
        prompt = self.prompt
        assert prompt is not None
        decision = prompt.judge(answer)
        if isinstance(decision, Accepted):
            self.continue_with(draft, prompt.write(answer))
        return decision

    def continue_with(self, draft: Draft, doc: Doc) -> None:
        tape, progress = self.run_on(draft.state, [doc])
        new, taken_back = moved_on(self.progress.steps, progress.steps)
        if taken_back:
            draft.taken_back.extend(taken_back)
            told = [write_event(event) for event in taken_back]
            self.enter(draft, "answered", progress, new, tape=tape, taken_back=told)
        else:
            self.enter(draft, "answered", progress, new, tape=tape)

    def deal_face_down(self, draft: Draft) -> Decision:
        """Cards that nobody sees, dealt one after another until something else is asked."""
        prompt = self.prompt
        assert isinstance(prompt, Draw)
        decision = prompt.judge(UNSEEN)
        docs: list[Doc] = []
        progress = self.progress
        while isinstance(progress.prompt, Draw) and not progress.prompt.up and progress.prompt.admits(UNSEEN):
            docs.append(progress.prompt.write(UNSEEN))
            progress = self.run(replace(draft.state, tape=(*draft.state.tape, *docs)))
        if docs:
            self.enter(draft, "answered", progress, progress.steps[len(self.progress.steps) :], tape=docs)
        return decision

    def run_on(self, state: State, docs: list[Doc]) -> tuple[list[Doc], Progress[object]]:
        """The script with further answers, and with every reading of a meter that they lead to."""
        progress = self.run(replace(state, tape=(*state.tape, *docs)))
        while (reading := self.reading(progress.prompt)) is not None:
            docs = [*docs, reading]
            progress = self.run(replace(state, tape=(*state.tape, *docs)))
        return docs, progress

    def reading(self, prompt: Prompt | None, paid: Progress[object] | None = None) -> Doc | None:
        """What the table answers by itself in the midst of a round: what a meter shows, which forms were handed in, what those
        have who are not waited for. ``paid`` is
        the run whose prizes have been paid, where it is not the round being played."""
        if isinstance(prompt, ReadMeter):
            name = prompt.jackpot.name
            steps = (self.progress if paid is None else paid).steps
            return prompt.write(Reading(self.meter(name), taken_off(steps, name)))
        if isinstance(prompt, ChooseEach) and prompt.not_waited_for and (chosen := prompt.chosen({})) is not None:
            return prompt.write(chosen)  # nothing depends on anybody's word
        return prompt.write(secrets.forms_of(self)) if isinstance(prompt, ReadForms) else None

    def enter(self, draft: Draft, kind: str, progress: Progress[object], new: list[Step], **body: Doc) -> None:
        """Puts a move of the script on record: the events that follow, the chips that lie open, the money."""
        events = [step for step in new if isinstance(step, Event)]
        chips = chips_in_window(progress)
        before = self.standing(draft.state, self.progress)
        after = self.standing(draft.state, progress, chips)
        moves = self.moves(before, after, correcting=kind == "corrected")
        draft.events.extend(events)
        docs = [write_event(event) for event in events]
        draft.note(kind, moves, events=docs, chips=[write_wager(wager) for wager in chips], **body)
        if progress.over:
            rounds.finish(self, draft, progress)

    def moves(
        self, before: Position, after: Position, correcting: bool = False, ruling: bool = False
    ) -> tuple[Transfer, ...]:
        """The money between two positions of this table's players."""
        return transfers(self.till, before, after, self.ledger.balance, self.purse, correcting, ruling)

    def started(self, state: State, carry: object, sign: Sign | None = None) -> tuple[str, list[Doc], Progress[object]]:
        """The next script under the law of a state, brought to its first question; the table reads its own sign."""
        script = "prepare" if self.game.due(carry) else "play"
        fresh = replace(state, script=script, carry=self.game.write_carry(carry), tape=())  # type: ignore[arg-type]
        progress = self.run(fresh)
        tape: list[Doc] = []
        while isinstance(progress.prompt, ReadSign):
            seated = {seat.player: seat.area for seat in state.seats}
            tape.append(progress.prompt.write(replace(sign or state.sign, seated=seated)))
            progress = self.run(replace(fresh, tape=tuple(tape)))
        return script, tape, progress

    def begun(self, state: State) -> bool:
        """Whether anything of this round has happened: a card, a chip of this round, a form. Then it ends by its own law."""
        if any(not isinstance(prompt, ReadSign) for prompt, _ in self.progress.answers):
            return True
        return bool(state.forms or state.choices) or state.chips != chips_in_window(self.progress)

    def change_over(self, at: datetime) -> Reply | None:
        """At the hour of a change a table where nothing has happened yet goes on by the law that holds now, and on a new gaming
        day without the warnings of the last; a round under way hears of new ones. None if there is nothing to change."""
        if not self.state.status.is_open or (self.same_law(at) and rounds.same_warnings(self, at)):
            return None
        draft = Draft(self, Order(HOUSE, "change over", at=at))
        if not self.begun(self.state):
            rounds.begin(self, draft, left=position(self.progress.steps))
        elif not rounds.warned_meanwhile(self, draft):
            return None
        return self.save(draft, Accepted(NO_CLAUSE))

    def read_book_again(self) -> None:
        """The books are others now: a notice was published, or withdrawn. The round goes on by the law it is pinned to."""
        self.book, self.variant = games.book(self.state.book)
        self._by_the_book(self.state)

    def same_law(self, at: datetime) -> bool:
        """Whether the law of the round at this table holds at a moment too."""
        if self.state.moment:
            return True
        return self._span is not None and self._span[0] <= at and (self._span[1] is None or at < self._span[1])

    @property
    def law_until(self) -> datetime | None:
        """The hour at which the law of this table changes, where one is known."""
        return None if self.state.moment or self._span is None else self._span[1]

    def untouched(self, state: State) -> bool:
        return isinstance(self.prompt, TakeWagers) and len(state.tape) <= 1

    @property
    def sign(self) -> Sign:
        """The sign that the round being played has read; what has been changed since is on ``state.sign``."""
        for prompt, sign in self.progress.answers:
            if isinstance(prompt, ReadSign):
                return sign  # type: ignore[no-any-return]
        return self.state.sign

    def save(self, draft: Draft, decision: Decision, key: str = "", fingerprint: str = "") -> Reply:
        """Puts a draft on record and moves on with it; a round that is over leaves a snapshot."""
        draft.rests_on = decision.by
        write_papers(self, draft)
        snapshot = write_state(draft.state) if draft.over else None
        also = [(other.table.name, other) for other in draft.beside]
        rows = self.kept(draft)
        reply = clerk.record(self.ledger, self.name, draft, decision, key, fingerprint, snapshot, rows, also)
        self.adopt(draft)
        for other in draft.beside:
            other.table.state = other.state
        return reply

    def adopt(self, draft: Draft) -> None:
        """Moves on with a draft that has gone on record."""
        before = self.state.prompt
        self.state = draft.state
        for event in draft.events:
            self.cited(event.by, type(event).__name__)
        if self.state.prompt != before and (prompt := self.prompt) is not None:
            self.cited(prompt.by, "prompt")

    def kept(self, draft: Draft) -> list[Row]:
        """What keeps the edition that these entries rest on, where they are the first to do so."""
        edition, rows = self.edition_of(draft.state), list[Row]()
        if edition is not self.edition or not self._edition_kept:
            rows.extend(kept_rows(self.ledger, edition, self.game.name))
            self._edition_kept = True
        return rows


_ACTS: dict[str, Act] = {
    **betting.ACTS,
    **seats.ACTS,
    **limits.ACTS,
    **changing_money.ACTS,
    **hand_pays.ACTS,
    **calls.ACTS,
    **incidents.ACTS,
    **withholding.ACTS,
    **reviews.ACTS,
    **authority.ACTS,
    **rules_copy.ACTS,
}
_OF_CHAPTERS = (
    seats.OF_CARDS,
    seats.OF_BOXES,
    seats.OF_PLACES,
    limits.OF_CARDS,
    checking.ACTS,
    card_checks.OF_CARDS,
    limits.OF_PLACES,
    limits.OF_SIDES,
    limits.OF_BETTER_ODDS,
    colours.ACTS,
    secrets.ACTS,
    tournaments.ACTS,
    competitions.ACTS,
    directors.ACTS,
    gate.ACTS,
    terminals.ACTS,
    touching.ACTS,
    incidents.OF_FAULTS,
    recalculating.ACTS,
    jackpots.ACTS,
)
