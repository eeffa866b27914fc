"""Boxes: hands and wagers of one box, along the bow as players see them, as the dealer reads them, and as a phone has room."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from houseway.draw.bow import inks
from houseway.draw.boxes import Rect, box, disc
from houseway.draw.cards import RATIO, cascade
from houseway.draw.chips import laying, stack
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, tag, text, title
from houseway.games.blackjack.cloth.hands import Box, Hand, Player, box_of
from houseway.games.blackjack.cloth.printed import on_bow
from houseway.money import Cents, show, show_net
from houseway.play.cloth import invitation, standing_figure, your_place
from houseway.play.states import Outcome, Status, Window
from houseway.play.view import View
from houseway.values import value

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")
ROOM = 150  # above a box, for its cards
WIDEST = {1: 66.0, 2: 52.0, 3: 37.0, 4: 28.0}  # a card, by the number of hands


@value
class Area:
    """A box with all that its drawing depends on, so that it is drawn once for everybody who sees the same."""

    rect: Rect
    box: Box
    viewer: str
    yours: bool
    window: str
    spots: tuple[str, ...]  # where a wager may lie
    status: Status
    able: bool
    dealers: bool = False

    @property
    def closed(self) -> bool:
        return self.status.is_closed

    def touch(self, prefix: str, spot: str, words: str, part: str = "") -> dict[str, Attr]:
        """What makes a part of the cloth answer a tap: its box, and the spot a chip laid there would go to."""
        attributes: dict[str, Attr] = {
            "id": f"{prefix}-area-{self.box.number}{part}",
            "data_area": self.box.number,
            "aria_label": words,
            "class_": "area yours" if self.yours else "area",
        }
        if self.able:
            attributes.update(role="button", tabindex=0, data_spot=spot)
        else:
            attributes["role"] = "img"
        return attributes


def area_of(view: View, number: int, rect: Rect) -> Area:
    able = view.viewer not in ("", "dealer") and view.status.is_open
    lying = box_of(view, number)
    own = view.viewer if any(who.name == view.viewer for who in lying.people) else ""
    return Area(
        rect, lying, own, number == view.area, view.window, view.terms.spots, view.status, able, view.viewer == "dealer"
    )


# Along the bow


@lru_cache(maxsize=1024)
def on_the_bow(area: Area, insurance_edge: float) -> str:
    """A box as players see it: its hands towards the dealer, its chips in the printed box, side wagers below."""
    hands = _hands(area, area.rect.middle, area.rect.y - 8, area.rect.width, ROOM, "p")
    insured = sum(cents for cents, _ in area.box.insured)
    parts = [hands]
    if insured and not any(outcome == "lost" for _, outcome in area.box.insured):
        y = on_bow(area.rect.middle, insurance_edge)
        parts.append(stack(insured, area.rect.middle, y, 15, id=f"p-insured-{area.box.number}"))
        words = show(insured)
        parts.append(text(area.rect.middle + 19, y + 5, words, 13.5, 600, IVORY, width=92, room=48))
    lines = [spot for spot in area.spots if spot not in ("over", "under")]
    if len(lines) > 1:
        parts.append(_lines(area, lines, "p"))
    else:
        parts.append(_printed_box(area, lines[0], "p"))
    if area.box.sides:
        parts.append(_sides(area, "p", area.rect.bottom + 6))
    if not area.closed:
        at = area.rect.bottom + (56 if area.box.sides else 0)
        parts.append(disc(area.rect.middle, at, str(area.box.number), filled=area.yours))
    return group(*parts)


def _hands(
    area: Area, x: float, bottom: float, width: float, room: float, prefix: str, biggest: float = WIDEST[1]
) -> str:
    """The hands of a box side by side from the left, each with what it counts below."""
    hands = area.box.hands
    if not hands:
        return ""
    gap = 3.0 if len(hands) > 2 else 6.0
    across = min(biggest, WIDEST[min(4, len(hands))] * biggest / WIDEST[1], (width + gap) / len(hands) - gap)
    parts = []
    for n, hand in enumerate(reversed(hands) if not area.dealers else hands):
        middle = x + (n - (len(hands) - 1) / 2) * (across + gap)
        where = f"box {area.box.number}" + (f" hand {hand.number}" if len(hands) > 1 else "")
        shift = 6.0 if len(hands) == 1 and len(hand.cards) < 5 else 0.0
        parts.append(
            cascade(
                hand.cards, middle, bottom - 20, across, room - 20, f"{prefix}-{area.box.number}-{hand.number}", where,
                area.status.is_frozen, shift,
            )
        )  # fmt: skip
        parts.append(_total(hand, middle, bottom - 3, across + gap, len(hands)))
    return group(*parts)


def _total(hand: Hand, x: float, y: float, room: float, many: int) -> str:
    ink = LAMP if hand.due else IVORY
    words = hand.total if many < 3 else hand.total.removeprefix("Soft ").removeprefix("Bust ")
    size = 17.5 if many == 1 else 15 if many == 2 else 13.5
    return text(x, y, words, size, 700 if hand.due else 600, ink, "middle", 96, max(room, 26))


def _printed_box(area: Area, spot: str, prefix: str) -> str:
    rect = area.rect
    parts = [title(area.box.words(area.viewer)), box(rect, yours=area.yours, outline=area.closed)]
    if len(area.box.hands) > 1:
        parts.append(_by_hand(area))
    else:
        parts.append(_by_player(area))
    return tag("g", *parts, **area.touch(prefix, spot, area.box.words(area.viewer)))


def _by_player(area: Area) -> str:
    """A column for each player, the caller's nearest the dealer's left as they came."""
    people, rect = area.box.people, area.rect
    apart = min(38 if len(people) > 2 else 50, rect.width / max(1, len(people)))
    r = min(17.0, apart / 2 - 0.5)
    parts = []
    for n, who in enumerate(people):
        x = rect.middle + (n - (len(people) - 1) / 2) * apart
        parts.append(_column(area, who, x, r, apart))
    return group(*parts)


def _column(area: Area, who: Player, x: float, r: float, room: float) -> str:
    you, top = who.name == area.viewer, area.rect.y
    parts = []
    first = sum(who.first)
    tall = area.rect.height > 90
    if first and not (who.settled and who.outcome == Outcome.LOST):
        shift = r * 0.45 if who.more else 0.0
        parts.append(stack(first, x - shift, top + r + 15, r, id=f"o-{area.box.number}-{who.name}"))
        if who.more:
            parts.append(stack(who.more, x + shift * 1.6, top + r + 11, r, id=f"x-{area.box.number}-{who.name}"))
    if you and not who.settled and area.window and area.window != Window.INSURANCE:
        parts.append(laying(x, top + r + 15, r))
    name, ink, weight = ("You", IVORY, 650) if you else (who.name, QUIET, 450)
    low = top + 2 * r + 32
    if who.settled:
        word = {"won": "won", "lost": "lost"}.get(who.outcome, "returned")
        parts.append(
            group(
                text(x, low, show_net(who.net), 14.5, 700, IVORY, "middle", 92, room - 4),
                text(x, low + 14, word, 12, 500, QUIET, "middle", 96, room - 2) if tall else "",
                id=f"n-{area.box.number}-{who.name}",
                class_="paid",
            )
        )
    elif who.staked:
        parts.append(text(x, low, show(who.held), 15, 600, IVORY, "middle", 96, room - 4))
    at = low + (28 if who.settled and tall else 17)
    parts.append(text(x, min(at, area.rect.bottom - 4), name, 13, weight, ink, "middle", 96, room - 2))
    return group(*parts)


def _by_hand(area: Area) -> str:
    """After a split: the chips of each hand under it, everybody's together, and below what each player has down."""
    hands, rect = area.box.hands, area.rect
    apart = min(44.0, rect.width / len(hands))
    r = min(15.0, apart / 2 - 0.5)
    parts = []
    for n, hand in enumerate(hands if area.dealers else reversed(hands)):
        x = rect.middle + (n - (len(hands) - 1) / 2) * apart
        if hand.staked and not (hand.net is not None and hand.net < 0):
            parts.append(stack(hand.staked, x, rect.y + r + 12, r, id=f"h-{area.box.number}-{hand.number}"))
        words = show(hand.staked) if hand.net is None else show_net(hand.net)
        parts.append(text(x, rect.y + 2 * r + 28, words, 13.5, 600, IVORY, "middle", 92, apart - 2))
        if hand.doubled:
            parts.append(text(x, rect.y + 2 * r + 41, "double", 12, 500, QUIET, "middle", 92, apart - 2))
    low = rect.bottom - 8 - 15 * (len(area.box.people) - 1) - (10 if rect.height > 100 else 0)
    for n, who in enumerate(area.box.people):
        you = who.name == area.viewer
        figure = show_net(who.net) if who.settled else show(who.held)
        words = f"{'You' if you else who.name} {figure}"
        ink = IVORY if you else QUIET
        parts.append(text(rect.middle, low + 15 * n, words, 13, 650 if you else 450, ink, "middle", 96, rect.width - 8))
    return group(*parts)


