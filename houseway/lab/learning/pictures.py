"""Pictures: what a seat sees, in words and on the cloth of the house, by running the script over what was dealt and chosen."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from houseway import games
from houseway.figures.episodes import Seating
from houseway.lab.exact import Study
from houseway.lab.learning.rounds import Round
from houseway.law.clause import NO_CLAUSE
from houseway.play.felt import Felt
from houseway.play.states import State, Status
from houseway.play.view import View
from houseway.play.wagers import Sign


def replayed(of: Study, seating: Seating, row: object, chosen: Iterable[str]) -> Round:
    """The round at a seat as the script tells it: the cards it was dealt, and what was chosen there."""
    played = Round(of, 1, Random(0), seating, seating.luck(row))
    for choice in chosen:
        if played.question is not None:
            played.answer(choice)
    return played


def in_words(played: Round, player: str = "P1") -> str:
    """The table in words, as the player on this seat knows it."""
    lines = []
    for box in played.felt(player).boxes:
        cards = " ".join("??" if card is None else str(card) for card in box.looked or box.cards)
        lines.append(f"{box.place or 'table'}: {cards}")
    if played.question is not None:
        lines.append(f"{played.question.words} {' / '.join(played.question.options)}")
    elif played.nets is not None:
        lines.append(f"net {float(played.nets[player]):+g}")
    return "\n".join(lines)


def cloth(played: Round, player: str = "P1") -> str:
    """The table as SVG, drawn by the game's own cloth."""
    of = played.of
    drawn = games.cloth(of.book.game)
    assert drawn is not None and drawn.player is not None, f"{of.book.game} draws no cloth"
    state = State.SETTLED if played.question is None else State.DECIDING
    asked = played.question.player if played.question is not None else ""
    places = getattr(of.edition.terms, "places", None)
    view = View(
        table="LAB", book=of.edition.book, title=of.book.title, rules=of.book.jurisdiction, viewer=player, status=Status.OPEN,
        state=state, round=1, felt=played.felt(player), last=Felt(), chips=(), window="",
        sign=Sign(areas=places.areas.value[0] if places is not None else 0),
        seats=tuple((name, played.area(name)) for name in played.players), prompt=None, terms=of.edition.terms, by=NO_CLAUSE,
        due=played.question.place if played.question is not None else "", decides=asked,
    )  # fmt: skip
    return drawn.player(view)
