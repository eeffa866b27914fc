"""Staff: passwords, sessions and devices, kept beside the ledger and told in its record.

A password is hashed with argon2 in a lane of its own, one at a time and behind everything else of the machine, so that a crowd
at the door cannot hold up the tables; consoles go before strangers, so that it cannot shut staff out. A session is 256 random
bits in a cookie; the house keeps only its hash, and may end it at any time. Who works all over the floor may have a few at once,
and sees each. Terminals and consoles have a credential of their own: a code given once, exchanged for a cookie that names the
device. Whoever came, went or was turned away stands in the stream ``desk:door``; passwords and tokens stand nowhere.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from houseway.complaint import Complaint
from houseway.floor.people import Person, same_name
from houseway.law.roles import STAFF, Role
from houseway.ledger import Ledger, Post
from houseway.premises.lanes import Caller, Crowded, Lane
from houseway.premises.patience import Patience

if TYPE_CHECKING:
    from houseway.premises.passkeys import Passkeys

STREAM = "desk:door"
SESSION_COOKIE, DEVICE_COOKIE = "houseway_session", "houseway_device"
KINDS = ("terminal", "console", "acceptor")  # an acceptor takes notes at a terminal and signs what it took
NAME = re.compile(r"[A-Za-z][A-Za-z0-9 .'-]{1,30}")
BADGE = re.compile(r"[A-Za-z0-9-]{1,20}")
LEAST, MOST = 12, 200  # characters of a password
ID = 16  # letters by which a session is named
COMMON = frozenset(
    (
        "password1234",
        "passwordpassword",
        "123456789012",
        "qwertyuiop12",
        "qwertyuiopas",
        "letmeinletmein",
        "casinocasino",
    )
)

# Seconds a session lasts without a word, and at most: with whoever works at one place all evening, with everybody else.
AT_ONE_PLACE = ("dealer", "keno writer", "keno runner")
IDLE: dict[str, tuple[int, int]] = {
    **dict.fromkeys(STAFF, (15 * 60, 8 * 3600)),
    **dict.fromkeys(AT_ONE_PLACE, (12 * 3600, 12 * 3600)),
    "inspector": (30 * 60, 8 * 3600),
}
SESSIONS = 4  # of one person at a time, for whoever is not tied to one place; the next ends the oldest
TOLD, WITHIN = (
    30,
    3600.0,
)  # wrong tries of one address that are each on record within so many seconds; then they are counted
CODE_LASTS = 24 * 3600  # seconds for a device's code to be typed in
REMEMBERED = 4096  # tokens of devices that need not be looked up again for a moment
NOT_TOGETHER = "name and password do not belong together"

tables = sa.MetaData()
staff_table = sa.Table(
    "staff",
    tables,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("active", sa.Integer, nullable=False),
)
badge_table = sa.Table(
    "badge",
    tables,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("badge", sa.Text, nullable=False),  # of a person, who may have several accounts
)
session_table = sa.Table(
    "session",
    tables,
    sa.Column("token", sa.Text, primary_key=True),  # its hash
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("address", sa.Text, nullable=False, server_default=""),  # where it was begun
)
device_table = sa.Table(
    "device",
    tables,
    sa.Column("token", sa.Text, primary_key=True),  # the hash of its code, then of its token
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("place", sa.Text, nullable=False),  # the table
    sa.Column("station", sa.Text, nullable=False),
    sa.Column("enrolled", sa.Integer, nullable=False),
)


class TurnedAway(Complaint):
    """Somebody may not come in, and why; ``wait`` is how many seconds until another try makes sense."""

    def __init__(self, because: str, wait: int = 0) -> None:
        super().__init__(because)
        self.wait = wait


@dataclass(frozen=True)
class Device:
    kind: str
    table: str
    station: str = ""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.table} {self.station}".strip()


@dataclass(frozen=True)
class Session:
    """Somebody signed in somewhere; its ``id`` names it and opens nothing."""

    id: str
    name: str
    role: str
    device: str
    address: str
    began: int
    seen: int


def hashed(token: str) -> str:
    """A token as the house keeps it: what is stolen from its database opens nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


