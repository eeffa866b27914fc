"""Brought: the answers that come along with a ruling or a correction, to what rounds long paid ask otherwise now.

They are given in the order in which they are asked for, those of the round itself first and then those of the rounds that rest
on it: as the tape has them, or in words as a story or a form tells them. A card or a result as it is keyed; ``P1 stand`` for a
decision, ``P1 bet and P2 fold`` where several decide at once; ``raise P1@1:10`` for wagers and ``no more bets`` for none;
``area 3: T T / D D`` for tiles that are opened there; ``!absent`` for what went wrong there instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from houseway.forms import Doc, Misread
from houseway.money import cents
from houseway.play.driver import Progress, stakes
from houseway.play.notation import WAGER
from houseway.play.prompts import Choose, ChooseEach, Draw, Prompt, Spin
from houseway.play.wagers import Wager


@dataclass(frozen=True)
class InWords:
    """An answer as somebody tells it; what it is, the question says."""

    words: str


def read_brought(told: Doc) -> list[Doc | InWords]:
    """What an order brings along: a list as tapes have it, or words with commas between them."""
    if isinstance(told, str):
        return [InWords(words) for words in told.split(",") if words.strip()]
    if not isinstance(told, list):
        raise Misread("answers", "a list of answers is wanted, in the order in which they are asked for")
    return list(told)


class Brought:
    """Answers that come along; each is taken by the first question that has none on record."""

    def __init__(self, answers: Sequence[Doc | InWords] = (), spot_named: Callable[[str], str] = str) -> None:
        self._answers, self._spot_named = list(answers), spot_named
        self.taken: list[Doc] = []

    def __len__(self) -> int:
        return len(self._answers)

    def next_for(self, asked: Prompt, at: Progress[object]) -> Doc:
        """What would answer a question, if anything is left."""
        if not self._answers:
            return None
        one = self._answers[0]
        return (
            answer_in_words(asked, one.words, self._spot_named, stakes(at.steps)) if isinstance(one, InWords) else one
        )

    def take(self, asked: Prompt, at: Progress[object]) -> Doc:
        answer = self.next_for(asked, at)
        self._answers.pop(0)
        self.taken.append(answer)
        return answer


def answer_in_words(asked: Prompt, told: str, spot_named: Callable[[str], str], others: Iterable[Wager] = ()) -> Doc:
    """What is told, as the tape would have it. ``others`` are the wagers of the round, which say where a player wagers."""
    told = told.strip()
    if asked.due_at:
        told = told.removeprefix(f"{asked.due_at}:").strip()
    if told.startswith("!"):
        kind, _, card = told[1:].partition(" ")
        return {"irregularity": kind, **({"card": card} if card else {})}
    if told == "no more bets":
        return {"wagers": []}
    spot, _, words = told.partition(" ")
    laid = [WAGER.fullmatch(word) for word in words.split()]
    if laid and all(laid):
        areas = {wager.player: wager.area for wager in others}
        told_of = [found.groups() for found in laid if found is not None]
        return {
            "wagers": [
                [name, int(area or areas.get(name, 0)), spot_named(spot), cents(amount)]
                for name, area, amount in told_of
            ]
        }
    if isinstance(asked, ChooseEach):
        each = [one.partition(" ") for one in told.split(" and ")]
        return {name: choice for name, _, choice in each}
    if isinstance(asked, Choose) and asked.player:
        return told.removeprefix(f"{asked.player} ")
    return int(told) if told.isdigit() and not isinstance(asked, (Draw, Spin)) else told
