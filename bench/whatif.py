"""What if: how often a second the figures of a book follow a hand that drags a provision.

One provision of each sort is moved from value to value, and switches are thrown one after another, none of them twice, after
one answer that compiles and reads what was kept. A cache on disk is off.
The aim is five answers a second, and for blackjack and stud two in three.

``python -m bench.whatif`` moves every control of every book through what it can be and tells the slowest answer of each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextvars import Context
from itertools import count
from unittest.mock import patch

from bench.measure import Figure, rate, seconds
from houseway.figures import kept
from houseway.games.blackjack.terms import HoldsBack, HoleCard
from houseway.lab.exact import study
from houseway.lab.sweep import every_book, settings
from houseway.lab.whatif import answer

DRAGGED: tuple[tuple[str, str, Callable[[int], str]], ...] = (
    ("vic-1997-red-dog", "spread_pays.2", lambda n: f"{n + 5} to 1"),
    ("vic-1997-red-dog", "dealing.decks", lambda n: str(n + 9)),
    ("act-1992-baccarat", "tie.pays", lambda n: f"{n + 9} to 1"),
    ("act-1992-baccarat", "dealing.decks", lambda n: str(n + 9)),
    ("vic-2000-pai-gow+bonanza", "settling.commission", lambda n: f"{n + 1}/1000"),
    ("vic-2000-pai-gow+bonanza", "bonanza.bonus_pays.Wong", lambda n: f"{n + 2} to 1"),
    ("act-1992-keno", "schedules.standard.4.4", lambda n: str(n + 200)),
    ("act-1992-sic-bo", "pays.double", lambda n: f"{n + 12} to 1"),
    ("act-1992-american-roulette", "pays.red", lambda n: f"{n + 2} to 1"),
    ("act-1992-money-wheel", "segments.flag", lambda n: str(n + 2)),
    ("vic-2000-rapid-roulette", "pays.straight", lambda n: f"{n + 36} to 1"),
    ("vic-1999-caribbean-stud", "settling.bet_pays.flush", lambda n: f"{n + 6} to 1"),
    ("vic-1999-caribbean-stud", "settling.qualifies", lambda n: ("A Q", "A J", "A T", "K Q", "Q J")[n % 5]),
    ("act-1992-blackjack", "settling.blackjack", lambda n: f"{n + 5} to 4"),
    ("act-1992-blackjack", "dealing.decks", lambda n: str(n + 9)),
)

SWITCHED: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "vic-2000-pai-gow",
        (
            ("houseway.gee_jun_splits", "yes"),
            ("houseway.teen_day_apart", "no"),
            ("houseway.two_best_apart", "yes"),
            ("houseway.rest_apart", "no"),
        ),
    ),
    ("act-1992-baccarat", tuple((f"tableau.banker.{row}", "DDDDSSSSSSD") for row in (3, 4, 5, 6))),
    (
        "act-1992-blackjack",
        (
            ("hands.double_after_split", "no"),
            ("hands.split_aces", "no"),
            ("settling.holds_back", HoldsBack.TEN_ONLY.value),
            ("dealer.hole_card", HoleCard.PEEKS.value),
        ),
    ),
)


def figures() -> list[Figure]:
    # Answers rest on what is kept, so they are measured with it: outside the run in which all is found anew.
    return Context().run(_figures)


def _figures() -> list[Figure]:
    with patch.dict(os.environ, HOUSEWAY_CACHE=kept.OFF):
        dragged = [_followed(book, name, ((name, value(n)) for n in count())) for book, name, value in DRAGGED]
        return dragged + [_followed(book, "switches", iter(switches)) for book, switches in SWITCHED]


def _followed(book: str, name: str, changes: Iterator[tuple[str, str]]) -> Figure:
    law = study(book)

    def one() -> int:
        answer(law, study(book, dict([next(changes)])))
        return 1

    one()
    slow = book.startswith(("act-1992-blackjack", "vic-1999-caribbean"))
    return Figure(f"what if: {book}, {name}", rate(one, 3, 0), "answers/s", "", None, "", goal="0.67" if slow else "5")


def slowest(book: str) -> tuple[int, float, str]:
    """Every control of a book put to its ends and between, none twice: how many settings, and the slowest with its seconds."""
    law, found = study(book), (0.0, "")
    turned = [one for one in settings(book) if len(one.changes) == 1]
    answer(law, study(book, dict(turned[0].changes)))  # compiles, and reads what was kept
    for one in turned[1:]:
        of = study(book, dict(one.changes))
        found = max(
            found, (seconds(lambda of=of: answer(law, of), 1), " ".join("=".join(each) for each in one.changes))
        )  # type: ignore[misc]
    return len(turned) - 1, *found


def main() -> None:
    """``python -m bench.whatif [BOOK…]``: the slowest answer of every book, or of those named."""
    print("| book | settings | slowest, in seconds of processor time | where |\n|---|---:|---:|---|")
    with patch.dict(os.environ, HOUSEWAY_CACHE=kept.OFF):
        for book in sys.argv[1:] or every_book():
            count_, took, where = slowest(book)
            print(f"| `{book}` | {count_} | {took:.2f} | {where} |", flush=True)


if __name__ == "__main__":
    main()
