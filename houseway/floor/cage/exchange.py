"""Exchange: at a window of the cage, money of one kind for money of another. Cash, chips, vouchers and accounts.

To buy in is to give cash and take chips, a voucher or credit; to cash out is the other way; and there is every other way between.
What is taken and what is given are worth the same. Whoever may not play is given nothing to play with, and is always paid out.
"""

from __future__ import annotations

from houseway.floor.cage import drawers, places, vouchers
from houseway.floor.cage.desk import Cage, Draft
from houseway.floor.cage.places import OUTSTANDING, TREASURY, Chips, worth
from houseway.floor.cage.state import Voucher
from houseway.floor.folded import judge_second
from houseway.floor.orders import Order
from houseway.floor.owing import owed_account
from houseway.forms import Doc, Misread, read, write
from houseway.law.clause import NO_CLAUSE
from houseway.ledger import Transfer
from houseway.money import Cents, show
from houseway.play.decision import Accepted, Decision, Refused
from houseway.values import field, value

LONGEST = 40  # characters of a patron's name


@value
class Side:
    """What one side of an exchange is made of."""

    cash: Cents = 0
    chips: Chips = field(default_factory=dict)
    account: Cents = 0
    voucher: Cents = 0
    owed: Cents = 0  # what stood open between the house and the patron
    papers: tuple[str, ...] = ()  # vouchers, by their codes

    @property
    def to_play_with(self) -> Cents:
        return worth(self.chips) + self.account + self.voucher


def _side(cage: Cage, order: Order, name: str) -> Side:
    doc: dict[str, Doc] = read(dict[str, Doc], order.details.get(name, {}), name)
    if unknown := set(doc) - {"cash", "chips", "account", "voucher", "owed"}:
        raise Misread(name, f"{sorted(unknown)[0]!r} is none of cash, chips, account, voucher and owed")
    chips = places.read_chips(doc.get("chips", {}), f"{name}.chips", cage.state.arrangement.denominations)
    cash, credit, owed = (places.amount(doc.get(each, 0), f"{name}.{each}") for each in ("cash", "account", "owed"))
    paper = doc.get("voucher", 0)
    if name == "gives":
        return Side(cash, chips, credit, places.amount(paper, "gives.voucher"), owed)
    papers = () if not paper else (paper,) if isinstance(paper, str) else read(tuple[str, ...], paper, "takes.voucher")
    return Side(cash, chips, credit, 0, owed, tuple(papers))


def exchange(cage: Cage, draft: Draft, order: Order) -> Decision:
    """Takes what a customer brings and gives what they want for it."""
    if not cage.state.day:
        return Refused(NO_CLAUSE, "the cage is closed; two people open it for the day first", "day")
    drawer = drawers.opened(cage, order)
    if isinstance(drawer, Refused):
        return drawer
    takes, gives = _side(cage, order, "takes"), _side(cage, order, "gives")
    patron = read(str, order.details.get("patron", ""), "patron").strip()
    papers = _presented(cage, takes.papers)
    if isinstance(papers, Refused):
        return papers
    brought = takes.cash + takes.to_play_with + takes.owed + sum(paper.cents for paper in papers)
    given = gives.cash + gives.to_play_with + gives.owed
    refused = _judge(cage, order, drawer.place, takes, gives, patron, brought, given)
    if refused is not None:
        return refused
    issued, code = vouchers.new_voucher(cage, gives.voucher, draft.at) if gives.voucher else (None, "")
    moves = _moves(cage, drawer.place, patron, takes, gives, papers, issued)
    body: dict[str, Doc] = {
        "window": drawer.place,
        "patron": patron,
        "takes": _told(takes) | ({"vouchers": [paper.number for paper in papers]} if papers else {}),
        "gives": _told(gives),
        "cents": given,
    }
    if issued is not None:
        body["issued"] = write(issued)
    second = order.details.get("second")
    draft.note("exchanged", moves, **body, **({"second": second["name"]} if second else {}))
    draft.paper = {
        "paper": "exchange", "window": drawer.place, "patron": patron, "by": order.who.name, "at": draft.at,
        "takes": body["takes"], "gives": body["gives"], "cents": given,
        **({"voucher": {"number": issued.number, "code": code, "cents": issued.cents}} if issued is not None else {}),
    }  # fmt: skip
    return Accepted(NO_CLAUSE)


