"""Evidence: a stretch of the record proven by somebody who has only the file, and every way of spoiling it seen."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.ledger import Post, Transfer, open_ledger, verifying
from houseway.ledger.evidence import NoEvidence, Stretch, evidence
from houseway.ledger.heads import Notary, key_in
from houseway.ledger.verifying import verify
from tests.terminal import typed

MOMENT = "2026-11-16T20:00:00"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A house with forty entries of two streams, money, answers and odd characters, its heads signed three times."""
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    notary = Notary(ledger, tmp_path / "heads.jsonl", key_in(tmp_path / "key"))
    assert notary.begin(MOMENT)
    for n in range(40):
        stream = ("RR-1", "desk:cage")[n % 2]
        moves = (Transfer("cage", "player:Zoë", 100 + n, 'chips "♠" \\ \x1f\x7f\u2028'),) if n % 3 else ()
        post = Post(stream, "placed", MOMENT, "player:Zoë", {"n": n, "words": "é\n\t\b", "z": None, "a": [True]}, moves)
        ledger.post([post], key=f"key-{n}" if n % 5 == 0 else "", digest="d", answer={"accepted": True, "n": n})
        if n % 15 == 14:
            assert notary.note(MOMENT)
    ledger.close()
    return tmp_path


def made(record: Path, *stretches: Stretch) -> list[bytes]:
    ledger = open_ledger(f"sqlite:///{record / 'house.db'}")
    try:
        return list(evidence(ledger, stretches or [Stretch("RR-1")], MOMENT, record / "heads.jsonl"))
    finally:
        ledger.close()


def test_a_stretch_is_proven_by_the_file_alone(record: Path) -> None:
    found = verify(made(record, Stretch("RR-1", 5, 12), Stretch("desk:cage")))
    assert found.sound, found.findings
    assert found.streams == {"RR-1": (5, 12), "desk:cage": (1, 20)} and found.entries == 28
    assert found.heads >= 3 and found.cents > 0 and len(found.keys) == 1


def test_whatever_is_changed_is_seen(record: Path) -> None:
    lines, luck = made(record), random.Random(11)
    for number, line in enumerate(lines):
        text = line.decode()
        spots = [at for at, sign in enumerate(text[:-1]) if sign.isalnum()]
        for at in luck.sample(spots, 12):
            other = "7" if text[at] != "7" else "8"
            spoiled = [*lines[:number], (text[:at] + other + text[at + 1 :]).encode(), *lines[number + 1 :]]
            assert not verify(spoiled).sound, (number, at, text[max(0, at - 20) : at + 20])
        assert not verify(lines[:number] + lines[number + 1 :]).sound, f"line {number} is missing"
        assert not verify([*lines[: number + 1], line, *lines[number + 1 :]]).sound, f"line {number} stands twice"
    assert not verify(lines[:-1]).sound and not verify([]).sound and not verify([*lines, b"{}\n"]).sound


def test_who_signs_anew_cannot_hide_it(record: Path) -> None:
    """Entries written again with hashes that fit are not those the house signed."""
    docs = [json.loads(line) for line in made(record)]
    prev = "0" * 64
    for doc in docs[1:]:
        if "moves" not in doc:
            continue
        doc["prev"] = prev
        doc["moves"] = [[source, target, cents * 2, memo] for source, target, cents, memo in doc["moves"]]
        prev = doc["hash"] = verifying.hash_of(doc)
    lines = [verifying.canonical(doc).encode() + b"\n" for doc in docs[:-1]]
    docs[-1]["sha256"] = hashlib.sha256(b"".join(lines)).hexdigest()
    found = verify([*lines, verifying.canonical(docs[-1]).encode() + b"\n"])
    assert "the house signed another" in found.findings[0]


def test_at_the_terminal_and_by_the_program_alone(record: Path) -> None:
    file, database = record / "out.jsonl", ["--database", str(record / "house.db")]
    done = typed("evidence", str(file), "--stream", "RR-1", "--heads", str(record / "heads.jsonl"), *database)
    assert done.returncode == 0 and "The file is what the house wrote." in done.stdout
    assert json.loads(typed("verify", str(file), "--json").stdout)["sound"]
    file.write_bytes(file.read_bytes().replace(b"player:Zo", b"player:Io", 1))
    assert typed("verify", str(file)).returncode == 3
    for words in (
        ("verify", str(record / "nowhere")),
        ("evidence", str(file), "--stream", "RR-1", *database),  # it is there already
        ("evidence", str(record / "new"), "--stream", "XX-1", *database),
        ("evidence", str(record / "new"), "--stream", "RR-1", "--first", "99", *database),
        ("evidence", str(record / "new"), "--stream", "RR-1", "--first", "9", "--last", "3", *database),
        ("evidence", str(record / "new"), "--stream", "RR-1", "--heads", str(record / "key"), *database),
    ):
        wrong = typed(*words)
        assert wrong.returncode == 2 and wrong.stderr.count("\n") == 1, (words, wrong)
    with pytest.raises(NoEvidence):
        made(record, Stretch("XX-1"))


@pytest.mark.real
def test_the_program_needs_no_house(record: Path) -> None:
    (record / "file").write_bytes(b"".join(made(record)))
    alone = shutil.copy(verifying.__file__, record / "verifying.py")
    done = subprocess.run([sys.executable, "-I", alone, record / "file"], capture_output=True, text=True, cwd=record)
    assert done.returncode == 0 and "The file is what the house wrote." in done.stdout, done.stderr