def _lines(area: Area, lines: list[str], prefix: str) -> str:
    """Several wagers, one for each hand of the dealer."""
    rect = area.rect
    who = area.box.people[0] if area.box.people else None
    gap = 4.0
    across = (rect.width + gap) / len(lines) - gap
    parts = []
    for n, line in enumerate(reversed(lines) if not area.dealers else lines):
        at = lines.index(line)
        cell = Rect(rect.x + n * (across + gap), rect.y, across, rect.height - 34)
        cents = who.first[at] if who is not None else 0
        words = f"Box {area.box.number}, wager for dealer {line.replace('-', ' ')}"
        inside = [
            title(words),
            box(cell, yours=area.yours, outline=area.closed, r=8),
            text(cell.middle, cell.y + 17, line.rpartition("-")[2], 13.5, 600, inks(area.closed)[1], "middle"),
        ]
        if cents and not (who is not None and who.lost[at]):
            inside.append(stack(cents, cell.middle, cell.y + 42, 15, id=f"{prefix}o-{area.box.number}-{at}"))
            inside.append(text(cell.middle, cell.bottom - 7, show(cents), 13, 600, IVORY, "middle", 92, across - 2))
        part = "" if at == 0 else f"-{line}"
        said = f"{words}, {show(cents)}" if cents else words
        if at == 0:
            said = f"{area.box.words(area.viewer)}; {said[:1].lower()}{said[1:]}"
        parts.append(tag("g", *inside, **area.touch(prefix, line, said, part)))
    if who is not None:
        you = who.name == area.viewer
        figure = show_net(who.net) if who.settled else show(who.held) if who.held else ""
        more = f" · {show(who.more)} more" if who.more and not who.settled else ""
        words = f"{'You' if you else who.name} {figure}{more}"
        ink = IVORY if you else QUIET
        parts.append(
            text(rect.middle, rect.bottom - 17, words, 13.5, 650 if you else 450, ink, "middle", 92, rect.width - 4)
        )
    return group(*parts)


