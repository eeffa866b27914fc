"""Ed25519 signatures, as RFC 8032 defines them: for the heads of the ledger, one signature a minute.

Nothing that this house depends on brings a signature scheme, and this one is a page of whole numbers. It is not made to
resist somebody who can measure how long a signature takes on this very machine; who can do that can read the key.
"""

from __future__ import annotations

import hashlib
from typing import TypeAlias

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME  # d of the curve -x² + y² = 1 + d·x²·y²
ROOT = pow(2, (PRIME - 1) // 4, PRIME)  # a square root of -1

Point: TypeAlias = tuple[int, int, int, int]  # X, Y, Z and T, where x = X/Z, y = Y/Z, x·y = T/Z
NEUTRAL: Point = (0, 1, 1, 0)


class BadSignature(ValueError):
    """It was not made by the holder of this key, over these words."""


def _hashed(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _add(p: Point, q: Point) -> Point:
    a = (p[1] - p[0]) * (q[1] - q[0]) % PRIME
    b = (p[1] + p[0]) * (q[1] + q[0]) % PRIME
    c = 2 * p[3] * q[3] * CURVE % PRIME
    d = 2 * p[2] * q[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _times(scalar: int, point: Point) -> Point:
    found = NEUTRAL
    while scalar:
        if scalar & 1:
            found = _add(found, point)
        point, scalar = _add(point, point), scalar >> 1
    return found


def _same(p: Point, q: Point) -> bool:
    return (p[0] * q[2] - q[0] * p[2]) % PRIME == 0 and (p[1] * q[2] - q[1] * p[2]) % PRIME == 0


def _x(y: int, odd: int) -> int | None:
    """The x that goes with a y, of the wanted parity; None if the curve has none there."""
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * ROOT % PRIME
    if (x * x - square) % PRIME or (x == 0 and odd):
        return None
    return x if x % 2 == odd else PRIME - x


def _base() -> Point:
    y = 4 * pow(5, -1, PRIME) % PRIME
    x = _x(y, 0)
    assert x is not None
    return x, y, 1, x * y % PRIME


BASE = _base()


def _packed(point: Point) -> bytes:
    inverse = pow(point[2], -1, PRIME)
    x, y = point[0] * inverse % PRIME, point[1] * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpacked(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    y, odd = number & ((1 << 255) - 1), number >> 255
    x = _x(y, odd) if len(data) == 32 and y < PRIME else None
    if x is None:
        raise BadSignature("this is no point of the curve")
    return x, y, 1, x * y % PRIME


def _secret(key: bytes) -> tuple[int, bytes]:
    if len(key) != 32:
        raise ValueError("a private key is 32 bytes")
    digest = hashlib.sha512(key).digest()
    scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    return scalar, digest[32:]


def public_key(key: bytes) -> bytes:
    """What everybody may know of a private key, and checks signatures by."""
    return _packed(_times(_secret(key)[0], BASE))


def sign(key: bytes, words: bytes) -> bytes:
    scalar, prefix = _secret(key)
    once = _hashed(prefix, words) % ORDER
    commitment = _packed(_times(once, BASE))
    challenge = _hashed(commitment, public_key(key), words) % ORDER
    return commitment + ((once + challenge * scalar) % ORDER).to_bytes(32, "little")


def verify(public: bytes, words: bytes, signature: bytes) -> None:
    """Raises unless the signature is this key's, over these words."""
    if len(signature) != 64 or (s := int.from_bytes(signature[32:], "little")) >= ORDER:
        raise BadSignature("this is no signature")
    challenge = _hashed(signature[:32], public, words) % ORDER
    right = _add(_unpacked(signature[:32]), _times(challenge, _unpacked(public)))
    if not _same(_times(s, BASE), right):
        raise BadSignature("it was not signed with this key")
