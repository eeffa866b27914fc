"""Roles: everybody whom the gazettes give a part to, and what part a provision gives to whom.

Beside them stand those whom a house needs and no gazette names: a cashier, an operations manager, finance.

This is the one list of what a person can be in the house. A book says of a provision who decides, whose approval it needs, in
whose presence it is done, who checks it and who is told; it says so in these names. No rank is built in: whoever may stand for
whom is in ``STANDS_FOR``, and only as far as the gazettes themselves define it (docs/decisions, authority).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, get_args

from houseway.values import value

Role: TypeAlias = Literal[
    "player",
    "dealer",
    "game supervisor",
    "pit boss",
    "gaming shift manager",
    "casino supervisor",
    "casino duty manager",
    "tournament director",
    "keno writer",
    "keno runner",
    "keno supervisor",
    "operator",
    "cashier",
    "operations manager",
    "finance",
    "surveillance",
    "inspector",
    "director",
    "commission",
    "house",
]
ROLES: tuple[Role, ...] = get_args(Role)
STAFF: tuple[Role, ...] = tuple(role for role in ROLES if role not in ("player", "house"))

# Who answers to the name that a book uses. "Casino supervisor" is in Victoria whoever, other than a game supervisor, supervises
# and manages gaming operations: the titles that its rules use and do not define are such people. The operator is no person; it
# acts through those. Nobody stands for a game supervisor, a gaming shift manager or an inspector.
MANAGING: tuple[Role, ...] = ("casino supervisor", "pit boss", "gaming shift manager", "casino duty manager")
STANDS_FOR: dict[Role, tuple[Role, ...]] = {
    "casino supervisor": MANAGING,
    "operator": ("operator", *MANAGING),
    "keno writer": ("keno writer", "dealer"),
    "keno supervisor": ("keno supervisor", "game supervisor", *MANAGING),
}

REGULATING: tuple[Role, ...] = (
    "inspector",
    "director",
    "commission",
)  # who look, and touch only what a book gives them

PARTS = ("decides", "approves", "present", "checks", "reviews", "told")


@value
class Authority:
    """Who has a part in what a provision is about; nobody, where the book names nobody. Of several named, any one will do."""

    decides: tuple[Role, ...] = ()  # in whose opinion, at whose discretion, by whose direction
    approves: tuple[Role, ...] = ()  # with whose approval
    present: tuple[Role, ...] = ()  # in whose presence
    checks: tuple[Role, ...] = ()  # by whom it is examined
    reviews: tuple[Role, ...] = ()  # who looks at the decision again, if somebody asks for it
    told: tuple[Role, ...] = ()  # who is notified, each of them

    @property
    def named(self) -> Iterator[tuple[str, tuple[Role, ...]]]:
        """The parts that somebody has."""
        return ((part, roles) for part in PARTS if (roles := getattr(self, part)))

    @classmethod
    def parse(cls, text: str) -> Authority:
        """As records have it: ``decides game supervisor; told pit boss``."""
        parts = (item.partition(" ") for item in text.split("; ") if item)
        return cls(**{part: tuple(roles.split(", ")) for part, _, roles in parts})  # type: ignore[arg-type]

    def __str__(self) -> str:
        return "; ".join(f"{part} {', '.join(roles)}" for part, roles in self.named)

    @property
    def words(self) -> str:
        """As people say it: "the game supervisor decides, the pit boss is told"."""
        verbs = {
            "approves": "approves", "present": "is present", "checks": "checks it", "reviews": "reviews it", "told": "is told",
        }  # fmt: skip
        said = {
            part: f"the {listed(roles, 'and the' if part == 'told' else 'or the')} {verbs.get(part, part)}"
            for part, roles in self.named
        }
        if len(self.told) > 1:
            said["told"] = f"the {listed(self.told, 'and the')} are told"
        return ", ".join(said.values())


NOBODY_NAMED = Authority()


def standing_for(named: Iterable[Role]) -> tuple[Role, ...]:
    """Every role that answers to one of these names."""
    return tuple(dict.fromkeys(one for name in named for one in STANDS_FOR.get(name, (name,))))


def listed(roles: Iterable[str], between: str = "or") -> str:
    """Roles in a sentence: "game supervisor or casino supervisor"."""
    *first, last = roles
    return f"{', '.join(first)} {between} {last}" if first else last


def taken_by(roles: Iterable[str]) -> str:
    """Whom an act takes, in words: people, or nobody but the house, whose clock and books do some acts."""
    people = [role for role in roles if role != "house"]
    return f"{_article(people[0])} {listed(people)}" if people else "the house itself"


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
