"""Several: the seats of one table as a PettingZoo environment; whoever the script asks acts next."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from houseway.lab.exact import study
from houseway.lab.learning.rounds import WIDTH, Round, refused, seen
from houseway.lab.learning.single import MOST, PATIENCE


class Seats(AECEnv):  # type: ignore[misc]
    metadata = {"render_modes": [], "name": "houseway", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, book: str, seats: int = 2, changes: dict[str, str] | None = None) -> None:
        super().__init__()
        self.of, self.render_mode = study(book, changes), None
        if seats < 1:
            raise ValueError(f"a table of {seats} seats has nobody at it")
        self.possible_agents = [f"P{n + 1}" for n in range(seats)]
        self.action_spaces = {agent: spaces.Discrete(MOST) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 64.0, (WIDTH,), np.float32),
                    "action_mask": spaces.Box(0, 1, (MOST,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._chance = Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._chance = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.refusals = 0
        self.round = Round(self.of, len(self.agents), Random(self._chance.getrandbits(64)))
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        question = self.round.question
        asked = question is not None and question.player == agent
        mask = question.mask(MOST) if question is not None and asked else [0] * MOST
        return {"observation": np.array(seen(self.round, agent), np.float32), "action_mask": np.array(mask, np.int8)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        question = self.round.question
        assert question is not None
        self.infos[agent] = {}
        if no := refused(question, int(action)):
            self.infos[agent] = {"refused": no}
            self.refusals += 1
            self.truncations = dict.fromkeys(self.agents, self.refusals >= PATIENCE)
        else:
            self.round.answer(question.options[int(action)])
        if self.round.nets is not None:
            self.rewards = {name: float(net) for name, net in self.round.nets.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        question = self.round.question
        self.agent_selection = self.agents[0] if question is None else question.player
