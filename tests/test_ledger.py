"""The ledger's contract, held by both databases."""

import json
import random
import signal
import threading
import time

import pysqlite3
import pytest
import sqlalchemy as sa

from houseway.ledger import KeyReused, LedgerBroken, Overdrawn, Post, Transfer, UnsafeStore, audit, open_ledger
from houseway.ledger.opening import _wal_is_safe
from tests.forks import Forks
from tests.stores import fresh_database


def buy_in(name="anna", cents=100_000):
    return Post("cage", "buy-in", "2026-11-15T20:00", name, {}, (Transfer("cage", f"player:{name}", cents, "buy-in"),))


def hold(cents, name="anna", stream="RD-1", **body):
    move = Transfer(f"player:{name}", f"held:{stream}", cents, "hold")
    return Post(stream, "placed", "2026-11-15T20:01", name, body, (move,))


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
def address(request, tmp_path):
    if request.param == "memory":
        return "sqlite:///:memory:"
    return fresh_database() if request.param == "postgresql" else f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture
def ledger(address):
    opened = open_ledger(address)
    yield opened
    opened.close()


def test_what_is_posted_is_there(ledger):
    ledger.post([buy_in()]).result()
    ledger.post([hold(2500, n=1), hold(500, n=2)]).result()
    assert ledger.balance("player:anna") == 97_000
    assert ledger.balance("held:RD-1") == 3000
    assert ledger.balance("cage") == -100_000
    assert [entry.body["n"] for entry in ledger.entries("RD-1")] == [1, 2]
    assert [entry.number for entry in ledger.entries("RD-1", after=1)] == [2]
    assert ledger.streams() == ["RD-1", "cage"]
    assert audit(ledger).sound


def test_an_overdraft_moves_nothing(ledger):
    ledger.post([buy_in(cents=1000)]).result()
    with pytest.raises(Overdrawn, match="player:anna holds 1000 cents, 1001 are wanted"):
        ledger.post([hold(500), hold(501)])
    assert ledger.balance("player:anna") == 1000
    ledger.settle_down()
    assert list(ledger.entries("RD-1")) == []
    assert audit(ledger).sound


