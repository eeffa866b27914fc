"""Stated: which clauses a case would notice if what rests on them had not happened.

To cite a clause is not to obey it. A case that holds has said of some of what happened that it must: a refusal that it
expects, a payment, a call, an outcome, a piece of advice, something that happens in words, a fact. What of this rests on a
clause speaks for the clause; what merely came along, cited and never looked at, does not. A fact that is read off the cloth is
looked at again without the doings of each clause in turn: where it is then another, or cannot be told, it rests on that clause.
Refusals, questions that the story answers, and facts that a line changes are noted while the story is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.floor.papers.paper import SORTS
from houseway.forms import Doc
from houseway.law.clause import Basis
from houseway.play.events import Advised, Called, Decided, Settled

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal

PAPER = "the paper itself"  # stands among the provisions that a clause rests on, where it asks for a paper alone

WAYS = {
    "refused": "an act against it was refused",
    "allowed": "what it allows was accepted by it",
    "asked": "somebody was asked what it says, and answered",
    "paid": "a wager was settled by it",
    "called": "it was called",
    "advised": "a player was told",
    "outcome": "the hand came out by it",
    "happened": "it happened, in words",
    "fact": "the table stands as it says",
    "written": "the paper it asks for was written",
}


def state(expect: dict[str, Doc], rehearsal: Rehearsal) -> None:
    """Notes what the expectations of a case that holds say of what happened."""
    told = rehearsal.told
    looked = [
        (
            Settled,
            "paid",
            expect.get("payments") or expect.get("net") or expect.get("staked") or expect.get("returned"),
        ),
        (Called, "called", expect.get("calls")),
        (Advised, "advised", expect.get("advice")),
    ]
    for kind, how, stated in looked:
        for event in told.events if stated else ():
            if isinstance(event, kind):
                told.state(event.by, how)
    if expect.get("outcome"):
        told.state(next(event for event in reversed(told.events) if isinstance(event, Decided)).by, "outcome")
    ahead = iter(told.events)
    for words in expect.get("happens", ()):
        told.state(next(event for event in ahead if words in event.words).by, "happened")
    written = iter(told.papers)
    for words in expect.get("papers", ()):
        paper = next(paper for paper in written if words in paper.words)
        sort = SORTS[paper.sort]
        told.state(
            Basis(paper.by.clauses, paper.by.readings, (*sort.rests_on, *((PAPER,) if sort.whole else ()))), "written"
        )
    if facts := expect.get("facts"):
        _state_facts(facts, rehearsal)


def _state_facts(facts: dict[str, Doc], rehearsal: Rehearsal) -> None:
    told = rehearsal.told
    if ("asks" in facts or "deciding" in facts) and (prompt := rehearsal.table.prompt) is not None:
        told.state(prompt.by, "asked")
    for clause in {clause for event in told.events for clause in event.by.clauses}:
        rehearsal.without = clause
        for name, value in facts.items():
            try:
                same = str(rehearsal.fact(name)) == str(value)
            except Exception:  # without it, nobody can tell
                same = False
            if not same:
                told.stated.setdefault(clause, set()).add("fact")
                break
    rehearsal.without = None
