"""Identity: who is asking. The one place that says so.

There are two kinds of house. An *open house* deals play credit on a machine of its own: a visitor is given a play name in a
signed cookie and may change it once, before the first wager, and staff pick a role and a name without anybody checking a
badge. In a *staffed house* there are no play names: staff sign in with a password, terminals and consoles have credentials
of their own, and a dealer acts at the table whose console it is (``staff.py``). In both a supervisor who signs on a dealer's
console is named there, signs with their own password where there are any, and must be somebody else.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from houseway.floor.house import House
from houseway.floor.people import Person
from houseway.floor.tournament.house_players import OWN
from houseway.forms import Doc
from houseway.law.roles import STAFF
from houseway.ledger import Ledger
from houseway.premises.guests import COOKIE as PATRON_COOKIE
from houseway.premises.guests import Guests
from houseway.premises.lanes import Caller
from houseway.premises.staff import DEVICE_COOKIE, SESSION_COOKIE, Device, Door, TurnedAway

PLAYER_COOKIE, STAFF_COOKIE = "houseway_player", "houseway_staff"
NAME = re.compile(r"[A-Z][A-Za-z0-9_.-]{2,13}")
STAFF_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 .'-]{1,30}")
_KEPT = {"Cut", "House", "Dealer", "Supervisor", "Inspector", "Player"}

BIRDS = (
    "Avocet", "Bittern", "Bunting", "Curlew", "Dipper", "Dotterel", "Dunlin", "Egret", "Fulmar", "Gannet", "Godwit",
    "Goshawk", "Grebe", "Heron", "Hobby", "Hoopoe", "Jackdaw", "Kestrel", "Kite", "Lapwing", "Linnet", "Martin",
    "Merlin", "Nightjar", "Nuthatch", "Oriole", "Osprey", "Ouzel", "Petrel", "Pipit", "Plover", "Puffin", "Quail",
    "Redstart", "Robin", "Ruff", "Sandpiper", "Shrike", "Siskin", "Skua", "Snipe", "Starling", "Stilt", "Stonechat",
    "Swift", "Teal", "Tern", "Thrush", "Turnstone", "Wagtail", "Warbler", "Waxwing", "Wheatear", "Whimbrel",
    "Wigeon", "Woodcock", "Wren", "Yaffle",
)  # fmt: skip


class Asking(Protocol):
    """Whoever asks: a request or a socket, and the cookies it brings."""

    @property
    def cookies(self) -> Mapping[str, str]: ...

    scope: MutableMapping[str, Any]


class Answering(Protocol):
    """An answer that can give cookies."""

    @property
    def set_cookie(self) -> Callable[..., None]: ...


class NotThatName(ValueError):
    """A name that cannot be taken, and why."""


@dataclass(frozen=True)
class Visitor:
    """A player by play name; ``renamed`` once the made-up name was changed."""

    name: str
    renamed: bool = False

    @property
    def person(self) -> Person:
        return Person(self.name, "player")


class Identity:
    def __init__(
        self, house: House, secret: bytes | None = None, door: Door | None = None, secure: bool = False
    ) -> None:
        self.house, self.door, self.secure = house, door, secure
        self.guests: Guests | None = None  # telephones of patrons, where the house has a cage
        self.secret = secret or secrets.token_bytes(32)

    # Players

    def visitor(self, asking: Asking) -> Visitor | None:
        if self.door is not None:
            name = None if self.guests is None else self.guests.named(asking.cookies.get(PATRON_COOKIE, ""))
            return None if name is None else Visitor(name, renamed=True)
        doc = self.opened(asking.cookies.get(PLAYER_COOKIE, ""))
        if doc is None or not isinstance(doc.get("name"), str):
            return None
        return Visitor(doc["name"], bool(doc.get("renamed")))

    def newcomer(self) -> Visitor:
        """A visitor under a made-up name that nobody has, with play credit."""
        figures = 0
        while True:  # of names with another figure there are ten times as many: they never run out
            for _ in range(4):
                name = secrets.choice(BIRDS) + (str(secrets.randbelow(10**figures)) if figures else "")
                if not self.taken(name):
                    self.house.welcome(name)
                    return Visitor(name)
            figures += 1

    def taken(self, name: str) -> bool:
        return self.house.ledger.recall(f"welcome:{name}", "welcome") is not None

    def named(self, wanted: str) -> Visitor:
        """A visitor under a name of their own choice, if nobody has it."""
        name = wanted.strip()
        if not NAME.fullmatch(name) or name in _KEPT or name.endswith(OWN):
            raise NotThatName("a play name is 3 to 14 letters or figures and begins with a capital, such as Heron")
        if self.taken(name):
            raise NotThatName(f"somebody plays as {name} already")
        self.house.welcome(name)
        return Visitor(name, renamed=True)

    # Staff

    def staff(self, asking: Asking) -> Person | None:
        if self.door is not None:
            looking = asking.scope["type"] == "websocket"
            return self.door.session(asking.cookies.get(SESSION_COOKIE, ""), looking)
        doc = self.opened(asking.cookies.get(STAFF_COOKIE, ""))
        if doc is None or doc.get("role") not in STAFF or not isinstance(doc.get("name"), str):
            return None
        return Person(doc["name"], doc["role"])

    def sign_in(self, name: str, role: str) -> Person:
        if role not in STAFF:
            raise NotThatName(f"{role!r} is none of {', '.join(STAFF)}")
        if not STAFF_NAME.fullmatch(name.strip()):
            raise NotThatName("write the name as on the badge, such as M. Okafor")
        return Person(name.strip(), next(each for each in STAFF if each == role))

    def device(self, asking: Asking) -> Device | None:
        """The terminal or console that asks, where devices have credentials."""
        return self.door.device(asking.cookies.get(DEVICE_COOKIE, "")) if self.door is not None else None

    async def countersign(
        self, asker: Person, name: str, role: str, password: str, caller: Caller, passkey: Doc = None
    ) -> Person:
        """Somebody else, who signs for what the asker wants, here and now."""
        if self.door is None:
            signer = self.sign_in(name, role)
        else:
            try:
                if passkey is not None:
                    signer = self.door.passkeys.signed(passkey, caller.address)
                    if signer.name != name:
                        raise TurnedAway(f"the passkey is not {name}'s")
                else:
                    signer = await self.door.check(name, password, caller)
            except TurnedAway as wrong:
                raise NotThatName(str(wrong)) from None
        if signer.is_same_as(asker):
            raise NotThatName("whoever asks for it cannot sign it; another person signs")
        return signer

    # Cookies

    def keep(self, response: Answering, cookie: str, doc: dict[str, Any], days: int) -> None:
        response.set_cookie(
            cookie,
            self.sealed(doc),
            max_age=days * 86_400,
            httponly=True,
            samesite="strict",
            path="/",
            secure=self.secure,
        )

    def keep_token(self, response: Answering, cookie: str, token: str, days: int) -> None:
        response.set_cookie(
            cookie, token, max_age=days * 86_400, httponly=True, samesite="strict", path="/", secure=self.secure
        )

    def keep_visitor(self, response: Answering, visitor: Visitor) -> None:
        self.keep(response, PLAYER_COOKIE, {"name": visitor.name, "renamed": visitor.renamed}, days=365)

    def keep_staff(self, response: Answering, person: Person) -> None:
        self.keep(response, STAFF_COOKIE, {"name": person.name, "role": person.role}, days=1)

    def sealed(self, doc: dict[str, Any]) -> str:
        """Plain values that a browser may hold and nobody else can make."""
        body = base64.urlsafe_b64encode(json.dumps(doc).encode()).decode().rstrip("=")
        return f"{body}.{self._mark(body)}"

    def opened(self, text: str) -> dict[str, Any] | None:
        """What was sealed here; None for anything else."""
        body, _, mark = text.partition(".")
        if not body or not hmac.compare_digest(mark.encode(), self._mark(body).encode()):
            return None
        try:
            doc = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        except ValueError:
            return None
        return doc if isinstance(doc, dict) else None

    def _mark(self, body: str) -> str:
        return hmac.new(self.secret, body.encode(), hashlib.sha256).hexdigest()


def secret_beside(database_url: str) -> bytes | None:
    """The secret that signs cookies, kept beside a database in a file; None for a ledger that has no place of its own."""
    if not database_url.startswith("sqlite:///") or ":memory:" in database_url:
        return None
    path = Path(database_url.removeprefix("sqlite:///") + ".secret")
    if not path.exists():  # it is there whole or not at all: nobody's cookies are signed with half of it
        part = path.with_name(f"{path.name}.{os.getpid()}")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    return path.read_bytes()


_kept = sa.MetaData()
_secret_table = sa.Table(
    "secret", _kept, sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
)


def shared_secret(ledger: Ledger) -> bytes:
    """The secret that signs cookies where several processes share a database: the first of them makes it."""
    ledger.keep(_kept)
    with ledger.changing() as connection:
        statement = sa.text("INSERT INTO secret (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")
        connection.execute(statement, {"name": "cookies", "value": secrets.token_hex(32)})
        return bytes.fromhex(connection.execute(sa.select(_secret_table.c.value)).scalar_one())
