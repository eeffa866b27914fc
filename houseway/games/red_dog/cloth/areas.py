"""Areas: where wagers lie, as a player sees them along the bow, as the dealer reads them, and as a phone has room for."""

from __future__ import annotations

from functools import lru_cache

from houseway.draw.bow import inks
from houseway.draw.boxes import Rect, box, disc, divider, lines
from houseway.draw.chips import laying, stack
from houseway.draw.palette import colour
from houseway.draw.svg import Attr, group, number, tag, text, title
from houseway.games.red_dog.cloth.standing import Standing, standing, total_words
from houseway.money import show, show_net
from houseway.play.cloth import invitation, standing_figure, your_place
from houseway.play.states import Outcome, Window
from houseway.play.view import View
from houseway.values import value

IVORY, QUIET = colour("cloth-ink"), colour("cloth-ink-2")
OUTCOMES = {"won": "won", "lost": "lost", "void": "returned", "returned": "returned"}


@value
class Area:
    """An area with all that its drawing depends on, so that it is drawn once for everybody who sees the same."""

    number: int
    rect: Rect
    people: tuple[Standing, ...]
    viewer: str  # if the viewer is one of them
    yours: bool
    window: str
    closed: bool
    able: bool  # whether it answers a tap

    @property
    def words(self) -> str:
        return total_words(self.number, self.people, self.viewer)

    def touch(self, prefix: str) -> dict[str, Attr]:
        """What makes an area answer a tap: its number, and the spot a chip laid there would go to."""
        attributes: dict[str, Attr] = {
            "id": f"{prefix}-area-{self.number}",
            "data_area": self.number,
            "aria_label": self.words,
            "class_": "area yours" if self.yours else "area",
        }
        if self.able:
            attributes.update(role="button", tabindex=0, data_spot=self.window or "original")
        else:
            attributes["role"] = "img"
        return attributes


def area_of(view: View, number: int, rect: Rect) -> Area:
    people = standing(view, number)
    mine = any(who.player == view.viewer for who in people)
    able = view.viewer not in ("", "dealer") and view.status.is_open
    own = view.viewer if mine else ""
    return Area(number, rect, people, own, number == view.area, view.window, view.status.is_closed, able)


@lru_cache(maxsize=2048)
def on_the_bow(area: Area) -> str:
    """An area as players see it: raise above, original below, a column for each player."""
    rect, people = area.rect, area.people
    parts = [title(area.words), box(rect, yours=area.yours, outline=area.closed)]
    if not area.closed:
        parts.append(divider(rect, rect.y + 56))
    apart = min(36 if len(people) > 2 else 48, rect.width / max(1, len(people)))
    r = min(18.0, apart / 2 - 0.5)
    for n, who in enumerate(people):
        x = rect.middle + (n - (len(people) - 1) / 2) * apart
        parts.append(_column(area, who, x, r, apart))
    if not area.closed:
        parts.append(disc(rect.middle, rect.bottom, str(area.number), filled=area.yours))
    return tag("g", *parts, **area.touch("p"))


def _column(area: Area, who: Standing, x: float, r: float, room: float) -> str:
    you, top = who.player == area.viewer, area.rect.y
    ids = f"{area.number}-{who.player}"
    parts = []
    lying = not (who.settled and who.outcome == Outcome.LOST)  # the dealer has taken what was lost
    if who.raised and lying:
        parts.append(stack(who.raised, x, top + 32, r, id=f"r-{ids}"))
    if who.original and lying:
        parts.append(stack(who.original, x, top + 84, r, id=f"o-{ids}"))
    if you and not who.settled and area.window:
        parts.append(laying(x, top + (32 if area.window == Window.RAISE else 84), r))
    name, ink, weight = ("You", IVORY, 650) if you else (who.player, QUIET, 450)
    if who.settled:
        parts.append(
            group(
                text(x, top + 120, show_net(who.net), 14.5, 700, IVORY, "middle", 92, room - 4),
                text(x, top + 134, OUTCOMES[who.outcome], 12, 500, QUIET, "middle", 96, room - 2),
                id=f"n-{ids}",
                class_="paid",
            )
        )
    elif who.original:
        parts.append(text(x, top + 121, show(who.original), 15, 600, IVORY, "middle", 96, room - 4))
    parts.append(text(x, top + (148 if who.settled else 139), name, 13, weight, ink, "middle", 96, room - 2))
    return group(*parts)


