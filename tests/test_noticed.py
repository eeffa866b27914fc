"""What a mutant showed that nobody looked at (``make mutants``): each a small thing that would have changed unseen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from houseway import games
from houseway.floor.cage.desk import STREAM, Cage
from houseway.floor.cage.state import Arrangement
from houseway.floor.orders import Order
from houseway.floor.people import Person
from houseway.floor.story import teller
from houseway.games.pai_gow.deal import Deal
from houseway.games.pai_gow.hands import Setting
from houseway.games.pai_gow.touching import as_held
from houseway.kit.tiles import TILES
from houseway.law.library import _each
from houseway.law.studying import _literal
from houseway.ledger import open_ledger
from houseway.ledger.holding import Holding
from houseway.play.decision import Refused


def test_a_held_file_is_lost_when_it_is_gone_or_another(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    held = Holding(path)
    assert not held.lost, "nothing has been opened yet"
    path.touch()
    held.opened()
    assert not held.lost
    path.rename(tmp_path / "old.db")
    assert held.lost
    path.touch()
    assert held.lost, "another file lies in its place"


def test_a_cage_is_arranged_anew_only_when_something_changes() -> None:
    ledger = open_ledger("sqlite:///:memory:")
    cage, usual = Cage(ledger), Arrangement((100, 500))
    cage.install(usual, 10_000, {}, "2026-11-17T09:00:00")
    cage.install(usual, 10_000, {}, "2026-11-17T10:00:00")
    assert [entry.kind for entry in ledger.entries(STREAM)] == ["installed"]
    cage.install(replace(usual, alone=5), 10_000, {}, "2026-11-17T11:00:00")
    assert [entry.kind for entry in ledger.entries(STREAM)] == ["installed", "arranged"]
    assert cage.state.arrangement.alone == 5
    ledger.close()


def test_more_players_to_an_area_than_the_book_allows_is_refused() -> None:
    told = teller("vic-2000-pai-gow")
    told.tell("sign 10 to 500")
    boss = Person("G. Soup", "game supervisor")
    reply = told.table.do(Order(boss, "share", {"players": 4}, at=told.now))
    assert isinstance(reply.decision, Refused) and "9.7" in str(reply.decision.by)
    assert told.table.do(Order(boss, "share", {"players": 3}, at=told.now)).accepted
    told.ledger.close()


def test_a_setting_uses_each_of_four_tiles_once() -> None:
    lying = (TILES[0], TILES[1], TILES[2], TILES[4])  # a pair and two others
    deal = SimpleNamespace(tiles={2: list(lying)})
    named = Setting((TILES[0], TILES[2]), (TILES[0], TILES[4]))  # whoever names a pair may name one of it twice
    held = as_held(cast(Deal, deal), 2, named)
    assert sorted(map(id, (*held.high, *held.low))) == sorted(map(id, lying))


def test_a_range_in_a_table_is_each_of_its_entries() -> None:
    assert list(_each("odds", {"4-6": 1, "7": {"won": 2}})) == ["odds.4", "odds.5", "odds.6", "odds.7.won"]


def test_a_table_is_written_in_one_line() -> None:
    assert _literal(dict[str, int], "a:1, b:2") == {"a": 1, "b": 2}
    assert _literal(str, "a:1") == "a:1"


def test_a_variant_is_found_by_its_own_id() -> None:
    variants = {part.id: part.variant for book in games.library().values() for part in book.amendments if part.variant}
    assert variants and {id: games.instrument(id)[1] for id in variants} == variants
