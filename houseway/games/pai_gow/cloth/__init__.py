"""The Pai Gow cloth, drawn from a view: for players, for the dealer, for a phone, and small for the floor plan.

Areas run counter clockwise; as players see them area eight is at the left. The bank's tiles lie before the float, marked by the
Chung. Below, a player has the own tiles in two hands, or everybody the woodpile with the cut that is being dealt.
"""

from __future__ import annotations

from houseway.draw.boxes import Rect, box, lines
from houseway.draw.dice import row_of_dice
from houseway.draw.palette import colour
from houseway.draw.svg import group, number, picture, tag, text, title
from houseway.draw.tiles import RATIO, pile_width, tile_at, tile_table_svg, woodpile
from houseway.games.pai_gow.cloth.explained import explains, payment
from houseway.games.pai_gow.cloth.headline import headline, summary
from houseway.games.pai_gow.cloth.pays import pays
from houseway.games.pai_gow.cloth.places import (
    arranged,
    cited,
    in_a_row,
    on_the_bow,
    row_of_tiles,
    shown_hand,
    side_spots,
    tiles_width,
)
from houseway.games.pai_gow.cloth.standing import areas, bank_tiles, chung, method, own_tiles
from houseway.games.pai_gow.cuts import NAMES
from houseway.games.pai_gow.events import METHODS
from houseway.games.pai_gow.hands import Setting, called, kinds
from houseway.games.pai_gow.terms import Terms
from houseway.kit.tiles import KINDS, TILES, Tile
from houseway.law.clause import Basis
from houseway.play.cloth import about, side, taken
from houseway.play.prompts import Choose
from houseway.play.view import View

IVORY, QUIET, LAMP = colour("cloth-ink"), colour("cloth-ink-2"), colour("lamp")

__all__ = ["chart", "dealer", "explains", "names", "payment", "pays", "phone", "player", "small", "summary"]


def player(view: View) -> str:
    """The player's side, 932 by 636."""
    parts = [
        _corner(view, 32, 44),
        _bank(view, Rect(286, 22, 360, 150), 29),
        _about(view, 900, 44),
        *_bow(view),
        _below(view, Rect(138, 404, 282, 224), Rect(512, 404, 282, 224), 74, "p"),
    ]
    return side(view, "player", 932, 640, *parts)


def dealer(view: View) -> str:
    """The dealer's side, 644 by 300."""
    listed = areas(view)
    width = (608 + 5) / len(listed) - 5
    cells = [
        in_a_row(area, Rect(18 + n * (width + 5), 214, width, 72), "d")
        for n, area in enumerate(sorted(listed, key=lambda area: area.number))
    ]
    parts = [
        _corner(view, 24, 40, small=True),
        _bank(view, Rect(186, 14, 292, 128), 24),
        _pile(view, 496, 20, 15, "d"),
        _dealer_words(view),
        *cells,
    ]
    return side(view, "dealer", 644, 300, *parts)


def phone(view: View) -> str:
    """The player's side on a phone, 390 by 640. While the viewer sets tiles their two hands come first, before the bank."""
    listed = sorted(areas(view), key=lambda area: -area.number)
    half = (len(listed) + 1) // 2
    first = _sets(view) is not None
    top = 290 if first else 0  # how much lower the bank and the areas lie
    cells = []
    for n, area in enumerate(listed):
        at, line = n % half, n // half
        width = (362 + 5) / half - 5
        cells.append(in_a_row(area, Rect(14 + at * (width + 5), 186 + top + line * 76, width, 70), "m"))
    now = headline(view)
    own_top = 62 if first else 346
    parts = [
        text(16, 32, now.head, 21, 650, IVORY, width=102, room=150),
        text(16, 52, now.second, 14, 500, IVORY, room=210),
        cited(now.by, 374, 32, "end"),
        _bank(view, Rect(14, 62 + top, 362, 112), 24, narrow=True),
        *cells,
        _below(view, Rect(14, own_top, 362, 138), Rect(14, own_top + 146, 362, 138), 50, "m"),
    ]
    own = next((area for area in listed if area.yours and not area.bank), None)
    if own is not None and view.window and len(view.terms.spots) > 1:
        parts.append(side_spots(own, Rect(14, 300, 362, 268), view.terms.spots, view.viewer, "m"))
    return side(view, "phone", 390, 640, *parts)


def small(view: View) -> str:
    """The table on the floor plan."""
    places, label = taken(view, "areas", mirrored=True)
    return tile_table_svg(places, closed=view.status.is_closed, label=label)


