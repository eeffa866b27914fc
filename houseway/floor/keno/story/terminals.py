"""Terminals: the day and the hour of a story, and the lines about what is sold, paid, cancelled and claimed over the counter."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from houseway.floor.keno.desk import CAGE, Answer, jackpot_account
from houseway.floor.keno.story.people import OPERATOR, WRITER
from houseway.floor.people import player
from houseway.floor.story import BadStory
from houseway.floor.story.spelled import moment, whole, wholes
from houseway.forms import Doc
from houseway.ledger import Post, Transfer
from houseway.money import cents

if TYPE_CHECKING:
    from houseway.floor.keno.story.teller import Teller


MOST_TICKETS = 5_000  # in one line: a story has to end
MOST_WAYS = 1_000
MOST_SPOTS = 40

TORN = "torn"  # a paper that nobody can read; any other name is of one that the story has issued


def day(self: Teller, day: str, at: str | None) -> Answer | None:
    """A Keno day begins at this hour; one that still runs ends first, at its usual hour."""
    if self._desk is not None and self.desk.standing.day:
        self._settle()
        self.order(OPERATOR, "close day", hours_over=True)
    self.now = moment(f"{day} {at or '12:00'}")
    return self.order(OPERATOR, "open day")


def at(self: Teller, text: str) -> None:
    self.now = moment(text)


def pool(self: Teller, spots: str, amount: str) -> None:
    """A jackpot as it stands before the story."""
    if whole(spots, "pool") not in self.desk.pools():
        raise BadStory(f"pool: there is no jackpot of {spots}; there are {', '.join(map(str, self.desk.pools()))}")
    account = jackpot_account(int(spots))
    more = cents(amount) - self.desk.ledger.balance(account)
    if not more:
        return
    move = Transfer(CAGE, account, more, "story") if more > 0 else Transfer(account, CAGE, -more, "story")
    self.ledger.post([Post("cage", "story", self.now.isoformat(), "", {}, (move,))])


def _entry(self: Teller, text: str) -> dict[str, Doc]:
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


def sell(
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


def sell_many(self: Teller, count: str, text: str, amount: str) -> Answer:
    self.copies = []
    if not 1 <= whole(count, "tickets") <= MOST_TICKETS:
        raise BadStory(f"tickets: 1 to {MOST_TICKETS} can be sold in a line, not {count}")
    for _ in range(int(count)):
        done = self.order(WRITER, "sell", **_entry(self, text), cents=cents(amount))
        if not done.accepted:
            break
        self.copies.append(done.paper["ticket"])
    return done


def pay(self: Teller, name: str, to: str | None, how: str | None, printed: str | None) -> Answer:
    details: dict[str, Doc] = {"paper": name if name == TORN else self.code(name)}
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


def forged(self: Teller, name: str) -> Answer:
    real = self.code(name)
    forged = real[:-1] + str((int(real[-1]) + 1) % 10)
    return self.order(WRITER, "pay", paper=forged)


def voucher(self: Teller, name: str, amount: str) -> Answer:
    done = self.order(WRITER, "deposit", cents=cents(amount))
    if done.accepted:
        self.papers[name] = done.paper["voucher"]
    return done


def replay(self: Teller, name: str, new: str) -> Answer:
    done = self.order(WRITER, "replay", paper=self.code(name))
    if done.accepted:
        self.papers[new] = done.paper
    return done


def place(self: Teller, errand: str, name: str) -> Answer:
    done = self.order(WRITER, "place errand", errand=self.paper(errand, "errand"))
    if done.accepted:
        self.papers[name] = done.paper
    return done
