"""Hands: what lies on one box, for a drawing. Its hands with their cards and totals, the chips of each player, and what came of
them once they are settled."""

from __future__ import annotations

from houseway.games.blackjack.hand import count
from houseway.kit.cards import Card
from houseway.money import Cents, show, show_net
from houseway.play.events import Settled
from houseway.play.felt import Felt
from houseway.play.states import Outcome
from houseway.play.view import View
from houseway.play.wagers import Wager
from houseway.values import value

SIDES = ("over", "under")


@value
class Hand:
    """One hand as it lies: its cards, what it counts, and the chips that ride on it."""

    number: int
    cards: tuple[str, ...]
    total: str  # "18", "Soft 17", "Blackjack", "Bust 24"
    staked: Cents
    doubled: bool
    due: bool  # a card or a decision for it is awaited
    net: Cents | None  # once all of it is settled


@value
class Player:
    """A player on the box."""

    name: str
    staked: Cents  # on the box itself, on all hands
    held: Cents  # of that, what is not decided yet
    first: tuple[Cents, ...]  # on each line of the dealer, as first placed
    lost: tuple[bool, ...]  # on each line
    more: Cents  # by splits and doubles
    settled: bool
    net: Cents
    outcome: str


@value
class Box:
    number: int
    hands: tuple[Hand, ...]
    people: tuple[Player, ...]
    sides: tuple[tuple[str, Cents, str], ...]  # over and under: chips, and "won" or "lost" once settled
    insured: tuple[tuple[Cents, str], ...]  # on each line, and what came of it

    @property
    def staked(self) -> Cents:
        return sum(who.staked for who in self.people)

    @property
    def held(self) -> Cents:
        return sum(who.held for who in self.people)

    def words(self, viewer: str) -> str:
        """A box as it is read aloud: "Box 3, two players, 35 dollars, hand 18, yours 25"."""
        if not self.people:
            return f"Box {self.number}, empty"
        many = {1: "one player", 2: "two players", 3: "three players"}[min(3, len(self.people))]
        said = [f"Box {self.number}", many]
        if self.held:
            said.append(f"{show(self.held).removeprefix('$')} dollars")
        said.extend(
            f"hand {hand.number if len(self.hands) > 1 else ''} {hand.total}".replace("  ", " ") for hand in self.hands
        )
        own = next((who for who in self.people if who.name == viewer), None)
        if own is not None and own.settled:
            said.append(f"yours {own.outcome}, {show_net(own.net)}")
        elif own is not None:
            said.append(f"yours {show(own.held).removeprefix('$')}" if own.held else "your seat")
        return ", ".join(said)


def hand_number(spot: str) -> int:
    """Which hand of the box a wager rides on: splits and doubles are named after theirs."""
    tail = spot.partition(".")[2]
    return int("".join(letter for letter in tail if letter.isdigit()) or 1)


def total_of(cards: tuple[Card | None, ...], several: bool) -> str:
    """What a hand counts, as it is called."""
    known = [card for card in cards if card is not None]
    if not known:
        return ""
    total, soft = count(known)
    if len(known) == 1:
        return "Ace" if soft else str(total)
    if total == 21 and len(known) == 2 and not several and len(cards) == 2:
        return "Blackjack"
    if total > 21:
        return f"Bust {total}"
    return f"Soft {total}" if soft and total < 21 else str(total)


def box_of(view: View, number: int) -> Box:
    felt = view.felt
    lines = view.terms.lines.value
    wagers = [wager for wager in view.on(number) if not wager.spot.startswith("insurance")]
    settled = {line.wager.key: line for line in felt.lines}
    places = [box for box in felt.boxes if box.place.startswith(f"box {number} hand ")]
    main = [wager for wager in wagers if wager.spot not in SIDES]
    hands = []
    for place in places:
        at = int(place.place.rpartition(" ")[2])
        riding = [wager for wager in main if hand_number(wager.spot) == at]
        done = [settled[wager.key] for wager in riding if wager.key in settled]
        hands.append(
            Hand(
                at,
                tuple(str(card) if card else "" for card in place.cards),
                total_of(place.cards, len(places) > 1),
                sum(wager.cents for wager in riding),
                any(".double" in wager.spot for wager in riding),
                view.due == place.place and view.status.is_open,
                sum(line.net for line in done) if riding and len(done) == len(riding) else None,
            )
        )
    return Box(
        number,
        tuple(hands),
        _people(view, number, main, settled, lines),
        tuple((side, *_chips(wagers, settled, side)) for side in SIDES) if view.terms.over_under is not None else (),
        tuple(_chips(view.on(number), settled, spot) for spot in view.terms.insurance_spots),
    )


def _chips(wagers: list[Wager], settled: dict[tuple[str, int, str], Settled], spot: str) -> tuple[Cents, str]:
    here = [wager for wager in wagers if wager.spot == spot]
    done = [settled[wager.key].outcome for wager in here if wager.key in settled]
    return sum(wager.cents for wager in here), done[0] if done and len(done) == len(here) else ""


def _people(
    view: View,
    number: int,
    main: list[Wager],
    settled: dict[tuple[str, int, str], Settled],
    lines: tuple[str, ...],
) -> tuple[Player, ...]:
    """Everybody who sits or wagers on a box, in the order they came."""
    seated = [player for player, where in view.seats if where == number]
    found = []
    for name in dict.fromkeys([*seated, *(wager.player for wager in main)]):
        own = [wager for wager in main if wager.player == name]
        first = tuple(sum(wager.cents for wager in own if wager.spot == line) for line in lines)
        done = [settled[wager.key] for wager in own if wager.key in settled]
        lost = tuple(any(line.wager.spot == name and line.outcome == Outcome.LOST for line in done) for name in lines)
        staked = sum(wager.cents for wager in own)
        outcome = (
            "" if not done else "won" if (net := sum(line.net for line in done)) > 0 else "lost" if net else "returned"
        )
        found.append(
            Player(
                name,
                staked,
                sum(wager.cents for wager in own if wager.key not in settled),
                first,
                lost,
                staked - sum(first),
                bool(own) and len(done) == len(own),
                sum(line.net for line in done),
                outcome,
            )
        )
    return tuple(found)


def dealer_hands(felt: Felt) -> list[tuple[int, tuple[str, ...], str]]:
    """The dealer's hands as they lie: number, cards and total. Every hand after the first begins with the first card."""
    places = [box for box in felt.boxes if box.place.startswith("dealer hand ")]
    up = places[0].cards[:1] if places else ()
    hands = []
    for box in places:
        number = int(box.place.rpartition(" ")[2])
        cards = box.cards if number == 1 else (*up, *box.cards)
        hands.append((number, tuple(str(card) if card else "" for card in cards), total_of(cards, several=False)))
    return hands
