"""``python -m houseway.lab.learning BOOK``: actions, and every number of every observation, in words."""

from __future__ import annotations

import sys

from houseway.complaint import Complaint
from houseway.lab.learning.seatings import books, seating


def described(book: str) -> list[str]:
    """What an agent may do and sees in a book, a line each."""
    _, seats = seating(book)
    lines = [f"{book}: a step brings or costs {seats.most:g} units at most", "", "actions"]
    lines += [f"  {n:3} {name}" for n, name in enumerate(seats.actions)]
    for name, encoding in seats.encodings.items():
        lines += ["", f"encoding {name!r}, {encoding.width} numbers from 0 to {encoding.most:g}"]
        lines += [f"  {n:3} {words}" for n, words in enumerate(encoding.words)]
    return lines


def main(words: list[str]) -> int:
    if len(words) != 1:
        print("name one book of: " + ", ".join(books()), file=sys.stderr)
        return 2
    try:
        print("\n".join(described(words[0])))
    except Complaint as wrong:
        print(wrong, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
