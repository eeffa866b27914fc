"""A table: the ladder an order goes down, money held and released, recovery, corrections, rulings."""

from datetime import datetime
from random import Random

import pytest

from houseway import games
from houseway.floor.authority import who_may
from houseway.floor.correcting import correction
from houseway.floor.people import HOUSE, ROLES_OF_ACT, Person, player
from houseway.floor.sources import generate
from houseway.floor.table import Order, Table
from houseway.ledger import Post, Transfer, audit, notepad
from houseway.play.decision import Refused
from houseway.play.driver import drive
from houseway.play.events import CutMade, Noted
from houseway.play.wagers import Limits, SetUp, Sign

NOON = datetime(2026, 11, 15, 12)
DEALER = Person("Okafor", "dealer")
SUPERVISOR = Person("Brandt", "casino supervisor")


def a_table(book="vic-1997-red-dog", credit=100_000, **sign):
    ledger = notepad()
    for name in ("anna", "ben"):
        move = Transfer("cage", f"player:{name}", credit, "buy-in")
        ledger.post([Post("cage", "buy-in", "", name, {}, (move,))])
    sign = Sign(Limits(500, 50_000), players_per_area=1, **sign)
    return Table.open(ledger, "RD-1", book, SetUp(sign=sign), HOUSE, NOON, ready=True, cards_from="shoe")


def do(table, who, act, key="", prompt=None, **details):
    return table.do(Order(who, act, details, key, prompt, NOON))


def deal(table, *cards):
    for card in cards:
        reply = do(table, DEALER, "answer", value=card)
        assert reply.accepted, reply.decision


def a_round(table):
    do(table, player("anna"), "place", cents=1000, area=4)
    do(table, DEALER, "answer")
    deal(table, "7S", "4H")
    do(table, player("anna"), "place", spot="raise", cents=500)
    do(table, DEALER, "answer")
    deal(table, "5D")


def purse(table, name="anna"):
    return table.ledger.balance(f"player:{name}")


def test_a_stake_is_held_then_paid():
    table = a_table()
    do(table, player("anna"), "place", cents=1000, area=4)
    assert purse(table) == 99_000
    assert table.ledger.balance("held:RD-1") == 1000
    do(table, player("anna"), "withdraw", cents=400)
    assert purse(table) == 99_400
    do(table, player("anna"), "place", cents=400)
    do(table, DEALER, "answer")
    deal(table, "7S", "4H")
    do(table, DEALER, "answer")
    deal(table, "5D")
    assert purse(table) == 104_000
    assert table.ledger.balance("held:RD-1") == 0
    assert table.ledger.balance("float:RD-1") == -4000
    assert audit(table.ledger).sound


LADDER = [
    ("a wager above funds", dict(act="place", cents=100_001, area=4), "has $1,000 of credit; $1,000.01 are needed"),
    ("negative", dict(act="place", cents=-5, area=4), "positive amount"),
    ("zero", dict(act="place", cents=0, area=4), "positive amount"),
    ("a float", dict(act="place", cents=10.5, area=4), "whole cents"),
    ("text", dict(act="place", cents="10", area=4), "whole cents"),
    ("a boolean", dict(act="place", cents=True, area=4), "whole cents"),
    ("no such area", dict(act="place", cents=500, area=99), "areas 1 to 7"),
    ("no such spot", dict(act="place", cents=500, area=4, spot="moon"), "moon wagers are not open"),
    ("a raise too early", dict(act="place", cents=500, area=4, spot="raise"), "a raise comes after the spread"),
    ("a stale prompt", dict(act="place", cents=500, area=4, prompt=99), "moved on"),
    ("an act unknown", dict(act="dance"), "a player may not dance"),
    ("an act of staff", dict(act="answer"), "a player may not answer"),
    ("nothing to withdraw", dict(act="withdraw"), "has no wager here"),
    ("nothing to decide", dict(act="choose", value="void"), "nothing to decide"),
]


@pytest.mark.parametrize(("what", "order", "because"), LADDER, ids=[row[0] for row in LADDER])
def test_bad_orders_are_refused_and_change_nothing(what, order, because):
    table = a_table()
    before = table.state
    reply = do(table, player("anna"), **order)
    assert isinstance(reply.decision, Refused)
    assert because in reply.decision.because
    assert table.state == before
    assert purse(table) == 100_000


