"""Story: an evening at a table, told line by line, and played at a real one.

A story is what notation is, with room for everything else people do at a table: supervisors who change limits, players
who take chips back, cards gone wrong. Each line is one act. Where the next line needs it, the dealer takes the obvious
steps by himself: closes the window before a card, confirms what only needs confirming, picks up and opens the next
round. ``docs/scenarios.md`` lists every act.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from typing import Any, get_type_hints

from houseway import games
from houseway.floor import terminals
from houseway.floor.people import Person, Role, player
from houseway.floor.seats import may_vacate
from houseway.floor.settling import meter_account, position
from houseway.floor.table import Order, Reply, Table
from houseway.forms import read, write
from houseway.law.clause import Basis
from houseway.law.rulebook import NotInForce
from houseway.ledger import Ledger, Post, Transfer, open_ledger
from houseway.money import NotMoney, cents, plain
from houseway.play.decision import Accepted, Refused
from houseway.play.events import Advised, Called, Decided, Event, KeptAsNext, Laid, Opened, Settled
from houseway.play.felt import felt
from houseway.play.notation import is_card, read_card, read_sign
from houseway.play.prompts import (
    Ball,
    Book,
    Choose,
    ChooseEach,
    Confirm,
    Draw,
    Number,
    Prompt,
    Roll,
    Spin,
    Stack,
    Steps,
    TakeWagers,
)
from houseway.play.wagers import SetUp, Wager

DEALER = Person("the dealer", "dealer")
SUPERVISOR = Person("the supervisor", "casino supervisor")
FIRST_WINDOWS = ("original", "wagers", "ante")  # the window that opens a round, by the name its game gives it
CREDIT = 100_000_000  # cents each player in a story brings

_NAME = r"[A-Za-z][A-Za-z0-9_.-]*"
_WAGER = re.compile(rf"({_NAME})(?:@(\d+))?:(-?[$0-9.,]+)")


class BadStory(ValueError):
    """A line that is not understood, or that cannot happen here."""


@dataclass
class Told:
    """What came of a story."""

    events: list[Event] = field(default_factory=list)
    refusals: list[tuple[str, Refused]] = field(default_factory=list)  # the line, and why not
    unexpected: list[str] = field(default_factory=list)  # lines that came out otherwise than they say
    cited: dict[Basis, set[str]] = field(default_factory=dict)

    @property
    def calls(self) -> list[Called]:
        return [event for event in self.events if isinstance(event, Called)]

    @property
    def lines(self) -> list[Settled]:
        return [event for event in self.events if isinstance(event, Settled)]

    @property
    def advised(self) -> list[str]:
        return [event.player for event in self.events if isinstance(event, Advised)]

    @property
    def clauses(self) -> set[str]:
        return {clause.number for by in self.cited for clause in by.clauses}

    @property
    def readings(self) -> set[str]:
        return {reading for by in self.cited for reading in by.readings}

    @property
    def outcome(self) -> str:
        return next((event.outcome for event in reversed(self.events) if isinstance(event, Decided)), "")


class Rehearsal:
    """Plays a story at a table of its own."""

    def __init__(
        self, book: str, ledger: Ledger | None = None, watch: Callable[[str, Reply], None] | None = None
    ) -> None:
        self.book = book
        self.rulebook, self.variant = games.book(book)
        self.game = games.game(self.rulebook.game)
        self.ledger = ledger or open_ledger()
        self.watch = watch or (lambda line, reply: None)
        self.told = Told()
        self.now = datetime(2026, 11, 15, 20, 0)
        self.moment: datetime | None = None
        self.policies: dict[str, Any] = {}
        self.set_up = SetUp()
        self.areas_said = False
        self.brought: list[Callable[[Any], Any]] = []  # changes to what the table remembers, before it opens
        self.seats: list[tuple[str, int, int]] = []
        self.new_shoe = False
        self.opened: Table | None = None
        self.shoe: list[Any] = []  # cards lying ready, to be dealt as they fall due
        self.purses: set[str] = set()
        self.readings: list[int] = []  # what a jackpot's meter shows, in the order it is read

    # Telling

    def tell(self, story: str) -> Told:
        for line in lines(story):
            self.line(line)
        return self.told

    def line(self, line: str) -> None:
        act, _, expected = (part.strip() for part in line.partition("=>"))
        found = re.match(r"(\d{1,2}:\d\d)\s+(.*)", act)
        if found:
            self.now = self._clock(found.group(1))
            act = found.group(2)
        reply = self._act(act)
        refused = reply is not None and isinstance(reply.decision, Refused)
        if refused:
            assert reply is not None and isinstance(reply.decision, Refused)
            self.told.refusals.append((act, reply.decision))
            self._cite(reply.decision.by, "refusal")
        if expected:
            self._check(line, expected, reply)
        elif refused:
            assert reply is not None and isinstance(reply.decision, Refused)
            self.told.unexpected.append(f"{act}: refused, {reply.decision.because} ({reply.decision.by})")

    def finish(self) -> Told:
        """Deals out what lies ready, and ends a round that has been decided: the cards are picked up."""
        while self.shoe and self._step():
            pass
        if self.shoe:
            self.told.unexpected.append(f"cards left over: {' '.join(str(card) for card in self.shoe)}")
        table = self.opened
        if table is None or table.state.status != "open" or table.state.script != "play":
            return self.told
        if _decided(table) or self._only_confirming():
            while isinstance(table.prompt, (Confirm, TakeWagers, ChooseEach)) and not table.untouched(table.state):
                if not self._step() or table.state.script != "play":
                    break
        return self.told

    def _only_confirming(self) -> bool:
        """Whether nothing is left of the round but steps that somebody confirms."""
        table, state = self.table, self.table.state
        progress = table.progress
        while isinstance(progress.prompt, Confirm):
            state = replace(state, tape=(*state.tape, True))
            progress = table.run(state)
            if any(isinstance(step, Settled) for step in progress.steps):
                return True
        return progress is not table.progress and progress.over

    # Acts

    def _act(self, act: str) -> Reply | None:
        if all(is_card(word) for word in act.split()):
            return _cards(self, act)
        for pattern, method in _PATTERNS:
            found = pattern.fullmatch(act)
            if found:
                try:
                    reply: Reply | None = method(self, *found.groups())
                except NotMoney as wrong:
                    return Reply(Refused(Basis(()), str(wrong)))
                return reply
        raise BadStory(f"this line is not understood: {act!r}")

    @property
    def table(self) -> Table:
        if self.opened is None:
            opened = self._open()
            if isinstance(opened, Refused):
                raise BadStory(f"the table does not open: {opened.because}")
            self.opened = opened
        return self.opened

    def _open(self) -> Table | Refused:
        """Opens the table with everything the first lines settled."""
        places = getattr(self.rulebook.at(self.moment, self.policies, self.variant).terms, "places", None)
        if places is not None and not self.areas_said:
            sign = replace(self.set_up.sign, areas=places.areas.value[0])
            self.set_up = replace(self.set_up, sign=sign)
        opened = Table.open(
            self.ledger, "T", self.book, self.set_up, SUPERVISOR, self.now,
            policies=self.policies, moment=self.moment, ready=not self.new_shoe, cards_from="shoe",
        )  # fmt: skip
        if isinstance(opened, Refused):
            return opened
        opened.cited = self._cite
        opened.meter = self._meter
        if self.set_up.sign.jackpot is not None and self.readings:
            self._set_meter(self.set_up.sign.jackpot.name, self.readings[0])
        for name, area, idle in self.seats:
            self._purse(name, table=opened)
            opened.do(Order(player(name), "sit", {"area": area}, at=self.now))
            seats = tuple(replace(s, idle=idle) if s.player == name else s for s in opened.state.seats)
            opened.state = replace(opened.state, seats=seats)
        if self.brought:
            carry = read(self.game.carry_type, opened.state.carry, "carry")
            for change in self.brought:
                carry = change(carry)
            opened.state = replace(opened.state, carry=write(carry))
            opened._progress = None
            left = getattr(carry, "lying", ())
            if left:  # they were staked on an earlier spin
                opened.state = replace(opened.state, chips=left)
            for wager in (*left, *(one.wager for one in getattr(carry, "running", ()))):
                self._purse(wager.player, table=opened)
                move = Transfer(opened.purse(wager.player), "held:T", wager.cents, "hold")
                self.ledger.post([Post("cage", "lying", self.now.isoformat(), wager.player, {}, (move,))])
        self._cite(opened.terms.general.limits.by, "prompt")
        if opened.prompt is not None:
            self._cite(opened.prompt.by, "prompt")
        return opened

    def _cite(self, by: Basis, what: str) -> None:
        self.told.cited.setdefault(by, set()).add(what)

    def _do(self, who: Person, act: str, **details: Any) -> Reply:
        reply = self.table.do(Order(who, act, details, at=self.now))
        for event in reversed(reply.taken_back):
            at = len(self.told.events) - 1 - self.told.events[::-1].index(event)
            del self.told.events[at]
        self.told.events.extend(reply.events)
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
        if name not in self.purses:
            self.purses.add(name)
            if terminals.accounts_of(table or self.table) is not None:  # players have a terminal, with credit in it
                amount: dict[str, Any] = {"cents": brings}
                for act, details in (("attach", {}), ("buy in", amount)):
                    (table or self.table).do(Order(SUPERVISOR, act, {"station": name, **details}, at=self.now))
                return
            move = Transfer("cage", f"player:{name}", brings, "buy-in")
            self.ledger.post([Post("cage", "buy-in", self.now.isoformat(), f"player:{name}", {}, (move,))])

    def _clock(self, text: str) -> datetime:
        hour, minute = text.split(":")
        then = self.now.replace(hour=int(hour), minute=int(minute))
        return then if then >= self.now - timedelta(hours=12) else then + timedelta(days=1)

    def _step(self) -> bool:
        """The dealer's obvious next step, if there is one."""
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
        return self._do(_asked(prompt), "answer", value=prompt.write(prompt.usually())).accepted

    def _between(self) -> None:
        """If the round has been decided, ends it, so that what belongs between rounds can happen."""
        table = self.opened
        if table is None or not _decided(table):
            return
        number = table.state.round
        while table.state.round == number and isinstance(table.prompt, Confirm) and self._step():
            pass

    def _comes_to(self, wanted: Callable[[Prompt], bool]) -> bool:
        """Looks ahead, changing nothing: would the obvious steps alone bring the table to such a prompt?"""
        table, shoe = self.table, list(self.shoe)
        state, chips = table.state, table.state.chips
        for _ in range(60):
            progress = table.run(state)
            prompt = progress.prompt
            if prompt is None:
                return False
            if wanted(prompt):
                return True
            answer: Any = prompt.usually()
            if isinstance(prompt, TakeWagers):
                answer, chips = Book(chips or prompt.laid), ()
            elif isinstance(prompt, Draw):
                answer = shoe.pop(0) if shoe else None
            if answer is None or not prompt.admits(answer):
                return False
            state = replace(state, tape=(*state.tape, prompt.write(answer)))
        return False

    def _until(self, wanted: Callable[[Prompt], bool]) -> bool:
        """Steps on until a prompt of the wanted kind stands, if that goes without saying."""
        for _ in range(60):
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
        if reply is not None and clauses:
            by = {clause.number for clause in reply.decision.by.clauses} | set(reply.decision.by.readings)
            for number in re.split(r"[,\s]+", clauses.strip()):
                if number not in by:
                    self.told.unexpected.append(
                        f"{line}: {verdict} by {reply.decision.by or 'no clause'}, not by {number}"
                    )

    # What may be asked at the end

    def fact(self, name: str) -> Any:
        """A fact about the table as the story leaves it."""
        word, _, rest = name.partition(" ")
        if word in _FACTS_ABOUT and rest:
            return _FACTS_ABOUT[word](self, rest)
        ask = _FACTS.get(name)
        seen = dict(_last_felt(self).facts) if ask is None else {}
        if name in seen:
            return seen[name]
        if ask is None:
            raise BadStory(f"there is no fact {name!r}; known are {', '.join(sorted(_FACTS))}")
        return ask(self)


