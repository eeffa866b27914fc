"""Practice: hands to set by the Houseway. What is right is what the script showed when the hand was opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from houseway.games.pai_gow.events import HandShown
from houseway.games.pai_gow.hands import Setting, called, kinds, settings
from houseway.play.practice import Posed
from houseway.play.script import Step

NAME = "houseway"
TITLE = "Houseway settings"
ABOUT = "Four tiles. How does the Houseway set them?"
PAR = 12


def poses(steps: Sequence[Step]) -> Iterable[Posed]:
    """Every hand that the Houseway set and that could have been set in another way."""
    for n, step in enumerate(steps):
        if not isinstance(step, HandShown) or not step.rule:
            continue
        shown = Setting.parse(step.setting)
        ways = settings(shown.tiles)
        if len(ways) > 1:
            tiles = sorted(shown.tiles, key=lambda tile: (tile.kind.single_rank, tile.twin))
            yield Posed(
                f"line {step.rule}",
                "How does the Houseway set these tiles?",
                tuple((str(way), labelled(way)) for way in ways),
                str(shown),
                step.by,
                f"By line {step.rule} of the Houseway: {labelled(shown)}",
                n,
                tuple(str(tile) for tile in tiles),
            )


def labelled(way: Setting) -> str:
    """Which tiles stand high and which low, and what each hand is: "Teen and 9 high, Teen Wong; …"."""
    hands = ((way.high, "high"), (way.low, "low"))
    return "; ".join(
        f"{' and '.join(tile.kind.name for tile in hand)} {where}: {called(kinds(hand))}" for hand, where in hands
    )
