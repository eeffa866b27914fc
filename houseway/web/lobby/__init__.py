"""Lobby: the floor on one page. Carpets by game, every table with its id, state, limits and rules, and the one chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.requests import HTTPConnection

from houseway import games
from houseway.draw.tables import half_moon_svg
from houseway.floor.keno.host import KENO
from houseway.floor.table import Table
from houseway.floor.views import view_of
from houseway.law.clause import Basis
from houseway.law.rulebook import Rulebook
from houseway.money import show
from houseway.play.states import Status
from houseway.play.view import View
from houseway.premises.identity import Visitor
from houseway.premises.premises import Premises
from houseway.premises.recent import Past
from houseway.web import cloths, pages
from houseway.web.api import untouched
from houseway.web.arriving import arriving
from houseway.web.asking import premises_of
from houseway.web.how.worked import aim_of, table_called
from houseway.web.jackpots import Meter, meters
from houseway.web.player.desk import Notice, notices
from houseway.web.table_page import shape_of, waits_for_a_dealer
from houseway.web.tournaments.view import TournamentView

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Spot:
    """A table on the plan."""

    name: str
    table: Table
    drawn: Markup
    notices: list[Notice]
    waits: bool  # for a dealer, who has not come yet

    @property
    def variant(self) -> str:
        """What tells it from other tables of its game: "Over/Under 13", "Mini-Baccarat"."""
        name = table_called(self.table)
        return "" if name == self.table.game.title else name

    @property
    def aim(self) -> str:
        return aim_of(self.table)

    @property
    def status(self) -> Status:
        return self.table.state.status

    @property
    def limits(self) -> str:
        limits = self.table.state.sign.limits
        return (
            f"{show(limits.minimum)} to {show(limits.maximum)}"
            if limits.maximum is not None
            else f"from {show(limits.minimum)}"
        )


@dataclass(frozen=True)
class DeskCard:
    """A game with a room of its own."""

    title: str
    href: str
    board: str
    words: str
    shape: str
    short: str


class Floor:
    def __init__(self, premises: Premises, visitor: Visitor | None, wanted: Mapping[str, str]) -> None:
        self.premises, self.visitor = premises, visitor
        self.rules = wanted.get("rules", "")
        self.spots = [self._spot(name, premises.house.tables[name]) for name in premises.house.in_order]
        chosen = wanted.get("table", "")
        shown = self.shown()
        names = [spot.name for spot in shown]
        self.chosen = next((spot for spot in self.spots if spot.name == chosen), shown[0] if names else None)

    def _spot(self, name: str, table: Table) -> Spot:
        view = view_of(table, self.visitor.name if self.visitor else "")
        drawn = cloths.picture(table.game.name, "small", view) or _plain(view, table)
        house = self.premises.house
        waits = waits_for_a_dealer(self.premises, table)
        return Spot(name, table, Markup(drawn), notices(table, house.clock()), waits)

    @property
    def jurisdictions(self) -> list[tuple[str, str]]:
        books = [games.library()[spot.table.book.id] for spot in self.spots]
        return sorted({(book.short.lower(), book.jurisdiction) for book in books}, key=lambda pair: pair[1])

    @property
    def books(self) -> list[Rulebook[Any]]:
        """The books that are played here."""
        here = {spot.table.book.id for spot in self.spots}
        if KENO not in self.premises.house.out_of_order:
            here.add(self.premises.keno.keno.book.id)
        return [book for book in games.library().values() if book.id in here]

    def shown(self) -> list[Spot]:
        return [spot for spot in self.spots if not self.rules or spot.table.book.short.lower() == self.rules]

    @property
    def carpets(self) -> dict[str, list[Spot]]:
        by_game: dict[str, list[Spot]] = {}
        for spot in self.shown():
            by_game.setdefault(spot.table.game.title, []).append(spot)
        return by_game

    @property
    def tournaments(self) -> list[TournamentView]:
        """Tournaments that one can enter, and those that the visitor plays in."""
        viewer, office = self.visitor.name if self.visitor else "", self.premises.office
        found = {desk.name: desk for desk in (*office.of_player(viewer), *office.open_for_entry)}
        return [TournamentView(self.premises, desk, viewer) for desk in found.values()]

    @property
    def open(self) -> int:
        return sum(spot.status.is_open for spot in self.spots)

    @property
    def meters(self) -> list[Meter]:
        """What the jackpots show now."""
        return list(meters(self.premises).values())

    @property
    def results(self) -> list[tuple[Spot, Past, str]]:
        """How the last rounds came out, the newest first."""
        rounds = [
            (spot, past)
            for spot in self.shown()
            if (past := self.premises.recent[spot.name].last) is not None and not past.differs
        ]
        newest = sorted(rounds, key=lambda one: one[1].at, reverse=True)[:5]
        return [(spot, past, cloths.summary(spot.table.game.name, past.felt)) for spot, past in newest]

    @property
    def broke(self) -> bool:
        who, premises = self.visitor, self.premises
        return who is not None and premises.identity.door is None and premises.house.is_out_of_credit(who.name)

    @property
    def desks(self) -> list[DeskCard]:
        """Games that are no table: each has its own room."""
        if KENO in self.premises.house.out_of_order:
            return [DeskCard("Keno", "/keno", "/keno/board", "Out of order", "frozen", "ACT")]
        board = self.premises.keno.board()
        words = f"Game {board['selling']} open" if board["selling"] else "Closed"
        return [DeskCard("Keno", "/keno", "/keno/board", words, "open" if board["selling"] else "closed", "ACT")]

    # The chosen table

    @property
    def view(self) -> object:
        assert self.chosen is not None
        return view_of(self.chosen.table, self.visitor.name if self.visitor else "")

    @property
    def shape(self) -> str:
        assert self.chosen is not None
        return shape_of(view_of(self.chosen.table).state)

    @property
    def dealt_by_house(self) -> bool:
        assert self.chosen is not None
        return self.premises.house.dealt_by.get(self.chosen.name) == "house"

    @property
    def notices(self) -> list[tuple[str, str, str, Basis]]:
        told: list[tuple[str, str, str, Basis]] = []
        for spot in self.spots:
            told.extend(("notice", spot.name, notice.words, notice.by) for notice in spot.notices)
            if spot.status.is_frozen:
                at = self.premises.recent[spot.name].status_at
                told.append(
                    ("frozen", spot.name, f"frozen{f' at {at:%H:%M}' if at else ''}", spot.table.general.disorder.by)
                )
            if spot.status.is_closed:
                told.append(("closed", spot.name, "closed", spot.table.general.closing.by))
        told.extend(("frozen", name, "out of order", Basis(())) for name in sorted(self.premises.house.out_of_order))
        return told


def _plain(view: View, table: Table) -> str:
    """A table of a game that brings no drawing of its own."""
    taken = {area for _, area in view.seats}
    places = [area in taken for area in range(view.sign.areas, 0, -1)]
    return half_moon_svg(places, table.game.cloth, view.status.is_closed, f"{view.table}, {sum(places)} places taken")


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    floor = Floor(premises, premises.identity.visitor(asking), asking.query_params)
    return {part: pages.part(f"lobby/{part}.html", floor=floor) for part in ("plan", "chosen", "lately", "tournaments")}


@router.get("/", response_class=HTMLResponse)
async def lobby(request: Request) -> HTMLResponse:
    premises, arrival = premises_of(request), arriving(request)
    visitor = arrival.visitor
    floor = Floor(premises, visitor, request.query_params)
    may_rename = visitor is not None and not visitor.renamed and untouched(premises, visitor.name)
    response = pages.page(
        request, "lobby/page.html", floor=floor, visitor=visitor, credit=arrival.credit, may_rename=may_rename
    )
    arrival.keep(request, response)
    return response
