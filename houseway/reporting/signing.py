"""Signing: figures bear the house's signature, which anybody checks who has its public key (docs/ledger.md)."""

from __future__ import annotations

from typing import Any

from houseway.complaint import Complaint
from houseway.extras import needed_for
from houseway.forms import canonical, digest


class NotTheSame(Complaint):
    """Figures that are not what was signed, or not what the ledger says."""


def signed(doc: dict[str, Any], key: bytes) -> dict[str, Any]:
    """Figures with the signature of a private key under their digest."""
    with needed_for("a signature"):
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(key)
    mark = private.sign(canonical(doc).encode())
    return {**doc, "key": private.public_key().public_bytes_raw().hex(), "signature": mark.hex()}


def check(doc: dict[str, Any]) -> str:
    """Whose signature figures bear: the public key. Refused where a figure is not what was signed."""
    with needed_for("a signature"):
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        plain = {name: item for name, item in doc.items() if name not in ("key", "signature")}
        said = plain.pop("digest")
        if digest(plain) != said:
            raise NotTheSame("a figure is not what it was when the digest was made")
        key, mark = bytes.fromhex(doc["key"]), bytes.fromhex(doc["signature"])
        Ed25519PublicKey.from_public_bytes(key).verify(mark, canonical({**plain, "digest": said}).encode())
    except KeyError as missing:
        raise NotTheSame(f"the figures have no {missing.args[0]}") from None
    except (InvalidSignature, ValueError):
        raise NotTheSame("the signature does not hold") from None
    return str(doc["key"])
