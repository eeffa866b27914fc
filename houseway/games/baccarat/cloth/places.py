"""Places: the three wagers of every numbered place, along the bow as players see them, as the dealer reads them, and as a phone
has room for. Tie lies nearest the dealer, Player nearest the player, as on the cloth."""

from __future__ import annotations

from functools import lru_cache

from houseway.draw.bow import inks
from houseway.draw.boxes import Rect, box, disc
from houseway.draw.chips import laying, short_sum
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, tag, text, title
from houseway.draw.touch import Stake, chips_at
from houseway.games.baccarat.settle import commission_on
from houseway.money import Cents, show, show_net
from houseway.play.cloth import invitation, standing_figure
from houseway.play.states import Outcome
from houseway.play.view import View
from houseway.values import value

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")
ORDER = ("tie", "banker", "player")  # from the dealer outwards
SHARES = (0.26, 0.37, 0.37)


@value
class Spot:
    """One wager of a place: the viewer's chips, everybody else's, and what came of them."""

    name: str
    own: Cents = 0
    others: Cents = 0
    outcome: str = ""
    net: Cents = 0
    commission: Cents = 0
    pays: str = ""

    @property
    def words(self) -> str:
        said = [self.name.capitalize()]
        if self.own:
            said.append(f"your {show(self.own).removeprefix('$')} dollars")
        if self.others:
            said.append(f"{'others ' if self.own else ''}{show(self.others).removeprefix('$')} dollars")
        if self.outcome:
            said.append(f"{self.outcome}, {show_net(self.net)}")
        if self.commission:
            said.append(f"commission {show(self.commission)}")
        return ", ".join(said)

    @property
    def lying(self) -> Cents:
        return 0 if self.outcome == Outcome.LOST else self.own + self.others


@value
class Place:
    """A numbered place with all its drawing depends on, so that it is drawn once for everybody who sees the same."""

    number: int
    rect: Rect
    spots: tuple[Spot, ...]
    people: tuple[str, ...]
    viewer: str
    yours: bool
    seated: bool  # the viewer has a place somewhere
    window: str
    closed: bool
    able: bool

    @property
    def words(self) -> str:
        who = ", ".join("you" if name == self.viewer else name for name in self.people) or "free"
        return f"Place {self.number}, {who}"

    def touch(self, prefix: str, spot: str = "", words: str = "") -> dict[str, Attr]:
        attributes: dict[str, Attr] = {
            "id": f"{prefix}-area-{self.number}" + (f"-{spot}" if spot else ""),
            "data_area": self.number,
            "aria_label": words or self.words,
            "class_": "area yours" if self.yours else "area",
            "role": "img",
        }
        # Who has a place taps its spots; who has none taps any place to sit there.
        if self.able and (self.yours if spot else not self.seated):
            attributes.update(role="button", tabindex=0, data_spot=spot or "player")
        return attributes


def place_of(view: View, number: int, rect: Rect) -> Place:
    seated = [player for player, area in view.seats if area == number]
    wagers = view.on(number)
    lines = {line.wager.key: line for line in view.felt.lines}
    spots = []
    for name in ORDER:
        here = list({w.key: w for w in wagers if w.spot == name}.values())
        settled = [lines[wager.key] for wager in here if wager.key in lines]
        spots.append(
            Spot(
                name,
                sum(wager.cents for wager in here if wager.player == view.viewer),
                sum(wager.cents for wager in here if wager.player != view.viewer),
                settled[0].outcome if settled else "",
                sum(line.net for line in settled),
                sum(commission_on(view.terms, view.sign, line) for line in settled),
                _pays(view, name),
            )
        )
    people = tuple(dict.fromkeys([*seated, *(wager.player for wager in wagers)]))
    able = view.viewer not in ("", "dealer") and view.status.is_open
    return Place(
        number, rect, tuple(spots), people, view.viewer if view.viewer in people else "", number == view.area,
        bool(view.area), view.window, view.status.is_closed, able,
    )  # fmt: skip


def _pays(view: View, name: str) -> str:
    terms = view.terms
    if name == "banker":
        return f"{terms.banker.pays.value} − {float(terms.commission.value * 100):g} %"
    return str((terms.tie if name == "tie" else terms.player).pays.value)


@lru_cache(maxsize=2048)
def on_the_bow(place: Place) -> str:
    """A place as players see it."""
    rect, wide = place.rect, place.rect.width > 80
    foot = 30.0
    parts = [title(place.words), box(rect, yours=place.yours, outline=place.closed)]
    top, room = rect.y, rect.height - foot
    for spot, share in zip(place.spots, SHARES, strict=True):
        cell = Rect(rect.x + 3, top + 3, rect.width - 6, room * share - 4)
        top += room * share
        parts.append(_spot(place, spot, cell, wide, "p"))
    if place.people:
        name = "You" if place.viewer else place.people[0]
        more = f" +{len(place.people) - 1}" if len(place.people) > 1 else ""
        ink, weight = (IVORY, 650) if place.viewer else (QUIET, 450)
        parts.append(text(rect.middle, rect.bottom - 17, name + more, 13, weight, ink, "middle", 92, rect.width - 6))
    if not place.closed:
        parts.append(disc(rect.middle, rect.bottom, str(place.number), 12 if not wide else 13, filled=place.yours))
    return tag("g", *parts, **place.touch("p"))


