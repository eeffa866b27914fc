"""Captions: the one fact a table is about right now, in the few words that fit beside the cards, with its clauses."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.draw.boxes import clause_link, lines
from houseway.draw.palette import colour
from houseway.draw.svg import group, text

IVORY = colour("cloth-ink")


def caption_beside(
    head: str,
    second: str,
    words: Sequence[str],
    book: str,
    clauses: Sequence[str],
    x: float,
    y: float,
    room: float = 186,
) -> str:
    """In the corner of the cloth: a large word, a second line, and a sentence."""
    size = 34 if len(head) <= 9 else 27 if len(head) <= 12 else 24
    down = y + (26 if second else 0)
    return group(
        text(x, y, head, size, 650, IVORY, width=106, room=room),
        text(x, down, second, 19, 500, IVORY, room=room) if second else "",
        lines(x, down + 30, words, 15, 19, room=room),
        clause_link(x, down + 30 + 19 * len(words) + 6, book, clauses, 13, most=2),
        id="said",
    )


def caption_small(
    head: str, second: str, book: str, clauses: Sequence[str], x: float, y: float, room: float = 116
) -> str:  # fmt: skip
    """Beside the cards on the dealer's side."""
    return group(
        text(x, y, head, 24 if len(head) <= 9 else 17.5, 650, IVORY, width=106, room=room),
        text(x, y + 25, second, 17.5, 500, IVORY, room=room),
        clause_link(x, y + 50 if second else y + 25, book, clauses, 13, most=2),
    )


def caption_in_a_line(head: str, second: str, book: str, clauses: Sequence[str]) -> str:
    """Across the top of a phone."""
    head_room = min(250.0, 15.5 * len(head))
    return group(
        text(20, 40, head, 27, 650, IVORY, width=104, room=head_room),
        text(28 + head_room, 40, second, 17.5, 500, IVORY, room=max(20, 270 - head_room)) if second else "",
        clause_link(372, 40, book, clauses, 13, "end", most=2),
    )
