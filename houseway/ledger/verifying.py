"""Verifying: whether a file of evidence is what a house wrote, by somebody who has only the file.

This program needs nothing of Houseway and nothing but Python's own library (signatures also want ``cryptography``); copy it
out and run ``python verifying.py FILE``, or write another from ``docs/evidence.md``, which describes every line of the file.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

SCHEMA = "houseway.evidence/1"


@dataclass
class Verdict:
    begun: bool = False  # the first line is that of a file of evidence
    entries: int = 0
    cents: int = 0  # moved, all together
    streams: dict[str, tuple[int, int]] = field(default_factory=dict)  # the first and last entry of each
    heads: int = 0  # signed notes of how far a stream had come, which the entries agree with
    keys: list[str] = field(default_factory=list)  # whose signatures they bear: compare them with the one you know
    findings: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.findings


def canonical(doc: Any) -> str:
    """JSON with sorted keys, no spaces, and every character as it is."""
    return json.dumps(doc, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(entry: dict[str, Any]) -> str:
    """Of the entry before it, of everything it says, of every cent it moves and every answer given with it."""
    said = [entry[name] for name in ("prev", "stream", "number", "kind", "at", "by", "body", "moves")]
    if entry["seal"]:
        said.append(entry["seal"])
    if entry["version"] > 1:
        said.append(entry["version"])
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def seal_of(answers: list[list[str]]) -> str:
    """The sum of the hashes of all answers, so that their order does not matter."""
    parts = (f"{len(key)} {key}{len(digest)} {digest}{answer}" for key, digest, answer in answers)
    total = sum(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") for text in parts)
    return f"{total % (1 << 256):064x}" if total else ""


def verify(lines: Iterable[bytes]) -> Verdict:
    """Reads the file once, line by line; the first thing wrong in each stream is named."""
    verdict, last = Verdict(), _Last()
    read, whole = hashlib.sha256(), False
    for number, line in enumerate(lines, 1):
        try:
            doc = json.loads(line)
            if whole:
                raise ValueError("it stands after the end")
            if number == 1:
                _begin(doc, last)
                verdict.begun = True
            elif "sha256" in doc:
                whole = True
                if doc["sha256"] != read.hexdigest() or doc["entries"] != verdict.entries:
                    raise ValueError("the file is not what it was when it was made")
            elif "signature" in doc:
                _head(doc, last, verdict)
            else:
                _entry(doc, last, verdict)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
            verdict.findings.append(f"line {number}: {str(wrong) or type(wrong).__name__}")
            break
        read.update(line)
    else:
        if not whole:
            verdict.findings.append("the end of the file is missing")
    return verdict


class _Last:
    """Where each stream has come to."""

    def __init__(self) -> None:
        self.hash: dict[str, str] = {}
        self.number: dict[str, int] = {}
        self.known: dict[tuple[str, int], str] = {}


def _begin(doc: dict[str, Any], last: _Last) -> None:
    if doc.get("schema") != SCHEMA:
        raise ValueError(f"this is no {SCHEMA}")
    for stream, (first, before) in doc["begins"].items():
        last.number[stream], last.hash[stream] = int(first) - 1, str(before)


def _entry(doc: dict[str, Any], last: _Last, verdict: Verdict) -> None:
    stream, number = doc["stream"], doc["number"]
    where = f"{stream}, entry {number}"
    if number != last.number[stream] + 1:
        raise ValueError(f"{where}: entry {last.number[stream] + 1} should stand here")
    if doc["prev"] != last.hash[stream]:
        raise ValueError(f"{where}: it does not follow from the entry before it")
    if doc["seal"] != seal_of(doc["answers"]):
        raise ValueError(f"{where}: its answers are not those that were given")
    if doc["hash"] != hash_of(doc):
        raise ValueError(f"{where}: it does not say what it said when it was written")
    for source, target, cents, _ in doc["moves"]:
        if not isinstance(cents, int) or cents <= 0 or source == target:
            raise ValueError(f"{where}: {cents!r} from {source} to {target} is no transfer")
        verdict.cents += cents
    last.number[stream], last.hash[stream] = number, doc["hash"]
    last.known[stream, number] = doc["hash"]
    verdict.entries += 1
    verdict.streams[stream] = (verdict.streams.get(stream, (number, 0))[0], number)


def _head(doc: dict[str, Any], last: _Last, verdict: Verdict) -> None:
    signature = bytes.fromhex(doc.pop("signature"))
    _check_signature(bytes.fromhex(doc["key"]), signature, canonical(doc).encode())
    for stream, (number, hash) in doc["heads"].items():
        found = last.known.get((stream, number))
        if found is not None and found != hash:
            raise ValueError(f"{stream}, entry {number}: on {doc['at']} the house signed another")
        verdict.heads += found is not None
    if doc["key"] not in verdict.keys:
        verdict.keys.append(doc["key"])


def _check_signature(key: bytes, signature: bytes, text: bytes) -> None:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise ValueError("signatures cannot be checked here; install cryptography") from None
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except InvalidSignature:
        raise ValueError("the signature of a head does not hold") from None


def main(words: list[str]) -> int:
    try:
        (name,) = words
        with lzma.open(name) if name.endswith(".xz") else open(name, "rb") as file:
            found = verify(file)
    except (OSError, EOFError, ValueError, lzma.LZMAError) as wrong:
        print(f"usage: verifying.py FILE ({wrong})", file=sys.stderr)
        return 2
    for line in told(found):
        print(line)
    return 0 if found.sound else 3


def told(found: Verdict) -> Iterable[str]:
    """A verdict line by line, as somebody without the house reads it."""
    for stream, (first, last) in found.streams.items():
        yield f"{stream}: entries {first} to {last}"
    yield f"{found.entries} entries, {found.cents} cents moved, {found.heads} signed heads agree"
    yield from (f"signed with {key}" for key in found.keys)
    yield from (f"WRONG: {finding}" for finding in found.findings)
    yield "The file is what the house wrote." if found.sound else "The file cannot be relied on."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