def test_many_at_once_cannot_overspend(ledger):
    ledger.post([buy_in(cents=1000)]).result()
    taken, refused = [], []

    def spend():
        for _ in range(20):
            try:
                taken.append(ledger.post([hold(30)]))
            except Overdrawn:
                refused.append(1)

    threads = [threading.Thread(target=spend) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for future in taken:
        future.result()
    assert len(taken) == 33
    assert len(refused) == 160 - 33
    assert ledger.balance("player:anna") == 10
    assert audit(ledger).sound


def test_a_key_gives_the_same_answer_and_one_effect(ledger, address):
    ledger.post([buy_in()]).result()
    assert ledger.recall("k1", "d1") is None
    ledger.post([hold(100)], "k1", "d1", {"accepted": True}).result()
    assert ledger.recall("k1", "d1") == {"accepted": True}
    with pytest.raises(KeyReused):
        ledger.recall("k1", "other contents")
    if "memory" not in address:
        again = open_ledger(address)
        assert again.recall("k1", "d1") == {"accepted": True}
        assert again.balance("player:anna") == 99_900
        again.close()


def test_a_key_is_known_before_its_flush(ledger):
    ledger.post([buy_in()])
    ledger.post([hold(100)], "k1", "d1", {"n": 1})
    assert ledger.recall("k1", "d1") == {"n": 1}


def test_posts_share_flushes(ledger):
    ledger.post([buy_in()]).result()
    before = ledger.flushes
    futures = [ledger.post([hold(1, n=n)]) for n in range(300)]
    for future in futures:
        future.result()
    assert ledger.flushes - before < 150
    assert [entry.body["n"] for entry in ledger.entries("RD-1")] == list(range(300))


def test_snapshots_speak_of_the_entry_they_stand_at(ledger):
    ledger.post([buy_in()])
    ledger.post([hold(1), hold(2)], snapshot=("RD-1", {"state": 1})).result()
    assert ledger.snapshot("RD-1") == (2, {"state": 1})
    ledger.post([hold(3)], snapshot=("RD-1", {"state": 2})).result()
    assert ledger.snapshot("RD-1") == (3, {"state": 2})
    assert ledger.snapshot("RD-2") is None


def test_nothing_written_can_be_changed_through_the_front_door(ledger):
    ledger.post([buy_in()], "k", "d", {}).result()
    for statement in (
        "UPDATE entry SET kind = 'x'",
        "DELETE FROM entry",
        "UPDATE transfer SET cents = 5",
        "DELETE FROM transfer",
        "DELETE FROM command",
    ):
        with pytest.raises(sa.exc.DBAPIError, match="append-only"), ledger.reading() as connection:
            connection.exec_driver_sql(statement)


def test_the_database_itself_refuses_an_overdraft(ledger):
    ledger.post([buy_in(cents=10)]).result()
    ledger._balances["player:anna"] = 10**6  # as if our own bookkeeping were wrong
    future = ledger.post([hold(500)])
    with pytest.raises(LedgerBroken):
        future.result()
    with pytest.raises(LedgerBroken):
        ledger.post([hold(1)])


TAMPERING = [
    ("UPDATE entry SET body = '{}' WHERE stream = 'RD-1' AND number = 3", "RD-1, entry 3", "contents or transfers"),
    (
        "UPDATE entry SET \"by\" = 'mallory' WHERE stream = 'RD-1' AND number = 2",
        "RD-1, entry 2",
        "contents or transfers",
    ),
    (
        "UPDATE transfer SET cents = cents + 1 WHERE stream = 'RD-1' AND number = 4",
        "RD-1, entry 4",
        "contents or transfers",
    ),
    ("UPDATE transfer SET target = 'player:mallory' WHERE stream = 'RD-1' AND number = 1", "RD-1, entry 1", "contents"),
    ("UPDATE account SET cents = cents + 1 WHERE name = 'player:anna'", "account player:anna", "not the sum"),
    ("UPDATE entry SET hash = 'x' WHERE stream = 'RD-1' AND number = 5", "RD-1, entry 5", "contents or transfers"),
]


def _tamper(address, *statements):
    engine = sa.create_engine(address, **({"module": pysqlite3} if address.startswith("sqlite") else {}))
    with engine.begin() as connection:
        if address.startswith("sqlite"):
            for table in ("entry", "transfer", "command"):
                for act in ("update", "delete"):
                    connection.exec_driver_sql(f"DROP TRIGGER {table}_no_{act}")
        else:
            for table in ("entry", "transfer", "command"):
                connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize(("statement", "where", "what"), TAMPERING)
def test_tampering_is_found_and_the_first_bad_entry_named(kind, tmp_path, statement, where, what):
    address = fresh_database() if kind == "postgresql" else f"sqlite:///{tmp_path / 'house.db'}"
    ledger = open_ledger(address)
    ledger.post([buy_in()])
    for n in range(6):
        ledger.post([hold(100 + n, n=n)])
    ledger.settle_down()
    ledger.close()
    _tamper(address, statement)
    ledger = open_ledger(address)
    findings = audit(ledger).findings
    ledger.close()
    assert any(f.where == where and what in f.what for f in findings), findings


def test_a_cut_off_end_is_found_by_heads_noted_elsewhere(tmp_path):
    address = f"sqlite:///{tmp_path / 'house.db'}"
    ledger = open_ledger(address)
    ledger.post([buy_in()])
    for n in range(5):
        ledger.post([Post("RD-1", "note", "t", "x", {"n": n})])
    ledger.settle_down()
    heads = audit(ledger).heads
    ledger.close()
    _tamper(address, "DELETE FROM entry WHERE stream = 'RD-1' AND number > 3")
    ledger = open_ledger(address)
    assert audit(ledger).sound  # the chain alone cannot see it
    assert any("the end is missing" in finding.what for finding in audit(ledger, heads).findings)
    ledger.close()


def test_a_truncated_file_is_refused_or_found(tmp_path):
    path = tmp_path / "house.db"
    ledger = open_ledger(f"sqlite:///{path}")
    ledger.post([buy_in()])
    for n in range(200):
        ledger.post([hold(1, n=n, filler="x" * 100)])
    ledger.settle_down()
    ledger.close()
    whole = path.read_bytes()
    for keep in (100, 4096, len(whole) // 2, len(whole) - 4096):
        path.write_bytes(whole[:keep])
        try:
            cut = open_ledger(f"sqlite:///{path}")
        except UnsafeStore as refused:
            assert "cannot be used" in str(refused)
            continue
        assert not audit(cut).sound
        cut.close()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "house.db"
    path.write_text("this is not a database, " * 100)
    with pytest.raises(UnsafeStore, match="cannot be used"):
        open_ledger(f"sqlite:///{path}")


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False), ((3, 44, 5), False), ((3, 44, 6), True), ((3, 45, 0), False), ((3, 50, 7), True),
        ((3, 51, 1), False), ((3, 51, 2), False), ((3, 51, 3), True), ((3, 52, 0), False), ((3, 53, 4), True),
    ],
)  # fmt: skip
def test_write_ahead_logs_are_used_only_where_they_are_safe(version, safe):
    assert _wal_is_safe(version) is safe


