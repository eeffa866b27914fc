"""Heads: how far the ledger has come, signed, and kept in a second place.

A chain of hashes cannot see that its end was cut off, or that an old copy was put back; somebody else must remember how far it
had come. Here that is a file on another disk or another machine: every minute a line is added with the heads of the streams
that have moved, chained to the line before it and signed with the house's key. Only what is on disk is noted, so a house that
falls never finds itself behind its own heads. At the next start everything that was noted must still be there, and what came
after it must follow from it; otherwise the house does not open, until two people accept it, on record.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.complaint import Complaint
from houseway.ledger.audit import Finding, Heads, since
from houseway.ledger.chain import Post, canonical
from houseway.ledger.operations import STREAM, keep_names
from houseway.ledger.store import Ledger


class BadHeads(Complaint):
    """A file of heads that cannot be relied on, and why."""


def public_key(key: bytes) -> bytes:
    """What others need to check our signatures."""
    return Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()


def key_in(file: Path) -> bytes:
    """The house's private key; made, and readable by its owner alone, where there is none."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
                new.write(secrets.token_bytes(32).hex() + "\n")
        key = bytes.fromhex(file.read_text().strip())
    except (OSError, ValueError) as wrong:
        raise BadHeads(f"{file} holds no key: {wrong}") from None
    if len(key) != 32:
        raise BadHeads(f"{file} holds no key of 32 bytes")
    return key


@dataclass
class Kept:
    """What a file of heads says, all of its lines together."""

    heads: Heads = field(default_factory=dict)
    lines: int = 0
    at: str = ""  # when the last line was written
    key: str = ""  # whose signature it bears
    prev: str = ""  # the hash of the last line
    torn: bool = False  # the last line broke off; its writer fell, or the place was full


def read_heads(file: Path, public: bytes | None = None) -> Kept:
    """Reads a file of heads, each line from the one before it, and the signature of the last, which covers them all. Without
    a ``public`` key, the one that the file names: then compare it with the one you know."""
    kept = Kept()
    try:
        text = file.read_bytes()
    except OSError as wrong:
        raise BadHeads(f"{file}: {wrong.strerror or wrong}") from None
    *lines, rest = text.split(b"\n")
    kept.torn = bool(rest)
    doc: dict[str, Any] = {}
    for number, line in enumerate(lines, 1):
        try:
            doc = json.loads(line)
            if doc["prev"] != kept.prev:
                raise BadHeads(f"{file}, line {number}: it does not follow from the line before it")
            new = {stream: (int(n), str(hash)) for stream, (n, hash) in doc["heads"].items()}
            if "accepted" in doc:
                kept.heads = {}
            kept.heads.update({stream: max(head, kept.heads.get(stream, head)) for stream, head in new.items()})
            kept.at, kept.key = str(doc["at"]), str(doc["key"])
        except (ValueError, KeyError, TypeError, AttributeError) as wrong:
            raise BadHeads(f"{file}, line {number}: not readable: {wrong}") from None
        kept.prev, kept.lines = hashlib.sha256(line).hexdigest(), number
    if not lines:
        raise BadHeads(f"{file} holds no heads")
    try:
        signature = bytes.fromhex(doc.pop("signature"))
        signer = Ed25519PublicKey.from_public_bytes(public or bytes.fromhex(kept.key))
        signer.verify(signature, canonical(doc).encode())
    except (InvalidSignature, KeyError, ValueError):
        raise BadHeads(f"{file}, line {kept.lines}: its signature does not hold") from None
    return kept


def write_heads(file: Path, key: bytes, heads: Heads, at: str, **said: Any) -> None:
    """Adds a line and flushes it. Several processes may keep one file."""
    new = not file.exists()
    with open(file, "a+b") as out:
        fcntl.flock(out, fcntl.LOCK_EX)
        prev = _last_line(out)
        doc = {"at": at, "heads": {stream: list(head) for stream, head in sorted(heads.items())}, "prev": prev, **said}
        doc["key"] = public_key(key).hex()
        doc["signature"] = Ed25519PrivateKey.from_private_bytes(key).sign(canonical(doc).encode()).hex()
        out.seek(0, os.SEEK_END)
        out.write(canonical(doc).encode() + b"\n")
        out.flush()
        os.fsync(out.fileno())
    if new:
        keep_names(file.parent)


