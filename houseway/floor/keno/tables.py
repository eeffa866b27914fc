"""The desk's own tables, beside the ledger and in its transactions. SQLite and PostgreSQL alike.

What happened is in the ledger's entries; these rows are where it stands, so that a ticket among ten million is found by
its number and a game's tickets by their last game.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
Whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

day_table = sa.Table(
    "keno_day",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),  # the date on which it began
    sa.Column("opened", sa.Text, nullable=False),
    sa.Column("closed", sa.Text, nullable=False),  # "" while it runs
    sqlite_strict=True,
)
game_table = sa.Table(
    "keno_game",
    metadata,
    sa.Column("number", Whole, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Text, nullable=False, index=True),
    sa.Column("state", sa.Text, nullable=False),  # open, closed, drawing, drawn, confirmed, settled
    sa.Column("closes", sa.Text, nullable=False),  # when the displays say it will; "" if nobody has said
    sa.Column("drawn_at", sa.Text, nullable=False),
    sa.Column("tape", sa.Text, nullable=False),  # answers of the draw so far, as JSON
    sa.Column("numbers", sa.Text, nullable=False),  # in the order drawn
    sa.Column("facts", sa.Text, nullable=False),  # bonuses, ratio, pools, sums; as JSON
    sqlite_strict=True,
)
ticket_table = sa.Table(
    "keno_ticket",
    metadata,
    sa.Column("number", Whole, primary_key=True, autoincrement=False),
    sa.Column("serial", sa.Text, nullable=False),
    sa.Column("day", sa.Text, nullable=False),  # sold on
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("writer", sa.Text, nullable=False),
    sa.Column("terminal", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("special", Whole, nullable=False),
    sa.Column("ways", sa.LargeBinary, nullable=False),
    sa.Column("per_game", Whole, nullable=False),
    sa.Column("first", Whole, nullable=False),
    sa.Column("games", Whole, nullable=False),
    sa.Column("charged", Whole, nullable=False),  # games charged, the first ones
    sa.Column("last", Whole, nullable=False, index=True),  # the last game played; less than issued once cancelled
    sa.Column("paid", Whole, nullable=False),  # prizes paid up to this game
    sa.Column("source", sa.Text, nullable=False),  # the account that paid
    sa.Column("status", sa.Text, nullable=False),  # live, cancelled, void
    sqlite_strict=True,
)
payment_table = sa.Table(
    "keno_payment",
    metadata,
    sa.Column("ticket", Whole, primary_key=True, autoincrement=False),
    sa.Column("from_game", Whole, primary_key=True, autoincrement=False),  # so that no game is paid twice
    sa.Column("to_game", Whole, nullable=False),
    sa.Column("day", sa.Text, nullable=False, index=True),  # the Keno day of the games
    sa.Column("cents", Whole, nullable=False),
    sa.Column("how", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sqlite_strict=True,
)
payee_table = sa.Table(
    "keno_payee",  # whose credit a payment went to; one without a row was paid over the counter
    metadata,
    sa.Column("ticket", Whole, primary_key=True, autoincrement=False),
    sa.Column("from_game", Whole, primary_key=True, autoincrement=False),
    sa.Column("account", sa.Text, nullable=False),
    sqlite_strict=True,
)
correction_table = sa.Table(
    "keno_correction",  # by how much a prize that had been paid is more or less than what was paid
    metadata,
    sa.Column("ruling", Whole, primary_key=True, autoincrement=False),
    sa.Column("ticket", Whole, primary_key=True, autoincrement=False),
    sa.Column("game", Whole, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Text, nullable=False, index=True),
    sa.Column("cents", Whole, nullable=False),  # less than nothing: it is owed by whoever was paid
    sa.Column("account", sa.Text, nullable=False),  # to whom it is owed, or by whom
    sqlite_strict=True,
)
voucher_table = sa.Table(
    "keno_voucher",
    metadata,
    sa.Column("number", Whole, primary_key=True, autoincrement=False),
    sa.Column("serial", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),  # deposit, winnings
    sa.Column("cents", Whole, nullable=False),
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("used", sa.Text, nullable=False),  # "" while it is worth something
    sqlite_strict=True,
)
claim_table = sa.Table(
    "keno_claim",
    metadata,
    sa.Column("number", Whole, primary_key=True, autoincrement=False),
    sa.Column("ticket", Whole, nullable=False),  # 0: the claimant does not know it
    sa.Column("body", sa.Text, nullable=False),  # what the form says, as JSON
    sa.Column("state", sa.Text, nullable=False),  # filed, approved, refused
    sa.Column("cents", Whole, nullable=False),
    sa.Column("decided_by", sa.Text, nullable=False),
    sqlite_strict=True,
)

new_day = sa.insert(day_table)
end_day = sa.update(day_table).where(day_table.c.day == sa.bindparam("b_day")).values(closed=sa.bindparam("b_closed"))
new_game = sa.insert(game_table)
game_now = (
    sa.update(game_table)
    .where(game_table.c.number == sa.bindparam("b_number"))
    .values(
        {name: sa.bindparam(f"b_{name}") for name in ("day", "state", "closes", "drawn_at", "tape", "numbers", "facts")}
    )
)
new_ticket = sa.insert(ticket_table)
ticket_now = (
    sa.update(ticket_table)
    .where(ticket_table.c.number == sa.bindparam("b_number"))
    .values({name: sa.bindparam(f"b_{name}") for name in ("serial", "last", "paid", "status")})
)
new_payment = sa.insert(payment_table)
new_payee = sa.insert(payee_table)
new_correction = sa.insert(correction_table)
new_voucher = sa.insert(voucher_table)
voucher_used = (
    sa.update(voucher_table)
    .where(voucher_table.c.number == sa.bindparam("b_number"))
    .values(used=sa.bindparam("b_used"))
)
new_claim = sa.insert(claim_table)
claim_now = (
    sa.update(claim_table)
    .where(claim_table.c.number == sa.bindparam("b_number"))
    .values({name: sa.bindparam(f"b_{name}") for name in ("state", "cents", "decided_by")})
)


def bound(**values: object) -> dict[str, object]:
    """The values of an update, under the names it binds them to."""
    return {f"b_{name}": value for name, value in values.items()}
