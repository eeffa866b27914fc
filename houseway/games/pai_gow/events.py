"""What happens at a Pai Gow table and nowhere else. Tiles are seen by whoever controls them, by all once they are opened."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from houseway.games.pai_gow.cuts import AREAS
from houseway.kit.tiles import Tile
from houseway.money import Cents, plain, show
from houseway.play.events import Event, NothingToDecide
from houseway.values import value

METHODS = {"house": "House bank", "bank": "Player/Banker", "co-bank": "Co-bank"}


@value
class TilesChecked(Event):
    @property
    def words(self) -> str:
        return "The tiles are laid out in rank order and checked"


@value
class TilesMixed(Event):
    who: str
    how: str  # "shuffle" or "laja"

    @property
    def words(self) -> str:
        return f"{self.who} shuffles the tiles" if self.how == "shuffle" else f"Laja by {self.who}"


@value
class BankOffered(Event):
    areas: tuple[int, ...]  # in the order it was offered

    @property
    def words(self) -> str:
        return f"The bank is offered to areas {', '.join(map(str, self.areas))}"


@value
class BankHeld(Event):
    """A player takes or keeps the bank; nobody: it is the House's."""

    player: str
    area: int
    method: str  # "house", "bank", "co-bank"
    banks: int = 1  # in a row at this area
    shaker: str = ""

    @property
    def words(self) -> str:
        if self.method == "house":
            return "The House holds the bank"
        shaken = f"; {self.shaker} shakes the cup" if self.shaker != self.player else ""
        return f"{self.player} holds the bank" + (" with the House" if self.method == "co-bank" else "") + shaken


@value
class Ready(Event):
    """Shuffled, stacked, and somebody holds the bank."""

    @property
    def words(self) -> str:
        return "Eight stacks of four are ready"


@value
class ChungPlaced(Event):
    area: int
    method: str
    banker: str = ""

    @property
    def words(self) -> str:
        return f"Chung on area {self.area}: {METHODS[self.method]}" + (f", {self.banker}" if self.banker else "")

    @property
    def facts(self) -> dict[str, str]:
        return {"chung": str(self.area), "method": self.method, "banker": self.banker}


@value
class Covered(Event):
    """The bank's wager against everything that was declared."""

    stake: Cents
    declared: Cents
    covers: bool

    @property
    def words(self) -> str:
        does = "covers" if self.covers else "does not cover"
        return f"The bank's {show(self.stake)} {does} wagers of {show(self.declared)}"

    @property
    def facts(self) -> dict[str, str]:
        return {"covered": "yes" if self.covers else "no"}


@value
class CallerKnown(Event):
    """Who calls the decisions of an area; nobody: the dealer sets it by the Houseway."""

    area: int
    player: str

    @property
    def words(self) -> str:
        if not self.player:
            return f"Nobody controls area {self.area}: the dealer sets it by the Houseway"
        return f"{self.player} calls for area {self.area}"

    @property
    def facts(self) -> dict[str, str]:
        return {f"caller {self.area}": self.player or "dealer"}


@value
class CutNamed(Event):
    player: str
    cut: str

    @property
    def words(self) -> str:
        return f"{self.player} names the cut: {self.cut}"


@value
class Stolen(Event):
    player: str
    by_boxes: int

    @property
    def words(self) -> str:
        return f"{self.player} steals the cut: {self.by_boxes:+d}".replace("-", "−")

    @property
    def facts(self) -> dict[str, str]:
        return {"steal": f"{self.by_boxes:+d}"}


@value
class Shaken(Event):
    faces: tuple[int, ...]
    total: int  # with the adjustment
    box: int
    first: int

    @property
    def words(self) -> str:
        return f"Dice {', '.join(map(str, self.faces))}: {self.total}, first tiles to area {self.first}"

    @property
    def facts(self) -> dict[str, str]:
        return {
            "dice": " ".join(map(str, self.faces)),
            "total": str(self.total),
            "box": str(self.box),
            "first area": str(self.first),
        }


