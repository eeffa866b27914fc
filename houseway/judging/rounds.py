"""Rounds: what a ledger holds, settled by the other edition.

Every round that was played by the first side's book is run again by its own law, and must settle as it did. Then the same
cards, wagers and choices are run by the second side, with the policies that the table had chosen where that side knows them. What
a player would have had more or less is the difference; a round that asks there for something nobody was asked has none. Games of
keno are among them, ticket by ticket (``tickets.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway import games
from houseway.floor.keno.host import KENO
from houseway.floor.law import read_law
from houseway.floor.rerunning import CANNOT, NotAsRecorded, as_recorded, on_record
from houseway.judging.sides import Side
from houseway.judging.tickets import games_on_record, net_of_tickets
from houseway.law.rulebook import Edition
from houseway.law.studying import UnknownProvision
from houseway.ledger import Ledger, Stored
from houseway.money import Cents
from houseway.play.driver import run
from houseway.play.events import Settled

NOT_TABLES = ("cage", "floor")
MOST_SHOWN = 200
EVERY = 10**9


@dataclass(frozen=True)
class Changed:
    """A round that would have settled otherwise: what each player had, and would have had."""

    table: str
    number: int
    at: str
    notation: str
    was: dict[str, Cents]
    now: dict[str, Cents]

    @property
    def difference(self) -> Cents:
        """To the players, together."""
        return sum(self.now.values()) - sum(self.was.values())

    @property
    def document(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "round": self.number,
            "at": self.at,
            "notation": self.notation,
            "net_before_cents": self.was,
            "net_after_cents": self.now,
            "difference_cents": self.difference,
        }


@dataclass(frozen=True)
class Untold:
    """A round that the other edition cannot settle from what is on record."""

    table: str
    number: int
    why: str


@dataclass(frozen=True)
class Otherwise:
    looked_at: int
    changed: tuple[Changed, ...]
    untold: tuple[Untold, ...]
    staked: Cents  # in all rounds that could be settled by both

    @property
    def total(self) -> Cents:
        """What all players together would have had more; less, if it is negative."""
        return sum(each.difference for each in self.changed)

    @property
    def document(self) -> dict[str, Any]:
        return {
            "looked_at": self.looked_at,
            "settled_otherwise": len(self.changed),
            "total_to_players_cents": self.total,
            "staked_cents": self.staked,
            "rounds": [each.document for each in self.changed],
            "cannot_be_settled": [{"table": one.table, "round": one.number, "why": one.why} for one in self.untold],
        }


def settled_otherwise(ledger: Ledger, before: Side, after: Side, most: int = EVERY) -> Otherwise:
    """The rounds of every table that was played by the first side's book, the newest ``most`` of each, and its keno games."""
    looked_at, staked = 0, 0
    changed: list[Changed] = []
    untold: list[Untold] = []
    for stream, entry in _rounds(ledger, most):
        number = entry.body["round"]
        try:
            body = on_record(ledger, entry)
            law = read_law(body["law"])
            if law.book.partition("+")[0] != before.book.id:
                continue
            looked_at += 1
            recorded = [step for step in as_recorded(ledger, body).steps if isinstance(step, Settled)]
            by_other = _settled_by(_edition(after, law.policies), body)
        except (NotAsRecorded, *CANNOT) as wrong:
            untold.append(Untold(stream, number, str(wrong)))
            continue
        staked += sum(line.wager.cents for line in recorded)
        was, now = _nets(recorded), _nets(by_other)
        if was != now:
            changed.append(Changed(stream, number, entry.at, entry.body["notation"], was, now))
    keno, drawn = games_on_record(ledger, before, most) or (None, [])
    for game in drawn:
        assert keno is not None
        looked_at += 1
        try:
            was, now = net_of_tickets(keno, game, after.edition)
        except (NotAsRecorded, *CANNOT) as wrong:
            untold.append(Untold(KENO, game.number, str(wrong)))
            continue
        staked += game.facts.taken
        if was:
            changed.append(Changed(KENO, game.number, game.drawn_at, " ".join(map(str, game.numbers)), was, now))
    return Otherwise(looked_at, tuple(changed), tuple(untold), staked)


def _rounds(ledger: Ledger, most: int) -> Iterator[tuple[str, Stored]]:
    for stream in ledger.streams():
        if stream not in NOT_TABLES and not stream.startswith("desk:"):
            for entry in reversed(ledger.newest(stream, "round-over", most)):
                yield stream, entry


def _edition(side: Side, policies: Mapping[str, Any]) -> Edition[Any]:
    """The side's edition with the policies of the table, as far as its book leaves the same to the house."""
    try:
        return side.book.at(side.moment, policies, side.variant)
    except UnknownProvision:
        return side.edition


def _settled_by(edition: Edition[Any], body: Mapping[str, Any]) -> list[Settled]:
    game = games.game(edition.game)
    progress = run(game.play(edition.terms, game.read_carry(body["carry"])), body["tape"], edition.terms.general)
    if not progress.over:
        assert progress.prompt is not None
        raise ValueError(f"it asks for what nobody was asked: {progress.prompt.title}")
    return [step for step in progress.steps if isinstance(step, Settled)]


def _nets(lines: Iterable[Settled]) -> dict[str, Cents]:
    nets: dict[str, Cents] = {}
    for line in lines:
        nets[line.wager.player] = nets.get(line.wager.player, 0) + line.net
    return nets