def teller(book: str) -> Rehearsal:
    """Who tells the stories of a book. A game that has a desk of its own on the floor has its own teller there, who knows
    what happens at the desk and leaves everything else to the table."""
    game = games.book(book)[0].game
    if find_spec(f"houseway.floor.{game}") is None:
        return Rehearsal(book)
    own: type[Rehearsal] = import_module(f"houseway.floor.{game}.story").Teller
    return own(book)


def lines(story: str) -> list[str]:
    """The acts of a story: one to a line, or separated by bars; # begins a comment."""
    found = []
    for line in story.splitlines():
        line = re.sub(r"(^|\s)#.*$", "", line)
        if line.lstrip().startswith("="):
            found.append(line.strip())
            continue
        found.extend(part.strip() for part in line.split("|") if part.strip())
    return found


def _asked(prompt: Prompt) -> Person:
    return SUPERVISOR if prompt.asks == "supervisor" else DEALER


# Setting the scene


def _before(self: Rehearsal, what: str) -> None:
    if self.opened is not None:
        raise BadStory(f"{what} belongs before the first act at the table")


def _sign(self: Rehearsal, words: str) -> Reply | None:
    _before(self, "sign")
    try:
        self.set_up = replace(self.set_up, sign=read_sign(words.split(), self.set_up.sign))
        self.areas_said |= "areas" in words.split()
    except ValueError as wrong:
        raise BadStory(str(wrong)) from None
    return None


