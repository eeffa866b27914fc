"""Listing: the provisions of a book at the terminal, as ``--set`` takes them."""

from __future__ import annotations

from datetime import datetime

from houseway.cli.options import BadUsage
from houseway.cli.printing import bold, dim, print_json, table
from houseway.lab.exact import study
from houseway.lab.whatif import moves
from houseway.law.provisions import provided


def provisions(book: str, only: str, at: datetime | None, json: bool) -> None:
    """Every value with its kind and range; ``only`` those whose name begins so."""
    of = study(book, at=at)
    listed = [one for one in provided(of.book, of.edition) if not only or f"{one.name}.".startswith(f"{only}.")]
    if not listed:
        raise BadUsage(f"{of.edition.book} has no provision {only!r} with a value; without a name all are listed")
    if json:
        print_json(
            {
                "schema": "houseway.provisions/1",
                "book": of.edition.book,
                "edition": of.edition.digest,
                **of.dated(),
                "provisions": [{**one.document, "moves_figures": moves(of, one.name)} for one in listed],
            }
        )
        return
    print(bold(of.title) + dim(f"   edition {of.edition.digest[:12]}, {of.law}"))
    rows = [
        (
            one.name,
            _short(one.value),
            one.kind,
            _short(one.range, 44),
            "yes" if moves(of, one.name) else "",
            str(one.by),
        )
        for one in listed
    ]
    table(("provision", "value", "kind", "may be", "moves figures", "by"), rows)


def _short(words: str, most: int = 36) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"