def _sides(area: Area, prefix: str, top: float) -> str:
    """The two circles for over and under."""
    rect = area.rect
    r = min(21.0, rect.width / 4 - 1)
    parts = []
    for side, cents, outcome in area.box.sides:
        x = rect.middle + (-1 if side == "under" else 1) * (rect.width / 4 + 2)
        y = top + r
        words = f"Box {area.box.number}, {side} 13" + (f", {show(cents)}" if cents else "")
        line = colour("edge" if area.closed else "cloth-line")
        inside = [
            title(words),
            tag("rect", x=x - 23, y=y - 23, width=46, height=46, fill="transparent"),
            tag("circle", cx=x, cy=y, r=r, fill="#000", fill_opacity=0.16, stroke=line, stroke_width=1.25),
        ]
        if cents and outcome != "lost":
            inside.append(stack(cents, x, y + 2, 15, id=f"{prefix}s-{area.box.number}-{side}"))
        else:
            inside.append(text(x, y + 4, side.capitalize(), 12, 500, inks(area.closed)[1], "middle", 92, 2 * r - 4))
        if outcome in ("won", "lost"):
            out = x + (-9 if side == "under" else 9)
            inside.append(text(out, y + r + 13, outcome, 12, 500, IVORY, "middle", 92, 2 * r))
        parts.append(tag("g", *inside, **area.touch(prefix, side, words, f"-{side}")))
    return group(*parts)


# On the dealer's side