def names(terms: Terms) -> list[tuple[str, list[tuple[str, str]]]]:
    spots = [("wager", "regular wager"), ("bank", "the bank's wager")]
    if terms.bonanza is not None:
        spots += [("tie", "Tie"), ("bonus", "Bonus")]
    return [("Wagers", spots)]


# The corners


def _corner(view: View, x: float, y: float, small: bool = False) -> str:
    now = headline(view)
    faces = [int(face) for face in view.felt.fact("dice").split()]
    size = 22 if small else 27
    parts = [
        text(x, y, now.head, size, 650, IVORY, width=104, room=150 if small else 240),
        text(x, y + 23, now.second, 14 if small else 16, 500, IVORY, room=150 if small else 240),
        cited(now.by, x, y + 46),
    ]
    steal = view.felt.fact("steal")
    if faces:
        side = 30 if small else 42
        parts.append(row_of_dice(faces, x, y + 60, side, side * 0.28, id=f"dice-{'d' if small else 'p'}"))
        if steal:
            parts.append(text(x + 3.9 * side, y + 60 + side * 0.66, steal.replace("-", "−"), side * 0.5, 650, LAMP))
    else:
        parts.append(_cup(x + (24 if small else 34), y + (92 if small else 102), 22 if small else 32))
    return group(*parts, id=f"said-{'d' if small else 'p'}")


def _cup(x: float, y: float, r: float) -> str:
    """The dice cup under its cover."""
    dome = f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 0 1 {number(2 * r)} 0Z"
    return tag(
        "g", title("The dice cup, covered"),
        tag("path", d=dome, fill="#2B1217", stroke=colour("cloth-line"), stroke_width=1.25),
        tag("circle", cx=x, cy=y - r - 4, r=r * 0.14, fill=colour("cloth-ink-2")),
        tag("rect", x=x - r * 1.15, y=y, width=r * 2.3, height=r * 0.2, rx=r * 0.1, fill=colour("cloth-ink-2")),
    )  # fmt: skip


def _about(view: View, x: float, y: float) -> str:
    settling = view.terms.settling
    rate = f"{float(settling.commission.value * 100):g}%"
    told = [f"Commission {rate} of wins", "Copies go to the bank"]
    by = settling.copy.by + settling.same_tile.by
    bonanza = view.terms.bonanza
    if bonanza is not None:
        told.append(f"Gong ties pay {bonanza.gong_tie_pays.value}")
    return about(view, x, y, told, by, step=21, title="Bonanza Pai Gow" if bonanza is not None else "", title_size=19)


def _dealer_words(view: View) -> str:
    """How far the hands are, for the dealer to see at a glance."""
    felt = view.felt
    waiting = [
        f"{n}"
        for n in range(1, 9)
        if felt.fact(f"caller {n}") and felt.fact(f"tiles {n}") and not felt.fact(f"set {n}")
    ]
    words = f"Still to set: area {', '.join(waiting)}" if waiting else ""
    if felt.fact("settle order"):
        words = f"Opened in order: {felt.fact('settle order').replace(' ', ', ')}. Commission {_dollars(felt.fact('commission'))}"
    return text(24, 196, words, 14, 500, IVORY) if words else ""


def _dollars(amount: str) -> str:
    return f"${amount}" if amount else "$0"


# The bank


def _bank(view: View, rect: Rect, tile: float, narrow: bool = False) -> str:
    how, terms = method(view), view.terms
    banker = view.felt.fact("banker")
    lies, hand = bank_tiles(view)
    by = {
        "house": terms.bank.house_chung.by, "bank": terms.bank.chung.by, "co-bank": terms.bank.co.by,
    }[how]  # fmt: skip
    sets = "Set by the Houseway" if how != "bank" else "Set by the banker, last"
    parts = [box(rect, yours=banker == view.viewer and bool(banker))]
    x = rect.x + 18
    parts.append(text(x, rect.y + 32, METHODS[how], 18, 650, IVORY, room=150))
    parts.append(
        text(x, rect.y + 55, f"Area {chung(view)}" + (f", {banker}" if banker else ""), 15, 450, IVORY, room=100)
    )
    parts.append(cited(by, x + (76 if not banker else 104), rect.y + 55, most=1))
    parts.append(_chung(x + 22, rect.bottom - (34 if not narrow else 24), 22 if not narrow else 18))
    if rect.width > 340 and not narrow:
        parts.append(text(x + 56, rect.bottom - 29, "marks the bank", 14, 450, QUIET, room=110))
    across = rect.x + rect.width - tiles_width(tile) - 22 - (tile * 0.3 if hand else 0)
    top = rect.y + (rect.height - tile * RATIO) / 2 + 8
    if hand is None:
        parts.append(text(across - 2, rect.y + 24, sets, 13.5, 450, QUIET, room=rect.x + rect.width - across - 6))
        if lies is None:
            parts.append(text(across - 2, rect.y + rect.height / 2 + 12, "no tiles yet", 14, 450, QUIET))
    else:
        high, low = called(kinds(hand.high)), called(kinds(hand.low))
        parts.append(
            text(
                across - 2, rect.y + 24, f"{_upper(high)}, {low}", 14, 650, IVORY, room=rect.x + rect.width - across - 6
            )
        )
    hidden = None if lies is None else (() if hand is None and view.viewer != banker else lies)
    parts.append(row_of_tiles(hidden, hand, across, top, tile, "bank" + ("m" if narrow else "")))
    return group(*parts, id=f"bank-{int(rect.width)}")


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _chung(x: float, y: float, r: float) -> str:
    return tag(
        "g", title("The Chung marks the bank"),
        tag("circle", cx=x, cy=y, r=r, fill=IVORY),
        tag("circle", cx=x, cy=y, r=r * 0.82, fill="none", stroke="#4A2129", stroke_width=1.6),
        text(x, y + r * 0.2, "Chung", r * 0.54, 650, "#2B1217", "middle", 90),
    )  # fmt: skip


