"""At keno: which papers an act at the keno computer writes.

Receipts and vouchers are papers of their own with numbers and serials (``floor/keno/papers.py``), and an entry form is printed
from the ticket that came of it; what else the rules speak of is written here: claim forms and what was decided, the record of a
draw, notices, approvals, rulings, complaints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from houseway.floor.papers.paper import ENTRY, Lines, Paper, write_paper
from houseway.forms import Doc
from houseway.law.clause import NO_CLAUSE, Basis, Clause
from houseway.money import show, show_net

if TYPE_CHECKING:
    from houseway.floor.keno.desk import Draft, Keno

Body: TypeAlias = dict[str, Doc]
OfEntry: TypeAlias = "Callable[[Keno, Draft, Body], Paper | None]"


def write_papers(keno: Keno, draft: Draft) -> None:
    """Adds every paper that a draft calls for."""
    for kind, body, _ in list(draft.entries):
        writer = _ENTRIES.get(kind)
        paper = None if writer is None else writer(keno, draft, body)
        if paper is not None:
            draft.note(ENTRY, **write_paper(paper))


def _paper(keno: Keno, sort: str, by: Basis, lines: Lines, says: tuple[str, ...] = (), to: str = "") -> Paper:
    kept = tuple((label, said) for label, said in lines if said)
    return Paper(sort, by, to, kept, says, 0, keno.edition.digest)


def _by(keno: Keno, *provisions: str) -> Basis:
    by = NO_CLAUSE
    for name in provisions:
        by = by + keno.edition.basis_of(name)
    return by


def _numbers(numbers: Doc) -> str:
    return " ".join(str(number) for number in numbers)


# Claims


def _claim(keno: Keno, draft: Draft, body: Body) -> Paper:
    form = body.get("form", {})
    lines: Lines = (
        ("Claim", str(body["claim"])), ("For a ticket that is", body["reason"]),
        ("Ticket", str(body["ticket"] or "not known")), ("Voucher", str(form.get("voucher", "") or "")),
        ("Name", form.get("name", "")), ("Address", form.get("address", "")), ("Telephone", form.get("phone", "")),
        ("Bought at", form.get("where", "")), ("Date", form.get("date", "")), ("Time", form.get("time", "")),
        ("What else may help", form.get("information", "")), ("Signed", form.get("signature", "")),
    )  # fmt: skip
    says = (
        "An inspector examines what is stated here, and alone decides whether the prize is paid; it is paid by cheque.",
    )
    by = _by(keno, "desk.lost", "desk.accessible", "desk.by_cheque")
    return _paper(keno, "claim form", by, lines, says, form.get("name", ""))


def _claim_decided(keno: Keno, draft: Draft, body: Body) -> Paper:
    approved = "cents" in body
    lines: Lines = (
        ("Claim", str(body["claim"])), ("Ticket", str(body.get("ticket", ""))), ("Voucher", str(body.get("voucher", ""))),
        ("Decision", "approved" if approved else "refused"), ("By cheque", show(body["cents"]) if approved else ""),
    )  # fmt: skip
    by = _by(keno, "desk.lost", "desk.by_cheque") if approved else _by(keno, "desk.lost")
    return _paper(keno, "decision on a claim", by, lines, to=str(draft.paper.get("to", "")))


# The counter


def _cancelled(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Ticket", str(body["ticket"])), ("Games cancelled", f"{body['games'][0]} to {body['games'][-1]}"),
        ("Refund", show(body["refund"])),
    )  # fmt: skip
    return _paper(keno, "cancellation slip", _by(keno, "desk.cancel", "desk.cancel_rest"), lines)


def _paid(keno: Keno, draft: Draft, body: Body) -> Paper | None:
    if body["how"] != "cheque":
        return None
    lines: Lines = (("Ticket", str(body["ticket"])), ("Up to game", str(body["upto"])), ("Cheque", show(body["cents"])))
    return _paper(keno, "cheque slip", _by(keno, "desk.cash", "desk.by_cheque"), lines)


# The draw


def _drawn(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("Game", str(body["game"])), ("Numbers drawn", _numbers(body["numbers"])))
    return _paper(keno, "record of a draw", _by(keno, "draws.record", "draws.watched"), lines)


def _attested(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("Game", str(keno.standing.drawing or "")), ("Present, and approves", str(body["what"])))
    clauses = tuple(Clause(keno.book.id, number) for number in body["clauses"])
    return _paper(keno, "attestation", Basis(clauses), lines)


def _went_wrong(keno: Keno, draft: Draft, body: Body) -> Paper | None:
    """What went wrong in a draw, as its answers tell."""
    happened = [doc["irregularity"] for doc in body["tape"] if isinstance(doc, dict) and "irregularity" in doc]
    if not happened:
        return None
    names = [f"draws.{kind.replace('-', '_').replace('broken_ball', 'broken')}" for kind in happened]
    labels = {mishap.kind: mishap.label for mishap in keno.terms.mishaps}
    lines: Lines = (("Game", str(body["game"])), ("What went wrong", "; ".join(labels[kind] for kind in happened)))
    return _paper(keno, "incident report", _by(keno, *names), lines)


# Notices and approvals


def _closing(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("Keno closes", "before the hours of gaming are over"),)
    return _paper(keno, "notice of closing", _by(keno, "general.closing"), lines)


def _inspector_told(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("About", "Keno is to close before the hours of gaming are over"),)
    return _paper(keno, "notification", _by(keno, "general.closing"), lines, to="inspector")


def _bonus(keno: Keno, draft: Draft, body: Body) -> Paper:
    bonus = body["bonus"]
    lines: Lines = (
        ("Approved as", bonus["approval"]), ("Game", str(body["game"])),
        ("For", f"{bonus['matched']} of {bonus['spots']} numbers"), ("Prize", show(bonus["cents"])),
    )  # fmt: skip
    return _paper(keno, "approval", _by(keno, "kinds.bonus"), lines)


def _promotion(keno: Keno, draft: Draft, body: Body) -> Paper:
    columns = draft.standing.promotion
    lines: Lines = (
        ("Approved as", str(body["approval"])), ("Schedule", "Special 3"),
        *((f"{spots} numbers", ", ".join(f"{matched} pays ${dollars:,}" for matched, dollars in column.items()))
          for spots, column in columns.items()),
    )  # fmt: skip
    return _paper(keno, "approval", _by(keno, "schedules.special_3"), lines)


def _returned(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Approved as", str(body["approval"])), ("Unclaimed prizes become", str(body["use"])),
        ("Amount", show(body["cents"]) if "cents" in body else ""),
    )  # fmt: skip
    return _paper(keno, "approval", _by(keno, "desk.unclaimed"), lines)


def _released(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("Keno days", ", ".join(body["days"])), ("Prizes nobody came for", show(body["cents"])))
    says = ("Their owners can still claim them by form.",)
    return _paper(keno, "list of unclaimed prizes", _by(keno, "desk.unclaimed", "desk.still_owned"), lines, says)


def _law_changed(keno: Keno, draft: Draft, body: Body) -> Paper:
    by = draft.standing.changed.by if draft.standing.changed is not None else NO_CLAUSE
    return _paper(keno, "notice of a change of law", by, (("From game", str(body["game"])),), (str(body["words"]),))


def _day(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (("Keno day", str(body["day"])), ("The next game", str(draft.standing.game)))
    return _paper(keno, "record of closing", _by(keno, "general.closing", "desk.keno_day"), lines)


# Rulings and people


def _ruling(keno: Keno, draft: Draft, body: Body) -> Paper:
    void = "ticket" in body
    ground = str(body.get("ground", ""))
    invalid = "general.fraud" if ground == "fraud" else "general.disorder"
    by = _by(keno, "general.void_wagers") if void else _by(keno, invalid, "general.refund")
    lines: Lines = (
        ("Ticket", str(body.get("ticket", ""))), ("Game", str(body.get("game", ""))), ("Ground", ground),
        ("Ruled", "the ticket is void" if void else "the game is invalid, all wagers go back"),
        ("Put right", _put_right(body)), ("Asked for by", str(body.get("asked_by", ""))),
    )  # fmt: skip
    return _paper(keno, "ruling", by, lines)


def _correction(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Game", str(body["game"])), ("Numbers drawn", _numbers(body["numbers"])), ("Put right", _put_right(body)),
        ("Asked for by", str(body.get("asked_by", ""))),
    )  # fmt: skip
    return _paper(keno, "correction", _by(keno, "draws.record"), lines)


def _put_right(body: Body) -> str:
    return ", ".join(f"ticket {row['ticket']} {show_net(row['cents'])}" for row in body.get("put_right", ()))


def _person(sort: str, *says: str) -> OfEntry:
    def write(keno: Keno, draft: Draft, body: Body) -> Paper:
        lines: Lines = (("Player", body["player"]), ("Ground", str(body.get("ground", ""))))
        return _paper(keno, sort, _by(keno, "general.exclude"), lines, says, body["player"])

    return write


def _complaint(keno: Keno, draft: Draft, body: Body) -> Paper:
    who = str(body.get("complainant", ""))
    lines: Lines = (("Dispute", str(body["dispute"])), ("Complainant", who), ("In their own words", body["words"]))
    says = ("An inspector is present in the casino, and the complainant has the right to consult one.",)
    return _paper(keno, "complaint", _by(keno, "general.complaint"), lines, says, who)


def _on_complaint(sort: str, label: str, said: str, *says: str) -> OfEntry:
    """What follows a complaint, for whoever complained."""

    def write(keno: Keno, draft: Draft, body: Body) -> Paper:
        who = next((case.by for case in keno.standing.disputes if case.number == body["dispute"]), "")
        lines: Lines = (("Dispute", str(body["dispute"])), ("Complainant", who), (label, str(body[said])))
        return _paper(keno, sort, _by(keno, "general.dispute"), lines, says, who)

    return write


def _rules_given(keno: Keno, draft: Draft, body: Body) -> Paper:
    lines: Lines = (
        ("Given to", body["player"]), ("Rules of", f"{keno.book.title}, {keno.book.jurisdiction}"),
        ("The gazette", keno.book.instrument), ("Amended by", "; ".join(keno.edition.notices)),
        ("Book", body["book"]), ("Law of", body["moment"]), ("Clauses", str(body["clauses"])),
        ("Digest of the words", body["text"][:16]),
    )  # fmt: skip
    return _paper(keno, "copy of the rules", _by(keno, "general.rules_copy"), lines, to=body["player"])


_ENTRIES: dict[str, OfEntry] = {
    "claim filed": _claim,
    "claim approved": _claim_decided,
    "claim refused": _claim_decided,
    "cancelled": _cancelled,
    "paid": _paid,
    "drawn": _drawn,
    "answered": _went_wrong,
    "attested": _attested,
    "closing announced": _closing,
    "inspector told": _inspector_told,
    "bonus": _bonus,
    "promotion": _promotion,
    "returned to players": _returned,
    "released": _released,
    "changed over": _law_changed,
    "day closed": _day,
    "void": _ruling,
    "invalidated": _ruling,
    "corrected": _correction,
    "excluded": _person("exclusion notice", "The player takes no further part in the game."),
    "readmitted": _person("readmission", "The player may take part in the game again."),
    "complaint": _complaint,
    "dispute decided": _on_complaint(
        "decision on a complaint", "Decision", "decision", "The decision is final, unless a review is asked for."
    ),
    "review asked": _on_complaint("request for a review", "Asked for by", "by"),
    "reviewed": _on_complaint("review", "The review came to", "decision"),
    "rules given": _rules_given,
}
