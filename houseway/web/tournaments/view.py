"""View: a tournament as one page shows it to whoever looks: a player, an onlooker, or somebody of the staff."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from houseway import games
from houseway.floor.people import Person
from houseway.floor.table import Table
from houseway.floor.tournament import gate, standings
from houseway.floor.tournament.acts import ACTS
from houseway.floor.tournament.desk import TournamentDesk
from houseway.floor.tournament.due import Due, due
from houseway.floor.tournament.in_words import conditions_in_words, ordinal, stage_in_words
from houseway.floor.tournament.office import accounts, balances
from houseway.floor.tournament.standings import Need, Row, TableRow
from houseway.floor.tournament.state import Entrant, Part, Phase, Seat
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.money import Cents, show
from houseway.play.conditions import Item
from houseway.play.decision import Refused
from houseway.play.tournament_law import TournamentLaw
from houseway.premises.premises import Premises

APPROVE = {"director": "Director of Casino Surveillance", "commission": "surveillance authority"}
SHAPES = {
    Phase.ENTRIES_OPEN: "open",
    Phase.PLAYING: "open",
    Phase.PLAYED: "notice",
    Phase.OVER: "closed",
    Phase.CANCELLED: "closed",
}


@dataclass(frozen=True)
class Stated:
    """An item of the conditions in words, with the clause that asks for it."""

    title: str
    words: tuple[str, ...]
    by: Basis
    book: str


class TournamentView:
    def __init__(self, premises: Premises, desk: TournamentDesk, viewer: str = "", staff: Person | None = None) -> None:
        self.premises, self.desk, self.viewer, self.staff = premises, desk, viewer, staff
        self.state, self.conditions = desk.state, desk.state.conditions
        self.name = desk.name
        self.now: datetime = premises.house.clock()

    # Where it stands

    @property
    def title(self) -> str:
        return self.conditions.title

    @property
    def shape(self) -> str:
        return SHAPES.get(self.state.phase, "no more bets")

    @property
    def phase_words(self) -> str:
        stage = self.state.stage_now
        if self.state.phase is Phase.PLAYING and stage is not None:
            number = f", session {self.state.session}" if stage.sessions > 1 else ""
            return f"{stage.name}{number} is being played"
        return self.state.phase.words[:1].upper() + self.state.phase.words[1:]

    @cached_property
    def board(self) -> list[TableRow]:
        return standings.board(self.desk)

    @cached_property
    def everybody(self) -> list[Row]:
        return standings.everybody(self.desk)

    @property
    def out(self) -> list[Row]:
        return [row for row in self.everybody if row.part is not Part.IN]

    @cached_property
    def own(self) -> Entrant | None:
        """The viewer's own entry, or the one they play for."""
        return self.state.entrants.get(self.viewer) or (self.state.playing_as(self.viewer) if self.viewer else None)

    @cached_property
    def need(self) -> Need | None:
        return None if self.own is None else standings.need(self.desk, self.own.name)

    @property
    def cut(self) -> int:
        """After how many players of a table the line lies: of those who go on, and in the last stage of those with a prize."""
        stage = self.state.stage_now
        if not self.state.is_final:
            return 0 if stage is None else stage.advance
        prizes = self.conditions.prizes
        return 0 if len(self.board) > 1 or prizes is None else max(len(prizes.parts), len(prizes.others))

    @property
    def own_place(self) -> Row | None:
        return next((row for row in self.everybody if self.own is not None and row.entrant == self.own.name), None)

    @property
    def own_table(self) -> str:
        return "" if self.own is None else self.state.table_of(self.own.name)

    @property
    def own_seat(self) -> str:
        """Where the viewer is drawn to, before the session begins."""
        if self.own is None or self.own_table:
            return ""
        for number, session in enumerate(self.state.drawn, 1):
            for table, seats in session.items():
                for seat in seats:
                    if seat.entrant == self.own.name and number > self.state.session:
                        session_words = f"session {number}, " if len(self.state.drawn) > 1 else ""
                        return f"{session_words}{table}, place {seat.area}"
        return ""

    @property
    def drawn_next(self) -> list[tuple[int, dict[str, tuple[Seat, ...]]]]:
        """The sessions that are drawn and have not begun."""
        return list(enumerate(self.state.drawn, 1))[self.state.session :]

    @property
    def prize(self) -> str:
        place = next((one for one in self.state.places if self.own is not None and one.entrant == self.own.name), None)
        if place is None or not place.wins:
            return ""
        return ", ".join(filter(None, (show(place.cents) if place.cents else "", place.words)))

    @property
    def seconds_left(self) -> float | None:
        return standings.minutes_left(self.desk, self.now)

    @property
    def gathering(self) -> float | None:
        return self.premises.tournaments.gathering(self.desk) if self.state.run_by == "house" else None

    @property
    def may_enter(self) -> str:
        """Why the viewer cannot enter; nothing if they can."""
        if self.state.phase is not Phase.ENTRIES_OPEN:
            return "Entries are not open."
        if self.own is not None and self.own.part in (Part.IN, Part.APPLIED):
            return "You have entered."
        if not self.viewer:
            return (
                "In this house you enter at the tournament desk."
                if self.premises.identity.door
                else "Take a name first."
            )
        if self.fee > (holds := self.premises.ledger.balance(self.desk.floor.pocket(self.viewer))):
            return f"The fee is {show(self.fee)}, and you hold {show(holds)}."
        return ""

    @property
    def fee(self) -> Cents:
        return 0 if self.conditions.fee is None else self.conditions.fee.cents

    @property
    def places(self) -> int:
        return self.conditions.entry.most if self.conditions.entry is not None else self.conditions.stages[0].places

    @property
    def pool(self) -> Cents:
        """What the prizes come to, as it stands."""
        from houseway.floor.tournament.paying import kept_and_added

        if self.state.places:
            return sum(place.cents for place in self.state.places)
        kept, added = kept_and_added(self.state)
        return self.state.fees - kept + added

    @property
    def money(self) -> dict[str, Cents]:
        return accounts(self.desk)

    @property
    def prizes(self) -> list[tuple[str, str]]:
        """What each place wins, as the conditions have it."""
        told = self.conditions.prizes
        if told is None:
            return []
        count = max(len(told.parts), len(told.others))
        rows = []
        for at in range(count):
            part = f"{told.parts[at]} % of the prize money" if at < len(told.parts) else ""
            thing = told.others[at] if at < len(told.others) else ""
            rows.append((ordinal(at + 1), ", ".join(filter(None, (part, thing)))))
        return rows

    # The conditions in words

    def law(self, book: str) -> TournamentLaw | None:
        found = self.desk.law(book, self.now)
        return None if isinstance(found, Refused) else found

    @cached_property
    def laws(self) -> list[TournamentLaw]:
        return [law for book in self.conditions.books if (law := self.law(book)) is not None]

    def by(self, item: Item) -> Basis:
        basis = NO_CLAUSE
        for law in self.laws:
            basis = basis + law.by(item)
        return basis

    @property
    def book(self) -> str:
        return games.book(self.conditions.stages[0].book)[0].id if self.conditions.stages else ""

    @cached_property
    def stated(self) -> list[Stated]:
        """Every item of the conditions, in the order in which they are read."""
        return [
            Stated(title, words, self.by(item), self.book)
            for item, title, words in conditions_in_words(self.conditions)
        ]

    @property
    def approvals(self) -> list[str]:
        given = self.state.approvals.values()
        return sorted({f"{one.reference}, by {one.by.replace(':', ' ')}, {one.at.replace('T', ' ')}" for one in given})

    @property
    def structure(self) -> str:
        stages = self.conditions.stages
        return " ".join(stage_in_words(stage, stage is stages[-1]) for stage in stages)

    @property
    def prizes_by(self) -> Basis:
        return self.by(Item.PRIZES)

    @property
    def approval_by(self) -> Basis:
        basis = NO_CLAUSE
        for law in self.laws:
            basis = basis + law.approval.by
        return basis

    @property
    def approved_by(self) -> str:
        people = dict.fromkeys(APPROVE.get(role, role) for law in self.laws for role in law.approved_by)
        return f"The {' or the '.join(people)}" if people else "Nobody"

    @property
    def balances(self) -> bool:
        return balances(self.desk)

    @property
    def grounds(self) -> tuple[str, ...]:
        return () if self.conditions.disqualification is None else self.conditions.disqualification.grounds

    # For staff

    @cached_property
    def due(self) -> list[Due]:
        return due(self.desk, self.now)

    def may(self, act: str) -> bool:
        """Whether the staff member who looks may do an act now."""
        known = ACTS[act]
        if self.staff is None or self.state.phase not in known.phases:
            return False
        if known.by_director:
            law = self.desk.stage_law(self.now)
            return self.desk.is_director(self.staff) or (not law.needs_director and self.staff.role in known.roles)
        return self.staff.role in known.roles

    @property
    def applications(self) -> list[Entrant]:
        return [one for one in self.state.entrants.values() if one.part is Part.APPLIED]

    @property
    def suitable(self) -> list[str]:
        """Tables of the house that a stage could be played at."""
        return [name for name, table in self.premises.house.tables.items() if table.state.book in self.conditions.books]

    def at(self, name: str) -> Table | None:
        return self.desk.table(name)

    def to_lay(self, name: str) -> dict[str, Cents]:
        table = self.at(name)
        return {} if table is None else gate.owed(table)