def _set_up(self: Rehearsal, words: str) -> Reply:
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


def _policy(self: Rehearsal, name: str, value: str) -> None:
    _before(self, "policy")
    self.policies[name] = json.loads(value) if value in ("true", "false") or value.isdigit() else value


def _date(self: Rehearsal, text: str) -> None:
    _before(self, "date")
    self.moment = self.now = datetime.fromisoformat(text.strip())


def _new_shoe(self: Rehearsal) -> None:
    _before(self, "new shoe")
    self.new_shoe = True


def _advised(self: Rehearsal, names: str) -> None:
    _before(self, "advised")
    self.brought.append(lambda carry: replace(carry, advised=carry.advised | set(names.split())))


def _warned(self: Rehearsal, names: str) -> None:
    _before(self, "warned")
    self.brought.append(lambda carry: replace(carry, warned=carry.warned | set(names.split())))


def _open_the_table(self: Rehearsal) -> Reply:
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


def _next(self: Rehearsal, cards: str) -> None:
    _before(self, "next")
    held = tuple(read_card(word) for word in cards.split())
    self.brought.append(lambda carry: replace(carry, shoe=replace(carry.shoe, next_cards=held)))


def _burned(self: Rehearsal, card: str) -> None:
    """The card burned from this shoe before the story begins."""
    burned = read_card(card)

    def change(carry: Any) -> Any:
        shoe = carry.shoe.shoe.without_unseen() if not is_card(card) else carry.shoe.shoe.without(burned)
        return replace(carry, shoe=replace(carry.shoe, shoe=shoe).noting(burned=burned))

    _before(self, "burned")
    self.brought.append(change)


def _note(self: Rehearsal, **notes: Any) -> None:
    _before(self, "this line")
    self.brought.append(lambda carry: replace(carry, shoe=carry.shoe.noting(**notes)))


def _seats(self: Rehearsal, words: str) -> None:
    _before(self, "seats")
    for word in words.split():
        found = re.fullmatch(rf"({_NAME})@(\d+)(?:\((\d+)\))?", word)
        if found is None:
            raise BadStory(f"seats: write P1@1, or P1@1(3) for one who sat out three rounds; not {word!r}")
        self.seats.append((found.group(1), int(found.group(2)), int(found.group(3) or 0)))


def _meter_shows(self: Rehearsal, words: str) -> None:
    _before(self, "meter")
    self.readings.extend(cents(word) for word in words.split())


def _remember(self: Rehearsal, name: str, text: str) -> None:
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


# At the layout


def _wagers(self: Rehearsal, spot: str, words: str) -> Reply | None:
    """Wagers of one window. Where a line holds several and one is refused, that reply is the line's."""
    table = self.table
    spot = self.game.spot_named(spot)
    if not isinstance(table.prompt, TakeWagers) or not _known(table.prompt, spot):
        idle = table.state.script != "play" or position(table.progress.steps) == {} or _decided(table)

        def asked(prompt: Prompt) -> bool:  # chips that are themselves a decision
            return isinstance(prompt, ChooseEach) and any(stake.spot == spot for stake in prompt.stakes.values())

        if idle or self.shoe:
            self._until(lambda prompt: isinstance(prompt, TakeWagers) and _known(prompt, spot))
        elif self._comes_to(asked):
            self._until(asked)
    reply = None
    for word in words.split():
        found = _WAGER.fullmatch(word)
        if found is None:
            raise BadStory(f"a wager is written P1:10 or P1@3:10, not {word!r}")
        name, area, amount = found.groups()
        self._purse(name)
        details: dict[str, Any] = {"spot": spot, "cents": -cents(amount[1:]) if amount[0] == "-" else cents(amount)}
        if area:
            details["area"] = int(area)
        reply = self._do(player(name), "place", **details)
        if not reply.accepted:
            return reply
    return reply


