"""Chips of a tournament are no money: no transfer can be made between the two."""

from __future__ import annotations

import pytest

from houseway.floor.tills import Till, chips_of, issue_of
from houseway.ledger import Transfer

CHIPS = [issue_of("t1"), chips_of("t1", "Ann"), Till("BC-1", True).held, Till("BC-1", True).bank]
MONEY = ["cage", "player:Ann", "tournament:t1", Till("BC-1").held, Till("BC-1").bank]


@pytest.mark.parametrize("chips", CHIPS)
@pytest.mark.parametrize("money", MONEY)
def test_no_transfer_goes_from_chips_to_money_or_back(chips: str, money: str) -> None:
    for pair in ((chips, money), (money, chips)):
        with pytest.raises(ValueError, match="tournament chips are no money"):
            Transfer(*pair, 100)


def test_chips_move_among_themselves() -> None:
    assert Transfer(CHIPS[0], CHIPS[1], 100).cents == 100
