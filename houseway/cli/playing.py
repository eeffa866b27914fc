"""Playing: whole rounds at the terminal, dealt by the house's generator.

The player is asked what the rules let a player decide, in the order of the script; everything else the house does, with
every call and the clause behind it. When input is not a terminal, answers are read line by line without prompts.
"""

from __future__ import annotations

import sys
from typing import Any

from houseway.cli.app import BadUsage
from houseway.cli.printing import bold, dim, red
from houseway.floor.house import House, venue_time
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.sources import generated
from houseway.floor.table import Order, Reply, Table
from houseway.ledger import open_ledger
from houseway.money import NotMoney, cents, show
from houseway.play.decision import Refused
from houseway.play.events import Laid, Opened
from houseway.play.felt import redacted
from houseway.play.notation import read_sign
from houseway.play.prompts import Choose, ChooseEach, TakeWagers
from houseway.play.wagers import SetUp, Sign


class Leave(Exception):
    """The player has had enough."""


def play(book: str, name: str, limits: str) -> None:
    house = House(open_ledger())
    try:
        sign = read_sign(limits.split(), Sign())
    except ValueError as wrong:
        raise BadUsage(f"--limits: {wrong}") from None
    table = house.open_table("T", book, SetUp(sign=sign))
    if isinstance(table, Refused):
        raise BadUsage(f"{table.because} ({table.by})")
    house.welcome(name)
    seat = player(name)
    _told(_do(table, seat, "sit", area=1))
    print(
        bold(f"{table.book.title}, {table.book.jurisdiction}") + dim("   play credit; q leaves, ? asks for the rules")
    )
    print(f"Sign: {show(sign.limits.minimum)} to {show(sign.limits.maximum or 0)}  {dim(str(table.general.limits.by))}")
    try:
        while True:
            _step(house, table, seat)
    except Leave:
        print(f"You leave with {show(house.credit(name))}.")


def _do(table: Table, who: Person, act: str, **details: Any) -> Reply:
    reply = table.do(Order(who, act, details, at=venue_time()))
    if reply.saved is not None:
        reply.saved.result()
    return reply


def _told(reply: Reply) -> bool:
    """Prints what happened; False if it was refused."""
    if isinstance(reply.decision, Refused):
        print(red(f"  {reply.decision.because}") + f"  {dim(str(reply.decision.by))}")
        return False
    if reply.decision.advice:
        print(f"  {reply.decision.advice}  {dim(str(reply.decision.by))}")
    for event in reply.events:
        visible = redacted(event, "")
        if visible is not None and not isinstance(visible, (Laid, Opened)):
            print(f"  {visible.words}  {dim(str(visible.by))}")
    return True


def _step(house: House, table: Table, seat: Person) -> None:
    prompt = table.prompt
    if isinstance(prompt, TakeWagers):
        _window(house, table, seat, prompt)
    elif isinstance(prompt, (ChooseEach, Choose)) and prompt.asks not in ("dealer", "supervisor"):
        options = "/".join(option.value for option in prompt.options)
        word = _ask(table, f"{prompt.title} [{options}] ")
        _told(_do(table, seat, "choose", value=word))
    else:
        assert prompt is not None
        _told(_do(table, HOUSE, "answer", value=prompt.write(generated(prompt))))


def _window(house: House, table: Table, seat: Person, window: TakeWagers) -> None:
    own = [wager for wager in (window.backing or ()) if wager.player == seat.name]
    if window.backing is not None and not own:
        _told(_do(table, HOUSE, "answer"))
        return
    spot = next(iter(window.spots))
    if window.backing is None:
        word = _ask(
            table, f"\nRound {table.state.round}. Credit {show(house.credit(seat.name))}. Your wager in dollars: "
        )
    else:
        word = _ask(table, f"Raise up to {show(own[0].cents)}, or nothing: ")
    if word in ("", "0", "no") and (window.backing is not None or table.state.chips):
        _told(_do(table, HOUSE, "answer"))
        return
    try:
        amount = cents(word)
    except NotMoney as wrong:
        print(red(f"  {wrong}"))
        return
    if _told(_do(table, seat, "place", spot=spot, cents=amount, area=1)):
        _told(_do(table, HOUSE, "answer"))


def _ask(table: Table, question: str) -> str:
    while True:
        try:
            if sys.stdin.isatty():
                word = input(question)
            else:
                word = sys.stdin.readline()
                if not word:
                    raise Leave
        except EOFError:
            raise Leave from None
        word = word.strip()
        if word.lower() in ("q", "quit", "leave"):
            raise Leave
        if word == "?" and table.prompt is not None:
            for clause in table.prompt.by.clauses:
                words = table.book.words_of(clause)
                if words is not None:
                    print(f"  § {clause.number} {words.title}: {words.text}")
            continue
        return word
