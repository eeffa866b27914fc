"""Standing: how each player on an area stands, for a drawing: chips down, and once it is settled what came of them."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.money import Cents, show, show_net
from houseway.play.view import View
from houseway.values import value


@value
class Standing:
    player: str
    original: Cents
    raised: Cents
    settled: bool
    net: Cents
    outcome: str  # "won", "lost", "void", "returned"

    @property
    def held(self) -> Cents:
        """What still lies there."""
        return 0 if self.settled else self.original + self.raised


def standing(view: View, area: int) -> tuple[Standing, ...]:
    """Everybody who sits or wagers on an area, in the order they came."""
    seated = [player for player, where in view.seats if where == area]
    wagers = view.on(area)
    players = dict.fromkeys([*seated, *(wager.player for wager in wagers)])
    settled = {line.wager.key: line for line in view.felt.lines}
    found = []
    for player in players:
        own = {wager.key: wager for wager in wagers if wager.player == player}
        lines = [settled[key] for key in own if key in settled]
        on = {"original": 0, "raise": 0}
        for wager in own.values():
            on[wager.spot] = on.get(wager.spot, 0) + wager.cents
        outcome = lines[0].outcome if lines else ""
        done = bool(lines) and len(lines) == len(own)
        found.append(Standing(player, on["original"], on["raise"], done, sum(line.net for line in lines), outcome))
    return tuple(found)


_COUNT = {1: "one player", 2: "two players", 3: "three players"}


def total_words(area: int, people: Sequence[Standing], viewer: str) -> str:
    """An area as it is read aloud: "Area 3, three players, 70 dollars, raises 5"."""
    if not people:
        return f"Area {area}, empty"
    words = [f"Area {area}", _COUNT.get(len(people), f"{len(people)} players")]
    playing = [who for who in people if not who.settled]
    original, raised = sum(who.original for who in playing), sum(who.raised for who in playing)
    if original:
        words.append(f"{show(original).removeprefix('$')} dollars")
    if raised:
        words.append(f"raises {show(raised).removeprefix('$')}")
    own = next((who for who in people if who.player == viewer), None)
    if own is not None and own.settled:
        words.append(f"yours {own.outcome}, {show_net(own.net)}")
    elif own is not None:
        words.append(f"yours {show(own.held).removeprefix('$')}" if own.held else "your seat")
    return ", ".join(words)
