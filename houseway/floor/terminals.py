"""Terminals: stations with a chip account, where a book's players wager from one.

A station is a player as far as the round is concerned: wagers lie under its name, and they come from its own account
(``ats:RR-1:ATS-3``). Who controls it stands beside it. Credit comes in by the dealer or by the note acceptor and leaves
whole, in chips; what is still to be decided when a player leaves is paid when it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.floor import hand_pays
from houseway.floor.acts import ActsOf
from houseway.floor.cage.places import OUTSIDE, OUTSTANDING, drop, hand, voucher
from houseway.floor.owing import owed_account
from houseway.floor.purses import paid_back, put_in
from houseway.floor.taking_part import barred as barred
from houseway.floor.tills import chips_of
from houseway.floor.timing import is_late
from houseway.forms import Doc, read
from houseway.law.clause import Basis
from houseway.ledger import Transfer
from houseway.money import LARGEST, Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Irregularity
from houseway.play.prompts import TakeWagers
from houseway.play.terminals import Accounts, Station, Terminals
from houseway.play.wagers import Wager
from houseway.values import value

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

LONGEST = 40  # characters of a player's name
NO_TERMINALS = Refused(Basis(()), "no terminals stand at this table", "no_terminals")


def accounts_of(table: Table) -> Accounts | None:
    """What the book says of accounts at terminals; None where it is played without."""
    found = table.chapters.terminals
    return None if found is None else found.accounts


def purse(table: Table, station: str) -> str:
    """The chip account of a terminal; in a tournament, the chips of whoever plays there. A wager that a recalculation gave back
    to somebody who has left is paid for from, and into, what that person is owed."""
    one, here = table.state.stations.get(station), table.state.tournament
    if one is None:
        return session_account(table, station, Session(0))
    if here is not None and here.apart and one.account:
        return chips_of(here.name or table.name, one.control)
    return f"ats:{table.state.table}:{station}"


@value
class Session:
    """A time during which a terminal was one person's."""

    opened: int  # by which entry of the record
    person: str = ""  # "" where nobody asked for a name
    source: str = ""  # the account its credit came from


def session_account(table: Table, station: str, session: Session) -> str:
    """What is owed to whoever had a terminal then, or by them; of a tournament, in its chips."""
    if table.till.chips:
        return table.till.owed(session.person or station, "")
    if session.person:
        return owed_account(session.person)
    if station in table.state.stations or session.opened:
        return owed_account(f"{table.state.table}:{station}~{session.opened}")
    return owed_account(f"{table.state.table}:{station}" if "~" in station else station)


def acting(table: Table, name: str) -> str:
    """The station a person acts at: the one of that name, or the one that person controls."""
    if accounts_of(table) is None or name in table.state.stations:
        return name
    return next((one.name for one in table.state.stations.values() if one.account and one.control == name), name)


def shut(table: Table, name: str) -> Refused | None:
    """Why a player, or whoever has this terminal, may lay nothing here now."""
    out, rules = barred(table, name), table.chapters.terminals
    if out is not None or rules is None:
        return out
    station, accounts = table.state.stations.get(name), rules.accounts
    if station is None:
        return no_such(table, name)
    if not station.account:
        return Refused(accounts.open.by + accounts.activate.by, f"{name} is closed; buy in first")
    if station.faulty:
        return Refused(rules.faults.terminal_early.by, f"{name} is out of order")
    if station.closing:
        return Refused(accounts.leave.by, f"{name} is closing; what is still running is paid when it is decided")
    return None


def not_now(table: Table, order: Order) -> Refused | None:
    """Why an order may not move chips at a terminal: nobody but its player touches it, and only while the period runs."""
    accounts = accounts_of(table)
    if accounts is None:
        return None
    if order.who.role != "player":
        by = accounts.touch.by + accounts.responsible.by + table.general.chips.by
        return Refused(by, "chips at a terminal are moved by the touch of whoever has it, and in no other way")
    return untimely(table, order.received) if table.window is not None else None


def dark(table: Table, name: str) -> Refused | None:
    """Why no chip moves at a terminal, on or off: whoever may lay nothing on it may take nothing from it by touch either. Of a
    table without terminals nothing is said here."""
    return shut(table, name) if table.chapters.terminals is not None else None


def untimely(table: Table, received: float | None) -> Refused | None:
    """Why a touch received at this moment of the steady clock does not count. The period's expiry is an instant: what was
    received before it counts however late it is decided, and what was received at it or after does not, whatever held the
    house up. Where nobody keeps the time, as in a worked case, the window alone decides."""
    clock, rules = table.period, table.chapters.terminals
    if clock is None or rules is None:
        return None
    if clock.closes is None:
        return Refused(rules.period.by, "the wagering period has not begun; nothing was charged")
    if is_late(clock, received):
        return Refused(table.general.lock.by, "the wagering period had expired; nothing was charged")
    return None


