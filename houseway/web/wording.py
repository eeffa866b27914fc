"""Wording: values of the house as JSON for people's programs: clauses with their words, events, prompts, tables."""

from __future__ import annotations

from typing import Any

from houseway import games
from houseway.floor.table import Table
from houseway.forms import write
from houseway.law.clause import Basis, Clause
from houseway.law.words import ClauseWords
from houseway.play.events import Event
from houseway.play.felt import redacted
from houseway.play.prompts import Choose, ChooseEach, Confirm, Draw, Number, Prompt, Roll, Spin, Steps, TakeWagers
from houseway.play.view import View


def clause_words(clause: Clause) -> ClauseWords | None:
    """The words of a clause, whichever instrument of a book tells it."""
    for book in games.library().values():
        found = book.words_of(clause)
        if found is not None:
            return found
    return None


def clause_docs(by: Basis) -> list[dict[str, str]]:
    docs = []
    for clause in by.clauses:
        words = clause_words(clause)
        docs.append(
            {
                "book": clause.book,
                "number": clause.number,
                "words": words.text if words else "",
                "cited": str(Basis((clause,))),
            }
        )
    return docs


def event_doc(event: Event, audience: str) -> dict[str, Any] | None:
    """An event as somebody may know it."""
    heard = redacted(event, audience)
    if heard is None:
        return None
    return {
        "event": type(heard).__name__,
        "words": heard.words,
        "clauses": [clause.number for clause in heard.by.clauses],
        "readings": list(heard.by.readings),
    }


def prompt_doc(prompt: Prompt | None) -> dict[str, Any] | None:
    """A prompt with the answers it admits, as far as a list can say."""
    if prompt is None:
        return None
    doc: dict[str, Any] = {
        "kind": "Confirm" if isinstance(prompt, Confirm) else type(prompt).__name__,
        "title": prompt.title,
        "asks": prompt.asks,
        "clauses": [clause.number for clause in prompt.by.clauses],
        "may_go_wrong": [
            {"kind": mishap.kind, "label": mishap.label, "card": mishap.card} for mishap in prompt.may_go_wrong
        ],
    }
    if isinstance(prompt, (Choose, ChooseEach)):
        doc["options"] = [
            {"value": option.value, "label": option.label}
            | ({"closed": option.closed.because} if option.closed is not None else {})
            for option in prompt.options
        ]
    if isinstance(prompt, ChooseEach):
        doc["players"] = list(prompt.players)
    if isinstance(prompt, TakeWagers):
        doc["window"], doc["spots"] = prompt.window, list(prompt.spots)
        if prompt.meanwhile is not None:
            doc["meanwhile"] = {"title": prompt.meanwhile.what, "usual": prompt.meanwhile.usual}
    if isinstance(prompt, Number):
        doc.update(low=prompt.low, high=prompt.high, usual=prompt.usual)
    if isinstance(prompt, Steps):
        doc.update(known=list(prompt.known), usual=list(prompt.usual))
    if isinstance(prompt, Spin):
        doc["results"] = list(prompt.wheel.results)
    if isinstance(prompt, Roll):
        doc["dice"] = prompt.dice
    if isinstance(prompt, Draw):
        doc.update(place=prompt.place, box=prompt.box, face_up=prompt.up)
    return doc


def table_doc(table: Table, view: View, dealt_by: str) -> dict[str, Any]:
    """A table as one viewer sees it."""
    felt = view.felt
    return {
        "table": view.table,
        "game": table.game.name,
        "book": view.book,
        "rules": view.rules,
        "status": view.status,
        "state": view.state.words,
        "state_code": view.state.value,
        "round": view.round,
        "number": table.state.prompt,
        "dealt_by": dealt_by,
        "cards_from": table.state.cards_from,
        "sign": write(view.sign),
        "seats": [{"player": player, "area": area} for player, area in view.seats],
        "window": view.window,
        "wagers": [write(wager) for wager in (*felt.wagers, *view.chips)],
        "settled": [write(line) | {"words": line.words} for line in felt.lines],
        "boxes": [
            {"place": b.place, "box": b.box, "cards": [str(c) if c else None for c in b.cards]}
            | ({"yours": [str(c) for c in b.looked]} if b.looked else {})  # face down, and given to you to look at
            for b in felt.boxes
        ],
        "calls": [{"said": said, "clauses": [c.number for c in by.clauses]} for said, _, by in felt.calls],
        "facts": dict(felt.facts),
        "prompt": prompt_doc(view.prompt),
        "edition": table.edition.digest,
    }
