"""Stories of the keno computer: what happens at terminals, at the console and at the draw, line by line.

Everything is done at a real desk with a ledger of its own. Papers have names (``T1``, ``V1``); a day opens and a drawn game
is evaluated where the next line needs it. ``docs/scenarios.md`` lists the lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from itertools import combinations
from typing import Any

from houseway.floor.keno import running
from houseway.floor.keno.desk import CAGE, Answer, Keno, Order, jackpot_account
from houseway.floor.keno.judging import ticket_owed
from houseway.floor.keno.masks import evaluate
from houseway.floor.keno.papers import KenoGame, Ticket, unpacked
from houseway.floor.keno.paying import due
from houseway.floor.keno.reports import proofs
from houseway.floor.keno.selling import catalogue
from houseway.floor.keno.states import GameState
from houseway.floor.people import Person, Role, player
from houseway.floor.story import BadStory, Rehearsal, Told
from houseway.floor.story.spelled import moment, whole, wholes
from houseway.floor.story.told import CREDIT
from houseway.floor.story.vocabulary import meet, mishap_told
from houseway.floor.table import Reply, Table
from houseway.games.keno.drawing import DrawnByHand, DrawVoid
from houseway.games.keno.prizes import prize, pro_rate
from houseway.ledger import Post, Transfer
from houseway.money import NotMoney, cents, plain
from houseway.play.decision import Refused

WRITER = Person("the writer", "dealer")
OPERATOR = Person("the operator", "casino supervisor")
INSPECTOR = Person("the inspector", "inspector")

MOST_TICKETS = 5_000  # in one line: a story has to end
MOST_WAYS = 1_000
MOST_SPOTS = 40

_NAME = r"([A-Za-z][A-Za-z0-9_-]*)"


class Teller(Rehearsal):
    def __init__(self, book: str, *args: Any) -> None:
        super().__init__(book, *args)
        self._desk: Keno | None = None
        self.papers: dict[str, dict[str, Any]] = {}  # what each paper was issued with
        self.last: dict[str, Any] = {}
        self.copies: list[int] = []

    @property
    def desk(self) -> Keno:
        if self._desk is None:
            self._desk = Keno(self.ledger, self.book, self.moment)
            self._desk.cited = self._cite
        return self._desk

    def _act(self, act: str) -> Reply | None:
        for pattern, method in _PATTERNS:
            found = pattern.fullmatch(act)
            if found:
                try:
                    done: Answer | None = method(self, *found.groups())
                except NotMoney as wrong:
                    return Reply(Refused(self.desk.terms.prices.charge.by, str(wrong)))
                return None if done is None else Reply(done.decision)
        return super()._act(act)

    @property
    def facts(self) -> list[str]:
        return [*(f"{fact} …" if fact in _ABOUT_PAPERS else fact for fact in _FACTS), *super().facts]

    @property
    def forms(self) -> list[str]:
        return [*(pattern for pattern, _ in _WORDS), *super().forms]

    def finish(self) -> Told:
        if self._desk is not None:
            self._settle()
            for proof in proofs(self._desk):
                if not proof.agrees:
                    self.told.unexpected.append(
                        f"{proof.what}: the papers say {plain(proof.papers)}, the ledger {plain(proof.ledger)}"
                    )
        return super().finish()

    def _purse(self, name: str, brings: int = CREDIT, table: Table | None = None) -> None:
        """At the computer a player pays from credit without sitting at any table."""
        if name not in self.purses:
            self.purses.add(name)
            self._credit(name, brings)

    def order(self, who: Person, act: str, /, **details: Any) -> Answer:
        if act not in ("open day", "close day") and not self.desk.standing.day and act not in _WITHOUT_DAY:
            self.order(OPERATOR, "open day")
        if act != "correct draw":  # which must come before the evaluation
            self._settle()
        done = self.desk.do(Order(who, act, details, at=self.now))
        if done.saved is not None:
            done.saved.result()
        if done.accepted:
            self.last |= done.paper
        meet(self, running.prompt(self.desk))
        return done

    def _settle(self) -> None:
        drawing = self.desk.standing.drawing
        if drawing and (game := self.desk.game(drawing)) is not None and game.state == GameState.DRAWN:
            self.desk.do(Order(WRITER, "confirm draw", at=self.now))
        saved = running.settle(self.desk, self.now)
        if saved is not None:
            saved.result()

    def paper(self, name: str, what: str) -> Any:
        """What a paper of the story was issued with: its ticket, code, errand or claim."""
        if name not in self.papers:
            raise BadStory(f"no paper is called {name!r}; there are {', '.join(self.papers) or 'none'}")
        if what not in self.papers[name]:
            raise BadStory(f"{name} has no {what}; it has {', '.join(self.papers[name])}")
        return self.papers[name][what]

    def ticket(self, name: str) -> Ticket:
        found = self.desk.ticket(self.paper(name, "ticket"))
        assert found is not None
        return found

    def code(self, name: str) -> str:
        return str(self.paper(name, "code"))

    def drawn(self, number: int | None = None) -> KenoGame:
        """A game that was drawn; the last one where none is named."""
        games = [game for game in self.desk.games_between(1, self.desk.standing.game) if game.drawn]
        found = next((game for game in reversed(games) if number in (None, game.number)), None)
        if found is None:
            raise BadStory("no game has been drawn yet" if number is None else f"game {number} has not been drawn yet")
        return found

    def happened(self, what: str) -> Any:
        """What an act of the story said last: a refund, a payment, change."""
        if what not in self.last:
            raise BadStory(f"nothing in this story says so; told were {', '.join(self.last) or 'no figures'}")
        return self.last[what]

    # What may be asked

    def fact(self, name: str) -> Any:
        word, _, rest = name.partition(" ")
        asked = _FACTS.get(word)
        if asked is None:
            try:
                return super().fact(name)
            except BadStory as wrong:
                raise BadStory(f"{wrong}; at the computer {', '.join(sorted(_FACTS))}") from None
        return asked(self, rest)


_WITHOUT_DAY = ("release unclaimed", "use unclaimed", "file claim", "decide claim", "pay", "redeem")


# Scenes


def _day(self: Teller, day: str, at: str | None) -> Answer | None:
    """A Keno day begins at this hour; one that still runs ends first, at its usual hour."""
    if self._desk is not None and self.desk.standing.day:
        self._settle()
        self.order(OPERATOR, "close day", hours_over=True)
    self.now = moment(f"{day} {at or '12:00'}")
    return self.order(OPERATOR, "open day")


def _at(self: Teller, text: str) -> None:
    self.now = moment(text)


def _pool(self: Teller, spots: str, amount: str) -> None:
    """A jackpot as it stands before the story."""
    if whole(spots, "pool") not in self.desk.pools():
        raise BadStory(f"pool: there is no jackpot of {spots}; there are {', '.join(map(str, self.desk.pools()))}")
    account = jackpot_account(int(spots))
    more = cents(amount) - self.desk.ledger.balance(account)
    if not more:
        return
    move = Transfer(CAGE, account, more, "story") if more > 0 else Transfer(account, CAGE, -more, "story")
    self.ledger.post([Post("cage", "story", self.now.isoformat(), "", {}, (move,))])


# Terminals


def _entry(self: Teller, text: str) -> dict[str, Any]:
    """``3 17 24``, ``6 numbers``, ``quick pick 9``, ``mystery``, ``4 ways of 3``, ``groups 1 2 / 3 4 ways 1/4``,
    ``set bet NAME random``."""
    if re.fullmatch(r"[\d ,]+", text):
        return {"numbers": wholes(text, "numbers")}
    if found := re.fullmatch(r"(\d+) numbers?", text):
        return {"numbers": list(range(1, min(whole(found.group(1), "numbers"), 81) + 1))}
    if found := re.fullmatch(r"quick pick (\d+)", text):
        return {"quick_pick": whole(found.group(1), "quick pick")}
    if text == "mystery":
        return {"mystery": True}
    if found := re.fullmatch(r"(\d+) ways? of (\d+)", text):
        count, spots = whole(found.group(1), "ways"), whole(found.group(2), "spots")
        if count > MOST_WAYS or spots > MOST_SPOTS:
            raise BadStory(f"ways: at most {MOST_WAYS} of {MOST_SPOTS} can be told in a line")
        made = [list(numbers) for numbers, _ in zip(combinations(range(1, 81), spots), range(count), strict=False)]
        return {"listed": made}
    if found := re.fullmatch(r"groups ([\d /]+) ways (.+)", text):
        groups = [wholes(group, "groups") for group in found.group(1).split("/")]
        return {"groups": groups, "ways": found.group(2)}
    if found := re.fullmatch(r"set bet (.+?)(?: (fixed|random))?", text):
        return {"set_bet": found.group(1), "mode": found.group(2) or "fixed"}
    raise BadStory(f"this is no entry: {text!r}")


def _sell(
    self: Teller, name: str, text: str, amount: str | None, games: str | None, special: str | None, rest: str | None
) -> Answer:
    details = _entry(self, text)
    price = cents(amount) if amount else 0
    if "listed" in details:
        details["listed"] = [[numbers, price] for numbers in details["listed"]]
    else:
        details["cents"] = price
    details |= {"games": whole(games or "1", "games"), "special": whole(special or "0", "special")}
    who = WRITER
    for part in (rest or "").split(","):
        part = part.strip()
        if found := re.fullmatch(r"from ([A-Za-z]\w*)", part):
            self._purse(found.group(1))
            who = player(found.group(1))
        elif found := re.fullmatch(r"by (cash|chips|voucher|winning receipt ticket|[a-z ]+?)(?: ([TV][\w-]*))?", part):
            details["tender"] = found.group(1)
            if found.group(2):
                details["paper"] = self.code(found.group(2))
        elif found := re.fullmatch(r"game (\d+)", part):
            details["game"] = whole(found.group(1), "game")
        elif part:
            raise BadStory(f"after an entry, {part!r} is not understood")
    if name.startswith("E"):
        done = self.order(who, "errand", **details)
    else:
        done = self.order(who, "sell", **details)
    if done.accepted:
        self.papers[name] = done.paper | {"entry": details}
        if "voucher" in done.paper:
            self.papers[f"V-{name}"] = done.paper["voucher"]
    return done


def _sell_many(self: Teller, count: str, text: str, amount: str) -> Answer:
    self.copies = []
    if not 1 <= whole(count, "tickets") <= MOST_TICKETS:
        raise BadStory(f"tickets: 1 to {MOST_TICKETS} can be sold in a line, not {count}")
    for _ in range(int(count)):
        done = self.order(WRITER, "sell", **_entry(self, text), cents=cents(amount))
        if not done.accepted:
            break
        self.copies.append(done.paper["ticket"])
    return done


def _pay(self: Teller, name: str, to: str | None, how: str | None, printed: str | None) -> Answer:
    details: dict[str, Any] = {"paper": self.code(name) if name in self.papers else name}
    if how:
        details["how"] = how
    if printed:
        details["printed"] = {"ways": [wholes(printed, "printed")]}
    done = self.order(player(to) if to else WRITER, "pay", **details)
    if done.accepted:
        if "continues" in done.paper:
            self.papers[f"{name}-2"] = {"ticket": done.paper["paid_ticket"], "code": done.paper["continues"]}
        if "voucher" in done.paper:
            self.papers[f"V-{name}"] = done.paper["voucher"]
    return done


def _forged(self: Teller, name: str) -> Answer:
    real = self.code(name)
    forged = real[:-1] + str((int(real[-1]) + 1) % 10)
    return self.order(WRITER, "pay", paper=forged)


def _voucher(self: Teller, name: str, amount: str) -> Answer:
    done = self.order(WRITER, "deposit", cents=cents(amount))
    if done.accepted:
        self.papers[name] = done.paper["voucher"]
    return done


def _replay(self: Teller, name: str, new: str) -> Answer:
    done = self.order(WRITER, "replay", paper=self.code(name))
    if done.accepted:
        self.papers[new] = done.paper
    return done


def _place(self: Teller, errand: str, name: str) -> Answer:
    done = self.order(WRITER, "place errand", errand=self.paper(errand, "errand"))
    if done.accepted:
        self.papers[name] = done.paper
    return done


# Draws


def _close(self: Teller) -> Answer:
    return self.order(OPERATOR, "close game")


def _closed(self: Teller) -> None:
    """The obvious step before a ball: the game that is sold closes."""
    if not self.desk.standing.day:
        self.order(OPERATOR, "open day")
    if not self.desk.standing.drawing:
        self.order(OPERATOR, "close game")


def _ready(self: Teller) -> None:
    """A supervisor's usual word, where the draw waits for one before its next ball."""
    for _ in range(4):
        prompt = running.prompt(self.desk)
        usual = prompt.usually() if prompt is not None else None
        if prompt is None or usual is None:
            return
        self.order(OPERATOR, "answer", value=prompt.write(usual))


