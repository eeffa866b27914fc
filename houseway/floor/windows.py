"""Windows: the chips that lie in one, as the table's own state keeps them beside the script."""

from __future__ import annotations

from houseway.play.decision import Refused
from houseway.play.driver import Progress
from houseway.play.events import LeftLying, Settled
from houseway.play.prompts import Prompt, TakeWagers
from houseway.play.wagers import ChipSums, Wager


def chips_in_window(progress: Progress[object]) -> tuple[Wager, ...]:
    """The chips that lie in an open window, or in one that something has interrupted; once the round is decided, the winners
    that stay where they lay. They are held all the time, and nobody spends them meanwhile."""
    if isinstance(progress.prompt, TakeWagers):
        return progress.prompt.laid
    for prompt, answer in reversed(progress.answers):
        if isinstance(prompt, TakeWagers):
            if answer.stopped_by is None:
                break
            settled = {step.wager.key for step in progress.steps if isinstance(step, Settled)}
            return tuple(wager for wager in answer.wagers if wager.key not in settled)
    left = next((step for step in reversed(progress.steps) if isinstance(step, LeftLying)), None)
    return left.wagers if left is not None else ()


def unfinished(window: TakeWagers, chips: tuple[Wager, ...]) -> list[str]:
    """Whose wagers are not enough for a window to close, though each of them may lie there."""
    lie = {wager.player: tuple(one for one in chips if one.player == wager.player) for wager in chips}
    return [player for player, own in lie.items() if window.unfinished(own) is not None]


def may_lie(prompt: Prompt | None, chips: tuple[Wager, ...]) -> tuple[tuple[Wager, ...], tuple[Wager, ...]]:
    """Of the chips that a window finds on its layout, those that may lie there, and those that go back: a round may have read
    another sign than the one before it, whose winners and stand-offs lie there still."""
    if not chips or not isinstance(prompt, TakeWagers):
        return chips, ()
    kept, back = ChipSums(), list[Wager]()
    for wager in chips:
        if isinstance(prompt.offer(kept, wager), Refused):
            back.append(wager)
        else:
            kept.add(wager)
    if prompt.judge_always is not None and prompt.judge_always(kept) is not None:
        return (), chips
    return tuple(wager for wager in chips if wager not in back), tuple(back)
