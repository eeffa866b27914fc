"""Operating: who may sign in, which devices there are, backups and restores."""

from __future__ import annotations

import getpass
import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from houseway.cli.auditing import noted_heads
from houseway.cli.options import BadUsage, database_there, database_url
from houseway.cli.printing import dim, table
from houseway.law.roles import STAFF
from houseway.ledger import archive as shelves
from houseway.ledger import backup as copying
from houseway.ledger import open_ledger
from houseway.ledger.strongbox import key_in

if TYPE_CHECKING:
    from houseway.premises.settings import Settings


def _who() -> str:
    """Whoever is at this machine's own console."""
    return f"operator:{os.environ.get('SUDO_USER') or getpass.getuser()}"


def staff(act: str, name: str, role: str, database: str, password: str, badge: str = "") -> None:
    from houseway.premises.staff import Door

    if act == "roles":
        print("\n".join(STAFF))
        return
    ledger = open_ledger(database_url(database))
    door = Door(ledger, at="desk")
    try:
        if act == "list":
            table(("name", "role"), door.everybody())
        elif act == "add":
            given = password or typer.prompt("Password", hide_input=True, confirmation_prompt=True)
            door.add(name, role, given, _who(), badge)
            print(f"{name} may sign in as {role}.")
        elif act == "remove":
            door.remove(name, _who())
            print(f"{name} may no longer sign in; every session is ended.")
        else:
            raise BadUsage(f"staff: add, remove, list or roles, not {act!r}")
        ledger.settle_down()
    finally:
        door.close()
        ledger.close()


def codes(settings: Settings, database: str) -> None:
    """A code for every person and device of the settings that has none yet, told this once."""
    from houseway.premises.house_changes import codes as given
    from houseway.premises.staff import Door

    ledger = open_ledger(database_url(database or settings.house.database))
    door = Door(ledger, at="desk")
    try:
        told = given(ledger, door, settings, _who())
        ledger.settle_down()
    finally:
        door.close()
        ledger.close()
    if told:
        table(("for", "code"), told)
    print(
        dim("Each is typed in once, at /staff." if told else "Everybody and everything has a code or came in already.")
    )


def device(act: str, at: str, station: str, acceptor: bool, database: str) -> None:
    from houseway.premises.staff import Door

    ledger = open_ledger(database_there(database))
    door = Door(ledger, at="desk")
    try:
        if act == "add":
            if acceptor and not station:
                raise BadUsage("device: an acceptor belongs to a terminal; say which, such as ATS-3")
            kind = "acceptor" if acceptor else "terminal" if station else "console"
            print(door.invite(kind, at, station, _who()))
        elif act == "remove":
            print(f"{door.dismiss(at, station, _who())} credentials ended")
        else:
            raise BadUsage(f"device: add or remove, not {act!r}")
        ledger.settle_down()
    finally:
        door.close()
        ledger.close()


def backup(to: Path, database: str, key: Path | None, verify: bool) -> None:
    secret = None if key is None else key_in(key, make=not verify)
    if verify:
        found = copying.verify(to, secret)
        if not found.sound:
            raise copying.NotRestored(f"{to} is not sound: {found.findings[0].where}: {found.findings[0].what}")
        print(f"{found.entries} entries, {found.transfers} transfers, {found.accounts} accounts: sound")
        return
    ledger = open_ledger(database_there(database))
    try:
        found = copying.backup(ledger, to, secret)
    finally:
        ledger.close()
    print(f"{found.entries} entries, {found.transfers} transfers, {found.accounts} accounts: sound")
    print(dim(f"Keep {to}.heads.json somewhere else: a restore compares it."))


def restore(
    file: Path,
    database: str,
    heads: Path | None,
    by: str,
    second: str,
    reason: str,
    older: bool,
    key: Path | None,
) -> None:
    secret = None if key is None else key_in(key)
    noted = noted_heads(heads) if heads is not None else None
    ledger = open_ledger(database_url(database))
    try:
        found = copying.restore(file, ledger, noted, by, second, reason, older, secret)
    finally:
        ledger.close()
    if not found.sound:
        raise copying.NotRestored(f"the restored ledger is not sound: {found.findings[0].what}")
    print(f"{found.entries} entries, {found.transfers} transfers, {found.accounts} accounts: sound")


def archive(
    file: Path, stream: str, before: str, back: bool, by: str, second: str, reason: str, database: str, check: bool
) -> None:
    """Touches of old rounds to a file, back from it, or the file held against the ledger."""
    if not check and not back:
        if not stream or not before:
            raise BadUsage("archive: say which table (--stream RR-1) and before which moment (--before 2026-10-01)")
        try:
            before = datetime.fromisoformat(before).isoformat()
        except ValueError:
            raise BadUsage(f"archive: {before!r} is no moment; say 2026-10-01 or 2026-10-01T06:00") from None
    ledger = open_ledger(database_there(database), alone=not check)
    try:
        if check:
            done, what = shelves.proven(ledger, file), "is this archive, whole, and what the ledger says"
        elif back:
            done, what = shelves.bring_back(ledger, file, by, second, reason), "brought back"
        else:
            done, what = shelves.archive(ledger, stream, before, file, by, second, reason), "archived"
    finally:
        ledger.close()
    print(f"{done['stream']}, entries {done['first']} to {done['last']}: {what}")
