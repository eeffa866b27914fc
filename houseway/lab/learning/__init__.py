"""Learning: games as agents meet them, through the decisions of a seat and what that seat may see.

``environment(book)`` is a Gymnasium environment for one seat, ``vector(book, seats)`` one for many side by side, ``table(book,
seats)`` a PettingZoo one for several at one table, ``tournament(book, seats)`` one for several who play for a place. Seats are
run by compiled loops that are held against the script, ending by ending; tables and tournaments run the script itself. An agent
never sees more than the player on that seat would. docs/learning.md tells
actions and observations of each game.

With Gymnasium installed, importing this registers every book: ``gymnasium.make("houseway/act-1992-blackjack-v1")``, and
``make_vec`` likewise; a variant is written with a dot, ``houseway/act-1992-blackjack.triple-play-v1``.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from houseway.extras import needed_for
from houseway.lab.learning.seatings import books

if TYPE_CHECKING:
    from houseway.lab.learning.entrants import Entrants
    from houseway.lab.learning.seats import Seats as ManySeats
    from houseway.lab.learning.several import Seats
    from houseway.lab.learning.single import Seat

__all__ = ["books", "environment", "register", "table", "tournament", "vector"]

VERSION = 1  # of actions and observations; raised when they change


def environment(book: str, **options: Any) -> Seat:
    """One seat, as a Gymnasium environment."""
    with needed_for("a learning environment"):
        from houseway.lab.learning.single import Seat
    return Seat(book, **options)


def vector(book: str, seats: int, **options: Any) -> ManySeats:
    """Many seats side by side, as a Gymnasium vector environment."""
    with needed_for("a learning environment"):
        from houseway.lab.learning.seats import Seats
    return Seats(book, seats, **options)


def table(book: str, seats: int = 2, **options: Any) -> Seats:
    """Several seats at one table, as a PettingZoo environment in which agents act in turn."""
    with needed_for("a learning environment"):
        from houseway.lab.learning.several import Seats
    return Seats(book, seats, **options)


def tournament(book: str, seats: int = 4, **options: Any) -> Entrants:
    """A tournament at one table, as a PettingZoo environment in which agents act in turn and the place is the reward."""
    with needed_for("a learning environment"):
        from houseway.lab.learning.entrants import Entrants
    return Entrants(book, seats, **options)


def name_of(book: str) -> str:
    """What a book is called in Gymnasium's registry, whose names have no plus."""
    return f"houseway/{book.replace('+', '.')}-v{VERSION}"


def register() -> list[str]:
    """Puts every book that can be learnt into Gymnasium's registry, once; gives the names."""
    with needed_for("a learning environment"):
        import gymnasium
    names = []
    for book in books():
        names.append(name_of(book))
        if names[-1] not in gymnasium.registry:
            gymnasium.register(
                names[-1],
                entry_point="houseway.lab.learning.single:Seat",
                vector_entry_point="houseway.lab.learning.seats:Seats",
                kwargs={"book": book},
            )
    return names


if find_spec("gymnasium") is not None:
    register()
