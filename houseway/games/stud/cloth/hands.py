"""Hands: the cards and wagers of one box, along the bow as players see them, as the dealer reads them, and on a phone."""

from __future__ import annotations

from functools import lru_cache

from houseway.draw.bow import inks
from houseway.draw.boxes import Rect, box, disc
from houseway.draw.cards import RATIO, card_at, card_words, indexed
from houseway.draw.chips import laying, stack
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, tag, text, title
from houseway.games.stud.terms import ANTE, BET, JACKPOT
from houseway.kit.cards import Card
from houseway.kit.ranking import strength
from houseway.kit.ranking import words as ranked
from houseway.money import Cents, show, show_net
from houseway.play.cloth import invitation, your_place
from houseway.play.jackpot import PRIZE
from houseway.play.states import Outcome, Status
from houseway.play.view import View
from houseway.values import value

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")
FIVE = 5
CARD = 40.0  # a card on the bow, partly covered by the next
DOWN = ""  # a card face down


@value
class Area:
    """A box with all that its drawing depends on, so that it is drawn once for everybody who sees the same."""

    number: int
    rect: Rect
    player: str
    you: bool
    cards: tuple[str, ...]
    hand: str  # what it was declared to be
    ante: Cents
    bet: Cents
    jackpot: Cents
    price: Cents  # of a jackpot wager, 0 where there is none
    settled: bool
    net: Cents
    prize: Cents
    lost: bool
    window: str
    status: Status
    able: bool
    seat: bool  # the viewer's own
    dealers: bool

    @property
    def closed(self) -> bool:
        return self.status.is_closed

    @property
    def words(self) -> str:
        """A box as it is read aloud."""
        if not self.player:
            return f"Box {self.number}, empty"
        parts = [f"Box {self.number}", "yours" if self.you else self.player]
        if self.settled:
            parts.append(f"{'won' if self.net > 0 else 'lost' if self.net < 0 else 'returned'}, {show_net(self.net)}")
        elif self.ante:
            parts.append(f"ante {show(self.ante).removeprefix('$')} dollars")
            if self.bet:
                parts.append(f"bet {show(self.bet).removeprefix('$')}")
        if self.jackpot and not self.settled:
            parts.append("in the jackpot")
        if self.hand:
            parts.append(self.hand)
        elif self.you and self.cards and self.cards[0]:
            parts.append("your cards " + ", ".join(self.cards))
        return ", ".join(parts)

    def touch(
        self, prefix: str, spot: str = ANTE, part: str = "", cents: Cents = 0, words: str = ""
    ) -> dict[str, Attr]:
        """What makes a part of the cloth answer a tap: its box, the spot, and the price where it has one."""
        attributes: dict[str, Attr] = {
            "id": f"{prefix}-area-{self.number}{part}",
            "data_area": self.number,
            "aria_label": words or self.words,
            "class_": "area yours" if self.seat else "area",
        }
        if self.able:
            attributes.update(role="button", tabindex=0, data_spot=spot)
            if cents:
                attributes["data_cents"] = cents
        else:
            attributes["role"] = "img"
        return attributes


def area_of(view: View, number: int, rect: Rect) -> Area:
    wagers = {wager.spot: wager for wager in view.on(number)}
    seated = next((player for player, area in view.seats if area == number), "")
    player = next((wager.player for wager in wagers.values()), seated)
    lying = view.felt.box(f"box {number}")
    cards: tuple[str, ...] = ()
    if lying is not None:
        looked = [str(card) for card in lying.looked]
        cards = tuple(str(card) if card is not None else DOWN for card in lying.cards)
        if looked and not any(cards):
            cards = tuple(looked)
    lines = [line for line in view.felt.lines if line.wager.area == number]
    jackpot = view.sign.jackpot
    spots = {spot: wagers[spot].cents if spot in wagers else 0 for spot in (ANTE, BET, JACKPOT)}
    ante = next((line for line in lines if line.wager.spot == ANTE), None)
    return Area(
        number, rect, player, bool(player) and player == view.viewer, cards, view.felt.fact(f"box {number}"),
        spots[ANTE], spots[BET], spots[JACKPOT], jackpot.price if jackpot is not None else 0, bool(lines),
        sum(line.net for line in lines), sum(line.won for line in lines if line.wager.spot == PRIZE),
        ante is not None and ante.outcome == Outcome.LOST, view.window, view.status,
        view.viewer not in ("", "dealer") and view.status.is_open, number == view.area, view.viewer == "dealer",
    )  # fmt: skip


# Along the bow