def _known(window: TakeWagers, spot: str) -> bool:
    return spot in window.spots or window.pieces is not None


def _may(prompt: Prompt, kind: str) -> bool:
    return any(mishap.kind == kind for mishap in prompt.may_go_wrong)


def _decided(table: Table) -> bool:
    return any(isinstance(step, (Decided, Settled)) for step in table.progress.steps)


def _at_its_end(table: Table) -> bool:
    """Decided, and nothing is at stake any more."""
    return _decided(table) and not any(held for held, _ in position(table.progress.steps).values())


def _cards(self: Rehearsal, words: str) -> Reply | None:
    reply = None
    for word in words.split():
        card = read_card(word)
        prompt = self.table.prompt
        if str(card) == "CUT" and isinstance(prompt, TakeWagers) and _may(prompt, "cut-card"):
            reply = self._do(DEALER, "irregularity", kind="cut-card")
        else:
            if not self._until(lambda prompt: isinstance(prompt, Draw)):
                raise BadStory(f"no card is due where the story has {word}")
            reply = self._do(DEALER, "answer", value=str(card))
        if not reply.accepted:
            return reply
    return reply


def _spin(self: Rehearsal, result: str) -> Reply:
    _to(self, lambda p: isinstance(p, Spin), "a spin")
    return self._do(DEALER, "answer", value=result)


def _dice(self: Rehearsal, faces: str) -> Reply:
    _to(self, lambda p: isinstance(p, Roll), "a throw of dice")
    return self._do(DEALER, "answer", value=_faces(faces))


def _balls(self: Rehearsal, numbers: str) -> Reply | None:
    reply = None
    for number in _faces(numbers):
        _to(self, lambda p: isinstance(p, Ball), "a ball")
        reply = self._do(DEALER, "answer", value=number)
        if not reply.accepted:
            return reply
    return reply


def _stacked(self: Rehearsal, words: str) -> Reply:
    _to(self, lambda p: isinstance(p, Stack), "stacked tiles")
    return self._do(DEALER, "answer", value=[] if words == "face down" else words.split())


def _opened(self: Rehearsal, place: str, words: str) -> Reply:
    """Tiles as they lie on the table when the dealer opens them."""
    _to(self, lambda p: getattr(p, "place", "") == place and p.usually() is None, f"opening the tiles of {place}")
    return self._do(DEALER, "answer", value=words)


def _brought(self: Rehearsal, words: str) -> None:
    """What the table brings into the round, in the words of its game."""
    _before(self, "brought")
    self.brought.append(lambda carry: self.game.brought(carry, words))


def _faces(text: str) -> list[int]:
    return [int(face) for face in re.split(r"[\s,]+", text.strip())]


def _colour(self: Rehearsal, name: str, colour: str, amount: str, count: str | None) -> Reply:
    self._purse(name)
    details = {"colour": colour, "cents": cents(amount), **({"chips": int(count)} if count else {})}
    return self._do(player(name), "colour", **details)


def _redeem(self: Rehearsal, name: str, at: str | None, issued_by: str | None) -> Reply:
    details = {key: text for key, text in (("at", at), ("issued_by", issued_by)) if text}
    return self._do(player(name), "redeem", **details)


def _cash(self: Rehearsal, name: str, amount: str, spot: str) -> Reply:
    self._purse(name)
    return self._do(player(name), "place", spot=spot, cents=cents(amount), medium="cash")


def _lying(self: Rehearsal, spot: str, words: str) -> None:
    """Winners left lying from the spin before."""
    _before(self, "lying")
    found = [_WAGER.fullmatch(word) for word in words.split()]
    left = tuple(Wager(w[1], int(w[2] or 0), self.game.spot_named(spot), cents(w[3])) for w in found if w)
    self.brought.append(lambda carry: replace(carry, lying=(*carry.lying, *left)))


def _running(self: Rehearsal, spot: str, word: str, came: str) -> None:
    """A sequence that began on an earlier spin, and the numbers that have come since."""
    _before(self, "running")
    found = _WAGER.fullmatch(word)
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


def _buy_in(self: Rehearsal, name: str, amount: str, tender: str | None, control: str | None) -> Reply:
    """A player at a terminal; it stands there, whether anybody has played at it or not."""
    if name not in self.table.state.stations:
        self._do(SUPERVISOR, "attach", station=name)
    self.purses.add(name)
    details = {key: text for key, text in (("tender", tender), ("player", control)) if text}
    return self._do(DEALER, "buy in", station=name, cents=cents(amount), **details)


def _note_in(self: Rehearsal, name: str, amount: str) -> Reply:
    if name not in self.table.state.stations:
        self._do(SUPERVISOR, "attach", station=name)
    self.purses.add(name)
    return self._do(player(name), "note in", cents=cents(amount))


def _terminal(act: str, who: Person, *names: str) -> Callable[..., Reply]:
    """Something done about a terminal."""

    def do(self: Rehearsal, *values: str | None) -> Reply:
        details: dict[str, Any] = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        if "seconds" in details:
            details["seconds"] = int(details["seconds"])
        return self._do(who, act, **details)

    return do


def _many_terminals(self: Rehearsal, count: str) -> Reply | None:
    reply = None
    for number in range(1, int(count) + 1):
        reply = self._do(SUPERVISOR, "attach", station=f"ATS-{number}")
        self.purses.add(f"ATS-{number}")
    return reply


def _touch(self: Rehearsal, name: str, act: str, amount: str, spot: str) -> Reply:
    """One touch, in whatever state the table is."""
    verb = "place" if act == "places" else "withdraw"
    return self._do(player(name), verb, spot=spot, cents=cents(amount))