def _last_line(out: Any) -> str:
    """The hash of the last whole line; what broke off behind it is cut away."""
    end = out.seek(0, os.SEEK_END)
    start = end
    tail = b""
    while start and tail.count(b"\n") < 2:
        start = max(0, start - 65536)
        out.seek(start)
        tail = out.read(end - start)
    whole = tail[: tail.rfind(b"\n") + 1]
    out.truncate(end - (len(tail) - len(whole)))
    return hashlib.sha256(whole[:-1].split(b"\n")[-1]).hexdigest() if whole else ""


class Notary:
    """Keeps the heads of one house in a second place."""

    def __init__(self, ledger: Ledger, file: Path, key: bytes, stream: str = STREAM) -> None:
        self.ledger, self.file, self.key, self.stream = ledger, file, key, stream
        self._noted: Heads = {}
        self._failing = False

    def check(self) -> list[Finding]:
        """What speaks against opening the house."""
        begun = bool(self.ledger.newest(self.stream, "heads kept", 1))
        if not self.file.exists():
            return [Finding(str(self.file), "heads were kept there, and the file is gone")] if begun else []
        try:
            kept = read_heads(self.file, public_key(self.key))
        except BadHeads as wrong:
            return [Finding("heads", str(wrong))]
        return since(self.ledger, kept.heads).findings

    def begin(self, at: str) -> bool:
        """All heads, at the start; that they are kept is itself on record. False if they cannot be noted."""
        if not self.ledger.newest(self.stream, "heads kept", 1):
            body = {"file": self.file.name, "key": public_key(self.key).hex()}
            self.ledger.post([Post(self.stream, "heads kept", at, "house:house", body)]).result()
        for stream in self.ledger.streams():
            self.ledger.head(stream)
        return self.note(at)

    def note(self, at: str) -> bool:
        """Notes what has moved, once it is on disk. If the second place is away, that is on record until it is back."""
        heads = self.ledger.heads()
        self.ledger.settle_down()
        moved = {stream: head for stream, head in heads.items() if self._noted.get(stream) != head and head[0]}
        try:
            write_heads(self.file, self.key, moved, at)
        except OSError as wrong:
            if not self._failing:
                body = {"why": str(wrong.strerror or wrong)}
                self.ledger.post([Post(self.stream, "heads not noted", at, "house:house", body)])
            self._failing = True
            return False
        self._noted.update(moved)
        if self._failing:
            self._failing = False
            self.ledger.post([Post(self.stream, "heads noted again", at, "house:house", {})])
        return True

    def accept(self, at: str, by: str, second: str, reason: str) -> list[Finding]:
        """Two people accept a ledger that is not what the heads say; the findings go on record, and the heads begin anew."""
        if not by or not second or by.casefold() == second.casefold():
            raise BadHeads("two different people accept a ledger that its heads speak against")
        if not reason:
            raise BadHeads("say why it is accepted")
        found = self.check()
        body = {
            "second": second, "reason": reason, "file": self.file.name,
            "findings": [f"{finding.where}: {finding.what}" for finding in found],
        }  # fmt: skip
        self.ledger.post([Post(self.stream, "heads overridden", at, by, body)]).result()
        if self.file.exists():
            try:
                read_heads(self.file, public_key(self.key))
            except BadHeads:  # it cannot be gone on with; it stays beside the new one
                self.file.rename(self.file.with_name(f"{self.file.name}.{secrets.token_hex(4)}.refused"))
        heads = {stream: self.ledger.head(stream) for stream in self.ledger.streams()}
        write_heads(self.file, self.key, heads, at, accepted={"by": by, "second": second, "reason": reason})
        return found
