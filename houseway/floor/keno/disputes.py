"""Disputes at the keno computer, who is kept out of the game, and the rules for whoever asks for them.

A complaint is decided once; the decision is final unless somebody asks for a review, which an inspector gives.
"""

from __future__ import annotations

from dataclasses import replace

from houseway.floor.keno.desk import Dispute, Draft, Keno, Order
from houseway.floor.papers.rules_copy import rules_copy
from houseway.forms import read
from houseway.play.decision import Accepted, Decision, Refused


def exclude(keno: Keno, draft: Draft, order: Order) -> Decision:
    name = read(str, order.details.get("player"), "player")
    draft.standing = replace(draft.standing, excluded=keno.standing.excluded | {name})
    draft.note("excluded", player=name, ground=str(order.details.get("ground", "")))
    return Accepted(keno.terms.general.exclude.by)


def readmit(keno: Keno, draft: Draft, order: Order) -> Decision:
    name = read(str, order.details.get("player"), "player")
    if name not in keno.standing.excluded:
        return Refused(keno.terms.general.exclude.by, f"{name} is not excluded")
    draft.standing = replace(draft.standing, excluded=keno.standing.excluded - {name})
    draft.note("readmitted", player=name)
    return Accepted(keno.terms.general.exclude.by)


def complain(keno: Keno, draft: Draft, order: Order) -> Decision:
    general = keno.terms.general
    words = read(str, order.details.get("words"), "words")
    if not words.strip():
        return Refused(general.complaint.by, "say what the complaint is")
    number, who = len(keno.standing.disputes) + 1, _complainant(order)
    case = Dispute(number, words, order.details.get("ticket", 0), by=who)
    draft.standing = replace(draft.standing, disputes=(*keno.standing.disputes, case))
    draft.note("complaint", dispute=number, words=words, complainant=who)
    draft.paper = {"dispute": number}
    return Accepted(general.complaint.by, "a Government Casino Inspector is here and may be consulted")


def _complainant(order: Order) -> str:
    """Whose complaint or wish it is: the player's own, or of the player whom staff name."""
    who = order.who.name
    return who if order.who.role == "player" else str(read(str, order.details.get("player", who), "player"))


def decide_dispute(keno: Keno, draft: Draft, order: Order) -> Decision:
    by, case = keno.terms.general.dispute.by, _case(keno, order)
    if isinstance(case, Refused):
        return case
    decision = read(str, order.details.get("decision"), "decision")
    if not decision.strip():
        return Refused(by, "say what was decided")
    if case.decision:
        return Refused(by, f"the decision on dispute {case.number} is final, unless a review is asked for")
    _now(draft, replace(case, decision=decision))
    draft.note("dispute decided", dispute=case.number, decision=decision)
    return Accepted(by, "the Chief Casino Inspector reviews it if asked")


def ask_for_review(keno: Keno, draft: Draft, order: Order) -> Decision:
    by, case = keno.terms.general.dispute.by, _case(keno, order)
    if isinstance(case, Refused):
        return case
    if not case.decision or case.review_asked:
        return Refused(by, f"dispute {case.number} has no decision that could be reviewed now")
    who = _complainant(order)
    _now(draft, replace(case, review_asked=who))
    draft.note("review asked", dispute=case.number, by=who)
    return Accepted(by, "the Chief Casino Inspector reviews the decision")


def review(keno: Keno, draft: Draft, order: Order) -> Decision:
    by, case = keno.terms.general.dispute.by, _case(keno, order)
    if isinstance(case, Refused):
        return case
    words = read(str, order.details.get("decision", ""), "decision")
    if not case.review_asked or case.review:
        return Refused(by, f"nobody has asked for a review of dispute {case.number}")
    if not words.strip():
        return Refused(by, "say what the review came to")
    _now(draft, replace(case, review=words))
    draft.note("reviewed", dispute=case.number, decision=words)
    return Accepted(by)


def _case(keno: Keno, order: Order) -> Dispute | Refused:
    number = read(int, order.details.get("dispute"), "dispute")
    found = next((case for case in keno.standing.disputes if case.number == number), None)
    return found or Refused(keno.terms.general.dispute.by, f"there is no dispute {number!r}")


def _now(draft: Draft, case: Dispute) -> None:
    others = (case if one.number == case.number else one for one in draft.standing.disputes)
    draft.standing = replace(draft.standing, disputes=tuple(others))


def ask_for_rules(keno: Keno, draft: Draft, order: Order) -> Decision:
    """Somebody asks for a copy of the rules, and is given it."""
    _, law = keno.law_at(order.at)
    copy, who, rule = rules_copy(law.book, law.moment), _complainant(order), keno.terms.general.rules_copy
    draft.note("rules given", player=who, book=law.book, moment=law.moment, clauses=len(copy.clauses), text=copy.digest)
    return Accepted(keno.terms.general.complaint.by if rule is None else rule.by)
