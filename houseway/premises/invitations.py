"""Invitations: codes with which whoever is to work here chooses a password of their own, once, within a few days.

A settings file names people and their roles and holds no secrets. Whoever applies it is told a code for each who is new; the
house keeps only its hash. Until somebody has used theirs they cannot sign in.
"""

from __future__ import annotations

import hashlib
import secrets
import time

import sqlalchemy as sa

from houseway.ledger import Ledger
from houseway.premises.staff import Door, TurnedAway

LASTS = 7 * 24 * 3600  # seconds

tables = sa.MetaData()
invitation_table = sa.Table(
    "invitation",
    tables,
    sa.Column("token", sa.Text, primary_key=True),  # its hash
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("badge", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)


class Invitations:
    def __init__(self, ledger: Ledger, door: Door) -> None:
        self.ledger, self.door = ledger, door
        ledger.keep(tables)

    def invite(self, name: str, role: str, badge: str = "") -> str:
        """A code for somebody; one that was given before serves no more."""
        code = secrets.token_urlsafe(9)
        row = dict(token=_hashed(code), name=name, role=role, badge=badge, until=int(time.time()) + LASTS)
        with self.ledger.changing() as connection:
            connection.execute(sa.delete(invitation_table).where(invitation_table.c.name == name))
            connection.execute(sa.insert(invitation_table), row)
        return code

    def invited(self) -> dict[str, str]:
        """Who is invited and has not come yet, and as what."""
        with self.ledger.reading() as connection:
            rows = connection.execute(sa.select(invitation_table)).all()
        return {row.name: row.role for row in rows if row.until >= time.time()}

    def withdraw(self, name: str) -> None:
        with self.ledger.changing() as connection:
            connection.execute(sa.delete(invitation_table).where(invitation_table.c.name == name))

    def accept(self, code: str, password: str) -> tuple[str, str]:
        """Whoever was invited chooses a password: who it is, and as what. The code has served then."""
        with self.ledger.reading() as connection:
            mine = invitation_table.c.token == _hashed(code)
            row = connection.execute(sa.select(invitation_table).where(mine)).first()
        if row is None or row.until < time.time():
            raise TurnedAway("this code was never given, has served or has run out; ask for another")
        self.door.add(row.name, row.role, password, f"{row.role}:{row.name}", row.badge)
        self.withdraw(row.name)
        return row.name, row.role


def _hashed(code: str) -> str:
    return hashlib.sha256(f"invitation {code}".encode()).hexdigest()
