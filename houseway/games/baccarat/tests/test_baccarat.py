"""What a worked case cannot say: wrong answers at a real table, faces that only their opener sees, and cards from a real shoe."""

from datetime import datetime

import pytest

from houseway.floor.people import HOUSE, Person, player
from houseway.floor.table import Order, Table
from houseway.floor.views import view_of
from houseway.kit.cards import card
from houseway.ledger import Post, Transfer, audit, notepad
from houseway.play.decision import Refused
from houseway.play.wagers import Limits, SetUp, Sign

NOON = datetime(2026, 11, 15, 12, 0)
DEALER = Person("M", "dealer")


@pytest.fixture
def opened():
    ledgers = []

    def opens(method="", book="act-1992-baccarat", **sign):
        ledger = notepad()
        ledgers.append(ledger)
        set_up = SetUp(sign=Sign(Limits(1000, 100_000), areas=7, **sign), method=method)
        table = Table.open(ledger, "T", book, set_up, HOUSE, NOON, "shoe", ready=True)
        assert isinstance(table, Table), table
        for name in ("Anna", "Ben"):
            ledger.post(
                [Post("cage", "buy-in", "", name, {}, (Transfer("cage", f"player:{name}", 100_000, "buy-in"),))]
            )
        return table

    yield opens
    for ledger in ledgers:
        ledger.settle_down()
        assert audit(ledger).sound
        ledger.close()


def place(table, name, spot, cents, area):
    return table.do(Order(player(name), "place", {"spot": spot, "cents": cents, "area": area}, at=NOON))


def deal(table, *cards):
    return [table.do(Order(DEALER, "answer", {"value": text}, at=NOON)) for text in cards][-1]


def close(table):
    return table.do(Order(DEALER, "answer", {}, at=NOON))


def numbers(reply):
    assert isinstance(reply.decision, Refused), reply.decision
    return [clause.number for clause in reply.decision.by.clauses]


def test_a_seventh_card_is_refused_with_its_remedy(opened):
    table = opened()
    assert place(table, "Anna", "player", 1000, 2).accepted
    close(table)
    assert deal(table, "2S", "3H", "KD", "KC", "4H", "5D").accepted
    before = table.state
    reply = deal(table, "9S")
    assert {"11.1", "11.2"} <= set(numbers(reply))
    assert "no card is due" in reply.decision.because
    assert table.state == before


def test_a_card_of_which_none_is_left(opened):
    table = opened()
    for _ in range(2):
        close(table)
        deal(table, "9S", "9S", "9S", "9S")
        for _ in range(2):
            table.do(Order(DEALER, "answer", {"value": True}, at=NOON))
    close(table)
    reply = deal(table, "9S")
    assert numbers(reply) == ["8.3(a)"]
    assert "no nine of spades is left" in reply.decision.because


@pytest.mark.parametrize("wrong", ["1S", "", "ten of hearts", 7, None, ["9S"], {"card": "9S"}])
def test_what_is_no_card_changes_nothing(opened, wrong):
    table = opened()
    close(table)
    before = table.state
    reply = table.do(Order(DEALER, "answer", {"value": wrong}, at=NOON))
    assert not reply.accepted
    assert reply.decision.because
    assert table.state == before


def test_a_wager_where_there_is_none(opened):
    table = opened()
    for spot, cents, area in (("pair", 1000, 1), ("player", -1000, 1), ("player", 1000, 8), ("player", 1500, 1)):
        assert not place(table, "Anna", spot, cents, area).accepted
    assert table.ledger.balance("player:Anna") == 100_000


def test_only_the_opener_sees_the_faces(opened):
    table = opened("opened by players")
    place(table, "Anna", "player", 2000, 2)
    place(table, "Ben", "banker", 1000, 3)
    close(table)
    deal(table, "2S", "3H", "KD", "KC")
    for viewer in ("Ben", "", "dealer"):
        boxes = view_of(table, viewer).felt.boxes
        assert all(box.cards == (None,) and not box.looked for box in boxes)
    own = {box.place: box.looked for box in view_of(table, "Anna").felt.boxes}
    assert own["player's first card"] == (card("2S"),)
    assert own["player's second card"] == (card("KD"),)
    assert own["banker's first card"] == ()
    reply = table.do(Order(player("Ben"), "choose", {"value": "open"}, at=NOON))
    assert numbers(reply) == ["8.3(b)(i)"]
    table.do(Order(player("Anna"), "choose", {"value": "open"}, at=NOON))
    first = view_of(table, "Ben").felt.box("player's first card")
    assert first.cards == (card("2S"),)


def test_a_real_shoe_keeps_its_cards_to_itself(opened):
    """Dealt face down nobody knows a card; the shoe counts it as gone and finds out which it was when it is turned."""
    table = opened("face down")
    place(table, "Anna", "banker", 1000, 2)
    close(table)
    assert deal(table, "X", "X", "X", "X").accepted
    assert table.prompt.title == "Key the player's first card as it is turned"
    deal(table, "2S", "KD", "KH", "7C", "9H")
    assert table.ledger.balance("player:Anna") == 99_000  # nothing is paid before the dealer says so
    for _ in range(2):
        assert table.do(Order(DEALER, "answer", {"value": True}, at=NOON)).accepted
    assert table.ledger.balance("player:Anna") == 100_950
    shoe = table.carry().shoe.shoe
    assert (shoe.size, shoe.unseen) == (416 - 5, 0)
    assert shoe.count(card("2S")) == 7


def test_a_table_is_opened_as_the_book_allows():
    for book, set_up, clause in (
        ("act-1992-baccarat", SetUp(sign=Sign(areas=14), method="thrown"), "8.3"),
        ("act-1992-baccarat", SetUp(decks=6, sign=Sign(areas=14)), "3.1"),
        ("act-1992-mini-baccarat", SetUp(sign=Sign(areas=7), method="opened by players"), "8.1"),
        ("act-1992-mini-baccarat", SetUp(sign=Sign(areas=7, players_per_area=2)), "5.2"),
    ):
        with_ledger = notepad()
        refused = Table.open(with_ledger, "T", book, set_up, HOUSE, NOON)
        assert isinstance(refused, Refused)
        assert clause in [c.number for c in refused.by.clauses]
        with_ledger.close()
