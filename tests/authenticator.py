"""A device that makes passkeys and signs with them, as far as a house can see: WebAuthn with no browser between."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Authenticator:
    origin: str
    place: str
    verified: bool = True  # whether its owner showed a finger
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    signed: int = 0
    counts: bool = True  # many do not

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, attested: bytes = b"") -> bytes:
        self.signed += 1
        flags = 0x01 | (0x04 if self.verified else 0) | (0x40 if attested else 0)
        place = hashlib.sha256(self.place.encode()).digest()
        return place + bytes([flags]) + (self.signed * self.counts).to_bytes(4, "big") + attested

    def make(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What it answers when it is asked for a new key."""
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(attested)})
        client = self._client("webauthn.create", asked["publicKey"]["challenge"])
        response = {"clientDataJSON": text(client), "attestationObject": text(made)}
        return {"ticket": asked["ticket"], "credential": self._credential(response)}

    def sign(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What it answers when it is asked to sign."""
        client, data = self._client("webauthn.get", asked["publicKey"]["challenge"]), self._data()
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature)}
        return {"ticket": asked["ticket"], "credential": self._credential(response)}

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        id = text(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}
