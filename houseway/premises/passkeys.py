"""Passkeys: staff who sign in by a key that never leaves their device (WebAuthn), where the house wants them.

A key stands for its person and was unlocked by them, by finger or PIN; so it does for a password, at the door and where
somebody signs beside another. What the device is to sign is a challenge of ours, sealed, good for two minutes and once.
``house.passkeys`` in the settings names where the house's pages are, ``https://floor.example``; without it there are none.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from houseway.floor.people import Person
from houseway.ledger import Ledger
from houseway.premises.staff import Door, TurnedAway

LASTS = 120  # seconds for a challenge to be signed
MOST = 8  # keys of one person
LONGEST = 40  # letters of a label

tables = sa.MetaData()
passkey_table = sa.Table(
    "passkey",
    tables,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),  # the public half
    sa.Column("uses", sa.BigInteger, nullable=False),  # of what the device has signed, where it counts
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("added", sa.BigInteger, nullable=False),
)
spent_table = sa.Table(  # challenges that were signed, until nobody would take them anyway
    "spent_challenge",
    tables,
    sa.Column("challenge", sa.Text, primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)


@dataclass(frozen=True)
class Passkey:
    id: str
    label: str
    added: int


class Passkeys:
    def __init__(self, door: Door, origin: str, secret: bytes) -> None:
        self.door, self.origin, self._secret = door, origin, secret
        self.ledger: Ledger = door.ledger
        self.ledger.keep(tables)

    @property
    def place(self) -> str:
        """The name of the house as devices know it."""
        return urlsplit(self.origin).hostname or ""

    # Keys of a person

    def of(self, name: str) -> list[Passkey]:
        query = sa.select(passkey_table).where(passkey_table.c.name == name).order_by(passkey_table.c.added)
        with self.ledger.reading() as connection:
            return [Passkey(row.id, row.label, row.added) for row in connection.execute(query)]

    def offered(self, who: Person) -> dict[str, Any]:
        """What a device is asked to make a new key for somebody with."""
        from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
        from webauthn.helpers import structs

        self._wanted()
        ticket, challenge = self._ticket(who.name)
        options = generate_registration_options(
            rp_id=self.place,
            rp_name="Houseway",
            user_name=who.name,
            user_id=hashlib.sha256(who.name.encode()).digest(),
            challenge=challenge,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in self.of(who.name)
            ],
        )
        return {"ticket": ticket, "publicKey": json.loads(options_to_json(options))}

    def add(self, who: Person, answer: Mapping[str, Any], label: str) -> Passkey:
        """The key that a device made becomes one of somebody's."""
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        self._wanted()
        challenge = self._opened(answer.get("ticket"), who.name)
        if not label.strip() or len(label) > LONGEST:
            raise TurnedAway(f"say in at most {LONGEST} letters which device it is")
        if len(self.of(who.name)) >= MOST:
            raise TurnedAway(f"nobody has more than {MOST} passkeys; take one away first")
        try:
            made = verify_registration_response(
                credential=_document(answer),
                expected_challenge=challenge,
                expected_rp_id=self.place,
                expected_origin=self.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
            raise TurnedAway(f"that is no passkey for this house: {wrong}") from None
        self._spend(challenge)
        id, now = _text(made.credential_id), int(time.time())
        key = _text(made.credential_public_key)
        row = dict(id=id, name=who.name, key=key, uses=made.sign_count, label=label.strip(), added=now)
        with self.ledger.changing() as connection:
            if connection.execute(sa.select(passkey_table.c.id).where(passkey_table.c.id == id)).first() is not None:
                raise TurnedAway("this passkey is somebody's already")
            connection.execute(sa.insert(passkey_table), row)
        self.door.tell("passkey added", f"{who.role}:{who.name}", label=row["label"])
        return Passkey(id, str(row["label"]), now)

    def remove(self, who: Person, id: str) -> None:
        """A key opens nothing any more."""
        own = (passkey_table.c.id == id) & (passkey_table.c.name == who.name)
        with self.ledger.changing() as connection:
            if not connection.execute(sa.delete(passkey_table).where(own)).rowcount:
                raise TurnedAway("there is no such passkey of yours")
        self.door.tell("passkey removed", f"{who.role}:{who.name}")

    # Coming in by one

    def asked(self) -> dict[str, Any]:
        """What a device is asked to sign, by whichever key of this house it has."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers import structs

        self._wanted()
        ticket, challenge = self._ticket("")
        options = generate_authentication_options(
            rp_id=self.place,
            challenge=challenge,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        return {"ticket": ticket, "publicKey": json.loads(options_to_json(options))}

    def signed(self, answer: Mapping[str, Any], where: str) -> Person:
        """Whose key signed our challenge; anything wrong with it is on record."""
        try:
            return self._signed(answer)
        except TurnedAway as wrong:
            self.door.tell_of("passkey refused", where, why=str(wrong))
            raise

    def _signed(self, answer: Mapping[str, Any]) -> Person:
        from webauthn import base64url_to_bytes, verify_authentication_response
        from webauthn.helpers.exceptions import WebAuthnException

        self._wanted()
        challenge, document = self._opened(answer.get("ticket"), ""), _document(answer)
        with self.ledger.reading() as connection:
            query = sa.select(passkey_table).where(passkey_table.c.id == str(document.get("id", "")))
            row = connection.execute(query).first()
        if row is None:
            raise TurnedAway("this passkey is nobody's here")
        try:
            found = verify_authentication_response(
                credential=document,
                expected_challenge=challenge,
                expected_rp_id=self.place,
                expected_origin=self.origin,
                credential_public_key=base64url_to_bytes(row.key),
                credential_current_sign_count=row.uses,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
            raise TurnedAway(f"the passkey did not sign for this house: {wrong}") from None
        self._spend(challenge)
        person = self.door.known(row.name)
        if person is None:
            raise TurnedAway("this passkey is nobody's here any more")
        with self.ledger.changing() as connection:
            mine = sa.update(passkey_table).where(passkey_table.c.id == row.id)
            connection.execute(mine.values(uses=found.new_sign_count))
        return person

    # Challenges

    def _wanted(self) -> None:
        if not self.origin:
            raise TurnedAway("this house takes no passkeys; house.passkeys in its settings says where it would")

    def _ticket(self, name: str) -> tuple[str, bytes]:
        challenge, until = secrets.token_bytes(32), int(time.time()) + LASTS
        body = f"{_text(challenge)}.{until}"
        return f"{body}.{self._mark(body, name)}", challenge

    def _opened(self, ticket: Any, name: str) -> bytes:
        challenge, _, rest = str(ticket).partition(".")
        until, _, mark = rest.partition(".")
        right = hmac.compare_digest(mark.encode(), self._mark(f"{challenge}.{until}", name).encode())
        if not right or int(until) < time.time():
            raise TurnedAway("that took too long, or was not asked for here; try again")
        return base64.urlsafe_b64decode(challenge + "=" * (-len(challenge) % 4))

    def _mark(self, body: str, name: str) -> str:
        return hmac.new(self._secret, f"passkey {name} {body}".encode(), hashlib.sha256).hexdigest()

    def _spend(self, challenge: bytes) -> None:
        """What was signed once is not taken again."""
        now, text = int(time.time()), _text(challenge)
        insert = sa.text(
            "INSERT INTO spent_challenge (challenge, until) VALUES (:text, :until) ON CONFLICT (challenge) DO NOTHING"
        )
        with self.ledger.changing() as connection:
            connection.execute(sa.delete(spent_table).where(spent_table.c.until < now))
            if not connection.execute(insert, {"text": text, "until": now + LASTS}).rowcount:
                raise TurnedAway("that was signed before; try again")


def _document(answer: Mapping[str, Any]) -> dict[str, Any]:
    found = answer.get("credential")
    if not isinstance(found, dict):
        raise TurnedAway("that is no passkey")
    return found


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
