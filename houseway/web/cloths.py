"""Cloths: finds what a game brings to draw itself with. A game without a cloth gets plain words and buttons."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from markupsafe import Markup

from houseway import games
from houseway.law.clause import Basis
from houseway.play.felt import Felt
from houseway.play.states import result_words
from houseway.play.view import View
from houseway.values import value


@cache
def cloth(game: str) -> ModuleType | None:
    name = f"houseway.games.{game}.cloth"
    return import_module(name) if find_spec(name) is not None else None


def drawn(game: str, side: str, view: View) -> str:
    """A side of the cloth as SVG ("player", "dealer", "phone", "small"), or nothing."""
    module = cloth(game)
    draw = getattr(module, side, None)
    return str(draw(view)) if draw is not None else ""


def summary(game: str, felt: Felt) -> str:
    """A round in a few words: "Spread 2"."""
    tell = getattr(cloth(game), "summary", None)
    return str(tell(felt)) if tell is not None else result_words(felt.fact("outcome")).capitalize()


def names(game: str, terms: Any, spots: Iterable[str] = ()) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every wager of a game by name, in groups: the spot and how it is read. Without a list of its own, the spots as they are."""
    tell = getattr(cloth(game), "names", None)
    return list(tell(terms)) if tell is not None else [("Wagers", [(spot, spot) for spot in spots])]


def result(game: str, felt: Felt) -> str:
    """A round's result as a small mark, for a row of the last ones; empty where a game has none."""
    draw = getattr(cloth(game), "result", None)
    return str(draw(felt)) if draw is not None else ""


def brief(game: str, felt: Felt, player: str) -> Felt:
    """As much of a round's cards as a line of a player's list has room for; a game with many hands picks the player's."""
    tell = getattr(cloth(game), "brief", None)
    return tell(felt, player) if tell is not None else felt


@value
class Chart:
    """Something printed beside a cloth: what ranks above what."""

    title: str
    drawn: Markup
    foot: str
    by: Basis


def chart(game: str, view: View) -> Chart | None:
    tell = getattr(cloth(game), "chart", None)
    if tell is None:
        return None
    title, drawn, foot, by = tell(view)
    return Chart(title, Markup(drawn), foot, by)


@cache
def page(game: str, name: str) -> dict[str, Any]:
    """A file of a game's ``page`` folder; empty if there is none."""
    path = games.folder(game) / "page" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