def _spot(place: Place, spot: Spot, cell: Rect, wide: bool, prefix: str) -> str:
    ivory, quiet = inks(place.closed)
    won = spot.outcome == Outcome.WON
    shape = tag(
        "rect", x=cell.x, y=cell.y, width=cell.width, height=cell.height, rx=7, fill="#000", fill_opacity=0.1 if not won else 0,
        stroke=LAMP if won else colour("cloth-line"), stroke_width=1.8 if won else 0.8, class_="hit",
    )  # fmt: skip
    label = spot.name.capitalize() if wide else spot.name[0].upper()
    parts = [shape]
    if wide or not spot.outcome:
        parts.append(text(cell.x + 6, cell.y + 14, label, 12.5, 650, ivory if wide else quiet, width=96))
    if wide:
        parts.append(
            text(cell.x + cell.width - 6, cell.y + 14, spot.pays, 11.5, 450, quiet, "end", 88, cell.width - 58)
        )
    r = min(14.5, cell.height / 2 - 9, cell.width / 2 - 4)
    x, y = cell.middle + (0 if wide else 2), cell.y + cell.height - r - 4
    low_cell = cell.height < 56  # a chip stands beside its word, not on it
    left = x - cell.width * ((0.13 if low_cell else 0.25) if wide else 0)
    if spot.lying:
        stake = Stake(0 if spot.outcome == Outcome.LOST else spot.own, spot.others)
        parts.append(chips_at(stake, left, y, r, f"{prefix}-{place.number}-{spot.name}"))
    if spot.outcome:
        figure = show_net(spot.net) if spot.outcome in (Outcome.WON, Outcome.LOST) else "back"
        at = (cell.x + cell.width - 6, "end") if wide else (cell.middle, "middle")
        low = cell.bottom - 8 if wide or not spot.lying else cell.y + 14
        parts.append(
            group(text(at[0], low, figure, 13.5, 700, IVORY, at[1], 90, cell.width - 8), class_="paid",
                  id=f"{prefix}-n-{place.number}-{spot.name}")
        )  # fmt: skip
        if spot.commission and wide:
            words = f"{show(spot.commission)} com."
            parts.append(text(cell.x + cell.width - 6, cell.y + 30, words, 11.5, 450, quiet, "end", 88, cell.width / 2))
    elif wide and (spot.own or spot.others):
        sum_at = left + r + 7
        room = cell.x + cell.width - sum_at - 5
        parts.append(text(sum_at, y + 5, show(spot.own + spot.others), 14, 600, IVORY, width=94, room=room))
    if place.yours and place.window and not spot.outcome:
        parts.append(laying(left, y, r, spot.name))
    return tag("g", *parts, **place.touch(prefix, spot.name, f"Place {place.number}, {spot.words}"))


@lru_cache(maxsize=1024)
def column(place: Place) -> str:
    """A place as the dealer reads it: its number, and what lies on each wager; the commission once it is taken."""
    rect = place.rect
    ivory, quiet = inks(place.closed)
    parts = [title(place.words), box(rect, outline=place.closed, r=6)]
    parts.append(text(rect.middle, rect.y + 17, str(place.number), 13.5, 650, ivory, "middle"))
    step = (rect.height - 44) / 3
    for n, spot in enumerate(place.spots):
        y = rect.y + 20 + (n + 0.75) * step
        amount = spot.own + spot.others
        if not amount:
            parts.append(text(rect.middle, y, "·", 13, 450, quiet, "middle"))
            continue
        words = short_sum(amount) if not spot.outcome else show_net(spot.net)
        ink = LAMP if spot.outcome == Outcome.WON else ivory
        parts.append(text(rect.middle, y, words, 14.5, 650, ink, "middle", 92, rect.width - 4))
    taken = sum(spot.commission for spot in place.spots)
    parts.append(tag("rect", x=rect.x + 3, y=rect.bottom - 21, width=rect.width - 6, height=18, rx=4, fill="none",
                     stroke=colour("cloth-line"), stroke_width=0.8))  # fmt: skip
    parts.append(
        text(
            rect.middle, rect.bottom - 8, show(taken) if taken else "–", 11.5, 500, quiet, "middle", 88, rect.width - 8
        )
    )
    return tag("g", *parts, **place.touch("d"))


@lru_cache(maxsize=1024)
def seat(place: Place) -> str:
    """A place on a phone: its number and what lies there in all."""
    rect = place.rect
    ivory, quiet = inks(place.closed)
    held = sum(spot.own + spot.others for spot in place.spots if not spot.outcome)
    nets = [spot.net for spot in place.spots if spot.outcome]
    words = short_sum(held) if held else standing_figure(0, nets)
    return tag(
        "g",
        title(place.words),
        box(rect, yours=place.yours, outline=place.closed, r=7),
        text(rect.x + 7, rect.y + 15, str(place.number), 12.5, 600, ivory if place.yours else quiet),
        text(
            rect.middle,
            rect.bottom - 7,
            words,
            13.5,
            600,
            ivory,
            "middle",
            92,
            rect.width - 6,
        ),
        **place.touch("m"),
    )


def own(view: View, rect: Rect) -> str:
    """The viewer's own three wagers, large, on a phone."""
    if view.status.is_closed:
        return ""
    if not view.own_area:
        return invitation(view, rect, "a place")
    place = place_of(view, view.own_area, rect)
    gap = 6.0
    width = (rect.width + gap) / 3 - gap
    parts = []
    for n, spot in enumerate(place.spots):
        cell = Rect(rect.x + n * (width + gap), rect.y, width, rect.height)
        parts.append(_spot(place, spot, cell, True, "o"))
    return group(*parts, id="m-own")
