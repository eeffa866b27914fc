"""Power cuts, simulated: a shim under SQLite records every write and every sync, and rebuilds the disk as a cut may leave it.

The shim is a VFS of SQLite's own kind, made with ctypes around the usual one: files are written as always, and each write,
truncation, sync and deletion is noted in order. A cut at any point leaves, for each file, everything up to its last sync, and
of what was written after it nothing, all, any part, or torn pieces of 512 bytes. Deleting a file takes effect at once.
"""

from __future__ import annotations

import ctypes as c
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pysqlite3._sqlite3 as bundled

SECTOR = 512


class IoMethods(c.Structure):
    pass


class File(c.Structure):
    _fields_ = [("methods", c.POINTER(IoMethods))]


FileP = c.POINTER(File)
Write = c.CFUNCTYPE(c.c_int, FileP, c.c_void_p, c.c_int, c.c_int64)
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
_lib.sqlite3_vfs_unregister.argtypes = [VfsP]


@dataclass
class Tape:
    """Everything that went to the disk, in order: writes, truncations, syncs, deletions, and what was acknowledged."""

    steps: list[tuple[Any, ...]] = field(default_factory=list)

    def acknowledged(self, number: int) -> None:
        self.steps.append(("ack", number))


@contextmanager
def recorded(folder: Path) -> Iterator[Tape]:
    """While this lasts, everything SQLite does to files below ``folder`` is on the tape."""
    tape = Tape()
    usual = _lib.sqlite3_vfs_find(None)
    shim = Vfs()
    c.memmove(c.byref(shim), usual, c.sizeof(Vfs))
    shim.name = b"taped"
    names: dict[int, str] = {}
    tables: list[Any] = []  # kept alive as long as SQLite may call them
    wrapped: dict[int, Any] = {}
    plain_open, plain_delete = Open(shim.open), Delete(shim.delete)

    def methods_of(plain: Any) -> Any:
        """The usual methods with ours in front of those that change a file."""
        address = c.addressof(plain.contents)
        if address in wrapped:
            return wrapped[address]
        ours = IoMethods()
        c.memmove(c.byref(ours), plain, c.sizeof(IoMethods))
        write, truncate, sync, close = (
            Write(plain.contents.write),
            Truncate(plain.contents.truncate),
            Sync(plain.contents.sync),
            Close(plain.contents.close),
        )

        def on_write(file: Any, data: int, size: int, offset: int) -> int:
            name = names.get(c.addressof(file.contents))
            if name is not None:
                tape.steps.append(("write", name, offset, c.string_at(data, size)))
            return int(write(file, data, size, offset))

        def on_truncate(file: Any, size: int) -> int:
            name = names.get(c.addressof(file.contents))
            if name is not None:
                tape.steps.append(("truncate", name, size))
            return int(truncate(file, size))

        def on_sync(file: Any, flags: int) -> int:
            done = int(sync(file, flags))
            name = names.get(c.addressof(file.contents))
            if name is not None:
                tape.steps.append(("sync", name))
            return done

        def on_close(file: Any) -> int:
            names.pop(c.addressof(file.contents), None)
            return int(close(file))

        callbacks = Write(on_write), Truncate(on_truncate), Sync(on_sync), Close(on_close)
        ours.write, ours.truncate, ours.sync, ours.close = (c.cast(each, c.c_void_p).value for each in callbacks)
        tables.extend((ours, callbacks, write, truncate, sync, close))
        wrapped[address] = c.pointer(ours)
        return wrapped[address]

    def on_open(vfs: Any, address: int | None, file: Any, flags: int, out: Any) -> int:
        done = int(plain_open(usual, address, file, flags, out))
        name = c.string_at(address) if address else None
        if done == 0 and file.contents.methods:
            file.contents.methods = methods_of(file.contents.methods)
            if name is not None and os.fsdecode(name).startswith(str(folder)):
                names[c.addressof(file.contents)] = os.path.basename(os.fsdecode(name))
        return done

    def on_delete(vfs: Any, name: bytes, directory: int) -> int:
        if os.fsdecode(name).startswith(str(folder)):
            tape.steps.append(("delete", os.path.basename(os.fsdecode(name))))
        return int(plain_delete(usual, name, directory))

    callbacks = Open(on_open), Delete(on_delete)
    shim.open, shim.delete = (c.cast(each, c.c_void_p).value for each in callbacks)
    _lib.sqlite3_vfs_register(c.byref(shim), 1)
    try:
        yield tape
    finally:
        _lib.sqlite3_vfs_register(usual, 1)
        _lib.sqlite3_vfs_unregister(c.byref(shim))
        tape.steps.append(("end", tables))


def after_a_cut(tape: Tape, at: int, rng: random.Random) -> tuple[dict[str, bytes], int]:
    """The files as a cut before step ``at`` may leave them, and the highest number acknowledged by then."""
    durable: dict[str, bytearray] = {}
    pending: dict[str, list[tuple[Any, ...]]] = {}
    acknowledged = 0
    for step in tape.steps[:at]:
        kind = step[0]
        if kind in ("write", "truncate"):
            pending.setdefault(step[1], []).append(step)
        elif kind == "sync":
            _apply(durable.setdefault(step[1], bytearray()), pending.pop(step[1], []))
        elif kind == "delete":
            durable.pop(step[1], None)
            pending.pop(step[1], None)
        elif kind == "ack":
            acknowledged = max(acknowledged, step[1])
    way = rng.choice(("nothing", "everything", "some", "torn"))
    for name, steps in pending.items():
        image = durable.setdefault(name, bytearray())
        if way == "everything":
            _apply(image, steps)
        elif way == "some":
            _apply(image, [step for step in steps if rng.random() < 0.5])
        elif way == "torn":
            _apply(image, [piece for step in steps for piece in _torn(step) if rng.random() < 0.5])
    return {name: bytes(image) for name, image in durable.items()}, acknowledged


def _apply(image: bytearray, steps: list[tuple[Any, ...]]) -> None:
    for step in steps:
        if step[0] == "truncate":
            del image[step[2] :]
        else:
            _, _, offset, data = step
            if len(image) < offset:
                image.extend(b"\0" * (offset - len(image)))
            image[offset : offset + len(data)] = data


def _torn(step: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    if step[0] == "truncate":
        return [step]
    _, name, offset, data = step
    return [("write", name, offset + n, data[n : n + SECTOR]) for n in range(0, len(data), SECTOR)]
