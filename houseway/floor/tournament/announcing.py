"""Announcing: conditions are drafted, approved by whom the book says, and published; or the whole of it is called off."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from houseway import games
from houseway.floor.law import law_at
from houseway.floor.orders import Order
from houseway.floor.people import same_name
from houseway.floor.tournament import at_table
from houseway.floor.tournament.chips import chips_back
from houseway.floor.tournament.desk import Draft, TournamentDesk, pool_of
from houseway.floor.tournament.state import Approval, TournamentNow
from houseway.forms import Doc, read, write
from houseway.law.clause import NO_CLAUSE, Basis
from houseway.law.roles import listed
from houseway.ledger import Transfer
from houseway.play.competition import QUALIFIED, post_of
from houseway.play.conditions import Conditions, Item
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.tournament_law import TournamentLaw

LONGEST = 120  # characters of a title


def judge(desk: TournamentDesk, conditions: Conditions, at: datetime) -> tuple[Decision, list[TournamentLaw]]:
    """Do conditions comply with every book that they name? All of them are one jurisdiction's: its authority approves them."""
    if not conditions.title.strip() or len(conditions.title) > LONGEST:
        return Refused(NO_CLAUSE, f"a tournament has a title of at most {LONGEST} characters", "title"), []
    if not conditions.stages:
        return Refused(NO_CLAUSE, "say what is played: a tournament has at least one stage", "no_stages"), []
    laws = desk.laws(conditions, at)
    if isinstance(laws, Refused):
        return laws, []
    places = {games.book(law.book)[0].jurisdiction for law in laws}
    by = NO_CLAUSE
    for law in laws:
        decision = law.judge(conditions)
        if isinstance(decision, Refused):
            return decision, laws
        by = by + decision.by
    if len(places) > 1:
        return Refused(
            by, f"one authority approves a tournament; these rules are of {listed(sorted(places), 'and')}"
        ), laws
    for stage in conditions.stages:
        law = next(one for one in laws if one.book == stage.book)
        wrong = _judge_policies(desk, law, stage.policies, at)
        if wrong is not None:
            return wrong, laws
    return Accepted(by), laws


def _judge_policies(desk: TournamentDesk, law: TournamentLaw, policies: dict[str, Doc], at: datetime) -> Refused | None:
    """Whether a book has these policies to choose otherwise, with these values, and leaves them to conditions."""
    try:
        edition, _ = law_at(law.book, desk.moment or at, policies)
    except ValueError as wrong:
        return Refused(law.approval.by, str(wrong))
    for name in policies:
        refused = law.judge_policy(name, edition.basis_of(name))
        if refused is not None:
            return refused
    return None


