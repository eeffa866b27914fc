"""A disk that can be looked into: power cuts and I/O errors under SQLite, simulated.

The shim is a VFS of SQLite's own kind, made with ctypes around the usual one: files are read and written as always, each write,
truncation, sync, creation and deletion is noted in order, and any of them may be made to fail. A cut at any point leaves of each
file everything up to its last sync, and of what was written after it nothing, all, any part, or torn pieces of 512 bytes. A
sync covers what had been written when it began. A file that was never synced may not be there at all; a deletion that was not
synced with its folder may not have happened.
"""

from __future__ import annotations

import ctypes as c
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pysqlite3._sqlite3 as bundled

SECTOR = 512
READ_FAILS, WRITE_FAILS, SYNC_FAILS, DISK_FULL = 266, 778, 1034, 13  # as SQLite numbers them


class IoMethods(c.Structure):
    pass


class File(c.Structure):
    _fields_ = [("methods", c.POINTER(IoMethods))]


FileP = c.POINTER(File)
Read = Write = c.CFUNCTYPE(c.c_int, FileP, c.c_void_p, c.c_int, c.c_int64)
Truncate = c.CFUNCTYPE(c.c_int, FileP, c.c_int64)
Sync = c.CFUNCTYPE(c.c_int, FileP, c.c_int)
Close = c.CFUNCTYPE(c.c_int, FileP)
IoMethods._fields_ = [
    ("version", c.c_int),
    ("close", c.c_void_p),
    ("read", c.c_void_p),
    ("write", c.c_void_p),
    ("truncate", c.c_void_p),
    ("sync", c.c_void_p),
    *((f"other{n}", c.c_void_p) for n in range(13)),
]


class Vfs(c.Structure):
    pass


VfsP = c.POINTER(Vfs)
Open = c.CFUNCTYPE(c.c_int, VfsP, c.c_void_p, FileP, c.c_int, c.POINTER(c.c_int))  # SQLite keeps the name's address
Delete = c.CFUNCTYPE(c.c_int, VfsP, c.c_char_p, c.c_int)
Vfs._fields_ = [
    ("version", c.c_int),
    ("size", c.c_int),
    ("longest", c.c_int),
    ("next", c.c_void_p),
    ("name", c.c_char_p),
    ("data", c.c_void_p),
    ("open", c.c_void_p),
    ("delete", c.c_void_p),
    *((f"other{n}", c.c_void_p) for n in range(16)),
]

_lib = c.CDLL(bundled.__file__)
_lib.sqlite3_vfs_find.restype = VfsP
_lib.sqlite3_vfs_find.argtypes = [c.c_char_p]
_lib.sqlite3_vfs_register.argtypes = [VfsP, c.c_int]

Step = tuple[Any, ...]


@dataclass
class Tape:
    """Everything that went to the disk, in order: writes, truncations, syncs, deletions, and what was acknowledged."""

    steps: list[Step] = field(default_factory=list)
    # Asked before every read, write and sync, with its kind and the file's name: the error it ends with, or 0.
    fails: Callable[[str, str], int] = lambda kind, name: 0

    def acknowledged(self, stream: str, number: int) -> None:
        self.steps.append(("ack", stream, number))


class _Shim:
    """The VFS itself: one for the whole process, and never given back. A connection that somebody forgot is closed when Python
    gets to it, long after its recording is over, and must still find the methods it was opened with."""

    def __init__(self) -> None:
        self.usual = _lib.sqlite3_vfs_find(None)
        self.vfs = Vfs()
        c.memmove(c.byref(self.vfs), self.usual, c.sizeof(Vfs))
        self.vfs.name = b"taped"
        self.tapes: dict[str, Tape] = {}  # by folder
        self.names: dict[int, tuple[Tape, str]] = {}  # open files of a recording, by address
        self.wrapped: dict[int, Any] = {}  # the methods of ours, by the address of the usual ones
        self.plain_open, self.plain_delete = Open(self.vfs.open), Delete(self.vfs.delete)
        self.kept: list[Any] = [Open(self._open), Delete(self._delete)]
        self.vfs.open, self.vfs.delete = (c.cast(each, c.c_void_p).value for each in self.kept)

    def _tape(self, name: bytes) -> tuple[Tape, str] | None:
        path = os.fsdecode(name)
        for folder, tape in self.tapes.items():
            if path.startswith(folder):
                return tape, os.path.basename(path)
        return None

    def _open(self, vfs: Any, address: int | None, file: Any, flags: int, out: Any) -> int:
        done = int(self.plain_open(self.usual, address, file, flags, out))
        place = c.addressof(file.contents)
        self.names.pop(place, None)
        if done == 0 and file.contents.methods:
            file.contents.methods = self._methods(file.contents.methods)
            if address and (found := self._tape(c.string_at(address))) is not None:
                self.names[place] = found
        return done

    def _delete(self, vfs: Any, name: bytes, directory: int) -> int:
        if (found := self._tape(name)) is not None:
            tape, short = found
            tape.steps.append(("delete", short, bool(directory)))
        return int(self.plain_delete(self.usual, name, directory))

    def _methods(self, plain: Any) -> Any:
        """The usual methods with ours in front of those that matter to a disk."""
        address = c.addressof(plain.contents)
        if address in self.wrapped:
            return self.wrapped[address]
        ours, names = IoMethods(), self.names
        c.memmove(c.byref(ours), plain, c.sizeof(IoMethods))
        read, write, truncate, sync, close = (
            Read(plain.contents.read),
            Write(plain.contents.write),
            Truncate(plain.contents.truncate),
            Sync(plain.contents.sync),
            Close(plain.contents.close),
        )

        def on_read(file: Any, data: int, size: int, offset: int) -> int:
            found = names.get(c.addressof(file.contents))
            if found is not None and (wrong := found[0].fails("read", found[1])):
                return wrong
            return int(read(file, data, size, offset))

        def on_write(file: Any, data: int, size: int, offset: int) -> int:
            found = names.get(c.addressof(file.contents))
            if found is not None:
                tape, name = found
                if wrong := tape.fails("write", name):
                    return wrong
                tape.steps.append(("write", name, offset, c.string_at(data, size)))
            return int(write(file, data, size, offset))

        def on_truncate(file: Any, size: int) -> int:
            found = names.get(c.addressof(file.contents))
            if found is not None:
                found[0].steps.append(("truncate", found[1], size))
            return int(truncate(file, size))

        def on_sync(file: Any, flags: int) -> int:
            found = names.get(c.addressof(file.contents))
            if found is None:
                return int(sync(file, flags))
            tape, name = found
            began = len(tape.steps)
            if wrong := tape.fails("sync", name):
                tape.steps.append(("failed", name))
                return wrong
            done = int(sync(file, flags))
            tape.steps.append(("sync", name, began))
            return done

        def on_close(file: Any) -> int:
            names.pop(c.addressof(file.contents), None)
            return int(close(file))

        callbacks = Read(on_read), Write(on_write), Truncate(on_truncate), Sync(on_sync), Close(on_close)
        ours.read, ours.write, ours.truncate, ours.sync, ours.close = (
            c.cast(each, c.c_void_p).value for each in callbacks
        )
        self.kept.extend((ours, callbacks, read, write, truncate, sync, close))
        self.wrapped[address] = c.pointer(ours)
        return self.wrapped[address]


