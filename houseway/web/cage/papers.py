"""Papers of the cage, from its record: slips, receipts of exchanges, counts. What was signed is printed again as it was."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.floor.cage.desk import Cage
from houseway.floor.cage.places import Chips, in_words, worth
from houseway.forms import Doc, read
from houseway.ledger import Stored
from houseway.money import show

TITLES = {
    "exchanged": "Exchange",
    "asked": "Request",
    "sent": "On the way",
    "received": "Received",
    "called off": "Called off",
    "drawer opened": "Drawer counted in",
    "drawer closed": "Drawer counted out",
    "dropped": "Drop from a drawer",
    "replenished": "Cash to a drawer",
    "float counted": "Count of a float",
    "float placed": "Float of a table",
    "drop counted": "Count of a box",
    "vault counted": "Count of the cage",
    "hand pay": "Hand pay",
    "day opened": "The cage opened",
    "day closed": "The cage closed",
    "from the bank": "From the bank",
    "to the bank": "To the bank",
    "chips brought": "Chips into service",
    "chips withdrawn": "Chips out of service",
}


@dataclass(frozen=True)
class Printed:
    number: int  # of its entry
    title: str
    at: str
    rows: tuple[tuple[str, str], ...]
    signed: tuple[str, ...]

    @property
    def line(self) -> str:
        return ", ".join(words for _, words in self.rows[:3])


def latest(cage: Cage, count: int) -> list[Printed]:
    """The newest papers first."""
    last = cage.ledger.head(cage.stream)[0]
    entries = cage.ledger.entries(cage.stream, max(0, last - 3 * count))
    return [paper for entry in reversed(list(entries)) if (paper := printed(entry)) is not None][:count]


def paper_of(cage: Cage, number: int) -> Printed | None:
    entry = next(iter(cage.ledger.entries(cage.stream, number - 1, number)), None)
    return None if entry is None else printed(entry)


def printed(entry: Stored) -> Printed | None:
    """An entry as its paper says it; None for one that has none."""
    title = TITLES.get(entry.kind)
    if title is None:
        return None
    body, who = entry.body, entry.by.partition(":")[2]
    rows = list(_rows(entry.kind, body))
    if "slip" in body and isinstance(body["slip"], dict):
        title = f"{body['slip']['kind'].capitalize()} {body['slip']['number']}: {title.lower()}"
    elif "slip" in body:
        title = f"{body.get('kind', 'slip').capitalize()} {body['slip']}: {title.lower()}"
    signed = [name for name in (who, body.get("second", "")) if name and name != "house"]
    return Printed(entry.number, title, entry.at[:19].replace("T", " "), tuple(rows), tuple(signed))


def _rows(kind: str, body: dict[str, Doc]) -> list[tuple[str, str]]:
    if kind == "exchanged":
        rows = [("Taken", _side(body["takes"])), ("Given", _side(body["gives"])), ("Window", body["window"])]
        return [*rows, ("Patron", body["patron"])] if body["patron"] else rows
    rows = []
    slip = body.get("slip")
    if isinstance(slip, dict):
        rows += [("Table", slip["table"]), ("Chips", in_words(_chips(slip["chips"]))),
                 ("Worth", show(worth(_chips(slip["chips"])))), ("Asked by", slip["asked_by"])]  # fmt: skip
        return [*rows, ("Sent by", slip["sent_by"])] if slip["sent_by"] else rows
    drawer = body.get("drawer")
    if isinstance(drawer, dict):
        rows += [("Place", drawer["place"]), ("Holder", drawer["holder"])]
    for name in ("table", "place", "holder", "day", "patron", "round", "why", "reason"):
        if body.get(name):
            rows.append((name.capitalize(), str(body[name])))
    chips = body.get("counted", body.get("chips"))
    if "cash" in body:
        rows.append(("Cash", show(body["cash"])))
    if chips:
        rows += [("Chips", in_words(_chips(chips))), ("Worth", show(worth(_chips(chips))))]
    if "cents" in body:
        rows.append(("Amount", show(body["cents"])))
    expected = body.get("expected")
    if isinstance(expected, dict):
        rows.append(("By the books", f"{show(expected['cash'])} cash, {show(expected['chips'])} chips"))
    elif expected is not None:
        rows.append(("By the books", show(expected)))
    return rows


def _side(side: dict[str, Doc]) -> str:
    words = [f"{show(side[name])} {told}" for name, told in _TOLD if side.get(name)]
    if side.get("chips"):
        words.append(f"{in_words(_chips(side['chips']))} ({show(worth(_chips(side['chips'])))} in chips)")
    words += [f"voucher {number}" for number in side.get("vouchers", ())]
    return ", ".join(words)


_TOLD = (("cash", "cash"), ("account", "account"), ("voucher", "voucher"), ("owed", "that stood open"))


def _chips(doc: Doc) -> Chips:
    found: Chips = read(dict[int, int], doc, "chips")
    return found
