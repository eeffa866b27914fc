from fractions import Fraction

import pytest

from houseway.money import NotMoney, Odds, cents, plain, show, show_net

AMOUNTS = [
    ("10", 1000, "$10", "10"),
    ("12.50", 1250, "$12.50", "12.50"),
    ("$1,240", 124000, "$1,240", "1240"),
    ("0.05", 5, "$0.05", "0.05"),
    ("2.500", 250, "$2.50", "2.50"),
]


@pytest.mark.parametrize(("text", "amount", "shown", "written"), AMOUNTS)
def test_amounts_are_read_and_shown(text, amount, shown, written):
    assert cents(text) == amount
    assert show(amount) == shown
    assert plain(amount) == written
    assert cents(plain(amount)) == amount


@pytest.mark.parametrize("text", ["", "ten", "1.005", "-5", "1e3", "10 ", "1,24", True, 2.5, None, "9" * 20])
def test_what_is_not_money_is_refused(text):
    if text == "10 ":
        assert cents(text) == 1000
        return
    with pytest.raises(NotMoney):
        cents(text)


def test_results_carry_their_sign():
    assert [show_net(n) for n in (4000, -5000, 0)] == ["+$40", "−$50", "$0"]


@pytest.mark.parametrize(
    ("text", "wins", "on"),
    [("5 to 1", 5, 1), ("3 to 2", 3, 2), ("12½ to 1", 25, 2), ("1 to 1", 1, 1), ("6 to 5", 6, 5)],
)
def test_odds_are_two_whole_numbers(text, wins, on):
    odds = Odds.parse(text)
    assert (odds.wins, odds.on) == (wins, on)
    assert str(odds) == text
    assert odds.win(1000) == Fraction(1000 * wins, on)


@pytest.mark.parametrize("text", ["5:1", "5 to 0", "to 1", "-1 to 1", "five to one", "½", "5 to 1.5"])
def test_what_is_not_odds_is_refused(text):
    with pytest.raises(NotMoney):
        Odds.parse(text)