def test_a_taken_area_and_a_second_area_are_refused_with_their_clauses():
    table = a_table()
    do(table, player("anna"), "place", cents=1000, area=4)
    taken = do(table, player("ben"), "place", cents=1000, area=4)
    second = do(table, player("anna"), "place", cents=1000, area=5)
    assert [c.number for c in taken.decision.by.clauses] == ["5.7"]
    assert [c.number for c in second.decision.by.clauses] == ["5.8"]


def test_after_no_more_bets_nothing_moves():
    table = a_table()
    do(table, player("anna"), "place", cents=1000, area=4)
    do(table, DEALER, "answer")
    assert not do(table, player("anna"), "place", cents=500).accepted
    do(table, DEALER, "answer", value="7S")  # until the first card is dealt, chips may still be taken back
    for act in ("place", "withdraw"):
        reply = do(table, player("anna"), act, cents=500)
        assert not reply.accepted and "5.6" in [c.number for c in reply.decision.by.clauses]
    assert purse(table) == 99_000


def test_a_key_twice_has_one_effect_and_the_same_answer():
    table = a_table()
    first = do(table, player("anna"), "place", key="k1", cents=300, area=4)
    again = do(table, player("anna"), "place", key="k1", cents=300, area=4)
    assert first.decision == again.decision
    assert again.again
    assert purse(table) == 99_700
    other = do(table, player("anna"), "place", key="k1", cents=900, area=4)
    assert "used before" in other.decision.because
    assert purse(table) == 99_700


def test_a_dealer_cannot_deal_what_is_not_there():
    table = a_table()
    do(table, DEALER, "answer")
    for value, because in (("1S", "not a card"), ("ZZ", "not a card"), (7, "not text"), (None, "not text")):
        reply = do(table, DEALER, "answer", value=value)
        assert because in reply.decision.because
    table = a_table("ma-red-dog")
    do(table, DEALER, "answer")
    deal(table, "7S")
    reply = do(table, DEALER, "answer", value="7S")
    assert reply.decision.because == "no seven of spades is left in the shoe"
    assert [c.number for c in reply.decision.by.clauses] == ["5(c)"]


def test_a_table_loaded_again_stands_where_it_stood():
    table = a_table()
    a_round(table)
    do(table, DEALER, "answer", value=True)
    do(table, player("anna"), "place", cents=700, area=2)
    table.ledger.settle_down()
    again = Table.load(table.ledger, "RD-1")
    assert again.state == table.state
    assert again.prompt == table.prompt
    assert again.state.chips[0].cents == 700


def test_a_correction_shows_what_is_reversed_and_moves_the_difference():
    table = a_table()
    a_round(table)
    assert purse(table) == 106_000
    at = table.state.tape.index("4H")
    found = correction(table, at, "QH")
    assert found.taken_back[0].words == "Second card, four of hearts"
    assert any("paid 4 to 1" in event.words for event in found.taken_back)
    assert found.instead[0].words == "Second card, queen of hearts"
    assert any("taken" in event.words for event in found.instead)
    assert purse(table) == 106_000  # looking changes nothing
    refused = do(table, SUPERVISOR, "correct", answer=at, value="QH", asked_by="Brandt")
    assert "cannot sign it" in refused.decision.because
    assert not do(table, DEALER, "correct", answer=at, value="QH").accepted
    assert do(table, SUPERVISOR, "correct", answer=at, value="QH", asked_by="Okafor").accepted
    assert purse(table) == 98_500
    assert audit(table.ledger).sound


def test_a_round_already_paid_can_be_corrected_until_the_next_card():
    table = a_table()
    a_round(table)
    do(table, DEALER, "answer", value=True)
    at = table.ledger.newest("RD-1", "round-over", 1)[0].body["tape"].index("5D")
    assert do(table, SUPERVISOR, "correct", answer=at, value="KD", round=1, asked_by="Okafor").accepted
    assert purse(table) == 98_500
    assert table.state.round == 2
    assert [e.body["round"] for e in table.ledger.newest("RD-1", "round-over", 2)] == [1, 1]  # both versions stay
    do(table, DEALER, "answer")
    deal(table, "7S")
    late = do(table, SUPERVISOR, "correct", answer=at, value="6D", round=1, asked_by="Okafor")
    assert late.accepted  # judged again beside the round that is played
    assert purse(table) == 106_000
    assert table.state.round == 2
    assert audit(table.ledger).sound


