"""Power cuts under PostgreSQL, simulated: a server whose writes are on a tape, and the disk as a cut may leave it.

``taped.c`` stands in front of the server's C library and notes every write, size, sync and name below its data folder in the
order in which they were done; whoever was told of a commit notes that on the same tape. A cut at any point leaves of each file
everything up to its last sync and of what was written after it nothing, all, any part, or torn pieces of 512 bytes. Names are
kept as file systems with a journal keep them: a cut leaves some beginning of what was made, renamed and removed, and no less
than a sync of the file or of its folder has asked for. What a file holds is known from a copy made before the server began.

A C compiler is needed, ``cc``; nothing else that ``make test`` has not installed.
"""

from __future__ import annotations

import atexit
import os
import random
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from tests.faults.power import SECTOR
from tests.stores import NOBODY, PATIENCE, programs

SOURCE = Path(__file__).with_name("taped.c")
HEAD = struct.Struct("<c3xIIIQ")
ACKNOWLEDGED = b"A"
SETTINGS = {  # a log of many small files, checkpoints often, and nothing that waits
    "max_wal_size": "4MB",
    "min_wal_size": "2MB",
    "checkpoint_timeout": "30s",
    "checkpoint_completion_target": "0.2",
    "autovacuum_naptime": "1s",
    "max_connections": "20",
    "shared_buffers": "2MB",
    "bgwriter_delay": "10ms",
}


HANGS = 20.0  # seconds after which a server that does nothing is not waited for
NOT_YET = (
    "starting up",
    "No such file",
    "refused",
    "recovery",
    "not yet accepting",
)  # what a server says that is coming


class Step(NamedTuple):
    """One record of the tape."""

    place: int  # bytes of the tape before it
    what: str
    name: str
    other: str
    at: int
    data: bytes


@cache
def shim() -> Path:
    """The library, compiled for this machine."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler is not None, "cutting the power under PostgreSQL needs a C compiler: apt-get install gcc libc6-dev"
    made = Path(tempfile.mkdtemp(prefix="houseway-taped-")) / "taped.so"
    atexit.register(shutil.rmtree, made.parent, ignore_errors=True)
    os.chmod(made.parent, 0o755)
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", made, SOURCE, "-ldl"], check=True)
    return made


def _as_nobody() -> None:
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def _given_to_nobody(folder: Path) -> None:
    if os.geteuid() == 0:
        for place, _, files in os.walk(folder):
            for name in (place, *(os.path.join(place, file) for file in files)):
                os.lchown(name, NOBODY, NOBODY)


@cache
def blank() -> Path:
    """The data folder of a server that was never started, made once: segments of a megabyte, pages with checksums."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-blank-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _given_to_nobody(folder)
    subprocess.run(
        [programs() / "initdb", "-D", folder / "db", "-U", "postgres", "-A", "trust", "--encoding=UTF8",
         "--data-checksums", "--wal-segsize=1", "--locale=C", "--no-sync"],
        preexec_fn=_as_nobody, env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}, check=True, cwd="/tmp",
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return folder / "db"