@cache
def _shim() -> _Shim:
    return _Shim()


@contextmanager
def recorded(folder: Path) -> Iterator[Tape]:
    """While this lasts, everything SQLite does to files below ``folder`` is on the tape."""
    tape, shim = Tape(), _shim()
    shim.tapes[str(folder)] = tape
    _lib.sqlite3_vfs_register(c.byref(shim.vfs), 1)
    try:
        yield tape
    finally:
        _lib.sqlite3_vfs_register(shim.usual, 1)
        del shim.tapes[str(folder)]
        for place in [place for place, (other, _) in shim.names.items() if other is tape]:
            del shim.names[place]
        tape.steps.append(("end",))


class Disk:
    """The disk as a tape writes it, step by step: what is safe, and what a cut may lose."""

    def __init__(self, tape: Tape, rng: random.Random | None = None) -> None:
        self.tape, self.at = tape, 0
        self.rng = rng or random.Random(0)
        self.safe: dict[str, bytearray] = {}
        self.pending: dict[str, list[tuple[int, Step]]] = {}  # by file: when, and what
        self.gone: dict[str, bytearray] = {}  # deleted, and the folder not synced since
        self.acknowledged: dict[str, int] = {}

    def wind(self, at: int) -> None:
        """Winds the tape forward to a step."""
        while self.at < at:
            self._take(self.at, self.tape.steps[self.at])
            self.at += 1

    def _take(self, at: int, step: Step) -> None:
        kind = step[0]
        if kind in ("write", "truncate"):
            self.pending.setdefault(step[1], []).append((at, step))
        elif kind == "sync":
            _, name, began = step
            if name not in self.safe:  # with the first sync of a new file SQLite syncs the folder too
                self.gone.clear()
            waiting = self.pending.pop(name, [])
            _apply(self.safe.setdefault(name, bytearray()), [each for when, each in waiting if when < began])
            if later := [each for each in waiting if each[0] >= began]:
                self.pending[name] = later
        elif kind == "failed":  # the system says so once, and may have let go of what it could not write
            waiting = self.pending.pop(step[1], [])
            self.pending[step[1]] = [each for each in waiting if self.rng.random() < 0.5]
        elif kind == "delete":
            image = self.safe.pop(step[1], None)
            self.pending.pop(step[1], None)
            if image is not None and not step[2]:
                self.gone[step[1]] = image
        elif kind == "ack":
            self.acknowledged[step[1]] = max(self.acknowledged.get(step[1], 0), step[2])

    def cut(self, rng: random.Random) -> dict[str, bytes]:
        """The files as a cut now may leave them."""
        files = {name: bytes(image) for name, image in self.safe.items()}
        way = rng.choice(("nothing", "everything", "some", "torn"))
        for name, waiting in self.pending.items():
            if name not in self.safe and rng.random() < 0.5:
                continue  # its folder does not know it yet
            image, steps = bytearray(files.get(name, b"")), [step for _, step in waiting]
            if way == "everything":
                _apply(image, steps)
            elif way == "some":
                _apply(image, [step for step in steps if rng.random() < 0.5])
            elif way == "torn":
                _apply(image, [piece for step in steps for piece in _torn(step) if rng.random() < 0.5])
            files[name] = bytes(image)
        for name, image in self.gone.items():
            if name not in files and rng.random() < 0.5:
                files[name] = bytes(image)
        return files


def _apply(image: bytearray, steps: list[Step]) -> None:
    for step in steps:
        if step[0] == "truncate":
            del image[step[2] :]
        else:
            _, _, offset, data = step
            if len(image) < offset:
                image.extend(b"\0" * (offset - len(image)))
            image[offset : offset + len(data)] = data


def _torn(step: Step) -> list[Step]:
    if step[0] == "truncate":
        return [step]
    _, name, offset, data = step
    return [("write", name, offset + n, data[n : n + SECTOR]) for n in range(0, len(data), SECTOR)]
