"""Cloth: what cloths of different games draw alike from a view. Who sits where, the sign of a closed table, an invitation.

Card games share one ``Frame``: the fact of the moment in a corner, what the cloth prints of the game in the other, the
dealer's own side, a phone's narrow one, and the table on the floor plan. A game adds its middle and its places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from houseway.draw.bow import inks
from houseway.draw.boxes import Rect, box, clause_link, lines
from houseway.draw.captions import caption_beside, caption_in_a_line, caption_small
from houseway.draw.palette import colour
from houseway.draw.sign import plate
from houseway.draw.svg import group, picture, text
from houseway.draw.tables import half_moon_svg
from houseway.law.clause import Basis
from houseway.money import Cents, show, show_net
from houseway.play.headline import Headline
from houseway.play.view import View


def taken(view: View, word: str, mirrored: bool = False) -> tuple[list[bool], str]:
    """Which places of a table on the floor plan are taken, and that in words; mirrored, from the highest number down."""
    seated = {area for _, area in view.seats}
    numbers = range(view.sign.areas, 0, -1) if mirrored else range(1, view.sign.areas + 1)
    places = [area in seated for area in numbers]
    return places, f"{view.table}, {sum(places)} of {view.sign.areas} {word} taken"


def closed_sign(view: View, x: float, y: float) -> str:
    """The limits on a closed table's outline; nothing while it is open."""
    if not view.status.is_closed:
        return ""
    limits = view.sign.limits
    figures = [("Minimum", show(limits.minimum))]
    if limits.maximum is not None:
        figures.append(("Maximum", show(limits.maximum)))
    return group(plate(figures), at=(x, y))


def invitation(view: View, rect: Rect, word: str) -> str:
    """The place of one's own for a viewer who has none yet: an invitation."""
    words = f"Tap {word} to take a seat" if view.viewer and view.status.is_open else "You are watching"
    return box(rect) + text(rect.middle, rect.y + rect.height / 2, words, 15, 500, colour("cloth-ink"), "middle")


def standing_figure(held: Cents, nets: Iterable[Cents]) -> str:
    """What a small place says of the money there: what still lies on it, then what came of it, or that there is none."""
    settled = list(nets)
    return show(held) if held else show_net(sum(settled)) if settled else "–"


def your_place(view: View, word: str) -> str:
    """What a phone calls the viewer's own place: "Your box 5", and where else they play."""
    others = [str(area) for area in view.own_areas if area != view.own_area]
    return f"Your {word} {view.own_area}" + (f", also {' and '.join(others)}" if others else "")


def side(view: View, name: str, width: float, height: float, *parts: str) -> str:
    """One side of a cloth as a picture: "player", "dealer" or "phone"."""
    return picture(width, height, *parts, label=view.label, role="group", id=f"cloth-{name}", class_="cloth")


def closed(view: View) -> bool:
    """Whether only the outline of the table is drawn."""
    return view.status.is_closed


@dataclass(frozen=True)
class Frame:
    """What every card table has around its cards. Corners are where the headline begins, and its room."""

    headline: Callable[[View], Headline]
    places: str  # what the game calls them: "areas", "boxes"
    corner: tuple[float, float, float] = (32, 44, 190)
    dealer_corner: tuple[float, float, float] = (24, 44, 150)

    def player(self, view: View, about: str, *parts: str, sign: tuple[float, float] = (742, 33)) -> str:
        """The player's side, 932 by 636: the headline to the left, what is printed of the game to the right."""
        now = self.headline(view)
        head = "" if closed(view) else caption_beside(now.head, now.second, now.lines, *now.by.cited, *self.corner)
        return side(view, "player", 932, 636, head, "" if closed(view) else about, *parts, closed_sign(view, *sign))

    def dealer(self, view: View, height: float, *parts: str) -> str:
        """The dealer's side, 644 wide."""
        now = self.headline(view)
        head = "" if closed(view) else caption_small(now.head, now.second, *now.by.cited, *self.dealer_corner)
        return side(view, "dealer", 644, height, head, *parts)

    def phone(self, view: View, height: float, *parts: str) -> str:
        """The player's side on a phone, 390 wide."""
        now = self.headline(view)
        head = "" if closed(view) else caption_in_a_line(now.head, now.second, *now.by.cited)
        return side(view, "phone", 390, height, head, *parts)

    def small(self, view: View) -> str:
        """The table on the floor plan; its places from the player's left, which is the highest number."""
        places, label = taken(view, self.places, mirrored=True)
        return half_moon_svg(places, closed=closed(view), label=label)


def your_side(view: View, x: float = 626, y: float = 36) -> str:
    """On the dealer's side: which side this is."""
    ivory, quiet = inks(closed(view))
    return text(x, y, "Your side", 15, 650, ivory, "end") + text(x, y + 19, "of the table", 15, 450, quiet, "end")


def about(
    view: View, x: float, y: float, words: Sequence[str], by: Basis, size: float = 15, step: float = 20,
    room: float | None = None, title_room: float | None = None, gap: float = 3, title: str = "", title_size: float = 17.5,
) -> str:  # fmt: skip
    """What a cloth prints about its game: the name, a few lines, and the clauses."""
    return group(
        text(x, y, title or view.title, title_size, 650, colour("cloth-ink"), "end", 104, title_room),
        lines(x, y + 23, words, size, step, anchor="end", room=room),
        clause_link(x, y + 23 + step * len(words) + gap, *by.cited, 13, "end", most=2) if by.clauses else "",
    )
