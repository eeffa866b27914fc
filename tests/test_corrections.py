"""Corrections: whatever was keyed is put right by one sheet, previewed and signed, and told as it was and as it is."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.replaying import replay
from houseway.floor.incidents import correction
from houseway.floor.pace import Pace
from houseway.floor.people import Person, player
from houseway.floor.story import Rehearsal
from houseway.floor.story.told import CREDIT
from houseway.floor.table import Order, Table
from houseway.ledger import open_ledger
from houseway.play.decision import Refused
from houseway.premises.premises import Premises
from houseway.web.dealer.console import Console
from houseway.web.record.archive import Archive, Replay

NOON = datetime(2026, 11, 15, 22, 0)
DEALER, BOSS = Person("M. Okafor", "dealer"), Person("L. Brandt", "game supervisor")

# What was keyed, the story of the round, which answer, what it should have been, and what P1 has won then.
KEYED: dict[str, tuple[str, str, Any, str, int]] = {
    "a card": ("vic-1997-red-dog", "original P1@1:10 | 3S 8H | 5D", "5D", "KD", -10),
    "a card of many": ("act-1992-baccarat", "player P1:10 | 2S 3H KD KC | 4H 5H", "5H", "2H", 10),
    "a choice": ("act-1992-blackjack", "wager P1@1:10 | TS 8D 2H | P1 stand | 9S", "stand", "hit", 10),
    "a choice of several at once": (
        "vic-1999-caribbean-stud",
        "sign 5 to 100 | ante P1@1:10 | 8S 2H 8C 2D 4H 7C 4D 9S KC JD | P1 bet",
        {"P1": "bet"},
        "fold",
        -10,
    ),
    "tiles": (
        "vic-2000-pai-gow",
        "wager P1@3:10 | dice 1 2 3 | P1 set | bank: L8 9 L4 L7 | area 3: H8 11 / H10 5",
        "H8 11 / H10 5",
        "H4 H10 / 11 L10",
        -10,
    ),
    "a spin": ("act-1992-american-roulette", "red P1:10 | spin 3", "3", "2", -10),
    "a stop of the wheel": ("act-1992-money-wheel", "$1 P1:10 | spin $1", "$1", "$3", -10),
    "dice": ("act-1992-sic-bo", "small P1:10 | dice 1 2 3", [1, 2, 3], "6 6 5", -10),
}
FURTHER = {"a choice": ("TH",)}  # what the corrected round still asks for


def told_at(database: Path, book: str, story: str) -> None:
    """A table at which a story was told, on record."""
    ledger = open_ledger(f"sqlite:///{database}")
    telling = Rehearsal(book, ledger)
    telling.tell(story.replace(" | ", "\n"))
    assert not telling.finish().unexpected
    ledger.settle_down()
    ledger.close()


def do(table: Table, who: Person, act: str, **details: Any) -> None:
    reply = table.do(Order(who, act, details, at=NOON))
    assert reply.accepted, reply.decision


@pytest.mark.parametrize("what", KEYED)
def test_what_was_keyed_is_put_right_by_the_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    book, story, was, now, net = KEYED[what]
    database = tmp_path / "house.db"
    told_at(database, book, story)
    premises = Premises(f"sqlite:///{database}", Pace())
    ledger, table = premises.ledger, premises.house.tables["T"]
    console = Console(premises, table, DEALER)

    # It is listed, and the sheet tells what would change; nothing has.
    at = ledger.newest("T", "round-over", 1)[0].body["tape"].index(was)
    entry = next(entry for entry in console.entries if (entry.at, entry.round) == (at, 1))
    value = console.with_answer(at, 1, now, entry.player)
    found = correction(table, at, value, 1)
    assert not isinstance(found, Refused), found
    assert found.taken_back or found.instead or found.was != value

    # Signed by somebody else, it holds, and the money follows.
    do(table, BOSS, "correct", answer=at, round=1, value=value, asked_by=DEALER.name)
    for answer in FURTHER.get(what, ()):
        do(table, DEALER, "answer", value=answer)
    while table.state.round == 1:
        do(table, DEALER, "answer", value=True)
    assert ledger.balance("player:P1") + table.position().get("P1", (0, 0))[0] == CREDIT + 100 * net

    # Record, display and replay tell it as it was and as it is.
    ledger.settle_down()
    premises.recent["T"].catch_up()
    words = {str: str, list: lambda keyed: " ".join(map(str, keyed)), dict: lambda said: f"P1 {said['P1']}"}
    before, after = (words[type(each)](each) for each in (was, value))
    archive = Archive(ledger, table)
    past = archive.past(1)
    assert past is not None
    kept = archive.corrections(1) or archive.judgements(1)
    assert archive.put_right(kept[-1][0], staff=False) == f" It was {before}, and is {after}."
    assert Replay(archive, past, True, None).notation.endswith(
        f"# corrected {before} to {after}, asked by M. Okafor, signed by L. Brandt"
    )
    heard = [line.words for line in premises.recent["T"].lines]
    assert any(f"orrected {before} to {after}, signed by L. Brandt" in line for line in heard), heard
    assert replay("T", database, 1, None, False) is False
    printed = capsys.readouterr().out
    assert "It came out as recorded." in printed and f"corrected {before} to {after}" in printed
    ledger.close()


def test_a_face_down_card_is_named_to_staff_alone(tmp_path: Path) -> None:
    """Everybody hears that a card which lies face down was corrected, and only staff hear which."""
    database = tmp_path / "house.db"
    told_at(database, "act-1992-baccarat", "set up method face down | player P1:10 | 2S 3H KD")
    premises = Premises(f"sqlite:///{database}", Pace())
    table = premises.house.tables["T"]
    at = list(table.state.tape).index("KD")
    do(table, BOSS, "correct", answer=at, round=1, value="QD", asked_by=DEALER.name)
    premises.ledger.settle_down()
    premises.recent["T"].catch_up()
    heard = [line.words for line in premises.recent["T"].lines]
    assert "A card that lies face down was corrected, signed by L. Brandt" in heard
    assert not any("QD" in words or "KD" in words for words in heard)
    archive = Archive(premises.ledger, table)
    entry = archive.corrections(1)[0][0]
    assert archive.put_right(entry, staff=False) == ""
    assert archive.put_right(entry, staff=True) == " It was KD, and is QD."
    premises.ledger.close()


def test_a_wager_taken_back_after_the_call_is_no_correction(tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    told_at(database, "vic-1997-red-dog", "original P1@1:20 | no more bets")
    premises = Premises(f"sqlite:///{database}", Pace())
    do(premises.house.tables["T"], player("P1"), "withdraw", cents=1000)
    premises.ledger.settle_down()
    premises.recent["T"].catch_up()
    assert not any("orrected" in line.words for line in premises.recent["T"].lines)
    premises.ledger.close()
