"""Heads kept in a second place: signed, chained, and asked at every start."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli.app import app
from houseway.floor.pace import Pace
from houseway.ledger import Ledger, Post, Transfer, UnsafeStore, open_ledger
from houseway.ledger.backup import backup
from houseway.ledger.heads import BadHeads, Notary, key_in, public_key, read_heads, write_heads
from houseway.premises.premises import Premises
from houseway.premises.settings import BadSettings, load


def worked(ledger: Ledger, posts: int) -> None:
    for n in range(posts):
        ledger.post([Post("RR-1", "note", "t", "x", {"n": n}, (Transfer("cage", "ats:RR-1:1", 5, "buy-in"),))])
    ledger.settle_down()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "second" / "heads.jsonl"


@pytest.fixture
def notary(tmp_path: Path, place: Path) -> Notary:
    place.parent.mkdir()
    ledger = open_ledger(f"sqlite:///{tmp_path / 'house.db'}")
    worked(ledger, 5)
    found = Notary(ledger, place, key_in(tmp_path / "heads.key"))
    assert found.check() == []
    found.begin("t0")
    return found


def test_what_is_noted_is_asked_at_the_next_start(notary: Notary, tmp_path: Path) -> None:
    worked(notary.ledger, 3)
    assert notary.note("t1")
    kept = read_heads(notary.file, public_key(notary.key))
    assert kept.lines == 2 and kept.at == "t1"
    assert kept.heads == {
        "RR-1": notary.ledger.head("RR-1"),
        "desk:operations": (1, notary.ledger.head("desk:operations")[1]),
    }
    worked(notary.ledger, 2)  # after the last note: still sound
    assert notary.check() == []
    assert oct((tmp_path / "heads.key").stat().st_mode)[-3:] == "600"
    notary.ledger.close()


def test_an_end_that_was_cut_off_and_an_old_copy_are_refused_until_two_people_accept(
    notary: Notary, tmp_path: Path, place: Path
) -> None:
    backup(notary.ledger, tmp_path / "old.db")
    worked(notary.ledger, 4)
    notary.note("t1")
    notary.ledger.close()
    for name in ("house.db", "house.db-wal", "house.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    shutil.copy(tmp_path / "old.db", tmp_path / "house.db")
    again = Notary(open_ledger(f"sqlite:///{tmp_path / 'house.db'}"), place, notary.key)
    first = again.check()[0]
    assert (first.where, first.what) == ("RR-1, entry 6", "entries up to 9 were noted; the end is missing")
    with pytest.raises(BadHeads, match="two different people"):
        again.accept("t2", "L. Brandt", "l. brandt", "the disk was lost")
    with pytest.raises(BadHeads, match="say why"):
        again.accept("t2", "L. Brandt", "M. Okafor", "")
    assert again.accept("t2", "L. Brandt", "M. Okafor", "the disk was lost")[0] == first
    assert again.check() == []
    entry = again.ledger.newest("desk:operations", "heads overridden", 1)[0]
    assert (
        entry.by == "L. Brandt" and entry.body["second"] == "M. Okafor" and "RR-1, entry 6" in entry.body["findings"][0]
    )
    again.ledger.close()


def test_a_file_that_was_changed_or_is_gone_is_found(notary: Notary, place: Path) -> None:
    worked(notary.ledger, 1)
    notary.note("t1")
    whole = place.read_bytes()
    first, second, _ = whole.split(b"\n")
    for changed, why in (
        (second + b"\n", "does not follow"),  # without its beginning
        (first.replace(b"RR-1", b"RR-2") + b"\n" + second + b"\n", "does not follow"),
        (first + b"\n" + second.replace(b'"t1"', b'"t9"') + b"\n", "signature"),
        (first + b"\n{}\n", "not readable"),
        (b"", "no heads"),
    ):
        place.write_bytes(changed)
        assert why in notary.check()[0].what, changed
    place.unlink()
    assert "gone" in notary.check()[0].what
    place.write_bytes(whole)
    write_heads(place, bytes(32), {"RR-1": (1, "x")}, "t2")  # somebody else's key
    assert "signature" in notary.check()[0].what
    notary.accept("t3", "A", "B", "somebody wrote into it")
    assert notary.check() == [] and len(list(place.parent.glob("*.refused"))) == 1
    notary.ledger.close()


def test_a_line_that_broke_off_is_written_anew(notary: Notary, place: Path) -> None:
    with place.open("ab") as file:
        file.write(b'{"at":"t1","heads":{"RR-1"')
    assert notary.check() == [] and read_heads(place).torn
    worked(notary.ledger, 1)
    notary.note("t2")
    assert read_heads(place).lines == 2 and not read_heads(place).torn
    notary.ledger.close()


def test_a_second_place_that_is_away_is_on_record_until_it_is_back(notary: Notary, place: Path) -> None:
    away = place.parent.rename(place.parent.with_name("away"))
    worked(notary.ledger, 1)
    assert not notary.note("t1") and not notary.note("t2")
    away.rename(place.parent)
    assert notary.note("t3")
    notary.ledger.settle_down()
    kinds = [entry.kind for entry in notary.ledger.entries("desk:operations")]
    assert kinds == ["heads kept", "heads not noted", "heads noted again"]
    notary.ledger.close()


def test_a_house_behind_its_heads_does_not_open(tmp_path: Path) -> None:
    file, heads = tmp_path / "floor.toml", tmp_path / "heads.jsonl"
    file.write_text(
        f'[house]\ndatabase="{tmp_path / "floor.db"}"\nopen_house=true\nheads="{heads}"\nheads_key="{tmp_path / "k"}"\n'
        "[rapid]\ntables=1\nterminals=2\n"
    )
    settings, url = load(file), f"sqlite:///{tmp_path / 'floor.db'}"
    premises = Premises(url, Pace(), settings=settings)
    premises.ledger.close()
    again = Premises(url, Pace(), settings=settings)
    again.ledger.close()
    write_heads(heads, key_in(tmp_path / "k"), {"RR-1": (999, "0" * 64)}, "later")
    with pytest.raises(UnsafeStore, match="entries up to 999 were noted"):
        Premises(url, Pace(), settings=settings)
    run = CliRunner().invoke
    database = ["--database", str(tmp_path / "floor.db")]
    found = run(app, ["audit", *database, "--heads", str(heads), "--json"])
    assert found.exit_code == 3
    assert "the end is missing" in json.loads(found.stdout)["findings"][0]["what"]
    done = run(app, ["audit", *database, "--heads", str(heads), "--accept", "--key", str(tmp_path / "k"),
                     "--by", "A", "--second", "B", "--reason", "a drill"])  # fmt: skip
    assert done.exit_code == 0, done.output
    assert run(app, ["audit", *database, "--heads", str(heads)]).exit_code == 0
    Premises(url, Pace(), settings=settings).ledger.close()


def test_settings_that_cannot_be_met_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    (tmp_path / "bad").write_text("no key")
    for line, place, why in (
        (f'heads_key="{tmp_path / "bad"}"', "h", "holds no key"),
        ("heads_seconds=0", "h", "heads_seconds"),
        (f'heads_key="{tmp_path / "k"}"', "nowhere/h", "nothing can be written"),
    ):
        file.write_text(
            f'[house]\ndatabase="{tmp_path / "f.db"}"\nheads="{tmp_path / place}"\n{line}\n[rapid]\ntables=1\n'
        )
        with pytest.raises(BadSettings, match=why):
            Premises(f"sqlite:///{tmp_path / 'f.db'}", Pace(), settings=load(file))
