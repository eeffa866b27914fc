"""Sessions, counting, pay tables and sweeps as pages: they say what the terminal says, and refuse in a sentence."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from houseway.lab import counting, paytables, sessions, study
from houseway.lab.studies import plan
from tests.web.served import Served

DOG, BACCARAT, DICE = "vic-1997-red-dog", "act-1992-baccarat", "act-1992-sic-bo"
HI_LO = '[tags]\n"2 3 4 5 6" = 1\n"T J Q K A" = -1\n'


def _read(house: Served, path: str, status: int = 200, **asked: str) -> str:
    answer = house.client().get(f"/odds/{path}", params=asked)
    assert answer.status_code == status, answer.text
    assert "style=" not in answer.text.partition("<main")[2].partition("<svg")[0]
    return html.unescape(answer.text)


@pytest.mark.long
def test_pages_answer_as_the_lab_does(house: Served, tmp_path: Path) -> None:
    sat = sessions.session(study(DOG), 100, 500, 200)
    page = _read(house, f"{DOG}/session", bankroll="100", rounds="500", goal="200")
    for chance in (sat.ruin, sat.reached, sat.ahead):
        assert f"{float(chance):.4%}" in page
    assert "<svg" in page, "what is left is drawn"
    page = _read(house, f"{BACCARAT}/counting", wager="tie", penetration="0.75", system=HI_LO)
    effect = counting.removal(study(BACCARAT), "tie").effects["T"]
    assert f"{float(effect):+.5%}" in page and "correlation" in page and "True count from" in page
    solved = paytables.solve(study(DICE), "pays.total.4", "10%")
    assert solved.words in _read(house, f"{DICE}/pay-tables", provisions="pays.total.4", edge="10%")
    page = _read(house, f"{DOG}/pay-tables", provisions="spread_pays.1", values="1-6", between="2%..4%")
    assert (
        f"{len(list(paytables.tables(study(DOG), ['spread_pays.1'], range(1, 7), ('2%', '4%'))))} tables have" in page
    )
    page = _read(house, f"{DOG}/study", sweep="decks = 1, 8")
    assert "3.1554%" in page and "2.7509%" in page, "as published"
    shown = re.search(r'<pre class="study-file"[^>]*>(.*?)</pre>', page, re.DOTALL)
    assert shown is not None
    (tmp_path / "decks.toml").write_text(shown[1], encoding="utf-8")
    made = plan(tmp_path / "decks.toml")
    assert made.sweep == {"decks": ("1", "8")} and made.studies(), "the file that is shown is a study"


REFUSED = [
    (f"{DOG}/session", {"bankroll": "0.5"}, "cannot make one wager"),
    (f"{DOG}/session", {"bankroll": "many"}, "many"),
    (f"{DOG}/session", {"bankroll": "10", "rounds": "1e9"}, "from 1 to 20,000"),
    (f"{DOG}/session", {"bankroll": "10", "goal": "5"}, "is no goal"),
    (f"{DOG}/session", {"bankroll": "10", "wager": "luck"}, "has no 'luck'"),
    ("act-1992-american-roulette/counting", {"penetration": "0.75"}, "no cards from a shoe"),
    (f"{BACCARAT}/counting", {"penetration": "2", "system": HI_LO}, "between 0 and 1"),
    (f"{BACCARAT}/counting", {"penetration": "x", "system": HI_LO}, "between 0 and 1"),
    (f"{BACCARAT}/counting", {"penetration": "0.5", "system": "no"}, "a counting system is written"),
    (f"{DICE}/pay-tables", {"provisions": "luck"}, "names no provision"),
    (f"{DICE}/pay-tables", {"provisions": "pays.total.4", "edge": "x"}, "'x'"),
    (f"{DICE}/pay-tables", {"provisions": "pays.total.4", "between": "2%"}, "2%..3%"),
    (f"{DOG}/study", {"sweep": "luck = 1"}, "luck"),
    (f"{DOG}/study", {"sweep": "decks"}, "a provision and its values"),
    (f"{DOG}/study", {"sweep": "decks = " + ", ".join("1" * 61)}, "settings"),
]


def test_what_cannot_be_is_said_in_a_sentence(house: Served) -> None:
    for path, asked, because in REFUSED:
        alert = re.search(r'role="alert">([^<]*)', _read(house, path, 422, **asked))
        assert alert is not None and because.lower() in alert[1].lower(), (path, asked)