def _balls(self: Teller, text: str) -> Answer:
    _closed(self)
    first, *rest = wholes(text, "balls")
    _ready(self)
    done = self.order(WRITER, "answer", value=first)
    for number in rest:
        if not done.accepted:
            break
        _ready(self)
        done = self.order(WRITER, "answer", value=number)
    return done


def _wrong(self: Teller, kind: str) -> Answer:
    _closed(self)
    _ready(self)
    stood = running.prompt(self.desk)
    done = self.order(WRITER, "answer", irregularity=kind)
    mishap_told(self, kind, stood, Reply(done.decision))
    return done


def _says(self: Teller, value: str) -> Answer:
    return self.order(OPERATOR, "answer", value=True if value == "done" else value)


def _numbers(self: Teller, text: str) -> Answer:
    _closed(self)
    _ready(self)
    return self.order(WRITER, "key draw", numbers=wholes(text, "numbers"))


def _draw_holding(self: Teller, held: str, without: str | None) -> Answer:
    """A draw with these numbers in it, none of the others named, and nothing else of interest."""
    wanted = wholes(held, "holding")
    avoided = set(wholes(without, "without")) if without else set[int]()
    rest = [number for number in range(80, 0, -1) if number not in wanted and number not in avoided]
    return _numbers(self, " ".join(str(number) for number in (wanted + rest)[:20]))