def closes_itself(table: Table, order: Order) -> Refused | None:
    """Where somebody keeps the time, nobody else closes a period."""
    rules = table.chapters.terminals
    if table.period is None or rules is None or order.who.role == "house":
        return None
    if order.details.get("value") is not None:
        return Refused(rules.spin.by, "the wagering period still runs: no outcome is entered before it expires")
    return Refused(rules.period.by, "the wagering period closes by itself when it expires")


def short_of(table: Table, name: str, cents: Cents, credit: Cents | None = None) -> Refused | None:
    """Why a terminal cannot pay for chips; what players at other tables have is seen when it is to be moved."""
    rules = table.chapters.terminals
    if rules is None:
        return None
    credit = table.ledger.balance(purse(table, name)) if credit is None else credit
    if cents <= credit:
        return None
    by = rules.wagers.by + rules.accounts.touch.by
    return Refused(by, f"that takes {show(cents)} and the credit is {show(credit)}")


def held(table: Table, name: str) -> Cents:
    """What a station has on the layout and in sequences."""
    return table.position().get(name, (0, 0))[0]


def no_such(table: Table, name: str) -> Refused:
    accounts = accounts_of(table)
    return NO_TERMINALS if accounts is None else Refused(accounts.stations.by, f"{name} is no terminal of this table")


def _for_a_tournament(table: Table, because: str) -> Refused | None:
    """Why no account is opened or paid out: a tournament has the table for itself."""
    rules = table.chapters.competition
    if rules is None or (table.state.tournament is None and not table.state.tournaments_only):
        return None
    return Refused(rules.exclusive.by, because)


def _station(table: Table, order: Order) -> str:
    if order.who.role == "player":
        return acting(table, order.who.name)
    return str(read(str, order.details.get("station"), "station"))


def _amount(order: Order) -> Cents:
    cents: Cents = read(int, order.details.get("cents"), "cents")
    return cents


# Terminals


