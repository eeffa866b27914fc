"""What two readers of the gazettes found: every line has its case, or says why there is none; and what no story can tell."""

from __future__ import annotations

import re
import tomllib
from datetime import datetime
from pathlib import Path

from houseway.floor.people import Person, player
from houseway.floor.table import Order, Table
from houseway.ledger import Post, Transfer, open_ledger
from houseway.play.decision import Refused
from houseway.play.prompts import Draw, TakeWagers
from houseway.play.wagers import Limits, SetUp, Sign

ROOT = Path(__file__).parents[1]
NOON = datetime(2026, 11, 16, 12, 0)
BOSS = Person("L. Brandt", "casino supervisor")


def test_every_line_has_its_case_or_says_why() -> None:
    files = (ROOT / "houseway/games").glob("*/scenarios/*.toml")
    cases = {case["id"] for file in files for case in tomllib.loads(file.read_text())["case"]}
    rows = re.findall(r"^\| (\S+) \| (?:`(\S+)`)? ?\| (.+) \|$", (ROOT / "docs/readers.md").read_text(), re.M)
    assert len(rows) == len({id for id, _, _ in rows}) == 144
    assert [case for _, case, _ in rows if case and case not in cases] == []
    assert all(case.removeprefix("L-") == id.removeprefix("L-") for id, case, _ in rows if case)
    assert [id for id, case, why in rows if not case and len(why) < 40] == []


def test_what_the_table_knows_is_not_said_otherwise() -> None:
    """VRD-08: the generator has cards. VRD 10.7: who plays without a seat is there, though nobody says so."""
    ledger = open_ledger()
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", 10_000, "buy-in"),))])
    set_up = SetUp(sign=Sign(Limits(1_000, 50_000), areas=7))
    table = Table.open(ledger, "RD-1", "vic-1997-red-dog", set_up, BOSS, NOON, cards_from="rng", ready=True)
    assert isinstance(table, Table)

    def do(who: Person, act: str, **details: object) -> Refused | None:
        decision = table.do(Order(who, act, details, at=NOON)).decision
        return decision if isinstance(decision, Refused) else None

    assert do(player("anna"), "place", spot="original", cents=1_000, area=1) is None
    assert do(BOSS, "answer") is None
    assert isinstance(table.prompt, Draw)
    short = do(BOSS, "irregularity", value={"irregularity": "short"})
    assert short is not None and "9.7" in {clause.number for clause in short.by.clauses}
    while table.state.round == 1:
        prompt = table.prompt
        assert prompt is not None
        assert (
            do(
                BOSS,
                "answer",
                **({} if isinstance(prompt, (Draw, TakeWagers)) else {"value": prompt.write(prompt.usually())}),
            )
            is None
        )
    unposted = do(BOSS, "close")
    assert unposted is not None and "10.7" in {clause.number for clause in unposted.by.clauses}
