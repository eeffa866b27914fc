"""Vocabulary: the words of a story, and which could stand where one is not understood.

The lines of the language are the same for every game; its spots, choices, irregularities, outcomes and facts come from the
games. Each game's ``words.toml`` keeps those that its worked cases have met, book by book: ``python -m
houseway.testing.vocabulary`` writes it, and a test keeps it in step. A word that neither stands there nor is asked for at
this moment is a mistake in the story, whatever the story says should come of it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from houseway import games
from houseway.floor.story.told import BadStory, Told
from houseway.forms import read_toml
from houseway.play.driver import stakes
from houseway.play.events import Decided
from houseway.play.felt import Felt
from houseway.play.prompts import Choose, ChooseEach, Prompt, TakeWagers

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal
    from houseway.floor.table import Reply

NAME = "NAME"  # stands in a kept word for a player or a terminal
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
        who = [prompt.player] if isinstance(prompt, Choose) else prompt.players
        found += [f"{name} {option.value}".strip() for name in who for option in prompt.options]
    return [*found, *(f"!{mishap.kind}" for mishap in prompt.may_go_wrong)]


def _or(options: list[str]) -> str:
    shown = [f"‘{option}’" for option in options[:FEW]]
    return ", ".join(shown) + (f" and {len(options) - FEW} more" if len(options) > FEW else "")


# What the games bring


@dataclass
class Words:
    """The words of a book, each with what it means where the game says so."""

    spots: dict[str, list[str]] = field(default_factory=dict)  # by window; of a large layout, the kinds
    choices: dict[str, str] = field(default_factory=dict)
    mishaps: dict[str, str] = field(default_factory=dict)
    outcomes: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # facts that the cloth shows


@cache
def words_of(game: str) -> dict[str, Words]:
    """The kept words of a game by book; none for a game that keeps no list."""
    path = games.folder(game) / "words.toml"
    return {book: Words(**doc) for book, doc in read_toml(path, RuntimeError).items()} if path.exists() else {}


@cache
def known(game: str | None, what: str) -> tuple[str, ...]:
    """The kept words of one sort, of a game or of all: "choices", "mishaps", "spots"."""
    kept = [words for name in (games.names() if game is None else (game,)) for words in words_of(name).values()]
    if what == "spots":
        return tuple(dict.fromkeys(spot for words in kept for spots in words.spots.values() for spot in spots))
    return tuple(dict.fromkeys(word for words in kept for word in getattr(words, what)))


def choice_told(self: Rehearsal, name: str, word: str, reply: Reply) -> Reply:
    """A choice that was refused is one that some game gives somebody; otherwise nobody knows what was meant. After one that is
    whole with its first word, only tiles or figures may stand."""
    first, _, more = word.partition(" ")
    prompt = self.table.prompt
    asked = [option.value for option in prompt.options] if isinstance(prompt, (Choose, ChooseEach)) else []
    like = [other for other in (*asked, *known(None, "choices")) if other.partition(" ")[0] == first]
    whole = all(other == first for other in like) and re.fullmatch(r"[a-z ]+", more)
    meant = like and not whole
    if reply.accepted or (meant and name not in _begin_lines(self)):
        return reply
    listed = ", ".join(known(self.rulebook.game, "choices")) or "none"
    line = could_stand(self, f"{name} {word}")
    raise BadStory(f"{word!r} is no choice of any game; choices of {self.game.title} are {listed}; {line}")


def _begin_lines(self: Rehearsal) -> set[str]:
    """Words that a line of the language begins with, and so no player is called by."""
    return {"as", *(re.split(r"[ :]", form(pattern))[0] for pattern in self.forms if pattern[:1].isalpha())}


def mishap_told(self: Rehearsal, kind: str, stood: Prompt | None, reply: Reply) -> Reply:
    """An irregularity that was refused is one of that moment, or one that some book of the game provides for."""
    here = [mishap.kind for mishap in stood.may_go_wrong] if stood is not None else []
    kept = known(self.rulebook.game, "mishaps")
    if reply.accepted or kind in here or kind in kept or f"{kind.partition(':')[0]}:{NAME}" in kept:
        return reply
    listed = ", ".join(f"!{each}" for each in dict.fromkeys((*here, *kept)))
    raise BadStory(f"no irregularity is called {kind!r}; {self.game.title} knows {listed or 'none'}")


def spot_told(self: Rehearsal, spot: str | None, reply: Reply) -> Reply:
    """A wager that was refused lies on a spot of the window, or on one of a kind that the game has."""
    if reply.accepted or spot is None:
        return reply
    spot = self.game.spot_named(spot)
    parts = [re.split(r"[:#]", part)[0] for part in spot.split("+")]  # chips between two spots lie on both
    kind, window = parts[0], self.table.prompt
    here = [*window.spots] if isinstance(window, TakeWagers) else []
    kinds = {each.partition(":")[0] for each in (*here, *known(self.rulebook.game, "spots"))}
    kinds |= {
        wager.spot for wager in stakes(self.table.progress.steps)
    }  # a double or a split lies there by its own name
    called = isinstance(window, TakeWagers) and window.pieces_of is not None
    if kinds.issuperset(parts) or kind[:1].isdigit() or kind[:1] == "$" or (called and _is_called(window, spot)):
        return reply
    raise BadStory(f"no wager of {self.game.title} is called {spot!r}; it has {', '.join(sorted(kinds))}")


def _is_called(window: Prompt | None, spot: str) -> bool:
    assert isinstance(window, TakeWagers) and window.pieces_of is not None
    return isinstance(window.pieces_of(spot, 100, window.sign), tuple)


# What a story meets


def meet(self: Rehearsal, prompt: Prompt | None) -> None:
    """Notes the words of a game that stand open at this moment."""
    met = self.told.met
    if prompt is None:
        return
    for mishap in prompt.may_go_wrong:
        met.setdefault(("mishaps", _without_names(self, mishap.kind)), _without_names(self, mishap.label))
    if isinstance(prompt, (Choose, ChooseEach)):
        short = (prompt.short,) if isinstance(prompt, ChooseEach) and prompt.short is not None else ()
        for option in (*prompt.options, *short):
            label = re.sub(r"\$?\d[\d,.]*", "…", _without_names(self, option.label))
            met.setdefault(("choices", _without_names(self, option.value)), label)
    if isinstance(prompt, ChooseEach):
        for stake in prompt.stakes.values():
            met.setdefault(("spots deciding", stake.spot), "")
    if isinstance(prompt, TakeWagers):
        for spot in prompt.spots if len(prompt.spots) < 12 else {spot.partition(":")[0]: None for spot in prompt.spots}:
            met.setdefault((f"spots {prompt.window}", "3-17-24" if spot[:1].isdigit() else spot), "")


def meet_facts(self: Rehearsal, cloth: Felt) -> None:
    """Notes what the cloth shows at the end of a story."""
    for name, _ in cloth.facts:
        self.told.met.setdefault(("told", re.sub(r"\d+", "3", _without_names(self, name))), "")


def gathered(stories: Iterable[Told]) -> Words:
    """The words that some stories have met, in the order of the alphabet."""
    words = Words()
    for told in stories:
        for (sort, word), label in told.met.items():
            if sort.startswith("spots "):
                words.spots.setdefault(sort.removeprefix("spots "), []).append(word)
            elif sort == "told":
                words.told.append(word)
            else:
                getattr(words, sort).setdefault(word, label)
        for event in told.events:
            if isinstance(event, Decided):
                words.outcomes.append(re.sub(r"\d+", "3", event.outcome))
    for window, spots in words.spots.items():
        words.spots[window] = list(dict.fromkeys(spots))
    words.choices, words.mishaps = dict(sorted(words.choices.items())), dict(sorted(words.mishaps.items()))
    words.outcomes, words.told = sorted(set(words.outcomes)), sorted(set(words.told))
    return words


def _without_names(self: Rehearsal, text: str) -> str:
    for name in self.purses:
        text = re.sub(rf"\b{re.escape(name)}\b", NAME, text)
    return text
