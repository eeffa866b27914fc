from dataclasses import dataclass
from fractions import Fraction

import pytest

from houseway.forms import Misread, canonical, digest, read, write
from houseway.kit.cards import Card, card
from houseway.money import Odds
from houseway.play.wagers import Limits, Marker, Sign


@dataclass(frozen=True)
class Sample:
    name: str
    odds: dict[int, Odds]
    cards: tuple[Card, ...] = ()
    share: Fraction = Fraction(1, 20)
    most: int | None = None


VALUES = [
    (Sample, Sample("a", {1: Odds(5), 2: Odds(3, 2)}, (card("7S"),), Fraction(2, 3), 4)),
    (
        Sign,
        Sign(Limits(500, None, 5), {"inside": Limits(1, 2)}, markers=(Marker("P1", 2, 9, "M"),), odds={"1": Odds(6)}),
    ),
    (frozenset[str], frozenset({"a", "b"})),
    (tuple[int, str], (1, "x")),
]


@pytest.mark.parametrize(("kind", "value"), VALUES)
def test_what_is_written_is_read_back(kind, value):
    assert read(kind, write(value)) == value


WRONG = [
    (int, 1.0, "not a whole number"),
    (int, True, "not a whole number"),
    (str, 5, "not text"),
    (Card, "1S", "not a card"),
    (Odds, "5:1", "not a pair of odds"),
    (Fraction, 0.5, "not a fraction"),
    (Limits, {"minimum": 1, "maximun": 2}, "there is no 'maximun'"),
    (Marker, {"player": "a"}, "'area' is missing"),
    (tuple[int, str], [1], "1 items where 2 are needed"),
    (dict[int, Odds], {"x": "1 to 1"}, "not a whole number or a range"),
    (dict[int, Odds], {"1-3": "1 to 1", "2": "2 to 1"}, "2 is given twice"),
    (int | None, "x", "not a whole number"),
]


@pytest.mark.parametrize(("kind", "doc", "why"), WRONG)
def test_a_wrong_form_is_refused_with_the_reason(kind, doc, why):
    with pytest.raises(Misread, match=why):
        read(kind, doc, "here")


def test_alternatives_are_tried_in_their_order_wherever_they_stand():
    """Python holds ``int | str`` and ``str | int`` equal; a reader that is kept for one must not serve the other."""
    for first, other in ((Fraction | str, str | Fraction), (str | Fraction, Fraction | str)):
        assert first == other
        for kind in (first, other):
            kept = Fraction(1, 2) if kind.__args__[0] is Fraction else "1/2"
            assert read(kind, "1/2") == kept
            assert read(tuple[kind, ...], ["1/2"]) == (kept,)
            assert read(dict[str, kind], {"odds": "1/2"}) == {"odds": kept}


def test_ranges_stand_for_every_number_in_them():
    assert read(dict[int, Odds], {"1": "5 to 1", "4-6": "1 to 1"}) == {1: Odds(5), 4: Odds(1), 5: Odds(1), 6: Odds(1)}


def test_nothing_is_written_as_a_float():
    with pytest.raises(Misread, match="float"):
        write({"a": 1.5})


def test_one_value_has_one_digest():
    assert canonical({"b": 1, "a": [2]}) == '{"a":[2],"b":1}'
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