def _presented(cage: Cage, papers: tuple[str, ...]) -> list[Voucher] | Refused:
    found: list[Voucher] = []
    for paper in papers:
        voucher = vouchers.presented(cage, paper)
        if isinstance(voucher, Refused):
            return voucher
        if voucher in found:
            return Refused(NO_CLAUSE, f"voucher {voucher.number} is presented twice", "paid")
        found.append(voucher)
    return found


def _judge(
    cage: Cage, order: Order, place: str, takes: Side, gives: Side, patron: str, brought: Cents, given: Cents
) -> Refused | None:
    if not brought or brought != given:
        return Refused(
            NO_CLAUSE, f"{show(brought)} is taken and {show(given)} given; both are worth the same", "amount"
        )
    if len(patron) > LONGEST:
        return Refused(NO_CLAUSE, f"a patron's name has at most {LONGEST} characters", "patron")
    if (takes.account or gives.account) and not (patron and cage.has_account(patron)):
        return Refused(NO_CLAUSE, f"{patron or 'nobody'} has no account with the house; one is opened first", "account")
    barred = cage.barred(patron) if patron and gives.to_play_with else None
    if barred is not None:
        return barred
    owed = cage.ledger.balance(owed_account(patron)) if patron else 0
    if takes.owed > max(0, owed) or gives.owed > max(0, -owed):
        whose = f"is owed {show(owed)}" if owed >= 0 else f"owes {show(-owed)}"
        return Refused(NO_CLAUSE, f"{patron or 'somebody without a name'} {whose}", "owed")
    if worth(takes.chips) > (out := places.chips_out(cage.ledger)):
        return Refused(
            NO_CLAUSE, f"only {show(out)} of the house's chips are out; these cannot all be its own", "forged"
        )
    alone = cage.state.arrangement.alone
    if max(takes.cash, gives.cash) > alone:
        second = judge_second(order, drawers.COUNTING, f"cash above {show(alone)}")
        if isinstance(second, Refused):
            return second
    return drawers.short_of(cage, place, gives.cash, gives.chips)


def _moves(
    cage: Cage, place: str, patron: str, takes: Side, gives: Side, papers: list[Voucher], issued: Voucher | None
) -> tuple[Transfer, ...]:
    hand, credit, rack = places.hand(patron), places.account(patron), places.rack(place)
    named = patron and not cage.has_account(patron)  # who has an account plays from it, and their chips are anybody's
    chips_in, chips_out = worth(takes.chips), worth(gives.chips)
    own = min(chips_in, cage.ledger.balance(hand)) if patron else 0
    rows = [
        (hand, rack, own, "chips in"),
        (OUTSTANDING, rack, chips_in - own, "chips in"),
        *((places.voucher(paper.number), TREASURY, paper.cents, "voucher in") for paper in papers),
        (credit, TREASURY, takes.account, "withdrawn"),
        (owed_account(patron), TREASURY, takes.owed, "settle"),
        (TREASURY, owed_account(patron), gives.owed, "settle"),
        (rack, hand if named else OUTSTANDING, chips_out, "chips out"),
        (TREASURY, places.voucher(issued.number) if issued else "", gives.voucher, "voucher out"),
        (TREASURY, credit, gives.account, "deposited"),
    ]
    moved = tuple(Transfer(*row) for row in rows if row[2])
    return (*drawers.cash_moves(place, takes.cash), *drawers.cash_moves(place, -gives.cash), *moved)


def _told(side: Side) -> dict[str, Doc]:
    """A side of an exchange as it goes on record; the codes of papers are not."""
    doc: dict[str, Doc] = {"cash": side.cash, "chips": write(side.chips), "account": side.account, "voucher": side.voucher,
                           "owed": side.owed}  # fmt: skip
    return {name: item for name, item in doc.items() if item}