@value
class TilesCut(Event):
    cut: str  # "Cup Say"
    way: str  # "cup-say right top"
    by_whom: str  # "dice", "banker", "game supervisor"
    lots: tuple[tuple[int, ...], ...] = ()

    @property
    def words(self) -> str:
        side = self.way.partition(" ")[2]
        return f"Cut: {self.cut}" + (f", {side}" if side else "")

    @property
    def facts(self) -> dict[str, str]:
        rows = "/".join("".join(map(str, row)) for row in self.lots)
        return {"cut": self.cut, "cut way": self.way, "cut by": self.by_whom, "cut lots": rows}


@value
class TilesDealt(Event):
    area: int
    tiles: tuple[Tile, ...]  # empty where nobody has seen them
    to: str  # who may look; nobody until they are opened: ""

    @property
    def words(self) -> str:
        seen = " ".join(tile.kind.code for tile in self.tiles)
        return f"Area {self.area}: {seen or 'four tiles, face down'}"

    @property
    def facts(self) -> dict[str, str]:
        return {f"tiles {self.area}": " ".join(map(str, self.tiles)) or "?"}

    def seen_by(self, audience: str) -> Event:
        return self if self.to and audience == self.to else replace(self, tiles=())


@value
class TilesRetrieved(Event):
    """Tiles of areas without a wager, taken away face down."""

    areas: tuple[int, ...]

    @property
    def words(self) -> str:
        listed = ", ".join(map(str, self.areas))
        return f"Tiles of areas {listed} are taken away unseen" if self.areas else "Every area is in play"


@value
class TilesSet(Event):
    """A hand is set; how, all may know, and what it is only whoever set it."""

    area: int
    how: str  # "own", "houseway"
    setting: str  # "" where nobody else has seen it
    to: str

    @property
    def words(self) -> str:
        return f"Area {self.area} is set" + (" by the Houseway" if self.how == "houseway" else "")

    @property
    def facts(self) -> dict[str, str]:
        facts = {f"set {self.area}": self.how}
        return {**facts, f"setting {self.area}": self.setting} if self.setting else facts

    def seen_by(self, audience: str) -> Event:
        return self if self.to and audience == self.to else replace(self, setting="")


@value
class Conceded(Event):
    area: int
    player: str

    @property
    def words(self) -> str:
        return f"{self.player} concedes area {self.area}; the tiles are taken away unseen"

    @property
    def facts(self) -> dict[str, str]:
        return {f"set {self.area}": "conceded", f"tiles {self.area}": ""}


@value
class HandVoid(Event):
    area: int

    @property
    def words(self) -> str:
        return f"The hand of area {self.area} is void"

    @property
    def facts(self) -> dict[str, str]:
        return {f"set {self.area}": "void", f"tiles {self.area}": ""}


@value
class HandsSet(NothingToDecide):
    """The Chung leaves the bank's tiles: from now on every hand is set, and nobody sets another."""

    @property
    def facts(self) -> dict[str, str]:
        return {"set": "yes"}


@value
class HandShown(Event):
    place: str  # "bank" or "area 3"
    area: int
    setting: str
    high_is: str
    low_is: str
    rule: str = ""  # the line of the Houseway, where it set the hand

    @property
    def words(self) -> str:
        who = "The bank" if self.place == "bank" else f"Area {self.area}"
        return f"{who}: {self.setting} ({self.high_is}, {self.low_is})"

    @property
    def facts(self) -> dict[str, str]:
        name = "bank" if self.place == "bank" else str(self.area)
        facts = {f"hand {name}": self.setting, f"high {name}": self.high_is, f"low {name}": self.low_is}
        return {**facts, f"rule {name}": self.rule} if self.rule else facts


@value
class Corrected(Event):
    """A hand that was not set by the Houseway though it should have been, and whether it is put right."""

    area: int
    put_right: bool

    @property
    def words(self) -> str:
        if self.put_right:
            return f"Area {self.area} was not set by the Houseway: it is put right"
        return f"Area {self.area} was not set by the Houseway: the player touched the tiles and answers for it"

    @property
    def facts(self) -> dict[str, str]:
        return {f"corrected {self.area}": "yes" if self.put_right else "no"}


