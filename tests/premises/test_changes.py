"""Settings of a house that is open: what they would do is told first, each table's own book judges it, the rest is untouched."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from houseway.floor.pace import Pace
from houseway.floor.people import Person, player
from houseway.floor.table import Order
from houseway.play.wagers import Limits
from houseway.premises.changes import Outcome, compare
from houseway.premises.premises import Premises
from houseway.premises.settings import load, of_text

BOSS = Person("L. Brandt", "casino supervisor")

FLOOR = """
[house]
port = 8131

[[table]]
name = "RD-1"
book = "vic-1997-red-dog"
dealt_by = "dealer"
sign = { limits = "5 to 500" }

[[table]]
name = "BJ-1"
book = "act-1992-blackjack"
dealt_by = "dealer"
sign = { limits = "5 to 500" }

[rapid]
tables = 1
terminals = 2
wagering_period = 40
"""


class Evening:
    """An open house whose wall clock the test moves."""

    def __init__(self, tmp_path: Path, text: str = FLOOR) -> None:
        self.file, self.now = tmp_path / "floor.toml", datetime(2026, 11, 16, 20, 0)
        self.file.write_text(text, encoding="utf-8")
        self.database = f"sqlite:///{tmp_path / 'floor.db'}"

    def run(self, during: Callable[[Premises], Awaitable[None]]) -> None:
        async def evening() -> None:
            premises = Premises(self.database, Pace(), lambda: self.now, load(self.file))
            premises.start()
            try:
                await during(premises)
            finally:
                await premises.stop()

        asyncio.run(evening())


def told(outcomes: list[Outcome]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for outcome in outcomes:
        found.setdefault(outcome.change.table, []).append((outcome.change.words, outcome.state))
    return found


def heads(premises: Premises) -> dict[str, Any]:
    premises.ledger.settle_down()
    mine = [stream for stream in premises.ledger.streams() if not stream.startswith("desk:")]
    return {stream: premises.ledger.head(stream) for stream in mine}


def test_the_same_settings_change_nothing_and_comparing_never_does(tmp_path: Path) -> None:
    evening = Evening(tmp_path)

    async def during(premises: Premises) -> None:
        before = heads(premises)
        assert compare(premises, load(evening.file)) == []
        assert compare(premises, of_text('[[table]]\nname = "RD-2"\nbook = "ma-red-dog"\n')) != []
        assert heads(premises) == before
        assert await premises.changes.apply(load(evening.file)) == []

    evening.run(during)


def test_what_may_change_at_once_does_and_other_tables_hear_nothing_of_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    wanted = FLOOR.replace('book = "vic-1997-red-dog"\ndealt_by = "dealer"\nsign = { limits = "5 to 500" }',
                           'book = "vic-1997-red-dog"\nsign = { limits = "5 to 250", players_per_area = 2 }')  # fmt: skip
    wanted = wanted.replace("terminals = 2", "terminals = 3").replace("wagering_period = 40", "wagering_period = 30")
    wanted += '\n[[table]]\nname = "MW-1"\nbook = "act-1992-money-wheel"\nsign = { areas = 6, limits = "1 to 20" }\n'

    async def during(premises: Premises) -> None:
        await premises.do("RD-1", Order(Person("G. Soup", "game supervisor"), "share", {"players": 2}, at=evening.now))
        before = heads(premises)  # who shares an area is a game supervisor's word (5.7), and no settings file's
        found = await premises.changes.apply(of_text(wanted), BOSS)
        assert told(found) == {
            "RR-1": [("ATS-3 is attached", "done"), ("the wagering period becomes 30 seconds", "done")],
            "RD-1": [
                ("limits $5 to $500 become $5 to $250", "done"),
                ("the house deals", "done"),
            ],
            "MW-1": [("a table of act-1992-money-wheel", "done")],
        }
        tables = premises.house.tables
        assert (
            tables["RD-1"].state.sign.limits == Limits(500, 25_000) and tables["RD-1"].state.sign.players_per_area == 2
        )
        assert premises.house.dealt_by["RD-1"] == "house" and "MW-1" in premises.dealers and "MW-1" in premises.recent
        assert heads(premises)["BJ-1"] == before["BJ-1"]
        assert compare(premises, of_text(wanted)) == []
        said = [entry for entry in premises.ledger.entries("desk:operations") if entry.kind == "settings applied"]
        assert len(said) == 1 and said[0].by == "casino supervisor:L. Brandt" and len(said[0].body["changes"]) == 5

    evening.run(during)
    evening.file.write_text(wanted, encoding="utf-8")

    async def tomorrow(premises: Premises) -> None:
        assert compare(premises, load(evening.file)) == []
        assert premises.house.dealt_by["RD-1"] == "house"

    evening.run(tomorrow)


def test_a_higher_minimum_waits_as_long_as_the_book_wants_its_sign_to_stand(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    wanted = FLOOR.replace('sign = { limits = "5 to 500" }', 'sign = { limits = "10 to 500" }')

    async def during(premises: Premises) -> None:
        found = await premises.changes.apply(of_text(wanted))
        tables = premises.house.tables
        notice = {name: tables[name].general.higher_minimum.value.minutes for name in ("RD-1", "BJ-1")}
        assert (
            notice["RD-1"] > 0 == notice["BJ-1"]
        )  # one book wants a sign for minutes, the other that it is told before
        waits, done = found
        assert (waits.change.table, waits.state, done.change.table, done.state) == ("RD-1", "waits", "BJ-1", "done")
        assert f"{notice['RD-1']} are required" in waits.because and waits.by.clauses
        assert [tables[name].state.sign.limits.minimum for name in notice] == [500, 1000]
        evening.now += timedelta(minutes=notice["RD-1"] - 1)
        await premises.changes.try_again()
        assert tables["RD-1"].state.sign.limits.minimum == 500
        evening.now += timedelta(minutes=1)
        await premises.changes.try_again()
        assert tables["RD-1"].state.sign.limits.minimum == 1000
        assert premises.changes.waiting == []

    evening.run(during)


def test_a_table_no_longer_named_closes_after_its_notice(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    wanted = FLOOR[: FLOOR.index("[[table]]")] + FLOOR[FLOOR.index('[[table]]\nname = "BJ-1"') :]

    async def during(premises: Premises) -> None:
        table = premises.house.tables["RD-1"]
        reply = await premises.do("RD-1", Order(player("Anna"), "sit", {"area": 1}, at=evening.now))
        assert reply.accepted
        found = await premises.changes.apply(of_text(wanted), BOSS)
        assert told(found) == {"RD-1": [("no settings name it any more", "waits")]}
        assert found[0].by.clauses and table.state.status == "open" and table.state.posted_closing is not None
        evening.now += timedelta(minutes=table.general.closing.value.minutes)
        await premises.do("RD-1", Order(BOSS, "tell inspector", at=evening.now))
        await premises.changes.try_again()
        assert table.state.status == "closed" and premises.changes.waiting == []
        assert told(await premises.changes.apply(of_text(FLOOR), BOSS)) == {"RD-1": [("the table reopens", "done")]}

    evening.run(during)


def test_what_a_table_is_made_of_stays_and_so_does_the_address_of_the_house(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    wanted = FLOOR.replace("act-1992-blackjack", "act-1992-blackjack+over-under").replace("8131", "8132")

    async def during(premises: Premises) -> None:
        before = heads(premises)
        found = await premises.changes.apply(of_text(wanted))
        assert [(outcome.change.table, outcome.state) for outcome in found] == [("", "cannot"), ("BJ-1", "cannot")]
        assert "house.port holds from the next start" in found[0].change.words
        assert found[1].change.words.startswith("book is act-1992-blackjack as long as the table stands")
        assert heads(premises) == before

    evening.run(during)


def test_a_start_with_other_settings_tells_the_difference_and_leaves_tables_as_they_were(
    tmp_path: Path, caplog: Any
) -> None:
    evening = Evening(tmp_path)

    async def nothing(premises: Premises) -> None:
        pass

    evening.run(nothing)
    evening.file.write_text(FLOOR.replace("terminals = 2", "terminals = 4"), encoding="utf-8")

    async def during(premises: Premises) -> None:
        assert list(premises.house.tables["RR-1"].state.stations) == ["ATS-1", "ATS-2"]
        assert [line for line in caplog.messages if "RR-1: ATS-4 is attached" in line]
        await premises.changes.read_again()  # what SIGHUP asks for
        assert list(premises.house.tables["RR-1"].state.stations) == ["ATS-1", "ATS-2", "ATS-3", "ATS-4"]
        before = heads(premises)
        evening.file.write_text(FLOOR.replace("terminals = 2", "terminals = 25"), encoding="utf-8")
        await premises.changes.read_again()
        assert heads(premises) == before and "rapid.terminals: a table has 1 to 24 terminals" in caplog.messages[-1]

    evening.run(during)
