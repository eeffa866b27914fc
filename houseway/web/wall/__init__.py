"""Wall: a table as those see it who stand behind the players, on a screen nobody touches. No seat, no strip, nobody's secrets."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import HTTPConnection

from houseway.floor.terminals import accounts_of
from houseway.law.clause import Basis
from houseway.premises.premises import Premises
from houseway.web import cloths, pages
from houseway.web.asking import premises_of
from houseway.web.orders import table_of
from houseway.web.player.desk import PlayerPage

router = APIRouter(include_in_schema=False)

PARTS = ("stands", "shown", "told")
CALLS, ROUNDS = 3, 4


class WallPage(PlayerPage):
    """The table to an onlooker."""

    @property
    def last_rounds(self) -> list[tuple[int, str]]:
        """What the last rounds came to, newest first, where a game has no marks for its results."""
        game = self.table.game.name
        return (
            []
            if self.results
            else [(past.round, cloths.summary(game, past.felt)) for past in self.recent.newest(ROUNDS)]
        )

    @property
    def last_calls(self) -> list[tuple[str, Basis]]:
        return [(line.words, line.by) for line in self.calls(CALLS)]


def fragments(premises: Premises, asking: HTTPConnection, name: str, phone: bool) -> dict[str, str]:
    """The parts of the wall as they stand now."""
    desk = WallPage(premises, premises.house.tables[name], "")
    side = "phone" if phone else "player"
    return {part: pages.part(f"wall/{part}.html", desk=desk, sides=(side,)) for part in PARTS}


@router.get("/table/{name}/wall", response_class=HTMLResponse)
async def wall(name: str, request: Request) -> Response:
    premises = premises_of(request)
    seat = table_of(premises, name)
    if accounts_of(seat) is not None:  # its wall is the display of winning numbers
        return RedirectResponse(f"/rapid/{name}/display", 303)
    return pages.page(request, "wall/page.html", desk=WallPage(premises, seat, ""), sides=("player", "phone"))
