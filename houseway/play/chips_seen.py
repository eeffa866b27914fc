"""Chips seen: the chips on a layout as one viewer sees them, for a drawing.

What was lost has been taken; what won lies where it lay, and the viewer's own says what it won.
"""

from __future__ import annotations

from houseway.draw.touch import Stake, stakes_by_spot
from houseway.money import Cents
from houseway.play.states import Outcome
from houseway.play.view import View


def chips_seen(view: View) -> dict[str, Stake]:
    """By spot: the viewer's chips, the others', their colours, and what came of the viewer's."""
    won = [line for line in view.felt.lines if line.outcome == Outcome.WON]
    paid: dict[str, Cents] = {}
    for line in won:
        if line.wager.player == view.viewer:
            paid[line.wager.spot] = paid.get(line.wager.spot, 0) + line.won
    fills = {chips.player: chips.colour for chips in view.colours}
    lying = {wager.key for wager in view.lying}
    gone = [line.wager for line in won if line.wager.key not in lying]
    theirs = [wager for wager in gone if wager.player != view.viewer]
    return stakes_by_spot(
        (*view.lying, *theirs), view.viewer, fills, paid, [wager for wager in gone if wager.player == view.viewer]
    )


def able(view: View) -> bool:
    """Whether the viewer may lay chips at all: a player, at a table that is open."""
    return view.viewer not in ("", "dealer") and view.status.is_open
