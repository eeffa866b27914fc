"""Rules that our books do not have and a study may: what is asked and refused under them, and what a hand given up brings."""

from __future__ import annotations

from typing import Any

import pytest

from houseway import games
from houseway.kit.cards import Card
from houseway.lab.exact import study
from houseway.play.driver import drive
from houseway.play.prompts import Choose, ClosedWindow, Draw, ReadSign, TakeWagers
from houseway.play.wagers import SetUp, Sign, Wager

BOOK = "act-1992-blackjack"
PEEK = "before the players, face down; under an ace or a ten the dealer looks for blackjack"
LATE, EARLY = "for half, unless the dealer has blackjack", "for half, whatever the dealer has"


def told(changes: dict[str, str], cards: str, choices: str, cents: int = 1000) -> tuple[int, list[Choose]]:
    """What one box nets with these cards and choices, and what was asked."""
    game, terms = games.game("blackjack"), study(BOOK, changes).edition.terms
    coming, chosen, asked = iter(cards.split()), iter(choices.split()), list[Choose]()

    def answer(prompt: Any) -> Any:
        if isinstance(prompt, Draw):
            return Card.parse(next(coming))
        if isinstance(prompt, TakeWagers):
            return ClosedWindow(() if prompt.raising else (Wager("P1", 1, "wager", cents),))
        if isinstance(prompt, Choose) and prompt.player:
            asked.append(prompt)
            return next(chosen)
        return Sign(smallest_chip=250) if isinstance(prompt, ReadSign) else prompt.usually()

    _, settlement = drive(game.play(terms, game.ready(game.begin(terms, SetUp()))), answer)
    assert next(coming, None) is next(chosen, None) is None
    return settlement.net, asked


KNOWN = {
    "late": {"surrender": LATE},
    "early": {"surrender": EARLY},
    "not ace": {"surrender": f"{EARLY}, but not against an ace"},
    "peek": {"hole_card": PEEK},
    "resplit": {"resplit_aces": "yes"},
}
CASES = """
late        | TS 9H 6D              | surrender         |  -500
late        | TS TH 6D 5C           | surrender         |  -500
late        | TS TH 6D AC           | surrender         | -1000
late        | TS AH 6D KC           | surrender         | -1000
early       | TS AH 6D              | surrender         |  -500
late, peek  | TS AH 6D KC           |                   | -1000
late, peek  | TS AH 6D 5C           | surrender         |  -500
early, peek | TS AH 6D KC           | surrender         |  -500
early, peek | TS AH 6D KC           | play              | -1000
early, peek | TS 9H 6D TC           | surrender         |  -500
resplit     | AS 6H AD AC 9C 9D 8C TS 4S | split split  | -1000
resplit     | AS 6H AD AC 9C TS 5S  | split stand       | -2000
"""


@pytest.mark.parametrize("line", CASES.strip().splitlines())
def test_what_a_hand_brings_under_rules_that_are_studied(line: str) -> None:
    names, cards, choices, net = (part.strip() for part in line.split("|"))
    changes = {name: value for word in names.split(", ") for name, value in KNOWN[word].items()}
    assert told(changes, cards, choices)[0] == int(net)


def closed(changes: dict[str, str], cards: str, choices: str, n: int = -1) -> dict[str, str]:
    """Why options of a question are closed; the last one, or the n-th."""
    options = told(changes, cards, choices)[1][n].options
    return {option.value: option.closed.because if option.closed else "" for option in options}


def test_what_is_closed_says_why() -> None:
    assert closed({"double_on": "ten or eleven"}, "5S 9H 4D TC TD", "hit stand", 0) == {
        "hit": "", "stand": "below 12 a card must be drawn", "double": "only ten or eleven can be doubled",
        "split": "only two cards of one count can be split",
    }  # fmt: skip
    assert closed({"hands.split": "1"}, "8S 6H 8D TC TH", "stand")["split"] == "at most 1 hands are made from a pair"
    aces = closed({"split_aces": "no"}, "AS 6H AD AC 5C 9C TC TH", "split hit stand stand", 1)
    assert aces["split"] == "split aces are not split again"
    assert "surrender" not in closed(KNOWN["not ace"], "TS AH 6D TC", "stand")
    assert "surrender" in closed(KNOWN["not ace"], "TS TH 6D TC", "stand")
    assert "surrender" not in closed({}, "TS TH 6D TC", "stand"), "the book knows nothing of it"


def test_half_a_wager_is_rounded_as_a_payment_is() -> None:
    """The smallest chip is $2.50; half of $7.50 is not payable, and the next amount up is $5."""
    assert told(KNOWN["late"], "TS 9H 6D", "surrender", 750)[0] == -250
