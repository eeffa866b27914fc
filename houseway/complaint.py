"""Complaint: what is somebody's mistake and not ours, said in one sentence.

Every exception that bad input can cause is a ``Complaint`` beside what else it is: a book that does not load, a line of a
story that nobody understands, an amount that is no money. Whoever hears it may show its text as it stands; the command
line prints it in one line and ends with code 2. Anything else that is raised is a mistake of ours.
"""

from __future__ import annotations

import re
from pathlib import Path


class Complaint(Exception):
    """Said to the person whose input it is: what was wrong, and what would do."""

    clause: str = ""  # the clause behind it, where a book is

    @property
    def code(self) -> str:
        """Short and stable, for programs: what kind of complaint it is.

        >>> BadInput("too late").code
        'bad-input'
        """
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()

    @property
    def lines(self) -> tuple[str, ...]:
        """One line for each thing that is wrong; most complaints are about one."""
        return (str(self),)


class BadInput(Complaint, ValueError):
    """A value from outside that cannot be used here."""


class Unreadable(Complaint, OSError):
    """A file that cannot be read as text: which, and why."""


def text_of(path: Path) -> str:
    """The text of a file that somebody named; whatever keeps it from being read is a complaint about that file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as wrong:
        raise Unreadable(f"{path}: {wrong.strerror or wrong}") from None
    except UnicodeError:
        raise Unreadable(f"{shown(path)}: not a text in UTF-8") from None
    except ValueError as wrong:  # a name that no file can have
        raise Unreadable(f"{shown(path)}: {wrong}") from None


def shown(words: object) -> str:
    """Words from outside as they can be printed: lone surrogates and control characters are written out."""
    text = str(words).encode("utf-8", "backslashreplace").decode()
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
