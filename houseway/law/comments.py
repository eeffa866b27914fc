"""Comments: what a person wrote between the lines of a ``.toml``, kept when the house writes it again.

A comment belongs to the key or the section that it stands before, or beside. Where that is gone from the file the comment is not:
it stands at the end, where whoever wrote it finds it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field

Place = tuple[str, ...]  # the names on the way to a key or a section; none for the end of the file


@dataclass(frozen=True)
class Comments:
    """The comments of one file: before each place, and beside it."""

    before: dict[Place, tuple[str, ...]] = field(default_factory=dict)
    beside: dict[Place, str] = field(default_factory=dict)

    def pen(self) -> Pen:
        return Pen(self)


NO_COMMENTS = Comments()


class Pen:
    """Puts the comments back while a file is written, each once."""

    def __init__(self, comments: Comments) -> None:
        self._before, self._beside = dict(comments.before), dict(comments.beside)

    def line(self, place: Place, text: str) -> str:
        """The line of a place with its comments. Before a section stand also those of a section around it."""
        lines: list[str] = []
        for length in range(1, len(place) + 1):
            lines.extend(self._before.pop(place[:length], ()))
        beside = self._beside.pop(place, "")
        return "".join(f"{line}\n" for line in (*lines, f"{text}  {beside}" if beside else text))

    def rest(self) -> str:
        """What stood at the end, and what has no other place any more."""
        end = self._before.pop((), ())
        gone = [line for lines in self._before.values() for line in lines]
        return "".join(f"{line}\n" for line in (*gone, *self._beside.values(), *end))


def comments_of(text: str) -> Comments:
    """The comments of a file that can be read."""
    before: dict[Place, tuple[str, ...]] = {}
    beside: dict[Place, str] = {}
    section: Place = ()
    waiting: list[str] = []
    for code, said, inner in _statements(text):
        if not code:
            waiting.append(said)
            continue
        header = code.startswith("[")
        place = _named(f"{code}\n") if header else (*section, *_named(f"{code} = 0\n"))
        section = place if header else section
        before[place] = (*before.get(place, ()), *waiting, *inner)
        if said:
            beside[place] = said
        waiting = []
    before[()] = tuple(waiting)
    return Comments({place: lines for place, lines in before.items() if lines}, beside)


def _named(text: str) -> Place:
    """The names that a header or a key goes by."""
    names: list[str] = []
    at: object = tomllib.loads(text)
    while isinstance(at, (dict, list)) and at:
        if isinstance(at, list):
            at = at[0]
            continue
        name, at = next(iter(at.items()))
        names.append(name)
    return tuple(names)


def _statements(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Every header and key with the comment beside it and those within its value; a comment by itself comes without either."""
    code, quote, depth = "", "", 0
    inner: list[str] = []
    for line in text.splitlines():
        at, said, equals = 0, "", len(line)
        while at < len(line):
            letter = line[at]
            if quote:
                if letter == "\\" and quote[0] == '"':
                    at += 1
                elif line.startswith(quote, at):
                    at, quote = at + len(quote) - 1, ""
            elif letter in "\"'":
                quote = letter * 3 if line.startswith(letter * 3, at) else letter
                at += len(quote) - 1
            elif letter == "#":
                said = line[at:].rstrip()
                break
            elif letter == "=" and not code:
                equals = min(equals, at)
            else:
                depth += (letter in "[{") - (letter in "]}")
            at += 1
        if not code:
            code = line[: min(equals, at)].strip()
            inner = []
        if not code:
            if said:
                yield "", said, []
        elif quote or depth:
            inner += [said] if said else []
        else:
            yield code, said, inner
            code = ""