@lru_cache(maxsize=1024)
def on_the_bow(area: Area) -> str:
    """A box as players see it: its cards towards the dealer, then jackpot, bet and ante."""
    rect = area.rect
    parts = [] if area.you else [_fan(area, rect.middle, rect.y - 12, min(CARD, rect.width * 0.36), rect.width)]
    parts.append(_printed_box(area))
    if area.price:
        parts.append(_jackpot(area, rect.x + rect.width - 20, rect.y + 21, "p"))
    if not area.closed:
        parts.append(disc(rect.middle, rect.bottom, str(area.number), filled=area.seat))
    return group(*parts)


def _fan(area: Area, x: float, bottom: float, width: float, room: float) -> str:
    """Another's five cards drawn together, and above them what they were declared to be."""
    if not area.cards:
        return ""
    step = (room - width) / (FIVE - 1)
    left, top = x - (width + step * (len(area.cards) - 1)) / 2, bottom - width * RATIO
    parts = []
    for n, card in enumerate(area.cards):
        label = f"{card_words(card)}, box {area.number}"
        parts.append(
            group(
                title(label), indexed(card, width, area.status.is_frozen), at=(left + n * step, top),
                id=f"p-{area.number}-{n}", class_="dealt", role="img", aria_label=label,
            )
        )  # fmt: skip
    if area.hand:
        parts.append(text(x, top - 7, _short(area.hand), 13.5, 600, IVORY, "middle", 92, room + 4))
    return group(*parts)


def _short(hand: str) -> str:
    words = hand.partition(":")[0].partition(",")[0]
    return words[:1].upper() + words[1:]


def held(view: View, x: float, y: float, width: float, prefix: str) -> str:
    """The viewer's own hand, every card in full; nobody else is shown it before it lies open."""
    area = area_of(view, view.own_area, Rect(0, 0, 0, 0)) if view.own_area else None
    if area is None or not area.cards or not area.you:
        return ""
    gap = 7.0
    left = x - (FIVE * width + (FIVE - 1) * gap) / 2
    cards = [
        card_at(
            card,
            left + n * (width + gap),
            y,
            width,
            id=f"{prefix}-own-{n}",
            grey=view.status.is_frozen,
            label=Card.parse(card).words.capitalize() if card else "A card face down",
        )
        for n, card in enumerate(area.cards)
    ]
    words = area.hand or _named(area.cards)
    words = words[:1].upper() + words[1:]
    return group(text(x, y - 9, words, 15, 650, IVORY, "middle", 98, 5 * width + 60), *cards, id=f"{prefix}-hand")


def _named(cards: tuple[str, ...]) -> str:
    """The hand that the viewer holds, by its name; no more than the cards say."""
    known = [Card.parse(card) for card in cards if card]
    return f"your hand: {ranked(strength(known))}" if len(known) == FIVE else "your hand"


def _printed_box(area: Area) -> str:
    rect = area.rect
    quiet = inks(area.closed)[1]
    parts = [title(area.words), box(rect, yours=area.seat, outline=area.closed)]
    if not area.closed:
        parts.append(text(rect.x + 9, rect.y + 17, "Bet", 12, 500, quiet))
        parts.append(text(rect.x + 9, rect.y + 67, "Ante", 12, 500, quiet))
    if area.bet and not area.lost:
        parts.append(stack(area.bet, rect.middle - 6, rect.y + 28, 16, id=f"p-bet-{area.number}"))
    if area.ante and not area.lost:
        parts.append(stack(area.ante, rect.middle - 6, rect.y + 72, 16, id=f"p-ante-{area.number}"))
    elif area.you and area.window:
        parts.append(laying(rect.middle - 6, rect.y + 72, 16))
    if area.player:
        parts.append(_name(area, rect.middle, rect.bottom - 19, rect.width - 8))
    return tag("g", *parts, **area.touch("p"))


def _name(area: Area, x: float, y: float, room: float) -> str:
    """Who plays here and for how much; once it is settled, what came of it."""
    who = "You" if area.you else area.player
    if area.settled:
        words = f"{who} {show_net(area.net)}"
    else:
        words = f"{who} {show(area.ante + area.bet + area.jackpot)}" if area.ante else who
    return text(x, y, words, 13.5, 650 if area.you else 450, IVORY if area.you else QUIET, "middle", 92, room)


def _jackpot(area: Area, x: float, y: float, prefix: str) -> str:
    """The place for a jackpot wager: a lamp that is lit for whoever is in."""
    line = colour("edge" if area.closed else "lamp" if area.jackpot else "cloth-line")
    said = f"Box {area.number}, jackpot, {show(area.price)}" + (", you are in" if area.jackpot and area.you else "")
    parts = [
        title(said),
        tag("rect", x=x - 22, y=y - 22, width=44, height=44, fill="transparent"),
        tag("circle", cx=x, cy=y, r=13, fill=LAMP if area.jackpot else "#000", fill_opacity=1 if area.jackpot else 0.16,
            stroke=line, stroke_width=1.25),
        text(x, y + 4, show(area.price), 12, 650, "#231a00" if area.jackpot else inks(area.closed)[1], "middle", 92, 24),
    ]  # fmt: skip
    return tag("g", *parts, **area.touch(prefix, JACKPOT, "-jackpot", area.price, said))