class Server:
    """PostgreSQL over one data folder, which it has to itself."""

    def __init__(self, folder: Path, tape: Path | None = None, **settings: str) -> None:
        self.folder, self.data = folder, folder / "db"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        if tape is not None:
            environment |= {"LD_PRELOAD": str(shim()), "HOUSEWAY_TAPE": str(tape), "HOUSEWAY_TAPED": str(self.data)}
        told = [word for name, value in {**SETTINGS, **settings}.items() for word in ("-c", f"{name}={value}")]
        os.chmod(folder, 0o755)
        _given_to_nobody(folder)
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [programs() / "postgres", "-D", self.data, "-k", folder, "-h", "", *told],
                preexec_fn=_as_nobody, env=environment, stdout=log, stderr=log, cwd="/tmp", start_new_session=True,
            )  # fmt: skip
        self.address = f"postgresql+psycopg://postgres@/postgres?host={folder}"

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def ready(self) -> bool:
        """Whether it came up: False where it gave up by itself, or lets nobody in."""
        engine = sa.create_engine(self.address)
        end = time.monotonic() + PATIENCE
        try:
            while True:
                try:
                    with engine.connect():
                        return True
                except sa.exc.OperationalError as wrong:
                    if self.process.poll() is not None or not any(words in str(wrong) for words in NOT_YET):
                        return False
                    assert time.monotonic() < end, self.log()
                    time.sleep(0.02)
        finally:
            engine.dispose()

    def stop(self, how: int = signal.SIGINT) -> None:
        """At once and in order; or, by SIGQUIT, without a checkpoint."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            self.process.wait(HANGS)
        except subprocess.TimeoutExpired:  # over a damaged folder it may not even do that
            self.kill()
            self.process.wait(PATIENCE)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)


@dataclass
class Tape:
    """What went to the disk of one server, over a copy of its folder before it began."""

    before: Path  # the data folder as it was
    steps: list[Step]

    @property
    def places(self) -> list[int]:
        return [step.place for step in self.steps]


@contextmanager
def recorded(**settings: str) -> Iterator[tuple[Server, Tape, Path]]:
    """A new server whose disk is on the tape while this lasts; the tape can be read when it is over. In memory that looks like a
    disk: the cuts are ours, not the machine's."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-cut-", dir=memory))
    try:
        shutil.copytree(blank(), folder / "db")
        file = folder / "tape"
        file.touch()
        os.chmod(file, 0o666)
        os.chmod(folder / "db", 0o700)
        server, tape = Server(folder, file, **settings), Tape(blank(), [])
        try:
            assert server.ready(), server.log()
            yield server, tape, file
        finally:
            server.stop(signal.SIGQUIT)
            tape.steps = _read(file)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def acknowledge(tape: Path, stream: str, number: int) -> None:
    """Somebody was told that so much is on record."""
    name = stream.encode()
    with tape.open("ab", buffering=0) as end:
        end.write(HEAD.pack(ACKNOWLEDGED, len(name), 0, 0, number) + name)


def _read(tape: Path) -> list[Step]:
    data, place, steps = tape.read_bytes(), 0, []
    while place < len(data):
        what, name, other, size, at = HEAD.unpack_from(data, place)
        begins = place + HEAD.size
        words = [os.fsdecode(data[begins : begins + name]), os.fsdecode(data[begins + name : begins + name + other])]
        begins += name + other
        steps.append(Step(place, what.decode(), words[0], words[1], at, data[begins : begins + size]))
        place = begins + size
    return steps


@dataclass
class File:
    """A file by itself, whatever it is called: what is safe of it, and what is not."""

    safe: bytearray
    pending: list[tuple[int, Step]] = field(default_factory=list)


@dataclass
class Naming:
    """One change of names that may not have reached the disk."""

    step: Step
    file: File | None

    @property
    def folders(self) -> set[str]:
        return {os.path.dirname(name) for name in (self.step.name, self.step.other) if name}


