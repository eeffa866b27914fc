"""Touch: what makes a place on a cloth answer a finger, a mouse or a key, and how it is read aloud.

A place says which wager lies there (``data-spot``) and which numbers it covers; a page needs no coordinates. Of all the
places of a cloth one is reached by Tab, and the arrow keys go on from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from houseway.draw.chips import sum_chip
from houseway.draw.svg import Attr, group, number, tag
from houseway.money import Cents, show
from houseway.values import value


class Staked(Protocol):
    """A wager, as far as a drawing asks: whose, where and how much."""

    @property
    def player(self) -> str: ...
    @property
    def spot(self) -> str: ...
    @property
    def cents(self) -> Cents: ...


@value
class Stake:
    """What lies in one place: the viewer's own chips, everybody else's, and what came of the viewer's. ``paid`` are own chips
    that have won and gone back, and are shown with what they won until the place is cleared."""

    own: Cents = 0
    others: Cents = 0
    own_fill: str = ""  # the colour of chips without a value on them
    others_fill: str = ""
    net: Cents | None = None
    paid: Cents = 0

    @property
    def drawn(self) -> bool:
        """Whether any chip is drawn there."""
        return bool(self.own or self.others or self.paid)

    @property
    def words(self) -> str:
        """The end of a place's name: "your 25 dollars, others 40"."""
        said = []
        if self.own:
            said.append(f"your {show(self.own).removeprefix('$')} dollars")
        if self.others:
            amount = show(self.others).removeprefix("$")
            said.append(f"others {amount}" if self.own else f"{amount} dollars")
        if self.paid:
            said.append(f"your {show(self.paid).removeprefix('$')} came back")
        if self.net is not None:
            said.append(f"won {show(self.net).removeprefix('$')}")
        return ", ".join(said)


NOTHING = Stake()


def stakes_by_spot(
    wagers: Iterable[Staked],
    viewer: str,
    fills: Mapping[str, str] | None = None,
    won: Mapping[str, Cents] | None = None,
    paid: Iterable[Staked] = (),
) -> dict[str, Stake]:
    """The chips of a cloth by place. ``fills`` are the colours of players who have one, ``won`` what the viewer won, ``paid``
    winners of the viewer's that have gone back."""
    fills, won = fills or {}, won or {}
    own: dict[str, Cents] = {}
    others: dict[str, Cents] = {}
    holders: dict[str, set[str]] = {}
    for wager in wagers:
        mine = wager.player == viewer
        side = own if mine else others
        side[wager.spot] = side.get(wager.spot, 0) + wager.cents
        if not mine:
            holders.setdefault(wager.spot, set()).add(wager.player)
    back: dict[str, Cents] = {}
    for wager in paid:
        back[wager.spot] = back.get(wager.spot, 0) + wager.cents
    found = {}
    for spot in own.keys() | others.keys() | back.keys():
        alone = next(iter(holders[spot])) if len(holders.get(spot, ())) == 1 else ""
        found[spot] = Stake(
            own.get(spot, 0),
            others.get(spot, 0),
            fills.get(viewer, ""),
            fills.get(alone, ""),
            won.get(spot),
            back.get(spot, 0),
        )
    return found


def named(words: str, stake: Stake, lit: bool = False) -> str:
    """A place as it is read aloud: "17 black, your 25 dollars"; one that has won says so."""
    full = ", ".join([words, *(["winning"] if lit else []), *([stake.words] if stake.words else [])])
    return full[:1].upper() + full[1:]


def slug(spot: str) -> str:
    return spot.replace(":", "-").replace("/", "-").replace("$", "").replace("_", "-").lower()


def place(
    shape: str,
    prefix: str,
    spot: str,
    words: str,
    able: bool,
    first: bool = False,
    numbers: Sequence[object] = (),
    pieces: Sequence[tuple[str, int]] = (),
    kind: str = "",
    pays: str = "",
) -> str:
    """A place that can be touched, around the shape that is touched."""
    attributes: dict[str, Attr] = {
        "id": f"{prefix}-{slug(spot)}",
        "class_": f"spot {kind}".strip(),
        "data_spot": spot,
        "data_numbers": " ".join(map(str, numbers)) or None,
        "data_pieces": " ".join(f"{name}={count}" for name, count in pieces) or None,
        "data_pays": pays or None,
        "aria_label": words,
        "role": "button" if able else "img",
        "tabindex": (0 if first else -1) if able else None,
    }
    return tag("g", shape, **attributes)


def hit(x: float, y: float, width: float, height: float, r: float = 3) -> str:
    """A shape nobody sees until it has the focus."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=r, fill="transparent", class_="hit")


def chips_at(stake: Stake, x: float, y: float, r: float, id: str) -> str:
    """The chips of a place: the viewer's own in front, those of others behind."""
    mine = stake.own + stake.paid
    if not stake.drawn:
        return ""
    parts = []
    if stake.others:
        parts.append(
            group(sum_chip(stake.others, r * 0.86, stake.others_fill), at=(-r * 0.62, -r * 0.42))
            if mine
            else sum_chip(stake.others, r, stake.others_fill)
        )
    if mine:
        parts.append(sum_chip(mine, r, stake.own_fill, own=True))
    return group(*parts, at=(x, y), id=id, class_="chips lies")


def waiting() -> str:
    """Where the page shows chips that the house has not taken yet."""
    return tag("g", tag("g"), class_="sent-chips", data_keep=True)


def turned(words: str, x: float, y: float, angle: float) -> str:
    """Something drawn at a point and turned about it."""
    return tag("g", words, transform=f"translate({number(x)} {number(y)}) rotate({number(angle)})")