def _recalculate(self: Rehearsal, spin: str, actual: str, by: str | None, reason: str) -> Reply:
    details = {"spin": int(spin), "actual": None if actual == "void" else actual, "reason": reason}
    return self._do(SUPERVISOR, "recalculate", **details, asked_by=by or DEALER.name)


def _competition(self: Rehearsal, words: str) -> Reply:
    """A tournament under conditions: which are stated, who approved and who directs."""
    details = json.loads(words)
    for name in details.get("entrants", {}):
        if name not in self.table.state.stations:
            self._do(SUPERVISOR, "attach", station=name)
            self.purses.add(name)
    return self._do(SUPERVISOR, "tournament", **details)


def _finish_early(self: Rehearsal, agreeing: str, known: str | None) -> Reply:
    return self._do(SUPERVISOR, "end tournament", early=True, agreeing=int(agreeing), progressors_known=known is None)


def _tournament(
    self: Rehearsal, fee: str, entrants: str, keeps: str, approval: str | None, conditions: str | None
) -> Reply:
    policies = dict(part.split("=", 1) for part in re.split(r",\s*", conditions)) if conditions else {}
    values = {
        name: json.loads(text) if text in ("true", "false") or text.isdigit() else text
        for name, text in policies.items()
    }
    details = {"fee": cents(fee), "entrants": int(entrants), "keeps": cents(keeps), "conditions": values}
    self._between()
    return self._do(SUPERVISOR, "tournament", approval=approval or "", **details)


def _offers(self: Rehearsal, name: str) -> Reply:
    """Is a wager offered at the date of the story? This may be asked of a book whose base text is not held."""
    offered, by = self.rulebook.offers(name, self.moment)
    self._cite(by, "decision")
    when = f" at {self.moment:%H:%M on %d %B %Y}" if self.moment else ""
    return Reply(Accepted(by) if offered else Refused(by, f"{name} is not offered{when}"))


def _shoe_lies(self: Rehearsal, words: str) -> None:
    self.shoe.extend(read_card(word if len(word) > 1 and word != "10" else f"{word}S") for word in words.split())


def _secret(
    self: Rehearsal, name: str, kind: str | None, amount: str, holding: str | None, words: str, unexamined: str | None
) -> Reply:
    """A form, handed in by its player, or taken in by staff who did not look at it."""
    self._purse(name)
    self._between()
    details: dict[str, Any] = {"kind": kind or "", "words": words.strip(), "figures": cents(amount)}
    if not unexamined:
        return self._do(player(name), "secret", **details)
    if holding:
        details["chips"] = cents(holding)
    return self._do(DEALER, "secret", player=name, unexamined=True, **details)


def _secrets_used(self: Rehearsal, words: str) -> None:
    _before(self, "secrets used")
    used = {name: int(count) for name, _, count in (word.partition(":") for word in words.split())}
    self.brought.append(lambda carry: replace(carry, secret_used=used))


def _irregularity(self: Rehearsal, kind: str, card: str | None) -> Reply:
    def admits(prompt: Prompt) -> bool:
        return _may(prompt, kind)

    here = self.table.prompt
    if here is None or not admits(here):
        over = _decided(self.table) or not isinstance(here, TakeWagers) or bool(self.shoe)
        if over or not (here and here.may_go_wrong) or self._comes_to(admits):
            self._until(admits)
    details: dict[str, Any] = {"kind": kind}
    if card is not None:
        details |= {"area": int(card)} if card.isdigit() else {"card": card}
    return self._do(DEALER, "irregularity", **details)


def _choice(self: Rehearsal, name: str, word: str) -> Reply:
    """A player's decision, once the table comes to it by itself."""

    def asked(prompt: Prompt) -> bool:
        if isinstance(prompt, ChooseEach):
            known = any(option.value == word.partition(" ")[0] for option in prompt.options)
            return name in prompt.players and (known or isinstance(prompt.judge_one(name, word), Accepted))
        return isinstance(prompt, Choose) and prompt.who == f"player {name}"

    if self._comes_to(asked):
        self._until(asked)
    elif self.shoe:
        self._until(lambda prompt: isinstance(prompt, Choose))
    prompt = self.table.prompt
    if isinstance(prompt, ChooseEach) and prompt.short is not None and prompt.short.value == word:
        return self._do(DEALER, "choose", player=name, value=word)  # the dealer's word, not the player's
    return self._do(player(name), "choose", value=word)


def _withdraw(
    self: Rehearsal, name: str, amount: str | None, spot: str | None = None, area: str | None = None
) -> Reply:
    self._between()
    details: dict[str, Any] = {"cents": cents(amount)} if amount else {}
    details |= {"spot": spot} if spot else {}
    return self._do(player(name), "withdraw", **details, **({"area": int(area)} if area else {}))


def _say(self: Rehearsal, name: str, amount: str, spot: str | None, beside: str, confirmed: str | None) -> Reply:
    self._purse(name)
    by = re.split(r",\s*|\s+and\s+", confirmed) if confirmed else []
    on = {"spot": spot} if spot else {}
    return self._do(player(name), "say", **on, **{"cents": cents(amount), "with": beside, "confirmed": by})


def _answer(self: Rehearsal, text: str) -> Reply:
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        raise BadStory(f"after = stands one JSON value, not {text!r}") from None
    if value is not True:  # nothing is confirmed and no window closed by a value
        self._until(lambda prompt: not isinstance(prompt, (Confirm, TakeWagers)))
    prompt = self.table.prompt
    assert prompt is not None
    return self._do(_asked(prompt), "answer", value=value)


def _to(self: Rehearsal, wanted: Callable[[Prompt], bool], what: str) -> None:
    if not self._until(wanted):
        raise BadStory(f"the table does not come to this: {what}")


def _cut(self: Rehearsal, at: str) -> Reply:
    _to(self, lambda p: isinstance(p, Number) and p.what == "Cut the cards", "the cut")
    return self._do(DEALER, "answer", value=int(at))