class Disk:
    """The disk as a tape writes it, step by step."""

    def __init__(self, tape: Tape) -> None:
        self.tape, self.at = tape, 0
        self.now: dict[str, File | None] = {}  # what the server sees, by name; None for a folder
        for place, _, files in os.walk(tape.before):
            here = os.path.relpath(place, tape.before)
            self.now["" if here == "." else here] = None
            for name in files:
                whole = Path(place, name)
                self.now[os.path.relpath(whole, tape.before)] = File(bytearray(whole.read_bytes()))
        self.kept = dict(self.now)  # the names that are safe
        self.namings: list[Naming] = []  # and what has become of them since, in its order
        self.acknowledged: dict[str, int] = {}

    def wind(self, at: int) -> None:
        while self.at < at:
            self._take(self.tape.steps[self.at])
            self.at += 1

    def _take(self, step: Step) -> None:
        if step.what == "A":
            self.acknowledged[step.name] = max(self.acknowledged.get(step.name, 0), step.at)
        elif step.what in "wtg":
            name = step.name.removesuffix(" (deleted)")
            file = self.now.get(name)
            if file is not None and name == step.name:
                file.pending.append((step.place, step))
        elif step.what == "s":
            self._sync(step)
        else:
            self._name(step)

    def _name(self, step: Step) -> None:
        if step.what == "c":
            self.namings.append(Naming(step, File(bytearray())))
        elif step.name in self.now or step.what == "m":
            self.namings.append(Naming(step, self.now.get(step.name)))
        else:
            return  # a file of the C library's own, of which nothing is on the tape and which no recovery reads
        _call(self.now, self.namings[-1])

    def _sync(self, step: Step) -> None:
        """What stood on the tape when it began is safe: of a file what it holds and its name, of a folder the names in it."""
        file = self.now.get(step.name, self)
        if file is self:
            return
        if file is None:
            last = max((n for n, each in enumerate(self.namings) if step.name in each.folders), default=-1)
        else:
            assert isinstance(file, File)
            covered = bisect_left(file.pending, step.at, key=lambda one: one[0])
            _apply(file.safe, [each for _, each in file.pending[:covered]])
            del file.pending[:covered]
            last = max((n for n, each in enumerate(self.namings) if each.file is file), default=-1)
        for naming in self.namings[: last + 1]:
            _call(self.kept, naming)
        del self.namings[: last + 1]

    def cut(self, rng: random.Random, to: Path) -> str:
        """Writes the folder as a cut now may leave it; how it was made up."""
        way = rng.choice(("nothing", "everything", "some", "torn"))
        names = dict(self.kept)
        count = {"nothing": 0, "everything": len(self.namings)}.get(way, rng.randint(0, len(self.namings)))
        for naming in self.namings[:count]:
            _call(names, naming)
        made = dict[int, bytes]()
        for name in sorted(names):
            file = names[name]
            if file is None:
                (to / name).mkdir(mode=0o700, parents=True, exist_ok=True)
                continue
            if id(file) not in made:
                made[id(file)] = _left(file, way, rng)
            (to / name).write_bytes(made[id(file)])
        return way


def _call(names: dict[str, File | None], naming: Naming) -> None:
    """What one change makes of the names."""
    step = naming.step
    if step.what in "cm":
        names[step.name] = naming.file
    elif step.what == "l":
        names[step.other] = naming.file
    elif step.what == "r":
        inside = [name for name in names if name.startswith(step.name + "/")]
        for name in inside:
            names[step.other + name[len(step.name) :]] = names.pop(name)
        names.pop(step.name, None)
        names[step.other] = naming.file
    else:
        names.pop(step.name, None)


def _left(file: File, way: str, rng: random.Random) -> bytes:
    if way == "nothing" or not file.pending:
        return bytes(file.safe)
    image, steps = bytearray(file.safe), [step for _, step in file.pending]
    if way == "some":
        steps = [step for step in steps if rng.random() < 0.5]
    elif way == "torn":
        steps = [piece for step in steps for piece in _torn(step) if rng.random() < 0.5]
    _apply(image, steps)
    return bytes(image)


def _torn(step: Step) -> list[Step]:
    if step.what != "w":
        return [step]
    return [step._replace(at=step.at + n, data=step.data[n : n + SECTOR]) for n in range(0, len(step.data), SECTOR)]


def _apply(image: bytearray, steps: list[Step]) -> None:
    for step in steps:
        if step.what == "t" and step.at <= len(image):
            del image[step.at :]
        elif len(image) < step.at:
            image.extend(bytes(step.at - len(image)))
        if step.what == "w":
            image[step.at : step.at + len(step.data)] = step.data
