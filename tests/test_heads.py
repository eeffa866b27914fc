"""Heads kept in a second place: signed, chained, and asked at every start."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli.app import app
from houseway.floor.pace import Pace
from houseway.ledger import Ledger, Post, Transfer, UnsafeStore, open_ledger
from houseway.ledger.backup import backup
from houseway.ledger.ed25519 import BadSignature, public_key, sign, verify
from houseway.ledger.heads import BadHeads, Notary, key_in, read_heads, write_heads
from houseway.web.premises import Premises
from houseway.web.settings import BadSettings, load

# RFC 8032, section 7.1: private key, public key, message, signature.
VECTORS = [
    ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
]  # fmt: skip


@pytest.mark.parametrize(("private", "public", "words", "signature"), VECTORS)
def test_signatures_are_those_of_the_rfc(private: str, public: str, words: str, signature: str) -> None:
    key, text = bytes.fromhex(private), bytes.fromhex(words)
    assert public_key(key).hex() == public
    assert sign(key, text).hex() == signature
    verify(bytes.fromhex(public), text, bytes.fromhex(signature))
    for wrong in (text + b"x", b"y"):
        with pytest.raises(BadSignature):
            verify(bytes.fromhex(public), wrong, bytes.fromhex(signature))
    for at in (0, 31, 32, 63):
        bad = bytearray.fromhex(signature)
        bad[at] ^= 4
        with pytest.raises(BadSignature):
            verify(bytes.fromhex(public), text, bytes(bad))


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no second implementation here to ask")
def test_another_implementation_takes_our_signatures(tmp_path: Path) -> None:
    key, words = bytes(range(32)), b"how far the ledger has come"
    der = bytes.fromhex("302a300506032b6570032100") + public_key(key)  # as RFC 8410 wraps a public key
    (tmp_path / "key").write_bytes(der)
    (tmp_path / "words").write_bytes(words)
    (tmp_path / "signature").write_bytes(sign(key, words))
    command = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin", "-in", "words"]
    subprocess.run([*command, "-sigfile", "signature"], cwd=tmp_path, check=True, capture_output=True)


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
    for line, why in ((f'heads_key="{tmp_path / "bad"}"', "holds no key"), ("heads_seconds=0", "heads_seconds")):
        file.write_text(
            f'[house]\ndatabase="{tmp_path / "f.db"}"\nheads="{tmp_path / "h"}"\n{line}\n[rapid]\ntables=1\n'
        )
        with pytest.raises(BadSettings, match=why):
            Premises(f"sqlite:///{tmp_path / 'f.db'}", Pace(), settings=load(file))