# The areas


def _bow(view: View) -> list[str]:
    listed = areas(view)
    count = len(listed)
    gap = 9 if count <= 7 else 6
    width = (880 + gap) / count - gap
    middle = (count - 1) / 2
    banks = bool(view.viewer) and view.felt.fact("banker") == view.viewer
    spots = ("bank", *view.terms.spots) if banks else view.terms.spots
    drawn = []
    for n, area in enumerate(sorted(listed, key=lambda area: -area.number)):
        sag = 34 * (1 - ((n - middle) / middle) ** 2)
        rect = Rect(26 + n * (width + gap), 190 + sag, width, 124)
        drawn.append(on_the_bow(area, rect, spots, view.viewer, bool(view.window)))
    return drawn


# Below: the viewer's tiles, or the woodpile


def _sets(view: View) -> tuple[Tile, ...] | None:
    """The tiles that the viewer has to set now, if any."""
    _, held = own_tiles(view)
    return held if held and view.prompt is not None and view.prompt.arranged_by(view.viewer) else None


def _below(view: View, high: Rect, low: Rect, width: float, prefix: str) -> str:
    number_, held = own_tiles(view)
    terms = view.terms
    by = (terms.tiles.ranking.by, terms.tiles.points.by)
    setting = view.felt.fact(f"setting {number_}")
    shown = view.felt.fact("hand bank" if number_ == chung(view) else f"hand {number_}")
    sets = _sets(view) is not None
    if (setting or shown) and not sets:
        return shown_hand(Setting.parse(shown or setting), by, high, low, width, prefix) + _between(
            high, low, prefix, False
        )
    if sets:
        first = Setting.parse(setting) if setting else Setting.of((held[0], held[1]), (held[2], held[3]))
        return arranged(held, first, by, high, low, width, prefix) + _between(high, low, prefix, True)
    cuts = [option for option in view.prompt.options if option.on_cloth] if isinstance(view.prompt, Choose) else []
    if cuts and view.viewer != "dealer":
        return _choose_cut(view, [option.value for option in cuts], prefix)
    return _pile(view, high.x + 60 if prefix == "p" else 40, high.y + 46, 33 if prefix == "p" else 26, prefix)


def _between(high: Rect, low: Rect, prefix: str, movable: bool) -> str:
    if prefix == "m" or not movable:
        return ""
    x, y = (high.x + high.width + low.x) / 2, high.y + high.height / 2 - 18
    arrows = tag(
        "path",
        d=f"M{number(x - 26)} {number(y)}h50m-8 -8l9 8l-9 8M{number(x + 26)} {number(y + 26)}h-50m8 -8l-9 8l9 8",
        fill="none", stroke=IVORY, stroke_width=2.4, stroke_linecap="round",
    )  # fmt: skip
    return arrows + lines(x, y + 58, ("tap two", "to swap"), 13.5, 17, anchor="middle")


