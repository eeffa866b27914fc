"""Mending: what was keyed in a round, each answer with how it can be put right, and what a form asks to be put there instead.

The console lists the running round or the last one; the page of any round on record lists that. Whatever was keyed is there:
wagers, cards, spins, dice, tiles, numbers, decisions, and what was said to have gone wrong. What a form asks for becomes an
answer as the tape has it; whether it fits, the table says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.floor.correcting import Correction
from houseway.floor.judged_again import add_up
from houseway.floor.settling import position
from houseway.floor.was_and_is import in_words
from houseway.forms import Doc
from houseway.kit.cards import Card, Unseen
from houseway.money import Cents
from houseway.play.driver import Progress, ruling_of
from houseway.play.irregular import Irregularity, Mishap
from houseway.play.prompts import (
    Choose,
    ChooseEach,
    Confirm,
    Draw,
    Option,
    Prompt,
    ReadMeter,
    ReadSign,
    Roll,
    Spin,
    TakeWagers,
)
from houseway.play.secret import ReadForms
from houseway.play.wagers import Wager
from houseway.web.problems import Problem


@dataclass(frozen=True)
class Entry:
    """An answer on record that can be corrected: a card, the wagers of a window, a decision, something that went wrong."""

    at: int
    round: int
    label: str
    wagers: tuple[Wager, ...] = ()
    prompt: Prompt | None = None  # of a card or a result, which a console corrects by its keys
    options: tuple[Option, ...] = ()  # of a decision, what else could have been chosen
    chosen: str = ""  # and what was
    player: str = ""  # whose decision, where several decided at once
    keyed: str = ""  # what was typed, where it is corrected by typing it again: tiles, a ball, a number
    window: bool = False  # wagers, perhaps none
    mishap: str = ""  # what was said to have gone wrong
    mishaps: tuple[Mishap, ...] = ()  # what may have gone wrong there instead


def entries_of(progress: Progress[Any], tape: Iterable[Doc], round: int) -> list[Entry]:
    """What may be put right in a round."""
    places = [n for n, doc in enumerate(tape) if ruling_of(doc) is None]
    entries: list[Entry] = []
    for at, (prompt, answer) in zip(places, progress.answers, strict=False):
        entries.extend(_entries(at, round, prompt, answer))
    return entries


def _entries(at: int, round: int, prompt: Prompt, answer: Any) -> Iterable[Entry]:
    stopped = answer.stopped_by if isinstance(prompt, TakeWagers) else answer
    if isinstance(stopped, Irregularity):
        label = next((one.label for one in prompt.may_go_wrong if one.kind == stopped.kind), stopped.kind)
        yield Entry(at, round, label, mishap=in_words(prompt.write(stopped)), mishaps=prompt.may_go_wrong)
        return
    if isinstance(prompt, (ReadSign, ReadMeter, ReadForms)):  # the table itself has answered
        return
    wrong = prompt.may_go_wrong
    if isinstance(prompt, Draw) and isinstance(answer, (Card, Unseen)):
        seen = prompt.up and isinstance(answer, Card)
        shown = answer.words if seen else "face down"
        yield Entry(
            at, round, f"{prompt.place}, {shown}", prompt=prompt, keyed=str(answer) if seen else "", mishaps=wrong
        )
    elif isinstance(prompt, (Spin, Roll)):
        keyed = " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)
        shown = ", ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)
        yield Entry(at, round, shown, prompt=prompt, keyed=keyed, mishaps=wrong)
    elif isinstance(prompt, TakeWagers):
        yield Entry(at, round, f"the {prompt.window} wagers", tuple(answer.wagers), window=True, mishaps=wrong)
    elif isinstance(prompt, ChooseEach):
        for player in prompt.players:
            if player in answer:
                known = any(answer[player] == option.value for option in prompt.options)
                yield Entry(
                    at, round, f"{player}: {answer[player]}", options=prompt.options if known else (), player=player,
                    chosen=str(answer[player]), keyed="" if known else answer[player],
                )  # fmt: skip
    elif isinstance(prompt, Choose):
        who = prompt.who.removeprefix("player ")
        yield Entry(at, round, f"{who}: {answer}", options=prompt.open, chosen=str(answer), mishaps=wrong)
    elif isinstance(prompt, Confirm) and answer is True:
        if wrong:
            yield Entry(at, round, prompt.act, mishaps=wrong)
    else:
        keyed = prompt.write(answer)
        text = " ".join(map(str, keyed)) if isinstance(keyed, list) else in_words(keyed)
        if text:
            yield Entry(at, round, f"{asks_of(prompt)}: {text}", keyed=text, mishaps=wrong)


def asks_of(prompt: Prompt) -> str:
    """What a prompt asks for, as the list of steps names it."""
    if isinstance(prompt, Draw):
        return prompt.place
    if isinstance(prompt, TakeWagers):
        return prompt.window
    return prompt.title


@dataclass(frozen=True)
class Wanted:
    """What a form asks to be put right: which wager, or what stands there instead; or that the answer was never given."""

    value: str = ""
    wager: int = -1
    cents: int = 0
    player: str = ""
    area: int = 0
    spot: str = ""
    wrong: str = ""  # what went wrong there, and was not keyed or was keyed otherwise
    struck: bool = False


def as_answer(was: Doc, wanted: Wanted) -> Doc:
    """What a form asks for, as the tape would have it in place of what it has."""
    if wanted.struck:
        return None
    if wanted.wrong:
        return _gone_wrong(was, wanted)
    if wanted.wager >= 0 or wanted.spot:
        return _with_wager(was, wanted)
    if wanted.player and isinstance(was, Mapping):
        return {**was, wanted.player: wanted.value}
    if isinstance(was, list):
        return _listed(wanted.value)
    return int(wanted.value) if type(was) is int and wanted.value.lstrip("-").isdigit() else wanted.value


def as_kept(text: str) -> Doc:
    """What the sheet carries from one look to the next, as the tape has it."""
    try:
        return json.loads(text)
    except ValueError:
        raise Problem("misread", f"{text} is no answer as the record keeps one.") from None


def _gone_wrong(was: Doc, wanted: Wanted) -> Doc:
    kind, _, about = wanted.wrong.partition(" ")
    about = (about or wanted.value).removeprefix("area ").strip()
    found: dict[str, Doc] = {"irregularity": kind}
    if about:
        found |= {"area": int(about)} if about.isdigit() else {"card": about}
    return {**was, "stopped_by": found} if isinstance(was, Mapping) and "wagers" in was else found


def _with_wager(was: Doc, wanted: Wanted) -> Doc:
    """The answer of a window with one wager changed, or with one more."""
    if not isinstance(was, Mapping) or "wagers" not in was:
        raise Problem("unknown", "That is no window of wagers.")
    rows = [list(row) for row in was["wagers"]]
    if wanted.spot:
        rows.append([wanted.player, wanted.area, wanted.spot, wanted.cents])
    elif wanted.wager < len(rows):
        rows[wanted.wager][3] = wanted.cents
    else:
        raise Problem("unknown", "That wager is not open to correction.")
    return {**was, "wagers": [row for row in rows if row[3]]}


def _listed(text: str) -> list[Doc]:
    """Dice, steps or tiles as they were typed, or as the keys of the pad sent them."""
    if text[:1] == "[":
        try:
            found = json.loads(text)
        except ValueError:
            raise Problem("misread", f"{text} is not a list.") from None
        return list(found)
    return [int(word) if word.isdigit() else word for word in text.replace(",", " ").split()]


@dataclass(frozen=True)
class MovedMoney:
    """A player's result in both versions of a round, and what passes between them."""

    player: str
    before: Cents
    after: Cents

    @property
    def change(self) -> Cents:
        return self.after - self.before


def money_between(found: Correction) -> list[MovedMoney]:
    """What moves, in the round and in every other that comes out otherwise with it."""
    before, after = position(found.before.steps), position(found.after.steps)
    for one in found.rest_on_it if found.short is None else ():
        add_up(before, position(one.was.steps))
        add_up(after, position(one.now.steps))
    none = (0, 0)
    return [
        MovedMoney(player, -before.get(player, none)[1], -after.get(player, none)[1])
        for player in sorted(before.keys() | after.keys())
        if before.get(player, none)[1] != after.get(player, none)[1]
    ]


def rounds_beside(found: Correction) -> str:
    """The other rounds that come out otherwise with it, in words; nothing where there are none."""
    here = found.again.judged[0].table.name if found.again is not None else ""
    told = []
    for one in found.rest_on_it:
        number = (
            f"round {one.doc['round']}" if one.over is not None else f"round {one.doc['round']}, which is being played"
        )
        told.append(number if one.table.name == here else f"{number} at {one.table.name}")
    return " and ".join(told)
