"""Chain: what an entry is, and how its hash covers all that came before it.

The hash of an entry is of the one before it, of everything it says, of every cent it moves and of every answer given with it.
Nothing here touches a database: an audit works the chain out again from what it read, with the same functions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from houseway.ledger.postings import Transfer
from houseway.ledger.upgrades import RECORD

GENESIS = "0" * 64

Command: TypeAlias = tuple[str, str, str]  # a key, the digest of what was asked, the answer as text


@dataclass(frozen=True, slots=True)
class Post:
    """One thing to be recorded: an entry of a stream, and the money it moves."""

    stream: str
    kind: str
    at: str
    by: str
    body: dict[str, Any]
    transfers: tuple[Transfer, ...] = ()
    version: int = RECORD
    loose: bool = False  # it is written apart (``sheets``); nothing that it says depends on it


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as the store has it."""

    stream: str
    number: int
    kind: str
    at: str
    by: str
    body: dict[str, Any]
    prev: str
    hash: str
    version: int = 1


_sorted = msgspec.json.Encoder(order="sorted").encode


def canonical(doc: Any) -> str:
    """A document as the record has it: one text to a document, its keys in order."""
    return _sorted(doc).decode()


def chained(prev: str, number: int, post: Post, body: str, seal: str = "") -> str:
    """The hash of an entry: of the one before it, of everything it says, of every cent it moves and every answer given."""
    moves = [[move.source, move.target, move.cents, move.memo] for move in post.transfers]
    said: list[Any] = [prev, post.stream, number, post.kind, post.at, post.by, body, moves]
    if seal:
        said.append(seal)
    if post.version > 1:  # the first houses did not say it
        said.append(post.version)
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def sealed(key: str, digest: str, answer: str) -> int:
    """What an answer adds to the seal of its entry; seals are sums, so that answers can be read in any order."""
    text = f"{len(key)} {key}{len(digest)} {digest}{answer}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest())


def seal_of(parts: int) -> str:
    """The seal, from the sum of its parts."""
    return f"{parts % (1 << 256):064x}" if parts else ""


def seal_over(commands: Sequence[Command]) -> str:
    """The seal of an entry that was written with these answers."""
    return seal_of(sum(sealed(*command) for command in commands) if len(commands) > 1 else sealed(*commands[0]))


def checked(stream: str, head: tuple[int, str], body: str) -> str:
    """A snapshot with its check, which fits this text at this entry of this stream and no other."""
    return f'{{"check":"{_check(stream, head, body)}","state":{body}}}'


def unchecked(stream: str, head: tuple[int, str], text: str) -> str | None:
    """The snapshot without its check, or None if that does not fit. Early snapshots had none."""
    frame, check, body = (text[:10], text[42:52], text[-1:]), text[10:42], text[52:-1]
    if frame[0] != '{"check":"' and frame[1] != '","state":':
        return text
    whole = frame == ('{"check":"', '","state":', "}")
    return body if whole and check == _check(stream, head, body) else None


def _check(stream: str, head: tuple[int, str], body: str) -> str:
    return hashlib.blake2b(f"{stream} {head[0]} {head[1]} {body}".encode(), digest_size=16).hexdigest()
