"""Single: one seat as a Gymnasium environment.

An episode is a round; its reward is the player's net result in units, given at the end. Which options are open stands in
``info["action_mask"]``. A closed option is refused with its clause in ``info["refused"]``, and nothing changes.
"""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from houseway.lab.exact import study
from houseway.lab.learning.rounds import WIDTH, Round, refused, seen

MOST = 12  # options in one question
PATIENCE = 50  # refusals, after which an episode is cut short


class Seat(gymnasium.Env[Any, Any]):
    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, book: str, changes: dict[str, str] | None = None, render_mode: str | None = None) -> None:
        self.of, self.render_mode = study(book, changes), render_mode
        self.action_space = spaces.Discrete(MOST)
        self.observation_space = spaces.Box(0.0, 64.0, (WIDTH,), np.float32)
        self.round: Round | None = None
        self.refusals = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.round, self.refusals = Round(self.of, 1, Random(int(self.np_random.integers(2**63)))), 0
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        assert self.round is not None and self.round.question is not None, "reset the environment first"
        question = self.round.question
        if no := refused(question, int(action)):
            self.refusals += 1
            return self._seen(), 0.0, False, self.refusals >= PATIENCE, {**self._info(), "refused": no}
        self.round.answer(question.options[int(action)])
        nets = self.round.nets
        return self._seen(), float(nets["P1"]) if nets else 0.0, nets is not None, False, self._info()

    def render(self) -> str | None:
        """The table in words, as the player on this seat knows it."""
        if self.round is None:
            return None
        felt, question = self.round.felt("P1"), self.round.question
        lines = [
            f"{box.place}: {' '.join(str(c) if c else '?' for c in box.looked or box.cards)}" for box in felt.boxes
        ]
        asked = [] if question is None else [f"{question.words} {', '.join(question.options)}"]
        return "\n".join([*lines, *asked])

    def _seen(self) -> Any:
        assert self.round is not None
        return np.array(seen(self.round, "P1"), np.float32)

    def _info(self) -> dict[str, Any]:
        assert self.round is not None
        question = self.round.question
        if question is None:
            return {"action_mask": np.zeros(MOST, np.int8)}
        mask = np.array(question.mask(MOST), np.int8)
        return {"action_mask": mask, "question": question.words, "options": question.options}
