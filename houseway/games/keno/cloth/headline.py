"""Headline: the one fact a game of Keno is about right now, and what of it concerns the viewer."""

from __future__ import annotations

from houseway.games.keno.entry import Way, read_spot
from houseway.money import show
from houseway.play.felt import Felt
from houseway.play.headline import ShortHeadline
from houseway.play.view import View


def numbers_drawn(felt: Felt) -> tuple[int, ...]:
    """What has been drawn, in the order of the draw."""
    balls = [(int(name.removeprefix("ball ")), number) for name, number in felt.facts if name.startswith("ball ")]
    return tuple(int(number) for _, number in sorted(balls) if number)


def own_ways(view: View) -> list[Way]:
    """What the viewer has marked for this game."""
    wagers = (*view.lying, *(line.wager for line in view.felt.lines))
    return [
        Way(found[1], wager.cents)
        for wager in wagers
        if wager.player == view.viewer and (found := read_spot(wager.spot)) is not None
    ]


def headline(view: View) -> ShortHeadline:
    draws, drawn = view.terms.draws, numbers_drawn(view.felt)
    own = [len(set(way.numbers).intersection(drawn)) for way in own_ways(view)]
    yours = f"{own[0]} of your {len(own_ways(view)[0].numbers)} among them" if own else ""
    settled = next((line for line in view.felt.lines if line.wager.player == view.viewer), None)
    if settled is not None:
        won = f"{show(settled.back)} for {show(settled.wager.cents)}" if settled.back else "Nothing won"
        return ShortHeadline(won, f"all {len(drawn)} are drawn, {yours}", settled.by)
    if drawn:
        return ShortHeadline(f"Ball {len(drawn)} of {draws.drawn.value}: {drawn[-1]}", yours, draws.drawn.by)
    if view.window:
        return ShortHeadline(
            "The game is open", f"{draws.drawn.value} of {draws.device.value} numbers will be drawn", draws.drawn.by
        )
    return ShortHeadline("The game is closed", "nothing more is sold for it", draws.closing_shown.by)
