"""Guests: how a patron's own telephone is known to be theirs.

The cage gives a patron with an account a code, on paper and for a camera. It serves once, within a day, and becomes a token in a
cookie; the house keeps only hashes of both. Who came in by one stands in the patrons' stream.
"""

from __future__ import annotations

import hashlib
import secrets
import time

import sqlalchemy as sa

from houseway.ledger import Ledger

COOKIE = "houseway_patron"
CODE_LASTS, TOKEN_LASTS = 24 * 3600, 30 * 24 * 3600  # seconds

tables = sa.MetaData()
guest_table = sa.Table(
    "guest",
    tables,
    sa.Column("token", sa.Text, primary_key=True),  # the hash of a code, then of a token
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("enrolled", sa.Integer, nullable=False),
)


class Guests:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        ledger.keep(tables)

    def invite(self, name: str) -> str:
        """A code for a patron's telephone; one that was given before serves no more."""
        code = secrets.token_urlsafe(9)
        with self.ledger.changing() as connection:
            old = (guest_table.c.name == name) & (guest_table.c.enrolled == 0)
            connection.execute(sa.delete(guest_table).where(old))
            connection.execute(sa.insert(guest_table), self._row(code, name, CODE_LASTS, 0))
        return code

    def come_in(self, code: str) -> tuple[str, str] | None:
        """Whose code it is, and the token it becomes; None for one that never was, has served or has run out."""
        token, now = secrets.token_urlsafe(32), int(time.time())
        with self.ledger.changing() as connection:
            mine = (guest_table.c.token == _hashed(code)) & (guest_table.c.enrolled == 0)
            row = connection.execute(sa.select(guest_table).where(mine)).first()
            if row is None or row.until < now:
                return None
            connection.execute(sa.delete(guest_table).where(mine))
            connection.execute(sa.insert(guest_table), self._row(token, row.name, TOKEN_LASTS, 1))
        return row.name, token

    def named(self, token: str) -> str | None:
        """Whose telephone asks."""
        if not token:
            return None
        with self.ledger.reading() as connection:
            mine = (guest_table.c.token == _hashed(token)) & (guest_table.c.enrolled == 1)
            row = connection.execute(sa.select(guest_table).where(mine)).first()
        return str(row.name) if row is not None and row.until >= time.time() else None

    def valid(self) -> frozenset[str]:
        """The hashes of all tokens that stand for a patron now."""
        query = sa.select(guest_table.c.token).where(
            guest_table.c.enrolled == 1, guest_table.c.until >= int(time.time())
        )
        with self.ledger.reading() as connection:
            return frozenset(connection.execute(query).scalars())

    def forget(self, name: str) -> None:
        """Every telephone of a patron is a stranger's again."""
        with self.ledger.changing() as connection:
            connection.execute(sa.delete(guest_table).where(guest_table.c.name == name))

    def _row(self, token: str, name: str, lasts: int, enrolled: int) -> dict[str, object]:
        return dict(token=_hashed(token), name=name, until=int(time.time()) + lasts, enrolled=enrolled)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
