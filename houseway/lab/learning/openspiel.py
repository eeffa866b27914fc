"""OpenSpiel: any book of cards that can be learnt as a game of OpenSpiel, where that is installed (``pip install open_spiel``).

``register()`` makes them known: ``pyspiel.load_game("houseway_vic_1997_red_dog")``, one player against the house, chance explicit
with the exact chances of the kit, returns in units. States are the nodes of ``tree.py``, which run the script.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from houseway.complaint import BadInput
from houseway.lab.learning.seatings import books, seating
from houseway.lab.learning.tree import MOST_OUTCOMES, Node, has_tree, root

LONGEST = 200  # steps of a round, luck's among them


def name_of(book: str) -> str:
    """What a book is called there, whose names have neither dash nor plus."""
    return f"houseway_{book.replace('-', '_').replace('+', '__')}"


def _pyspiel() -> Any:
    try:
        return import_module("pyspiel")
    except ImportError:
        raise BadInput("OpenSpiel is not installed; pip install open_spiel") from None


def register() -> list[str]:
    """Makes every book of cards that can be learnt a game of OpenSpiel, once; gives the names."""
    spiel = _pyspiel()
    known, dealt = set(spiel.registered_names()), [book for book in books() if has_tree(seating(book)[0])]
    for book in dealt:
        if name_of(book) not in known:
            _register(spiel, book)
    return [name_of(book) for book in dealt]


def _register(spiel: Any, book: str) -> None:
    of, seats = seating(book)
    kinds = spiel.GameType
    kind = kinds(
        short_name=name_of(book), long_name=of.title, dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC, information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM, reward_model=kinds.RewardModel.TERMINAL, max_num_players=1, min_num_players=1,
        provides_information_state_string=True, provides_information_state_tensor=False, provides_observation_string=True,
        provides_observation_tensor=False, parameter_specification={},
    )  # fmt: skip
    about = spiel.GameInfo(
        num_distinct_actions=len(seats.actions), max_chance_outcomes=MOST_OUTCOMES, num_players=1, min_utility=-seats.most,
        max_utility=seats.most, utility_sum=None, max_game_length=LONGEST,
    )  # fmt: skip
    begin = root(book)

    class State(spiel.State):  # type: ignore[misc]
        """A node, as OpenSpiel walks it."""

        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.node: Node = begin

        def current_player(self) -> int:
            return self.node.current_player()

        def _legal_actions(self, player: int) -> list[int]:
            return self.node.legal_actions()

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return self.node.chance_outcomes()

        def _apply_action(self, action: int) -> None:
            self.node = self.node.child(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.node.action_to_string(action)

        def is_terminal(self) -> bool:
            return self.node.is_terminal()

        def returns(self) -> list[float]:
            return self.node.returns()

        def information_state_string(self, player: int = 0) -> str:
            return self.node.information_state_string()

        observation_string = information_state_string

        def __str__(self) -> str:
            return self.node.information_state_string() or "before the deal"

    class Game(spiel.Game):  # type: ignore[misc]
        """One book."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, about, params or {})

        def new_initial_state(self) -> State:
            return State(self)

    spiel.register_game(kind, Game)