def _generator(self: Teller) -> Answer:
    _closed(self)
    return self.order(OPERATOR, "draw")


def _play(self: Teller, games: str) -> None:
    if whole(games, "games") > MOST_TICKETS:
        raise BadStory(f"play: at most {MOST_TICKETS} games can be played in a line, not {games}")
    for _ in range(int(games)):
        self._settle()
        _generator(self)
        self._settle()
        self.now += timedelta(minutes=5)


def _first_number(self: Teller) -> Answer:
    self._settle()
    _closed(self)
    return _balls(self, "80")


# The console


def _bonus(self: Teller, spots: str, matched: str, amount: str, approval: str | None) -> Answer:
    details = {
        "spots": whole(spots, "spots"),
        "matched": whole(matched, "matched"),
        "cents": cents(amount),
        "approval": approval or "",
    }
    return self.order(OPERATOR, "bonus", **details)


def _promotion(self: Teller, spots: str, matched: str, dollars: str, approval: str | None) -> Answer:
    columns = {spots: {matched: whole(dollars, "promotion")}}
    return self.order(OPERATOR, "promotion", columns=columns, approval=approval or "")


def _correct(self: Teller, game: str | None, text: str, asked_by: str | None) -> Answer:
    details: dict[str, Any] = {"game": whole(game, "game")} if game else {}
    details |= {"numbers": wholes(text, "numbers"), "asked_by": asked_by or WRITER.name}
    return self.order(OPERATOR, "correct draw", **details)


