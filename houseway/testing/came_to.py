"""Came to: everything that a worked case comes to, in one number, so that nothing changes in it unseen.

A case states what matters to it, and much more happens: other refusals' grounds, events nobody looks at, money that moves
through the house's own accounts, papers, every entry of the record, and how each table stands in the end. All of it, without
the words for people, is kept as a digest for each case in ``tests/data/came_to``. Whoever changes a rule sees which cases come
to something else by it (``make prove``), looks at why (``… --show VRD-56`` writes down what one comes to, here and in a tree
of before), and keeps them anew with ``python -m houseway.testing.came_to``, or for some games, ``… red_dog stud``.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from houseway import games
from houseway.floor import scenario
from houseway.floor.scenario import Case, Verdict, every_case
from houseway.floor.story import Rehearsal
from houseway.forms import Doc, write
from houseway.law.clause import Basis
from houseway.ledger.chain import canonical
from houseway.play.events import Event, Settled
from houseway.testing.vocabulary import same_luck

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "came_to"
LETTERS = 12


# In an entry of the record these are words for people, the digest of a whole book, which another clause of it would change, or
# which keys of terminals are used up.
_NO_FACTS = {"edition", "digest", "words", "what", "says", "why", "because", "seen_earlier"}


def came_to(case: Case) -> str:
    """The digest of what a case comes to."""
    return hashlib.sha256(canonical(everything(case)).encode()).hexdigest()[:LETTERS]


def everything(case: Case) -> Doc:
    """What a case comes to, without the words for people."""
    record: list[Doc] = []
    of: Verdict = scenario.run_case(case, look=lambda house: record.extend(_on_record(house)))
    told = of.told
    return {
        "record": record,
        "holds": of.holds,
        "refused": [[refused.code, *_by(refused.by)] for _, refused in told.refusals],
        "events": [_event(event) for event in told.events],
        "cited": sorted([*sorted(ways), *_by(by)] for by, ways in told.cited.items()),
        "accounts": dict(sorted(told.accounts.items())),
        "papers": [[paper.sort, paper.to, paper.round, *_by(paper.by)] for paper in told.papers],
        "stated": sorted([clause.book, clause.number, *sorted(hows)] for clause, hows in told.stated.items()),
    }


def _on_record(house: Rehearsal) -> Iterator[Doc]:
    """Every entry of every stream, and how the tables and the tournament stand in the end."""
    for stream in sorted(house.ledger.streams()):
        for entry in house.ledger.entries(stream):
            yield [stream, entry.kind, entry.at, entry.by, _facts(entry.body)]
    for name, table in sorted(house.tables.items()):
        yield [name, _facts(write(table.state))]
    if house.tournament is not None:
        yield [house.tournament.name, _facts(write(house.tournament.state))]


def _facts(doc: Doc) -> Doc:
    if isinstance(doc, dict):
        return {key: _facts(inner) for key, inner in doc.items() if key not in _NO_FACTS}
    return [_facts(inner) for inner in doc] if isinstance(doc, (list, tuple)) else doc


def _by(by: Basis) -> list[Doc]:
    return [*(f"{clause.book} {clause.number}" for clause in by.clauses), *by.readings]


def _event(event: Event) -> list[Doc]:
    told: list[Doc] = [type(event).__name__, *_by(event.by)]
    if isinstance(event, Settled):
        wager = event.wager
        told += [
            wager.player,
            wager.area,
            wager.spot,
            wager.cents,
            str(event.outcome),
            event.live,
            event.won,
            event.back,
        ]
    return told


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


@cache
def kept(game: str) -> dict[str, str]:
    """What the cases of a game came to when it was kept, by case."""
    path = path_of(game)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {id: digest for digest, _, id in (line.partition(" ") for line in lines)}


def found(cases: Iterable[Case]) -> Iterator[tuple[str, str]]:
    for case in cases:
        yield case.id, came_to(case)


def changed(game: str) -> list[str]:
    """Cases that come to something else than what was kept, or of which nothing was kept, or that are gone."""
    before, now = kept(game), dict(found(every_case(game)))
    return sorted(id for id in before.keys() | now.keys() if before.get(id) != now.get(id))


def keep(game: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = (f"{digest} {id}\n" for id, digest in found(every_case(game)))
    path_of(game).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    with same_luck():
        if sys.argv[1:2] == ["--show"]:
            for shown in every_case():
                if shown.id in sys.argv[2:]:
                    print(json.dumps({shown.id: everything(shown)}, indent=1, default=str))
            sys.exit()
        for name in sys.argv[1:] or games.names():
            for id in changed(name):
                print(f"{name}: {id} comes to something else")
            keep(name)
