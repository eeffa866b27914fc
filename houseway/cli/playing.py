"""Playing: whole rounds at the terminal, dealt by the house's generator.

The player is asked what the rules let a player decide, in the order of the script; everything else the house does, with
every call and the clause behind it. When input is not a terminal, answers are read line by line without prompts.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import datetime
from typing import Any

from houseway import games
from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, red
from houseway.floor import terminals
from houseway.floor.house import PLAY_CREDIT, House, venue_time
from houseway.floor.people import HOUSE, Person, player
from houseway.floor.sources import generate
from houseway.floor.table import Order, Reply, Table
from houseway.ledger import open_ledger
from houseway.money import NotMoney, cents, show
from houseway.play.decision import Refused
from houseway.play.events import Laid, Opened
from houseway.play.felt import felt, redacted
from houseway.play.notation import read_sign
from houseway.play.prompts import Choose, ChooseEach, TakeWagers
from houseway.play.wagers import SetUp, Sign

SUPERVISOR = Person("the supervisor", "casino supervisor")
AREA = 2  # area one may be the house's own
MOST_WON = 5_000_000  # cents, where the sign has to say it


class Leave(Exception):
    """The player has had enough."""


def play(book: str, name: str, limits: str, moment: datetime | None) -> None:
    house = House(open_ledger())
    sign = _sign(book, limits, moment or house.clock())
    table = house.open_table("T", book, SetUp(sign=sign), moment=moment)
    if isinstance(table, Refused) and sign.most_won is None:  # some books want it on the sign what a wager wins at most
        shown = house.open_table("T", book, SetUp(sign=replace(sign, most_won=MOST_WON)), moment=moment)
        table = table if isinstance(shown, Refused) else shown
    if isinstance(table, Refused):
        raise BadUsage(f"{table.because} ({table.by})")
    house.welcome(name)
    seat = player(name)
    if terminals.accounts_of(table) is None:
        _told(_do(table, seat, "sit", area=AREA), name)
    else:  # the player has a terminal, with the credit in it
        for act, details in (("attach", {}), ("buy in", {"cents": PLAY_CREDIT})):
            _told(_do(table, SUPERVISOR, act, station=name, **details), name)
    where, limit = f"{table.book.title}, {table.book.jurisdiction}", table.state.sign.limits
    print(bold(where) + dim("   play credit; q leaves, ? asks for the rules"))
    print(f"Sign: {show(limit.minimum)} to {show(limit.maximum or 0)}  {dim(str(table.general.limits.by))}")
    try:
        while True:
            _step(house, table, seat)
    except Leave:
        print(f"You leave with {show(_credit(house, table, name))}.")


def _sign(book: str, limits: str, moment: datetime) -> Sign:
    """The sign asked for, with as many areas as the book wants where nobody said."""
    try:
        sign = read_sign(limits.split(), Sign())
    except ValueError as wrong:
        raise BadUsage(f"--limits: {wrong}") from None
    rulebook, variant = games.book(book)
    places = games.chapters_of(rulebook.at(moment, variant=variant)).places
    return sign if places is None or "areas" in limits else replace(sign, areas=places.areas.value[0])


def _credit(house: House, table: Table, name: str) -> int:
    return house.ledger.balance(table.purse(name))


def _do(table: Table, who: Person, act: str, **details: Any) -> Reply:
    reply = table.do(Order(who, act, details, at=venue_time()))
    if reply.saved is not None:
        reply.saved.result()
    return reply


def _told(reply: Reply, name: str) -> bool:
    """Prints what happened as this player may know it; False if it was refused."""
    if isinstance(reply.decision, Refused):
        print(red(f"  {reply.decision.because}") + f"  {dim(str(reply.decision.by))}")
        return False
    if reply.decision.advice:
        print(f"  {reply.decision.advice}  {dim(str(reply.decision.by))}")
    for event in reply.events:
        visible = redacted(event, name)
        if visible is not None and not isinstance(visible, (Laid, Opened)):
            print(f"  {visible.words}  {dim(str(visible.by))}")
    return True


def _step(house: House, table: Table, seat: Person) -> None:
    prompt = table.prompt
    if isinstance(prompt, TakeWagers):
        _window(house, table, seat, prompt)
    elif isinstance(prompt, (ChooseEach, Choose)) and prompt.asks not in ("dealer", "supervisor"):
        for box in felt(table.progress.steps, seat.name).boxes:
            if box.looked:  # cards that only this player may see
                print(bold(f"  You hold {' '.join(str(card) for card in box.looked)}"))
        word = _ask(table, f"{prompt.title} [{'/'.join(option.value for option in prompt.options)}] ")
        _told(_do(table, seat, "choose", value=word), seat.name)
    else:
        assert prompt is not None
        _told(_do(table, HOUSE, "answer", value=prompt.write(generate(prompt))), seat.name)


def _window(house: House, table: Table, seat: Person, window: TakeWagers) -> None:
    own = [wager for wager in (window.backing or ()) if wager.player == seat.name]
    if window.backing is not None and not own:
        _told(_do(table, HOUSE, "answer"), seat.name)
        return
    credit = show(_credit(house, table, seat.name))
    if window.backing is not None:
        word = _ask(table, f"{window.window.capitalize()} up to {show(own[0].cents)}, or nothing: ")
    elif len(window.spots) == 1:
        word = _ask(table, f"\nRound {table.state.round}. Credit {credit}. Your wager in dollars: ")
    else:
        shown = ", ".join(list(window.spots)[:4]) + (", …" if len(window.spots) > 4 else "")
        word = _ask(table, f"\nRound {table.state.round}. Credit {credit}. Your wagers, spot:dollars ({shown}): ")
    if word in ("", "0", "no") and (window.backing is not None or table.state.chips):
        _told(_do(table, HOUSE, "answer"), seat.name)
        return
    wagers = _wagers(table, window, word)
    area = AREA if window.places is not None else 0
    for spot, amount in wagers:
        if not _told(_do(table, seat, "place", spot=spot, cents=amount, area=area), seat.name):
            return
    if wagers:
        _told(_do(table, HOUSE, "answer"), seat.name)


def _wagers(table: Table, window: TakeWagers, words: str) -> list[tuple[str, int]]:
    """``10`` on the one spot there is, or ``red:20, 17:5``; nothing, with a word why, where it cannot be read."""
    found: list[tuple[str, int]] = []
    for part in words.split(","):
        name, colon, amount = part.strip().rpartition(":")
        if not colon and len(window.spots) > 5:
            print(red(f"  say where and how much, such as {next(iter(window.spots))}:{amount or 10}"))
            return []
        try:
            spot = table.game.spot_named(name) if colon else next(iter(window.spots))
            found.append((spot, cents(amount)))
        except (NotMoney, ValueError) as wrong:
            print(red(f"  {wrong}"))
            return []
    return found


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