def _void(self: Teller, name: str, reverse: str | None, asked_by: str | None) -> Answer:
    details = {"ground": "a contravention", "reverse": reverse is not None, "asked_by": asked_by or WRITER.name}
    return self.order(OPERATOR, "void ticket", ticket=self.paper(name, "ticket"), **details)


def _invalidate(self: Teller, game: str, ground: str, asked_by: str | None) -> Answer:
    details = {"game": whole(game, "game"), "ground": ground, "asked_by": asked_by or WRITER.name}
    return self.order(OPERATOR, "invalidate", **details)


def _claim(self: Teller, name: str, reason: str, paper: str | None) -> Answer:
    if paper and paper not in self.papers:
        self.paper(paper, "ticket")
    claimed = self.papers[paper] if paper else {}
    details = {"name": "C. Laimant", "address": "1 Civic Square", "signature": "C. L."}
    details |= {"voucher": claimed["number"]} if "number" in claimed else {"ticket": claimed.get("ticket", 0)}
    done = self.order(WRITER, "file claim", reason=reason, **details)
    if done.accepted:
        self.papers[name] = done.paper
    return done


def _decide_claim(self: Teller, verdict: str, name: str) -> Answer:
    return self.order(INSPECTOR, "decide claim", claim=self.paper(name, "claim"), approve=verdict == "approves")


def _use(self: Teller, what: str | None, amount: str, use: str, spots: str | None, approval: str | None) -> Answer:
    details: dict[str, Any] = {"cents": cents(amount), "for": use, "approval": approval or ""}
    if spots:
        details["spots"] = whole(spots, "spots")
    if what:
        details["of"] = what.strip()
    return self.order(OPERATOR, "use unclaimed", **details)


def _by_operator(act: str, *names: str, **fixed: Any) -> Callable[..., Answer]:
    def do(self: Teller, *values: str) -> Answer:
        return self.order(OPERATOR, act, **dict(zip(names, values, strict=True)), **fixed)

    return do


