"""Turns: agents who act one after the other at one table, whoever the script asks next; what PettingZoo wants of them."""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from houseway.lab.learning.rounds import Round, refused
from houseway.lab.learning.single import PATIENCE


class Turns(AECEnv):  # type: ignore[misc]
    round: Round  # that is being played

    def __init__(self, seats: int, actions: tuple[str, ...], width: int, most: float) -> None:
        """So many seats, what can be chosen by name, how many numbers an agent sees, and the greatest of them."""
        super().__init__()
        self.actions = tuple(dict.fromkeys(actions))
        self.possible_agents = [f"P{n + 1}" for n in range(seats)]
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, most, (width,), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._chance = Random()

    @abstractmethod
    def _begin(self) -> None:
        """Deals the first round."""

    @abstractmethod
    def _seen(self, agent: str) -> list[float]:
        """What an agent sees."""

    @abstractmethod
    def _go_on(self) -> None:
        """Something was chosen: a round may be over."""

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
        self._begin()
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        question = self.round.question
        open_ = question.open if question is not None and question.player == agent else ()
        mask = [int(name in open_) for name in self.actions]
        return {"observation": np.array(self._seen(agent), np.float32), "action_mask": np.array(mask, np.int8)}

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
        choice = self.actions[int(action)]
        if no := refused(question, choice):
            self.infos[agent] = {"refused": no}
            self.refusals += 1
            self.truncations = dict.fromkeys(self.agents, self.refusals >= PATIENCE)
        else:
            self.round.answer(choice)
            self._go_on()
        self._next()
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is held open."""

    def _next(self) -> None:
        question = self.round.question
        self.agent_selection = self.agents[0] if question is None else question.player
