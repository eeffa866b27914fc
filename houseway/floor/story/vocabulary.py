"""Vocabulary: the lines of a story as people write them, and which could stand where one is not understood."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from houseway.play.prompts import Choose, ChooseEach, Prompt, TakeWagers

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal

FEW = 8  # of anything that is listed in a complaint


def form(pattern: str) -> str:
    """A pattern of the language as a line to copy: ``P1 sits at 3``, ``marker P1[@3] 10[ by …]``."""
    text = pattern
    for written, means in _PARTS:
        text = text.replace(written, means)
    text = text.replace(r"\(", "⟨").replace(r"\)", "⟩")
    while (plain := re.sub(r"\((?:\?:)?([^()]*)\)([?+]?)", _grouped, text)) != text:
        text = plain
    return text.replace("⟨", "(").replace("⟩", ")").replace(",?", ",").replace("s?", "s").strip()


def _grouped(found: re.Match[str]) -> str:
    return f"[{found[1]}]" if found[2] == "?" else found[1].strip()


_NAMES = (r"([A-Za-z][A-Za-z0-9_.-]*)", r"([A-Za-z][A-Za-z0-9_-]*)")
_PARTS = (
    *((name, "P1") for name in _NAMES), (r"[A-Za-z][A-Za-z0-9_.-]*", "P1"),
    (r"([$0-9.,]+)", "10"), (r"(\$?\d+(?:,\d{3})*(?:\.\d+)?)", "10"), (r"([TEP]\d+)", "T1"),
    (r"(\d{1,2}:\d\d)", "23:30"), (r"(\d{4}-\d\d-\d\d \d\d:\d\d)", "1992-11-15 01:30"), (r"(\d{4}-\d\d-\d\d)", "1992-11-14"),
    (r"(\d\d:\d\d)", "12:00"), (r"(\d+|void)", "17"), (r"([\d/]+)", "17"), (r"([\d ,]+)", "1 3 6"), (r"([\d ]+?)", "1 3"),
    (r"([\d ]+)", "1 3"), (r"(\d+)", "3"), (r"\d+", "3"), (r"([^\s@]+)", "…"), (r"([^:]+)", "…"), (r"(\{.+\})", "{…}"),
    (r"([a-z-]+(?::\S+)?)", "…"), (r"([A-Za-z ]+?)", "…"), (r"([a-z -]+?)", "…"), (r"([a-z ]+?)", "…"), (r"([a-z_.]+)", "…"),
    (r"([a-z_]+)", "…"), (r"([a-z-]+)", "…"), (r"([a-z]+)", "…"), (r"([a-z][a-zA-Z0-9 ./*-]*)", "…"), (r"(.+?)", "…"),
    (r"(.+)", "…"), (r"(\S+)", "…"), (r"\S+", "10"), (r"\s*", " "),
)  # fmt: skip


def could_stand(rehearsal: Rehearsal, act: str) -> str:
    """What a writer may have meant: the nearest lines of the language, and what the table waits for."""
    forms = [form(pattern) for pattern in rehearsal.forms]
    near = difflib.get_close_matches(act, forms, n=3, cutoff=0.5)
    first = act.partition(" ")[0]
    near += [line for line in forms if line.partition(" ")[0] == first and line not in near]
    told = [f"near it are {_or(near)}"] if near else []
    if rehearsal.opened is not None and (prompt := rehearsal.opened.prompt) is not None:
        told.append(f"the table waits for {_or(waits_for(prompt))}")
    elif not near:
        told.append("docs/scenarios.md lists the lines, houseway scenario --words BOOK the words of a game")
    return "; ".join(told)


def waits_for(prompt: Prompt) -> list[str]:
    """The lines that would answer a prompt."""
    found = [f"{prompt.title!r}"]
    if isinstance(prompt, TakeWagers):
        found = [f"{spot} P1:10" for spot in prompt.spots]
    elif isinstance(prompt, (Choose, ChooseEach)):
        who = [prompt.asks.removeprefix("player ")] if isinstance(prompt, Choose) else prompt.players
        found += [f"{name} {option.value}" for name in who for option in prompt.options]
    return [*found, *(f"!{mishap.kind}" for mishap in prompt.may_go_wrong)]


def _or(options: list[str]) -> str:
    shown = [f"‘{option}’" for option in options[:FEW]]
    return ", ".join(shown) + (f" and {len(options) - FEW} more" if len(options) > FEW else "")
