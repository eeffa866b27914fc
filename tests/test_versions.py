"""A record that outlives a rename: versions on entries, carries and snapshots, and ledgers of every released version."""

from __future__ import annotations

import lzma
import signal
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway import games
from houseway.floor.house import House
from houseway.floor.keno.desk import Keno
from houseway.floor.keno.reports import changed_papers, proofs
from houseway.floor.rerunning import as_recorded, round_of
from houseway.floor.state import SecretsNow, State, TerminalsNow, read_state, write_state
from houseway.floor.story import Rehearsal, lines
from houseway.floor.table import Table
from houseway.forms import Misread
from houseway.ledger import Post, Transfer, UnsafeStore, audit, open_ledger
from houseway.ledger.backup import restore
from houseway.ledger.schema import SCHEMA
from houseway.ledger.upgrades import RECORD, NewerEntry, as_said_today
from houseway.play.events import Settled
from houseway.play.secret import Form
from houseway.play.terminals import Station
from houseway.play.wagers import SetUp
from houseway.versions import renamed, upgraded, versioned

from .data.make_ledger import Clock, step
from .forks import Forks
from .stores import fresh_database
from .terminal import typed

pytestmark = pytest.mark.xdist_group("stores")

DATA = Path(__file__).parent / "data"
RELEASED = sorted(path.name.split(".")[0].partition("-")[2] for path in DATA.glob("ledger-*.db.xz"))
LATER = datetime(2026, 11, 17, 12)


@pytest.fixture(params=RELEASED)
def old(request, tmp_path):
    """The database of a released version."""
    packed = (DATA / f"ledger-{request.param}.db.xz").read_bytes()
    (tmp_path / "house.db").write_bytes(lzma.decompress(packed))
    return tmp_path / "house.db"


def runs_again_and_goes_on(ledger):
    assert audit(ledger).sound, audit(ledger).findings
    house = House(ledger, lambda: LATER)
    house.load_floor()
    assert house.out_of_order == {} and len(house.tables) == 18
    for name, table in house.tables.items():
        rounds = [round_of(table, entry) for entry in ledger.newest(name, "round-over", 100)]
        assert len(rounds) >= 4, name
        settled = 0
        for body in rounds:
            assert body["law"]["digest"] == body["edition"], name  # what it stood for then, whatever the books say now
            settled += sum(isinstance(step, Settled) for step in as_recorded(ledger, body).steps)
        assert settled, name
        another_round(table)
    keno = Keno(ledger)
    assert all(proof.agrees for proof in proofs(keno)) and list(changed_papers(keno)) == []
    assert keno.do(keno_sale()).accepted
    ledger.settle_down()
    found = audit(ledger)
    assert found.sound, found.findings


def keno_sale():
    from houseway.floor.keno.desk import Order as KenoOrder
    from houseway.floor.people import Person

    return KenoOrder(Person("W", "dealer"), "sell", {"numbers": [1, 2, 3], "cents": 200}, "a-sale", LATER)


def another_round(table):
    """Whatever round is under way, and the one after it, come to their end."""
    last, clock = table.state.round + 1, Clock(LATER)
    for _ in range(600):
        if table.state.round > last:
            break
        step(table, clock)
    assert table.state.round > last
    body = round_of(table, table.ledger.newest(table.name, "round-over", 1)[0])
    assert body["law"]["digest"] == body["edition"]
    assert as_recorded(table.ledger, body).over


@pytest.mark.long
def test_a_ledger_of_every_release_opens_runs_again_and_goes_on(old):
    ledger = open_ledger(f"sqlite:///{old}")
    runs_again_and_goes_on(ledger)
    ledger.close()
    again = open_ledger(f"sqlite:///{old}")  # and opens once more, with entries of both versions in one chain
    versions = {entry.version for entry in again.entries("RD-1")}
    assert versions == {1, RECORD} and audit(again).sound
    again.close()


@pytest.mark.real
def test_a_ledger_of_every_release_is_restored_into_postgresql(old):
    ledger = open_ledger(fresh_database())
    assert restore(old, ledger, None, "L. Brandt", "M. Okafor", "a new server").sound
    runs_again_and_goes_on(ledger)
    ledger.close()


# Documents


def test_a_document_of_an_earlier_version_is_brought_up_step_by_step():
    steps = (renamed(faithful="every_round"), lambda doc: {**doc, "rounds": doc["rounds"] + 1})
    assert upgraded({"faithful": ["a"], "rounds": 1}, steps, "carry") == {"every_round": ["a"], "rounds": 2}
    assert upgraded({"v": 2, "every_round": [], "rounds": 1}, steps, "carry") == {"every_round": [], "rounds": 2}
    assert versioned({"a": 1}, steps) == {"v": 3, "a": 1}
    with pytest.raises(Misread, match="of version 4, and this program reads versions up to 3"):
        upgraded({"v": 4}, steps, "carry")
    with pytest.raises(NewerEntry, match="reads versions up to"):
        as_said_today("began", RECORD + 1, {})


def test_a_renamed_field_of_a_carry_is_a_step_of_its_game(old):
    """What the audit tried: ``faithful`` has got another name, and tables that remember it by that name load."""
    ledger = open_ledger(f"sqlite:///{old}")
    game = games.game("blackjack")
    carries = [entry.body["carry"] for entry in ledger.newest("BJ-1", "round-over", 100)]
    wanted = max((carry for carry in carries if "faithful" in carry), key=lambda carry: len(carry["faithful"]))
    found = game.read_carry(wanted)
    assert sorted(found.every_round) == sorted(wanted["faithful"]) != []
    assert game.read_carry(game.write_carry(found)) == found
    with pytest.raises(Misread, match="there is no 'faithful' here"):
        replace(game, carry_upgrades=()).read_carry(wanted)
    ledger.close()


