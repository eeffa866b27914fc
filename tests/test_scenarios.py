"""The page about worked scenarios names every word of the story language and every fact."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.floor.scenario import KEYS
from houseway.floor.story.facts import FACTS, FACTS_ABOUT
from houseway.floor.story.words import WORDS as LINES

PAGE = (Path(__file__).parents[1] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def words(pattern: str) -> str:
    """The first plain words of a pattern: what a writer of stories has to know."""
    plain = re.sub(r"\(\?:.*?\)\??|\(.*?\)[?+*]?|\[.*?\][+*]?|\\\S", "~", pattern)
    found = [part.strip() for part in re.findall(r"[a-z][a-z ]*", plain)]
    return max(found, key=len, default="")


WORDS = sorted({words(pattern) for pattern, _ in LINES} - {""})


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_a_story_is_explained(word: str) -> None:
    assert word in PAGE


def test_every_key_of_a_case_is_explained() -> None:
    assert [key for key in KEYS if f"`{key}`" not in PAGE] == []


def test_every_fact_is_explained() -> None:
    known = {*FACTS, *FACTS_ABOUT}
    assert [fact for fact in sorted(known) if f"`{fact}`" not in PAGE] == []


def test_there_are_many_words() -> None:
    assert len(WORDS) > 60
