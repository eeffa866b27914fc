"""Told: entries of the record in words, with what they were and are, and the money that moved by them.

Events say themselves what happened. What else is on record is told by its kind; where nobody has words for one, what it holds
is told, part by part, and nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from houseway.floor.cage.places import in_words as chips_in_words
from houseway.floor.entries import read_event
from houseway.forms import Doc, Misread, read
from houseway.ledger import Transfer
from houseway.ledger.searching import Found
from houseway.money import show, show_net
from houseway.play.events import Settled

LONGEST = 12  # lines of one entry


@dataclass(frozen=True)
class Line:
    """A line of the record, for somebody who reads it."""

    stream: str
    number: int
    at: str
    role: str
    who: str
    kind: str
    words: tuple[str, ...]
    money: tuple[str, ...]
    round: int  # 0 where it is about none
    hash: str


def told(found: Found) -> Line:
    entry = found.entry
    role, _, who = entry.by.partition(":")
    body = entry.body
    words = tuple(_words(entry.kind, body))[:LONGEST]
    round = body.get("round", 0)
    return Line(
        entry.stream, entry.number, entry.at[:23].replace("T", " "), role, who, entry.kind, words,
        tuple(_moved(move) for move in found.moves), round if isinstance(round, int) else 0, entry.hash,
    )  # fmt: skip


def _moved(move: Transfer) -> str:
    memo = f" ({move.memo})" if move.memo else ""
    return f"{show(move.cents)} from {move.source} to {move.target}{memo}"


def _words(kind: str, body: dict[str, Doc]) -> Iterator[str]:
    said = _TOLD.get(kind)
    if said is not None:
        yield said(body)
    elif kind in _SENTENCES:
        yield " ".join(_form.vformat(_SENTENCES[kind], (), body).split())
    elif kind not in _QUIET and "events" not in body and "event" not in body:
        yield _plain(body)
    for back in body.get("taken_back", ()):
        yield f"No longer so: {_event(back)}"
    for event in (*([body["event"]] if "event" in body else ()), *body.get("events", ())):
        if isinstance(event, dict) and (words := _event(event)):
            yield words


def _event(doc: Doc) -> str:
    try:
        return read_event(doc).words
    except (Misread, KeyError, TypeError):
        return str(doc.get("event", "")) if isinstance(doc, dict) else ""


def _plain(body: dict[str, Doc]) -> str:
    """What an entry holds, part by part."""
    return "; ".join(
        f"{name.replace('_', ' ')} {_value(item)}" for name, item in body.items() if item not in ("", None, [], {})
    )


def _value(item: Doc) -> str:
    if isinstance(item, dict):
        return (
            "("
            + ", ".join(f"{name} {_value(each)}" for name, each in item.items() if each not in ("", None, [], {}))
            + ")"
        )
    if isinstance(item, list):
        return ", ".join(map(_value, item))
    return str(item)


def _wagers(body: dict[str, Doc]) -> str:
    return ", ".join(
        f"{player}, {spot}{f' of area {area}' if area else ''}: {show(cents)}"
        for player, area, spot, cents in body["wagers"]
    )


def _round_over(body: dict[str, Doc]) -> str:
    lines = [event for event in map(read_event, body["lines"]) if isinstance(event, Settled)]
    result = -sum(line.net for line in lines)
    dealt = f", dealt by {body['dealer']}" if body.get("dealer") else ""
    return f"Round {body['round']} is over{dealt}: house {show_net(result)}. {body.get('notation', '')}"


def _judged(body: dict[str, Doc]) -> str:
    """A round judged again, as it was and as it is."""
    about = body.get("ruling") or body.get("value") or ""
    return f"Round {body.get('round', '')} judged again{f': {_value(about)}' if about else ''}"


def _chips(doc: Doc) -> str:
    return chips_in_words(read(dict[int, int], doc, "chips"))


def _exchange(body: dict[str, Doc]) -> str:
    sides = []
    for side in ("takes", "gives"):
        parts = [_chips(item) if name == "chips" else f"vouchers {_value(item)}" if name == "vouchers" else f"{show(item)} {name}"
                 for name, item in body[side].items()]  # fmt: skip
        sides.append(f"{side} {', '.join(parts)}")
    whose = f" for {body['patron']}" if body.get("patron") else ""
    return f"At {body['window']}{whose}: {'; '.join(sides)}"


def _slip(body: dict[str, Doc], verb: str) -> str:
    slip = body["slip"]
    if not isinstance(slip, dict):
        return f"{str(body.get('kind', 'slip')).capitalize()} {slip} {verb}"
    name = f"{slip['kind'].capitalize()} {slip['number']} of {slip['table']}"
    return f"{name} {verb}: {_chips(slip['chips'])}, asked by {slip['asked_by']}"


class _Form(Formatter):
    """A sentence with places for what an entry holds: an amount is ``{cents:$}``, chips are ``{chips:chips}``. What is not there
    leaves its place empty."""

    def get_field(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        found: Any = kwargs
        for step in name.split("."):
            found = found.get(step, "") if isinstance(found, Mapping) else ""
        return found, name

    def format_field(self, value: Any, spec: str) -> str:
        if spec == "$":
            return show(abs(value)) if isinstance(value, int) else ""
        return _chips(value) if spec == "chips" else _value(value)


_form = _Form()

_QUIET = ("answered", "began", "touched")  # what they tell is in their events and their money

_SENTENCES = {
    "frozen": "Frozen: {why}",
    "released": "Released",
    "sat": "{player} sits at area {area}",
    "left": "{player} leaves",
    "changed": "{player} changes {cents:$} of {tender}",
    "hand-pay": "{player} won {cents:$} in round {round}: two people sign for it",
    "hand-pay-signed": "Hand pay of {cents:$} to {player}, paid by {paid_by}, signed by {signed_by}",
    "called": "{player} calls the dealer",
    "call-answered": "Somebody came to {player}",
    "signed-on": "{dealer} deals from now on",
    "complained": "Complaint: {words}",
    "decided": "Dispute {dispute} decided: {decision}",
    "excluded": "Excluded: {player}{exclusion.name}, {ground}{exclusion.ground}",
    "readmitted": "Readmitted: {player}{name}",
    "limits": "Limits {kind}: from {minimum:$} to {maximum:$}, step {unit:$}",
    "drawer opened": "Drawer {drawer.place} counted in for {drawer.holder} with {second}: {cash:$}, {chips:chips}",
    "drawer closed": "Drawer {place} of {holder} counted out with {second}: {cash:$}, {chips:chips} {reason}",
    "dropped": "Dropped from {place} with {second}: {cash:$}, {chips:chips}",
    "replenished": "Brought to {place} with {second}: {cash:$}, {chips:chips}",
    "float placed": "Float of {table} placed: {chips:chips}",
    "float counted": "Float of {table} counted with {second}: {counted:chips}; {expected:$} by the books {reason}",
    "drop counted": "Box of {place} counted with {second}: {cash:$}; {expected:$} by the books {reason}",
    "day opened": "The cage opens for {day}, with {second}",
    "day closed": "The cage has closed {day}, with {second}",
    "account opened": "Account opened for {name}",
    "looked": "Looked at {at}",
    "sold": "Ticket {ticket} sold for {games} games from {first}: {price:$}",
    "paid": "Ticket {ticket} paid up to game {upto}: {cents:$}, {how}",
    "logged": "Incident {happening.number}, {happening.kind}: {happening.words}",
    "signed in": "Signed in {device}",
    "signed out": "Signed out",
}

_TOLD: dict[str, Callable[[dict[str, Doc]], str]] = {
    "placed": lambda body: f"Placed: {_wagers(body)}",
    "withdrawn": lambda body: f"Taken back: {_wagers(body)}",
    "round-over": _round_over,
    "judged-again": _judged,
    "touched": lambda body: f"{len(body['touches'])} touches at terminals",
    "began": lambda body: "A round begins" if body.get("script") == "play" else "The table is made ready",
    "answered": lambda body: f"Answered: {_value(body['tape'])}",
    "station": lambda body: f"Terminal {body['station']['name']}{_tendered(body)}",
    "exchanged": _exchange,
    "asked": lambda body: (
        _slip(body, "asked for") if "slip" in body else f"{_value(body.get('asked_by'))} asks: {body.get('act')}"
    ),
    "sent": lambda body: _slip(body, "sent"),
    "received": lambda body: _slip(body, "received"),
    "called off": lambda body: f"{_slip(body, 'called off')}: {body.get('why', '')}",
}


def _tendered(body: dict[str, Doc]) -> str:
    station = body["station"]
    if body.get("paid") is not None:
        return f" pays out {show(body['paid'])}"
    control = f" of {station['control']}" if station.get("control") else ""
    return f"{control}: {body['tender']} taken" if body.get("tender") else control
