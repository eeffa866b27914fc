"""Long proofs for stud: every hand by the single call, and every dealer's hand of a position through the script itself."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from houseway import games
from houseway.figures import ranking_arrays
from houseway.games.stud.figures import analysis
from houseway.games.stud.figures.analysis import Figures, solved
from houseway.kit.cards import CARDS, card
from houseway.kit.ranking import strength_at
from houseway.lab.exact import study
from houseway.play.driver import drive
from houseway.play.prompts import ChooseEach, Draw
from houseway.play.wagers import SetUp

VIC = "vic-1999-caribbean-stud"


def test_every_hand_by_the_single_call() -> None:
    hands = np.array(list(combinations(range(52), 5)), np.uint8)
    ours = [strength_at(*hand) for hand in combinations(range(52), 5)]
    assert (ranking_arrays.strengths(hands) == np.array(ours)).all()


def test_a_whole_position_through_the_script() -> None:
    """All 163,185 hands behind one up card, each dealt and settled by the script: the sum is the analysis's, to the ante."""
    terms = study(VIC).edition.terms
    game, play = games.game("stud"), solved(Figures.of(terms))
    carry = game.ready(game.begin(terms, SetUp()))
    own, up = [card(text) for text in ["AS", "KD", "QH", "9C", "3S"]], card("9D")
    rest = [c for c in CARDS if c not in own and c is not up]
    total = 0
    for four in combinations(rest, 4):
        deal = iter([c for pair in zip(own, (*four, up), strict=True) for c in pair])

        def answer(prompt: Any, deal: Any = deal) -> Any:
            if isinstance(prompt, Draw):
                return next(deal)
            return {"P1": "bet"} if isinstance(prompt, ChooseEach) else analysis.answer(terms, prompt)

        _, settlement = drive(game.play(terms, carry), answer)
        total += analysis.net(settlement, "ante")
    at = int((play.counted.hands == _like(own)).all(axis=1).nonzero()[0][0])
    suits = _called(own)
    place = int((play.counted.ups[at] == ((up.index & ~3) | suits[up.index & 3])).nonzero()[0][0])
    assert total * play.scale == int(play.bet_worth[at, place])


def _called(own: list[Any]) -> dict[int, int]:
    masks = [sum(1 << (c.index >> 2) for c in own if c.index & 3 == suit) for suit in range(4)]
    return {suit: n for n, suit in enumerate(sorted(range(4), key=lambda suit: (-masks[suit], suit)))}


def _like(own: list[Any]) -> list[int]:
    called = _called(own)
    return sorted((c.index & ~3) | called[c.index & 3] for c in own)
