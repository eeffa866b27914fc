"""Authority: whom the book of a table names, and what becomes of anybody else.

A book says of a provision who decides, whose approval it needs and who is told (``law/roles.py``). Here an act is held against
it: what it rests on in the book, whom the book names for that, and whether the person who gives the order is one of them. Where
a book names nobody, the house's own table of acts says who may (``people.py``).

Somebody who needs another's word asks for it: the order waits at the table until a person with the authority allows it, as their
own act, or declines. Nobody allows what they asked for themselves, whichever name they use. Who is to be told has the notice on
record until they say that they have read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from houseway.floor.people import ANSWERING, ROLES_OF_ACT, SUPERVISORS, Person, same_name
from houseway.floor.state import OF_THE_MOMENT, Unread, Waiting
from houseway.forms import Doc, read
from houseway.law.clause import NO_CLAUSE, Basis, Clause
from houseway.law.roles import STAFF, Authority, Role, listed, standing_for, taken_by
from houseway.law.rulebook import Edition
from houseway.play.decision import Accepted, Decision, Refused
from houseway.play.irregular import Mishap
from houseway.play.prompts import Choose, Number, Prompt
from houseway.play.states import Asked

if TYPE_CHECKING:
    from houseway.floor.table import Draft, Order, Table

# What each act rests on in a book, where a book may name who does it.
RESTS_ON: dict[str, str] = {
    "void wagers": "general.void_wagers",
    "exclude": "general.exclude",
    "readmit": "general.exclude",
    "send away": "accounts.sent_away",
    "hold winnings": "general.hold_winnings",
    "release winnings": "general.hold_winnings",
    "forfeit winnings": "general.hold_winnings",
    "invalidate": "general.disorder",
    "decide dispute": "general.dispute",
    "review": "general.dispute",
    "post minimum": "general.higher_minimum",
    "limits": "general.higher_minimum",
    "marker": "general.higher_limit",
    "differential": "differential",
    "odds": "better_odds",
    "post odds": "better_odds",
    "share": "places.sharing",
    "allow box": "places.areas_each",
    "shuffle": "dealing.shuffle_at_will",
    "replace cards": "dealing.replace_cards",
    "post closing": "general.closing",
    "close": "general.closing",
    "tournament": "competition.director",
    "end tournament": "competition.early_finish",
    "brief tournament": "competition.briefing",
    "substitute": "competition.substitutes",
    "check set": "tiles.put_away",
    "examine form": "secret.examined",
    "count cards": "dealing.count_cards",
    "period": "period",
}
# Where the book names nobody and a reading of it says whose act it is.
BY_READING: dict[str, str] = {"recalculate": "faults.recalculate"}


def named(edition: Edition[Any], by: Basis) -> Authority:
    """Whom the book names for what rests on a basis; of several provisions, the first that names anybody."""
    return next((edition.named[name] for name in by.provisions if name in edition.named), _NOBODY)


_NOBODY = Authority()


def _basis(edition: Edition[Any], act: str, details: object = None) -> Basis:
    """What an act rests on in the book of a table; nothing where the book does not speak of it."""
    name = RESTS_ON.get(act, "")
    if act == "invalidate" and isinstance(details, dict) and details.get("ground") == "fraud":
        name = "general.fraud"
    if act == "record" and isinstance(details, dict):
        return _of_clause(edition, details.get("clause"))
    return edition.basis_of(name) if name else NO_CLAUSE


def _of_clause(edition: Edition[Any], number: object) -> Basis:
    """What names somebody for a clause, as confiscating a device; nothing where the book names nobody for it."""
    for name in edition.named:
        by = edition.basis_of(name)
        if any(clause.number == number for clause in by.clauses):
            return by
    return NO_CLAUSE


def who_may(table: Table, act: str, details: object = None) -> tuple[Role, ...]:
    """The roles that may do an act at a table: whom its book names, or else whom the house gives it to."""
    wanted, given = _wanted(table, act, details), ROLES_OF_ACT.get(act, ())
    return (*standing_for(wanted), *(("house",) if "house" in given else ())) if wanted else given


def _wanted(table: Table, act: str, details: object) -> tuple[Role, ...]:
    part = named(table.edition, _basis(table.edition, act, details))
    return part.reviews if act == "review" else part.decides or part.approves or part.checks


def judge_act(table: Table, order: Order) -> Refused | None:
    """Whether this person may do this act at this table."""
    roles = who_may(table, order.act, order.details)
    if order.who.role in roles or _appointed(table, order.who, roles):
        return None
    if not _wanted(table, order.act, order.details):
        name = BY_READING.get(order.act, "")
        by = table.edition.basis_of(name) if name else NO_CLAUSE
        if order.act == "answer" and isinstance(table.prompt, Number) and table.prompt.asked == Asked.CUT:
            by = table.prompt.by  # the books say who cuts
        return Refused(by, f"a {order.who.role} may not {order.act}", "role")
    return not_theirs(_basis(table.edition, order.act, order.details), roles, order.who, order.act)


def _appointed(table: Table, who: Person, roles: tuple[Role, ...]) -> bool:
    """Whether somebody of the staff was appointed for the tournament at this table, whatever else they are."""
    tournament = table.state.tournament
    if "tournament director" not in roles or tournament is None or who.role not in STAFF:
        return False
    return same_name(tournament.director.partition(",")[0], who.name)


def not_theirs(by: Basis, roles: tuple[Role, ...], who: Person, what: str) -> Refused:
    return Refused(by, f"it takes {taken_by(roles)}, and {who.name} is a {who.role}: {what}", "authority")


def asked_for(table: Table, prompt: Prompt) -> tuple[Role, ...]:
    """Who answers a question that is not the dealer's: whom the book names for it, or else any supervisor."""
    part = named(table.edition, prompt.by)
    wanted = part.decides or part.checks or part.approves
    return (*standing_for(wanted), "house") if wanted else (*SUPERVISORS, "house")