def _depth(self: Rehearsal, at: str) -> Reply:
    _to(self, lambda p: isinstance(p, Number) and p.what == "Place the cutting card", "placing the cutting card")
    return self._do(DEALER, "answer", value=int(at))


def _cutter(self: Rehearsal, who: str) -> Reply:
    _to(self, lambda p: p.title.startswith("Offer the cut"), "the offer of the cut")
    return self._do(DEALER, "answer", value=who)


def _shuffle_steps(self: Rehearsal, steps: str) -> Reply:
    _to(self, lambda p: isinstance(p, Steps), "a shuffle by hand")
    return self._do(DEALER, "answer", value=re.split(r"[,\s]+", steps.strip()))


def _recut(self: Rehearsal, who: str) -> Reply:
    _to(self, lambda p: p.title == "Does the cut stand?", "a cut that may be made again")
    return self._do(SUPERVISOR, "answer", value=who)


def _call(self: Rehearsal) -> Reply:
    _to(self, lambda p: isinstance(p, TakeWagers), "an open window")
    return self._do(DEALER, "answer")


def _pick_up(self: Rehearsal) -> Reply:
    _to(self, lambda p: isinstance(p, Confirm) and _at_its_end(self.table), "the end of a round")
    return self._do(DEALER, "answer", value=True)


def _correct_throw(self: Rehearsal, old: str, new: str) -> Reply:
    return _correct(self, sorted(_faces(old)), _faces(new))


def _correct(self: Rehearsal, old: Any, new: Any) -> Reply:
    tape, number = list(self.table.state.tape), self.table.state.round
    if old not in tape and self.table.untouched(self.table.state):
        kept = self.ledger.newest("T", "round-over", 1)
        tape, number = (kept[0].body["tape"], kept[0].body["round"]) if kept else (tape, number)
    if old not in tape:
        raise BadStory(f"no answer on record is {old}")
    return self._do(SUPERVISOR, "correct", answer=tape.index(old), value=new, round=number, asked_by=DEALER.name)


# Supervisors


_BETWEEN = ("differential", "replace cards", "shuffle", "tournament", "end tournament", "close")


def _supervise(act: str, *names: str, **fixed: Any) -> Callable[..., Reply]:
    def do(self: Rehearsal, *values: str | None) -> Reply:
        details = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        for name in ("cents", "minimum", "maximum", "unit"):
            if name in details:
                details[name] = cents(str(details[name]))  # type: ignore[assignment]
        for name in ("area", "players", "round", "dispute"):
            if name in details:
                details[name] = int(str(details[name]))  # type: ignore[assignment]
        if "player" in details:
            self._purse(str(details["player"]))
        if act in _BETWEEN:
            self._between()
        return self._do(SUPERVISOR, act, **details, **fixed)

    return do


def _post_closing(self: Rehearsal, at: str) -> Reply:
    return self._do(SUPERVISOR, "post closing", at=self._clock(at).isoformat())


def _odds_of(words: str) -> dict[str, str]:
    odds = {}
    for part in re.split(r",\s*", words.strip()):
        name, _, value = part.partition("=")
        odds[name.strip()] = value.strip() if " to " in value else f"{value.strip()} to 1"
    return odds


def _odds(self: Rehearsal, words: str) -> Reply:
    return self._do(SUPERVISOR, "odds", odds=_odds_of(words))


def _post_odds(self: Rehearsal, words: str) -> Reply:
    return self._do(SUPERVISOR, "post odds", odds=_odds_of(words))


def _as(role: Role, act: str, *names: str) -> Callable[..., Reply]:
    def do(self: Rehearsal, *values: str | None) -> Reply:
        details = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        return self._do(Person(f"the {role}", role), act, **details)

    return do


_A = rf"({_NAME})"
_MONEY = r"([$0-9.,]+)"