# On the dealer's side


@lru_cache(maxsize=1024)
def column(area: Area) -> str:
    """A box as the dealer reads it: the player, the wagers, and how the hand stands."""
    rect = area.rect
    ivory, quiet = inks(area.closed)
    pad = 8 if rect.width > 70 else 6
    x, room = rect.x + pad, rect.width - 2 * pad
    parts = [title(area.words), box(rect, outline=area.closed, r=8)]
    parts.append(text(x, rect.y + 20, str(area.number), 13.5, 650, ivory))
    if not area.ante:
        words = "seated" if area.player else "empty"
        parts.append(text(x, rect.y + 44, words, 14, 450, quiet, width=92, room=room))
        return tag("g", *parts, **area.touch("d"))
    parts.append(text(rect.x + rect.width - pad, rect.y + 20, area.player, 12, 450, quiet, "end", 84, room - 11))
    parts.append(text(x, rect.y + 44, show(area.ante), 17.5, 650, ivory, width=96, room=room))
    if area.bet:
        parts.append(text(x, rect.y + 64, f"bet {show(area.bet)}", 13.5, 500, ivory, width=92, room=room))
    if area.jackpot:
        parts.append(text(x, rect.y + 82, "jackpot", 13, 600, LAMP, width=92, room=room))
    if area.cards and not area.hand:
        count = f"{len(area.cards)} card{'' if len(area.cards) == 1 else 's'}"
        parts.append(text(x, rect.y + 100, count, 12, 450, quiet, width=92, room=room))
    if area.hand:
        shown = " ".join("10" if card[:1] == "T" else card[:1] for card in area.cards)
        parts.append(text(x, rect.y + 100, shown, 12, 450, quiet, width=88, room=room))
        parts.append(text(x, rect.y + 117, area.hand.partition(":")[0], 12, 500, ivory, width=88, room=room))
    if area.settled:
        parts.append(text(x, rect.bottom - 9, show_net(area.net), 13.5, 650, ivory, width=92, room=room))
    return tag("g", *parts, **area.touch("d"))


# On a phone


@lru_cache(maxsize=1024)
def summary_of_box(area: Area) -> str:
    rect = area.rect
    ivory, quiet = inks(area.closed)
    state = show_net(area.net) if area.settled else f"{len(area.cards)} cards" if area.cards else "–"
    staked = show(area.ante + area.bet + area.jackpot) if area.ante and not area.settled else " "
    return tag(
        "g",
        title(area.words),
        box(rect, yours=area.seat, outline=area.closed, r=8),
        text(rect.middle, rect.y + 18, str(area.number), 13.5, 500, ivory if area.seat else quiet, "middle"),
        text(rect.middle, rect.y + 40, state, 15, 650, ivory, "middle", 92, rect.width - 4),
        text(rect.middle, rect.y + 59, staked, 13, 500, ivory, "middle", 92, rect.width - 4),
        **area.touch("m"),
    )  # fmt: skip


def own(view: View, rect: Rect) -> str:
    """The viewer's own box, large, with the five cards."""
    if view.status.is_closed:
        return ""
    if not view.own_area:
        return invitation(view, rect, "a box")
    area = area_of(view, view.own_area, rect)
    said = f"Ante {show(area.ante)}" + (f", bet {show(area.bet)}" if area.bet else "") if area.ante else "No ante yet"
    if area.settled:
        said = f"Net {show_net(area.net)}"
    parts = [
        box(rect, yours=True),
        text(rect.x + 14, rect.y + 25, your_place(view, "box"), 15, 650, IVORY),
        text(rect.x + rect.width - 14, rect.y + 25, said, 15, 500, IVORY, "end", 96, 210),
    ]
    if area.cards:
        parts.append(held(view, rect.middle, rect.y + 50, 58, "m"))
    elif view.window:
        if area.ante:
            parts.append(stack(area.ante, rect.middle, rect.y + 80, 24, id="m-ante"))
        else:
            parts.append(laying(rect.middle, rect.y + 80, 24))
    if area.price:
        parts.append(_jackpot(area, rect.x + 40, rect.bottom - 26, "n"))
        words = "In the jackpot" if area.jackpot else f"Jackpot wager, {show(area.price)}"
        parts.append(text(rect.x + 64, rect.bottom - 21, words, 14, 500, IVORY))
    return group(*parts, id="m-own")
