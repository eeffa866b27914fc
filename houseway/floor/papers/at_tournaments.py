"""At a tournament's desk: conditions as approved and published, entries, signatures, changed hours, substitutes, prizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from houseway.floor.papers.paper import ENTRY, Lines, Paper, write_paper
from houseway.floor.tournament.in_words import conditions_in_words
from houseway.forms import Doc
from houseway.law.clause import Basis
from houseway.law.moments import moment_words
from houseway.money import show
from houseway.play.conditions import Conditions, Item

if TYPE_CHECKING:
    from houseway.floor.tournament.desk import Draft, TournamentDesk

Body: TypeAlias = dict[str, Doc]
OfEntry: TypeAlias = "Callable[[TournamentDesk, Draft, Body], Iterator[Paper]]"


def write_papers(desk: TournamentDesk, draft: Draft) -> None:
    """Adds every paper that a draft calls for."""
    for kind, body, _ in list(draft.entries):
        for paper in _ENTRIES[kind](desk, draft, body) if kind in _ENTRIES else ():
            draft.note(ENTRY, **write_paper(paper))


def _paper(sort: str, by: Basis, lines: Lines, says: tuple[str, ...] = (), to: str = "") -> Paper:
    return Paper(sort, by, to, tuple((label, said) for label, said in lines if said), says)


def _by(desk: TournamentDesk, draft: Draft, *items: Item) -> Basis:
    by = Basis(())
    for item in items:
        by = by + desk.by(item, draft.order.at)
    return by


def _approved(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    given = body["approval"]
    lines: Lines = (
        ("Tournament", desk.state.conditions.title), ("Approved as", given["reference"]), ("By", given["by"].partition(":")[2]),
        ("For the rules of", ", ".join(body["books"])),
    )  # fmt: skip
    yield _paper("approval", draft.rests_on, lines)


def _published(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    state = desk.state
    references = ", ".join(dict.fromkeys(one.reference for one in state.approvals.values()))
    head: Lines = (("Approved in writing as", references), ("Tournament director", state.director))
    says = ("Entrants have read these conditions, and sign a copy where the director asks for it.",)
    yield _paper("tournament conditions", draft.rests_on, (*head, *condition_lines(state.conditions)), says)


def condition_lines(conditions: Conditions) -> Lines:
    """What conditions state, item by item."""
    items = ((title, " ".join(words)) for _, title, words in conditions_in_words(conditions))
    return (("Title", conditions.title), *items)


def _entered(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    one = body["entrant"]
    lines: Lines = (
        ("Tournament", desk.state.conditions.title), ("Entrant", one["name"]), ("Number", str(one["number"])),
        ("Fee paid", show(one["paid"])),
    )  # fmt: skip
    yield _paper("entry receipt", _by(desk, draft, Item.ENTRY, Item.FEE), lines, to=one["name"])


def _left(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    lines: Lines = (
        ("Tournament", desk.state.conditions.title),
        ("Entrant", body["entrant"]),
        ("Goes back", show(body["refund"])),
    )
    yield _paper("refund of an entry", _by(desk, draft, Item.ENTRY, Item.FEE), lines, to=body["entrant"])


def _signed(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    lines: Lines = (("Tournament", desk.state.conditions.title), ("Signed by", body["entrant"]))
    says = ("A copy of the conditions as they were published has been read and signed.",)
    yield _paper("signed conditions", draft.rests_on, lines, says, body["entrant"])


def _altered(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    lines: Lines = (
        ("Tournament", desk.state.conditions.title), ("Stage", body["stage"]),
        ("It begins", moment_words(datetime.fromisoformat(body["at"]))), ("Notice to the players", body["notice"]),
    )  # fmt: skip
    yield _paper("notice of another start", draft.rests_on, lines)


def _cancelled(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    lines: Lines = (("Tournament", desk.state.conditions.title), ("Why", body["why"]))
    yield _paper("notice of cancellation", draft.rests_on, lines, ("Whoever entered has back what they paid.",))


def _substituted(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    if any(kind == "station" for beside in draft.beside for kind, _, _ in beside.entries):
        return  # the table writes it, with the terminal
    lines: Lines = (("Entrant", body["entrant"]), ("Substitute", body["by"]))
    yield _paper("substitution", draft.rests_on, lines)


def _put_out(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    refund = show(body["refund"]) if body.get("refund") else ""
    lines: Lines = (("Player", body["entrant"]), ("Ground", body["ground"]), ("Goes back", refund))
    says = ("The player takes no further part in the tournament.",)
    yield _paper("exclusion notice", draft.rests_on, lines, says, body["entrant"])


def _ranked(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    lines: Lines = tuple(
        (f"Place {one['place']}", one["entrant"] + (f", {show(one['cents'])}" if one.get("cents") else "")
         + (f", {one['words']}" if one.get("words") else ""))
        for one in body["places"]
    )  # fmt: skip
    kept: Lines = (
        ("The operator keeps", show(body["kept"])), ("The operator adds", show(body["added"]) if body["added"] else ""),
    )  # fmt: skip
    head: Lines = (("Tournament", desk.state.conditions.title),)
    yield _paper("list of places", _by(desk, draft, Item.PRIZES), (*head, *lines, *kept))


def _paid(desk: TournamentDesk, draft: Draft, body: Body) -> Iterator[Paper]:
    for name in body["entrants"]:
        place = next(one for one in desk.state.places if one.entrant == name)
        lines: Lines = (
            ("Tournament", desk.state.conditions.title), ("Player", name), ("Place", str(place.place)),
            ("Prize", show(place.cents) if place.cents else ""), ("Besides", place.words),
        )  # fmt: skip
        yield _paper("prize slip", _by(desk, draft, Item.PRIZES), lines, to=name)


_ENTRIES: dict[str, OfEntry] = {
    "approved": _approved,
    "published": _published,
    "entered": _entered,
    "withdrawn": _left,
    "turned-away": _left,
    "signed": _signed,
    "start-altered": _altered,
    "cancelled": _cancelled,
    "substituted": _substituted,
    "disqualified": _put_out,
    "ranked": _ranked,
    "prize-paid": _paid,
}
