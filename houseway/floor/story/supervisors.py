"""Supervisors: limits, rulings, papers, and everything that is done by somebody with a duty."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.floor import checking
from houseway.floor.people import Person, Role
from houseway.floor.story.spelled import value_of, whole
from houseway.floor.story.told import DEALER, SUPERVISOR, BadStory
from houseway.floor.table import Reply
from houseway.forms import Doc
from houseway.law.clause import Basis, Clause
from houseway.law.roles import STAFF
from houseway.law.rulebook import NotInForce
from houseway.money import Odds, cents
from houseway.play.decision import Accepted, Refused

if TYPE_CHECKING:
    from houseway.floor.story.rehearsal import Rehearsal


def tournament(
    self: Rehearsal,
    fee: str,
    entrants: str,
    chips: str | None,
    keeps: str,
    approval: str | None,
    conditions: str | None,
) -> Reply:
    """A tournament at one table; its entrants by name, or how many may enter."""
    values: dict[str, Doc] = {}
    for part in re.split(r",\s*", conditions) if conditions else ():
        name, equals, text = part.partition("=")
        if not equals:
            raise BadStory(f"tournament: after with stands each condition as policy=value, not {part!r}")
        values[name.strip()] = value_of(text.strip())
    names = [] if entrants.isdigit() else re.split(r",\s*", entrants)
    for name in names:
        self._purse(name)
    details: dict[str, Doc] = {
        "fee": cents(fee), "entrants": names or whole(entrants, "entrants"), "keeps": cents(keeps), "conditions": values,
    }  # fmt: skip
    if chips is not None:
        details["chips"] = cents(chips)
    self._between()
    return self._do(SUPERVISOR, "tournament", approval=approval or "", **details)


def offers(self: Rehearsal, name: str) -> Reply:
    """Is a wager offered at the date of the story? This may be asked of a book whose base text is not held."""
    try:
        offered, by = self.rulebook.offers(name, self.moment)
    except NotInForce as none_yet:
        by = Basis(tuple(Clause(self.rulebook.id, clause.number) for clause in self.rulebook.base.words))
        return Reply(Refused(by, str(none_yet), "not_in_force"))
    self._cite(by, "decision")
    when = f" at {self.moment:%H:%M on %d %B %Y}"
    return Reply(Accepted(by) if offered else Refused(by, f"{name} is not offered{when}"))


_BETWEEN = ("differential", "replace cards", "shuffle", "tournament", "end tournament", "close", "check set")


def supervise(act: str, *names: str, **fixed: Doc) -> Callable[..., Reply]:
    def do(self: Rehearsal, *values: str | None) -> Reply:
        details = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        for name in ("cents", "minimum", "maximum", "unit"):
            if name in details:
                details[name] = cents(str(details[name]))  # type: ignore[assignment]
        for name in ("area", "players", "round", "dispute", "count", "ask", "notice"):
            if name in details:
                details[name] = whole(str(details[name]), name)  # type: ignore[assignment]
        if "player" in details:
            self._purse(str(details["player"]))
        if act in _BETWEEN:
            self._between()
        who = details.pop("who", None)  # who signed, where the line says so
        # As what, where the line says so; a marker is given by the casino supervisor unless it does.
        role = details.pop("by", SUPERVISOR.role if act == "marker" and self.acting is None else None)
        if role is not None and role not in STAFF:
            raise BadStory(f"nobody is a {role!r} here; there are {', '.join(STAFF)}")
        by = next((one for one in STAFF if one == role), None)
        if by is not None:
            return self._do(Person(who or f"the {by}", by), act, **details, **fixed)
        return self._do(Person(who, SUPERVISOR.role) if who else SUPERVISOR, act, **details, **fixed)

    return do


def close_table(self: Rehearsal, with_players: str | None) -> Reply:
    """The table itself knows who sits or plays there; whoever else the story has named stands by until that player leaves, and it
    may say that somebody does. It goes without saying that what is played with is checked before the table closes; a line that
    says "refused" asks whether it closes as it stands."""
    self._between()
    self.ledger.settle_down()
    left = {entry.body["player"] for entry in self.ledger.newest(self.table.name, "left", 50)}
    if not self.refusal_told and checking.due(self.table) is not None:
        acting, self.acting = self.acting, None
        self._do(SUPERVISOR, "check set")
        self.acting = acting
    return self._do(SUPERVISOR, "close", **({"players_present": True} if with_players or self.purses - left else {}))


def check_cards(self: Rehearsal, count: str | None) -> Reply:
    return self._do(DEALER, "check cards", **({} if count is None else {"count": whole(count, "check cards")}))


def reopen(self: Rehearsal) -> Reply:
    """It goes without saying that the cards were checked when gaming ended; a line that says "refused" asks what is done
    without."""
    if self.table.state.cards_unchecked and not self.refusal_told:
        check_cards(self, None)
    return self._do(SUPERVISOR, "reopen")


def reviewed(self: Rehearsal, number: str, words: str) -> Reply:
    who = self.acting or Person("the inspector", "inspector")
    return self._do(who, "review", dispute=whole(number, "dispute"), decision=words)


def post_closing(self: Rehearsal, at: str) -> Reply:
    return self._do(SUPERVISOR, "post closing", at=self._clock(at).isoformat())


def _odds_of(words: str) -> dict[str, str]:
    odds = {}
    for part in re.split(r",\s*", words.strip()):
        name, _, value = part.partition("=")
        odds[name.strip()] = value.strip() if " to " in value else f"{value.strip()} to 1"
        Odds.parse(odds[name.strip()])
    return odds


def odds_now(self: Rehearsal, words: str) -> Reply:
    return self._do(SUPERVISOR, "odds", odds=_odds_of(words))


def post_odds(self: Rehearsal, words: str) -> Reply:
    return self._do(SUPERVISOR, "post odds", odds=_odds_of(words))


def acting_as(role: Role, act: str, *names: str) -> Callable[..., Reply]:
    def do(self: Rehearsal, *values: str | None) -> Reply:
        details = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        return self._do(self.acting or Person(f"the {role}", role), act, **details)

    return do
