"""The table of benchmarks before and after, from two pages."""

from __future__ import annotations

import pytest

from bench.before import rows, table

HEAD = "| work | ours | beside | theirs | ratio | not below | goal |\n|---|---|---|---|---|---|---|\n"
BEFORE = HEAD + (
    "| script | 16.7 k rounds/s | a peer | 9.9 k | 1.69× | 25 k, 3× | 80 k |\n"
    "| restart (4.88 s, which must be under 5) | 0.2 times/s |  |  |  | 0.2 |  |\n"
    "| left out since | 2.83e+03 M deals/s |  |  |  |  |  |\n"
)
AFTER = HEAD + (
    "| script | 33.4 k rounds/s | a peer | 11 k | 3.04× | 25 k, 3× | 80 k |\n"
    "| restart (2.50 s, which must be under 5) | 0.4 times/s |  |  |  | 0.2 |  |\n"
    "| added since | 1.2 M /s |  |  |  |  |  |\n"
)


def test_two_pages_make_one_table() -> None:
    assert table(rows(BEFORE), rows(AFTER))[2:] == [
        "| script | 16.7 k rounds/s | 33.4 k rounds/s | 2.00 | a peer | 1.69× | 3.04× |",
        "| restart | 0.2 times/s | 0.4 times/s | 2.00 |  |  |  |",
        "| added since |  | 1.2 M /s | new |  |  |  |",
        "| left out since | 2.83e+03 M deals/s |  | gone |  |  |  |",
    ]


@pytest.mark.parametrize(
    ("written", "rate"),
    [("16.7 k rounds/s", 16_700), ("2.83e+03 M deals/s", 2.83e9), ("0.201 times/s", 0.201), ("990 M /s", 990e6)],
)
def test_a_rate_is_read_as_it_is_written(written: str, rate: float) -> None:
    assert rows(f"| some work | {written} |  |  |  |  |  |")[0].rate == pytest.approx(rate)
