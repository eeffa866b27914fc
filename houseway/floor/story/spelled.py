"""Spelled: numbers, moments, cards and documents as a story spells them. What cannot be one is named, with what could."""

from __future__ import annotations

import json
import re
from datetime import datetime, time

from houseway.complaint import BadInput
from houseway.floor.story.told import BadStory
from houseway.forms import Doc
from houseway.kit.cards import Card, CutCard, Unseen
from houseway.law import moments
from houseway.law.moments import NotAMoment
from houseway.play.notation import read_card

MOST = 10**9  # no area, spin, seat or second of a story is beyond it


def whole(text: str, what: str) -> int:
    """A whole number, such as an area or a count."""
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) > MOST:
        raise BadStory(f"{what}: {text!r} is not a whole number up to {MOST}")
    return int(text)


def wholes(text: str, what: str) -> list[int]:
    """Whole numbers, with spaces or commas between them."""
    return [whole(word, what) for word in re.split(r"[\s,]+", text.strip(" ,"))]


def moment(text: str) -> datetime:
    """An hour of the venue, as the law names one."""
    try:
        return moments.moment(text)
    except NotAMoment as wrong:
        raise BadStory(str(wrong)) from None


def hour(text: str) -> time:
    hours, _, minutes = text.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        raise BadStory(f"{text!r} is no time of day; write 20:15")
    return time(int(hours), int(minutes))


def card(word: str) -> Card | CutCard | Unseen:
    try:
        return read_card(word)
    except BadInput as wrong:
        raise BadStory(f"{wrong}, CUT or X") from None


def value_of(text: str) -> Doc:
    """A word as a value: true, false, a whole number, or itself."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else text


def document(text: str, what: str) -> Doc:
    """One JSON value; whole numbers and no others."""
    try:
        return json.loads(text, parse_float=_no_float, parse_constant=_no_float, parse_int=_bounded)
    except (ValueError, RecursionError):
        raise BadStory(f"{what} stands one JSON value without decimals, not {text!r}") from None


def _no_float(text: str) -> Doc:
    raise ValueError(text)


def _bounded(text: str) -> int:
    if len(text) > 18:
        raise ValueError(text)
    return int(text)