_WORDS: list[tuple[str, Callable[..., Any]]] = [
    (r"sign (.+)", _sign),
    (r"set up (.+)", _set_up),
    (r"policy ([a-z_.]+) (.+)", _policy),
    (r"date (.+)", _date),
    (r"new shoe", _new_shoe),
    (r"advised (.+)", _advised),
    (r"warned (.+)", _warned),
    (r"open the table", _open_the_table),
    (r"next (.+)", _next),
    (r"burned (\S+)", _burned),
    (r"new dealer", lambda self: _note(self, new_dealer=True)),
    (r"cut seen", lambda self: _note(self, cut_card=None)),
    (r"remember ([a-z_]+) (.+)", _remember),
    (r"seats (.+)", _seats),
    (r"!([a-z-]+(?::\S+)?)(?: (\S+))?", _irregularity),
    (r"running (\S+) (\S+) came ([\d/]+)", _running),
    (r"terminals (\d+)", _many_terminals),
    (rf"attach {_A}", _terminal("attach", SUPERVISOR, "station")),
    (rf"detach {_A}", _terminal("detach", SUPERVISOR, "station")),
    (rf"buy in {_A} {_MONEY}(?: with ([a-z]+))?(?: for {_A})?", _buy_in),
    (rf"notes {_A} {_MONEY}", _note_in),
    (rf"pay out {_A}", _terminal("pay out", DEALER, "station")),
    (rf"send away {_A}: (.+)", _terminal("send away", DEALER, "station", "ground")),
    (r"fault part ([A-Za-z ]+?)(?:, records ([a-z]+))?", _terminal("fault", DEALER, "part", "records")),
    (rf"fault {_A}(?:, records ([a-z]+))?", _terminal("fault", DEALER, "station", "records")),
    (rf"mended {_A}", _terminal("mended", SUPERVISOR, "station")),
    (r"period (\d+)", _terminal("period", SUPERVISOR, "seconds")),
    (r"open wagering", _terminal("open wagering", DEALER)),
    (r"spun", _terminal("spun", DEALER)),
    (rf"{_A} (places|takes) {_MONEY} (?:on|off) (\S+)", _touch),
    (r"recalculate spin (\d+) to (\d+|void)(?: asked by ([^:]+))?: (.+)", _recalculate),
    (r"tournament (\{.+\})", _competition),
    (r"finish early with (\d+) agreeing( not settled)?", _finish_early),
    (rf"substitute {_A} by {_A}", _terminal("substitute", SUPERVISOR, "station", "player")),
    (r"meter (.+)", _meter_shows),
    (rf"purse {_A} {_MONEY}", lambda self, name, amount: self._purse(name, cents(amount))),
    (rf"{_A} secret(?: (player|banker|tie))? {_MONEY}(?: holding {_MONEY})?: ([a-z -]+?)( unexamined)?", _secret),
    (r"secrets used (.+)", _secrets_used),
    (r"last hand of the final", _supervise("last hand")),
    (rf"{_A} sees the form of {_A}", lambda self, name, other: self._do(player(name), "see form", player=other)),
    (rf"{_A} withdraws(?: {_MONEY})?(?: from ([^\s@]+)(?:@(\d+))?)?", _withdraw),
    (rf"{_A} says {_MONEY}(?: on (\S+))? with ([a-z]+)(?:,? confirmed by (.+))?", _say),
    (rf"{_A} asks to see the burned card(?: \((\S+)\))?", lambda self, name, card: self._do(
            player(name) if card is None else DEALER, "ask burn", player=name, **({"card": card} if card else {}))),
    (rf"{_A} sits at (\d+)", lambda self, name, area: self._do(player(name), "sit", area=int(area))),
    (rf"{_A} leaves", lambda self, name: self._do(player(name), "leave")),
    (rf"{_A} complains: (.+)", lambda self, name, words: self._do(player(name), "complain", words=words)),
    (r"= (.+)", _answer),
    (r"cut (\d+)", _cut),
    (r"cutting card (\d+)", _depth),
    (r"cutter (.+)", _cutter),
    (r"shuffle by hand: (.+)", _shuffle_steps),
    (r"recut (same|next)", _recut),
    (r"call|no more bets|raises closed", _call),
    (r"pick up", _pick_up),
    (rf"confirm {_A}", lambda self, name: self._do(DEALER, "confirm", player=name)),
    (r"correct dice ([\d ,]+) to ([\d ,]+)", _correct_throw),
    (r"correct (\S+) to (\S+)", _correct),
    (rf"post minimum {_MONEY}", _supervise("post minimum", "cents")),
    (rf"minimum {_MONEY}", _supervise("limits", "minimum")),
    (rf"maximum {_MONEY}(?: on (\S+))?", _supervise("limits", "maximum", "kind")),
    (rf"unit {_MONEY}", _supervise("limits", "unit")),
    (rf"marker {_A}(?:@(\d+))? {_MONEY}(?: by (.+))?", _supervise("marker", "player", "area", "maximum", "by")),
    (rf"differential {_MONEY}", _supervise("differential", "cents")),
    (r"no differential", _supervise("differential")),
    (r"share (\d+)", _supervise("share", "players")),
    (r"odds (.+)", _odds),
    (r"post odds (.+)", _post_odds),
    (r"post closing (\d{1,2}:\d\d)", _post_closing),
    (r"tell inspector", _supervise("tell inspector")),
    (r"close table", _supervise("close", players_present=True)),
    (r"reopen table", _supervise("reopen")),
    (rf"exclude {_A}: (.+)", _supervise("exclude", "player", "ground")),
    (rf"readmit {_A}", _supervise("readmit", "player")),
    (rf"warn {_A}: (.+)", _supervise("warn", "player", "ground")),
    (rf"void {_A}: (.+)", _supervise("void wagers", "player", "ground")),
    (rf"hold {_A} {_MONEY}", _supervise("hold winnings", "player", "cents")),
    (r"invalidate ([a-z]+)(?: round (\d+))?", _supervise("invalidate", "ground", "round")),
    (rf"vacate {_A}", _supervise("vacate", "player")),
    (r"dealer (.+)", _as("dealer", "relieve", "dealer")),
    (r"replace cards", _supervise("replace cards")),
    (r"shuffle cards", _supervise("shuffle")),
    (r"record (\S+): (.+)", _supervise("record", "clause", "words")),
    (r"freeze", _as("dealer", "freeze")),
    (r"release", _supervise("release")),
    (r"decide dispute (\d+): (.+)", _supervise("decide dispute", "dispute", "decision")),
    (r"offers (\S+)", _offers),
    (r"shoe (.+)", _shoe_lies),
    (r"spin (\S+)", _spin),
    (r"dice ([\d ,]+)", _dice),
    (r"balls ([\d ,]+)", _balls),
    (rf"colour {_A} ([a-z]+) {_MONEY}(?: x (\d+))?", _colour),
    (rf"redeem {_A}(?: at (.+?))?(?: issued by (.+))?", _redeem),
    (rf"{_A} lays (\d+) chips on (\S+)", lambda self, name, chips, spot: self._do(
        player(name), "place", spot=spot, chips=int(chips))),
    (rf"maximum marker {_A} on (\d+)", lambda self, name, number: _wagers(self, f"maximum:{number}", f"{name}:1")),
    (rf"cash {_A}:{_MONEY} on (\S+)", _cash),
    (r"lying (\S+) (.+)", _lying),
    (rf"tournament fee {_MONEY} entrants (\d+) keeps {_MONEY}(?: approved (\S+))?(?: with (.+))?", _tournament),
    (r"end tournament", _supervise("end tournament")),
    (rf"(\S+) ((?:{_NAME}(?:@\d+)?:\S+\s*)+)", _wagers),
    (r"stacked (.+)", _stacked),
    (r"brought (.+)", _brought),
    (r"new tiles", _new_shoe),
    (r"(bank|area \d+): (.+)", _opened),
    (rf"{_A} ([a-z][a-zA-Z0-9 ./*-]*)", _choice),
]  # fmt: skip

