"""House players: who sits at a tournament's tables beside people, for training and for fun.

They play plainly and give no advice by example: even chances, a dealer's own habit of drawing to sixteen, the Houseway for their
tiles. Each has a temper that says how much of their chips they risk, and more when they are behind near the end. What they do
is an order like anybody else's, and the house tells everybody that they are the house's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from houseway.floor import terminals
from houseway.floor.people import player
from houseway.floor.table import Order, Table
from houseway.floor.tournament.at_table import chips_now
from houseway.floor.tournament.gate import is_open
from houseway.floor.tournament.here import TournamentHere
from houseway.floor.windows import unfinished
from houseway.forms import Doc
from houseway.kit.cards import Card
from houseway.money import Cents
from houseway.play.felt import felt
from houseway.play.prompts import Choose, ChooseEach, TakeWagers
from houseway.play.wagers import ChipSums, Wager

NAMES = (
    "Alder", "Ash", "Aspen", "Beech", "Birch", "Cedar", "Elder", "Elm", "Fir", "Hazel", "Holly", "Hornbeam", "Juniper", "Larch",
    "Lime", "Maple", "Oak", "Pine", "Poplar", "Rowan", "Spruce", "Sycamore", "Walnut", "Willow", "Yew",
)  # fmt: skip
OWN = "-House"  # behind the name of every one; nobody else is called so
PLAIN = ("wager", "player", "banker", "red", "black", "even", "odd", "low", "high")  # wagers at about even money
ACE = 14
SAFE = ("houseway", "pass", "no cut", "stay", "wait", "dealer", "house", "refuse", "stand")  # what they choose first

Pick = Callable[[int], int]


def name_of(number: int) -> str:
    """What a house player is called: a tree's name, and that it is the house's."""
    tree, again = NAMES[number % len(NAMES)], number // len(NAMES)
    return f"{tree}{again + 1 if again else ''}{OWN}"


def orders(table: Table, name: str, pick: Pick) -> Iterator[Order]:
    """What a house player wants done at a table now; nothing where it is not their turn."""
    here, prompt = table.state.tournament, table.prompt
    if here is None or not here.name:
        return
    if isinstance(prompt, TakeWagers):
        yield from _at_window(table, here, prompt, name, pick)
    elif isinstance(prompt, ChooseEach) and name in prompt.players and name not in table.state.choices:
        yield _order(
            name, "choose", value=_safest([option.value for option in prompt.options if option.closed is None])
        )
    elif isinstance(prompt, Choose) and prompt.player == name:
        yield _order(name, "choose", value=_chosen(table, prompt, name))


def _order(name: str, act: str, **details: Doc) -> Order:
    return Order(player(name), act, details)


def _at_window(table: Table, here: TournamentHere, window: TakeWagers, name: str, pick: Pick) -> Iterator[Order]:
    own = terminals.acting(table, name)
    if own in table.state.ready or name in table.state.ready:
        return
    if window.backing is not None:  # insurance and the like: they want none
        if any(wager.player == own for wager in window.backing):
            yield _order(name, "ready")
        return
    if not is_open(here):
        return
    if all(wager.player != own for wager in table.state.chips):
        wager = _wager(table, here, window, name, pick)
        for spot in () if wager is None else (wager.spot, *(spot for spot in window.spots if spot != wager.spot)):
            assert wager is not None
            yield _order(name, "place", spot=spot, cents=wager.cents, area=wager.area)
            if own not in unfinished(window, table.state.chips):
                break  # where one wager alone is none, another goes beside it
        if own in unfinished(window, table.state.chips):
            yield _order(name, "withdraw")
    yield _order(name, "ready")


def _wager(table: Table, here: TournamentHere, window: TakeWagers, name: str, pick: Pick) -> Wager | None:
    """An even chance, for as much as their temper says."""
    spots = [spot for spot in PLAIN if spot in window.spots] or sorted(window.spots)[:1]
    spot = spots[pick(len(spots))]
    seat = table.state.seat_of(name)
    area = 0 if seat is None or window.places is None else seat.area
    limits = window.sign.limits_for(spot)
    has = chips_now(table, here.name, name)
    step = limits.unit or limits.minimum or 1
    wanted = _risk(table, here, name, has, pick) // step * step
    most = has if limits.maximum is None else min(has, limits.maximum)
    cents = max(limits.minimum, here.least, min(wanted, most // step * step))
    cents = here.least if here.exactly else cents
    own = terminals.acting(table, name)
    taken = window.take(ChipSums(table.state.chips), Wager(own, area, spot, cents)) if 0 < cents <= has else None
    return None if taken is None or not isinstance(taken, tuple) else Wager(name, area, spot, cents)


def _risk(table: Table, here: TournamentHere, name: str, has: Cents, pick: Pick) -> Cents:
    """How much a house player ventures: a part of their chips by temper; when few hands are left and others are ahead, enough to
    pass them."""
    others = [chips_now(table, here.name, one) for one in here.entrants or () if one != name]
    ahead = max(others, default=0) - has
    if here.hands and here.hands_left <= 2 and ahead >= 0:
        return min(has, ahead + max(1, has // 10))
    temper = 3 + sum(map(ord, name)) % 5  # of every hundred, at the least
    return has * (temper + pick(2 * temper)) // 100


def _safest(options: list[str]) -> str:
    return next((value for value in SAFE if value in options), options[0])


def _chosen(table: Table, prompt: Choose, name: str) -> str:
    options = [option.value for option in prompt.options if option.closed is None]
    if "hit" in options and _total(table, prompt, name) < 17:
        return "hit"
    return _safest(options)


def _total(table: Table, prompt: Choose, name: str) -> int:
    """What the hand that is asked about counts, with an ace as eleven where that does no harm."""
    seen = felt(table.progress.steps, name)
    cards = [card for box in seen.boxes if box.place == prompt.place for card in box.cards if isinstance(card, Card)]
    counts = [1 if card.rank == ACE else min(card.rank, 10) for card in cards]
    total = sum(counts)
    return total + 10 if 1 in counts and total <= 11 else total