def _as(role: Role, act: str) -> Callable[[Teller], Answer]:
    return lambda self: self.order(Person(f"the {role}", role), act)


_MONEY = r"(\$?\d+(?:,\d{3})*(?:\.\d+)?)"

_WORDS: list[tuple[str, Callable[..., Answer | None]]] = [
    (r"day (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?", _day),
    (r"at (\d{4}-\d\d-\d\d \d\d:\d\d)", _at),
    (rf"pool (\d+) {_MONEY}", _pool),
    (rf"(\d+) tickets: (.+?) for {_MONEY}", _sell_many),
    (rf"([TEP]\d+): (.+?)(?: for {_MONEY})?(?: x (\d+))?(?: special (\d+))?((?:,| from| by | game ).*)?", _sell),
    (rf"pay forged {_NAME}", _forged),
    (rf"pay (\S+)(?: to {_NAME})?(?: by ([a-z]+))?(?: printed ([\d ]+))?", _pay),
    (rf"cancel {_NAME}", lambda self, name: self.order(WRITER, "cancel", paper=self.code(name))),
    (rf"replay {_NAME} as {_NAME}", _replay),
    (rf"voucher {_NAME} {_MONEY}", _voucher),
    (rf"redeem {_NAME}", lambda self, name: self.order(WRITER, "redeem", paper=self.code(name))),
    (rf"place {_NAME} as {_NAME}", _place),
    (r"close game", _close),
    (r"balls ([\d ,]+)", _balls),
    (r"!([a-z-]+)", _wrong),
    (r"supervisor: (.+)", _says),
    (r"numbers ([\d ,]+)", _numbers),
    (r"draw holding ([\d ]+?)(?: without ([\d ]+))?", _draw_holding),
    (r"draw", _generator),
    (r"play (\d+) games?", _play),
    (r"first number", _first_number),
    (r"settle", lambda self: self._settle()),
    (r"correct draw (?:game (\d+): )?([\d ,]+?)(?: asked by (.+))?", _correct),
    (rf"bonus (\d+)/(\d+) {_MONEY}(?: approval (\S+))?", _bonus),
    (r"promotion (\d+)/(\d+)=(\d+)(?: approval (\S+))?", _promotion),
    (rf"claim {_NAME} for (old|lost|mutilated)(?: {_NAME})?", _claim),
    (rf"inspector (approves|refuses) {_NAME}", _decide_claim),
    (r"release unclaimed", _by_operator("release unclaimed")),
    (rf"use unclaimed( vouchers)? {_MONEY} for ([a-z ]+?)(?: (\d+))?(?: approval (\S+))?", _use),
    (rf"void {_NAME}( and reverse what was paid)?(?: asked by (.+))?", _void),
    (rf"cage settles {_NAME}", lambda self, name: self.order(
        OPERATOR, "settle owed", ticket=self.paper(name, "ticket"))),
    (r"invalidate game (\d+): (fraud|disorder)(?: asked by (.+))?", _invalidate),
    (rf"exclude {_NAME}: (.+)", _by_operator("exclude", "player", "ground")),
    (r"complaint: (.+)", _by_operator("complain", "words")),
    (r"decide dispute (\d+): (.+)", lambda self, number, words: self.order(
        OPERATOR, "decide dispute", dispute=whole(number, "dispute"), decision=words)),
    (r"tell players", _by_operator("tell players")),
    (r"tell inspector", _by_operator("tell inspector")),
    (r"close day", _by_operator("close day")),
]  # fmt: skip
_PATTERNS = [(re.compile(pattern, re.ASCII), method) for pattern, method in _WORDS]


# Facts


def _due(self: Teller, name: str) -> str:
    self._settle()
    if name.isdigit() and whole(name, "due") >= len(self.copies):
        raise BadStory(f"{len(self.copies)} tickets alike were sold; they count from 0")
    number = self.copies[int(name)] if name.isdigit() else self.ticket(name).number
    ticket = self.desk.ticket(number)
    assert ticket is not None
    return plain(sum(win.cents for win in due(self.desk, ticket)[0]))


