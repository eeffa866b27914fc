"""Strongbox: a file that only whoever has the key can read, and that nobody changes unnoticed.

AES-256-GCM over pieces of a mebibyte. Each piece has a nonce of its own, counted up, and says whether it is the last, so pieces
can be neither swapped nor left out; the key of the file is drawn from the holder's and a salt, so no nonce is used twice.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from houseway.complaint import Complaint

if TYPE_CHECKING:  # needed only where something is locked: a plain backup does without
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MARK = b"houseway strongbox 1\n"
PIECE = 2**20
TAG = 16


class NotOpened(Complaint):
    """A strongbox that this key does not open, or no strongbox, or no key."""


def is_locked(file: Path) -> bool:
    try:
        with file.open("rb") as found:
            return found.read(len(MARK)) == MARK
    except OSError:
        return False


def key_in(file: Path, make: bool = False) -> bytes:
    """The key that a file holds: 32 bytes in hexadecimal, for its owner alone. ``make`` writes a new one where none is."""
    try:
        if make and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
                new.write(secrets.token_hex(32) + "\n")
        key = bytes.fromhex(file.read_text().strip())
    except (OSError, ValueError) as wrong:
        raise NotOpened(f"{file} holds no key: {wrong}") from None
    if len(key) != 32:
        raise NotOpened(f"{file} holds no key: it has {len(key)} bytes, not 32")
    return key


def lock(source: Path, target: Path, key: bytes) -> None:
    """Writes a file into a new strongbox, down to the disk."""
    salt = secrets.token_bytes(32)
    cipher = _cipher(key, salt)
    with source.open("rb") as plain, target.open("xb") as out:
        out.write(MARK + salt)
        number, piece = 0, plain.read(PIECE)
        while True:
            following = plain.read(PIECE)
            out.write(cipher.encrypt(_nonce(number, not following), piece, MARK))
            if not following:
                break
            number, piece = number + 1, following
        out.flush()
        os.fsync(out.fileno())


def unlock(source: Path, target: Path, key: bytes) -> None:
    """Writes what a strongbox holds into a new file; nothing of one that was changed, cut short or locked by another key."""
    from cryptography.exceptions import InvalidTag

    with source.open("rb") as box:
        if box.read(len(MARK)) != MARK:
            raise NotOpened(f"{source} is no strongbox")
        cipher = _cipher(key, box.read(32))
        try:
            with target.open("xb") as plain:
                _unlocked(box, plain, cipher)
        except InvalidTag:
            target.unlink()
            raise NotOpened(f"{source} is not opened by this key, or was changed") from None


def _unlocked(box: BinaryIO, plain: BinaryIO, cipher: AESGCM) -> None:
    number, piece = 0, box.read(PIECE + TAG)
    while True:
        following = box.read(PIECE + TAG)
        plain.write(cipher.decrypt(_nonce(number, not following), piece, MARK))
        if not following:
            return
        number, piece = number + 1, following


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _cipher(key: bytes, salt: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return AESGCM(HKDF(SHA256(), 32, salt, MARK).derive(key))
