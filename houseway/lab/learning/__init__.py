"""Learning: a game as an agent meets it, through the prompts put to a seat and what that seat may see.

``environment(book)`` is a Gymnasium environment for one seat, ``table(book, seats)`` a PettingZoo one for several. Both run
the script itself; an agent never sees more than the player on that seat would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.extras import needed_for

if TYPE_CHECKING:
    from houseway.lab.learning.several import Seats
    from houseway.lab.learning.single import Seat


def environment(book: str, **options: Any) -> Seat:
    """One seat, as a Gymnasium environment; each episode is a round for one unit."""
    with needed_for("a learning environment"):
        from houseway.lab.learning.single import Seat
    return Seat(book, **options)


def table(book: str, seats: int = 2, **options: Any) -> Seats:
    """Several seats at one table, as a PettingZoo environment in which agents act in turn."""
    with needed_for("a learning environment"):
        from houseway.lab.learning.several import Seats
    return Seats(book, seats, **options)


def books() -> list[str]:
    """The books whose players have something to decide, found by playing a few rounds of each."""
    from random import Random

    from houseway import games
    from houseway.lab.exact import study
    from houseway.lab.learning.rounds import GO_ON, Round

    def asks(book: str) -> bool:
        of = study(book)
        for seed in range(12):
            played = Round(of, 1, Random(seed))
            while played.question is not None:
                if played.question.options != (GO_ON,):
                    return True
                played.answer(GO_ON)
        return False

    listed = [
        f"{book.id}+{variant}" if variant else book.id
        for book in games.library().values()
        for variant in ("", *book.variants)
        if not book.missing
    ]
    return [book for book in listed if asks(book)]
