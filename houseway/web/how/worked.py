"""Worked: how a game is told to a stranger, and a round of it played step by step at a table of its own.

The words are the game's (``page/how.toml``), the payments its book's, and the round is a story as worked cases are, told to the
same table code; what is drawn at each step is the cloth that players see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from houseway import games
from houseway.floor.story import Rehearsal, lines
from houseway.floor.table import Reply, Table
from houseway.floor.views import view_of
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.law.rulebook import Edition
from houseway.money import show, show_net
from houseway.play.events import Event, Settled
from houseway.play.felt import Felt, felt
from houseway.play.states import State
from houseway.play.surfaces import PayTable
from houseway.play.view import View
from houseway.play.wagers import Wager
from houseway.premises.recent import spoken
from houseway.web import cloths

YOU = "You"  # who looks on in a worked round


@dataclass(frozen=True)
class Step:
    """One step of a worked round: what happened, in the words of the calls, and what lies there then."""

    words: tuple[tuple[str, Basis], ...]
    view: View


@dataclass(frozen=True)
class How:
    """All that a stranger is told of a game before the first chip."""

    book: str  # with its variant, "act-1992-blackjack+over-under"
    game: str
    title: str
    aim: str
    told: tuple[str, ...]
    pays: PayTable
    steps: tuple[Step, ...]


def words_of(game: str, book: str, variant: str) -> dict[str, Any]:
    """What ``page/how.toml`` says of a book; a part named after the variant or the book says it otherwise."""
    told = cloths.page(game, "how")
    return {**told, **told.get(variant, {}), **told.get(book, {})}


def name_of(game: str, book: str, variant: str, title: str) -> str:
    """What people call it: a variant has a name of its own."""
    return str(words_of(game, book, variant).get("name", title))


def table_called(table: Table) -> str:
    """What people call what is played at a table."""
    return name_of(table.game.name, table.book.id, table.variant, table.book.title.partition(" (")[0])


def aim_of(table: Table) -> str:
    """What a game is about, in one line."""
    return str(words_of(table.game.name, table.book.id, table.variant).get("aim", ""))


def how_to_play(id: str, at: datetime) -> How:
    """How a book is played as it stands at a moment."""
    book, variant = games.book(id)
    edition = book.at(at, variant=variant)
    known = _told.get((id, edition.digest))
    if known is None:
        known = _told[id, edition.digest] = _how(id, edition, at)
    return known


_told: dict[tuple[str, str], How] = {}  # by book and edition; there are few


def _how(id: str, edition: Edition[Any], at: datetime) -> How:
    book, variant = games.book(id)
    words = words_of(book.game, book.id, variant)
    cloth = games.cloth(book.game)
    pays = cloth.pays(edition.terms) if cloth is not None and cloth.pays is not None else []
    title = name_of(book.game, book.id, variant, book.title.partition(" (")[0])
    steps = tuple(_played(id, at, words["worked"], words.get("steps_are_lines", False))) if "worked" in words else ()
    return How(id, book.game, title, words.get("aim", ""), tuple(words.get("told", ())), pays, steps)


def _played(id: str, at: datetime, story: str, steps_are_lines: bool) -> Iterable[Step]:
    """The story told line by line; a step for whatever changed what lies there, or one for all that a line tells."""
    rehearsal = Rehearsal(id)
    rehearsal.moment = at
    found: list[Step] = []
    happened: list[Event] = []
    before: tuple[Wager, ...] = ()
    begun = 0  # steps there were before this line

    def watch(act: str, reply: Reply) -> None:
        nonlocal before
        table = rehearsal.opened
        assert table is not None and reply.accepted, f"{id}: {act} is refused in its own worked round"
        happened.extend(reply.events)
        ended = any(isinstance(event, Settled) for event in reply.events)
        said = [(words, by) for words, by, _ in spoken(_of_the_round(reply.events) if ended else reply.events)]
        if act == "place" and not said:
            said = [(_laid(table, before), NO_CLAUSE)]
        before = table.state.chips
        if said and not _is_over(found):
            view = _seen(table, happened, found)
            told = (*_came_to(table, view, reply.events), *said)
            if steps_are_lines and len(found) > begun:
                told = (*told, *found.pop().words)
            found.append(Step(told, view))

    rehearsal.watch = watch
    for line in lines(story):
        begun = len(found)
        rehearsal.line(line)
    while not _is_over(found) and rehearsal._step():
        pass
    return found


def _is_over(found: list[Step]) -> bool:
    """Whether everything that lay there is decided."""
    view = found[-1].view if found else None
    return view is not None and bool(view.felt.lines) and not view.felt.wagers


def _seen(table: Table, happened: list[Event], found: list[Step]) -> View:
    """What the player sees now; of a round that ended with this, what lay there when it did."""
    view = view_of(table, YOU)
    if found and view.round != found[-1].view.round:
        lies: Felt = felt(_of_the_round(happened), YOU)
        return replace(found[-1].view, felt=lies, chips=(), window="", prompt=None, due="", state=State.SETTLED)
    return view


def _of_the_round(happened: Sequence[Event]) -> Sequence[Event]:
    """Events up to the last payment."""
    last = max(n for n, event in enumerate(happened) if isinstance(event, Settled))
    return happened[: last + 1]


def _came_to(table: Table, view: View, events: Iterable[Event]) -> Iterable[tuple[str, Basis]]:
    """What each wager of the player's came to, and why, in the words of the strip."""
    lines = [event for event in events if isinstance(event, Settled) and event.wager.player == YOU]
    game = table.game.name
    if lines and not view.felt.wagers:
        yield from cloths.explains(game, view)
    for line in lines:
        what = games.wager_called(game, table.terms, line.wager)
        yield f"{what}: {cloths.payment(game, view, line) or 'not won'}, {show_net(line.net)}", line.by


def _laid(table: Table, before: tuple[Wager, ...]) -> str:
    lay = {wager.key: wager.cents for wager in before}
    for wager in table.state.chips:
        more = wager.cents - lay.get(wager.key, 0)
        if more:
            cloth = games.cloth(table.game.name)
            own = cloth.wager_named(wager.spot) if cloth is not None and cloth.wager_named is not None else ""
            who = "You lay" if wager.player == YOU else f"{wager.player} lays"
            return f"{who} {show(more)} on {own or wager.name}"
    return "Chips are laid"
