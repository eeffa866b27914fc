"""Keno day: a day of a game that sells and draws all day, simulated and drawn: what is taken, won and owed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houseway.complaint import Complaint
from houseway.draw.lines import Line, lines_svg
from houseway.lab.exact import Study
from houseway.lab.simulate import fast_form


class NoCourse(Complaint, LookupError):
    """The game has no day to simulate."""


@dataclass(frozen=True)
class Course:
    study: Study
    games: int
    seed: int
    run: Any

    def document(self) -> dict[str, Any]:
        run = self.run
        taken, won = sum(run.taken), sum(run.prizes)
        return {
            "schema": "houseway.course/1",
            "book": self.study.edition.book,
            "edition": self.study.edition.digest,
            "seed": self.seed,
            "games": self.games,
            "ways": run.ways,
            "taken": taken,
            "prizes": won,
            "returned": won / taken if taken else None,
            "major_prizes": run.majors,
            "games_pro_rated": run.cut,
            "kept_by_pro_rating": sum(run.scheduled) - won,
            "jackpots_won": run.jackpots,
            "pools": {str(spots): cents[-1] for spots, cents in run.pools.items()},
            "owed_at_the_end": run.owed[-1],
            "owed_at_most": max(run.owed),
        }

    def picture(self) -> str:
        """Taken, won and still owed since the day began, in dollars."""
        sums: dict[str, list[tuple[float, float]]] = {"Taken": [], "Won": [], "Still owed": []}
        taken = won = 0
        for n, (t, p, owed) in enumerate(zip(self.run.taken, self.run.prizes, self.run.owed, strict=True), 1):
            taken, won = taken + t, won + p
            for name, cents in (("Taken", taken), ("Won", won), ("Still owed", owed)):
                sums[name].append((float(n), cents / 100))
        lines = [Line(name, points, dashed=name != "Taken") for name, points in sums.items()]
        return lines_svg(
            lines, f"{self.study.title}: a day of {self.games} games", "Dollars since the day began, by game"
        )


def course(of: Study, count: int, seed: int) -> Course:
    """A day of so many games, played from a seed."""
    day = fast_form(of.book.game).day
    if day is None:
        raise NoCourse(f"{of.book.title} has no day of sales and draws to simulate")
    return Course(of, count, seed, day(of.edition.terms, count, seed))
