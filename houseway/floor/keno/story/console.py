"""Console: the lines about what the operator and the inspector do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.floor.keno.desk import Answer
from houseway.floor.keno.story.people import INSPECTOR, OPERATOR, WRITER
from houseway.floor.people import player
from houseway.floor.story.spelled import whole, wholes
from houseway.forms import Doc
from houseway.money import cents

if TYPE_CHECKING:
    from houseway.floor.keno.story.teller import Teller


def bonus(self: Teller, spots: str, matched: str, amount: str, approval: str | None) -> Answer:
    details = {
        "spots": whole(spots, "spots"),
        "matched": whole(matched, "matched"),
        "cents": cents(amount),
        "approval": approval or "",
    }
    return self.order(OPERATOR, "bonus", **details)


def promotion(self: Teller, spots: str, matched: str, dollars: str, approval: str | None) -> Answer:
    columns = {spots: {matched: whole(dollars, "promotion")}}
    return self.order(OPERATOR, "promotion", columns=columns, approval=approval or "")


def correct(self: Teller, game: str | None, text: str, asked_by: str | None) -> Answer:
    details: dict[str, Doc] = {"game": whole(game, "game")} if game else {}
    details |= {"numbers": wholes(text, "numbers"), "asked_by": asked_by or WRITER.name}
    return self.order(OPERATOR, "correct draw", **details)


def void(self: Teller, name: str, reverse: str | None, asked_by: str | None) -> Answer:
    details = {"ground": "a contravention", "reverse": reverse is not None, "asked_by": asked_by or WRITER.name}
    return self.order(OPERATOR, "void ticket", ticket=self.paper(name, "ticket"), **details)


def invalidate(self: Teller, game: str, ground: str, asked_by: str | None) -> Answer:
    details = {"game": whole(game, "game"), "ground": ground, "asked_by": asked_by or WRITER.name}
    return self.order(OPERATOR, "invalidate", **details)


def claim(self: Teller, name: str, reason: str, paper: str | None) -> Answer:
    if paper and paper not in self.papers:
        self.paper(paper, "ticket")
    claimed = self.papers[paper] if paper else {}
    details = {"name": "C. Laimant", "address": "1 Civic Square", "signature": "C. L."}
    details |= {"voucher": claimed["number"]} if "number" in claimed else {"ticket": claimed.get("ticket", 0)}
    done = self.order(WRITER, "file claim", reason=reason, **details)
    if done.accepted:
        self.papers[name] = done.paper
    return done


def decide_claim(self: Teller, verdict: str, name: str) -> Answer:
    return self.order(INSPECTOR, "decide claim", claim=self.paper(name, "claim"), approve=verdict == "approves")


def use(self: Teller, what: str | None, amount: str, use: str, spots: str | None, approval: str | None) -> Answer:
    details: dict[str, Doc] = {"cents": cents(amount), "for": use, "approval": approval or ""}
    if spots:
        details["spots"] = whole(spots, "spots")
    if what:
        details["of"] = what.strip()
    return self.order(OPERATOR, "use unclaimed", **details)


def by_player(act: str, *names: str) -> Callable[..., Answer]:
    """What a player at the counter does."""

    def do(self: Teller, name: str, *values: str) -> Answer:
        self._purse(name)
        told: dict[str, Doc] = dict(zip(names, values, strict=True))
        if "dispute" in told:
            told["dispute"] = whole(told["dispute"], "dispute")
        return self.order(player(name), act, **told)

    return do


def by_operator(act: str, *names: str, **fixed: Doc) -> Callable[..., Answer]:
    def do(self: Teller, *values: str) -> Answer:
        return self.order(OPERATOR, act, **dict(zip(names, values, strict=True)), **fixed)

    return do