@lru_cache(maxsize=1024)
def stakes(area: Area) -> str:
    """An area as the dealer reads it: players, total, raises."""
    rect = area.rect
    ivory, quiet = inks(area.closed)
    people = [who for who in area.people if who.original]
    pad = 10 if rect.width > 70 else 7
    x, room = rect.x + pad, rect.width - 2 * pad
    parts = [title(area.words), box(rect, outline=area.closed, r=8)]
    parts.append(text(x, rect.y + 21, str(area.number), 13.5, 650, ivory))
    if people:
        count = f"{len(people)} player{'s' if len(people) > 1 else ''}"
        original, raised = sum(who.original for who in people), sum(who.raised for who in people)
        parts.append(text(rect.x + rect.width - pad, rect.y + 21, count, 12, 450, quiet, "end", 84, room - 11))
        parts.append(text(x, rect.y + 50, show(original), 21, 650, ivory, width=96, room=room))
        if all(who.settled for who in people):
            net = show_net(sum(who.net for who in people))
            parts.append(text(x, rect.y + 76, net, 14, 650, ivory, width=92, room=room))
        elif raised:
            parts.append(text(x, rect.y + 76, f"raise {show(raised)}", 14, 500, ivory, width=92, room=room))
    else:
        parts.append(text(x, rect.y + 50, "seated" if area.people else "empty", 14, 450, quiet, width=92, room=room))
    return tag("g", *parts, **area.touch("d"))


@lru_cache(maxsize=1024)
def total(area: Area) -> str:
    """An area on a phone: its number and what lies there."""
    rect = area.rect
    ivory, quiet = inks(area.closed)
    words = standing_figure(sum(who.held for who in area.people), [who.net for who in area.people if who.settled])
    return tag(
        "g",
        title(area.words),
        box(rect, yours=area.yours, outline=area.closed, r=8),
        text(rect.middle, rect.y + 22, str(area.number), 13.5, 500, ivory if area.yours else quiet, "middle"),
        text(rect.middle, rect.y + 43, words, 15, 600, ivory, "middle", 96, rect.width - 6),
        **area.touch("m"),
    )


def own(view: View, rect: Rect) -> str:
    """The viewer's own area, large; below the row of totals on a phone."""
    if view.status.is_closed:
        return ""
    if not view.own_area:
        return invitation(view, rect, "an area")
    who = next(each for each in standing(view, view.own_area) if each.player == view.viewer)
    notes = [f"Original {show(who.original)}" if who.original else "No wager yet"]
    if who.settled:
        notes.append(f"{OUTCOMES[who.outcome].capitalize()}, net {show_net(who.net)}")
    elif who.raised:
        notes.append(f"Raise {show(who.raised)}")
    x, y = rect.x + 16, rect.y + 50
    chips = [
        stack(cents, rect.x + rect.width - 110 + 66 * n, y, 25, id=f"m-{spot}")
        for n, (spot, cents) in enumerate((("original", who.original), ("raise", who.raised)))
        if cents and who.outcome != Outcome.LOST
    ]
    coming = ""
    if view.window and not who.settled:
        coming = laying(rect.x + rect.width - (44 if view.window == Window.RAISE else 110), y, 25)
    line = tag(
        "path", d=f"M{number(rect.x + rect.width - 77)} {number(rect.y + 14)}v{number(rect.height - 28)}",
        stroke=colour("cloth-line"), stroke_width=1.25, stroke_dasharray="2 4",
    )  # fmt: skip
    return group(
        box(rect, yours=True),
        text(x, rect.y + 27, your_place(view, "area"), 15, 650, IVORY),
        lines(x, rect.y + 49, notes, 15, 21, fill=IVORY, room=210),
        line,
        *chips,
        coming,
        id="m-own",
    )
