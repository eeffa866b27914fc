"""The truth on disk, read without the house: what is recorded, and whether it agrees with what terminals were told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pysqlite3
import sqlalchemy as sa

from houseway.kit.spots import layout
from houseway.ledger import Ledger, audit, open_ledger, sheets
from tests.faults.floor import Terminal

PAYS = dict(straight=35, split=17, street=11, corner=8, six_line=5, column=2, dozen=2)


def opened(database: str) -> Ledger:
    return open_ledger(database if "://" in database else f"sqlite:///{database}")


def acknowledged(database: str, terminals: Iterable[Terminal]) -> int:
    """I4 by itself, and quickly: what terminals have been told since they were last asked is on record as it was said.

    It only reads, so it may look while the next server is at work: that one has recovered the database, not this."""
    no = 0
    read: dict[str, dict[tuple[str, str], Any]] = {}
    for terminal in terminals:
        for key in list(terminal.unproven):
            if terminal.table not in read:
                read[terminal.table] = _touches(database, terminal.table)
            told, on_record = terminal.unproven.pop(key), read[terminal.table]
            if told["ok"]:
                assert (terminal.station, key) in on_record, f"{terminal.station} was told yes to {key}, without record"
            chips = on_record.get((terminal.station, key))  # a no need not be there, once nothing can make it a yes
            assert told.get("chips") == chips, (terminal.station, key, told, chips)
            no += not told["ok"]
    return no


_seen: dict[tuple[str, str], tuple[int, dict[tuple[str, str], Any]]] = {}  # how far a table was read, and its touches


def _touches(database: str, table: str) -> dict[tuple[str, str], Any]:
    """By terminal and key, what lay there after every touch on record; nothing after one that was refused."""
    if "://" in database:
        engine = sa.create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    else:
        engine = sa.create_engine(f"sqlite:///{database}", module=pysqlite3)
    last, found = _seen.get((database, table), (0, {}))
    try:
        with engine.connect() as connection:
            for entry in sheets.apart(connection, table, last):
                last = entry.number
                for key, station, chips, *_ in json.loads(entry.body)["touches"] if entry.kind == "touched" else ():
                    found[station, key] = chips
    finally:
        engine.dispose()
    _seen[database, table] = (last, found)
    return found


def checked(database: str, terminals: Iterable[Terminal]) -> dict[str, int]:
    """Every invariant that can be read off the record. Raises where one does not hold; else says how much was compared."""
    ledger = opened(database)
    try:
        found = audit(ledger)  # I1, I3, I9, I10: chain, balances, nil in all, nobody overdrawn
        assert found.sound, found.findings
        keys: dict[tuple[str, str, str], dict[str, int]] = {}  # by table, terminal and key: what lay there then
        told_no: set[tuple[str, str, str]] = set()
        close_at: dict[tuple[str, int], int] = {}
        counted = {"entries": found.entries, "touches": 0, "acknowledged": 0, "spins": 0}
        for table in {terminal.table for terminal in terminals}:
            spin, first = 1, 1
            laid: dict[tuple[str, str], int] = {}
            for entry in ledger.entries(table):
                if entry.kind == "touched":
                    assert entry.body["spin"] == spin, "a touch of another spin lies in this one"
                    for key, station, new, *_ in entry.body["touches"]:
                        counted["touches"] += 1
                        name = (table, station, key)
                        assert name not in keys and name not in told_no, f"{name} has two answers"  # I5
                        if new is None:
                            told_no.add(name)
                            continue
                        keys[name] = new
                        for spot, cents in new.items():
                            laid[station, spot] = cents
                elif entry.kind == "withdrawn":
                    for player, _, spot, cents in entry.body["wagers"]:
                        laid[player, spot] = laid[player, spot] - cents
                elif entry.kind == "answered" and any(
                    "wagers" in doc for doc in entry.body["tape"] if isinstance(doc, dict)
                ):
                    close_at[table, spin] = entry.number
                    closed = next(doc for doc in entry.body["tape"] if isinstance(doc, dict) and "wagers" in doc)
                    snapshot = {(w[0], w[2]): w[3] for w in closed["wagers"]}
                    assert snapshot == {key: cents for key, cents in laid.items() if cents}, (
                        "I7: the snapshot is what lay"
                    )
                elif entry.kind == "round-over":
                    counted["spins"] += 1
                    _paid(entry.body)
                    spin, laid = entry.body["round"] + 1, {}
                first = entry.number
            held = ledger.balance(f"held:{table}")
            assert held >= 0 and first
        for terminal in terminals:
            assert not terminal.contradictions, terminal.contradictions
            place = (terminal.table, terminal.station)
            for key, answer in terminal.accepted.items():  # I4: what was acknowledged is there, as it was said
                counted["acknowledged"] += 1
                assert keys.get((*place, key)) == answer["chips"], (
                    f"{place} was told yes to {key}; on record it is not so"
                )
            for key in terminal.refused:
                assert (*place, key) not in keys, f"{place} was told no to {key}, and it is on record"
        return counted
    finally:
        ledger.close()


def _paid(body: dict[str, Any]) -> None:
    """I8: the payout table read a second time, without the script."""
    spots = layout()
    number = next((int(doc) for doc in reversed(body["tape"]) if isinstance(doc, str)), None)
    for line in body["lines"]:
        wager = line["wager"]
        spot = spots.get(wager["spot"])
        if spot is None or number is None:
            continue
        odds = PAYS.get(spot.kind, 1)
        back = wager["cents"] * (odds + 1) if number in spot.numbers else 0
        assert line["back"] == back, line