def test_a_story_may_call_a_memory_by_the_name_it_had():
    for name in ("faithful", "every_round"):
        story = Rehearsal("act-1992-blackjack")
        for line in lines(f'remember {name} ["P1"] | wager P1@1:10'):
            story.line(line)
        assert story.fact(f"remembers {name}") == {"P1"}
        story.ledger.close()


def test_a_state_whose_chapters_had_no_parts_is_read_with_them():
    forms = (Form("P1", 1, "player", "ten dollars", 1000, 5000),)
    terminals = TerminalsNow({"ATS-1": Station("ATS-1", True, "P1")}, {"ATS-1": {"a": 7}}, 45, True)
    state = State("T", "b", "", {}, "d", "rng", SetUp(), terminals=terminals, secrets=SecretsNow(forms, (), True))
    now = write_state(state)
    then = {name: item for name, item in now.items() if name not in ("terminals", "secrets")}
    then |= {"v": 2, "held_winnings": ["P1"], **now["terminals"], **now["secrets"]}
    assert read_state(then) == state


def test_every_entry_carry_and_snapshot_says_its_version():
    ledger = open_ledger()
    house = House(ledger, lambda: LATER)
    from houseway.play.wagers import SetUp

    table = house.open_table("RD-1", "vic-1997-red-dog", SetUp())
    assert isinstance(table, Table)
    another_round(table)
    entries = list(ledger.entries("RD-1"))
    assert {entry.version for entry in entries} == {RECORD}
    assert all(entry.body["carry"]["v"] == 1 for entry in entries if "carry" in entry.body)
    kept = ledger.snapshot("RD-1")
    assert kept is not None and kept[1]["v"] == 3 and kept[1]["carry"]["v"] == 1


# The database


def as_the_first_houses_had_it(url):
    """A database of today made into one without versions: what the migration has to do is ahead of it again."""
    ledger = open_ledger(url)
    ledger.post([Post("cage", "buy-in", "", "anna", {}, (Transfer("cage", "player:anna", 5, "x"),), 1)]).result()
    ledger.close()
    engine = open_ledger(url).engine
    with engine.begin() as connection:
        for statement in ("DROP TABLE edition", "DROP TABLE schema", "ALTER TABLE entry DROP COLUMN version"):
            connection.exec_driver_sql(statement)
    engine.dispose()


def columns(url):
    ledger = open_ledger(url)
    with ledger.reading() as connection:
        found = sa.inspect(connection)
        names = {column["name"] for column in found.get_columns("entry")}
        tables = set(found.get_table_names())
        steps = [row.version for row in connection.exec_driver_sql("SELECT version FROM schema ORDER BY version")]
    ledger.close()
    return names, tables, steps


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    return fresh_database() if request.param == "postgresql" else f"sqlite:///{tmp_path / 'house.db'}"


OPENING = """
import importlib, sys
from houseway.ledger import fault_points, open_ledger
importlib.reload(fault_points)  # the mark at which this process is to die
open_ledger(sys.argv[1]).close()
"""


@pytest.fixture(scope="module")
def openings():
    with Forks("houseway.ledger", "sqlalchemy.dialects.sqlite", "psycopg") as forks:
        yield forks


@pytest.mark.real
def test_a_migration_may_be_killed_at_any_point(url, openings):
    as_the_first_houses_had_it(url)
    deaths = 0
    for mark in range(1, 20):
        migrating = openings.start(OPENING, url, HOUSEWAY_MARK=f"during migration:{mark}")
        told = migrating.told.read()
        code = migrating.wait()
        if code == 0:
            break
        assert code == -signal.SIGKILL, told
        deaths += 1
        assert not _has_schema(url)  # nothing of it is there, and the next start does it all
    assert deaths >= SCHEMA + 1
    names, tables, steps = columns(url)
    assert "version" in names and "edition" in tables and steps == list(range(1, SCHEMA + 1))
    ledger = open_ledger(url)
    assert audit(ledger).sound and ledger.balance("player:anna") == 5
    assert [entry.version for entry in ledger.entries("cage")] == [1]
    ledger.close()


def _has_schema(url):
    address = url.replace("postgresql://", "postgresql+psycopg://")
    engine = sa.create_engine(address)
    with engine.connect() as connection:
        found = "schema" in sa.inspect(connection).get_table_names()
    engine.dispose()
    return found


@pytest.mark.parametrize(
    "harm", ["UPDATE schema SET step = 'x' WHERE version = 2", "DELETE FROM schema WHERE version = 2"]
)
def test_a_database_that_misspeaks_of_its_version_is_not_used(url, harm):
    engine = open_ledger(url).engine
    with engine.begin() as connection:
        connection.exec_driver_sql(harm)
    engine.dispose()
    with pytest.raises(UnsafeStore, match="what it says of its own version is damaged"):
        open_ledger(url)


def test_a_newer_database_is_refused_in_one_line(url):
    engine = open_ledger(url).engine
    with engine.begin() as connection:
        connection.exec_driver_sql(f"INSERT INTO schema (version, step) VALUES ({SCHEMA + 1}, 'what comes next')")
    engine.dispose()
    with pytest.raises(UnsafeStore, match=f"of version {SCHEMA + 1}, and this program knows versions up to {SCHEMA}"):
        open_ledger(url)
    said = typed("audit", "--database", url)
    assert said.returncode == 2 and len(said.stderr.strip().splitlines()) == 1 and "newer houseway" in said.stderr
