"""Console: what the operator sees of the keno computer: the game, the draw, the day, claims and what is owed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from houseway import games
from houseway.draw.lines import Line, lines_svg
from houseway.floor.keno import claims, reports, running
from houseway.floor.keno.desk import FLOAT, HELD, UNCLAIMED
from houseway.floor.keno.papers import KenoGame
from houseway.floor.people import Person
from houseway.money import Cents
from houseway.play.prompts import Ball, Prompt
from houseway.premises.premises import Premises
from houseway.web.player.desk import Notice, published

MANY = 200  # tickets listed; the sum is always of all


@dataclass(frozen=True)
class Reports:
    days: list[reports.DayReport]
    proofs: list[reports.Proof]
    day: str
    unclaimed: list[dict[str, Any]]
    unclaimed_sum: Cents
    unclaimed_tickets: int
    picture: Markup

    @property
    def agrees(self) -> bool:
        return all(day.agrees for day in self.days) and all(proof.agrees for proof in self.proofs)

    def document(self) -> dict[str, Any]:
        return {
            "agrees": self.agrees,
            "days": [
                {name: getattr(day, name) for name in reports.DayReport.__dataclass_fields__} | {"owed": day.owed}
                for day in self.days
            ],
            "proofs": [{"what": p.what, "papers": p.papers, "ledger": p.ledger} for p in self.proofs],
        }


def coming_law(premises: Premises) -> list[Notice]:
    """What the keno book's notices will change, for the desk and the players."""
    return list(published(games.book(premises.keno.keno.book.id)[0], premises.house.clock()))


class Console:
    def __init__(self, premises: Premises, who: Person) -> None:
        self.premises, self.who = premises, who
        self.keno = premises.keno.keno
        self.standing = self.keno.standing
        self.board = premises.keno.board()

    @property
    def to_come(self) -> list[Notice]:
        return coming_law(self.premises)

    @property
    def prompt(self) -> Prompt | None:
        return running.prompt(self.keno)

    @property
    def wants_ball(self) -> bool:
        return isinstance(self.prompt, Ball)

    @property
    def drawing(self) -> KenoGame | None:
        return self.keno.game(self.standing.drawing) if self.standing.drawing else None

    @property
    def accounts(self) -> list[tuple[str, Cents]]:
        balance = self.keno.ledger.balance
        kept = [("Float", balance(FLOAT)), ("Stakes of games to come", balance(HELD))]
        kept += [(f"{spots}-number jackpot", cents) for spots, cents in self.keno.pools().items()]
        return [*kept, ("Unclaimed, freed for players", balance(UNCLAIMED))]

    @property
    def claims(self) -> list[claims.Claim]:
        return claims.latest_claims(self.keno, 30)

    @property
    def owed(self) -> list[reports.Owed]:
        return reports.owed_on_tickets(self.keno)

    @property
    def rulings(self) -> list[reports.Ruling]:
        return reports.latest_rulings(self.keno, 30)

    def reports(self, day: str) -> Reports:
        days = reports.days(self.keno)
        day = day if any(each.day == day for each in days) else (days[-1].day if days else "")
        listed: list[dict[str, Any]] = []
        total = count = 0
        for ticket, wins in reports.unclaimed(self.keno, day) if day else ():
            owed = sum(win.cents for win in wins)
            total, count = total + owed, count + 1
            if len(listed) < MANY:
                listed.append(
                    {"ticket": ticket.number, "sold": ticket.day, "games": [w.game for w in wins], "cents": owed}
                )
        return Reports(days, reports.proofs(self.keno), day, listed, total, count, self._picture(day))

    def _picture(self, day: str) -> Markup:
        """Takings and prizes of the day, game by game, added up."""
        games = reports.settled_games(self.keno, day)
        if len(games) < 2:
            return Markup("")
        taken, prizes, sum_taken, sum_prizes = [], [], 0, 0
        for game in games:
            sum_taken += game.facts.taken
            sum_prizes += game.facts.prizes
            taken.append((float(game.number), sum_taken / 100))
            prizes.append((float(game.number), sum_prizes / 100))
        lines = [Line("Taken", taken), Line("Prizes", prizes, dashed=True)]
        return Markup(
            lines_svg(lines, "Taken and won, dollars, by game", "Dollars since the day began, after each game")
        )
