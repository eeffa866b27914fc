"""Corrections: whatever was keyed is put right by one sheet, previewed and signed, and told as it was and as it is."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from houseway import games
from houseway.cli.replaying import replay
from houseway.floor.authority import right_one
from houseway.floor.brought import InWords
from houseway.floor.correcting import Correction, correction
from houseway.floor.last_judged import recorded
from houseway.floor.pace import Pace
from houseway.floor.people import Person, player
from houseway.floor.refitting import question_of
from houseway.floor.rerunning import as_recorded
from houseway.floor.story import Rehearsal
from houseway.floor.story.told import CREDIT
from houseway.floor.table import Order, Table
from houseway.floor.was_and_is import brought_words
from houseway.ledger import open_ledger
from houseway.play.decision import Refused
from houseway.play.prompts import ReadMeter, ReadSign
from houseway.premises.premises import Premises
from houseway.testing.conformance import open_table
from houseway.web.dealer.console import Console
from houseway.web.mending import Wanted, as_answer, entries_of, money_between, rounds_beside
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
    value = as_answer(console.tape_of(1)[at], Wanted(now, player=entry.player))
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


# A round of each game with as many kinds of answers as it has.
ROUNDS = {
    "red dog": (
        "vic-1997-red-dog",
        "original P1@1:10 P2@2:20 | 7S 4H | raise P1:5 | !face-up KD | 5D | pick up | original P1@1:10 | 2S 9H",
    ),
    "blackjack": (
        "act-1992-blackjack",
        "wager P1@1:10 P2@1:10 | 8S 9D 8H | P1 split | P2 follow | 7S | P1 stand | 9S | P1 stand | TD | pick up",
    ),
    "stud": (
        "vic-1999-caribbean-stud",
        "sign 5 to 100 jackpot reef:1:70:30 | ante P1@1:10 | jackpot P1:1 | 8S 2H 8C 2D 4H 7C 4D 9S KC JD | P1 bet | pick up",
    ),
    "pai gow": (
        "vic-2000-pai-gow",
        "wager P1@3:10 | dice 1 2 3 | !exposed 3 | P1 play | P1 set | bank: L8 9 L4 L7 | area 3: H8 11 / H10 5 | pick up",
    ),
    "roulette": (
        "act-1992-american-roulette",
        "red P1:10 | no more bets | !foreign-object | spin 3 | pick up",
    ),
    "sic bo": ("act-1992-sic-bo", "small P1:10 | = 3 | dice 1 2 3 | pick up"),
    "money wheel": ("act-1992-money-wheel", "$1 P1:10 | !divider | $1 P1:10 | spin $1 | pick up"),
    "baccarat": (
        "act-1992-baccarat",
        "set up method opened by players | player P1:10 | banker P2:10 | X X X X | P1 open | KS 9H | P2 open | 2C 3C | pick up",
    ),
}


@pytest.mark.parametrize("game", ROUNDS)
def test_every_answer_of_a_round_can_be_asked_about(game: str) -> None:
    """Everything keyed stands on the sheet, and whatever is asked of it has an answer: what would change, or why it cannot."""
    book, story = ROUNDS[game]
    telling = Rehearsal(book)
    telling.tell(story.replace(" | ", "\n"))
    table = telling.table
    body = recorded(table, 1)[0]
    tape = body["tape"]
    entries = entries_of(as_recorded(table.ledger, body), tape, 1)
    read_by_the_table = sum(isinstance(p, (ReadSign, ReadMeter)) for p, _ in as_recorded(table.ledger, body).answers)
    confirmed = sum(doc is True or (isinstance(doc, dict) and "checked" in doc) for doc in tape)
    assert len({entry.at for entry in entries}) >= len(tape) - read_by_the_table - confirmed
    possible = 0
    for entry in entries:
        asked = [Wanted(struck=True), *(Wanted(wrong=f"{one.kind} 3") for one in entry.mishaps)]
        asked += [Wanted(option.value, player=entry.player) for option in entry.options]
        asked += (
            [Wanted(wager=0, cents=2000), Wanted(player="P7", area=5, spot="red", cents=500)] if entry.wagers else []
        )
        asked += [Wanted(text, player=entry.player) for text in ("AS", "17", "1 2 2", "T 9 / H8 H10", "nonsense")]
        for wanted in asked:
            if (wanted.wager >= 0 or wanted.spot) and not entry.window:
                continue
            found = correction(table, entry.at, as_answer(tape[entry.at], wanted), 1, wanted.struck)
            assert isinstance(found, Refused) is False or found.because
            possible += not isinstance(found, Refused)
    assert possible
    telling.ledger.close()


def test_what_did_not_go_wrong_is_struck_out_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An irregularity that was keyed by mistake, rounds ago: the round is what it would have been without it, and is told so."""
    book, story = ROUNDS["red dog"]
    database = tmp_path / "house.db"
    told_at(database, book, story)
    premises = Premises(f"sqlite:///{database}", Pace())
    ledger, table = premises.ledger, premises.house.tables["T"]
    tape = recorded(table, 1)[0]["tape"]
    at = next(at for at, doc in enumerate(tape) if isinstance(doc, dict) and "stopped_by" in doc)
    do(table, BOSS, "correct", answer=at, round=1, struck=True, asked_by=DEALER.name)
    body = recorded(table, 1)[0]
    assert len(body["tape"]) == len(tape) - 1
    assert "KD" not in body["notation"].partition(" # ")[0]
    assert body["notation"].endswith("# corrected face-up KD to nothing, asked by M. Okafor, signed by L. Brandt")
    ledger.settle_down()
    assert replay("T", database, 1, None, False) is False
    assert "It came out as recorded." in capsys.readouterr().out
    ledger.close()