def test_sqlite_runs_with_full_durability(tmp_path):
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    with ledger.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    ledger.close()


WRITER = """
import sys
from houseway.ledger import Post, Transfer, open_ledger
ledger = open_ledger(sys.argv[1])
n = ledger.head("RD-1")[0]
while True:
    n += 1
    move = Transfer("cage", "player:anna", 1, "buy-in")
    ledger.post([Post("RD-1", "placed", "t", "anna", {"n": n}, (move,))], f"key{n}", "d", {"n": n}).result()
    print(n, flush=True)
"""


@pytest.fixture(scope="module")
def writers():
    with Forks("houseway.ledger", "sqlalchemy.dialects.sqlite", "psycopg") as forks:
        yield forks


@pytest.mark.real
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_writer_loses_nothing_it_acknowledged(kind, tmp_path, writers):
    address = fresh_database() if kind == "postgresql" else f"sqlite:///{tmp_path / 'house.db'}"
    rng = random.Random(9)
    acknowledged = 0
    for _ in range(10):
        writer = writers.start(WRITER, address)
        for _ in range(rng.randint(5, 40)):
            acknowledged = int(writer.told.readline())
        time.sleep(rng.random() * 0.01)
        writer.kill()
        rest = writer.told.read().split()
        assert writer.wait() == -signal.SIGKILL
        acknowledged = int(rest[-1]) if rest and rest[-1].isdigit() and int(rest[-1]) > acknowledged else acknowledged
        ledger = open_ledger(address)
        head = ledger.head("RD-1")[0]
        assert head >= acknowledged
        assert ledger.recall(f"key{acknowledged}", "d") == {"n": acknowledged}
        assert ledger.balance("player:anna") == head
        result = audit(ledger)
        assert result.sound, result.findings
        ledger.close()


def test_entries_are_plain_json(tmp_path):
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    ledger.post([Post("RD-1", "note", "t", "x", {"b": "ü", "a": [1, None, True]})]).result()
    with ledger.engine.connect() as connection:
        body = connection.exec_driver_sql("SELECT body FROM entry").scalar()
    assert json.loads(body) == {"a": [1, None, True], "b": "ü"}
    ledger.close()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("mysql://house", "not at mysql:"),
        ("postgresql://a:secret:c/d", "not at postgresql:"),
        ("postgresql://house:secret@127.0.0.1:9/none", "cannot be used: connection failed"),
    ],
)
def test_an_address_without_a_ledger_is_refused_in_a_line_that_tells_no_password(address, told):
    with pytest.raises(UnsafeStore) as refused:
        open_ledger(address)
    assert told in str(refused.value) and "secret" not in str(refused.value)
