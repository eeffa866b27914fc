"""Rehearsal: plays a story at a table of its own, line by line.

Where the next line needs it, the dealer takes the obvious steps by himself: closes the window before a card, confirms what
only needs confirming, picks up and opens the next round.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from houseway import games
from houseway.complaint import Complaint
from houseway.floor import terminals
from houseway.floor.authority import right_one
from houseway.floor.papers.filed import Filed, papers_of
from houseway.floor.people import Person, player
from houseway.floor.settling import meter_account
from houseway.floor.story.draws import cards_fall
from houseway.floor.story.facts import FACTS, FACTS_ABOUT, last_felt
from houseway.floor.story.layout import choice, decided, staff_choice
from houseway.floor.story.spelled import hour
from houseway.floor.story.stations import StoryClock
from houseway.floor.story.told import CREDIT, DEALER, SUPERVISOR, BadStory, Told, asked_of, numbered
from houseway.floor.story.vocabulary import could_stand, known, meet, meet_facts
from houseway.floor.story.words import PATTERNS, WORDS
from houseway.floor.table import Order, Reply, Table
from houseway.floor.tournament.desk import TournamentDesk
from houseway.forms import Doc
from houseway.games import chapters_of
from houseway.law.clause import Basis, Clause
from houseway.law.roles import STAFF
from houseway.ledger import Ledger, Post, Transfer, notepad
from houseway.money import NotMoney
from houseway.play.conditions import Conditions
from houseway.play.decision import Refused
from houseway.play.events import Settled
from houseway.play.felt import Felt
from houseway.play.notation import is_card, read_sign
from houseway.play.prompts import (
    Choose,
    ChooseEach,
    ClosedWindow,
    Confirm,
    Draw,
    Number,
    Prompt,
    Stack,
    Steps,
    TakeWagers,
)
from houseway.play.remembering import remembered
from houseway.play.secret import ReadOut
from houseway.play.wagers import SetUp

_ANSWERED = (Choose, ChooseEach, Confirm, Number, Stack, Steps)  # questions to people; a card or a spin nobody decides
# "as pit boss R. Tan: …", with a name or without; "as dealer asks: …" where somebody asks for it only
AS_WHOM = re.compile(rf"as ({'|'.join(sorted(STAFF, key=len, reverse=True))})(?: ([^:]+?))??( asks)?: *")


_NO_CARDS = {"cut", "x"}  # small and with nothing else, the beginning of another line: these cards are CUT and X
_NOT_UNDERSTOOD = ("misread", "no_clause", "words")  # no rule refuses these: unreadable, or of no clause at all
STEPS = 60  # that go without saying, at most, to where a line belongs
MOST_STEPS = 600  # at the end of a story, while cards lie ready


def _acting(role: str, name: str | None) -> Person:
    found = next(one for one in STAFF if one == role)
    return Person(name or f"the {role}", found)


class Rehearsal:
    """Plays a story at a table of its own."""

    def __init__(
        self, book: str, ledger: Ledger | None = None, watch: Callable[[str, Reply], None] | None = None
    ) -> None:
        self.book = book
        self.rulebook, self.variant = games.book(book)
        self.game = games.game(self.rulebook.game)
        self.ledger: Ledger = ledger or notepad()
        self.watch = watch or (lambda line, reply: None)
        self.told = Told()
        self.refusal_told = False  # the line being told says that it is refused
        self.acting: Person | None = None  # who does what the line tells, where it says so
        self.asking = False  # and only asks for it
        self.now = datetime(2026, 11, 15, 20, 0)
        self.moment: datetime = self.rulebook.begins(self.variant)  # whose law the story speaks of
        self.by_the_clock = False  # a story with a date goes by its clock, also over the hour of a change
        self.policies: dict[str, Doc] = {}
        self.set_up: SetUp = SetUp()
        self.sign_said = self.areas_said = False
        self.brought: list[Callable[[object], object]] = []  # changes to what the table remembers, before it opens
        self.seats: list[tuple[str, int, int]] = []
        self.new_shoe = False
        self.opened: Table | None = None  # the table at which the lines of the story happen
        self.tables: dict[str, Table] = {}
        self.tournament: TournamentDesk | None = None  # of the tournament that the story tells of
        self.conditions: Conditions | None = None
        self.came: set[str] = set()  # who has money of their own, whether at a table or not
        self.shoe: list[Doc] = []  # cards lying ready, to be dealt as they fall due
        self.purses: set[str] = set()
        self.people: set[str] = set()  # who was named beside a terminal
        self.terminals_told = False  # whether the story says itself which terminals stand there and what is in them
        self.coming: list[tuple[str, int]] = []  # who comes when the table opens, and with how much
        self.approvals_count = False  # whether the story tells of a jackpot's approval
        self.readings: list[int] = []  # what a jackpot's meter shows, in the order it is read
        self.clock: StoryClock | None = None  # of a wagering period, once the story lets seconds pass
        self.clock_of = 0  # the round that it keeps the time of
        self.looked: tuple[tuple[Any, ...], Felt] | None = None  # the felt when it was last looked at
        self.watched: tuple[str, ...] = ()  # facts that the case states
        self.rested: list[Basis] = []  # what the line being told came to, by what it rests on
        self.stepping = False  # the dealer goes on without being told
        self.without: Clause | None = (
            None  # a clause whose doings are left out of what lies on the cloth, to see what is missed
        )

    # Telling

    def tell(self, story: str) -> Told:
        for number, line in numbered(story):
            try:
                self.line(line)
            except Complaint as wrong:
                raise BadStory(f"line {number}, {line!r}: {wrong}") from None
        return self.told

    def line(self, line: str) -> None:
        act, _, expected = (part.strip() for part in line.partition("=>"))
        self.refusal_told = expected.startswith("refused")
        found = re.match(r"([0-9]{1,2}:[0-9]{2})\s+(.*)", act)
        if found:
            self.now = self._clock(found.group(1))
            act = found.group(2)
        found = AS_WHOM.match(act)
        if found:
            self.acting, self.asking = _acting(*found.group(1, 2)), found.group(3) is not None
            act = act[found.end() :]
        self.rested = []
        before = self._as_watched()
        reply = self._act(act)
        self.acting, self.asking = None, False
        after = self._as_watched()
        if any(name in before and before[name] != value for name, value in after.items()):
            for by in self.rested:
                self.told.state(by, "fact")
        refused = reply is not None and isinstance(reply.decision, Refused)
        if refused:
            assert reply is not None and isinstance(reply.decision, Refused)
            assert reply.decision.code, f"{act}: a refusal without a code, {reply.decision.because}"
            self.told.refusals.append((act, reply.decision))
            self._cite(reply.decision.by, "refusal")
        if expected:
            self._check(line, expected, reply)
        elif refused:
            assert reply is not None and isinstance(reply.decision, Refused)
            self.told.unexpected.append(
                f"{act}: refused, {reply.decision.because} ({reply.decision.by}; {reply.decision.code})"
            )

    def finish(self) -> Told:
        """Deals out what lies ready, and ends a round that has been decided: the cards are picked up."""
        for _ in range(MOST_STEPS):  # rounds that nobody plays take no card
            if not self.shoe or not self._step():
                break
        deciding = self.opened is not None and isinstance(self.opened.prompt, (Choose, ChooseEach))
        if self.shoe and not deciding:  # a story may end where a player decides, with cards still in the shoe
            self.told.unexpected.append(f"cards left over: {' '.join(str(card) for card in self.shoe)}")
        table = self.opened
        if table is not None:
            meet_facts(self, last_felt(self))
        if table is not None and table.state.status.is_open and table.state.script == "play":
            self._end_round(table)
        self.told.papers = [filed.paper for filed in self.written()]
        return self.told

    def _end_round(self, table: Table) -> None:
        while isinstance(table.prompt, ReadOut) and self._step():  # in the last hand of a final, before its cards
            pass
        if decided(table) or self._only_confirming():
            while isinstance(table.prompt, (Confirm, TakeWagers, ChooseEach)) and not table.untouched(table.state):
                if not self._step() or table.state.script != "play":
                    break

    def _only_confirming(self) -> bool:
        """Whether nothing is left of the round but steps that somebody confirms."""
        table, state = self.table, self.table.state
        progress = table.progress
        while isinstance(progress.prompt, Confirm):
            docs, progress = table.run_on(state, [progress.prompt.write(True)])
            state = replace(state, tape=(*state.tape, *docs))
            if any(isinstance(step, Settled) for step in progress.steps):
                return True
        return progress is not table.progress and progress.over

    # Acts

    def _act(self, act: str) -> Reply | None:
        words = act.split()
        if words and all(is_card(word) for word in words) and not _NO_CARDS.issuperset(words):
            return cards_fall(self, act)
        if act in known(self.rulebook.game, "choices") and (said := staff_choice(self, act)) is not None:
            return said
        for pattern, method in PATTERNS:
            found = pattern.fullmatch(act)
            if found and not (method is choice and act in known(None, "choices")):
                try:
                    reply: Reply | None = method(self, *found.groups())
                except NotMoney as wrong:
                    raise BadStory(str(wrong)) from None
                return reply
        if act in known(None, "choices"):
            raise BadStory(f"nobody of the staff is asked for {act!r} here; {could_stand(self, act)}")
        raise BadStory(f"this is not understood; {could_stand(self, act)}")

    @property
    def facts(self) -> list[str]:
        """Every fact that may be asked; one with dots wants a name after it."""
        return [*FACTS, *(f"{fact} …" for fact in FACTS_ABOUT)]

    @property
    def forms(self) -> list[str]:
        """Every line of the language, as a pattern."""
        return [pattern for pattern, _ in WORDS]

    @property
    def table(self) -> Table:
        if self.opened is None:
            opened = self._open()
            if isinstance(opened, Refused):
                raise BadStory(f"the table does not open: {opened.because}")
            self.opened = opened
        return self.opened

    def at(self, name: str) -> None:
        """The lines that follow happen at another table."""
        self.opened = self.tables[name]

    def open_beside(self, name: str, book: str = "", sign: str = "") -> None:
        """Another table beside the first, like it or of another book; nothing where it stands already."""
        first = self.table
        if name in self.tables:
            return
        try:
            limits = read_sign(sign.split(), self.set_up.sign) if sign else self.set_up.sign
            other = chapters_of(games.book(book)[0].at(self.moment, None, games.book(book)[1])) if book else None
        except (ValueError, LookupError) as wrong:
            raise BadStory(str(wrong)) from None
        if other is not None and other.places is not None:
            limits = replace(limits, areas=other.places.areas.value[0])
        opened = Table.open(
            self.ledger, name, book or self.book, replace(self.set_up, sign=limits), SUPERVISOR, self.now,
            policies=None if book else self.policies, moment=None if self.by_the_clock else self.moment, ready=True,
            cards_from="shoe", whole_notice=False, rehearsed=True,
        )  # fmt: skip
        if isinstance(opened, Refused):
            raise BadStory(f"{name} does not open: {opened.because} ({opened.by})")
        opened.cited = self._cite
        for station in first.state.stations if terminals.accounts_of(opened) is not None else ():
            opened.do(Order(SUPERVISOR, "attach", {"station": station}, at=self.now))
        self.tables[name] = opened

    def _comes(self, name: str) -> None:
        """Somebody comes with money, who need not sit at any table."""
        if name in self.came or (name in self.purses and all(name != coming for coming, _ in self.coming)):
            return
        brings = next((cents for coming, cents in self.coming if coming == name), CREDIT)
        self.coming = [(coming, cents) for coming, cents in self.coming if coming != name]
        self.came.add(name)
        self.purses.add(name)
        self._credit(name, brings)

    def _open(self) -> Table | Refused:
        """Opens the table with everything the first lines settled."""
        places = chapters_of(self.rulebook.at(self.moment, self.policies, self.variant)).places
        if places is not None and not self.areas_said:
            sign = replace(self.set_up.sign, areas=places.areas.value[0])
            self.set_up = replace(self.set_up, sign=sign)
        opened = Table.open(
            self.ledger, "T", self.book, self.set_up, SUPERVISOR, self.now,
            policies=self.policies, moment=None if self.by_the_clock else self.moment, ready=not self.new_shoe, cards_from="shoe",
            whole_notice=False, rehearsed=True,
        )  # fmt: skip
        if isinstance(opened, Refused):
            return opened
        self.tables["T"] = opened
        opened.cited = self._cite
        opened.meter = self._meter
        if self.set_up.sign.jackpot is not None and self.readings:
            self._set_meter(self.set_up.sign.jackpot.name, self.readings[0])
        for name, brings in self.coming:
            self._bring(opened, name, brings)
        for name, area in self.set_up.sign.seated.items():  # as they sat when it was read, as far as they may sit so
            self._purse(name, table=opened)
            opened.do(Order(player(name), "sit", {"area": area}, at=self.now))
        for name, area, idle in self.seats:
            self._purse(name, table=opened)
            sat = opened.do(Order(player(name), "sit", {"area": area}, at=self.now)).decision
            if isinstance(sat, Refused):
                raise BadStory(f"seats {name}@{area}: {sat.because} ({sat.by})")
            seats = tuple(replace(s, idle=idle) if s.player == name else s for s in opened.state.seats)
            opened.state = replace(opened.state, seats=seats)
        if self.brought:
            carry = self.game.read_carry(opened.state.carry)
            for change in self.brought:
                carry = change(carry)
            opened.state = replace(opened.state, carry=self.game.write_carry(carry))
            opened._progress = None
            window = opened.window  # what may stay where it lies; it was staked in an earlier round
            left = window.laid if window is not None else remembered(carry).lying
            if left:
                opened.state = replace(opened.state, chips=left)
            for wager in (*left, *(one.wager for one in remembered(carry).running)):
                self._purse(wager.player, table=opened)
                move = Transfer(opened.purse(wager.player), opened.till.held, wager.cents, "hold")
                self.ledger.post([Post("cage", "lying", self.now.isoformat(), wager.player, {}, (move,))])
        self._cite(opened.general.limits.by, "prompt")
        if opened.prompt is not None:
            self._cite(opened.prompt.by, "prompt")
        return opened

    def _cite(self, by: Basis, what: str) -> None:
        self.told.cited.setdefault(by, set()).add(what)
        if what not in ("prompt", "refusal"):
            self.rested.append(by)

    def _as_watched(self) -> dict[str, str]:
        """The facts that the case states, as they are now: what a line changes of them, the case has noticed."""
        found = {}
        for name in self.watched if self.opened is not None else ():
            try:
                found[name] = str(self.fact(name))
            except Complaint:
                found[name] = ""
        return found

    def _do(self, who: Person, act: str, /, **details: Doc) -> Reply:
        asked = self.table.prompt
        if who in (DEALER, SUPERVISOR):  # nobody is named: whoever the line names, or else whoever it takes
            who = self.acting or who
            if self.acting is None and not (who is DEALER and self.refusal_told):
                who = right_one(self.table, who, act, details)
            elif self.asking:
                act, details = "ask", {"act": act, "details": details}
        reply = self.table.do(Order(who, act, details, at=self.now))
        if reply.accepted and not self.stepping and act in ("answer", "choose") and isinstance(asked, _ANSWERED):
            self.told.state(asked.by, "asked")
        for event in reversed(reply.taken_back):
            at = len(self.told.events) - 1 - self.told.events[::-1].index(event)
            del self.told.events[at]
        self.told.events.extend(reply.events)
        meet(self, self.table.prompt)
        self.watch(act, reply)
        return reply

    def _meter(self, name: str) -> int:
        """What the meter shows: as the story has it, as far as it says."""
        if self.readings:
            self._set_meter(name, self.readings.pop(0))
        return self.ledger.balance(meter_account(name))

    def _set_meter(self, name: str, cents: int) -> None:
        meter = meter_account(name)
        change = cents - self.ledger.balance(meter)
        if change:
            move = Transfer(*(("cage", meter) if change > 0 else (meter, "cage")), abs(change), "other tables")
            self.ledger.post([Post("desk:jackpots", "moved", self.now.isoformat(), "house:house", {}, (move,))])

    def _purse(self, name: str, brings: int = CREDIT, table: Table | None = None) -> None:
        """A player comes with credit, once; before the table opens it is only noted."""
        if name not in self.purses:
            self.purses.add(name)
            if (at := table or self.opened) is not None:
                self._bring(at, name, brings)
            else:
                self.coming.append((name, brings))

    def _bring(self, table: Table, name: str, brings: int) -> None:
        if terminals.accounts_of(table) is not None:  # players have a terminal, with credit in it
            steps: tuple[tuple[str, dict[str, Doc]], ...] = (("attach", {}), ("buy in", {"cents": brings}))
            for act, details in steps[: 2 if brings else 1]:
                table.do(Order(SUPERVISOR, act, {"station": name, **details}, at=self.now))
        else:
            self._credit(name, brings)

    def _credit(self, name: str, brings: int) -> None:
        if brings:
            move = Transfer("cage", f"player:{name}", brings, "buy-in")
            self.ledger.post([Post("cage", "buy-in", self.now.isoformat(), f"player:{name}", {}, (move,))])

    def _clock(self, text: str) -> datetime:
        at = hour(text)
        then = self.now.replace(hour=at.hour, minute=at.minute)
        return then if then >= self.now - timedelta(hours=12) else then + timedelta(days=1)

    def _step(self) -> bool:
        """The dealer's obvious next step, if there is one."""
        said = self.acting, self.refusal_told  # of what the line itself tells, not of what comes before it
        self.acting, self.refusal_told = None, False
        self.stepping = True
        try:
            return self._stepped()
        finally:
            self.stepping = False
            self.acting, self.refusal_told = said

    def _stepped(self) -> bool:
        prompt = self.table.prompt
        if isinstance(prompt, Draw) and self.shoe:
            reply = self._do(DEALER, "answer", value=str(self.shoe.pop(0)))
            if isinstance(reply.decision, Refused):
                self.told.unexpected.append(f"a card of the shoe: {reply.decision.because}")
            return reply.accepted
        if isinstance(prompt, TakeWagers):
            return self._do(DEALER, "answer").accepted
        if prompt is None or prompt.usually() is None:
            return False
        return self._do(asked_of(prompt), "answer", value=prompt.write(prompt.usually())).accepted

    def _between(self) -> None:
        """If the round has been decided, ends it, so that what belongs between rounds can happen."""
        table = self.opened
        if table is None or not decided(table):
            return
        number = table.state.round
        while table.state.round == number and isinstance(table.prompt, Confirm) and self._step():
            pass

    def _comes_to(self, wanted: Callable[[Prompt], bool]) -> bool:
        """Looks ahead, changing nothing: would the obvious steps alone bring the table to such a prompt?"""
        table, shoe = self.table, list(self.shoe)
        state, chips, chosen = table.state, table.state.chips, table.state.choices
        for _ in range(STEPS):
            progress = table.run(state)
            prompt = progress.prompt
            if prompt is None:
                return False
            if wanted(prompt):
                return True
            answer: object = prompt.usually()
            if isinstance(prompt, TakeWagers):
                answer, chips = ClosedWindow(chips or prompt.laid), ()
            elif isinstance(prompt, Draw):
                answer = shoe.pop(0) if shoe else None
            elif isinstance(prompt, ChooseEach) and chosen:  # who has chosen has; the others say nothing
                answer, chosen = {**(prompt.usually() or {}), **chosen}, {}
            if answer is None or not prompt.admits(answer):
                return False
            state = replace(state, tape=(*state.tape, prompt.write(answer)))
        return False

    def _until(self, wanted: Callable[[Prompt], bool]) -> bool:
        """Steps on until a prompt of the wanted kind stands, if that goes without saying."""
        for _ in range(STEPS):
            prompt = self.table.prompt
            if prompt is not None and wanted(prompt):
                return True
            if not self._step():
                return False
        return False

    def _check(self, line: str, expected: str, reply: Reply | None) -> None:
        verdict, _, clauses = expected.partition(" ")
        if verdict not in ("refused", "accepted"):
            raise BadStory(f"after => stands refused or accepted, not {verdict!r}")
        refused = reply is not None and isinstance(reply.decision, Refused)
        if refused != (verdict == "refused"):
            self.told.unexpected.append(f"{line}: it was {'refused' if refused else 'accepted'}")
            return
        if reply is not None and isinstance(reply.decision, Refused) and reply.decision.code in _NOT_UNDERSTOOD:
            self.told.unexpected.append(f"{line}: no rule refused it, it was not understood: {reply.decision.because}")
            return
        if refused and reply is not None:
            self.told.state(reply.decision.by, "refused")
        words = re.split(r"[,\s]+", clauses.strip().removeprefix("cites ").strip())
        exactly, wanted = words[0] == "exactly", {word for word in words if word and word != "exactly"}
        if exactly and reply is None:
            self.told.unexpected.append(f"{line}: nothing was decided, so nothing was cited")
        if reply is None:
            return
        by = {clause.number for clause in reply.decision.by.clauses} | set(reply.decision.by.readings)
        if verdict == "accepted":
            named = tuple(clause for clause in reply.decision.by.clauses if clause.number in wanted)
            self.told.state(Basis(named), "allowed")
        for number in sorted(number for number in wanted if not self.names(number, by)):
            self.told.unexpected.append(
                f"{line}: {verdict} by {str(reply.decision.by) or 'no clause'}, not by {number}"
            )
        if exactly and by - wanted:
            self.told.unexpected.append(
                f"{line}: {verdict} by {', '.join(sorted(by - wanted))} too, which is not its ground"
            )

    def names(self, number: str, cited: set[str]) -> bool:
        """Whether a clause is among those cited. A rule that the book has by its paragraphs alone is named whole by its number:
        ``20.3`` is cited where ``20.3(b)`` is, ``5.2`` where ``5.2.1`` is; a chapter is no rule."""
        if number in cited:
            return True
        below = (f"{number}(", f"{number}.") if "." in number else (f"{number}(",)
        if not any(other.startswith(below) for other in cited):
            return False
        return all(clause.number != number for clause, _, _ in self.rulebook.clauses())

    # What may be asked at the end

    def written(self) -> list[Filed]:
        """Every paper that the story has written, the oldest first; of one moment, desk by desk."""
        found = [one for desk in self.ledger.streams() for one in papers_of(self.ledger, desk)]
        return sorted(found, key=lambda one: (one.entry.at, one.desk, one.entry.number))

    def fact(self, name: str) -> Doc:
        """A fact about the table as the story leaves it."""
        word, _, rest = name.partition(" ")
        if word in FACTS_ABOUT and rest:
            return FACTS_ABOUT[word](self, rest)
        ask = FACTS.get(name)
        if ask is not None:
            return ask(self)
        seen = dict(last_felt(self).facts)
        if name not in seen:
            about = ", ".join(f"{fact} …" for fact in sorted(FACTS_ABOUT))
            raise BadStory(f"there is no such fact; known are {', '.join(sorted({*FACTS, *seen}))}, {about}")
        return seen[name]


def teller(book: str) -> Rehearsal:
    """Who tells the stories of a book. A game that has a desk of its own on the floor has its own teller there, who knows
    what happens at the desk and leaves everything else to the table."""
    game = games.book(book)[0].game
    if find_spec(f"houseway.floor.{game}") is None:
        return Rehearsal(book)
    own: type[Rehearsal] = import_module(f"houseway.floor.{game}.story").Teller
    return own(book)