def _pile(view: View, x: float, y: float, cell: float, prefix: str) -> str:
    """The woodpile: eight stacks of four, and once they are cut the lot of every tile."""
    lots = view.felt.fact("cut lots")
    if not lots:
        stacks = "".join(
            tag("rect", x=n * cell * 1.16, y=level * cell, width=cell * 1.08, height=cell * 0.92, rx=cell * 0.14,
                fill="#14191B", stroke="#39434A", stroke_width=0.8)
            for level in range(4) for n in range(8)
        )  # fmt: skip
        words, second, by = "The woodpile", "eight stacks of four", view.terms.tiles.stacks.by
    else:
        rows = tuple(tuple(int(lot) for lot in row) for row in lots.split("/"))
        stacks = woodpile(rows, cell, IVORY, LAMP)
        chinese = view.felt.fact("cut")
        english = next((second for first, second in NAMES.values() if first == chinese), "")
        way = view.felt.fact("cut way").partition(" ")[2]
        words = f"{chinese}, {english}" if prefix != "d" else chinese
        second = f"from the {way}" if way in ("right", "left", "top", "bottom") else way
        by = view.terms.cuts.applies.by
    if prefix == "d":
        return group(
            text(x, y + 10, words, 13.5, 650, IVORY, room=136), group(stacks, at=(x, y + 18)),
            text(x, y + 96, second, 12, 450, QUIET, room=136),
        )  # fmt: skip
    beside = x + pile_width(cell) + 32 if prefix == "p" else x
    top = y + cell * 1.2 if prefix == "p" else y + cell * 4 + 30
    return group(
        group(stacks, at=(x, y)),
        text(beside, top, words, 19, 650, IVORY, room=330),
        text(
            beside,
            top + 25,
            f"{second}; the lit tiles go first".lstrip("; ") if lots else second,
            15,
            450,
            QUIET,
            room=330,
        ),
        cited(by, beside, top + 50),
        id=f"pile-{prefix}",
    )


def _choose_cut(view: View, offered: list[str], prefix: str) -> str:
    """Every cut the banker may name, drawn; a tap names it."""
    deliveries = view.terms.cuts.deliveries
    columns, cell = (9, 8.6) if prefix == "p" else (5, 7.0)
    wide = 100.0 if prefix == "p" else 73.0
    left, top = (22.0, 420.0) if prefix == "p" else (12.0, 344.0)
    parts = []
    for n, name in enumerate(offered):
        found = deliveries[name]
        x, y = left + n % columns * wide, top + n // columns * (96 if prefix == "p" else 72)
        chinese, english = NAMES[found.cut]
        way = found.way if " " in name else ""
        label = f"{chinese}, {english}" + (f", {way}" if way else "")
        ground = tag("rect", x=x, y=y, width=wide - 6, height=80 if prefix == "p" else 66, rx=8, fill="#000", fill_opacity=0.16,
                     stroke=colour("cloth-line"), stroke_width=1.25)  # fmt: skip
        inside = [
            title(label), ground, group(woodpile(found.lots, cell, IVORY, LAMP), at=(x + 7, y + (37 if prefix == "p" else 6))),
        ]  # fmt: skip
        if prefix == "p":
            inside += [
                text(x + 6, y + 16, chinese, 12, 650, IVORY, width=86, room=wide - 16),
                text(x + 6, y + 29, way or english, 11, 450, QUIET, width=88, room=wide - 16),
            ]
        parts.append(
            tag("g", *inside, class_="area", role="button", tabindex=0, aria_label=label, data_act="choose",
                data_details=f'{{"value": "{name}"}}', data_prompted=True, id=f"{prefix}-cut-{n}")
        )  # fmt: skip
    return group(*parts)


# The chart beside the cloth


def chart(view: View) -> tuple[str, str, str, Basis]:
    """Pairs from the highest, as they are printed beside the cloth, and what comes below them."""
    parts = []
    for n, kind in enumerate(KINDS):
        x, y = n % 4 * 76.0, n // 4 * 92.0
        pair = [tile for tile in TILES if tile.kind is kind]
        label = f"{n + 1} {kind.name}, {kind.tag}"
        tiles = "".join(tile_at(tile.pips, x + 14 + m * 25, y, 20) for m, tile in enumerate(pair))
        parts.append(
            tag("g", title(label), tiles,
                text(x + 36, y + 66, f"{n + 1} {kind.name}", 11.5, 600, colour("ink"), "middle", 84, 74),
                text(x + 36, y + 80, kind.tag, 10.5, 450, colour("ink-2"), "middle", 90, 74))
        )  # fmt: skip
    drawn = picture(304, 366, *parts, label="Pairs, highest first: " + ", ".join(kind.name for kind in KINDS))
    below = "Then Teen Wong, Day Wong, Teen Gong, Day Gong, Teen High Nine, Day High Nine, and points from 9 to 0."
    return "Pairs, highest first", drawn, below, view.terms.tiles.ranking.by + view.terms.tiles.named_hands.by
