"""Desk: what the pit shows of the floor and of one table."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path

from houseway import games
from houseway.floor import authority, hand_pays
from houseway.floor.incidents import WHILE_FROZEN
from houseway.floor.people import Person
from houseway.floor.roster import Duty
from houseway.floor.seats import may_vacate
from houseway.floor.table import Table
from houseway.floor.views import view_of
from houseway.law.clause import Basis
from houseway.law.roles import listed
from houseway.money import show
from houseway.play.general import AreasEach
from houseway.premises.board import Glance, alarms, board
from houseway.premises.law_to_come import Listed, law_to_come
from houseway.premises.premises import Premises
from houseway.web.awaited import Awaited
from houseway.web.pit.acts import ACTS, Act
from houseway.web.player.desk import notices
from houseway.web.record.archive import Archive, Papers
from houseway.web.table_page import shape_of

ANYWHERE = ("freeze", "release", "close", "reopen", "record", "relieve")  # acts of every table, whatever its book says


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
        by_house = self.premises.house.dealt_by.get(self.name, "house") == "house"
        rows = [
            ("Sign", f"{show(limits.minimum)} to {top}", general.limits.by),
            (
                "Dealt by",
                f"{'the house' if by_house else 'a dealer'}, {'generator' if state.cards_from == 'rng' else 'real equipment'}",
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
            for player, let in state.sign.let_have.items():
                rows.insert(
                    2,
                    ("Let use", f"{player}, area {listed(map(str, let), 'and')} beside another", places.areas_each.by),
                )
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
    def acts(self) -> dict[str, list[Act]]:
        """What can be done here and now: acts that the book knows and that the moment has a place for."""
        found = {group: [act for act in acts if self.fits(act)] for group, acts in ACTS.items()}
        return {group: acts for group, acts in found.items() if acts}

    def fits(self, act: Act) -> bool:
        """Whether an act is one of this game's, and of this moment's."""
        state, status = self.table.state, self.table.state.status
        if not act.known_to(self.table.terms) and act.act not in ANYWHERE:
            return False
        if act.act in ("release", "reopen", "check cards"):
            return {"release": status.is_frozen, "reopen": status.is_closed, "check cards": state.cards_unchecked}[
                act.act
            ]
        if status.is_closed or (status.is_frozen and act.act not in WHILE_FROZEN):
            return False
        if act.act in ("end tournament", "last hand", "brief tournament", "director leaves", "director returns"):
            return state.tournament is not None
        by_state = {
            "readmit": bool(state.excluded),
            "release winnings": bool(state.withheld),
            "forfeit winnings": bool(state.withheld),
            "vacate": bool(may_vacate(self.table)),
            "allow box": bool(state.given_up) or self._lets_have_more,
        }
        return by_state.get(act.act, True)

    @property
    def _lets_have_more(self) -> bool:
        """Whether the house may let one player in particular use an area more."""
        places, sign = self.table.places, self.table.state.sign
        return places is not None and places.areas_each.value is AreasEach.UNLESS_ALLOWED and not sign.several_areas

    @property
    def board(self) -> list[Glance]:
        """Every table at a glance, whoever needs somebody first."""
        return board(self.premises)

    @property
    def alarms(self) -> list[list[str]]:
        """What a page sounds: the name of each alarm that stands, and its words."""
        return [[id, words] for id, words in alarms(self.premises).items()]

    def shape(self, one: Glance) -> str:
        return "frozen" if one.state is None else shape_of(one.state)

    @property
    def webhook_silent(self) -> str:
        """Since when nobody outside takes alarms; "" where they are taken, or go nowhere."""
        alerts = self.premises.alerts
        return alerts.silent if alerts is not None else ""

    @property
    def hand_pays(self) -> list[tuple[int, str, int]]:
        """Wins that two people are still to sign for: round, player, amount."""
        return hand_pays.due(self.table)

    @property
    def staffed(self) -> bool:
        return self.premises.identity.door is not None

    @property
    def roster(self) -> list[Duty]:
        """Who is on duty, dealers first."""
        desks = self.premises.desks
        on = [] if desks is None else list(desks.roster.state.on.values())
        return sorted(on, key=lambda duty: (duty.role != "dealer", duty.name))

    @property
    def may_ask(self) -> bool:
        return self.who.role in authority.who_may(self.table, "ask")

    def may(self, act: Act) -> bool:
        return self.who.role in authority.who_may(self.table, act.act)

    def people(self, act: Act) -> str:
        """Who does an act at this table, in words."""
        return listed([role for role in authority.who_may(self.table, act.act) if role not in ("house", "player")])

    @cached_property
    def awaited(self) -> Awaited:
        """What waits for somebody's word: all of it at this table, and at every other what waits for whoever looks."""
        return Awaited(self.premises.house.tables, self.who, self.name)

    def by(self, act: Act) -> Basis:
        return act.by(self.table.terms)

    @property
    def soon(self) -> str:
        return f"{self.premises.house.clock() + timedelta(minutes=30):%Y-%m-%dT%H:%M}"

    @property
    def disputes(self) -> list[Papers]:
        return Archive(self.premises.ledger, self.table).disputes() if self.table.state.disputes else []
