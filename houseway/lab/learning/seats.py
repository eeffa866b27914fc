"""Seats: many seats side by side as a Gymnasium vector environment, every step one pass of a compiled loop.

The three ways of Gymnasium to begin another episode are kept: at the next step, in the same step (what was seen last stands in
``info["final_obs"]``, unless ``final_obs=False`` leaves it out), or by ``reset`` with ``options={"reset_mask": …}``. What
may be chosen stands in ``info["action_mask"]``; what is closed changes nothing and is marked in ``info["refused"]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from houseway.complaint import BadInput
from houseway.figures.episodes import DISABLED, NEXT_STEP, SAME_STEP, Told, any_open
from houseway.lab.learning.seatings import encoding_of, seating

MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: DISABLED}


class Seats(VectorEnv[Any, Any, Any]):
    def __init__(
        self,
        book: str,
        num_envs: int = 1,
        changes: Mapping[str, str] | None = None,
        encoding: str = "",
        bets: Sequence[float] = (),
        penetration: float = 0.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        final_obs: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if num_envs < 1:
            raise BadInput(f"{num_envs} seats cannot play; at least one")
        self.of, self.seating = seating(book, changes, bets, penetration)
        self.encoding, self.render_mode = encoding_of(self.seating, encoding), render_mode
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self._mode, self.num_envs, self.copy = MODES[mode], num_envs, copy
        shape = self.seating.encodings[self.encoding]
        self.actions = self.seating.actions
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.single_observation_space = spaces.Box(0.0, shape.most, (shape.width,), np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._table = self.seating.table(self.encoding)
        self._opened, self._steps = self.seating.batch
        self._last = Told.of(num_envs, shape.width if final_obs else 0, shape.width)
        self._never = np.zeros(num_envs, np.bool_)
        self._state: Any = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        if seed is not None or self._np_random is None:
            super().reset(seed=seed)
        wanted = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            wanted = np.asarray(options["reset_mask"], np.bool_)
            if wanted.shape != (self.num_envs,) or self._state is None:
                raise BadInput(
                    f"reset_mask says for each of {self.num_envs} seats whether it begins again, after a first reset"
                )
        elif self._state is None or seed is not None:
            self._state = self.seating.state(self.num_envs, int(self.np_random.integers(2**63)))
        self._opened(self._state, self._table, wanted, self._last.seen)
        return self._told(self._last.seen), {"action_mask": self._mask()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        assert self._state is not None, "reset the environment first"
        last = self._last
        self._steps(self._state, self._table, np.asarray(actions, np.int64), self._mode, last)
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self._mode == SAME_STEP and last.final.shape[1] and last.ended.any():
            info["final_obs"], info["_final_obs"] = self._told(last.final), self._told(last.ended)
        if last.refused.any():
            info["refused"] = last.refused.copy()
        return self._told(last.seen), self._told(last.rewards), self._told(last.ended), self._told(self._never), info

    def _mask(self) -> Any:
        return self._told(self._state.mask.view(np.int8))

    def _told(self, array: Any) -> Any:
        """What was found; a copy, unless whoever steps has said that the next step may write over it."""
        return array.copy() if self.copy else array

    def any_open(self, stream: Any, actions: Any) -> None:
        """Fills ``actions`` with a fair one of the open ones for every seat; ``stream`` is two numbers that it moves on."""
        any_open(self._state.mask, stream, actions)
