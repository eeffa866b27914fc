"""Plans: the tables and jackpots of a floor as a file names them.

A table is data: its name, its book, who deals, the equipment and the sign, in dollars as people write them. Nothing here knows a
game by name; whether a table can be so is for its book to say, and ``judge`` asks it by opening the table where nothing is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as described
from datetime import datetime
from typing import Any, Literal

from houseway import games
from houseway.complaint import Complaint
from houseway.floor.house import House
from houseway.floor.jackpots import Opened, open_jackpot
from houseway.floor.people import HOUSE
from houseway.floor.seats import NO_CARDS
from houseway.floor.table import Order, Table
from houseway.floor.terminals import accounts_of, seconds_of
from houseway.forms import canonical, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.ledger import open_ledger
from houseway.money import Cents, NotMoney, Odds, cents
from houseway.play.decision import Refused
from houseway.play.wagers import Jackpot, Limits, SetUp, Sign
from houseway.values import field, value

NAME = re.compile(r"[A-Z]{1,4}-[0-9]{1,3}")
SOURCES = {
    "generator": "rng",
    "real": "shoe",
}  # who draws, spins and rolls: the house's generator, or people at the table
MOST = 200  # tables that one line of a file may name


class BadSettings(Complaint, ValueError):
    """A settings file that cannot be used, and why."""


@dataclass(frozen=True)
class TablePlan:
    """A table that is to stand on the floor."""

    name: str
    book: str
    set_up: SetUp
    dealt_by: str = "house"
    cards_from: str = "rng"
    policies: Mapping[str, Any] = described(default_factory=dict)
    wagering_period: int = 0  # seconds, where the book has wagering periods; 0: as the book has it


# As a file has them


@value
class SignIn:
    """The sign at a table. Amounts are dollars: "2.50"."""

    limits: str = ""  # "5 to 500", "5 to 500 step 5", "from 5", "up to 500"
    kinds: dict[str, str] = field(default_factory=dict)  # other limits for some kinds of wager
    areas: int = 7
    players_per_area: int = 1
    several_areas: bool = False
    units_required: bool | None = None
    multiples_notice: bool = False
    aggregate: str = "0"
    smallest_chip: str = "0.01"
    late_entry: tuple[str, ...] = ()
    colours_required: bool = False
    most_won: str = ""
    jackpot: str = ""  # the name of one that the file, or the house, has
    odds: dict[str, Odds] = field(default_factory=dict)
    differential: str = ""


@value
class TableIn:
    name: str  # "RD-5", or several alike: "RR-1 to RR-20"
    book: str
    dealt_by: Literal["house", "dealer"] = "house"
    equipment: Literal["generator", "real"] = "generator"
    decks: int | None = None
    shuffling: Literal["hand", "shuffler", "continuous"] = "hand"
    layout: str = ""
    method: str = ""
    approval: str = ""  # of a device that shuffles by itself
    wagering_period: int = 0
    policies: dict[str, Any] = field(default_factory=dict)
    sign: SignIn = SignIn()  # in the file also the name of one of its [signs]


@value
class JackpotIn:
    name: str  # of the meter: "reef"
    title: str
    approval: str
    price: str
    to_meter: int = 0  # of every hundred wagered
    to_reserve: int = 0
    reseed: str = "0"
    asked_by: str = ""  # who put the arrangement before the house, and who, another one, signed it
    signed_by: str = ""


# Reading


def jackpots_of(docs: Any) -> dict[str, Opened]:
    """The jackpots that a file names, by the name of their meter."""
    found: dict[str, Opened] = {}
    for number, doc in enumerate(_list(docs, "jackpot"), 1):
        where = f"jackpot {_called(doc, number)}"
        row: JackpotIn = read(JackpotIn, doc, where)
        if row.name in found:
            raise BadSettings(f"{where}: named twice")
        if not (row.to_meter >= 0 and row.to_reserve >= 0 and row.to_meter + row.to_reserve <= 100):
            raise BadSettings(f"{where}: to_meter and to_reserve are parts of every hundred wagered")
        price, reseed = amount(f"{where}.price", row.price), amount(f"{where}.reseed", row.reseed)
        found[row.name] = Opened(
            Jackpot(row.name, price, row.to_meter, row.to_reserve, reseed),
            row.title,
            row.approval,
            row.asked_by,
            row.signed_by,
        )
    return found


def tables_of(docs: Any, signs: Any, jackpots: Mapping[str, Opened]) -> list[TablePlan]:
    """The tables that a file names, in its order."""
    found: list[TablePlan] = []
    for number, doc in enumerate(_list(docs, "table"), 1):
        where = f"table {_called(doc, number)}"
        row: TableIn = read(TableIn, _with_sign(doc, signs, where), where)
        if row.dealt_by == "house" and row.equipment == "real":
            raise BadSettings(f"{where}.dealt_by: the house deals by the generator; real equipment needs a dealer")
        set_up = SetUp(
            row.decks, row.shuffling, _sign(row.sign, f"{where}.sign", jackpots), row.layout, row.method, row.approval
        )
        for name in _names(row.name, where):
            found.append(
                TablePlan(
                    name, row.book, set_up, row.dealt_by, SOURCES[row.equipment], row.policies, row.wagering_period
                )
            )
    return found


def _with_sign(doc: Any, signs: Any, where: str) -> Any:
    """The line of a table with its sign in full, where it only names one that several share."""
    name = doc.get("sign") if isinstance(doc, Mapping) else None
    if not isinstance(name, str):
        return doc
    if not isinstance(signs, Mapping) or name not in signs:
        known = f"[signs] has {', '.join(signs)}" if isinstance(signs, Mapping) and signs else "the file has no [signs]"
        raise BadSettings(f"{where}.sign: there is no sign {name!r}; {known}")
    return {**doc, "sign": signs[name]}


def no_twins(plans: Iterable[TablePlan]) -> None:
    seen: set[str] = set()
    for plan in plans:
        if plan.name in seen:
            raise BadSettings(f"table {plan.name}: named twice")
        seen.add(plan.name)


def _list(docs: Any, what: str) -> list[Any]:
    if not isinstance(docs, list):
        raise BadSettings(f"{what}: write [[{what}]], once for each")
    return docs


def _called(doc: Any, number: int) -> str:
    """How a line of the file is spoken of: by its name, or by its place where it has none."""
    name = doc.get("name") if isinstance(doc, Mapping) else None
    return name if isinstance(name, str) and name else f"number {number}"


def _names(text: str, where: str) -> list[str]:
    first, to, last = text.partition(" to ")
    if not all(NAME.fullmatch(name) for name in (first, *([last] if to else ()))):
        raise BadSettings(f'{where}.name: a table is called RD-5, several alike "RD-5 to RD-8"; not {text!r}')
    if not to:
        return [first]
    (letters, low), (others, high) = first.split("-"), last.split("-")
    if letters != others or not 0 < int(high) - int(low) + 1 <= MOST:
        raise BadSettings(f"{where}.name: {text!r} is no row of tables")
    return [f"{letters}-{number}" for number in range(int(low), int(high) + 1)]


def _sign(row: SignIn, where: str, jackpots: Mapping[str, Opened]) -> Sign:
    if row.jackpot and row.jackpot not in jackpots:
        known = f"known are {', '.join(jackpots)}" if jackpots else "the file names none, as [[jackpot]]"
        raise BadSettings(f"{where}.jackpot: there is no jackpot {row.jackpot!r}; {known}")
    if not 1 <= row.areas <= 100:
        raise BadSettings(f"{where}.areas: 1 to 100")
    return Sign(
        limits=limits(f"{where}.limits", row.limits) if row.limits else Limits(),
        kinds={kind: limits(f"{where}.kinds.{kind}", words) for kind, words in row.kinds.items()},
        areas=row.areas,
        players_per_area=row.players_per_area,
        several_areas=row.several_areas,
        units_required=row.units_required,
        multiples_notice=row.multiples_notice,
        aggregate=amount(f"{where}.aggregate", row.aggregate),
        smallest_chip=amount(f"{where}.smallest_chip", row.smallest_chip),
        late_entry=row.late_entry,
        colours_required=row.colours_required,
        most_won=amount(f"{where}.most_won", row.most_won) if row.most_won else None,
        jackpot=jackpots[row.jackpot].jackpot if row.jackpot else None,
        odds=row.odds,
        differential=amount(f"{where}.differential", row.differential) if row.differential else None,
    )


def limits(where: str, words: str) -> Limits:
    """``5 to 500``, perhaps ``step 5``; ``from 5`` has no maximum and ``up to 500`` no minimum."""
    parts = words.split()
    match parts:
        case ["from", least]:
            found = Limits(amount(where, least))
        case ["up", "to", most]:
            found = Limits(0, amount(where, most))
        case [least, "to", most]:
            found = Limits(amount(where, least), amount(where, most))
        case [least, "to", most, "step", step]:
            found = Limits(amount(where, least), amount(where, most), amount(where, step))
        case _:
            raise BadSettings(f'{where}: write "1 to 100" or "5 to 500 step 5", not {words!r}')
    if (parts[0] != "up" and not found.minimum) or (
        found.maximum is not None and found.maximum < max(1, found.minimum)
    ):
        raise BadSettings(f"{where}: {words!r} has no wager in it")
    if "step" in parts and not found.unit:
        raise BadSettings(f"{where}: a step of nothing")
    return found


def amount(where: str, text: str) -> Cents:
    try:
        return cents(text)
    except NotMoney as wrong:
        raise BadSettings(f"{where}: {wrong}") from None


# Judging


def judge(plans: Iterable[TablePlan], at: datetime) -> None:
    """Refuses the first table that cannot be, in the words and by the clause of its book."""
    known: set[str] = set()
    for plan in plans:
        alike = canonical([plan.book, write(plan.set_up), write(dict(plan.policies)), plan.wagering_period])
        if alike in known:
            continue
        known.add(alike)
        try:
            refused = refusal(plan, at)
        except (games.NoSuchBook, ValueError) as wrong:
            raise BadSettings(f"table {plan.name}: {wrong}") from None
        if refused is not None:
            raise BadSettings(f"table {plan.name}: {in_words(plan.book, refused)}")


def in_words(book: str, refused: Refused) -> str:
    """A refusal and its clause on one line."""
    return f"{refused.because}  {book} {refused.by}" if refused.by.clauses else refused.because


def refusal(plan: TablePlan, at: datetime) -> Refused | None:
    """Why a table may not stand on the floor. It is opened in a ledger that is thrown away: so nothing is allowed here that the
    floor would refuse, or refused that it would allow."""
    game = games.game(games.book(plan.book)[0].game)
    if game.cloth == "balls":
        return Refused(
            NO_CLAUSE, f"{game.title} is sold at its own desk, which every house has; it has no tables", "no_tables"
        )
    ledger = open_ledger("sqlite:///:memory:")
    linked = plan.set_up.sign.jackpot
    try:
        if linked is not None:  # whether it is approved is for the floor's own ledger to say
            open_jackpot(ledger, Opened(linked, linked.name, "to be seen", "one", "another"), at)
        opened = open_plan(House(ledger, lambda: at), plan)
    finally:
        ledger.close()
    if isinstance(opened, Refused):
        return opened
    no_deck = plan.set_up.decks is None and plan.set_up.shuffling == "hand"
    return NO_CARDS if opened.dealing is None and not no_deck else None


def open_plan(house: House, plan: TablePlan) -> Table | Refused:
    """Opens a table as planned, which its book allows (``refusal``)."""
    opened = house.open_table(plan.name, plan.book, plan.set_up, plan.dealt_by, plan.cards_from, plan.policies)
    if isinstance(opened, Refused) or not plan.wagering_period:
        return opened
    if accounts_of(opened) is not None and seconds_of(opened) == plan.wagering_period:
        return opened
    reply = opened.do(Order(HOUSE, "period", {"seconds": plan.wagering_period}, at=house.clock()))
    return reply.decision if isinstance(reply.decision, Refused) else opened
