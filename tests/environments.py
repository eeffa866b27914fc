"""Clean environments: the wheel as a stranger installs it, with some extras or with none.

The wheel is built by the pinned backend in ``.tools`` and installed by the pinned uv, together with exactly what its own metadata
asks for, in the versions and by the hashes of ``requirements-dev.lock``. All of that was fetched when this folder was set up, so
files are only linked. One folder serves every environment in turn: what is compiled once stays compiled.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from email import message_from_bytes
from functools import cache
from importlib.metadata import requires
from pathlib import Path
from typing import TypeAlias
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / ".tools"
PLACE = TOOLS / f"install-{sys.version_info.major}.{sys.version_info.minor}"
ENVIRONMENT = PLACE / "environment"


def uv(*words: str | Path) -> str:
    """The uv that set this folder up; first without the network, which is not needed where its cache was left alone."""
    program = TOOLS / "bin" / "uv"
    assert program.exists(), f"{program} is not there: make test sets it up, or make .tools/.ok by itself"
    for offline in (["--offline"], []):
        done = subprocess.run(
            [program, *words, "-q", *offline], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(TOOLS)},
            capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode == 0:
            return done.stdout
    raise AssertionError(f"uv {' '.join(map(str, words))}: {done.stderr}")


@cache
def _alone() -> int:
    """The one place is ours until this process ends; another run of the tests in this folder waits for it."""
    PLACE.mkdir(parents=True, exist_ok=True)
    held = os.open(PLACE / "lock", os.O_CREAT | os.O_WRONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    return held


@cache
def wheel() -> Path:
    """The package as it is published, built from this folder."""
    _alone()
    shutil.rmtree(PLACE / "dist", ignore_errors=True)
    uv("build", "--wheel", "--no-build-isolation", "--python", sys.executable, "-o", PLACE / "dist", ROOT)
    (built,) = (PLACE / "dist").glob("*.whl")
    return built


@cache
def wanted(*extras: str) -> frozenset[str]:
    """The distributions that the wheel asks for with these extras, and those that they ask for in turn."""
    with ZipFile(wheel()) as zipped:
        (about,) = (name for name in zipped.namelist() if name.endswith(".dist-info/METADATA"))
        asked = message_from_bytes(zipped.read(about)).get_all("Requires-Dist", [])
    found: set[tuple[str, str]] = set()
    waiting = [("houseway", extra) for extra in ("", *extras)]
    while waiting:
        name, extra = item = waiting.pop()
        if item in found:
            continue
        found.add(item)
        for text in asked if name == "houseway" else requires(name) or []:
            need = Requirement(text)
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                waiting += [(canonicalize_name(need.name), inner) for inner in ("", *need.extras)]
    return frozenset(name for name, _ in found) - {"houseway"}


def locked(names: Iterable[str]) -> Iterator[str]:
    """The lines of the lock for these distributions, hashes and all."""
    entries = re.split(r"^(?=[a-z0-9])", (ROOT / "requirements-dev.lock").read_text(), flags=re.MULTILINE)
    lock: dict[str, list[str]] = {}
    for entry in filter(None, entries):  # a distribution has several where versions differ by Python
        lock.setdefault(re.match(r"[a-z0-9.-]+", entry)[0], []).append(entry)
    for name in sorted(names):
        yield from lock[name]


def environment(*extras: str) -> Path:
    """The environment with the wheel, these extras and nothing else; its folder of programs."""
    if not (ENVIRONMENT / "bin" / "python").exists():
        uv("venv", "--clear", "--python", sys.executable, ENVIRONMENT)
    chosen = PLACE / "chosen.lock"
    chosen.write_text("".join(locked(wanted(*extras))))
    uv("pip", "sync", "--python", ENVIRONMENT, "--require-hashes", chosen)
    uv("pip", "install", "--python", ENVIRONMENT, "--no-deps", "--reinstall", wheel())
    uv("pip", "check", "--python", ENVIRONMENT)
    return ENVIRONMENT / "bin"


def run(*words: str | Path, where: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A program of the environment, run to its end."""
    with start(*words, where=where) as process:
        out, err = process.communicate(stdin)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def start(*words: str | Path, where: Path) -> subprocess.Popen[str]:
    """A program of the environment, in a folder that is not this one, seeing nothing of what is installed here."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HOUSEWAY", "VIRTUAL"))}
    caches = {"PYTHONPYCACHEPREFIX": str(PLACE / "pycache"), "NUMBA_CACHE_DIR": str(PLACE / "numba")}
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(
        [ENVIRONMENT / "bin" / words[0], *words[1:]], cwd=where, env={**own, **caches}, text=True, **pipes
    )


Line: TypeAlias = tuple[Sequence[str], str]  # words for houseway, and what is typed in


def run_lines(lines: Sequence[Line], where: Path) -> list[subprocess.CompletedProcess[str]]:
    """Many lines of houseway, one after another, each in a process of its own that begins with the books and the
    common parts already read."""
    done = run("python", "-c", FORKS, where=where, stdin=json.dumps(lines))
    assert done.returncode == 0, done.stderr
    return [
        subprocess.CompletedProcess(words, *answer)
        for (words, _), answer in zip(lines, json.loads(done.stdout), strict=True)
    ]


FORKS = """
import gc, json, os, sys, tempfile
from houseway import games
from houseway.cli import main
import houseway.cli.app, houseway.cli.figures, houseway.cli.playing, houseway.cli.replaying, houseway.cli.simulating
import houseway.lab.simulate, houseway.floor.scenario, houseway.ledger.backup

games.library()
gc.freeze()  # what is read once is no work for the children's collector
answers = []
for words, typed in json.load(sys.stdin):
    files = [tempfile.TemporaryFile("w+") for _ in range(3)]
    files[0].write(typed)
    files[0].seek(0)
    child = os.fork()
    if child == 0:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        sys.stdin = open(0)
        try:
            main(words)
        except SystemExit as end:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(end.code or 0)  # without taking down, module by module, what the next one begins with
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for file in files:
        file.seek(0)
    answers.append((code, files[1].read(), files[2].read()))
print(json.dumps(answers))
"""