def test_what_nobody_keyed_is_not_corrected(tmp_path: Path) -> None:
    """The sign, a meter and a generator's cards: the table itself has them, and no signature makes them others."""
    table = open_table(games.book("vic-1997-red-dog")[0].as_commenced())
    while table.state.script == "prepare":
        prompt = table.prompt
        assert prompt is not None
        value = {} if prompt.by_luck else {"value": prompt.write(prompt.usually())}
        reply = table.do(Order(right_one(table, BOSS, "answer", value), "answer", value, at=NOON))
        assert reply.accepted, reply.decision
    do(table, player("P1"), "place", spot="original", cents=1000, area=1)
    do(table, DEALER, "answer")
    do(table, DEALER, "answer")
    card = table.do(Order(BOSS, "correct", {"answer": 2, "value": "AS", "asked_by": "M"}, at=NOON)).decision
    sign = table.do(
        Order(BOSS, "correct", {"answer": 0, "value": table.state.tape[0], "asked_by": "M"}, at=NOON)
    ).decision
    assert isinstance(card, Refused) and "generator" in card.because
    assert isinstance(sign, Refused) and "nobody keyed that" in sign.because
    table.ledger.close()


def test_a_later_round_that_is_short_of_an_answer_is_named(tmp_path: Path) -> None:
    """What lay on from the corrected round called an area in the next one: the sheet says which round asks what, and the money is
    that of both."""
    database = tmp_path / "house.db"
    first = "wager P1@3:60 | dice 1 2 3 | P1 set | bank: L8 9 L4 L7 | area 3: T T / L4 L6 | pick up"
    second = "wager P2@3:30 | dice 1 2 3 | P1 set | bank: L8 9 L4 L7 | area 3: H8 11 / H10 5 | pick up"
    told_at(database, "vic-2000-pai-gow", f"sign 5 to 100 share 2 chip 0.50 | {first} | {second}")
    premises = Premises(f"sqlite:///{database}", Pace())
    table, lost = premises.house.tables["T"], "H10 L10 / H4 L6"
    at = recorded(table, 1)[0]["tape"].index("T T / L4 L6")

    found = correction(table, at, lost, 1)
    assert isinstance(found, Correction) and found.short is not None and found.wants is not None
    assert found.short[0] == 2 and question_of(found.wants).startswith("Set the high and the low hand, P2 says one of")
    void = {"player": "P1", "ground": "marked tiles", "round": 1}
    no = table.do(Order(Person("R. Tan", "casino supervisor"), "void wagers", void, at=NOON)).decision
    assert isinstance(no, Refused) and "round 2 would ask" in no.because and "invalidate round 2" in no.because

    found = correction(table, at, lost, 1, answers=[InWords("P2 set")])
    assert isinstance(found, Correction) and found.short is None
    assert found.brought == ({"P2": "set"},) and found.own == 0
    assert rounds_beside(found) == "round 2"
    assert brought_words(found.told_brought) == "P2 set in round 2"
    assert {line.player: line.change for line in money_between(found)} == {
        "P1": -6000 - 5700
    }  # sixty less five per cent
    do(table, BOSS, "correct", answer=at, round=1, value=lost, asked_by=DEALER.name, answers=list(found.brought))
    premises.ledger.settle_down()
    assert premises.ledger.balance("player:P1") == CREDIT - 6000
    line = recorded(table, 2)[0]["notation"]
    assert line.endswith("# with P2 set brought along for round 1, signed by L. Brandt")
    premises.ledger.close()


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


VOID = {
    "vic-1997-red-dog": "original P1@1:10 P2@2:20 | void P1: a device | 6H 2H | raise P2@2:10 | 4D",
    "vic-1999-caribbean-stud": "sign 5 to 100 | ante P1@1:10 P2@2:10 | void P1: a device | "
    "8S 2H KH 8C 2D 4H 7C 4D 9S KC JD 3C QC 5H 6S | P1 fold | P2 bet",
}


@pytest.mark.parametrize("book", VOID)
def test_nobody_is_found_to_have_laid_more_after_everything_was_void(tmp_path: Path, book: str) -> None:
    database = tmp_path / "house.db"
    told_at(database, book, VOID[book])
    premises = Premises(f"sqlite:///{database}", Pace())
    table = premises.house.tables["T"]
    tape = recorded(table, 1)[0]["tape"]
    at = max(place for place, doc in enumerate(tape) if isinstance(doc, dict) and {"wagers", "P1"} & doc.keys())
    was = tape[at]
    more = {**was, "wagers": [*was["wagers"], ["P1", 1, "raise", 1000]]} if "wagers" in was else {**was, "P1": "bet"}
    found = correction(table, at, more, 1)
    assert isinstance(found, Refused) and "nothing more is laid in it" in found.because
    assert not isinstance(correction(table, at, was, 1), Refused), "what was done then may be said again"
    premises.ledger.close()