def draft_conditions(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """An organiser puts down what a tournament is to be. What it must state is judged by whoever approves it."""
    if desk.is_drafted:
        return Refused(NO_CLAUSE, f"there is a tournament {desk.name} already", "on_record")
    conditions: Conditions = read(Conditions, order.details.get("conditions"), "conditions")
    run_by = read(str, order.details.get("run_by", "director"), "run_by")
    if run_by not in ("director", "house"):
        return Refused(NO_CLAUSE, "a tournament is run by a director, or by the house", "misread")
    if run_by == "house" and not desk.floor.takes_no_money:
        return Refused(NO_CLAUSE, "the house runs a tournament by itself for play credit only", "money")
    if not conditions.title.strip():
        return Refused(NO_CLAUSE, "a tournament has a title", "title")
    offered = read(str, order.details.get("programme", ""), "programme") if order.who.role == "house" else ""
    told = {"run_by": run_by, "drafted_by": order.who.name, **({"programme": offered} if offered else {})}
    draft.note("drafted", name=desk.name, conditions=write(conditions), **told)
    return Accepted(NO_CLAUSE)


def revise(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Other conditions than before; an approval belongs to what was approved, and is given anew."""
    conditions: Conditions = read(Conditions, order.details.get("conditions"), "conditions")
    draft.note("revised", conditions=write(conditions))
    return Accepted(NO_CLAUSE)


def approve(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Whoever the books name approves the conditions, in writing; that is, under a reference. They must comply."""
    reference = read(str, order.details.get("reference", ""), "reference")
    state = desk.state
    decision, laws = judge(desk, state.conditions, order.at)
    if isinstance(decision, Refused):
        return decision
    by = NO_CLAUSE
    for law in laws:
        by = by + law.approval.by
        own_play = order.who.role == "house" and desk.floor.takes_no_money
        if order.who.role not in law.approved_by and not own_play:
            people = listed(law.approved_by)
            return Refused(
                law.approval.by,
                f"the {people} approves conditions, and {order.who.name} is a {order.who.role}",
                "authority",
            )
    if not reference.strip():
        return Refused(by, "an approval is given in writing: say under which reference")
    given = Approval(f"{order.who.role}:{order.who.name}", reference.strip(), order.at.isoformat(timespec="minutes"))
    draft.note("approved", books=list(state.conditions.books), approval=write(given))
    return Accepted(decision.by)


def appoint(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """The operator puts somebody in charge who is qualified as game supervisor, and names deputies who are too."""
    law, state = desk.stage_law(order.at), desk.state
    by = law.director if law.needs_director else law.by(Item.STRUCTURE)
    director = read(str, order.details.get("director", ""), "director").strip()
    deputies = tuple(one.strip() for one in read(tuple[str, ...], order.details.get("deputies", ()), "deputies"))
    if not director:
        return Refused(by, "somebody qualified as game supervisor must be in charge")
    deputies_by = by if law.competition is None else law.competition.deputies.by
    for name, why in ((director, by), *((name, deputies_by) for name in deputies)):
        wrong = _unqualified(desk, name, why) or _enters(state, name, why)
        if wrong is not None:
            return wrong
    if not all(deputies) or _twice((director, *deputies)):
        return Refused(deputies_by, "a deputy is another person than the director, and each is one")
    in_charge = state.in_charge if state.in_charge in (director, *deputies) else director
    draft.note("appointed", director=director, deputies=list(deputies), in_charge=in_charge)
    for table in desk.playing():
        draft.at_table(table).note(
            "tournament-directed", director=director, deputies=list(deputies), in_charge=in_charge
        )
    return Accepted(by)


def _unqualified(desk: TournamentDesk, name: str, by: Basis) -> Refused | None:
    if (post := post_of(name)) and post not in QUALIFIED:
        return Refused(by, f"a {post} is not qualified as game supervisor")
    if desk.floor.qualified(name.partition(",")[0]) is False:
        return Refused(by, f"{name} is not qualified as game supervisor in this house")
    return None


def _enters(state: TournamentNow, name: str, by: Basis) -> Refused | None:
    plays = any(same_name(one.name, name) or same_name(one.player, name) for one in state.entered)
    return Refused(by, f"{name} plays in the tournament") if plays else None


def _twice(names: Iterable[str]) -> bool:
    seen: list[str] = []
    for name in names:
        if any(same_name(name, one) for one in seen):
            return True
        seen.append(name)
    return False


def leave_charge(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Whoever is in charge goes away: a deputy takes over, or nothing is played meanwhile."""
    law, state = desk.stage_law(order.at), desk.state
    deputy = read(str, order.details.get("deputy", ""), "deputy")
    rules = law.competition
    deputies_by = law.by(Item.STRUCTURE) if rules is None else rules.deputies.by
    if deputy and deputy not in (state.director, *state.deputies):
        return Refused(deputies_by, f"{deputy} was not named as a deputy")
    if deputy == state.in_charge:
        return Refused(deputies_by, f"{deputy or 'nobody'} is in charge now")
    _in_charge(desk, draft, deputy)
    return Accepted(deputies_by if deputy else law.presence)


def return_charge(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    law, state = desk.stage_law(order.at), desk.state
    if not state.director:
        return Refused(law.director, "nobody has been appointed", "in_charge")
    if state.in_charge == state.director:
        return Refused(law.presence, f"{state.director} is in charge now", "in_charge")
    _in_charge(desk, draft, state.director)
    return Accepted(law.presence)


def _in_charge(desk: TournamentDesk, draft: Draft, who: str) -> None:
    draft.note("in-charge", who=who)
    for table in desk.playing():
        draft.at_table(table).note("tournament-directed", in_charge=who)


def publish(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """Everybody may read the conditions now, and enter."""
    state = desk.state
    decision, laws = judge(desk, state.conditions, order.at)
    if isinstance(decision, Refused):
        return decision
    by = NO_CLAUSE
    for law in laws:
        by = by + law.approval.by
        if law.book not in state.approvals:
            return Refused(law.approval.by, "the conditions need approval before anything is published")
        if law.needs_director and not state.director:
            return Refused(law.director, "somebody qualified as game supervisor must be in charge")
    draft.note("published")
    return Accepted(by)


def cancel(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """It does not take place, or does not go on: everybody has back what they paid and have not had back."""
    state, by = desk.state, desk.by(Item.ENTRY, order.at)
    why = read(str, order.details.get("why", ""), "why")
    if not why.strip():
        return Refused(by, "say why it is called off")
    for table in desk.playing():
        if not at_table.between_hands(table):
            return Refused(by, f"finish the hand at {table.name} first")
    refunds = {one.name: one.paid - one.refunded for one in state.entrants.values() if one.paid > one.refunded}
    moves = [Transfer(pool_of(desk.name), desk.floor.pocket(name), cents, "refund") for name, cents in refunds.items()]
    for table in desk.playing():
        at_table.end(table, draft.at_table(table), desk.name)
    moves.extend(chips_back(desk, draft, [one for one in state.entrants.values() if one.part.is_entered]))
    draft.note("cancelled", tuple(moves), why=why.strip(), refunds=refunds)
    return Accepted(by)


def alter_start(desk: TournamentDesk, draft: Draft, order: Order) -> Decision:
    """A stage starts at another hour than announced, of which players have had notice."""
    law, details = desk.stage_law(order.at), order.details
    by = law.by(Item.STRUCTURE) if law.competition is None else law.competition.starting_time.by
    name, at = read(str, details.get("stage"), "stage"), read(str, details.get("at"), "at")
    stage = desk.state.conditions.stage(name)
    if stage is None:
        return Refused(by, f"there is no stage {name!r}")
    if desk.state.conditions.stages.index(stage) < desk.state.stage or desk.state.session:
        return Refused(by, f"{name} has begun")
    try:
        starts = datetime.fromisoformat(at)
    except ValueError:
        return Refused(by, f"{at!r} is no hour, such as 2026-11-20T19:30")
    if starts.tzinfo is not None or starts <= order.at:
        return Refused(by, "a session starts at an hour of the venue that is still to come")
    notice = read(str, details.get("notice", ""), "notice")
    if not notice.strip():
        return Refused(by, "say how the players were told: they have reasonable notice")
    draft.note("start-altered", stage=name, at=at, notice=notice.strip())
    return Accepted(by)