@cache
def _of_nobody(hasher: PasswordHasher) -> str:
    """The hash of a password that nobody has; found at the first sign-in of a process, whoever comes."""
    return hasher.hash(secrets.token_hex(16))


def _good_enough(name: str, password: str) -> None:
    if not LEAST <= len(password) <= MOST or password.lower() in COMMON or password.lower() == name.lower():
        raise TurnedAway(f"a password has {LEAST} to {MOST} characters and is not one of the common ones")


class Door:
    """Who may come in. Shared by every process over one database."""

    hasher = PasswordHasher(parallelism=1)  # as dear as the library has it, in one thread

    def __init__(self, ledger: Ledger, idle: dict[str, tuple[int, int]] | None = None, at: str = "") -> None:
        """``at`` names the process where there are several: each writes a stream of its own."""
        self.ledger, self.idle = ledger, idle or IDLE
        self.stream = f"{STREAM} {at}" if at else STREAM
        ledger.keep(tables)
        self._lane = Lane("door", 1, nice=10)
        self._patience = Patience()
        self._wrong: OrderedDict[str, tuple[float, int]] = OrderedDict()  # by address: since when, and how many
        self._devices: dict[str, tuple[float, Device | None]] = {}
        self.passkeys: Passkeys  # where the house is open: ``passkeys.py`` knows the door

    # Accounts

    def add(self, name: str, role: str, password: str, by: str, badge: str = "") -> None:
        """A new member of staff, or a new password and role for one. Whoever has an account already, for another role, says so by
        the badge: two accounts on one badge are one person, and never sign for each other."""
        if not NAME.fullmatch(name):
            raise TurnedAway("write the name as on the badge, such as M. Okafor")
        if role not in STAFF:
            raise TurnedAway(f"{role!r} is none of {', '.join(STAFF)}")
        if badge and not BADGE.fullmatch(badge):
            raise TurnedAway("a badge is letters, figures and dashes, such as B-1042")
        _good_enough(name, password)
        row = dict(name=name, role=role, hash=self.hasher.hash(password), active=1)
        with self.ledger.changing() as connection:
            for other in connection.execute(sa.select(staff_table.c.name)):
                if other.name != name and same_name(other.name, name):
                    raise TurnedAway(f"{other.name} has an account, and {name} would be read as the same name")
            connection.execute(sa.delete(staff_table).where(staff_table.c.name == name))
            connection.execute(sa.insert(staff_table), row)
            connection.execute(sa.delete(session_table).where(session_table.c.name == name))
            if badge:
                connection.execute(sa.delete(badge_table).where(badge_table.c.name == name))
                connection.execute(sa.insert(badge_table), dict(name=name, badge=badge))
        self.tell("staff added", by, name=name, role=role, **({"badge": badge} if badge else {}))

    def remove(self, name: str, by: str) -> None:
        """Ends an account and every session of it at once; what the person did stays on record."""
        with self.ledger.changing() as connection:
            gone = connection.execute(
                sa.update(staff_table).where(staff_table.c.name == name).values(active=0)
            ).rowcount
            connection.execute(sa.delete(session_table).where(session_table.c.name == name))
            if "passkey" in sa.inspect(connection).get_table_names():
                connection.execute(sa.text("DELETE FROM passkey WHERE name = :name"), {"name": name})
        if not gone:
            raise TurnedAway(f"nobody is called {name!r}")
        self.tell("staff removed", by, name=name)

    def everybody(self) -> list[tuple[str, str]]:
        with self.ledger.reading() as connection:
            query = sa.select(staff_table.c.name, staff_table.c.role).where(staff_table.c.active == 1)
            return [(row.name, row.role) for row in connection.execute(query.order_by(staff_table.c.name))]

    # Coming in

    async def check(self, name: str, password: str, caller: Caller) -> Person:
        """The person with that name and password. Wrong name and wrong password take as long and say the same."""
        if not NAME.fullmatch(name) or len(password) > MOST:  # nobody is called so, and nothing is remembered of it
            raise TurnedAway(NOT_TOGETHER)
        now, where = time.monotonic(), caller.address
        wait = self._patience.wait(name, where, now)
        if wait:
            raise TurnedAway("too many wrong passwords; wait a little", wait)
        self._patience.begin(name, where, now)
        with self.ledger.reading() as connection:
            row = connection.execute(sa.select(staff_table).where(staff_table.c.name == name)).first()
        kept = row.hash if row is not None and row.active else ""
        try:
            right = await self._lane.do(caller, lambda: self._verify(kept, password))
        except Crowded as wrong:
            raise TurnedAway("too many people at the door; try again in a moment", wrong.wait) from None
        if not right or row is None or not row.active:
            self.tell_of("turned away", where, name=name)
            raise TurnedAway(NOT_TOGETHER)
        self._patience.right(name, where)
        if self.hasher.check_needs_rehash(kept):  # hashed as was usual then
            self._keep_password(row.name, await self._lane.do(caller, lambda: self.hasher.hash(password)))
        return self._person(row.name, row.role)

    def tell_of(self, what: str, where: str, **body: Any) -> None:
        """Something wrong is on record, and how many more there were; of one address so many within an hour, then every tenth."""
        now = time.monotonic()
        since, count = self._wrong.get(where, (now, 0))
        if now - since > WITHIN:
            since, count = now, 0
        self._wrong[where] = (since, count + 1)
        self._wrong.move_to_end(where)
        while len(self._wrong) > REMEMBERED:
            self._wrong.popitem(last=False)
        if count < TOLD or count % 10 == 0:
            self.tell(what, "nobody", where=where, **body, **({"of": count + 1} if count >= TOLD else {}))

    def _keep_password(self, name: str, hash: str) -> None:
        with self.ledger.changing() as connection:
            connection.execute(sa.update(staff_table).where(staff_table.c.name == name).values(hash=hash))

    async def change_password(self, who: Person, old: str, new: str, caller: Caller, token: str) -> None:
        """Somebody's own password becomes another; every other session of theirs ends."""
        await self.check(who.name, old, caller)
        _good_enough(who.name, new)
        if old == new:
            raise TurnedAway("the new password is the old one")
        self._keep_password(who.name, await self._lane.do(caller, lambda: self.hasher.hash(new)))
        with self.ledger.changing() as connection:
            others = (session_table.c.name == who.name) & (session_table.c.token != hashed(token))
            connection.execute(sa.delete(session_table).where(others))
        self.tell("password changed", f"{who.role}:{who.name}")

    def _person(self, name: str, role: Role) -> Person:
        with self.ledger.reading() as connection:
            badge = connection.execute(sa.select(badge_table.c.badge).where(badge_table.c.name == name)).scalar()
        return Person(name, role, badge or "")

    def _verify(self, kept: str, password: str) -> bool:
        unknown = _of_nobody(self.hasher)  # for names we do not know: the same work, the same answer
        try:
            return self.hasher.verify(kept or unknown, password)
        except (VerifyMismatchError, InvalidHashError):
            return False

    async def sign_in(self, name: str, password: str, caller: Caller, device: Device | None) -> tuple[Person, str]:
        """A new session, and the token for its cookie."""
        person = await self.check(name, password, caller)
        return person, self.begin(person, caller.address, device)

    def known(self, name: str) -> Person | None:
        """Somebody who may sign in, by name."""
        with self.ledger.reading() as connection:
            row = connection.execute(sa.select(staff_table).where(staff_table.c.name == name)).first()
        return self._person(row.name, row.role) if row is not None and row.active else None

    def begin(self, person: Person, where: str, device: Device | None, how: str = "password") -> str:
        """A session of somebody who has shown who they are. At a device there is one, and whoever works at one place has one
        elsewhere; others may have a few."""
        token, now = secrets.token_urlsafe(32), int(time.time())
        place = device.name if device else ""
        row = dict(
            token=hashed(token), name=person.name, role=person.role, device=place, began=now, seen=now, address=where
        )
        own, table = session_table.c.name == person.name, session_table.c
        with self.ledger.changing() as connection:
            at_once = 1 if place or person.role in AT_ONE_PLACE else SESSIONS
            there = sa.select(table.token).where(own, table.device == place).order_by(table.began.desc(), table.token)
            for old in connection.execute(there).scalars().all()[at_once - 1 :]:
                connection.execute(sa.delete(session_table).where(table.token == old))
            connection.execute(sa.insert(session_table), row)
        told = {} if how == "password" else {"how": how}
        self.tell("signed in", f"{person.role}:{person.name}", device=place, **told)
        return token

    def sessions(self, name: str = "") -> list[Session]:
        """Who is signed in now: one person's sessions, or everybody's."""
        query, now = sa.select(session_table).order_by(session_table.c.began), int(time.time())
        if name:
            query = query.where(session_table.c.name == name)
        with self.ledger.reading() as connection:
            rows = [row for row in connection.execute(query) if not self._over(row, now)]
        return [
            Session(row.token[:ID], row.name, row.role, row.device, row.address, row.began, row.seen) for row in rows
        ]

    def end(self, id: str, by: Person, of: str = "") -> Session:
        """Ends a session by its name; of one person alone where that is said."""
        found = next((one for one in self.sessions(of) if one.id == id), None)
        if found is None:
            raise TurnedAway(f"no session {id!r} is open")
        with self.ledger.changing() as connection:
            connection.execute(sa.delete(session_table).where(session_table.c.token.startswith(id, autoescape=True)))
        self.tell("session ended", f"{by.role}:{by.name}", name=found.name, device=found.device)
        return found

    def valid(self) -> frozenset[str]:
        """The hashes of all tokens that stand for somebody or something now."""
        now = int(time.time())
        with self.ledger.reading() as connection:
            sessions = connection.execute(sa.select(session_table)).all()
            devices = connection.execute(sa.select(device_table.c.token).where(device_table.c.enrolled == 1)).scalars()
            return frozenset(devices).union(row.token for row in sessions if not self._over(row, now))

    def stands(self, token: str) -> bool:
        """Whether a token stands for somebody or something now."""
        return self.device(token) is not None or self.session(token, looking=True) is not None

    def _over(self, session: Any, now: int) -> bool:
        idle, most = self.idle.get(session.role, (900, 28800))
        return bool(now - session.seen > idle or now - session.began > most)

    def session(self, token: str, looking: bool = False) -> Person | None:
        """Whose session a token stands for, while it lasts. Somebody is there who asks for something; a screen that only
        ``looks`` on is not, and ends when nobody has touched it for long."""
        if not token:
            return None
        now, kept = int(time.time()), hashed(token)
        with self.ledger.reading() as connection:
            row = connection.execute(sa.select(session_table).where(session_table.c.token == kept)).first()
        if row is None:
            return None
        if self._over(row, now):
            self.sign_out(token, "expired")
            return None
        if now - row.seen >= 30 and not looking:
            with self.ledger.changing() as connection:
                connection.execute(sa.update(session_table).where(session_table.c.token == kept).values(seen=now))
        return self._person(row.name, row.role)

    def sign_out(self, token: str, why: str = "signed out") -> None:
        kept = hashed(token)
        with self.ledger.changing() as connection:
            row = connection.execute(sa.select(session_table).where(session_table.c.token == kept)).first()
            connection.execute(sa.delete(session_table).where(session_table.c.token == kept))
        if row is not None:
            self.tell(why, f"{row.role}:{row.name}", device=row.device)

    # Devices

    def invite(self, kind: str, table: str, station: str, by: str) -> str:
        """A code for a new terminal or console, to be typed in once at the device itself, within a day: when it runs out is a
        part of it."""
        if kind not in KINDS:
            raise TurnedAway(f"a device is one of {', '.join(KINDS)}")
        code = f"{secrets.token_urlsafe(12)}.{int(time.time()) + CODE_LASTS:x}"
        row = dict(token=hashed(code), kind=kind, place=table, station=station, enrolled=0)
        with self.ledger.changing() as connection:
            connection.execute(sa.insert(device_table), row)
        self.tell("device invited", by, device=kind, table=table, station=station)
        return code

    def enrol(self, code: str, where: str = "") -> tuple[Device, str]:
        """The code becomes a token, once. Wrong ones are told on record, as many as patience lasts for; a right one is never
        kept waiting for them."""
        try:
            return self._enrol(code)
        except TurnedAway as wrong:
            at, now = f"codes at {where}", time.monotonic()
            wait = self._patience.wait(at, where, now)
            if wait:
                raise TurnedAway("too many wrong codes; wait a little", wait) from None
            self._patience.begin(at, where, now)
            self.tell_of("code refused", where, why=str(wrong))
            raise

    def _enrol(self, code: str) -> tuple[Device, str]:
        runs_out = code.partition(".")[2]
        if runs_out and (not re.fullmatch("[0-9a-f]{1,12}", runs_out) or int(runs_out, 16) < time.time()):
            raise TurnedAway("this code has run out, or never was one; ask for another")
        kept, token = hashed(code), secrets.token_urlsafe(32)
        with self.ledger.changing() as connection:
            query = sa.select(device_table).where(device_table.c.token == kept, device_table.c.enrolled == 0)
            row = connection.execute(query).first()
            if row is None:
                raise TurnedAway("this code is not known, or was used already")
            change = sa.update(device_table).where(device_table.c.token == kept)
            connection.execute(change.values(token=hashed(token), enrolled=1))
        device = Device(row.kind, row.place, row.station)
        self.tell("device enrolled", device.name)
        return device, token

    def device(self, token: str) -> Device | None:
        if not token:
            return None
        kept, now = hashed(token), time.monotonic()
        cached = self._devices.get(kept)
        if cached is not None and now - cached[0] < 2:
            return cached[1]
        with self.ledger.reading() as connection:
            query = sa.select(device_table).where(device_table.c.token == kept, device_table.c.enrolled == 1)
            row = connection.execute(query).first()
        found = Device(row.kind, row.place, row.station) if row is not None else None
        if len(self._devices) >= REMEMBERED:
            self._devices.clear()
        self._devices[kept] = (now, found)
        return found

    def devices(self) -> frozenset[tuple[str, str, str]]:
        """What is enrolled, or has a code: its kind, its table and its station."""
        with self.ledger.reading() as connection:
            rows = connection.execute(
                sa.select(device_table.c.kind, device_table.c.place, device_table.c.station)
            ).all()
        return frozenset((row.kind, row.place, row.station) for row in rows)

    def dismiss(self, table: str, station: str, by: str) -> int:
        """Ends the credentials of a device."""
        with self.ledger.changing() as connection:
            gone = connection.execute(
                sa.delete(device_table).where(device_table.c.place == table, device_table.c.station == station)
            ).rowcount
        self._devices.clear()
        self.tell("device dismissed", by, table=table, station=station)
        return int(gone)

    def tell(self, kind: str, by: str, **body: Any) -> None:
        """Puts on record what happened at the door."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S")
        self.ledger.post([Post(self.stream, kind, at, by, body)])

    def close(self) -> None:
        self._lane.close()
