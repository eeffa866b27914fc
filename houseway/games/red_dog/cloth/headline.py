"""Headline: the one fact a Red Dog table is about right now, in the few words that fit beside the cards."""

from __future__ import annotations

from houseway.kit.cards import RANK_WORDS, RANKS, Card
from houseway.play.felt import Box, Felt
from houseway.play.headline import Headline
from houseway.play.states import RoundResult, State, Window
from houseway.play.view import View


def headline(view: View) -> Headline:
    felt, terms = view.felt, view.terms
    outcome, spread = felt.fact("outcome"), felt.fact("spread")
    if outcome:
        return _decided(view, outcome, spread)
    if view.state is State.PREPARING:
        return Headline("Shuffle", "and cut", ("A round begins when", "the shoe is ready"), view.by)
    if view.status.is_frozen:
        return Headline(f"Spread {spread}" if spread else "Frozen", "", ("Everything keeps", "its place"), view.by)
    if spread:
        by = terms.spread.by
        odds = f"pays {terms.pays(view.sign, int(spread))}"
        if view.window == Window.RAISE:
            return Headline(f"Spread {spread}", odds, ("Raises stay open until", "the dealer’s next call"), by)
        return Headline(
            f"Spread {spread}", odds, ("Raises are closed;", "the third card is next"), terms.raises_closed.by
        )
    if view.window == Window.ORIGINAL:
        return Headline("Place your bets", "", ("Wagers stay open until", "the dealer’s call"), view.by)
    pair = _pair(view)
    if pair:
        return Headline(
            pair, f"pays {terms.three_alike.value}", ("if the third card", "is alike"), terms.three_alike.by
        )
    call = terms.no_more_bets
    by = call.by if call is not None else terms.general.lock.by
    return Headline("No more bets", "", ("The first two cards", "are being dealt"), by)


def _decided(view: View, outcome: str, spread: str) -> Headline:
    felt, terms = view.felt, view.terms
    by = felt.lines[0].by if felt.lines else view.by
    third = felt.box("third card")
    card = (third.card.words.capitalize(),) if third is not None and third.card is not None else ()
    if outcome == RoundResult.WIN:
        return Headline(f"Spread {spread}", f"paid {terms.pays(view.sign, int(spread))}", (*card, "falls between"), by)
    if outcome == RoundResult.LOSE:
        return Headline(f"Spread {spread}", "taken", (*card, "does not fall between"), by)
    if outcome == RoundResult.THREE_ALIKE:
        return Headline("Three of a kind", f"paid {terms.three_alike.value}", card, by)
    if third is not None:
        return Headline("Void", "no three of a kind", ("Stakes are returned",), by)
    return Headline("No spread", "void", ("Consecutive cards,", "stakes are returned"), by)


def _first_two(view: View) -> tuple[Card, Card] | None:
    first, second = view.felt.box("first card"), view.felt.box("second card")
    if first is None or second is None or first.card is None or second.card is None:
        return None
    return first.card, second.card


def _pair(view: View) -> str:
    cards = _first_two(view)
    if cards is None or cards[0].rank != cards[1].rank:
        return ""
    word = RANK_WORDS[RANKS[cards[0].rank - 2]]
    return f"Pair of {word}es" if word == "six" else f"Pair of {word}s"


def between(view: View) -> str:
    """The ranks a third card may fall on, as the empty box shows them: "5 or 6", "5 to J"."""
    cards = _first_two(view)
    if cards is None or view.felt.fact("outcome"):
        return ""
    low, high = sorted(card.rank for card in cards)
    ranks = [_index(rank) for rank in range(low + 1, high)]
    if not ranks:
        return ""
    if len(ranks) <= 2:
        return " or ".join(ranks)
    return f"{ranks[0]} to {ranks[-1]}"


def _index(rank: int) -> str:
    return str(rank) if rank <= 10 else "JQKA"[rank - 11]


def place_words(box: Box) -> str:
    """A card as it is read aloud where it lies: "Seven of spades, first card"."""
    card = box.card.words.capitalize() if box.card is not None else "A card face down"
    return f"{card}, {box.place}"


def summary(felt: Felt) -> str:
    """A round that is over, in the few words of a list: "Spread 2", "No spread, void"."""
    spread, outcome = felt.fact("spread"), felt.fact("outcome")
    if spread:
        return f"Spread {spread}"
    if outcome == RoundResult.THREE_ALIKE:
        return "Three of a kind"
    if outcome == RoundResult.VOID:
        return "Pair, void" if felt.box("third card") else "No spread, void"
    return "Void" if felt.lines else "No cards"
