"""Desk: what the pit shows of the floor and of one table."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from houseway import games
from houseway.floor import authority
from houseway.floor.people import Person
from houseway.floor.seats import may_vacate
from houseway.floor.state import Unread, Waiting
from houseway.floor.table import Table
from houseway.floor.views import view_of
from houseway.law.clause import Basis
from houseway.law.roles import listed
from houseway.money import show
from houseway.premises.law_to_come import Listed, law_to_come
from houseway.premises.premises import Premises
from houseway.web.pit.acts import ACTS, Act
from houseway.web.player.desk import notices
from houseway.web.record.archive import Archive, Papers
from houseway.web.table_page import shape_of


def not_loading() -> list[tuple[str, str]]:
    """Books and files that do not load, and why: nobody plays by them. Drafts are not law, and have a page of their own."""
    return [(Path(what).name, wrong.words) for what, wrong in games.faults().items() if "+" not in Path(what).name]


class Pit:
    def __init__(self, premises: Premises, who: Person, table: str) -> None:
        self.premises, self.who = premises, who
        self.names = sorted(premises.house.tables)
        self.name = table if table in premises.house.tables else self.names[0]
        self.table: Table = premises.house.tables[self.name]
        self.view = view_of(self.table)

    @property
    def book(self) -> str:
        return self.table.book.id

    @property
    def rows(self) -> list[tuple[str, Table, str, str]]:
        """Every table: name, table, shape of its state, what it says."""
        found = []
        for name in self.names:
            table = self.premises.house.tables[name]
            state = view_of(table).state
            found.append((name, table, shape_of(state), state.words))
        return found

    @property
    def out_of_order(self) -> list[tuple[str, str]]:
        """Tables that cannot run, and why."""
        return sorted(self.premises.house.out_of_order.items())

    @property
    def not_loading(self) -> list[tuple[str, str]]:
        """What is wrong with the books."""
        return not_loading()

    @property
    def players(self) -> list[str]:
        state = self.table.state
        named = [seat.player for seat in state.seats] + [wager.player for wager in state.chips]
        return sorted(dict.fromkeys([*named, *state.excluded]))

    @property
    def facts(self) -> list[tuple[str, str, Basis]]:
        state, general = self.table.state, self.table.general
        limits = state.sign.limits
        top = show(limits.maximum) if limits.maximum is not None else "none stated"
        rows = [
            ("Sign", f"{show(limits.minimum)} to {top}", general.limits.by),
            (
                "Dealt by",
                f"{self.premises.house.dealt_by.get(self.name, 'house')}, cards from {state.cards_from}",
                Basis(()),
            ),
            ("Dealer", state.dealer, Basis(())),
            ("Float", show(self.table.ledger.balance(self.table.till.bank)), Basis(())),
            ("Held on the table", show(self.table.ledger.balance(self.table.till.held)), Basis(())),
        ]
        places = self.table.places
        if places is not None:
            sharing = f"{state.sign.areas}, up to {state.sign.players_per_area} to an area"
            rows.insert(1, ("Areas", sharing, places.areas.by + places.sharing.by))
        if state.status.is_frozen and state.frozen_why:
            rows.insert(0, ("Frozen", state.frozen_why, general.disorder.by))
        law = state.law
        assert law is not None
        rows.append(("Rules of", f"{law.moment[:16].replace('T', ' ')}, edition {law.digest[:12]}", Basis(())))
        rows.extend(("Amended by", citation, Basis(())) for citation in self.table.edition.notices)
        rows.extend(("Notice", notice.words, notice.by) for notice in notices(self.table, self.premises.house.clock()))
        for marker in state.sign.markers:
            rows.append(("Marker", f"{marker.player}, up to {show(marker.maximum)}", general.higher_limit.by))
        for name, odds in state.sign.odds.items():
            better = self.table.chapters.better_odds
            rows.append(("Better odds", f"{name} pays {odds}", Basis(()) if better is None else better.rule.by))
        for player, ground in state.excluded.items():
            rows.append(("Excluded", f"{player}: {ground}", general.exclude.by))
        for player, ground in state.warned.items():
            rows.append(("Warned", f"{player}: {ground}", general.exclude.by))
        idle = may_vacate(self.table)
        if idle and general.idle_seat is not None:
            rows.append(("Seats that may be asked for", ", ".join(idle), general.idle_seat.by))
        if state.inspector_told:
            rows.append(("Inspector", "told of the closing", general.closing.by))
        return rows

    @property
    def now(self) -> datetime:
        return self.premises.house.clock()

    @property
    def notices(self) -> list[Listed]:
        """The notices of the whole floor that are to come, and those that began or ended today."""
        return law_to_come(self.premises, self.now)

    @property
    def drafts(self) -> list[str]:
        """The drafts of this table's book that could be proposed."""
        return [part.id for part in self.table.book.amendments if part.draft]

    @property
    def acts(self) -> dict[str, tuple[Act, ...]]:
        return ACTS

    def may(self, act: Act) -> bool:
        return self.who.role in authority.who_may(self.table, act.act)

    def people(self, act: Act) -> str:
        """Who does an act at this table, in words."""
        return listed([role for role in authority.who_may(self.table, act.act) if role not in ("house", "player")])

    @property
    def waiting(self) -> list[tuple[Waiting, Basis, str, bool]]:
        """What waits for somebody's word at this table: what it rests on, who gives it, and whether whoever looks may."""
        found = []
        for one in self.table.state.people.asked:
            roles = authority.allowing(self.table, one.act, one.details)
            may = self.who.role in roles and not authority.asked_it(self.who, one)
            found.append((one, authority.basis_of(self.table, one.act, one.details), listed(roles), may))
        return found

    @property
    def unread(self) -> list[tuple[Unread, bool]]:
        """What the book wants somebody told, and whether it is whoever looks."""
        return [(one, authority.is_told(self.who, one)) for one in self.table.state.people.unread]

    def by(self, act: Act) -> Basis:
        return act.by(self.table.terms)

    @property
    def soon(self) -> str:
        return f"{self.premises.house.clock() + timedelta(minutes=30):%Y-%m-%dT%H:%M}"

    @property
    def disputes(self) -> list[Papers]:
        return Archive(self.premises.ledger, self.table).disputes() if self.table.state.disputes else []