def attach(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    accounts = rules.accounts
    name = read(str, order.details.get("station"), "station")
    if name in table.state.stations:
        return Refused(accounts.stations.by, f"{name} stands at this table already")
    if not name or len(name) > 20:
        return Refused(accounts.stations.by, "a terminal needs a short name, such as ATS-3")
    if len(table.state.stations) >= accounts.stations.value:
        return Refused(accounts.stations.by, f"a table has at most {accounts.stations.value} terminals")
    draft.note("station", station=_doc(Station(name)))
    return Accepted(accounts.stations.by + accounts.table.by)


def detach(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    accounts = rules.accounts
    name = read(str, order.details.get("station"), "station")
    station = table.state.stations.get(name)
    if station is None:
        return no_such(table, name)
    if station.account or table.ledger.balance(purse(table, name)):
        return Refused(accounts.pay_out.by, f"{name} has an open account; it is paid out first")
    draft.note("detached", station=name)
    return Accepted(accounts.stations.by)


# Accounts


def buy_in(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """The dealer takes what a player tenders, gives control of a terminal and activates its account; or adds to it."""
    accounts = rules.accounts
    tender = read(str, order.details.get("tender", "cash"), "tender")
    if tender not in accounts.tender.value:
        return Refused(accounts.tender.by, f"{tender} is not among {', '.join(accounts.tender.value)}")
    taken = _for_a_tournament(table, "the table is used for a tournament alone")
    if taken is not None:
        return taken
    name, cents = _station(table, order), _amount(order)
    by = accounts.tender.by + accounts.control.by + accounts.activate.by
    control = read(str, order.details.get("player", ""), "player")
    if len(control) > LONGEST:
        return Refused(accounts.control.by, f"a player's name has at most {LONGEST} characters")
    asked_by = order.details.get("asked_by", "")  # who took it in, where another signed
    source = _tendered(table, draft, order, tender, cents, control)
    if isinstance(source, Refused):
        return source
    return _credit(table, draft, rules, name, cents, source, control, by, tender, asked_by)


def _tendered(table: Table, draft: Draft, order: Order, tender: str, cents: Cents, control: str) -> str | Refused:
    """The account that a buy-in is credited from. Where the house has a cage, cash goes into the box and the float gives credit
    for it; chips are somebody's, and a voucher is one that is still worth so much."""
    if not table.takes_cash:
        return "cage"
    if tender == "cash":
        return f"float:{table.state.table}"
    if tender == "vouchers":
        paper = voucher(read(int, order.details.get("voucher"), "voucher"))
        if (worth := table.ledger.balance(paper)) != cents:
            accounts = accounts_of(table)
            assert accounts is not None
            return Refused(accounts.tender.by, f"the voucher is worth {show(worth)}, not {show(cents)}", "voucher")
        return paper
    own = hand(control)
    return own if control and table.ledger.balance(own) >= cents else OUTSTANDING


def note_in(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """Notes in the acceptor of a terminal. A visitor of the house puts in play credit."""
    accounts = rules.accounts
    taken = _for_a_tournament(table, "the table is used for a tournament alone")
    if taken is not None:
        return taken
    cage = f"float:{table.state.table}" if table.takes_cash else "cage"
    who, name, source = order.who.name, _station(table, order), cage
    if order.who.role == "player" and who not in table.state.stations:
        source = f"player:{who}"
        if name == who:  # has no terminal yet and takes one
            name = read(str, order.details.get("station"), "station")
            holder = table.state.stations.get(name)
            if holder is not None and holder.account:
                return Refused(accounts.control.by, f"{name} is {holder.control or 'somebody'}'s")
    control = who if source != cage else ""
    return _credit(table, draft, rules, name, _amount(order), source, control, accounts.acceptor.by, "notes")


def _credit(
    table: Table,
    draft: Draft,
    rules: Terminals,
    name: str,
    cents: Cents,
    source: str,
    control: str,
    by: Basis,
    tender: str,
    asked_by: str = "",
) -> Decision:
    station, accounts = table.state.stations.get(name), rules.accounts
    if station is None:
        return no_such(table, name)
    if not 0 < cents <= LARGEST:
        return Refused(accounts.activate.by, "a buy-in is a positive amount of whole cents")
    out = barred(table, control)
    if out is not None:
        return out
    if station.closing:
        why = "what still runs is decided first" if held(table, name) else "it is paid out first"
        return Refused(accounts.leave.by, f"{name} is closing: {why}")
    if station.account:
        by = by + accounts.further.by
        if control and control != station.control:
            return Refused(accounts.control.by, f"{station.control or 'another player'} has {name}")
    elif station.faulty:
        return Refused(rules.faults.terminal_early.by, f"{name} is out of order")
    moves = [Transfer(source, purse(table, name), cents, "buy-in")]
    if source == f"float:{table.state.table}":
        moves.insert(0, Transfer(OUTSIDE, drop(table.state.table), cents, "drop"))
    back = OUTSTANDING if table.takes_cash and not source.startswith("player:") else source  # it is paid out in chips
    holds = table.ledger.balance(purse(table, name)) + held(table, name)
    opened = put_in(replace(station, account=True, control=station.control or control or name), holds, back, cents)
    draft.note(
        "station", tuple(moves), station=_doc(opened), tender=tender, **({"asked_by": asked_by} if asked_by else {})
    )
    return Accepted(by + accounts.open.by, f"{name} holds {show(table.ledger.balance(purse(table, name)) + cents)}")


def leave(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """A player leaves: everything that lies open goes back to the credit, and the credit is paid."""
    return _pay_out(table, draft, order, rules, rules.accounts.leave.by)


def pay_out(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    return _pay_out(table, draft, order, rules, rules.accounts.leave.by)


def send_away(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """The dealer directs a player to leave, and says why."""
    accounts = rules.accounts
    if not read(str, order.details.get("ground", ""), "ground"):
        return Refused(accounts.sent_away.by, "say what the player did")
    return _pay_out(table, draft, order, rules, accounts.sent_away.by)


def _pay_out(table: Table, draft: Draft, order: Order, rules: Terminals, by: Basis) -> Decision:
    accounts = rules.accounts
    name = _station(table, order)
    station = table.state.stations.get(name)
    if station is None:
        return no_such(table, name)
    if table.state.status.is_frozen:
        return Refused(rules.faults.recalculate.by, "all accounts are frozen, and nothing is paid out of them")
    unsigned = hand_pays.unsigned(table, name)
    if unsigned is not None and order.who.role != "house":
        return unsigned
    balance = table.ledger.balance(purse(table, name))
    if not station.account and not balance:
        return Refused(accounts.open.by, f"{name} is closed")
    taken = _for_a_tournament(table, "tournament credit is not paid out")
    if taken is not None and table.state.tournament is not None:
        return taken
    open_cents = release(table, draft, name) if isinstance(table.prompt, TakeWagers) else 0
    paid = balance + open_cents
    running = held(table, name) - open_cents
    moves = paid_back(station, purse(table, name), paid, "pay-out")
    left = replace(station, closing=True) if running else Station(name, faulty=station.faulty)
    draft.note("station", moves, station=_doc(left), paid=paid)
    told = f"{show(paid)} is paid out in chips"
    if running:
        told += f"; {show(running)} is still to be decided, and the terminal closes then"
    return Accepted(by + accounts.pay_out.by + accounts.close.by, told)


def release(table: Table, draft: Draft, name: str | None = None) -> Cents:
    """Takes chips of the open window back to where they came from: one player's, or everybody's."""
    chips = [wager for wager in draft.state.chips if name in (None, wager.player)]
    if not chips:
        return 0
    sums: dict[str, Cents] = {}
    for wager in chips:
        sums[wager.player] = sums.get(wager.player, 0) + wager.cents
    on_table = table.till.held
    moves = tuple(Transfer(on_table, table.purse(player), cents, "release") for player, cents in sums.items())
    draft.note("withdrawn", moves, wagers=[[w.player, w.area, w.spot, w.cents] for w in chips])
    return sum(sums.values())


def pay_everybody(table: Table, draft: Draft, back: Sequence[Wager]) -> None:
    """The table closes for good: every terminal's credit, and the chips that went back to it, are paid out."""
    for name, station in table.state.stations.items():
        paid = table.ledger.balance(purse(table, name)) + sum(wager.cents for wager in back if wager.player == name)
        if paid:
            moves = paid_back(station, purse(table, name), paid, "pay-out")
            draft.note("station", moves, station=_doc(Station(name, faulty=station.faulty)), paid=paid)


# Faults


def fault(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """A malfunction. Before expiry the wagers concerned are void; from expiry on they are what the records prove."""
    faults, details = rules.faults, order.details
    name = read(str, details["station"], "station") if "station" in details else None
    proven = read(str, details.get("records", "complete"), "records") == "complete"
    if name is None:
        part = read(str, details.get("part", ""), "part")
        if not part:
            return Refused(faults.system_early.by, "say which part of the system failed")
        if part.lower() in ("wnd", "display", "winning number display"):
            return Refused(faults.display.by, "the display is no part of the game system; it is disregarded")
    elif name not in table.state.stations:
        return no_such(table, name)
    if isinstance(table.prompt, TakeWagers):
        release(table, draft, name)
        by = (faults.system_early if name is None else faults.terminal_early).by
    else:
        by = (faults.system_late if name is None else faults.terminal_late).by
        if not proven:
            kind = "unconfirmed" if name is None else f"unproven:{name}"
            decision = table.answer(draft, Irregularity(kind))
            if isinstance(decision, Refused):
                return decision
            by = by + faults.unproven.by
    told: dict[str, Doc] = {"part": details["part"]} if name is None else {"station": name}
    if details.get("asked_by"):
        told["asked_by"] = read(str, details["asked_by"], "asked_by")
    draft.note("fault", **told, proven=proven)
    if name is not None:
        out_of_order(draft, name)
    return Accepted(by)


def out_of_order(draft: Draft, name: str) -> None:
    """A terminal takes no wagers until it is mended."""
    draft.note("station", station=_doc(replace(draft.state.stations[name], faulty=True)))


def mend(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """A terminal works again."""
    accounts = rules.accounts
    name = read(str, order.details.get("station"), "station")
    station = table.state.stations.get(name)
    if station is None or not station.faulty:
        return Refused(accounts.stations.by, f"{name} is not out of order")
    draft.note("station", station=_doc(replace(station, faulty=False)))
    return Accepted(accounts.stations.by)


# The spin


def period(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """The operator determines how long the next wagering periods are."""
    rule = rules.period
    seconds = read(int, order.details.get("seconds"), "seconds")
    if not 1 <= seconds <= 600:
        return Refused(rule.by, "a wagering period is 1 to 600 seconds here")
    draft.note("period", seconds=seconds)
    return Accepted(rule.by)


def seconds_of(table: Table) -> int:
    """The wagering period of this table: as determined, or as the book has it."""
    rules = table.chapters.terminals
    return table.state.terminals.period or (0 if rules is None else rules.period.value)


def open_wagering(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """The dealer opens the period at the table's opening, or after a pause."""
    if not isinstance(table.prompt, TakeWagers):
        return Refused(rules.period.by, "wagers are closed for this spin")
    draft.note("period-began", spin=table.state.round, seconds=seconds_of(table))
    return Accepted(rules.period.by)


def note_spin(table: Table, draft: Draft, order: Order, rules: Terminals) -> Decision:
    """The ball is in the wheel."""
    draft.note("spun", spin=table.state.round)
    return Accepted(rules.spin.by)


def _doc(station: Station) -> dict[str, Doc]:
    from houseway.forms import write

    doc: dict[str, Doc] = write(station)
    return doc


ACTS = ActsOf(
    lambda book: book.terminals,
    lambda general, act: NO_TERMINALS,
    {
        "attach": attach,
        "leave": leave,
        "detach": detach,
        "buy in": buy_in,
        "note in": note_in,
        "pay out": pay_out,
        "send away": send_away,
        "mended": mend,
        "period": period,
        "open wagering": open_wagering,
        "spun": note_spin,
    },
)
