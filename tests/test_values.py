"""Values are frozen in service as under test, and are dataclasses to whoever asks."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace

import pytest

from houseway.law.clause import NO_CLAUSE
from houseway.play.events import Event, Noted
from houseway.play.prompts import Steps
from houseway.play.wagers import Limits, Sign, Wager
from houseway.values import field, value


@value
class Chip:
    cents: int
    colours: dict[str, int] = field(default_factory=dict)
    words: str = "chip"


@value
class Plaque(Chip):
    number: int = 1


def test_nothing_assigns_to_a_value():
    for one, name in ((Chip(5), "cents"), (Plaque(5), "number"), (Noted(NO_CLAUSE, "said"), "by"), (Sign(), "areas")):
        with pytest.raises(AttributeError):
            setattr(one, name, 1)
        with pytest.raises(AttributeError):
            one.another = 1


def test_a_value_is_a_dataclass_to_whoever_asks():
    assert is_dataclass(Chip)
    assert [one.name for one in fields(Plaque)] == ["cents", "colours", "words", "number"]
    assert replace(Plaque(5, {"red": 1}), number=2) == Plaque(5, {"red": 1}, "chip", 2)
    assert Chip(5).colours is not Chip(5).colours
    assert Wager("P1", 1, "original", 100) == Wager("P1", 1, "original", 100)
    assert hash(Limits(1, 2)) == hash(Limits(1, 2))


def test_every_kind_of_event_is_a_value_of_its_own_fields():
    kinds, found = [Event], 0
    while kinds:
        kind = kinds.pop()
        kinds.extend(kind.__subclasses__())
        assert tuple(one.name for one in fields(kind)) == kind.__struct_fields__, f"{kind} lacks its @value"
        assert kind.__struct_config__.frozen
        found += 1
    assert found > 40


def test_questions_are_the_same_whatever_function_a_game_lends_them():
    one, again = (Steps(NO_CLAUSE, "Shuffle", ("wash",), lambda steps: "", ("wash",)) for _ in range(2))
    assert one.rule is not again.rule
    assert one == again
    assert hash(one) == hash(again)
    assert one != Steps(NO_CLAUSE, "Cut", ("wash",), one.rule, ("wash",))