def _way_prizes(self: Teller, name: str) -> str:
    """Each way of a ticket with its matches and prize in the game just drawn: "4 56, 3 2"."""
    self._settle()
    ticket = self.ticket(name)
    self.drawn()
    wins = due(self.desk, ticket)[0]
    if not wins:
        raise BadStory(f"nothing of {name} has been drawn, or it has been paid")
    found, told = wins[-1], []
    game = self.drawn(found.game)
    for way in unpacked(ticket.ways):
        won = next((item for item in found.ways if item.numbers == way.numbers), None)
        told.append(f"{(way.mask & game.mask).bit_count()} {plain(won.cents if won else 0)}")
    return ", ".join(told)


def _uncapped(self: Teller, name: str) -> str:
    self._settle()
    ticket = self.ticket(name)
    game = self.drawn(ticket.first)
    terms = self.desk.terms
    ways = unpacked(ticket.ways)
    found = [prize(terms, ticket.special, w.spots, (w.mask & game.mask).bit_count(), w.cents) for w in ways]
    return plain(sum(item.uncapped for item in found))


def _majors(self: Teller) -> dict[int, int]:
    self._settle()
    game = self.drawn()
    return evaluate(self.desk.terms, game.mask, self.desk.pages(game.number)).majors


def _jackpot(self: Teller, spots: str) -> str:
    self._settle()
    pools = {str(number): pool for number, pool in self.desk.pools().items()}
    if spots not in pools:
        raise BadStory(f"there is no jackpot of {spots!r}; there are {', '.join(pools)}")
    return plain(pools[spots])


def _owed_on(self: Teller, name: str) -> str:
    return plain(self.ledger.balance(ticket_owed(self.ticket(name))))


def _aggregate(self: Teller, _: str) -> str:
    majors, terms = _majors(self), self.desk.terms
    cut, least = pro_rate(terms, majors), terms.prizes.major.value * 100
    total = sum((cut.exact(amount, least) * count for amount, count in majors.items()), Fraction(0))
    return plain(int(total)) if total.denominator == 1 else str(total / 100)


def _structure(self: Teller, name: str) -> str:
    ticket = self.ticket(name)
    ways = unpacked(ticket.ways)
    numbers = {number for way in ways for number in way.numbers}
    sizes = sorted(len(way.numbers) for way in ways)
    inside = all(1 <= number <= 80 for number in numbers)
    return f"{len(ways)} ways of {min(sizes)} to {max(sizes)}, {len(numbers)} numbers{'' if inside else ', outside 1 to 80'}"


def _tape(self: Teller, what: str) -> Any:
    game = self.desk.game(self.desk.standing.drawing) or self.drawn()
    at = running.progress(self.desk, game)
    stands = running.standing_numbers(self.desk, game)
    if what == "numbers":
        return " ".join(str(number) for number in stands)
    if what == "void":
        return any(isinstance(event, DrawVoid) for event in at.events)
    if what == "by hand":
        return any(isinstance(event, DrawnByHand) for event in at.events)
    if what == "to come":
        return 20 - len(stands)
    return len(stands)


_FACTS: dict[str, Callable[[Teller, str], Any]] = {
    "price": lambda self, name: plain(self.paper(name, "price")),
    "due": _due,
    "ways": _way_prizes,
    "before_cap": _uncapped,
    "major": lambda self, _: bool(_majors(self)),
    "aggregate": _aggregate,
    "structure": _structure,
    "numbers": lambda self, name: " ".join(str(n) for n in unpacked(self.ticket(name).ways)[0].numbers),
    "to_go": lambda self, name: self.ticket(name).games >= self.desk.terms.prices.to_go.value,
    "jackpot": _jackpot,
    "owed": _owed_on,
    "refund": lambda self, _: plain(self.happened("refund")),
    "cancelled": lambda self, _: " ".join(str(game) for game in self.happened("games")),
    "paid": lambda self, _: plain(self.happened("cents")),
    "reversed": lambda self, _: plain(self.happened("reversed")),
    "credit": lambda self, name: plain(self.ledger.balance(f"player:{name}")),
    "change": lambda self, _: plain(self.happened("change")),
    "cheque": lambda self, _: plain(self.happened("cheque")),
    "keno_day": lambda self, name: self.ticket(name).day,
    "first": lambda self, name: self.ticket(name).first,
    "last": lambda self, name: self.ticket(name).last,
    "special": lambda self, name: self.ticket(name).special,
    "draw": _tape,
    "selling": lambda self, _: self.desk.standing.game,
    "catalogue": lambda self, _: sorted(catalogue()),
}
_ABOUT_PAPERS = (
    "price", "due", "ways", "before_cap", "structure", "numbers", "to_go", "jackpot", "owed", "credit", "keno_day",
    "first", "last", "special",
)  # fmt: skip
