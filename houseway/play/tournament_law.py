"""Tournament law: what a book says of tournaments, in whichever of two ways it says it.

The ACT's books have four clauses: conditions of entry and play are approved beforehand, they prevail while the tournament is
played, a fee may be charged and at most a tenth of it kept (``Tournament``). The Victorian rules of 2000 list what conditions
must state, put a qualified person in charge, let the rules prevail, and speak of tables, substitutes and ending early
(``Competition``). Whoever runs a tournament asks here and need not know which it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.law.clause import NO_CLAUSE, Basis, Provision
from houseway.law.roles import Role, standing_for
from houseway.money import Cents
from houseway.play.chapters import Chapters
from houseway.play.competition import Competition
from houseway.play.conditions import Conditions, Item, Stage
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.secret import Secret
from houseway.play.tournament import Tournament


@dataclass(frozen=True)
class TournamentLaw:
    book: str
    approval: Provision[None]
    items: Mapping[Item, Basis]  # what conditions must state, each by its clause
    tournament: Tournament | None
    competition: Competition | None
    secret: Secret | None

    def by(self, item: Item) -> Basis:
        """What a decision about an item rests on: its own clause, or else that conditions were approved and hold."""
        if item in self.items:
            return self.items[item]
        return self.approval.by if self.tournament is None else self.approval.by + self.tournament.prevails.by

    @property
    def approved_by(self) -> tuple[Role, ...]:
        """Whose approval conditions need."""
        return standing_for(self.approval.who.approves)

    @property
    def exclusive(self) -> Basis:
        """By what a table is its entrants' alone."""
        if self.competition is not None:
            return self.competition.exclusive.by
        return NO_CLAUSE if self.tournament is None else self.tournament.prevails.by

    @property
    def begins(self) -> Basis:
        """By what a session is played at all."""
        return self.equal_chance if self.tournament is None else self.tournament.added.by + self.approval.by

    @property
    def keeps(self) -> Provision[Fraction] | None:
        """What part of the fees the operator may keep, where the book says."""
        return None if self.tournament is None else self.tournament.keeps

    @property
    def needs_director(self) -> bool:
        return self.competition is not None

    @property
    def director(self) -> Basis:
        return NO_CLAUSE if self.competition is None else self.competition.director.by

    def named(self, provision: str) -> Basis:
        """What gives the tournament director an act, where the book has a provision of that name for it."""
        found = getattr(self.competition, provision, None) if provision else None
        return NO_CLAUSE if found is None else found.by

    @property
    def presence(self) -> Basis:
        return NO_CLAUSE if self.competition is None else self.competition.presence.by

    @property
    def signing(self) -> Basis:
        return self.by(Item.RULES_PREVAIL) if self.competition is None else self.competition.signing.by

    @property
    def substitutes(self) -> Basis:
        return self.by(Item.STRUCTURE) if self.competition is None else self.competition.substitutes.by

    @property
    def tables(self) -> Basis:
        """By what the tables of a tournament are named."""
        return self.by(Item.STRUCTURE) if self.competition is None else self.competition.tables.by

    @property
    def equal_chance(self) -> Basis:
        return self.by(Item.STRUCTURE) if self.competition is None else self.competition.equal_chance.by

    def judge(self, conditions: Conditions) -> Decision:
        """Do these conditions comply with the book?"""
        by = NO_CLAUSE
        for item, clause in self.items.items():
            if conditions.unstated(item):
                return Refused(clause + self.approval.by, f"the conditions do not state {item.words}")
            by = by + clause
        for item, because in conditions.wrong():
            return Refused(self.by(item), because)
        keeps = self.keeps
        if keeps is not None and conditions.fee is not None and Fraction(conditions.fee.keeps, 100) > keeps.value:
            return Refused(
                keeps.by, f"of the fees the operator keeps at most {keeps.value}, not {conditions.fee.keeps} %"
            )
        for stage in conditions.stages:
            no = self._judge_stage(stage) if stage.book == self.book else None
            if no is not None:
                return no
        if self.competition is not None and (no := self._judge_competition(self.competition, conditions)) is not None:
            return no
        return Accepted(by + self.approval.by)

    def _judge_stage(self, stage: Stage) -> Refused | None:
        if stage.secret_wagers and self.secret is None:
            by = self.items.get(Item.SECRET_WAGERS, self.approval.by)
            return Refused(by, f"{stage.name}: this book has no way of making a secret wager")
        return None

    def _judge_competition(self, rules: Competition, conditions: Conditions) -> Refused | None:
        if conditions.prevail != "rules":
            return Refused(self.by(Item.RULES_PREVAIL), "the conditions must state that the rules prevail")
        for chapter in conditions.changes:
            if chapter not in rules.may_change.value:
                allowed = ", ".join(rules.may_change.value)
                return Refused(rules.may_change.by, f"conditions may change chapter {allowed} only, not {chapter}")
        return None

    def judge_policy(self, name: str, by: Basis) -> Refused | None:
        """May conditions choose this policy of the book otherwise? Where the rules prevail, only in the chapters left to them."""
        rules = self.competition
        chapters = {clause.number.partition(".")[0] for clause in by.clauses}
        if rules is None or chapters & set(rules.may_change.value):
            return None
        allowed = ", ".join(rules.may_change.value)
        return Refused(rules.may_change.by, f"conditions may change chapter {allowed} only, and {name} is not there")


def tournament_law(book: str, chapters: Chapters) -> TournamentLaw | None:
    """What a book says of tournaments; None where it says nothing, and none can be held by it."""
    tournament, competition, secret = chapters.tournament, chapters.competition, chapters.secret
    if competition is not None:
        stated = {item: getattr(competition.conditions, item.value) for item in Item}
        items = {item: provision.by for item, provision in stated.items() if provision is not None}
        return TournamentLaw(book, competition.approval, items, None, competition, secret)
    if tournament is None:
        return None
    of_play = tournament.approval.by
    items = {Item.FEE: tournament.keeps.by, Item.CREDIT: of_play, Item.STRUCTURE: of_play, Item.ENTRY: of_play}
    items[Item.PRIZES] = tournament.keeps.by
    if secret is not None:
        items[Item.SECRET_WAGERS] = secret.allowed.by
    return TournamentLaw(book, tournament.approval, items, tournament, None, secret)


def kept_of(fee: Cents, keeps: int, refund: Cents) -> Cents:
    """What the operator keeps of one entrant's fee, whether they withdraw or not: its part, and never what went back."""
    return min(fee * keeps // 100, fee - refund)