def judge_answer(table: Table, order: Order, prompt: Prompt) -> Refused | None:
    """Whether this person may answer what the table asks now."""
    roles = answering(table, prompt, order.details)
    if order.who.role in roles:
        return None
    by = prompt.by if prompt.asks == "supervisor" else _answer_by(prompt, order.details)
    return not_theirs(by, roles, order.who, prompt.title.lower())


def directed(table: Table, mishap: Mishap) -> tuple[Role, ...]:
    """Who directs what is done when this goes wrong; nobody in particular where the book names nobody."""
    return standing_for(named(table.edition, mishap.by).decides)


def judge_mishap(table: Table, order: Order, mishap: Mishap) -> Refused | None:
    roles = directed(table, mishap)
    if not roles or order.who.role in (*roles, "house"):
        return None
    people = listed(roles)
    return Refused(mishap.by, f"notify the {people}, who directs what is done: {mishap.label.lower()}", "authority")


def right_one(table: Table, who: Person, act: str, details: dict[str, Doc]) -> Person:
    """Who would do this at a table as the book has it: the person given, if they may; else somebody of a role that may."""
    prompt, roles = table.prompt, who_may(table, act, details)
    if act in OF_THE_MOMENT and prompt is not None:
        roles = answering(table, prompt, details) if act == "answer" else allowing(table, act, details)
    stand_ins = [role for role in roles if role not in ("house", "player")]
    return who if who.role in roles or not stand_ins else Person(f"the {stand_ins[0]}", stand_ins[0])


def answering(table: Table, prompt: Prompt, details: Mapping[str, Doc]) -> tuple[Role, ...]:
    """Who may give this answer to what the table asks; nobody in particular where it is anybody's."""
    value = details.get("value")
    if isinstance(prompt, Choose) and prompt.asked == Asked.OFFER_CUT and value in STAFF and value != "dealer":
        wanted = named(table.edition, prompt.by).decides
        return (*standing_for(wanted if value in wanted else (value,)), "house")
    if (
        prompt.asks == "supervisor"
    ):  # what an inspector attests is attested at a desk; at a table a supervisor says that it was
        there = tuple(role for role in asked_for(table, prompt) if role in ROLES_OF_ACT["answer"] and role != "house")
        return (*there, "house") if there else ANSWERING
    wanted = named(table.edition, _answer_by(prompt, details)).decides
    return (*standing_for(wanted), "house") if wanted and _own_clause(prompt, details) else ANSWERING


def _own_clause(prompt: Prompt, details: Mapping[str, Doc]) -> Basis | None:
    """The clause of its own that an option has, where one is chosen that has."""
    if not isinstance(prompt, Choose):
        return None
    return next((one.by for one in prompt.options if one.value == details.get("value")), None)


def _answer_by(prompt: Prompt, details: Mapping[str, Doc]) -> Basis:
    return _own_clause(prompt, details) or prompt.by


# Telling


def tell(table: Table, draft: Draft, by: Basis, what: str) -> None:
    """Whom the book wants told of this is told, and has it on record until they have read it."""
    roles = named(table.edition, by).told
    if roles:
        numbers: list[Doc] = [clause.number for clause in by.clauses]
        draft.note("told", number=draft.state.people.notices + 1, what=what, roles=list(roles), clauses=numbers)


def told_of_policy(edition: Edition[Any], name: str) -> Basis | None:
    """What a policy rests on of which the book wants somebody told where the house chooses otherwise: a lower commission."""
    return edition.basis_of(name) if edition.named.get(name, _NOBODY).told else None


def tell_policies(table: Table, draft: Draft) -> None:
    """A table opens with policies chosen otherwise: whoever the book wants told of one is told."""
    for name, value in table.state.policies.items():
        by = told_of_policy(table.edition, name)
        if by is not None:
            tell(table, draft, by, f"{name.rpartition('.')[2].replace('_', ' ')} {value}")


