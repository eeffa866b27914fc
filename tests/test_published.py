"""What others have printed: found anew, held against the page, and the page against itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.lab.published import Changed, Printed, changes, printed

pytestmark = pytest.mark.long  # compiled loops, or many exact values

PAGE = (Path(__file__).parents[1] / "docs" / "published.md").read_text(encoding="utf-8")
ROWS = {
    line.split(" | ")[0].strip("| ") + ": " + line.split(" | ")[1]: line
    for line in PAGE.splitlines()
    if line.count(" | ") > 4
}
SLOW = ("act-1992-blackjack", "vic-1999-caribbean-stud")  # of which the whole is in make prove


def some(listed: list[Printed] | list[Changed]) -> list[Printed | Changed]:
    slow = [one for one in listed if one.book in SLOW and one.set]
    return [one for one in listed if one not in slow] + slow[::7]


def shown(one: Printed) -> tuple[str, float, str]:
    """What the page says was printed, ours, and the note."""
    cells = [cell.strip() for cell in ROWS[f"{one.game}: {one.what}"].strip("|").split("|")]
    return cells[3], float(cells[4]), cells[6]


def test_the_page_has_forty_figures_and_says_why_one_is_not_met() -> None:
    figures = printed()
    assert len({(one.game, one.what) for one in figures}) == len(figures) >= 40
    for one in figures:
        figure, ours, note = shown(one)
        assert figure == one.figure and note == one.note
        assert abs(ours - float(figure)) <= 0.51 * 10**-one.digits or note, f"{one.game}, {one.what}: why?"


@pytest.mark.parametrize("one", some(printed()), ids=lambda one: f"{one.game}, {one.what}")
def test_a_figure_is_what_the_page_says(one: Printed) -> None:
    assert shown(one)[1] == pytest.approx(one.ours, abs=0.51 * 10 ** -max(4, one.digits))
    assert one.met or one.note


@pytest.mark.parametrize("one", some(changes()), ids=lambda one: f"{one.book}, {one.wager}, {', '.join(one.set)}")
def test_a_rule_change_is_worth_what_the_page_says(one: Changed) -> None:
    words = ", ".join(f"`{name}={value}`" for name, value in one.set.items())
    found = re.search(
        rf"^\| `{re.escape(one.book)}` \| {re.escape(one.wager)} \| {re.escape(words)} \| ([-+.0-9]+) \|$", PAGE, re.M
    )
    assert found is not None and float(found[1]) == pytest.approx(one.gain, abs=0.51e-4)
