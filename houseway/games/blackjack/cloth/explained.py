"""Explained: how each hand of the viewer's stood against the dealer's, and what the wagers are called."""

from __future__ import annotations

from houseway.games.blackjack.cloth.hands import box_of, dealer_hands
from houseway.play.surfaces import Said
from houseway.play.view import View

ORDINALS = ("First", "Second", "Third", "Fourth")


def explains(view: View) -> list[Said]:
    """A sentence to a hand; of more than two, and before the dealer has a hand, the cloth says it better."""
    lines = [line for line in view.felt.lines if line.wager.player == view.viewer]
    dealers = [total for _, cards, total in dealer_hands(view.felt) if len(cards) > 1]
    hands = [(area, hand) for area in view.own_areas for hand in box_of(view, area).hands]
    if not lines or not dealers or len(hands) > 2:
        return []
    against = " and ".join(_plain(total) for total in dealers)
    said: list[Said] = []
    for area, hand in hands:
        which = f"{ORDINALS[min(hand.number, 4) - 1]} hand" if len(hands) > 1 else "Your hand"
        where = f" on box {area}" if len(view.own_areas) > 1 else ""
        said.append((f"{which}{where}: {_plain(hand.total)} against the dealer’s {against}", lines[-1].by))
    return said


def _plain(total: str) -> str:
    """A count as it ended: whether an ace still counted eleven matters to nobody now."""
    plain = total.removeprefix("Soft ")
    return f"{plain.removeprefix('Bust ')}, over 21" if plain.startswith("Bust") else plain.lower()


def wager_named(spot: str) -> str:
    """A wager by its spot: "Double", "Second hand", "Double against dealer hand 1"."""
    main, _, more = spot.partition(".")
    first = {"wager": "Wager", "over": "Over 13", "under": "Under 13", "insurance": "Insurance"}.get(main, "")
    if main.startswith("hand-"):
        first = f"Against dealer hand {main.removeprefix('hand-')}"
    elif main.startswith("insurance"):
        first = first or f"Insurance against dealer hand {main.rpartition('-')[2]}"
    kind = more.rstrip("0123456789")
    if not kind:
        return first
    number = int(more[len(kind) :] or 1)
    which = f"{ORDINALS[min(number, 4) - 1]} hand"
    if kind == "split":
        return which if main == "wager" else f"{first}, {which.lower()}"
    doubled = "Double" if main == "wager" else f"Double {first[:1].lower()}{first[1:]}"
    return f"{doubled}, {which.lower()}" if number > 1 else doubled