def test_what_a_correction_takes_from_an_empty_purse_is_owed():
    table = a_table(credit=1500)
    a_round(table)
    assert purse(table) == 7500
    move = Transfer("player:anna", "cage", 7500, "cash out")
    table.ledger.post([Post("cage", "cash-out", "", "anna", {}, (move,))])
    at = table.state.tape.index("5D")
    assert do(table, SUPERVISOR, "correct", answer=at, value="KD", asked_by="Okafor").accepted
    assert purse(table) == 0
    assert table.ledger.balance("owed:anna") == -7500
    assert audit(table.ledger).sound


def test_invalidation_in_every_moment_of_a_round_returns_everything():
    steps = [
        lambda t: do(t, player("anna"), "place", cents=1000, area=4),
        lambda t: do(t, DEALER, "answer"),
        lambda t: deal(t, "7S"),
        lambda t: deal(t, "4H"),
        lambda t: do(t, player("anna"), "place", spot="raise", cents=500),
        lambda t: do(t, DEALER, "answer"),
        lambda t: deal(t, "5D"),
    ]
    for count in range(1, len(steps) + 1):
        table = a_table()
        for step in steps[:count]:
            step(table)
        assert not do(table, SUPERVISOR, "invalidate", ground="boredom").accepted
        reply = do(table, SUPERVISOR, "invalidate", ground="fraud")
        assert reply.accepted, reply.decision
        assert purse(table) == 100_000, count
        assert table.ledger.balance("held:RD-1") == 0
        assert audit(table.ledger).sound
        assert table.window is not None


def test_a_frozen_table_keeps_everything_and_does_nothing():
    table = a_table()
    do(table, player("anna"), "place", cents=1000, area=4)
    assert do(table, DEALER, "freeze").accepted
    assert "frozen" in do(table, player("anna"), "withdraw").decision.because
    assert "frozen" in do(table, DEALER, "answer").decision.because
    assert not do(table, DEALER, "release").accepted
    assert do(table, SUPERVISOR, "release").accepted
    assert table.state.chips[0].cents == 1000


def test_every_act_has_its_people():
    assert set(a_table().acts) == set(ROLES_OF_ACT)


@pytest.mark.parametrize("act", sorted(ROLES_OF_ACT))
def test_nobody_without_the_role_may_act(act):
    for role in ("player", "dealer", "game supervisor", "casino supervisor", "inspector", "house"):
        person = Person("someone", role)
        table = a_table()
        before = table.state
        reply = do(table, person, act)
        if role not in who_may(table, act):
            assert reply.decision.code.rpartition(":")[2] in ("role", "authority"), (act, role)
            assert table.state == before


def test_set_ups_the_book_does_not_allow_open_no_table():
    ledger = notepad()
    for set_up, clause in (
        (SetUp(decks=6), "3.1"),
        (SetUp(sign=Sign(areas=8)), "2.1.1"),
        (SetUp(sign=Sign(players_per_area=4)), "5.7"),
        (SetUp(sign=Sign(Limits(1000, 500))), "6.1"),
        (SetUp(shuffling="continuous"), "3.1"),
    ):
        refused = Table.open(ledger, "RD-9", "vic-1997-red-dog", set_up, HOUSE, NOON)
        assert isinstance(refused, Refused)
        assert clause in [c.number for c in refused.by.clauses]
    assert ledger.streams() == []


def test_the_house_cuts_where_the_book_says():
    """Victoria 4.4: about 78 cards from either end. The house's own generator cuts there, and leaves nothing to note."""
    book, _ = games.book("vic-1997-red-dog")
    edition = book.at(datetime(1997, 6, 1))
    game = games.game(book.game)
    carry = game.begin(edition.terms, SetUp(decks=8))
    ends, luck = set(), Random(25)
    for _ in range(25):
        steps, _ = drive(game.prepare(edition.terms, carry), lambda prompt: generate(prompt, luck.randrange))
        assert not any(isinstance(step, Noted) for step in steps)
        at = next(step.at for step in steps if isinstance(step, CutMade))
        assert min(abs(at - 78), abs(8 * 52 - 78 - at)) <= 26
        ends.add(at > 208)
    assert ends == {True, False}, "from either end"