_PATTERNS = [(re.compile(pattern), method) for pattern, method in _WORDS]


# Facts


def _carry(self: Rehearsal) -> Any:
    """What the table remembers now."""
    carry = read(self.game.carry_type, self.table.state.carry, "carry")
    for event in self.table.progress.events:
        carry = self.game.carry(carry, event)
    return carry


def _shoe(self: Rehearsal) -> Any:
    return _carry(self).shoe


def _box(box: str) -> Callable[[Rehearsal], Any]:
    def ask(self: Rehearsal) -> Any:
        seen = _last_felt(self)
        return next((str(b.card) for b in seen.boxes if b.box == box), None)

    return ask


def _last_felt(self: Rehearsal) -> Any:
    """The felt of the round being played, or of the last one if nothing lies there now."""
    now = felt(self.table.progress.steps)
    if now.boxes or (now.facts and self.table.state.round == 1):
        return now
    started = _rounds_began(self.told.events)
    if started and self.table.state.script == "prepare":  # the round is over, and the next has not begun
        return felt(self.told.events[started[-1] :])
    earlier = self.told.events[: started[-1]] if started else self.told.events
    began = _rounds_began(earlier)
    return felt(earlier[began[-1] :] if began else earlier)


def _rounds_began(events: list[Event]) -> list[int]:
    return [n for n, event in enumerate(events) if isinstance(event, Opened) and event.window in FIRST_WINDOWS]


def _next_card(self: Rehearsal) -> Any:
    held = _shoe(self).next_cards
    if held:
        return str(held[0])
    kept = [event for event in self.told.events if isinstance(event, KeptAsNext)]
    return str(kept[-1].card) if kept else None


def _laid(self: Rehearsal, name: str) -> str:
    """A player's chips in the last window: spot and dollars, in the order placed."""
    laid = next((event.wagers for event in reversed(self.told.events) if isinstance(event, Laid)), ())
    return ", ".join(f"{w.spot} {plain(w.cents)}" for w in self.table.state.chips or laid if w.player == name)


def _hands(self: Rehearsal, place: str) -> str:
    """The cards of every hand at a place of the last round, as ranks: "T 8 / 8 3 T"."""
    boxes = _last_felt(self).boxes
    single = [card for box in boxes if box.place.startswith(f"{place}'s ") for card in box.cards]
    if single:  # a hand whose cards have a place each: "player's first card"
        return " ".join(str(card)[0] if card else "?" for card in single)
    piles = [box for box in boxes if box.place.startswith(f"{place} hand ") or box.place == place]
    return " / ".join(" ".join(str(card)[0] if card else "?" for card in box.cards) for box in piles)


def _balance(self: Rehearsal, name: str) -> str:
    return plain(self.ledger.balance(self.table.purse(name)))


def _station(self: Rehearsal, name: str) -> str:
    one = self.table.state.stations[name]
    return "faulty" if one.faulty else "closing" if one.closing else "open" if one.account else "closed"


def _sequences(self: Rehearsal, name: str) -> str:
    """The sequences that run at a terminal."""
    running = getattr(self.table.carry(), "running", ())
    return ", ".join(one.wager.spot for one in running if one.wager.player == name)


def _told(self: Rehearsal, name: str) -> str:
    """What was called or marked last: "told player" is the count announced for Player."""
    return str(_last_felt(self).fact(name))


def _remembers(self: Rehearsal, name: str) -> Any:
    """Something a table of this game keeps in mind between rounds."""
    found = getattr(_carry(self), name, None)
    if found is None:
        raise BadStory(f"a table of {self.game.title} remembers no {name!r}")
    return found


_FACTS_ABOUT: dict[str, Callable[[Rehearsal, str], Any]] = {
    "laid": _laid,
    "hands": _hands,
    "balance": _balance,
    "station": _station,
    "sequences": _sequences,
    "control": lambda self, name: self.table.state.stations[name].control,
    "told": _told,
    "remembers": _remembers,
}

_FACTS: dict[str, Callable[[Rehearsal], Any]] = {
    "minimum": lambda self: plain(self.table.state.sign.limits.minimum),
    "maximum": lambda self: plain(self.table.state.sign.limits.maximum or 0),
    "shuffle": lambda self: _shoe(self).notes.shuffle or "none",
    "next_card": _next_card,
    "cards_out": lambda self: _shoe(self).notes.decks * 52 - _shoe(self).shoe.size,
    "burned": lambda self: str(_shoe(self).notes.burned),
    "left": _box("left"),
    "right": _box("right"),
    "centre": _box("centre"),
    "spread": lambda self: _last_felt(self).fact("spread"),
    "marker": lambda self: _last_felt(self).fact("marker"),
    "third_card": lambda self: _box("centre")(self) is not None,
    "may_vacate": lambda self: may_vacate(self.table),
    "withdrawable": lambda self: bool(self.table.state.chips),
    "status": lambda self: self.table.state.status,
    "meter": lambda self: (
        plain(self.ledger.balance(meter_account(self.set_up.sign.jackpot.name))) if self.set_up.sign.jackpot else None
    ),
    "period": lambda self: terminals.seconds_of(self.table),
    "last": lambda self: list(getattr(self.table.carry(), "last", ())),
    "stations": lambda self: len(self.table.state.stations),
    "round": lambda self: self.table.state.round,
    "asks": lambda self: self.table.prompt.title if self.table.prompt else "",
    "deciding": lambda self: list(self.table.prompt.players) if isinstance(self.table.prompt, ChooseEach) else [],
}
