"""What stands on a Pai Gow cloth, read from a view: the bank, the areas and who is at each, hands as the viewer sees them."""

from __future__ import annotations

from houseway.games.pai_gow.cuts import AREAS
from houseway.games.pai_gow.hands import Setting, called, kinds
from houseway.kit.tiles import Tile
from houseway.money import Cents, show, show_net
from houseway.play.felt import Felt
from houseway.play.states import Outcome
from houseway.play.view import View
from houseway.values import value

SPOTS = {"wager": "Wager", "tie": "Tie", "bonus": "Bonus", "bank": "Bank"}


@value
class Standing:
    """One player on an area."""

    player: str
    down: tuple[tuple[str, Cents], ...]  # spot and cents, as they lie
    net: Cents
    settled: bool

    @property
    def cents(self) -> Cents:
        """Everything the player has there."""
        return sum(cents for _, cents in self.down)

    @property
    def regular(self) -> Cents:
        """The regular wager, or the bank's."""
        return sum(cents for spot, cents in self.down if spot in ("wager", "bank"))

    @property
    def beside(self) -> tuple[tuple[str, Cents], ...]:
        """Bonus and Tie."""
        return tuple((spot, cents) for spot, cents in self.down if spot not in ("wager", "bank"))


@value
class Area:
    """An area with all that its drawing depends on."""

    number: int
    people: tuple[Standing, ...]
    seated: tuple[str, ...]
    tiles: tuple[Tile, ...] | None  # None: none lie there; empty: face down
    hand: Setting | None  # once it is open
    state: str  # "set", "setting", "conceded", "void", "won", "lost", "stand off", "OFF", ""
    yours: bool
    bank: bool
    able: bool

    @property
    def words(self) -> str:
        parts = [f"Area {self.number}"]
        for who in self.people:
            parts.append(f"{who.player}, net {show_net(who.net)}" if who.settled else f"{who.player} {show(who.cents)}")
        if self.state:
            parts.append(self.state)
        if not self.people and not self.seated:
            parts.append("open")
        return ", ".join(parts)


def shown(view: View) -> Felt:
    """The felt to draw: the round on the table."""
    return view.felt


def method(view: View) -> str:
    return shown(view).fact("method") or "house"


def chung(view: View) -> int:
    return int(shown(view).fact("chung") or 1)


def areas(view: View) -> list[Area]:
    """The areas for players, by number: without area one while the House holds the bank."""
    first = 2 if method(view) == "house" else 1
    return [area(view, number) for number in range(first, AREAS + 1)]


def tiles_of(text: str) -> tuple[Tile, ...]:
    return () if text in ("", "?") else tuple(Tile.parse(word) for word in text.split())


def area(view: View, number: int) -> Area:
    felt = shown(view)
    people: dict[str, dict[str, Cents]] = {}
    nets: dict[str, Cents] = {}
    for wager in (*felt.wagers, *view.chips):
        if wager.area == number:
            spots = people.setdefault(wager.player, {})
            spots[wager.spot] = spots.get(wager.spot, 0) + wager.cents
    for line in felt.lines:
        if line.wager.area == number:
            nets[line.wager.player] = nets.get(line.wager.player, 0) + line.net
            people.setdefault(line.wager.player, {})
            if line.outcome != Outcome.LOST:
                people[line.wager.player][line.wager.spot] = line.wager.cents
    seated = tuple(player for player, at in view.seats if at == number)
    dealt = felt.fact(f"tiles {number}")
    lies = None if not dealt else tiles_of(dealt)
    opened = felt.fact(f"hand {number}")
    bank = number == chung(view) and method(view) != "house"
    return Area(
        number,
        tuple(
            Standing(player, tuple(spots.items()), nets.get(player, 0), player in nets)
            for player, spots in people.items()
        ),
        seated,
        None if bank else lies,
        Setting.parse(opened) if opened else None,
        _state(view, felt, number),
        number == view.area,
        bank,
        view.viewer not in ("", "dealer") and view.status.is_open,
    )


def _state(view: View, felt: Felt, number: int) -> str:
    result = felt.fact(f"result {number}")
    if result:
        return {"player": "won", "banker": "lost", "standoff": "stand off"}[result]
    if felt.fact("off") == str(number):
        return "OFF"
    how = felt.fact(f"set {number}")
    if how in ("conceded", "void"):
        return how
    if how:
        return "set"
    return "setting" if felt.fact(f"tiles {number}") and felt.fact(f"caller {number}") else ""


def bank_tiles(view: View) -> tuple[tuple[Tile, ...] | None, Setting | None]:
    """The bank's tiles as they lie: none, face down, the banker's own, or open."""
    felt = shown(view)
    opened = felt.fact("hand bank")
    dealt = felt.fact(f"tiles {chung(view)}")
    return (tiles_of(dealt) if dealt else None), (Setting.parse(opened) if opened else None)


def own_tiles(view: View) -> tuple[int, tuple[Tile, ...]]:
    """The area whose tiles the viewer holds, and the tiles."""
    felt = shown(view)
    for number in range(1, AREAS + 1):
        mine = felt.fact(f"caller {number}") == view.viewer or (
            number == chung(view) and felt.fact("banker") == view.viewer and bool(view.viewer)
        )
        held = tiles_of(felt.fact(f"tiles {number}"))
        if mine and held:
            return number, held
    return 0, ()


def named_hand(hand: tuple[Tile, Tile]) -> str:
    return called(kinds(hand))
