"""Single: one seat as a Gymnasium environment, over the compiled episodes of its game.

An episode is a round, or a shoe where sizes of wagers are chosen; the reward of a step is what it brought, in units. Which
actions are open stands in ``info["action_mask"]``. A closed one is refused, with the clause behind it in ``info["refused"]``, and
nothing changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from houseway.figures.episodes import DISABLED, Told
from houseway.lab.learning.pictures import cloth, in_words, replayed
from houseway.lab.learning.rounds import Round, refused
from houseway.lab.learning.seatings import encoding_of, seating

PATIENCE = 50  # refusals, after which an episode is cut short


class Seat(gymnasium.Env[Any, Any]):
    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        book: str,
        changes: Mapping[str, str] | None = None,
        encoding: str = "",
        bets: Sequence[float] = (),
        penetration: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        self.of, self.seating = seating(book, changes, bets, penetration)
        self.encoding, self.render_mode = encoding_of(self.seating, encoding), render_mode
        shape = self.seating.encodings[self.encoding]
        self.actions = self.seating.actions
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Box(0.0, shape.most, (shape.width,), np.float32)
        self._table = self.seating.table(self.encoding)
        self._opened, self._steps = self.seating.batch
        self._told, self._action, self._all = Told.of(1, 0, shape.width), np.zeros(1, np.int64), np.ones(1, np.bool_)
        self._state: Any = None
        self.chosen: list[str] = []
        self.refusals = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if self._state is None or seed is not None:
            self._state = self.seating.state(1, int(self.np_random.integers(2**63)))
        self._opened(self._state, self._table, self._all, self._told.seen)
        self.chosen, self.refusals = [], 0
        return self._told.seen[0].copy(), {"action_mask": self._mask()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        assert self._state is not None, "reset the environment first"
        self._action[0] = action
        self._steps(self._state, self._table, self._action, DISABLED, self._told)
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self._told.refused[0]:
            self.refusals += 1
            info["refused"] = self._why(int(action))
            return self._told.seen[0].copy(), 0.0, False, self.refusals >= PATIENCE, info
        self.chosen.append(self.actions[int(action)])
        return self._told.seen[0].copy(), float(self._told.rewards[0]), bool(self._told.ended[0]), False, info

    def _mask(self) -> Any:
        return self._state.mask[0].astype(np.int8)

    def _why(self, action: int) -> str:
        """Why an action is closed, by the script."""
        if not 0 <= action < len(self.actions):
            return f"there are {len(self.actions)} actions"
        question = self.round().question
        return (
            f"{self.actions[action]!r} is not asked here"
            if question is None
            else refused(question, self.actions[action])
        )

    def round(self) -> Round:
        """The round as the script tells it, up to the question that is asked now."""
        dealt = self.chosen
        sizes = [n for n, choice in enumerate(dealt) if choice.startswith("wager ")]
        since = dealt[sizes[-1] + 1 :] if sizes else dealt
        return replayed(self.of, self.seating, self._state.rows[0], since)

    def render(self) -> str | None:
        """The table as the player on this seat sees it: in words, or as the cloth of the house in SVG."""
        if self._state is None or self.render_mode is None:
            return None
        if self.seating.question(self._state.rows[0]) == "size of the wager":
            return "" if self.render_mode == "ansi" else cloth(Round(self.of, 1, Random(0), self.seating))
        return in_words(self.round()) if self.render_mode == "ansi" else cloth(self.round())
