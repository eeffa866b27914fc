"""Pad: the keys with which a dealer enters what a wheel or dice have shown."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from houseway.draw.dice import dice_svg
from houseway.kit.dice import FACES
from houseway.play.prompts import Prompt, Roll, Spin
from houseway.web import cloths


@dataclass(frozen=True)
class Key:
    value: str
    shown: str | Markup
    look: str = ""  # a class: "red", "black", "green"


@dataclass(frozen=True)
class Pad:
    kind: str  # "wheel" or "dice"
    keys: tuple[Key, ...]
    count: int  # how many keys make a result


def pad_of(prompt: Prompt | None, game: str, terms: object) -> Pad | None:
    """The keys that answer a prompt; None for one that is not answered by a wheel or dice."""
    if isinstance(prompt, Roll):
        return Pad("dice", tuple(Key(str(face), Markup(dice_svg((face,), 44))) for face in FACES), prompt.dice)
    if isinstance(prompt, Spin):
        printed = [spot for _, group in cloths.names(game, terms) for spot, _ in group]
        results = list(prompt.wheel.results)
        if all(result.isdigit() for result in results):
            results.sort(key=int)
        elif set(results) <= set(printed):  # as the cloth has them, not as they come round the rim
            results.sort(key=printed.index)
        return Pad("wheel", tuple(Key(result, result, cloths.look(game, result)) for result in results), 1)
    return None
