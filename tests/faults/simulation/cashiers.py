"""Cashiers: the cage of an evening, fills and credits of the table that people deal, and patrons who are let in and kept out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.floor.cage.desk import Cage
from houseway.floor.cage.places import is_cash, made_of
from houseway.floor.cage.slips import tray
from houseway.floor.patrons import Patrons
from houseway.floor.people import Person
from houseway.forms import write
from tests.faults.simulation.standing import BOSS, DEALT

if TYPE_CHECKING:
    from houseway.ledger import Ledger
    from tests.faults.simulation.people import Clerk
    from tests.faults.simulation.standing import Standing

CASHIERS = (Person("C. Ash", "cashier"), Person("D. Cage", "cashier"))
DEALER = Person("M. Okafor", "dealer")
NAMES = ("Amy", "Ben", "Cy", "Dee")  # patrons; one of them is excluded now and then


async def cashier(clerk: Clerk, who: Person) -> None:
    """Sells chips, vouchers and credit from a drawer, and buys them back; counts out and in again now and then."""
    evening, rng, vouchers = clerk.evening, clerk.rng, list[tuple[str, int]]()
    place = f"CAGE-{1 + CASHIERS.index(who)}"
    while True:
        await clerk.wait(0.5, 4)
        standing = evening.standing
        if standing is None or standing.cage is None or (evening.over and rng.random() < 0.5):
            continue
        state, second = standing.cage.state, {"second": write(BOSS)}
        if not state.day:
            await clerk.ask("cage", who, "open day", **second)
        elif place not in state.drawers:
            alone = await clerk.ask("cage", who, "open drawer", window=place, cash=500_000)
            assert alone is None or not alone.accepted, "a drawer was counted by one"
            chips = {"500": 50, "2500": 20}
            await clerk.ask("cage", who, "open drawer", window=place, cash=500_000, chips=chips, **second)
        elif rng.random() < 0.05:
            cash, chips = _lies(standing, place)
            off = rng.choice((0, 0, 100))  # somebody miscounts: nothing is closed then
            out = await clerk.ask(
                "cage", who, "close drawer", window=place, cash=cash + off, chips=write(chips), **second
            )
            assert out is None or not out.accepted or not off, "a count that differs closed a drawer"
        else:
            takes, gives = _wanted(clerk, vouchers)
            patron = {"patron": rng.choice((*NAMES, NAMES[-1]))} if "account" in {*takes, *gives} else {}
            done = await clerk.ask("cage", who, "exchange", window=place, takes=takes, gives=gives, **patron)
            if done is not None and done.accepted:
                evening.result.exchanged += 1
                if "voucher" in done.paper:
                    vouchers.append((done.paper["voucher"]["code"], gives["voucher"]))
            evening.result.excluded += _kept_out(done)


def _kept_out(reply: Any) -> bool:
    """Whether somebody was told no because they may not play."""
    return reply is not None and "excluded from the house" in str(reply.decision)


def _lies(standing: Standing, place: str) -> tuple[int, dict[int, int]]:
    """What is in a drawer."""
    assert standing.cage is not None
    ledger = standing.ledger
    chips = made_of(ledger.balance(f"rack:{place}"), standing.cage.state.arrangement.denominations)
    assert chips is not None
    return ledger.balance(f"drawer:{place}"), chips


def _wanted(clerk: Clerk, vouchers: list[tuple[str, int]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a customer brings, and what for."""
    rng = clerk.rng
    cents = 500 * rng.randint(1, 20)
    if vouchers and rng.random() < 0.3:
        code, worth = rng.choice(vouchers)  # perhaps paid already, and now and then for another amount
        return {"voucher": code}, {"cash": worth + rng.choice((0, 0, 0, 500))}
    brings, wants = rng.choice((("cash", "chips"), ("chips", "cash"), ("cash", "voucher"), ("cash", "account"),
                                ("account", "cash"), ("cash", "account")))  # fmt: skip
    sides = [{"chips": {"500": cents // 500}} if what == "chips" else {what: cents} for what in (brings, wants)]
    return sides[0], sides[1]


async def slips(clerk: Clerk) -> None:
    """Fills and credits of one table, each asked, sent and received by different hands; floats counted by two."""
    evening, rng = clerk.evening, clerk.rng
    while True:
        await clerk.wait(1, 6)
        standing = evening.standing
        if standing is None or standing.cage is None or not standing.cage.state.day:
            continue
        for slip in list(standing.cage.state.slips.values()):
            sender, taker = (CASHIERS[0], DEALER) if slip.kind == "fill" else (DEALER, CASHIERS[0])
            if slip.state == "asked":
                await clerk.ask("cage", sender, "send chips", slip=slip.number)
            else:
                own = await clerk.ask("cage", sender, "receive chips", slip=slip.number)
                assert own is None or not own.accepted, "who sent chips received them"
                done = await clerk.ask("cage", taker, "receive chips", slip=slip.number)
                evening.result.slips += done is not None and done.accepted
        if evening.over:
            continue
        if rng.random() < 0.2:
            chips = made_of(tray(standing.cage, DEALT).cents, standing.cage.state.arrangement.denominations)
            await clerk.ask("cage", DEALER, "count float", table=DEALT, chips=write(chips), second=write(BOSS))
        else:
            kind = rng.choice(("fill", "fill", "credit"))
            await clerk.ask("cage", BOSS, "ask chips", kind=kind, table=DEALT, chips={"500": rng.randint(1, 20)})


async def door(clerk: Clerk) -> None:
    """Accounts are opened; one patron is excluded and readmitted by two, over and over."""
    evening, rng = clerk.evening, clerk.rng
    while True:
        await clerk.wait(0.5, 3)
        standing = evening.standing
        if standing is None or evening.over:
            continue
        name = rng.choice(NAMES)
        if not standing.patrons.has_account(name) and rng.random() < 0.6:
            evening.result.excluded += _kept_out(await clerk.ask("patrons", CASHIERS[0], "open account", name=name))
        elif standing.patrons.exclusion(NAMES[-1]) is None:
            await clerk.ask("patrons", BOSS, "exclude", name=NAMES[-1].lower(), ground="marked cards")
        else:
            alone = await clerk.ask("patrons", BOSS, "readmit", name=NAMES[-1])
            assert alone is None or not alone.accepted, "one person readmitted somebody"
            if rng.random() < 0.4:
                second = write(Person("P. Lindqvist", "casino supervisor"))
                await clerk.ask("patrons", BOSS, "readmit", name=NAMES[-1], second=second)


def compare(ledger: Ledger, standing: Standing, accounts: dict[str, int]) -> None:
    """Desks loaded from the record are the desks that stand, and cash and chips come to nil, each by itself."""
    assert standing.cage is not None
    assert Cage(ledger).state == standing.cage.state, "I10: the cage loaded is another"
    assert Patrons(ledger, standing.clock).state == standing.patrons.state, "I10: the patrons' desk loaded is another"
    assert sum(cents for name, cents in accounts.items() if is_cash(name)) == 0, "I16: cash by itself"
    under_way = {f"transit:{number}" for number, slip in standing.cage.state.slips.items() if slip.state == "sent"}
    lying = {name for name, cents in accounts.items() if name.startswith("transit:") and cents}
    assert lying <= under_way, "I16: chips lie between the cage and a table that nobody sent"