def acknowledge(table: Table, draft: Draft, order: Order) -> Decision:
    """Somebody who was told says so."""
    number = read(int, order.details.get("notice"), "notice")
    found = next((one for one in table.state.people.unread if one.number == number), None)
    if found is None:
        return Refused(NO_CLAUSE, f"there is no notice {number} that anybody is still to read", "unknown")
    by = Basis(tuple(Clause(table.book.id, clause) for clause in found.clauses))
    if not is_told(order.who, found):
        return not_theirs(by, found.roles, order.who, found.what)
    draft.note("acknowledged", number=number, roles=[role for role in found.roles if _answers_to(order.who, role)])
    return Accepted(by)


def is_told(who: Person, notice: Unread) -> bool:
    """Whether a notice is for somebody."""
    return any(_answers_to(who, role) for role in notice.roles)


def _answers_to(who: Person, role: Role) -> bool:
    return who.role in standing_for((role,))


# Asking


def ask(table: Table, draft: Draft, order: Order) -> Decision:
    """Somebody wants done what takes another's authority: it waits until one who has it allows it."""
    act = read(str, order.details.get("act"), "act")
    details: dict[str, Doc] = read(dict[str, Doc], order.details.get("details", {}), "details")
    if act not in ROLES_OF_ACT or act in ("ask", "allow", "decline", "acknowledge"):
        return Refused(NO_CLAUSE, f"{act!r} is nothing that one asks for", "act")
    roles = allowing(table, act, details)
    if order.who.role in roles:
        return Refused(NO_CLAUSE, f"a {order.who.role} does this without asking: {act}", "role")
    number = table.state.people.asks + 1
    draft.note(
        "asked", number=number, act=act, details=details, asked_by=order.who.name, role=order.who.role,
        prompt=table.state.prompt, badge=order.who.badge,
    )  # fmt: skip
    return Accepted(basis_of(table, act, details), f"the {listed(roles)} is asked")


def allowing(table: Table, act: str, details: dict[str, Doc]) -> tuple[Role, ...]:
    """Who may allow what somebody asks for: the act's own people, or whoever answers or directs what it is about."""
    prompt = table.prompt
    if act == "irregularity" and prompt is not None:
        kind = details.get("kind") or details.get("irregularity")
        mishap = next((one for one in prompt.may_go_wrong if one.kind == kind), None)
        if mishap is not None and (roles := directed(table, mishap)):
            return roles
    if act == "answer" and prompt is not None:
        return tuple(role for role in answering(table, prompt, details) if role != "house")
    return tuple(role for role in who_may(table, act, details) if role not in ("house", "player"))


def basis_of(table: Table, act: str, details: dict[str, Doc]) -> Basis:
    """What the thing that somebody asks for rests on."""
    prompt = table.prompt
    if act == "irregularity" and prompt is not None:
        kind = details.get("kind") or details.get("irregularity")
        return next((one.by for one in prompt.may_go_wrong if one.kind == kind), prompt.by)
    if act == "answer" and prompt is not None:
        return _answer_by(prompt, details)
    return _basis(table.edition, act, details)


def allow(table: Table, draft: Draft, order: Order) -> Decision:
    """A person with the authority allows what another asked for. It is done as their own act, and the record has both."""
    found = _waiting(table, order)
    if isinstance(found, Refused):
        return found
    if asked_it(order.who, found):
        by = basis_of(table, found.act, found.details)
        return Refused(by, f"{order.who.name} asked for it; somebody else allows it", "same_person")
    if found.act in OF_THE_MOMENT and found.prompt != table.state.prompt:
        return Refused(NO_CLAUSE, "the table has moved on since it was asked; decline it", "stale")
    draft.note("allowed", number=found.number, asked_by=f"{found.role}:{found.asked_by}")
    details = {**found.details, "asked_by": found.asked_by, "asked_role": found.role}
    return table.decide(draft, replace(order, act=found.act, details=details, prompt=None))


def decline(table: Table, draft: Draft, order: Order) -> Decision:
    found = _waiting(table, order)
    if isinstance(found, Refused):
        return found
    by = basis_of(table, found.act, found.details)
    roles = allowing(table, found.act, found.details)
    if order.who.role not in roles and not asked_it(order.who, found):
        return not_theirs(by, roles, order.who, f"declining what {found.asked_by} asks for")
    why = read(str, order.details.get("why", ""), "why")
    draft.note("declined", number=found.number, why=why)
    if not asked_it(order.who, found):  # whoever asked hears what became of it
        what = f"{order.who.name} declines what {found.asked_by} asked for: {found.act}{f', {why}' if why else ''}"
        numbers: list[Doc] = [clause.number for clause in by.clauses]
        draft.note("told", number=draft.state.people.notices + 1, what=what, roles=[found.role], clauses=numbers)
    return Accepted(by)


def _waiting(table: Table, order: Order) -> Waiting | Refused:
    number = read(int, order.details.get("ask"), "ask")
    found = next((one for one in table.state.people.asked if one.number == number), None)
    return found or Refused(NO_CLAUSE, f"nothing waits under number {number}", "unknown")


def asked_it(who: Person, asked: Waiting) -> bool:
    """Whether somebody is who asked, under that name or another."""
    return same_name(who.name, asked.asked_by) or bool(who.badge and who.badge == asked.badge)


ACTS = {"ask": ask, "allow": allow, "decline": decline, "acknowledge": acknowledge}
