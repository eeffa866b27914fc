"""Law: the edition that a round is played by, from its start to its end and for as long as it is on record.

The house's clock says which edition holds when a round begins. It is written down with the round: the book, the moment, the
notices in force, the policies chosen and the digest of what they come to; and the terms themselves are kept in the ledger,
once to a digest. Whatever is asked about that round later is asked of that edition, whatever the files say by then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime

from houseway import games
from houseway.forms import Doc, read, write
from houseway.law.changes import changes
from houseway.law.clause import NO_CLAUSE
from houseway.law.keeping import edition_from
from houseway.law.library import BadBook
from houseway.law.released import released
from houseway.law.rulebook import Edition
from houseway.ledger import Ledger, Row
from houseway.play.events import LawChanged
from houseway.play.script import HasGeneral
from houseway.values import value


class LostLaw(LookupError):
    """What a digest stood for is not to be found."""


@value
class Law:
    """What a round is played by."""

    book: str  # with its variant
    moment: str  # the house's clock when the round began
    digest: str
    notices: tuple[str, ...] = ()
    policies: dict[str, Doc] = field(default_factory=dict)


def law_at(book: str, moment: datetime, policies: Mapping[str, Doc]) -> tuple[Edition[HasGeneral], Law]:
    """The edition of a book that holds at a moment, and how a round says that it is played by it."""
    rulebook, variant = games.book(book)
    edition = rulebook.at(moment, policies, variant)
    return edition, Law(book, moment.isoformat(), edition.digest, edition.amended_by, dict(policies))


_found: dict[str, Edition[HasGeneral]] = {}  # by digest, which says what it is the digest of


def edition_of(ledger: Ledger, law: Law) -> Edition[HasGeneral]:
    """The edition that was pinned: as the books are held today if that is the same, or else from the ledger."""
    if law.digest in _found:
        return _found[law.digest]
    today = _as_held(law)
    if today is not None and today.digest == law.digest:
        return today
    kept = kept_text(ledger, law.digest)
    if kept is None:
        raise LostLaw(f"edition {law.digest[:12]} of {law.book} is neither held any more nor kept in the ledger")
    game, text = kept
    found = _found[law.digest] = edition_from(text, law.digest, games.game(game).terms, game, today)
    return found


def kept_text(ledger: Ledger, digest: str) -> tuple[str, str] | None:
    """The game and the text of an edition: from the ledger, or from the release whose houses did not keep it."""
    return ledger.edition(digest) or released(digest)


def kept_rows(ledger: Ledger, edition: Edition[HasGeneral], game: str) -> Sequence[Row]:
    """What keeps an edition in the ledger: the text that its digest is the digest of, as it was first written."""
    known = kept_text(ledger, edition.digest)
    text = edition.document if known is None else known[1]
    assert hashlib.sha256(text.encode()).hexdigest() == edition.digest, f"{edition.book}: not the text of its digest"
    return ledger.keep_edition(edition.digest, game, text)


def _as_held(law: Law) -> Edition[HasGeneral] | None:
    try:
        rulebook, variant = games.book(law.book)
        return rulebook.at(datetime.fromisoformat(law.moment), law.policies, variant)
    except (ValueError, LookupError, BadBook):  # not in force then, another policy, gone, or it does not load
        return None


def other_books(law: Law) -> str:
    """In words, that the books of this program do not come to the edition on record; "" where they do."""
    today = _as_held(law)
    if today is not None and today.digest == law.digest:
        return ""
    has = "does not hold it" if today is None else f"comes to edition {today.digest[:12]} for that moment"
    return (
        f"{law.book} is on record as edition {law.digest[:12]}, and this program {has}; a round that has begun ends by the "
        "edition on record"
    )


def recorded_law(ledger: Ledger, body: Mapping[str, Doc], book: str, at: str, policies: Mapping[str, Doc]) -> Law:
    """The law of a round on record. A round of the first houses names only the digest of its edition."""
    if body.get("law") is not None:
        return read_law(body["law"])
    return first_law(ledger, book, at, policies, body.get("edition", ""))


def first_law(ledger: Ledger, book: str, at: str, policies: Mapping[str, Doc], digest: str) -> Law:
    """The law of a round that says only its digest, or nothing: that edition where it can be found, or else the book as it
    stood at the moment, by the books as they are held today."""
    held, law = law_at(book, datetime.fromisoformat(at), policies)
    if not digest or held.digest == digest or kept_text(ledger, digest) is None:
        return law
    return Law(book, at, digest, held.amended_by, dict(policies))


def change_of_law(before: Edition[HasGeneral], after: Edition[HasGeneral]) -> LawChanged:
    """What players and dealer are told when another edition holds than before."""
    found = changes(before, after)
    by = NO_CLAUSE
    for change in found:
        by = by + change.by
    began = tuple(citation for citation in after.notices if citation not in before.notices)
    ended = tuple(citation for citation in before.notices if citation not in after.notices)
    return LawChanged(by, began, ended, tuple(change.words for change in found))


def law_doc(law: Law | None) -> Doc:
    return None if law is None else write(law)


def read_law(doc: Doc) -> Law:
    """The law of a round, from the record."""
    law: Law = read(Law, doc, "law")
    return law
