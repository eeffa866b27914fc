"""Telling: what has happened in a round, in few enough words to be read in a second or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from houseway import games
from houseway.kit.cards import Unseen
from houseway.money import show
from houseway.play.events import Advised, Dealt, Event, Handed, Laid, Opened, Settled, SignRead
from houseway.play.felt import redacted
from houseway.play.irregular import Irregularity
from houseway.play.prompts import Prompt
from houseway.play.script import Step
from houseway.play.wagers import Wager
from houseway.teaching import dealing

_UNSAID = (
    Opened,
    Laid,
    SignRead,
    Advised,
    Handed,
)  # the chips are told by themselves, and the rest goes without saying


def told(dealt: dealing.Dealt, before: int, wagers: bool = True, settled: bool = False) -> tuple[str, ...]:
    """A round up to a step: what the sign says, what lies where, and what happened. Payments are told where they are wanted."""
    lines = [*_sign(dealt), *chips(dealt, dealt.steps[:before])] if wagers else []
    return (*lines, *happened(dealt, before, settled), *_came(dealt, before))


def _came(dealt: dealing.Dealt, before: int) -> Iterable[str]:
    """What luck answered last, where nothing told so far says it."""
    last = dealt.steps[before - 1] if before else None
    if isinstance(last, Prompt) and last.by_luck:
        asked = sum(isinstance(step, Prompt) for step in dealt.steps[:before]) - 1
        answer = dealt.answers[asked][1]
        if isinstance(answer, Irregularity):
            return  # whoever asks about it says it in words
        yield f"It shows {', '.join(map(str, answer)) if isinstance(answer, tuple) else answer}"


def _sign(dealt: dealing.Dealt) -> Iterable[str]:
    chip = dealt.sign.smallest_chip
    if chip > 1:
        yield f"The smallest chip in the float is {show(chip)}"


def chips(dealt: dealing.Dealt, steps: Sequence[Step]) -> Iterable[str]:
    """Every wager that was laid, a line to a player."""
    game, terms = dealt.edition.game, dealt.edition.terms
    laid: dict[tuple[str, int], dict[str, Wager]] = {}
    for step in steps:
        if isinstance(step, Laid):
            for wager in step.wagers:
                laid.setdefault((wager.player, wager.area), {})[wager.spot] = wager
    paper = games.practice(game).ticket
    for (player, area), own in laid.items():
        if paper is not None:
            yield f"{player}'s ticket: {paper(tuple(own.values()))}"
            continue
        where = f"{player}, area {area}" if area else player
        named = (f"{games.wager_called(game, terms, wager)} {show(wager.cents)}" for wager in own.values())
        yield f"{where}: {', '.join(named)}"


def happened(dealt: dealing.Dealt, before: int, settled: bool = False) -> Iterable[str]:
    """Events in words; those of one kind that follow one another share a line."""
    unsaid = (*_UNSAID, *games.practice(dealt.edition.game).UNSAID)
    seen = [
        known
        for step in dealt.steps[:before]
        if isinstance(step, Event)
        and not isinstance(step, unsaid)
        and (settled or not isinstance(step, Settled))
        and (known := redacted(step, "staff")) is not None
        and not (isinstance(known, Dealt) and isinstance(known.card, Unseen))
    ]
    for _, alike in groupby(seen, type):
        yield "; ".join(event.words for event in alike if event.words)


def paid_words(dealt: dealing.Dealt, line: Settled) -> str:
    """A payment, with the wager by the name that people read."""
    wager, game = line.wager, dealt.edition.game
    paper = games.practice(game).ticket
    if paper is not None:
        return f"{paper((wager,))}: {line.at or 'no prize'}, {show(line.back)}"
    called = games.wager_called(game, dealt.edition.terms, wager)
    return line.words.replace(f"{wager.player} {wager.name}", f"{wager.player}, {called}", 1)


def small(words: str) -> str:
    """A sentence that goes on within another: a small letter, unless it begins with a name or is called out."""
    first = words.partition(" ")[0].rstrip(":,'s")
    return words if first in dealing.NAMES or words[1:2].isupper() else words[:1].lower() + words[1:]


def step_words(step: Step) -> str:
    """One step that a dealer says or does."""
    return step.title if isinstance(step, Prompt) else step.words
