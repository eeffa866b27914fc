"""Several: the seats of one table as a PettingZoo environment; whoever the script asks acts next."""

from __future__ import annotations

from random import Random

from houseway.complaint import BadInput
from houseway.lab.learning.pictures import cloth, in_words
from houseway.lab.learning.rounds import ENCODINGS, GO_ON, Round, seen, width_of
from houseway.lab.learning.seatings import seating
from houseway.lab.learning.turns import Turns


class Seats(Turns):
    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1, "name": "houseway", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        book: str,
        seats: int = 2,
        changes: dict[str, str] | None = None,
        encoding: str = "ranks",
        render_mode: str | None = None,
    ) -> None:
        self.of, self.seating = seating(book, changes)
        if encoding not in ENCODINGS:
            raise BadInput(f"an observation is one of {', '.join(ENCODINGS)}; not {encoding!r}")
        if seats < 1:
            raise BadInput(f"a table of {seats} seats has nobody at it")
        super().__init__(seats, (*self.seating.actions, GO_ON), width_of(encoding), 64.0)
        self.render_mode, self.encoding = render_mode, encoding

    def _begin(self) -> None:
        self.round = Round(self.of, len(self.agents), Random(self._chance.getrandbits(64)), self.seating)

    def _seen(self, agent: str) -> list[float]:
        return seen(self.round, agent, self.encoding)

    def _go_on(self) -> None:
        if self.round.nets is not None:
            self.rewards = {name: float(net) for name, net in self.round.nets.items()}
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The table as the agent sees it who acts next: in words, or as the cloth of the house in SVG."""
        if self.render_mode is None:
            return None
        draw = in_words if self.render_mode == "ansi" else cloth
        return draw(self.round, self.agent_selection)