@value
class Matched(Event):
    area: int
    high: str  # "player" or "banker"
    low: str
    result: str  # "player", "banker", "standoff"

    @property
    def words(self) -> str:
        return f"Area {self.area}: high to the {self.high}, low to the {self.low}"

    @property
    def facts(self) -> dict[str, str]:
        n = self.area
        return {f"result {n}": self.result, f"high won {n}": self.high, f"low won {n}": self.low}


@value
class Paid(Event):
    """A winner paid, and where the money came from."""

    area: int
    player: str
    won: Cents
    commission: Cents
    from_losing: Cents = 0
    from_bank: Cents = 0

    @property
    def house_keeps(self) -> Cents:
        return self.commission

    @property
    def words(self) -> str:
        less = f", {show(self.commission)} commission" if self.commission else ""
        return f"{self.player} on area {self.area} is paid {show(self.won)}{less}"

    @property
    def facts(self) -> dict[str, str]:
        return {
            f"paid {self.area} {self.player}": plain(self.won),
            f"commission {self.area} {self.player}": plain(self.commission),
        }


@value
class BankSettled(Event):
    """The end of a player's bank, in the order of the money."""

    losing_area: Cents
    from_losing: Cents
    from_bank: Cents
    surplus: Cents
    stake_back: Cents
    share: Cents
    commission: Cents
    house_back: Cents = 0  # to the float, in a bank with the House

    @property
    def words(self) -> str:
        return f"The bank takes back {show(self.stake_back)} and {show(self.share - self.commission)} of the surplus"

    @property
    def facts(self) -> dict[str, str]:
        amounts = {
            "losing area": self.losing_area,
            "from losing area": self.from_losing,
            "from bank stake": self.from_bank,
            "surplus": self.surplus,
            "banker stake": self.stake_back,
            "banker share": self.share,
            "banker commission": self.commission,
            "to banker": self.stake_back + self.share - self.commission,
            "house back": self.house_back,
        }
        return {name: plain(cents) for name, cents in amounts.items()}


@value
class CommissionTaken(Event):
    cents: Cents
    order: tuple[int, ...]  # the areas, as they were opened
    stays: tuple[int, ...]  # stand-offs

    @property
    def house_keeps(self) -> Cents:
        return self.cents

    @property
    def words(self) -> str:
        return f"Commission in all: {show(self.cents)}"

    @property
    def facts(self) -> dict[str, str]:
        return {
            "commission": plain(self.cents),
            "settle order": " ".join(map(str, self.order)),
            "stays": " ".join(map(str, self.stays)),
        }


@value
class BonusAwarded(Event):
    area: int
    player: str
    award: str

    @property
    def words(self) -> str:
        return f"{self.player}'s Bonus on area {self.area}: {self.award}"

    @property
    def facts(self) -> dict[str, str]:
        return {f"award {self.area} {self.player}": self.award}


@value
class UnusedShown(Event):
    """After the last payout the tiles that were not used may be looked at."""

    area: int
    tiles: tuple[Tile, ...]

    @property
    def words(self) -> str:
        return f"Unused, area {self.area}: {', '.join(tile.kind.name for tile in self.tiles)}"

    @property
    def facts(self) -> dict[str, str]:
        return {f"unused {self.area}": " ".join(map(str, self.tiles))}


@value
class AreaOut(Event):
    area: int
    again: tuple[int, ...] = ()  # totals that fell on the House

    @property
    def words(self) -> str:
        return f"Area {self.area} is taken out of play: OFF"

    @property
    def facts(self) -> dict[str, str]:
        return {"off": str(self.area), "shaken again after": " ".join(map(str, self.again))}


@value
class AreaBack(Event):
    area: int

    @property
    def words(self) -> str:
        return f"Area {self.area} is back in play"

    @property
    def facts(self) -> dict[str, str]:
        return {"off": ""}


@value
class TilesGathered(Event):
    """The round is over, and one more of its bank. Who controlled which area decides who may bank next."""

    of_the_outcome: ClassVar = True

    controlled: dict[str, int]
    method: str
    full: bool  # every area was in play
    void: bool = False  # the hand was void: no round of a bank

    @property
    def words(self) -> str:
        return "The tiles are gathered"


EVERY_AREA = tuple(range(1, AREAS + 1))
