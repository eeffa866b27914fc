"""Study desk: studies that people hand in at a page, run by a process of their own while the house goes about its business.

A study is a file as ``houseway study`` runs it, kept in a folder with what was counted of it; so it counts the same here, there,
or first here and then there. One is played at a time, some seconds each in turn, at low priority. It can be stopped and goes on
where it was, also after the house was closed. Whoever has its number may look at it; only the house's staff have a list.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.complaint import BadInput, Complaint
from houseway.own_folders import own_folder
from houseway.premises.back_room import BackRoom, WasEnded

if TYPE_CHECKING:
    from houseway.lab.studies import Plan

TURN = 2.0  # seconds of one study before the next has its turn
LONGEST = 900.0  # for one turn with everything that has to be found before it
NUMBER = re.compile(r"[0-9a-f]{16}")
LETTERS = 20_000  # of a file
MOST_SETTINGS, MOST_ROUNDS = 60, 20_000_000_000  # of one study, all settings together
OF_ONE_ADDRESS, OF_ALL = 3, 20  # that are not finished
KEPT = 200  # finished or stopped; beyond, the oldest go


class State(StrEnum):
    WAITING = "waiting"
    GOING = "going"
    STOPPED = "stopped"
    DONE = "done"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        return self in (State.DONE, State.FAILED)


class NoSuchStudy(Complaint, LookupError):
    """Nothing was handed in under that number."""


class Full(Complaint):
    """No more studies are taken for now."""


@dataclass(frozen=True)
class OnDesk:
    """A study that was handed in, and how far it is."""

    id: str
    name: str
    book: str
    rounds: int
    settings: int
    seed: int
    address: str
    at: str
    state: State = State.WAITING
    done: int = 0  # batches
    whole: int = 0
    seconds: float = 0.0  # that it was played for
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    beyond: tuple[str, ...] = ()  # wagers further off than luck explains
    words: str = ""  # what went wrong

    @property
    def left(self) -> float | None:
        """Seconds until it is done, if it were played alone."""
        return None if not self.done else self.seconds / self.done * (self.whole - self.done)


@dataclass
class Turn:
    """What a turn of a study came to, in plain values."""

    done: int
    whole: int
    seconds: float
    complete: bool
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    beyond: tuple[str, ...] = field(default_factory=tuple)


def played(path: Path, seconds: float) -> Turn:
    """Plays a study for a while; there, in a process of its own."""
    from houseway.lab import studies

    plan, progress = studies.plan(path), [studies.Progress(0, 0, 0, 0.0)]
    kept = studies.counted_beside(path) if plan.rounds else None
    found = studies.run(plan, kept, executor=studies.Awhile(seconds), told=progress.append)
    heads, rows = found.table(every=True)
    last = progress[-1]
    if found.whole and not last.whole:  # all of it was there
        last = studies.Progress(1, 1, 0, 0.0)
    beyond = (f"{tally.wager} {tally.strategy}".strip() for tally in found.beyond_luck)
    spent = 0.0 if kept is None or not kept.exists() else json.loads(kept.read_text(encoding="utf-8"))["seconds"]
    return Turn(last.done, last.whole, spent, found.whole, heads, tuple(rows), tuple(dict.fromkeys(beyond)))


def document(path: Path) -> dict[str, Any]:
    """What was found so far, as ``houseway study --json`` tells it; nothing more is played."""
    from houseway.lab import studies

    plan = studies.plan(path)
    kept = studies.counted_beside(path) if plan.rounds else None
    return studies.run(plan, kept, executor=_Nobody()).document()


class _Nobody:
    """Plays nothing."""

    def run(self, jobs: list[Any]) -> Any:
        if jobs:
            raise KeyboardInterrupt
        yield from ()


def folder_of(database_url: str) -> Path:
    """Beside a database that is a file; else in the data folder of whoever runs the house."""
    if database_url.startswith("sqlite:///") and ":memory:" not in database_url:
        return Path(database_url.removeprefix("sqlite:///") + ".studies")
    try:
        return own_folder("data", os.environ.get("HOUSEWAY_DATA")) / "studies"
    except RuntimeError:
        raise BadInput("there is no folder to keep studies in; name one with HOUSEWAY_DATA") from None


class StudyDesk:
    def __init__(self, folder: Callable[[], Path], clock: Callable[[], datetime]) -> None:
        self._folder, self.clock, self.room = folder, clock, BackRoom()
        self._changed = threading.Condition()
        self._turns: list[str] = []  # whose turn it is, in order
        self._thread: threading.Thread | None = None
        self._closed = False

    def add(self, text: str, address: str) -> OnDesk:
        """Takes a study in, looks at it, and puts it behind the others."""
        plan = self.read(text)
        taken = OnDesk(
            secrets.token_hex(8), plan.name, plan.book, plan.rounds, len(plan.settings), plan.seed, address,
            self.clock().isoformat(timespec="seconds"),
        )  # fmt: skip
        with self._changed:
            waiting = [one for one in self.listed() if one.state in (State.WAITING, State.GOING)]
            if sum(one.address == address for one in waiting) >= OF_ONE_ADDRESS:
                raise Full(f"{OF_ONE_ADDRESS} studies of yours are not finished; wait for one, or stop it")
            if len(waiting) >= OF_ALL:
                raise Full(f"{OF_ALL} studies wait already; hand it in later")
            self._tidy()
            self._path(taken.id).write_text(text, encoding="utf-8")
            self._keep(taken)
            self._queue(taken.id)
        return taken

    def read(self, text: str) -> Plan:
        """A study as somebody wrote it, if it can be run here."""
        from houseway.lab import studies  # a house that opens does without the lab

        if len(text) > LETTERS:
            raise BadInput(f"a study that is handed in has {LETTERS:,} letters at most")
        plan = studies.planned(text, Path("study.toml"))
        if plan.strategy:
            raise BadInput("a study that is handed in here names no file; strategies of your own run at a terminal")
        settings = len(plan.settings)
        if settings > MOST_SETTINGS or plan.rounds * settings > MOST_ROUNDS:
            raise BadInput(
                f"here a study has {MOST_SETTINGS} settings and {MOST_ROUNDS:,} rounds of all settings together at most, not "
                f"{settings:,} and {plan.rounds * settings:,}; a terminal takes more"
            )
        plan.studies()  # the book, the edition and every setting are looked at
        return plan

    def look(self, id: str) -> OnDesk:
        found = self._read(id) if NUMBER.fullmatch(id) else None
        if found is None:
            raise NoSuchStudy(f"no study was handed in under {id[:40]!r}")
        if found.state in (State.WAITING, State.GOING) and id not in self._turns:
            found = replace(found, state=State.STOPPED)  # the house was closed meanwhile
        return found

    def path(self, id: str) -> Path:
        """The file of a study."""
        self.look(id)
        return self._path(id)

    def stop(self, id: str) -> None:
        """After the turn it has; what was counted is kept."""
        with self._changed:
            if self.look(id).state in (State.WAITING, State.GOING):
                self._turns.remove(id)
                self._keep(replace(self._known(id), state=State.STOPPED))

    def go_on(self, id: str) -> None:
        with self._changed:
            found = self.look(id)
            if found.state is State.STOPPED:
                self._keep(replace(found, state=State.WAITING, words=""))
                self._queue(id)

    def take_away(self, id: str) -> None:
        """The study and what was counted of it."""
        self.stop(id)
        with self._changed:
            self._forget(id)

    def listed(self) -> list[OnDesk]:
        """All that are there, the newest first."""
        if not self._folder().is_dir():
            return []
        ids = (path.stem for path in self._folder().glob("*.json") if NUMBER.fullmatch(path.stem))
        found = []
        for id in ids:
            try:
                found.append(self.look(id))
            except NoSuchStudy:
                continue  # taken away meanwhile
        return sorted(found, key=lambda one: one.at, reverse=True)

    def close(self) -> None:
        """What is being played is stopped; it goes on when somebody says so."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.room.close()
        if self._thread is not None:
            self._thread.join(10)

    # Playing

    def _queue(self, id: str) -> None:
        self._turns.append(id)
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._play, name="studies", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _play(self) -> None:
        while True:
            with self._changed:
                while not self._turns and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                id = self._turns[0]
                self._keep(replace(self._known(id), state=State.GOING))
            turn, words, state = None, "", State.WAITING
            try:
                turn = self.room.find(LONGEST, played, self._path(id), TURN)
            except (WasEnded, OSError, EOFError):  # the process is gone, or cannot be reached
                words, state = "the process that played it is gone; what was counted is kept", State.STOPPED
            except Exception as wrong:
                words, state = str(wrong) or type(wrong).__name__, State.FAILED
            with self._changed:
                if not self._closed:
                    self._after(id, turn, words, state)

    def _after(self, id: str, turn: Turn | None, words: str, state: State) -> None:
        going = id in self._turns  # nobody has stopped it or taken it away meanwhile
        known = self._read(id)
        if known is None:
            return
        if turn is not None:
            known = replace(
                known, done=turn.done, whole=turn.whole, seconds=turn.seconds, heads=turn.heads, rows=turn.rows,
                beyond=turn.beyond,
            )  # fmt: skip
        if going:
            self._turns.remove(id)
        if turn is not None and turn.complete:
            known = replace(known, state=State.DONE)
        elif going:
            known = replace(known, state=state, words=words)
            if state is State.WAITING:
                self._turns.append(id)
        self._keep(known)

    # The folder

    def _path(self, id: str) -> Path:
        return self._folder() / f"{id}.toml"

    def _known(self, id: str) -> OnDesk:
        found = self._read(id)
        assert found is not None
        return found

    def _read(self, id: str) -> OnDesk | None:
        try:
            doc = json.loads((self._folder() / f"{id}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        doc["state"] = State(doc["state"])
        for name in ("heads", "beyond"):
            doc[name] = tuple(doc[name])
        return OnDesk(**doc | {"rows": tuple(map(tuple, doc["rows"]))})

    def _keep(self, one: OnDesk) -> None:
        """Whole or not at all."""
        fresh = self._folder() / f"{one.id}.new"
        fresh.write_text(json.dumps(asdict(one)), encoding="utf-8")
        os.replace(fresh, self._folder() / f"{one.id}.json")

    def _tidy(self) -> None:
        self._folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        idle = [one for one in self.listed() if one.state not in (State.WAITING, State.GOING)]
        for old in idle[KEPT - 1 :]:
            self._forget(old.id)

    def _forget(self, id: str) -> None:
        for name in (f"{id}.json", f"{id}.toml", f"{id}.counted.json"):
            (self._folder() / name).unlink(missing_ok=True)
