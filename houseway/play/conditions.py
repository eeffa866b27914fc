"""Conditions: what a tournament is played by, as its organiser writes it, an authority approves it and players read it.

Every book that knows tournaments has a list of what conditions must state, or says only that they are approved; the form is one
for all, and what a book does not ask for may be left out. Something that is not stated is None: "there is none" must be said,
as 0 or as a word. The formats that people play are figures here and no code: how many hands or minutes, how many tables, who
goes out at which hand, and how many of a table go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from houseway.forms import Doc
from houseway.money import Cents
from houseway.play.states import Worded
from houseway.play.wagers import Limits
from houseway.values import field, value


class Item(Worded):
    """What conditions may have to state; a book has its own clause for each."""

    FEE = "fee", "the entry fee"
    CREDIT = "credit", "chips at the start of each session, any buy-in, and what becomes of balances"
    COMPULSORY_WAGER = "compulsory_wager", "whether each hand has a compulsory wager"
    STRUCTURE = "structure", "how it is built: sessions, their length, tables, who goes on"
    SECRET_WAGERS = "secret_wagers", "how many secret wagers a session allows"
    BUYING_BACK = "buying_back", "whether somebody who is out may buy back"
    ELIGIBILITY = "eligibility", "who may enter"
    ENTRY = "entry", "terms of entry, withdrawal, and how many may play"
    DISQUALIFICATION = "disqualification", "on what ground a player is disqualified or may retire, and refunds"
    LATENESS = "lateness", "what follows from being late or away"
    PRIZES = "prizes", "the prizes"
    RULES_PREVAIL = "rules_prevail", "who conducts it, and which prevails: rules or conditions"


class Disposition(Worded):
    """What becomes of the chips somebody holds when a session ends."""

    RETIRED = "retired", "they come back, and only the places count"
    CARRIED = "carried over", "they are carried over to the next stage"
    CASH = "cash", "they are paid in cash"


class Consequence(Worded):
    """What follows for somebody who does not lay a compulsory wager."""

    FORFEIT = "forfeits", "forfeits the amount"
    OUT = "out", "is out"


class Late(Worded):
    """What follows for somebody who is not there when the time that a place is kept is over."""

    PLAYS_ON = "plays on", "may take the place at any time, with the chips that are left"
    OUT = "out", "is out"


class Tie(Worded):
    """How players with equal chips are told apart, one way after the other."""

    EARLIER_CHIPS = "earlier chips", "more chips at the end of the stage before"
    EARLIER_ENTRY = "earlier entry", "the earlier entry"
    LOT = "lot", "a draw of lots, on record"
    SHARED = "shared", "nobody is told apart: equal players share a place and its prizes"


@value
class Fee:
    """What is paid to enter, of every entrant alike."""

    cents: Cents  # 0: none is charged
    keeps: int = 0  # of every hundred parts of the fees, what the operator keeps
    guaranteed: Cents = 0  # what the prizes come to at least; the operator adds what fees fall short of it


@value
class Stage:
    """A part of a tournament in which everybody who plays has the same number of hands or minutes."""

    name: str
    book: str
    hands: int = 0  # of a session at each table; 0: by the clock
    minutes: int = 0
    sessions: int = 1  # one after the other; each player is drawn into one of them
    tables: int = 1  # in use at once
    seats: int = 7  # players at a table, at most
    credit: Cents | None = None
    buy_in: Cents = 0
    disposition: Disposition | None = None
    limits: Limits | None = None  # of the tables; None: as their signs have them
    compulsory_wager: Cents | None = None  # 0: there is none
    exactly: bool = False  # whoever wagers lays that amount and no other
    consequence: Consequence = Consequence.FORFEIT
    secret_wagers: int | None = None  # in a session; 0: none
    out_at: tuple[int, ...] = ()  # hands after which the lowest goes out
    out: int = 1  # how many do, at each of them
    advance: int = 1  # of each table, how many go on
    best_of_rest: int = 0  # of all the others in this stage together, how many go on besides
    played_by: Literal["who is in", "who is out"] = "who is in"  # a stage of those who are out brings its best back in
    policies: dict[str, Doc] = field(default_factory=dict)  # of the book, chosen otherwise for as long as it is played
    starts: str = ""  # the announced hour

    @property
    def places(self) -> int:
        """How many players it has room for."""
        return self.sessions * self.tables * self.seats

    @property
    def goes_on(self) -> int:
        """How many go on from it at most."""
        return self.sessions * self.tables * self.advance + self.best_of_rest


@value
class BuyingBack:
    """Whether somebody who is out may come back, for how much and when."""

    times: int = 0  # for each player; 0: nobody may
    cents: Cents = 0
    before: str = ""  # the stage that one buys back into, until it begins

    @property
    def allowed(self) -> bool:
        return self.times > 0


@value
class Eligibility:
    only_entitled: bool = True  # only persons entitled to enter the casino and gamble
    may_refuse: bool = False  # the operator may refuse any application
    criteria: str = ""  # by which entrants are chosen; "" where there are none


@value
class Entry:
    least: int
    most: int
    opens: str = ""  # hours of the venue; "": when it is published
    closes: str = ""  # "": when the draw is made
    withdraw_until: str = ""  # without any loss; "": until entries close
    refund_after: int = 0  # of every hundred parts of the fee, what a later withdrawal has back
    form: str = "name and signature"  # what the application asks for


@value
class Disqualification:
    grounds: tuple[str, ...]
    may_retire: bool = True
    refund: int = 0  # of every hundred parts of the fee, to whoever is disqualified or retires


@value
class Lateness:
    kept_for: int  # minutes that a place is kept
    then: Late = Late.OUT


@value
class Prizes:
    """How the prize money is divided, by places; and what else is won."""

    parts: tuple[int, ...] = ()  # of every hundred, for the first, the second …
    others: tuple[str, ...] = ()  # for the first, the second …: "a trophy"


@value
class Conditions:
    title: str
    fee: Fee | None = None
    stages: tuple[Stage, ...] = ()
    buying_back: BuyingBack | None = None
    eligibility: Eligibility | None = None
    entry: Entry | None = None
    disqualification: Disqualification | None = None
    lateness: Lateness | None = None
    prizes: Prizes | None = None
    prevail: Literal["rules", "conditions"] | None = None
    ties: tuple[Tie, ...] = (Tie.EARLIER_CHIPS, Tie.LOT)
    substitutes: bool = False
    early_end: bool = False  # whether a session may end before its last hand, where the book leaves that to conditions
    changes: tuple[str, ...] = ()  # chapters of the rules that they exclude or change

    @property
    def books(self) -> tuple[str, ...]:
        """The books that it is played by, in the order of its stages."""
        return tuple(dict.fromkeys(stage.book for stage in self.stages))

    def stage(self, name: str) -> Stage | None:
        return next((stage for stage in self.stages if stage.name == name), None)

    def unstated(self, item: Item) -> bool:
        """Whether an item is not stated at all."""
        match item:
            case Item.STRUCTURE:
                return not self.stages
            case Item.CREDIT:
                return not self.stages or any(
                    stage.credit is None or stage.disposition is None for stage in self.stages
                )
            case Item.COMPULSORY_WAGER:
                return not self.stages or any(stage.compulsory_wager is None for stage in self.stages)
            case Item.SECRET_WAGERS:
                return not self.stages or any(stage.secret_wagers is None for stage in self.stages)
            case Item.RULES_PREVAIL:
                return self.prevail is None
        return getattr(self, item.value) is None

    def wrong(self) -> Iterator[tuple[Item, str]]:
        """What cannot be, whatever the book: each with the item that it stands under."""
        yield from self._wrong_structure()
        if self.fee is not None and (self.fee.cents < 0 or not 0 <= self.fee.keeps <= 100 or self.fee.guaranteed < 0):
            yield Item.FEE, "a fee is an amount or none, and what is kept of it are parts of every hundred"
        if self.entry is not None:
            if not 1 <= self.entry.least <= self.entry.most:
                yield Item.ENTRY, f"from {self.entry.least} to {self.entry.most} players is no number of them"
            if not 0 <= self.entry.refund_after <= 100:
                yield Item.ENTRY, "a refund is parts of every hundred of the fee"
            first = self.stages[0] if self.stages else None
            if first is not None and self.entry.most > first.places:
                yield Item.ENTRY, f"{self.entry.most} may enter, and {first.name} has room for {first.places}"
        if self.disqualification is not None and not 0 <= self.disqualification.refund <= 100:
            yield Item.DISQUALIFICATION, "a refund is parts of every hundred of the fee"
        if self.disqualification is not None and not any(ground.strip() for ground in self.disqualification.grounds):
            yield Item.DISQUALIFICATION, "say on what ground a player is disqualified"
        if self.lateness is not None and self.lateness.kept_for < 0:
            yield Item.LATENESS, "a place is kept for so many minutes, or none"
        if self.eligibility is not None and not self.eligibility.only_entitled:
            yield Item.ELIGIBILITY, "only persons entitled to enter the casino and gamble may enter"
        yield from self._wrong_prizes()
        if self.buying_back is not None and self.buying_back.allowed:
            into = self.stage(self.buying_back.before)
            if into is None or into is self.stages[0]:
                yield Item.BUYING_BACK, "say which stage, after the first, somebody buys back into"
            if self.buying_back.cents < 0:
                yield Item.BUYING_BACK, "buying back costs an amount, or nothing"

    def _wrong_structure(self) -> Iterator[tuple[Item, str]]:
        names = [stage.name for stage in self.stages]
        if len(set(names)) < len(names) or not all(name.strip() for name in names):
            yield Item.STRUCTURE, "stages have names, each its own"
        before: Stage | None = None
        for stage in self.stages:
            where = f"{stage.name or 'a stage'}: "
            if (stage.hands > 0) == (stage.minutes > 0) or min(stage.hands, stage.minutes) < 0:
                yield Item.STRUCTURE, f"{where}it has so many hands, or so many minutes"
            if min(stage.sessions, stage.tables, stage.seats, stage.advance, stage.out) < 1 or stage.best_of_rest < 0:
                yield Item.STRUCTURE, f"{where}sessions, tables, places and who goes on are numbers from one up"
            marks = stage.out_at
            if marks and (
                stage.minutes or list(marks) != sorted(set(marks)) or not 0 < marks[0] <= marks[-1] < stage.hands
            ):
                yield Item.STRUCTURE, f"{where}players go out after hands that are before the last, in order"
            carried = stage is not self.stages[0] and before is not None and before.disposition is Disposition.CARRIED
            if stage.credit is not None and stage.credit < (0 if carried else 1):
                yield Item.CREDIT, f"{where}everybody starts with chips"
            before = stage
            if stage.buy_in < 0:
                yield Item.CREDIT, f"{where}a buy-in is an amount, or none"
            if stage.compulsory_wager is not None and stage.compulsory_wager < 0:
                yield Item.COMPULSORY_WAGER, f"{where}a compulsory wager is an amount, or none"
            if stage.exactly and not stage.compulsory_wager:
                yield Item.COMPULSORY_WAGER, f"{where}an exact wager needs its amount"
            if stage.secret_wagers is not None and stage.secret_wagers < 0:
                yield Item.SECRET_WAGERS, f"{where}secret wagers are a number, or none"
        for stage in self.stages[:1]:
            if stage.played_by != "who is in":
                yield Item.STRUCTURE, f"{stage.name}: nobody is out before the first stage"
        for one, after in zip(self.stages, self.stages[1:], strict=False):
            if after.played_by == "who is in" and one.played_by == "who is in" and one.goes_on > after.places:
                told = f"{one.goes_on} go on from {one.name}, and {after.name} has room for {after.places}"
                yield Item.STRUCTURE, told
        if self.stages and self.stages[-1].played_by != "who is in":
            yield Item.STRUCTURE, f"{self.stages[-1].name}: the last stage is played by who is in"

    def _wrong_prizes(self) -> Iterator[tuple[Item, str]]:
        prizes, fee = self.prizes, self.fee
        if prizes is None:
            return
        if any(part <= 0 for part in prizes.parts) or (prizes.parts and sum(prizes.parts) != 100):
            yield Item.PRIZES, f"the parts of the prize money come to 100, not to {sum(prizes.parts)}"
        if sorted(prizes.parts, reverse=True) != list(prizes.parts):
            yield Item.PRIZES, "a better place has no smaller part"
        if not prizes.parts and not any(other.strip() for other in prizes.others):
            yield Item.PRIZES, "say what is won"
        if not prizes.parts and fee is not None and (fee.guaranteed or (fee.cents and fee.keeps < 100)):
            yield Item.PRIZES, "what is not kept of the fees is prize money: say how it is divided"