@lru_cache(maxsize=1024)
def column(area: Area) -> str:
    """A box as the dealer reads it: players and stakes, then each hand with its cards and what it counts."""
    rect, lying = area.rect, area.box
    ivory, quiet = inks(area.closed)
    pad = 8 if rect.width > 70 else 6
    x, room = rect.x + pad, rect.width - 2 * pad
    lit = any(hand.due for hand in lying.hands)
    parts = [title(lying.words("")), box(rect, lit=lit, outline=area.closed, r=8)]
    parts.append(text(x, rect.y + 20, str(lying.number), 13.5, 650, ivory))
    staked = [who for who in lying.people if who.staked]
    if not staked:
        words = "seated" if lying.people else "empty"
        parts.append(text(x, rect.y + 44, words, 14, 450, quiet, width=92, room=room))
        return tag("g", *parts, **area.touch("d", area.spots[0], lying.words("")))
    count = f"{len(staked)} player{'s' if len(staked) > 1 else ''}"
    parts.append(text(rect.x + rect.width - pad, rect.y + 20, count, 12, 450, quiet, "end", 84, room - 11))
    parts.append(text(x, rect.y + 42, show(lying.held), 17.5, 650, ivory, width=96, room=room))
    for n, hand in enumerate(lying.hands):
        ink = LAMP if hand.due else ivory
        y = rect.y + 62 + n * (24 if len(lying.hands) > 2 else 30)
        total = hand.total + (" ×2" if hand.doubled else "")
        parts.append(text(x, y, total, 13.5, 650, ink, width=92, room=room))
        cards = " ".join("10" if card[:1] == "T" else card[:1] for card in hand.cards)
        parts.append(text(x, y + 12, cards, 12, 450, ink if hand.due else quiet, width=88, room=room))
    notes = []
    insured = sum(cents for cents, _ in lying.insured)
    if insured:
        notes.append(f"insured {show(insured)}")
    notes.extend(f"{side} {show(cents)}" for side, cents, _ in lying.sides if cents)
    if all(who.settled for who in staked):
        notes = [show_net(sum(who.net for who in staked))]
    for n, note in enumerate(reversed(notes)):
        parts.append(text(x, rect.bottom - 8 - 14 * n, note, 12, 500, ivory, width=88, room=room))
    return tag("g", *parts, **area.touch("d", area.spots[0], lying.words("")))


# On a phone


@lru_cache(maxsize=1024)
def summary(area: Area) -> str:
    """A box on a phone: its number, what its hands count, and what lies there."""
    rect, lying = area.rect, area.box
    ivory, quiet = inks(area.closed)
    totals = "/".join(
        hand.total.removeprefix("Soft ").replace("Blackjack", "BJ").replace("Bust ", "") for hand in lying.hands
    )
    due = any(hand.due for hand in lying.hands)
    figure = standing_figure(lying.held, [who.net for who in lying.people if who.settled])
    return tag(
        "g",
        title(lying.words(area.viewer)),
        box(rect, yours=area.yours, outline=area.closed, r=8),
        text(rect.middle, rect.y + 18, str(lying.number), 13.5, 500, ivory if area.yours else quiet, "middle"),
        text(rect.middle, rect.y + 41, totals or "–", 17.5, 650, LAMP if due else ivory, "middle", 92, rect.width - 4),
        text(rect.middle, rect.y + 60, figure if lying.staked else " ", 13, 500, ivory, "middle", 92, rect.width - 4),
        **area.touch("m", area.spots[0], lying.words(area.viewer)),
    )  # fmt: skip


def own(view: View, rect: Rect) -> str:
    """The viewer's own box, large, with its hands."""
    if view.status.is_closed:
        return ""
    if not view.own_area:
        return invitation(view, rect, "a box")
    area = area_of(view, view.own_area, rect)
    who = next(each for each in area.box.people if each.name == view.viewer)
    parts = [box(rect, yours=True), text(rect.x + 14, rect.y + 25, your_place(view, "box"), 15, 650, IVORY)]
    hands = Rect(rect.x + 14, rect.y + 32, rect.width - 134, rect.height - 38)
    if area.box.hands:
        biggest = min(64.0, hands.height / (RATIO + 1.1))
        parts.append(_hands(area, hands.middle, hands.bottom, hands.width, hands.height, "m", biggest))
    x = rect.x + rect.width - 62
    lines = [spot for spot in area.spots if spot not in ("over", "under")]
    if len(lines) > 1:
        cell = replace(area, rect=Rect(rect.x + rect.width - 156, rect.y + 34, 146, 112))
        parts.append(_lines(cell, lines, "n"))
    else:
        words = f"Wager {show(who.held)}" if who.held else "No wager yet"
        if who.settled:
            words = f"{who.outcome.capitalize()}, net {show_net(who.net)}"
        parts.append(text(rect.x + rect.width - 14, rect.y + 25, words, 15, 500, IVORY, "end", 96, 190))
        lies = who.staked if who.settled else who.held
        if lies and not (who.settled and who.outcome == Outcome.LOST):
            parts.append(stack(lies, x, rect.y + 70, 24, id="m-wager"))
        if view.window and view.window != Window.INSURANCE and not who.settled:
            parts.append(laying(x, rect.y + 70, 24))
        if area.box.sides:
            low = replace(area, rect=Rect(rect.x + rect.width - 116, rect.y, 108, 60))
            parts.append(_sides(low, "n", rect.bottom - 60))
    insured: Cents = sum(cents for cents, _ in area.box.insured)
    if insured:
        parts.append(
            text(rect.x + rect.width - 14, rect.bottom - 10, f"Insured {show(insured)}", 13.5, 500, IVORY, "end")
        )
    return group(*parts, id="m-own")
