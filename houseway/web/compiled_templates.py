"""Compiled templates: what Jinja made of a template is kept beside what Python made of a module, or in somebody's own cache.

Making all of them takes a second of the processor, which a house spent each time it opened. Jinja holds what is kept against
the template's text and its own version, so that a changed template is made anew; a folder that cannot be written is no folder.
"""

from __future__ import annotations

import sys
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from houseway.figures.kept import cache_folder


class Compiled(FileSystemBytecodeCache):
    def load_bytecode(self, bucket: Bucket) -> None:
        try:
            super().load_bytecode(bucket)
        except OSError:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        try:
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)
        except OSError:
            pass  # made again the next time


def compiled() -> Compiled | None:
    """Where they are kept; None where nothing is to be written."""
    if sys.dont_write_bytecode:
        return None
    beside = Path(sys.pycache_prefix) if sys.pycache_prefix else cache_folder()
    return None if beside is None else Compiled(str(beside / "templates"))
