"""Secret wagers: amounts in words, a form that survives a crash, and that nobody hears of it before the hand is over."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.floor.people import HOUSE, player
from houseway.floor.table import Order, Table
from houseway.floor.views import view_of
from houseway.forms import canonical, write
from houseway.ledger import Post, Transfer, audit, notepad
from houseway.play.secret import amount_in_words
from houseway.play.wagers import Limits, SetUp, Sign

BOOK = "vic-1999-baccarat-notice-26+act-1992-baccarat"
NOON = datetime(2026, 11, 15, 12, 0)


@pytest.mark.parametrize(
    ("words", "dollars"),
    [
        ("forty", 40), ("four hundred and fifty", 450), ("one thousand two hundred", 1200), ("Twenty-five dollars only", 25),
        ("twelve thousand three hundred and four", 12304), ("hundred", None), ("", None), ("forty ducks", None),
    ],
)  # fmt: skip
def test_amounts_in_words(words, dollars):
    assert amount_in_words(words) == (None if dollars is None else dollars * 100)


ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen"""
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def _spelt(number):
    if number < 20:
        return ONES.split()[number]
    if number < 100:
        tens = TENS.split()[number // 10 - 2]
        return tens if number % 10 == 0 else f"{tens}-{_spelt(number % 10)}"
    if number < 1000:
        rest = f" and {_spelt(number % 100)}" if number % 100 else ""
        return f"{_spelt(number // 100)} hundred{rest}"
    rest = f" {_spelt(number % 1000)}" if number % 1000 else ""
    return f"{_spelt(number // 1000)} thousand{rest}"


@given(st.integers(1, 999_999))
def test_every_amount_is_read_back(number):
    assert amount_in_words(_spelt(number)) == number * 100


def test_a_form_is_kept_and_stays_secret():
    ledger = notepad()
    sign = Sign(Limits(5000, 100_000), areas=14)
    table = Table.open(ledger, "T", BOOK, SetUp(sign=sign), HOUSE, NOON, "shoe", {"secret.allowed": 3}, ready=True)
    assert isinstance(table, Table)
    for name in ("Anna", "Ben"):
        ledger.post([Post("cage", "buy-in", "", name, {}, (Transfer("cage", f"player:{name}", 100_000, "buy-in"),))])
    anna, ben = player("Anna"), player("Ben")
    table.do(Order(anna, "sit", {"area": 3}, at=NOON))
    form = {"kind": "banker", "words": "two hundred", "figures": 20_000}
    assert table.do(Order(anna, "secret", form, at=NOON)).accepted
    assert table.do(Order(ben, "place", {"spot": "player", "cents": 5000, "area": 5}, at=NOON)).accepted
    heard = list(table.do(Order(HOUSE, "answer", {}, at=NOON)).events)
    for card in ("8S", "9H", "KD"):
        heard += table.do(Order(HOUSE, "answer", {"value": card}, at=NOON)).events
    ledger.settle_down()
    again = Table.load(ledger, "T")  # as after a crash
    assert canonical(write(again.state)) == canonical(write(table.state))
    for viewer in ("Ben", "", "dealer"):
        seen = view_of(again, viewer)
        assert "20000" not in repr(seen)
        assert "200" not in " ".join(event.words for event in heard)
    again.do(Order(HOUSE, "answer", {"value": "KC"}, at=NOON))
    reply = again.do(Order(HOUSE, "answer", {"value": True}, at=NOON))  # the game supervisor announces
    assert any("Banker, $200" in event.words for event in reply.events)
    again.do(Order(HOUSE, "answer", {"value": True}, at=NOON))
    assert ledger.balance("player:Anna") == 100_000 + 19_000
    assert ledger.balance("player:Ben") == 100_000 - 5_000
    again.do(Order(HOUSE, "answer", {"value": True}, at=NOON))
    seen = again.do(Order(ben, "see form", {"player": "Anna"}, at=NOON)).decision
    assert "two hundred" in seen.advice
    ledger.settle_down()
    assert audit(ledger).sound
    ledger.close()
