"""Several: the seats of one table as a PettingZoo environment; whoever the script asks acts next."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from houseway.complaint import BadInput
from houseway.lab.learning.pictures import cloth, in_words
from houseway.lab.learning.rounds import ENCODINGS, GO_ON, Round, refused, seen, width_of
from houseway.lab.learning.seatings import seating
from houseway.lab.learning.single import PATIENCE


class Seats(AECEnv):  # type: ignore[misc]
    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1, "name": "houseway", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        book: str,
        seats: int = 2,
        changes: dict[str, str] | None = None,
        encoding: str = "ranks",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.of, self.seating = seating(book, changes)
        self.render_mode, self.encoding = render_mode, encoding
        if encoding not in ENCODINGS:
            raise BadInput(f"an observation is one of {', '.join(ENCODINGS)}; not {encoding!r}")
        if seats < 1:
            raise BadInput(f"a table of {seats} seats has nobody at it")
        self.actions = tuple(dict.fromkeys((*self.seating.actions, GO_ON)))
        self.possible_agents = [f"P{n + 1}" for n in range(seats)]
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 64.0, (width_of(encoding),), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
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
        self.round = Round(self.of, len(self.agents), Random(self._chance.getrandbits(64)), self.seating)
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        question = self.round.question
        open_ = question.open if question is not None and question.player == agent else ()
        mask = [int(name in open_) for name in self.actions]
        told = seen(self.round, agent, self.encoding)
        return {"observation": np.array(told, np.float32), "action_mask": np.array(mask, np.int8)}

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
        if self.round.nets is not None:
            self.rewards = {name: float(net) for name, net in self.round.nets.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as the agent sees it who acts next: in words, or as the cloth of the house in SVG."""
        if self.render_mode is None:
            return None
        draw = in_words if self.render_mode == "ansi" else cloth
        return draw(self.round, self.agent_selection)

    def close(self) -> None:
        """Nothing is held open."""

    def _next(self) -> None:
        question = self.round.question
        self.agent_selection = self.agents[0] if question is None else question.player
